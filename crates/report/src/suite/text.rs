//! The suite as text: tests as rows, then what is not covered.

use super::html::joined;
use super::literal::{shown_value, text_bytes};
use super::{SuiteReport, TestRow, ValueRow};
use crate::GoalStatus;
use crate::PathEnd;
use crate::assumption::lines;
use crate::escape;
use crate::wrap::{hang, wrap};

/// So many inputs are all named.
const MANY: usize = 8;

impl SuiteReport {
    /// The suite as text.
    pub fn text(&self, width: usize) -> String {
        let width = width.max(40);
        let mut out = String::new();
        for unit in &self.units {
            out.push_str(&format!("{}\n", escape::line(&unit.call)));
            for test in &unit.tests {
                one_test(test, width, &mut out);
            }
            if unit.tests.is_empty() {
                out.push_str("  no tests\n");
            }
            for assumed in lines(&unit.assumptions) {
                push_wrapped(&format!("  {assumed}"), 8, width, &mut out);
            }
        }
        out.push_str(&format!("\n{}\n", self.totals()));
        for goal in self.goals.iter().filter(|goal| goal.status != GoalStatus::Covered) {
            let side = if goal.side.is_empty() { String::new() } else { format!(" ({})", goal.side) };
            let reason = goal.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
            let line =
                format!("  {:<12}{}:{}: {}{side}{reason}", goal.status, goal.file, goal.line, goal.text);
            push_wrapped(&escape::line(&line), 14, width, &mut out);
        }
        for note in &self.notes {
            push_wrapped(&format!("  note: {}", escape::line(note)), 8, width, &mut out);
        }
        out
    }

    /// How much is covered, in one line.
    pub fn totals(&self) -> String {
        let what = match self.cover.as_str() {
            "statements" => "statements",
            "branches" | "paths" => "branches",
            "conditions" => "conditions",
            _ => "goals of MC/DC",
        };
        let tests = self.tests().count();
        let feasible = self.goals.len() - self.count(GoalStatus::Infeasible);
        let mut line = format!(
            "{tests} {}; {} of {feasible} {what} covered",
            if tests == 1 { "test" } else { "tests" },
            self.count(GoalStatus::Covered)
        );
        match self.count(GoalStatus::Infeasible) {
            0 => {}
            count => line.push_str(&format!(", {count} infeasible")),
        }
        line
    }
}

fn one_test(test: &TestRow, width: usize, out: &mut String) {
    let inputs = shown_inputs(test);
    let mut line = format!("  {}: {}", test.name, if inputs.is_empty() { "no inputs" } else { &inputs });
    if let Some(border) = &test.border {
        line.push_str(&format!(" [{border}]"));
    }
    let expected = &test.expected;
    let outputs = shown_outputs(test);
    line.push_str(" ⇒ ");
    match expected.end {
        PathEnd::Returned if !outputs.is_empty() => line.push_str(&outputs),
        _ => {
            line.push_str(expected.detail.as_deref().unwrap_or(expected.end.word()));
            if let Some(status) = expected.status {
                line.push_str(&format!(" (status {status})"));
            }
        }
    }
    push_wrapped(&escape::line(&line), 6, width, out);
}

/// The inputs in one line; where there are many, those that are zero are not named.
pub(super) fn shown_inputs(test: &TestRow) -> String {
    let zero = |row: &&ValueRow| {
        matches!(row.value.as_str(), "0" | "0.0" | "false")
            || text_bytes(&row.value).is_some_and(|text| text.iter().all(|&byte| byte == 0))
    };
    if test.inputs.len() <= MANY {
        return joined(&test.inputs.iter().collect::<Vec<_>>());
    }
    let others: Vec<&ValueRow> = test.inputs.iter().filter(|row| !zero(row)).collect();
    match others.len() {
        0 => "all inputs 0".to_owned(),
        count if count == test.inputs.len() => joined(&others),
        _ => format!("{}, all other inputs 0", joined(&others)),
    }
}

/// What is returned, and what has changed.
pub(super) fn shown_outputs(test: &TestRow) -> String {
    let changed = |row: &&ValueRow| {
        let before = test.inputs.iter().find(|input| input.name == row.name);
        match before {
            Some(before) => shown_value(&before.value) != shown_value(&row.value),
            None => row.value != "0" || row.name == "return",
        }
    };
    joined(&test.expected.outputs.iter().filter(changed).collect::<Vec<_>>())
}

fn push_wrapped(line: &str, indent: usize, width: usize, out: &mut String) {
    hang("", &" ".repeat(indent), &wrap(line, width.saturating_sub(indent)), out);
}
