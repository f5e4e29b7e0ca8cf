//! Dense block numbers over the reachable blocks of a graph.

use sextant_base::IdVec;

use crate::walk::reverse_postorder;
use crate::{Block, BlockId, FlowGraph};

/// Removes the blocks that cannot be reached and renumbers the others without changing their order.
/// Returns the ids, as they were, of the blocks removed.
pub(crate) fn remove_unreachable(graph: &mut FlowGraph) -> Vec<BlockId> {
    let reachable = is_reachable(graph);
    let mut next = (0..).map(BlockId);
    let new_ids: IdVec<BlockId, Option<BlockId>> =
        reachable.iter().map(|&reachable| if reachable { next.next() } else { None }).collect();
    let removed = new_ids.ids().filter(|&block| new_ids[block].is_none()).collect();
    let blocks = std::mem::take(&mut graph.blocks);
    let kept = blocks.iter_enumerated().filter(|(id, _)| new_ids[*id].is_some());
    graph.blocks = kept.map(|(_, block)| renumbered(block, &new_ids)).collect();
    graph.entry = new_ids[graph.entry].expect("the entry is reachable");
    removed
}

/// Which blocks the entry leads to.
pub(crate) fn is_reachable(graph: &FlowGraph) -> IdVec<BlockId, bool> {
    let mut reachable: IdVec<BlockId, bool> = graph.blocks.ids().map(|_| false).collect();
    for block in reverse_postorder(graph) {
        reachable[block] = true;
    }
    reachable
}

fn renumbered(block: &Block, new_ids: &IdVec<BlockId, Option<BlockId>>) -> Block {
    let mut block = block.clone();
    for edge in block.terminator.edges_mut() {
        edge.to = new_ids[edge.to].expect("what a reachable block leads to is reachable");
    }
    block
}
