//! Operations on integers and reals.

use std::cmp::Ordering;

use dashu_base::{Abs, BitTest, DivEuclid, RemEuclid, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::Value;
use super::float::round_real;
use super::function::real_function;
use crate::{Function, Op, Rounding};

/// Integer products and powers and real results beyond this size are taken as 0, so that evaluation is total.
pub const LARGEST_VALUE_BITS: usize = 1 << 22;

/// An upper bound of the size in bits of an operation's result, for guarding against huge numbers.
pub(crate) fn bits_of_result(op: &Op, args: &[&Value]) -> usize {
    match (op, args) {
        (Op::Pow, [base, Value::Int(exponent)]) => {
            let bits = bits_of(base);
            match usize::try_from(exponent.clone().unsigned_abs()) {
                Ok(exponent) => bits.saturating_mul(exponent),
                Err(_) => bits.saturating_mul(usize::MAX),
            }
        }
        (Op::Function(Function::Pow), [base, Value::Real(exponent)]) => {
            let size = exponent.numerator() / exponent.denominator();
            match usize::try_from(size.unsigned_abs()) {
                Ok(size) => {
                    bits_of(base).saturating_mul(size.saturating_add(usize::from(!exponent.is_int())))
                }
                Err(_) => bits_of(base).saturating_mul(usize::MAX),
            }
        }
        (Op::Mul, _) => args.iter().map(|arg| bits_of(arg)).sum(),
        _ => args.iter().map(|arg| bits_of(arg)).max().unwrap_or(0),
    }
}

/// The bits of a number; none for 0, 1 and -1, whose powers do not grow.
fn bits_of(value: &Value) -> usize {
    let magnitude = |value: &IBig| {
        let bits = value.bit_len();
        if bits <= 1 { 0 } else { bits }
    };
    match value {
        Value::Int(value) => magnitude(value),
        Value::Real(value) => magnitude(value.numerator()) + magnitude(value.denominator().as_ibig()),
        _ => 0,
    }
}

/// Quotient and remainder so rounded. The divisor must not be 0.
fn div_rem(rounding: Rounding, x: &IBig, y: &IBig) -> (IBig, IBig) {
    let (quotient, remainder) = match rounding {
        Rounding::Truncate => (x / y, x % y),
        Rounding::Floor => (x.div_euclid(y), x.rem_euclid(y).into()),
    };
    // Euclid's remainder is never negative; that of the floor has the sign of the divisor.
    let too_high = rounding == Rounding::Floor && y.is_negative() && !remainder.is_zero();
    if too_high { (quotient - IBig::ONE, remainder + y) } else { (quotient, remainder) }
}

fn compared(op: &Op, ordering: Ordering) -> Option<Value> {
    Some(Value::Bool(match op {
        Op::Lt => ordering.is_lt(),
        Op::Le => ordering.is_le(),
        Op::Gt => ordering.is_gt(),
        Op::Ge => ordering.is_ge(),
        _ => return None,
    }))
}

pub(super) fn integer(op: &Op, args: &[&Value]) -> Option<Value> {
    let ints = || args.iter().map(|value| value.as_int());
    let x = args.first()?.as_int()?;
    let y = args.get(1).and_then(|value| value.as_int());
    Some(Value::Int(match op {
        Op::Neg => -x,
        Op::Add => ints().try_fold(IBig::ZERO, |sum, x| Some(sum + x?))?,
        Op::Sub => x - y?,
        Op::Mul if bits_of_result(op, args) > LARGEST_VALUE_BITS => IBig::ZERO,
        Op::Mul => ints().try_fold(IBig::ONE, |product, x| Some(product * x?))?,
        Op::Pow if bits_of_result(op, args) > LARGEST_VALUE_BITS && y? > &IBig::ZERO => IBig::ZERO,
        Op::Pow => integer_power(x, y?),
        Op::Div(_) if y?.is_zero() => IBig::ZERO,
        Op::Div(rounding) => div_rem(*rounding, x, y?).0,
        Op::Rem(_) if y?.is_zero() => x.clone(),
        Op::Rem(rounding) => div_rem(*rounding, x, y?).1,
        Op::Abs => x.clone().abs(),
        Op::Min => ints().collect::<Option<Vec<_>>>()?.into_iter().min()?.clone(),
        Op::Max => ints().collect::<Option<Vec<_>>>()?.into_iter().max()?.clone(),
        Op::ToReal => return Some(Value::Real(RBig::from(x.clone()))),
        Op::IntToBv(width) => return Some(Value::Bits(*width, super::bits::wrapped(*width, x))),
        _ => return compared(op, x.cmp(y?)),
    }))
}

/// `x ** n` by the rule of [`Op::Pow`]; the caller has checked that the result is of bearable size.
fn integer_power(x: &IBig, n: &IBig) -> IBig {
    let odd = n.bit(0);
    if n.is_zero() || x.is_one() {
        IBig::ONE
    } else if *x == IBig::NEG_ONE {
        if odd { IBig::NEG_ONE } else { IBig::ONE }
    } else if n.is_negative() || x.is_zero() {
        IBig::ZERO
    } else {
        usize::try_from(n).map_or(IBig::ZERO, |n| x.pow(n))
    }
}

pub(super) fn real(op: &Op, args: &[&Value]) -> Option<Value> {
    let reals = || args.iter().map(|value| as_real(value));
    let x = as_real(args.first()?)?;
    let y = args.get(1).and_then(|value| as_real(value));
    let value = match op {
        Op::Neg => -x.clone(),
        Op::Add => reals().try_fold(RBig::ZERO, |sum, x| Some(sum + x?))?,
        Op::Sub => x - y?,
        Op::Mul if bits_of_result(op, args) > LARGEST_VALUE_BITS => RBig::ZERO,
        Op::Mul => reals().try_fold(RBig::ONE, |product, x| Some(product * x?))?,
        Op::Pow if bits_of_result(op, args) > LARGEST_VALUE_BITS => RBig::ZERO,
        Op::Pow => real_power(x, args.get(1)?.as_int()?),
        Op::Quotient if y?.is_zero() => RBig::ZERO,
        Op::Quotient => x / y?,
        Op::Abs => x.clone().abs(),
        Op::Min => reals().collect::<Option<Vec<_>>>()?.into_iter().min()?.clone(),
        Op::Max => reals().collect::<Option<Vec<_>>>()?.into_iter().max()?.clone(),
        Op::ToInt(Rounding::Floor) => return Some(Value::Int(x.floor())),
        Op::ToInt(Rounding::Truncate) => return Some(Value::Int(x.trunc())),
        Op::RealToFloat(kind) => return Some(Value::Float(*kind, round_real(*kind, x))),
        Op::Function(function) => real_function(*function, x, y.unwrap_or(&RBig::ZERO)),
        _ => return compared(op, x.cmp(y?)),
    };
    let bits = value.numerator().bit_len().max(value.denominator().bit_len());
    Some(Value::Real(if bits > LARGEST_VALUE_BITS { RBig::ZERO } else { value }))
}

pub(super) fn real_power(x: &RBig, n: &IBig) -> RBig {
    let unit = x.denominator().is_one() && x.numerator().bit_len() <= 1;
    if n.is_zero() {
        RBig::ONE
    } else if unit {
        RBig::from(if x.is_zero() {
            IBig::ZERO
        } else if n.bit(0) {
            x.numerator().clone()
        } else {
            IBig::ONE
        })
    } else {
        let power = |base: &UBig, n: usize| base.pow(n);
        let Ok(magnitude) = usize::try_from(n.clone().unsigned_abs()) else { return RBig::ZERO };
        let sign = if x.is_negative() && n.bit(0) { IBig::NEG_ONE } else { IBig::ONE };
        let top = power(&x.numerator().clone().unsigned_abs(), magnitude);
        let bottom = power(x.denominator(), magnitude);
        if n.is_negative() {
            RBig::from_parts(sign * IBig::from(bottom), top)
        } else {
            RBig::from_parts(sign * IBig::from(top), bottom)
        }
    }
}

fn as_real(value: &Value) -> Option<&RBig> {
    match value {
        Value::Real(value) => Some(value),
        _ => None,
    }
}
