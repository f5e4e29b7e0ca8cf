//! Rational functions of one atom in lowest terms.

use dashu_ratio::RBig;

use crate::univariate::Polynomial;
use crate::{Atom, Term};

impl Term {
    /// A quotient of polynomials in one atom in lowest terms; any other term as it is. Equal wherever the
    /// denominators are not zero.
    pub fn reduced(&self) -> Term {
        if !self.top_atoms().iter().any(|atom| matches!(atom, Atom::Inverse(_))) {
            return self.clone();
        }
        let Some((base, top, bottom)) = self.as_fraction() else { return self.clone() };
        let shared = greatest_divisor(top.clone(), bottom.clone());
        let (top, _) = divided(&top, &shared);
        let (bottom, _) = divided(&bottom, &shared);
        let back = |polynomial: &Polynomial| {
            let base = Term::atom(base.clone());
            polynomial
                .iter()
                .rev()
                .fold(Term::zero(), |all, value| all.times(&base).plus(&Term::rational(value.clone())))
        };
        Term::quotient(&back(&top), &back(&bottom))
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
            Some(value) => vec![value],
            None => {
                let (other, top) = top.as_univariate()?;
                (other == base).then_some(top)?
            }
        };
        Some((base, top, bottom))
    }
}

/// Quotient and remainder of polynomials; the divisor is not zero.
fn divided(top: &Polynomial, bottom: &Polynomial) -> (Polynomial, Polynomial) {
    let mut rest = top.clone();
    let mut quotient = vec![RBig::ZERO; (top.len() + 1).saturating_sub(bottom.len()).max(1)];
    while let (Some(lead), true) = (rest.last().cloned(), rest.len() >= bottom.len()) {
        let shift = rest.len() - bottom.len();
        let factor = lead / &bottom[bottom.len() - 1];
        for (at, value) in bottom.iter().enumerate() {
            rest[at + shift] = &rest[at + shift] - value * &factor;
        }
        quotient[shift] = factor;
        rest.pop();
        while rest.last().is_some_and(RBig::is_zero) {
            rest.pop();
        }
    }
    (quotient, rest)
}

fn greatest_divisor(a: Polynomial, b: Polynomial) -> Polynomial {
    let (mut a, mut b) = (a, b);
    while b.iter().any(|value| !value.is_zero()) {
        let (_, rest) = divided(&a, &b);
        (a, b) = (b, rest);
    }
    a
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
