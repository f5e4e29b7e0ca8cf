//! `sextant table`.

use serde_json::json;
use sextant_report::{computation_json, computation_text};
use sextant_session::Formula;

use super::{exit_of, load_called, read_call};
use crate::arguments::TableCommand;
use crate::console::{print, to_json};
use crate::exit::Exit;
use crate::limits;

/// Statements on one path unless the user says otherwise.
const STATEMENTS: u64 = 10_000;

/// Prints the computation table of each path of a call.
pub fn table(command: &TableCommand) -> Result<Exit, Exit> {
    let session = load_called(&command.program, &command.call)?;
    let mut options = command.call.options(limits::interrupt());
    command.exploration.complete(&mut options, STATEMENTS);
    options = limits::begin(options);
    options.evolved = !command.simplified;
    let call = read_call(&session, &command.call, &options)?;
    let (tables, verdict, reasons) = session.tables(&call, &options);
    if command.call.json {
        let paths: Vec<_> = tables
            .iter()
            .map(|path| {
                json!({
                    "condition": path.shown_condition(),
                    "condition_term": Formula::conjunction(&path.condition).tree(),
                    "table": computation_json(&path.table, &path.names),
                })
            })
            .collect();
        let report = json!({ "call": call.text, "verdict": verdict, "reasons": reasons, "paths": paths });
        print(&to_json(&report))?;
        return Ok(exit_of(verdict, false));
    }
    for (number, path) in tables.iter().enumerate() {
        let condition = path.shown_condition();
        print(&format!("Path {}: {condition}\n\n", number + 1))?;
        print(&computation_text(&path.table, &path.names))?;
        print("\n")?;
    }
    for reason in &reasons {
        print(&format!("{verdict}: {reason}\n"))?;
    }
    Ok(exit_of(verdict, false))
}
