//! `sextant paths`.

use std::sync::atomic::AtomicU64;

use super::{exit_of, load, read_call, settle};
use crate::arguments::CallCommand;
use crate::console::{interrupt_on_ctrl_c, print, with_progress};
use crate::exit::Exit;

/// Statements on one path unless the user says otherwise.
const STATEMENTS: u64 = 10_000;

/// Explores all paths of a call.
pub fn paths(command: &CallCommand) -> Exit {
    settle(explore(command))
}

fn explore(command: &CallCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let mut options = command.call.options(interrupt_on_ctrl_c());
    command.exploration.complete(&mut options, STATEMENTS);
    let call = read_call(&session, &command.call.call, &options)?;
    let count = AtomicU64::new(0);
    let mut report = with_progress(&count, || session.paths(&call, &options, &count));
    if !command.statistics {
        report.statistics.clear();
    }
    if command.call.json {
        print(&format!("{:#}\n", report.json()))?;
    } else {
        print(&report.text(terminal_width()))?;
        if command.statistics {
            print(&report.statistics_text())?;
        }
    }
    let refuted = |verdict: &str| verdict == "refuted";
    let findings = report
        .paths
        .iter()
        .any(|path| path.status == "error" || path.proofs.iter().any(|(_, verdict)| refuted(verdict)));
    Ok(exit_of(&report.verdict, findings))
}

fn terminal_width() -> usize {
    std::env::var("COLUMNS").ok().and_then(|width| width.parse().ok()).unwrap_or(110).max(40)
}
