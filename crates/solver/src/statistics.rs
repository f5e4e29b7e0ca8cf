//! How much each layer did.

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
        self.asked += 1;
        self.seconds += time.as_secs_f64();
        match answer {
            Some(Answer::Sat(_)) => self.sat += 1,
            Some(Answer::Unsat) => self.unsat += 1,
            Some(Answer::Unknown(_)) | None => self.unknown += 1,
        }
    }
}

impl Statistics {
    /// The layer of a name.
    pub fn layer(&self, name: &str) -> Option<&LayerStatistics> {
        self.layers.iter().find(|layer| layer.name == name)
    }
}
