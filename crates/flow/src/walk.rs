//! Steps from block to block. Ids out of range are no concern here: the verifier finds them first.

use std::collections::BTreeSet;

use sextant_base::{Id, IdVec};
use sextant_syntax::ProcId;

use crate::{Action, BlockId, FlowGraph, FlowProgram, Instruction, Terminator};

/// The blocks that may follow a block, in the order of its edges; a block appears once per edge.
pub fn successors(graph: &FlowGraph, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
    let edges = match &graph.blocks[block].terminator {
        Terminator::Edges(edges) => edges.as_slice(),
        Terminator::Return(_) | Terminator::Stop => &[],
    };
    edges.iter().map(|edge| edge.to)
}

/// For every block the blocks that may precede it, in order; a block appears once per edge.
pub fn predecessors(graph: &FlowGraph) -> IdVec<BlockId, Vec<BlockId>> {
    let mut before: IdVec<BlockId, Vec<BlockId>> = graph.blocks.ids().map(|_| Vec::new()).collect();
    for block in graph.blocks.ids() {
        for next in successors(graph, block) {
            before[next].push(block);
        }
    }
    before
}

/// The reachable blocks in reverse postorder from the entry: every block before those that only it leads to.
pub(crate) fn reverse_postorder(graph: &FlowGraph) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen = vec![false; graph.blocks.len()];
    let mut stack = vec![(graph.entry, successors(graph, graph.entry))];
    seen[graph.entry.index()] = true;
    while let Some((block, nexts)) = stack.last_mut() {
        match nexts.find(|next| !std::mem::replace(&mut seen[next.index()], true)) {
            Some(next) => stack.push((next, successors(graph, next))),
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// All instructions of a graph, those on edges included.
pub fn instructions(graph: &FlowGraph) -> impl Iterator<Item = &Instruction> {
    graph.blocks.iter().flat_map(|block| {
        let edges = match &block.terminator {
            Terminator::Edges(edges) => edges.as_slice(),
            _ => &[],
        };
        block.instructions.iter().chain(edges.iter().flat_map(|edge| &edge.actions))
    })
}

/// A procedure and all that calls by name lead to.
pub fn called(program: &FlowProgram, from: ProcId) -> BTreeSet<ProcId> {
    let (mut found, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(next) = open.pop() {
        for instruction in instructions(&program.procedures[next]) {
            if let Action::Call { procedure, .. } = &instruction.action
                && found.insert(*procedure)
            {
                open.push(*procedure);
            }
        }
    }
    found
}
