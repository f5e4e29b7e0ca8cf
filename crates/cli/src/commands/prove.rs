//! `sextant prove`.

use sextant_session::{ProofOptions, Verdict};

use super::load;
use crate::arguments::ProveCommand;
use crate::console::{print, show_diagnostics, to_json};
use crate::exit::Exit;
use crate::limits;

/// Proves the assertions of a procedure, or refutes them.
pub fn prove(command: &ProveCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let interrupt = limits::interrupt();
    let options = limits::begin(command.formula.options(interrupt.clone()));
    let choices = ProofOptions { checks: !command.no_checks, search: !command.no_search };
    let report = session.prove(&command.procedure, choices, &options).map_err(show_diagnostics)?;
    let text = if command.formula.json { to_json(&report) } else { report.text() };
    print(&text)?;
    Ok(match report.verdict {
        _ if interrupt.asked() => Exit::Interrupted,
        Verdict::Proved | Verdict::NothingToProve => Exit::Clean,
        Verdict::Refuted => Exit::Finding,
        _ => Exit::Inconclusive,
    })
}
