//! Terms and comparisons as linear forms over atoms, for arithmetic solvers.

use crate::simplify::{Comparator, Entry, Number, Polynomial};
use crate::{Table, TermId};

/// `sum of coefficient * atom, plus the constant`.
///
/// Atoms are simplified terms that are neither constants nor sums (symbols, selects, products, quotients, …),
/// distinct and in canonical order; coefficients are not zero.
#[derive(Clone, PartialEq, Debug)]
pub struct LinearForm {
    /// Atoms with their coefficients.
    pub terms: Vec<(TermId, Number)>,
    /// The constant.
    pub constant: Number,
}

/// How a form stands to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `= 0`
    Eq,
    /// `≠ 0`
    Ne,
    /// `≤ 0`
    Le,
    /// `< 0`
    Lt,
}

/// `form REL 0`. Over the integers, coefficients are primitive integers and `<` does not occur.
#[derive(Clone, PartialEq, Debug)]
pub struct LinearAtom {
    /// The left side.
    pub form: LinearForm,
    /// The relation to zero.
    pub relation: Relation,
}

impl Table {
    /// A term of sort Int or Real as a linear form over its simplified atoms.
    pub fn linear_form(&mut self, term: TermId) -> LinearForm {
        let term = self.simplify(term);
        form_of(&self.polynomial(term))
    }

    /// A condition as a linear atom; none if its simplified form is not a comparison of Int or Real terms.
    pub fn linear_atom(&mut self, condition: TermId) -> Option<LinearAtom> {
        let condition = self.simplify(condition);
        let bound = self.bound(condition)?.clone();
        let (sign, relation) = match bound.comparator {
            Comparator::Eq => (Number::ONE, Relation::Eq),
            Comparator::Ne => (Number::ONE, Relation::Ne),
            Comparator::Le => (Number::ONE, Relation::Le),
            Comparator::Lt => (Number::ONE, Relation::Lt),
            Comparator::Ge => (Number::MINUS_ONE, Relation::Le),
            Comparator::Gt => (Number::MINUS_ONE, Relation::Lt),
        };
        let mut polynomial = self.polynomial(bound.form);
        polynomial.constant = -&bound.limit;
        Some(LinearAtom { form: form_of(&polynomial.scaled(&sign)), relation })
    }
}

fn form_of(polynomial: &Polynomial) -> LinearForm {
    let term = |entry: &Entry| (entry.monomial, entry.coefficient.clone());
    LinearForm { terms: polynomial.entries.iter().map(term).collect(), constant: polynomial.constant.clone() }
}
