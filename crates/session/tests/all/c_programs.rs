//! C programs: what they write in ordinary execution, and the defects that checks find in them.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_session::{Arithmetic, Limits, Options, RunEnd, Session, Written};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/c").join(name)
}

pub(crate) fn programs(name: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder(name))
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    found.sort();
    found
}

pub(crate) fn has_clang() -> bool {
    let there = std::process::Command::new("clang").arg("--version").output().is_ok();
    if !there {
        println!("skipped: clang is not installed");
    }
    there
}

/// The number behind a word in the first line, as in `/* exit 3 */`.
fn stated(text: &str, word: &str) -> Option<usize> {
    let rest = text.lines().next()?.split_once(word)?.1;
    rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn programs_write_what_gcc_makes_them_write() {
    if !has_clang() {
        return;
    }
    let mut count = 0;
    for path in programs("run") {
        let Ok(expected) = std::fs::read(path.with_extension("out")) else { continue };
        let text = std::fs::read_to_string(&path).expect("a program");
        let session = Session::load(std::slice::from_ref(&path), None)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let options = Options {
            limits: Limits { statements: u64::MAX, ..Limits::default() },
            arithmetic: Some(Arithmetic::Machine),
            text_input: Some(std::fs::read(path.with_extension("in")).unwrap_or_default()),
            ..Options::default()
        };
        let call = session.call("main", &options).unwrap_or_else(|_| panic!("{}", path.display()));
        let mut found = Vec::new();
        let report = session.run(&call, &options, |written| {
            if let Written::Bytes(1, bytes) = written {
                found.extend_from_slice(bytes);
            }
        });
        assert_eq!(report.end, RunEnd::Finished, "{}: {:?}", path.display(), report.detail);
        assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(&expected), "{}", path.display());
        assert_eq!(report.exit, Some(stated(&text, "exit").unwrap_or(0) as u8), "{}", path.display());
        count += 1;
    }
    assert!(count >= 60, "only {count} programs");
}

#[test]
fn planted_defects_are_found_and_corrected_programs_are_clean() {
    if !has_clang() {
        return;
    }
    let mut count = 0;
    let mut wrong = Vec::new();
    for path in programs("defects") {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        if name.ends_with("-fixed") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a program");
        let line = stated(&text, "line:");
        let word = |key: &str| {
            let rest = text.lines().next()?.split_once(key)?.1;
            Some(rest.trim_start().split([';', ' ']).next()?.to_owned())
        };
        let (kind, entry) = (word("kind:").expect("a kind"), word("entry:").expect("an entry"));
        let found = findings(&path, &entry);
        let shown = |wanted: &str| {
            found.iter().any(|(found, at)| found == wanted && line.is_none_or(|line| *at == line))
        };
        if !shown(&kind) {
            wrong.push(format!("{name}: {kind} in line {line:?} is not among {found:?}"));
        }
        let twin = findings(&path.with_file_name(format!("{name}-fixed.c")), &entry);
        if !twin.is_empty() {
            wrong.push(format!("{name}-fixed: {twin:?}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 68, "only {count} programs");
}

/// What a check refutes: kinds with their lines.
fn findings(path: &Path, entry: &str) -> Vec<(String, usize)> {
    let session =
        Session::load(&[path.to_owned()], None).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let options = Options { timeout: Some(Duration::from_secs(60)), ..Options::default() };
    let report = session
        .check(entry, &options, &AtomicU64::new(0))
        .unwrap_or_else(|_| panic!("{}: the call is refused", path.display()));
    let refuted = report.findings.into_iter().filter(|finding| finding.status.word() == "refuted");
    refuted.map(|finding| (finding.kind, finding.line as usize)).collect()
}
