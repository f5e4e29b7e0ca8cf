//! Trials of a procedure on chosen numbers: where questions are hard or many, some thousand ordinary runs find what the
//! solver does not, through products of machine integers, hashes and long loops over elements.
//!
//! Invariants
//! - Trials prove nothing: they never take anything off the frontier.
//! - The same seeds give the same trials.
//! - Inputs that cover something new are followed like every other run, so that the search goes on from there and
//!   their values are made simple.

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashSet;
use sextant_base::Random;
use sextant_expr::{Scalar, Sort, Table, Value};
use sextant_state::{Ending, Machine};

use super::goals::Goal;
use super::inputs::{Answers, converted, inputs_of};
use super::measure::{Measured, measure};
use super::search::Search;
use super::{Inputs, Manner, Shortfall};

/// States that are taken up before anything is tried: small procedures need no trials.
const FIRST_TURN: u64 = 40;
/// Trials between two states of the frontier, and how many may be fruitless in a row.
const TRIALS: u32 = 20;
/// Trials where the solver has given up before.
const MANY_TRIALS: u32 = 500;
const FRUITLESS: u32 = 5_000;
/// Statements of one trial.
const STATEMENTS: u64 = 20_000;
/// Elements of an array that are given values.
const ELEMENTS: usize = 8;
/// Inputs that showed something, at most.
const MOST_MEMBERS: usize = 200;

/// Inputs that showed something new.
pub(super) struct Trials {
    random: Random,
    members: Vec<Inputs>,
    known: FxHashSet<(u32, u32)>,
    fruitless: u32,
}

impl Trials {
    pub(super) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), members: Vec::new(), known: FxHashSet::default(), fruitless: 0 }
    }
}

impl Search<'_> {
    /// Some trials, if the search has been under way for a while or the solver has given up before.
    pub(super) fn try_numbers(&mut self, turn: u64) {
        let given_up = self.has_given_up();
        if turn < FIRST_TURN && !given_up {
            return;
        }
        for _ in 0..if given_up { MANY_TRIALS } else { TRIALS } {
            if !self.may_try() || self.out_of_time() {
                return;
            }
            self.try_once();
        }
    }

    /// Whether trials are what is left where the solver has given up.
    pub(super) fn has_trials_left(&self) -> bool {
        self.may_try() && self.has_given_up()
    }

    fn may_try(&self) -> bool {
        let wanted = self.variation.is_none() && self.config.manner != Manner::Symbolic;
        wanted && !self.uncovered.is_empty() && self.trials.fruitless <= FRUITLESS
    }

    fn has_given_up(&self) -> bool {
        self.shortfalls.iter().any(|one| matches!(one, Shortfall::Undecided(_)))
    }

    fn try_once(&mut self) {
        if self.trials.members.is_empty() {
            let known = self.candidates.iter().map(|one| one.inputs.clone());
            self.trials.members = known.collect();
            self.trials.members.push(inputs_of(&self.table, &sextant_expr::Assignment::new()));
        }
        let at = self.trials.random.below(self.trials.members.len());
        let mut inputs = self.trials.members[at].clone();
        let mut changes = 1;
        while changes < 8 && !self.trials.random.one_in(3) {
            changes += 1;
        }
        for _ in 0..changes {
            let at = self.trials.random.below(inputs.len());
            let other = inputs.get(self.trials.random.below(inputs.len())).map(|(_, value)| value.clone());
            let Some((_, value)) = inputs.get_mut(at) else { return };
            change(value, other.as_ref(), &self.config.numbers, &mut self.trials.random);
        }
        self.trials.fruitless += 1;
        let measured = self.trial_on(&inputs);
        if !matches!(measured.end, Some(Ending::Returned | Ending::Stopped)) {
            return;
        }
        let ways = measured.coverage.ways.iter().map(|(&way, count)| (way, count.ilog2()));
        let before = self.trials.known.len();
        self.trials.known.extend(ways);
        if self.trials.known.len() > before && self.trials.members.len() < MOST_MEMBERS {
            self.trials.members.push(inputs.clone());
            self.trials.fruitless = 0;
        }
        let covers = |&goal: &Goal| measured.coverage.covers(goal);
        if self.uncovered.iter().any(covers) {
            self.plant(&inputs);
        }
    }

    /// A run in which the inputs answer every question.
    fn trial_on(&self, inputs: &Inputs) -> Measured {
        let mut table = Table::new();
        let machine =
            Machine::new(&self.probed.code, self.entry, &mut table).depth_limit(self.config.call_depth);
        let (mut state, _) = machine.start(&mut table);
        let statements = self.config.statements.min(STATEMENTS);
        let (interrupt, answers) = (&self.config.interrupt, Answers::new(inputs));
        measure(self.probed, &machine, &mut table, &mut state, statements, interrupt, answers)
    }
}

/// Gives an input another value. One that its type does not have is refused by the run.
fn change(value: &mut Value, other: Option<&Value>, numbers: &[i64], random: &mut Random) {
    match value {
        Value::Int(old) => *old = number(old, other, numbers, random),
        Value::Bool(old) => *old = !*old,
        Value::Real(_) | Value::Float(..) => *value = real(value.sort(), numbers, random),
        Value::Array(array) => {
            let index = IBig::from(random.below(ELEMENTS + 1));
            let mut element = array.get(&index).clone();
            change(&mut element, None, numbers, random);
            array.set(index, element);
        }
        _ => {}
    }
}

fn number(old: &IBig, other: Option<&Value>, numbers: &[i64], random: &mut Random) -> IBig {
    match random.below(8) {
        0 | 1 => IBig::from(random.below(21)) - IBig::from(10),
        2 | 3 => IBig::from(random.choose(numbers).copied().unwrap_or(0)),
        4 => {
            let bits = random.below(33);
            IBig::from(random.number() & ((1 << bits) - 1))
        }
        5 => old + if random.one_in(2) { IBig::ONE } else { -IBig::ONE },
        6 => IBig::from(b'0' + random.below(75) as u8),
        _ => other.and_then(Value::as_int).unwrap_or(old).clone(),
    }
}

fn real(sort: Sort, numbers: &[i64], random: &mut Random) -> Value {
    let whole = match random.one_in(3) {
        true => IBig::from(random.choose(numbers).copied().unwrap_or(0)),
        false => IBig::from(random.below(21)) - IBig::from(10),
    };
    let parts = *random.choose(&[1_u32, 2, 4, 10, 100]).unwrap_or(&1);
    let exact = Value::Real(RBig::from(whole) / RBig::from(parts));
    debug_assert!(matches!(sort, Sort::Scalar(Scalar::Real | Scalar::Float(_))));
    converted(&exact, sort)
}

#[cfg(test)]
mod tests {
    use super::{IBig, Random, Value, change};

    #[test]
    fn changed_values_keep_their_sorts_and_differ() {
        let mut random = Random::new(1);
        let mut seen = std::collections::BTreeSet::new();
        let mut value = Value::Int(IBig::ZERO);
        for _ in 0..1_000 {
            change(&mut value, None, &[4711], &mut random);
            let Value::Int(number) = &value else { panic!("{value:?} is no whole number") };
            seen.insert(number.clone());
        }
        assert!(seen.contains(&IBig::from(4711)) && seen.len() > 100, "{}", seen.len());
    }
}
