//! Operations on floating point numbers. Arithmetic is that of `f32` and `f64`, which IEEE 754 defines exactly;
//! conversions from reals are made with integers.

use dashu_base::{BitTest, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::Value;
use super::library::{library_double, library_single};
use crate::{FloatKind, Function, Op};

const NAN_SINGLE: u64 = 0x7fc0_0000;
const NAN_DOUBLE: u64 = 0x7ff8_0000_0000_0000;

/// The bits with every NaN made the quiet one, cut to the format.
pub(crate) fn quiet(kind: FloatKind, bits: u64) -> u64 {
    match kind {
        FloatKind::Single if f32::from_bits(bits as u32).is_nan() => NAN_SINGLE,
        FloatKind::Single => u64::from(bits as u32),
        FloatKind::Double if f64::from_bits(bits).is_nan() => NAN_DOUBLE,
        FloatKind::Double => bits,
    }
}

fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn from_single(value: f32) -> Value {
    Value::Float(FloatKind::Single, quiet(FloatKind::Single, u64::from(value.to_bits())))
}

fn from_double(value: f64) -> Value {
    Value::Float(FloatKind::Double, quiet(FloatKind::Double, value.to_bits()))
}

pub(super) fn float_comparison(op: &Op, args: &[&Value]) -> Option<bool> {
    // Every single is exactly a double, so one comparison serves both.
    let double = |value: &Value| match value {
        Value::Float(FloatKind::Single, bits) => Some(f64::from(single(*bits))),
        Value::Float(FloatKind::Double, bits) => Some(f64::from_bits(*bits)),
        _ => None,
    };
    let x = double(args.first()?)?;
    if *op == Op::FloatIsNan {
        return Some(x.is_nan());
    }
    let y = double(args.get(1)?)?;
    Some(match op {
        Op::FloatEq => x == y,
        Op::FloatLt => x < y,
        Op::FloatLe => x <= y,
        _ => return None,
    })
}

pub(super) fn float_operation(op: &Op, args: &[&Value]) -> Option<Value> {
    if let Op::Function(function) = op {
        return float_function(*function, args);
    }
    Some(match args {
        [Value::Float(kind, x)] => {
            let sign = match kind {
                FloatKind::Single => 1 << 31,
                FloatKind::Double => 1 << 63,
            };
            let bits = match op {
                Op::FloatNeg => x ^ sign,
                Op::FloatAbs => x & !sign,
                _ => return None,
            };
            Value::Float(*kind, quiet(*kind, bits))
        }
        [Value::Float(FloatKind::Single, x), Value::Float(_, y)] => {
            from_single(binary(op, single(*x), single(*y))?)
        }
        [Value::Float(FloatKind::Double, x), Value::Float(_, y)] => {
            from_double(binary(op, f64::from_bits(*x), f64::from_bits(*y))?)
        }
        _ => return None,
    })
}

fn float_function(function: Function, args: &[&Value]) -> Option<Value> {
    let bits = |position: usize| match args.get(position) {
        Some(Value::Float(_, bits)) => *bits,
        _ => 0,
    };
    Some(match args.first()? {
        Value::Float(FloatKind::Single, x) => {
            from_single(library_single(function, single(*x), single(bits(1))))
        }
        Value::Float(FloatKind::Double, x) => {
            from_double(library_double(function, f64::from_bits(*x), f64::from_bits(bits(1))))
        }
        _ => return None,
    })
}

fn binary<F>(op: &Op, x: F, y: F) -> Option<F>
where
    F: std::ops::Add<Output = F>
        + std::ops::Sub<Output = F>
        + std::ops::Mul<Output = F>
        + std::ops::Div<Output = F>,
{
    Some(match op {
        Op::FloatAdd => x + y,
        Op::FloatSub => x - y,
        Op::FloatMul => x * y,
        Op::FloatDiv => x / y,
        _ => return None,
    })
}

pub(super) fn float_conversion(op: &Op, args: &[&Value]) -> Option<Value> {
    let [Value::Float(kind, bits)] = args else { return None };
    Some(match (op, kind) {
        (Op::FloatToReal, FloatKind::Single) => Value::Real(exact(f64::from(single(*bits)))),
        (Op::FloatToReal, FloatKind::Double) => Value::Real(exact(f64::from_bits(*bits))),
        (Op::FloatToFloat(FloatKind::Single), FloatKind::Double) => from_single(f64::from_bits(*bits) as f32),
        (Op::FloatToFloat(FloatKind::Double), FloatKind::Single) => from_double(f64::from(single(*bits))),
        (Op::FloatToFloat(_), _) => Value::Float(*kind, *bits),
        _ => return None,
    })
}

/// The exact value of a double; 0 for infinities and NaN.
pub(super) fn exact(value: f64) -> RBig {
    if !value.is_finite() {
        return RBig::ZERO;
    }
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let field = ((bits >> 52) & 0x7ff) as i64;
    let (mantissa, exponent) =
        if field == 0 { (fraction, -1074) } else { (fraction | (1 << 52), field - 1075) };
    let magnitude = if value.is_sign_negative() { -IBig::from(mantissa) } else { IBig::from(mantissa) };
    if exponent >= 0 {
        RBig::from(magnitude << exponent as usize)
    } else {
        RBig::from_parts(magnitude, UBig::ONE << (-exponent) as usize)
    }
}

/// The bits of the float nearest to a rational number, ties to even; beyond the format an infinity.
pub(super) fn round_real(kind: FloatKind, value: &RBig) -> u64 {
    // Mantissa bits with the hidden one, least exponent of the last mantissa bit, exponent field of infinity.
    let (precision, least, infinite, sign_bit): (i64, i64, u64, u64) = match kind {
        FloatKind::Single => (24, -149, 0xff, 1 << 31),
        FloatKind::Double => (53, -1074, 0x7ff, 1 << 63),
    };
    let sign = if value.is_negative() { sign_bit } else { 0 };
    let numerator = value.numerator().clone().unsigned_abs();
    let denominator = value.denominator();
    if numerator.is_zero() {
        return 0;
    }
    // The quotient lies between 2^(difference-1) and 2^(difference+1).
    let difference = numerator.bit_len() as i64 - denominator.bit_len() as i64;
    let mut exponent = (difference - precision).max(least);
    let mut mantissa = rounded_quotient(&numerator, denominator, exponent);
    if mantissa.bit_len() as i64 > precision {
        exponent += 1;
        mantissa = rounded_quotient(&numerator, denominator, exponent);
    }
    let mantissa = u64::try_from(&mantissa).unwrap_or(u64::MAX);
    let hidden = 1u64 << (precision - 1);
    let field = (exponent - least + 1) as u64;
    if field >= infinite {
        return sign | (infinite << (precision - 1));
    }
    let magnitude =
        if mantissa < hidden { mantissa } else { (field << (precision - 1)) + (mantissa - hidden) };
    sign | magnitude
}

/// `numerator / denominator / 2^exponent`, rounded to the nearest integer, ties to even.
fn rounded_quotient(numerator: &UBig, denominator: &UBig, exponent: i64) -> UBig {
    let (top, bottom) = if exponent >= 0 {
        (numerator.clone(), denominator << exponent as usize)
    } else {
        (numerator << (-exponent) as usize, denominator.clone())
    };
    let quotient = &top / &bottom;
    let twice = (&top % &bottom) << 1usize;
    let up = twice > bottom || (twice == bottom && quotient.bit(0));
    if up { quotient + UBig::ONE } else { quotient }
}
