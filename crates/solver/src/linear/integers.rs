//! Tests that integer equations have no solution, which branching alone would never find.

use dashu_base::{Abs, Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::simplex::{Row, Simplex, Variable};

/// More steps than this are not worth it.
const MOST_STEPS: usize = 200;

/// Whether a row of integers cannot be satisfied: the common divisor of what may vary does not divide what is
/// fixed.
pub(super) fn some_row_is_impossible(simplex: &Simplex) -> bool {
    simplex.rows().iter().any(|(basic, row)| {
        let integers =
            simplex.is_integer(*basic) && row.iter().all(|(variable, _)| simplex.is_integer(*variable));
        integers && row_is_impossible(simplex, *basic, row)
    })
}

fn row_is_impossible(simplex: &Simplex, basic: Variable, row: &Row) -> bool {
    let mut scale = IBig::ONE;
    for (_, coefficient) in row {
        let denominator = coefficient.denominator();
        scale = &scale / IBig::from((&scale).gcd(&denominator)) * denominator;
    }
    let mut divisor = UBig::ZERO;
    let mut fixed = IBig::ZERO;
    let basic_term = (basic, -&scale);
    let terms = row
        .iter()
        .map(|(variable, value)| (*variable, value.numerator() * (&scale / value.denominator())))
        .chain(std::iter::once(basic_term));
    for (variable, coefficient) in terms {
        match simplex.fixed_value(variable) {
            Some(value) => fixed += coefficient * value.numerator(),
            None => divisor = divisor.gcd(coefficient.unsigned_abs()),
        }
        if divisor.is_one() {
            return false;
        }
    }
    !divisor.is_zero() && !(fixed % IBig::from(divisor)).is_zero()
}

#[derive(Clone, Debug)]
struct Equation {
    /// `Σ coefficient · unknown + constant = 0`
    terms: FxHashMap<usize, IBig>,
    constant: IBig,
}

impl Equation {
    /// Divides by the common divisor; false if that leaves no integer solution.
    fn normalise(&mut self) -> bool {
        let mut divisor = UBig::ZERO;
        for value in self.terms.values() {
            divisor = divisor.gcd(value.clone().unsigned_abs());
        }
        if divisor.is_zero() {
            return self.constant.is_zero();
        }
        let divisor = IBig::from(divisor);
        if !(&self.constant % &divisor).is_zero() {
            return false;
        }
        self.terms.values_mut().for_each(|value| *value = &*value / &divisor);
        self.constant = &self.constant / &divisor;
        true
    }

    /// Replaces an unknown by a sum (given as an equation's left side).
    fn substitute(&mut self, unknown: usize, by: &Equation) {
        let Some(factor) = self.terms.remove(&unknown) else { return };
        for (other, value) in &by.terms {
            let sum = self.terms.entry(*other).or_insert(IBig::ZERO);
            *sum += &factor * value;
            if sum.is_zero() {
                self.terms.remove(other);
            }
        }
        self.constant += factor * &by.constant;
    }
}

/// Whether the equations among integer unknowns have no integer solution (Knuth's elimination, exact).
pub(super) fn equations_are_impossible(simplex: &Simplex) -> bool {
    let mut equations: Vec<Equation> = Vec::new();
    for (form, value) in simplex.equations() {
        if form.iter().all(|(unknown, _)| simplex.is_integer(*unknown)) {
            let terms = form.iter().map(|(unknown, value)| (unknown.0 as usize, value.numerator())).collect();
            equations.push(Equation { terms, constant: -value.numerator() });
        }
    }
    if equations.is_empty() {
        return false;
    }
    for (unknown, value) in simplex.fixed_unknowns().filter(|(unknown, _)| simplex.is_integer(*unknown)) {
        let by = Equation { terms: FxHashMap::default(), constant: value.numerator() };
        equations.iter_mut().for_each(|equation| equation.substitute(unknown.0 as usize, &by));
    }
    eliminate(equations)
}

fn eliminate(mut equations: Vec<Equation>) -> bool {
    let mut fresh = usize::MAX;
    for _ in 0..MOST_STEPS {
        if equations.iter_mut().any(|equation| !equation.normalise()) {
            return true;
        }
        equations.retain(|equation| !equation.terms.is_empty());
        let Some(equation) = equations.last() else { return false };
        // The least coefficient; ties by name keep the result the same from run to run.
        let least = equation.terms.iter().min_by_key(|(unknown, value)| ((*value).clone().abs(), **unknown));
        let Some((&unknown, pivot)) = least else { return false };
        let by = solved_for(equation, unknown, pivot, &mut fresh);
        for equation in &mut equations {
            equation.substitute(unknown, &by);
        }
    }
    false
}

/// `unknown` expressed by the others. If its coefficient is not ±1, by others and a fresh integer that stands
/// for `unknown + Σ ⌊coefficient / pivot⌋ · other`, which makes the coefficients that remain smaller.
fn solved_for(equation: &Equation, unknown: usize, pivot: &IBig, fresh: &mut usize) -> Equation {
    let unit = pivot.clone().abs().is_one();
    let mut by = Equation { terms: FxHashMap::default(), constant: IBig::ZERO };
    for (&other, value) in equation.terms.iter().filter(|&(&other, _)| other != unknown) {
        let quotient = value / pivot;
        if !quotient.is_zero() {
            by.terms.insert(other, -quotient);
        }
    }
    by.constant = -(&equation.constant / pivot);
    if !unit {
        by.terms.insert(*fresh, IBig::ONE);
        *fresh -= 1;
    }
    by
}

#[cfg(test)]
mod tests {
    use super::*;

    fn impossible(equations: &[(&[i64], i64)]) -> bool {
        let equations = equations.iter().map(|(coefficients, constant)| Equation {
            terms: coefficients
                .iter()
                .map(|&value| IBig::from(value))
                .enumerate()
                .filter(|(_, v)| !v.is_zero())
                .collect(),
            constant: IBig::from(*constant),
        });
        eliminate(equations.collect())
    }

    #[test]
    fn parity_and_deeper_contradictions_are_found() {
        assert!(impossible(&[(&[2, -4], 1)]));
        assert!(!impossible(&[(&[3, 5], 1)]));
        assert!(impossible(&[(&[1, -2, 0], 0), (&[1, 0, -2], 1)]));
        assert!(impossible(&[(&[7, 12, 31], -17), (&[3, 5, 14], -7), (&[1, 2, 3], -2)]));
        assert!(!impossible(&[(&[7, 12, 31], -17), (&[3, 5, 14], -7)]));
    }
}
