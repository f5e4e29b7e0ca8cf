//! Loops of C programs that no exploration comes to the end of: proved by induction, or refuted all the same.

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_session::{Options, Session};

use crate::c_programs::{has_clang, programs};

/// The word behind a key in the first line, as in `/* verdict: proved */`.
fn stated(text: &str, key: &str) -> Option<String> {
    let rest = text.lines().next()?.split_once(key)?.1;
    Some(rest.trim_start().split([';', ' ']).next()?.to_owned())
}

#[test]
fn loops_are_judged_for_any_number_of_passes() {
    if !has_clang() {
        return;
    }
    let mut wrong = Vec::new();
    let all = programs("loops");
    assert!(all.len() >= 11);
    for path in &all {
        let text = std::fs::read_to_string(path).expect("a program");
        let report = check(path);
        let wanted = stated(&text, "verdict:").expect("a verdict");
        let shown = |kind: String| {
            report.findings.iter().any(|finding| finding.kind == kind && finding.status.word() == "refuted")
        };
        if report.verdict.word() != wanted || !stated(&text, "kind:").is_none_or(shown) {
            wrong.push(format!("{}: {} instead of {wanted}", path.display(), report.verdict));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(path: &Path) -> sextant_session::CheckReport {
    check_for(path, Duration::from_secs(30))
}

fn check_for(path: &Path, timeout: Duration) -> sextant_session::CheckReport {
    let session =
        Session::load(&[path.to_owned()], None).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let options = Options { timeout: Some(timeout), ..Options::default() };
    session
        .check("", &options, &AtomicU64::new(0))
        .unwrap_or_else(|refusal| panic!("{}: {}", path.display(), refusal.0.render(&refusal.1, false)))
}

/// What a loop does to pointers is forgotten; what comes behind a use of them is not proved because of that.
#[test]
fn forgotten_addresses_prove_nothing() {
    if !has_clang() {
        return;
    }
    let all = programs("pointers");
    let path = all.iter().find(|path| path.ends_with("swapped.c")).expect("the program");
    let report = check_for(path, Duration::from_secs(4));
    let assertions = report.findings.iter().filter(|finding| finding.kind == "assertion-failed");
    let statuses: Vec<&str> = assertions.map(|finding| finding.status.word()).collect();
    assert!(!statuses.is_empty() && !statuses.contains(&"proved"), "{statuses:?}");
}

#[test]
fn invariants_are_told() {
    if !has_clang() {
        return;
    }
    let all = programs("loops");
    let path = all.iter().find(|path| path.ends_with("long-count.c")).expect("the program");
    let report = check(path);
    let told: Vec<String> = report.calls[0]
        .invariants
        .iter()
        .flat_map(|found| found.conditions.iter().map(ToString::to_string))
        .collect();
    assert!(
        told.iter().any(|condition| condition.contains("3*i") && condition.contains("total")),
        "{told:?}"
    );
}
