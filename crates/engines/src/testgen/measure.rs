//! A run on given inputs, and what it covers.

use sextant_base::Interrupt;
use sextant_expr::{Table, TermId};
use sextant_state::{Ending, Machine, Proof, QuestionKind, State, Stop, Until};

use super::goals::{Coverage, Event, Recorder};
use super::probes::Probed;

/// Stops of the machine between two looks at the clock.
const BREATH: u64 = 1 << 12;

/// What a run covers.
#[derive(Clone, Debug)]
pub struct Measured {
    /// What was seen.
    pub coverage: Coverage,
    /// How it ended; `None` if it was stopped or the inputs do not suit the program.
    pub end: Option<Ending>,
}

/// Runs a state to its end; `holds` says which conditions the inputs make true.
pub fn measure(
    probed: &Probed,
    machine: &Machine<'_>,
    table: &mut Table,
    state: &mut State,
    statements: u64,
    interrupt: &Interrupt,
    holds: &mut dyn FnMut(&Table, TermId) -> bool,
) -> Measured {
    let mut recorder = Recorder::new(probed);
    let until = Until { statements, each_statement: true, ..Until::default() };
    let mut stops = 0_u64;
    let mut domain = 0;
    let end = loop {
        let stop = machine.run(table, state, until);
        stops += 1;
        if stops.is_multiple_of(BREATH) && interrupt.should_stop() {
            break None;
        }
        let known = state.domain.len();
        if (domain..known).any(|at| state.domain.get(at).is_some_and(|&limit| !holds(table, limit))) {
            break None;
        }
        domain = known;
        match stop {
            Stop::Statement(number) => {
                let procedure = state.frame.procedure;
                match probed.probe(procedure, number) {
                    Some(way) => recorder.see(Event::Way(way)),
                    None if probed.is_own(procedure) => recorder.see(Event::Statement(procedure, number)),
                    None => {}
                }
            }
            Stop::Ask(question) => {
                let answer = holds(table, question.condition);
                if question.kind == QuestionKind::Assume && !answer {
                    break Some(Ending::Refused { span: question.span });
                }
                state.answer(answer, true);
            }
            Stop::Prove { condition, span } => {
                let proof = Proof { span, holds: Some(holds(table, condition)), condition };
                state.record_proof(proof);
            }
            Stop::Breath | Stop::Joined(_) => {}
            Stop::Ended(ending) => break Some(ending),
        }
    };
    Measured { coverage: recorder.coverage, end }
}
