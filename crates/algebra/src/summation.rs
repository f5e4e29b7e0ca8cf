//! Sums and products of terms in an index.
//!
//! A term in `k` is taken apart into classes `c · k^d · β^k`; each class has a closed sum. What is left is tried by
//! Gosper's method; what has no closed form stays a sum.

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::gosper::{Gosper, gosper};
use crate::quasi::sum_by_residues;
use crate::{Atom, Condition, Monomial, Symbol, Term};

/// `coefficient · k^degree · base^k`
#[derive(Clone, PartialEq, Debug)]
pub struct Class {
    /// Free of the index.
    pub coefficient: Term,
    /// The power of the index.
    pub degree: usize,
    /// The base of the exponential; 1 for none.
    pub base: Term,
}

/// A sum with what it needs.
#[derive(Clone, PartialEq, Debug)]
pub struct Summed {
    /// The value.
    pub value: Term,
    /// Conditions without which the value is not right.
    pub conditions: Vec<Condition>,
    /// Whether some part stayed a sum.
    pub open: bool,
    /// Whether it is proved that a part that stayed a sum has no closed form (as a hypergeometric term).
    pub proved_open: bool,
}

/// Takes a monomial in the index apart; none if the index stands anywhere else.
fn class_of(monomial: &Monomial, coefficient: &RBig, index: &Symbol) -> Option<Class> {
    let mut rest = Term::rational(coefficient.clone());
    let mut degree = 0;
    let mut base = Term::one();
    for (atom, count) in monomial.factors() {
        let single = Term::atom(atom.clone());
        if !single.mentions(index) {
            rest = rest.times(&single.raised(*count));
            continue;
        }
        match atom {
            Atom::Symbol(_) if *count > 0 => degree += *count as usize,
            Atom::Power(inner, exponent) if !inner.mentions(index) => {
                let exponents = exponent.coefficients(index)?;
                let [constant, slope] = &exponents[..] else { return None };
                if !constant.0.is_empty() {
                    return None;
                }
                base = base.times(&Term::power(inner, slope).raised(*count));
            }
            _ => return None,
        }
    }
    Some(Class { coefficient: rest, degree, base })
}

/// The classes of a term in the index, and what does not fit.
pub fn classes(term: &Term, index: &Symbol) -> (Vec<Class>, Term) {
    let mut found: Vec<Class> = Vec::new();
    let mut rest = Term::zero();
    for (monomial, coefficient) in term.parts() {
        match class_of(monomial, coefficient, index) {
            Some(class) => {
                let same = |other: &&mut Class| other.degree == class.degree && other.base == class.base;
                match found.iter_mut().find(same) {
                    Some(other) => other.coefficient = other.coefficient.plus(&class.coefficient),
                    None => found.push(class),
                }
            }
            None => rest = rest.plus(&Term::monomial(monomial.clone(), coefficient.clone())),
        }
    }
    (found, rest)
}

/// The polynomial `S` with `S(k+1) - S(k) = k^degree` and `S(0) = 0`.
pub(crate) fn power_sum(degree: usize, index: &Symbol) -> Term {
    let k = Term::symbol(index);
    let mut sums: Vec<Term> = Vec::new();
    for d in 0..=degree {
        // (k+1)^(d+1) - k^(d+1) summed telescopes.
        let mut total = k.to_power(d as u32 + 1);
        for (lower, sum) in sums.iter().enumerate() {
            total = total.minus(&sum.scaled(&binomial(d + 1, lower)));
        }
        sums.push(total.scaled(&(RBig::ONE / RBig::from(d as u64 + 1))));
    }
    sums.swap_remove(degree)
}

fn binomial(n: usize, k: usize) -> RBig {
    let mut value = IBig::ONE;
    for step in 0..k {
        value = value * IBig::from(n - step) / IBig::from(step + 1);
    }
    RBig::from(value)
}

/// The polynomial `P` in the index with `β P(k+1) - a P(k) = k^degree`, where `β ≠ a`.
pub(crate) fn shifted_solution(degree: usize, beta: &Term, a: &Term, index: &Symbol) -> Term {
    let inverse = Term::inverse(&beta.minus(a));
    let mut coefficients = vec![Term::zero(); degree + 1];
    for at in (0..=degree).rev() {
        let mut target = if at == degree { Term::one() } else { Term::zero() };
        for (higher, coefficient) in coefficients.iter().enumerate().skip(at + 1) {
            let share = coefficient.scaled(&binomial(higher, at)).times(beta);
            target = target.minus(&share);
        }
        coefficients[at] = target.times(&inverse);
    }
    let k = Term::symbol(index);
    coefficients.iter().rev().fold(Term::zero(), |all, next| all.times(&k).plus(next))
}

/// The condition that two bases differ, where that is not plain; `None` if they are equal.
pub(crate) fn differ(a: &Term, b: &Term) -> Option<Vec<Condition>> {
    let difference = a.minus(b);
    if difference.is_zero() {
        return None;
    }
    Some(match Condition::ne(&difference) {
        Condition::True => Vec::new(),
        condition => vec![condition],
    })
}

/// `body(0) + body(1) + … + body(index - 1)` as a term in the index.
pub fn sum_below(body: &Term, index: &Symbol) -> Summed {
    let (classes, rest) = classes(body, index);
    let mut result = Summed { value: Term::zero(), conditions: Vec::new(), open: false, proved_open: false };
    for class in classes {
        let part = match differ(&class.base, &Term::one()) {
            None => power_sum(class.degree, index),
            Some(conditions) => {
                result.conditions.extend(conditions);
                let solution = shifted_solution(class.degree, &class.base, &Term::one(), index);
                let power = Term::power(&class.base, &Term::symbol(index));
                power.times(&solution).minus(&solution.with_symbol(index, &Term::zero()))
            }
        };
        result.value = result.value.plus(&class.coefficient.times(&part));
    }
    if rest.0.is_empty() {
        return result;
    }
    if let Some(summed) = sum_by_residues(&rest, index) {
        result.value = result.value.plus(&summed.value);
        result.conditions.extend(summed.conditions);
        return result;
    }
    match gosper(&rest, index) {
        Gosper::Closed(value) => result.value = result.value.plus(&value),
        other => {
            result.open = true;
            result.proved_open = matches!(other, Gosper::None);
            let inner = Symbol::integer("•sum");
            let body = rest.with_symbol(index, &Term::symbol(&inner));
            let high = Term::symbol(index).plus_int(-1);
            result.value = result.value.plus(&Term::sum_over(&inner, &Term::zero(), &high, &body));
        }
    }
    result
}

/// `body(0) · body(1) ⋯ body(index - 1)` as a term in the index.
pub(crate) fn product_below(body: &Term, index: &Symbol) -> Term {
    let k = Term::symbol(index);
    if !body.mentions(index) {
        return Term::power(body, &k);
    }
    // A single monomial is a product of simpler products.
    if body.0.len() == 1 {
        let (monomial, coefficient) = body.0.iter().next().expect("one part");
        let mut result = Term::power(&Term::rational(coefficient.clone()), &k);
        for (atom, count) in monomial.factors() {
            result = result.times(&atom_product(atom, index).raised(*count));
        }
        return result;
    }
    if let Some((Atom::Symbol(symbol), polynomial)) = body.as_univariate()
        && symbol == *index
    {
        let (roots, rest) = crate::univariate::rational_roots(&polynomial);
        let plain = rest.len() == 1
            && roots.iter().all(|(root, _)| *root < RBig::ZERO && root.denominator().is_one());
        if plain {
            let mut result = Term::power(&Term::rational(rest[0].clone()), &k);
            for (root, count) in roots {
                // (j - root) for j below k, where the root is a negative integer.
                let start = Term::rational(-root).plus_int(-1);
                let ratio = Term::quotient(&Term::factorial(&k.plus(&start)), &Term::factorial(&start));
                result = result.times(&ratio.to_power(count as u32));
            }
            return result;
        }
    }
    kept_product(body, index)
}

fn atom_product(atom: &Atom, index: &Symbol) -> Term {
    let k = Term::symbol(index);
    let single = Term::atom(atom.clone());
    match atom {
        _ if !single.mentions(index) => Term::power(&single, &k),
        Atom::Power(base, exponent) if !base.mentions(index) => {
            let summed = sum_below(exponent, index);
            if summed.open { kept_product(&single, index) } else { Term::power(base, &summed.value) }
        }
        Atom::Inverse(inner) => Term::inverse(&product_below(inner, index)),
        _ => kept_product(&single, index),
    }
}

fn kept_product(body: &Term, index: &Symbol) -> Term {
    let inner = Symbol::integer("•product");
    let body = body.with_symbol(index, &Term::symbol(&inner));
    Term::product_over(&inner, &Term::zero(), &Term::symbol(index).plus_int(-1), &body)
}
