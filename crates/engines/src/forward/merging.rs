//! States that come together again behind a branch are made one, so that independent branches do not multiply.
//!
//! A branch whose ways meet opens a window: both sides are run until they come to the meeting place. Those that arrive
//! and differ in values only become one state with conditional values. What leaves the window, ends in it or does not
//! arrive soon is explored as usual.

use sextant_state::{Question, QuestionKind, merged};

use super::explore::Worker;
use super::frontier::Live;
use super::walk::Event;
use super::{Observer, Outcome};

/// A window in which more states than this are under way is given up.
const WIDEST: usize = 64;

/// A place where ways come together, in the activation that is this deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Meeting {
    pub join: u32,
    pub depth: usize,
}

impl<O: Observer> Worker<'_, O> {
    /// Whether the two sides of a question will be brought together again, and where.
    fn meeting(&self, live: &Live, question: &Question) -> Option<Meeting> {
        if !self.config.merge || question.kind != QuestionKind::Branch {
            return None;
        }
        let procedure = &self.bench.machine.code().procedures[live.state.frame.procedure];
        let join = procedure.join_of(live.state.next_instruction())?;
        Some(Meeting { join, depth: live.state.depth() })
    }

    /// Goes on with the two sides of a fork, together if they meet.
    pub(super) fn join_sides(&mut self, place: &Live, question: &Question, sides: [Live; 2]) -> Vec<Live> {
        match self.meeting(place, question) {
            Some(meeting) => {
                let shared = place.state.condition.len();
                stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || self.window(sides, meeting, shared))
            }
            None => sides.into(),
        }
    }

    fn window(&mut self, sides: [Live; 2], meeting: Meeting, shared: usize) -> Vec<Live> {
        let mut arrived: Vec<Live> = Vec::new();
        for side in sides {
            for live in self.run_to(side, meeting) {
                self.add(&mut arrived, live, meeting, shared);
            }
        }
        arrived
    }

    /// Adds a state to those that have arrived, merged with one of them if that is possible.
    fn add(&mut self, arrived: &mut Vec<Live>, live: Live, meeting: Meeting, shared: usize) {
        let code = self.bench.machine.code();
        for other in arrived.iter_mut() {
            let procedure = &code.procedures[other.state.frame.procedure];
            let usefulness = |slot: usize| procedure.usefulness_at(meeting.join, slot);
            let state = merged(&mut self.bench.table, shared, other.state.clone(), &live.state, usefulness);
            if let Some(state) = state {
                other.state = state;
                other.forks = other.forks.min(live.forks);
                other.undecided |= live.undecided;
                return;
            }
        }
        arrived.push(live);
    }

    /// Runs a state, and what it forks into, to the meeting place.
    fn run_to(&mut self, live: Live, meeting: Meeting) -> Vec<Live> {
        let mut arrived = Vec::new();
        let mut waiting = vec![live];
        let mut seen = 0;
        while let Some(mut live) = waiting.pop() {
            seen += 1;
            if seen > WIDEST || live.state.depth() < meeting.depth || self.shared.should_stop() {
                self.frontier.push(live);
                continue;
            }
            match self.walk(&mut live, Some(meeting)) {
                Event::Arrived => arrived.push(live),
                Event::Left => self.frontier.push(live),
                Event::Paused => waiting.push(live),
                Event::Ended(ending) => {
                    waiting.extend(self.behind(&live, &ending));
                    self.end(live, Outcome::Ended(ending));
                }
                Event::Asked(question) => {
                    let inner = self.meeting(&live, &question);
                    for next in self.settle(live, &question) {
                        // What was merged inside has passed its meeting place, which may be this one.
                        if inner == Some(meeting) && self.is_behind(&next, meeting) {
                            arrived.push(next);
                        } else {
                            waiting.push(next);
                        }
                    }
                }
            }
        }
        arrived
    }

    /// Whether a state stands right behind a meeting place.
    fn is_behind(&self, live: &Live, meeting: Meeting) -> bool {
        let procedure = &self.bench.machine.code().procedures[live.state.frame.procedure];
        live.state.depth() == meeting.depth
            && live
                .state
                .next_instruction()
                .checked_sub(1)
                .is_some_and(|at| procedure.is_join(at, meeting.join))
    }
}
