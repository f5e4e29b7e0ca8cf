//! Exact algebra of closed forms: terms over the rational numbers, conditions, and recurrences with their
//! solutions.
//!
//! Invariants
//! - Everything is exact. A result that needs a condition (a base that is not 1) says so; what has no closed form
//!   here stays an exact recurrence, sum or search that can still be evaluated.
//! - Nothing here knows of programs, flow graphs or solvers.
//!
//! The sum `1 + 2 + … + n` as a loop computes it, in closed form:
//!
//! ```
//! use sextant_algebra::{Symbol, Term, Values, solve};
//!
//! let [k, i, s] = ["k", "i", "s"].map(Symbol::integer);
//! let [next, sum] = [Term::symbol(&i), Term::symbol(&s)];
//! // Each step: s = s + i, i = i + 1; first s = 0, i = 1.
//! let updates = [sum.plus(&next), next.plus_int(1)];
//! let solution = solve(&k, &[s, i], &updates, &[Term::zero(), Term::one()]);
//! let closed = solution.values[0].as_ref().expect("a closed form");
//! assert_eq!(closed.value.to_string(), "k*(k + 1)/2");
//!
//! let mut values = Values::default();
//! values.set("k", 100);
//! assert_eq!(values.term(&closed.value), Ok(5050.into()));
//! ```

mod atom;
mod cfinite;
mod condition;
mod evaluate;
mod folds;
mod fraction;
mod gosper;
mod integers;
pub mod linear;
mod members;
mod mentions;
mod print;
mod quasi;
mod recurrence;
mod remainders;
mod smtlib;
mod structure;
mod substitute;
mod summation;
mod term;
pub mod univariate;
mod zero;

pub use atom::{Atom, Range, integer_log, integer_root};
pub use condition::{Condition, Relation};
pub use evaluate::{ArrayValue, Known, NoValue, Values};
pub use folds::{Fold, Keeping};
pub use recurrence::{Closed, Solution, solve};
pub use sextant_notation::Notation as Style;
pub use structure::{Array, Search, Sequence, System};
pub use substitute::{Substitution, search, system};
pub use summation::{Class, Summed, classes, sum_below};
pub use term::{Monomial, Symbol, Term, as_integer, floor, floor_div};
