//! Questions to the solver.

use sextant_expr::{Scalar, Sort, Table, TermId};
use sextant_solver::{Answer, Reason};

use super::Search;

/// Floating-point operations in one question to the solver.
const MOST_FLOAT_OPERATIONS: usize = 300;
/// The same where texts are varied: trials compute with floats at no cost.
const FEW_FLOAT_OPERATIONS: usize = 10;

impl Search<'_> {
    /// The solver's answer. Questions with many floating-point operations are not put to it: bit by bit they take all the
    /// memory there is, and then all the time.
    pub(super) fn ask(&mut self, premises: &[TermId]) -> Answer {
        let most = if self.config.texts.is_some() { FEW_FLOAT_OPERATIONS } else { MOST_FLOAT_OPERATIONS };
        if float_operations(&self.table, premises) > most {
            return Answer::Unknown(Reason::Incomplete("too many floating-point operations".to_owned()));
        }
        self.solver.check(&mut self.table, premises)
    }
}

fn float_operations(table: &Table, premises: &[TermId]) -> usize {
    let is_float = |term: &TermId| matches!(table.sort(*term), Sort::Scalar(Scalar::Float(_)));
    table.parts(premises).filter(is_float).count()
}
