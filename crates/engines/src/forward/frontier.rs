//! States that wait, and which of them comes next.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashSet;
use sextant_state::State;

use super::{Outcome, Strategy};

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
    /// How often its question was put off because the solver took long.
    pub delay: u32,
    /// How often this happened on the way to it.
    pub delays: u32,
    /// How it ended, where only its condition is still to be asked about.
    pub outcome: Option<Outcome>,
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

/// A state whose question takes the solver long comes behind those with so many forks more.
const DELAY: u64 = 8;

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
    /// Once a question was put off, and until none is left: the states by what they cost, and by their age.
    ordered: BTreeMap<(u64, u64), Live>,
    /// How many were added to them.
    added: u64,
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
            ordered: BTreeMap::new(),
            added: 0,
        }
    }

    /// Whether a state that has just forked goes on before all that wait.
    pub(super) fn goes_on(&self, live: &Live) -> bool {
        match self.ordered.first_key_value() {
            Some(((cheapest, _), _)) if self.goes_by_cost() => cost(live) <= *cheapest,
            _ => self.strategy == Strategy::DepthFirst && live.forks < self.band_end,
        }
    }

    /// Puts off a state whose question the solver did not answer in the time given to it. From now on the shortest paths
    /// come first: what is behind a hard question is hard, too.
    pub(super) fn postpone(&mut self, mut live: Live) {
        live.delay += 1;
        live.delays += 1;
        self.add_ordered(live);
        if self.goes_by_cost() {
            for live in std::mem::take(&mut self.waiting).into_iter().chain(std::mem::take(&mut self.parked))
            {
                self.add_ordered(live);
            }
        }
    }

    /// Whether all states wait in the order of their costs while some do.
    fn goes_by_cost(&self) -> bool {
        matches!(self.strategy, Strategy::DepthFirst | Strategy::BreadthFirst)
    }

    fn add_ordered(&mut self, live: Live) {
        self.added += 1;
        self.ordered.insert((cost(&live), self.added), live);
    }

    pub(super) fn push(&mut self, live: Live) {
        if self.goes_by_cost() && !self.ordered.is_empty() {
            return self.add_ordered(live);
        }
        if self.strategy == Strategy::DepthFirst && live.forks >= self.band_end {
            self.parked.push(live);
            return;
        }
        let is_fresh = self.strategy == Strategy::CoverageFirst
            && live.branch.is_none_or(|branch| !self.taken.contains(&branch));
        if is_fresh { self.fresh.push_back(live) } else { self.waiting.push_back(live) }
    }

    pub(super) fn pop(&mut self) -> Option<Live> {
        if self.goes_by_cost() && !self.ordered.is_empty() {
            return self.ordered.pop_first().map(|(_, live)| live);
        }
        let next = match self.strategy {
            Strategy::DepthFirst => self.waiting.pop_back().or_else(|| self.next_band()),
            Strategy::BreadthFirst => self.waiting.pop_front(),
            Strategy::Random => {
                let index = self.next_random(self.waiting.len())?;
                self.waiting.swap_remove_back(index)
            }
            Strategy::CoverageFirst => self.pop_uncovered(),
        };
        next.or_else(|| self.ordered.pop_first().map(|(_, live)| live))
    }

    /// The state nearest to the entry: the largest piece of work, good to give away.
    pub(super) fn give_away(&mut self) -> Option<Live> {
        if self.ordered.len() > 1 && self.goes_by_cost() {
            return self.ordered.pop_first().map(|(_, live)| live);
        }
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
        self.ordered.clear();
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

/// How far a state is from the entry, with a surcharge for every time that a question was put off.
fn cost(live: &Live) -> u64 {
    live.forks + DELAY * u64::from(live.delays)
}
