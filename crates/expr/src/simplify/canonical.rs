//! The canonical form, checked: what a simplified term looks like at its top. Debug builds assert it of every
//! result.

use super::polynomial::Factors;
use crate::{Op, Sort, Table, TermId};

impl Table {
    /// Whether the top of a term is in canonical form.
    pub(super) fn is_canonical(&self, term: TermId) -> bool {
        let args = self.args(term);
        let ascending = |before: fn(&Table, TermId, TermId) -> bool| {
            args.windows(2).all(|pair| before(self, pair[0], pair[1]))
        };
        match self.op(term) {
            Op::Neg | Op::Sub | Op::Implies => false,
            Op::Add => {
                let ordered = ascending(|table, x, y| match (table.number(x), table.number(y)) {
                    (None, None) => {
                        table.compare_factors(&table.summand_factors(x), &table.summand_factors(y)).is_lt()
                    }
                    (None, Some(constant)) => !constant.is_zero(),
                    _ => false,
                });
                ordered && !args.iter().any(|&arg| *self.op(arg) == Op::Add)
            }
            Op::Mul => {
                let constant = self.number(args[0]);
                args.len() >= 2 && !constant.is_some_and(|constant| constant.is_zero() || constant.is_one())
            }
            Op::And | Op::Or => {
                let nested =
                    |&arg: &TermId| self.op(arg) == self.op(term) || matches!(self.op(arg), Op::Bool(_));
                ascending(|table, x, y| table.compare_parts(x, y).is_lt()) && !args.iter().any(nested)
            }
            Op::Not => {
                !matches!(self.op(args[0]), Op::Not | Op::And | Op::Or | Op::Bool(_) | Op::Eq | Op::Ne)
            }
            Op::Lt | Op::Le | Op::Gt | Op::Ge => self.bound(term).is_some(),
            Op::Eq | Op::Ne if [Sort::INT, Sort::REAL].contains(&self.sort(args[0])) => {
                self.bound(term).is_some()
            }
            Op::Ite => {
                let condition = matches!(self.op(args[0]), Op::Bool(_) | Op::Not | Op::Ne);
                !condition && args[1] != args[2] && self.sort(term) != Sort::BOOL
            }
            _ => true,
        }
    }

    /// The factors of a summand without its coefficient.
    fn summand_factors(&self, summand: TermId) -> Factors {
        let mut factors = self.factors(summand);
        factors.retain(|factor| self.number(factor.0).is_none());
        factors
    }
}
