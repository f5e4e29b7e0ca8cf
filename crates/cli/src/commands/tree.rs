//! `sextant tree`.

use sextant_session::{PathEnd, Verdict};

use super::{exit_of, load_called, read_call};
use crate::arguments::{TreeCommand, TreeFormat};
use crate::console::{print_to, to_json};
use crate::exit::Exit;
use crate::limits;

/// Statements on one path unless the user says otherwise: trees are for looking at.
const STATEMENTS: u64 = 200;

/// Draws the execution tree of a call.
pub fn tree(command: &TreeCommand) -> Result<Exit, Exit> {
    let session = load_called(&command.program, &command.call)?;
    let interrupt = limits::interrupt();
    let mut options = command.call.options(interrupt.clone());
    command.exploration.complete(&mut options, STATEMENTS);
    let options = limits::begin(options);
    let call = read_call(&session, &command.call, &options)?;
    let tree = session.tree(&call, &options);
    let text = match command.format {
        _ if command.call.json => to_json(&tree),
        TreeFormat::Text => tree.text(),
        TreeFormat::Dot => tree.dot(),
        TreeFormat::Svg => tree.svg(),
        TreeFormat::Html => tree.html(),
    };
    print_to(command.output.as_deref(), &text)?;
    let findings =
        tree.nodes.iter().filter_map(|node| node.leaf.as_ref()).any(|leaf| leaf.status == PathEnd::Error);
    Ok(match tree.complete {
        true => exit_of(Verdict::Complete, findings),
        false if interrupt.asked() => Exit::Interrupted,
        false => exit_of(Verdict::Bounded, findings),
    })
}
