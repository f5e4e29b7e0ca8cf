//! Formulas over terms, and what decides them.
//!
//! A [`Formula`] has connectives and quantifiers over ranges above terms; [`satisfiable`] and [`implies`] decide about
//! formulas. [`with_outside`] makes parameters of storage that outlives a procedure. [`Stuck`] is what a method cannot
//! express, with its place; nothing is left out silently.
//!
//! Invariants
//! - Nothing here says what an expression means: the machine does.
//! - Nothing here chooses paths.

mod decide;
mod entry;
mod formula;
mod outside;
mod stuck;

pub use decide::{LARGEST_RANGE, TooLong, holds, implies, satisfiable};
pub use entry::shape_name;
pub use formula::{Formula, Quantified, occurs};
pub use outside::{may_hold_anything, with_constants, with_outside};
pub use stuck::{Stuck, sort_of};
