//! Cells as they are: unchecked reading and writing, and values seen by their bits.

use dashu_int::IBig;
use sextant_expr::{Op, Scalar};
use sextant_syntax::RealType;

use super::here::Here;
use super::{Step, quick};
use crate::code::{Leaf, LeafKind};
use crate::memory::Object;
use crate::{ErrorKind, ObjectId, Stop, Value};

impl Here<'_, '_> {
    pub(super) fn store_cell(&mut self, base: u32, index: Value, value: Value, leaf: Leaf) -> Step {
        if let (Some(storage), Value::Int(at)) = (self.quick_storage(base), index)
            && quick::store(self.state, storage, at, value)
        {
            return Ok(());
        }
        let (storage, _) = self.storage_of(self.referred(base)?)?;
        self.store_at(storage, index, value, leaf)
    }

    /// Stores a leaf; what else lay in its cells is gone.
    pub(super) fn store_at(&mut self, storage: ObjectId, index: Value, value: Value, leaf: Leaf) -> Step {
        if let Object::Scalar(old) = self.state.object_mut(storage) {
            *old = value;
            return Ok(());
        }
        let cells = self.cells_of(storage, leaf.bytes);
        let granular = self.granule(storage) > 0;
        match index {
            Value::Int(at) if granular => {
                self.clear_overlap(storage, at, cells);
                self.state.set_raw_cell(storage, at, value);
                for tail in 1..cells {
                    self.state.set_raw_cell(storage, at + tail, Value::Tail);
                }
            }
            _ if granular => {
                return Err(
                    self.cannot("a symbolic subscript of storage that values of different types share")
                );
            }
            index => self.set_element_value(storage, index, value)?,
        }
        Ok(())
    }

    /// Values that reach into cells about to be overwritten lose their meaning; bytes of known ones are kept.
    fn clear_overlap(&mut self, storage: ObjectId, at: i64, cells: i64) {
        let (first, last) = self.whole_values(storage, at, cells);
        if first == at && last == at + cells {
            return;
        }
        let granule = self.granule(storage);
        let bytes = self.bytes_between(storage, first, last);
        for cell in (first..at).chain(at + cells..last) {
            let piece = bytes.as_ref().map(|bytes| {
                let from = ((cell - first) as usize) * granule;
                little_endian(&bytes[from..from + granule])
            });
            // Cells hold pieces of known values as integers of a cell's size.
            self.state.set_raw_cell(storage, cell, piece.map_or(Value::Undefined, Value::Int));
        }
    }

    /// Where the first of the values begins that so many cells have part in, and where the last one ends.
    fn whole_values(&self, storage: ObjectId, at: i64, cells: i64) -> (i64, i64) {
        let (mut first, mut last) = (at, at + cells);
        while self.state.raw_cell(storage, first) == Value::Tail {
            first -= 1;
        }
        while self.state.raw_cell(storage, last) == Value::Tail {
            last += 1;
        }
        (first, last)
    }

    /// Whether a value in storage that several types share fills just the cells of a leaf, and is in its range.
    pub(super) fn fits_leaf(&self, storage: ObjectId, index: Value, value: Value, leaf: Leaf) -> bool {
        if self.granule(storage) == 0 {
            return true;
        }
        let Value::Int(at) = index else { return false };
        let cells = self.cells_of(storage, leaf.bytes);
        let is_tail = |cell| self.state.raw_cell(storage, cell) == Value::Tail;
        let in_range = match (leaf.kind, value) {
            (LeafKind::Int(ty), Value::Int(number)) => {
                let (low, high) = ty.limits();
                low <= number.into() && IBig::from(number) <= high
            }
            (LeafKind::Character, Value::Int(number)) => (0..=255).contains(&number),
            _ => true,
        };
        in_range && (at + 1..at + cells).all(is_tail) && !is_tail(at + cells)
    }

    /// How many bytes a cell stands for; 0 where each value has one.
    fn granule(&self, storage: ObjectId) -> usize {
        self.state.storage(storage).map_or(0, |array| usize::from(array.granule))
    }

    /// The bytes of whole values between two cells, if all are constants.
    fn bytes_between(&self, storage: ObjectId, first: i64, last: i64) -> Option<Vec<u8>> {
        let granule = self.granule(storage);
        let mut bytes = Vec::new();
        let mut at = first;
        while at < last {
            let value = self.state.raw_cell(storage, at);
            let mut end = at + 1;
            while end < last && self.state.raw_cell(storage, end) == Value::Tail {
                end += 1;
            }
            let wanted = ((end - at) as usize) * granule;
            let mut of_value = match value {
                Value::Int(value) => value.to_le_bytes().to_vec(),
                Value::Bool(value) => i64::from(value).to_le_bytes().to_vec(),
                Value::Single(bits) => bits.to_le_bytes().to_vec(),
                Value::Double(bits) => bits.to_le_bytes().to_vec(),
                _ => return None,
            };
            of_value.resize(wanted, 0);
            bytes.extend(of_value);
            at = end;
        }
        Some(bytes)
    }

    /// A leaf read from cells that hold something else.
    pub(super) fn reinterpret(&mut self, storage: ObjectId, index: Value, leaf: Leaf) -> Option<Value> {
        let Value::Int(at) = index else { return None };
        if self.granule(storage) == 0 {
            return None;
        }
        let (first, last) = self.whole_values(storage, at, self.cells_of(storage, leaf.bytes));
        let bytes = self.bytes_between(storage, first, last)?;
        let from = ((at - first) as usize) * self.granule(storage);
        let bytes = bytes.get(from..from + usize::from(leaf.bytes))?;
        Some(self.leaf_of_bytes(bytes, leaf))
    }

    fn leaf_of_bytes(&mut self, bytes: &[u8], leaf: Leaf) -> Value {
        let whole = little_endian(bytes);
        match (leaf.kind, leaf.sort) {
            (LeafKind::Logical, _) => Value::Bool(whole != 0),
            (LeafKind::Real(RealType::Single), Scalar::Float(_)) => {
                Value::single(f32::from_bits(whole as u32))
            }
            (LeafKind::Real(RealType::Double), Scalar::Float(_)) => {
                Value::double(f64::from_bits(whole as u64))
            }
            (LeafKind::Int(ty), _) if ty.bits < 64 && ty.signed => {
                let unused = 64 - u32::from(ty.bits);
                Value::Int((whole << unused) >> unused)
            }
            (LeafKind::Real(kind), _) => self.ideal_of_bits(whole, kind),
            _ => Value::Int(whole),
        }
    }

    fn ideal_of_bits(&mut self, bits: i64, kind: RealType) -> Value {
        let value = match kind {
            RealType::Single => Value::single(f32::from_bits(bits as u32)),
            RealType::Double => Value::double(f64::from_bits(bits as u64)),
        };
        match value.to_term(self.table) {
            Some(term) => Value::Term(self.table.apply(Op::FloatToReal, &[term])),
            None => Value::Undefined,
        }
    }

    /// The element of a storage at any subscript within its bounds.
    pub(super) fn element_value(
        &mut self,
        storage: ObjectId,
        index: Value,
        name: Option<&str>,
    ) -> Result<Value, Stop> {
        if let Value::Term(_) = index
            && self.granule(storage) > 0
        {
            return Err(self.cannot("a symbolic subscript of storage that values of different types share"));
        }
        self.element(name, storage, index)
    }

    fn set_element_value(&mut self, storage: ObjectId, index: Value, value: Value) -> Step {
        if let Value::Term(_) = index {
            if self.machine.undetermined_subscripts {
                return self.forget_elements(storage, index);
            }
            self.require_few_cells(None, storage)?;
            if let Some(array) = self.state.storage(storage)
                && value
                    .sort(self.table)
                    .is_some_and(|sort| sort != sextant_expr::Sort::Scalar(array.element))
            {
                return Err(
                    self.cannot("a symbolic subscript of storage that values of different types share")
                );
            }
        }
        self.set_element(storage, index, value);
        Ok(())
    }

    /// The cells of a text; each must have a value.
    pub(super) fn cells(
        &mut self,
        storage: ObjectId,
        first: Value,
        count: i64,
        name: Option<&str>,
    ) -> Result<Vec<Value>, Stop> {
        let mut cells = Vec::with_capacity(count.max(0) as usize);
        for at in 0..count {
            let index = self.plus(first, Value::Int(at));
            cells.push(self.cell_value(storage, index, Leaf::CHARACTER, name)?);
        }
        Ok(cells)
    }

    pub(super) fn uninitialised(&self, name: Option<&str>) -> Stop {
        self.error(ErrorKind::Uninitialised, name)
    }
}

fn little_endian(bytes: &[u8]) -> i64 {
    let mut whole = [0u8; 8];
    let count = bytes.len().min(8);
    whole[..count].copy_from_slice(&bytes[..count]);
    i64::from_le_bytes(whole)
}
