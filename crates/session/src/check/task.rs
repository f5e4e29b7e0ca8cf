//! The methods by which one call is checked.

use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use sextant_engines::forward::{Config, Shortfall, explore};
use sextant_engines::global::{Crossing, crossed};
use sextant_engines::induction::{self, Induction};
use sextant_flow::FlowProgram;
use sextant_state::{compile, compile_with_joins, compile_with_loops};
use sextant_syntax::Language;

use super::observer::{Board, CheckObserver};
use crate::replay::Replayer;
use crate::{Call, Options, Session};

/// A call to be checked.
pub(super) struct Task<'s> {
    session: &'s Session,
    program: &'s FlowProgram,
    call: &'s Call,
    options: &'s Options,
    progress: &'s AtomicU64,
    replayer: Option<Replayer>,
}

impl<'s> Task<'s> {
    pub fn new(
        session: &'s Session,
        program: &'s FlowProgram,
        call: &'s Call,
        options: &'s Options,
        progress: &'s AtomicU64,
    ) -> Self {
        let replayer = Replayer::new(session, program, &call.text, options);
        Self { session, program, call, options, progress, replayer }
    }

    /// Explores paths.
    pub fn explore(&self, config: Config) -> (Board, Vec<Shortfall>) {
        let explored = self.session.explored(self.program, self.options);
        self.explore_program(&explored, config)
    }

    /// Explores paths with counted loops crossed in one step; nothing if there are none of these.
    pub fn explore_crossed(&self, config: Config) -> Option<(Board, Vec<Shortfall>)> {
        let policy = self.options.policy(self.program.language);
        let crossed = crossed(self.program, policy, Crossing::Auto, &config.interrupt);
        let blocks = |program: &FlowProgram| -> usize {
            program.procedures.iter().map(|graph| graph.blocks.len()).sum()
        };
        (blocks(&crossed) > blocks(self.program)).then(|| self.explore_program(&crossed, config))
    }

    fn explore_program(&self, explored: &FlowProgram, config: Config) -> (Board, Vec<Shortfall>) {
        let merge = self.program.language == Language::C && self.options.merge;
        // A merged state has no list of answers by which another worker could find it.
        let threads = if merge { 1 } else { config.threads };
        let policy = self.options.policy(self.program.language);
        let code = if merge { compile_with_joins(explored, policy) } else { compile(explored, policy) };
        let board = Mutex::new(Board::default());
        let past_undefined = self.program.language == Language::C;
        let config = Config { strict: true, past_undefined, merge, threads, ..config };
        let exploration = explore(&code, &self.call.entry, &config, || CheckObserver {
            session: self.session,
            program: self.program,
            call: self.call,
            replayer: self.replayer.as_ref(),
            board: &board,
            progress: self.progress,
        });
        (board.into_inner().unwrap_or_else(PoisonError::into_inner), exploration.shortfalls)
    }

    /// Tries a proof by induction over the loops.
    pub fn prove(&self, config: &induction::Config) -> Induction {
        let policy = self.options.policy(self.program.language);
        let code = compile_with_loops(self.program, policy);
        induction::prove(&code, &self.call.entry, config)
    }
}
