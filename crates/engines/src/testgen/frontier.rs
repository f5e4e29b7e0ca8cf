//! States that wait, and which of them comes next.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_solver::Model;
use sextant_state::{Ending, ErrorKind, PersistentVec, State};

use super::distance::NEVER;
use super::goals::{Event, Goal};

/// Of so many states that would end with the same error, inputs are looked for.
const ERROR_TRIALS: u32 = 20;
/// How much one step of distance weighs against one earlier trial of the same side.
const STEP_WEIGHT: u64 = 4;
/// So many forks weigh as much as one trial.
const FORKS_WEIGHT: u32 = 4;

/// A side of a question: the procedure, the instruction and the answer.
pub(super) type Site = (u32, u32, bool);

/// A state that nobody has gone on from.
#[derive(Clone)]
pub(super) struct Live {
    pub state: State,
    pub trail: PersistentVec<Event>,
    /// Inputs that lead there, if they are known already.
    pub model: Option<Model>,
    /// How it has ended, if it has.
    pub ended: Option<Ending>,
    pub forks: u32,
    pub site: Site,
    /// Something on its way was not covered when it was met.
    pub promising: bool,
}

impl AsMut<State> for Live {
    fn as_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl Live {
    /// Adds an event to the way.
    pub(super) fn pass(&mut self, event: Event, uncovered: &BTreeSet<Goal>) {
        self.promising |= is_goal(event, uncovered);
        self.trail.push(event);
    }

    /// Whether its way has something that nobody has covered since.
    pub(super) fn has_uncovered(&self, uncovered: &BTreeSet<Goal>) -> bool {
        self.promising && self.trail.iter().any(|&event| is_goal(event, uncovered))
    }
}

#[derive(Default)]
pub(super) struct Frontier {
    waiting: FxHashMap<u64, Live>,
    order: BinaryHeap<Reverse<(u64, u64)>>,
    errors: VecDeque<Live>,
    open_errors: u64,
    tried: FxHashMap<Site, u32>,
    tried_errors: FxHashMap<(Span, ErrorKind), u32>,
    found_errors: BTreeSet<(Span, ErrorKind)>,
    sequence: u64,
}

impl Frontier {
    pub(super) fn push(&mut self, live: Live, distance: u32) {
        if distance == NEVER {
            return;
        }
        let cost = self.cost(&live, distance);
        self.order.push(Reverse((cost, self.sequence)));
        self.waiting.insert(self.sequence, live);
        self.sequence += 1;
    }

    pub(super) fn push_error(&mut self, live: Live) {
        self.open_errors += 1;
        self.errors.push_back(live);
    }

    /// Notes that a state that would end with an error is impossible.
    pub(super) fn impossible_error(&mut self) {
        self.open_errors -= 1;
    }

    /// How many states that end with an error may be possible.
    pub(super) fn open_errors(&self) -> u64 {
        self.open_errors
    }

    fn cost(&self, live: &Live, distance: u32) -> u64 {
        let tried = self.tried.get(&live.site).copied().unwrap_or(0);
        // Where something uncovered is reached at once, it does not matter how long the way was.
        let length = if distance == 0 { 0 } else { live.forks / FORKS_WEIGHT };
        STEP_WEIGHT * u64::from(distance) + u64::from(length) + u64::from(tried)
    }

    /// The state that promises most; states from which nothing uncovered can be reached are dropped.
    pub(super) fn pop(&mut self, distance_of: impl Fn(&Live) -> u32) -> Option<Live> {
        loop {
            let Reverse((cost, key)) = self.order.pop()?;
            let live = self.waiting.get(&key)?;
            let distance = distance_of(live);
            if distance == NEVER {
                self.waiting.remove(&key);
                continue;
            }
            let now = self.cost(live, distance);
            if now > cost && self.order.peek().is_some_and(|Reverse((next, _))| *next < now) {
                self.order.push(Reverse((now, key)));
                continue;
            }
            let live = self.waiting.remove(&key)?;
            *self.tried.entry(live.site).or_default() += 1;
            return Some(live);
        }
    }

    /// A state that would end with an error nobody has found inputs for.
    pub(super) fn pop_error(&mut self) -> Option<Live> {
        while let Some(live) = self.errors.pop_front() {
            let Some(Ending::Error { kind, span, .. }) = live.ended else { continue };
            let tried = self.tried_errors.entry((span, kind)).or_default();
            if *tried < ERROR_TRIALS && !self.found_errors.contains(&(span, kind)) {
                *tried += 1;
                return Some(live);
            }
        }
        None
    }

    /// Notes that an error has its inputs; whether that is new.
    pub(super) fn found_error(&mut self, span: Span, kind: ErrorKind) -> bool {
        self.found_errors.insert((span, kind))
    }
}

/// Whether an event is a goal in a set.
fn is_goal(event: Event, goals: &BTreeSet<Goal>) -> bool {
    match event {
        Event::Way(way) => goals.contains(&Goal::Way(way)),
        Event::Statement(procedure, number) => goals.contains(&Goal::Statement(procedure, number)),
    }
}
