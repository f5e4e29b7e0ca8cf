//! Gosper's method: the closed sum of a hypergeometric term, or the proof that there is none.

use dashu_ratio::RBig;

use crate::linear::combination;
use crate::univariate::{Polynomial, divide, gcd, multiply, shift, subtract, trimmed};
use crate::{Atom, Monomial, Symbol, Term};

/// What Gosper's method says about a sum from zero up to below the index.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Gosper {
    /// The closed sum.
    Closed(Term),
    /// There is no hypergeometric closed form.
    None,
    /// The term is not of the kind the method decides.
    NotApplicable,
}

/// Shifts between roots that are looked at.
const LARGEST_SHIFT: usize = 40;

/// A product of factorials, powers and inverses: `K(j+1)/K(j) = above/below`.
struct Kernel {
    value: Term,
    above: Polynomial,
    below: Polynomial,
}

pub(crate) fn gosper(term: &Term, index: &Symbol) -> Gosper {
    // Parts with the same kernel are summed together; parts with different ones (almost always) separately.
    let mut groups: Vec<(Kernel, Term, Polynomial)> = Vec::new();
    for (monomial, coefficient) in term.parts() {
        let Some((kernel, constant, degree)) = kernel_of(monomial, index) else {
            return Gosper::NotApplicable;
        };
        let known =
            groups.iter_mut().find(|(other, factor, _)| other.value == kernel.value && *factor == constant);
        let polynomial = match known {
            Some((_, _, polynomial)) => polynomial,
            None => {
                groups.push((kernel, constant, Vec::new()));
                &mut groups.last_mut().expect("pushed").2
            }
        };
        if polynomial.len() <= degree {
            polynomial.resize(degree + 1, RBig::ZERO);
        }
        polynomial[degree] += coefficient;
    }
    let mut total = Term::zero();
    let alone = groups.len() == 1;
    for (kernel, constant, polynomial) in groups {
        match sum_of(&kernel, &polynomial, index) {
            Some(value) => {
                let first = value.with_symbol(index, &Term::zero());
                total = total.plus(&value.minus(&first).times(&constant));
            }
            None if alone => return Gosper::None,
            None => return Gosper::NotApplicable,
        }
    }
    Gosper::Closed(total)
}

fn kernel_of(monomial: &Monomial, index: &Symbol) -> Option<(Kernel, Term, usize)> {
    let mut kernel = Kernel { value: Term::one(), above: vec![RBig::ONE], below: vec![RBig::ONE] };
    let mut constant = Term::one();
    let mut degree = 0;
    for (atom, count) in monomial.factors() {
        let single = Term::atom(atom.clone());
        if !single.mentions(index) {
            constant = constant.times(&single.raised(*count));
            continue;
        }
        let (above, below) = match atom {
            Atom::Symbol(_) if *count > 0 => {
                degree += *count as usize;
                continue;
            }
            Atom::Symbol(_) => (vec![RBig::ZERO, RBig::ONE], vec![RBig::ONE, RBig::ONE]),
            Atom::Factorial(inner) => {
                let coefficients = inner.coefficients(index)?;
                let [low, slope] = &coefficients[..] else { return None };
                (slope.as_int()? == dashu_int::IBig::ONE).then_some(())?;
                (vec![low.as_constant()? + RBig::ONE, RBig::ONE], vec![RBig::ONE])
            }
            Atom::Inverse(inner) => {
                let (Atom::Symbol(symbol), polynomial) = inner.as_univariate()? else { return None };
                (symbol == *index).then_some(())?;
                (polynomial.clone(), shift(&polynomial, 1))
            }
            Atom::Power(base, exponent) => {
                let coefficients = exponent.coefficients(index)?;
                let [low, slope] = &coefficients[..] else { return None };
                (low.0.is_empty() && slope.as_int()? == dashu_int::IBig::ONE).then_some(())?;
                (vec![base.as_constant()?], vec![RBig::ONE])
            }
            _ => return None,
        };
        let (above, below) =
            if *count > 0 || matches!(atom, Atom::Symbol(_)) { (above, below) } else { (below, above) };
        for _ in 0..count.unsigned_abs() {
            kernel.above = multiply(&kernel.above, &above);
            kernel.below = multiply(&kernel.below, &below);
        }
        kernel.value = kernel.value.times(&single.raised(*count));
    }
    Some((kernel, constant, degree))
}

/// A term `Y` with `Y(j+1) - Y(j) = polynomial(j) · kernel(j)`.
fn sum_of(kernel: &Kernel, polynomial: &Polynomial, index: &Symbol) -> Option<Term> {
    let (mut a, mut b) = (kernel.above.clone(), kernel.below.clone());
    let mut extra: Polynomial = vec![RBig::ONE];
    let common = gcd(&a, &b);
    (a, b) = (divide(&a, &common).0, divide(&b, &common).0);
    for distance in 1..=LARGEST_SHIFT {
        let common = gcd(&a, &shift(&b, distance as i64));
        if common.len() > 1 {
            a = divide(&a, &common).0;
            b = divide(&b, &shift(&common, -(distance as i64))).0;
            for step in 1..=distance {
                extra = multiply(&extra, &shift(&common, -(step as i64)));
            }
        }
    }
    let c = multiply(polynomial, &extra);
    let back = shift(&b, -1);
    let x = key_equation(&a, &back, &c)?;
    let k = Term::symbol(index);
    let value = Term::polynomial(&multiply(&back, &x), &k).times(&kernel.value);
    Some(Term::quotient(&value, &Term::polynomial(&extra, &k)))
}

/// A polynomial `x` with `a(j) x(j+1) - b(j) x(j) = c(j)`.
fn key_equation(a: &Polynomial, b: &Polynomial, c: &Polynomial) -> Option<Polynomial> {
    let (da, db, dc) = (a.len() as i64 - 1, b.len() as i64 - 1, c.len() as i64 - 1);
    let mut bound = dc - da.max(db);
    if da == db && a[da as usize] == b[db as usize] {
        bound = dc - da + 1;
        if da > 0 {
            let special = (&b[da as usize - 1] - &a[da as usize - 1]) / &a[da as usize];
            if let Some(value) = crate::as_integer(&special).and_then(|value| i64::try_from(value).ok()) {
                bound = bound.max(value);
            }
        } else {
            bound = bound.max(0);
        }
    }
    if bound < 0 {
        return None;
    }
    let size = bound as usize + 1;
    let columns: Vec<Polynomial> = (0..size)
        .map(|degree| {
            let mut unit = vec![RBig::ZERO; degree + 1];
            unit[degree] = RBig::ONE;
            subtract(&multiply(a, &shift(&unit, 1)), &multiply(b, &unit))
        })
        .collect();
    let rows = columns.iter().map(Vec::len).chain([c.len()]).max().unwrap_or(0);
    let padded = |polynomial: &Polynomial| -> Vec<RBig> {
        polynomial.iter().cloned().chain(std::iter::repeat(RBig::ZERO)).take(rows).collect()
    };
    combination(&columns.iter().map(padded).collect(), &padded(c)).map(trimmed)
}
