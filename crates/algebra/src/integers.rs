//! Which terms are integers whatever their symbols stand for.

use crate::{Atom, Keeping, Term};

impl Term {
    /// Whether all its symbols are integers and it has no quotients of rational numbers.
    pub fn has_integer_atoms(&self) -> bool {
        self.0.keys().all(|monomial| {
            monomial.factors().iter().all(|(atom, count)| *count > 0 && atom_is_integer(atom))
        })
    }

    /// Whether all its symbols are integers and no coefficient is a fraction.
    pub fn is_integer_valued(&self) -> bool {
        self.has_integer_atoms() && self.has_integer_coefficients()
    }
}

fn atom_is_integer(atom: &Atom) -> bool {
    match atom {
        Atom::Symbol(symbol) => symbol.integer,
        Atom::Inverse(_) => false,
        Atom::Power(base, _) => base.is_integer_valued(),
        Atom::Factorial(_)
        | Atom::Floor(..)
        | Atom::Root(_)
        | Atom::Log(..)
        | Atom::Gcd(..)
        | Atom::Least(_) => true,
        Atom::Mod(a, b) => a.has_integer_atoms() && b.has_integer_atoms(),
        Atom::Min(terms) | Atom::Max(terms) => terms.iter().all(Term::is_integer_valued),
        Atom::Choice(_, yes, no) => yes.is_integer_valued() && no.is_integer_valued(),
        Atom::Element(array, _) => array.has_integers(),
        Atom::Sum(range) | Atom::Product(range) => range.body.is_integer_valued(),
        Atom::Fold(fold) => {
            let base = match &fold.keeping {
                Keeping::Weighted(base) => base.is_integer_valued(),
                _ => true,
            };
            base && fold.first.is_integer_valued() && (fold.is_place() || fold.range.body.is_integer_valued())
        }
        Atom::Sequence(sequence, _) => {
            sequence.first.iter().all(Term::is_integer_valued)
                && sequence.coefficients.iter().all(|value| value.denominator().is_one())
        }
        Atom::Iterate(system, at, _) => system.symbols[*at].integer,
    }
}
