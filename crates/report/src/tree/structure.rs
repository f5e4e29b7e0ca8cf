//! The structure of an execution tree: children in reading order, sizes, runs without forks.

use sextant_notation::Formula;

use super::TreeReport;
use super::children::Children;

/// Children, sizes and runs. All indices are those of the report's nodes.
pub(super) struct Structure<'r> {
    report: &'r TreeReport,
    /// Parents, each before its children.
    parents: Vec<Option<usize>>,
    children: Children,
    /// How many nodes stand at and below each node.
    sizes: Vec<usize>,
}

impl<'r> Structure<'r> {
    pub(super) fn new(report: &'r TreeReport) -> Self {
        let parent_of = |(at, node): (usize, &super::TreeNode)| match node.parent {
            _ if at == 0 => None,
            Some(parent) if parent < at => Some(parent),
            _ => Some(0),
        };
        let parents: Vec<Option<usize>> = report.nodes.iter().enumerate().map(parent_of).collect();
        let mut children = Children::of(&parents);
        for node in 0..parents.len() {
            // True before false, as the source has THEN before ELSE.
            children.of_node_mut(node).sort_by_key(|&child| match report.nodes[child].arc {
                Some(true) => 0,
                Some(false) => 1,
                None => 2,
            });
        }
        let mut sizes = vec![1; parents.len()];
        for node in (1..parents.len()).rev() {
            if let Some(parent) = parents[node] {
                sizes[parent] += sizes[node];
            }
        }
        Self { report, parents, children, sizes }
    }

    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    pub(super) fn children(&self, node: usize) -> &[usize] {
        self.children.of_node(node)
    }

    pub(super) fn size(&self, node: usize) -> usize {
        self.sizes[node]
    }

    /// The child that merely continues a path: the only one, with no arc and no leaf before it.
    pub(super) fn continuation(&self, node: usize) -> Option<usize> {
        match *self.children(node) {
            [child] if self.report.nodes[child].arc.is_none() && self.report.nodes[node].leaf.is_none() => {
                Some(child)
            }
            _ => None,
        }
    }

    /// The node and all that merely continue it.
    pub(super) fn run(&self, first: usize) -> Vec<usize> {
        std::iter::successors(Some(first), |&node| self.continuation(node)).collect()
    }

    /// The child with the most nodes, the last of them if there are several.
    pub(super) fn heaviest_child(&self, node: usize) -> Option<usize> {
        self.children(node).iter().copied().max_by_key(|&child| self.size(child))
    }

    /// The conjuncts that a node adds to the path condition of its parent.
    pub(super) fn added_condition(&self, node: usize) -> Vec<Formula> {
        let parent = self.parent(node).map_or(&[][..], |parent| &self.report.nodes[parent].condition);
        crate::condition::added(parent, &self.report.nodes[node].condition)
    }
}
