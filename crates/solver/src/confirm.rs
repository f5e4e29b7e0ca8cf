//! Models of solvers are believed only when every condition holds by our own evaluation.

use std::sync::Arc;

use sextant_expr::{Assignment, Evaluation, Table, TermId};

use crate::{Answer, Reason};

/// What a solver's model is worth.
pub(crate) enum Confirmation {
    /// It satisfies every condition.
    Holds(Answer),
    /// It does not for certain.
    Fails(Assignment, Reason),
}

/// Evaluates every condition. One that only the rounding of a function decides does not count as satisfied.
pub(crate) fn confirm(table: &Table, conjuncts: &[TermId], assignment: Assignment) -> Confirmation {
    let mut evaluation = Evaluation::new(assignment);
    let mut uncertain = false;
    for &conjunct in conjuncts {
        match evaluation.certainty(table, conjunct) {
            Some(true) => {}
            Some(false) => return Confirmation::Fails(evaluation.assignment().clone(), unconfirmed()),
            None => uncertain = true,
        }
    }
    let assignment = evaluation.assignment().clone();
    if uncertain {
        let why = "the values of functions are not known exactly enough to confirm a model";
        return Confirmation::Fails(assignment, Reason::Incomplete(why.into()));
    }
    Confirmation::Holds(Answer::Sat(Arc::new(assignment)))
}

/// The reason when a model was found but is none.
pub(crate) fn unconfirmed() -> Reason {
    Reason::Incomplete("the model found could not be confirmed".into())
}
