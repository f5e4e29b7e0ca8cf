//! The types of expressions about addresses.

use sextant_base::IdVec;
use sextant_syntax::{Base, Expr, ExprKind, IntType, Memory, Record, RecordId, Type};

use super::INT;

/// The type of a distance, and of a plain number as an index.
pub(crate) const LONG: Type = Type::Int(IntType { bits: 64, signed: true });

/// The type the expression has unless it says otherwise. What lies in an object, the caller knows.
pub(crate) fn memory_type(
    records: &IdVec<RecordId, Record>,
    memory: &Memory,
    content: impl FnOnce(Base) -> Option<Type>,
) -> Type {
    match memory {
        Memory::Address(base) => Type::Pointer(content(*base).map(Box::new)),
        Memory::Displace { pointer, .. } => match component_displaced(records, memory) {
            Some((record, position)) => {
                Type::Pointer(Some(Box::new(records[record].components[position].ty.clone())))
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
