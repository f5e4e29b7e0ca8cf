//! Backward substitution: from a condition at the end of a path, or at a statement, to the condition at the entry.
//!
//! What a stretch between two points of the graph does to any state is its effect; going backwards over it replaces the
//! values it changes in the condition by the values it gives them, and adds the conditions under which it is taken.
//! Stretches that change nothing the condition speaks of are skipped, and named. The same path is executed forwards as
//! well, and the solver is asked whether both conditions are the same.
//!
//! Invariants
//! - A condition speaks of the values that variables have at its place; at the entry only inputs are left.
//! - What an operation demands (a subscript in bounds, a divisor that is not zero) is part of the condition.
//! - What anything means is said by the machine alone.

mod follow;
mod forwards;
mod region;
mod route;
mod substitution;

pub use follow::{BackStep, Followed, follow};
pub use region::{Reached, reach};
pub use route::Route;
pub use substitution::Config;
