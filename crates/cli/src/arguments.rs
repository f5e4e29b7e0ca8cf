//! What can be written on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use sextant_session::{
    Arithmetic, Interrupt, Limits, Options, Rounding, Strategy, SubscriptTreatment, Syntax,
};

/// Executes programs on symbols instead of numbers.
#[derive(Parser, Debug)]
#[command(
    name = "sextant",
    version,
    about = "Symbolic execution, testing and analysis of PL/I programs and flow graphs",
    after_help = "Exit codes: 0 clean, 1 finding, 2 usage or input error, 3 inconclusive or out of budget, \
                  4 internal error, 130 interrupted."
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Explore all paths of a call: condition and results of each
    Paths(CallCommand),
    /// Execute a call the ordinary way
    Run(RunCommand),
    /// Draw the execution tree of a call
    Tree(TreeCommand),
    /// Print the computation table of each path of a call
    Table(TableCommand),
    /// Walk the execution tree of a call, forwards and backwards
    Debug(DebugCommand),
    /// Run a call on data, with actual and symbolic values side by side
    Trace(TraceCommand),
    /// Print the flow graph of a program
    Flow(FlowCommand),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// The program.
#[derive(Args, Debug)]
pub struct ProgramArguments {
    /// The program: a PL/I (.pli, .pl1) or Flow (.flow) file
    pub file: PathBuf,
    /// Further files of the same program
    #[arg(long = "with", value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// The language, where the file's ending does not tell
    #[arg(long, value_enum)]
    pub language: Option<LanguageName>,
}

/// What is called.
#[derive(Args, Debug)]
pub struct CallArguments {
    /// The call, as in 'SEARCH(A, 1, 5, "X", FOUND, J)': a quoted name is a symbol, a bare name a variable of the
    /// caller; a procedure's name alone makes every parameter symbolic
    pub call: String,
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
    /// What integers are
    #[arg(long, value_enum, default_value = "ideal")]
    pub arithmetic: ArithmeticName,
    /// How integer division rounds [default: floor with ideal arithmetic, truncate with machine arithmetic]
    #[arg(long, value_enum)]
    pub division: Option<DivisionName>,
    /// Procedures active at once
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub call_depth: usize,
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
    #[arg(long, value_enum, default_value = "depth-first")]
    pub strategy: StrategyName,
    /// The seed of the random strategy
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Workers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// What becomes of a symbolic subscript
    #[arg(long, value_enum, default_value = "conditional")]
    pub subscripts: SubscriptName,
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
    /// Print how much work it was
    #[arg(long)]
    pub statistics: bool,
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
    /// The execution.
    #[command(flatten)]
    pub execution: ExecutionArguments,
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
    #[arg(long, value_enum, default_value = "cases")]
    pub subscripts: SubscriptName,
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

/// Languages.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub enum LanguageName {
    /// PL/I
    Pli,
    /// The text form of flow graphs
    Flow,
}

impl From<LanguageName> for Syntax {
    fn from(name: LanguageName) -> Syntax {
        match name {
            LanguageName::Pli => Syntax::Pli,
            LanguageName::Flow => Syntax::Flow,
        }
    }
}

/// Arithmetic policies.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub enum ArithmeticName {
    /// All integers
    Ideal,
    /// Integers that fit their type; overflow is an error
    Machine,
}

/// Rounding rules.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub enum DivisionName {
    /// Towards minus infinity
    Floor,
    /// Towards zero
    Truncate,
}

/// Strategies.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub enum StrategyName {
    /// The newest state first, in bands so that short paths come first
    DepthFirst,
    /// The oldest state first
    BreadthFirst,
    /// Any state
    Random,
    /// States that take a branch nobody took yet
    CoverageFirst,
}

/// Treatments of symbolic subscripts.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub enum SubscriptName {
    /// The element is a conditional value
    Conditional,
    /// A case for each element that may be meant
    Cases,
}

impl From<SubscriptName> for SubscriptTreatment {
    fn from(name: SubscriptName) -> SubscriptTreatment {
        match name {
            SubscriptName::Conditional => SubscriptTreatment::Conditional,
            SubscriptName::Cases => SubscriptTreatment::Cases,
        }
    }
}

/// Forms of a trace.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum TraceFormat {
    /// Text
    Text,
    /// A picture of the computation trees
    Svg,
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
    /// The session's options, without an exploration.
    pub fn options(&self, interrupt: Interrupt) -> Options {
        self.execution.options(interrupt)
    }
}

impl ExecutionArguments {
    /// The session's options, without an exploration.
    pub fn options(&self, interrupt: Interrupt) -> Options {
        Options {
            arithmetic: match self.arithmetic {
                ArithmeticName::Ideal => Arithmetic::Ideal,
                ArithmeticName::Machine => Arithmetic::Machine,
            },
            division: self.division.map(|division| match division {
                DivisionName::Floor => Rounding::Floor,
                DivisionName::Truncate => Rounding::Truncate,
            }),
            limits: Limits { call_depth: self.call_depth, ..Limits::default() },
            timeout: self.timeout,
            evolved: self.evolved,
            input: self.input.clone(),
            interrupt,
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
        options.strategy = match self.strategy {
            StrategyName::DepthFirst => Strategy::DepthFirst,
            StrategyName::BreadthFirst => Strategy::BreadthFirst,
            StrategyName::Random => Strategy::Random,
            StrategyName::CoverageFirst => Strategy::CoverageFirst,
        };
        options.subscripts = self.subscripts.into();
    }
}
