//! Mutation scores: of mutants that are not equivalent, boundary suites find nearly all; plain suites fewer.

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_session::{Limits, Options, Session, Syntax};
use sextant_suites::{SuiteOptions, SuiteReport, tests};

/// Programs of `tests/programs/suites` with the call of each.
const PROGRAMS: [(&str, &str); 20] = [
    ("triangle.c", "classify"),
    ("calendar.c", "days"),
    ("fee.c", "fee"),
    ("bits.c", "bits"),
    ("lift.c", "step"),
    ("account.c", "withdraw"),
    ("search.c", "find(table[6], n, key)"),
    ("sorted.c", "sort(a[4], n)"),
    ("clock.c", "minutes_between"),
    ("matrix.c", "winner"),
    ("grade.f90", "grade"),
    ("months.f90", "days"),
    ("stack.f90", "stack"),
    ("power.f90", "power"),
    ("trapeze.f", "FIRST"),
    ("tariff.f90", "tariff"),
    ("leap.pli", "LEAP"),
    ("middle.pli", "MIDDLE"),
    ("purse.pli", "PURSE"),
    ("ledger.pli", "LEDGER"),
];
const MUTANTS: usize = 10;

/// What is changed: a text for another one. The programs have blanks around their operators.
const CHANGES: [(&str, &str); 25] = [
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" < ", " > "),
    (" >= ", " <= "),
    (" == ", " != "),
    (" != ", " == "),
    (" == ", " >= "),
    (" + ", " - "),
    (" - ", " + "),
    (" * ", " + "),
    (" && ", " || "),
    (" || ", " && "),
    (" | ", " & "),
    (" .and. ", " .or. "),
    (" .or. ", " .and. "),
    (" .GT. ", " .GE. "),
    (" .LE. ", " .LT. "),
    (" == ", " /= "),
    ("++", "--"),
    (" = 0;", " = 1;"),
    (" + 1", " + 2"),
    (" - 1", " - 2"),
    ("(1)", "(2)"),
];

fn options() -> Options {
    Options {
        timeout: Some(Duration::from_secs(20)),
        limits: Limits { statements: 5_000, ..Limits::default() },
        ..Options::default()
    }
}

fn suite(session: &Session, call: &str, change: impl FnOnce(&mut SuiteOptions)) -> Option<SuiteReport> {
    let mut suite = SuiteOptions::default();
    change(&mut suite);
    tests(session, call, &suite, &options(), &AtomicU64::new(0)).ok()
}

/// Whether a program behaves otherwise than a suite says.
fn differs(session: &Session, call: &str, given: &SuiteReport) -> bool {
    let measured = suite(session, call, |options| {
        options.existing = Some(given.clone());
        options.generate = false;
    });
    measured.is_none_or(|measured| measured.notes.iter().any(|note| note.contains("of the given suite")))
}

/// All texts with one change, in an order that is mixed always in the same way.
fn changed(text: &str) -> Vec<String> {
    let head = text.find('\n').unwrap_or(0);
    let mut places: Vec<(usize, &str, String)> = Vec::new();
    for (from, to) in CHANGES {
        places.extend(text.match_indices(from).map(|(at, _)| (at, from, to.to_owned())));
    }
    places.extend(constants(text));
    places.retain(|(at, ..)| *at > head && !in_comment(text, *at));
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for at in (1..places.len()).rev() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        places.swap(at, (random >> 33) as usize % (at + 1));
    }
    places
        .into_iter()
        .map(|(at, from, to)| format!("{}{to}{}", &text[..at], &text[at + from.len()..]))
        .collect()
}

/// Whole numbers of the text, each one too large.
fn constants(text: &str) -> Vec<(usize, &str, String)> {
    let bytes = text.as_bytes();
    let joins =
        |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(byte));
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = (at..bytes.len()).find(|&end| !bytes[end].is_ascii_digit()).unwrap_or(bytes.len());
        let alone = at > 0 && bytes[at - 1] == b' ' && bytes.get(at.wrapping_sub(2)) != Some(&b'\n');
        if end > at && alone && !joins(end) {
            let number: u64 = text[at..end].parse().expect("digits");
            found.push((at, &text[at..end], (number + 1).to_string()));
        }
        at = end.max(at) + 1;
    }
    found
}

fn in_comment(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |line| line + 1);
    let start = text[line..].trim_start();
    ["/*", "*", "!", "C ", "#"].iter().any(|mark| start.starts_with(mark))
}

fn syntax_of(name: &str) -> Syntax {
    match Path::new(name).extension().and_then(|ending| ending.to_str()) {
        Some("c") => Syntax::C,
        Some("pli") => Syntax::Pli,
        _ => Syntax::Fortran,
    }
}

fn load(name: &str, text: String) -> Option<Session> {
    Session::from_texts(vec![(name.to_owned(), text)], syntax_of(name)).ok()
}

/// Whether a mutant computes the same: its own boundary suite finds nothing, and a comparison finds it equal.
fn is_equivalent(original: &Session, mutant: &Session, call: &str) -> bool {
    let own = suite(mutant, call, |options| options.boundary = true);
    if own.is_some_and(|own| differs(original, call, &own)) {
        return false;
    }
    let name = call.split('(').next().unwrap_or(call);
    let options = Options { timeout: Some(Duration::from_secs(5)), ..options() };
    let report = original.compare(name, mutant, name, &options);
    report.is_ok_and(|report| report.verdict.word() == "equal")
}

#[test]
fn boundary_suites_kill_mutants() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/suites");
    let (mut all, mut equivalent, mut by_branches, mut by_boundaries) = (0, 0, 0, 0);
    let mut survivors = Vec::new();
    for (name, call) in PROGRAMS {
        let text = std::fs::read_to_string(folder.join(name)).expect("a program");
        let original = load(name, text.clone()).expect("it is read");
        let plain = suite(&original, call, |_| {}).expect("a suite");
        let boundary = suite(&original, call, |options| options.boundary = true).expect("a suite");
        assert!(!differs(&original, call, &boundary), "{name}: the program does what its suite says");
        let mutants = changed(&text).into_iter().filter_map(|text| Some((load(name, text.clone())?, text)));
        for (mutant, changed) in mutants.take(MUTANTS) {
            all += 1;
            let found = differs(&mutant, call, &boundary);
            let found_plainly = differs(&mutant, call, &plain);
            if !found && !found_plainly && is_equivalent(&original, &mutant, call) {
                equivalent += 1;
                continue;
            }
            by_branches += usize::from(found_plainly);
            by_boundaries += usize::from(found);
            if !found {
                let (old, new) =
                    text.lines().zip(changed.lines()).find(|(old, new)| old != new).unwrap_or_default();
                survivors.push(format!("{name}: {} → {}", old.trim(), new.trim()));
            }
        }
    }
    let counted = all - equivalent;
    println!(
        "{all} mutants, {equivalent} equivalent; killed by branches {by_branches}, by boundaries {by_boundaries}"
    );
    survivors.iter().for_each(|line| println!("survives: {line}"));
    assert!(all >= 195, "{all} mutants");
    assert!(by_boundaries * 10 >= counted * 9, "{by_boundaries} of {counted}: {survivors:#?}");
    assert!(by_branches <= by_boundaries);
}
