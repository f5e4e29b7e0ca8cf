//! Functions of analysis on Reals: exact where the value is known to be rational, else the nearest double's.

use dashu_base::{Abs, BitTest, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::Value;
use super::arithmetic::{LARGEST_VALUE_BITS, bits_of_result, real_power};
use super::float::{exact, round_real};
use super::library::library_double;
use crate::{FloatKind, Function, Op};

/// Factorials of larger numbers are not computed.
const LARGEST_FACTORIAL: u32 = 500;
/// Roots of higher degrees are not looked for.
const HIGHEST_ROOT: u64 = 64;

/// The value on constant Reals, if it is known to be rational.
pub(crate) fn exact_value(function: Function, args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Real(x)] => exact_function(function, x, &RBig::ZERO).map(Value::Real),
        [Value::Real(x), Value::Real(y)] => exact_function(function, x, y).map(Value::Real),
        _ => None,
    }
}

/// The stated value; functions of one operand ignore the second.
pub(super) fn real_function(function: Function, x: &RBig, y: &RBig) -> RBig {
    exact_function(function, x, y).unwrap_or_else(|| {
        if function == Function::Pow && is_half(y) {
            return exact(nearest(x).sqrt());
        }
        // Symmetry is exact here, whatever the library makes of it.
        let mirrored = x.is_negative() && (function.is_odd() || function.is_even());
        let operand = nearest(&if mirrored { x.clone().abs() } else { x.clone() });
        let value = exact(library_double(function, operand, nearest(y)));
        if mirrored && function.is_odd() { -value } else { value }
    })
}

/// The double nearest to a rational number.
pub(super) fn nearest(x: &RBig) -> f64 {
    f64::from_bits(round_real(FloatKind::Double, x))
}

fn is_half(y: &RBig) -> bool {
    y.numerator().is_one() && *y.denominator() == UBig::from(2u8)
}

/// The value where it is known to be rational; 0 where the function is undefined.
pub(super) fn exact_function(function: Function, x: &RBig, y: &RBig) -> Option<RBig> {
    if is_undefined(function, x, y) {
        return Some(RBig::ZERO);
    }
    let zero = || x.is_zero().then_some(RBig::ZERO);
    let one = || x.is_zero().then_some(RBig::ONE);
    match function {
        Function::Sqrt => root(x, 2),
        Function::Exp | Function::Cos | Function::Cosh | Function::Erfc => one(),
        Function::Sin | Function::Tan | Function::Asin | Function::Atan => zero(),
        Function::Sinh | Function::Tanh | Function::Erf => zero(),
        Function::Log | Function::Acos => x.is_one().then_some(RBig::ZERO),
        Function::Log10 => decimal_logarithm(x),
        Function::Atan2 => (x.is_zero() && y.is_positive()).then_some(RBig::ZERO),
        Function::Gamma => factorial_below(x),
        Function::LogGamma => (x.is_one() || *x == RBig::from(2u8)).then_some(RBig::ZERO),
        Function::Pow => power(x, y),
    }
}

fn is_undefined(function: Function, x: &RBig, y: &RBig) -> bool {
    let positive = x.is_positive() && !x.is_zero();
    match function {
        Function::Sqrt => x.is_negative(),
        Function::Log | Function::Log10 => !positive,
        Function::Asin | Function::Acos => x.clone().abs() > RBig::ONE,
        Function::Atan2 => x.is_zero() && y.is_zero(),
        Function::Gamma | Function::LogGamma => x.is_int() && !positive,
        Function::Pow => (x.is_zero() && y.is_negative()) || (x.is_negative() && !y.is_int()),
        _ => false,
    }
}

/// The rational root of a number that is not negative.
fn root(x: &RBig, degree: usize) -> Option<RBig> {
    let of = |number: &UBig| {
        let root = number.nth_root(degree);
        (root.pow(degree) == *number).then_some(root)
    };
    let top = of(&x.numerator().clone().unsigned_abs())?;
    let bottom = of(x.denominator())?;
    Some(RBig::from_parts(top.into(), bottom))
}

fn power(x: &RBig, y: &RBig) -> Option<RBig> {
    let size =
        bits_of_result(&Op::Function(Function::Pow), &[&Value::Real(x.clone()), &Value::Real(y.clone())]);
    if y.is_int() {
        // As `Op::Pow` has it.
        let base_power = || real_power(x, y.numerator());
        return Some(if size > LARGEST_VALUE_BITS { RBig::ZERO } else { base_power() });
    }
    let degree = u64::try_from(y.denominator()).ok().filter(|&degree| degree <= HIGHEST_ROOT)?;
    if size > LARGEST_VALUE_BITS {
        return None;
    }
    Some(real_power(&root(x, degree as usize)?, y.numerator()))
}

/// The exponent of a power of ten.
fn decimal_logarithm(x: &RBig) -> Option<RBig> {
    let (large, sign) = if x.denominator().is_one() {
        (x.numerator().clone().unsigned_abs(), IBig::ONE)
    } else if x.numerator().is_one() {
        (x.denominator().clone(), IBig::NEG_ONE)
    } else {
        return None;
    };
    // A power of ten has as many factors 2 as its exponent says, and about 3.32 times as many bits.
    let exponent = large.trailing_zeros()?;
    let plausible = large.bit_len() <= 4 * exponent + 1 && large.bit_len() >= 3 * exponent;
    (plausible && UBig::from(10u8).pow(exponent) == large).then(|| RBig::from(sign * IBig::from(exponent)))
}

/// `(x - 1)!`
fn factorial_below(x: &RBig) -> Option<RBig> {
    if !x.is_int() {
        return None;
    }
    let limit = u32::try_from(x.numerator()).ok().filter(|&limit| limit <= LARGEST_FACTORIAL)?;
    Some(RBig::from((1..limit).fold(IBig::ONE, |product, factor| product * factor)))
}
