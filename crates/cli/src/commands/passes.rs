//! `sextant passes`.

use sextant_session::PassMessageKind;

use super::{load, settle};
use crate::arguments::{PassesCommand, TraceFormat};
use crate::console::{interrupt_on_ctrl_c, print_to, show_diagnostics};
use crate::exit::Exit;

/// Evaluates a procedure in passes over its syntax tree.
pub fn passes(command: &PassesCommand) -> Exit {
    settle(show(command))
}

fn show(command: &PassesCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let options = command.formula.options(interrupt_on_ctrl_c());
    let report = session
        .passes(&command.procedure, &command.choices(), &options)
        .map_err(|error| show_diagnostics(&error.0, &error.1))?;
    let text = match command.format {
        _ if command.formula.json => format!("{:#}\n", report.json()),
        TraceFormat::Text => report.text(),
        TraceFormat::Svg => report.svg(),
    };
    print_to(command.output.as_deref(), &text)?;
    let found = report
        .messages
        .iter()
        .any(|message| !matches!(message.kind, PassMessageKind::Granted | PassMessageKind::Unsupported));
    let unsupported = report.messages.iter().any(|message| message.kind == PassMessageKind::Unsupported);
    Ok(match (found, report.complete && !unsupported) {
        (true, _) => Exit::Finding,
        (false, true) => Exit::Clean,
        (false, false) => Exit::Inconclusive,
    })
}
