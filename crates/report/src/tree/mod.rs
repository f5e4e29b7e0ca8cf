//! The execution tree: a node for each executed statement, two arcs at each fork, the full state at every node.

mod children;
mod dot;
mod html;
pub(crate) mod layout;
mod leaf_box;
mod listing;
mod outline;
mod shape;
mod state;
mod structure;
mod svg;
mod text;

use serde::Serialize;
use sextant_notation::Formula;

use crate::PathEnd;
use crate::json;

/// An execution tree.
///
/// Node 0 is the root, and every parent stands before its children. A node that names no earlier node as its
/// parent is drawn below the root.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TreeReport {
    /// What was executed, as in `POWER("X", "Y")`.
    pub title: String,
    /// The name of the source.
    #[serde(rename = "source")]
    pub source_name: String,
    /// Whether every path was followed to its end.
    pub complete: bool,
    /// Why not, each reason with its place.
    pub reasons: Vec<String>,
    /// The nodes, parents before children.
    pub nodes: Vec<TreeNode>,
}

/// One executed statement.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TreeNode {
    /// The node before it; `None` for the root.
    pub parent: Option<usize>,
    /// Which side of a fork leads here: true or false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arc: Option<bool>,
    /// The procedure the statement belongs to.
    pub procedure: String,
    /// The number of the statement in its procedure.
    pub statement: u32,
    /// The line of the source.
    pub line: u32,
    /// The text of the statement in one line.
    pub text: String,
    /// The conjuncts of the path condition at this node; none: true.
    #[serde(flatten, serialize_with = "json::condition")]
    pub condition: Vec<Formula>,
    /// Variables with their values after the statement.
    #[serde(serialize_with = "json::texts")]
    pub values: Vec<(String, String)>,
    /// How the path ends, if it ends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf: Option<TreeLeaf>,
}

/// How a path ends.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TreeLeaf {
    /// How it ended.
    pub status: PathEnd,
    /// What the status means here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Output names with their values.
    #[serde(flatten, serialize_with = "json::outputs")]
    pub outputs: Vec<(String, Formula)>,
    /// Inputs that follow this path.
    #[serde(serialize_with = "json::constants")]
    pub model: Vec<(String, String)>,
}

impl TreeReport {
    /// An indented tree, one line for each run of statements without a fork.
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// The tree for Graphviz.
    pub fn dot(&self) -> String {
        dot::dot(self)
    }

    /// A picture: round nodes with statement numbers, arcs marked T and F, leaves with conditions and outputs.
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// One self-contained page whose nodes can be folded and asked for their state.
    pub fn html(&self) -> String {
        html::html(self)
    }

    /// What is known of the whole: how many leaves of each status, and whether these are all.
    pub(crate) fn summary(&self) -> String {
        let mut counts: Vec<(PathEnd, usize)> = Vec::new();
        let leaves = self.nodes.iter().filter_map(|node| node.leaf.as_ref());
        for leaf in leaves {
            match counts.iter_mut().find(|(status, _)| *status == leaf.status) {
                Some((_, count)) => *count += 1,
                None => counts.push((leaf.status, 1)),
            }
        }
        // Leaves were found in any order.
        counts.sort_by_key(|(status, _)| *status as u8);
        let total: usize = counts.iter().map(|(_, count)| count).sum();
        let leaves = if total == 1 { "1 leaf".to_owned() } else { format!("{total} leaves") };
        let each: Vec<String> = counts.iter().map(|(status, count)| format!("{count} {status}")).collect();
        let each = if each.is_empty() { String::new() } else { format!(" ({})", each.join(", ")) };
        let verdict = if self.complete { "all explored" } else { "not all explored" };
        format!("{leaves}{each}; {verdict}")
    }

    /// The number of a node's statement, with its procedure where that is not the parent's.
    pub(crate) fn label(&self, node: usize) -> String {
        let this = &self.nodes[node];
        let parent = this.parent.and_then(|parent| self.nodes.get(parent));
        match parent {
            Some(parent) if parent.procedure != this.procedure => {
                format!("{}.{}", this.procedure, this.statement)
            }
            _ => this.statement.to_string(),
        }
    }
}

/// `T` or `F`.
fn arc_letter(arc: bool) -> &'static str {
    if arc { "T" } else { "F" }
}
