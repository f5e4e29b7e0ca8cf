//! Exact rational numbers with a fast path.
//!
//! Invariants
//! - `Small` holds a reduced fraction whose numerator is not `i64::MIN` (so negation never overflows).
//! - `Big` holds only what does not fit `Small`, so that equality is structural.

use std::cmp::Ordering;
use std::num::NonZeroI64;
use std::ops::{Add, Div, Mul, Neg, Sub};

use dashu_base::Sign;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// An exact rational number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Rational {
    /// Numerator and positive denominator.
    Small(i64, NonZeroI64),
    /// Everything else.
    Big(Box<RBig>),
}

const ONE: NonZeroI64 = NonZeroI64::new(1).unwrap();

impl Rational {
    pub const ZERO: Rational = Rational::Small(0, ONE);
    pub const ONE: Rational = Rational::Small(1, ONE);
    pub const MINUS_ONE: Rational = Rational::Small(-1, ONE);

    /// The rational of a fraction with a positive denominator.
    fn from_i128(numerator: i128, denominator: i128) -> Self {
        debug_assert!(denominator > 0);
        // Division of 128 bits is an order of magnitude slower than that of 64.
        if let (Ok(small), Ok(below)) = (i64::try_from(numerator), i64::try_from(denominator))
            && small != i64::MIN
        {
            let divisor = gcd_words(small.unsigned_abs(), below.unsigned_abs()) as i64;
            if let Some(below) = NonZeroI64::new(below / divisor) {
                return Rational::Small(small / divisor, below);
            }
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        if let (Ok(small), Ok(below)) = (i64::try_from(numerator), i64::try_from(denominator))
            && small != i64::MIN
            && let Some(below) = NonZeroI64::new(below)
        {
            return Rational::Small(small, below);
        }
        let denominator = UBig::from(denominator.unsigned_abs());
        Rational::Big(Box::new(RBig::from_parts(IBig::from(numerator), denominator)))
    }

    fn integer(value: i64) -> Self {
        if value == i64::MIN { Self::from_i128(i128::from(value), 1) } else { Rational::Small(value, ONE) }
    }

    pub fn to_big(&self) -> RBig {
        match self {
            Rational::Small(numerator, denominator) => {
                RBig::from_parts(IBig::from(*numerator), UBig::from(denominator.get().unsigned_abs()))
            }
            Rational::Big(value) => (**value).clone(),
        }
    }

    pub fn is_zero(&self) -> bool {
        matches!(self, Rational::Small(0, _))
    }

    pub fn is_one(&self) -> bool {
        *self == Self::ONE
    }

    pub fn is_integer(&self) -> bool {
        match self {
            Rational::Small(_, denominator) => *denominator == ONE,
            Rational::Big(value) => value.is_int(),
        }
    }

    pub fn is_negative(&self) -> bool {
        match self {
            Rational::Small(numerator, _) => *numerator < 0,
            Rational::Big(value) => value.numerator().sign() == Sign::Negative,
        }
    }

    pub fn is_positive(&self) -> bool {
        !self.is_zero() && !self.is_negative()
    }

    /// The greatest integer that is not greater.
    pub fn floor(&self) -> Self {
        match self {
            Rational::Small(_, denominator) if *denominator == ONE => self.clone(),
            Rational::Small(numerator, denominator) => Self::integer(numerator.div_euclid(denominator.get())),
            Rational::Big(value) => Self::from(value.floor()),
        }
    }

    /// The least integer that is not smaller.
    pub fn ceil(&self) -> Self {
        -&(-self).floor()
    }

    pub fn numerator(&self) -> IBig {
        match self {
            Rational::Small(numerator, _) => IBig::from(*numerator),
            Rational::Big(value) => value.numerator().clone(),
        }
    }

    /// Positive.
    pub fn denominator(&self) -> IBig {
        match self {
            Rational::Small(_, denominator) => IBig::from(denominator.get()),
            Rational::Big(value) => IBig::from(value.denominator().clone()),
        }
    }

    /// `1 / self`; the caller knows it is not zero.
    pub fn reciprocal(&self) -> Self {
        &Self::ONE / self
    }

    /// `self += factor * value`
    pub fn add_product(&mut self, factor: &Rational, value: &Rational) {
        if let (Rational::Small(sum, b), Rational::Small(x, d), Rational::Small(y, f)) =
            (&*self, factor, value)
            && *b == ONE
            && *d == ONE
            && *f == ONE
            && let Some(sum) = x.checked_mul(*y).and_then(|product| product.checked_add(*sum))
        {
            *self = Self::integer(sum);
            return;
        }
        *self = &*self + &(factor * value);
    }

    fn combine(
        &self,
        other: &Rational,
        small: impl Fn(i128, i128, i128, i128) -> (i128, i128),
        big: impl Fn(RBig, RBig) -> RBig,
    ) -> Rational {
        if let (Rational::Small(a, b), Rational::Small(c, d)) = (self, other) {
            let wide = |value: i64| i128::from(value);
            let (numerator, denominator) = small(wide(*a), wide(b.get()), wide(*c), wide(d.get()));
            return Self::from_i128(numerator, denominator);
        }
        Self::from(big(self.to_big(), other.to_big()))
    }
}

fn gcd(a: u128, b: u128) -> u128 {
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

impl Default for Rational {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self::integer(value)
    }
}

impl From<RBig> for Rational {
    fn from(value: RBig) -> Self {
        if let (Ok(numerator), Ok(denominator)) =
            (i64::try_from(value.numerator()), i64::try_from(value.denominator()))
            && numerator != i64::MIN
            && let Some(denominator) = NonZeroI64::new(denominator)
        {
            return Rational::Small(numerator, denominator);
        }
        Rational::Big(Box::new(value))
    }
}

impl From<IBig> for Rational {
    fn from(value: IBig) -> Self {
        Self::from(RBig::from(value))
    }
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        if let (Rational::Small(a, b), Rational::Small(c, d)) = (self, other)
            && *b == ONE
            && *d == ONE
            && let Some(sum) = a.checked_add(*c)
        {
            return Rational::integer(sum);
        }
        self.combine(other, |a, b, c, d| (a * d + c * b, b * d), |x, y| x + y)
    }
}

impl Sub for &Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        if let (Rational::Small(a, b), Rational::Small(c, d)) = (self, other)
            && *b == ONE
            && *d == ONE
            && let Some(product) = a.checked_mul(*c)
        {
            return Rational::integer(product);
        }
        self.combine(other, |a, b, c, d| (a * c, b * d), |x, y| x * y)
    }
}

impl Div for &Rational {
    type Output = Rational;
    /// The caller knows that the divisor is not zero.
    fn div(self, other: &Rational) -> Rational {
        self.combine(other, |a, b, c, d| if c < 0 { (-a * d, b * -c) } else { (a * d, b * c) }, |x, y| x / y)
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match self {
            Rational::Small(numerator, denominator) => Rational::Small(-numerator, *denominator),
            Rational::Big(value) => Rational::from(-(**value).clone()),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Rational::Small(a, b), Rational::Small(c, d)) if b == d => a.cmp(c),
            (Rational::Small(a, b), Rational::Small(c, d)) => {
                (i128::from(*a) * i128::from(d.get())).cmp(&(i128::from(*c) * i128::from(b.get())))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, denominator: i64) -> Rational {
        &Rational::from(numerator) / &Rational::from(denominator)
    }

    #[test]
    fn the_fast_and_the_exact_path_agree() {
        let samples: Vec<Rational> = [0, 1, -1, 2, -3, 7, i64::MAX, i64::MIN, i64::MAX - 6, 1 << 40]
            .iter()
            .flat_map(|&n| [1, -2, 3, i64::MAX, i64::MIN, 1 << 33].map(|d| fraction(n, d)))
            .collect();
        for a in &samples {
            assert_eq!(a.floor().to_big(), RBig::from(a.to_big().floor()));
            assert_eq!(a.ceil().to_big(), RBig::from(a.to_big().ceil()));
            for b in &samples {
                assert_eq!((a + b).to_big(), a.to_big() + b.to_big());
                assert_eq!((a - b).to_big(), a.to_big() - b.to_big());
                assert_eq!((a * b).to_big(), a.to_big() * b.to_big());
                assert_eq!(a.cmp(b), a.to_big().cmp(&b.to_big()));
                assert_eq!(a + b, Rational::from(a.to_big() + b.to_big()), "one form for one value");
                if !b.is_zero() {
                    assert_eq!((a / b).to_big(), a.to_big() / b.to_big());
                }
                let mut sum = a.clone();
                sum.add_product(a, b);
                assert_eq!(sum.to_big(), a.to_big() + a.to_big() * b.to_big());
            }
        }
    }

    #[test]
    fn a_number_takes_two_words() {
        assert_eq!(size_of::<Rational>(), 16);
    }
}
