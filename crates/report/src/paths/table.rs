//! The table of paths as text: columns aligned by blanks, a header underlined, no line wider than asked.

use std::borrow::Cow;

use crate::assumption::lines;
use crate::escape;
use crate::wrap::{hang, width, wrap, wrap_parts};
use crate::{PathEnd, PathRow, PathsReport, Verdict};
use sextant_notation::{and, conjunction, conjuncts};

/// Narrower tables are not made.
const NARROWEST: usize = 40;
/// Below this width of its column a condition is not readable.
const NARROWEST_CONDITION: usize = 24;
/// Blanks between columns.
const GAP: usize = 2;
/// Blanks before all but the first line of a paragraph.
const INDENT: usize = 4;

pub(super) fn text(report: &PathsReport, width: usize) -> String {
    let width = width.max(NARROWEST);
    let mut out = format!("{}\n\n", escape::line(&report.call));
    if !report.paths.is_empty() {
        match Columns::fitting(report, width) {
            Some(columns) => columns.table(report, width, &mut out),
            None => list(report, width, &mut out),
        }
        out.push('\n');
    }
    closing(report, width, &mut out);
    out
}

/// A column of the table.
struct Column {
    head: String,
    width: usize,
}

/// The columns of a table: number, condition, one for each output name, status if needed.
struct Columns {
    names: Vec<String>,
    status: bool,
    columns: Vec<Column>,
}

impl Columns {
    /// The columns, if they fit: outputs as wide as they are up to a third of the line, the rest for the
    /// condition.
    fn fitting(report: &PathsReport, limit: usize) -> Option<Self> {
        let names = output_names(report);
        if names.len() > limit / (GAP + 1) {
            return None;
        }
        let status = report.paths.iter().any(|row| row.status != PathEnd::Returned);
        let number = width(&report.paths.len().to_string());
        let mut columns = vec![Column { head: "#".to_owned(), width: number }];
        columns.push(Column { head: "condition".to_owned(), width: 0 });
        for name in &names {
            let widest = report
                .paths
                .iter()
                .filter_map(|row| output(row, name))
                .map(|value| shown_width(&value))
                .max();
            let head = escape::line(name).into_owned();
            let width = widest.unwrap_or(0).min(limit / 3).max(width(&head));
            columns.push(Column { head, width });
        }
        if status {
            let widest = report.paths.iter().map(|row| width(row.status.word())).max().unwrap_or(0);
            columns.push(Column { head: "status".to_owned(), width: widest.max(width("status")) });
        }
        let taken: usize = columns.iter().map(|column| column.width + GAP).sum();
        let left = limit.checked_sub(taken).filter(|&left| left >= NARROWEST_CONDITION)?;
        let widest = report.paths.iter().map(|row| shown_width(&conjunction(&row.condition))).max();
        columns[1].width = widest.unwrap_or(0).max(width("condition")).min(left);
        Some(Self { names, status, columns })
    }

    fn table(&self, report: &PathsReport, limit: usize, out: &mut String) {
        self.line(&self.columns.iter().map(|column| column.head.as_str()).collect::<Vec<_>>(), out);
        let rules: Vec<String> = self.columns.iter().map(|column| "-".repeat(column.width)).collect();
        self.line(&rules.iter().map(String::as_str).collect::<Vec<_>>(), out);
        for (at, row) in report.paths.iter().enumerate() {
            self.row(at + 1, row, out);
            below(row, self.columns[0].width + 2 * GAP, limit, out);
        }
    }

    /// A row of the table: as many lines as its highest cell has.
    fn row(&self, number: usize, row: &PathRow, out: &mut String) {
        let mut cells = vec![vec![format!("{number:>0$}", self.columns[0].width)]];
        cells.push(condition_lines(row, self.columns[1].width));
        for (name, column) in self.names.iter().zip(&self.columns[2..]) {
            cells.push(output(row, name).map_or_else(Vec::new, |value| wrap(&value, column.width)));
        }
        if self.status {
            cells.push(vec![row.status.to_string()]);
        }
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let line: Vec<&str> = cells.iter().map(|cell| cell.get(at).map_or("", String::as_str)).collect();
            self.line(&line, out);
        }
    }

    fn line(&self, cells: &[&str], out: &mut String) {
        let mut line = String::new();
        for (cell, column) in cells.iter().zip(&self.columns) {
            line.push_str(cell);
            let padding = (column.width + GAP).saturating_sub(width(cell));
            line.extend(std::iter::repeat_n(' ', padding));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// The form for reports with more outputs than fit beside each other: each path as a paragraph.
fn list(report: &PathsReport, limit: usize, out: &mut String) {
    for (at, row) in report.paths.iter().enumerate() {
        let head = format!("{}. ", at + 1);
        let inside = limit - INDENT.max(width(&head));
        let mut lines = condition_lines(row, inside);
        lines.extend(row.outputs.iter().flat_map(|(name, value)| wrap(&format!("{name} = {value}"), inside)));
        if row.status != PathEnd::Returned {
            lines.push(format!("status: {}", row.status));
        }
        hang(&format!("{head:<INDENT$}"), &" ".repeat(INDENT), &lines, out);
        below(row, INDENT, limit, out);
    }
}

/// What stands below a row: its detail, what it wrote, what it proved.
fn below(row: &PathRow, indent: usize, limit: usize, out: &mut String) {
    let details = row.detail.iter().map(|detail| ("", detail.clone()));
    let written = row.written.iter().map(|line| ("wrote: ", line.clone()));
    let proofs = row.proofs.iter().map(|(place, verdict)| ("prove ", format!("{place}: {verdict}")));
    for (label, text) in details.chain(written).chain(proofs) {
        let margin = indent + label.len();
        hang(&format!("{:indent$}{label}", ""), &" ".repeat(margin), &wrap(&text, limit - margin), out);
    }
}

fn closing(report: &PathsReport, limit: usize, out: &mut String) {
    let count = match report.paths.len() {
        1 => "1 path".to_owned(),
        count => format!("{count} paths"),
    };
    let verdict = match report.verdict {
        Verdict::Complete => "all explored",
        other => other.word(),
    };
    let mut push = |head: String, text: &str| {
        let lines = wrap(&format!("{head}{text}"), limit - INDENT);
        out.push_str(&lines.join("\n    "));
        out.push('\n');
    };
    match report.reasons.as_slice() {
        [] => push(format!("{count}; {verdict}"), ""),
        [reason] => push(format!("{count}; {verdict}: "), reason),
        reasons => {
            push(format!("{count}; {verdict}:"), "");
            reasons.iter().for_each(|reason| push("  - ".to_owned(), reason));
        }
    }
    lines(&report.assumptions).for_each(|assumed| push(String::new(), &assumed));
    report.notes.iter().for_each(|note| push("note: ".to_owned(), note));
}

/// The names of all outputs in the order they are met.
fn output_names(report: &PathsReport) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    let names = report.paths.iter().flat_map(|row| &row.outputs).map(|(name, _)| name);
    names.filter(|name| seen.insert(name.as_str())).cloned().collect()
}

fn output<'r>(row: &'r PathRow, name: &str) -> Option<Cow<'r, str>> {
    row.outputs.iter().find(|(known, _)| known == name).map(|(_, value)| value.text())
}

fn condition_lines(row: &PathRow, limit: usize) -> Vec<String> {
    match row.condition.as_slice() {
        [] => vec!["true".to_owned()],
        condition => wrap_parts(&conjuncts(condition), and(condition), limit),
    }
}

fn shown_width(text: &str) -> usize {
    width(&escape::line(text))
}
