//! The checks as text: what was found in full, what is in order as a count.

use std::collections::BTreeMap;

use super::steps::{excerpt, steps};
use super::{CheckReport, CheckText, CheckedCall, Finding};
use crate::assumption::lines;
use crate::fold::bounded;
use crate::wrap::{equations, hang, wrap};
use crate::{Verdict, escape};
use sextant_notation::conjunction;

/// Blanks before the lines about a finding.
const INDENT: usize = 12;
/// Statements at either end of a path that are shown.
const SHOWN: usize = 30;

pub(super) fn text(report: &CheckReport, width: usize, shown: CheckText) -> String {
    let width = width.max(40);
    let mut out = String::new();
    let mut of_calls: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for finding in &report.findings {
        of_calls.entry(&finding.call).or_default().push(finding);
    }
    for call in &report.calls {
        let findings = of_calls.get(call.call.as_str()).map_or(&[][..], Vec::as_slice);
        one_call(call, findings, width, shown, &mut out);
    }
    for note in &report.notes {
        paragraph(&format!("note: {}", escape::line(note)), 6, width, &mut out);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn one_call(call: &CheckedCall, findings: &[&Finding], width: usize, shown: CheckText, out: &mut String) {
    let CheckText { all, path_numbers } = shown;
    out.push_str(&format!("{}\n", escape::line(&call.call)));
    let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for finding in findings {
        let in_order =
            matches!(finding.status, Verdict::Proved | Verdict::Bounded) && finding.blocks.is_empty();
        if in_order && !all {
            *counts.entry((finding.status.word(), &finding.what)).or_default() += 1;
        } else {
            one_finding(finding, width, path_numbers, out);
        }
    }
    for ((status, what), count) in counts {
        let places = if count == 1 { "place" } else { "places" };
        out.push_str(&format!("  {status:<10}never \"{what}\": {count} {places}\n"));
    }
    for found in call.invariants.iter().filter(|found| all && !found.conditions.is_empty()) {
        let head = format!("  loop      {}:{}: {}", found.file, found.line, conjunction(&found.conditions));
        paragraph(&escape::line(&head), INDENT, width, out);
    }
    let paths = if call.paths == 1 { "1 path".to_owned() } else { format!("{} paths", call.paths) };
    let closing = match call.reasons.as_slice() {
        [] if call.inductive => format!("  {}; {paths} and induction over the loops", call.verdict),
        [] => format!("  {}; {paths}, all explored", call.verdict),
        reasons => format!("  {}; {paths}; {}", call.verdict, reasons.join("; ")),
    };
    paragraph(&closing, 4, width, out);
    lines(&call.assumptions).for_each(|assumed| paragraph(&format!("  {assumed}"), 4, width, out));
    out.push('\n');
}

fn one_finding(finding: &Finding, width: usize, path_numbers: bool, out: &mut String) {
    let subject = finding.subject.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    let Finding { status, what, file, line, column, text, .. } = finding;
    let head = format!("  {status:<10}{what}{subject} at {file}:{line}:{column}: {text}");
    paragraph(&escape::line(&head), INDENT, width, out);
    if !matches!(finding.status, Verdict::Proved | Verdict::Bounded) {
        excerpt(finding, INDENT, width, out);
    }
    if !finding.blocks.is_empty() {
        let blocks: Vec<String> = finding.blocks.iter().map(u32::to_string).collect();
        let executable = match finding.status {
            Verdict::Refuted => "executable",
            Verdict::Proved => "not executable",
            Verdict::Bounded => "no executable one was found",
            _ => "not known to be executable",
        };
        label("blocks", &format!("{} ({executable})", blocks.join(" ")), width, out);
    }
    if !finding.input.is_empty() {
        label("input", &inputs(finding), width, out);
    } else if finding.status == Verdict::Refuted {
        label("input", "any", width, out);
    }
    if !matches!(finding.status, Verdict::Refuted | Verdict::Proved | Verdict::Bounded) {
        label("when", &conjunction(&finding.condition), width, out);
    }
    if !finding.steps.is_empty() {
        out.push_str(&format!("{:INDENT$}trace\n", ""));
        steps(&finding.steps, INDENT + 2, width, out);
    }
    if !finding.path.is_empty() && (path_numbers || finding.steps.is_empty()) {
        label("path", &shortened(&finding.path), width, out);
    }
    if let Some(detail) = &finding.detail {
        label("note", detail, width, out);
    }
    // In one line, so that it can be copied.
    if let Some(replay) = finding.replay.as_ref().filter(|_| !finding.steps.is_empty()) {
        out.push_str(&format!("{:INDENT$}replay {}\n", "", escape::line(replay)));
    }
}

/// The inputs that matter: those that are not zero, and those that the condition of the path speaks of.
fn inputs(finding: &Finding) -> String {
    let conditions: Vec<String> = finding.condition.iter().map(ToString::to_string).collect();
    let letter = |sign: char| sign.is_alphanumeric() || sign == '_';
    let is_named = |name: &str| {
        conditions.iter().any(|text| {
            text.match_indices(name)
                .any(|(at, _)| !text[..at].ends_with(letter) && !text[at + name.len()..].starts_with(letter))
        })
    };
    let zero = |value: &str| matches!(value, "0" | "0.0" | "false" | "0.0D0");
    let (hidden, shown): (Vec<_>, Vec<_>) =
        finding.input.iter().cloned().partition(|(name, value)| zero(value) && !is_named(name));
    match (hidden.len(), shown.is_empty()) {
        (0, _) => equations(&shown),
        (1, false) if hidden[0].0.len() < 12 => equations(&finding.input),
        (_, true) => "all inputs 0".to_owned(),
        _ => format!("{}; all other inputs 0", equations(&shown)),
    }
}

fn shortened(path: &[String]) -> String {
    let path = bounded(path);
    if path.len() <= 2 * SHOWN + 1 {
        return path.join(" ");
    }
    let (first, last) = (&path[..SHOWN], &path[path.len() - SHOWN..]);
    format!("{} … {} more … {}", first.join(" "), path.len() - 2 * SHOWN, last.join(" "))
}

fn label(name: &str, text: &str, width: usize, out: &mut String) {
    let lines = wrap(text, width.saturating_sub(INDENT + 7).max(20));
    hang(&format!("{:INDENT$}{name:<7}", ""), &" ".repeat(INDENT + 7), &lines, out);
}

/// A paragraph whose further lines are indented.
fn paragraph(text: &str, indent: usize, width: usize, out: &mut String) {
    let lead = text.len() - text.trim_start().len();
    let lines = wrap(text.trim_start(), width.saturating_sub(indent).max(20));
    hang(&text[..lead], &" ".repeat(indent), &lines, out);
}
