//! Loops and their nesting.
//!
//! An edge whose target dominates its source is a back edge; all back edges to one header make one natural
//! loop. Two natural loops with different headers are nested or disjoint, in any graph. The cycles that are
//! left when all back edges are taken away have several entries: they are reported as irreducible regions.

use rustc_hash::FxHashSet;
use sextant_base::{Id, IdVec};

use crate::digraph::components;
use crate::walk::reverse_postorder;
use crate::{BlockId, Dominators, FlowGraph, predecessors, successors};

/// A natural loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The only block by which the loop is entered.
    pub header: BlockId,
    /// All its blocks, the header and inner loops included, sorted.
    pub blocks: Vec<BlockId>,
    /// The blocks from which an edge leads back to the header, sorted.
    pub back_edges: Vec<BlockId>,
    /// The position of the next outer loop in [`LoopForest::loops`].
    pub parent: Option<usize>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

/// All loops of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopForest {
    /// The natural loops, an outer one before the inner ones.
    pub loops: Vec<Loop>,
    /// Strongly connected regions with several entries, each sorted.
    pub irreducible: Vec<Vec<BlockId>>,
    innermost: IdVec<BlockId, Option<usize>>,
}

impl LoopForest {
    /// The loops of a graph.
    pub fn of(graph: &FlowGraph) -> Self {
        let dominators = Dominators::of(graph);
        let before = predecessors(graph);
        let mut forest = Self {
            loops: Vec::new(),
            irreducible: irreducible_regions(graph, &dominators),
            innermost: graph.blocks.ids().map(|_| None).collect(),
        };
        // In this order an outer header, which dominates the inner one, comes first.
        for header in reverse_postorder(graph) {
            let mut back_edges = before[header].clone();
            back_edges.retain(|&from| dominators.dominates(header, from));
            back_edges.sort();
            back_edges.dedup();
            if !back_edges.is_empty() {
                forest.add(header, back_edges, &before, &dominators);
            }
        }
        forest
    }

    /// The position of the innermost loop that holds a block.
    pub fn innermost(&self, block: BlockId) -> Option<usize> {
        self.innermost[block]
    }

    fn add(
        &mut self,
        header: BlockId,
        back_edges: Vec<BlockId>,
        before: &IdVec<BlockId, Vec<BlockId>>,
        dominators: &Dominators,
    ) {
        let blocks = natural_loop(header, &back_edges, before, dominators);
        let parent = self.innermost[header];
        let depth = parent.map_or(0, |outer| self.loops[outer].depth) + 1;
        let position = self.loops.len();
        for &block in &blocks {
            self.innermost[block] = Some(position);
        }
        self.loops.push(Loop { header, blocks, back_edges, parent, depth });
    }
}

/// The header and every block from which a back edge is reached without passing the header.
fn natural_loop(
    header: BlockId,
    back_edges: &[BlockId],
    before: &IdVec<BlockId, Vec<BlockId>>,
    dominators: &Dominators,
) -> Vec<BlockId> {
    let mut inside: FxHashSet<BlockId> = FxHashSet::from_iter([header]);
    let mut open = back_edges.to_vec();
    while let Some(block) = open.pop() {
        // An unreachable predecessor is dominated by nothing and belongs to no loop.
        if dominators.dominates(header, block) && inside.insert(block) {
            open.extend(&before[block]);
        }
    }
    let mut blocks: Vec<BlockId> = inside.into_iter().collect();
    blocks.sort();
    blocks
}

/// The strongly connected components of what is left of the reachable graph without its back edges.
fn irreducible_regions(graph: &FlowGraph, dominators: &Dominators) -> Vec<Vec<BlockId>> {
    let forward = |node: usize| {
        let block = BlockId::from_index(node);
        successors(graph, block).filter(move |&next| !dominators.dominates(next, block)).map(Id::index)
    };
    let found = components(graph.blocks.len(), std::iter::once(graph.entry.index()), forward);
    let regions = found.into_iter().filter(|region| region.len() > 1);
    let mut regions: Vec<Vec<BlockId>> =
        regions.map(|region| region.into_iter().map(BlockId::from_index).collect()).collect();
    regions.sort();
    regions
}
