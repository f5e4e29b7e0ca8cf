//! Checks of a program: what can go wrong where, and the inputs that show it.

mod sarif;
mod steps;
mod text;

use std::collections::BTreeSet;

use serde::Serialize;
use sextant_notation::Formula;

use crate::{Assumption, Verdict, json};
pub use steps::Step;

/// What is shown of a check.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckText {
    /// What is proved is listed, not counted.
    pub all: bool,
    /// The path to a finding is shown by the numbers of its statements, too.
    pub path_numbers: bool,
}

/// What checking a program found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CheckReport {
    /// The worst of those of the calls.
    pub verdict: Verdict,
    /// What was called.
    pub calls: Vec<CheckedCall>,
    /// One for each operation that was checked, in the order of places.
    pub findings: Vec<Finding>,
    /// What else the reader should know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One call whose paths were explored.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CheckedCall {
    /// As it was written.
    pub call: String,
    /// The worst of what is known of its checks, and of what kept others away.
    pub verdict: Verdict,
    /// Why not everything was seen.
    pub reasons: Vec<String>,
    /// What the verdict assumes.
    pub assumptions: Vec<Assumption>,
    /// How many paths were explored.
    pub paths: u64,
    /// Whether loops were passed by induction, so that what is proved holds for any number of passes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub inductive: bool,
    /// What was found to hold at the beginning of every pass of a loop.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invariants: Vec<LoopFinding>,
}

/// Invariants of a loop.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LoopFinding {
    /// The source.
    pub file: String,
    /// The line where it begins.
    pub line: u32,
    /// The conditions; `passes` is the number of passes before.
    pub conditions: Vec<Formula>,
}

/// What was found out about one check.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Finding {
    /// The stable name of the error, as in `division-by-zero`.
    pub kind: String,
    /// `refuted`: the input shows the error in machine arithmetic. `unreplayed`: the solver has an input, but it does
    /// not show the error there. `undecided`: the solver gave up. `bounded`: no violation on the paths that were seen.
    /// `proved`: no path violates it.
    pub status: Verdict,
    /// In which call.
    pub call: String,
    /// The error in words.
    pub what: String,
    /// The variable it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The source.
    pub file: String,
    /// Where in it.
    pub line: u32,
    /// Where in the line.
    pub column: u32,
    /// The text there.
    pub text: String,
    /// The line that it stands in.
    #[serde(skip)]
    pub source_line: String,
    /// Inputs that show it.
    #[serde(serialize_with = "json::constants")]
    pub input: Vec<(String, String)>,
    /// The statements that are executed with these inputs.
    #[serde(serialize_with = "json::statements")]
    pub path: Vec<String>,
    /// Those of them that matter, with the values that come up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// The command that runs the program on these inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// The conjuncts of the path condition.
    #[serde(flatten, serialize_with = "json::condition")]
    pub condition: Vec<Formula>,
    /// What else there is to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Of a reference to a variable without a value: the blocks of a control path to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<u32>,
    /// How many paths violate it.
    pub paths: u64,
}

impl CheckReport {
    /// The report as text.
    pub fn text(&self, width: usize, shown: CheckText) -> String {
        text::text(self, width, shown)
    }

    /// What any of the verdicts assumes.
    pub fn assumptions(&self) -> BTreeSet<&Assumption> {
        self.calls.iter().flat_map(|call| &call.assumptions).collect()
    }

    /// The findings as a SARIF 2.1 log.
    pub fn sarif(&self) -> serde_json::Value {
        sarif::log(self)
    }
}
