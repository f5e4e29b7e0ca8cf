//! The tree for Graphviz: the same things as in the picture, placed by somebody else.

use std::fmt::Write;

use super::shape::{Item, Shape};
use super::structure::Structure;
use super::{TreeReport, arc_letter, state};
use crate::escape;
use sextant_notation::conjunction;

pub(super) fn dot(report: &TreeReport) -> String {
    let shape = Shape::of(report);
    let mut out = String::from("digraph tree {\n");
    let title = format!("{}\n{}", report.title, report.summary());
    let _ = writeln!(out, "  label=\"{}\";\n  labelloc=t;", escape::dot(&title));
    out.push_str(
        "  node [fontname=\"monospace\", fontsize=11];\n  edge [fontname=\"sans-serif\", fontsize=11];\n",
    );
    let structure = Structure::new(report);
    for (at, item) in shape.items.iter().enumerate() {
        let _ = writeln!(out, "  n{at} [{}];", attributes(report, *item));
        if let Some(above) = shape.above[at] {
            let attributes = arc_attributes(report, &structure, *item, shape.items[above]);
            let _ = writeln!(out, "  n{above} -> n{at}{attributes};");
        }
    }
    out.push_str("}\n");
    out
}

fn attributes(report: &TreeReport, item: Item) -> String {
    match item {
        Item::Statement(node) => {
            let tooltip = state::state_lines(&report.nodes[node]).join("\n");
            let label = escape::dot(&report.label(node));
            format!("shape=circle, label=\"{label}\", tooltip=\"{}\"", escape::dot(&tooltip))
        }
        Item::Gap(count) => format!("shape=plain, label=\"{count} more\""),
        Item::Leaf(node) => {
            let node = &report.nodes[node];
            let outcome = node.leaf.as_ref().map(state::outcome).unwrap_or_default();
            let label = format!("{outcome}\nwhen {}", conjunction(&node.condition));
            format!("shape=box, label=\"{}\"", escape::dot(&label))
        }
    }
}

/// An arc carries the condition of what hangs below it.
fn arc_attributes(report: &TreeReport, structure: &Structure, item: Item, above: Item) -> String {
    if let Item::Statement(node) = item
        && let Some(arc) = report.nodes[node].arc
    {
        let condition = conjunction(&structure.added_condition(node));
        let (letter, condition) = (arc_letter(arc), escape::dot(&condition));
        return format!(" [label=\"{letter}\", tooltip=\"{condition}\", labeltooltip=\"{condition}\"]");
    }
    match (item, above) {
        (Item::Gap(_), _) | (_, Item::Gap(_)) => " [style=dotted]".to_owned(),
        (Item::Leaf(_), _) => " [arrowhead=none]".to_owned(),
        (Item::Statement(_), _) => String::new(),
    }
}
