//! What instructions and procedures may change.

use std::collections::{BTreeMap, BTreeSet};

use sextant_base::Span;
use sextant_flow::{Action, FlowGraph, FlowProgram, Instruction, TransferItem, instructions};
use sextant_syntax::{
    AreaId, Argument, ExprKind, ExternalId, Operation, Passing, Place, ProcId, Storage, Type, Unit, VarId,
};

/// What a stretch may change.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Changes {
    /// Variables of the procedure.
    pub own: BTreeSet<VarId>,
    /// Variables of any procedure that outlive activations, where calls change them.
    pub lasting: BTreeSet<(ProcId, VarId)>,
    /// Whether input is read.
    pub reads: bool,
    /// Something that no variable names: where, and what.
    pub opaque: Option<(Span, &'static str)>,
}

/// Storage that several procedures see. An area is one, whichever part of it is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shared {
    External(ExternalId),
    Area(AreaId),
}

fn shared(storage: Storage) -> Option<Shared> {
    match storage {
        Storage::External(external) => Some(Shared::External(external)),
        Storage::Area(area, _) => Some(Shared::Area(area)),
        Storage::Parameter | Storage::Value | Storage::Automatic | Storage::Static => None,
    }
}

/// What a call of one procedure may do.
#[derive(Clone, PartialEq, Debug, Default)]
struct Called {
    /// Parameters by position.
    parameters: BTreeSet<usize>,
    /// The rest; it has no variables of its own.
    changes: Changes,
    /// Shared storage that it changes.
    shared: BTreeSet<Shared>,
    /// Shared storage that it, or one it calls, has a name for.
    seen: BTreeSet<Shared>,
}

/// What each procedure may change.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    called: BTreeMap<ProcId, Called>,
    /// Variables in shared storage of the procedure from which it is seen.
    own: Vec<(Shared, VarId)>,
}

impl Effects {
    /// The effects of all procedures, seen from one of them.
    pub fn of(program: &FlowProgram, seen_from: &FlowGraph) -> Effects {
        let mut effects = Effects::default();
        for (id, variable) in seen_from.variables.iter_enumerated() {
            effects.own.extend(shared(variable.storage).map(|shared| (shared, id)));
        }
        loop {
            let before = effects.called.clone();
            for (id, graph) in program.procedures.iter_enumerated() {
                let called = effects.of_procedure(id, graph);
                effects.called.insert(id, called);
            }
            if before == effects.called {
                return effects;
            }
        }
    }

    fn of_procedure(&self, id: ProcId, graph: &FlowGraph) -> Called {
        let mut called = Called {
            seen: graph.variables.iter().filter_map(|variable| shared(variable.storage)).collect(),
            ..Called::default()
        };
        let mut points = false;
        for instruction in instructions(graph) {
            self.add(std::slice::from_ref(instruction), &mut called.changes);
            points |= matches!(instruction.action, Action::PointTo(_, Some(_)));
            if let Action::Call { procedure, .. } = &instruction.action
                && let Some(inner) = self.called.get(procedure)
            {
                called.shared.extend(&inner.shared);
                called.seen.extend(&inner.seen);
            }
        }
        for variable in std::mem::take(&mut called.changes.own) {
            let Some(declared) = graph.variables.get(variable) else { continue };
            match declared.storage {
                Storage::Parameter => {
                    let position = graph.parameters.iter().position(|&parameter| parameter == variable);
                    called.parameters.extend(position);
                }
                Storage::Static | Storage::External(_) | Storage::Area(..) => {
                    called.changes.lasting.insert((id, variable));
                    called.shared.extend(shared(declared.storage));
                }
                Storage::Automatic if points && matches!(declared.ty, Type::Handle(_)) => {
                    let what = "a call that changes what a pointer refers to";
                    called.changes.opaque.get_or_insert((declared.span, what));
                }
                Storage::Automatic | Storage::Value => {}
            }
        }
        called
    }

    /// Adds what instructions may change.
    pub fn add(&self, instructions: &[Instruction], found: &mut Changes) {
        for Instruction { action, span } in instructions {
            let mut opaque = |what| {
                found.opaque.get_or_insert((*span, what));
            };
            match action {
                Action::Assign(place, _) | Action::Allocate(place, _) | Action::Release(place) => {
                    found.own.insert(place.variable());
                }
                Action::PointTo(place, _) => {
                    found.own.insert(place.variable());
                }
                Action::Read(place) => {
                    found.own.insert(place.variable());
                    found.reads = true;
                }
                Action::Call { procedure, arguments, result } => {
                    found.own.extend(*result);
                    self.add_call(*procedure, arguments, found);
                }
                Action::CallParameter { .. } | Action::CallPointer { .. } => {
                    opaque("a call of a procedure that is not known");
                }
                Action::TransferBegin(head) => {
                    // What is written is never looked at again.
                    let writes =
                        head.operation == Operation::Write && !matches!(head.unit, Unit::Internal(_));
                    if !writes || !head.answers.is_empty() {
                        opaque("a statement on a file in a loop or in a called procedure");
                    }
                }
                Action::TransferItem(TransferItem::Place(place)) => {
                    found.own.insert(place.variable());
                }
                Action::TransferItem(_) => {}
                Action::TransferEnd(status) => {
                    found.own.insert(*status);
                }
                Action::Fresh(variable) | Action::Gone(variable) => {
                    found.own.insert(*variable);
                }
                Action::Store(..) => opaque("storage addressed by bytes"),
                Action::Primitive(_, _, result) => {
                    found.own.extend(*result);
                    opaque("a function of the system");
                }
                Action::Statement(_)
                | Action::Write(_)
                | Action::Assume(_)
                | Action::Prove(_)
                | Action::Assert(_)
                | Action::Claim(..)
                | Action::Unsupported(_) => {}
            }
        }
    }

    fn add_call(&self, procedure: ProcId, arguments: &[Argument], found: &mut Changes) {
        let Some(called) = self.called.get(&procedure) else { return };
        for (position, argument) in arguments.iter().enumerate() {
            if let Some(place) = referred(argument).filter(|_| called.parameters.contains(&position)) {
                found.own.insert(place.variable());
            }
        }
        let own = self.own.iter().filter(|(shared, _)| called.shared.contains(shared));
        found.own.extend(own.map(|&(_, variable)| variable));
        found.lasting.extend(&called.changes.lasting);
        found.reads |= called.changes.reads;
        found.opaque = found.opaque.or(called.changes.opaque);
    }

    /// Whether a procedure may change a parameter, by its position.
    pub fn changes_parameter(&self, procedure: ProcId, position: usize) -> bool {
        self.called.get(&procedure).is_some_and(|called| called.parameters.contains(&position))
    }

    /// What a call changes besides its parameters.
    pub fn of_call(&self, procedure: ProcId) -> Changes {
        self.called.get(&procedure).map(|called| called.changes.clone()).unwrap_or_default()
    }

    /// Whether a procedure has a name for what lies there.
    pub fn sees_shared(&self, procedure: ProcId, storage: Storage) -> bool {
        let called = self.called.get(&procedure);
        shared(storage).is_some_and(|shared| called.is_some_and(|called| called.seen.contains(&shared)))
    }

    /// Whether a procedure may change what lies there.
    pub fn changes_shared(&self, procedure: ProcId, storage: Storage) -> bool {
        let called = self.called.get(&procedure);
        shared(storage).is_some_and(|shared| called.is_some_and(|called| called.shared.contains(&shared)))
    }
}

/// The place whose storage a parameter names.
pub(super) fn referred(argument: &Argument) -> Option<&Place> {
    match (argument.passing, &argument.expr.kind) {
        (Passing::Reference, ExprKind::Load(place)) => Some(place),
        _ => None,
    }
}
