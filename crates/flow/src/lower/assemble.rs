//! From drafts to the finished graph: source order, no empty detours, maximal blocks, nothing unreachable.

use sextant_base::{Id, IdVec};

use super::blocks::{Builder, Draft};
use crate::tidy::remove_unreachable;
use crate::walk::reverse_postorder;
use crate::{Block, BlockId, Condition, Edge, FlowGraph, Terminator, successors};

impl Builder<'_> {
    /// The finished graph.
    pub fn assemble(mut self) -> FlowGraph {
        skip_empty_blocks(&mut self.drafts);
        let new_ids = self.ids_in_source_order();
        let mut goto_targets = vec![false; self.drafts.len()];
        let mut blocks: Vec<Option<Block>> = self.drafts.iter().map(|_| None).collect();
        for (id, draft) in self.drafts.ids().zip(self.drafts.iter_mut()) {
            let position = new_ids[id].index();
            goto_targets[position] = draft.goto_target;
            blocks[position] = Some(finished(std::mem::take(draft), &new_ids));
        }
        let mut graph = FlowGraph {
            name: self.source.name.clone(),
            parameters: self.source.parameters.clone(),
            variables: self.variables,
            returns: self.source.returns.clone(),
            blocks: blocks.into_iter().flatten().collect(),
            entry: BlockId(0),
            statements: self.source.statements.clone(),
            span: self.source.span,
        };
        merge_straight_lines(&mut graph, &goto_targets);
        remove_unreachable(&mut graph);
        graph
    }

    /// Blocks that were entered, in that order; then the others, which nothing reachable leads to.
    fn ids_in_source_order(&self) -> IdVec<BlockId, BlockId> {
        let mut position = vec![usize::MAX; self.drafts.len()];
        for (at, block) in self.order.iter().enumerate() {
            position[block.index()] = at;
        }
        let mut sorted: Vec<BlockId> = self.drafts.ids().collect();
        sorted.sort_by_key(|block| position[block.index()]);
        let mut new_ids: IdVec<BlockId, BlockId> = self.drafts.ids().collect();
        for (at, &block) in sorted.iter().enumerate() {
            new_ids[block] = BlockId::from_index(at);
        }
        new_ids
    }
}

fn finished(draft: Draft, new_ids: &IdVec<BlockId, BlockId>) -> Block {
    let mut terminator = draft.terminator.unwrap_or(Terminator::Return(None));
    for edge in terminator.edges_mut() {
        edge.to = new_ids[edge.to];
    }
    Block { instructions: draft.instructions, terminator }
}

/// The block an unconditional edge without actions leads to, if that is all the terminator is.
fn only_target(terminator: &Terminator) -> Option<BlockId> {
    match terminator.edges() {
        [Edge { condition: Condition::Always, actions, to }] if actions.is_empty() => Some(*to),
        _ => None,
    }
}

/// Leads edges past blocks that only jump on. What a GO TO reaches that way begins a block as its label did.
fn skip_empty_blocks(drafts: &mut IdVec<BlockId, Draft>) {
    let targets = final_targets(drafts);
    for (id, &target) in targets.iter_enumerated() {
        if drafts[id].goto_target {
            drafts[target].goto_target = true;
        }
    }
    for draft in drafts.iter_mut() {
        for edge in draft.terminator.iter_mut().flat_map(Terminator::edges_mut) {
            edge.to = targets[edge.to];
        }
    }
}

/// For every block the first one with something to do, itself or further on.
fn final_targets(drafts: &IdVec<BlockId, Draft>) -> IdVec<BlockId, BlockId> {
    let mut targets: IdVec<BlockId, BlockId> = drafts.ids().collect();
    for (id, draft) in drafts.iter_enumerated() {
        if draft.instructions.is_empty()
            && let Some(to) = draft.terminator.as_ref().and_then(only_target)
        {
            targets[id] = to;
        }
    }
    for id in drafts.ids() {
        let mut path = Vec::new();
        let mut at = id;
        // The bound ends the walk round a cycle of empty blocks.
        while targets[at] != at && path.len() <= drafts.len() {
            path.push(at);
            at = targets[at];
        }
        for passed in path {
            targets[passed] = at;
        }
    }
    targets
}

/// Appends a block to the only one before it, where that leads nowhere else.
fn merge_straight_lines(graph: &mut FlowGraph, goto_targets: &[bool]) {
    let reachable = reverse_postorder(graph);
    let mut edges_in = vec![0_usize; graph.blocks.len()];
    for &block in &reachable {
        for next in successors(graph, block) {
            edges_in[next.index()] += 1;
        }
    }
    for &block in &reachable {
        while let Some(next) = only_target(&graph.blocks[block].terminator) {
            let at = next.index();
            if edges_in[at] != 1 || goto_targets[at] || next == block || next == graph.entry {
                break;
            }
            // What is appended becomes unreachable; its terminator no longer matters.
            let terminator = std::mem::replace(&mut graph.blocks[next].terminator, Terminator::Stop);
            let instructions = std::mem::take(&mut graph.blocks[next].instructions);
            graph.blocks[block].instructions.extend(instructions);
            graph.blocks[block].terminator = terminator;
        }
    }
}
