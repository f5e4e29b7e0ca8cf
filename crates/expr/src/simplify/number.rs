//! Exact rational numbers with a fast path.
//!
//! Invariants
//! - `Small` holds a reduced fraction whose numerator is not `i64::MIN` (so negation never overflows).
//! - `Large` holds only what does not fit `Small`, so that `==` is equality of numbers.

use std::cmp::Ordering;
use std::num::NonZeroI64;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_base::{BitTest, Gcd, Sign};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// A rational number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Number {
    /// Numerator and positive denominator.
    Small(i64, NonZeroI64),
    /// Everything else.
    Large(Box<RBig>),
}

const ONE: NonZeroI64 = NonZeroI64::new(1).unwrap();

impl Number {
    /// Zero.
    pub const ZERO: Number = Number::Small(0, ONE);
    /// One.
    pub const ONE: Number = Number::Small(1, ONE);
    /// Minus one.
    pub const MINUS_ONE: Number = Number::Small(-1, ONE);

    /// A fraction with a positive denominator.
    fn fraction(numerator: i128, denominator: i128) -> Self {
        debug_assert!(denominator > 0);
        // Division of 128 bits is an order of magnitude slower than that of 64.
        if let (Ok(small), Ok(below)) = (i64::try_from(numerator), i64::try_from(denominator))
            && small != i64::MIN
        {
            let divisor = gcd_words(small.unsigned_abs(), below.unsigned_abs()) as i64;
            if let Some(below) = NonZeroI64::new(below / divisor) {
                return Number::Small(small / divisor, below);
            }
        }
        let divisor = gcd_wide(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        Self::from(RBig::from_parts(IBig::from(numerator), UBig::from(denominator.unsigned_abs())))
    }

    /// The same as a number of the library.
    pub fn to_rational(&self) -> RBig {
        match self {
            Number::Small(numerator, denominator) => {
                RBig::from_parts(IBig::from(*numerator), UBig::from(denominator.get().unsigned_abs()))
            }
            Number::Large(value) => (**value).clone(),
        }
    }

    /// The integer it is, if that is small.
    pub(crate) fn as_small_integer(&self) -> Option<i64> {
        match self {
            Number::Small(value, ONE) => Some(*value),
            Number::Small(..) | Number::Large(_) => None,
        }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self, Number::Small(0, _))
    }

    /// Whether it is 1.
    pub fn is_one(&self) -> bool {
        *self == Number::ONE
    }

    /// Whether it is an integer.
    pub fn is_integer(&self) -> bool {
        match self {
            Number::Small(_, denominator) => *denominator == ONE,
            Number::Large(value) => value.is_int(),
        }
    }

    /// Whether it is below 0.
    pub fn is_negative(&self) -> bool {
        match self {
            Number::Small(numerator, _) => *numerator < 0,
            Number::Large(value) => value.sign() == Sign::Negative,
        }
    }

    /// Whether it is above 0.
    pub fn is_positive(&self) -> bool {
        !self.is_zero() && !self.is_negative()
    }

    /// The numerator; for an integer the number itself.
    pub fn numerator(&self) -> IBig {
        match self {
            Number::Small(numerator, _) => IBig::from(*numerator),
            Number::Large(value) => value.numerator().clone(),
        }
    }

    /// The denominator, which is positive.
    pub fn denominator(&self) -> IBig {
        match self {
            Number::Small(_, denominator) => IBig::from(denominator.get()),
            Number::Large(value) => IBig::from(value.denominator().clone()),
        }
    }

    /// Its size; small integers are all alike.
    pub(crate) fn bits(&self) -> usize {
        match self {
            Number::Small(_, ONE) => 64,
            Number::Small(numerator, denominator) => {
                numerator.unsigned_abs().bit_len() + denominator.get().unsigned_abs().bit_len()
            }
            Number::Large(value) => value.numerator().bit_len() + value.denominator().bit_len(),
        }
    }

    fn abs(&self) -> Number {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// `1 / self`; the number must not be 0.
    pub fn inverse(&self) -> Number {
        Number::ONE.over(self)
    }

    /// `self / other`; the divisor must not be 0.
    pub fn over(&self, other: &Number) -> Number {
        if let (Number::Small(x, ONE), Number::Small(y, ONE)) = (self, other)
            && x % y == 0
        {
            return Number::Small(x / y, ONE);
        }
        self.combine(other, |a, b, c, d| if c < 0 { (-a * d, b * -c) } else { (a * d, b * c) }, |x, y| x / y)
    }

    /// The greatest integer that is not greater.
    pub fn floor(&self) -> Number {
        match self {
            Number::Small(_, ONE) => self.clone(),
            Number::Small(numerator, denominator) => Self::from(numerator.div_euclid(denominator.get())),
            Number::Large(value) => Self::from(value.floor()),
        }
    }

    /// The least integer that is not smaller.
    pub fn ceiling(&self) -> Number {
        -&(-self).floor()
    }

    /// Towards zero.
    pub(crate) fn truncated(&self) -> Number {
        if self.is_negative() { self.ceiling() } else { self.floor() }
    }

    /// The greatest common divisor of integers; that of rationals `a/b`, `c/d` is `gcd(a, c) / lcm(b, d)`, so
    /// that both are integer multiples of it.
    pub fn gcd(&self, other: &Number) -> Number {
        if let (Number::Small(x, ONE), Number::Small(y, ONE)) = (self, other) {
            return Number::Small(gcd_words(x.unsigned_abs(), y.unsigned_abs()) as i64, ONE);
        }
        if self.is_zero() || other.is_zero() {
            return if self.is_zero() { other.abs() } else { self.abs() };
        }
        let numerator = IBig::from(self.numerator().gcd(other.numerator()));
        let (b, d) = (self.denominator(), other.denominator());
        let common = IBig::from((&b).gcd(&d));
        Number::from(RBig::from_parts_signed(numerator, b / common * d))
    }

    /// `self += factor * value`
    pub fn add_product(&mut self, factor: &Number, value: &Number) {
        if let (Number::Small(sum, ONE), Number::Small(x, ONE), Number::Small(y, ONE)) =
            (&*self, factor, value)
            && let Some(sum) = x.checked_mul(*y).and_then(|product| product.checked_add(*sum))
        {
            *self = Self::from(sum);
            return;
        }
        *self = &*self + &(factor * value);
    }

    fn combine(
        &self,
        other: &Number,
        small: impl Fn(i128, i128, i128, i128) -> (i128, i128),
        large: impl Fn(RBig, RBig) -> RBig,
    ) -> Number {
        if let (Number::Small(a, b), Number::Small(c, d)) = (self, other) {
            let wide = |value: i64| i128::from(value);
            let (numerator, denominator) = small(wide(*a), wide(b.get()), wide(*c), wide(d.get()));
            return Self::fraction(numerator, denominator);
        }
        Self::from(large(self.to_rational(), other.to_rational()))
    }
}

/// `a/b + c/d`
fn sum_of_fractions(a: i128, b: i128, c: i128, d: i128) -> (i128, i128) {
    (a * d + c * b, b * d)
}

fn gcd_wide(a: u128, b: u128) -> u128 {
    if b == 1 || a == 1 {
        return 1;
    }
    let (mut a, mut b) = (a, b);
    while b != 0 {
        if let (Ok(small), Ok(below)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd_words(small, below));
        }
        (a, b) = (b, a % b);
    }
    a
}

fn gcd_words(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        match value {
            i64::MIN => Number::Large(Box::new(RBig::from(value))),
            _ => Number::Small(value, ONE),
        }
    }
}

impl From<&IBig> for Number {
    fn from(value: &IBig) -> Self {
        i64::try_from(value).map_or_else(|_| Number::Large(Box::new(RBig::from(value.clone()))), Self::from)
    }
}

impl From<IBig> for Number {
    fn from(value: IBig) -> Self {
        Self::from(&value)
    }
}

impl From<RBig> for Number {
    fn from(value: RBig) -> Self {
        if let (Ok(numerator), Ok(denominator)) =
            (i64::try_from(value.numerator()), i64::try_from(value.denominator()))
            && numerator != i64::MIN
            && let Some(denominator) = NonZeroI64::new(denominator)
        {
            return Number::Small(numerator, denominator);
        }
        Number::Large(Box::new(value))
    }
}

impl Add for &Number {
    type Output = Number;
    fn add(self, other: &Number) -> Number {
        if let (Number::Small(x, ONE), Number::Small(y, ONE)) = (self, other)
            && let Some(sum) = x.checked_add(*y)
        {
            return Number::from(sum);
        }
        self.combine(other, sum_of_fractions, |x, y| x + y)
    }
}

impl Sub for &Number {
    type Output = Number;
    fn sub(self, other: &Number) -> Number {
        self + &-other
    }
}

impl Mul for &Number {
    type Output = Number;
    fn mul(self, other: &Number) -> Number {
        if let (Number::Small(x, ONE), Number::Small(y, ONE)) = (self, other)
            && let Some(product) = x.checked_mul(*y)
        {
            return Number::from(product);
        }
        self.combine(other, |a, b, c, d| (a * c, b * d), |x, y| x * y)
    }
}

impl Neg for &Number {
    type Output = Number;
    fn neg(self) -> Number {
        match self {
            Number::Small(numerator, denominator) => Number::Small(-numerator, *denominator),
            Number::Large(value) => Number::from(-(**value).clone()),
        }
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
            (Number::Small(a, b), Number::Small(c, d)) if b == d => a.cmp(c),
            (Number::Small(a, b), Number::Small(c, d)) => {
                (i128::from(*a) * i128::from(d.get())).cmp(&(i128::from(*c) * i128::from(b.get())))
            }
            _ => self.to_rational().cmp(&other.to_rational()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, denominator: i64) -> Number {
        Number::from(numerator).over(&Number::from(denominator))
    }

    #[test]
    fn the_fast_and_the_exact_path_agree() {
        let samples: Vec<Number> = [0, 1, -1, 2, -3, 7, i64::MAX, i64::MIN, i64::MAX - 6, 1 << 40]
            .iter()
            .flat_map(|&n| [1, -2, 3, i64::MAX, i64::MIN, 1 << 33].map(|d| fraction(n, d)))
            .collect();
        for a in &samples {
            assert_eq!(a.floor().to_rational(), RBig::from(a.to_rational().floor()));
            assert_eq!(a.ceiling().to_rational(), RBig::from(a.to_rational().ceil()));
            assert_eq!(a.truncated().to_rational(), RBig::from(a.to_rational().trunc()));
            for b in &samples {
                assert_eq!((a + b).to_rational(), a.to_rational() + b.to_rational());
                assert_eq!((a - b).to_rational(), a.to_rational() - b.to_rational());
                assert_eq!((a * b).to_rational(), a.to_rational() * b.to_rational());
                assert_eq!(a.cmp(b), a.to_rational().cmp(&b.to_rational()));
                assert_eq!(a + b, Number::from(a.to_rational() + b.to_rational()), "one form for one value");
                if !b.is_zero() {
                    assert_eq!(a.over(b).to_rational(), a.to_rational() / b.to_rational());
                    let common = a.gcd(b);
                    assert!([a, b].iter().all(|number| number.over(&common).is_integer()));
                }
                let mut sum = a.clone();
                sum.add_product(a, b);
                assert_eq!(sum.to_rational(), a.to_rational() + a.to_rational() * b.to_rational());
            }
        }
    }

    #[test]
    fn a_number_takes_two_words() {
        assert_eq!(size_of::<Number>(), 16);
    }
}
