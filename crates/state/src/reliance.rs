//! What executions of a call relied on that need not hold where the program runs: whoever reports about the call says so.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use sextant_base::Span;

/// Something that an execution relied on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reliance {
    /// Reals are exact numbers.
    ExactReals,
    /// A decision compares results of exact arithmetic on reals: on floats it may be another one.
    ExactDecisions,
    /// Integers do not leave the range of their types.
    UnboundedIntegers,
    /// An allocation does not fail.
    Allocation,
    /// There are no environment variables.
    NoEnvironment,
    /// The input has all that a program reads without looking whether it is there.
    CompleteInput,
    /// The quotient here is rounded down.
    RoundedDown(Span),
    /// A function that is not defined and is called here changes only what it can reach.
    UnknownFunction(Arc<str>, Span),
    /// The same for one that is said to change nothing.
    PureFunction(Arc<str>, Span),
    /// A pointer that a function returns that is not defined is null or leads to an object that nothing else leads to.
    UnknownPointer(Arc<str>, Led),
}

/// What a pointer of which nobody says it is taken to lead to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Led {
    /// One object.
    Object,
    /// So many elements.
    Elements(i64),
    /// A string of at most so many characters.
    Text(i64),
}

impl Reliance {
    /// The bit of one that has no location: those are noted again and again.
    fn bit(&self) -> u32 {
        match self {
            Reliance::ExactReals => 1,
            Reliance::UnboundedIntegers => 2,
            Reliance::Allocation => 4,
            Reliance::NoEnvironment => 8,
            Reliance::ExactDecisions => 16,
            Reliance::CompleteInput => 32,
            Reliance::RoundedDown(_)
            | Reliance::UnknownFunction(..)
            | Reliance::PureFunction(..)
            | Reliance::UnknownPointer(..) => 0,
        }
    }
}

/// All that the executions of a call relied on. Workers share it.
#[derive(Debug, Default)]
pub struct Reliances {
    /// The bits of those that are known.
    known: AtomicU32,
    all: Mutex<BTreeSet<Reliance>>,
}

impl Reliances {
    /// Whether one without a location is among them.
    pub fn has(&self, reliance: &Reliance) -> bool {
        self.known.load(Ordering::Relaxed) & reliance.bit() != 0
    }

    /// Adds one.
    pub fn note(&self, reliance: Reliance) {
        let bit = reliance.bit();
        if bit != 0 && self.known.load(Ordering::Relaxed) & bit != 0 {
            return;
        }
        self.all.lock().unwrap_or_else(PoisonError::into_inner).insert(reliance);
        self.known.fetch_or(bit, Ordering::Relaxed);
    }

    /// All of them, in order.
    pub fn all(&self) -> Vec<Reliance> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
