//! Values for what has none, so that an execution can be followed after the use of an undefined value: there it goes on
//! with any value.

use sextant_expr::{Origin, Sort, Table, Why};
use sextant_syntax::{IntType, Type};

use crate::block::{Block, Life};
use crate::code::{Leaf, content_leaves, leaf_prefix, sort_of};
use crate::memory::Object;
use crate::{Code, ObjectId, State, Value};

/// The value of something that has none.
pub(crate) fn undefined(name: &str, (number, part): (u32, u32), range: Option<IntType>) -> Origin {
    Origin::Unknown { why: Why::Undefined, name: name.into(), number, part, ty: type_number(range) }
}

/// The number that stands for a type.
pub(crate) fn type_number(range: Option<IntType>) -> u16 {
    range.map_or(0, |range| 2 * u16::from(range.bits) + u16::from(range.signed))
}

/// Objects with more values than this are not filled.
const MOST_LEAVES: usize = 20_000;

impl State {
    /// Gives an arbitrary value to the variable that an error of the running activation is about, by its name. `false`
    /// if there is no such variable without a value.
    pub fn define(&mut self, code: &Code, subject: &str, table: &mut Table) -> bool {
        if self.undefined.values().any(|name| **name == *subject) {
            // What stood for no value stands for any value from now on.
            std::sync::Arc::make_mut(&mut self.undefined).retain(|_, name| **name != *subject);
            return true;
        }
        let procedure = &code.procedures[self.frame.procedure];
        let slot = procedure
            .slot_names
            .iter()
            .zip(&self.frame.slots)
            .position(|(name, value)| name == subject && *value == Value::Undefined);
        if let Some(slot) = slot {
            self.undetermined += 1;
            let (number, range) = (self.undetermined, procedure.slot_ranges[slot]);
            let origin = undefined(subject, (number, 0), range);
            let sort = Sort::Scalar(procedure.slot_sorts[slot]);
            let symbol = table.input(origin, sort, || format!("{subject}?{number}"));
            self.frame.slots[slot] = Value::Term(symbol);
            self.limit(table, Value::Term(symbol), range);
            return true;
        }
        self.define_block(code, subject, table)
    }

    /// The same for the newest byte-addressed object of a name.
    fn define_block(&mut self, code: &Code, subject: &str, table: &mut Table) -> bool {
        let named = |block: &Block| &*block.name == subject && block.life == Life::Live;
        let newest = (0..self.heap.len())
            .rev()
            .find(|&at| matches!(self.heap.get(at), Some(Object::Block(block)) if named(block)));
        let Some(object) = newest.map(ObjectId::on_heap) else { return false };
        let Some(block) = self.block(object) else { return false };
        let Some(content) = block.content.clone() else { return false };
        let prefix = leaf_prefix(subject, block.kind, &content);
        let Some(leaves) = content_leaves(&prefix, &content, &code.records) else { return false };
        if leaves.len() > MOST_LEAVES {
            return false;
        }
        let mut filled = false;
        self.undetermined += 1;
        let number = self.undetermined;
        for (part, leaf) in (0..).zip(leaves) {
            let at = leaf.offset as i64;
            let how = Leaf::of(&leaf.ty, code.policy);
            let plain = leaf.bits.is_none() && !matches!(leaf.ty, Type::Pointer(_));
            let Some(block) = self.block_mut(object) else { return filled };
            let empty =
                (at..at + i64::from(how.bytes)).all(|byte| block.piece(byte).value == Value::Undefined);
            if !plain || !empty {
                continue;
            }
            let sort = Sort::Scalar(sort_of(&leaf.ty, code.policy));
            let origin = undefined(subject, (number, part), how.integer());
            let symbol = Value::Term(table.input(origin, sort, || format!("{}?{number}", leaf.name)));
            block.store(at, i64::from(how.bytes), symbol, how.is_signed());
            self.limit(table, symbol, how.integer());
            filled = true;
        }
        filled
    }
}
