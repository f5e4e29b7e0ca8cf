//! `sextant document`.

use super::load;
use crate::arguments::{DocumentCommand, DocumentFormat};
use crate::console::{print_to, to_json};
use crate::exit::Exit;
use crate::limits;

/// Statements on one path: documentation is for looking at.
const STATEMENTS: u64 = 60;
/// Paths of one procedure.
const PATHS: u64 = 40;

/// Describes every procedure of a program by its paths.
pub fn document(command: &DocumentCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let mut options = command.formula.options(limits::interrupt());
    options.limits.statements = STATEMENTS;
    options.limits.paths = PATHS;
    let options = limits::begin(options);
    let name = command.program.file.file_name().map(|name| name.to_string_lossy().into_owned());
    let report = session.document(&name.unwrap_or_default(), &options);
    let text = match command.format {
        _ if command.formula.json => to_json(&report),
        DocumentFormat::Markdown => report.markdown(),
        DocumentFormat::Html => report.html(),
    };
    print_to(command.output.as_deref(), &text)?;
    Ok(Exit::Clean)
}
