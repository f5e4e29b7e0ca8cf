//! `sextant back`.

use sextant_session::Way;

use super::load;
use crate::arguments::BackCommand;
use crate::console::{print, refuse, show_diagnostics, to_json};
use crate::exit::Exit;
use crate::limits;

/// Goes back from a path or a statement to the condition at the entry.
pub fn back(command: &BackCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let options = limits::begin(command.formula.options(limits::interrupt()));
    let condition = command.condition.as_deref();
    let json = command.formula.json;
    let (text, equal, possible) = match (&command.follow, command.to) {
        (Some(path), _) => {
            let way = Way::parse(path).map_err(refuse)?;
            let report =
                session.back(&command.procedure, &way, condition, &options).map_err(show_diagnostics)?;
            let text = if json { to_json(&report) } else { report.text() };
            (text, report.equal, report.executable)
        }
        (None, line) => {
            let report = session
                .reach(&command.procedure, line.unwrap_or(0), condition, command.iterations, &options)
                .map_err(show_diagnostics)?;
            let text = if json { to_json(&report) } else { report.text() };
            (text, report.equal, report.possible.filter(|_| !report.bounded))
        }
    };
    print(&text)?;
    Ok(match (equal, possible) {
        // Two ways to one condition that differ are a defect of this tool.
        (Some(false), _) => Exit::Internal,
        (Some(true), Some(_)) => Exit::Clean,
        _ => Exit::Inconclusive,
    })
}
