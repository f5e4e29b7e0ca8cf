//! Clarke's error conditions, tried on every path of a call.
//!
//! The machine asks of each operation whether it is allowed. On every path that an exploration finds, the opposite
//! is tried as a temporary constraint: if the solver has inputs for it, they are run in machine arithmetic, and only
//! if the error shows there is it called refuted. What no path can violate is proved when all paths were seen, and
//! good up to the bound otherwise.

mod observer;
mod sites;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use sextant_base::{Diagnostics, Sources, Span};
use sextant_engines::forward::{Config, Shortfall, explore};
use sextant_report::{CheckReport, CheckedCall, Finding};
use sextant_state::{ErrorKind, compile, compile_with_joins};
use sextant_syntax::Language;

use crate::describe::verdict;
use crate::replay::Replayer;
use crate::{Call, Options, Session};
use observer::{Board, CheckObserver, Tally};

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

    fn check_call(&self, call: &Call, options: &Options, progress: &AtomicU64, report: &mut CheckReport) {
        let program = sites::with_assertions(&self.program);
        let merge = program.language == Language::C && options.merge;
        // A merged state has no list of answers by which another worker could find it.
        let threads = if merge { 1 } else { options.config().threads };
        let policy = options.policy(program.language);
        let explored = self.explored(&program, options);
        let code = if merge { compile_with_joins(&explored, policy) } else { compile(&explored, policy) };
        let replayer = Replayer::new(self, &program, &call.text, options);
        let board = Mutex::new(Board::default());
        let config = Config { find_leaks: true, merge, threads, ..options.config() };
        let exploration = explore(&code, &call.entry, &config, || CheckObserver {
            session: self,
            program: &program,
            call,
            replayer: replayer.as_ref(),
            board: &board,
            progress,
        });
        let mut board = board.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        sites::add_known(&program, call.entry.procedure, &mut board);
        // A path whose condition is undecided was followed all the same: nothing is missing because of it.
        let unseen = exploration.shortfalls.iter().any(|reason| !matches!(reason, Shortfall::Undecided(_)));
        let (_, reasons) = verdict(&exploration.shortfalls);
        let name = self.shown_call(call);
        let findings = self.findings(&name, board.tallies, unseen);
        let mut words: Vec<&str> = findings.iter().map(|finding| word_of(&finding.status)).collect();
        words.extend(exploration.shortfalls.iter().map(word_of_shortfall));
        report.calls.push(CheckedCall {
            call: name,
            verdict: worst(words.into_iter()),
            reasons,
            paths: board.paths,
        });
        report.findings.extend(findings);
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
            let status = match (&tally.found, unseen) {
                (Some(found), _) => found.status,
                (None, false) => "proved",
                (None, true) => "bounded",
            };
            let found = tally.found.unwrap_or_default();
            Finding {
                kind: site.kind.name().to_owned(),
                status: status.to_owned(),
                call: call.to_owned(),
                what: site.kind.to_string(),
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
