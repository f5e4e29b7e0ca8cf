//! Variables that begin to live without a value.
//!
//! Outside loops that is how they are anyway. In a loop it can be forgotten where every way leads to an assignment
//! before the value is read; else it stays, and methods that do not know it refuse it.

use std::collections::BTreeSet;

use sextant_syntax::{Expr, ExprKind, Place, Type, VarId};

use crate::joins::returns_before;
use crate::operands::any_in;
use crate::walk::{each_operand_of, instructions, result_of};
use crate::{Action, BlockId, FlowGraph, Instruction};

/// Removes the marks that say nothing.
pub(super) fn settle(graph: &mut FlowGraph) {
    for block in graph.blocks.ids().collect::<Vec<_>>() {
        let repeated = returns_before(graph, block, block);
        let code = graph.blocks[block].instructions.clone();
        let kept = code.iter().enumerate().filter(|(at, instruction)| match instruction.action {
            // What stays a block of bytes does not live before this.
            Action::Fresh(variable) if matches!(graph.variables[variable].ty, Type::Block(_)) => true,
            Action::Fresh(variable) => repeated && may_read(graph, block, at + 1, variable),
            _ => true,
        });
        let kept: Vec<Instruction> = kept.map(|(_, instruction)| instruction.clone()).collect();
        graph.blocks[block].instructions = kept;
    }
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
        if code.terminator.operands().any(|operand| loads(operand, variable)) {
            return true;
        }
        for edge in code.terminator.edges() {
            match first(&edge.actions, variable) {
                First::Read => return true,
                First::Assigned => {}
                First::Neither if seen.insert(edge.to) => open.push((edge.to, 0)),
                First::Neither => {}
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
            Action::Assign(Place::Variable(target), _) | Action::Fresh(target) => *target == variable,
            action => result_of(action) == Some(variable),
        };
        if assigned {
            return First::Assigned;
        }
    }
    First::Neither
}

/// Whether a variable is read anywhere in a graph.
pub(super) fn reads_anywhere(graph: &FlowGraph, variable: VarId) -> bool {
    let mut operands = graph.blocks.iter().flat_map(|block| block.terminator.operands());
    operands.any(|operand| loads(operand, variable))
        || instructions(graph).any(|instruction| reads(&instruction.action, variable))
}

fn reads(action: &Action, variable: VarId) -> bool {
    let mut found = match action {
        Action::Assign(Place::Variable(_), _) => false,
        Action::Assign(place, _) => place.variable() == variable,
        // Statements of other languages: whatever they do, they may.
        Action::Allocate(..)
        | Action::Release(_)
        | Action::PointTo(..)
        | Action::TransferBegin(_)
        | Action::TransferItem(_)
        | Action::TransferEnd(_)
        | Action::Read(_)
        | Action::Gone(_) => true,
        _ => false,
    };
    each_operand_of(action, &mut |operand| found |= loads(operand, variable));
    found
}

fn loads(expr: &Expr, variable: VarId) -> bool {
    any_in(expr, &|part| matches!(&part.kind, ExprKind::Load(place) if place.variable() == variable))
}
