//! Backward substitution: from a condition at the end of a path, or at a statement, to the condition at the entry.
//!
//! Going backwards over `v := e` replaces `v` by `e` in the condition; over a branch the branch's condition is added.
//! Statements that assign nothing the condition speaks of are skipped, and named. The same path is executed forwards
//! as well, and the solver is asked whether both conditions are the same.
//!
//! Invariants
//! - A condition speaks of the values that variables have at its place; at the entry only inputs are left.
//! - What an operation demands (a subscript in bounds, a divisor that is not zero) is part of the condition.
//! - Calls are not followed: a path with a call is unsupported, with its place.

mod follow;
mod forwards;
mod present;
mod region;
mod route;

pub use follow::{BackStep, Followed, follow};
pub use present::Config;
pub use region::{Reached, reach};
pub use route::Route;

use sextant_expr::{Table, TermId};
use sextant_logic::{Formula, implies};
use sextant_solver::{Solver, Verdict};

/// Whether two conditions are the same; none if the solver gave up.
fn same(table: &mut Table, solver: &mut Solver, known: &[TermId], a: &Formula, b: &Formula) -> Option<bool> {
    for (from, to) in [(a, b), (b, a)] {
        let mut premises: Vec<Formula> = known.iter().map(|&term| Formula::Term(term)).collect();
        premises.push(from.clone());
        match implies(table, solver, &premises, to) {
            Verdict::Holds => {}
            Verdict::Fails(_) => return Some(false),
            Verdict::Unknown(_) => return None,
        }
    }
    Some(true)
}
