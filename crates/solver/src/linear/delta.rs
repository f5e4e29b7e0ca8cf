//! Numbers with an infinitesimal part, which turn strict bounds into ordinary ones: `x < 3` is `x ≤ 3 - ε`.

use super::rational::Rational;

/// `standard + infinitesimal · ε`, ordered lexicographically.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Delta {
    pub standard: Rational,
    pub infinitesimal: Rational,
}

impl Delta {
    pub const ZERO: Delta = Delta { standard: Rational::ZERO, infinitesimal: Rational::ZERO };

    /// Just above a number.
    pub fn above(standard: Rational) -> Self {
        Self { standard, infinitesimal: Rational::ONE }
    }

    /// Just below a number.
    pub fn below(standard: Rational) -> Self {
        Self { standard, infinitesimal: Rational::MINUS_ONE }
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

    pub fn divided_by(&self, divisor: &Rational) -> Delta {
        let mut quotient = Delta { standard: &self.standard / divisor, infinitesimal: Rational::ZERO };
        if !self.is_standard() {
            quotient.infinitesimal = &self.infinitesimal / divisor;
        }
        quotient
    }

    /// `self += factor * value`
    pub fn add_product(&mut self, factor: &Rational, value: &Delta) {
        self.standard.add_product(factor, &value.standard);
        if !value.is_standard() {
            self.infinitesimal.add_product(factor, &value.infinitesimal);
        }
    }

    /// The number with a value for ε.
    pub fn concrete(&self, epsilon: &Rational) -> Rational {
        let mut value = self.standard.clone();
        value.add_product(epsilon, &self.infinitesimal);
        value
    }
}

impl From<Rational> for Delta {
    fn from(standard: Rational) -> Self {
        Self { standard, infinitesimal: Rational::ZERO }
    }
}
