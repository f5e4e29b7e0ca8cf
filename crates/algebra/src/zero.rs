//! Whether a term is zero for all values of its symbols, as far as algebra alone can tell.

use crate::{Atom, Condition, Term};

impl Term {
    /// Whether the term is zero wherever its denominators are not. `false` means that algebra alone does not see
    /// it.
    pub fn is_zero(&self) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let plain = self.without_remainders();
        if plain.0.is_empty() {
            return true;
        }
        let cleared = plain.cleared();
        cleared.0.is_empty() || cleared.branches_vanish(4)
    }

    /// Remainders written as `a - b · ⌊a/b⌋`.
    pub fn without_remainders(&self) -> Term {
        let mut term = self.clone();
        loop {
            let found = term.top_atoms().into_iter().find(|atom| matches!(atom, Atom::Mod(..)));
            let Some(atom) = found else { return term };
            let Atom::Mod(a, b) = &atom else { return term };
            let value = a.minus(&b.times(&Term::floor_div(a, b)));
            term = term.with_atom(&atom, &value);
        }
    }

    /// The term multiplied by the denominators it has; zero if and only if it was, where they are not zero.
    pub fn cleared(&self) -> Term {
        let mut term = self.clone();
        for _ in 0..16 {
            let Some(atom) = term.top_atoms().into_iter().find(|atom| term.divides_by(atom)) else {
                return term;
            };
            term = term.cleared_of(&atom);
        }
        term
    }

    fn divides_by(&self, atom: &Atom) -> bool {
        matches!(atom, Atom::Inverse(_))
            || self
                .0
                .keys()
                .any(|monomial| monomial.factors().iter().any(|(other, e)| other == atom && *e < 0))
    }

    fn cleared_of(&self, atom: &Atom) -> Term {
        // What the term is multiplied by, and how often an atom says that it was divided by that.
        let (factor, sign) = match atom {
            Atom::Inverse(inner) => (inner.clone(), 1),
            _ => (Term::atom(atom.clone()), -1),
        };
        let parts = self.0.iter().map(|(monomial, coefficient)| {
            let (exponent, rest) = monomial.without(atom);
            (sign * exponent, Term::monomial(rest, coefficient.clone()))
        });
        let worst = parts.clone().map(|(divided, _)| divided).max().unwrap_or(0);
        let cleared = parts.map(|(divided, rest)| rest.times(&factor.to_power((worst - divided) as u32)));
        Term::sum(cleared)
    }

    /// The atoms of its monomials, once each.
    pub fn top_atoms(&self) -> Vec<Atom> {
        let mut atoms: Vec<Atom> =
            self.0.keys().flat_map(|monomial| monomial.factors()).map(|(atom, _)| atom.clone()).collect();
        atoms.sort();
        atoms.dedup();
        atoms
    }

    /// Whether both branches of each choice make it zero, their conditions taken for granted.
    fn branches_vanish(&self, depth: u32) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let Some((condition, yes, no)) = self.lifted_choice().filter(|_| depth > 0) else { return false };
        yes.given(&condition).branches_vanish(depth - 1)
            && no.given(&condition.negated()).branches_vanish(depth - 1)
    }

    /// The term with choices settled by a condition that holds.
    pub fn given(&self, known: &Condition) -> Term {
        self.with_atoms(|atom| match atom {
            Atom::Choice(condition, yes, _) if known.plainly_implies(condition) => Some(yes.given(known)),
            Atom::Choice(condition, _, no) if known.plainly_implies(&condition.negated()) => {
                Some(no.given(known))
            }
            _ => None,
        })
    }
}

impl Condition {
    /// Whether another condition is among the parts of this one.
    pub fn plainly_implies(&self, other: &Condition) -> bool {
        match other {
            Condition::True => true,
            Condition::And(parts) => parts.iter().all(|part| self.plainly_implies(part)),
            _ => match self {
                Condition::And(parts) => parts.contains(other),
                _ => self == other,
            },
        }
    }
}

impl Term {
    /// This term with another in the place of an atom, inside powers, quotients and choices too.
    pub fn with_atom_throughout(&self, atom: &Atom, value: &Term) -> Term {
        let inside = |term: &Term| term.with_atom_throughout(atom, value);
        self.with_atoms(|other| {
            Some(match other {
                same if same == atom => value.clone(),
                Atom::Power(base, exponent) => Term::power(&inside(base), &inside(exponent)),
                Atom::Inverse(inner) => Term::inverse(&inside(inner)),
                Atom::Factorial(inner) => Term::factorial(&inside(inner)),
                Atom::Floor(a, b) => Term::floor_div(&inside(a), &inside(b)),
                Atom::Mod(a, b) => Term::modulo(&inside(a), &inside(b)),
                Atom::Choice(condition, yes, no) => Term::choice(condition, &inside(yes), &inside(no)),
                Atom::Sequence(sequence, index) => Term::member(sequence, &inside(index)),
                Atom::Iterate(system, at, count) => {
                    Term::atom(Atom::Iterate(system.clone(), *at, inside(count)))
                }
                _ => return None,
            })
        })
    }
}
