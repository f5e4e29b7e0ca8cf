//! The methods by which one call is checked.

use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use sextant_engines::forward::{Config, Shortfall, explore};
use sextant_engines::induction::{self, Induction};
use sextant_state::Code;

use super::observer::{Board, CheckObserver};
use super::prepared::Prepared;
use crate::Call;
use crate::replay::Replayer;

/// A call to be checked.
pub(super) struct Task<'s> {
    prepared: &'s Prepared<'s>,
    call: &'s Call,
    progress: &'s AtomicU64,
    replayer: Option<Replayer>,
}

impl<'s> Task<'s> {
    pub fn new(prepared: &'s Prepared<'s>, call: &'s Call, progress: &'s AtomicU64) -> Self {
        let replayer = Replayer::of_code(prepared.session, prepared.replay(), &call.text, prepared.options);
        Self { prepared, call, progress, replayer }
    }

    /// Explores paths.
    pub fn explore(&self, config: Config) -> (Board, Vec<Shortfall>) {
        self.explore_code(self.prepared.exploration(), config)
    }

    /// Explores paths with counted loops crossed in one step; nothing if there are none of these.
    pub fn explore_crossed(&self, config: Config) -> Option<(Board, Vec<Shortfall>)> {
        let code = self.prepared.crossed(self.call.entry.procedure, &config.interrupt)?;
        Some(self.explore_code(&code, config))
    }

    fn explore_code(&self, code: &Code, config: Config) -> (Board, Vec<Shortfall>) {
        let merge = self.prepared.merges();
        // A merged state has no list of answers by which another worker could find it.
        let threads = if merge { 1 } else { config.threads };
        let board = Mutex::new(Board::default());
        let past_undefined = self.prepared.program.rules.addressed_storage;
        let config = Config { strict: true, past_undefined, merge, threads, ..config };
        let exploration = explore(code, &self.call.entry, &config, || CheckObserver {
            session: self.prepared.session,
            program: &self.prepared.program,
            call: self.call,
            replayer: self.replayer.as_ref(),
            board: &board,
            progress: self.progress,
            asked: 0,
        });
        (board.into_inner().unwrap_or_else(PoisonError::into_inner), exploration.shortfalls)
    }

    /// Tries a proof by induction over the loops.
    pub fn prove(&self, config: &induction::Config) -> Induction {
        induction::prove(self.prepared.induction(), &self.call.entry, config)
    }
}
