//! Collects the checks of an exploration and confirms violations.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sextant_engines::forward::{Bench, Leaf, Observer, Outcome, Possible};
use sextant_engines::induction::Induction;
use sextant_flow::FlowProgram;
use sextant_notation::Formula;
use sextant_report::{Step, Verdict};
use sextant_state::{Ending, Question, QuestionKind, State};

use super::Site;
use crate::describe::{show_condition, show_model, status};
use crate::replay::{Inputs, Replayed, Replayer, inputs_of};
use crate::rounding::examine;
use crate::story::walked;
use crate::way::show_way;
use crate::witness::attempts;
use crate::{Call, Session};

/// Of so many paths that violate a check, inputs are looked for; one that replays ends the search.
const TRIALS: u64 = 4;

/// What is known of the checks of a call.
#[derive(Default)]
pub(super) struct Board {
    pub tallies: BTreeMap<Site, Tally>,
    /// Paths seen.
    pub paths: u64,
}

/// What is known of one check.
#[derive(Default)]
pub(super) struct Tally {
    /// Paths that end with this error.
    pub violations: u64,
    /// The best that was found out about them.
    pub found: Option<Found>,
    /// Blocks of a control path to a reference that may come before any assignment.
    pub blocks: Vec<u32>,
    /// A proof did not exclude a violation.
    pub suspected: bool,
}

impl Board {
    /// Adds what a further exploration of the same call found.
    pub fn absorb(&mut self, more: Board) {
        self.paths = self.paths.max(more.paths);
        for (site, tally) in more.tallies {
            let known = self.tallies.entry(site).or_default();
            known.violations = known.violations.max(tally.violations);
            if known.found.as_ref().is_none_or(|found| found.status != Verdict::Refuted)
                && tally.found.is_some()
            {
                known.found = tally.found;
            }
        }
    }

    /// Whether everything that a proof does not exclude was found to go wrong.
    pub fn settles(&self, proof: &Induction) -> bool {
        let refuted = |(site, tally): (&Site, &Tally)| {
            let found = tally.found.as_ref().is_some_and(|found| found.status == Verdict::Refuted);
            found.then_some((site.kind, site.span))
        };
        let refuted: Vec<_> = self.tallies.iter().filter_map(refuted).collect();
        proof.incomplete.is_none() && proof.suspects.iter().all(|suspect| refuted.contains(suspect))
    }

    /// Whether something was shown to go wrong.
    pub fn refutes(&self) -> bool {
        let refuted =
            |tally: &Tally| tally.found.as_ref().is_some_and(|found| found.status == Verdict::Refuted);
        self.tallies.values().any(refuted)
    }

    /// Takes over what a proof says of all paths.
    pub fn take_proof(&mut self, proof: &Induction) {
        for &(kind, span) in &proof.met {
            self.tallies.entry(Site { span, kind, subject: None }).or_default();
        }
        for (site, tally) in &mut self.tallies {
            tally.suspected = proof.suspects.contains(&(site.kind, site.span));
            if !tally.suspected {
                tally.forget_undecided();
            }
        }
    }

    /// Forgets what could not be decided in time, because something else has settled it.
    pub fn forget_undecided(&mut self) {
        self.tallies.values_mut().for_each(Tally::forget_undecided);
    }
}

impl Tally {
    fn forget_undecided(&mut self) {
        self.found = self.found.take().filter(|found| found.status != Verdict::Undecided);
    }
}

/// A violation.
#[derive(Clone, Default)]
pub(super) struct Found {
    /// `Refuted`, `Unreplayed` or `Undecided`.
    pub status: Verdict,
    pub input: Vec<(String, String)>,
    pub path: Vec<String>,
    pub steps: Vec<Step>,
    pub condition: Vec<Formula>,
    pub detail: Option<String>,
}

pub(super) struct CheckObserver<'s> {
    pub session: &'s Session,
    pub program: &'s FlowProgram,
    pub call: &'s Call,
    /// `None` if the call makes no sense in machine arithmetic.
    pub replayer: Option<&'s Replayer>,
    pub board: &'s Mutex<Board>,
    pub progress: &'s AtomicU64,
    /// Questions asked about divisions.
    pub asked: u32,
}

impl Observer for CheckObserver<'_> {
    type Record = ();

    fn question(&mut self, _: &mut Bench<'_>, _: &State, question: &Question, _: Possible) {
        if let QuestionKind::Check(kind) = question.kind {
            let site = Site { span: question.span, kind, subject: None };
            self.board().tallies.entry(site).or_default();
        }
    }

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: Leaf<'_>) -> Option<()> {
        self.progress.fetch_add(1, Ordering::Relaxed);
        self.board().paths += 1;
        examine(bench, leaf.state, &mut self.asked);
        let Outcome::Ended(Ending::Error { kind, span, subject }) = &leaf.outcome else { return None };
        // A variable is named where it is known; where it is not, the question has the same place without it.
        let site = Site { span: *span, kind: *kind, subject: subject.clone() };
        let mut board = self.board();
        if subject.is_some() {
            board.tallies.remove(&Site { subject: None, ..site.clone() });
        }
        let tally = board.tallies.entry(site.clone()).or_default();
        tally.violations += 1;
        let settled = tally.found.as_ref().is_some_and(|found| found.status == Verdict::Refuted);
        if settled || tally.violations > TRIALS {
            return None;
        }
        drop(board);
        let found = self.confirm(bench, &leaf, &site);
        let mut board = self.board();
        let tally = board.tallies.entry(site).or_default();
        if tally.found.as_ref().is_none_or(|old| old.status < found.status) {
            tally.found = Some(found);
        }
        None
    }
}

impl CheckObserver<'_> {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks for inputs that show the error in machine arithmetic.
    fn confirm(&self, bench: &mut Bench<'_>, leaf: &Leaf<'_>, site: &Site) -> Found {
        let mut best = Found {
            status: Verdict::Undecided,
            condition: show_condition(&mut bench.table, leaf.state, false),
            detail: leaf.model.as_ref().err().map(|reason| format!("the solver gave up: {reason}")),
            ..Found::default()
        };
        for model in attempts(bench, leaf.state, leaf.model.as_ref().ok()) {
            let inputs = inputs_of(&bench.table, &model);
            let input = show_model(bench, leaf.state, &model, &self.call.symbols);
            let place = self.session.program.rules.addressed_storage.then_some((site.kind, site.span));
            let replayed = self.replayer.map(|replayer| replayer.replay_to(&inputs, place));
            match replayed {
                Some(replayed) if replayed.shows(site.kind, site.span) => {
                    let path = show_way(self.program, &replayed.way);
                    let steps = self.steps(&inputs, site);
                    return Found { status: Verdict::Refuted, input, path, steps, detail: None, ..best };
                }
                other => {
                    best.status = Verdict::Unreplayed;
                    best.input = input;
                    best.detail = Some(self.instead(other));
                }
            }
        }
        best.path = show_way(self.program, &walked(bench, leaf.state));
        best
    }

    /// The statements that matter on the way to an error that inputs show.
    fn steps(&self, inputs: &Inputs, site: &Site) -> Vec<Step> {
        let Some(replayer) = self.replayer else { return Vec::new() };
        replayer.looked_at(inputs, (site.kind, site.span), |bench, states, answers| {
            self.session.steps_to(bench, states, answers, site)
        })
    }

    /// What happened in machine arithmetic instead.
    fn instead(&self, replayed: Option<Replayed>) -> String {
        let what = match replayed.map(|replayed| replayed.end) {
            None => "the call makes no sense there".to_owned(),
            Some(Err(unfinished)) => unfinished.to_string(),
            Some(Ok(ending)) => {
                let (word, detail) = status(&self.session.sources, &Outcome::Ended(ending));
                detail.map_or(word.to_string(), |detail| format!("{word}: {detail}"))
            }
        };
        format!("in machine arithmetic these inputs do not show it ({what})")
    }
}
