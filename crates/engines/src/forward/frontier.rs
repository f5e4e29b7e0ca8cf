//! States that wait, and which of them comes next.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use sextant_state::State;

use super::Strategy;

/// A way out of a question: the place of the question and the answer.
pub(super) type Branch = (u32, u32, bool);

/// A state on its way.
#[derive(Clone, Debug)]
pub(super) struct Live {
    pub state: State,
    /// Forks on the way to it.
    pub forks: u64,
    /// The solver could not decide some question on the way.
    pub undecided: bool,
    /// The branch it took at its last fork.
    pub branch: Option<Branch>,
}

impl AsMut<State> for Live {
    fn as_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

/// Depth-first exploration goes down by bands of so many forks: all paths of a band come before any of the next.
/// A tree that is cut by a budget then shows its short paths, and within a band the solver still finds its
/// questions in an order that shares work.
const BAND: u64 = 12;

/// The states that wait.
#[derive(Debug)]
pub(super) struct Frontier {
    strategy: Strategy,
    waiting: VecDeque<Live>,
    /// For depth first: states of the bands below, and the end of the current band.
    parked: Vec<Live>,
    band_end: u64,
    /// For coverage: states whose branch had not been taken when they were added.
    fresh: VecDeque<Live>,
    taken: FxHashSet<Branch>,
    random: u64,
}

impl Frontier {
    pub(super) fn new(strategy: Strategy, seed: u64) -> Self {
        Self {
            strategy,
            waiting: VecDeque::new(),
            parked: Vec::new(),
            band_end: BAND,
            fresh: VecDeque::new(),
            taken: FxHashSet::default(),
            random: seed | 1,
        }
    }

    /// Whether a state that has just forked goes on before all that wait.
    pub(super) fn goes_on(&self, live: &Live) -> bool {
        self.strategy == Strategy::DepthFirst && live.forks < self.band_end
    }

    pub(super) fn push(&mut self, live: Live) {
        if self.strategy == Strategy::DepthFirst && live.forks >= self.band_end {
            self.parked.push(live);
            return;
        }
        let is_fresh = self.strategy == Strategy::CoverageFirst
            && live.branch.is_none_or(|branch| !self.taken.contains(&branch));
        if is_fresh { self.fresh.push_back(live) } else { self.waiting.push_back(live) }
    }

    pub(super) fn pop(&mut self) -> Option<Live> {
        match self.strategy {
            Strategy::DepthFirst => self.waiting.pop_back().or_else(|| self.next_band()),
            Strategy::BreadthFirst => self.waiting.pop_front(),
            Strategy::Random => {
                let index = self.next_random(self.waiting.len())?;
                self.waiting.swap_remove_back(index)
            }
            Strategy::CoverageFirst => self.pop_uncovered(),
        }
    }

    /// The state nearest to the entry: the largest piece of work, good to give away.
    pub(super) fn give_away(&mut self) -> Option<Live> {
        if self.waiting.len() + self.fresh.len() < 2 {
            return None;
        }
        self.waiting.pop_front().or_else(|| self.fresh.pop_front())
    }

    fn next_band(&mut self) -> Option<Live> {
        let shallowest = self.parked.iter().map(|live| live.forks).min()?;
        self.band_end = self.band_end.max(shallowest) + BAND;
        for live in std::mem::take(&mut self.parked) {
            self.push(live);
        }
        self.waiting.pop_back()
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.fresh.clear();
        self.parked.clear();
    }

    fn pop_uncovered(&mut self) -> Option<Live> {
        while let Some(live) = self.fresh.pop_back() {
            let new = live.branch.is_none_or(|branch| self.taken.insert(branch));
            if new {
                return Some(live);
            }
            self.waiting.push_back(live);
        }
        self.waiting.pop_back()
    }

    fn next_random(&mut self, below: usize) -> Option<usize> {
        // Xorshift: enough to choose a state, and the same on every machine.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (below > 0).then(|| (self.random % below as u64) as usize)
    }
}
