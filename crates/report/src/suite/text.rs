//! The suite as text: tests as rows, then what is not covered.

use super::{SuiteReport, TestRow};
use crate::escape;
use crate::wrap::wrap;

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
        }
        out.push_str(&format!("\n{}\n", self.totals()));
        for goal in self.goals.iter().filter(|goal| goal.status != "covered") {
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
        let feasible = self.goals.len() - self.count("infeasible");
        let mut line = format!(
            "{tests} {}; {} of {feasible} {what} covered",
            if tests == 1 { "test" } else { "tests" },
            self.count("covered")
        );
        match self.count("infeasible") {
            0 => {}
            count => line.push_str(&format!(", {count} infeasible")),
        }
        line
    }
}

fn one_test(test: &TestRow, width: usize, out: &mut String) {
    let row = |values: &[super::ValueRow]| -> String {
        let shown = values.iter().map(|one| format!("{} = {}", one.name, one.value));
        shown.collect::<Vec<_>>().join(", ")
    };
    let inputs = row(&test.inputs);
    let mut line = format!("  {}: {}", test.name, if inputs.is_empty() { "no inputs" } else { &inputs });
    if let Some(border) = &test.border {
        line.push_str(&format!(" [{border}]"));
    }
    let expected = &test.expected;
    line.push_str(" ⇒ ");
    match expected.end.as_str() {
        "returned" if !expected.outputs.is_empty() => line.push_str(&row(&expected.outputs)),
        _ => {
            line.push_str(expected.detail.as_deref().unwrap_or(&expected.end));
            if let Some(status) = expected.status {
                line.push_str(&format!(" (status {status})"));
            }
        }
    }
    push_wrapped(&escape::line(&line), 6, width, out);
}

fn push_wrapped(line: &str, indent: usize, width: usize, out: &mut String) {
    for (at, part) in wrap(line, width.saturating_sub(indent)).into_iter().enumerate() {
        let blanks = if at == 0 { 0 } else { indent };
        out.push_str(&format!("{:blanks$}{part}\n", ""));
    }
}
