//! Test generation: inputs that together take every branch, or a proof that there are none.
//!
//! The program is [probed](Probed): every way out of a branch carries a marker. The search keeps one frontier of
//! states that nobody has gone on from. Taking one up means asking the solver for inputs that lead there; a
//! *concolic* step then runs on these inputs to the end and leaves the other side of every question in the frontier,
//! a *symbolic* step goes to the next question only and leaves both sides. Which state is next is decided by the
//! distance, along the flow graphs, to what is not yet covered. Programs that take texts are besides run on
//! variations of texts.
//!
//! Invariants
//! - A state is dropped only if its condition is impossible or if nothing uncovered can be reached from it. When the
//!   frontier is empty and nothing was cut, what is not covered is infeasible.
//! - Every candidate was run on its inputs: what it covers was seen.
//! - Nothing depends on the clock but where the search stops.

mod ask;
mod boundary;
mod decisions;
mod distance;
mod frontier;
mod goals;
mod inputs;
mod measure;
mod probes;
mod search;
mod select;
mod simple;
mod splitting;
mod texts;
mod trials;
mod variation;
mod walk;

use sextant_base::{Interrupt, Span};
use sextant_expr::Value;
use sextant_notation::Formula;
use sextant_solver::SolverConfig;
use sextant_state::{Ending, ErrorKind};

pub use boundary::{Boundary, boundary_points};
pub use decisions::{Decision, Vector};
pub use goals::{Coverage, Goal, Goals};
pub use inputs::{Answers, assignment_of, converted, inputs_of};
pub use measure::{Measured, measure};
pub use probes::{Probe, Probed, Side};
pub use search::{Search, search};
pub use select::selected;
pub use texts::{TextPlan, Texts};

/// Values of inputs by their names, in a form that belongs to no table.
pub type Inputs = Vec<(String, Value)>;

/// What is to be covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// Every statement.
    Statements,
    /// Every way out of every branch.
    Branches,
    /// Every condition both ways.
    Conditions,
    /// Every condition, shown to decide by itself.
    Mcdc,
    /// Every path.
    Paths,
}

/// How a state is taken up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// To the next question, both sides.
    Symbolic,
    /// On inputs to the end.
    Concolic,
    /// In turn.
    Both,
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Config {
    /// How states are taken up.
    pub manner: Manner,
    /// Statements on one path.
    pub statements: u64,
    /// Tests, when every path is wanted.
    pub paths: u64,
    /// Procedures active at once.
    pub call_depth: usize,
    /// Whether inputs that lead to errors are looked for.
    pub errors: bool,
    /// Inputs to begin with, besides those of the solver.
    pub seeds: Vec<Inputs>,
    /// The texts that the program takes, if they are to be varied.
    pub texts: Option<TextPlan>,
    /// Numbers that mean something to the program.
    pub numbers: Vec<i64>,
    /// For random inputs to begin with.
    pub seed: u64,
    /// How to ask.
    pub solver: SolverConfig,
    /// When to stop.
    pub interrupt: Interrupt,
    /// When to stop making values simple, which comes last.
    pub closing: Interrupt,
}

/// Why something may be missing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shortfall {
    /// Something cannot be executed.
    Unsupported(String),
    /// The solver gave up.
    Undecided(String),
    /// Paths were cut at their number of statements.
    Statements(u64),
    /// Paths were cut at their depth of calls.
    CallDepth(usize),
    /// As many paths as were wanted.
    Paths(u64),
    /// Time ran out.
    Timeout,
    /// Memory ran out.
    Memory,
    /// Somebody asked to stop.
    Interrupted,
}

/// Inputs that were run.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The inputs.
    pub inputs: Inputs,
    /// What they cover.
    pub coverage: Coverage,
    /// How the run ended.
    pub end: Ending,
    /// The conjuncts of the path condition, in their simplest form.
    pub condition: Vec<Formula>,
    /// The number of the run's path condition in the search, if it has one.
    pub path: Option<usize>,
}

impl Candidate {
    /// The error that the run ends with, if it does.
    pub fn error(&self) -> Option<(ErrorKind, Span)> {
        match self.end {
            Ending::Error { kind, span, .. } => Some((kind, span)),
            _ => None,
        }
    }
}
