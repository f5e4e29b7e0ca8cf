//! `sextant trace`.

use sextant_session::{OnThisRun, PathEnd, TraceReport};

use super::{load_called, read_call};
use crate::arguments::{TraceCommand, TraceFormat};
use crate::console::{print_to, show_diagnostics, to_json};
use crate::exit::Exit;
use crate::limits;

/// Runs a call on data, with actual and symbolic values side by side.
pub fn trace(command: &TraceCommand) -> Result<Exit, Exit> {
    let session = load_called(&command.program, &command.call)?;
    let mut options = command.call.options(limits::interrupt());
    options.limits.statements = command.statements;
    options.subscripts = command.subscripts;
    let options = limits::begin(options);
    let call = read_call(&session, &command.call, &options)?;
    let report = session.trace(&call, &command.data, &options).map_err(show_diagnostics)?;
    let text = match command.format {
        _ if command.call.json => to_json(&report),
        TraceFormat::Text => report.text(),
        TraceFormat::Svg => report.svg(),
    };
    print_to(command.output.as_deref(), &text)?;
    Ok(exit(&report))
}

/// Data that do not suffice are worse than a finding: the run says nothing beyond its end.
fn exit(report: &TraceReport) -> Exit {
    let any = |ends: &[PathEnd]| report.runs.iter().any(|run| ends.contains(&run.status));
    let mut proofs = report.runs.iter().flat_map(|run| &run.proofs);
    if any(&[PathEnd::Interrupted]) {
        Exit::Interrupted
    } else if any(&[PathEnd::Missing]) {
        Exit::Usage
    } else if any(&[PathEnd::Error, PathEnd::Refused])
        || proofs.any(|(_, verdict)| *verdict == OnThisRun::Fails)
    {
        Exit::Finding
    } else if any(&[PathEnd::Bounded, PathEnd::Unsupported]) {
        Exit::Inconclusive
    } else {
        Exit::Clean
    }
}
