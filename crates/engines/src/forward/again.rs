//! An execution run again with the answers it was given.

use std::ops::ControlFlow::{Break, Continue};

use sextant_base::Span;
use sextant_expr::TermId;
use sextant_state::{Decision, Driver, Ending, Next, Question, State, Stop, Until};
use sextant_syntax::StatementNumber;

use super::Bench;

impl<'c> Bench<'c> {
    /// Runs from the start with given answers to the question behind the last of them, or to the end; `see` is shown
    /// every statement before its effects.
    pub fn run_again(
        &mut self,
        answers: impl Iterator<Item = Decision>,
        statements: u64,
        see: impl FnMut(&mut Bench<'c>, &State, StatementNumber),
    ) -> State {
        let mut state = self.start.clone();
        let until = Until { statements, each_statement: true, ..Until::default() };
        Again { bench: self, answers, see, until }.drive(&mut state);
        state
    }
}

struct Again<'b, 'c, A, S> {
    bench: &'b mut Bench<'c>,
    answers: A,
    see: S,
    until: Until,
}

impl<'c, A, S> Driver for Again<'_, 'c, A, S>
where
    A: Iterator<Item = Decision>,
    S: FnMut(&mut Bench<'c>, &State, StatementNumber),
{
    type Path = State;
    type Halt = ();

    fn run(&mut self, state: &mut State) -> Stop {
        self.bench.machine.run(&mut self.bench.table, state, self.until)
    }

    fn ask(&mut self, state: &mut State, question: Question) -> Next<()> {
        let Some(decision) = self.answers.next() else { return Break(()) };
        state.answer_as(&mut self.bench.table, &question, decision);
        Continue(())
    }

    fn ended(&mut self, _: &mut State, _: Ending) -> Next<()> {
        Break(())
    }

    fn prove(&mut self, _: &mut State, _: TermId, _: Span) -> Next<(), Option<bool>> {
        Continue(None)
    }

    fn statement(&mut self, state: &mut State, number: StatementNumber) -> Next<()> {
        (self.see)(self.bench, state, number);
        Continue(())
    }
}
