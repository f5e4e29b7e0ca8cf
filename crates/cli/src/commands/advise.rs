//! `sextant advise`.

use serde_json::json;

use super::load;
use crate::arguments::AdviseCommand;
use crate::console::{complain, print, to_json};
use crate::exit::Exit;
use crate::limits;

/// Prints what global evaluation finds.
pub fn advise(command: &AdviseCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let options = limits::begin(command.execution.options(limits::interrupt()));
    let found = session.advise(&options);
    let complete = !options.interrupt.should_stop();
    if command.json {
        print(&to_json(&json!({ "complete": complete, "advice": found })))?;
    } else {
        for advice in &found {
            print(&format!("{}: {}: {}\n", advice.place, advice.kind, advice.text))?;
        }
    }
    if complete {
        return Ok(Exit::Clean);
    }
    complain("sextant: time ran out (--timeout); not everything was looked at");
    Ok(Exit::Inconclusive)
}
