//! Runs the files of `tests/syntax/fortran`.
//!
//! `ok/NAME.f…` reads without a message, prints as `ok/NAME.txt`, and the print reads back. `err/NAME.f…` gives the
//! messages of `err/NAME.txt`. `UPDATE_EXPECT=1` rewrites the `.txt` files.

#[path = "common/read_back.rs"]
mod read_back;

use std::fs;
use std::path::{Path, PathBuf};

use sextant_base::{Diagnostics, Sources};
use sextant_front_fortran::raw::File;
use sextant_front_fortran::{Include, Options, print, read};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax/fortran").join(name)
}

fn programs(name: &str) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder(name))
        .expect("the folder of test programs is there")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending != "txt" && ending != "inc"))
        .collect();
    paths.sort();
    paths
}

fn parse(path: &Path) -> (File, Diagnostics, Sources) {
    let mut sources = Sources::new();
    let name = path.file_name().expect("a file name").to_string_lossy().into_owned();
    let id = sources.add(name, fs::read_to_string(path).expect("a readable program"));
    let mut diagnostics = Diagnostics::new();
    let mut load = |include: &Include<'_>| {
        let text = fs::read_to_string(path.with_file_name(include.file)).ok()?;
        Some((include.file.to_owned(), text))
    };
    let file = read(&mut sources, id, &Options::default(), &mut load, &mut diagnostics);
    (file, diagnostics, sources)
}

fn messages(diagnostics: &Diagnostics, sources: &Sources) -> String {
    diagnostics.sorted().iter().map(|message| message.one_line(sources) + "\n").collect()
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

#[test]
fn right_programs_print_as_expected_and_read_back() {
    let mut failures = Vec::new();
    let paths = programs("ok");
    assert!(paths.len() >= 10, "only {} programs", paths.len());
    for path in paths {
        let (file, diagnostics, sources) = parse(&path);
        if !diagnostics.is_empty() {
            failures.push(messages(&diagnostics, &sources));
            continue;
        }
        check(&path, &print(&file), &mut failures);
        if let Err(failure) = read_back::check(&file) {
            failures.push(format!("{}: {failure}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn wrong_programs_give_the_expected_messages() {
    let mut failures = Vec::new();
    let paths = programs("err");
    assert!(paths.len() >= 10, "only {} programs", paths.len());
    for path in paths {
        let (_, diagnostics, sources) = parse(&path);
        if diagnostics.is_empty() {
            failures.push(format!("{} gives no message", path.display()));
        }
        check(&path, &messages(&diagnostics, &sources), &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
