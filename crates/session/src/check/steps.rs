//! The execution that shows an error, statement by statement: what matters for it, with the values that come up.
//!
//! A statement matters if it changes something that the place of the error names, or that a statement names which matters;
//! if it branches on such a thing; if it enters a procedure in which something matters. Iterations that are alike are
//! shown once at the beginning and once at the end.

use rustc_hash::FxHashSet;
use sextant_engines::forward::Bench;
use sextant_engines::testgen::Answers;
use sextant_notation::Formula;
use sextant_report::Step;
use sextant_state::State;
use sextant_syntax::{ProcId, StatementNumber};

use super::Site;
use crate::Session;
use crate::describe::{frame_values_as, show_value};

/// Longer formulas are left out: their value says enough.
const LONGEST_FORMULA: usize = 60;
/// More values of one statement are not shown.
const MOST_VALUES: usize = 4;
/// The longest part of a repetition that is looked for.
const LONGEST_PERIOD: usize = 16;

/// An executed statement.
struct Executed {
    procedure: ProcId,
    number: StatementNumber,
    depth: usize,
    /// What it changed.
    changes: Vec<(String, String)>,
    /// Whether it enters a procedure.
    enters: bool,
}

impl Session {
    /// The steps that matter, of the states before statements; the last one is that in which the error occurs.
    pub(super) fn steps_to(
        &self,
        bench: &mut Bench<'_>,
        states: &[State],
        answers: &mut Answers<'_>,
        site: &Site,
    ) -> Vec<Step> {
        let executed = self.statements_executed(bench, states, answers);
        let kept = self.that_matter(&executed, site);
        self.folded(&kept)
    }

    fn statements_executed(
        &self,
        bench: &mut Bench<'_>,
        states: &[State],
        answers: &mut Answers<'_>,
    ) -> Vec<Executed> {
        let mut values: Vec<Vec<(String, String)>> = Vec::new();
        for state in states {
            let show = &mut |table: &mut sextant_expr::Table, value: sextant_state::Value| {
                let formula = show_value(table, value, false);
                let Some(term) = value.to_term(table) else { return formula };
                let actual = answers.of(table).value(table, term).to_string();
                let symbolic = formula.to_string();
                Formula::words(match symbolic.len() {
                    _ if symbolic == actual => actual,
                    ..=LONGEST_FORMULA => format!("{symbolic} = {actual}"),
                    _ => actual,
                })
            };
            values.push(frame_values_as(&self.program, bench, state, show));
        }
        let mut executed = Vec::new();
        for (at, state) in states.iter().enumerate() {
            let mut one = Executed {
                procedure: state.frame.procedure,
                number: state.frame.statement,
                depth: state.depth(),
                changes: Vec::new(),
                enters: false,
            };
            if let Some(next) = states.get(at + 1) {
                one.enters = next.depth() > one.depth;
                // What a call changes shows when it is over.
                let after = states[at + 1..].iter().position(|later| later.depth() <= one.depth);
                let after = after
                    .map(|distance| at + 1 + distance)
                    .filter(|&after| states[after].depth() == one.depth);
                if let Some(after) = after {
                    let before = &values[at];
                    one.changes =
                        values[after].iter().filter(|value| !before.contains(value)).cloned().collect();
                }
            }
            executed.push(one);
        }
        executed
    }

    /// From the error back: what its text names, and what that depends on.
    fn that_matter<'e>(&self, executed: &'e [Executed], site: &Site) -> Vec<&'e Executed> {
        let mut needed = words(self.sources.snippet(site.span));
        needed.extend(site.subject.iter().map(|subject| subject.to_lowercase()));
        let mut kept = Vec::new();
        let mut inner = executed.last().map_or(0, |last| last.depth);
        for (at, one) in executed.iter().enumerate().rev() {
            let text = words(&self.statement_text(one.procedure, one.number));
            let text: FxHashSet<String> = text.intersection(&self.names_in(one.procedure)).cloned().collect();
            let last = at + 1 == executed.len();
            let around = one.enters && one.depth < inner;
            let changes =
                one.changes.iter().any(|(name, _)| words(name).iter().any(|name| needed.contains(name)));
            if last || around || changes {
                inner = inner.min(one.depth);
                needed.extend(text);
                kept.push(one);
            } else if one.changes.is_empty()
                && text.iter().any(|name| needed.contains(name))
                && one.number.0 > 1
            {
                kept.push(one);
            }
        }
        kept.reverse();
        // A statement with several branches is met several times.
        let place = |one: &Executed| (one.procedure, one.number, one.depth);
        kept.dedup_by(|later, one| place(later) == place(one) && one.changes.is_empty());
        kept
    }

    /// The names of the variables that a procedure sees.
    fn names_in(&self, procedure: ProcId) -> FxHashSet<String> {
        let variables = self.program.procedures[procedure].variables.iter().map(|variable| &variable.name);
        let globals = self.program.globals.iter().map(|global| &global.name);
        variables.chain(globals).flat_map(|name| words(name)).collect()
    }

    fn folded(&self, kept: &[&Executed]) -> Vec<Step> {
        let least = kept.iter().map(|one| one.depth).min().unwrap_or(0);
        let mut steps = Vec::new();
        let mut at = 0;
        while at < kept.len() {
            let (period, times) = repeated(&kept[at..]);
            if times < 3 {
                steps.push(self.step(kept[at], least));
                at += 1;
                continue;
            }
            steps.extend(kept[at..at + period].iter().map(|one| self.step(one, least)));
            if times > 2 {
                let depth = kept[at].depth - least;
                steps.push(Step { again: times as u64 - 2, depth, ..Step::default() });
            }
            at += period * (times - 1);
            steps.extend(kept[at..at + period].iter().map(|one| self.step(one, least)));
            at += period;
        }
        steps
    }

    fn step(&self, one: &Executed, least: usize) -> Step {
        let mut values = one.changes.clone();
        if values.len() > MOST_VALUES {
            values.truncate(MOST_VALUES);
            values.push(("…".to_owned(), "…".to_owned()));
        }
        Step {
            line: self.statement_line(one.procedure, one.number),
            text: self.statement_text(one.procedure, one.number),
            depth: one.depth - least,
            values,
            again: 0,
        }
    }
}

/// The part at the beginning that comes several times: how long it is, and how often it comes.
fn repeated(steps: &[&Executed]) -> (usize, usize) {
    let key = |one: &Executed| (one.procedure, one.number, one.depth);
    let mut best = (1, 1);
    for period in 1..=LONGEST_PERIOD.min(steps.len() / 2) {
        let same = steps.iter().zip(&steps[period..]).take_while(|(a, b)| key(a) == key(b)).count();
        let times = same / period + 1;
        if times >= 3 && period * times > best.0 * best.1 {
            best = (period, times);
        }
    }
    best
}

/// The words of a text, in small letters.
fn words(text: &str) -> FxHashSet<String> {
    let letter = |sign: char| sign.is_alphanumeric() || "_$#@".contains(sign);
    let words = text.split(|sign| !letter(sign));
    words
        .filter(|word| word.starts_with(|sign: char| !sign.is_ascii_digit()))
        .map(str::to_lowercase)
        .collect()
}
