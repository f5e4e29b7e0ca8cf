//! What a stretch of a program does, whatever was there before: the machine, run from general states.
//!
//! The machine is the only place that says what an expression or an action means. Methods that look at a program as
//! formulas take the meaning from here: [`Context`] holds the machine of one procedure whose points are marked;
//! [`Context::ways`] runs a state to the next points in all ways; [`Context::effect`] is what the stretch after a point
//! does to a state in which every variable may hold anything: a list of [`Effect`]s, each with its conditions, the changed
//! values as terms, and where it leads. A [`Probe`] is an expression that is computed in a given state, an [`Assertion`] a
//! condition with quantifiers that is a formula there.
//!
//! Invariants
//! - Nothing here decides what an operation means, and nothing chooses paths: every way is given.
//! - What cannot be expressed is [`Stuck`] with its place.
//! - A check of the machine is assumed to succeed and noted as a [`Fact`]; whoever asks decides what it is worth.

mod assertion;
mod context;
mod effect;
mod input;
mod probe;
mod ways;

pub use assertion::Assertion;
pub use context::{Config, Context, code_of};
pub use effect::{Effect, General};
pub use probe::{Evaluated, Probe, in_activation_of};
pub use sextant_logic::Stuck;
pub use ways::{Arrival, Fact, FactKind, UNKNOWN_ADDRESS, Way};
