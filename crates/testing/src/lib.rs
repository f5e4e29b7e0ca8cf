//! Property tests over generators that make choices. Used by the tests of other crates only.
//!
//! A generator of terms or programs is ordinary code that asks [`Choices`] what to do next. The choices come from a
//! list of numbers that `proptest` makes. When a property fails, the list is shortened and its numbers are lowered: fewer
//! and smaller ones should lead to simpler things. A list that has run out goes on with zeros, and zero means the first
//! of several things and yes to [`Choices::chance`]; generators end when they are told zeros.
//!
//! Runs are the same every time. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for longer and other ones.

mod floats;
mod list;

use list::Lists;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

pub use floats::float_bits;
pub use proptest;

/// The numbers that decide what a generator makes.
#[derive(Clone, Debug)]
pub struct Choices {
    numbers: Vec<u32>,
    next: usize,
}

impl Choices {
    /// Choices that follow a list, and are zero after its end.
    pub fn new(numbers: Vec<u32>) -> Self {
        Self { numbers, next: 0 }
    }

    fn number(&mut self) -> u32 {
        self.next += 1;
        self.numbers.get(self.next - 1).copied().unwrap_or(0)
    }

    /// A number of 64 bits.
    pub fn bits(&mut self) -> u64 {
        u64::from(self.number()) << 32 | u64::from(self.number())
    }

    /// A number below a limit; a lower choice never gives a greater one.
    pub fn below(&mut self, limit: usize) -> usize {
        match u32::try_from(limit) {
            Ok(limit) => ((u64::from(self.number()) * u64::from(limit)) >> 32) as usize,
            Err(_) => ((u128::from(self.bits()) * limit as u128) >> 64) as usize,
        }
    }

    /// A number between two, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// One of several things; the simplest should stand first.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// Whether something happens that happens so often in a hundred times.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Whether the list has run out, so that everything is zero from now on.
    pub fn ended(&self) -> bool {
        self.next >= self.numbers.len()
    }
}

/// How long a property is tried.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What is tried depends on it.
    pub seed: u64,
    /// How many things are tried.
    pub cases: u32,
    /// The choices for each of them, before shrinking.
    pub choices: usize,
}

/// Tries a property, which panics where it does not hold, on what choices lead to.
///
/// # Panics
/// With the property's message for the simplest failure found.
pub fn check(plan: Plan, property: impl Fn(&mut Choices)) {
    let property = |numbers| property(&mut Choices::new(numbers));
    check_strategy(plan.seed, plan.cases, Lists(plan.choices), property);
}

/// Tries a property, which panics where it does not hold, on values of a strategy.
///
/// # Panics
/// With the property's message for the simplest failure found.
pub fn check_strategy<S: Strategy>(seed: u64, cases: u32, strategy: S, property: impl Fn(S::Value)) {
    // Shrinking must end in time, too.
    let mut config = Config {
        failure_persistence: None,
        max_shrink_iters: 50_000,
        max_shrink_time: 60_000,
        ..Config::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(seed);
    }
    let holds = |value| {
        property(value);
        Ok(())
    };
    match TestRunner::new(config).run(&strategy, holds) {
        Ok(()) => {}
        Err(TestError::Fail(reason, value)) => panic!("{reason}\nfor the simplest failure, {value:?}"),
        Err(TestError::Abort(reason)) => panic!("no case could be made: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(property: impl Fn(&mut Choices) + std::panic::UnwindSafe) -> String {
        let failure = std::panic::catch_unwind(|| check(Plan { seed: 1, cases: 500, choices: 60 }, property))
            .expect_err("the property does not hold");
        failure.downcast_ref::<String>().expect("a message").clone()
    }

    /// Of all lists with a sum of 50 or more the simplest is found: one number, the least that is too great.
    #[test]
    fn failures_are_simplified() {
        let said = message(|choices| {
            let mut numbers = Vec::new();
            while !choices.ended() {
                numbers.push(choices.below(100));
            }
            assert!(numbers.iter().sum::<usize>() < 50, "sum of {numbers:?}");
        });
        assert!(said.contains("sum of [50]"), "{said}");
    }

    #[test]
    fn lower_choices_give_lower_numbers() {
        check_strategy(2, 1_000, (proptest::num::u32::ANY, proptest::num::u32::ANY), |(one, other)| {
            let below = |number| Choices::new(vec![number]).below(37);
            assert_eq!(below(one.min(other)), below(one).min(below(other)));
        });
    }

    #[test]
    fn what_has_run_out_is_zero() {
        let mut choices = Choices::new(vec![u32::MAX]);
        assert_eq!((choices.below(10), choices.ended(), choices.below(10)), (9, true, 0));
        assert!(choices.chance(1) && choices.pick(&['a', 'b']) == 'a' && choices.between(-3, 3) == -3);
    }
}
