//! One file per command.

mod advise;
mod back;
mod check;
mod compare;
mod cost;
mod dap;
mod debug;
mod document;
mod flow;
mod manual;
mod passes;
mod paths;
mod prove;
mod run;
mod summary;
mod table;
mod tests;
mod trace;
mod tree;

pub use advise::advise;
pub use back::back;
pub use check::check;
pub use compare::compare;
pub use cost::cost;
pub use dap::dap;
pub use debug::debug;
pub use document::document;
pub use flow::flow;
pub use manual::{completions, man};
pub use passes::passes;
pub use paths::paths;
pub use prove::prove;
pub use run::run;
pub use summary::summary;
pub use table::table;
pub use tests::tests;
pub use trace::trace;
pub use tree::tree;

use std::io::IsTerminal;
use std::path::PathBuf;

use sextant_session::{Call, Options, Session, Verdict};

use crate::arguments::{CallArguments, ProgramArguments};
use crate::console::{complain_in_colour, refuse, show_diagnostics, show_load_error};
use crate::exit::Exit;

/// Loads the program and shows its warnings.
fn load(program: &ProgramArguments) -> Result<Session, Exit> {
    load_with(program, std::iter::empty())
}

/// Loads the program of a call: further files may stand before the call.
fn load_called(program: &ProgramArguments, call: &CallArguments) -> Result<Session, Exit> {
    load_with(program, call.files())
}

fn load_with(program: &ProgramArguments, more: impl Iterator<Item = PathBuf>) -> Result<Session, Exit> {
    let files: Vec<_> = std::iter::once(&program.file).chain(&program.with).cloned().chain(more).collect();
    let session = Session::load_as(&files, program.language.map(Into::into), &program.compiler.compilation())
        .map_err(|error| show_load_error(&error))?;
    let warnings = session.warnings(std::io::stderr().is_terminal());
    complain_in_colour(&warnings);
    Ok(session)
}

/// The call as it was written.
fn call_text(call: &CallArguments) -> Result<&str, Exit> {
    call.text().map_err(|message| refuse(&message))
}

/// Makes sense of the call.
fn read_call(session: &Session, call: &CallArguments, options: &Options) -> Result<Call, Exit> {
    session.call(call_text(call)?, options).map_err(|error| show_diagnostics(&error.0, &error.1))
}

/// The exit code of an exploration.
fn exit_of(verdict: Verdict, findings: bool) -> Exit {
    match verdict {
        Verdict::Interrupted => Exit::Interrupted,
        Verdict::Refused => Exit::Usage,
        _ if findings => Exit::Finding,
        Verdict::Complete => Exit::Clean,
        _ => Exit::Inconclusive,
    }
}

/// What `?` makes of an early end.
fn settle(result: Result<Exit, Exit>) -> Exit {
    match result {
        Ok(exit) | Err(exit) => exit,
    }
}
