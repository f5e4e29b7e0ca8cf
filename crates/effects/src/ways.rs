//! From a state to the next points, in all ways.

use std::collections::BTreeSet;

use sextant_base::{Interrupt, Span};
use sextant_expr::{Table, TermId};
use sextant_logic::Stuck;
use sextant_solver::{Answer, Solver};
use sextant_state::{Ending, ErrorKind, Machine, Point, Proof, Question, QuestionKind, State, Stop, Until};
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

/// Runs a state to the next points, in all ways. Branches that contradict what the state knows are left out where a solver
/// is there to see it.
pub(crate) fn ways(
    machine: &Machine<'_>,
    table: &mut Table,
    mut solver: Option<&mut Solver>,
    start: State,
    bounds: Bounds<'_>,
) -> Result<Vec<Way>, Stuck> {
    let depth = start.depth();
    let span = start.span(machine.code());
    let until = Until { statements: start.statements + bounds.statements, joins: true, ..Until::default() };
    let mut found = Vec::new();
    let mut waiting = vec![(start, Vec::new())];
    while let Some((mut state, mut facts)) = waiting.pop() {
        if found.len() + waiting.len() >= bounds.ways || bounds.interrupt.should_stop() {
            return Err(Stuck::unsupported(span, "so many ways from one place to the next"));
        }
        match machine.run(table, &mut state, until) {
            Stop::Statement(_) | Stop::Breath => waiting.push((state, facts)),
            Stop::Joined(mark) => {
                let point = machine.code().procedures[state.frame.procedure].point(mark);
                let entered = state.frame.procedure;
                let ends = bounds.executed.is_some_and(|executed| !executed.contains(&entered));
                if ends && state.depth() == depth + 1 {
                    let to = Arrival::Entered(entered);
                    found.push(Way { facts, state, to });
                    continue;
                }
                match point.filter(|_| state.depth() == depth && !state.is_in_transfer()) {
                    Some(point) => found.push(Way { facts, state, to: Arrival::Point(point) }),
                    // A point of another activation, or inside of a statement on a file.
                    None => waiting.push((state, facts)),
                }
            }
            Stop::Prove { condition, span } => {
                state.record_proof(Proof { span, holds: None, condition });
                waiting.push((state, facts));
            }
            Stop::Ended(ending) => found.push(Way { to: arrival(ending, span)?, facts, state }),
            Stop::Ask(question) => match question.kind {
                QuestionKind::Check(kind) => {
                    facts.push(assume(&mut state, &question, question.condition, FactKind::Check(kind)));
                    state.answer(true, false);
                    waiting.push((state, facts));
                }
                QuestionKind::Assume => {
                    facts.push(assume(&mut state, &question, question.condition, FactKind::Assumed));
                    state.answer(true, false);
                    waiting.push((state, facts));
                }
                QuestionKind::Branch | QuestionKind::Subscript => {
                    let negated = table.not(question.condition);
                    for (condition, choice) in [(negated, false), (question.condition, true)] {
                        let (mut state, mut facts) = (state.clone(), facts.clone());
                        facts.push(assume(&mut state, &question, condition, FactKind::Branch(choice)));
                        if is_possible(table, solver.as_deref_mut(), &state) {
                            state.answer(choice, false);
                            waiting.push((state, facts));
                        }
                    }
                }
            },
        }
    }
    Ok(found)
}

/// Lets a state know a condition.
fn assume(state: &mut State, question: &Question, condition: TermId, kind: FactKind) -> Fact {
    state.condition.push(condition);
    Fact { condition, kind, span: question.span }
}

/// What the solver cannot decide is possible.
fn is_possible(table: &mut Table, solver: Option<&mut Solver>, state: &State) -> bool {
    let Some(solver) = solver else { return true };
    let premises: Vec<TermId> = state.premises().collect();
    !matches!(solver.check(table, &premises), Answer::Unsat)
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
