//! Linear sums over unknowns of the tableau, and their normal form.

use sextant_expr::Number;

use super::simplex::{Row, Variable, add_scaled};

/// `Σ coefficient · unknown + constant`
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    pub row: Row,
    pub constant: Number,
}

impl Sum {
    pub fn constant(value: Number) -> Self {
        Self { row: Row::new(), constant: value }
    }

    pub fn unknown(variable: Variable) -> Self {
        Self { row: vec![(variable, Number::ONE)], constant: Number::ZERO }
    }

    /// `self += factor * other`
    pub fn add_scaled(&mut self, factor: &Number, other: &Sum) {
        add_scaled(&mut self.row, factor, &other.row, &mut Row::new());
        self.constant.add_product(factor, &other.constant);
    }

    pub fn minus(&self, other: &Sum) -> Sum {
        let mut difference = self.clone();
        difference.add_scaled(&Number::MINUS_ONE, other);
        difference
    }

    pub fn scaled(&self, factor: &Number) -> Sum {
        let mut product = Sum::default();
        product.add_scaled(factor, self);
        product
    }
}

/// The factor that makes the coefficients integers without a common divisor, the first of them positive.
pub(super) fn normalising_factor(row: &Row) -> Number {
    let Some((_, first)) = row.first() else { return Number::ONE };
    let content = row.iter().fold(Number::ZERO, |content, (_, value)| content.gcd(value));
    let factor = content.inverse();
    if first.is_negative() { -&factor } else { factor }
}
