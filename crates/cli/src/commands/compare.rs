//! `sextant compare`.

use sextant_session::{Equality, Session};

use super::load;
use crate::arguments::{CompareCommand, CompilerArguments, ProgramArguments};
use crate::console::{print, refuse, show_diagnostics, to_json};
use crate::exit::Exit;
use crate::limits;

/// Compares two procedures, or a procedure and a table of cases.
pub fn compare(command: &CompareCommand) -> Result<Exit, Exit> {
    let left = open(&command.file)?;
    let interrupt = limits::interrupt();
    let options = limits::begin(command.formula.options(interrupt.clone()));
    let (right, right_name) = match (&command.other, &command.cases) {
        (Some(other), None) => {
            let name = command.other_procedure.as_ref().unwrap_or(&command.procedure);
            (open(other)?, name)
        }
        (None, Some(cases)) => {
            let text = std::fs::read_to_string(cases)
                .map_err(|error| refuse(format!("{}: {error}", cases.display())))?;
            let session = left.of_cases(&command.procedure, &text).map_err(show_diagnostics)?;
            (session, &command.procedure)
        }
        _ => return Err(refuse("say what it is compared with: a file and a procedure, or --cases")),
    };
    let report = left.compare(&command.procedure, &right, right_name, &options).map_err(show_diagnostics)?;
    print(&if command.formula.json { to_json(&report) } else { report.text() })?;
    Ok(match report.verdict {
        _ if interrupt.asked() => Exit::Interrupted,
        Equality::Equal => Exit::Clean,
        Equality::Different => Exit::Finding,
        // An input on which they differ is one, exceptional or not.
        _ if report.replayed == Some(true) => Exit::Finding,
        _ => Exit::Inconclusive,
    })
}

fn open(file: &std::path::Path) -> Result<Session, Exit> {
    load(&ProgramArguments {
        file: file.to_owned(),
        with: Vec::new(),
        language: None,
        compiler: CompilerArguments::default(),
    })
}
