//! The report as text.

use std::fmt::Write;

use super::{TraceReport, TraceRun};
use crate::escape;
use crate::wrap::{hang, shortened, wrap_parts};
use sextant_notation::{and, conjuncts};

/// Lines are kept to this width where that is possible.
const WIDTH: usize = 110;
/// A value is cut at so many characters.
const LONGEST_VALUE: usize = 1_000;
/// So many conjuncts are shown as they evolved, each cut at so many characters.
const MOST_CONJUNCTS: usize = 20;
const LONGEST_CONJUNCT: usize = 120;
/// So many written lines are shown.
const MOST_LINES: usize = 100;

pub(super) fn text(report: &TraceReport) -> String {
    let mut out = format!("{}\n\n", escape::line(&report.call));
    for (number, run) in report.runs.iter().enumerate() {
        run_text(number + 1, run, &mut out);
        run.profile.text(&mut out);
    }
    if report.runs.len() > 1 {
        let _ = writeln!(out, "All {} runs\n", report.runs.len());
        report.total.text(&mut out);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn run_text(number: usize, run: &TraceRun, out: &mut String) {
    let data: Vec<String> = run.data.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    match &data[..] {
        [] => {
            let _ = writeln!(out, "Run {number}");
        }
        _ => block(&format!("Run {number}: "), &data, ", ", out),
    }
    let detail = run.detail.as_ref().map_or(String::new(), |detail| format!(": {detail}"));
    let _ = writeln!(out, "{} after {}{}", run.status, statements(run.statements), escape::line(&detail));
    for (place, verdict) in &run.proofs {
        let _ = writeln!(out, "PROVE at {place}: {verdict}");
    }
    for note in &run.notes {
        let _ = writeln!(out, "note: {}", escape::line(note));
    }
    out.push('\n');
    path_text(run, out);
    outputs_text(run, out);
    if run.computation.has_operations() {
        out.push_str("computation:\n");
        run.computation.text(out);
        out.push('\n');
    }
}

fn path_text(run: &TraceRun, out: &mut String) {
    let mut path = run.path.clone();
    if (path.len() as u64) < run.statements {
        path.push("…".into());
    }
    block("statements: ", &path, " ", out);
    match run.condition.as_deref() {
        Some([]) => out.push_str("path condition: true\n"),
        Some(condition) => block("path condition: ", &conjuncts(condition), and(condition), out),
        None => out.push_str("path condition: too large to be simplified\n"),
    }
    if run.condition.as_ref() != Some(&run.evolved) {
        let shown = &run.evolved[..run.evolved.len().min(MOST_CONJUNCTS)];
        let shown = conjuncts(shown).into_iter().map(|part| shortened(&part, LONGEST_CONJUNCT));
        let mut evolved: Vec<String> = shown.collect();
        let more = run.evolved.len().saturating_sub(MOST_CONJUNCTS) as u64 + run.evolved_more;
        if more > 0 {
            evolved.push(format!("… {more} more"));
        }
        block("as it evolved: ", &evolved, and(&run.evolved), out);
    }
    out.push('\n');
}

fn outputs_text(run: &TraceRun, out: &mut String) {
    for output in &run.outputs {
        let symbolic = shortened(&output.value.symbolic, LONGEST_VALUE);
        let actual = shortened(&output.value.actual, LONGEST_VALUE);
        let value = super::TraceValue { symbolic, actual }.both();
        let _ = writeln!(out, "{} = {value}", escape::line(&output.name));
    }
    for line in run.written.iter().take(MOST_LINES) {
        let _ = writeln!(out, "written: {}", shortened(&line.both(), LONGEST_VALUE));
    }
    let more = run.written.len().saturating_sub(MOST_LINES);
    if more > 0 || run.written_more > 0 {
        out.push_str("written: … more\n");
    }
    if !run.outputs.is_empty() || !run.written.is_empty() {
        out.push('\n');
    }
}

fn statements(count: u64) -> String {
    if count == 1 { "1 statement".to_owned() } else { format!("{count} statements") }
}

/// Parts behind a head, broken into lines that stand below one another.
fn block(head: &str, parts: &[String], separator: &str, out: &mut String) {
    hang(head, "  ", &wrap_parts(parts, separator, WIDTH - head.len()), out);
}
