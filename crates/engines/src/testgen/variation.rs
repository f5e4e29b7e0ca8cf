//! Search by variation: texts that have shown something new are changed a little and tried again.
//!
//! A trial is an ordinary execution on constants: no terms, no questions. It costs a thousandth of a question to a
//! solver, so that thousands of them are worth while before any is asked, and they go where solvers are weak: through
//! floating-point functions and long loops over characters. Texts that cover something are made as short as they get, and
//! are then followed like every other run, so that the search goes on from there.
//!
//! Invariants
//! - Trials prove nothing: they never take anything off the frontier.
//! - The same seeds give the same texts.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use sextant_base::Random;
use sextant_expr::Table;
use sextant_state::{Ending, Machine};

use super::goals::{Coverage, Goal};
use super::inputs::Answers;
use super::measure::{Measured, measure};
use super::search::Search;
use super::texts::{TextPlan, Texts, varied};
use super::{Candidate, Inputs, Shortfall};

/// Trials before anything else, and how many of them may be fruitless.
const FIRST_TRIALS: u32 = 20_000;
const FRUITLESS: u32 = 3_000;
/// Trials between two states of the frontier.
const TRIALS: u32 = 100;
/// Trials to make a text short.
const SHORTENING: u32 = 200;
/// Characters that people type, in place of others.
const PLAIN: &[u8] = b" \na1";
/// Statements of one trial.
const STATEMENTS: u64 = 100_000;

/// Texts that showed something, and what they showed.
pub(super) struct Variation {
    random: Random,
    members: Vec<Member>,
    /// Ways with how often they were passed, roughly.
    known: FxHashSet<(u32, u32)>,
    /// Texts that cover something and end with an error.
    failing: BTreeMap<Goal, Texts>,
}

struct Member {
    texts: Texts,
    ways: FxHashSet<u32>,
}

impl Variation {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            members: Vec::new(),
            known: FxHashSet::default(),
            failing: BTreeMap::new(),
        }
    }

    /// Keeps texts whose run was unlike all before; whether it was.
    fn learn(&mut self, texts: &Texts, coverage: &Coverage) -> bool {
        let before = self.known.len();
        self.known.extend(coverage.ways.iter().map(|(&way, count)| (way, count.ilog2())));
        let new = self.known.len() > before;
        if new {
            let ways = coverage.ways.keys().copied().collect();
            self.members.push(Member { texts: texts.clone(), ways });
        }
        new
    }

    /// A member that passed one of some ways; anyone if there is none.
    fn near(&mut self, ways: &[u32]) -> Option<usize> {
        if let Some(way) = self.random.choose(ways) {
            let passing = |member: &Member| member.ways.contains(way);
            let near: Vec<usize> = (0..self.members.len()).filter(|&at| passing(&self.members[at])).collect();
            if let Some(&at) = self.random.choose(&near) {
                return Some(at);
            }
        }
        let count = self.members.len();
        (count > 0).then(|| self.random.below(count))
    }

    fn next(&mut self, plan: &TextPlan, sisters: &[u32]) -> Option<Texts> {
        let parent = if self.random.one_in(3) { self.near(&[])? } else { self.near(sisters)? };
        let other = self.random.below(self.members.len());
        Some(varied(plan, &self.members[parent].texts, &self.members[other].texts, &mut self.random))
    }
}

impl Search<'_> {
    /// The first trials: the seeds, and what is near them.
    pub(super) fn begin_variation(&mut self) {
        let Some(plan) = self.config.texts.as_ref() else { return };
        // A program that neither takes nor reads a text does the same on all of them.
        if plan.arguments.is_empty() && plan.seeds.iter().all(|texts| self.run_on(plan, texts).1 == 0) {
            return;
        }
        let mut variation = Variation::new(self.config.seed);
        for texts in &plan.seeds {
            self.try_texts(&mut variation, plan, texts);
        }
        self.variation = Some(variation);
        let mut fruitless = 0;
        for _ in 0..FIRST_TRIALS {
            if fruitless > FRUITLESS || self.is_done() {
                break;
            }
            fruitless = if self.vary_once() { 0 } else { fruitless + 1 };
        }
    }

    /// Some trials between other things.
    pub(super) fn vary(&mut self) {
        for _ in 0..TRIALS {
            if self.variation.is_none() || self.is_done() {
                return;
            }
            self.vary_once();
        }
    }

    /// What no run without an error covered, but one with an error did.
    pub(super) fn end_variation(&mut self) {
        let (Some(plan), Some(variation)) = (self.config.texts.as_ref(), self.variation.take()) else {
            return;
        };
        for (goal, texts) in variation.failing {
            if self.config.errors && self.uncovered.contains(&goal) {
                self.add_found(plan, &texts);
            }
        }
    }

    fn is_done(&self) -> bool {
        self.uncovered.is_empty() || self.config.interrupt.should_stop()
    }

    fn vary_once(&mut self) -> bool {
        let (Some(plan), Some(mut variation)) = (self.config.texts.as_ref(), self.variation.take()) else {
            return false;
        };
        let new = match variation.next(plan, &self.sisters) {
            Some(texts) => self.try_texts(&mut variation, plan, &texts),
            None => false,
        };
        self.variation = Some(variation);
        new
    }

    /// Runs on texts, learns from it, and takes up what covers something; whether something was new.
    fn try_texts(&mut self, variation: &mut Variation, plan: &TextPlan, texts: &Texts) -> bool {
        let measured = self.trial(plan, texts);
        if !matches!(measured.end, Some(Ending::Returned | Ending::Stopped | Ending::Error { .. })) {
            return false;
        }
        let goals = self.new_goals(&measured.coverage);
        let failing = matches!(measured.end, Some(Ending::Error { .. }));
        let new = variation.learn(texts, &measured.coverage);
        match failing {
            true => goals.into_iter().for_each(|goal| {
                variation.failing.entry(goal).or_insert_with(|| texts.clone());
            }),
            false if !goals.is_empty() => {
                let short = self.shortened(plan, texts, &goals);
                let short = self.plainer(plan, short, &goals);
                let measured = self.trial(plan, &short);
                variation.learn(&short, &measured.coverage);
                self.add_found(plan, &short);
            }
            false => {}
        }
        new
    }

    fn new_goals(&self, coverage: &Coverage) -> Vec<Goal> {
        self.uncovered.iter().copied().filter(|&goal| coverage.covers(goal)).collect()
    }

    /// An ordinary execution on texts.
    fn trial(&self, plan: &TextPlan, texts: &Texts) -> Measured {
        self.run_on(plan, texts).0
    }

    /// An ordinary execution on texts, and how many characters were read.
    fn run_on(&self, plan: &TextPlan, texts: &Texts) -> (Measured, usize) {
        let entry = texts.entry(plan, self.entry);
        let mut table = Table::new();
        let machine = Machine::new(&self.probed.code, &entry, &mut table).depth_limit(self.config.call_depth);
        let (mut state, _) = machine.start(&mut table);
        let statements = self.config.statements.min(STATEMENTS);
        let (interrupt, nothing) = (&self.config.interrupt, Inputs::new());
        let answers = Answers::new(&nothing);
        let measured = measure(self.probed, &machine, &mut table, &mut state, statements, interrupt, answers);
        (measured, state.inputs_read())
    }

    /// Shorter texts that cover the same goals without an error.
    fn shortened(&self, plan: &TextPlan, texts: &Texts, goals: &[Goal]) -> Texts {
        let mut short = texts.clone();
        let mut trials = 0;
        for part in 0..=plan.arguments.len() {
            let mut size = short.length(part);
            while size > 0 {
                let mut from = 0;
                while let Some(shorter) = short.without(part, from, size) {
                    trials += 1;
                    if trials > SHORTENING || self.config.interrupt.should_stop() {
                        return short;
                    }
                    match self.still_covers(plan, &shorter, goals) {
                        true => short = shorter,
                        false => from += size,
                    }
                }
                size /= 2;
            }
        }
        short
    }

    /// The same with plain characters in place of others, where that covers the same goals.
    fn plainer(&self, plan: &TextPlan, texts: Texts, goals: &[Goal]) -> Texts {
        let mut plain = texts;
        let mut trials = 0;
        for part in 0..=plan.arguments.len() {
            for at in 0..plain.length(part) {
                for &character in PLAIN {
                    trials += 1;
                    let Some(other) = plain.with(part, at, character) else { break };
                    if trials > SHORTENING || self.config.interrupt.should_stop() {
                        return plain;
                    }
                    if self.still_covers(plan, &other, goals) {
                        plain = other;
                        break;
                    }
                }
            }
        }
        plain
    }

    fn still_covers(&self, plan: &TextPlan, texts: &Texts, goals: &[Goal]) -> bool {
        let measured = self.trial(plan, texts);
        let ended = matches!(measured.end, Some(Ending::Returned | Ending::Stopped));
        ended && goals.iter().all(|&goal| measured.coverage.covers(goal))
    }

    /// Follows texts as a run on inputs. Where that does not come to what the trial saw, the trial counts.
    fn add_found(&mut self, plan: &TextPlan, texts: &Texts) {
        let inputs = texts.inputs(plan);
        let known = self.candidates.len();
        self.plant(&inputs);
        if self.candidates.len() > known {
            let path = self.candidates[known].path;
            path.into_iter().for_each(|path| self.paths[path].settled = true);
        }
        let measured = self.trial(plan, texts);
        let (Some(end), false) = (measured.end, self.new_goals(&measured.coverage).is_empty()) else {
            return;
        };
        if matches!(end, Ending::OutOfStatements | Ending::OutOfDepth { .. }) {
            self.shortfalls.insert(Shortfall::Statements(self.config.statements));
            return;
        }
        self.cover_with(&measured.coverage);
        let coverage = measured.coverage;
        self.candidates.push(Candidate { inputs, coverage, end, condition: Vec::new(), path: None });
    }
}
