//! Floyd's method: inductive assertions, one verification condition for each path between cut points.
//!
//! Cut points are the entry, the exits, and on every cycle one place: that of the loop's own assertion, else the head
//! of the loop. What holds at a cut point: its assertion, and everything that is known of the last visit of the cut
//! point that dominates it, of whose variables those keep their values that no path in between assigns.
//!
//! Invariants
//! - Every cycle of the graph passes a cut point; paths between cut points are finitely many.
//! - What a stretch does is what the machine does; its checks are obligations.
//! - A call is what the contract of the called procedure says. Without a contract it is executed where the ways through it are
//!   few; elsewhere nothing is known of what it changes, and that nothing goes wrong in it is to be shown of it alone.
//! - Parameters are taken to be different variables.
//! - Assertions are formulas: a subscript in them may be any integer.

mod bodies;
mod calls;
mod changes;
mod check;
mod cuts;
mod measure;
mod paths;
mod powers;
mod prove;
mod samples;
mod search;
mod shapes;
mod templates;

pub use check::{Condition, Outcome};
pub use paths::{Kind, Place};
pub use prove::{Config, LoopReport, Proof, Termination, prove};
