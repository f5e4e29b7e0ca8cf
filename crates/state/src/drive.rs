//! The one loop over the stops of the machine. A method says what is done at each of them; budgets are looked at where
//! the machine is let run.

use std::fmt;
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

/// Stops of the machine between two looks at the clock.
const BREATH: u64 = 1 << 12;

/// Why an execution on known inputs did not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// A condition depends on what is not known.
    Unknown,
    /// An input does not fit the type it has in the program.
    DoesNotFit,
    /// Time ran out.
    Interrupted,
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfinished::Unknown => "a condition depends on what is not known",
            Unfinished::DoesNotFit => "an input does not fit its type",
            Unfinished::Interrupted => "time ran out",
        })
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
        let constant = |table: &mut Table, condition| {
            let simple = table.simplify(condition);
            table.as_bool(simple)
        };
        self.execute_on(table, state, (until, interrupt), constant, see).ok()
    }

    /// The same on inputs: whoever knows them says which conditions hold, if that can be said.
    ///
    /// # Errors
    /// Why the execution did not come to its end.
    pub fn execute_on(
        &self,
        table: &mut Table,
        state: &mut State,
        (until, interrupt): (Until, &Interrupt),
        holds: impl FnMut(&mut Table, TermId) -> Option<bool>,
        see: impl FnMut(&State, StatementNumber),
    ) -> Result<Ending, Unfinished> {
        Execution { machine: self, table, until, interrupt, holds, see, domain: 0, stops: 0 }.drive(state)
    }
}

/// An execution on known inputs.
struct Execution<'e, 'c, H, S> {
    machine: &'e Machine<'c>,
    table: &'e mut Table,
    until: Until,
    interrupt: &'e Interrupt,
    holds: H,
    see: S,
    /// How many limits of inputs were looked at.
    domain: usize,
    stops: u64,
}

impl<H: FnMut(&mut Table, TermId) -> Option<bool>, S> Execution<'_, '_, H, S> {
    /// Goes on while there is time and the inputs lie within their limits.
    fn goes_on(&mut self, state: &State) -> Next<Result<Ending, Unfinished>> {
        self.stops += 1;
        if self.stops.is_multiple_of(BREATH) && self.interrupt.should_stop() {
            return Break(Err(Unfinished::Interrupted));
        }
        while let Some(&limit) = state.domain.get(self.domain) {
            self.domain += 1;
            if (self.holds)(self.table, limit) == Some(false) {
                return Break(Err(Unfinished::DoesNotFit));
            }
        }
        Continue(())
    }
}

impl<H, S> Driver for Execution<'_, '_, H, S>
where
    H: FnMut(&mut Table, TermId) -> Option<bool>,
    S: FnMut(&State, StatementNumber),
{
    type Path = State;
    type Halt = Result<Ending, Unfinished>;

    fn run(&mut self, state: &mut State) -> Stop {
        self.machine.run(self.table, state, self.until)
    }

    fn ask(&mut self, state: &mut State, question: Question) -> Next<Self::Halt> {
        self.goes_on(state)?;
        match (self.holds)(self.table, question.condition) {
            Some(answer) => {
                state.answer(answer, true);
                Continue(())
            }
            None => Break(Err(Unfinished::Unknown)),
        }
    }

    fn ended(&mut self, state: &mut State, ending: Ending) -> Next<Self::Halt> {
        self.goes_on(state)?;
        Break(Ok(ending))
    }

    fn prove(&mut self, state: &mut State, condition: TermId, _: Span) -> Next<Self::Halt, Option<bool>> {
        self.goes_on(state)?;
        Continue((self.holds)(self.table, condition))
    }

    fn statement(&mut self, state: &mut State, number: StatementNumber) -> Next<Self::Halt> {
        (self.see)(state, number);
        self.goes_on(state)
    }

    fn breath(&mut self, state: &mut State) -> Next<Self::Halt> {
        self.goes_on(state)?;
        if self.interrupt.should_stop() { Break(Err(Unfinished::Interrupted)) } else { Continue(()) }
    }
}
