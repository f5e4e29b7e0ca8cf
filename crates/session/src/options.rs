//! What a user can choose about a run.

use std::collections::BTreeSet;
use std::time::Duration;

use sextant_base::Interrupt;
use sextant_engines::forward::{Config, Limits, Strategy};
use sextant_engines::global::Crossing;
use sextant_expr::Rounding;
use sextant_solver::{SolverConfig, Tally};
use sextant_state::{Arithmetic, Policy};
use sextant_syntax::Language;

use crate::language::front_end;

/// What is done with a symbolic subscript.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SubscriptTreatment {
    /// The element is a conditional value.
    #[default]
    Conditional,
    /// A case for each element that may be meant.
    Cases,
    /// The element, or after an assignment the whole array, is undetermined.
    Undetermined,
}

/// The choices of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// What integers are; `None`: those of the machine for C, all integers for other languages.
    pub arithmetic: Option<Arithmetic>,
    /// How division rounds; `None`: as the language and the arithmetic have it.
    pub division: Option<Rounding>,
    /// What a C program is started with, behind its own name; `?N` is a text of N characters that are inputs.
    pub program_arguments: Vec<String>,
    /// Whether checks make one state of several that come together behind a branch.
    pub merge: bool,
    /// What a run may cost.
    pub limits: Limits,
    /// The time it may take.
    pub timeout: Option<Duration>,
    /// In which order paths are explored.
    pub strategy: Strategy,
    /// For the random strategy.
    pub seed: u64,
    /// How many workers.
    pub threads: usize,
    /// What is done with a symbolic subscript.
    pub subscripts: SubscriptTreatment,
    /// Whether operations on constants are computed.
    pub folding: bool,
    /// Whether values are shown as the program computed them instead of simplified.
    pub evolved: bool,
    /// Explore only below these decisions.
    pub prefix: Vec<bool>,
    /// What READ statements find, as EFFIGY values.
    pub input: Vec<String>,
    /// What the standard unit for input of a Fortran program reads, as text.
    pub text_input: Option<Vec<u8>>,
    /// The time one question may take.
    pub query_timeout: Duration,
    /// An SMT-LIB 2 solver to be used instead of the built-in one.
    pub solver_command: Option<Vec<String>>,
    /// Whether counted loops are crossed in one step by their closed forms.
    pub loops: Crossing,
    /// Whether test data are also run by a compiler.
    pub compiled: bool,
    /// What a procedure on inputs of all kinds gets where its text leaves that open.
    pub chosen: Chosen,
    /// When to stop.
    pub interrupt: Interrupt,
    /// Sums of what solvers did.
    pub tally: Tally,
}

/// What is chosen for parameters whose declarations leave something open. By default nothing is, and a call says so.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// The elements of every dimension that an argument decides about, and the characters of such texts.
    pub size: Option<i64>,
    /// Parameters that are null pointers.
    pub null: BTreeSet<String>,
}

impl Default for Options {
    fn default() -> Self {
        let solver = SolverConfig::default();
        Self {
            arithmetic: None,
            program_arguments: Vec::new(),
            merge: true,
            division: None,
            limits: Limits::default(),
            timeout: None,
            strategy: Strategy::DepthFirst,
            seed: 1,
            threads: 1,
            subscripts: SubscriptTreatment::Conditional,
            folding: true,
            evolved: false,
            prefix: Vec::new(),
            input: Vec::new(),
            text_input: None,
            query_timeout: solver.query_timeout,
            solver_command: None,
            loops: Crossing::Unroll,
            compiled: false,
            chosen: Chosen::default(),
            interrupt: Interrupt::new(),
            tally: Tally::default(),
        }
    }
}

impl Options {
    /// The meaning of arithmetic for a language.
    ///
    /// Ideal integers divide as EFFIGY's algebra does, rounding down, so that `(2*N + 1)/2` is `N` for every `N`;
    /// machine integers divide as compilers do, towards zero.
    pub fn policy(&self, language: Language) -> Policy {
        let front = front_end(language);
        let own = if front.rules.machine_numbers { Arithmetic::Machine } else { Arithmetic::Ideal };
        let arithmetic = self.arithmetic.unwrap_or(own);
        let floors = front.effigy && arithmetic == Arithmetic::Ideal;
        let division = if floors { Rounding::Floor } else { Rounding::Truncate };
        Policy {
            arithmetic,
            division: self.division.unwrap_or(division),
            real_errors: !front.rules.machine_numbers,
        }
    }

    /// The options that decide what an execution means, in words.
    pub fn fingerprint(&self, language: Language) -> String {
        let policy = self.policy(language);
        let word = |value: String| value.to_lowercase();
        let mut words = vec![
            format!("--arithmetic {}", word(format!("{:?}", policy.arithmetic))),
            format!("--division {}", word(format!("{:?}", policy.division))),
            format!("--call-depth {}", self.limits.call_depth),
        ];
        words.extend(self.input.iter().map(|input| format!("--input '{input}'")));
        if self.subscripts != SubscriptTreatment::default() {
            words.push(format!("--subscripts {}", word(format!("{:?}", self.subscripts))));
        }
        if !self.folding {
            words.push("--no-folding".into());
        }
        words.join(" ")
    }

    /// What stops a run: the user, or the clock, which starts now.
    pub fn deadline(&self) -> Interrupt {
        match self.timeout {
            Some(limit) => self.interrupt.with_timeout(limit),
            None => self.interrupt.clone(),
        }
    }

    /// The engine's configuration; the clock starts now.
    pub fn config(&self) -> Config {
        let interrupt = self.deadline();
        let solver = SolverConfig {
            query_timeout: self.query_timeout,
            pipe: self.solver_command.clone(),
            tally: self.tally.clone(),
            interrupt: interrupt.clone(),
            ..SolverConfig::default()
        };
        Config {
            limits: self.limits,
            strategy: self.strategy,
            seed: self.seed,
            threads: self.threads.max(1),
            strict: false,
            past_undefined: false,
            merge: false,
            split_subscripts: self.subscripts == SubscriptTreatment::Cases,
            undetermined_subscripts: self.subscripts == SubscriptTreatment::Undetermined,
            folding: self.folding,
            prefix: self.prefix.clone(),
            solver,
            interrupt,
        }
    }
}
