//! One control path, given as the blocks it visits: symbolic execution that takes the edges it is told to take.
//!
//! The blocks of the program carry markers, so that the machine stops where a block begins. Between two markers every
//! answer is tried, and those are dropped that lead to another block than the next one. Whether the conditions
//! collected so far can hold is asked at each block: the first one that cannot is where the path becomes infeasible,
//! and it is followed to its end all the same, so that its whole condition can be shown.
//!
//! Invariants
//! - Every condition met on the path is kept, implied ones too: they are the constraints of the path.
//! - Errors are tried as temporary constraints: each check that could fail is noted with inputs, then taken to hold.
//! - A procedure that the description does not enter is free: all its ways are followed.
//! - A loop that the input has no influence on runs as often as the code says, whatever was asked for; see [`Turns`].

mod cursor;
mod drive;
mod marked;

use sextant_base::{Interrupt, Span};
use sextant_expr::Table;
use sextant_flow::BlockId;
use sextant_solver::{Model, Solver, SolverConfig};
use sextant_state::{Decision, Ending, ErrorKind, Machine, ObjectId, State};
use sextant_syntax::ProcId;

pub use drive::follow;
pub use marked::Marked;

/// A description of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A block of a procedure.
    Visit(Visit),
    /// Steps that are repeated.
    Repeat {
        /// What is repeated.
        steps: Vec<Step>,
        /// How often; `None`: as often as the code says.
        times: Option<u64>,
    },
}

/// A block to be visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The procedure.
    pub procedure: ProcId,
    /// The block.
    pub block: BlockId,
}

/// How often a repeated part of a path was run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turns {
    /// Its visits.
    pub visits: Vec<Visit>,
    /// How often the description wants it; `None`: as often as the code says.
    pub asked: Option<u64>,
    /// How often it was run.
    pub run: u64,
    /// Whether no condition on the input was met in it.
    pub closed: bool,
}

/// An error that can happen on a path.
#[derive(Clone, Debug)]
pub struct PossibleError {
    /// Which.
    pub kind: ErrorKind,
    /// Where.
    pub span: Span,
    /// Inputs that lead to it; `None`: the solver gave up.
    pub model: Option<Model>,
}

/// Why a path cannot be executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Infeasible {
    /// The condition that contradicts those before it, by its position in the path condition.
    pub conjunct: usize,
    /// Where it stands.
    pub span: Span,
}

/// What came of following a description.
#[derive(Debug)]
pub struct Followed {
    /// The last state.
    pub state: State,
    /// All answers.
    pub decisions: Vec<Decision>,
    /// Statements executed, without the markers.
    pub statements: u64,
    /// How it ended; `None`: where the description ends.
    pub ending: Option<Ending>,
    /// Why it cannot be executed.
    pub infeasible: Option<Infeasible>,
    /// Inputs for it, or why there are none.
    pub model: Result<Model, String>,
    /// Errors that can happen on it.
    pub errors: Vec<PossibleError>,
    /// Its repeated parts.
    pub turns: Vec<Turns>,
    /// The places of the conditions.
    pub places: Vec<Span>,
}

/// Where a description and the program part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The block that was wanted; `None`: the end.
    pub wanted: Option<Visit>,
    /// The block the program goes to; `None`: it ends.
    pub taken: Option<Visit>,
    /// How many blocks of the description were visited before.
    pub visited: usize,
}

/// How to follow.
#[derive(Clone, Debug)]
pub struct Config {
    /// Statements on one path, markers included.
    pub statements: u64,
    /// Procedures active at once.
    pub call_depth: usize,
    /// Whether symbolic subscripts are split into cases.
    pub split_subscripts: bool,
    /// Whether elements with symbolic subscripts are marked as undetermined.
    pub undetermined_subscripts: bool,
    /// Whether operations on constants are computed, or kept as history.
    pub folding: bool,
    /// How to ask.
    pub solver: SolverConfig,
    /// When to stop.
    pub interrupt: Interrupt,
}

/// What was used to follow a description, and what came of it.
pub struct Trail<'c> {
    /// The terms.
    pub table: Table,
    /// The solver.
    pub solver: Solver,
    /// The machine; its code is the marked one.
    pub machine: Machine<'c>,
    /// The caller's variables with their objects.
    pub variables: Vec<(String, ObjectId)>,
    /// The state before the first instruction.
    pub start: State,
    /// The result.
    pub pursuit: Pursuit,
}

/// The result of following a description.
#[derive(Debug, Default)]
pub struct Pursuit {
    /// The ways that fit the description: one, or several where it leaves something free.
    pub followed: Vec<Followed>,
    /// Without any, where the longest one went elsewhere.
    pub departure: Option<Departure>,
    /// Whether a budget or the user stopped it.
    pub stopped: bool,
}
