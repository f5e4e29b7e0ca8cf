//! What the world outside says: the time, random numbers, the command's arguments.
//!
//! An ordinary execution asks; under analysis every answer is a new input of the program.

use sextant_records::{Type as ItemType, Value as Item};
use sextant_syntax::{Clock, Outside};

use super::here::Here;
use super::transfers::Mode;

/// Answers a question; the number tells how many answers the same statement had before.
pub type AskOutside = dyn Fn(Outside, u64) -> Told + Sync;

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Told {
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// A text.
    Text(String),
}

/// Who answers, if anybody.
pub(super) struct World<'c>(pub Option<&'c AskOutside>);

impl std::fmt::Debug for World<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "answers" } else { "unknown" })
    }
}

impl Here<'_, '_> {
    pub(super) fn outside_mode(&self, asked: Outside) -> Mode {
        match self.machine.world.0 {
            Some(_) => Mode::ReadOutside(asked, 0),
            None => Mode::ReadInputs,
        }
    }

    /// What a clock says in an ordinary execution.
    pub(super) fn clock(&self, clock: Clock) -> Option<i64> {
        let asked = match clock {
            Clock::Seconds => Outside::Seconds,
            Clock::Nanoseconds => Outside::Nanoseconds,
            Clock::Processor => Outside::Microseconds,
        };
        match self.machine.world.0?(asked, 0) {
            Told::Whole(value) => Some(value),
            Told::Real(_) | Told::Text(_) => None,
        }
    }

    /// The answer as an item of the type that is wanted.
    pub(super) fn told(&self, asked: Outside, at: u64, of: ItemType) -> Item {
        let told = self.machine.world.0.map_or(Told::Whole(0), |ask| ask(asked, at));
        let number = match &told {
            Told::Whole(value) => *value as f64,
            Told::Real(value) => *value,
            Told::Text(_) => 0.0,
        };
        match (of, told) {
            (ItemType::Integer(kind), Told::Whole(value)) => {
                // What does not fit goes round, as a clock does.
                let bits = u32::from(kind.clamp(1, 8)) * 8;
                Item::Integer(i128::from(value << (64 - bits) >> (64 - bits)), kind)
            }
            (ItemType::Integer(kind), _) => Item::Integer(number as i128, kind),
            (ItemType::Real32, _) => Item::Real32(number as f32),
            (ItemType::Real64, _) => Item::Real64(number),
            (ItemType::Complex32, _) => Item::Complex32(number as f32, 0.0),
            (ItemType::Complex64, _) => Item::Complex64(number, 0.0),
            (ItemType::Logical(kind), _) => Item::Logical(number != 0.0, kind),
            (ItemType::Character(_), Told::Text(text)) => Item::Character(text.into_bytes()),
            (ItemType::Character(_), _) => Item::Character(Vec::new()),
        }
    }
}
