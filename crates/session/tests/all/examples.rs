//! Results worked out by hand: each `run:` comment of a program under `tests/programs` is executed.
//!
//! Commutativity compares the machine with itself; these lines compare it with PL/I.
//! `/* run: P(3, R) gives R = 6 */` names all outputs, `writes 1 2; end` all lines written, `ends no alternative`
//! the beginning of the error; `reading 1, 2` behind the call gives the input.

use std::path::{Path, PathBuf};

use sextant_session::{Arithmetic, Options, RunEnd, Session, Written};

#[test]
fn results_are_those_worked_out_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the programs").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in files {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("readable");
        let session = Session::load(&[path], None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let machine = text.lines().take(6).any(|line| line == "/* machine */");
        for line in text.lines().filter_map(|line| line.split_once("run: ")) {
            count += 1;
            let line = line.1.trim_end_matches("*/").trim();
            if let Err(message) = check(&session, line, machine) {
                wrong.push(format!("{name}: {line}: {message}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 80, "there are only {count} results");
}

fn check(session: &Session, line: &str, machine: bool) -> Result<(), String> {
    let (before, word, expected) = ["gives", "writes", "ends"]
        .iter()
        .find_map(|word| line.split_once(&format!(" {word} ")).map(|(call, rest)| (call, *word, rest)))
        .ok_or("there is no result")?;
    let (call, input) = before.split_once(" reading ").unwrap_or((before, ""));
    let options = Options {
        arithmetic: Some(if machine { Arithmetic::Machine } else { Arithmetic::Ideal }),
        input: if input.is_empty() { Vec::new() } else { vec![input.to_owned()] },
        ..Options::default()
    };
    let call = session.call(call, &options).map_err(|error| error.0.render(&error.1, false))?;
    let mut lines = Vec::new();
    let report = session.run(&call, &options, |line| lines.push(text_of(line).to_owned()));
    let detail = report.detail.unwrap_or_default();
    let found = match word {
        "ends" if detail.starts_with(expected) => return Ok(()),
        "ends" => detail,
        _ if report.end != RunEnd::Finished => detail,
        "writes" => lines.join("; "),
        _ => {
            let outputs = report.outputs.iter().map(|(name, value)| format!("{name} = {value}"));
            outputs.collect::<Vec<_>>().join(", ")
        }
    };
    if found == expected { Ok(()) } else { Err(found) }
}

fn text_of(written: Written<'_>) -> &str {
    match written {
        Written::Output(line) | Written::Message(line) => line,
        Written::Bytes(..) => unreachable!("only C writes bytes"),
    }
}
