//! Atoms: what a term is made of besides numbers, and the constructors that keep them canonical.
//!
//! Canonical forms
//! - Powers with symbolic exponents have a prime, `-1`, one atom or a sum as base, and one monomial with
//!   coefficient 1 as exponent: `z^(2k+1)` is `z · (z^k)²`, `6^k` is `2^k · 3^k`.
//! - `(k + c)!` with `c > 0` is `k! · (k+1) ⋯ (k+c)`.
//! - Integer quotients and remainders have integer coefficients, those above reduced by the divisor.
//! - Bound symbols are numbered by the depth of their binder, so that equal binders are structurally equal.

use std::sync::Arc;

use dashu_base::{Signed, UnsignedAbs};
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::term::{as_integer, floor_div};
use crate::{Array, Condition, Fold, Monomial, Search, Sequence, Symbol, System, Term};

/// What stands in monomials.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Atom {
    /// A symbol.
    Symbol(Symbol),
    /// A power with a symbolic exponent.
    Power(Term, Term),
    /// `1 / t`; wherever it stands, `t ≠ 0` is a condition of the result.
    Inverse(Term),
    /// `t!` for `t ≥ 0`.
    Factorial(Term),
    /// The quotient rounded down; zero for a zero divisor.
    Floor(Term, Term),
    /// The remainder of that quotient.
    Mod(Term, Term),
    /// The greatest integer whose square is at most `t`; zero for negative `t`.
    Root(Term),
    /// The greatest `e` with `base^e ≤ t`; zero for `t < 1`.
    Log(IBig, Term),
    /// The greatest common divisor.
    Gcd(Term, Term),
    /// The least.
    Min(Vec<Term>),
    /// The greatest.
    Max(Vec<Term>),
    /// `if c then a else b`
    Choice(Box<Condition>, Term, Term),
    /// An element of an array: one subscript for each dimension.
    Element(Array, Vec<Term>),
    /// The sum of the body for the bound symbol from the first to the second term.
    Sum(Arc<Range>),
    /// The product, likewise.
    Product(Arc<Range>),
    /// What a scan keeps of its members.
    Fold(Arc<Fold>),
    /// A member of a linear recurrence sequence.
    Sequence(Arc<Sequence>, Term),
    /// A component of a system after a number of steps.
    Iterate(Arc<System>, usize, Term),
    /// What a search finds.
    Least(Arc<Search>),
}

/// A bound symbol that runs over a range.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Range {
    /// The bound symbol.
    pub index: Symbol,
    /// Its first value.
    pub low: Term,
    /// Its last value.
    pub high: Term,
    /// What is summed or multiplied.
    pub body: Term,
}

impl Atom {
    /// Whether this is a power of minus one.
    pub(crate) fn is_sign(&self) -> bool {
        matches!(self, Atom::Power(base, _) if base.as_int() == Some(IBig::from(-1)))
    }
}

/// Constants whose prime factors are looked for.
const LARGEST_DIVISOR: u64 = 1 << 16;
/// Combinations of residues that are tried to see that a number always divides a polynomial.
const MOST_RESIDUES: u64 = 4096;
/// Powers of numbers that are computed.
const LARGEST_EXPONENT: u32 = 100_000;
/// Powers of sums that are multiplied out.
const LARGEST_POWER: u32 = 64;

impl Term {
    /// `base ^ exponent`, the exponent not negative.
    pub fn power(base: &Term, exponent: &Term) -> Term {
        if let Some(count) = exponent.as_int().and_then(|value| i32::try_from(value).ok()) {
            if count >= 0
                && (count as u32 <= LARGEST_POWER || base.0.len() <= 1)
                && count as u32 <= LARGEST_EXPONENT
            {
                return base.to_power(count as u32);
            }
            if count < 0 && count >= -(LARGEST_POWER as i32) {
                return Term::inverse(base).to_power(count.unsigned_abs());
            }
        }
        if let Some(value) = base.as_constant() {
            return constant_power(&value, exponent);
        }
        if base.0.len() == 1 {
            let (monomial, coefficient) = base.0.iter().next().expect("one part");
            let mut result = constant_power(coefficient, exponent);
            for (atom, count) in monomial.factors() {
                result = result.times(&atom_power(atom, &exponent.scaled(&RBig::from(*count))));
            }
            return result;
        }
        split_power(base, exponent)
    }

    /// `1 / t`
    pub fn inverse(term: &Term) -> Term {
        if let Some(value) = term.as_constant() {
            return if value.is_zero() { Term::zero() } else { Term::rational(RBig::ONE / value) };
        }
        if term.0.len() == 1 {
            let (monomial, coefficient) = term.0.iter().next().expect("one part");
            let inverted = monomial.factors().iter().map(|(atom, count)| (atom.clone(), -count)).collect();
            return Term::monomial(Monomial::of(inverted), RBig::ONE / coefficient);
        }
        // One scale for all multiples of a polynomial.
        let lead = term.0.values().next_back().expect("not zero").clone();
        let scaled = term.scaled(&(RBig::ONE / &lead));
        Term::atom(Atom::Inverse(scaled)).scaled(&(RBig::ONE / lead))
    }

    /// `a / b` as rational numbers.
    pub fn quotient(a: &Term, b: &Term) -> Term {
        a.times(&Term::inverse(b))
    }

    /// `t!`
    pub fn factorial(term: &Term) -> Term {
        if let Some(value) = term.as_int().and_then(|value| u32::try_from(value).ok())
            && value <= 2_000
        {
            return Term::int((1..=value).fold(IBig::ONE, |all, next| all * IBig::from(next)));
        }
        let constant = term.constant_part();
        if let Some(shift) = as_integer(&constant).and_then(|value| i64::try_from(value).ok())
            && (1..=100).contains(&shift)
        {
            let rest = term.plus_int(-shift);
            let factors = (1..=shift).map(|step| rest.plus_int(step));
            return factors.fold(Term::atom(Atom::Factorial(rest.clone())), |all, next| all.times(&next));
        }
        Term::atom(Atom::Factorial(term.clone()))
    }

    /// The quotient rounded down.
    pub fn floor_div(a: &Term, b: &Term) -> Term {
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return if y.is_zero() { Term::zero() } else { Term::int(crate::term::floor(&(x / y))) };
        }
        let scale = RBig::from(a.denominator());
        let (mut a, b) = (a.scaled(&scale), b.scaled(&scale));
        if let Some(divisor) = b.as_constant() {
            if divisor.is_zero() {
                return Term::zero();
            }
            let size = RBig::from(divisor.denominator().clone());
            a = a.scaled(&size);
            let mut divisor = divisor.numerator().clone();
            if divisor.is_negative() {
                (a, divisor) = (a.negated(), -divisor);
            }
            return floor_by_number(&a, divisor);
        }
        if a.0.is_empty() {
            return Term::zero();
        }
        // One sign for a quotient: a divisor does not begin with a minus.
        if b.0.values().all(|value| value.is_negative()) {
            return Term::atom(Atom::Floor(a.negated(), b.negated()));
        }
        Term::atom(Atom::Floor(a, b))
    }

    /// The quotient rounded up.
    pub fn ceil_div(a: &Term, b: &Term) -> Term {
        Term::floor_div(&a.negated(), b).negated()
    }

    /// `a - b · ⌊a/b⌋`
    pub fn modulo(a: &Term, b: &Term) -> Term {
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return if y.is_zero() {
                Term::rational(x)
            } else {
                Term::rational(&x - &y * RBig::from(crate::term::floor(&(&x / &y))))
            };
        }
        if a.0.is_empty() {
            return Term::zero();
        }
        // A remainder inside changes nothing.
        if a.has_integer_coefficients() {
            let inside = a.top_atoms().into_iter().find_map(|atom| match &atom {
                Atom::Mod(inner, divisor) if divisor == b => Some((atom.clone(), inner.clone())),
                _ => None,
            });
            if let Some((atom, inner)) = inside {
                return Term::modulo(&a.with_atom(&atom, &inner), b);
            }
        }
        if let Some(divisor) = b.as_int()
            && divisor > IBig::ZERO
            && a.has_integer_coefficients()
            && a.has_integer_atoms()
        {
            let (reduced, _) = reduce(a, &divisor);
            return match reduced.as_constant() {
                Some(value) => Term::rational(value),
                None if divisor == IBig::ONE => Term::zero(),
                None => Term::atom(Atom::Mod(reduced, b.clone())),
            };
        }
        Term::atom(Atom::Mod(a.clone(), b.clone()))
    }

    /// The integer square root.
    pub fn root(term: &Term) -> Term {
        match term.as_int() {
            Some(value) => Term::int(integer_root(&value)),
            None => Term::atom(Atom::Root(term.clone())),
        }
    }

    /// The integer logarithm.
    pub fn log(base: &IBig, term: &Term) -> Term {
        match term.as_int() {
            Some(value) => Term::int(integer_log(base, &value)),
            None => Term::atom(Atom::Log(base.clone(), term.clone())),
        }
    }

    /// The greatest common divisor.
    pub fn gcd(a: &Term, b: &Term) -> Term {
        if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
            return Term::int(crate::term::gcd(&x, &y));
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        Term::atom(Atom::Gcd(a.clone(), b.clone()))
    }

    /// The least of some.
    pub fn min(terms: &[Term]) -> Term {
        extreme(terms, true)
    }

    /// The greatest of some.
    pub fn max(terms: &[Term]) -> Term {
        extreme(terms, false)
    }

    /// `if c then a else b`
    pub fn choice(condition: &Condition, yes: &Term, no: &Term) -> Term {
        match condition {
            Condition::True => yes.clone(),
            Condition::False => no.clone(),
            _ if yes == no => yes.clone(),
            _ => Term::atom(Atom::Choice(Box::new(condition.clone()), yes.clone(), no.clone())),
        }
    }

    /// The sum of `body` for `index` from `low` to `high`; the symbol is bound by it.
    pub fn sum_over(index: &Symbol, low: &Term, high: &Term, body: &Term) -> Term {
        if body.0.is_empty() {
            return Term::zero();
        }
        if let Some(members) = few_members(index, low, high, body) {
            return Term::sum(members);
        }
        Term::atom(Atom::Sum(bind_range(index, low, high, body)))
    }

    /// The product of `body` for `index` from `low` to `high`; the symbol is bound by it.
    pub fn product_over(index: &Symbol, low: &Term, high: &Term, body: &Term) -> Term {
        if body.as_int() == Some(IBig::ONE) {
            return Term::one();
        }
        if let Some(members) = few_members(index, low, high, body) {
            return members.into_iter().fold(Term::one(), |all, next| all.times(&next));
        }
        Term::atom(Atom::Product(bind_range(index, low, high, body)))
    }

    /// If some atom is a choice: its condition, and the term with either branch in its place.
    pub fn lifted_choice(&self) -> Option<(Condition, Term, Term)> {
        let choice = self.0.keys().flat_map(|monomial| monomial.factors()).find_map(|(atom, _)| match atom {
            Atom::Choice(condition, yes, no) => Some((atom, condition, yes, no)),
            _ => None,
        });
        let (atom, condition, yes, no) = choice?;
        Some(((**condition).clone(), self.with_atom(atom, yes), self.with_atom(atom, no)))
    }

    /// This term with another term in the place of an atom (at the top, not inside other atoms).
    pub fn with_atom(&self, atom: &Atom, value: &Term) -> Term {
        let mut result = Term::zero();
        for (monomial, coefficient) in self.0.iter() {
            let (exponent, rest) = monomial.without(atom);
            let rest = Term::monomial(rest, coefficient.clone());
            result = result.plus(&rest.times(&value.raised(exponent)));
        }
        result
    }

    /// This term with other terms in the place of some of its atoms, one after the other.
    pub fn with_atoms(&self, mut value: impl FnMut(&Atom) -> Option<Term>) -> Term {
        let atoms = self.top_atoms().into_iter();
        atoms.fold(self.clone(), |term, atom| match value(&atom) {
            Some(value) => term.with_atom(&atom, &value),
            None => term,
        })
    }
}

/// The members of a range between numbers, if there are few of them.
fn few_members(index: &Symbol, low: &Term, high: &Term, body: &Term) -> Option<Vec<Term>> {
    let (low, high) = (low.as_int()?, high.as_int()?);
    if &high - &low > IBig::from(16) {
        return None;
    }
    let mut members = Vec::new();
    let mut at = low;
    while at <= high {
        members.push(body.with_symbol(index, &Term::int(at.clone())));
        at += IBig::ONE;
    }
    Some(members)
}

/// A range whose symbol is renamed by depth.
fn bind_range(index: &Symbol, low: &Term, high: &Term, body: &Term) -> Arc<Range> {
    let (index, body) = crate::substitute::bind(index, body);
    Arc::new(Range { index, low: low.clone(), high: high.clone(), body })
}

fn constant_power(base: &RBig, exponent: &Term) -> Term {
    if *base == RBig::ONE {
        return Term::one();
    }
    if base.is_zero() {
        return Term::choice(&Condition::eq(exponent), &Term::one(), &Term::zero());
    }
    let mut result = Term::one();
    if base.is_negative() {
        result = split_power(&Term::int(-1), exponent);
    }
    let above = factors(&IBig::from(base.numerator().clone().unsigned_abs()));
    let below = factors(&IBig::from(base.denominator().clone()));
    let below = below.into_iter().map(|(prime, count)| (prime, -count));
    for (prime, count) in above.into_iter().chain(below) {
        let exponent = exponent.scaled(&RBig::from(count));
        result = result.times(&split_power(&Term::int(prime), &exponent));
    }
    result
}

fn atom_power(atom: &Atom, exponent: &Term) -> Term {
    match atom {
        Atom::Power(base, inner) => Term::power(base, &inner.times(exponent)),
        _ => split_power(&Term::atom(atom.clone()), exponent),
    }
}

/// A power with the exponent taken apart: `b^(2k + n + 3)` is `(b^k)² · b^n · b³`.
fn split_power(base: &Term, exponent: &Term) -> Term {
    if !exponent.has_integer_coefficients() {
        return Term::atom(Atom::Power(base.clone(), exponent.clone()));
    }
    let mut result = Term::one();
    for (monomial, count) in exponent.0.iter() {
        let Ok(count) = i32::try_from(count.numerator().clone()) else {
            return Term::atom(Atom::Power(base.clone(), exponent.clone()));
        };
        let factor = if monomial.is_one() {
            let most = if base.0.len() > 1 { LARGEST_POWER } else { LARGEST_EXPONENT };
            if count.unsigned_abs() > most {
                return Term::atom(Atom::Power(base.clone(), exponent.clone()));
            }
            base.raised(count)
        } else {
            let atom = Atom::Power(base.clone(), Term::monomial(monomial.clone(), RBig::ONE));
            let factors = std::collections::BTreeMap::from([(atom, count)]);
            Term::monomial(Monomial::of(factors), RBig::ONE)
        };
        result = result.times(&factor);
    }
    result
}

/// The prime factors of a positive number as far as small divisors go; the rest counts as prime.
fn factors(value: &IBig) -> Vec<(IBig, i32)> {
    let mut rest = value.clone();
    let mut found = Vec::new();
    let mut divisor = 2u64;
    while divisor < LARGEST_DIVISOR && rest > IBig::ONE {
        let candidate = IBig::from(divisor);
        if &candidate * &candidate > rest {
            break;
        }
        let mut count = 0;
        while (&rest % &candidate).is_zero() {
            rest /= &candidate;
            count += 1;
        }
        if count > 0 {
            found.push((candidate, count));
        }
        divisor += 1;
    }
    if rest > IBig::ONE {
        found.push((rest, 1));
    }
    found
}

/// `a = reduced + divisor · multiple`, with the coefficients of `reduced` near zero and its constant in
/// `0..divisor`.
fn reduce(a: &Term, divisor: &IBig) -> (Term, Term) {
    let mut reduced = Term::zero();
    let mut multiple = Term::zero();
    for (monomial, coefficient) in a.0.iter() {
        // The nearest multiple, so that -1 stays -1; halves go down.
        let near = coefficient.numerator() + (divisor - IBig::ONE) / IBig::from(2);
        let quotient = floor_div(if monomial.is_one() { coefficient.numerator() } else { &near }, divisor);
        let rest = coefficient.numerator() - &quotient * divisor;
        reduced = reduced.plus(&Term::monomial(monomial.clone(), RBig::from(rest)));
        multiple = multiple.plus(&Term::monomial(monomial.clone(), RBig::from(quotient)));
    }
    (reduced, multiple)
}

fn floor_by_number(a: &Term, divisor: IBig) -> Term {
    if divisor == IBig::ONE && a.has_integer_atoms() {
        return a.clone();
    }
    if !a.has_integer_atoms() {
        return Term::atom(Atom::Floor(a.clone(), Term::int(divisor)));
    }
    if let Some(whole) = a.without_remainder(&divisor) {
        return floor_by_number(&whole, divisor);
    }
    let (reduced, multiple) = reduce(a, &divisor);
    if let Some(value) = reduced.as_int() {
        return multiple.plus(&Term::int(floor_div(&value, &divisor)));
    }
    // A common divisor of everything but the constant can be taken out of both.
    let shared = crate::term::gcd(&reduced.content(), &divisor);
    let (mut reduced, mut divisor) = (reduced, divisor);
    if shared > IBig::ONE {
        let constant = as_integer(&reduced.constant_part()).unwrap_or(IBig::ZERO);
        let rest = reduced.minus(&Term::int(constant.clone()));
        let scale = RBig::ONE / RBig::from(shared.clone());
        reduced = rest.scaled(&scale).plus(&Term::int(floor_div(&constant, &shared)));
        divisor /= shared;
    }
    if divisor == IBig::ONE {
        return multiple.plus(&reduced);
    }
    if always_divides(&reduced, &divisor) {
        return multiple.plus(&reduced.scaled(&(RBig::ONE / RBig::from(divisor))));
    }
    multiple.plus(&Term::atom(Atom::Floor(reduced, Term::int(divisor))))
}

/// Whether a number divides a polynomial with integer coefficients for all integers, as 2 divides `n² + n`: it does
/// if it does for all residues.
fn always_divides(term: &Term, divisor: &IBig) -> bool {
    let Ok(size) = u64::try_from(divisor) else { return false };
    let atoms = term.top_atoms();
    let tries = (0..atoms.len()).try_fold(1u64, |all, _| all.checked_mul(size));
    if tries.is_none_or(|tries| tries > MOST_RESIDUES) || term.0.len() < 2 {
        return false;
    }
    let mut residues = vec![0u64; atoms.len()];
    loop {
        let mut total = IBig::ZERO;
        for (monomial, coefficient) in term.0.iter() {
            let mut product = coefficient.numerator().clone();
            for (atom, count) in monomial.factors() {
                let at = atoms.iter().position(|other| other == atom).unwrap_or(0);
                product *= IBig::from(residues[at]).pow(*count as usize);
            }
            total += product;
        }
        if !(total % divisor).is_zero() {
            return false;
        }
        let Some(at) = residues.iter().position(|residue| residue + 1 < size) else { return true };
        residues[at] += 1;
        residues[..at].fill(0);
    }
}

fn extreme(terms: &[Term], least: bool) -> Term {
    let constants = terms.iter().filter_map(Term::as_constant);
    let constant = if least { constants.min() } else { constants.max() };
    let open = terms.iter().filter(|term| term.as_constant().is_none()).cloned();
    let mut rest: Vec<Term> = open.chain(constant.map(Term::rational)).collect();
    rest.sort();
    rest.dedup();
    match rest.len() {
        0 => Term::zero(),
        1 => rest.remove(0),
        _ => Term::atom(if least { Atom::Min(rest) } else { Atom::Max(rest) }),
    }
}

/// The greatest integer whose square is at most the number; zero for negative ones.
pub fn integer_root(value: &IBig) -> IBig {
    use dashu_base::SquareRoot;
    if value.is_negative() { IBig::ZERO } else { IBig::from(value.clone().unsigned_abs().sqrt()) }
}

/// The greatest exponent with `base^e ≤ value`; zero for values below 1.
pub fn integer_log(base: &IBig, value: &IBig) -> IBig {
    if *value < IBig::ONE || *base < IBig::from(2) {
        return IBig::ZERO;
    }
    IBig::from(value.clone().unsigned_abs().ilog(&base.clone().unsigned_abs()))
}
