//! States kept along a stretch of execution, so that any point of it is reached by a short replay.
//!
//! Invariants
//! - The states are in the order of their statements, each of them before a statement.
//! - Near the place that was last offered there is one every [`INTERVAL`] statements; further away they get rarer
//!   in proportion to the distance, so that their number grows with the logarithm of the run only.

use sextant_state::State;

/// Statements between two neighbouring checkpoints.
pub(super) const INTERVAL: u64 = 4096;

/// How many checkpoints around the last one are kept without gaps.
const RECENT: u64 = 64;

/// The checkpoints of one stretch.
#[derive(Default)]
pub(super) struct Checkpoints {
    states: Vec<State>,
}

impl Checkpoints {
    /// Keeps the state if one is wanted here. It must stand before a statement.
    pub(super) fn offer(&mut self, state: &State) {
        if !state.statements.is_multiple_of(INTERVAL) {
            return;
        }
        let at = self.states.partition_point(|kept| kept.statements < state.statements);
        if self.states.get(at).is_some_and(|kept| kept.statements == state.statements) {
            return;
        }
        self.states.insert(at, state.clone());
        self.thin(state.statements);
    }

    /// The last checkpoint at or before a number of statements.
    pub(super) fn before(&self, statements: u64) -> Option<&State> {
        let behind = self.states.partition_point(|kept| kept.statements <= statements);
        behind.checked_sub(1).map(|at| &self.states[at])
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    fn thin(&mut self, now: u64) {
        let mut last = None;
        self.states.retain(|state| {
            let far = now.abs_diff(state.statements) / (RECENT * INTERVAL);
            let spacing = INTERVAL * (far + 1).next_power_of_two();
            let keep = last.is_none_or(|last| state.statements - last >= spacing);
            if keep {
                last = Some(state.statements);
            }
            keep
        });
    }
}
