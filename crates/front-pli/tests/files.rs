//! Runs the files of `tests/syntax/pli`.
//!
//! `ok/NAME.pli` reads without errors, prints as `ok/NAME.txt`, and the print reads back as the same tree.
//! `err/NAME.pli` gives the messages of `err/NAME.txt`. `UPDATE_EXPECT=1` rewrites the `.txt` files.

#[path = "common/read_back.rs"]
mod read_back;

use std::fs;
use std::path::{Path, PathBuf};

use sextant_base::{Diagnostics, Sources};
use sextant_front_pli::{parse, print};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax/pli").join(name)
}

fn programs(name: &str) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder(name))
        .expect("the folder of test programs is there")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pli"))
        .collect();
    paths.sort();
    paths
}

fn messages(diagnostics: &Diagnostics, sources: &Sources) -> String {
    let mut text: String =
        diagnostics.sorted().iter().map(|message| message.one_line(sources) + "\n").collect();
    if diagnostics.left_out() > 0 {
        text += &format!("and {} more\n", diagnostics.left_out());
    }
    text
}

/// Compares with the expectation beside the program, or writes it.
fn check(program: &Path, actual: &str, failures: &mut Vec<String>) {
    let path = program.with_extension("txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, actual).expect("the expectation can be written");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if expected != actual {
        failures.push(format!("{}:\nexpected\n{expected}\ngot\n{actual}", path.display()));
    }
}

fn source(path: &Path) -> (Sources, sextant_base::SourceId) {
    let mut sources = Sources::new();
    let name = path.file_name().expect("a file name").to_string_lossy().into_owned();
    let id = sources.add(name, fs::read_to_string(path).expect("a readable program"));
    (sources, id)
}

#[test]
fn right_programs_print_as_expected_and_read_back() {
    let mut failures = Vec::new();
    let paths = programs("ok");
    assert!(paths.len() >= 25, "only {} programs", paths.len());
    for path in paths {
        let (sources, id) = source(&path);
        let (program, diagnostics) = parse(&sources, &[id]);
        if diagnostics.has_errors() {
            failures.push(messages(&diagnostics, &sources));
            continue;
        }
        check(&path, &print(&program), &mut failures);
        if let Err(failure) = read_back::check(program) {
            failures.push(format!("{}: {failure}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn wrong_programs_give_the_expected_messages() {
    let mut failures = Vec::new();
    let paths = programs("err");
    assert!(paths.len() >= 25, "only {} programs", paths.len());
    for path in paths {
        let (sources, id) = source(&path);
        let (_, diagnostics) = parse(&sources, &[id]);
        if diagnostics.is_empty() {
            failures.push(format!("{} gives no message", path.display()));
        }
        check(&path, &messages(&diagnostics, &sources), &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
