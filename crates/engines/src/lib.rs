//! One folder per method of symbolic evaluation. No method imports another.

pub mod dynamic;
pub mod forward;
