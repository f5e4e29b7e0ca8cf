//! What can be written on the command line.

mod choices;
mod program;
mod proofs;
mod suites;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::limits::size;
use crate::statistics;
use clap::{Args, Parser, Subcommand, ValueEnum};
use sextant_session::{
    Arithmetic, Crossing, Interrupt, Limits, LoopDepth, Options, Rounding, Strategy, Style,
    SubscriptTreatment, syntax_of,
};

use choices::*;
pub use program::{CompilerArguments, ProgramArguments};
pub use proofs::*;
pub use suites::*;

/// Executes programs on symbols instead of numbers.
#[derive(Parser, Debug)]
#[command(
    name = "sextant",
    version,
    about = "Symbolic execution, testing and analysis of C, Fortran and PL/I programs and flow graphs",
    after_help = "Exit codes: 0 clean, 1 finding, 2 usage or input error, 3 inconclusive or out of budget, \
                  4 internal error, 130 interrupted."
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Memory the run may take, as in 500M or 4G [default: three quarters of the machine's]
    #[arg(long, global = true, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// Print how much work it was, and which part of the solver answered what
    #[arg(long, global = true)]
    pub statistics: bool,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Explore all paths of a call: condition and results of each
    Paths(CallCommand),
    /// Try every error condition on all paths: what can go wrong, with inputs that show it
    Check(CheckCommand),
    /// Write a test suite: inputs that cover a program, what it does on them, in forms that others can run
    Tests(TestsCommand),
    /// Execute a call the ordinary way
    Run(RunCommand),
    /// Draw the execution tree of a call
    Tree(TreeCommand),
    /// Print the computation table of each path of a call
    Table(TableCommand),
    /// Walk the execution tree of a call, forwards and backwards
    Debug(DebugCommand),
    /// Serve a debugger to an editor: the Debug Adapter Protocol
    Dap(DapCommand),
    /// Run a call on data, with actual and symbolic values side by side
    Trace(TraceCommand),
    /// Evaluate a procedure in passes over its syntax tree
    Passes(PassesCommand),
    /// Go back from a path or a statement to the condition at the entry
    Back(BackCommand),
    /// Compare two procedures, or a procedure and a table of cases
    Compare(CompareCommand),
    /// Write documentation of a program from its paths
    Document(DocumentCommand),
    /// Prove the assertions of a procedure, or refute them
    Prove(ProveCommand),
    /// Print the flow graph of a program
    Flow(FlowCommand),
    /// Print a whole procedure in closed form, loops included
    Summary(SummaryCommand),
    /// List what global evaluation finds: invariant computations, induction variables, dead branches, …
    Advise(AdviseCommand),
    /// Count the closure contexts of every procedure below a folder
    Cost(CostCommand),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// What is called.
#[derive(Args, Debug)]
pub struct CallArguments {
    /// The call, as in 'SEARCH(A, 1, 5, "X", FOUND, J)': a quoted name is a symbol, a bare name a variable of the
    /// caller; a procedure's name alone makes every parameter symbolic; without it, the main program. Further
    /// files of the program may stand before it
    #[arg(value_name = "CALL")]
    pub words: Vec<String>,
    /// The execution.
    #[command(flatten)]
    pub execution: ExecutionArguments,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What an execution reads, and what its arithmetic means.
#[derive(Args, Debug)]
pub struct ExecutionArguments {
    /// Values for READ and GET, as in '1, "A", 3'; after them each value read is a new symbol
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    pub input: Vec<String>,
    /// What a C program is started with, after its own name; ?N is a string of up to N characters that are inputs
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub program_arguments: Vec<String>,
    /// What numbers are [default: ideal; machine for C and where a Fortran program is run]
    #[arg(long, value_parser = one_of(ARITHMETICS))]
    pub arithmetic: Option<Arithmetic>,
    /// How integer division rounds [default: floor with ideal arithmetic, truncate with machine arithmetic]
    #[arg(long, value_parser = one_of(DIVISIONS))]
    pub division: Option<Rounding>,
    /// Procedures active at once [default: 1000; 100000 where a program is run]
    #[arg(long, value_name = "N")]
    pub call_depth: Option<usize>,
    /// Seconds the whole run may take [default: 60 for explorations]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Show values as the program computed them, not simplified
    #[arg(long)]
    pub evolved: bool,
}

/// How paths are explored.
#[derive(Args, Debug)]
pub struct ExplorationArguments {
    /// Statements on one path [default: 10000; for a tree 200]
    #[arg(long, short = 'n', value_name = "N")]
    pub statements: Option<u64>,
    /// Paths
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub paths: u64,
    /// Forks on one path
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub forks: u64,
    /// The order in which paths are explored
    #[arg(long, value_parser = one_of(STRATEGIES), default_value = "depth-first")]
    pub strategy: Strategy,
    /// The seed of the random strategy
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Workers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// What becomes of a symbolic subscript
    #[arg(long, value_parser = one_of(SUBSCRIPTS), default_value = "conditional")]
    pub subscripts: SubscriptTreatment,
    /// Whether counted loops are crossed in one step by their closed forms
    #[arg(long, value_parser = one_of(CROSSINGS), default_value = "unroll")]
    pub loops: Crossing,
    /// Keep operations on constants instead of computing them
    #[arg(long)]
    pub no_folding: bool,
    /// Explore only below these decisions, as in TFT
    #[arg(long, value_name = "DECISIONS", default_value = "", hide_default_value = true, value_parser = decisions)]
    pub prefix: Decisions,
    /// Seconds one question to the solver may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub query_timeout: Duration,
    /// An SMT-LIB 2 solver to be used instead of Z3, as in 'cvc5 --incremental'
    #[arg(long, value_name = "COMMAND")]
    pub solver: Option<String>,
}

/// `paths`.
#[derive(Args, Debug)]
pub struct CallCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The call.
    #[command(flatten)]
    pub call: CallArguments,
    /// The exploration.
    #[command(flatten)]
    pub exploration: ExplorationArguments,
    /// Follow one path or several by their blocks, as in 'SUB1,1,2,5,SUB2,1,7,8,SUB1,(6,7)$2,EOP,END'
    #[arg(long, value_name = "PATHS")]
    pub follow: Option<String>,
    /// How paths are shown
    #[arg(long, value_enum, default_value = "table")]
    pub layout: LayoutName,
    /// Run test data also as a compiled program (gfortran), with a generated driver
    #[arg(long)]
    pub compile: bool,
    /// Tell the state after every statement (VAL and PC)
    #[arg(long)]
    pub states: bool,
}

/// How paths are shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum LayoutName {
    /// One row for each path
    Table,
    /// Each path told in full
    Report,
}

/// `check`.
#[derive(Args, Debug)]
pub struct CheckCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The call; without one, the main program, or else every procedure.
    #[command(flatten)]
    pub call: CallArguments,
    /// The exploration.
    #[command(flatten)]
    pub exploration: ExplorationArguments,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub format: CheckFormat,
    /// List what is proved, too
    #[arg(long)]
    pub all: bool,
    /// Show the paths to findings by the numbers of their statements, too
    #[arg(long)]
    pub path_numbers: bool,
}

/// `run`.
#[derive(Args, Debug)]
pub struct RunCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The call.
    #[command(flatten)]
    pub call: CallArguments,
    /// Statements that may be executed
    #[arg(long, short = 'n', value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub statements: u64,
}

/// `tree`.
#[derive(Args, Debug)]
pub struct TreeCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The call.
    #[command(flatten)]
    pub call: CallArguments,
    /// The exploration.
    #[command(flatten)]
    pub exploration: ExplorationArguments,
    /// The form of the picture
    #[arg(long, value_enum, default_value = "text")]
    pub format: TreeFormat,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `table`.
#[derive(Args, Debug)]
pub struct TableCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The call.
    #[command(flatten)]
    pub call: CallArguments,
    /// The exploration.
    #[command(flatten)]
    pub exploration: ExplorationArguments,
    /// Tabulate the simplified values instead of the history
    #[arg(long)]
    pub simplified: bool,
}

/// `debug`.
#[derive(Args, Debug)]
pub struct DebugCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The call to start with, as in 'SEARCH(A, 1, 5, "X", FOUND, J)'
    pub call: Option<String>,
    /// Walk the run on these data, with both values shown, as in 'X = 3, A = (1, 2, 3), B(0:1) = (7, 8), IN1 = 4'
    #[arg(long, value_name = "DATA")]
    pub data: Option<String>,
    /// Keep the session in a file: go on with the one it holds, and save after every command
    #[arg(long, value_name = "FILE")]
    pub session: Option<PathBuf>,
    /// The execution.
    #[command(flatten)]
    pub execution: ExecutionArguments,
}

/// `dap`.
#[derive(Args, Debug)]
pub struct DapCommand {
    /// Wait for clients on this port of the machine instead of using standard input and output; 0 is any free port
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
}

/// `trace`.
#[derive(Args, Debug)]
pub struct TraceCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The call.
    #[command(flatten)]
    pub call: CallArguments,
    /// Values of the symbols for one run, as in 'X = 3, A = (1, 2, 3), B(0:1) = (7, 8), IN1 = 4'; each --data is a run
    #[arg(long, value_name = "DATA")]
    pub data: Vec<String>,
    /// Statements that a run may execute
    #[arg(long, short = 'n', value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub statements: u64,
    /// What becomes of a symbolic subscript; with `cases` it means the element it has in the run
    #[arg(long, value_parser = one_of(SUBSCRIPTS), default_value = "cases")]
    pub subscripts: SubscriptTreatment,
    /// The form: a report, or a picture of the computation trees
    #[arg(long, value_enum, default_value = "text")]
    pub format: TraceFormat,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `flow`.
#[derive(Args, Debug)]
pub struct FlowCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Only this procedure
    pub procedure: Option<String>,
    /// Print the path expression to a block (by number) instead; without a number, of all executions
    #[arg(long, value_name = "BLOCK", num_args = 0..=1, default_missing_value = "0")]
    pub path_expression: Option<u32>,
    /// The form
    #[arg(long, value_enum, default_value = "text")]
    pub format: FlowFormat,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `summary`.
#[derive(Args, Debug)]
pub struct SummaryCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The procedure
    pub procedure: String,
    /// The state where the statement of this line begins, instead of the results
    #[arg(long, value_name = "LINE")]
    pub at: Option<usize>,
    /// Decide an assertion there (or where the procedure returns): an expression of the Flow text form over the
    /// variables; a quoted name is the value of a parameter at the entry
    #[arg(long, value_name = "ASSERTION")]
    pub ask: Option<String>,
    /// Evaluate the closed forms at values of parameters: `n=10^18, m=1/3`
    #[arg(long, value_name = "NAME=VALUE", conflicts_with_all = ["at", "ask"])]
    pub given: Vec<String>,
    /// Show the results modulo this number
    #[arg(long, value_name = "NUMBER", requires = "given")]
    pub modulo: Option<String>,
    /// The notation
    #[arg(long, value_parser = one_of(NOTATIONS), default_value = "text")]
    pub format: Style,
    /// The execution.
    #[command(flatten)]
    pub execution: ExecutionArguments,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `advise`.
#[derive(Args, Debug)]
pub struct AdviseCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The execution.
    #[command(flatten)]
    pub execution: ExecutionArguments,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `cost`.
#[derive(Args, Debug)]
pub struct CostCommand {
    /// The folder
    pub folder: PathBuf,
    /// Look at the loops too: their trip counts, or also the closed forms of their bodies
    #[arg(long, value_parser = one_of(CENSUSES), default_value = "none")]
    pub loops: LoopDepth,
    /// Write the quantile plot to this file (SVG)
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Forms of a trace.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum TraceFormat {
    /// Text
    Text,
    /// A picture of the computation trees
    Svg,
}

/// Forms of the report of checks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum CheckFormat {
    /// Text
    Text,
    /// A SARIF 2.1 log
    Sarif,
}

/// Forms of a tree.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum TreeFormat {
    /// Text
    Text,
    /// A Graphviz program
    Dot,
    /// A picture
    Svg,
    /// A page that can be folded and clicked
    Html,
}

/// Forms of a flow graph.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum FlowFormat {
    /// The Flow text form
    Text,
    /// A Graphviz program
    Dot,
    /// A picture
    Svg,
}

/// A list of answers.
#[derive(Clone, Debug)]
pub struct Decisions(pub Vec<bool>);

/// Execution trees are often infinite: without a limit of its own, an exploration ends after a minute.
const EXPLORATION_TIME: Duration = Duration::from_secs(60);

/// Whether a word names a file of a program and not a call.
fn is_file(word: &str) -> bool {
    !word.contains('(') && syntax_of(Path::new(word)).is_some()
}

fn decisions(text: &str) -> Result<Decisions, String> {
    let answer = |letter: char| match letter.to_ascii_uppercase() {
        'T' => Ok(true),
        'F' => Ok(false),
        other => Err(format!("{other:?} is neither T nor F")),
    };
    text.chars().map(answer).collect::<Result<_, _>>().map(Decisions)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text.parse().map_err(|_| format!("{text} is not a number of seconds"))?;
    Duration::try_from_secs_f64(value).map_err(|_| format!("{text} is not a sensible number of seconds"))
}

impl CallArguments {
    /// Further files of the program.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.words.iter().filter(|word| is_file(word)).map(PathBuf::from)
    }

    /// The call; empty for the main program.
    pub fn text(&self) -> Result<&str, String> {
        let mut calls = self.words.iter().filter(|word| !is_file(word));
        match (calls.next(), calls.next()) {
            (_, Some(second)) => Err(format!("{second}: one call can be looked at, not two")),
            (first, None) => Ok(first.map_or("", String::as_str)),
        }
    }

    /// The session's options, without an exploration.
    pub fn options(&self, interrupt: Interrupt) -> Options {
        self.execution.options(interrupt)
    }
}

impl ExecutionArguments {
    /// The session's options, without an exploration.
    pub fn options(&self, interrupt: Interrupt) -> Options {
        Options {
            arithmetic: self.arithmetic,
            division: self.division,
            limits: Limits {
                call_depth: self.call_depth.unwrap_or(Limits::default().call_depth),
                ..Limits::default()
            },
            timeout: self.timeout,
            evolved: self.evolved,
            input: self.input.clone(),
            program_arguments: self.program_arguments.clone(),
            interrupt,
            tally: statistics::tally(),
            ..Options::default()
        }
    }
}

impl ExplorationArguments {
    /// Adds the exploration to the options.
    pub fn complete(&self, options: &mut Options, statements: u64) {
        options.timeout = options.timeout.or(Some(EXPLORATION_TIME));
        options.limits.statements = self.statements.unwrap_or(statements);
        options.limits.paths = self.paths;
        options.limits.forks = self.forks;
        options.seed = self.seed;
        options.threads = usize::from(self.threads);
        options.folding = !self.no_folding;
        options.prefix = self.prefix.0.clone();
        options.query_timeout = self.query_timeout;
        options.solver_command =
            self.solver.as_ref().map(|command| command.split_whitespace().map(str::to_owned).collect());
        options.strategy = self.strategy;
        options.subscripts = self.subscripts;
        options.loops = self.loops;
    }
}
