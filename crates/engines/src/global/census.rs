//! How many loops of a procedure have closed forms, each looked at on its own, whatever leads to it.

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
    /// The loops of the procedure.
    pub fn loop_forms(&mut self) -> Vec<LoopForm> {
        let heads = self.paths().heads.clone();
        heads.into_iter().map(|head| self.loop_form(head.block, head.cycle)).collect()
    }

    fn loop_form(&mut self, head: BlockId, cycle: PathId) -> LoopForm {
        let mut form = LoopForm { head, supported: false, numbers: false, arrays: None };
        if !self.understands(cycle) || self.interrupt.should_stop() {
            return form;
        }
        form.supported = true;
        let pieces: Vec<_> = self.pieces_anywhere(cycle);
        if self.interrupt.should_stop() || self.crowded || pieces.is_empty() {
            return form;
        }
        form.numbers = pieces.iter().all(|piece| piece.open.is_empty());
        let mut arrays = pieces.iter().flat_map(|piece| &piece.arrays).peekable();
        form.arrays = arrays.peek().is_some().then(|| {
            pieces.iter().flat_map(|piece| &piece.arrays).all(|array| !matches!(array, Array::Iterate(..)))
        });
        form
    }

    /// Whether nothing on a path is unsupported.
    fn understands(&mut self, path: PathId) -> bool {
        let mut open = vec![path];
        let mut seen = rustc_hash::FxHashSet::default();
        let mut blocks = rustc_hash::FxHashSet::default();
        while let Some(path) = open.pop() {
            if !seen.insert(path) {
                continue;
            }
            match self.paths().table.node(path).clone() {
                PathNode::Empty => {}
                PathNode::Edge(block, _) => {
                    blocks.insert(block);
                }
                PathNode::Sum(parts) => open.extend(parts),
                PathNode::Product(first, second) => open.extend([first, second]),
                PathNode::Star { body, .. } => open.push(body),
            }
        }
        let mut blocks: Vec<BlockId> = blocks.into_iter().collect();
        blocks.sort();
        blocks.into_iter().all(|block| {
            debug_assert!(matches!(self.graph.blocks[block].terminator, Terminator::Edges(_)));
            let ended = self.ending(&Case::start(), block);
            !ended.iter().any(|(_, end)| matches!(end, End::Unsupported(_)))
        })
    }
}
