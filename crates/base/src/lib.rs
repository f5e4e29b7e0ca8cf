//! What every layer shares: typed ids, sources and spans, diagnostics, interruption.
//!
//! This crate knows no language, no graph and no formula, and it never prints.

mod diagnostic;
mod id;
mod interrupt;
mod source;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use id::{Id, IdVec};
pub use interrupt::Interrupt;
pub use source::{Position, SourceId, Sources, Span};
