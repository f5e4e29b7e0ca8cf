//! The tree as indented text.
//!
//! Forks indent their branches. Where a tree is deeper than [`DEEPEST`] forks, the branch with the most nodes
//! goes on at the same place instead, so that lines stay readable and the text proportional to the tree.

use super::structure::Structure;
use super::{TreeReport, arc_letter, state};
use crate::escape;
use sextant_notation::{Formula, conjunction};

/// How many forks indent all their branches.
const DEEPEST: usize = 16;
/// The longest run shown whole, and what is shown of longer ones.
const LONGEST_RUN: usize = 24;
const RUN_HEAD: usize = 10;
const RUN_TAIL: usize = 6;

/// A branch still to be written.
struct Branch {
    node: usize,
    depth: usize,
    /// What stands before its first line, and before all that hangs below it.
    first: String,
    below: String,
}

pub(super) fn text(report: &TreeReport) -> String {
    let mut out = format!("{}\n\n", escape::line(&report.title));
    let structure = Structure::new(report);
    let mut branches = Vec::new();
    if !report.nodes.is_empty() {
        branches.push(Branch { node: 0, depth: 0, first: String::new(), below: String::new() });
    }
    while let Some(branch) = branches.pop() {
        let last = write_run(report, &structure, &branch, &mut out);
        push_branches(&structure, last, &branch, &mut branches);
    }
    out.push_str(&format!("\n{}\n", report.summary()));
    for reason in &report.reasons {
        out.push_str(&format!("  - {}\n", escape::line(reason)));
    }
    out
}

/// Writes the line of a branch and returns the node it ends at.
fn write_run(report: &TreeReport, structure: &Structure, branch: &Branch, out: &mut String) -> usize {
    let run = structure.run(branch.node);
    let last = run[run.len() - 1];
    out.push_str(&branch.first);
    let added = structure.added_condition(branch.node);
    if branch.node != 0 {
        out.push_str(&branch_label(report.nodes[branch.node].arc, &added));
    }
    out.push_str(&run_numbers(report, &run));
    if let Some(leaf) = &report.nodes[last].leaf {
        let condition = conjunction(&report.nodes[last].condition);
        let outcome = state::outcome(leaf);
        out.push_str(&format!(" ⇒ {}   when {}", escape::line(&outcome), escape::line(&condition)));
    } else if structure.children(last).is_empty() {
        out.push_str(" ⇒ not explored further");
    }
    out.push('\n');
    last
}

/// `T: Y >= 1`, with blanks behind it.
fn branch_label(arc: Option<bool>, added: &[Formula]) -> String {
    let condition = if added.is_empty() { String::new() } else { conjunction(added) };
    let condition = escape::line(&condition);
    match (arc, added.is_empty()) {
        (Some(arc), false) => format!("{}: {condition}   ", arc_letter(arc)),
        (Some(arc), true) => format!("{}   ", arc_letter(arc)),
        (None, false) => format!("{condition}   "),
        (None, true) => String::new(),
    }
}

/// `2 → 3 → 4`; of a long run only head and tail.
fn run_numbers(report: &TreeReport, run: &[usize]) -> String {
    let numbers = |nodes: &[usize]| -> Vec<String> {
        nodes.iter().map(|&node| escape::line(&report.label(node)).into_owned()).collect()
    };
    if run.len() <= LONGEST_RUN {
        return numbers(run).join(" → ");
    }
    let (head, rest) = run.split_at(RUN_HEAD);
    let (left_out, tail) = rest.split_at(rest.len() - RUN_TAIL);
    let gap = format!("… {} more …", left_out.len());
    [numbers(head).join(" → "), gap, numbers(tail).join(" → ")].join(" → ")
}

/// Puts the branches below a node on the stack, the first one on top.
fn push_branches(structure: &Structure, node: usize, above: &Branch, branches: &mut Vec<Branch>) {
    let children = structure.children(node);
    let straight = if above.depth >= DEEPEST { structure.heaviest_child(node) } else { None };
    let depth = above.depth + 1;
    if let Some(child) = straight {
        let (first, below) = (format!("{}↓ ", above.below), above.below.clone());
        branches.push(Branch { node: child, depth, first, below });
    }
    for (at, &child) in children.iter().enumerate().rev() {
        if Some(child) == straight {
            continue;
        }
        let last = at + 1 == children.len() && straight.is_none();
        let (elbow, bar) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let (first, below) = (format!("{}{elbow}", above.below), format!("{}{bar}", above.below));
        branches.push(Branch { node: child, depth, first, below });
    }
}
