//! Expressions and assertions of programs as terms and formulas, for the methods that look at a program as a formula.
//!
//! [`value`] is the term of an expression; where its variables get their values from is said by a [`Store`].
//! [`Memory`] is the store of one activation. [`formula()`] is an assertion with its quantifiers, and [`satisfiable`]
//! and [`implies`] decide about formulas.
//!
//! Invariants
//! - Integers are ideal: all integers, no overflow; in programs in C they are those of the machine. Division rounds as
//!   the run's policy says.
//! - What a method cannot express is [`Stuck::Unsupported`] with its place; nothing is left out silently.
//! - Nothing here chooses paths.

mod decide;
mod entry;
mod formula;
mod functions;
mod machine;
mod memory;
mod outside;
mod subscripts;
mod value;

pub use decide::{LARGEST_RANGE, TooLong, holds, implies, satisfiable};
pub use entry::{Beginning, shape_name};
pub use formula::{Formula, Quantified, formula, occurs};
pub use machine::in_range;
pub use memory::{Demand, DemandKind, Memory, Reader};
pub use outside::{may_hold_anything, with_outside};
pub use subscripts::{Dimensions, end_of, subscripts, within};
pub use value::{Store, Stuck, sort_of, value};
