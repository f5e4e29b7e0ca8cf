//! What every layer shares: typed ids, sources and spans, diagnostics, interruption, random choices, components of
//! graphs.
//!
//! This crate knows no language and no formula, and it never prints.

mod components;
mod diagnostic;
mod id;
mod interrupt;
mod random;
mod source;

pub use components::components;
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use id::{Id, IdVec};
pub use interrupt::Interrupt;
pub use random::Random;
pub use source::{Position, SourceId, Sources, Span};
