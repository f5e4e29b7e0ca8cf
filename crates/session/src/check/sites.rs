//! Checks that are known before anything is executed.

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use sextant_base::Span;
use sextant_flow::{Action, FlowGraph, FlowProgram, Instruction, named_as_values, undefined_references};
use sextant_state::ErrorKind;
use sextant_syntax::{Failure, Primitive, ProcId};

use super::Site;
use super::observer::Board;
use super::prepared::Prepared;

/// The program with every PROVE as an assertion, so that inputs are found that refute it.
pub(super) fn with_assertions(program: &FlowProgram) -> Cow<'_, FlowProgram> {
    let is_prove = |instruction: &Instruction| matches!(instruction.action, Action::Prove(_));
    let mut blocks = program.procedures.iter().flat_map(|graph| graph.blocks.iter());
    if !blocks.any(|block| block.instructions.iter().any(is_prove)) {
        return Cow::Borrowed(program);
    }
    let mut program = program.clone();
    for graph in program.procedures.iter_mut() {
        for instruction in graph.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            if let Action::Prove(condition) = &instruction.action {
                instruction.action = Action::Assert(condition.clone());
            }
        }
    }
    Cow::Owned(program)
}

/// What is known of a procedure before anything is executed.
pub(super) struct Known {
    /// Assertions.
    assertions: Vec<Site>,
    /// References to variables that may come before any assignment.
    undefined: Vec<UndefinedReference>,
    /// The procedures it calls by name.
    called: Vec<ProcId>,
    /// Whether it calls a procedure that was passed: it may be any one.
    calls_passed: bool,
    /// Whether it calls a procedure by its address: whoever has one may be called.
    calls_addresses: bool,
}

struct UndefinedReference {
    variable: String,
    span: Span,
    /// Of a control path to it.
    blocks: Vec<u32>,
}

impl Known {
    pub fn of(graph: &FlowGraph) -> Self {
        let undefined = undefined_references(graph).into_iter().map(|reference| UndefinedReference {
            variable: graph.variables[reference.variable].name.clone(),
            span: reference.span,
            blocks: reference.blocks.iter().map(|block| block.number()).collect(),
        });
        let undefined = undefined.collect();
        let mut known = Known {
            assertions: Vec::new(),
            undefined,
            called: Vec::new(),
            calls_passed: false,
            calls_addresses: false,
        };
        for instruction in graph.blocks.iter().flat_map(|block| &block.instructions) {
            known.instruction(instruction);
        }
        known
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let (kind, subject) = match &instruction.action {
            Action::Assert(_) => (ErrorKind::AssertionFailed, None),
            Action::Primitive(Primitive::Fail(Failure::Assertion(text)), ..) => {
                (ErrorKind::AssertionFailed, Some(text.clone()))
            }
            Action::Primitive(Primitive::Fail(Failure::Unreachable), ..) => {
                (ErrorKind::UnreachableReached, None)
            }
            Action::Call { procedure, .. } => return self.called.push(*procedure),
            Action::CallParameter { .. } => {
                self.calls_passed = true;
                return;
            }
            Action::CallPointer { .. } => {
                self.calls_addresses = true;
                return;
            }
            _ => return,
        };
        self.assertions.push(Site { span: instruction.span, kind, subject });
    }
}

/// Adds assertions, and references to variables that may come before any assignment, of the procedures that the
/// call can reach.
pub(super) fn add_known(prepared: &Prepared<'_>, entry: ProcId, board: &mut Board) {
    for procedure in reached(prepared, entry) {
        let known = prepared.known(procedure);
        for site in &known.assertions {
            board.tallies.entry(site.clone()).or_default();
        }
        for reference in &known.undefined {
            let same = |site: &Site| {
                site.kind == ErrorKind::Uninitialised
                    && site.subject.as_deref() == Some(&reference.variable)
                    && site.span.source == reference.span.source
                    && (site.span.start <= reference.span.start && reference.span.end <= site.span.end
                        || reference.span.start <= site.span.start && site.span.end <= reference.span.end)
            };
            let site = board.tallies.keys().find(|site| same(site)).cloned().unwrap_or_else(|| Site {
                span: reference.span,
                kind: ErrorKind::Uninitialised,
                subject: Some(reference.variable.clone()),
            });
            board.tallies.entry(site).or_default().blocks.clone_from(&reference.blocks);
        }
    }
}

/// The procedures that may run when one is called.
pub(super) fn reached(prepared: &Prepared<'_>, entry: ProcId) -> Vec<ProcId> {
    let mut seen = FxHashSet::default();
    let mut any = false;
    let mut waiting = vec![entry];
    while let Some(procedure) = waiting.pop() {
        if !seen.insert(procedure) {
            continue;
        }
        let known = prepared.known(procedure);
        if known.calls_passed {
            return prepared.program.procedures.ids().collect();
        }
        if known.calls_addresses && !std::mem::replace(&mut any, true) {
            waiting.extend(named_as_values(&prepared.program));
        }
        waiting.extend(&known.called);
    }
    let mut found: Vec<ProcId> = seen.into_iter().collect();
    found.sort_unstable();
    found
}
