//! Checks that are known before anything is executed.

use rustc_hash::FxHashSet;
use sextant_flow::{Action, FlowProgram, undefined_references};
use sextant_state::ErrorKind;
use sextant_syntax::{Failure, Primitive, ProcId};

use super::Site;
use super::observer::Board;

/// The program with every PROVE as an assertion, so that inputs are found that refute it.
pub(super) fn with_assertions(program: &FlowProgram) -> FlowProgram {
    let mut program = program.clone();
    for graph in program.procedures.iter_mut() {
        for instruction in graph.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            if let Action::Prove(condition) = &instruction.action {
                instruction.action = Action::Assert(condition.clone());
            }
        }
    }
    program
}

/// Adds assertions, and references to variables that may come before any assignment, of the procedures that the
/// call can reach.
pub(super) fn add_known(program: &FlowProgram, entry: ProcId, board: &mut Board) {
    for procedure in reached(program, entry) {
        let graph = &program.procedures[procedure];
        for instruction in graph.blocks.iter().flat_map(|block| &block.instructions) {
            let (kind, subject) = match &instruction.action {
                Action::Assert(_) => (ErrorKind::AssertionFailed, None),
                Action::Primitive(Primitive::Fail(Failure::Assertion(text)), ..) => {
                    (ErrorKind::AssertionFailed, Some(text.clone()))
                }
                Action::Primitive(Primitive::Fail(Failure::Unreachable), ..) => {
                    (ErrorKind::UnreachableReached, None)
                }
                _ => continue,
            };
            board.tallies.entry(Site { span: instruction.span, kind, subject }).or_default();
        }
        for reference in undefined_references(graph) {
            let subject = Some(graph.variables[reference.variable].name.clone());
            let same = |site: &Site| {
                site.kind == ErrorKind::Uninitialised
                    && site.subject == subject
                    && site.span.source == reference.span.source
                    && (site.span.start <= reference.span.start && reference.span.end <= site.span.end
                        || reference.span.start <= site.span.start && site.span.end <= reference.span.end)
            };
            let known = board.tallies.keys().find(|site| same(site)).cloned();
            let site =
                known.unwrap_or(Site { span: reference.span, kind: ErrorKind::Uninitialised, subject });
            let tally = board.tallies.entry(site).or_default();
            tally.blocks = reference.blocks.iter().map(|block| block.number()).collect();
        }
    }
}

/// The procedures that may run when one is called.
fn reached(program: &FlowProgram, entry: ProcId) -> Vec<ProcId> {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![entry];
    let mut found = Vec::new();
    while let Some(procedure) = waiting.pop() {
        if !seen.insert(procedure) {
            continue;
        }
        found.push(procedure);
        for block in program.procedures[procedure].blocks.iter() {
            for instruction in &block.instructions {
                match &instruction.action {
                    Action::Call { procedure, .. } => waiting.push(*procedure),
                    // Whoever is passed as an argument, or has an address, may be called.
                    Action::CallParameter { .. } | Action::CallPointer { .. } => {
                        waiting.extend(program.procedures.ids())
                    }
                    _ => {}
                }
            }
        }
    }
    found.sort_unstable();
    found
}
