//! Rational functions of one atom in lowest terms.

use crate::univariate::{Polynomial, divide, gcd, trimmed};
use crate::{Atom, Term};

impl Term {
    /// A quotient of polynomials in one atom in lowest terms; any other term as it is. Equal wherever the
    /// denominators are not zero.
    pub fn reduced(&self) -> Term {
        if !self.top_atoms().iter().any(|atom| matches!(atom, Atom::Inverse(_))) {
            return self.clone();
        }
        let Some((base, top, bottom)) = self.as_fraction() else { return self.clone() };
        let (shared, base) = (gcd(&top, &bottom), Term::atom(base));
        let lowest = |polynomial: &Polynomial| Term::polynomial(&divide(polynomial, &shared).0, &base);
        Term::quotient(&lowest(&top), &lowest(&bottom))
    }

    /// Numerator and denominator, if both are polynomials in one atom.
    fn as_fraction(&self) -> Option<(Atom, Polynomial, Polynomial)> {
        let mut denominator = Term::one();
        for atom in self.top_atoms() {
            let exponents = self.parts().flat_map(|(monomial, _)| monomial.factors().iter());
            let worst = exponents.filter(|(other, _)| *other == atom).map(|(_, count)| *count);
            match &atom {
                Atom::Inverse(inner) => {
                    let most = worst.max().unwrap_or(0).max(0);
                    denominator = denominator.times(&inner.to_power(most as u32));
                }
                _ => {
                    let least = worst.min().unwrap_or(0).min(0);
                    denominator = denominator.times(&Term::atom(atom.clone()).to_power(least.unsigned_abs()));
                }
            }
        }
        let top = self.cleared();
        let (base, bottom) = denominator.as_univariate()?;
        let top = match top.as_constant() {
            Some(value) => trimmed(vec![value]),
            None => {
                let (other, top) = top.as_univariate()?;
                (other == base).then_some(top)?
            }
        };
        Some((base, top, bottom))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Symbol, Term};

    #[test]
    fn fractions_are_in_lowest_terms() {
        let n = Term::symbol(&Symbol::integer("n"));
        let (one, two) = (n.plus_int(1), n.plus_int(2));
        let both = Term::inverse(&one).times(&Term::inverse(&two));
        let h = Term::one().minus(&n.plus_int(2).times(&both));
        assert_eq!(h.reduced().to_string(), "n/(n + 1)");
        let plain = n.times(&n).plus_int(-1);
        assert_eq!(plain.reduced(), plain);
        let whole = Term::quotient(&plain, &one);
        assert_eq!(whole.reduced().to_string(), "n - 1");
    }
}
