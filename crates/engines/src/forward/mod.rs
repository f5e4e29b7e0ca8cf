//! Forward symbolic execution: the execution tree, path by path.
//!
//! A worker runs a state until a question stops it, asks the solver which answers the path condition allows,
//! forks if it allows both, and goes on. Nothing is added to the path condition where only one answer is
//! possible. Workers share work as decision prefixes: the answers that lead from the entry to a state. A prefix is
//! replayed without asking the solver, so that any worker, with a table of its own, can take up any state.
//!
//! Invariants
//! - The set of leaves does not depend on the strategy or the number of workers, unless a budget cuts it.
//! - A path is called feasible only if the solver has a model of its condition; where the solver gives up, the
//!   path is kept and marked undecided.

mod again;
mod explore;
mod frontier;
mod merging;
mod share;
mod walk;

use std::time::Duration;

use sextant_base::Interrupt;
use sextant_expr::Table;
use sextant_solver::{Solver, SolverConfig};
use sextant_state::{Decision, Ending, Machine, ObjectId, Question, State};
use sextant_syntax::StatementNumber;

pub use explore::explore;

/// Which state is taken up next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// The newest, in bands of a few forks so that short paths come first.
    DepthFirst,
    /// The oldest.
    BreadthFirst,
    /// Any, by a seeded generator.
    Random,
    /// One that takes a branch nobody took yet.
    CoverageFirst,
}

/// What a run may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Statements on one path.
    pub statements: u64,
    /// Paths.
    pub paths: u64,
    /// Forks on one path.
    pub forks: u64,
    /// Procedures active at once.
    pub call_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { statements: 10_000, paths: 100_000, forks: u64::MAX, call_depth: 1_000 }
    }
}

/// How to explore.
#[derive(Clone, Debug)]
pub struct Config {
    /// What it may cost.
    pub limits: Limits,
    /// In which order.
    pub strategy: Strategy,
    /// For [`Strategy::Random`].
    pub seed: u64,
    /// How many workers.
    pub threads: usize,
    /// Whether symbolic subscripts are split into cases.
    pub split_subscripts: bool,
    /// Whether it is an error what compiled programs get away with: storage that nobody gave back at the end, left
    /// shifts into the sign.
    pub strict: bool,
    /// Whether paths go on behind the use of an undefined value, with any value.
    pub past_undefined: bool,
    /// Whether states that come together behind a branch are made one; the code must have marks of these places.
    pub merge: bool,
    /// Whether elements with symbolic subscripts are marked as undetermined.
    pub undetermined_subscripts: bool,
    /// Whether operations on constants are computed, or kept as history.
    pub folding: bool,
    /// Explore only below this prefix.
    pub prefix: Vec<bool>,
    /// How to ask.
    pub solver: SolverConfig,
    /// When to stop.
    pub interrupt: Interrupt,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            strategy: Strategy::DepthFirst,
            seed: 1,
            threads: 1,
            split_subscripts: false,
            strict: false,
            past_undefined: false,
            merge: false,
            undetermined_subscripts: false,
            folding: true,
            prefix: Vec::new(),
            solver: SolverConfig::default(),
            interrupt: Interrupt::new(),
        }
    }
}

/// What a worker has: lent to observers so that they can ask and print.
pub struct Bench<'c> {
    /// The terms.
    pub table: Table,
    /// The solver.
    pub solver: Solver,
    /// The machine.
    pub machine: Machine<'c>,
    /// The caller's variables with their objects.
    pub variables: Vec<(String, ObjectId)>,
    /// The state before the first instruction.
    pub start: State,
}

/// How a path ended, seen from the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// By itself.
    Ended(Ending),
    /// It has as many forks as it may have.
    OutOfForks,
}

/// A finished path.
pub struct Leaf<'s> {
    /// The last state.
    pub state: &'s State,
    /// How it ended.
    pub outcome: Outcome,
    /// A model of the path condition, or why there is none.
    pub model: Result<sextant_solver::Model, String>,
}

/// Which answers to a question a path condition allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Possible {
    /// The condition may hold.
    pub yes: bool,
    /// It may fail to hold.
    pub no: bool,
    /// The solver gave up on one of them, which counts as possible.
    pub undecided: bool,
}

/// Watches an exploration. Each worker has an observer of its own.
pub trait Observer {
    /// What becomes of a leaf.
    type Record: Send;

    /// Whether [`Observer::statement`] is to be called.
    const STEPS: bool = false;

    /// A numbered statement is about to be executed.
    fn statement(&mut self, bench: &mut Bench<'_>, state: &mut State, number: StatementNumber) {
        let _ = (bench, state, number);
    }

    /// The machine asked, and the solver said which answers the path condition allows.
    fn question(&mut self, bench: &mut Bench<'_>, state: &State, question: &Question, possible: Possible) {
        let _ = (bench, state, question, possible);
    }

    /// A state has forked: `state` goes on with the answer `true`, `sibling` with `false`.
    fn fork(&mut self, bench: &mut Bench<'_>, state: &mut State, sibling: &mut State) {
        let _ = (bench, state, sibling);
    }

    /// A path has ended. `None` leaves it out.
    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: Leaf<'_>) -> Option<Self::Record>;
}

/// Why an exploration did not see everything.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shortfall {
    /// The number of paths reached its limit.
    Paths(u64),
    /// Paths were cut at their number of statements.
    Statements(u64),
    /// Paths were cut at their number of forks.
    Forks(u64),
    /// Paths were cut at their depth of calls.
    CallDepth(usize),
    /// Time ran out.
    Timeout,
    /// Memory ran out.
    Memory,
    /// Somebody asked to stop.
    Interrupted,
    /// Only what begins with given decisions was explored.
    Prefix,
    /// The solver gave up on a path.
    Undecided(String),
    /// Something cannot be executed.
    Unsupported(String),
    /// The prefix to explore below is not one of this program.
    WrongPrefix,
}

/// What was found.
#[derive(Debug)]
pub struct Exploration<R> {
    /// What the observers made of the leaves, in the order of their decisions, `true` before `false`.
    pub records: Vec<(Vec<Decision>, R)>,
    /// Why something may be missing; empty: everything was seen.
    pub shortfalls: Vec<Shortfall>,
    /// Statements executed by all workers.
    pub statements: u64,
    /// Solver statistics of each worker.
    pub solver_statistics: Vec<sextant_solver::Statistics>,
    /// Time from start to end.
    pub elapsed: Duration,
}
