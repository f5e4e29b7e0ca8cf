//! Terms of the machine as algebra, and algebra as terms for the solver.
//!
//! [`Converter`] says what the machine's terms are in algebra: truth values are 0 and 1, arrays have one subscript for each
//! dimension, and what has no place in algebra is refused by name. [`Translator`] goes the other way, for questions to the
//! solver: what that does not know becomes fresh symbols.

mod bits;
mod from_expr;
mod to_expr;

pub(super) use from_expr::{Converter, Refused, either, normal, opposite};
pub(super) use to_expr::Translator;
