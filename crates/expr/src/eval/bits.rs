//! Operations on bit strings, as SMT-LIB defines them.

use dashu_base::{BitTest, RemEuclid};
use dashu_int::{IBig, UBig};

use super::Value;
use crate::Op;

/// The signed value of a bit string.
pub(crate) fn signed(width: u16, value: &UBig) -> IBig {
    let width = usize::from(width);
    if value.bit(width - 1) {
        IBig::from(value.clone()) - (IBig::ONE << width)
    } else {
        IBig::from(value.clone())
    }
}

/// An integer modulo `2^width`.
pub(crate) fn wrapped(width: u16, value: &IBig) -> UBig {
    value.rem_euclid(IBig::ONE << usize::from(width))
}

pub(super) fn bit_comparison(op: &Op, args: &[&Value]) -> Option<bool> {
    let [Value::Bits(width, x), Value::Bits(_, y)] = args else { return None };
    Some(match op {
        Op::BvUlt => x < y,
        Op::BvUle => x <= y,
        Op::BvSlt => signed(*width, x) < signed(*width, y),
        Op::BvSle => signed(*width, x) <= signed(*width, y),
        _ => return None,
    })
}

pub(super) fn bit_operation(op: &Op, args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Bits(width, x)] => unary(op, *width, x),
        [Value::Bits(high, x), Value::Bits(low, y)] if *op == Op::BvConcat => {
            Some(Value::Bits(high + low, (x << usize::from(*low)) | y))
        }
        [Value::Bits(width, x), Value::Bits(_, y)] => Some(Value::Bits(*width, binary(op, *width, x, y)?)),
        _ => None,
    }
}

fn unary(op: &Op, width: u16, x: &UBig) -> Option<Value> {
    Some(match op {
        Op::BvNeg => Value::Bits(width, wrapped(width, &-IBig::from(x.clone()))),
        Op::BvNot => Value::Bits(width, UBig::ones(usize::from(width)) ^ x),
        Op::BvExtract(high, low) => {
            let mut part = x >> usize::from(*low);
            part.clear_high_bits(usize::from(high - low + 1));
            Value::Bits(high - low + 1, part)
        }
        Op::BvZeroExtend(wide) => Value::Bits(*wide, x.clone()),
        Op::BvSignExtend(wide) => Value::Bits(*wide, wrapped(*wide, &signed(width, x))),
        Op::BvToUint => Value::Int(IBig::from(x.clone())),
        Op::BvToSint => Value::Int(signed(width, x)),
        _ => return None,
    })
}

fn binary(op: &Op, width: u16, x: &UBig, y: &UBig) -> Option<UBig> {
    let integer = |value: &UBig| IBig::from(value.clone());
    Some(match op {
        Op::BvAdd => wrapped(width, &integer(&(x + y))),
        Op::BvSub => wrapped(width, &(integer(x) - integer(y))),
        Op::BvMul => wrapped(width, &integer(&(x * y))),
        Op::BvUdiv if y.is_zero() => UBig::ones(usize::from(width)),
        Op::BvUdiv => x / y,
        Op::BvUrem if y.is_zero() => x.clone(),
        Op::BvUrem => x % y,
        Op::BvSdiv if y.is_zero() => {
            if x.bit(usize::from(width) - 1) {
                UBig::ONE
            } else {
                UBig::ones(usize::from(width))
            }
        }
        Op::BvSdiv => wrapped(width, &(signed(width, x) / signed(width, y))),
        Op::BvSrem if y.is_zero() => x.clone(),
        Op::BvSrem => wrapped(width, &(signed(width, x) % signed(width, y))),
        Op::BvAnd => x & y,
        Op::BvOr => x | y,
        Op::BvXor => x ^ y,
        Op::BvShl => distance(width, y).map_or(UBig::ZERO, |by| wrapped(width, &integer(&(x << by)))),
        Op::BvLshr => distance(width, y).map_or(UBig::ZERO, |by| x >> by),
        Op::BvAshr => {
            let by = distance(width, y).unwrap_or(usize::from(width));
            wrapped(width, &(signed(width, x) >> by))
        }
        _ => return None,
    })
}

/// How far to shift, if less than the width.
fn distance(width: u16, y: &UBig) -> Option<usize> {
    usize::try_from(y).ok().filter(|&by| by < usize::from(width))
}
