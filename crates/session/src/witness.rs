//! Inputs for a path, the readable ones first.
//!
//! A solver is free to choose; people and machine arithmetic prefer small whole numbers. So small whole numbers are
//! asked for first, then numbers that fit their types, then whatever the solver has.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_engines::forward::Bench;
use sextant_expr::{Op, Scalar, Sort, Table, TermId};
use sextant_solver::{Answer, Model};
use sextant_state::State;

/// Whole numbers up to this are tried first.
const SMALL: i64 = 100;

/// Models of the condition of a path, best first; the one that is known comes last.
pub(crate) fn attempts(bench: &mut Bench<'_>, state: &State, known: Option<&Model>) -> Vec<Model> {
    let premises: Vec<TermId> = state.premises().collect();
    let numbers = Numbers::of(&bench.table, &premises);
    let mut found: Vec<Model> = Vec::new();
    for wish in [numbers.small(&mut bench.table), numbers.fitting(&mut bench.table)] {
        if wish.is_empty() {
            continue;
        }
        let conditions: Vec<TermId> = premises.iter().copied().chain(wish).collect();
        if let Answer::Sat(model) = bench.solver.check(&mut bench.table, &conditions) {
            found.push(model);
        }
    }
    found.extend(known.cloned());
    found
}

/// The numbers that come from outside.
struct Numbers {
    integers: Vec<TermId>,
    reals: Vec<TermId>,
}

impl Numbers {
    fn of(table: &Table, premises: &[TermId]) -> Self {
        let mut numbers = Numbers { integers: Vec::new(), reals: Vec::new() };
        for term in table.parts(premises) {
            let element =
                *table.op(term) == Op::Select && matches!(table.op(table.args(term)[0]), Op::Symbol(_));
            if matches!(table.op(term), Op::Symbol(_)) || element {
                match table.sort(term) {
                    Sort::Scalar(Scalar::Int) => numbers.integers.push(term),
                    Sort::Scalar(Scalar::Real) => numbers.reals.push(term),
                    _ => {}
                }
            }
        }
        numbers
    }

    /// Every number is a small whole one.
    fn small(&self, table: &mut Table) -> Vec<TermId> {
        let mut wish = Vec::new();
        for &integer in &self.integers {
            between(table, integer, IBig::from(-SMALL), IBig::from(SMALL), &mut wish);
        }
        for &real in &self.reals {
            let whole = table.fresh("whole", Sort::INT);
            between(table, whole, IBig::from(-SMALL), IBig::from(SMALL), &mut wish);
            let as_real = table.apply(Op::ToReal, &[whole]);
            wish.push(table.apply(Op::Eq, &[real, as_real]));
        }
        wish
    }

    /// Integers fit a word; reals stay far from overflow.
    fn fitting(&self, table: &mut Table) -> Vec<TermId> {
        let mut wish = Vec::new();
        for &integer in &self.integers {
            between(table, integer, IBig::from(i32::MIN), IBig::from(i32::MAX), &mut wish);
        }
        for &real in &self.reals {
            let bound = RBig::from(1_000_000_000_000_i64);
            let (low, high) = (table.real(-bound.clone()), table.real(bound));
            wish.push(table.apply(Op::Le, &[low, real]));
            wish.push(table.apply(Op::Le, &[real, high]));
        }
        wish
    }
}

fn between(table: &mut Table, term: TermId, low: IBig, high: IBig, wish: &mut Vec<TermId>) {
    let (low, high) = (table.int(low), table.int(high));
    wish.push(table.apply(Op::Le, &[low, term]));
    wish.push(table.apply(Op::Le, &[term, high]));
}
