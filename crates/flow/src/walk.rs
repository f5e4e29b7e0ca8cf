//! Steps from block to block. Ids out of range are no concern here: the verifier finds them first.

use std::collections::BTreeSet;

use sextant_base::{Id, IdVec};
use sextant_syntax::{ExprKind, Layout, ProcId, Unit, VarId};

use crate::{Action, Block, BlockId, FlowGraph, FlowProgram, Instruction, TransferItem};

/// The blocks that may follow a block, in the order of its edges; a block appears once per edge.
pub fn successors(graph: &FlowGraph, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
    graph.blocks[block].edges().iter().map(|edge| edge.to)
}

/// The blocks that steps lead to from some blocks, these included.
pub fn reached<S: IntoIterator<Item = BlockId>>(
    from: impl IntoIterator<Item = BlockId>,
    steps: impl Fn(BlockId) -> S,
) -> BTreeSet<BlockId> {
    let mut waiting: Vec<BlockId> = from.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(block) = waiting.pop() {
        if found.insert(block) {
            waiting.extend(steps(block));
        }
    }
    found
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
    graph.blocks.iter().flat_map(Block::all_instructions)
}

/// Whether a graph may give one of some variables a value.
pub fn assigns(graph: &FlowGraph, of: impl Fn(VarId) -> bool) -> bool {
    instructions(graph).any(|instruction| {
        let mut found = false;
        each_assigned(&instruction.action, &mut |variable| found |= of(variable));
        found
    })
}

/// Shows the variables that an action may give a value, those that it passes on included.
pub fn each_assigned(action: &Action, show: &mut dyn FnMut(VarId)) {
    match action {
        Action::Assign(place, _)
        | Action::Read(place)
        | Action::Allocate(place, _)
        | Action::Release(place)
        | Action::TransferItem(TransferItem::Place(place)) => show(place.variable()),
        Action::PointTo(place, target) => {
            show(place.variable());
            target.iter().for_each(|target| show(target.variable()));
        }
        Action::TransferBegin(head) => {
            let answers = head.answers.iter().map(|(_, place)| place);
            let outcome = head.outcome.status.iter().chain(&head.outcome.message);
            answers.chain(outcome).for_each(|place| show(place.variable()));
            if let Unit::Internal(place) = &head.unit {
                show(place.variable());
            }
            if let Layout::Namelist(_, members) = &head.layout {
                members.iter().for_each(|(_, place)| show(place.variable()));
            }
        }
        Action::TransferEnd(status) => show(*status),
        Action::Call { arguments, result, .. } | Action::CallParameter { arguments, result, .. } => {
            result.iter().for_each(|result| show(*result));
            for argument in arguments {
                if let ExprKind::Load(place) = &argument.expr.kind {
                    show(place.variable());
                }
            }
        }
        // Addresses lead to objects of their own, never to variables.
        Action::Primitive(_, _, result) | Action::CallPointer { result, .. } => {
            result.iter().for_each(|result| show(*result));
        }
        Action::Store(..)
        | Action::Statement(_)
        | Action::TransferItem(TransferItem::Value(_))
        | Action::Write(_)
        | Action::Fresh(_)
        | Action::Gone(_)
        | Action::Assume(_)
        | Action::Prove(_)
        | Action::Assert(_)
        | Action::Claim(..)
        | Action::Unsupported(_) => {}
    }
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
