//! `sextant passes`.

use sextant_session::PassMessageKind;

use super::load;
use crate::arguments::{PassesCommand, TraceFormat};
use crate::console::{print_to, show_diagnostics, to_json};
use crate::exit::Exit;
use crate::limits;

/// Evaluates a procedure in passes over its syntax tree.
pub fn passes(command: &PassesCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let options = limits::begin(command.formula.options(limits::interrupt()));
    let report =
        session.passes(&command.procedure, &command.choices(), &options).map_err(show_diagnostics)?;
    let text = match command.format {
        _ if command.formula.json => to_json(&report),
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
