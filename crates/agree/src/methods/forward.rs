//! Forward execution: `paths`, `tree`, `trace`.

use std::sync::atomic::AtomicU64;

use sextant_expr::Formula;
use sextant_report::{PathEnd, Verdict};

use super::{failed, refusal, returned};
use crate::notation::{evaluate, holds, shown};
use crate::{Answer, Case, Datum, Outcome, same_value};

/// The end of a path.
struct Row<'r> {
    status: PathEnd,
    detail: &'r str,
    condition: &'r [Formula],
    outputs: Vec<(&'r str, String)>,
}

pub(super) fn paths(case: &Case) -> Answer {
    let call = match case.session.call(&case.name(), &case.options) {
        Ok(call) => call,
        Err(problem) => return Answer::Refused(refusal(&problem)),
    };
    let report = case.session.paths(&call, &case.options, &AtomicU64::new(0));
    let rows: Vec<Row<'_>> = report
        .paths
        .iter()
        .map(|row| Row {
            status: row.status,
            detail: row.detail.as_deref().unwrap_or(""),
            condition: &row.condition,
            outputs: row.outputs.iter().map(|(name, value)| (name.as_str(), value.to_string())).collect(),
        })
        .collect();
    instantiated(case, &rows, report.verdict == Verdict::Complete, &report.reasons)
}

pub(super) fn tree(case: &Case) -> Answer {
    let call = match case.session.call(&case.name(), &case.options) {
        Ok(call) => call,
        Err(problem) => return Answer::Refused(refusal(&problem)),
    };
    let report = case.session.tree(&call, &case.options);
    let leaves = report.nodes.iter().filter_map(|node| node.leaf.as_ref().map(|leaf| (node, leaf)));
    let rows: Vec<Row<'_>> = leaves
        .map(|(node, leaf)| Row {
            status: leaf.status,
            detail: leaf.detail.as_deref().unwrap_or(""),
            condition: &node.condition,
            outputs: leaf.outputs.iter().map(|(name, value)| (name.as_str(), value.to_string())).collect(),
        })
        .collect();
    instantiated(case, &rows, report.complete, &report.reasons)
}

/// Each input takes one row, and the row says what happens.
fn instantiated(case: &Case, rows: &[Row<'_>], complete: bool, reasons: &[String]) -> Answer {
    let mut answer = match complete {
        true => Answer::Agrees,
        false => Answer::Undecided(reasons.join("; ")),
    };
    for (input, outcome) in case.runs() {
        let environment = case.environment(input);
        let mut taken = Vec::new();
        for row in rows {
            match holds(row.condition, &environment) {
                Ok(true) => taken.push(row),
                Ok(false) => {}
                Err(what) => return answer.and(Answer::Unread(what)),
            }
        }
        answer = answer.and(match taken[..] {
            [row] => row_agrees(case, input, outcome, row),
            [] if !complete => Answer::Undecided(reasons.join("; ")),
            _ => Answer::Wrong(format!("{} takes {} paths", case.call(input), taken.len())),
        });
    }
    answer
}

fn row_agrees(case: &Case, input: &[Datum], outcome: &Outcome, row: &Row<'_>) -> Answer {
    match row.status {
        PathEnd::Returned => {
            let value = row.outputs.iter().find(|(name, _)| *name == "return");
            let Some((_, text)) = value else { return Answer::Unread("a path without a result".to_owned()) };
            match evaluate(text, &case.environment(input)) {
                Ok(value) => returned(case, input, outcome, &shown(&value)),
                Err(what) => Answer::Unread(what),
            }
        }
        PathEnd::Error => failed(case, input, outcome, row.detail, true),
        PathEnd::Unsupported => Answer::Refused(without_place(row.detail)),
        _ => Answer::Undecided(format!("{}: {}", row.status, without_place(row.detail))),
    }
}

/// A message without ` at FILE:LINE:COLUMN`.
fn without_place(text: &str) -> String {
    text.split(" at program.").next().unwrap_or(text).to_owned()
}

pub(super) fn trace(case: &Case) -> Answer {
    let call = match case.session.call(&case.name(), &case.options) {
        Ok(call) => call,
        Err(problem) => return Answer::Refused(refusal(&problem)),
    };
    let data: Vec<String> = case.inputs.iter().map(|input| case.assignments(input)).collect();
    let report = match case.session.trace(&call, &data, &case.options) {
        Ok(report) => report,
        Err(problem) => return Answer::Refused(refusal(&problem)),
    };
    let mut answer = Answer::Agrees;
    for (run, (input, outcome)) in report.runs.iter().zip(case.runs()) {
        let environment = case.environment(input);
        match run.condition.as_ref().map(|condition| holds(condition, &environment)) {
            Some(Ok(false)) => {
                return Answer::Wrong(format!("{} does not satisfy its path condition", case.call(input)));
            }
            Some(Err(what)) => answer = answer.and(Answer::Unread(what)),
            Some(Ok(true)) | None => {}
        }
        answer = answer.and(match run.status {
            PathEnd::Returned => {
                let Some(output) = run.outputs.iter().find(|output| output.name == "return") else {
                    return Answer::Unread("a run without a result".to_owned());
                };
                let symbolic = match evaluate(&output.value.symbolic, &environment) {
                    Ok(value) if same_value(&shown(&value), &output.value.actual) => Answer::Agrees,
                    Ok(value) => Answer::Wrong(format!(
                        "{}: {} is {} instead of {}",
                        case.call(input),
                        output.value.symbolic,
                        shown(&value),
                        output.value.actual
                    )),
                    Err(what) => Answer::Unread(what),
                };
                symbolic.and(returned(case, input, outcome, &output.value.actual))
            }
            PathEnd::Error => failed(case, input, outcome, run.detail.as_deref().unwrap_or(""), true),
            PathEnd::Unsupported => Answer::Refused(without_place(run.detail.as_deref().unwrap_or(""))),
            other => Answer::Undecided(format!("{other}: {}", run.detail.as_deref().unwrap_or(""))),
        });
    }
    answer
}
