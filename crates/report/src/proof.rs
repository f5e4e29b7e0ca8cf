//! The report of a proof: verification conditions, loops, and a counterexample where there is one.

use std::fmt::Write;

use serde::Serialize;

use crate::assumption::lines;
use crate::escape::line;
use crate::wrap::equations;
use crate::{Assumption, Verdict, json};

/// The outcome of a proof.
#[derive(Clone, Debug, Serialize)]
pub struct ProofReport {
    /// The procedure.
    pub procedure: String,
    /// `proved`, `refuted`, `not proved`, `undecided`, `nothing to prove`.
    pub verdict: Verdict,
    /// Why, where it is not proved.
    pub reason: Option<String>,
    /// The verification conditions.
    pub conditions: Vec<ConditionRow>,
    /// The loops.
    pub loops: Vec<LoopRow>,
    /// An input on which the program breaks an assertion.
    pub counterexample: Option<CounterexampleRow>,
    /// What the proof assumes.
    pub assumptions: Vec<Assumption>,
    /// What else is to be said.
    pub notes: Vec<String>,
}

/// One verification condition.
#[derive(Clone, Debug, Serialize)]
pub struct ConditionRow {
    /// Where the path begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// The lines it passes.
    pub lines: Vec<u32>,
    /// How many things were to be shown.
    pub obligations: usize,
    /// `proved`, `not inductive`, `refuted`, `undecided`.
    pub outcome: &'static str,
    /// What could not be shown, and where.
    pub detail: Option<String>,
    /// Values at the beginning of the path for which it does not hold.
    #[serde(serialize_with = "json::constants")]
    pub values: Vec<(String, String)>,
}

/// A loop.
#[derive(Clone, Debug, Serialize)]
pub struct LoopRow {
    /// Where it stands.
    pub place: String,
    /// Whether it has an assertion.
    pub asserted: bool,
    /// Assertions that were found, as they are to be written.
    pub found: Vec<String>,
    /// Where they are to be written.
    pub where_to: String,
    /// `given`, `found`, `open`.
    pub termination: &'static str,
    /// The measure that was found.
    pub measure: Option<String>,
}

/// An input on which an assertion does not hold.
#[derive(Clone, Debug, Serialize)]
pub struct CounterexampleRow {
    /// The inputs.
    #[serde(serialize_with = "json::constants")]
    pub inputs: Vec<(String, String)>,
    /// What happens.
    pub what: String,
    /// Whether executing the program on the inputs showed it again.
    pub replayed: bool,
    /// The lines the execution passes.
    pub lines: Vec<u32>,
}

impl ProofReport {
    /// Text for a terminal.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (at, condition) in self.conditions.iter().enumerate() {
            show_condition(at + 1, condition, &mut out);
        }
        for one in &self.loops {
            show_loop(one, &mut out);
        }
        for note in &self.notes {
            let _ = writeln!(out, "note: {}", line(note));
        }
        if let Some(counterexample) = &self.counterexample {
            let inputs = equations(&counterexample.inputs);
            let inputs = if inputs.is_empty() { "any input" } else { &inputs };
            let _ = writeln!(out, "counterexample: {}", line(inputs));
            let replayed = if counterexample.replayed { "replayed" } else { "not replayed" };
            let _ = writeln!(out, "  {} ({replayed})", line(&counterexample.what));
            let _ = writeln!(out, "  lines {}", numbers(&counterexample.lines));
        }
        let reason = self.reason.as_ref().map(|reason| format!(": {}", line(reason))).unwrap_or_default();
        let _ = writeln!(out, "{}: {}{reason}", line(&self.procedure), self.verdict);
        lines(&self.assumptions).for_each(|assumed| out.push_str(&format!("  {assumed}\n")));
        out
    }
}

fn show_condition(number: usize, condition: &ConditionRow, out: &mut String) {
    let _ = writeln!(
        out,
        "{number:>3}  {} → {}  lines {}  {}",
        line(&condition.from),
        line(&condition.to),
        numbers(&condition.lines),
        condition.outcome
    );
    if let Some(detail) = &condition.detail {
        let _ = writeln!(out, "     {}", line(detail));
    }
    if !condition.values.is_empty() {
        let _ = writeln!(out, "     with {}", line(&equations(&condition.values)));
    }
}

fn show_loop(one: &LoopRow, out: &mut String) {
    if !one.asserted && one.found.is_empty() {
        let _ = writeln!(out, "loop at {}: no assertion", line(&one.place));
    }
    if !one.found.is_empty() {
        let _ = writeln!(out, "loop at {}: found, to be written {}", line(&one.place), line(&one.where_to));
        for found in &one.found {
            let _ = writeln!(out, "  {}", line(found));
        }
    }
    match (&one.measure, one.termination) {
        (Some(measure), _) => {
            let _ = writeln!(out, "loop at {} ends: {} (found)", line(&one.place), line(measure));
        }
        (None, "open") => {
            let _ = writeln!(out, "loop at {}: whether it ends is open", line(&one.place));
        }
        _ => {}
    }
}

fn numbers(lines: &[u32]) -> String {
    const MOST: usize = 60;
    let mut shown: Vec<String> = lines.iter().take(MOST).map(u32::to_string).collect();
    if lines.len() > MOST {
        shown.push("…".to_owned());
    }
    if shown.is_empty() { "–".to_owned() } else { shown.join(" ") }
}
