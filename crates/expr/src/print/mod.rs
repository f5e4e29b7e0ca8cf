//! Terms as formulas, which are shown as source-like algebra, and as SMT-LIB text.
//!
//! Invariants
//! - Printing never recurses, so that a term may be nested as deep as memory allows.
//! - Source-like text is cut at [`LONGEST_TEXT`](sextant_notation::LONGEST_TEXT) characters, since sharing can make the text of a term
//!   exponentially longer than the term; SMT-LIB text names shared terms instead and is complete.

mod c;
mod constants;
mod formula;
mod smtlib;
mod smtlib_names;

pub(crate) use constants::{bits_text, float_text, real_text};
pub(crate) use formula::operator_name;
