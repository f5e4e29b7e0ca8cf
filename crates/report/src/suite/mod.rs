//! A test suite as plain data, and the forms in which others can run it.
//!
//! The JSON form is the suite itself: it is read back to measure and to complete it. All other forms are written
//! for somebody else: compilers, test runners, people.

mod c;
mod fortran;
mod html;
mod literal;
mod script;
mod sha256;
mod tables;
mod text;
mod xml;

use serde::{Deserialize, Serialize};
use sextant_notation::Formula;

use crate::Assumption;
use crate::GoalStatus;
use crate::PathEnd;

pub use c::{IncludedFile, name_in_driver};
pub use literal::text_bytes;
pub use xml::TestCompHead;

/// The name of the JSON form.
pub const SUITE_FORMAT: &str = "sextant-suite/1";

/// A suite with what it covers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SuiteReport {
    /// [`SUITE_FORMAT`].
    pub format: String,
    /// The files of the program.
    pub files: Vec<String>,
    /// `c`, `fortran`, `pli` or `flow`.
    pub language: String,
    /// What was to be covered.
    pub cover: String,
    /// What is called, with the tests of each call.
    pub units: Vec<SuiteUnit>,
    /// What was to be covered, one by one.
    pub goals: Vec<GoalRow>,
    /// How often lines are executed, of those that hold statements.
    pub lines: Vec<LineRow>,
    /// Worth knowing.
    pub notes: Vec<String>,
    /// Tests of a given suite that the program does not pass any more.
    #[serde(skip_serializing_if = "is_none_of", default)]
    pub changed: usize,
}

fn is_none_of(count: &usize) -> bool {
    *count == 0
}

/// What is called, and the tests of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SuiteUnit {
    /// The call, as for the other commands.
    pub call: String,
    /// The procedure.
    pub procedure: String,
    /// What a driver has to know.
    pub driver: Driver,
    /// The tests.
    pub tests: Vec<TestRow>,
    /// Why the search did not see everything.
    pub reasons: Vec<String>,
    /// What is assumed where something is called infeasible.
    #[serde(skip_deserializing, default)]
    pub assumptions: Vec<Assumption>,
}

/// How a driver calls a unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Driver {
    /// Whether the unit is a whole program.
    pub program: bool,
    /// Lines that declare what the call needs; of Fortran, also the names that it uses.
    pub declarations: Vec<String>,
    /// The arguments as they stand in the call.
    pub arguments: Vec<String>,
    /// The type of the returned value, as the language writes it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub returns: Option<String>,
    /// Functions that give a program its inputs.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub sources: Vec<InputSource>,
    /// Whether the program asks for inputs by their names and the addresses where they are to stand.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub named_inputs: bool,
    /// Why there is no driver.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub refused: Option<String>,
}

/// A function from which a program gets inputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InputSource {
    /// The name of its inputs; the second one has a 2 behind it, and so on.
    pub input: String,
    /// The function.
    pub function: String,
    /// What it returns.
    pub ty: String,
}

/// One test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TestRow {
    /// Unique in the suite.
    pub name: String,
    /// `coverage`, `boundary`, `error` or `given`.
    pub purpose: String,
    /// Of a boundary test: the border, and whether the point lies on it, off it, or inside the domain.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub border: Option<String>,
    /// The inputs in the order in which the program meets them.
    pub inputs: Vec<ValueRow>,
    /// The call with the inputs in it, as `sextant run` takes it, where it can be written so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub invocation: Option<String>,
    /// The bounds of arrays that the caller has to provide, as in `1:3,1:2`.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub shapes: Vec<(String, String)>,
    /// What execution did: recorded, not specified.
    pub expected: Expected,
    /// The conjuncts of the path condition.
    #[serde(flatten, with = "crate::json::kept_conditions")]
    pub condition: Vec<Formula>,
    /// The goals that it covers.
    pub covers: Vec<usize>,
}

impl TestRow {
    /// Whether the test shows an error of the program.
    pub fn is_failing(&self) -> bool {
        self.expected.end == PathEnd::Error
    }
}

/// A named value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ValueRow {
    /// Its name, as the language writes it.
    pub name: String,
    /// The value: a whole number, a number with a point or an exponent, `true`, `false`, `inf`, `-inf`, `nan`.
    pub value: String,
    /// Its type, as the language writes it, where it is known.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub ty: String,
}

/// What an execution did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// `recorded`: what the program did when the suite was written.
    pub oracle: String,
    /// How it ended.
    pub end: PathEnd,
    /// What there is to say about the end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
    /// The status with which a program ends.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub status: Option<i64>,
    /// The returned value, under the name `return`, and what the caller can see afterwards.
    pub outputs: Vec<ValueRow>,
    /// What was written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub written: Option<String>,
}

/// What came of running a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestVerdict {
    /// Its name.
    pub name: String,
    /// What is wrong, if something is.
    pub failure: Option<String>,
}

/// Something that was to be covered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GoalRow {
    /// `branch`, `statement` or `mcdc`.
    pub kind: String,
    /// The procedure.
    pub procedure: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The text there.
    pub text: String,
    /// Which way: `true`, `false`, `case 2`, `otherwise`; empty for a statement.
    pub side: String,
    /// Whether it is covered.
    pub status: GoalStatus,
    /// Why it is not covered.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// Tests that cover it.
    pub tests: Vec<String>,
    /// How often.
    pub count: u64,
    /// The number of the branch: the goals of one branch have the same.
    pub branch: u32,
}

/// How often a line is executed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LineRow {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// How often.
    pub count: u64,
}

impl SuiteReport {
    /// The tests of all units.
    pub fn tests(&self) -> impl Iterator<Item = (&SuiteUnit, &TestRow)> {
        self.units.iter().flat_map(|unit| unit.tests.iter().map(move |test| (unit, test)))
    }

    /// How many goals have a status.
    pub fn count(&self, status: GoalStatus) -> usize {
        self.goals.iter().filter(|goal| goal.status == status).count()
    }

    /// `complete` if everything feasible is covered, otherwise `open`.
    pub fn verdict(&self) -> &'static str {
        match self.count(GoalStatus::Covered) + self.count(GoalStatus::Infeasible) == self.goals.len() {
            true => "complete",
            false => "open",
        }
    }

    /// Reads a suite; the reason if it is none.
    pub fn read(text: &str) -> Result<Self, String> {
        let suite: SuiteReport = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match suite.format == SUITE_FORMAT {
            true => Ok(suite),
            false => Err(format!("the form is {:?}, not {SUITE_FORMAT:?}", suite.format)),
        }
    }
}
