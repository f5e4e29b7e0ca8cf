//! Integers of the machine: arithmetic modulo a range, shifts, bits.

use dashu_int::IBig;
use sextant_expr::{Op, Rounding, TermId};
use sextant_syntax::IntType;

use super::Step;
use super::here::Here;
use crate::code::{Binary, Reg};
use crate::{ErrorKind, Stop, Value};

/// The value of so many low bits, with or without a sign; types of more than 64 bits are not for this way.
#[inline]
pub(super) fn wrap_small(value: i128, ty: IntType) -> Option<Value> {
    if ty.bits > 64 {
        return Value::of_i128(value).filter(|_| ty.signed || value >= 0);
    }
    let unused = 128 - u32::from(ty.bits);
    let wrapped =
        if ty.signed { (value << unused) >> unused } else { (((value as u128) << unused) >> unused) as i128 };
    Value::of_i128(wrapped)
}

/// A constant modulo the range of a type of at most 64 bits.
#[inline]
pub(super) fn wrap_value(value: Value, ty: IntType) -> Option<Value> {
    match value {
        Value::Int(small) if ty.bits < 64 => {
            let unused = 64 - u32::from(ty.bits);
            let raised = small << unused;
            Some(Value::Int(if ty.signed { raised >> unused } else { (raised as u64 >> unused) as i64 }))
        }
        Value::Int(small) if ty.bits == 64 && (ty.signed || small >= 0) => Some(value),
        Value::Int(small) if ty.bits == 64 => Some(Value::Large(small as u64)),
        _ => None,
    }
}

/// Addition, subtraction or multiplication of constants modulo a range.
#[inline]
pub(super) fn modular_small(op: Binary, x: Value, y: Value, ty: IntType) -> Option<Value> {
    if let (Value::Int(x), Value::Int(y)) = (x, y)
        && ty.bits < 64
    {
        let result = match op {
            Binary::Add => x.wrapping_add(y),
            Binary::Subtract => x.wrapping_sub(y),
            Binary::Multiply => x.wrapping_mul(y),
            _ => return None,
        };
        return wrap_value(Value::Int(result), ty);
    }
    let (x, y) = (x.as_i128()?, y.as_i128()?);
    if ty.bits > 64 {
        return None;
    }
    // What is lost above 128 bits is lost modulo any smaller range too.
    let result = match op {
        Binary::Add => x.wrapping_add(y),
        Binary::Subtract => x.wrapping_sub(y),
        Binary::Multiply => x.wrapping_mul(y),
        _ => return None,
    };
    wrap_small(result, ty)
}

/// Operations on constants that may need all 64 bits.
pub(super) fn large_binary(op: Binary, x: Value, y: Value) -> Option<Value> {
    let (x, y) = (x.as_i128()?, y.as_i128()?);
    match op {
        Binary::Add => Value::of_i128(x.checked_add(y)?),
        Binary::Subtract => Value::of_i128(x.checked_sub(y)?),
        Binary::Multiply => Value::of_i128(x.checked_mul(y)?),
        Binary::Compare(comparison) => Some(Value::Bool(comparison.holds(x, y))),
        Binary::Divide(Rounding::Truncate) if y != 0 => Value::of_i128(x / y),
        Binary::Remainder if y != 0 => Value::of_i128(x % y),
        Binary::BitAnd => Value::of_i128(x & y),
        Binary::BitOr => Value::of_i128(x | y),
        Binary::BitXor => Value::of_i128(x ^ y),
        _ => None,
    }
}

impl Here<'_, '_> {
    pub(super) fn modular(&mut self, op: Binary, a: Reg, b: Reg, ty: IntType) -> Result<Value, Stop> {
        let (a, b) = (self.operand(a), self.operand(b));
        if let Some(value) = modular_small(op, a.1, b.1, ty) {
            return Ok(value);
        }
        let value = self.binary(op, a, b)?;
        Ok(self.wrapped(value, ty))
    }

    /// An address so many bytes on. A distance counts as the number it was before it became one without a sign, so that
    /// `p + (size_t)i` is `p + i`; a sum outside of all addresses is kept as it is, for it leads to no object.
    pub(super) fn displaced(&mut self, base: Reg, distance: Reg) -> Result<Value, Stop> {
        let (base, distance) = (self.operand(base), self.operand(distance));
        if let Some(sum) = modular_small(Binary::Add, base.1, distance.1, IntType::ADDRESS) {
            return Ok(sum);
        }
        let (base, distance) = (self.term(base)?, self.term(distance)?);
        let distance = self.table.congruent(distance, &(IBig::ONE << 64));
        let sum = self.table.apply(Op::Add, &[base, distance]);
        Ok(Value::of_term(self.table, sum))
    }

    pub(super) fn wrap(&mut self, a: Reg, ty: IntType) -> Result<Value, Stop> {
        let value = self.defined(self.operand(a))?;
        Ok(self.wrapped(value, ty))
    }

    /// The value modulo the range of a type.
    pub(super) fn wrapped(&mut self, value: Value, ty: IntType) -> Value {
        if let Some(wrapped) = value.as_i128().and_then(|value| wrap_small(value, ty)) {
            return wrapped;
        }
        let Some(term) = value.to_term(self.table) else { return value };
        if self.certainly_fits(term, ty) {
            return value;
        }
        let wrapped = self.wrapped_term(term, ty);
        Value::of_term(self.table, wrapped)
    }

    fn wrapped_term(&mut self, term: TermId, ty: IntType) -> TermId {
        let span = IBig::ONE << usize::from(ty.bits);
        if let Some(rest) = self.defined_remainder(term, &span)
            && self.certainly_fits(rest, ty)
        {
            return rest;
        }
        let span = self.table.int(span);
        if !ty.signed {
            return self.table.apply(Op::Rem(Rounding::Floor), &[term, span]);
        }
        let half = self.table.int(IBig::ONE << usize::from(ty.bits - 1));
        let shifted = self.table.apply(Op::Add, &[term, half]);
        let rest = self.table.apply(Op::Rem(Rounding::Floor), &[shifted, span]);
        self.table.apply(Op::Sub, &[rest, half])
    }

    /// A shift; the distance must be one within the width.
    pub(super) fn shift(&mut self, left: bool, a: Reg, count: Reg, ty: IntType) -> Result<Value, Stop> {
        let (x, n) = (self.operand(a), self.operand(count));
        if let (Some(small), Some(count)) = (x.1.as_i128(), n.1.as_i128())
            && (0..i128::from(ty.bits)).contains(&count)
            && ty.bits <= 64
            && !(left && ty.signed && self.machine.strict)
        {
            let shifted = if left { small << count } else { small >> count };
            return Ok(wrap_small(shifted, ty).unwrap_or(Value::Int(0)));
        }
        let (term, distance) = (self.term(x)?, self.term(n)?);
        let (zero, width) = (self.table.int(0), self.table.int(i64::from(ty.bits)));
        let not_negative = self.table.apply(Op::Ge, &[distance, zero]);
        self.require(not_negative, ErrorKind::BadShift, None)?;
        let within = self.table.apply(Op::Lt, &[distance, width]);
        self.require(within, ErrorKind::BadShift, None)?;
        let power = self.power_of_two(distance, ty.bits);
        if left {
            let product = self.apply(Op::Mul, &[term, power]);
            if ty.signed && self.machine.strict {
                let product = product.to_term(self.table);
                self.keeps_sign(term, product, ty)?;
            }
            return Ok(self.wrapped(product, ty));
        }
        let divisor = self.table.as_int(power).cloned();
        if let Some(quotient) = divisor.and_then(|divisor| self.defined_quotient(term, &divisor)) {
            return Ok(Value::of_term(self.table, quotient));
        }
        Ok(self.apply(Op::Div(Rounding::Floor), &[term, power]))
    }

    /// A signed number may be shifted to the left if neither it nor the result is negative, and the result fits.
    fn keeps_sign(&mut self, shifted: TermId, product: Option<TermId>, ty: IntType) -> Step {
        let (zero, highest) = (self.table.int(0), self.table.int(ty.limits().1));
        let not_negative = self.table.apply(Op::Ge, &[shifted, zero]);
        self.require(not_negative, ErrorKind::BadShift, None)?;
        let Some(product) = product else { return Ok(()) };
        let fits = self.table.apply(Op::Le, &[product, highest]);
        self.require(fits, ErrorKind::BadShift, None)
    }

    /// An index must be one of an array.
    pub(super) fn keeps_limit(&mut self, index: Reg, limit: u64) -> Step {
        let index = self.term(self.operand(index))?;
        let (zero, limit) = (self.table.int(0), self.table.int(limit));
        let low = self.table.apply(Op::Ge, &[index, zero]);
        self.require(low, ErrorKind::OutOfBounds, None)?;
        let high = self.table.apply(Op::Le, &[index, limit]);
        self.require(high, ErrorKind::OutOfBounds, None)
    }

    /// An address must be a multiple of something. Objects begin at such addresses.
    pub(super) fn keeps_alignment(&mut self, address: Reg, align: u64) -> Step {
        let address = self.term(self.operand(address))?;
        let (zero, align) = (self.table.int(0), self.table.int(align));
        let rest = self.table.apply(Op::Rem(Rounding::Floor), &[address, align]);
        let aligned = self.table.apply(Op::Eq, &[rest, zero]);
        self.require(aligned, ErrorKind::Misaligned, None)
    }

    /// Two to the power of a distance below a width.
    fn power_of_two(&mut self, distance: TermId, width: u8) -> TermId {
        let distance = self.table.simplify(distance);
        if let Some(constant) = self.table.as_int(distance).and_then(|value| usize::try_from(value).ok()) {
            return self.table.int(IBig::ONE << constant);
        }
        let most = match self.limits(distance) {
            Some((_, high)) => high.clamp(0, i128::from(width) - 1) as u8,
            None => width - 1,
        };
        let mut power = self.table.int(IBig::ONE << usize::from(most));
        for exponent in (0..most).rev() {
            let (at, value) = (self.table.int(i64::from(exponent)), IBig::ONE << usize::from(exponent));
            let (here, value) = (self.table.apply(Op::Eq, &[distance, at]), self.table.int(value));
            power = self.table.apply(Op::Ite, &[here, value, power]);
        }
        power
    }

    /// Bits of symbolic integers as arithmetic, where one operand is a mask of the lowest bits or leaves them out.
    pub(super) fn bits_as_arithmetic(&mut self, op: Binary, x: TermId, y: TermId) -> Option<TermId> {
        let (x, y) = (self.table.simplify(x), self.table.simplify(y));
        let (term, mask) = match (self.table.as_int(x), self.table.as_int(y)) {
            (None, Some(mask)) => (x, mask.clone()),
            (Some(mask), None) => (y, mask.clone()),
            // Of any width: integers of 128 bits are terms as soon as they need more than 64.
            (Some(x), Some(y)) => {
                let value = match op {
                    Binary::BitAnd => x & y,
                    Binary::BitOr => x | y,
                    Binary::BitXor => x ^ y,
                    _ => return None,
                };
                return Some(self.table.int(value));
            }
            (None, None) => return None,
        };
        match op {
            Binary::BitAnd if is_low_mask(&mask) => {
                let span = mask + IBig::ONE;
                if let Some(rest) = self.defined_remainder(term, &span) {
                    return Some(rest);
                }
                let span = self.table.int(span);
                Some(self.table.apply(Op::Rem(Rounding::Floor), &[term, span]))
            }
            Binary::BitAnd if mask > IBig::ZERO && is_low_mask(&(mask.clone() - IBig::ONE)) => {
                // One bit.
                let bit = self.table.int(mask);
                let two = self.table.int(2);
                let above = self.table.apply(Op::Div(Rounding::Floor), &[term, bit]);
                let set = self.table.apply(Op::Rem(Rounding::Floor), &[above, two]);
                Some(self.table.apply(Op::Mul, &[set, bit]))
            }
            Binary::BitAnd if mask < IBig::ZERO && is_low_mask(&(-mask.clone() - IBig::ONE)) => {
                let span = self.table.int(-mask);
                let rest = self.table.apply(Op::Rem(Rounding::Floor), &[term, span]);
                Some(self.table.apply(Op::Sub, &[term, rest]))
            }
            Binary::BitXor if mask == IBig::NEG_ONE => {
                let negated = self.table.apply(Op::Neg, &[term]);
                let one = self.table.int(1);
                Some(self.table.apply(Op::Sub, &[negated, one]))
            }
            Binary::BitOr | Binary::BitXor if mask == IBig::ZERO => Some(term),
            _ => None,
        }
    }
}

/// Whether all bits below some position are set, and no other.
fn is_low_mask(mask: &IBig) -> bool {
    *mask >= IBig::ZERO && (mask & (mask + IBig::ONE)) == IBig::ZERO
}
