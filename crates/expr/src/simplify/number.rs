//! Rational coefficients, nearly always small integers.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_base::{BitTest, Gcd, Sign};
use dashu_int::IBig;
use dashu_ratio::RBig;

/// A rational number. `Large` never holds an integer that fits `Small`, so that `==` is equality of numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Number {
    Small(i64),
    Large(Box<RBig>),
}

impl Number {
    pub(crate) const ZERO: Number = Number::Small(0);
    pub(crate) const ONE: Number = Number::Small(1);
    pub(crate) const MINUS_ONE: Number = Number::Small(-1);

    pub(crate) fn is_zero(&self) -> bool {
        *self == Number::ZERO
    }

    pub(crate) fn is_one(&self) -> bool {
        *self == Number::ONE
    }

    pub(crate) fn is_negative(&self) -> bool {
        match self {
            Number::Small(value) => *value < 0,
            Number::Large(value) => value.sign() == Sign::Negative,
        }
    }

    pub(crate) fn is_integer(&self) -> bool {
        match self {
            Number::Small(_) => true,
            Number::Large(value) => value.is_int(),
        }
    }

    pub(crate) fn to_rational(&self) -> RBig {
        match self {
            Number::Small(value) => RBig::from(*value),
            Number::Large(value) => (**value).clone(),
        }
    }

    /// The numerator; for an integer the number itself.
    pub(crate) fn numerator(&self) -> IBig {
        match self {
            Number::Small(value) => IBig::from(*value),
            Number::Large(value) => value.numerator().clone(),
        }
    }

    pub(crate) fn denominator(&self) -> IBig {
        match self {
            Number::Small(_) => IBig::ONE,
            Number::Large(value) => IBig::from(value.denominator().clone()),
        }
    }

    pub(crate) fn bits(&self) -> usize {
        match self {
            Number::Small(_) => 64,
            Number::Large(value) => value.numerator().bit_len() + value.denominator().bit_len(),
        }
    }

    pub(crate) fn abs(&self) -> Number {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// `1 / self`; the number must not be 0.
    pub(crate) fn inverse(&self) -> Number {
        match self {
            Number::Small(1 | -1) => self.clone(),
            _ => Number::from(RBig::ONE / self.to_rational()),
        }
    }

    /// `self / other`; the divisor must not be 0.
    pub(crate) fn over(&self, other: &Number) -> Number {
        match (self, other) {
            (Number::Small(x), Number::Small(y)) if *y != -1 && x % y == 0 => Number::Small(x / y),
            (_, Number::Small(1)) => self.clone(),
            _ => self * &other.inverse(),
        }
    }

    pub(crate) fn floor(&self) -> Number {
        match self {
            Number::Small(_) => self.clone(),
            Number::Large(value) => Number::from(value.floor()),
        }
    }

    pub(crate) fn ceiling(&self) -> Number {
        match self {
            Number::Small(_) => self.clone(),
            Number::Large(value) => Number::from(value.ceil()),
        }
    }

    /// Towards zero.
    pub(crate) fn truncated(&self) -> Number {
        match self {
            Number::Small(_) => self.clone(),
            Number::Large(value) => Number::from(value.trunc()),
        }
    }

    /// The greatest common divisor of integers; that of rationals `a/b`, `c/d` is `gcd(a, c) / lcm(b, d)`, so
    /// that both are integer multiples of it.
    pub(crate) fn gcd(&self, other: &Number) -> Number {
        if let (Number::Small(x), Number::Small(y)) = (self, other)
            && let Ok(divisor) = i64::try_from(small_gcd(x.unsigned_abs(), y.unsigned_abs()))
        {
            return Number::Small(divisor);
        }
        if self.is_zero() || other.is_zero() {
            return if self.is_zero() { other.abs() } else { self.abs() };
        }
        let numerator = IBig::from(self.numerator().gcd(other.numerator()));
        let (b, d) = (self.denominator(), other.denominator());
        let common = IBig::from((&b).gcd(&d));
        Number::from(RBig::from_parts_signed(numerator, b / common * d))
    }
}

fn small_gcd(mut x: u64, mut y: u64) -> u64 {
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}

impl From<IBig> for Number {
    fn from(value: IBig) -> Self {
        match i64::try_from(&value) {
            Ok(small) => Number::Small(small),
            Err(_) => Number::Large(Box::new(RBig::from(value))),
        }
    }
}

impl From<&IBig> for Number {
    fn from(value: &IBig) -> Self {
        match i64::try_from(value) {
            Ok(small) => Number::Small(small),
            Err(_) => Number::Large(Box::new(RBig::from(value.clone()))),
        }
    }
}

impl From<RBig> for Number {
    fn from(value: RBig) -> Self {
        if value.is_int()
            && let Ok(small) = i64::try_from(value.numerator())
        {
            return Number::Small(small);
        }
        Number::Large(Box::new(value))
    }
}

impl Add for &Number {
    type Output = Number;
    fn add(self, other: &Number) -> Number {
        if let (Number::Small(x), Number::Small(y)) = (self, other)
            && let Some(sum) = x.checked_add(*y)
        {
            return Number::Small(sum);
        }
        Number::from(self.to_rational() + other.to_rational())
    }
}

impl Sub for &Number {
    type Output = Number;
    fn sub(self, other: &Number) -> Number {
        if let (Number::Small(x), Number::Small(y)) = (self, other)
            && let Some(difference) = x.checked_sub(*y)
        {
            return Number::Small(difference);
        }
        Number::from(self.to_rational() - other.to_rational())
    }
}

impl Mul for &Number {
    type Output = Number;
    fn mul(self, other: &Number) -> Number {
        if let (Number::Small(x), Number::Small(y)) = (self, other)
            && let Some(product) = x.checked_mul(*y)
        {
            return Number::Small(product);
        }
        Number::from(self.to_rational() * other.to_rational())
    }
}

impl Neg for &Number {
    type Output = Number;
    fn neg(self) -> Number {
        if let Number::Small(value) = self
            && let Some(negative) = value.checked_neg()
        {
            return Number::Small(negative);
        }
        Number::from(-self.to_rational())
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Number::Small(x), Number::Small(y)) => x.cmp(y),
            _ => self.to_rational().cmp(&other.to_rational()),
        }
    }
}
