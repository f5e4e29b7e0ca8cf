//! Counts as text: the listing with its counts, branches, loops, variables, coverage.

use std::fmt::Write;

use serde::Serialize;

use crate::escape;
use crate::wrap::{shortened, width};

/// A condition is cut at so many characters.
const WIDEST_CONDITION: usize = 60;

/// The counts of one run or of all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceProfile {
    /// The texts of the called procedures.
    pub listings: Vec<TraceListing>,
    /// Where control has a choice.
    pub branches: Vec<TraceBranch>,
    /// The loops.
    pub loops: Vec<TraceLoop>,
    /// The variables that got values.
    pub variables: Vec<TraceVariable>,
    /// How much was executed.
    pub coverage: TraceCoverage,
}

/// Lines of one source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceListing {
    /// The name of the source.
    pub source: String,
    /// The lines in order.
    pub lines: Vec<TraceLine>,
}

/// A line with the counts of the statements that begin on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceLine {
    /// Its number.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// How often each statement was executed, in order.
    pub counts: Vec<u64>,
}

/// A choice of control.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceBranch {
    /// `procedure:line`.
    pub place: String,
    /// The ways it can go.
    pub sides: Vec<TraceSide>,
}

/// A way control can go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceSide {
    /// When it goes there.
    pub condition: String,
    /// How often it did.
    pub count: u64,
}

/// A loop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceLoop {
    /// `procedure:line`.
    pub place: String,
    /// The line on which it begins.
    pub text: String,
    /// How often it was entered.
    pub entered: u64,
    /// The fewest traversals of an entry; none if it was never entered.
    pub fewest: Option<u64>,
    /// The most traversals of an entry.
    pub most: Option<u64>,
}

/// A variable with its actual values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceVariable {
    /// `procedure.name`, or the name alone where procedures share it.
    pub name: String,
    /// How many values were seen.
    pub values: u64,
    /// The first.
    pub first: String,
    /// The last.
    pub last: String,
    /// The least.
    pub minimum: String,
    /// The greatest.
    pub maximum: String,
}

/// How much was executed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceCoverage {
    /// Statements executed.
    pub statements: usize,
    /// Statements there are.
    pub all_statements: usize,
    /// Branches taken.
    pub branches: usize,
    /// Branches there are.
    pub all_branches: usize,
    /// Statements never executed: place and text.
    pub never: Vec<String>,
}

impl TraceProfile {
    /// Listing, tables and coverage.
    pub(super) fn text(&self, out: &mut String) {
        for listing in &self.listings {
            listing.text(out);
        }
        self.branch_table(out);
        self.loop_table(out);
        self.variable_table(out);
        self.coverage.text(out);
    }

    fn branch_table(&self, out: &mut String) {
        let mut rows = Vec::new();
        for branch in &self.branches {
            let mut place = branch.place.as_str();
            for side in &branch.sides {
                let condition = shortened(&side.condition, WIDEST_CONDITION);
                rows.push(vec![place.to_owned(), condition, side.count.to_string()]);
                place = "";
            }
        }
        table(&["branch", "condition", "taken"], &rows, out);
    }

    fn loop_table(&self, out: &mut String) {
        let number = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
        let rows: Vec<Vec<String>> = self
            .loops
            .iter()
            .map(|this| {
                let text = shortened(&this.text, WIDEST_CONDITION);
                vec![
                    this.place.clone(),
                    text,
                    this.entered.to_string(),
                    number(this.fewest),
                    number(this.most),
                ]
            })
            .collect();
        table(&["loop", "begins", "entered", "fewest", "most traversals"], &rows, out);
    }

    fn variable_table(&self, out: &mut String) {
        let rows: Vec<Vec<String>> = self
            .variables
            .iter()
            .map(|variable| {
                let TraceVariable { name, values, first, last, minimum, maximum } = variable;
                let value = |text: &String| shortened(text, 30);
                let count = values.to_string();
                vec![name.clone(), value(first), value(last), value(minimum), value(maximum), count]
            })
            .collect();
        table(&["variable", "first", "last", "minimum", "maximum", "values"], &rows, out);
    }
}

impl TraceListing {
    fn text(&self, out: &mut String) {
        let counts: Vec<String> = self.lines.iter().map(|line| joined(&line.counts)).collect();
        let column = counts.iter().map(|count| width(count)).max().unwrap_or(0).max("count".len());
        let number = self.lines.iter().map(|line| line.line.to_string().len()).max().unwrap_or(0).max(4);
        let _ = writeln!(out, "{:>column$}  {:>number$}  {}", "count", "line", escape::line(&self.source));
        for (line, count) in self.lines.iter().zip(&counts) {
            let text = format!("{count:>column$}  {:>number$}  {}", line.line, escape::line(&line.text));
            let _ = writeln!(out, "{}", text.trim_end());
        }
        out.push('\n');
    }
}

fn joined(counts: &[u64]) -> String {
    counts.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

impl TraceCoverage {
    fn text(&self, out: &mut String) {
        let _ = writeln!(
            out,
            "coverage: {} of {} statements, {} of {} branches",
            self.statements, self.all_statements, self.branches, self.all_branches
        );
        if !self.never.is_empty() {
            out.push_str("never executed:\n");
            for statement in &self.never {
                let _ = writeln!(out, "  {}", shortened(statement, 100));
            }
        }
        out.push('\n');
    }
}

/// Columns aligned by blanks under a head, numbers at the right; nothing without rows.
fn table(head: &[&str], rows: &[Vec<String>], out: &mut String) {
    if rows.is_empty() {
        return;
    }
    let head: Vec<String> = head.iter().map(|&name| name.to_owned()).collect();
    let all = || std::iter::once(&head).chain(rows);
    let widths: Vec<usize> =
        (0..head.len()).map(|column| all().map(|row| width(&row[column])).max().unwrap_or(0)).collect();
    let is_number =
        |column: usize| rows.iter().all(|row| row[column].chars().all(|c| c.is_ascii_digit() || c == '-'));
    let numbers: Vec<bool> = (0..head.len()).map(is_number).collect();
    for row in all() {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let blanks = " ".repeat(widths[column] - width(cell));
            let (before, behind) =
                if numbers[column] { (blanks, String::new()) } else { (String::new(), blanks) };
            let _ = write!(line, "{before}{}{behind}  ", escape::line(cell));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push('\n');
}
