//! `sextant advise`.

use serde_json::json;

use super::{load, settle};
use crate::arguments::AdviseCommand;
use crate::console::{interrupt_on_ctrl_c, print};
use crate::exit::Exit;

/// Prints what global evaluation finds.
pub fn advise(command: &AdviseCommand) -> Exit {
    settle(show(command))
}

fn show(command: &AdviseCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let found = session.advise(&command.execution.options(interrupt_on_ctrl_c()));
    if command.json {
        let shown: Vec<_> = found
            .iter()
            .map(|advice| json!({ "place": advice.place, "kind": advice.kind, "text": advice.text }))
            .collect();
        print(&format!("{:#}\n", json!({ "advice": shown })))?;
        return Ok(Exit::Clean);
    }
    for advice in &found {
        print(&format!("{}: {}: {}\n", advice.place, advice.kind, advice.text))?;
    }
    Ok(Exit::Clean)
}
