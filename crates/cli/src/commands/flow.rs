//! `sextant flow`.

use serde_json::json;

use super::load;
use crate::arguments::{FlowCommand, FlowFormat};
use crate::console::{print_to, refuse, to_json};
use crate::exit::Exit;

/// Prints the flow graph of a program.
pub fn flow(command: &FlowCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let procedure = command.procedure.as_deref();
    if let Some(number) = command.path_expression {
        let block = (number > 0).then_some(number);
        let text = session.path_expression(procedure, block).map_err(refuse)?;
        print_to(command.output.as_deref(), &text)?;
        return Ok(Exit::Clean);
    }
    let text = match command.format {
        FlowFormat::Text => session.flow_text(procedure),
        FlowFormat::Dot => session.flow_dot(procedure),
        FlowFormat::Svg => session.flow_svg(procedure),
    };
    let text = text.map_err(refuse)?;
    let text = if command.json {
        to_json(&json!({ "procedures": session.procedures(), "flow": text }))
    } else {
        text
    };
    print_to(command.output.as_deref(), &text)?;
    Ok(Exit::Clean)
}
