//! What is shown as a condition or a value is read at the prompt, and means the same there: the programs of the corpus are
//! explored, and what their paths show is typed where the execution begins.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_debugger::Debugger;
use sextant_session::{Options, Session};

/// More texts of one procedure, or longer ones, are not tried.
const MOST_TEXTS: usize = 12;
const LONGEST_TEXT: usize = 200;

/// Texts that were typed, and those that were not read or mean something else.
#[derive(Default)]
struct Tally {
    typed: usize,
    wrong: Vec<String>,
    unread: Vec<String>,
}

fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the programs")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|own| endings.iter().any(|ending| own == *ending)))
        .collect();
    files.sort();
    files
}

/// What the paths of a procedure show: conditions and values.
fn shown(session: &Session, name: &str, options: &Options) -> BTreeSet<String> {
    let Ok(call) = session.call(name, options) else { return BTreeSet::new() };
    let report = session.paths(&call, options, &AtomicU64::new(0));
    let mut texts = BTreeSet::new();
    for path in &report.paths {
        texts.extend(path.condition.iter().map(ToString::to_string));
        texts.extend(path.outputs.iter().map(|(_, value)| value.to_string()));
    }
    // What names no input says nothing about the language; `?` has no value.
    texts.retain(|text| {
        text.len() <= LONGEST_TEXT && text.contains(char::is_alphabetic) && !text.contains(['?', '…', '"'])
    });
    texts.into_iter().take(MOST_TEXTS).collect()
}

/// Types what paths show where the procedure begins.
fn try_procedure(path: &Path, name: &str, equal: &str, tally: &mut Tally) {
    let options = Options { timeout: Some(Duration::from_secs(2)), ..Options::default() };
    let Ok(session) = Session::load(&[path.to_owned()], None) else { return };
    let texts = shown(&session, name, &options);
    let mut debugger = Debugger::new(session, options);
    if debugger.call(name).is_err() {
        return;
    }
    for text in texts {
        tally.typed += 1;
        let reply = debugger.execute(&format!("show ({text})"));
        let found = reply.text.strip_prefix(&format!("({text}) = ")).unwrap_or(&reply.text);
        let place = format!("{}: {name}: {text}", path.file_name().unwrap_or_default().to_string_lossy());
        // What comes up later has no name yet, and a value may be defined only where its path leads.
        let later = reply.text.contains("is not declared") || reply.text.contains("this may fail");
        if reply.error && later {
            tally.typed -= 1;
        } else if reply.error {
            tally.unread.push(format!("{place}\n    {}", reply.text));
        } else if found != text {
            let same = debugger.execute(&format!("prove (({text}) {equal} ({found}))"));
            if same.text != "proved" {
                tally.wrong.push(format!("{place}\n    {found}: {}", same.text));
            }
        }
    }
}

fn try_corpus(files: &[PathBuf], equal: &str) -> Tally {
    let mut tally = Tally::default();
    for path in files {
        let Ok(session) = Session::load(std::slice::from_ref(path), None) else { continue };
        let names: Vec<String> =
            session.program().procedures.iter().map(|procedure| procedure.name.clone()).collect();
        for name in names {
            try_procedure(path, &name, equal, &mut tally);
        }
    }
    tally
}

/// All that was typed means the same, and at most a few texts in a hundred name what has no name at the prompt.
fn check(tally: &Tally, least: usize, unread: usize) {
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(
        100 * tally.unread.len() <= unread * tally.typed,
        "{} of {} are not read:\n{}",
        tally.unread.len(),
        tally.typed,
        tally.unread.join("\n")
    );
    assert!(tally.typed >= least, "only {} texts", tally.typed);
}

#[test]
fn c_is_typed_as_it_is_shown() {
    let folders = ["c/bits", "c/loops", "c/commute", "c/pointers"];
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| files(folder, &["c"])).collect();
    check(&try_corpus(&files, "=="), 100, 10);
}

#[test]
fn fortran_is_typed_as_it_is_shown() {
    let mut files = files("fortran", &["f", "f90"]);
    // An argument that is an array of unknown size is named by the order of its elements, from 1; this one counts from 0.
    files.retain(|path| !path.ends_with("sequence.f"));
    check(&try_corpus(&files, "="), 100, 10);
}

#[test]
fn pli_is_typed_as_it_is_shown() {
    // Choices (`if … then … else …`) and arrays with changed elements have no notation of the language.
    check(&try_corpus(&files("", &["pli"]), "="), 50, 20);
}
