//! `sextant advise`.

use serde_json::json;

use super::load;
use crate::arguments::AdviseCommand;
use crate::console::{interrupt_on_ctrl_c, print, to_json};
use crate::exit::Exit;

/// Prints what global evaluation finds.
pub fn advise(command: &AdviseCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let found = session.advise(&command.execution.options(interrupt_on_ctrl_c()));
    if command.json {
        print(&to_json(&json!({ "advice": found })))?;
        return Ok(Exit::Clean);
    }
    for advice in &found {
        print(&format!("{}: {}: {}\n", advice.place, advice.kind, advice.text))?;
    }
    Ok(Exit::Clean)
}
