//! Subscripts of several dimensions as one number.
//!
//! Terms have arrays over one integer. The subscripts `i, j, k` become `i + j·2³² + k·2⁶⁴`: linear, whatever the bounds
//! are, and one to one as long as all but the last lie between −2³¹ and 2³¹. Storage order plays no part in it. Printing
//! takes such numbers apart again.

use dashu_int::IBig;

use crate::{Op, Table, TermId};

/// Subscripts of all dimensions but the last are less than this, and not less than its negative.
pub const HALF_OF_DIMENSION: i64 = 1 << (BITS - 1);

/// Bits for each dimension but the last.
const BITS: usize = 32;

/// The subscripts of the element with a number.
pub fn subscripts_apart(number: &IBig, rank: usize) -> Vec<IBig> {
    let mut found = Vec::new();
    let mut rest = number.clone();
    for _ in 1..rank {
        let (low, high) = halves(&rest);
        found.push(low);
        rest = high;
    }
    found.push(rest);
    found
}

/// The subscripts that a number stands for, as many as it takes.
pub(crate) fn all_subscripts(number: &IBig) -> Vec<IBig> {
    let mut rank = 1;
    let mut rest = number.clone();
    while !(IBig::from(-HALF_OF_DIMENSION)..IBig::from(HALF_OF_DIMENSION)).contains(&rest) {
        (_, rest) = halves(&rest);
        rank += 1;
    }
    subscripts_apart(number, rank)
}

/// A number as `low + high·2³²` with `low` around zero.
fn halves(number: &IBig) -> (IBig, IBig) {
    let half = IBig::ONE << (BITS - 1);
    // Shifting rounds down.
    let high: IBig = (number + half) >> BITS;
    let low = number - (&high << BITS);
    (low, high)
}

impl Table {
    /// The number of an element.
    pub fn joined(&mut self, subscripts: &[TermId]) -> TermId {
        let Some((&first, rest)) = subscripts.split_first() else { return self.int(0) };
        let mut sum = vec![first];
        let mut weight = IBig::ONE << BITS;
        for &subscript in rest {
            let factor = self.int(weight.clone());
            sum.push(self.apply(Op::Mul, &[factor, subscript]));
            weight <<= BITS;
        }
        if rest.is_empty() { first } else { self.apply(Op::Add, &sum) }
    }

    /// The subscripts that a simplified number is the sum of; one of them for one dimension.
    pub fn split_subscripts(&mut self, number: TermId) -> Vec<TermId> {
        let mut found = Vec::new();
        for addends in self.subscript_addends(number) {
            let mut sum = Vec::new();
            for (coefficient, factors) in addends {
                let mut product = vec![self.int(coefficient)];
                product.extend(factors);
                sum.push(if let [only] = product[..] { only } else { self.apply(Op::Mul, &product) });
            }
            let sum = match sum[..] {
                [] => self.int(0),
                [only] => only,
                _ => self.apply(Op::Add, &sum),
            };
            found.push(self.simplify(sum));
        }
        found
    }

    /// For each subscript its addends, each a coefficient with factors.
    pub(crate) fn subscript_addends(&self, number: TermId) -> Vec<Vec<(IBig, Vec<TermId>)>> {
        let single = [number];
        let addends = if *self.op(number) == Op::Add { self.args(number) } else { &single };
        let mut parts: Vec<Vec<(IBig, Vec<TermId>)>> = vec![Vec::new()];
        for &addend in addends {
            let (mut left, factors) = self.coefficient_of(addend);
            let mut at = 0;
            while left != IBig::ZERO {
                let (low, high) = halves(&left);
                if low != IBig::ZERO {
                    parts.resize(parts.len().max(at + 1), Vec::new());
                    parts[at].push((low, factors.clone()));
                }
                left = high;
                at += 1;
            }
        }
        parts
    }

    /// The constant factor of a term and the others.
    fn coefficient_of(&self, term: TermId) -> (IBig, Vec<TermId>) {
        match self.op(term) {
            Op::Int(value) => (value.clone(), Vec::new()),
            Op::Neg => {
                let (coefficient, factors) = self.coefficient_of(self.args(term)[0]);
                (-coefficient, factors)
            }
            Op::Mul => {
                let mut coefficient = IBig::ONE;
                let mut factors = Vec::new();
                for &factor in self.args(term) {
                    match self.op(factor) {
                        Op::Int(value) => coefficient *= value,
                        _ => factors.push(factor),
                    }
                }
                (coefficient, factors)
            }
            _ => (IBig::ONE, vec![term]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn subscripts_come_apart_again() {
        for (i, j, k) in [(1, 1, 1), (-3, 7, 0), (2_000_000_000, -1, 5), (0, 0, -9)] {
            let mut table = Table::new();
            let terms = [i, j, k].map(|number: i64| table.int(number));
            let number = table.joined(&terms);
            let number = table.simplify(number);
            let number = table.as_int(number).cloned().expect("a constant");
            assert_eq!(subscripts_apart(&number, 3), [i, j, k].map(IBig::from));
        }
    }

    #[test]
    fn a_symbolic_number_is_split() {
        let mut table = Table::new();
        let [i, j] = ["I", "J"].map(|name| table.symbol(name, Sort::INT));
        let one = table.int(1);
        let next = table.apply(Op::Add, &[j, one]);
        let number = table.joined(&[i, next]);
        let number = table.simplify(number);
        let parts = table.split_subscripts(number);
        let next = table.simplify(next);
        assert_eq!(parts, [i, next]);
    }
}
