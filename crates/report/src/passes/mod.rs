//! The report of the syntax-directed method: what each pass gave, the record of attributes, the annotated tree.

mod picture;
mod text;

use serde::Serialize;
use sextant_notation::Formula;

use crate::json;

/// What the passes over one procedure gave.
#[derive(Clone, Debug, Serialize)]
pub struct PassesReport {
    /// The procedure.
    pub procedure: String,
    /// Whether all paths have been seen.
    pub complete: bool,
    /// Each pass.
    pub passes: Vec<PassRow>,
    /// What was to be said about cases.
    pub messages: Vec<PassMessage>,
    /// The nodes of the tree.
    pub nodes: Vec<PassNode>,
}

/// One pass.
#[derive(Clone, Debug, Serialize)]
pub struct PassRow {
    /// Its number, from 1.
    pub number: u32,
    /// The synthesised environment of the root in one line.
    pub environment: String,
    /// Its cases.
    pub cases: Vec<PassCase>,
    /// Every assignment to an attribute: node, attribute, value; empty unless asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<(usize, &'static str, String)>,
    /// Nodes visited.
    pub visited: usize,
    /// Executable paths so far.
    pub executable: u64,
    /// Control paths with at most as many iterations as the passes so far allow.
    pub control_paths: String,
    /// Cases waiting at loops.
    pub waiting: usize,
    /// Cases that the solver could not decide.
    pub undecided: usize,
}

/// One case of an environment.
#[derive(Clone, Debug, Serialize)]
pub struct PassCase {
    /// The constraint.
    #[serde(flatten, serialize_with = "json::constraint")]
    pub constraint: Vec<Formula>,
    /// The table.
    #[serde(flatten, serialize_with = "json::values")]
    pub values: Vec<(String, Formula)>,
}

/// Something said about a case.
#[derive(Clone, Debug, Serialize)]
pub struct PassMessage {
    /// Its kind.
    pub kind: PassMessageKind,
    /// Where.
    pub place: String,
    /// What.
    pub text: String,
    /// The constraint of the case.
    #[serde(flatten, serialize_with = "json::constraint")]
    pub constraint: Vec<Formula>,
}

/// What a message is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassMessageKind {
    /// A variable without a value.
    Undefined,
    /// A loop that never ends.
    EndlessLoop,
    /// A claim that does not hold.
    Claim,
    /// What is assumed.
    Granted,
    /// Something that is not supported.
    Unsupported,
    /// An error of the program.
    Error,
}

/// A node of the tree.
#[derive(Clone, Debug, Serialize)]
pub struct PassNode {
    /// Its number, from 1.
    pub number: usize,
    /// The number of its father.
    pub father: Option<usize>,
    /// Its kind in a word.
    pub kind: String,
    /// Its text.
    pub text: String,
    /// The line it begins on.
    pub line: u32,
    /// How often it was visited.
    pub visits: u32,
}

impl PassesReport {
    /// Text for a terminal.
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// The annotated syntax tree as a picture.
    pub fn svg(&self) -> String {
        picture::svg(self)
    }
}
