//! `sextant run`.

use std::io::{IsTerminal, Read};

use serde_json::json;
use sextant_session::{Arithmetic, RunEnd, RunReport, Verdict, Written};

use super::{load_called, read_call};
use crate::arguments::RunCommand;
use crate::console::{complain, complain_bytes, print, print_bytes, refuse, to_json};
use crate::exit::Exit;
use crate::limits;

/// Procedures active at once, unless the user says otherwise: about as many as fit a compiled program's stack.
const DEEPEST_CALLS: usize = 100_000;

/// Executes a call the ordinary way.
pub fn run(command: &RunCommand) -> Result<Exit, Exit> {
    let session = load_called(&command.program, &command.call)?;
    let interrupt = limits::interrupt();
    let mut options = command.call.options(interrupt.clone());
    options.limits.statements = command.statements;
    options.limits.call_depth = command.call.execution.call_depth.unwrap_or(DEEPEST_CALLS);
    if !session.front_end().effigy {
        // An ordinary run is to give what a compiled program gives.
        options.arithmetic = options.arithmetic.or(Some(Arithmetic::Machine));
        if options.input.is_empty() {
            options.text_input = Some(standard_text()?);
        }
    } else if options.input.is_empty() && session.reads_input() && !std::io::stdin().is_terminal() {
        options.input.extend(standard_input()?);
    }
    let options = limits::begin(options);
    let call = read_call(&session, &command.call, &options)?;
    let mut lines = Vec::new();
    let mut raw: Vec<u8> = Vec::new();
    let mut failure = None;
    let report = session.run(&call, &options, |written| match written {
        Written::Message(message) => complain(message),
        Written::Bytes(1, bytes) if command.call.json => raw.extend_from_slice(bytes),
        Written::Bytes(1, bytes) if failure.is_none() => failure = print_bytes(bytes).err(),
        Written::Bytes(1, _) => {}
        Written::Bytes(_, bytes) => complain_bytes(bytes),
        Written::Output(line) if command.call.json => lines.push(line.to_owned()),
        Written::Output(line) if failure.is_none() => failure = print(&format!("{line}\n")).err(),
        Written::Output(_) => {}
    });
    write_files(&report.files)?;
    if let Some(exit) = failure {
        return Err(exit);
    }
    if !raw.is_empty() {
        lines.extend(String::from_utf8_lossy(&raw).lines().map(str::to_owned));
    }
    if command.call.json {
        print(&to_json(&as_json(&call.text, &report, &lines)))?;
    } else {
        show(&report)?;
    }
    let found = |wanted: Verdict| report.proofs.iter().any(|(_, verdict)| *verdict == wanted);
    Ok(match report.end {
        RunEnd::Finished if found(Verdict::Refuted) => Exit::Finding,
        RunEnd::Finished if found(Verdict::Undecided) => Exit::Inconclusive,
        RunEnd::Finished => report.exit.map_or(Exit::Clean, Exit::OfProgram),
        RunEnd::Error => Exit::Finding,
        RunEnd::Symbolic => Exit::Usage,
        RunEnd::Stopped if interrupt.asked() => Exit::Interrupted,
        RunEnd::Stopped => Exit::Inconclusive,
    })
}

/// The files that the program wrote come into being when it has ended.
fn write_files(files: &[(String, Option<Vec<u8>>)]) -> Result<(), Exit> {
    for (name, contents) in files {
        let done = match contents {
            Some(contents) => std::fs::write(name, contents),
            None if std::path::Path::new(name).exists() => std::fs::remove_file(name),
            None => Ok(()),
        };
        done.map_err(|error| refuse(format!("{name}: {error}")))?;
    }
    Ok(())
}

/// What is on standard input, unless a person sits there.
fn standard_text() -> Result<Vec<u8>, Exit> {
    let mut text = Vec::new();
    if !std::io::stdin().is_terminal() {
        let read = std::io::stdin().read_to_end(&mut text);
        read.map_err(|error| refuse(format!("standard input: {error}")))?;
    }
    Ok(text)
}

/// The values on standard input, separated by blanks or commas.
fn standard_input() -> Result<Option<String>, Exit> {
    let text = String::from_utf8(standard_text()?)
        .map_err(|_| refuse("standard input: stream did not contain valid UTF-8"))?;
    let values: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|value| !value.is_empty()).collect();
    Ok((!values.is_empty()).then(|| values.join(",")))
}

fn show(report: &RunReport) -> Result<(), Exit> {
    for (name, value) in &report.outputs {
        match name.as_str() {
            "return" => print(&format!("returns {value}\n"))?,
            name => print(&format!("{name} = {value}\n"))?,
        }
    }
    for (place, verdict) in &report.proofs {
        print(&format!("PROVE at {place}: {verdict}\n"))?;
    }
    if let Some(detail) = &report.detail {
        complain(&format!("sextant: {}: {detail}", report.status));
    }
    for note in &report.notes {
        complain(&format!("note: {note}"));
    }
    Ok(())
}

fn as_json(call: &str, report: &RunReport, lines: &[String]) -> serde_json::Value {
    let outputs: serde_json::Map<_, _> =
        report.outputs.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let terms: serde_json::Map<_, _> =
        report.outputs.iter().map(|(name, value)| (name.clone(), json!(value.tree()))).collect();
    let proofs: Vec<_> =
        report.proofs.iter().map(|(place, verdict)| json!({ "place": place, "verdict": verdict })).collect();
    json!({
        "call": call,
        "status": report.status,
        "detail": report.detail,
        "outputs": outputs,
        "output_terms": terms,
        "written": lines,
        "proofs": proofs,
        "statements": report.statements,
        "notes": report.notes,
    })
}
