//! Intervals of integers.

use dashu_base::{Abs, BitTest};
use dashu_int::IBig;
use sextant_expr::Rounding;

/// All integers from the least to the greatest.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Range {
    pub low: IBig,
    pub high: IBig,
}

/// How many bits the two's complement of a number needs, its sign included.
fn size(value: &IBig) -> usize {
    if *value < IBig::ZERO { (-value - IBig::ONE).bit_len() + 1 } else { value.bit_len() + 1 }
}

impl Range {
    pub fn new(low: IBig, high: IBig) -> Self {
        debug_assert!(low <= high, "an interval has members");
        Self { low, high }
    }

    pub fn single(value: IBig) -> Self {
        Self { low: value.clone(), high: value }
    }

    /// From 0 to `2^bits - 1`.
    pub fn unsigned(bits: usize) -> Self {
        Self { low: IBig::ZERO, high: (IBig::ONE << bits) - IBig::ONE }
    }

    /// The numbers whose two's complement has so many bits, at least one.
    pub fn signed(bits: usize) -> Self {
        let half = IBig::ONE << (bits - 1);
        Self { low: -half.clone(), high: half - IBig::ONE }
    }

    /// How many bits the two's complement of all members needs, the sign included.
    pub fn bits(&self) -> usize {
        size(&self.low).max(size(&self.high))
    }

    pub fn is_single(&self) -> bool {
        self.low == self.high
    }

    /// The interval widened to powers of two, as bits have it.
    pub fn rounded(&self) -> Self {
        let bits = self.bits();
        if self.low >= IBig::ZERO { Self::unsigned(bits - 1) } else { Self::signed(bits) }
    }

    pub fn add(&self, other: &Self) -> Self {
        Self { low: &self.low + &other.low, high: &self.high + &other.high }
    }

    pub fn negated(&self) -> Self {
        Self { low: -self.high.clone(), high: -self.low.clone() }
    }

    pub fn times(&self, other: &Self) -> Self {
        let corners = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        let low = corners.iter().min().cloned().unwrap_or(IBig::ZERO);
        let high = corners.into_iter().max().unwrap_or(IBig::ZERO);
        Self { low, high }
    }

    /// The least interval that contains both.
    pub fn hull(&self, other: &Self) -> Self {
        Self { low: self.low.clone().min(other.low.clone()), high: self.high.clone().max(other.high.clone()) }
    }

    /// What is in both; this one where nothing is.
    pub fn meet(&self, other: &Self) -> Self {
        let low = self.low.clone().max(other.low.clone());
        let high = self.high.clone().min(other.high.clone());
        if low <= high { Self { low, high } } else { self.clone() }
    }

    pub fn magnitude(&self) -> Self {
        let (low, high) = (self.low.clone().abs(), self.high.clone().abs());
        if self.low >= IBig::ZERO {
            self.clone()
        } else if self.high <= IBig::ZERO {
            Self { low: high, high: low }
        } else {
            Self { low: IBig::ZERO, high: low.max(high) }
        }
    }

    /// The quotients by a divisor; 0 where it is 0.
    pub fn divided(&self, by: &Self, rounding: Rounding) -> Self {
        if by.low > IBig::ZERO && rounding == Rounding::Truncate {
            let corners =
                [&self.low / &by.low, &self.low / &by.high, &self.high / &by.low, &self.high / &by.high];
            let low = corners.iter().min().cloned().unwrap_or(IBig::ZERO);
            let high = corners.into_iter().max().unwrap_or(IBig::ZERO);
            return Self { low, high };
        }
        // A quotient is at most as large as its dividend, but for -1/2 rounded down.
        let size = self.magnitude().high;
        let least = if self.low >= IBig::ZERO && by.low >= IBig::ZERO {
            IBig::ZERO
        } else {
            -size.clone() - IBig::ONE
        };
        Self { low: least, high: size }
    }

    /// The remainders; the dividend where the divisor is 0.
    pub fn remainder(&self, by: &Self, rounding: Rounding) -> Self {
        let most = by.magnitude().high;
        let mut most = if most == IBig::ZERO { IBig::ZERO } else { most - IBig::ONE };
        if rounding == Rounding::Truncate || (self.low >= IBig::ZERO && by.low >= IBig::ZERO) {
            most = most.min(self.magnitude().high);
        }
        let divisor_sign = Self { low: -most.clone(), high: most.clone() };
        let found = match rounding {
            Rounding::Truncate => Self {
                low: if self.low >= IBig::ZERO { IBig::ZERO } else { -most.clone() },
                high: if self.high <= IBig::ZERO { IBig::ZERO } else { most },
            },
            Rounding::Floor if by.low >= IBig::ZERO => Self { low: IBig::ZERO, ..divisor_sign },
            Rounding::Floor if by.high <= IBig::ZERO => Self { high: IBig::ZERO, ..divisor_sign },
            Rounding::Floor => divisor_sign,
        };
        let can_be_zero = by.low <= IBig::ZERO && by.high >= IBig::ZERO;
        if can_be_zero { found.hull(self) } else { found }
    }
}
