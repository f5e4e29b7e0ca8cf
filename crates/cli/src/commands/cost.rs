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
    let report = CostReport::of(&command.folder, command.loops.into()).map_err(|message| refuse(&message))?;
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
        let loops = report.loops.as_ref().map(|census| {
            json!({
                "loops": census.loops,
                "counted": census.counted,
                "bounded": census.bounded,
                "uncounted": census.uncounted,
                "supported": census.supported,
                "closed": census.closed,
                "comprehensions": census.comprehensions,
                "late": census.late,
            })
        });
        let whole = json!({ "procedures": procedures, "loops": loops, "skipped": report.skipped });
        print(&format!("{whole:#}\n"))?;
    } else {
        print(&report.text())?;
    }
    Ok(Exit::Clean)
}
