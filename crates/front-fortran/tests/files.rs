//! Runs the files of `tests/syntax/fortran`.
//!
//! `ok/NAME.f…` reads without a message, prints as `ok/NAME.txt`, and the print reads back. `err/NAME.f…` gives the
//! messages of `err/NAME.txt`. `UPDATE_EXPECT=1` rewrites the `.txt` files.

#[path = "common/expectations.rs"]
mod expectations;
#[path = "common/read_back.rs"]
mod read_back;

use std::fs;
use std::path::Path;

use expectations::{check, messages, programs};
use sextant_base::{Diagnostics, Sources};
use sextant_front_fortran::raw::File;
use sextant_front_fortran::{Include, Options, print, read};

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
