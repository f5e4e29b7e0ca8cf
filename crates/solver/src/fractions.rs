//! Equations between rational functions, which are decided by multiplying out. Solvers of real arithmetic take long
//! for quotients of quotients.

use sextant_expr::{Op, Sort, Table, TermId};

use crate::{Answer, Solver};

impl Solver {
    /// Whether an equation of reals is an identity: the two sides are one rational function, and under the premises no
    /// divisor is zero. `false` says nothing.
    pub(crate) fn is_identity(&mut self, table: &mut Table, premises: &[TermId], equation: TermId) -> bool {
        let equation = table.simplify(equation);
        let (Op::Eq, &[left, right]) = (table.op(equation), table.args(equation)) else { return false };
        if table.sort(left) != Sort::REAL {
            return false;
        }
        let difference = table.apply(Op::Sub, &[left, right]);
        let (numerator, _, divisors) = table.rational_form(difference);
        let zero = table.real(0.into());
        if numerator != zero || divisors.is_empty() {
            return false;
        }
        divisors.into_iter().all(|divisor| {
            let mut conditions = premises.to_vec();
            conditions.push(table.apply(Op::Eq, &[divisor, zero]));
            self.check(table, &conditions) == Answer::Unsat
        })
    }
}
