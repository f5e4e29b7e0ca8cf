//! The one loop over the stops of the machine. A method says what is done at each of them; budgets are looked at where
//! the machine is let run.

use std::ops::ControlFlow::{self, Break, Continue};

use sextant_base::{Interrupt, Span};
use sextant_expr::{Table, TermId};
use sextant_syntax::StatementNumber;

use crate::{Ending, Machine, Proof, Question, State, Stop, Until};

/// What a stop comes to: the execution goes on, or the driver halts.
pub type Next<H, C = ()> = ControlFlow<H, C>;

/// A method that has a program executed.
pub trait Driver {
    /// What is executed: a state, alone or with notes of the method's own.
    type Path: AsMut<State>;
    /// What is said when the driver halts.
    type Halt;

    /// Lets the machine run to its next stop.
    fn run(&mut self, path: &mut Self::Path) -> Stop;

    /// A condition depends on symbols: the driver answers it, or halts.
    fn ask(&mut self, path: &mut Self::Path, question: Question) -> Next<Self::Halt>;

    /// The path has ended. A driver that goes on has changed the state so that it can.
    fn ended(&mut self, path: &mut Self::Path, ending: Ending) -> Next<Self::Halt>;

    /// Whether a condition that is to be proved follows; none if that is not known.
    fn prove(
        &mut self,
        path: &mut Self::Path,
        condition: TermId,
        span: Span,
    ) -> Next<Self::Halt, Option<bool>>;

    /// A statement is about to be executed.
    fn statement(&mut self, _path: &mut Self::Path, _number: StatementNumber) -> Next<Self::Halt> {
        Continue(())
    }

    /// A mark of the code is passed.
    fn mark(&mut self, path: &mut Self::Path, _mark: u32) -> Next<Self::Halt> {
        self.breath(path)
    }

    /// A stretch of statements has been executed.
    fn breath(&mut self, _path: &mut Self::Path) -> Next<Self::Halt> {
        Continue(())
    }

    /// Runs to the next stop and deals with it.
    fn step(&mut self, path: &mut Self::Path) -> Next<Self::Halt> {
        match self.run(path) {
            Stop::Ask(question) => self.ask(path, question),
            Stop::Prove { condition, span } => {
                let holds = self.prove(path, condition, span)?;
                path.as_mut().record_proof(Proof { span, holds, condition });
                Continue(())
            }
            Stop::Statement(number) => self.statement(path, number),
            Stop::Joined(mark) => self.mark(path, mark),
            Stop::Breath => self.breath(path),
            Stop::Ended(ending) => self.ended(path, ending),
        }
    }

    /// Runs until the driver halts.
    fn drive(&mut self, path: &mut Self::Path) -> Self::Halt {
        loop {
            if let Break(halt) = self.step(path) {
                return halt;
            }
        }
    }
}

impl AsMut<State> for State {
    fn as_mut(&mut self) -> &mut State {
        self
    }
}

impl Machine<'_> {
    /// Runs an execution that hangs on no symbol to its end; `see` is shown every statement, if the machine is to stop
    /// there. None if a condition depends on a symbol, or if the execution is interrupted.
    pub fn execute(
        &self,
        table: &mut Table,
        state: &mut State,
        until: Until,
        interrupt: &Interrupt,
        see: impl FnMut(&State, StatementNumber),
    ) -> Option<Ending> {
        Execution { machine: self, table, until, interrupt, see }.drive(state)
    }
}

/// An execution without symbols.
struct Execution<'e, 'c, S> {
    machine: &'e Machine<'c>,
    table: &'e mut Table,
    until: Until,
    interrupt: &'e Interrupt,
    see: S,
}

impl<S: FnMut(&State, StatementNumber)> Driver for Execution<'_, '_, S> {
    type Path = State;
    type Halt = Option<Ending>;

    fn run(&mut self, state: &mut State) -> Stop {
        self.machine.run(self.table, state, self.until)
    }

    fn ask(&mut self, _: &mut State, _: Question) -> Next<Self::Halt> {
        Break(None)
    }

    fn ended(&mut self, _: &mut State, ending: Ending) -> Next<Self::Halt> {
        Break(Some(ending))
    }

    fn prove(&mut self, _: &mut State, condition: TermId, _: Span) -> Next<Self::Halt, Option<bool>> {
        let simple = self.table.simplify(condition);
        Continue(self.table.as_bool(simple))
    }

    fn statement(&mut self, state: &mut State, number: StatementNumber) -> Next<Self::Halt> {
        (self.see)(state, number);
        Continue(())
    }

    fn breath(&mut self, _: &mut State) -> Next<Self::Halt> {
        if self.interrupt.should_stop() { Break(None) } else { Continue(()) }
    }
}
