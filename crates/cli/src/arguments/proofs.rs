//! The commands that look at a program as a formula: passes, backward substitution, proofs, comparison.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sextant_session::{Interrupt, Options, PassOptions, Rounding};

use super::choices::{DIVISIONS, one_of};
use super::{ProgramArguments, TraceFormat, seconds};

/// What every such command can be told.
#[derive(Args, Debug)]
pub struct FormulaArguments {
    /// How integer division rounds [default: floor]
    #[arg(long, value_parser = one_of(DIVISIONS))]
    pub division: Option<Rounding>,
    /// Seconds the whole run may take
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: Duration,
    /// Seconds one question to the solver may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub query_timeout: Duration,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl FormulaArguments {
    /// The session's options.
    pub fn options(&self, interrupt: Interrupt) -> Options {
        Options {
            division: self.division,
            timeout: Some(self.timeout),
            query_timeout: self.query_timeout,
            interrupt,
            ..Options::default()
        }
    }
}

/// `passes`.
#[derive(Args, Debug)]
pub struct PassesCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The procedure
    pub procedure: String,
    /// Passes
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub passes: u32,
    /// Show every assignment to an attribute
    #[arg(long)]
    pub attributes: bool,
    /// Visit every node in every pass instead of skipping what can give nothing new
    #[arg(long)]
    pub visit_all: bool,
    /// Start at this node instead of the root
    #[arg(long, value_name = "NUMBER")]
    pub node: Option<usize>,
    /// The values at the start, as in 'I = 0, X = "x" + 1'
    #[arg(long, value_name = "VALUES")]
    pub environment: Option<String>,
    /// What is known at the start, as in '"x" > 0'
    #[arg(long, value_name = "CONDITION")]
    pub assume: Option<String>,
    /// What every such command can be told.
    #[command(flatten)]
    pub formula: FormulaArguments,
    /// The form: text, or a picture of the annotated tree
    #[arg(long, value_enum, default_value = "text")]
    pub format: TraceFormat,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl PassesCommand {
    /// What is chosen about the passes.
    pub fn choices(&self) -> PassOptions {
        PassOptions {
            passes: self.passes,
            attributes: self.attributes || self.format == TraceFormat::Svg,
            visit_all: self.visit_all,
            node: self.node,
            environment: self.environment.clone(),
            assume: self.assume.clone(),
        }
    }
}

/// `prove`.
#[derive(Args, Debug)]
pub struct ProveCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The procedure
    pub procedure: String,
    /// Leave out that subscripts lie in their bounds and divisors are not zero
    #[arg(long)]
    pub no_checks: bool,
    /// Do not look for invariants and measures that are missing
    #[arg(long)]
    pub no_search: bool,
    /// What every such command can be told.
    #[command(flatten)]
    pub formula: FormulaArguments,
}

/// `back`.
#[derive(Args, Debug)]
pub struct BackCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The procedure
    pub procedure: String,
    /// Go back along this path: block numbers, as in '1 2 3 2 4', or decisions at branches, as in TTF
    #[arg(long, value_name = "PATH", conflicts_with = "to", required_unless_present = "to")]
    pub follow: Option<String>,
    /// Go back from the first statement on this line, over all ways to it
    #[arg(long, value_name = "LINE")]
    pub to: Option<u32>,
    /// The condition at the end of the path, or at the line
    #[arg(long, value_name = "CONDITION")]
    pub condition: Option<String>,
    /// Loop iterations on a way to the line
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub iterations: usize,
    /// What every such command can be told.
    #[command(flatten)]
    pub formula: FormulaArguments,
}

/// `compare`.
#[derive(Args, Debug)]
pub struct CompareCommand {
    /// One program
    pub file: PathBuf,
    /// Its procedure
    pub procedure: String,
    /// The other program
    pub other: Option<PathBuf>,
    /// Its procedure [default: of the same name]
    pub other_procedure: Option<String>,
    /// A table of cases instead of another program: lines `condition => NAME = value, return = value`
    #[arg(long, value_name = "FILE", conflicts_with = "other")]
    pub cases: Option<PathBuf>,
    /// What every such command can be told.
    #[command(flatten)]
    pub formula: FormulaArguments,
}

/// `document`.
#[derive(Args, Debug)]
pub struct DocumentCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// What every such command can be told.
    #[command(flatten)]
    pub formula: FormulaArguments,
    /// The form
    #[arg(long, value_enum, default_value = "markdown")]
    pub format: DocumentFormat,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Forms of documentation.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum DocumentFormat {
    /// Markdown with formulas for KaTeX
    Markdown,
    /// A page of its own
    Html,
}
