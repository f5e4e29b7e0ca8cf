//! Variables that begin to live without a value.
//!
//! Outside loops that is how they are anyway. In a loop it can be forgotten where every way leads to an assignment
//! before the value is read; else it stays, and methods that do not know it refuse it.

use std::collections::BTreeSet;

use sextant_base::Id;
use sextant_syntax::{Argument, Expr, ExprKind, OutputItem, Place, VarId, each_place_operand};

use crate::operands::any_in;
use crate::walk::{instructions, successors};
use crate::{Action, BlockId, Condition, FlowGraph, Instruction, Terminator};

/// Removes the marks that say nothing.
pub(super) fn settle(graph: &mut FlowGraph) {
    for block in graph.blocks.ids().collect::<Vec<_>>() {
        let repeated = in_cycle(graph, block);
        let code = graph.blocks[block].instructions.clone();
        let kept = code.iter().enumerate().filter(|(at, instruction)| match instruction.action {
            Action::Fresh(variable) => repeated && may_read(graph, block, at + 1, variable),
            _ => true,
        });
        let kept: Vec<Instruction> = kept.map(|(_, instruction)| instruction.clone()).collect();
        graph.blocks[block].instructions = kept;
    }
}

fn in_cycle(graph: &FlowGraph, block: BlockId) -> bool {
    let mut seen = vec![false; graph.blocks.len()];
    let mut open: Vec<BlockId> = successors(graph, block).collect();
    while let Some(next) = open.pop() {
        if next == block {
            return true;
        }
        if !std::mem::replace(&mut seen[next.index()], true) {
            open.extend(successors(graph, next));
        }
    }
    false
}

/// What happens to a variable first.
enum First {
    Read,
    Assigned,
    Neither,
}

/// Whether a variable may be read behind a place before it is assigned.
fn may_read(graph: &FlowGraph, block: BlockId, from: usize, variable: VarId) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![(block, from)];
    while let Some((block, from)) = open.pop() {
        let code = &graph.blocks[block];
        match first(&code.instructions[from..], variable) {
            First::Read => return true,
            First::Assigned => continue,
            First::Neither => {}
        }
        match &code.terminator {
            Terminator::Return(Some(value)) if loads(value, variable) => return true,
            Terminator::Return(_) | Terminator::Stop => {}
            Terminator::Edges(edges) => {
                for edge in edges {
                    if matches!(&edge.condition, Condition::When(condition) if loads(condition, variable)) {
                        return true;
                    }
                    match first(&edge.actions, variable) {
                        First::Read => return true,
                        First::Assigned => {}
                        First::Neither if seen.insert(edge.to) => open.push((edge.to, 0)),
                        First::Neither => {}
                    }
                }
            }
        }
    }
    false
}

fn first(code: &[Instruction], variable: VarId) -> First {
    for instruction in code {
        if reads(&instruction.action, variable) {
            return First::Read;
        }
        let assigned = match &instruction.action {
            Action::Assign(Place::Variable(target), _) => *target == variable,
            Action::Call { result, .. }
            | Action::CallPointer { result, .. }
            | Action::Primitive(_, _, result) => *result == Some(variable),
            Action::Fresh(target) => *target == variable,
            _ => false,
        };
        if assigned {
            return First::Assigned;
        }
    }
    First::Neither
}

/// Whether a variable is read anywhere in a graph.
pub(super) fn reads_anywhere(graph: &FlowGraph, variable: VarId) -> bool {
    instructions(graph).any(|instruction| reads(&instruction.action, variable))
        || graph.blocks.iter().any(|block| match &block.terminator {
            Terminator::Return(value) => value.as_ref().is_some_and(|value| loads(value, variable)),
            Terminator::Stop => false,
            Terminator::Edges(edges) => edges.iter().any(
                |edge| matches!(&edge.condition, Condition::When(condition) if loads(condition, variable)),
            ),
        })
}

fn reads(action: &Action, variable: VarId) -> bool {
    let read = |expr: &Expr| loads(expr, variable);
    let passed = |arguments: &[Argument]| arguments.iter().any(|argument| read(&argument.expr));
    match action {
        Action::Assign(place, value) => {
            let mut subscripts = false;
            each_place_operand(place, &mut |operand| subscripts |= read(operand));
            let part = !matches!(place, Place::Variable(_)) && place.variable() == variable;
            read(value) || subscripts || part
        }
        Action::Call { arguments, .. } | Action::CallParameter { arguments, .. } => passed(arguments),
        Action::CallPointer { callee, arguments, .. } => read(callee) || passed(arguments),
        Action::Primitive(_, operands, _) => operands.iter().any(read),
        Action::Store(address, _, value) => read(address) || read(value),
        Action::Assume(expr) | Action::Prove(expr) | Action::Assert(expr) | Action::Claim(_, expr) => {
            read(expr)
        }
        Action::Write(OutputItem::Value(value)) => read(value),
        Action::Statement(_) | Action::Fresh(_) | Action::Unsupported(_) | Action::Write(_) => false,
        // Statements of other languages: whatever they do, they may.
        _ => true,
    }
}

fn loads(expr: &Expr, variable: VarId) -> bool {
    any_in(expr, &|part| matches!(&part.kind, ExprKind::Load(place) if place.variable() == variable))
}
