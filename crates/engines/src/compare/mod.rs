//! Comparison of two procedures that get the same inputs.
//!
//! [`judge`] compares the paths of both, pair by pair: where the conditions of two paths can hold together, what they
//! give must be the same. [`product`] puts both procedures into one, with an assertion that they agree, so that a proof
//! with invariants can show what finitely many paths cannot.

mod judge;
mod product;

pub use judge::{Confirm, Difference, Exception, PathResult, Result as Given, Verdict, judge};
pub use product::{Order, product};
