//! Clarke's error conditions, tried on every path of a call.
//!
//! The machine asks of each operation whether it is allowed. On every path that an exploration finds, the opposite
//! is tried as a temporary constraint: if the solver has inputs for it, they are run in machine arithmetic, and only
//! if the error shows there is it called refuted. What no path can violate is proved when all paths were seen, and
//! good up to the bound otherwise.

mod floats;
mod observer;
mod plan;
mod prepared;
mod sites;
mod steps;
mod task;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use sextant_base::{Diagnostics, Interrupt, Sources, Span};
use sextant_engines::forward::Shortfall;
use sextant_engines::induction::{Induction, LoopInvariants};
use sextant_report::{CheckReport, CheckedCall, Finding, LoopFinding, Verdict};
use sextant_state::ErrorKind;

use crate::contracts::{FEW, is_impossible};
use crate::describe::verdict;
use crate::{Call, Contracted, Options, Session};
use observer::Tally;
use plan::Plan;
use prepared::Prepared;
use task::Task;

/// A problem with what the user typed, with its text.
type Refusal = Box<(Diagnostics, Sources)>;

/// Said where several workers were asked for in vain.
const ONE_WORKER: &str = "one worker explored this call: paths that come together are merged, and no other worker \
                          can take over such a path (--threads divides the procedures of a file)";

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
        let texts = self.calls_to_check(call);
        // Calls are independent of each other: of several, each worker takes one after the other.
        let workers = if texts.len() > 1 { options.threads.clamp(1, texts.len()) } else { 1 };
        let interrupt = options.deadline();
        let options = &Options { threads: options.threads / workers, interrupt, ..options.clone() };
        let prepared = Prepared::new(self, options);
        let on_floats = floats::of_floats(self, options);
        let floats = on_floats.as_ref().map(|options| Prepared::new(self, options));
        let begun = AtomicUsize::new(0);
        let check = |text: &String| {
            let waiting = texts.len() - begun.fetch_add(1, Ordering::Relaxed).min(texts.len() - 1);
            let time = share_of(&options.interrupt, waiting.div_ceil(workers));
            let call = self.call(text, options)?;
            match self.contracted(call.entry.procedure) {
                None => Ok((self.checked(&call, (&prepared, floats.as_ref()), &time, progress)?, Vec::new())),
                Some(Contracted { session, notes }) => {
                    Ok((session.checked_under_contract(text, options, &time, progress)?, notes))
                }
            }
        };
        let checked: Vec<Result<_, Refusal>> = in_parallel(&texts, workers, check);
        let only = texts.len() == 1;
        let mut report = CheckReport::default();
        for (text, checked) in texts.into_iter().zip(checked) {
            match checked {
                Ok(((call, findings), notes)) => {
                    report.calls.push(call);
                    report.findings.extend(findings);
                    report.notes.extend(notes);
                }
                Err(refusal) if only => return Err(refusal),
                Err(refusal) => report.calls.push(refused(text, &refusal)),
            }
        }
        if only && prepared.merges() && options.threads > 1 {
            report.notes.push(ONE_WORKER.to_owned());
        }
        report.verdict = worst(report.calls.iter().map(|call| call.verdict));
        Ok(report)
    }

    /// A checked call; what is proved of exact reals is tried on floats, if that is prepared.
    fn checked(
        &self,
        call: &Call,
        (prepared, floats): (&Prepared<'_>, Option<&Prepared<'_>>),
        time: &Interrupt,
        progress: &AtomicU64,
    ) -> Result<(CheckedCall, Vec<Finding>), Refusal> {
        let exact = self.check_call(prepared, call, time.clone(), progress);
        match floats {
            Some(floats) => self.tried_on_floats(floats, &call.text, time, exact, progress),
            None => Ok(exact),
        }
    }

    /// A checked call of a session in which the entry assertions of the procedure are assumed.
    fn checked_under_contract(
        &self,
        text: &str,
        options: &Options,
        time: &Interrupt,
        progress: &AtomicU64,
    ) -> Result<(CheckedCall, Vec<Finding>), Refusal> {
        let prepared = Prepared::new(self, options);
        let on_floats = floats::of_floats(self, options);
        let floats = on_floats.as_ref().map(|options| Prepared::new(self, options));
        let call = self.call(text, options)?;
        let (mut checked, findings) = self.checked(&call, (&prepared, floats.as_ref()), time, progress)?;
        let few = checked.verdict == Verdict::Proved && checked.paths <= FEW;
        if few && is_impossible(self, &call, options) {
            checked.verdict = Verdict::Refused;
            checked.reasons.push("no input keeps the entry assertions".to_owned());
        }
        Ok((checked, findings))
    }

    /// The calls that are meant by one: without a call, every procedure of the program's own if there is no main program.
    pub fn calls_to_check(&self, call: &str) -> Vec<String> {
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
    fn check_call(
        &self,
        prepared: &Prepared<'_>,
        call: &Call,
        time: Interrupt,
        progress: &AtomicU64,
    ) -> (CheckedCall, Vec<Finding>) {
        let task = Task::new(prepared, call, progress);
        let mut plan = Plan::new(prepared.options, self.program.rules.addressed_storage, time);
        let (mut board, mut shortfalls) = task.explore(plan.first());
        let mut induction = None;
        // Of a part that is not there nothing can be proved.
        let is_there = !shortfalls.contains(&Shortfall::WrongPrefix);
        if is_there && self.program.rules.addressed_storage && shortfalls.iter().any(is_unseen) {
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
        sites::add_known(prepared, call.entry.procedure, &mut board);
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
        let of_findings = findings.iter().map(|finding| counted(finding.status));
        let verdict = worst(of_findings.chain(shortfalls.iter().map(of_shortfall)));
        let checked = CheckedCall {
            call: name,
            verdict,
            reasons,
            assumptions: self.assumptions(call, prepared.options),
            paths,
            inductive: induction.is_some(),
            invariants: induction.map(|found| self.loop_findings(found)).unwrap_or_default(),
        };
        (checked, findings)
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
    pub fn shown_call(&self, call: &Call) -> String {
        match call.text.as_str() {
            "" => self.program.procedures[call.entry.procedure].name.clone(),
            text => text.to_owned(),
        }
    }

    /// The command that runs the program on inputs.
    fn replay_command(&self, call: &str, input: &[(String, String)]) -> Option<String> {
        let quoted = |text: &str| {
            let plain = |sign: char| sign.is_ascii_alphanumeric() || "_./-".contains(sign);
            if text.chars().all(plain) {
                text.to_owned()
            } else {
                format!("'{}'", text.replace('\'', "'\\''"))
            }
        };
        let file = self.sources.ids().map(|source| self.sources.name(source)).next()?;
        let data: Vec<String> = input.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let data =
            if data.is_empty() { String::new() } else { format!(" --data {}", quoted(&data.join(", "))) };
        Some(format!("sextant trace {} {}{data}", quoted(file), quoted(call)))
    }

    fn findings(&self, call: &str, tallies: BTreeMap<Site, Tally>, unseen: bool) -> Vec<Finding> {
        let describe = |(site, tally): (Site, Tally)| {
            let place = self.sources.position(site.span);
            let snippet = self.sources.snippet(site.span);
            let status = match (&tally.found, unseen || tally.suspected) {
                (Some(found), _) => found.status,
                (None, false) => Verdict::Proved,
                (None, true) => Verdict::Bounded,
            };
            let found = tally.found.unwrap_or_default();
            let shows = status == Verdict::Refuted;
            let replay = shows.then(|| self.replay_command(call, &found.input)).flatten();
            Finding {
                kind: site.kind.name().to_owned(),
                status,
                call: call.to_owned(),
                what: site.kind.to_string(),
                subject: site.subject,
                file: self.sources.name(site.span.source).to_owned(),
                line: place.line,
                column: place.column,
                source_line: self
                    .sources
                    .line_span(site.span.source, place.line)
                    .map_or(String::new(), |span| self.sources.snippet(span).trim_end().to_owned()),
                text: snippet.split_whitespace().collect::<Vec<_>>().join(" "),
                input: found.input,
                replay,
                path: found.path,
                steps: found.steps,
                condition: found.condition,
                detail: found.detail,
                blocks: tally.blocks,
                paths: tally.violations,
            }
        };
        tallies.into_iter().map(describe).collect()
    }
}

/// The time of the next of several calls that are still to come: it may take half as much again.
fn share_of(whole: &Interrupt, waiting: usize) -> Interrupt {
    match whole.remaining() {
        Some(left) if waiting > 1 => whole.with_timeout(left * 3 / (2 * waiting as u32)),
        _ => whole.clone(),
    }
}

/// What is said of a call that cannot be made.
fn refused(call: String, refusal: &Refusal) -> CheckedCall {
    let reasons = refusal.0.sorted().iter().map(|error| error.message.clone()).collect();
    CheckedCall { call, verdict: Verdict::Unsupported, reasons, ..CheckedCall::default() }
}

/// What a function gives for each item, in their order, computed by several workers.
fn in_parallel<T: Sync, R: Send>(items: &[T], workers: usize, compute: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if workers <= 1 {
        return items.iter().map(compute).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((at, item)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            items.get(at).map(|item| (at, item))
        } {
            done.push((at, compute(item)));
        }
        done
    };
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let finish = |worker: std::thread::ScopedJoinHandle<'_, _>| match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        workers.into_iter().flat_map(finish).collect()
    });
    done.sort_unstable_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Whether some paths were not seen because of this.
fn is_unseen(shortfall: &Shortfall) -> bool {
    !matches!(shortfall, Shortfall::Undecided(_))
}

/// What a finding contributes to the verdict on its call.
fn counted(status: Verdict) -> Verdict {
    if status == Verdict::Unreplayed { Verdict::Undecided } else { status }
}

/// What a shortfall contributes to it.
fn of_shortfall(shortfall: &Shortfall) -> Verdict {
    match shortfall {
        // Seen in the findings, where it matters.
        Shortfall::Undecided(_) => Verdict::Proved,
        Shortfall::Unsupported(_) => Verdict::Unsupported,
        Shortfall::Interrupted => Verdict::Interrupted,
        Shortfall::WrongPrefix => Verdict::Refused,
        Shortfall::Paths(_)
        | Shortfall::Statements(_)
        | Shortfall::Forks(_)
        | Shortfall::CallDepth(_)
        | Shortfall::Prefix
        | Shortfall::Memory
        | Shortfall::Timeout => Verdict::Bounded,
    }
}

/// Where there is nothing that could go wrong, nothing does.
fn worst(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    verdicts.max().unwrap_or(Verdict::Proved)
}
