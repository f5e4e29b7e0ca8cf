//! The tree as an outline: nodes in reading order, each at a level.
//!
//! A branch goes on at the level of its fork when it is the only one with forks of its own, and beyond
//! [`DEEPEST`] levels when it is the one with the most nodes. So a loop reads as one line with its exits beside
//! it, and no tree is indented beyond what a screen can show.

use super::TreeReport;
use super::structure::Structure;

/// How many levels all branches of a fork are indented.
const DEEPEST: usize = 14;

/// A node of the outline.
pub(super) struct Entry {
    pub(super) node: usize,
    pub(super) level: usize,
}

/// The nodes in reading order: each subtree is contiguous, behind its root.
pub(super) fn outline(report: &TreeReport, structure: &Structure) -> Vec<Entry> {
    let ends = path_ends(report, structure);
    let mut entries = Vec::with_capacity(report.nodes.len());
    let mut pending = Vec::new();
    if !report.nodes.is_empty() {
        pending.push(Entry { node: 0, level: 0 });
    }
    while let Some(entry) = pending.pop() {
        let children = structure.children(entry.node);
        let straight = straight_child(structure, &ends, entry.node, entry.level);
        pending.extend(straight.map(|node| Entry { node, level: entry.level }));
        let indented = children.iter().rev().filter(|&&child| Some(child) != straight);
        pending.extend(indented.map(|&node| Entry { node, level: entry.level + 1 }));
        entries.push(entry);
    }
    entries
}

/// The child that goes on at the level of the node.
fn straight_child(structure: &Structure, ends: &[usize], node: usize, level: usize) -> Option<usize> {
    let children = structure.children(node);
    let mut forking = children.iter().copied().filter(|&child| ends[child] > 1);
    match (children, forking.next(), forking.next()) {
        (&[only], ..) => Some(only),
        (_, Some(child), None) => Some(child),
        _ if level >= DEEPEST => structure.heaviest_child(node),
        _ => None,
    }
}

/// How many nodes without children stand at and below each node.
fn path_ends(report: &TreeReport, structure: &Structure) -> Vec<usize> {
    let mut ends = vec![0; report.nodes.len()];
    for node in (0..report.nodes.len()).rev() {
        if structure.children(node).is_empty() {
            ends[node] = 1;
        }
        if let Some(parent) = structure.parent(node) {
            ends[parent] += ends[node];
        }
    }
    ends
}
