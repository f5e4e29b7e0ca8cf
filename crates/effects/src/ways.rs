//! From a state to the next points, in all ways.

use std::collections::BTreeSet;
use std::ops::ControlFlow::{Break, Continue};

use sextant_base::{Interrupt, Span};
use sextant_expr::{Table, TermId};
use sextant_logic::Stuck;
use sextant_solver::{Answer, Solver};
use sextant_state::{
    Driver, Ending, ErrorKind, Machine, Next, Point, Question, QuestionKind, State, Stop, Until,
};
use sextant_syntax::ProcId;

/// Something that holds on a way from some place on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// What holds.
    pub condition: TermId,
    /// Why.
    pub kind: FactKind,
    /// Where.
    pub span: Span,
}

/// Why something holds on a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactKind {
    /// The way is taken under this condition: the answer to a question of the machine, or its opposite.
    Branch(bool),
    /// An operation would be an error otherwise.
    Check(ErrorKind),
    /// The program assumes it.
    Assumed,
}

/// Where a way leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// To a point of the procedure.
    Point(Point),
    /// Into a procedure that is called, after its prologue.
    Entered(ProcId),
    /// Back to the caller.
    Returned,
    /// To the end of the program.
    Stopped,
    /// To an error that happens whenever the way is taken.
    Error {
        /// Which.
        kind: ErrorKind,
        /// Where.
        span: Span,
        /// The variable it is about, where there is one.
        subject: Option<String>,
    },
}

impl Arrival {
    /// Refuses the use of an address of which nothing is known: there may be an object, and nobody can say which.
    ///
    /// # Errors
    /// The place where the address is used.
    pub fn refuse_unknown_address(&self) -> Result<(), Stuck> {
        match self {
            Arrival::Error { kind: ErrorKind::InvalidPointer, span, .. } => {
                Err(Stuck::unsupported(*span, UNKNOWN_ADDRESS))
            }
            _ => Ok(()),
        }
    }
}

/// What is said of an address that leads to no object that is known.
pub const UNKNOWN_ADDRESS: &str = "what a pointer leads to that is not known";

/// A way from one state to the next point.
#[derive(Clone, Debug)]
pub struct Way {
    /// What holds on it, in order.
    pub facts: Vec<Fact>,
    /// The state at its end.
    pub state: State,
    /// Where it leads.
    pub to: Arrival,
}

/// What running in all ways may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds<'b> {
    /// Ways from one state.
    pub ways: usize,
    /// Statements on one way.
    pub statements: u64,
    /// Where procedures are called ways end, but for calls of these; none if all calls are executed.
    pub executed: Option<&'b BTreeSet<ProcId>>,
    pub interrupt: &'b Interrupt,
}

/// Runs a state to the next points, in all ways. Where a solver is there to see it, branches that contradict what the state
/// knows are left out, and a check that contradicts it is an error.
pub(crate) fn ways(
    machine: &Machine<'_>,
    table: &mut Table,
    solver: Option<&mut Solver>,
    start: State,
    bounds: Bounds<'_>,
) -> Result<Vec<Way>, Stuck> {
    let (depth, span) = (start.depth(), start.span(machine.code()));
    let until = Until { statements: start.statements + bounds.statements, joins: true, ..Until::default() };
    let waiting = vec![Begun { state: start, facts: Vec::new() }];
    let mut walk = Walk { machine, table, solver, bounds, until, depth, span, found: Vec::new(), waiting };
    while let Some(mut begun) = walk.waiting.pop() {
        walk.drive(&mut begun)?;
    }
    Ok(walk.found)
}

/// A way that has begun.
#[derive(Clone)]
struct Begun {
    state: State,
    facts: Vec<Fact>,
}

impl AsMut<State> for Begun {
    fn as_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl Begun {
    /// Lets the state know a condition.
    fn assume(&mut self, question: &Question, condition: TermId, kind: FactKind) {
        self.state.condition.push(condition);
        self.facts.push(Fact { condition, kind, span: question.span });
    }
}

/// The walk from a state to the next points.
struct Walk<'w, 'c> {
    machine: &'w Machine<'c>,
    table: &'w mut Table,
    solver: Option<&'w mut Solver>,
    bounds: Bounds<'w>,
    until: Until,
    /// The depth and the place from which it begins.
    depth: usize,
    span: Span,
    found: Vec<Way>,
    waiting: Vec<Begun>,
}

impl Walk<'_, '_> {
    fn arrive(&mut self, begun: &mut Begun, to: Arrival) -> Next<Result<(), Stuck>> {
        self.found.push(Way { facts: std::mem::take(&mut begun.facts), state: begun.state.clone(), to });
        Break(Ok(()))
    }

    /// What the solver cannot decide is possible.
    fn is_possible(&mut self, state: &State) -> bool {
        let Some(solver) = self.solver.as_deref_mut() else { return true };
        let premises: Vec<TermId> = state.premises().collect();
        !matches!(solver.check(self.table, &premises), Answer::Unsat)
    }

    /// Both sides of a branch wait.
    fn fork(&mut self, begun: &Begun, question: &Question) {
        let negated = self.table.not(question.condition);
        for (condition, choice) in [(negated, false), (question.condition, true)] {
            let mut side = begun.clone();
            side.assume(question, condition, FactKind::Branch(choice));
            if self.is_possible(&side.state) {
                side.state.answer(choice, false);
                self.waiting.push(side);
            }
        }
    }
}

impl Driver for Walk<'_, '_> {
    type Path = Begun;
    type Halt = Result<(), Stuck>;

    fn run(&mut self, begun: &mut Begun) -> Stop {
        self.machine.run(self.table, &mut begun.state, self.until)
    }

    fn ask(&mut self, begun: &mut Begun, question: Question) -> Next<Self::Halt> {
        let kind = match question.kind {
            QuestionKind::Check(kind) => FactKind::Check(kind),
            QuestionKind::Assume => FactKind::Assumed,
            QuestionKind::Branch | QuestionKind::Subscript => {
                self.fork(begun, &question);
                self.breath(begun)?;
                return Break(Ok(()));
            }
        };
        begun.assume(&question, question.condition, kind);
        // What follows a check that always fails would be impossible, and nobody would be told of the error.
        if let FactKind::Check(kind) = kind
            && !self.is_possible(&begun.state)
        {
            return self.arrive(begun, Arrival::Error { kind, span: question.span, subject: None });
        }
        begun.state.answer(true, false);
        Continue(())
    }

    fn ended(&mut self, begun: &mut Begun, ending: Ending) -> Next<Self::Halt> {
        match arrival(ending, self.span) {
            Ok(to) => self.arrive(begun, to),
            Err(stuck) => Break(Err(stuck)),
        }
    }

    fn prove(&mut self, _: &mut Begun, _: TermId, _: Span) -> Next<Self::Halt, Option<bool>> {
        Continue(None)
    }

    fn mark(&mut self, begun: &mut Begun, mark: u32) -> Next<Self::Halt> {
        let state = &begun.state;
        let procedure = state.frame.procedure;
        let ends = self.bounds.executed.is_some_and(|executed| !executed.contains(&procedure));
        if ends && state.depth() == self.depth + 1 {
            return self.arrive(begun, Arrival::Entered(procedure));
        }
        let point = self.machine.code().procedures[procedure].point(mark);
        match point.filter(|_| state.depth() == self.depth && !state.is_in_transfer()) {
            Some(point) => self.arrive(begun, Arrival::Point(point)),
            // A point of another activation, or inside of a statement on a file.
            None => self.breath(begun),
        }
    }

    fn breath(&mut self, _: &mut Begun) -> Next<Self::Halt> {
        let many = self.found.len() + self.waiting.len() >= self.bounds.ways;
        if many || self.bounds.interrupt.should_stop() {
            return Break(Err(Stuck::unsupported(self.span, "so many ways from one place to the next")));
        }
        Continue(())
    }
}

fn arrival(ending: Ending, start: Span) -> Result<Arrival, Stuck> {
    match ending {
        Ending::Returned => Ok(Arrival::Returned),
        Ending::Stopped => Ok(Arrival::Stopped),
        Ending::Error { kind, span, subject } => Ok(Arrival::Error { kind, span, subject }),
        Ending::Refused { span } => Err(Stuck::unsupported(span, "an assumption that never holds")),
        Ending::OutOfStatements => Err(Stuck::unsupported(start, "a call that runs so long")),
        Ending::OutOfDepth { span } => Err(Stuck::unsupported(span, "calls nested so deeply")),
        Ending::Unsupported { span, what } => Err(Stuck::unsupported(span, what)),
    }
}
