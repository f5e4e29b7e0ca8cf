//! `sextant advise`.

use serde_json::json;

use super::load;
use crate::arguments::AdviseCommand;
use crate::console::{print, to_json};
use crate::exit::Exit;
use crate::limits;

/// Prints what global evaluation finds.
pub fn advise(command: &AdviseCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let found = session.advise(&limits::begin(command.execution.options(limits::interrupt())));
    if command.json {
        print(&to_json(&json!({ "advice": found })))?;
        return Ok(Exit::Clean);
    }
    for advice in &found {
        print(&format!("{}: {}: {}\n", advice.place, advice.kind, advice.text))?;
    }
    Ok(Exit::Clean)
}
