//! Clarke's error conditions, tried on every path of a call.
//!
//! The machine asks of each operation whether it is allowed. On every path that an exploration finds, the opposite
//! is tried as a temporary constraint: if the solver has inputs for it, they are run in machine arithmetic, and only
//! if the error shows there is it called refuted. What no path can violate is proved when all paths were seen, and
//! good up to the bound otherwise.

mod observer;
mod plan;
mod sites;
mod task;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;

use sextant_base::{Diagnostics, Sources, Span};
use sextant_engines::forward::Shortfall;
use sextant_engines::induction::{Induction, LoopInvariants};
use sextant_report::{CheckReport, CheckedCall, Finding, LoopFinding};
use sextant_state::ErrorKind;
use sextant_syntax::Language;

use crate::describe::verdict;
use crate::{Call, Options, Session};
use observer::Tally;
use plan::Plan;
use task::Task;

/// A problem with what the user typed, with its text.
type Refusal = Box<(Diagnostics, Sources)>;

/// A place where something may go wrong, and what.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Site {
    pub span: Span,
    pub kind: ErrorKind,
    /// The variable it is about.
    pub subject: Option<String>,
}

impl Session {
    /// Checks a call; without one, the main program, or else every procedure on inputs of all kinds.
    pub fn check(&self, call: &str, options: &Options, progress: &AtomicU64) -> Result<CheckReport, Refusal> {
        let mut report = CheckReport::default();
        let calls = self.calls_to_check(call);
        let only = calls.len() == 1;
        for text in calls {
            match self.call(&text, options) {
                Ok(call) => self.check_call(&call, options, progress, &mut report),
                Err(refusal) if only => return Err(refusal),
                Err(refusal) => {
                    let reasons: Vec<String> =
                        refusal.0.sorted().iter().map(|error| error.message.clone()).collect();
                    report.calls.push(CheckedCall {
                        call: text,
                        verdict: "unsupported".into(),
                        reasons,
                        ..CheckedCall::default()
                    });
                }
            }
        }
        report.verdict = worst(report.calls.iter().map(|call| call.verdict.as_str()));
        Ok(report)
    }

    pub(crate) fn calls_to_check(&self, call: &str) -> Vec<String> {
        match (call.trim(), self.program.main) {
            ("", None) => {
                let own = self.program.procedures.iter_enumerated();
                let own = own.filter(|(id, _)| !self.program.library.contains(id));
                own.map(|(_, graph)| graph.name.clone()).collect()
            }
            (text, _) => vec![text.to_owned()],
        }
    }

    /// Explores the paths of a call; where that does not come to an end, tries a proof by induction over its loops, then
    /// an exploration that crosses them by their closed forms, and if neither is whole, explores for the rest of the
    /// time.
    fn check_call(&self, call: &Call, options: &Options, progress: &AtomicU64, report: &mut CheckReport) {
        let program = sites::with_assertions(&self.program);
        let task = Task::new(self, &program, call, options, progress);
        let mut plan = Plan::new(options, program.language);
        let (mut board, mut shortfalls) = task.explore(plan.first());
        let mut induction = None;
        if program.language == Language::C && shortfalls.iter().any(is_unseen) {
            induction = plan.proof().map(|config| task.prove(&config));
            let mut settled = induction.as_ref().is_some_and(|found| board.settles(found));
            let crossing = plan.crossing().filter(|_| !settled);
            if let Some((more, left)) = crossing.and_then(|config| task.explore_crossed(config)) {
                let whole = !left.iter().any(is_unseen);
                if whole {
                    board.forget_undecided();
                }
                if whole || more.refutes() {
                    board.absorb(more);
                }
                if whole {
                    (settled, shortfalls) = (true, left);
                }
            }
            if let Some(config) = plan.rest(&shortfalls).filter(|_| !settled) {
                let (more, left) = task.explore(config);
                board.absorb(more);
                shortfalls = left;
            }
        }
        let no_proof = induction.as_ref().and_then(|found| found.incomplete.clone());
        // An exploration that saw everything knows more than a proof.
        let partly = shortfalls.iter().any(is_unseen);
        induction = induction.filter(|found| found.incomplete.is_none() && partly);
        sites::add_known(&program, call.entry.procedure, &mut board);
        if let Some(found) = &induction {
            board.take_proof(found);
            if board.settles(found) {
                shortfalls.clear();
            }
        }
        // A path whose condition is undecided was followed all the same: nothing is missing because of it.
        let unseen = induction.is_none() && shortfalls.iter().any(is_unseen);
        let (_, mut reasons) = verdict(&shortfalls);
        if let Some(why) = no_proof.filter(|_| unseen) {
            reasons.push(format!("no proof by induction over the loops: {why}"));
        }
        let name = self.shown_call(call);
        let paths = board.paths;
        let findings = self.findings(&name, board.tallies, unseen);
        let mut words: Vec<&str> = findings.iter().map(|finding| word_of(&finding.status)).collect();
        words.extend(shortfalls.iter().map(word_of_shortfall));
        let verdict = worst(words.into_iter());
        report.calls.push(CheckedCall {
            call: name,
            verdict,
            reasons,
            paths,
            inductive: induction.is_some(),
            invariants: induction.map(|found| self.loop_findings(found)).unwrap_or_default(),
        });
        report.findings.extend(findings);
    }

    /// An error in the words of the language.
    pub(crate) fn words_of(&self, kind: ErrorKind) -> String {
        match kind {
            ErrorKind::Overflow if self.is_c() => "signed overflow".to_owned(),
            kind => kind.to_string(),
        }
    }

    fn loop_findings(&self, found: Induction) -> Vec<LoopFinding> {
        let describe = |found: LoopInvariants| LoopFinding {
            file: self.sources.name(found.span.source).to_owned(),
            line: self.sources.position(found.span).line,
            conditions: found.conditions,
        };
        found.invariants.into_iter().map(describe).collect()
    }

    /// The call as it was written, or the name of the main program.
    pub(crate) fn shown_call(&self, call: &Call) -> String {
        match call.text.as_str() {
            "" => self.program.procedures[call.entry.procedure].name.clone(),
            text => text.to_owned(),
        }
    }

    fn findings(&self, call: &str, tallies: BTreeMap<Site, Tally>, unseen: bool) -> Vec<Finding> {
        let describe = |(site, tally): (Site, Tally)| {
            let place = self.sources.position(site.span);
            let snippet = self.sources.snippet(site.span);
            let status = match (&tally.found, unseen || tally.suspected) {
                (Some(found), _) => found.status,
                (None, false) => "proved",
                (None, true) => "bounded",
            };
            let found = tally.found.unwrap_or_default();
            Finding {
                kind: site.kind.name().to_owned(),
                status: status.to_owned(),
                call: call.to_owned(),
                what: self.words_of(site.kind),
                subject: site.subject,
                file: self.sources.name(site.span.source).to_owned(),
                line: place.line,
                column: place.column,
                text: snippet.split_whitespace().collect::<Vec<_>>().join(" "),
                input: found.input,
                path: found.path,
                condition: found.condition,
                detail: found.detail,
                blocks: tally.blocks,
                paths: tally.violations,
            }
        };
        tallies.into_iter().map(describe).collect()
    }
}

/// Whether some paths were not seen because of this.
fn is_unseen(shortfall: &Shortfall) -> bool {
    !matches!(shortfall, Shortfall::Undecided(_))
}

/// What a finding contributes to the verdict.
fn word_of(status: &str) -> &'static str {
    match status {
        "refuted" => "refuted",
        "proved" => "proved",
        "bounded" => "bounded",
        _ => "undecided",
    }
}

fn word_of_shortfall(shortfall: &Shortfall) -> &'static str {
    match shortfall {
        // Seen in the findings, where it matters.
        Shortfall::Undecided(_) => "proved",
        Shortfall::Unsupported(_) => "unsupported",
        Shortfall::Interrupted => "interrupted",
        Shortfall::WrongPrefix => "refused",
        _ => "bounded",
    }
}

fn worst<'w>(words: impl Iterator<Item = &'w str>) -> String {
    const ORDER: [&str; 7] =
        ["proved", "bounded", "undecided", "unsupported", "refused", "interrupted", "refuted"];
    let rank = |word: &str| ORDER.iter().position(|&known| known == word).unwrap_or(0);
    ORDER[words.map(rank).max().unwrap_or(0)].to_owned()
}
