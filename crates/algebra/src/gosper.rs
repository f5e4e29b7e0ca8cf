//! Gosper's method: the closed sum of a hypergeometric term, or the proof that there is none.

use dashu_ratio::RBig;

use crate::linear::{Matrix, reduce_rows};
use crate::univariate::Polynomial;
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
    let value = as_term(&multiply(&back, &x), index).times(&kernel.value);
    Some(Term::quotient(&value, &as_term(&extra, index)))
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
    let at = |polynomial: &Polynomial, row: usize| polynomial.get(row).cloned().unwrap_or(RBig::ZERO);
    let mut system: Matrix = (0..rows)
        .map(|row| columns.iter().map(|column| at(column, row)).chain([at(c, row)]).collect())
        .collect();
    let pivots = reduce_rows(&mut system);
    if pivots.contains(&size) {
        return None;
    }
    let mut solution = vec![RBig::ZERO; size];
    for (row, &column) in pivots.iter().enumerate() {
        solution[column] = system[row][size].clone();
    }
    Some(trimmed(solution))
}

fn as_term(polynomial: &Polynomial, index: &Symbol) -> Term {
    let k = Term::symbol(index);
    polynomial
        .iter()
        .rev()
        .fold(Term::zero(), |all, value| all.times(&k).plus(&Term::rational(value.clone())))
}

fn trimmed(mut polynomial: Polynomial) -> Polynomial {
    while polynomial.last().is_some_and(RBig::is_zero) {
        polynomial.pop();
    }
    polynomial
}

fn multiply(a: &Polynomial, b: &Polynomial) -> Polynomial {
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

fn subtract(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let size = a.len().max(b.len());
    let at = |polynomial: &Polynomial, row: usize| polynomial.get(row).cloned().unwrap_or(RBig::ZERO);
    trimmed((0..size).map(|row| at(a, row) - at(b, row)).collect())
}

/// `p(j + distance)`
fn shift(polynomial: &Polynomial, distance: i64) -> Polynomial {
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
fn divide(a: &Polynomial, b: &Polynomial) -> (Polynomial, Polynomial) {
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
fn gcd(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let (mut a, mut b) = (a.clone(), b.clone());
    while !b.is_empty() {
        let rest = divide(&a, &b).1;
        a = b;
        b = rest;
    }
    let lead = a.last().cloned().unwrap_or(RBig::ONE);
    a.iter().map(|value| value / &lead).collect()
}
