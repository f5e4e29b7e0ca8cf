//! What a solver may use.

use std::path::PathBuf;
use std::time::Duration;

use sextant_base::Interrupt;

use crate::Tally;

/// Which layers a solver has and what they may spend.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// Try recent models first.
    pub reuse_models: bool,
    /// Use the own linear layer.
    pub linear: bool,
    /// Use the own layer of bits.
    pub bits: bool,
    /// Within that layer, try all values of inputs where they are few.
    pub enumeration: bool,
    /// The conflicts that the search for bits may meet in one query.
    pub conflicts: u64,
    /// Use Z3, loaded when it is first needed.
    pub z3: bool,
    /// The library file of Z3, instead of searching for it.
    pub z3_library: Option<PathBuf>,
    /// A command that reads SMT-LIB 2 on its standard input (such as `z3 -in`), used instead of the library.
    pub pipe: Option<Vec<String>>,
    /// The processor time for one query; of a command, the time on the clock.
    pub query_timeout: Duration,
    /// The memory Z3 may use in this process, in megabytes.
    pub memory_limit_mb: u32,
    /// Where a solver adds what it did when it ends.
    pub tally: Tally,
    /// Stops a running query.
    pub interrupt: Interrupt,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self {
            reuse_models: true,
            linear: true,
            bits: true,
            enumeration: true,
            conflicts: 400_000,
            z3: true,
            z3_library: None,
            pipe: None,
            query_timeout: Duration::from_secs(10),
            memory_limit_mb: 2048,
            tally: Tally::default(),
            interrupt: Interrupt::new(),
        }
    }
}
