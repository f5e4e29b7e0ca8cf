//! `sextant cost`.

use serde_json::json;
use sextant_session::CostReport;

use super::settle;
use crate::arguments::CostCommand;
use crate::console::{print, print_to, refuse};
use crate::exit::Exit;

/// Counts closure contexts.
pub fn cost(command: &CostCommand) -> Exit {
    settle(show(command))
}

fn show(command: &CostCommand) -> Result<Exit, Exit> {
    let report = CostReport::of(&command.folder).map_err(|message| refuse(&message))?;
    if let Some(file) = &command.plot {
        print_to(Some(file), &report.svg())?;
    }
    if command.json {
        let procedures: Vec<_> = report
            .procedures
            .iter()
            .map(|cost| {
                json!({
                    "file": cost.file,
                    "procedure": cost.procedure,
                    "blocks": cost.blocks,
                    "ncc": cost.contexts.to_string(),
                    "ancc": cost.all_contexts.to_string(),
                })
            })
            .collect();
        print(&format!("{:#}\n", json!({ "procedures": procedures, "skipped": report.skipped })))?;
    } else {
        print(&report.text())?;
    }
    Ok(Exit::Clean)
}
