//! Loops passed by induction: proofs that hold for every number of passes, on the states of the machine.
//!
//! Where a state comes to the beginning of a loop, everything that a pass may change is forgotten; what remains known
//! of it is a set of candidate invariants. A pass from that state shows which candidates it keeps; the others are
//! dropped until all that are left are kept (Houdini). What leaves the loop from there is every state that can ever
//! leave it, and the walk goes on with it. A check that no state of the walk can violate is proved for all paths.
//!
//! Invariants
//! - A result is an over-approximation: a check that is not among [`Induction::suspects`] cannot be violated if the
//!   walk is whole; a suspect need not be an error.
//! - Everything the machine knows (overflow, memory, conversions) is known here: passes are run by the machine.

mod candidates;
mod passage;
mod samples;
mod walk;

use rustc_hash::FxHashSet;
use sextant_base::{Interrupt, Span};
use sextant_notation::Formula;
use sextant_solver::SolverConfig;
use sextant_state::{Code, Entry, ErrorKind};
use walk::Walker;

/// What a proof may cost.
#[derive(Clone, Debug)]
pub struct Config {
    /// Statements on one way between two loops.
    pub statements: u64,
    /// Procedures active at once.
    pub call_depth: usize,
    /// How to ask.
    pub solver: SolverConfig,
    /// When to stop.
    pub interrupt: Interrupt,
}

/// What was found out.
#[derive(Clone, Debug, Default)]
pub struct Induction {
    /// Checks that some state of the walk may violate.
    pub suspects: FxHashSet<(ErrorKind, Span)>,
    /// Checks that were met.
    pub met: FxHashSet<(ErrorKind, Span)>,
    /// What holds at the beginning of every pass, by the places of the loops.
    pub invariants: Vec<LoopInvariants>,
    /// Why the walk is not whole; then nothing is proved.
    pub incomplete: Option<String>,
}

/// What was found out about one loop, for one way of coming to it.
#[derive(Clone, Debug)]
pub struct LoopInvariants {
    /// Where it begins.
    pub span: Span,
    /// Conditions over the variables, and `passes`, the number of passes before.
    pub conditions: Vec<Formula>,
}

/// Walks through all executions of a call. The code must have marks of its loops.
pub fn prove(code: &Code, entry: &Entry, config: &Config) -> Induction {
    let mut walker = Walker::new(code, entry, config);
    let incomplete = walker.walk().err().map(|gap| gap.to_string());
    let Walker { suspects, met, invariants, .. } = walker;
    Induction { suspects, met, invariants, incomplete }
}
