//! The report of a comparison.

use std::fmt::Write;

use serde::Serialize;

use crate::assumption::lines;
use crate::escape::line;
use crate::wrap::equations;
use crate::{Assumption, Equality, json};

/// Whether two procedures are the same.
#[derive(Clone, Debug, Serialize)]
pub struct CompareReport {
    /// One procedure.
    pub left: String,
    /// The other.
    pub right: String,
    /// Whether they are, as far as it is known.
    pub verdict: Equality,
    /// How that is known.
    pub how: String,
    /// What the verdict assumes.
    pub assumptions: Vec<Assumption>,
    /// An input on which they differ.
    #[serde(serialize_with = "json::constants")]
    pub inputs: Vec<(String, String)>,
    /// What differs.
    pub what: Option<String>,
    /// What both give on the input.
    pub results: Option<(String, String)>,
    /// Whether executing both on the input showed the difference again.
    pub replayed: Option<bool>,
}

impl CompareReport {
    /// Text for a terminal.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{} and {}: {}", line(&self.left), line(&self.right), self.verdict);
        let _ = writeln!(out, "  {}", line(&self.how));
        lines(&self.assumptions).for_each(|assumed| out.push_str(&format!("  {assumed}\n")));
        if !self.inputs.is_empty() {
            let _ = writeln!(out, "  input: {}", line(&equations(&self.inputs)));
        }
        if let Some(what) = &self.what {
            let _ = writeln!(out, "  differs: {}", line(what));
        }
        if let Some((left, right)) = &self.results {
            let _ = writeln!(out, "  {}: {}", line(&self.left), line(left));
            let _ = writeln!(out, "  {}: {}", line(&self.right), line(right));
        }
        match self.replayed {
            Some(true) => out.push_str("  replayed\n"),
            Some(false) => out.push_str("  not replayed\n"),
            None => {}
        }
        out
    }
}
