//! Reals: exact numbers under ideal arithmetic, IEEE floats under machine arithmetic. And bits of integers.

use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_ratio::RBig;
use sextant_expr::{FloatKind, Function, Op, Rounding, Scalar, Sort, TermId, Value as Known};

use super::fields::{low_bits, rotated};
use super::here::{Here, Operand};
use crate::code::{Binary, Comparison, Ternary, Unary};
use crate::{ErrorKind, QuestionKind, Stop, Value};

/// Exponents up to this size are unfolded into products of floats.
const MOST_FACTORS: i64 = 1 << 12;

impl Here<'_, '_> {
    /// The sort of a term's numbers.
    pub(super) fn number(&self, term: TermId) -> Scalar {
        match self.table.sort(term) {
            Sort::Scalar(scalar) => scalar,
            Sort::Array(_) => Scalar::Int,
        }
    }

    /// The operation on numbers of any sort.
    pub(super) fn arithmetic_op(&self, op: Binary, sort: Scalar) -> Option<Op> {
        let float = matches!(sort, Scalar::Float(_));
        Some(match op {
            Binary::Add if float => Op::FloatAdd,
            Binary::Add => Op::Add,
            Binary::Subtract if float => Op::FloatSub,
            Binary::Subtract => Op::Sub,
            Binary::Multiply if float => Op::FloatMul,
            Binary::Multiply => Op::Mul,
            _ => return None,
        })
    }

    /// A comparison of numbers of any sort as a term.
    pub(super) fn compare(&mut self, comparison: Comparison, x: TermId, y: TermId) -> TermId {
        if !matches!(self.number(x), Scalar::Float(_)) {
            return self.table.apply(comparison.op(), &[x, y]);
        }
        match comparison {
            Comparison::Eq => self.table.apply(Op::FloatEq, &[x, y]),
            Comparison::Ne => {
                let equal = self.table.apply(Op::FloatEq, &[x, y]);
                self.table.not(equal)
            }
            Comparison::Lt => self.table.apply(Op::FloatLt, &[x, y]),
            Comparison::Le => self.table.apply(Op::FloatLe, &[x, y]),
            Comparison::Gt => self.table.apply(Op::FloatLt, &[y, x]),
            Comparison::Ge => self.table.apply(Op::FloatLe, &[y, x]),
        }
    }

    /// A constant of the sort of another term.
    pub(super) fn constant_like(&mut self, like: TermId, value: i64) -> TermId {
        match self.number(like) {
            Scalar::Real => self.table.real(RBig::from(value)),
            Scalar::Float(kind) => {
                let real = self.table.real(RBig::from(value));
                self.table.apply(Op::RealToFloat(kind), &[real])
            }
            _ => self.table.int(value),
        }
    }

    /// Division of reals; a zero divisor is an error.
    pub(super) fn quotient(&mut self, x: TermId, y: TermId) -> Result<Value, Stop> {
        let zero = self.constant_like(y, 0);
        if self.machine.code.policy.real_errors {
            let non_zero = self.compare(Comparison::Ne, y, zero);
            self.require(non_zero, ErrorKind::DivisionByZero, None)?;
        }
        let op = if matches!(self.number(x), Scalar::Float(_)) { Op::FloatDiv } else { Op::Quotient };
        Ok(self.apply(op, &[x, y]))
    }

    pub(super) fn extreme(&mut self, greatest: bool, x: TermId, y: TermId) -> Value {
        if !matches!(self.number(x), Scalar::Float(_)) {
            return self.apply(if greatest { Op::Max } else { Op::Min }, &[x, y]);
        }
        let first = self.table.apply(Op::FloatLt, &if greatest { [y, x] } else { [x, y] });
        self.apply(Op::Ite, &[first, x, y])
    }

    /// `x ** y` where the base or the exponent is real.
    pub(super) fn real_power(&mut self, x: TermId, y: TermId) -> Result<Value, Stop> {
        let zero = self.constant_like(x, 0);
        if self.number(y) == Scalar::Int {
            let none = self.table.int(0);
            let base_not_zero = self.compare(Comparison::Ne, x, zero);
            let exponent_not_negative = self.table.apply(Op::Ge, &[y, none]);
            let allowed = self.table.or(&[base_not_zero, exponent_not_negative]);
            self.require(allowed, ErrorKind::DivisionByZero, None)?;
            return match self.number(x) {
                Scalar::Float(_) => self.float_to_integer(x, y),
                _ => Ok(self.apply(Op::Pow, &[x, y])),
            };
        }
        let positive = self.compare(Comparison::Gt, x, zero);
        let exponent_zero = self.constant_like(y, 0);
        let exponent_positive = self.compare(Comparison::Gt, y, exponent_zero);
        let base_zero = self.compare(Comparison::Eq, x, zero);
        let at_zero = self.table.and(&[base_zero, exponent_positive]);
        let allowed = self.table.or(&[positive, at_zero]);
        self.require(allowed, ErrorKind::Domain, None)?;
        Ok(self.apply(Op::Function(Function::Pow), &[x, y]))
    }

    /// Repeated squaring, as compilers have it.
    fn float_to_integer(&mut self, x: TermId, y: TermId) -> Result<Value, Stop> {
        let y = self.table.simplify(y);
        let exponent = self.table.as_int(y).and_then(|value| i64::try_from(value).ok());
        let Some(exponent) = exponent.filter(|exponent| exponent.abs() <= MOST_FACTORS) else {
            return Err(self.cannot("a float to a symbolic or very large power"));
        };
        let mut left = exponent.unsigned_abs();
        let one = self.constant_like(x, 1);
        let mut square = x;
        let mut product = if left % 2 == 1 { x } else { one };
        left /= 2;
        while left > 0 {
            square = self.table.apply(Op::FloatMul, &[square, square]);
            if left % 2 == 1 {
                product = self.table.apply(Op::FloatMul, &[product, square]);
            }
            left /= 2;
        }
        Ok(if exponent < 0 {
            self.apply(Op::FloatDiv, &[one, product])
        } else {
            Value::of_term(self.table, product)
        })
    }

    /// A function of analysis; arguments outside its domain are an error.
    pub(super) fn function(&mut self, function: Function, args: &[TermId]) -> Result<Value, Stop> {
        let x = args[0];
        let (zero, one) = (self.constant_like(x, 0), self.constant_like(x, 1));
        let domain = match function {
            Function::Sqrt => Some(self.compare(Comparison::Ge, x, zero)),
            Function::Log | Function::Log10 => Some(self.compare(Comparison::Gt, x, zero)),
            Function::Asin | Function::Acos => {
                let minus_one = self.constant_like(x, -1);
                let above = self.compare(Comparison::Ge, x, minus_one);
                let below = self.compare(Comparison::Le, x, one);
                Some(self.table.and(&[above, below]))
            }
            Function::Atan2 => {
                let ordinate = self.compare(Comparison::Ne, x, zero);
                let abscissa = self.compare(Comparison::Ne, args[1], zero);
                Some(self.table.or(&[ordinate, abscissa]))
            }
            _ => None,
        };
        if let Some(domain) = domain.filter(|_| self.machine.code.policy.real_errors) {
            self.require(domain, ErrorKind::Domain, None)?;
        }
        Ok(self.apply(Op::Function(function), args))
    }

    /// An integer as a real; without a format, as an exact one.
    pub(super) fn as_real(&mut self, kind: Option<FloatKind>, x: TermId) -> Value {
        let real = self.table.apply(Op::ToReal, &[x]);
        match kind {
            Some(kind) => self.apply(Op::RealToFloat(kind), &[real]),
            None => Value::of_term(self.table, real),
        }
    }

    /// A real as a whole one.
    pub(super) fn rounded_real(&mut self, op: Unary, x: TermId) -> Result<Value, Stop> {
        let sort = self.number(x);
        let whole = self.rounded(op, x)?;
        let mut real = self.table.apply(Op::ToReal, &[whole]);
        if let Scalar::Float(kind) = sort {
            let float = self.table.apply(Op::RealToFloat(kind), &[real]);
            real = self.signed_zero(float, x);
        }
        Ok(Value::of_term(self.table, real))
    }

    /// The exponent of a real in base 2.
    pub(super) fn exponent(&mut self, x: TermId) -> Result<Value, Stop> {
        match self.table.constant_value(x) {
            Some(Known::Real(value)) => Ok(Value::Int(exponent(&value))),
            _ => Err(self.cannot("the exponent of a symbolic number")),
        }
    }

    /// A real as an integer term.
    pub(super) fn rounded(&mut self, op: Unary, x: TermId) -> Result<TermId, Stop> {
        let exact = match self.number(x) {
            Scalar::Float(_) => {
                if self.interval(x).is_none() {
                    // Neither infinities nor NaN are equal to themselves less themselves.
                    let difference = self.table.apply(Op::FloatSub, &[x, x]);
                    let finite = self.table.apply(Op::FloatEq, &[difference, difference]);
                    self.require(finite, ErrorKind::BadConversion, None)?;
                }
                self.table.apply(Op::FloatToReal, &[x])
            }
            _ => x,
        };
        let half = self.table.real(RBig::from_parts(1.into(), 2u8.into()));
        Ok(match op {
            Unary::Floor => self.table.apply(Op::ToInt(Rounding::Floor), &[exact]),
            Unary::Ceiling => {
                let negated = self.table.apply(Op::Neg, &[exact]);
                let floor = self.table.apply(Op::ToInt(Rounding::Floor), &[negated]);
                self.table.apply(Op::Neg, &[floor])
            }
            Unary::NearestInt | Unary::NearestReal => {
                let zero = self.table.real(RBig::ZERO);
                let up = self.table.apply(Op::Add, &[exact, half]);
                let down = self.table.apply(Op::Sub, &[exact, half]);
                let positive = self.table.apply(Op::Ge, &[exact, zero]);
                let shifted = self.table.apply(Op::Ite, &[positive, up, down]);
                self.table.apply(Op::ToInt(Rounding::Truncate), &[shifted])
            }
            _ => self.table.apply(Op::ToInt(Rounding::Truncate), &[exact]),
        })
    }

    /// Remainders and the like, on integers and reals.
    pub(super) fn remainder_like(&mut self, op: Binary, x: TermId, y: TermId) -> Result<Value, Stop> {
        let zero = self.constant_like(y, 0);
        if matches!(op, Binary::Remainder | Binary::Modulo) {
            let non_zero = self.compare(Comparison::Ne, y, zero);
            self.require(non_zero, ErrorKind::DivisionByZero, None)?;
        }
        match (op, self.number(x)) {
            (Binary::Remainder, Scalar::Int) => Ok(self.apply(Op::Rem(Rounding::Truncate), &[x, y])),
            (Binary::Modulo, Scalar::Int) => Ok(self.apply(Op::Rem(Rounding::Floor), &[x, y])),
            (Binary::Remainder | Binary::Modulo, _) => self.real_remainder(op, x, y),
            (Binary::TransferSign, _) => {
                let size = self.size(x);
                let negative = self.negated(size);
                let mut not_negative = self.compare(Comparison::Ge, y, zero);
                if let Scalar::Float(_) = self.number(y) {
                    // The zero with a sign is less than nothing here.
                    let negative_zero = self.table.apply(Op::FloatNeg, &[zero]);
                    let other = self.table.apply(Op::Ne, &[y, negative_zero]);
                    not_negative = self.table.apply(Op::And, &[not_negative, other]);
                }
                Ok(self.apply(Op::Ite, &[not_negative, size, negative]))
            }
            _ => {
                let sort = self.number(x);
                let none = self.constant_like(x, 0);
                let op = self.arithmetic_op(Binary::Subtract, sort).expect("numbers have differences");
                let difference = self.table.apply(op, &[x, y]);
                let more = self.compare(Comparison::Gt, x, y);
                Ok(self.apply(Op::Ite, &[more, difference, none]))
            }
        }
    }

    /// `x − y·⌊x/y⌋`, cut or rounded down; for floats exactly and then rounded, as the C library's fmod is exact.
    fn real_remainder(&mut self, op: Binary, x: TermId, y: TermId) -> Result<Value, Stop> {
        let (a, b, kind) = match self.number(x) {
            Scalar::Float(kind) => {
                let a = self.table.apply(Op::FloatToReal, &[x]);
                (a, self.table.apply(Op::FloatToReal, &[y]), Some(kind))
            }
            _ => (x, y, None),
        };
        let rounding = if op == Binary::Remainder { Rounding::Truncate } else { Rounding::Floor };
        let quotient = self.table.apply(Op::Quotient, &[a, b]);
        let whole = self.table.apply(Op::ToInt(rounding), &[quotient]);
        let whole = self.table.apply(Op::ToReal, &[whole]);
        let product = self.table.apply(Op::Mul, &[b, whole]);
        let rest = self.table.apply(Op::Sub, &[a, product]);
        Ok(match kind {
            Some(kind) => {
                let rest = self.table.apply(Op::RealToFloat(kind), &[rest]);
                let signed = if op == Binary::Remainder { x } else { y };
                let rest = self.signed_zero(rest, signed);
                Value::of_term(self.table, rest)
            }
            None => Value::of_term(self.table, rest),
        })
    }

    /// A float; if it is zero, the zero with the sign of another one.
    fn signed_zero(&mut self, float: TermId, like: TermId) -> TermId {
        let zero = self.constant_like(float, 0);
        let vanishes = self.table.apply(Op::FloatEq, &[float, zero]);
        let signed = self.table.apply(Op::FloatMul, &[like, zero]);
        self.table.apply(Op::Ite, &[vanishes, signed, float])
    }

    pub(super) fn size(&mut self, x: TermId) -> TermId {
        let op = if matches!(self.number(x), Scalar::Float(_)) { Op::FloatAbs } else { Op::Abs };
        self.table.apply(op, &[x])
    }

    pub(super) fn negated(&mut self, x: TermId) -> TermId {
        let op = if matches!(self.number(x), Scalar::Float(_)) { Op::FloatNeg } else { Op::Neg };
        self.table.apply(op, &[x])
    }

    /// Operations on the bits of integers.
    pub(super) fn bits(&mut self, op: Binary, x: TermId, y: TermId) -> Value {
        let width = match op {
            Binary::Shift(width) | Binary::BitSet(width) | Binary::BitClear(width) => u16::from(width),
            _ => 64,
        };
        let a = self.table.apply(Op::IntToBv(width), &[x]);
        let b = self.table.apply(Op::IntToBv(width), &[y]);
        let one = self.table.int(1);
        let one = self.table.apply(Op::IntToBv(width), &[one]);
        let result = match op {
            Binary::BitAnd => self.table.apply(Op::BvAnd, &[a, b]),
            Binary::BitOr => self.table.apply(Op::BvOr, &[a, b]),
            Binary::BitXor => self.table.apply(Op::BvXor, &[a, b]),
            Binary::Shift(_) => {
                let back = self.table.apply(Op::BvNeg, &[b]);
                let left = self.table.apply(Op::BvShl, &[a, b]);
                let right = self.table.apply(Op::BvLshr, &[a, back]);
                let zero = self.table.int(0);
                let forward = self.table.apply(Op::Ge, &[y, zero]);
                self.table.apply(Op::Ite, &[forward, left, right])
            }
            Binary::BitSet(_) => {
                let mask = self.table.apply(Op::BvShl, &[one, b]);
                self.table.apply(Op::BvOr, &[a, mask])
            }
            Binary::BitClear(_) => {
                let mask = self.table.apply(Op::BvShl, &[one, b]);
                let rest = self.table.apply(Op::BvNot, &[mask]);
                self.table.apply(Op::BvAnd, &[a, rest])
            }
            _ => {
                let shifted = self.table.apply(Op::BvLshr, &[a, b]);
                let bit = self.table.apply(Op::BvAnd, &[shifted, one]);
                return self.apply(Op::Eq, &[bit, one]);
            }
        };
        self.apply(Op::BvToSint, &[result])
    }

    pub(super) fn ternary(&mut self, op: Ternary, a: Operand, b: Operand, c: Operand) -> Result<Value, Stop> {
        if let (Ternary::Choose, Value::Bool(holds)) = (op, a.1) {
            return self.defined(if holds { b } else { c });
        }
        if op == Ternary::Choose && (self.is_undefined(b.1) || self.is_undefined(c.1)) {
            // Only the way that is taken tells whether the value is defined.
            let condition = self.term(a)?;
            let holds = self.ask(condition, QuestionKind::Branch)?;
            return self.defined(if holds { b } else { c });
        }
        if let (Value::Int(x), Value::Int(y), Value::Int(z)) = (a.1, b.1, c.1) {
            return Ok(Value::Int(match op {
                Ternary::BitField => (x >> y.clamp(0, 63)) & low_bits(z),
                Ternary::Rotate(width) => rotated(x, y, z, width),
                Ternary::Choose => return Ok(b.1),
            }));
        }
        let (x, y, z) = (self.term(a)?, self.term(b)?, self.term(c)?);
        Ok(match op {
            Ternary::Choose => self.apply(Op::Ite, &[x, y, z]),
            Ternary::BitField => self.field(x, y, z),
            Ternary::Rotate(width) => self.rotation(u16::from(width), x, y, z),
        })
    }
}

/// The result of an operation on floats, where it is no error.
#[inline(always)]
pub(super) fn small_real(op: Binary, x: Value, y: Value) -> Option<Value> {
    match (x, y) {
        (Value::Double(x), Value::Double(y)) => {
            let (x, y) = (f64::from_bits(x), f64::from_bits(y));
            Some(match op {
                Binary::Add => Value::double(x + y),
                Binary::Subtract => Value::double(x - y),
                Binary::Multiply => Value::double(x * y),
                Binary::Quotient if y != 0.0 => Value::double(x / y),
                Binary::Compare(comparison) => Value::Bool(comparison.holds(x, y)),
                _ => return None,
            })
        }
        (Value::Single(x), Value::Single(y)) => {
            let (x, y) = (f32::from_bits(x), f32::from_bits(y));
            Some(match op {
                Binary::Add => Value::single(x + y),
                Binary::Subtract => Value::single(x - y),
                Binary::Multiply => Value::single(x * y),
                Binary::Quotient if y != 0.0 => Value::single(x / y),
                Binary::Compare(comparison) => Value::Bool(comparison.holds(x, y)),
                _ => return None,
            })
        }
        (Value::Double(x), Value::Int(y)) if op == Binary::Power => {
            let x = f64::from_bits(x);
            (x != 0.0 || y >= 0).then(|| Value::double(repeated(x, y, 1.0)))
        }
        (Value::Single(x), Value::Int(y)) if op == Binary::Power => {
            let x = f32::from_bits(x);
            (x != 0.0 || y >= 0).then(|| Value::single(repeated(x, y, 1.0)))
        }
        _ => None,
    }
}

/// Repeated squaring, as compilers have it.
fn repeated<F>(x: F, exponent: i64, one: F) -> F
where
    F: Copy + std::ops::Mul<Output = F> + std::ops::Div<Output = F>,
{
    let mut left = exponent.unsigned_abs();
    let mut square = x;
    let mut product = if left % 2 == 1 { x } else { one };
    left /= 2;
    while left > 0 {
        square = square * square;
        if left % 2 == 1 {
            product = product * square;
        }
        left /= 2;
    }
    if exponent < 0 { one / product } else { product }
}

/// The result of a conversion or sign of small constants.
#[inline(always)]
pub(super) fn small_real_unary(op: Unary, x: Value) -> Option<Value> {
    Some(match (op, x) {
        (Unary::Negate, Value::Double(x)) => Value::double(-f64::from_bits(x)),
        (Unary::Negate, Value::Single(x)) => Value::single(-f32::from_bits(x)),
        (Unary::Abs, Value::Double(x)) => Value::double(f64::from_bits(x).abs()),
        (Unary::Abs, Value::Single(x)) => Value::single(f32::from_bits(x).abs()),
        (Unary::ToReal(Some(FloatKind::Double)), Value::Large(x)) => Value::double(x as f64),
        (Unary::ToReal(Some(FloatKind::Single)), Value::Large(x)) => Value::single(x as f32),
        (Unary::ToReal(Some(FloatKind::Double)), Value::Int(x)) => Value::double(x as f64),
        (Unary::ToReal(Some(FloatKind::Single)), Value::Int(x)) => Value::single(x as f32),
        (Unary::ToKind(FloatKind::Double), Value::Single(x)) => Value::double(f64::from(f32::from_bits(x))),
        (Unary::ToKind(FloatKind::Single), Value::Double(x)) => Value::single(f64::from_bits(x) as f32),
        (Unary::Truncate, x) => small_integer(as_double(x)?.trunc())?,
        (Unary::Floor, x) => small_integer(as_double(x)?.floor())?,
        (Unary::Ceiling, x) => small_integer(as_double(x)?.ceil())?,
        (Unary::NearestInt, x) => small_integer(as_double(x)?.round())?,
        (Unary::WholePart, Value::Double(x)) => Value::double(f64::from_bits(x).trunc()),
        (Unary::WholePart, Value::Single(x)) => Value::single(f32::from_bits(x).trunc()),
        (Unary::NearestReal, Value::Double(x)) => Value::double(f64::from_bits(x).round()),
        (Unary::NearestReal, Value::Single(x)) => Value::single(f32::from_bits(x).round()),
        (Unary::BitNot, Value::Int(x)) => Value::Int(!x),
        (Unary::Exponent, x) => Value::Int(float_exponent(as_double(x)?)?),
        _ => return None,
    })
}

/// The exponent in base 2 of an exact number.
fn exponent(value: &RBig) -> i64 {
    if *value == RBig::ZERO {
        return 0;
    }
    let (numerator, denominator) = (value.numerator().unsigned_abs(), value.denominator());
    let least = numerator.bit_len() as i64 - denominator.bit_len() as i64;
    let (above, below) = match least {
        0.. => (numerator, denominator << least as usize),
        _ => (numerator << least.unsigned_abs() as usize, denominator.clone()),
    };
    if above < below { least } else { least + 1 }
}

/// The exponent in base 2 of a float, subnormal ones included.
fn float_exponent(value: f64) -> Option<i64> {
    RBig::try_from(value).ok().map(|exact| exponent(&exact))
}

fn as_double(value: Value) -> Option<f64> {
    match value {
        Value::Double(bits) => Some(f64::from_bits(bits)),
        Value::Single(bits) => Some(f64::from(f32::from_bits(bits))),
        _ => None,
    }
}

fn small_integer(value: f64) -> Option<Value> {
    (value.abs() < 9e18).then_some(Value::Int(value as i64))
}
