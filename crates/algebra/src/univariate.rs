//! Polynomials in one variable over the rational numbers, and terms as such polynomials.

use dashu_base::UnsignedAbs;
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::{Atom, Symbol, Term};

/// Coefficients from the constant up; the last one is not zero.
pub type Polynomial = Vec<RBig>;

/// Candidates for roots that are tried; beyond that a polynomial counts as irreducible.
const MOST_CANDIDATES: usize = 20_000;

/// The rational roots with their multiplicities, and what is left without them.
pub fn rational_roots(polynomial: &Polynomial) -> (Vec<(RBig, usize)>, Polynomial) {
    let mut rest = trimmed(polynomial.clone());
    let mut roots: Vec<(RBig, usize)> = Vec::new();
    let zeros = rest.iter().take_while(|value| value.is_zero()).count();
    if zeros > 0 && rest.len() > 1 {
        rest.drain(..zeros);
        roots.push((RBig::ZERO, zeros));
    }
    while rest.len() > 1 {
        let Some(root) = one_root(&rest) else { break };
        let mut count = 0;
        while rest.len() > 1 && evaluate(&rest, &root).is_zero() {
            rest = divide(&rest, &vec![-&root, RBig::ONE]).0;
            count += 1;
        }
        roots.push((root, count));
    }
    (roots, rest)
}

/// A polynomial whose last coefficient is not zero.
pub(crate) fn trimmed(mut polynomial: Polynomial) -> Polynomial {
    while polynomial.last().is_some_and(RBig::is_zero) {
        polynomial.pop();
    }
    polynomial
}

/// The value at a point.
pub fn evaluate(polynomial: &Polynomial, at: &RBig) -> RBig {
    polynomial.iter().rev().fold(RBig::ZERO, |all, value| all * at + value)
}

/// The product.
pub(crate) fn multiply(a: &Polynomial, b: &Polynomial) -> Polynomial {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut result = vec![RBig::ZERO; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            result[i + j] += x * y;
        }
    }
    trimmed(result)
}

/// The difference.
pub(crate) fn subtract(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let size = a.len().max(b.len());
    let at = |polynomial: &Polynomial, row: usize| polynomial.get(row).cloned().unwrap_or(RBig::ZERO);
    trimmed((0..size).map(|row| at(a, row) - at(b, row)).collect())
}

/// `p(j + distance)`
pub(crate) fn shift(polynomial: &Polynomial, distance: i64) -> Polynomial {
    let step = vec![RBig::from(distance), RBig::ONE];
    polynomial.iter().rev().fold(Vec::new(), |all, value| {
        let mut next = multiply(&all, &step);
        if next.is_empty() {
            next.push(RBig::ZERO);
        }
        next[0] += value;
        trimmed(next)
    })
}

/// Quotient and remainder.
pub(crate) fn divide(a: &Polynomial, b: &Polynomial) -> (Polynomial, Polynomial) {
    let mut rest = a.clone();
    if a.len() < b.len() {
        return (Vec::new(), rest);
    }
    let mut quotient = vec![RBig::ZERO; a.len() - b.len() + 1];
    for at in (0..quotient.len()).rev() {
        let factor = &rest[at + b.len() - 1] / &b[b.len() - 1];
        for (offset, value) in b.iter().enumerate() {
            rest[at + offset] = &rest[at + offset] - &factor * value;
        }
        quotient[at] = factor;
    }
    (trimmed(quotient), trimmed(rest))
}

/// The monic greatest common divisor.
pub(crate) fn gcd(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let (mut a, mut b) = (a.clone(), b.clone());
    while !b.is_empty() {
        let rest = divide(&a, &b).1;
        a = b;
        b = rest;
    }
    let lead = a.last().cloned().unwrap_or(RBig::ONE);
    a.iter().map(|value| value / &lead).collect()
}

/// A rational root by the divisors of the first and last coefficient.
fn one_root(polynomial: &Polynomial) -> Option<RBig> {
    let scale = polynomial.iter().fold(IBig::ONE, |all, value| {
        let next = IBig::from(value.denominator().clone());
        &all * &next / crate::term::gcd(&all, &next)
    });
    let integers: Vec<IBig> =
        polynomial.iter().map(|value| (value * RBig::from(scale.clone())).numerator().clone()).collect();
    if polynomial.len() == 2 {
        return Some(-&polynomial[0] / &polynomial[1]);
    }
    let bottoms = divisors(&integers[integers.len() - 1])?;
    let tops = divisors(&integers[0])?;
    if tops.len() * bottoms.len() > MOST_CANDIDATES {
        return None;
    }
    for bottom in &bottoms {
        for top in &tops {
            for sign in [1, -1] {
                let candidate = RBig::from(top * IBig::from(sign)) / RBig::from(bottom.clone());
                if evaluate(polynomial, &candidate).is_zero() {
                    return Some(candidate);
                }
            }
        }
    }
    None
}

fn divisors(value: &IBig) -> Option<Vec<IBig>> {
    let size = u64::try_from(value.clone().unsigned_abs()).ok()?;
    if size > 10_000_000_000 {
        return None;
    }
    let mut found = Vec::new();
    let mut at = 1u64;
    while at * at <= size {
        if size.is_multiple_of(at) {
            found.push(IBig::from(at));
            found.push(IBig::from(size / at));
        }
        at += 1;
    }
    Some(found)
}

impl Term {
    /// A polynomial at a term.
    pub fn polynomial(coefficients: &Polynomial, at: &Term) -> Term {
        let from_the_highest = coefficients.iter().rev();
        from_the_highest.fold(Term::zero(), |all, value| all.times(at).plus(&Term::rational(value.clone())))
    }

    /// The coefficients of the powers of a symbol, from the constant up, if the term is a polynomial in it.
    pub fn coefficients(&self, symbol: &Symbol) -> Option<Vec<Term>> {
        let atom = Atom::Symbol(symbol.clone());
        let mut result: Vec<Term> = Vec::new();
        for (monomial, coefficient) in self.0.iter() {
            let (exponent, rest) = monomial.without(&atom);
            let exponent = usize::try_from(exponent).ok()?;
            let rest = Term::monomial(rest, coefficient.clone());
            if rest.mentions(symbol) {
                return None;
            }
            if result.len() <= exponent {
                result.resize(exponent + 1, Term::zero());
            }
            result[exponent] = result[exponent].plus(&rest);
        }
        Some(result)
    }

    /// The polynomial with rational coefficients in one atom that this term is, if it is one.
    pub fn as_univariate(&self) -> Option<(Atom, Polynomial)> {
        let atoms = self.top_atoms();
        let [atom] = &atoms[..] else { return None };
        let mut result: Polynomial = Vec::new();
        for (monomial, coefficient) in self.0.iter() {
            let exponent = usize::try_from(monomial.factors().first().map_or(0, |part| part.1)).ok()?;
            if result.len() <= exponent {
                result.resize(exponent + 1, RBig::ZERO);
            }
            result[exponent] = coefficient.clone();
        }
        Some((atom.clone(), result))
    }
}
