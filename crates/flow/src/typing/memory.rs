//! The types of expressions about addresses.

use sextant_base::IdVec;
use sextant_syntax::{Base, Expr, ExprKind, IntType, Memory, Record, RecordId, Type, VarId, Variable};

use super::INT;
use crate::FlowProgram;

/// The type of a distance, and of a plain number as an index.
pub(crate) const LONG: Type = Type::Int(IntType { bits: 64, signed: true });

/// The type the expression has unless it says otherwise.
pub(crate) fn memory_type(
    program: &FlowProgram,
    variables: Option<&IdVec<VarId, Variable>>,
    memory: &Memory,
) -> Type {
    match memory {
        Memory::Address(base) => Type::Pointer(content(program, variables, *base).map(Box::new)),
        Memory::Displace { pointer, .. } => match component_displaced(&program.records, memory) {
            Some((record, position)) => {
                Type::Pointer(Some(Box::new(program.records[record].components[position].ty.clone())))
            }
            None => pointer.ty.clone(),
        },
        Memory::Distance { .. } => LONG,
        Memory::Aligned { pointer, .. } => pointer.ty.clone(),
        Memory::Fetch { address, .. } => match &address.ty {
            Type::Pointer(Some(target)) if target.is_simple() => (**target).clone(),
            _ => INT,
        },
    }
}

/// What lies in an object.
fn content(program: &FlowProgram, variables: Option<&IdVec<VarId, Variable>>, base: Base) -> Option<Type> {
    match base {
        Base::Variable(variable) => match &variables?.get(variable)?.ty {
            Type::Block(block) => Some(block.content.clone()),
            _ => None,
        },
        Base::Global(global) => Some(program.globals.get(global)?.content.clone()),
        Base::Procedure(_) => None,
    }
}

/// The component that a step by a known distance leads to.
pub(crate) fn component_displaced(
    records: &IdVec<RecordId, Record>,
    memory: &Memory,
) -> Option<(RecordId, usize)> {
    let Memory::Displace {
        pointer,
        index: Expr { kind: ExprKind::Int(offset), ty, .. },
        scale: 1,
        limit: None,
    } = memory
    else {
        return None;
    };
    let Type::Pointer(Some(target)) = &pointer.ty else { return None };
    let Type::Record(record) = **target else { return None };
    let components = &records.get(record)?.components;
    let position = components.iter().position(|component| *offset == component.offset.into())?;
    (*ty == LONG).then_some((record, position))
}
