//! How much each layer did.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::Answer;

/// The work of a solver so far.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Questions asked of the chain.
    pub queries: u64,
    /// The layers in the order they are tried.
    pub layers: Vec<LayerStatistics>,
}

/// The work of one layer.
#[derive(Clone, Debug)]
pub struct LayerStatistics {
    /// The name of the layer.
    pub name: &'static str,
    /// Questions that reached it.
    pub asked: u64,
    /// Questions it answered with a model.
    pub sat: u64,
    /// Questions it answered with "impossible".
    pub unsat: u64,
    /// Questions it had to pass on or leave open.
    pub unknown: u64,
    /// Time spent in it; that of the constants is not taken.
    pub seconds: f64,
}

impl LayerStatistics {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, asked: 0, sat: 0, unsat: 0, unknown: 0, seconds: 0.0 }
    }

    pub(crate) fn count(&mut self, answer: Option<&Answer>, time: Duration) {
        self.note(matches!(answer, Some(Answer::Sat(_))), answer == Some(&Answer::Unsat), time);
    }

    /// A question that was found possible, or impossible, or neither.
    pub(crate) fn note(&mut self, sat: bool, unsat: bool, time: Duration) {
        self.asked += 1;
        self.seconds += time.as_secs_f64();
        self.sat += u64::from(sat);
        self.unsat += u64::from(unsat);
        self.unknown += u64::from(!sat && !unsat);
    }
}

impl Statistics {
    /// The layer of a name.
    pub fn layer(&self, name: &str) -> Option<&LayerStatistics> {
        self.layers.iter().find(|layer| layer.name == name)
    }
}

impl std::ops::AddAssign<&Statistics> for Statistics {
    fn add_assign(&mut self, more: &Statistics) {
        self.queries += more.queries;
        for layer in &more.layers {
            match self.layers.iter_mut().find(|known| known.name == layer.name) {
                Some(known) => {
                    known.asked += layer.asked;
                    known.sat += layer.sat;
                    known.unsat += layer.unsat;
                    known.unknown += layer.unknown;
                    known.seconds += layer.seconds;
                }
                None => self.layers.push(layer.clone()),
            }
        }
    }
}

/// What all solvers of a run did together. Clones share the same sums; a solver adds to them when it ends.
#[derive(Clone, Debug, Default)]
pub struct Tally(Arc<Mutex<Statistics>>);

impl Tally {
    /// Adds the work of one solver.
    pub fn add(&self, statistics: &Statistics) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += statistics;
    }

    /// The sums so far.
    pub fn total(&self) -> Statistics {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
