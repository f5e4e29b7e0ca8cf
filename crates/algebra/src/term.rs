//! Terms in canonical form: sums of rational coefficients times monomials over atoms.
//!
//! Invariants
//! - No coefficient is zero, no exponent is zero, atoms of a monomial are distinct and sorted.
//! - A constant factor never stands inside an atom where it could stand in a coefficient (see `atom.rs`).
//! - Equal terms are structurally equal; [`Term::is_zero`](crate::Term::is_zero) also sees equality that needs
//!   denominators to be cleared.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use dashu_base::{Gcd, Signed, UnsignedAbs};
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::Atom;

/// A name that stands for a number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol {
    /// The name.
    pub name: Arc<str>,
    /// Whether it stands for an integer.
    pub integer: bool,
}

impl Symbol {
    /// An integer of this name.
    pub fn integer(name: &str) -> Self {
        Self { name: name.into(), integer: true }
    }

    /// A real number of this name.
    pub fn real(name: &str) -> Self {
        Self { name: name.into(), integer: false }
    }
}

/// A product of powers of atoms.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Monomial(pub(crate) Vec<(Atom, i32)>);

impl Monomial {
    /// The atoms with their exponents.
    pub fn factors(&self) -> &[(Atom, i32)] {
        &self.0
    }

    /// Whether this is the empty product.
    pub fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    /// The exponent of an atom, and the rest of the product.
    pub(crate) fn without(&self, atom: &Atom) -> (i32, Monomial) {
        let exponent = self.0.iter().find(|(other, _)| other == atom).map_or(0, |(_, exponent)| *exponent);
        let rest = self.0.iter().filter(|(other, _)| other != atom);
        (exponent, Monomial(rest.cloned().collect()))
    }

    pub(crate) fn times(&self, other: &Monomial) -> Monomial {
        let mut factors: BTreeMap<Atom, i32> = self.0.iter().cloned().collect();
        for (atom, exponent) in &other.0 {
            *factors.entry(atom.clone()).or_insert(0) += exponent;
        }
        Monomial::of(factors)
    }

    pub(crate) fn of(factors: BTreeMap<Atom, i32>) -> Monomial {
        let normal = factors.into_iter().filter_map(|(atom, exponent)| {
            // Powers of minus one repeat.
            let exponent = if atom.is_sign() { exponent.rem_euclid(2) } else { exponent };
            (exponent != 0).then_some((atom, exponent))
        });
        Monomial(normal.collect())
    }
}

/// A number as an expression of symbols.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Term(pub(crate) Arc<BTreeMap<Monomial, RBig>>);

impl Ord for Term {
    /// Terms share their parts: what is the same in memory need not be read.
    fn cmp(&self, other: &Term) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { self.0.cmp(&other.0) }
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Term {
    pub(crate) fn of(parts: BTreeMap<Monomial, RBig>) -> Term {
        Term(Arc::new(parts))
    }

    /// A constant.
    pub fn rational(value: RBig) -> Term {
        let mut parts = BTreeMap::new();
        if !value.is_zero() {
            parts.insert(Monomial::default(), value);
        }
        Term::of(parts)
    }

    /// An integer constant.
    pub fn int(value: impl Into<IBig>) -> Term {
        Term::rational(RBig::from(value.into()))
    }

    /// Zero.
    pub fn zero() -> Term {
        Term::of(BTreeMap::new())
    }

    /// One.
    pub fn one() -> Term {
        Term::int(1)
    }

    /// A symbol.
    pub fn symbol(symbol: &Symbol) -> Term {
        Term::atom(Atom::Symbol(symbol.clone()))
    }

    /// An atom as it is. Use the constructors of `atom.rs` for anything that may simplify.
    pub fn atom(atom: Atom) -> Term {
        Term::of(BTreeMap::from([(Monomial(vec![(atom, 1)]), RBig::ONE)]))
    }

    pub(crate) fn monomial(monomial: Monomial, coefficient: RBig) -> Term {
        if coefficient.is_zero() {
            return Term::zero();
        }
        Term::of(BTreeMap::from([(monomial, coefficient)]))
    }

    /// The monomials with their coefficients.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = (&Monomial, &RBig)> + Clone {
        self.0.iter()
    }

    /// The value, if this is a constant.
    pub fn as_constant(&self) -> Option<RBig> {
        match self.0.len() {
            0 => Some(RBig::ZERO),
            1 => self.0.get(&Monomial::default()).cloned(),
            _ => None,
        }
    }

    /// The value, if this is an integer constant.
    pub fn as_int(&self) -> Option<IBig> {
        self.as_constant().and_then(|value| as_integer(&value))
    }

    /// The atom, if this is one atom and nothing else.
    pub fn as_atom(&self) -> Option<&Atom> {
        let mut parts = self.0.iter();
        match (parts.next(), parts.next()) {
            (Some((Monomial(factors), coefficient)), None) if *coefficient == RBig::ONE => match &factors[..]
            {
                [(atom, 1)] => Some(atom),
                _ => None,
            },
            _ => None,
        }
    }

    /// The symbol, if this is one.
    pub fn as_symbol(&self) -> Option<&Symbol> {
        match self.as_atom() {
            Some(Atom::Symbol(symbol)) => Some(symbol),
            _ => None,
        }
    }

    /// The part that is a constant.
    pub fn constant_part(&self) -> RBig {
        self.0.get(&Monomial::default()).cloned().unwrap_or(RBig::ZERO)
    }

    /// The sum.
    pub fn plus(&self, other: &Term) -> Term {
        if self.0.is_empty() {
            return other.clone();
        }
        let mut parts = (*self.0).clone();
        for (monomial, coefficient) in other.0.iter() {
            let slot = parts.entry(monomial.clone()).or_insert(RBig::ZERO);
            *slot = &*slot + coefficient;
            if slot.is_zero() {
                parts.remove(monomial);
            }
        }
        Term::of(parts)
    }

    /// The sum with a number.
    pub fn plus_int(&self, value: i64) -> Term {
        self.plus(&Term::int(value))
    }

    /// The difference.
    pub fn minus(&self, other: &Term) -> Term {
        self.plus(&other.negated())
    }

    /// The opposite.
    pub fn negated(&self) -> Term {
        self.scaled(&RBig::from(-1))
    }

    /// A multiple.
    pub fn scaled(&self, factor: &RBig) -> Term {
        if factor.is_zero() {
            return Term::zero();
        }
        if *factor == RBig::ONE {
            return self.clone();
        }
        let mut parts = (*self.0).clone();
        parts.values_mut().for_each(|value| *value = &*value * factor);
        Term::of(parts)
    }

    /// The product.
    pub fn times(&self, other: &Term) -> Term {
        for (one, rest) in [(self, other), (other, self)] {
            if let Some(factor) = one.as_constant() {
                return rest.scaled(&factor);
            }
        }
        let mut parts: BTreeMap<Monomial, RBig> = BTreeMap::new();
        for (left, a) in self.0.iter() {
            for (right, b) in other.0.iter() {
                let slot = parts.entry(left.times(right)).or_insert(RBig::ZERO);
                *slot = &*slot + a * b;
            }
        }
        parts.retain(|_, value| !value.is_zero());
        Term::of(parts)
    }

    /// A power with a small exponent.
    pub fn to_power(&self, exponent: u32) -> Term {
        let mut result = Term::one();
        let mut base = self.clone();
        let mut rest = exponent;
        while rest > 0 {
            if rest & 1 == 1 {
                result = result.times(&base);
            }
            rest >>= 1;
            if rest > 0 {
                base = base.times(&base);
            }
        }
        result
    }

    /// A power with a small exponent of either sign.
    pub fn raised(&self, exponent: i32) -> Term {
        let base = if exponent < 0 { &Term::inverse(self) } else { self };
        base.to_power(exponent.unsigned_abs())
    }

    /// The least positive integer that clears the denominators of all coefficients.
    pub fn denominator(&self) -> IBig {
        let fractions = self.0.values().filter(|value| !value.denominator().is_one());
        fractions.fold(IBig::ONE, |all, value| {
            let next = IBig::from(value.denominator().clone());
            let common = (&all).gcd(&next);
            all * next / IBig::from(common)
        })
    }

    /// The greatest common divisor of the coefficients of the parts that are not constant; for integer
    /// coefficients only.
    pub(crate) fn content(&self) -> IBig {
        self.0
            .iter()
            .filter(|(monomial, _)| !monomial.is_one())
            .fold(IBig::ZERO, |all, (_, value)| gcd(&all, value.numerator()))
    }

    /// Whether every coefficient is an integer.
    pub fn has_integer_coefficients(&self) -> bool {
        self.0.values().all(|value| value.denominator().is_one())
    }

    /// The sum of many.
    pub fn sum(terms: impl IntoIterator<Item = Term>) -> Term {
        let mut parts: BTreeMap<Monomial, RBig> = BTreeMap::new();
        for term in terms {
            for (monomial, coefficient) in term.0.iter() {
                let slot = parts.entry(monomial.clone()).or_insert(RBig::ZERO);
                *slot = &*slot + coefficient;
            }
        }
        parts.retain(|_, value| !value.is_zero());
        Term::of(parts)
    }
}

/// The greatest common divisor, zero for two zeros.
pub(crate) fn gcd(a: &IBig, b: &IBig) -> IBig {
    if a.is_zero() {
        return IBig::from(b.clone().unsigned_abs());
    }
    if b.is_zero() {
        return IBig::from(a.clone().unsigned_abs());
    }
    IBig::from(a.gcd(b))
}

/// The integer a rational number is, if it is one.
pub fn as_integer(value: &RBig) -> Option<IBig> {
    value.denominator().is_one().then(|| value.numerator().clone())
}

/// The greatest integer not above.
pub fn floor(value: &RBig) -> IBig {
    floor_div(value.numerator(), &IBig::from(value.denominator().clone()))
}

/// The quotient rounded down; the divisor is not zero.
pub fn floor_div(a: &IBig, b: &IBig) -> IBig {
    let quotient = a / b;
    let exact = &quotient * b == *a;
    if !exact && (a.is_negative() != b.is_negative()) { quotient - IBig::ONE } else { quotient }
}
