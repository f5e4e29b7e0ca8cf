//! Suites of programs of our own: every feasible branch is covered, compilers agree, what is called infeasible is.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_session::{Options, Session};
use sextant_suites::{Cover, GoalStatus, Manner, SuiteOptions, SuiteReport, confirm, tests};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/suites")
}

/// The programs with what their first lines say: how many goals are infeasible, and what is called.
fn programs() -> Vec<(PathBuf, usize, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("the programs").flatten() {
        let path = entry.path();
        if path.is_dir() || path.extension().is_some_and(|ending| ending == "md") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let first = text.lines().next().unwrap_or_default().trim_end_matches("*/").trim();
        let after = |word: &str| first.split_once(word).map(|(_, rest)| rest.trim());
        let infeasible = after("infeasible:").expect("the first line says what is infeasible");
        let infeasible = infeasible.split(';').next().unwrap_or_default().trim().parse().expect("a number");
        found.push((path, infeasible, after("call:").unwrap_or_default().to_owned()));
    }
    found.sort();
    found
}

fn suite_of(session: &Session, call: &str, change: impl FnOnce(&mut SuiteOptions)) -> SuiteReport {
    let options = Options { timeout: Some(Duration::from_secs(120)), ..Options::default() };
    let mut suite = SuiteOptions::default();
    change(&mut suite);
    tests(session, call, &suite, &options, &AtomicU64::new(0)).expect("the call suits the program")
}

fn load(path: &Path) -> Session {
    Session::load(&[path.to_owned()], None).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn has(compiler: &str) -> bool {
    let there = Command::new(compiler).arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped where {compiler} is needed: it is not installed");
    }
    there
}

#[test]
fn every_feasible_branch_is_covered() {
    let programs = programs();
    assert_eq!(programs.len(), 51);
    for (path, infeasible, call) in programs {
        let session = load(&path);
        let suite = suite_of(&session, &call, |_| {});
        let place = path.display();
        let open: Vec<_> = suite
            .goals
            .iter()
            .filter(|goal| !matches!(goal.status.word(), "covered" | "infeasible"))
            .collect();
        assert!(open.is_empty(), "{place}: {open:?}");
        assert_eq!(suite.count(GoalStatus::Infeasible), infeasible, "{place}");
        if infeasible > 0 {
            the_other_ways_agree(&session, &call, &suite);
        }
        let compiler = if session.is_c() { "gcc" } else { "gfortran" };
        if (session.is_c() || session.is_fortran()) && has(compiler) {
            let confirmed =
                confirm(&session, &suite, &[], None).unwrap_or_else(|reason| panic!("{place}: {reason}"));
            for test in &confirmed.verdicts {
                assert_eq!(test.failure, None, "{place}: {}", test.name);
            }
            assert!(confirmed.disagreements.is_empty(), "{place}: {:?}", confirmed.disagreements);
        }
    }
}

#[test]
fn suites_of_awkward_programs_compile_and_pass() {
    let entries = std::fs::read_dir(folder().join("awkward")).expect("the folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    assert_eq!(paths.len(), 7);
    for path in paths {
        let session = load(&path);
        if !has(if session.is_c() { "gcc" } else { "gfortran" }) {
            continue;
        }
        let suite = suite_of(&session, "", |_| {});
        let place = path.display();
        let confirmed =
            confirm(&session, &suite, &[], None).unwrap_or_else(|reason| panic!("{place}: {reason}"));
        assert_eq!(confirmed.message, None, "{place}");
        for test in &confirmed.verdicts {
            assert_eq!(test.failure, None, "{place}: {}", test.name);
        }
        // What is not run has a reason.
        let run = confirmed.verdicts.len();
        let ran_all = suite.units.iter().all(|unit| unit.driver.refused.is_none() && !unit.tests.is_empty());
        assert!(run > 0 || !confirmed.not_run.is_empty(), "{place}");
        assert_eq!(ran_all, !path.ends_with("outside.c"), "{place}: {:?}", confirmed.not_run);
    }
}

/// Two other searches, of which one never runs on data before everything is decided, prove the same.
fn the_other_ways_agree(session: &Session, call: &str, suite: &SuiteReport) {
    let infeasible = |suite: &SuiteReport| -> Vec<String> {
        let rows = suite.goals.iter().filter(|goal| goal.status.word() == "infeasible");
        rows.map(|goal| format!("{}:{} {} {}", goal.line, goal.column, goal.text, goal.side)).collect()
    };
    for manner in [Manner::Symbolic, Manner::Concolic] {
        let other = suite_of(session, call, |options| options.manner = manner);
        assert_eq!(infeasible(&other), infeasible(suite), "{manner:?}");
    }
}

#[test]
fn ways_behind_endless_loops_are_proved_infeasible() {
    let session = load(&folder().join("endless/halves.c"));
    let options = Options { timeout: Some(Duration::from_secs(12)), ..Options::default() };
    let suite = tests(&session, "", &SuiteOptions::default(), &options, &AtomicU64::new(0)).expect("a suite");
    let never: Vec<_> = suite.goals.iter().filter(|goal| goal.status.word() == "infeasible").collect();
    let texts: Vec<_> = never.iter().map(|goal| (goal.text.as_str(), goal.side.as_str())).collect();
    assert_eq!(texts, [("even > at", "true"), ("at > n", "true")]);
    assert!(never.iter().all(|goal| goal.reason.as_deref().is_some_and(|why| why.contains("induction"))));
}

#[test]
fn a_suite_is_read_back_and_completed() {
    let path = folder().join("triangle.c");
    let session = load(&path);
    let whole = suite_of(&session, "classify", |_| {});
    let text = serde_json::json!(whole).to_string();
    let back = SuiteReport::read(&text).expect("what was written is read");
    assert_eq!(back, whole);
    let mut part = back;
    part.units[0].tests.truncate(3);
    let measured = suite_of(&session, "classify", |options| {
        options.existing = Some(part.clone());
        options.generate = false;
    });
    assert_eq!(measured.tests().count(), 3);
    assert!(measured.count(GoalStatus::Covered) < whole.count(GoalStatus::Covered));
    let completed = suite_of(&session, "classify", |options| options.existing = Some(part.clone()));
    assert_eq!(completed.verdict(), "complete");
    for (kept, given) in completed.units[0].tests.iter().zip(&part.units[0].tests) {
        assert_eq!(kept.inputs, given.inputs);
    }
    // A second run on the completed suite has nothing to add.
    let again = suite_of(&session, "classify", |options| options.existing = Some(completed.clone()));
    assert_eq!(again.tests().count(), completed.tests().count());
}

#[test]
fn texts_of_programs_are_read_back() {
    for name in ["readings.c", "convert.c"] {
        let session = load(&folder().join(name));
        let whole = suite_of(&session, "", |_| {});
        let back =
            SuiteReport::read(&serde_json::json!(whole).to_string()).expect("what was written is read");
        let completed = suite_of(&session, "", |options| options.existing = Some(back.clone()));
        assert_eq!(completed.verdict(), "complete", "{name}");
        assert_eq!(completed.tests().count(), whole.tests().count(), "{name}");
    }
}

#[test]
fn suites_are_the_same_every_time() {
    for name in ["tokens.c", "readings.c", "stack.f90", "purse.pli"] {
        let session = load(&folder().join(name));
        let first = suite_of(&session, "", |_| {});
        let second = suite_of(&session, "", |_| {});
        assert_eq!(first, second, "{name}");
    }
}

#[test]
fn every_kind_of_coverage_is_reached() {
    let kinds = [Cover::Statements, Cover::Conditions, Cover::Mcdc];
    for (name, call) in [("triangle.c", "classify"), ("grade.f90", "grade"), ("ledger.pli", "LEDGER")] {
        let session = load(&folder().join(name));
        for cover in kinds {
            let suite = suite_of(&session, call, |options| options.cover = cover);
            let open: Vec<_> = suite.goals.iter().filter(|goal| goal.status.word() != "covered").collect();
            assert!(open.is_empty(), "{name}, {cover:?}: {open:?}");
        }
    }
}
