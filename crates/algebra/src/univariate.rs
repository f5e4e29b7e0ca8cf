//! Polynomials in one variable over the rational numbers, and terms as such polynomials.

use dashu_base::{Signed, UnsignedAbs};
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
            rest = divide_by_root(&rest, &root);
            count += 1;
        }
        roots.push((root, count));
    }
    (roots, rest)
}

fn trimmed(mut polynomial: Polynomial) -> Polynomial {
    while polynomial.last().is_some_and(RBig::is_zero) {
        polynomial.pop();
    }
    polynomial
}

/// The value at a point.
pub fn evaluate(polynomial: &Polynomial, at: &RBig) -> RBig {
    polynomial.iter().rev().fold(RBig::ZERO, |all, value| all * at + value)
}

fn divide_by_root(polynomial: &Polynomial, root: &RBig) -> Polynomial {
    let mut quotient = vec![RBig::ZERO; polynomial.len() - 1];
    let mut carry = RBig::ZERO;
    for at in (1..polynomial.len()).rev() {
        carry = &polynomial[at] + carry * root;
        quotient[at - 1] = carry.clone();
    }
    quotient
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

/// Whether a number is negative.
pub fn is_negative(value: &RBig) -> bool {
    value.is_negative()
}
