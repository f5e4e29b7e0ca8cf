//! The report of backward substitution.

use std::fmt::Write;

use serde::Serialize;
use sextant_notation::{Formula, conjunction};

use crate::escape::line;
use crate::json;
use crate::wrap::equations;

/// Along one path.
#[derive(Clone, Debug, Serialize)]
pub struct BackReport {
    /// The procedure.
    pub procedure: String,
    /// The blocks of the path.
    pub blocks: Vec<u32>,
    /// The steps, the last one first.
    pub steps: Vec<BackRow>,
    /// Statements that do not matter.
    pub skipped: Vec<u32>,
    /// The condition at the entry.
    #[serde(flatten, serialize_with = "json::condition")]
    pub condition: Vec<Formula>,
    /// The condition that forward execution gathers.
    #[serde(flatten, serialize_with = "json::forwards")]
    pub forwards: Vec<Formula>,
    /// Whether both are the same.
    pub equal: Option<bool>,
    /// Whether some input takes the path.
    pub executable: Option<bool>,
}

/// One step.
#[derive(Clone, Debug, Serialize)]
pub struct BackRow {
    /// The statement.
    pub statement: Option<u32>,
    /// Its line.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// Whether it does not matter for the condition.
    pub skipped: bool,
    /// The condition before it.
    #[serde(flatten, serialize_with = "json::condition")]
    pub condition: Vec<Formula>,
}

/// Over all ways to a statement.
#[derive(Clone, Debug, Serialize)]
pub struct ReachReport {
    /// The procedure.
    pub procedure: String,
    /// The statement's place.
    pub place: String,
    /// The condition at the entry.
    #[serde(flatten, serialize_with = "json::condition")]
    pub condition: Vec<Formula>,
    /// Ways with more iterations were left out.
    pub bounded: bool,
    /// The iterations allowed.
    pub iterations: usize,
    /// Whether the paths forwards give the same condition.
    pub equal: Option<bool>,
    /// How many paths were executed forwards.
    pub paths: usize,
    /// Whether some input reaches it.
    pub possible: Option<bool>,
    /// Such an input.
    #[serde(serialize_with = "json::constants")]
    pub example: Vec<(String, String)>,
}

fn agreement(equal: Option<bool>) -> &'static str {
    match equal {
        Some(true) => "forward execution gives the same condition",
        Some(false) => "forward execution gives another condition: a defect",
        None => "not compared with forward execution",
    }
}

impl BackReport {
    /// Text for a terminal, the last step first.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let blocks: Vec<String> = self.blocks.iter().map(u32::to_string).collect();
        let _ = writeln!(out, "blocks {}", blocks.join(" "));
        for step in &self.steps {
            let number = step.statement.map_or("–".to_owned(), |number| number.to_string());
            let condition = if step.skipped { "skipped".to_owned() } else { conjunction(&step.condition) };
            let text: String = step.text.chars().take(40).collect();
            let _ = writeln!(out, "{number:>4}  {:<40}  {}", line(&text), line(&condition));
        }
        if !self.skipped.is_empty() {
            let skipped: Vec<String> = self.skipped.iter().map(u32::to_string).collect();
            let _ = writeln!(out, "statements that do not matter: {}", skipped.join(", "));
        }
        let _ = writeln!(out, "condition: {}", line(&conjunction(&self.condition)));
        let _ = writeln!(out, "{}", agreement(self.equal));
        out.push_str(match self.executable {
            Some(true) => "the path is executable\n",
            Some(false) => "the path is not executable\n",
            None => "undecided whether the path is executable\n",
        });
        out
    }
}

impl ReachReport {
    /// Text for a terminal.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ =
            writeln!(out, "{} is reached when {}", line(&self.place), line(&conjunction(&self.condition)));
        match self.possible {
            Some(true) if !self.example.is_empty() => {
                let _ = writeln!(out, "for example {}", line(&equations(&self.example)));
            }
            Some(true) => {}
            Some(false) => out.push_str("no input does\n"),
            None => out.push_str("undecided whether some input does\n"),
        }
        if self.bounded {
            let _ = writeln!(out, "bounded: ways with more than {} iterations are left out", self.iterations);
        }
        let _ = writeln!(out, "{} ({} paths)", agreement(self.equal), self.paths);
        out
    }
}
