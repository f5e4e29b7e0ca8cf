//! Numbers with an infinitesimal part, which turn strict bounds into ordinary ones: `x < 3` is `x ≤ 3 - ε`.

use sextant_expr::Number;

/// `standard + infinitesimal · ε`, ordered lexicographically.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Delta {
    pub standard: Number,
    pub infinitesimal: Number,
}

impl Delta {
    pub const ZERO: Delta = Delta { standard: Number::ZERO, infinitesimal: Number::ZERO };

    /// Just above a number.
    pub fn above(standard: Number) -> Self {
        Self { standard, infinitesimal: Number::ONE }
    }

    /// Just below a number.
    pub fn below(standard: Number) -> Self {
        Self { standard, infinitesimal: Number::MINUS_ONE }
    }

    /// Whether there is no infinitesimal part.
    pub fn is_standard(&self) -> bool {
        self.infinitesimal.is_zero()
    }

    pub fn minus(&self, other: &Delta) -> Delta {
        Delta {
            standard: &self.standard - &other.standard,
            infinitesimal: &self.infinitesimal - &other.infinitesimal,
        }
    }

    pub fn divided_by(&self, divisor: &Number) -> Delta {
        let mut quotient = Delta { standard: self.standard.over(divisor), infinitesimal: Number::ZERO };
        if !self.is_standard() {
            quotient.infinitesimal = self.infinitesimal.over(divisor);
        }
        quotient
    }

    /// `self += factor * value`
    pub fn add_product(&mut self, factor: &Number, value: &Delta) {
        self.standard.add_product(factor, &value.standard);
        if !value.is_standard() {
            self.infinitesimal.add_product(factor, &value.infinitesimal);
        }
    }

    /// The number with a value for ε.
    pub fn concrete(&self, epsilon: &Number) -> Number {
        let mut value = self.standard.clone();
        value.add_product(epsilon, &self.infinitesimal);
        value
    }
}

impl From<Number> for Delta {
    fn from(standard: Number) -> Self {
        Self { standard, infinitesimal: Number::ZERO }
    }
}
