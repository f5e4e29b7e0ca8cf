//! Methods that give formulas: `summary`, `back`, `passes`.

use std::collections::BTreeMap;

use sextant_expr::Formula;
use sextant_report::{PassMessage, PassMessageKind};
use sextant_session::{GivenCase, PassOptions, PathEnd};

use super::{failed, refusal, returned};
use crate::notation::{evaluate, holds, plain_number, shown};
use crate::{Answer, Case, Datum, Environment, Outcome};

pub(super) fn summary(case: &Case) -> Answer {
    let points: Vec<Vec<String>> = case.inputs.iter().map(|input| given(case, input)).collect();
    let reports = match case.session.summary_at(&case.name(), &points, None, &case.options) {
        Ok(reports) => reports,
        Err(what) => return Answer::Refused(what),
    };
    let mut answer = Answer::Agrees;
    for ((input, outcome), report) in case.runs().zip(&reports) {
        let overflows = matches!(outcome, Outcome::Error(what) if what.contains("overflow"));
        answer = answer.and(match &report.cases[..] {
            // The summary says that it is not about such inputs; on all others it must be right.
            _ if overflows && report.assumed.is_some() => {
                Answer::Undecided("results are assumed to fit".to_owned())
            }
            [] if !report.complete => Answer::Refused("too many cases".to_owned()),
            [] => Answer::Wrong(format!("{} is in no case", case.call(input))),
            [only] => match &only.condition {
                Some(condition) => Answer::Undecided(format!("a condition remains: {condition}")),
                None => summary_case(case, input, outcome, only),
            },
            _ => Answer::Undecided("several cases remain".to_owned()),
        });
    }
    answer
}

/// An input as `--given` takes it.
fn given(case: &Case, input: &[Datum]) -> Vec<String> {
    let parameters = case.parameters();
    let all = parameters.iter().zip(input).map(|((name, _), datum)| match datum {
        Datum::Logical(value) => format!("{name} = {}", u8::from(*value)),
        _ => format!("{name} = {}", datum.written(case.language)),
    });
    all.collect()
}

fn summary_case(case: &Case, input: &[Datum], outcome: &Outcome, only: &GivenCase) -> Answer {
    let after = |word: &str| only.end.strip_prefix(word).unwrap_or(&only.end);
    match only.status {
        PathEnd::Returned => match only.outputs.iter().find(|(name, _)| name == "return") {
            Some((_, value)) if plain_number(value).is_some() => returned(case, input, outcome, value),
            Some((_, value)) => Answer::Undecided(format!("a value remains algebra: {value}")),
            None => Answer::Unread("a summary without a result".to_owned()),
        },
        PathEnd::Error => failed(case, input, outcome, after("error "), false),
        PathEnd::Unsupported => {
            let what = after("unsupported ");
            Answer::Refused(what.split_once(": ").map_or(what, |(_, what)| what).to_owned())
        }
        _ => Answer::Undecided(only.end.clone()),
    }
}

/// Lines of the examined procedure that are asked about.
const MOST_LINES: usize = 3;
/// Iterations of loops that are gone through; the answer says where there could be more.
const ITERATIONS: usize = 3;

pub(super) fn back(case: &Case) -> Answer {
    let Some(reached) = reached_lines(case) else {
        return Answer::Unread("the lines that a run executes".to_owned());
    };
    // Lines that some inputs reach and others do not say most; then any.
    let mut lines: Vec<(&u32, &Vec<bool>)> = reached.iter().collect();
    lines.sort_by_key(|(line, by)| {
        let mixed = by.iter().any(|one| *one) && by.iter().any(|one| !one);
        (!mixed, u32::MAX - **line)
    });
    let mut answer = Answer::Agrees;
    for (line, by) in lines.into_iter().take(MOST_LINES) {
        let report = match case.session.reach(&case.name(), *line, None, ITERATIONS, &case.options) {
            Ok(report) => report,
            Err(problem) => return answer.and(Answer::Refused(refusal(&problem))),
        };
        if report.equal == Some(false) {
            return Answer::Wrong(format!("line {line}: forward execution gives another condition"));
        }
        if report.bounded {
            answer = answer.and(Answer::Undecided("bounded".to_owned()));
        }
        for (input, &expected) in case.inputs.iter().zip(by) {
            answer = answer.and(match holds(&report.condition, &case.environment(input)) {
                Ok(found) if found == expected || (expected && report.bounded) => Answer::Agrees,
                Ok(found) => {
                    let word = if found { "reached" } else { "not reached" };
                    Answer::Wrong(format!("line {line}: {word}, it says, for {}", case.call(input)))
                }
                Err(what) => Answer::Unread(what),
            });
        }
    }
    answer
}

/// For each line of the examined procedure on which a statement begins, whether each input reaches it.
fn reached_lines(case: &Case) -> Option<BTreeMap<u32, Vec<bool>>> {
    let own = own_lines(case);
    let mut reached: BTreeMap<u32, Vec<bool>> = BTreeMap::new();
    for input in &case.inputs {
        let call = case.session.call(&case.call(input), &case.options).ok()?;
        let report = case.session.trace(&call, &[], &case.options).ok()?;
        for line in report.total.listings.iter().flat_map(|listing| &listing.lines) {
            if !line.counts.is_empty() && own.contains(&line.line) {
                reached.entry(line.line).or_default().push(line.counts.iter().any(|count| *count > 0));
            }
        }
    }
    reached.retain(|_, by| by.len() == case.inputs.len());
    Some(reached)
}

/// The lines of the examined procedure: from its head on, to the next head.
fn own_lines(case: &Case) -> std::ops::Range<u32> {
    let heads: Vec<u32> =
        (1u32..).zip(case.text.lines()).filter(|(_, line)| is_head(line)).map(|(at, _)| at).collect();
    let name = case.name();
    let own = (1u32..)
        .zip(case.text.lines())
        .find(|(_, line)| is_head(line) && line.contains(&format!("{name}(")))
        .or_else(|| (1u32..).zip(case.text.lines()).find(|(_, line)| is_head(line)));
    let from = own.map_or(1, |(at, _)| at);
    let to = heads.into_iter().find(|&head| head > from).unwrap_or(u32::MAX);
    from + 1..to
}

/// Whether a line begins a procedure: it has no indentation and names parameters.
fn is_head(line: &str) -> bool {
    line.contains('(') && !line.starts_with([' ', '#', '/'])
}

pub(super) fn passes(case: &Case) -> Answer {
    let choices = PassOptions {
        passes: 20,
        attributes: false,
        visit_all: false,
        node: None,
        environment: None,
        assume: None,
    };
    let report = match case.session.passes(&case.name(), &choices, &case.options) {
        Ok(report) => report,
        Err(problem) => return Answer::Refused(refusal(&problem)),
    };
    if let Some(message) = report.messages.iter().find(|message| message.kind == PassMessageKind::Unsupported)
    {
        return Answer::Refused(message.text.clone());
    }
    let mut answer = match report.complete {
        true => Answer::Agrees,
        false => Answer::Undecided("more passes would find more paths".to_owned()),
    };
    for (input, outcome) in case.runs() {
        let environment = case.environment(input);
        let mut taken = Vec::new();
        for one in report.passes.iter().flat_map(|pass| &pass.cases) {
            match holds(&one.constraint, &environment) {
                Ok(true) => taken.push(one),
                Ok(false) => {}
                Err(what) => return answer.and(Answer::Unread(what)),
            }
        }
        let warning = match warning(&report.messages, &environment) {
            Ok(warning) => warning,
            Err(what) => return answer.and(Answer::Unread(what)),
        };
        answer = answer.and(match (&taken[..], outcome, warning) {
            (_, Outcome::Error(_), Some(_)) => Answer::Agrees,
            (_, Outcome::Returned(_), Some(text)) => {
                Answer::Wrong(format!("{} returns, though it says: {text}", case.call(input)))
            }
            ([], ..) if !report.complete => Answer::Undecided("more passes would find more paths".to_owned()),
            ([one], ..) => pass_case(case, input, outcome, &one.values),
            (several, ..) => Answer::Wrong(format!("{} takes {} cases", case.call(input), several.len())),
        });
    }
    answer
}

/// What a report says against an input: an error in its case, or something assumed that does not hold for it.
fn warning<'r>(messages: &'r [PassMessage], environment: &Environment) -> Result<Option<&'r str>, String> {
    for message in messages {
        let against = match (message.kind, message.text.strip_prefix("assumed: ")) {
            (PassMessageKind::Granted, Some(assumed)) => !holds(&[assumed.to_owned()], environment)?,
            (kind, _) => matches!(kind, PassMessageKind::Error | PassMessageKind::Undefined),
        };
        if against && holds(&message.constraint, environment)? {
            return Ok(Some(&message.text));
        }
    }
    Ok(None)
}

fn pass_case(case: &Case, input: &[Datum], outcome: &Outcome, values: &[(String, Formula)]) -> Answer {
    let name = case.name();
    let result = values.iter().find(|(found, _)| found == "return" || found.eq_ignore_ascii_case(&name));
    match result.map(|(_, text)| evaluate(&text.to_string(), &case.environment(input))) {
        Some(Ok(value)) => returned(case, input, outcome, &shown(&value)),
        Some(Err(what)) => Answer::Unread(what),
        None => Answer::Unread("a case without a result".to_owned()),
    }
}
