//! `sextant tests`.

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_session::{Limits, SuiteOptions, SuiteReport};

use super::{load, settle};
use crate::arguments::{SuiteFormat, TestsCommand};
use crate::console::{complain, interrupt_on_ctrl_c, print, show_diagnostics, terminal_width, with_progress};
use crate::exit::Exit;

/// The time a suite may take unless the user says otherwise.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Writes a suite.
pub fn tests(command: &TestsCommand) -> Exit {
    settle(write(command))
}

fn write(command: &TestsCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let mut options = command.call.options(interrupt_on_ctrl_c());
    options.timeout = Some(options.timeout.unwrap_or(TIMEOUT));
    options.limits.statements = command.statements.unwrap_or(Limits::default().statements);
    options.limits.paths = command.paths;
    let given = command.complete.as_ref().or(command.measure.as_ref());
    let existing = given.map(|path| read_suite(path)).transpose()?;
    let suite = SuiteOptions {
        cover: command.cover.into(),
        manner: command.strategy.into(),
        boundary: command.boundary,
        errors: !command.no_errors,
        existing,
        generate: command.measure.is_none(),
    };
    let count = AtomicU64::new(0);
    let report = with_progress(&count, || session.tests(&command.call.call, &suite, &options, &count))
        .map_err(|error| show_diagnostics(&error.0, &error.1))?;
    match command.format {
        SuiteFormat::Text if !command.call.json => print(&report.text(terminal_width()))?,
        _ => print(&format!("{:#}\n", report.json()))?,
    }
    Ok(match report.verdict() {
        "complete" => Exit::Clean,
        _ => Exit::Inconclusive,
    })
}

fn read_suite(path: &Path) -> Result<SuiteReport, Exit> {
    let refuse = |reason: String| {
        complain(&format!("sextant: {}: {reason}", path.display()));
        Exit::Usage
    };
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    SuiteReport::read(&text).map_err(|reason| refuse(format!("not a suite of sextant: {reason}")))
}
