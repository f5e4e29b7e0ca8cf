//! Inputs by trying: where conditions are about floating-point numbers, a few hundred trials on simple numbers are
//! often faster than any solver, and sometimes the only way.

use rustc_hash::FxHashSet;
use sextant_expr::{Assignment, Evaluation, FloatKind, Op, Scalar, Sort, SymbolId, Table, TermId, Value};
use sextant_solver::{Answer, Model, Reason};

use super::Search;
use super::random::Random;

/// Numbers that decide about many conditions.
const NUMBERS: [f64; 24] = [
    0.0, 1.0, -1.0, 2.0, -2.0, 3.0, 0.5, -0.5, 4.0, 5.0, -5.0, 10.0, -10.0, 0.25, 7.0, 20.0, 50.0, 100.0,
    -100.0, 1000.0, 0.1, 1e6, -1e6, 1e-3,
];
/// Floating-point operations in one question to the solver.
const MOST_FLOAT_OPERATIONS: usize = 300;
const FEW_FLOAT_OPERATIONS: usize = 10;
/// Conditions that are tried together.
const MOST_PREMISES: usize = 400;
/// Trials before the solver is asked, and behind it.
pub(super) const FIRST_TRIALS: u32 = 300;
pub(super) const LAST_TRIALS: u32 = 5_000;

impl Search<'_> {
    /// The solver's answer. Questions with many floating-point operations are not put to it: bit by bit they take all the
    /// memory there is, and then all the time. Where texts are varied, these are few: trials compute with floats at no cost.
    pub(super) fn ask(&mut self, premises: &[TermId]) -> Answer {
        let most = if self.config.texts.is_some() { FEW_FLOAT_OPERATIONS } else { MOST_FLOAT_OPERATIONS };
        if float_operations(&self.table, premises) > most {
            return Answer::Unknown(Reason::Incomplete("too many floating-point operations".to_owned()));
        }
        self.solver.check(&mut self.table, premises)
    }

    /// Inputs that satisfy conditions on floating-point numbers, if some are found.
    pub(super) fn guess(&self, premises: &[TermId], trials: u32) -> Option<Model> {
        let symbols = symbols_of(&self.table, premises);
        let about_floats = symbols.iter().any(|&(_, sort)| matches!(sort, Scalar::Float(_)));
        if !about_floats || symbols.len() > 40 || premises.len() > MOST_PREMISES {
            return None;
        }
        let mut random = Random::new(u64::from(trials));
        let mut best: Option<(usize, Assignment)> = None;
        for _ in 0..trials {
            if self.out_of_time() {
                return None;
            }
            let mut trial = best.as_ref().map(|(_, known)| known.clone()).unwrap_or_default();
            // A few inputs change at a time, so that what is reached is kept.
            for _ in 0..=random.next() % 3 {
                let (symbol, sort) = symbols[random.below(symbols.len())];
                trial.set(symbol, number(sort, &mut random));
            }
            let mut evaluation = Evaluation::new(trial.clone());
            let held = premises.iter().filter(|&&premise| evaluation.holds(&self.table, premise)).count();
            if held == premises.len() {
                return Some(trial.into());
            }
            if best.as_ref().is_none_or(|(known, _)| held >= *known) {
                best = Some((held, trial));
            }
        }
        None
    }
}

fn number(sort: Scalar, random: &mut Random) -> Value {
    let chosen = NUMBERS[random.below(NUMBERS.len())];
    match sort {
        Scalar::Float(FloatKind::Single) => {
            Value::Float(FloatKind::Single, u64::from((chosen as f32).to_bits()))
        }
        Scalar::Float(FloatKind::Double) => Value::Float(FloatKind::Double, chosen.to_bits()),
        Scalar::Bool => Value::Bool(random.one_in(2)),
        _ => Value::Int((chosen as i64).into()),
    }
}

fn float_operations(table: &Table, premises: &[TermId]) -> usize {
    let mut seen = FxHashSet::default();
    let mut waiting = premises.to_vec();
    let mut count = 0;
    while let Some(term) = waiting.pop() {
        if seen.insert(term) {
            count += usize::from(matches!(table.sort(term), Sort::Scalar(Scalar::Float(_))));
            waiting.extend_from_slice(table.args(term));
        }
    }
    count
}

fn symbols_of(table: &Table, premises: &[TermId]) -> Vec<(SymbolId, Scalar)> {
    let mut seen = FxHashSet::default();
    let mut waiting = premises.to_vec();
    let mut found = Vec::new();
    while let Some(term) = waiting.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let (Op::Symbol(symbol), Sort::Scalar(sort @ (Scalar::Int | Scalar::Bool | Scalar::Float(_)))) =
            (table.op(term), table.sort(term))
        {
            found.push((*symbol, sort));
        }
        waiting.extend_from_slice(table.args(term));
    }
    found.sort_by_key(|(symbol, _)| *symbol);
    found
}
