//! Quotients beside their remainders: `b·⌊x/b⌋ + mod(x, b)` is `x`.

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::{Atom, Monomial, Term};

impl Term {
    /// The dividend in the place of a quotient and a remainder that belong together.
    pub(crate) fn recombined(&self) -> Term {
        self.remainders()
            .into_iter()
            .find_map(|(atom, inner, by)| {
                let size = self.0.get(&Monomial(vec![(atom.clone(), 1)]))?;
                let quotient = Term::floor_div(&inner, &Term::int(by.clone())).scaled(&RBig::from(by));
                let rest = inner.minus(&quotient).minus(&Term::atom(atom));
                let whole = self.plus(&rest.scaled(size));
                self.is_simplified_by(&whole).then(|| whole.recombined())
            })
            .unwrap_or_else(|| self.clone())
    }

    /// A dividend that takes its own remainder by the divisor away, as a multiple of the divisor.
    pub(crate) fn without_remainder(&self, divisor: &IBig) -> Option<Term> {
        self.remainders().into_iter().filter(|(_, _, by)| by == divisor).find_map(|(atom, inner, by)| {
            let quotient = Term::floor_div(&inner, &Term::int(by.clone())).scaled(&RBig::from(by));
            let whole = self.with_atom(&atom, &inner.minus(&quotient));
            self.is_simplified_by(&whole).then_some(whole)
        })
    }

    /// For a quotient by a number beside a number: a term that is at least zero where this one is. `⌊x/b⌋ ≥ m` is `x ≥ b·m`,
    /// and `⌊x/b⌋ ≤ m` is `x < b·(m + 1)`.
    pub(crate) fn without_quotient(&self) -> Option<Term> {
        let mut parts = self.0.iter().filter(|(monomial, _)| !monomial.is_one());
        let (Some((monomial, size)), None) = (parts.next(), parts.next()) else { return None };
        let [(Atom::Floor(dividend, divisor), 1)] = monomial.factors() else { return None };
        let rises = *size == RBig::ONE;
        (rises || *size == RBig::from(-1)).then_some(())?;
        let constant = Term::rational(self.constant_part());
        divisor.as_int().filter(|divisor| *divisor > IBig::ZERO && dividend.has_integer_atoms())?;
        Some(match rises {
            true => dividend.plus(&divisor.times(&constant)),
            false => divisor.times(&constant.plus_int(1)).minus(dividend).plus_int(-1),
        })
    }

    /// The remainders of whole numbers among its atoms, with dividend and divisor.
    fn remainders(&self) -> Vec<(Atom, Term, IBig)> {
        let atoms = self.0.keys().flat_map(|monomial| monomial.factors()).map(|(atom, _)| atom);
        let remainder = |atom: &Atom| match atom {
            Atom::Mod(inner, by) if inner.has_integer_atoms() => {
                Some((atom.clone(), inner.clone(), by.as_int()?))
            }
            _ => None,
        };
        atoms.filter_map(remainder).collect()
    }

    fn is_simplified_by(&self, other: &Term) -> bool {
        other.top_atoms().len() < self.top_atoms().len()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Condition, Symbol, Term};

    #[test]
    fn quotients_and_remainders_are_joined() {
        let n = Term::symbol(&Symbol::integer("n"));
        let t = Term::symbol(&Symbol::integer("t"));
        let four = Term::int(4);
        let rest = Term::modulo(&n, &four);
        let quotient = Term::floor_div(&n.minus(&rest), &four);
        assert_eq!(quotient, Term::floor_div(&n, &four));
        let whole = quotient.times(&four).plus(&rest);
        assert_eq!(Condition::at_most(&t, &whole), Condition::at_most(&t, &n));
        assert_eq!(Condition::gt(&quotient), Condition::at_most(&four, &n));
        assert_eq!(Condition::at_most(&quotient, &Term::one()), Condition::less(&n, &Term::int(8)));
        // Not the remainder of another divisor.
        let other = Term::modulo(&n, &Term::int(3));
        assert_ne!(Term::floor_div(&n.minus(&other), &four), Term::floor_div(&n, &four));
    }
}
