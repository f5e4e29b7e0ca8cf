//! The paths of an exploration, one row for each leaf of the execution tree.

mod table;

use serde::Serialize;
use sextant_notation::Formula;

use crate::{Assumption, PathEnd, Verdict, json};

/// What an exploration found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PathsReport {
    /// The call that was explored.
    pub call: String,
    /// `complete`, or what kept paths away.
    pub verdict: Verdict,
    /// Why it is not complete, each reason with its place.
    pub reasons: Vec<String>,
    /// The leaves in the order of their decisions.
    pub paths: Vec<PathRow>,
    /// What it assumes.
    pub assumptions: Vec<Assumption>,
    /// What else the reader should know.
    pub notes: Vec<String>,
    /// Measured values by name.
    #[serde(serialize_with = "json::constants")]
    pub statistics: Vec<(String, String)>,
}

/// One path from the call to a leaf.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PathRow {
    /// How it ended.
    pub status: PathEnd,
    /// What the status means here, as in `division by zero at sum.pli:4:9`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The conjuncts of the path condition; none: true.
    #[serde(flatten, serialize_with = "json::condition")]
    pub condition: Vec<Formula>,
    /// Output names with their values.
    #[serde(flatten, serialize_with = "json::outputs")]
    pub outputs: Vec<(String, Formula)>,
    /// The lines written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<String>,
    /// Places of PROVE statements with what was found there.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "json::proofs")]
    pub proofs: Vec<(String, Verdict)>,
    /// How many statements were executed.
    pub statements: u64,
    /// Inputs that follow this path.
    #[serde(serialize_with = "json::constants")]
    pub model: Vec<(String, String)>,
    /// The branches taken, as in `TFFT`.
    pub decisions: String,
}

impl PathsReport {
    /// A table of at most `width` characters (never less than 40), one row for each path, closed by the verdict.
    pub fn text(&self, width: usize) -> String {
        table::text(self, width)
    }

    /// The statistics, one to a line, aligned; empty when there are none.
    pub fn statistics_text(&self) -> String {
        let widest = self.statistics.iter().map(|(name, _)| crate::wrap::width(name)).max().unwrap_or(0);
        self.statistics.iter().map(|(name, value)| format!("{name:<widest$}  {value}\n")).collect()
    }
}
