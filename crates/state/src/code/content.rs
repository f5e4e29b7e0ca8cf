//! What lies in byte-addressed storage: the values of a type with their places, under the names C gives them.

use sextant_base::IdVec;
use sextant_syntax::{BitRange, Component, Record, RecordId, Type};

use super::layout::constant_bounds;
use crate::BlockKind;

/// Content with more values than this has no names for them.
const MOST_NAMED: usize = 1 << 16;

/// A value in byte-addressed storage.
#[derive(Clone, PartialEq, Debug)]
pub struct ContentLeaf {
    /// Its name, as `a[2].x`.
    pub name: String,
    /// Its type: an integer, a real or a pointer.
    pub ty: Type,
    /// Its first byte.
    pub offset: u64,
    /// Only these bits.
    pub bits: Option<BitRange>,
}

/// How the names of the values in an object begin: of a record that a caller's pointer leads to, `p->`.
pub(crate) fn leaf_prefix(name: &str, kind: BlockKind, content: &Type) -> String {
    match (kind, content) {
        (BlockKind::Given, Type::Record(_)) => format!("{name}->"),
        _ => name.to_owned(),
    }
}

/// The values of a type that lies at a name, in order; of a union all members. `None` if there are too many.
pub fn content_leaves(name: &str, ty: &Type, records: &IdVec<RecordId, Record>) -> Option<Vec<ContentLeaf>> {
    let mut found = Vec::new();
    collect(name.to_owned(), ty, (0, None), records, &mut found)?;
    Some(found)
}

fn collect(
    name: String,
    ty: &Type,
    (offset, bits): (u64, Option<BitRange>),
    records: &IdVec<RecordId, Record>,
    found: &mut Vec<ContentLeaf>,
) -> Option<()> {
    match ty {
        Type::Record(record) => {
            for component in &records.get(*record)?.components {
                // Nobody reads a bit-field without a name.
                if component.name.is_empty() && component.bits.is_some() {
                    continue;
                }
                let inner = member_name(&name, &component.name);
                let at = (offset + component.offset, component.bits);
                collect(inner, &component.ty, at, records, found)?;
            }
            Some(())
        }
        Type::Array(element, bounds) => {
            let (low, high) = *constant_bounds(bounds)?.first()?;
            let bytes = content_bytes(element, records)?;
            for index in low..=high {
                let at = offset + (index - low) as u64 * bytes;
                collect(format!("{name}[{index}]"), element, (at, None), records, found)?;
            }
            Some(())
        }
        Type::Procedure => Some(()),
        _ => {
            found.push(ContentLeaf { name, ty: ty.clone(), offset, bits });
            (found.len() <= MOST_NAMED).then_some(())
        }
    }
}

/// The value that begins at a distance in a type that lies at a name, of which there may be too many to name them all: its name
/// and type.
pub(crate) fn content_leaf_at(
    name: String,
    ty: &Type,
    distance: u64,
    records: &IdVec<RecordId, Record>,
) -> Option<(String, Type)> {
    match ty {
        Type::Record(record) => {
            let components = &records.get(*record)?.components;
            let holds = |component: &&Component| {
                let behind = distance.checked_sub(component.offset);
                let bytes = content_bytes(&component.ty, records);
                component.bits.is_none() && behind.is_some_and(|at| bytes.is_some_and(|bytes| at < bytes))
            };
            let component = components.iter().find(holds)?;
            let inner = member_name(&name, &component.name);
            content_leaf_at(inner, &component.ty, distance - component.offset, records)
        }
        Type::Array(element, bounds) => {
            let (low, _) = *constant_bounds(bounds)?.first()?;
            let bytes = content_bytes(element, records).filter(|bytes| *bytes > 0)?;
            let index = low + i64::try_from(distance / bytes).ok()?;
            content_leaf_at(format!("{name}[{index}]"), element, distance % bytes, records)
        }
        _ => (distance == 0).then(|| (name, ty.clone())),
    }
}

/// The name of a member of what has a name; members without a name are what they lie in.
fn member_name(name: &str, member: &str) -> String {
    match member {
        "" => name.to_owned(),
        _ if name.ends_with("->") => format!("{name}{member}"),
        _ => format!("{name}.{member}"),
    }
}

/// The size of a type in byte-addressed storage, where it is constant.
pub fn content_bytes(ty: &Type, records: &IdVec<RecordId, Record>) -> Option<u64> {
    match ty {
        Type::Int(ty) => Some(u64::from(ty.bits.div_ceil(8))),
        Type::Real(kind) => Some(kind.bytes()),
        Type::Pointer(_) => Some(8),
        Type::Procedure => Some(1),
        Type::Record(record) => Some(records.get(*record)?.size),
        Type::Array(element, bounds) => {
            let (low, high) = *constant_bounds(bounds)?.first()?;
            content_bytes(element, records)?.checked_mul((high - low + 1).max(0) as u64)
        }
        _ => None,
    }
}
