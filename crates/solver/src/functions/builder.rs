//! Terms of Real arithmetic, shortly written.

use dashu_ratio::RBig;
use sextant_expr::{Op, Table, TermId};

/// Makes terms of a table.
pub(super) struct Builder<'t> {
    pub table: &'t mut Table,
}

impl<'t> Builder<'t> {
    pub fn new(table: &'t mut Table) -> Self {
        Self { table }
    }

    /// `top / bottom`
    pub fn ratio(&mut self, top: i64, bottom: u32) -> TermId {
        self.table.real(RBig::from_parts(top.into(), bottom.into()))
    }

    pub fn number(&mut self, value: i64) -> TermId {
        self.ratio(value, 1)
    }

    pub fn apply(&mut self, op: Op, x: TermId, y: TermId) -> TermId {
        self.table.apply(op, &[x, y])
    }

    pub fn sum(&mut self, x: TermId, y: TermId) -> TermId {
        self.apply(Op::Add, x, y)
    }

    pub fn difference(&mut self, x: TermId, y: TermId) -> TermId {
        self.apply(Op::Sub, x, y)
    }

    pub fn product(&mut self, x: TermId, y: TermId) -> TermId {
        self.apply(Op::Mul, x, y)
    }

    pub fn less(&mut self, x: TermId, y: TermId) -> TermId {
        self.apply(Op::Lt, x, y)
    }

    pub fn at_most(&mut self, x: TermId, y: TermId) -> TermId {
        self.apply(Op::Le, x, y)
    }

    pub fn equal(&mut self, x: TermId, y: TermId) -> TermId {
        self.apply(Op::Eq, x, y)
    }

    /// Strictly between two rational numbers with the same denominator.
    pub fn between(&mut self, x: TermId, low: i64, high: i64, bottom: u32) -> TermId {
        let (low, high) = (self.ratio(low, bottom), self.ratio(high, bottom));
        let parts = [self.less(low, x), self.less(x, high)];
        self.table.and(&parts)
    }

    pub fn within(&mut self, x: TermId, low: TermId, high: TermId) -> TermId {
        let parts = [self.at_most(low, x), self.at_most(x, high)];
        self.table.and(&parts)
    }

    pub fn is_zero(&mut self, x: TermId) -> TermId {
        let zero = self.number(0);
        self.equal(x, zero)
    }

    pub fn is_positive(&mut self, x: TermId) -> TermId {
        let zero = self.number(0);
        self.less(zero, x)
    }

    pub fn is_negative(&mut self, x: TermId) -> TermId {
        let zero = self.number(0);
        self.less(x, zero)
    }

    pub fn implies(&mut self, premises: &[TermId], conclusion: TermId) -> TermId {
        let premise = self.table.and(premises);
        self.apply(Op::Implies, premise, conclusion)
    }
}
