//! What every layer shares: typed ids, sources and spans, diagnostics, interruption, random choices.
//!
//! This crate knows no language, no graph and no formula, and it never prints.

mod diagnostic;
mod id;
mod interrupt;
mod random;
mod source;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use id::{Id, IdVec};
pub use interrupt::Interrupt;
pub use random::Random;
pub use source::{Position, SourceId, Sources, Span};
