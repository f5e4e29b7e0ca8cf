//! Dynamic symbolic evaluation: an execution on given data that keeps the algebra.
//!
//! The program runs on symbols while the data answer every question, so that each value is known twice: as a term
//! over the inputs and as a number. As in the classical systems the program is instrumented first: [`Woven`] is
//! the program with markers on its edges and behind its assignments, at which the machine stops and the
//! [`Profile`] counts. Conditions and, if asked for, subscripts are replaced by their actual values as soon as
//! they are computed; what was replaced is kept in the path condition. So no question is ever simplified or
//! decided by a solver, and arrays stay tables of cells.
//!
//! Invariants
//! - The woven program computes what the program computes, errors and their order included.
//! - What is kept of a run does not grow with its length, but for the terms it computes and the conditions it
//!   meets. Operations on constants make no terms.
//! - A value that the data do not give is never made up: the run ends where it is needed.

mod actual;
mod expressions;
mod profile;
mod recorder;
mod run;
mod shape;
mod weave;

use std::collections::BTreeMap;

use dashu_int::IBig;
use sextant_base::{Interrupt, Span};
use sextant_expr::Value;
use sextant_state::Ending;

pub use actual::{Actual, NoValue};
pub use profile::{Extent, LoopCount, ProcedureProfile, Profile};
pub use run::{Run, missing_symbols, trace};
pub use shape::Shape;
pub use weave::Woven;

/// How to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Statements that may be executed.
    pub statements: u64,
    /// Procedures active at once.
    pub call_depth: usize,
    /// How many of the executed statements are kept as a list, the first ones.
    pub path: usize,
    /// How many written items are kept, the first ones.
    pub written: usize,
    /// When to stop.
    pub interrupt: Interrupt,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            statements: u64::MAX,
            call_depth: 1_000,
            path: 100,
            written: 10_000,
            interrupt: Interrupt::new(),
        }
    }
}

/// Actual values of the inputs, by the names of their symbols.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data {
    /// Values of scalars.
    pub scalars: BTreeMap<String, Value>,
    /// Values of elements of arrays.
    pub elements: BTreeMap<String, BTreeMap<IBig, Value>>,
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// By itself.
    Ended(Ending),
    /// A value is needed that the data do not give.
    Missing {
        /// The input, as in `N` or `A(3)`.
        what: String,
        /// Where it is needed.
        span: Span,
    },
    /// Somebody asked to stop.
    Interrupted,
    /// Time ran out.
    Timeout,
}
