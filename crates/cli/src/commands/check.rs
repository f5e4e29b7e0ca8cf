//! `sextant check`.

use std::sync::atomic::AtomicU64;

use sextant_report::CheckText;
use sextant_session::Verdict;

use super::{call_text, exit_of, load_called};
use crate::arguments::{CheckCommand, CheckFormat};
use crate::console::{print, show_diagnostics, terminal_width, to_json, with_progress};
use crate::exit::Exit;
use crate::limits;

/// Statements on one path unless the user says otherwise.
const STATEMENTS: u64 = 10_000;

/// Tries every error condition on the paths of a call.
pub fn check(command: &CheckCommand) -> Result<Exit, Exit> {
    let session = load_called(&command.program, &command.call)?;
    let mut options = command.call.options(limits::interrupt());
    // Paths of C programs are often long but few; the clock limits them.
    command.exploration.complete(
        &mut options,
        if session.program().rules.addressed_storage { u64::MAX } else { STATEMENTS },
    );
    let options = limits::begin(options);
    let count = AtomicU64::new(0);
    let call = call_text(&command.call)?;
    let report = with_progress(&count, || session.check(call, &options, &count)).map_err(show_diagnostics)?;
    let shown = CheckText { all: command.all, path_numbers: command.path_numbers };
    match command.format {
        CheckFormat::Text if command.call.json => print(&to_json(&report))?,
        CheckFormat::Text => print(&report.text(terminal_width(), shown))?,
        CheckFormat::Sarif => print(&to_json(&report.sarif()))?,
    }
    Ok(match report.verdict {
        Verdict::Proved => Exit::Clean,
        other => exit_of(other, other == Verdict::Refuted),
    })
}
