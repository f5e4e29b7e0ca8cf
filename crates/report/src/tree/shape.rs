//! What a picture of the tree shows: statements, gaps in place of long runs, and the ends of paths.

use super::TreeReport;
use super::structure::Structure;

/// The longest run drawn whole, and what is drawn of longer ones.
const LONGEST_RUN: usize = 6;
const RUN_HEAD: usize = 3;
const RUN_TAIL: usize = 2;

/// A thing drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// The statement of this node.
    Statement(usize),
    /// So many statements left out.
    Gap(usize),
    /// The end of the path at this node.
    Leaf(usize),
}

/// The things drawn with the thing above each; what is above stands before.
#[derive(Default)]
pub(super) struct Shape {
    pub(super) items: Vec<Item>,
    pub(super) above: Vec<Option<usize>>,
}

impl Shape {
    pub(super) fn of(report: &TreeReport) -> Self {
        let mut shape = Self::default();
        let structure = Structure::new(report);
        let mut pending: Vec<(usize, Option<usize>)> = Vec::new();
        if !report.nodes.is_empty() {
            pending.push((0, None));
        }
        while let Some((first, above)) = pending.pop() {
            let run = structure.run(first);
            let last = run[run.len() - 1];
            let end = shape.push_run(&run, above);
            if report.nodes[last].leaf.is_some() {
                shape.push(Item::Leaf(last), Some(end));
            }
            pending.extend(structure.children(last).iter().rev().map(|&child| (child, Some(end))));
        }
        shape
    }

    /// Adds a run and returns its last item.
    fn push_run(&mut self, run: &[usize], above: Option<usize>) -> usize {
        let gap = if run.len() > LONGEST_RUN { RUN_HEAD..run.len() - RUN_TAIL } else { 0..0 };
        let mut above = above;
        for (at, &node) in run.iter().enumerate() {
            if !gap.contains(&at) {
                above = Some(self.push(Item::Statement(node), above));
            } else if at == gap.start {
                above = Some(self.push(Item::Gap(gap.len()), above));
            }
        }
        self.items.len() - 1
    }

    fn push(&mut self, item: Item, above: Option<usize>) -> usize {
        self.items.push(item);
        self.above.push(above);
        self.items.len() - 1
    }
}
