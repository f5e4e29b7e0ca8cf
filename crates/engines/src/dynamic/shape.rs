//! What counting needs to know of a procedure: its loops.

use sextant_base::IdVec;
use sextant_flow::{Action, Block, BlockId, FlowGraph, LoopForest};

/// The loops of one procedure.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The natural loops. Cycles with several entries are not counted.
    pub forest: LoopForest,
    /// The loop of which a block is the header.
    headed: IdVec<BlockId, Option<usize>>,
    /// Whether the header of a loop does something before it decides: then coming there is a traversal.
    works: Vec<bool>,
}

impl Shape {
    pub(super) fn of(graph: &FlowGraph) -> Self {
        let forest = LoopForest::of(graph);
        let mut headed: IdVec<BlockId, Option<usize>> = graph.blocks.ids().map(|_| None).collect();
        for (position, this) in forest.loops.iter().enumerate() {
            headed[this.header] = Some(position);
        }
        let works = forest.loops.iter().map(|this| works(graph, &graph.blocks[this.header])).collect();
        Self { forest, headed, works }
    }

    /// The loop of which a block is the header.
    pub(super) fn headed_by(&self, block: BlockId) -> Option<usize> {
        self.headed[block]
    }

    /// Whether a block belongs to a loop.
    pub(super) fn contains(&self, position: usize, block: BlockId) -> bool {
        self.forest.loops[position].blocks.binary_search(&block).is_ok()
    }

    /// Whether coming to the header of a loop is a traversal already; else staying in the loop is one.
    pub(super) fn header_works(&self, position: usize) -> bool {
        self.works[position]
    }
}

/// Whether a block does more than compute what it decides on.
fn works(graph: &FlowGraph, block: &Block) -> bool {
    block.instructions.iter().any(|instruction| match &instruction.action {
        Action::Statement(_) => false,
        Action::Assign(place, _) => !graph.variables[place.variable()].is_made(),
        Action::Call { result: Some(result), .. } => !graph.variables[*result].is_made(),
        _ => true,
    })
}
