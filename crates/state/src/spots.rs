//! Single values of a state by where they are, so that whoever reasons about loops can say what a pass changes and
//! replace it by something unknown.

use sextant_base::Id;
use sextant_expr::{Op, Scalar, Sort, Table, TermId};
use sextant_syntax::IntType;

use crate::block::{Block, Life};
use crate::code::{Leaf, content_leaves};
use crate::machine::within;
use crate::memory::{Contents, Object};
use crate::{Code, ObjectId, State, Value};

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// A variable of the running activation.
    Slot(usize),
    /// A variable with storage of its own.
    Scalar(ObjectId),
    /// All elements of an array.
    Array(ObjectId),
    /// One cell of storage whose cells hold values of different sorts.
    Cell(ObjectId, i64),
    /// One element of an array, by a subscript that is no constant.
    Element(ObjectId, TermId),
    /// Bytes of byte-addressed storage.
    Bytes {
        /// The object.
        object: ObjectId,
        /// The first byte.
        distance: i64,
        /// How many.
        count: i64,
    },
}

/// Why two states cannot be told apart by single values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Apart {
    /// Storage was allocated and is still there.
    Storage,
    /// Values of different sizes lie at one place.
    Layout,
    /// Input was read in between: where in it they stand is no value that could be forgotten.
    Input,
    /// They differ in arrays, files or texts.
    Other,
}

impl State {
    /// The spots at which a state differs from this one, which came to the same place earlier. What is not live is
    /// passed over; so is storage that came and went in between.
    pub fn changes(&self, later: &State, is_live: impl Fn(usize) -> bool) -> Result<Vec<Spot>, Apart> {
        let mut found = Vec::new();
        for (slot, (ours, theirs)) in self.frame.slots.iter().zip(&later.frame.slots).enumerate() {
            if ours != theirs && is_live(slot) {
                found.push(Spot::Slot(slot));
            }
        }
        if self.input_position != later.input_position {
            return Err(Apart::Input);
        }
        if self.memory.len() != later.memory.len() || self.transfer.is_some() || later.transfer.is_some() {
            return Err(Apart::Other);
        }
        for at in 0..self.memory.len() {
            match (self.memory.get(at), later.memory.get(at)) {
                (Some(Object::Scalar(ours)), Some(Object::Scalar(theirs))) if ours != theirs => {
                    found.push(Spot::Scalar(ObjectId::from_index(at)));
                }
                (Some(Object::Block(_) | Object::Array(_)), _) => return Err(Apart::Other),
                _ => {}
            }
        }
        self.heap_changes(later, &mut found)?;
        Ok(found)
    }

    fn heap_changes(&self, later: &State, found: &mut Vec<Spot>) -> Result<(), Apart> {
        for at in self.heap.len()..later.heap.len() {
            match later.heap.get(at) {
                Some(Object::Block(block)) if block.life == Life::Live => return Err(Apart::Storage),
                _ => {}
            }
        }
        for at in 0..self.heap.len() {
            match (self.heap.get(at), later.heap.get(at)) {
                (Some(Object::Block(ours)), Some(Object::Block(theirs))) => {
                    for (distance, count) in ours.changed_bytes(theirs)? {
                        found.push(Spot::Bytes { object: ObjectId::on_heap(at), distance, count });
                    }
                }
                (Some(Object::Released), Some(Object::Released)) => {}
                _ => return Err(Apart::Other),
            }
        }
        Ok(())
    }

    /// The value at a spot.
    pub fn value_at(&self, spot: Spot) -> Value {
        match spot {
            Spot::Slot(slot) => self.frame.slots[slot],
            Spot::Scalar(object) => self.raw_cell(object, 1),
            Spot::Cell(object, index) => self.raw_cell(object, index),
            Spot::Bytes { object, distance, count } => match self.block(object) {
                Some(block) => block.value_of(distance, count),
                None => Value::Undefined,
            },
            Spot::Array(_) | Spot::Element(..) => Value::Undefined,
        }
    }

    /// The value at a spot as a term, of an array as a whole; none where there is no value.
    pub fn term_at(&self, spot: Spot, table: &mut Table) -> Option<TermId> {
        match spot {
            Spot::Array(object) => self.storage(object).map(|array| array.as_term(table).0),
            Spot::Element(object, index) => self.element_term(object, index, table),
            Spot::Cell(object, index) if self.value_at(spot) == Value::Undefined => {
                let index = table.int(index);
                self.element_term(object, index, table)
            }
            spot => self.value_at(spot).to_term(table),
        }
    }

    /// An element whose array is a term; none where it has no value.
    fn element_term(&self, object: ObjectId, index: TermId, table: &mut Table) -> Option<TermId> {
        let array = self.storage(object)?;
        let (array, defined) = array.as_term(table);
        if let Some(defined) = defined {
            let defined = table.apply(Op::Select, &[defined, index]);
            let defined = table.simplify(defined);
            table.as_bool(defined).filter(|&defined| defined)?;
        }
        Some(table.apply(Op::Select, &[array, index]))
    }

    /// Gives a spot what another state, which came from the same one, has there; `false` if there is no value.
    pub fn copy_at(&mut self, other: &State, spot: Spot) -> bool {
        if let Spot::Array(object) = spot {
            *self.object_mut(object) = other.object(object).clone();
            return true;
        }
        let value = other.value_at(spot);
        if value != Value::Undefined {
            self.put_at(spot, value);
        }
        value != Value::Undefined
    }

    /// Puts a value at a spot.
    pub fn put_at(&mut self, spot: Spot, value: Value) {
        match spot {
            Spot::Slot(slot) => self.frame.slots[slot] = value,
            Spot::Scalar(object) => *self.object_mut(object) = Object::Scalar(value),
            Spot::Bytes { object, distance, count } => {
                if let Some(block) = self.block_mut(object) {
                    match value {
                        Value::Undefined => block.clear(distance, count),
                        value => block.put(distance, count, value),
                    }
                }
            }
            Spot::Array(object) => {
                if let (Some(array), Value::Term(term)) = (self.storage_mut(object), value) {
                    array.contents = Contents::Term { array: term, defined: None };
                }
            }
            // Only a table can assign where the subscript is no constant, see `forget_held`.
            Spot::Element(..) => {}
            Spot::Cell(object, index) => self.set_raw_cell(object, index, value),
        }
    }

    /// Puts an unknown value, given by its symbol, at a spot. The result is what the type of the spot says of an
    /// integer: whoever believes that must know that every value put there keeps it.
    pub fn forget_at(
        &mut self,
        code: &Code,
        spot: Spot,
        symbol: TermId,
        table: &mut Table,
    ) -> Option<TermId> {
        self.put_at(spot, Value::Term(symbol));
        let range = match spot {
            Spot::Slot(slot) => {
                code.procedures[self.frame.procedure].slot_ranges.get(slot).copied().flatten()
            }
            Spot::Scalar(_) | Spot::Array(_) | Spot::Element(..) | Spot::Cell(..) => None,
            Spot::Bytes { object, distance, count } => self.range_of_bytes(code, object, distance, count),
        };
        let range = range.filter(|_| table.sort(symbol) == Sort::Scalar(Scalar::Int))?;
        if let Spot::Bytes { object, distance, .. } = spot
            && let Some(block) = self.block_mut(object)
        {
            block.set_sign(distance, range.signed);
        }
        self.admit(table, symbol, range);
        Some(within(table, symbol, range))
    }

    /// The integer type of bytes of a block, by what is known of its content.
    fn range_of_bytes(&self, code: &Code, object: ObjectId, distance: i64, count: i64) -> Option<IntType> {
        let block = self.block(object)?;
        let content = block.content.as_deref()?;
        let leaves = content_leaves("", content, &code.records)?;
        let leaf = leaves.iter().find(|leaf| leaf.offset as i64 == distance)?;
        let how = Leaf::of(&leaf.ty, code.policy);
        how.integer().filter(|_| i64::from(how.bytes) == count)
    }

    /// Forgets all values of variables that are of no use where the running activation stands.
    pub fn drop_dead(&mut self, is_live: impl Fn(usize) -> bool) {
        for (slot, value) in self.frame.slots.iter_mut().enumerate() {
            if !is_live(slot) && !matches!(value, Value::Reference(_)) {
                *value = Value::Undefined;
            }
        }
    }
}

impl Block {
    /// Where the values of two forms of one block differ: distances and sizes.
    fn changed_bytes(&self, later: &Block) -> Result<Vec<(i64, i64)>, Apart> {
        if self.life != later.life || self.size != later.size {
            return Err(Apart::Storage);
        }
        self.differing_pieces(later).ok_or(Apart::Layout)
    }

    /// The value of exactly so many bytes.
    fn value_of(&self, distance: i64, count: i64) -> Value {
        let piece = self.piece(distance);
        if piece.start == distance && piece.bytes == count {
            return piece.value;
        }
        let all_zero = (distance..distance + count).all(|at| self.piece(at).value == Value::Int(0));
        if all_zero { Value::Int(0) } else { Value::Undefined }
    }
}
