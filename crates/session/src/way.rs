//! The statements of a path in words.

use sextant_flow::FlowProgram;
use sextant_syntax::{ProcId, StatementNumber};

/// Executed statements in order, each with its procedure.
pub(crate) type Way = Vec<(ProcId, StatementNumber)>;

/// The statements by their numbers, with the procedure where it changes.
pub(crate) fn show_way(program: &FlowProgram, way: &[(ProcId, StatementNumber)]) -> Vec<String> {
    let mut before = way.first().map(|(procedure, _)| *procedure);
    let mut shown = Vec::with_capacity(way.len());
    for (procedure, number) in way {
        shown.push(match before.replace(*procedure) {
            Some(same) if same == *procedure => number.0.to_string(),
            _ => format!("{}.{}", program.procedures[*procedure].name, number.0),
        });
    }
    shown
}
