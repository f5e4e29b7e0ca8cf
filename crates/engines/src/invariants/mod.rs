//! The search for invariants, as far as it is the same whatever they are about: what samples suggest, and what is left of
//! suggestions that must be kept.

mod shapes;

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::linear::kernel;
use sextant_expr::Table;
use sextant_logic::{Formula, holds, implies};
use sextant_solver::{Solver, Verdict};

pub(crate) use shapes::{Factor, Part, Relation, Rows, Shape};

/// Combinations of columns, with whole coefficients, that are zero in all rows.
fn vanishing(rows: &[Vec<IBig>], columns: usize) -> Vec<Vec<IBig>> {
    let rows: Vec<Vec<RBig>> =
        rows.iter().map(|row| row.iter().map(|value| RBig::from(value.clone())).collect()).collect();
    kernel(&rows, columns).iter().map(|vector| whole(vector)).collect()
}

/// The smallest multiple of a vector without fractions.
fn whole(vector: &[RBig]) -> Vec<IBig> {
    let mut common = IBig::ONE;
    for value in vector {
        let denominator = IBig::from(value.denominator().clone());
        common = &common / greatest_common_divisor(&common, &denominator) * denominator;
    }
    let whole = |value: &RBig| value.numerator() * &common / IBig::from(value.denominator().clone());
    vector.iter().map(whole).collect()
}

fn greatest_common_divisor(a: &IBig, b: &IBig) -> IBig {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != IBig::ZERO {
        let rest = &a % &b;
        a = std::mem::replace(&mut b, rest);
    }
    a
}

/// Which conditions follow from what is known; those that nobody can decide do not. After so many of these the rest is
/// not tried.
pub(crate) fn keepers(
    table: &mut Table,
    solver: &mut Solver,
    known: &[Formula],
    conditions: &[Formula],
    patience: usize,
) -> Vec<bool> {
    let mut kept = vec![true; conditions.len()];
    // One question for all; each counterexample shows which of them it breaks.
    while kept.contains(&true) {
        let chosen = |kept: &[bool]| {
            conditions.iter().zip(kept).filter(|(_, kept)| **kept).map(|(all, _)| all.clone()).collect()
        };
        let all = Formula::And(chosen(&kept));
        match implies(table, solver, known, &all) {
            Verdict::Holds => return kept,
            Verdict::Fails(model) => {
                let mut broken = false;
                for (condition, kept) in conditions.iter().zip(&mut kept).filter(|(_, kept)| **kept) {
                    *kept = holds(table, condition, &model) == Ok(true);
                    broken |= !*kept;
                }
                if !broken {
                    break;
                }
            }
            Verdict::Unknown(_) => break,
        }
    }
    one_by_one(table, solver, known, (conditions, &mut kept), patience);
    kept
}

fn one_by_one(
    table: &mut Table,
    solver: &mut Solver,
    known: &[Formula],
    (conditions, kept): (&[Formula], &mut [bool]),
    mut patience: usize,
) {
    for (condition, kept) in conditions.iter().zip(kept).filter(|(_, kept)| **kept) {
        *kept = patience > 0
            && match implies(table, solver, known, condition) {
                Verdict::Holds => true,
                Verdict::Fails(_) => false,
                Verdict::Unknown(_) => {
                    patience -= 1;
                    false
                }
            };
    }
}

/// Keeps what is to be kept.
pub(crate) fn retain<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next().is_some_and(|&kept| kept));
}
