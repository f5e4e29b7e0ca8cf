//! The layer of trials: where conditions are about floating-point numbers, a few hundred trials on simple numbers are
//! often faster than any decision procedure, and sometimes the only way.
//!
//! It says "possible" or nothing. Trials are the same for the same question.

use sextant_base::Random;
use sextant_expr::{Assignment, Evaluation, FloatKind, Op, Scalar, Sort, SymbolId, Table, TermId, Value};

use crate::chain::Layer;
use crate::stack::Stack;
use crate::{Answer, Model};

/// Numbers that decide about many conditions.
const NUMBERS: [f64; 24] = [
    0.0, 1.0, -1.0, 2.0, -2.0, 3.0, 0.5, -0.5, 4.0, 5.0, -5.0, 10.0, -10.0, 0.25, 7.0, 20.0, 50.0, 100.0,
    -100.0, 1000.0, 0.1, 1e6, -1e6, 1e-3,
];
/// More symbols than these are not tried.
const MOST_SYMBOLS: usize = 40;
/// Conditions of more terms than these take too long to evaluate so often.
const MOST_TERMS: usize = 3000;
/// Trials of the layer.
const TRIALS: u32 = 300;

/// The layer.
#[derive(Debug, Default)]
pub(crate) struct Trials;

impl Layer for Trials {
    fn name(&self) -> &'static str {
        "trials"
    }

    fn pop_to(&mut self, _depth: usize) {}

    fn check(&mut self, table: &mut Table, stack: &Stack) -> Option<Answer> {
        guess(table, stack.conjuncts(), TRIALS).map(Answer::Sat)
    }
}

/// Values that satisfy conditions on floating-point numbers, if some are found in so many trials.
pub fn guess(table: &Table, conditions: &[TermId], trials: u32) -> Option<Model> {
    let subject = Subject::of(table, conditions);
    if !subject.has_floats
        || subject.symbols.is_empty()
        || subject.symbols.len() > MOST_SYMBOLS
        || subject.terms > MOST_TERMS
    {
        return None;
    }
    let mut random = Random::new(u64::from(trials));
    let mut best: Option<(usize, Assignment)> = None;
    for _ in 0..trials {
        let mut trial = best.as_ref().map(|(_, known)| known.clone()).unwrap_or_default();
        // A few values change at a time, so that what is reached is kept.
        for _ in 0..=random.number() % 3 {
            let (symbol, sort) = subject.symbols[random.below(subject.symbols.len())];
            trial.set(symbol, subject.number(sort, &mut random));
        }
        let mut evaluation = Evaluation::new(trial.clone());
        let holds = |&&condition: &&TermId| evaluation.certainty(table, condition) == Some(true);
        let held = conditions.iter().filter(holds).count();
        if held == conditions.len() {
            return Some(trial.into());
        }
        if best.as_ref().is_none_or(|(known, _)| held >= *known) {
            best = Some((held, trial));
        }
    }
    None
}

/// What conditions are about.
#[derive(Default)]
struct Subject {
    symbols: Vec<(SymbolId, Scalar)>,
    /// The integers that stand in them, and their neighbours.
    integers: Vec<i64>,
    has_floats: bool,
    terms: usize,
}

impl Subject {
    fn of(table: &Table, conditions: &[TermId]) -> Self {
        let mut subject = Subject::default();
        for term in table.parts(conditions) {
            subject.terms += 1;
            subject.has_floats |= matches!(table.sort(term), Sort::Scalar(Scalar::Float(_)));
            match (table.op(term), table.sort(term)) {
                (
                    Op::Symbol(symbol),
                    Sort::Scalar(sort @ (Scalar::Int | Scalar::Bool | Scalar::Float(_))),
                ) => subject.symbols.push((*symbol, sort)),
                (Op::Int(value), _) => {
                    if let Ok(value) = i64::try_from(value) {
                        subject.integers.extend([value, value.saturating_add(1), value.saturating_sub(1)]);
                    }
                }
                _ => {}
            }
        }
        subject.symbols.sort_by_key(|(symbol, _)| *symbol);
        subject.integers.sort_unstable();
        subject.integers.dedup();
        subject
    }

    fn number(&self, sort: Scalar, random: &mut Random) -> Value {
        let chosen = NUMBERS[random.below(NUMBERS.len())];
        let own = random.one_in(2) && !self.integers.is_empty();
        match sort {
            Scalar::Float(FloatKind::Single) => {
                Value::Float(FloatKind::Single, u64::from((chosen as f32).to_bits()))
            }
            Scalar::Float(FloatKind::Double) => Value::Float(FloatKind::Double, chosen.to_bits()),
            Scalar::Bool => Value::Bool(random.one_in(2)),
            _ if own => Value::Int(self.integers[random.below(self.integers.len())].into()),
            _ => Value::Int((chosen as i64).into()),
        }
    }
}
