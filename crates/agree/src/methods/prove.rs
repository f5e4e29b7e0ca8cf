//! `prove`: what ordinary execution does, stated as a contract.

use sextant_report::Verdict;
use sextant_session::ProofOptions;

use super::refusal;
use crate::{Answer, Case, Claims, Datum, Language, Outcome, Type};

pub(super) fn prove(case: &Case) -> Answer {
    let results: Vec<(Vec<Datum>, String)> = case
        .runs()
        .filter_map(|(input, outcome)| match outcome {
            Outcome::Returned(value) => Some((input.to_vec(), claimed(case, value)?)),
            _ => None,
        })
        .collect();
    let mut answer = Answer::Agrees;
    if !results.is_empty() {
        let allowed: Vec<Vec<Datum>> = results.iter().map(|(input, _)| input.clone()).collect();
        let right = Claims { allowed: allowed.clone(), results: results.clone() };
        answer = answer.and(verdict(case, &right, Verdict::Proved, Verdict::Refuted));
        if matches!(answer, Answer::Refused(_) | Answer::Wrong(_)) {
            return answer;
        }
        let mut results = results;
        let last = results.len() - 1;
        results[last].1 = other_value(&results[last].1);
        answer = answer.and(verdict(case, &Claims { allowed, results }, Verdict::Refuted, Verdict::Proved));
    }
    let fails = case.runs().find(|(_, outcome)| matches!(outcome, Outcome::Error(_)));
    if let Some((input, _)) = fails {
        let claims = Claims { allowed: vec![input.to_vec()], results: Vec::new() };
        answer = answer.and(verdict(case, &claims, Verdict::Refuted, Verdict::Proved));
    }
    answer
}

/// A result in the notation of the language; none where it has no notation in assertions.
fn claimed(case: &Case, value: &str) -> Option<String> {
    let ty = case.program.main().result.as_ref()?.ty;
    Some(match (case.language, ty) {
        (Language::C, Type::Logical) => if value == "true" || value == "1" { "1" } else { "0" }.to_owned(),
        (Language::Fortran, Type::Real { bits }) => {
            let kind = bits / 8;
            let (above, below) = value.split_once('/').unwrap_or((value, "1"));
            let real = |text: &str| {
                if text.contains('.') { format!("{text}_{kind}") } else { format!("{text}.0_{kind}") }
            };
            if value.contains(['e', 'n', 'N']) {
                return None;
            }
            format!("({})/{}", real(above), real(below))
        }
        (Language::C, Type::Real { bits }) => {
            if value.contains(['n', 'N']) {
                return None;
            }
            let value = value.strip_suffix('f').unwrap_or(value);
            let point = if value.contains(['.', 'e']) { "" } else { ".0" };
            format!("({value}{point}{})", if bits == 32 { "f" } else { "" })
        }
        (Language::Fortran, Type::Int { bits: 64, .. }) => format!("({value}_8)"),
        _ if value.parse::<i128>() == Ok(i128::from(i64::MIN)) => "(-9223372036854775807 - 1)".to_owned(),
        _ if value.starts_with('-') => format!("({value})"),
        _ => value.to_owned(),
    })
}

/// A claim that does not hold where the given one does.
fn other_value(value: &str) -> String {
    match value {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        _ => format!("{value} + 1"),
    }
}

fn verdict(case: &Case, claims: &Claims, right: Verdict, wrong: Verdict) -> Answer {
    let (text, session) = match case.claiming(claims) {
        Ok(read) => read,
        Err(what) => return Answer::Unread(format!("the contract: {what}")),
    };
    let report =
        match session.prove(&case.name(), ProofOptions { checks: true, search: false }, &case.options) {
            Ok(report) => report,
            Err(problem) => return Answer::Refused(refusal(&problem)),
        };
    match report.verdict {
        found if found == right => Answer::Agrees,
        Verdict::Proved if report.notes.iter().any(|note| note.ends_with("is a proof of its own")) => {
            Answer::Undecided("errors in a called procedure are another proof".to_owned())
        }
        found if found == wrong => Answer::Wrong(format!("{found} instead of {right}:\n{text}")),
        found => {
            let details = report.conditions.iter().filter_map(|condition| condition.detail.clone());
            let details: Vec<String> = report.reason.clone().into_iter().chain(details).collect();
            Answer::Undecided(format!("{found} instead of {right}: {}", details.join("; ")))
        }
    }
}
