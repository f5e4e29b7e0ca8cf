//! Methods that find inputs themselves: `check` and `tests`.

use std::sync::atomic::AtomicU64;

use sextant_report::{GoalStatus, PathEnd, Verdict};
use sextant_suites::SuiteOptions;

use super::refusal;
use crate::{Answer, Case, Language, Outcome, Type, same_value};

pub(super) fn check(case: &Case) -> Answer {
    let report = match case.session.check(&case.name(), &case.options, &AtomicU64::new(0)) {
        Ok(report) => report,
        Err(problem) => return Answer::Refused(refusal(&problem)),
    };
    if report.verdict == Verdict::Proved
        && let Some((input, Outcome::Error(what))) =
            case.runs().find(|(_, outcome)| matches!(outcome, Outcome::Error(_)))
    {
        return Answer::Wrong(format!("proved, but {} ends with {what}", case.call(input)));
    }
    for finding in report.findings.iter().filter(|finding| finding.status == Verdict::Refuted) {
        let input: Vec<(&str, &str)> =
            finding.input.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let call = call_on(case, &input);
        match case.run_call(&case.session, &call, &case.on_machine()) {
            Outcome::Error(_) => {}
            Outcome::Returned(value) => {
                return Answer::Wrong(format!("{call} returns {value}, refuting {}", finding.what));
            }
            Outcome::Other(what) => return Answer::Unread(what),
        }
    }
    match report.verdict {
        Verdict::Proved | Verdict::Refuted => Answer::Agrees,
        Verdict::Unsupported => Answer::Refused(reasons(&report.calls)),
        other => Answer::Undecided(format!("{}: {}", other.word(), reasons(&report.calls))),
    }
}

fn reasons(calls: &[sextant_report::CheckedCall]) -> String {
    calls.iter().flat_map(|call| call.reasons.clone()).collect::<Vec<_>>().join("; ")
}

/// The call on an input that a report shows; parameters that it leaves out are zero.
pub(super) fn call_on(case: &Case, input: &[(&str, &str)]) -> String {
    let arguments = case.parameters().into_iter().map(|(name, ty)| {
        let value =
            input.iter().find(|(found, _)| found.eq_ignore_ascii_case(&name)).map_or("0", |(_, value)| value);
        written(case.language, ty, value)
    });
    format!("{}({})", case.name(), arguments.collect::<Vec<_>>().join(", "))
}

/// A value of a report as a call has it.
fn written(language: Language, ty: Type, value: &str) -> String {
    let holds = !matches!(value, "false" | "0" | "'0'B" | ".FALSE.");
    match (language, ty) {
        (Language::C, Type::Logical) => u8::from(holds).to_string(),
        (Language::Fortran, Type::Logical) => if holds { ".TRUE." } else { ".FALSE." }.to_owned(),
        (Language::Pli, Type::Logical) => if holds { "'1'B" } else { "'0'B" }.to_owned(),
        (_, Type::Real { .. }) if value == "0" => "0.0".to_owned(),
        _ => value.to_owned(),
    }
}

pub(super) fn tests(case: &Case) -> Answer {
    let report = match sextant_suites::tests(
        &case.session,
        &case.name(),
        &SuiteOptions::default(),
        &case.options,
        &AtomicU64::new(0),
    ) {
        Ok(report) => report,
        Err(problem) => return Answer::Refused(refusal(&problem)),
    };
    let mut answer = Answer::Agrees;
    for (_, test) in report.tests() {
        let input: Vec<(&str, &str)> =
            test.inputs.iter().map(|row| (row.name.as_str(), row.value.as_str())).collect();
        let call = call_on(case, &input);
        let outcome = case.run_call(&case.session, &call, &case.on_machine());
        let expected = test.expected.outputs.iter().find(|row| row.name == "return");
        answer = answer.and(match (&outcome, expected, test.expected.end) {
            (Outcome::Returned(value), Some(row), PathEnd::Returned) if same_value(value, &row.value) => {
                Answer::Agrees
            }
            (Outcome::Error(_), _, PathEnd::Error) => Answer::Agrees,
            (Outcome::Other(what), ..) => Answer::Unread(what.clone()),
            _ => Answer::Wrong(format!("{call}: {:?} instead of {outcome:?}", test.expected)),
        });
    }
    let open = report.count(GoalStatus::Budget) + report.count(GoalStatus::Undecided);
    match open {
        0 => answer,
        _ => answer.and(Answer::Undecided(format!("goals left open: {}", report.notes.join("; ")))),
    }
}
