//! Pointer variables that only ever walk through one object: each becomes the number of the element it is at.

use std::collections::BTreeMap;

use sextant_syntax::{Base, Expr, ExprKind, Memory, Place, ProcId, Storage, Type, VarId};

use super::decisions::{Decisions, Root};
use super::object::size_of;
use crate::{Action, FlowGraph, FlowProgram};

/// What a pointer variable walks through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walker {
    /// The object.
    pub root: Root,
    /// The size of a step.
    pub scale: u64,
}

/// Whether a variable is a pointer parameter that keeps its value.
pub(super) fn is_fixed_pointer(graph: &FlowGraph, variable: VarId) -> bool {
    graph.variables[variable].storage == Storage::Value
        && matches!(graph.variables[variable].ty, Type::Pointer(_))
        && !crate::walk::instructions(graph)
            .any(|instruction| assigned(&instruction.action) == Some(variable))
}

fn assigned(action: &Action) -> Option<VarId> {
    match action {
        Action::Assign(Place::Variable(variable), _) => Some(*variable),
        _ => crate::walk::result_of(action),
    }
}

/// What is known of a pointer variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Walks(Root),
    Anything,
}

/// The pointer variables of a procedure that walk through one object each.
pub(super) fn walkers(
    program: &FlowProgram,
    procedure: ProcId,
    decisions: &Decisions<'_>,
) -> BTreeMap<VarId, Walker> {
    let graph = &program.procedures[procedure];
    let mut known: BTreeMap<VarId, Known> = BTreeMap::new();
    for (id, variable) in graph.variables.iter_enumerated() {
        if matches!(variable.ty, Type::Pointer(_)) {
            let start = match variable.storage {
                Storage::Value => Known::Walks(Root::Pointer(procedure, id)),
                Storage::Automatic => Known::Nothing,
                _ => Known::Anything,
            };
            known.insert(id, start);
        }
    }
    loop {
        let mut more = false;
        for instruction in crate::walk::instructions(graph) {
            let Some(variable) = assigned(&instruction.action) else { continue };
            let Some(&before) = known.get(&variable) else { continue };
            let value = match &instruction.action {
                Action::Assign(_, value) => base(procedure, value, &known, decisions),
                _ => Known::Anything,
            };
            let now = match (before, value) {
                (before, Known::Nothing) => before,
                (Known::Nothing, value) => value,
                (before, value) if before == value => before,
                _ => Known::Anything,
            };
            more |= now != before;
            known.insert(variable, now);
        }
        if !more {
            break;
        }
    }
    let walker = |(id, known): (VarId, Known)| {
        let Known::Walks(root) = known else { return None };
        let scale = scale_of(program, &graph.variables[id].ty).or_else(|| match root {
            // A pointer of no declared type goes in steps of what it leads to.
            Root::Pointer(_, parameter) => scale_of(program, &graph.variables[parameter].ty),
            Root::Block(_, block) => match &graph.variables[block].ty {
                Type::Block(block) => size_of(block.content.scalar(), &program.records),
                _ => None,
            },
            Root::Global(global) => size_of(program.globals[global].content.scalar(), &program.records),
        });
        let scale = scale.filter(|&scale| scale > 0)?;
        (decisions.is_promoted(root) && !is_fixed_pointer(graph, id)).then_some((id, Walker { root, scale }))
    };
    known.into_iter().filter_map(walker).collect()
}

/// The size of what a pointer of a type leads to.
fn scale_of(program: &FlowProgram, ty: &Type) -> Option<u64> {
    match ty {
        Type::Pointer(Some(target)) => size_of(target, &program.records),
        _ => None,
    }
}

fn base(procedure: ProcId, value: &Expr, known: &BTreeMap<VarId, Known>, decisions: &Decisions<'_>) -> Known {
    match &value.kind {
        ExprKind::Wrap(inner) | ExprKind::Convert(inner) if matches!(inner.ty, Type::Pointer(_)) => {
            base(procedure, inner, known, decisions)
        }
        ExprKind::Load(Place::Variable(variable)) => known.get(variable).copied().unwrap_or(Known::Anything),
        ExprKind::Memory(memory) => match &**memory {
            Memory::Address(Base::Procedure(_)) => Known::Anything,
            Memory::Address(address) => match decisions.root_of(procedure, *address) {
                Some(root) => Known::Walks(root),
                None => Known::Anything,
            },
            Memory::Displace { pointer, .. } => base(procedure, pointer, known, decisions),
            _ => Known::Anything,
        },
        _ => Known::Anything,
    }
}
