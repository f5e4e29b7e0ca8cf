//! Byte-addressed objects as users see them: their values by name, and addresses in words.

use sextant_base::IdVec;
use sextant_syntax::{Record, RecordId, Type};

use crate::block::{Block, Target, target_of};
use crate::code::{Leaf, Policy, content_leaves, leaf_prefix};
use crate::{Code, ObjectId, State, Value};

/// A named value of a byte-addressed object.
#[derive(Clone, PartialEq, Debug)]
pub struct Content {
    /// Its name, as `a[2].x`.
    pub name: String,
    /// The distance of its first byte from that of the object.
    pub offset: u64,
    /// Its type.
    pub ty: Type,
    /// Its value; undefined also where the bytes hold something else.
    pub value: Value,
}

impl State {
    /// The values in an object, under the names that its type gives them.
    pub fn contents(&self, code: &Code, object: ObjectId) -> Vec<Content> {
        let Some(block) = self.block(object) else { return Vec::new() };
        let Some(ty) = &block.content else { return Vec::new() };
        let prefix = leaf_prefix(&block.name, block.kind, ty);
        let leaves = content_leaves(&prefix, ty, &code.records).unwrap_or_default();
        leaves
            .into_iter()
            .filter(|leaf| leaf.bits.is_none())
            .map(|leaf| Content {
                value: value_at(block, leaf.offset as i64, &leaf.ty, code.policy),
                name: leaf.name,
                offset: leaf.offset,
                ty: leaf.ty,
            })
            .collect()
    }

    /// An address in words: the name of what lies there.
    pub fn show_address(&self, code: &Code, address: i64) -> String {
        match target_of(address) {
            Target::Null if address == 0 => "NULL".to_owned(),
            Target::Procedure(procedure, 0) => match code.procedures.get(procedure) {
                Some(procedure) => procedure.name.clone(),
                None => "an invalid address".to_owned(),
            },
            Target::Object(object, distance) => match self.block(object) {
                Some(block) => place_in(block, distance, &code.records),
                None => "an invalid address".to_owned(),
            },
            _ => "an invalid address".to_owned(),
        }
    }
}

fn value_at(block: &Block, offset: i64, ty: &Type, policy: Policy) -> Value {
    let bytes = i64::from(Leaf::of(ty, policy).bytes);
    let piece = block.piece(offset);
    let zero = is_zero(block, offset, bytes);
    match (piece.start == offset && piece.bytes == bytes, ty) {
        (true, Type::Real(_)) if zero => Value::double(0.0),
        (true, _) => piece.value,
        (false, _) if zero => Value::Int(0),
        _ => Value::Undefined,
    }
}

/// Whether all bytes of a range are known to be zero.
fn is_zero(block: &Block, offset: i64, bytes: i64) -> bool {
    let mut at = offset;
    while at < offset + bytes {
        let piece = block.piece(at);
        if piece.value != Value::Int(0) {
            return false;
        }
        at = (piece.start + piece.bytes).max(at + 1);
    }
    true
}

/// `&a[2]`, or the name of the object and a number of bytes.
fn place_in(block: &Block, distance: i64, records: &IdVec<RecordId, Record>) -> String {
    let leaves = block
        .content
        .as_ref()
        .and_then(|content| content_leaves(&leaf_prefix(&block.name, block.kind, content), content, records));
    let known = leaves.and_then(|leaves| leaves.into_iter().find(|leaf| leaf.offset as i64 == distance));
    match (known, distance) {
        (Some(leaf), _) => format!("&{}", leaf.name),
        (None, 0) => format!("&{}", block.name),
        (None, _) if distance < 0 => format!("&{} - {} bytes", block.name, -distance),
        (None, _) => format!("&{} + {distance} bytes", block.name),
    }
}
