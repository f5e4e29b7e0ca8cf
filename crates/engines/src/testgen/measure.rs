//! A run on given inputs, and what it covers.

use sextant_base::Interrupt;
use sextant_expr::Table;
use sextant_state::{Ending, Machine, State, Until};
use sextant_syntax::StatementNumber;

use super::goals::{Coverage, Event, Recorder};
use super::inputs::Answers;
use super::probes::Probed;

/// What a run covers.
#[derive(Clone, Debug)]
pub struct Measured {
    /// What was seen.
    pub coverage: Coverage,
    /// How it ended; `None` if it was stopped or the inputs do not suit the program.
    pub end: Option<Ending>,
}

/// Runs a state to its end; the inputs say which conditions hold.
pub fn measure(
    probed: &Probed,
    machine: &Machine<'_>,
    table: &mut Table,
    state: &mut State,
    statements: u64,
    interrupt: &Interrupt,
    mut inputs: Answers<'_>,
) -> Measured {
    let mut recorder = Recorder::new(probed);
    let see = |state: &State, number: StatementNumber| {
        let procedure = state.frame.procedure;
        match probed.probe(procedure, number) {
            Some(way) => recorder.see(Event::Way(way)),
            None if probed.is_own(procedure) => recorder.see(Event::Statement(procedure, number)),
            None => {}
        }
    };
    let until = Until { statements, each_statement: true, ..Until::default() };
    let holds = |table: &mut Table, condition| Some(inputs.of(table).holds(table, condition));
    let end = machine.execute_on(table, state, (until, interrupt), holds, see).ok();
    Measured { coverage: recorder.coverage, end }
}
