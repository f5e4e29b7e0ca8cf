//! How the time of a check is divided.

use std::time::Duration;

use sextant_base::Interrupt;
use sextant_engines::forward::{Config, Limits, Shortfall};
use sextant_engines::induction;
use sextant_solver::SolverConfig;

use crate::Options;

/// Statements on one path before a proof is tried.
const FIRST_STATEMENTS: u64 = 10_000;
/// Statements on one way between two loops of a proof.
const WAY_STATEMENTS: u64 = 200_000;
/// What a check may take before, and in, a proof if nobody limits it.
const UNLIMITED_PART: Duration = Duration::from_secs(30);

/// The time of a check: a part for a first exploration, one for a proof, one for an exploration by closed forms of loops,
/// the rest for an exploration without limits.
/// Only programs on addressed storage have such a plan; others are explored once.
pub(super) struct Plan<'o> {
    options: &'o Options,
    in_parts: bool,
    whole: Interrupt,
}

impl<'o> Plan<'o> {
    /// The time of a call: what is left until the interrupt's deadline.
    pub fn new(options: &'o Options, in_parts: bool, whole: Interrupt) -> Self {
        Self { options, in_parts, whole }
    }

    /// An exploration for all the time.
    fn config(&self) -> Config {
        let config = self.options.config();
        let solver = SolverConfig { interrupt: self.whole.clone(), ..config.solver };
        Config { interrupt: self.whole.clone(), solver, ..config }
    }

    /// The first exploration.
    pub fn first(&mut self) -> Config {
        let config = self.config();
        if !self.in_parts {
            return config;
        }
        self.brief(config, 16)
    }

    /// The proof.
    pub fn proof(&self) -> Option<induction::Config> {
        if self.whole.should_stop() {
            return None;
        }
        let config = self.timed(self.config(), 3);
        // A question that takes long is not worth its time: there are many.
        let query_timeout = config.solver.query_timeout.min(Duration::from_secs(2));
        Some(induction::Config {
            statements: WAY_STATEMENTS,
            call_depth: config.limits.call_depth.min(60),
            solver: SolverConfig { query_timeout, ..config.solver },
            interrupt: config.interrupt,
        })
    }

    /// The exploration with loops crossed in one step.
    pub fn crossing(&self) -> Option<Config> {
        (!self.whole.should_stop()).then(|| self.brief(self.config(), 4))
    }

    /// The exploration for the rest of the time, if it can see more than the first.
    pub fn rest(&self, shortfalls: &[Shortfall]) -> Option<Config> {
        let cut = |shortfall: &Shortfall| matches!(shortfall, Shortfall::Statements(_) | Shortfall::Timeout);
        let more =
            self.options.limits.statements > FIRST_STATEMENTS || shortfalls.contains(&Shortfall::Timeout);
        (more && shortfalls.iter().any(cut) && !self.whole.should_stop()).then(|| self.config())
    }

    /// The same with short paths and one part of the time that is left.
    fn brief(&self, config: Config, parts: u32) -> Config {
        let statements = config.limits.statements.min(FIRST_STATEMENTS);
        self.timed(Config { limits: Limits { statements, ..config.limits }, ..config }, parts)
    }

    /// The same with one part of the time that is left.
    fn timed(&self, config: Config, parts: u32) -> Config {
        let part = self.whole.remaining().map_or(UNLIMITED_PART, |left| left / parts);
        let interrupt = self.whole.with_timeout(part);
        let solver = SolverConfig { interrupt: interrupt.clone(), ..config.solver };
        Config { interrupt, solver, ..config }
    }
}
