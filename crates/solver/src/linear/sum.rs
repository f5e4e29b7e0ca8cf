//! Linear sums over unknowns of the tableau, and their normal form.

use dashu_base::Gcd;
use dashu_int::IBig;

use super::rational::Rational;
use super::simplex::{Row, Variable, add_scaled};

/// `Σ coefficient · unknown + constant`
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    pub row: Row,
    pub constant: Rational,
}

impl Sum {
    pub fn constant(value: Rational) -> Self {
        Self { row: Row::new(), constant: value }
    }

    pub fn unknown(variable: Variable) -> Self {
        Self { row: vec![(variable, Rational::ONE)], constant: Rational::ZERO }
    }

    /// `self += factor * other`
    pub fn add_scaled(&mut self, factor: &Rational, other: &Sum) {
        add_scaled(&mut self.row, factor, &other.row, &mut Row::new());
        self.constant.add_product(factor, &other.constant);
    }

    pub fn minus(&self, other: &Sum) -> Sum {
        let mut difference = self.clone();
        difference.add_scaled(&Rational::MINUS_ONE, other);
        difference
    }

    pub fn scaled(&self, factor: &Rational) -> Sum {
        let mut product = Sum::default();
        product.add_scaled(factor, self);
        product
    }
}

/// The factor that makes the coefficients integers without a common divisor, the first of them positive.
pub(super) fn normalising_factor(row: &Row) -> Rational {
    let Some((_, first)) = row.first() else { return Rational::ONE };
    let magnitude = if row.len() == 1 {
        first.reciprocal()
    } else if row.iter().all(|(_, value)| value.is_integer()) && row.iter().any(|(_, value)| is_unit(value)) {
        Rational::ONE
    } else {
        let mut denominators = IBig::ONE;
        for (_, value) in row {
            let denominator = value.denominator();
            let shared = IBig::from((&denominators).gcd(&denominator));
            denominators = &denominators / shared * denominator;
        }
        let mut divisor = IBig::ZERO;
        for (_, value) in row {
            let scaled = value.numerator() * (&denominators / value.denominator());
            divisor = IBig::from(divisor.gcd(scaled));
        }
        &Rational::from(denominators) / &Rational::from(divisor)
    };
    if magnitude.is_negative() == first.is_negative() { magnitude } else { -&magnitude }
}

fn is_unit(value: &Rational) -> bool {
    value.is_one() || *value == Rational::MINUS_ONE
}
