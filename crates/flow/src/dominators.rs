//! Dominators, by the iterative algorithm of Cooper, Harvey and Kennedy over reverse postorder, with
//! intervals of the dominator tree so that one question costs O(1).

use sextant_base::{Id, IdVec};

use crate::digraph::closest_on_every_way;
use crate::walk::reverse_postorder;
use crate::{BlockId, FlowGraph, predecessors};

/// Which blocks stand on every way from the entry to which others.
#[derive(Clone, Debug)]
pub struct Dominators {
    immediate: IdVec<BlockId, Option<BlockId>>,
    /// When a walk over the dominator tree enters and leaves each block; `None` for an unreachable block.
    interval: IdVec<BlockId, Option<(u32, u32)>>,
}

impl Dominators {
    /// The dominators of a graph.
    pub fn of(graph: &FlowGraph) -> Self {
        let immediate = immediate_dominators(graph);
        let interval = intervals(graph.entry, &immediate);
        Self { immediate, interval }
    }

    /// The closest other block on every way from the entry; `None` for the entry and for unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block]
    }

    /// Whether every way from the entry to `inner` passes `outer`. A reachable block dominates itself; an
    /// unreachable one neither dominates nor is dominated.
    pub fn dominates(&self, outer: BlockId, inner: BlockId) -> bool {
        match (self.interval[outer], self.interval[inner]) {
            (Some((enter, leave)), Some((at, _))) => enter <= at && at < leave,
            _ => false,
        }
    }
}

fn immediate_dominators(graph: &FlowGraph) -> IdVec<BlockId, Option<BlockId>> {
    let order: Vec<usize> = reverse_postorder(graph).into_iter().map(Id::index).collect();
    let before = predecessors(graph);
    let closest = closest_on_every_way(graph.blocks.len(), &order, |node| {
        before[BlockId::from_index(node)].iter().map(|previous| previous.index())
    });
    closest.into_iter().map(|found| found.map(BlockId::from_index)).collect()
}

fn intervals(
    entry: BlockId,
    immediate: &IdVec<BlockId, Option<BlockId>>,
) -> IdVec<BlockId, Option<(u32, u32)>> {
    let mut children: IdVec<BlockId, Vec<BlockId>> = immediate.ids().map(|_| Vec::new()).collect();
    for (block, parent) in immediate.iter_enumerated() {
        if let Some(parent) = parent {
            children[*parent].push(block);
        }
    }
    let mut interval: IdVec<BlockId, Option<(u32, u32)>> = immediate.ids().map(|_| None).collect();
    let mut clock = 0;
    let mut stack = vec![(entry, false)];
    while let Some((block, done)) = stack.pop() {
        if done {
            let (enter, _) = interval[block].expect("entered before it is left");
            interval[block] = Some((enter, clock));
            continue;
        }
        interval[block] = Some((clock, clock));
        clock += 1;
        stack.push((block, true));
        stack.extend(children[block].iter().map(|&child| (child, false)));
    }
    interval
}
