//! One path told in full: the layout of Clarke and Richardson's Figures 3 to 7.

mod text;

use serde::Serialize;
use sextant_notation::Formula;

use crate::Executability;
use crate::json;

/// Paths told in full.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StoryReport {
    /// What was called.
    pub call: String,
    /// The paths.
    pub paths: Vec<Story>,
    /// What else the reader should know.
    pub notes: Vec<String>,
}

/// One path.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Story {
    /// What it is called, such as its description.
    pub title: String,
    /// Whether some input takes it.
    pub status: Executability,
    /// What the status means here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The executed statements by their numbers.
    pub statements: Vec<String>,
    /// Their lines, without repetition.
    pub lines: Vec<u32>,
    /// The state after each statement, if it was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<StateRow>,
    /// The conditions as they were computed, in order.
    #[serde(flatten, serialize_with = "json::constraints")]
    pub constraints: Vec<Formula>,
    /// The path condition in its simplest form.
    #[serde(flatten, serialize_with = "json::simplified")]
    pub simplified: Vec<Formula>,
    /// The results.
    pub outputs: Vec<Evolution>,
    /// The lines written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<String>,
    /// Inputs that take this path.
    #[serde(serialize_with = "json::constants")]
    pub test_data: Vec<(String, String)>,
    /// What came of running them in machine arithmetic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
    /// Errors that can happen on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<PathError>,
    /// How often its repeated parts were run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<String>,
    /// The records that were read and written, unit by unit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<String>,
}

/// The state after a statement: what it changed, and what the way to it added to the path condition.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StateRow {
    /// The statement's number, with its procedure where that changes.
    pub statement: String,
    /// Its line.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// Variables with new values.
    #[serde(serialize_with = "json::texts")]
    pub values: Vec<(String, String)>,
    /// Conditions that were added on the way to it.
    #[serde(flatten, serialize_with = "json::conditions")]
    pub condition: Vec<Formula>,
}

/// A result in both forms.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Evolution {
    /// The variable.
    pub name: String,
    /// As the path computed it.
    pub evolved: String,
    /// Simplified.
    pub simplified: String,
}

/// A run of the test data in machine arithmetic.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Replay {
    /// Whether it took the same path.
    pub same_path: bool,
    /// What happened.
    pub outcome: String,
    /// The results there.
    #[serde(serialize_with = "json::constants")]
    pub outputs: Vec<(String, String)>,
    /// What a compiler made of them, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compiled: Option<String>,
}

/// An error that can happen on a path.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PathError {
    /// The stable name of the error.
    pub kind: String,
    /// What and where.
    pub what: String,
    /// Inputs that lead to it.
    #[serde(serialize_with = "json::constants")]
    pub input: Vec<(String, String)>,
}

impl StoryReport {
    /// The report as text.
    pub fn text(&self, width: usize) -> String {
        text::text(self, width)
    }
}
