//! How many loops of a procedure have closed forms, each looked at on its own, whatever leads to it.

use rustc_hash::FxHashSet;
use sextant_algebra::Array;
use sextant_flow::{BlockId, PathId, PathNode, Terminator};

use super::block::End;
use super::context::Case;
use super::evaluate::Evaluator;

/// What is known about the values that a loop changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopForm {
    /// The head of the loop.
    pub head: BlockId,
    /// Whether everything in the body is understood.
    pub supported: bool,
    /// Whether all numbers it changes have closed forms.
    pub numbers: bool,
    /// Whether all arrays it changes are comprehensions; none if it changes no array.
    pub arrays: Option<bool>,
}

impl Evaluator<'_> {
    /// The loops of the procedure, inner ones first: where time runs out, these are known.
    pub fn loop_forms(&mut self) -> Vec<LoopForm> {
        let heads = self.paths().heads.iter().map(|head| (head.block, head.cycle));
        let mut heads: Vec<_> = heads.map(|(block, cycle)| (self.blocks_on(cycle), block, cycle)).collect();
        heads.sort_by_key(|(blocks, ..)| blocks.len());
        heads.into_iter().map(|(blocks, head, cycle)| self.loop_form(head, cycle, &blocks)).collect()
    }

    fn loop_form(&mut self, head: BlockId, cycle: PathId, blocks: &[BlockId]) -> LoopForm {
        let mut form = LoopForm { head, supported: false, numbers: false, arrays: None };
        if !self.understands(blocks) {
            return form;
        }
        form.supported = true;
        let Some(pieces) = self.all_pieces_anywhere(cycle) else { return form };
        if self.interrupt.should_stop() || pieces.is_empty() {
            return form;
        }
        form.numbers = pieces.iter().all(|piece| piece.open.is_empty());
        let mut arrays = pieces.iter().flat_map(|piece| &piece.arrays).peekable();
        form.arrays = arrays.peek().is_some().then(|| {
            pieces.iter().flat_map(|piece| &piece.arrays).all(|array| !matches!(array, Array::Iterate(..)))
        });
        form
    }

    /// The blocks that a path leaves.
    fn blocks_on(&self, path: PathId) -> Vec<BlockId> {
        let mut open = vec![path];
        let mut seen = FxHashSet::default();
        let mut blocks = Vec::new();
        while let Some(path) = open.pop() {
            if !seen.insert(path) {
                continue;
            }
            match self.paths().table.node(path) {
                PathNode::Empty => {}
                PathNode::Edge(block, _) => blocks.push(*block),
                PathNode::Sum(parts) => open.extend(parts),
                PathNode::Product(first, second) => open.extend([first, second]),
                PathNode::Star { body, .. } => open.push(*body),
            }
        }
        blocks.sort();
        blocks.dedup();
        blocks
    }

    /// Whether nothing in these blocks is unsupported.
    fn understands(&mut self, blocks: &[BlockId]) -> bool {
        blocks.iter().all(|&block| {
            debug_assert!(matches!(self.graph.blocks[block].terminator, Terminator::Edges(_)));
            let ended = self.ending(&Case::start(), block);
            !ended.iter().any(|(_, end)| matches!(end, End::Unsupported(_)))
        })
    }
}
