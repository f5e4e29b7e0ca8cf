//! Lists of numbers for `proptest`, which shrink by losing parts and by lower numbers, until neither works.

use proptest::prelude::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// Lists of so many numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lists(pub(crate) usize);

impl Strategy for Lists {
    type Tree = Shrinking;
    type Value = Vec<u32>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let numbers: Vec<u32> = (0..self.0).map(|_| runner.rng().next_u32()).collect();
        Ok(Shrinking { failing: numbers.clone(), candidate: numbers, attempt: Attempt::None, changed: false })
    }
}

/// A list that fails, and the one tried in its place.
#[derive(Clone, Debug)]
pub(crate) struct Shrinking {
    failing: Vec<u32>,
    candidate: Vec<u32>,
    attempt: Attempt,
    /// Whether something has succeeded since parts were first cut.
    changed: bool,
}

/// What is tried in the candidate.
#[derive(Clone, Copy, Debug)]
enum Attempt {
    None,
    /// So many numbers less at a position.
    Cut {
        size: usize,
        at: usize,
    },
    /// A lower number at a position; the least one that fails is sought between these two.
    Lower {
        at: usize,
        low: u32,
        high: u32,
    },
}

impl ValueTree for Shrinking {
    type Value = Vec<u32>;

    fn current(&self) -> Vec<u32> {
        self.candidate.clone()
    }

    fn simplify(&mut self) -> bool {
        self.failing.clone_from(&self.candidate);
        self.next(true)
    }

    fn complicate(&mut self) -> bool {
        self.next(false)
    }
}

impl Shrinking {
    /// The next candidate, if there is one; the last one has failed (it is simpler then) or not.
    fn next(&mut self, failed: bool) -> bool {
        self.changed |= failed && !matches!(self.attempt, Attempt::None);
        let mut attempt = match self.attempt {
            Attempt::None => self.first_cut(),
            // What was cut away has made room: the position is that of the numbers after it.
            Attempt::Cut { .. } if failed => self.attempt,
            Attempt::Cut { size, at } => Attempt::Cut { size, at: at + size },
            Attempt::Lower { at, low, .. } if failed => Attempt::Lower { at, low, high: self.failing[at] },
            Attempt::Lower { at, high, .. } => Attempt::Lower { at, low: self.candidate[at] + 1, high },
        };
        loop {
            attempt = match attempt {
                Attempt::Cut { size, at } if at < self.failing.len() => {
                    self.candidate.clone_from(&self.failing);
                    self.candidate.drain(at..(at + size).min(self.failing.len()));
                    break;
                }
                Attempt::Cut { size: 0 | 1, .. } => self.lower(0),
                Attempt::Cut { size, .. } => Attempt::Cut { size: size / 2, at: 0 },
                Attempt::Lower { at, .. } if at >= self.failing.len() => {
                    if !std::mem::take(&mut self.changed) {
                        self.candidate.clone_from(&self.failing);
                        return false;
                    }
                    self.first_cut()
                }
                Attempt::Lower { at, low, high } if low >= high => self.lower(at + 1),
                Attempt::Lower { at, low, high } => {
                    self.candidate.clone_from(&self.failing);
                    // Nothing is simpler than zero.
                    self.candidate[at] = if low == 0 { 0 } else { low + (high - low) / 2 };
                    break;
                }
                Attempt::None => self.first_cut(),
            };
        }
        self.attempt = attempt;
        true
    }

    fn first_cut(&self) -> Attempt {
        Attempt::Cut { size: (self.failing.len() / 2).max(1), at: 0 }
    }

    fn lower(&self, at: usize) -> Attempt {
        Attempt::Lower { at, low: 0, high: self.failing.get(at).copied().unwrap_or(0) }
    }
}
