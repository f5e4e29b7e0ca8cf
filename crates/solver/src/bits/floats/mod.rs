//! Floats as circuits: what each operation of IEEE 754 does to the bits, rounded to nearest even.
//!
//! Invariants
//! - Bits of floats have the one NaN that the format of terms has, so that equal bits are equal values.
//! - Exponents are biased words; that of a subnormal number is 1, or less once its mantissa is shifted up.
//! - Mantissas contain their leading bit, the lowest bit first.

mod arithmetic;
mod convert;
mod rounding;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sextant_expr::{FloatKind, Function, Op, Scalar, Sort, Table, TermId};

use super::circuit::Circuit;
use super::gates::{Bit, Gates};
use super::range::Range;
use super::word::Word;

/// A binary format of IEEE 754.
#[derive(Clone, Copy, Debug)]
pub(super) struct Format {
    /// Bits of the exponent field.
    pub exponent: usize,
    /// Bits of the fraction field.
    pub fraction: usize,
}

impl Format {
    pub fn of(kind: FloatKind) -> Self {
        match kind {
            FloatKind::Single => Self { exponent: 8, fraction: 23 },
            FloatKind::Double => Self { exponent: 11, fraction: 52 },
        }
    }

    /// The format of a term that is a float.
    pub fn of_term(table: &Table, term: TermId) -> Option<Self> {
        match table.sort(term) {
            Sort::Scalar(Scalar::Float(kind)) => Some(Self::of(kind)),
            _ => None,
        }
    }

    pub fn width(self) -> usize {
        1 + self.exponent + self.fraction
    }

    /// Bits of the mantissa with the leading one.
    fn precision(self) -> usize {
        self.fraction + 1
    }

    /// The exponent field of 1.
    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent field of infinities.
    fn infinite(self) -> i64 {
        (1 << self.exponent) - 1
    }

    /// The bits of a number given by its bits.
    pub fn constant(self, bits: u64) -> Vec<Bit> {
        (0..self.width()).map(|at| Bit::of(bits >> at & 1 == 1)).collect()
    }

    /// The bits of the one NaN.
    pub fn nan(self) -> Vec<Bit> {
        (0..self.width()).map(|at| Bit::of(at + 1 >= self.fraction && at + 1 < self.width())).collect()
    }

    /// The bits of an infinity.
    fn infinity(self, sign: Bit) -> Vec<Bit> {
        let mut bits: Vec<Bit> = (0..self.width() - 1).map(|at| Bit::of(at >= self.fraction)).collect();
        bits.push(sign);
        bits
    }
}

/// Which kind of number a float is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    pub nan: Bit,
    pub infinite: Bit,
    pub zero: Bit,
}

/// A float taken apart.
#[derive(Clone, Debug)]
struct Parts {
    sign: Bit,
    class: Class,
    exponent: Word,
    mantissa: Vec<Bit>,
}

/// What is known of floats by their bits.
#[derive(Default)]
pub(super) struct Known {
    /// The classes of results, which their bits tell less plainly.
    classes: FxHashMap<Arc<[Bit]>, Class>,
}

/// A small integer as a word.
fn small(value: i64) -> Word {
    Word::constant(&IBig::from(value))
}

impl Gates {
    pub fn is_nan(&mut self, format: Format, x: &[Bit]) -> Bit {
        let top = self.all(x[format.fraction..format.width() - 1].iter().copied());
        let some = self.any(x[..format.fraction].iter().copied());
        self.and(top, some)
    }
}

impl Circuit {
    fn class(&mut self, format: Format, x: &[Bit]) -> Class {
        if let Some(known) = self.floats.classes.get(x) {
            return *known;
        }
        let gates = &mut self.gates;
        let top = gates.all(x[format.fraction..format.width() - 1].iter().copied());
        let bottom = gates.any(x[format.fraction..format.width() - 1].iter().copied());
        let some = gates.any(x[..format.fraction].iter().copied());
        let class = Class {
            nan: gates.and(top, some),
            infinite: gates.and(top, !some),
            zero: gates.and(!bottom, !some),
        };
        self.floats.classes.insert(x.into(), class);
        class
    }

    fn parts(&mut self, format: Format, x: &[Bit]) -> Parts {
        let class = self.class(format, x);
        let field = &x[format.fraction..format.width() - 1];
        let normal = self.gates.any(field.iter().copied());
        let mut exponent = field.to_vec();
        exponent[0] = self.gates.or(exponent[0], !normal);
        exponent.push(Bit::FALSE);
        let range = Range::new(IBig::ONE, IBig::from(format.infinite()));
        let mut mantissa = x[..format.fraction].to_vec();
        mantissa.push(normal);
        Parts { sign: x[format.width() - 1], class, exponent: Word::new(exponent, range), mantissa }
    }

    /// The bits of a result of this class; what is neither NaN nor infinite nor zero has the bits given.
    fn classified(&mut self, format: Format, sign: Bit, class: Class, finite: &[Bit]) -> Vec<Bit> {
        let mut zero = vec![Bit::FALSE; format.width()];
        zero[format.width() - 1] = sign;
        let bits = self.gates.choose_bits(class.zero, &zero, finite);
        let bits = self.gates.choose_bits(class.infinite, &format.infinity(sign), &bits);
        let bits = self.gates.choose_bits(class.nan, &format.nan(), &bits);
        // Rounding may make a finite number infinite, or zero.
        let gates = &mut self.gates;
        let top = gates.all(bits[format.fraction..format.width() - 1].iter().copied());
        let some = gates.any(bits[..format.width() - 1].iter().copied());
        let known = Class { nan: class.nan, infinite: gates.and(top, !class.nan), zero: !some };
        self.floats.classes.insert(bits.as_slice().into(), known);
        bits
    }

    pub(super) fn float_comparison(&mut self, table: &Table, op: &Op, args: &[TermId]) -> Option<Bit> {
        let format = Format::of_term(table, args[0])?;
        let x = self.vector(table, args[0])?;
        if *op == Op::FloatIsNan {
            return Some(self.class(format, &x).nan);
        }
        let y = self.vector(table, args[1])?;
        Some(self.compared(format, op, &x, &y))
    }

    /// `=`, `<` or `≤` of floats.
    fn compared(&mut self, format: Format, op: &Op, x: &[Bit], y: &[Bit]) -> Bit {
        let (a, b) = (self.class(format, x), self.class(format, y));
        let gates = &mut self.gates;
        let numbers = gates.and(!a.nan, !b.nan);
        let zeros = gates.and(a.zero, b.zero);
        let top = format.width() - 1;
        let order = if *op == Op::FloatEq {
            let same = gates.equal_bits(x, y);
            gates.or(same, zeros)
        } else {
            let or_equal = *op == Op::FloatLe;
            // Bits with a sign are in the order of sizes; below zero that is the other way round.
            let (size_x, size_y) = (Word::unsigned(&x[..top]), Word::unsigned(&y[..top]));
            let upwards = gates.less(&size_x, &size_y, or_equal);
            let downwards = gates.less(&size_y, &size_x, or_equal);
            let alike = gates.choose(x[top], downwards, upwards);
            let unlike = gates.choose(zeros, Bit::of(or_equal), x[top]);
            let differ = gates.xor(x[top], y[top]);
            gates.choose(differ, unlike, alike)
        };
        gates.and(numbers, order)
    }

    /// The bits of a float that is computed from others; none if a term is no such operation.
    pub(super) fn float_operation(&mut self, table: &Table, term: TermId) -> Option<Vec<Bit>> {
        let format = Format::of_term(table, term)?;
        let args = table.args(term);
        let op = table.op(term);
        match op {
            Op::RealToFloat(_) => return self.rounded_real(table, format, args[0]),
            Op::FloatToFloat(_) => {
                let from = Format::of_term(table, args[0])?;
                let x = self.vector(table, args[0])?;
                return Some(self.converted(from, format, &x));
            }
            _ => {}
        }
        let is_known = matches!(
            op,
            Op::FloatNeg
                | Op::FloatAbs
                | Op::FloatAdd
                | Op::FloatSub
                | Op::FloatMul
                | Op::FloatDiv
                | Op::Function(Function::Sqrt)
        );
        if !is_known {
            return None;
        }
        let x = self.vector(table, args[0])?;
        let y = match args.get(1) {
            Some(&y) => self.vector(table, y)?,
            None => Arc::clone(&x),
        };
        Some(match op {
            Op::FloatNeg => self.with_sign(format, &x, |sign| !sign),
            Op::FloatAbs => self.with_sign(format, &x, |_| Bit::FALSE),
            Op::FloatAdd => self.float_sum(format, &x, &y),
            Op::FloatSub => {
                let y = self.with_sign(format, &y, |sign| !sign);
                self.float_sum(format, &x, &y)
            }
            Op::FloatMul => self.float_product(format, &x, &y),
            Op::FloatDiv => self.float_quotient(format, &x, &y),
            _ => self.float_root(format, &x),
        })
    }

    /// A float with another sign; NaN has none.
    fn with_sign(&mut self, format: Format, x: &[Bit], sign: impl Fn(Bit) -> Bit) -> Vec<Bit> {
        let class = self.class(format, x);
        let mut bits = x.to_vec();
        let top = format.width() - 1;
        bits[top] = self.gates.and(sign(bits[top]), !class.nan);
        self.floats.classes.insert(bits.as_slice().into(), class);
        bits
    }
}
