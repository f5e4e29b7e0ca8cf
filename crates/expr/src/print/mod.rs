//! Terms as text: source-like algebra, and SMT-LIB.
//!
//! Invariants
//! - Printing never recurses, so that a term may be nested as deep as memory allows.
//! - Source-like text is cut at [`LONGEST_TEXT`] characters, since sharing can make the text of a term
//!   exponentially longer than the term; SMT-LIB text names shared terms instead and is complete.

mod constants;
mod show;
mod smtlib;
mod smtlib_names;

pub(crate) use constants::{bits_text, float_text, real_text};
pub use show::LONGEST_TEXT;
pub(crate) use show::operator_name;
