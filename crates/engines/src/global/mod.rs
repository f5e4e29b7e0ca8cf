//! Global evaluation: whole procedures in closed form, loops included.
//!
//! The path expression of a point is mapped to contexts: states over the inputs with the conditions under which they
//! are reached. A repetition becomes a closure: what one pass does is a system of recurrences, whose solution and
//! number of passes are found by algebra and accepted by an independent [certificate] checker before they
//! are used. What cannot be solved stays an exact recurrence, a sum or a search; it is never approximated.
//!
//! Invariants
//! - The cases of a [`Summary`] exclude one another; together with those that are reported as unsupported they cover
//!   all inputs, unless [`Summary::complete`] says otherwise.
//! - A claim that the checker does not accept is not made.
//! - Parameters are taken to be distinct variables.

mod arrays;
mod axioms;
mod begun;
mod block;
mod calls;
mod census;
pub mod certificate;
mod closure;
mod context;
mod convert;
mod count;
mod crossing;
mod drift;
mod endings;
mod evaluate;
mod fitting;
mod instantiate;
mod invariants;
mod looping;
mod meaning;
mod periods;
mod points;
mod prove;
mod reading;
mod recursion;
mod refining;
mod replay;
mod residues;
mod say;
mod shapes;
mod stores;
mod summary;
mod trial;
mod trips;
mod words;
mod writes;

pub use block::End;
pub use census::LoopForm;
pub use context::{Case, Pass, State, symbol_of};
pub use crossing::{Crossing, crossed, crossed_graph};
pub use evaluate::Evaluator;
pub use instantiate::{Agreement, Input, compare};
pub use looping::{ArrayVariable, Body, LoopProblem, Piece};
pub use meaning::{Compiled, Unsupported};
pub use points::{Verdict, places_of};
pub use prove::Prover;
pub use reading::{input_name, reads_by_name, with_own_variables};
pub use replay::Replay;
pub use shapes::Shapes;
pub use summary::{Coverage, Output, Summary, SummaryCase, seen_by_caller, summarise};
pub use trips::{TripCount, TripCounter, TripCounts};
