//! Byte-addressed storage: from addresses to objects, and the values in them.

use sextant_expr::{Op, Rounding, Scalar, TermId};
use sextant_syntax::{BitRange, IntType};

use super::Step;
use super::here::Here;
use super::integers::wrap_small;
use crate::block::{Life, Piece, Target, target_of};
use crate::code::{Leaf, LeafKind, Reg};
use crate::{BlockKind, ErrorKind, ObjectId, QuestionKind, State, Stop, Value};

/// What is done with the bytes at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    Write,
}

/// A place that an address leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub object: ObjectId,
    pub distance: Value,
    /// Under which condition, if the address may lead elsewhere too.
    pub guard: Option<TermId>,
}

impl Here<'_, '_> {
    pub(super) fn fetch(&mut self, address: Reg, leaf: Leaf, bits: Option<BitRange>) -> Result<Value, Stop> {
        let Some(bits) = bits else { return self.fetch_whole(address, leaf) };
        let whole = self.fetch_for_bits(address, bits)?;
        let value = self.some_bits(whole, bits, leaf);
        Ok(self.simplest(value))
    }

    fn fetch_whole(&mut self, address: Reg, leaf: Leaf) -> Result<Value, Stop> {
        let places = self.reach(address, Value::Int(i64::from(leaf.bytes)), Access::Read)?;
        let mut result: Option<Value> = None;
        for place in places.iter().rev() {
            let value = self.load_place(place, leaf)?;
            result = Some(match (result, place.guard) {
                (Some(rest), Some(guard)) => self.either(guard, value, rest)?,
                _ => value,
            });
        }
        Ok(result.unwrap_or(Value::Undefined))
    }

    /// The whole integer around some bits.
    fn fetch_for_bits(&mut self, address: Reg, bits: BitRange) -> Result<Value, Stop> {
        let place = self.sole_place(address, bytes_up_to(bits), Access::Read)?;
        let (first, last) = (bits.first / 8, (bits.first + bits.width - 1) / 8);
        let mut term: Option<Value> = None;
        for byte in first..=last {
            let value = self.byte_any(place.object, place.distance + i64::from(byte))?;
            let scaled = self.scaled(value, i64::from(byte))?;
            term = Some(match term {
                Some(sum) => self.sum(sum, scaled)?,
                None => scaled,
            });
        }
        Ok(term.unwrap_or(Value::Int(0)))
    }

    /// The bits of an integer as a number with or without a sign.
    fn some_bits(&mut self, whole: Value, bits: BitRange, leaf: Leaf) -> Value {
        let signed = matches!(leaf.kind, LeafKind::Int(IntType { signed: true, .. }));
        let ty = IntType { bits: bits.width, signed };
        if let Some(small) = whole.as_i128() {
            return wrap_small(small >> bits.first, ty).unwrap_or(Value::Int(0));
        }
        let Some(term) = whole.to_term(self.table) else { return whole };
        let shifted = self.shifted_down(term, u32::from(bits.first));
        self.wrapped(shifted, ty)
    }

    /// The one place an address leads to, at a constant distance; for what symbolic addresses are not for.
    pub(super) fn sole_place(&mut self, address: Reg, bytes: u8, access: Access) -> Result<SolePlace, Stop> {
        let places = self.reach(address, Value::Int(i64::from(bytes)), access)?;
        match places.as_slice() {
            [Reached { object, distance: Value::Int(distance), .. }] => {
                Ok(SolePlace { object: *object, distance: *distance })
            }
            [Reached { object, distance, .. }] => {
                let at = self.settled_distance(*object, *distance, i64::from(bytes))?;
                Ok(SolePlace { object: *object, distance: at })
            }
            _ => Err(self.cannot("bits behind an address that may lead to several objects")),
        }
    }

    pub(super) fn store_to(&mut self, address: Reg, value: Reg, leaf: Leaf, bits: Option<BitRange>) -> Step {
        let at = self.operand(address).1;
        let value = self.defined(self.operand(value))?;
        if bits.is_none() && quick_store(self.state, at, value, leaf) {
            return Ok(());
        }
        if let Some(bits) = bits {
            return self.store_bits(address, value, bits);
        }
        let value = self.simplest(value);
        let places = self.reach(address, Value::Int(i64::from(leaf.bytes)), Access::Write)?;
        let values = self.guarded_values(&places, value, leaf)?;
        for (place, value) in places.iter().zip(values) {
            self.store_place(place, value, leaf)?;
        }
        Ok(())
    }

    /// What each of several places gets: the new value where the address leads there, else what it has.
    fn guarded_values(&mut self, places: &[Reached], value: Value, leaf: Leaf) -> Result<Vec<Value>, Stop> {
        let mut values = Vec::with_capacity(places.len());
        for place in places {
            values.push(match place.guard {
                None => value,
                Some(guard) => {
                    let old = self.load_place(place, leaf)?;
                    self.either(guard, value, old)?
                }
            });
        }
        Ok(values)
    }

    fn store_bits(&mut self, address: Reg, value: Value, bits: BitRange) -> Step {
        let place = self.sole_place(address, bytes_up_to(bits), Access::Write)?;
        let narrow = IntType { bits: bits.width, signed: false };
        let mut rest = self.wrapped(value, narrow);
        let (first, last) = (bits.first / 8, (bits.first + bits.width - 1) / 8);
        for byte in first..=last {
            let at = place.distance + i64::from(byte);
            let from = bits.first.max(byte * 8) - byte * 8;
            let upto = (bits.first + bits.width).min(byte * 8 + 8) - byte * 8;
            let old = match self.byte(place.object, at)? {
                Value::Undefined if self.machine.code.copied_undefined => {
                    self.byte_around(place.object, from, upto)?
                }
                Value::Undefined => Value::Int(0),
                old => old,
            };
            let part = self.wrapped(rest, IntType { bits: upto - from, signed: false });
            let new = self.replaced_bits(old, part, from, upto)?;
            let new = self.simplest(new);
            rest = self.quotient_by_power(rest, u32::from(upto - from));
            self.cut(place.object, at, 1)?;
            self.put(place.object, at, 1, new, false);
        }
        Ok(())
    }

    /// A byte with its bits `from..upto` replaced.
    fn replaced_bits(&mut self, old: Value, part: Value, from: u8, upto: u8) -> Result<Value, Stop> {
        if let (Value::Int(old), Value::Int(part)) = (old, part) {
            let mask = ((1i64 << (upto - from)) - 1) << from;
            return Ok(Value::Int(old & !mask | part << from));
        }
        let low = self.wrapped(old, IntType { bits: from.max(1), signed: false });
        let low = if from == 0 { Value::Int(0) } else { low };
        let high = self.quotient_by_power(old, u32::from(upto));
        let high = self.scaled_by(high, 1 << upto)?;
        let middle = self.scaled_by(part, 1 << from)?;
        let sum = self.sum(low, middle)?;
        self.sum(sum, high)
    }

    fn quotient_by_power(&mut self, value: Value, exponent: u32) -> Value {
        if let Some(small) = value.as_i128() {
            return Value::of_i128(small >> exponent).unwrap_or(Value::Int(0));
        }
        let Some(term) = value.to_term(self.table) else { return value };
        self.shifted_down(term, exponent)
    }

    /// An integer divided by a power of two.
    fn shifted_down(&mut self, term: TermId, exponent: u32) -> Value {
        let power = dashu_int::IBig::ONE << exponent as usize;
        if let Some(quotient) = self.defined_quotient(term, &power) {
            return Value::of_term(self.table, quotient);
        }
        let power = self.table.int(power);
        self.apply(Op::Div(Rounding::Floor), &[term, power])
    }

    /// The value at a place, which is within its object.
    pub(super) fn load_place(&mut self, place: &Reached, leaf: Leaf) -> Result<Value, Stop> {
        match place.distance {
            Value::Int(distance) => self.load_any(place.object, distance, leaf),
            distance => self.load_somewhere(place.object, distance, leaf),
        }
    }

    fn store_place(&mut self, place: &Reached, value: Value, leaf: Leaf) -> Step {
        match place.distance {
            Value::Int(distance) => self.store(place.object, distance, value, leaf),
            distance => self.store_somewhere(place.object, distance, value, leaf),
        }
    }

    pub(super) fn without_value(&self, object: ObjectId) -> Stop {
        let name = self.state.block(object).map(|block| block.name.to_string());
        self.error(ErrorKind::Uninitialised, name.as_deref())
    }

    /// The value at a constant distance within its object; undefined if some byte of it is.
    pub(super) fn load(&mut self, object: ObjectId, distance: i64, leaf: Leaf) -> Result<Value, Stop> {
        let bytes = i64::from(leaf.bytes);
        self.look_at(object, distance, leaf)?;
        let Some(block) = self.state.block(object) else { return Ok(Value::Undefined) };
        let piece = block.piece(distance);
        if piece.start == distance && piece.bytes == bytes {
            let signed = block.sign(distance);
            return self.seen_as(piece.value, leaf, signed);
        }
        self.load_bytes(object, distance, leaf)
    }

    /// A value of the right size, seen as a leaf.
    fn seen_as(&mut self, value: Value, leaf: Leaf, signed: bool) -> Result<Value, Stop> {
        if let Some(value) = as_stored(value, leaf) {
            return Ok(value);
        }
        match (value, leaf.kind) {
            (Value::Undefined, _) => Ok(Value::Undefined),
            (Value::Term(term), LeafKind::Int(ty)) if self.table.sort(term) == sextant_expr::Sort::INT => {
                if signed == ty.signed {
                    Ok(value)
                } else {
                    Ok(self.wrapped(value, ty))
                }
            }
            (Value::Term(term), _)
                if self.table.sort(term) == sextant_expr::Sort::Scalar(leaf.sort)
                    && leaf.sort != Scalar::Int =>
            {
                Ok(value)
            }
            (Value::Term(_), _) if !self.is_integer(value) => {
                Err(self.cannot("the bytes of a symbolic real number"))
            }
            (value, LeafKind::Int(ty)) => match raw_bits(value) {
                Some(bits) => Ok(wrap_small(bits as i128, ty).unwrap_or(Value::Int(0))),
                None => Ok(self.wrapped(value, ty)),
            },
            (value, _) => match raw_bits(value) {
                Some(bits) => Ok(real_of_bits(bits as u64, leaf)),
                None => Err(self.cannot("a symbolic integer read as a real number")),
            },
        }
    }

    fn is_integer(&self, value: Value) -> bool {
        value.sort(self.table) == Some(sextant_expr::Sort::INT)
    }

    /// A value made of pieces of others.
    fn load_bytes(&mut self, object: ObjectId, distance: i64, leaf: Leaf) -> Result<Value, Stop> {
        let mut sum = Value::Int(0);
        for at in 0..i64::from(leaf.bytes) {
            let byte = self.byte(object, distance + at)?;
            if byte == Value::Undefined {
                return Ok(Value::Undefined);
            }
            let scaled = self.scaled(byte, at)?;
            sum = self.sum(sum, scaled)?;
        }
        match leaf.kind {
            LeafKind::Int(ty) => Ok(self.wrapped(sum, ty)),
            _ => match sum.as_i128() {
                Some(bits) => Ok(real_of_bits(bits as u64, leaf)),
                None => Err(self.cannot("symbolic bytes read as a real number")),
            },
        }
    }

    /// One byte, from 0 to 255.
    pub(super) fn byte(&mut self, object: ObjectId, distance: i64) -> Result<Value, Stop> {
        self.look_at(object, distance, Leaf::BYTE)?;
        let Some(block) = self.state.block(object) else { return Ok(Value::Undefined) };
        let Piece { value, start, .. } = block.piece(distance);
        self.byte_of(value, distance - start)
    }

    /// The byte of a value at a position, the lowest one first.
    fn byte_of(&mut self, value: Value, position: i64) -> Result<Value, Stop> {
        if value == Value::Undefined {
            return Ok(value);
        }
        if let Some(bits) = raw_bits(value) {
            return Ok(Value::Int((bits >> (8 * position.min(15))) as i64 & 0xff));
        }
        if !self.is_integer(value) {
            return Err(self.cannot("the bytes of a symbolic real number"));
        }
        let shifted = match position {
            0 => value,
            _ => {
                let term = self.term((Reg::slot(0), value))?;
                self.shifted_down(term, 8 * position as u32)
            }
        };
        Ok(self.wrapped(shifted, IntType { bits: 8, signed: false }))
    }

    /// A byte at its place in a number.
    fn scaled(&mut self, byte: Value, position: i64) -> Result<Value, Stop> {
        self.scaled_by(byte, 1i128 << (8 * position))
    }

    fn scaled_by(&mut self, value: Value, factor: i128) -> Result<Value, Stop> {
        if let Some(product) = value.as_i128().and_then(|value| value.checked_mul(factor))
            && let Some(product) = Value::of_i128(product)
        {
            return Ok(product);
        }
        let term = self.term((Reg::slot(0), value))?;
        let factor = self.table.int(factor);
        Ok(self.apply(Op::Mul, &[term, factor]))
    }

    fn sum(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        if let (Some(x), Some(y)) = (a.as_i128(), b.as_i128())
            && let Some(sum) = Value::of_i128(x + y)
        {
            return Ok(sum);
        }
        let (x, y) = (self.term((Reg::slot(0), a))?, self.term((Reg::slot(0), b))?);
        Ok(self.apply(Op::Add, &[x, y]))
    }

    /// Puts a value at a constant distance within its object.
    pub(super) fn store(&mut self, object: ObjectId, distance: i64, value: Value, leaf: Leaf) -> Step {
        let bytes = i64::from(leaf.bytes);
        self.cut(object, distance, bytes)?;
        self.put(object, distance, bytes, value, leaf.is_signed());
        Ok(())
    }

    pub(super) fn put(&mut self, object: ObjectId, distance: i64, bytes: i64, value: Value, signed: bool) {
        if let Some(block) = self.state.block_mut(object) {
            block.store(distance, bytes, value, signed);
        }
    }

    /// Values that reach over the ends of a range are cut into bytes.
    pub(super) fn cut(&mut self, object: ObjectId, distance: i64, bytes: i64) -> Step {
        for end in [distance, distance + bytes] {
            let Some(block) = self.state.block(object) else { return Ok(()) };
            let piece = block.piece(end);
            if piece.start == end || piece.bytes == 1 || piece.value == Value::Undefined {
                continue;
            }
            let mut parts = Vec::new();
            for position in 0..piece.bytes {
                parts.push(self.byte_of(piece.value, position)?);
            }
            for (at, part) in (piece.start..).zip(parts) {
                self.put(object, at, 1, part, false);
            }
        }
        Ok(())
    }

    /// One of two values.
    pub(super) fn either(&mut self, guard: TermId, value: Value, otherwise: Value) -> Result<Value, Stop> {
        if value == otherwise {
            return Ok(value);
        }
        // Only the way that is taken tells whether the value is defined.
        if self.is_undefined(value) || self.is_undefined(otherwise) {
            return Ok(if self.ask(guard, QuestionKind::Branch)? { value } else { otherwise });
        }
        let (a, b) = (self.term((Reg::slot(0), value))?, self.term((Reg::slot(0), otherwise))?);
        Ok(self.apply(Op::Ite, &[guard, a, b]))
    }
}

/// The value at a constant address, if it is a constant that was stored just so.
#[inline]
pub(super) fn quick_fetch(state: &State, address: i64, leaf: Leaf) -> Option<Value> {
    let Target::Object(object, distance) = target_of(address) else { return None };
    let block = state.block(object)?;
    let value = if block.life == Life::Live { block.quick(distance, leaf.bytes)? } else { return None };
    as_stored(value, leaf)
}

/// Puts a constant at a constant address, if nothing is to be cut or asked; whether it did.
#[inline]
pub(super) fn quick_store(state: &mut State, address: Value, value: Value, leaf: Leaf) -> bool {
    if let Value::Int(address) = address
        && matches!(value, Value::Int(_) | Value::Double(_) | Value::Single(_) | Value::Large(_))
        && let Target::Object(object, distance) = target_of(address)
        && let Some(block) = state.block_mut(object)
        && block.life == Life::Live
        && block.kind != BlockKind::Constant
    {
        return block.put_quick(distance, leaf.bytes, value);
    }
    false
}

/// How many bytes of a unit are touched: what lies behind the bits may lie behind the object, too.
fn bytes_up_to(bits: BitRange) -> u8 {
    (bits.first + bits.width).div_ceil(8)
}

/// An object and a distance in it.
pub(super) struct SolePlace {
    pub object: ObjectId,
    pub distance: i64,
}

/// A constant as it was stored, if it is one of the leaf's own values.
#[inline]
fn as_stored(value: Value, leaf: Leaf) -> Option<Value> {
    match (value, leaf.kind, leaf.sort) {
        (Value::Int(small), LeafKind::Int(ty), _) => {
            let unused = 64 - u32::from(ty.bits.min(64));
            let fits = if ty.signed {
                (small << unused) >> unused == small
            } else {
                small >= 0 && (small << unused) as u64 >> unused == small as u64
            };
            fits.then_some(value)
        }
        (Value::Large(_), LeafKind::Int(IntType { signed: false, bits: 64 }), _) => Some(value),
        (Value::Double(_), _, Scalar::Float(sextant_expr::FloatKind::Double)) => Some(value),
        (Value::Single(_), _, Scalar::Float(sextant_expr::FloatKind::Single)) => Some(value),
        _ => None,
    }
}

/// The bits of a constant, the sign repeated upwards.
fn raw_bits(value: Value) -> Option<u128> {
    match value {
        Value::Int(value) => Some(i128::from(value) as u128),
        Value::Large(value) => Some(u128::from(value)),
        Value::Single(bits) => Some(u128::from(bits)),
        Value::Double(bits) => Some(u128::from(bits)),
        _ => None,
    }
}

fn real_of_bits(bits: u64, leaf: Leaf) -> Value {
    match leaf.bytes {
        4 => Value::single(f32::from_bits(bits as u32)),
        _ => Value::double(f64::from_bits(bits)),
    }
}
