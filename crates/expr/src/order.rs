//! The order of terms: by structure, never by id.
//!
//! Tables that made the same terms order them alike, whatever the order of making was. Different terms of one
//! table differ in structure, so a comparison walks down a single path of first differences and needs neither
//! recursion nor a memo.

use std::cmp::Ordering;

use crate::{Op, Table, TermId};

impl Table {
    /// The structural order: constants first, then symbols by `(name without trailing digits, number, name)`,
    /// then operations by kind, operand count, and first differing operand.
    pub fn compare(&self, a: TermId, b: TermId) -> Ordering {
        let (mut a, mut b) = (a, b);
        loop {
            if a == b {
                return Ordering::Equal;
            }
            let by_op =
                self.compare_ops(self.op(a), self.op(b)).then_with(|| self.sort(a).cmp(&self.sort(b)));
            let by_count = || self.args(a).len().cmp(&self.args(b).len());
            let ordering = by_op.then_with(by_count);
            if ordering.is_ne() {
                return ordering;
            }
            let mut pairs = self.args(a).iter().zip(self.args(b));
            match pairs.find(|(x, y)| x != y) {
                Some((&x, &y)) => (a, b) = (x, y),
                None => return Ordering::Equal,
            }
        }
    }

    fn compare_ops(&self, a: &Op, b: &Op) -> Ordering {
        match (a, b) {
            (Op::Symbol(a), Op::Symbol(b)) => self.symbol_key(*a).cmp(&self.symbol_key(*b)),
            _ => a.cmp(b),
        }
    }
}
