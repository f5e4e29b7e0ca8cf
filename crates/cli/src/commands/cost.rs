//! `sextant cost`.

use sextant_session::CostReport;

use crate::arguments::CostCommand;
use crate::console::{print, print_to, refuse, to_json};
use crate::exit::Exit;

/// Counts closure contexts.
pub fn cost(command: &CostCommand) -> Result<Exit, Exit> {
    let report = CostReport::of(&command.folder, command.loops).map_err(refuse)?;
    if let Some(file) = &command.plot {
        print_to(Some(file), &report.svg())?;
    }
    print(&if command.json { to_json(&report) } else { report.text() })?;
    Ok(Exit::Clean)
}
