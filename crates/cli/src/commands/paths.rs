//! `sextant paths`.

use std::sync::atomic::AtomicU64;

use sextant_session::{Executability, PathEnd, StoryReport, Verdict};

use super::{call_text, exit_of, load_called, read_call};
use crate::arguments::{CallCommand, LayoutName};
use crate::console::{print, show_diagnostics, terminal_width, to_json, with_progress};
use crate::exit::Exit;
use crate::limits;

/// Statements on one path unless the user says otherwise.
const STATEMENTS: u64 = 10_000;

/// Explores all paths of a call.
pub fn paths(command: &CallCommand, statistics: bool) -> Result<Exit, Exit> {
    let session = load_called(&command.program, &command.call)?;
    let mut options = command.call.options(limits::interrupt());
    command.exploration.complete(&mut options, STATEMENTS);
    options = limits::begin(options);
    options.compiled = command.compile;
    if let Some(description) = &command.follow {
        let report = session
            .follow(description, call_text(&command.call)?, &options, command.states)
            .map_err(show_diagnostics)?;
        return tell(command, &report);
    }
    let call = read_call(&session, &command.call, &options)?;
    if command.layout == LayoutName::Report || command.states || command.compile {
        return tell(command, &session.stories(&call, &options, command.states));
    }
    let count = AtomicU64::new(0);
    let mut report = with_progress(&count, || session.paths(&call, &options, &count));
    if !statistics {
        report.statistics.clear();
    }
    if command.call.json {
        print(&to_json(&report))?;
    } else {
        print(&report.text(terminal_width()))?;
        if statistics {
            print(&report.statistics_text())?;
        }
    }
    let findings = report.paths.iter().any(|path| {
        path.status == PathEnd::Error || path.proofs.iter().any(|(_, verdict)| *verdict == Verdict::Refuted)
    });
    Ok(exit_of(report.verdict, findings))
}

/// Prints paths told in full.
fn tell(command: &CallCommand, report: &StoryReport) -> Result<Exit, Exit> {
    match command.call.json {
        true => print(&to_json(&report))?,
        false => print(&report.text(terminal_width()))?,
    }
    let is = |status: Executability| report.paths.iter().any(|path| path.status == status);
    let errors = report.paths.iter().any(|path| !path.errors.is_empty());
    Ok(match (is(Executability::Error) || errors, is(Executability::Undecided) || !report.notes.is_empty()) {
        (true, _) => Exit::Finding,
        (false, true) => Exit::Inconclusive,
        (false, false) => Exit::Clean,
    })
}
