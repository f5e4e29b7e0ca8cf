//! A run on given inputs, and what it covers.

use std::ops::ControlFlow::{Break, Continue};

use sextant_base::{Interrupt, Span};
use sextant_expr::{Table, TermId};
use sextant_state::{Driver, Ending, Machine, Next, Question, QuestionKind, State, Stop, Until};
use sextant_syntax::StatementNumber;

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
    let recorder = Recorder::new(probed);
    let mut walk =
        Walk { probed, machine, table, statements, interrupt, holds, recorder, domain: 0, stops: 0 };
    let end = walk.drive(state);
    Measured { coverage: walk.recorder.coverage, end }
}

struct Walk<'m, 'c> {
    probed: &'m Probed,
    machine: &'m Machine<'c>,
    table: &'m mut Table,
    statements: u64,
    interrupt: &'m Interrupt,
    holds: &'m mut dyn FnMut(&Table, TermId) -> bool,
    recorder: Recorder<'m>,
    /// How many limits of inputs were looked at.
    domain: usize,
    stops: u64,
}

impl Walk<'_, '_> {
    fn holds(&mut self, condition: TermId) -> bool {
        (self.holds)(self.table, condition)
    }

    /// Goes on while there is time and the inputs lie within their limits.
    fn goes_on(&mut self, state: &State) -> Next<Option<Ending>> {
        self.stops += 1;
        if self.stops.is_multiple_of(BREATH) && self.interrupt.should_stop() {
            return Break(None);
        }
        while let Some(&limit) = state.domain.get(self.domain) {
            self.domain += 1;
            if !self.holds(limit) {
                return Break(None);
            }
        }
        Continue(())
    }
}

impl Driver for Walk<'_, '_> {
    type Path = State;
    type Halt = Option<Ending>;

    fn run(&mut self, state: &mut State) -> Stop {
        let until = Until { statements: self.statements, each_statement: true, ..Until::default() };
        self.machine.run(self.table, state, until)
    }

    fn ask(&mut self, state: &mut State, question: Question) -> Next<Self::Halt> {
        self.goes_on(state)?;
        let answer = self.holds(question.condition);
        if question.kind == QuestionKind::Assume && !answer {
            return Break(Some(Ending::Refused { span: question.span }));
        }
        state.answer(answer, true);
        Continue(())
    }

    fn ended(&mut self, state: &mut State, ending: Ending) -> Next<Self::Halt> {
        self.goes_on(state)?;
        Break(Some(ending))
    }

    fn prove(&mut self, _: &mut State, condition: TermId, _: Span) -> Next<Self::Halt, Option<bool>> {
        Continue(Some(self.holds(condition)))
    }

    fn statement(&mut self, state: &mut State, number: StatementNumber) -> Next<Self::Halt> {
        let procedure = state.frame.procedure;
        match self.probed.probe(procedure, number) {
            Some(way) => self.recorder.see(Event::Way(way)),
            None if self.probed.is_own(procedure) => {
                self.recorder.see(Event::Statement(procedure, number));
            }
            None => {}
        }
        self.goes_on(state)
    }
}
