//! The passes as text.

use std::fmt::Write;

use sextant_notation::conjunction;

use super::{PassMessageKind, PassNode, PassRow, PassesReport};
use crate::escape::line;

pub(super) fn text(report: &PassesReport) -> String {
    let mut out = String::new();
    if report.passes.iter().any(|pass| !pass.steps.is_empty()) {
        tree(&report.nodes, &mut out);
        out.push('\n');
    }
    for pass in &report.passes {
        show_pass(pass, &mut out);
    }
    for message in &report.messages {
        let constraint = if message.constraint.is_empty() {
            String::new()
        } else {
            format!(" [when {}]", conjunction(&message.constraint))
        };
        let _ = writeln!(out, "{}: {}{}", line(&message.place), line(&message.text), line(&constraint));
    }
    let visits: Vec<String> = report.nodes.iter().map(|node| node.visits.to_string()).collect();
    let _ = writeln!(out, "visits of nodes 1 to {}: {}", visits.len(), visits.join(" "));
    out.push_str(if report.messages.iter().any(|message| message.kind == PassMessageKind::Unsupported) {
        "some paths ended at something unsupported\n"
    } else if report.complete {
        "all paths have been seen\n"
    } else {
        "more passes would find more paths (--passes)\n"
    });
    out
}

fn show_pass(pass: &PassRow, out: &mut String) {
    let _ = writeln!(out, "pass {}", pass.number);
    if !pass.steps.is_empty() {
        steps(pass, out);
    }
    if pass.cases.is_empty() {
        out.push_str("  nothing\n");
    }
    for case in &pass.cases {
        let constraint =
            if case.constraint.is_empty() { "T".to_owned() } else { conjunction(&case.constraint) };
        let values: Vec<String> =
            case.values.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let _ = writeln!(out, "  ({}, [{}])", line(&constraint), line(&values.join(", ")));
    }
    let iterations = pass.number - 1;
    let _ = writeln!(
        out,
        "  {} of {} control paths with at most {iterations} {} executable{}; {} of the nodes visited; {} waiting",
        pass.executable,
        pass.control_paths,
        if iterations == 1 { "iteration" } else { "iterations" },
        if pass.undecided > 0 { format!(" ({} undecided)", pass.undecided) } else { String::new() },
        pass.visited,
        pass.waiting
    );
}

fn steps(pass: &PassRow, out: &mut String) {
    out.push_str("  step  node  attribute  value\n");
    let mut last: Option<&str> = None;
    for (at, (node, attribute, value)) in pass.steps.iter().enumerate() {
        let shown = if last == Some(value) && value != "empty" { "\"" } else { value };
        // The first pass begins with the environment it is given, which is step 0.
        let step = if pass.number == 1 { at } else { at + 1 };
        let _ = writeln!(out, "  {step:>4}  {node:>4}  {attribute:<9}  {}", line(shown));
        last = Some(value);
    }
}

fn tree(nodes: &[PassNode], out: &mut String) {
    let mut depth = vec![0usize; nodes.len() + 1];
    for node in nodes {
        depth[node.number] = node.father.map_or(0, |father| depth[father] + 1);
        let indent = "  ".repeat(depth[node.number].min(40));
        let _ = writeln!(out, "{indent}{} {}  {}", node.number, node.kind, line(&node.text));
    }
}
