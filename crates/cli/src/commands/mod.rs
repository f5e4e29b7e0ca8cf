//! One file per command.

pub mod advise;
pub mod back;
pub mod check;
pub mod compare;
pub mod cost;
pub mod dap;
pub mod debug;
pub mod document;
pub mod flow;
pub mod manual;
pub mod passes;
pub mod paths;
pub mod prove;
pub mod run;
pub mod summary;
pub mod table;
pub mod tests;
pub mod trace;
pub mod tree;

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
    let session = Session::load_as(&files, program.language, &program.compiler.compilation())
        .map_err(show_load_error)?;
    let warnings = session.warnings(std::io::stderr().is_terminal());
    complain_in_colour(&warnings);
    Ok(session)
}

/// The call as it was written.
fn call_text(call: &CallArguments) -> Result<&str, Exit> {
    call.text().map_err(refuse)
}

/// Makes sense of the call.
fn read_call(session: &Session, call: &CallArguments, options: &Options) -> Result<Call, Exit> {
    session.call(call_text(call)?, options).map_err(show_diagnostics)
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
