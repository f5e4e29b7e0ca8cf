//! What can be written behind `tests`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sextant_suites::{Cover, Manner};

use super::choices::{COVERS, MANNERS, one_of};
use super::{CallArguments, ProgramArguments};

/// `tests`.
#[derive(Args, Debug)]
pub struct TestsCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The call; without one, the main program, or else every procedure.
    #[command(flatten)]
    pub call: CallArguments,
    /// What is to be covered
    #[arg(long, value_parser = one_of(COVERS), default_value = "branches")]
    pub cover: Cover,
    /// How inputs are looked for: question by question, by runs whose branches are turned, or both in turn
    #[arg(long, value_parser = one_of(MANNERS), default_value = "both")]
    pub strategy: Manner,
    /// The form in which the suite is written
    #[arg(long, value_enum, default_value = "text")]
    pub format: SuiteFormat,
    /// The folder for files; without it, a form of one file goes to standard output
    #[arg(long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Add points on and off every border of the paths' domains
    #[arg(long)]
    pub boundary: bool,
    /// Leave out tests that show errors of the program
    #[arg(long)]
    pub no_errors: bool,
    /// Compile the suite, run it, and confirm its coverage with gcov
    #[arg(long)]
    pub run: bool,
    /// Keep the tests of a suite, and add what it lacks
    #[arg(long, value_name = "SUITE.json", conflicts_with = "measure")]
    pub complete: Option<PathBuf>,
    /// Only measure what a suite covers
    #[arg(long, value_name = "SUITE.json")]
    pub measure: Option<PathBuf>,
    /// Start a C program with so many arguments of unknown characters, each of at most so many, as in 2,4; given
    /// several times, the program is started in several ways
    #[arg(long, value_name = "N,LENGTH", value_parser = count_and_length)]
    pub symbolic_arguments: Vec<(usize, usize)>,
    /// Statements that one test may execute [default: 200000]
    #[arg(long, short = 'n', value_name = "N")]
    pub statements: Option<u64>,
    /// Paths, where every path is wanted
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub paths: u64,
}

fn count_and_length(text: &str) -> Result<(usize, usize), String> {
    let pair = text
        .split_once(',')
        .and_then(|(count, length)| Some((count.trim().parse().ok()?, length.trim().parse().ok()?)));
    let (count, length): (usize, usize) =
        pair.ok_or_else(|| "give a number of arguments and a number of characters, as in 2,4".to_owned())?;
    match count.checked_mul(length) {
        Some(all) if all <= MOST_CHARACTERS && count <= MOST_CHARACTERS => Ok((count, length)),
        _ => Err(format!("at most {MOST_CHARACTERS} characters in all")),
    }
}

/// Unknown characters that a program is started with.
const MOST_CHARACTERS: usize = 100_000;

/// Forms of a suite.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum SuiteFormat {
    /// Text
    Text,
    /// The suite itself, which can be read back
    Json,
    /// A table: one row for each test
    Csv,
    /// A folder of Test-Comp XML files
    Testcomp,
    /// A C program that checks
    C,
    /// A C program for the Unity framework
    CUnity,
    /// A Fortran program that checks
    Fortran,
    /// A script of calls for sextant
    Pli,
    /// A report of the run for continuous integration
    Junit,
    /// Counts of lines and branches
    Lcov,
    /// The source with what is covered, path conditions and tests
    Html,
}
