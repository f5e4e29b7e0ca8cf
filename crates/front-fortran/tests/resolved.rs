//! Runs the files of `tests/syntax/fortran/resolve`.
//!
//! `ok/NAME.f…` becomes the program that `ok/NAME.txt` shows, with its warnings in front. `err/NAME.f…` gives the
//! messages of `err/NAME.txt`. `UPDATE_EXPECT=1` rewrites the `.txt` files.

#[path = "common/dump.rs"]
mod dump;
#[path = "common/expectations.rs"]
mod expectations;

use std::fs;
use std::path::Path;

use expectations::{check, messages, programs};
use sextant_base::{Diagnostics, Sources};
use sextant_front_fortran::{Form, Options, parse};
use sextant_syntax::{DEEPEST_NESTING, Program};

fn resolve(name: &str, text: String, options: &Options) -> (Program, Diagnostics, Sources) {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let (program, diagnostics) = parse(&mut sources, &[id], options, &mut |_| None);
    (program, diagnostics, sources)
}

fn resolve_file(path: &Path) -> (Program, Diagnostics, Sources) {
    let name = path.file_name().expect("a file name").to_string_lossy().into_owned();
    resolve(&name, fs::read_to_string(path).expect("a readable program"), &Options::default())
}

#[test]
fn right_programs_become_the_expected_trees() {
    let mut failures = Vec::new();
    let paths = programs("resolve/ok");
    assert!(paths.len() >= 8, "only {} programs", paths.len());
    for path in paths {
        let (program, diagnostics, sources) = resolve_file(&path);
        if diagnostics.has_errors() {
            failures.push(messages(&diagnostics, &sources));
            continue;
        }
        let shown = messages(&diagnostics, &sources) + &dump::dump(&program);
        check(&path, &shown, &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn wrong_programs_give_the_expected_messages() {
    let mut failures = Vec::new();
    let paths = programs("resolve/err");
    assert!(paths.len() >= 4, "only {} programs", paths.len());
    for path in paths {
        let (_, diagnostics, sources) = resolve_file(&path);
        assert!(diagnostics.has_errors(), "{} is right", path.display());
        check(&path, &messages(&diagnostics, &sources), &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Programs that grow when constants and functions are put in their places, `depth` times.
fn growing(depth: usize) -> Vec<String> {
    let mut constants = String::from("real, parameter :: c0 = 1.5\n");
    let mut functions = String::from("f0(x) = x + 1\n");
    for level in 1..depth {
        let before = level - 1;
        constants.push_str(&format!("real, parameter :: c{level} = c{before} + c{before}\n"));
        functions.push_str(&format!("f{level}(x) = f{before}(x) + 1\n"));
    }
    let last = depth - 1;
    let mut branches = String::from("if (n == 0) then\n");
    for level in 1..depth {
        branches.push_str(&format!("else if (n == {level}) then\n"));
    }
    vec![
        format!("{constants}y = c{}\nend\n", last.min(18)),
        format!("{functions}y = f{last}(2.0)\nend\n"),
        format!("{branches}end if\nend\n"),
    ]
}

#[test]
fn what_grows_stays_within_the_limits() {
    let options = Options { form: Some(Form::Free), ..Options::default() };
    for depth in [10, 40, 4 * DEEPEST_NESTING] {
        for text in growing(depth) {
            let (program, diagnostics, _) = resolve("p", text.clone(), &options);
            let shown = dump::dump(&program);
            assert!(diagnostics.has_errors() || !shown.is_empty(), "{text}");
        }
    }
}

#[test]
fn damaged_programs_give_messages_and_never_panic() {
    for path in programs("resolve/ok").into_iter().chain(programs("resolve/err")) {
        let text = fs::read_to_string(&path).expect("a readable program");
        let name = path.file_name().expect("a file name").to_string_lossy().into_owned();
        let lines: Vec<&str> = text.lines().collect();
        for left_out in 0..lines.len() {
            let damaged: Vec<&str> =
                lines.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, line)| *line).collect();
            let (program, ..) = resolve(&name, damaged.join("\n"), &Options::default());
            dump::dump(&program);
        }
    }
}
