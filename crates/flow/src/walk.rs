//! Steps from block to block. Ids out of range are no concern here: the verifier finds them first.

use std::collections::BTreeSet;

use sextant_base::{Id, IdVec};
use sextant_syntax::{
    Base, Expr, ExprKind, Layout, Memory, OutputItem, Place, ProcId, Unit, VarId, each_operand,
    each_place_operand,
};

use crate::digraph::postorder;
use crate::{Action, Block, BlockId, FlowGraph, FlowProgram, Instruction, TransferItem};

/// The blocks that may follow a block, in the order of its edges; a block appears once per edge.
pub fn successors(graph: &FlowGraph, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
    graph.blocks[block].terminator.edges().iter().map(|edge| edge.to)
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
    let nexts = |node| successors(graph, BlockId::from_index(node)).map(Id::index);
    let order = postorder(graph.blocks.len(), graph.entry.index(), nexts);
    order.into_iter().rev().map(BlockId::from_index).collect()
}

/// All instructions of a graph, those on edges included.
pub fn instructions(graph: &FlowGraph) -> impl Iterator<Item = &Instruction> {
    graph.blocks.iter().flat_map(instructions_of)
}

/// The instructions of a block, those on its edges included.
pub fn instructions_of(block: &Block) -> impl Iterator<Item = &Instruction> {
    let edges = block.terminator.edges().iter();
    block.instructions.iter().chain(edges.flat_map(|edge| &edge.actions))
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
    each_place(action, &mut |place| show(place.variable()));
    match action {
        Action::TransferEnd(status) => show(*status),
        Action::Call { arguments, .. } | Action::CallParameter { arguments, .. } => {
            for argument in arguments {
                if let ExprKind::Load(place) = &argument.expr.kind {
                    show(place.variable());
                }
            }
        }
        // Addresses lead to objects of their own, never to variables.
        _ => {}
    }
    result_of(action).into_iter().for_each(show);
}

/// The variable that gets the value of what is called.
pub(crate) fn result_of(action: &Action) -> Option<VarId> {
    match action {
        Action::Call { result, .. }
        | Action::CallParameter { result, .. }
        | Action::CallPointer { result, .. }
        | Action::Primitive(_, _, result) => *result,
        _ => None,
    }
}

/// Shows the places that an action itself speaks of, not those in its expressions: what gets values, mostly.
pub(crate) fn each_place<'a>(action: &'a Action, show: &mut dyn FnMut(&'a Place)) {
    match action {
        Action::Assign(place, _)
        | Action::Read(place)
        | Action::Allocate(place, _)
        | Action::Release(place)
        | Action::TransferItem(TransferItem::Place(place)) => show(place),
        Action::PointTo(place, target) => std::iter::once(place).chain(target).for_each(show),
        Action::TransferBegin(head) => {
            let answers = head.answers.iter().map(|(_, place)| place);
            answers.chain(&head.outcome.status).chain(&head.outcome.message).for_each(&mut *show);
            if let Unit::Internal(place) = &head.unit {
                show(place);
            }
            if let Layout::Namelist(_, members) = &head.layout {
                members.iter().for_each(|(_, place)| show(place));
            }
        }
        Action::Statement(_)
        | Action::Call { .. }
        | Action::CallParameter { .. }
        | Action::CallPointer { .. }
        | Action::Primitive(..)
        | Action::Store(..)
        | Action::TransferItem(TransferItem::Value(_))
        | Action::TransferEnd(_)
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

/// Shows the expressions directly in an action, then those in its places.
pub(crate) fn each_operand_of<'a>(action: &'a Action, show: &mut dyn FnMut(&'a Expr)) {
    match action {
        Action::Assign(_, value)
        | Action::TransferItem(TransferItem::Value(value))
        | Action::Write(OutputItem::Value(value))
        | Action::Assume(value)
        | Action::Prove(value)
        | Action::Assert(value)
        | Action::Claim(_, value) => show(value),
        Action::Call { arguments, .. } | Action::CallParameter { arguments, .. } => {
            arguments.iter().for_each(|argument| show(&argument.expr));
        }
        Action::CallPointer { callee, arguments, .. } => {
            show(callee);
            arguments.iter().for_each(|argument| show(&argument.expr));
        }
        Action::Primitive(_, operands, _) => operands.iter().for_each(&mut *show),
        Action::Store(address, _, value) => [address, value].into_iter().for_each(&mut *show),
        Action::Allocate(_, bounds) => bounds.iter().for_each(|(low, high)| {
            show(low);
            show(high);
        }),
        Action::TransferBegin(head) => {
            if let Unit::Number(number) = &head.unit {
                show(number);
            }
            if let Layout::Computed(value) | Layout::Assigned(value, _) = &head.layout {
                show(value);
            }
            head.record.iter().chain(head.settings.iter().map(|(_, value)| value)).for_each(&mut *show);
        }
        Action::Statement(_)
        | Action::Read(_)
        | Action::Release(_)
        | Action::PointTo(..)
        | Action::TransferItem(TransferItem::Place(_))
        | Action::TransferEnd(_)
        | Action::Write(OutputItem::Text(_) | OutputItem::NewLine)
        | Action::Fresh(_)
        | Action::Gone(_)
        | Action::Unsupported(_) => {}
    }
    each_place(action, &mut |place| each_place_operand(place, &mut *show));
}

/// Shows all expressions of a graph, those directly in others left aside.
pub(crate) fn each_expression<'a>(graph: &'a FlowGraph, show: &mut dyn FnMut(&'a Expr)) {
    instructions(graph).for_each(|instruction| each_operand_of(&instruction.action, show));
    graph.blocks.iter().flat_map(|block| block.terminator.operands()).for_each(show);
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

/// The procedures that are passed, or whose addresses are taken, somewhere in a program: who calls one that is not named
/// may call these.
pub fn named_as_values(program: &FlowProgram) -> BTreeSet<ProcId> {
    let mut found = BTreeSet::new();
    for graph in program.procedures.iter() {
        each_expression(graph, &mut |expr| procedures_in(expr, &mut found));
    }
    let initial = program.globals.iter().flat_map(|global| &global.initial);
    initial.for_each(|initial| procedures_in(&initial.value, &mut found));
    found
}

fn procedures_in(expr: &Expr, found: &mut BTreeSet<ProcId>) {
    match &expr.kind {
        ExprKind::Procedure(procedure) => {
            found.insert(*procedure);
        }
        ExprKind::Memory(memory) => {
            if let Memory::Address(Base::Procedure(procedure)) = **memory {
                found.insert(procedure);
            }
        }
        _ => {}
    }
    each_operand(expr, &mut |operand| procedures_in(operand, found));
}
