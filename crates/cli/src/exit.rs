//! Exit codes, each with its meaning.

use std::process::ExitCode;

/// How the command ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Nothing to complain of.
    Clean,
    /// An error of the examined program was found.
    Finding,
    /// The call or the input cannot be used.
    Usage,
    /// Something is open: a budget, or a question the solver gave up on.
    Inconclusive,
    /// A defect of this tool.
    Internal,
    /// Ctrl-C.
    Interrupted,
    /// The status of the program that was run.
    OfProgram(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Clean => 0,
            Exit::Finding => 1,
            Exit::Usage => 2,
            Exit::Inconclusive => 3,
            Exit::Internal => 4,
            Exit::Interrupted => 130,
            Exit::OfProgram(status) => status,
        })
    }
}
