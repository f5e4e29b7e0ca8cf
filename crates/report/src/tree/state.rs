//! The state of a node and the end of a path in words.

use super::{TreeLeaf, TreeNode};
use crate::wrap::equations;
use sextant_notation::conjunction;

/// The full state of a node, in lines: place and text, path condition, variables.
pub(super) fn state_lines(node: &TreeNode) -> Vec<String> {
    let mut lines = vec![
        format!("{} statement {}, line {}: {}", node.procedure, node.statement, node.line, node.text),
        format!("pc: {}", conjunction(&node.condition)),
    ];
    lines.extend(node.values.iter().map(|(name, value)| format!("{name} = {value}")));
    lines
}

/// The status with its detail, or with its outputs.
pub(super) fn outcome(leaf: &TreeLeaf) -> String {
    let outputs = leaf.outputs.iter().map(|(name, value)| format!("{name} = {value}"));
    let parts: Vec<String> = leaf.detail.iter().cloned().chain(outputs).collect();
    match parts.is_empty() {
        true => leaf.status.to_string(),
        false => format!("{}: {}", leaf.status, parts.join(", ")),
    }
}

/// Inputs that follow the path.
pub(super) fn model(leaf: &TreeLeaf) -> String {
    equations(&leaf.model)
}
