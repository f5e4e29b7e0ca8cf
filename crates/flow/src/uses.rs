//! Which variables a graph mentions.

use rustc_hash::FxHashSet;
use sextant_syntax::{ArrayBounds, Expr, ExprKind, Type, VarId, each_place_operand};

use crate::joins::{backwards, read};
use crate::operands::any_in;
use crate::{Action, Block, FlowGraph, Instruction, instructions};

/// Whether a graph mentions a variable, in its blocks or in the bounds of other variables. A statement on a file may
/// mention any.
pub fn uses(graph: &FlowGraph, variable: VarId) -> bool {
    mentioned(graph).is_none_or(|found| found.contains(&variable))
}

/// Whether a graph asks for a bound of an array.
pub fn speaks_of_bounds(graph: &FlowGraph, array: VarId) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| found |= asks_for_bound(expr, array);
    for instruction in instructions(graph) {
        match &instruction.action {
            Action::Assign(place, value) => {
                each_place_operand(place, &mut look);
                look(value);
            }
            Action::Call { arguments, .. } => arguments.iter().for_each(|argument| look(&argument.expr)),
            Action::Assume(expr) | Action::Prove(expr) | Action::Assert(expr) | Action::Claim(_, expr) => {
                look(expr);
            }
            _ => {}
        }
    }
    graph.blocks.iter().flat_map(Block::end_expressions).for_each(&mut look);
    found
}

fn asks_for_bound(expr: &Expr, array: VarId) -> bool {
    any_in(expr, &|expr| match &expr.kind {
        ExprKind::BoundOf(_, variable) => *variable == array,
        ExprKind::DimensionOf(_, place, _) => place.variable() == array,
        _ => false,
    })
}

/// The variables that an instruction mentions; none if that is not looked into.
pub fn mentioned_by(instruction: &Instruction) -> Option<FxHashSet<VarId>> {
    let mut found = FxHashSet::default();
    match &instruction.action {
        Action::TransferBegin(_) => return None,
        Action::Assign(place, _) => {
            found.insert(place.variable());
        }
        Action::Call { result, .. }
        | Action::CallParameter { result, .. }
        | Action::CallPointer { result, .. }
        | Action::Primitive(_, _, result) => found.extend(*result),
        _ => {}
    }
    let mut here = FxHashSet::default();
    backwards(instruction, &mut here);
    found.extend(here);
    Some(found)
}

/// The variables that the choice at the end of a block mentions.
pub fn mentioned_at_end(block: &Block) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    block.end_expressions().for_each(|expr| read(expr, &mut found));
    found
}

/// The variables that an expression mentions.
pub fn mentioned_in(expr: &Expr) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    read(expr, &mut found);
    found
}

/// The variables that a graph mentions; none if that is not looked into.
pub fn mentioned(graph: &FlowGraph) -> Option<FxHashSet<VarId>> {
    let mut found = FxHashSet::default();
    for variable in graph.variables.iter() {
        in_type(&variable.ty, &mut found);
    }
    for instruction in instructions(graph) {
        found.extend(mentioned_by(instruction)?);
    }
    for block in graph.blocks.iter() {
        found.extend(mentioned_at_end(block));
    }
    Some(found)
}

fn in_type(ty: &Type, found: &mut FxHashSet<VarId>) {
    let Type::Array(_, declared) = ty else { return };
    for bounds in declared {
        match bounds {
            ArrayBounds::Given { low, high } => [low, high].iter().for_each(|bound| read(bound, found)),
            ArrayBounds::Sequence { low, high } => {
                read(low, found);
                high.iter().for_each(|high| read(high, found));
            }
            ArrayBounds::Shape { low } => read(low, found),
            ArrayBounds::OfArgument | ArrayBounds::Deferred => {}
        }
    }
}
