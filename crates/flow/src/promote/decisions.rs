//! What is known so far about the objects of a program: facts only ever grow, so that trying again ends.

use std::collections::{BTreeMap, BTreeSet};

use sextant_base::Span;
use sextant_syntax::{Base, GlobalId, Handed, ProcId, Type, VarId};

use super::Surroundings;
use super::object::{Lost, Object, Reached, Step, size_of};
use crate::{Action, FlowProgram, Instruction, StorageNames, instructions};

/// An object that may become variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Root {
    /// A block of a procedure.
    Block(ProcId, VarId),
    /// What a pointer parameter leads to.
    Pointer(ProcId, VarId),
    /// An object of the program.
    Global(GlobalId),
}

/// A scalar of an object, by its position.
pub(super) type Scalar = (Root, usize);

/// Facts about the objects of a program.
pub(super) struct Decisions<'p> {
    program: &'p FlowProgram,
    /// Names of pointers that lead to arrays.
    arrays: &'p [String],
    /// The procedure that is examined.
    pub examined: ProcId,
    /// What becomes of output.
    pub surroundings: Surroundings,
    /// The names of global objects, as seen from it.
    pub names: StorageNames,
    /// These stay bytes.
    failed: BTreeSet<Root>,
    /// The sizes of steps taken from pointer parameters.
    scales: BTreeMap<Root, BTreeSet<u64>>,
    /// What pointer parameters of no declared type lead to.
    targets: BTreeMap<Root, Type>,
    /// Scalars that are accessed.
    used: BTreeSet<Scalar>,
    /// Objects something is written into.
    written: BTreeSet<Root>,
    /// Scalars of global objects that a procedure or one it calls accesses.
    hidden: BTreeMap<ProcId, BTreeSet<(GlobalId, usize)>>,
    /// Blocks that only hold arguments of output.
    sinks: BTreeSet<Root>,
    null_tests: BTreeSet<ProcId>,
    /// Objects of which more has become known in this try.
    reshaped: BTreeSet<Root>,
    layouts: BTreeMap<Root, Option<Object>>,
    changed: bool,
}

impl<'p> Decisions<'p> {
    pub fn new(
        program: &'p FlowProgram,
        examined: ProcId,
        arrays: &'p [String],
        surroundings: Surroundings,
    ) -> Self {
        Decisions {
            program,
            examined,
            surroundings,
            names: StorageNames::seen_from(program, examined, std::iter::empty()),
            arrays,
            failed: BTreeSet::new(),
            scales: BTreeMap::new(),
            targets: BTreeMap::new(),
            used: BTreeSet::new(),
            written: BTreeSet::new(),
            hidden: BTreeMap::new(),
            sinks: BTreeSet::new(),
            null_tests: BTreeSet::new(),
            reshaped: BTreeSet::new(),
            layouts: BTreeMap::new(),
            changed: false,
        }
    }

    /// A new try begins.
    pub fn begin(&mut self) {
        self.changed = false;
        self.reshaped.clear();
        self.layouts.clear();
    }

    /// Whether something new was found in this try.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Whether an object becomes variables, as far as is known.
    pub fn is_promoted(&self, root: Root) -> bool {
        !self.failed.contains(&root)
    }

    /// An object stays bytes. One whose shape has just changed gets another try.
    pub fn fail(&mut self, root: Root) {
        if !self.reshaped.contains(&root) {
            self.give_up(root);
        }
    }

    /// An object stays bytes, whatever else is found.
    pub fn give_up(&mut self, root: Root) {
        self.changed |= self.failed.insert(root);
    }

    /// A scalar is accessed.
    pub fn uses(&mut self, procedure: ProcId, scalar: Scalar) {
        self.changed |= self.used.insert(scalar);
        if let (Root::Global(global), leaf) = scalar
            && !self.program.globals[global].constant
        {
            self.changed |= self.hidden.entry(procedure).or_default().insert((global, leaf));
        }
    }

    /// The scalars of an object that are accessed.
    pub fn used(&self, root: Root) -> Vec<usize> {
        self.used.range((root, 0)..=(root, usize::MAX)).map(|(_, leaf)| *leaf).collect()
    }

    /// Something is written into an object; into a constant one nothing may be.
    pub fn writes(&mut self, root: Root) {
        self.changed |= self.written.insert(root);
        if let Root::Global(global) = root
            && self.program.globals[global].constant
        {
            self.fail(root);
        }
    }

    pub fn is_written(&self, root: Root) -> bool {
        self.written.contains(&root)
    }

    /// A block holds the arguments of an output statement.
    pub fn sink(&mut self, root: Root) {
        self.changed |= self.sinks.insert(root);
    }

    pub fn is_sink(&self, root: Root) -> bool {
        self.sinks.contains(&root)
    }

    /// A procedure compares a pointer with null.
    pub fn tests_null(&mut self, procedure: ProcId) {
        self.null_tests.insert(procedure);
    }

    pub fn null_tested(&self, procedure: ProcId) -> bool {
        self.null_tests.contains(&procedure)
    }

    /// The scalars of global objects that a procedure gets as further parameters.
    pub fn hidden(&self, procedure: ProcId) -> Vec<(GlobalId, usize)> {
        let own = self.hidden.get(&procedure);
        own.into_iter()
            .flatten()
            .filter(|(global, _)| self.is_promoted(Root::Global(*global)))
            .copied()
            .collect()
    }

    /// The first byte of a scalar in its object.
    pub fn offset(&mut self, root: Root, leaf: usize) -> u64 {
        self.object(root).map_or(0, |object| object.leaves[leaf].offset)
    }

    /// A caller reaches what a called procedure reaches.
    pub fn calls(&mut self, caller: ProcId, called: ProcId) {
        for scalar in self.hidden(called) {
            self.changed |= self.hidden.entry(caller).or_default().insert(scalar);
        }
    }

    /// What pointer parameters of a type lead to.
    fn target(&self, root: Root, declared: &Type) -> Option<Type> {
        match declared {
            Type::Pointer(Some(target)) if !matches!(**target, Type::Pointer(_)) => Some((**target).clone()),
            Type::Pointer(None) => self.targets.get(&root).cloned(),
            _ => None,
        }
    }

    /// A pointer of no declared type leads to this.
    pub fn leads_to(&mut self, root: Root, target: &Type) {
        if let std::collections::btree_map::Entry::Vacant(open) = self.targets.entry(root) {
            open.insert(target.clone());
            self.reshaped.insert(root);
            self.layouts.remove(&root);
            self.changed = true;
        }
    }

    /// Why a pointer parameter leads to nothing of the caller's own, if it does.
    pub fn handed(&self, root: Root) -> Option<Handed> {
        let Root::Pointer(procedure, variable) = root else { return None };
        let found = self.program.handed.iter().find(|(of, own, _)| (*of, *own) == (procedure, variable));
        found.map(|(.., handed)| *handed)
    }

    /// Whether a pointer parameter leads to a copy of what a caller passes that is not there any more when the procedure
    /// comes back. Where the program calls it itself, its copies are variables of the program.
    pub fn is_copied(&self, root: Root) -> bool {
        let Root::Pointer(procedure, _) = root else { return false };
        let calls = |instruction: &Instruction| matches!(instruction.action, Action::Call { procedure: called, .. } if called == procedure);
        self.handed(root) == Some(Handed::Copy)
            && !self.program.procedures.iter().flat_map(instructions).any(calls)
    }

    /// The layout of an object, if it has one.
    pub fn object(&mut self, root: Root) -> Option<Object> {
        if let Some(known) = self.layouts.get(&root) {
            return known.clone();
        }
        let program = self.program;
        let found = match root {
            Root::Block(procedure, variable) => {
                let variable = &program.procedures[procedure].variables[variable];
                match &variable.ty {
                    Type::Block(block) => {
                        let size = size_of(&block.content, &program.records).map(dashu_int::IBig::from);
                        let whole = matches!(&block.bytes.kind, sextant_syntax::ExprKind::Int(bytes) if Some(bytes) == size.as_ref());
                        whole.then(|| Object::of_content(&variable.name, &block.content, &program.records))
                    }
                    _ => None,
                }
            }
            Root::Pointer(procedure, variable) => {
                let variable = &program.procedures[procedure].variables[variable];
                let mut scales = self.scales.get(&root).cloned().unwrap_or_default();
                let target = self.target(root, &variable.ty);
                if self.arrays.contains(&variable.name) {
                    scales.extend(target.as_ref().and_then(|target| size_of(target, &program.records)));
                }
                let name = &variable.name;
                let target = target?;
                match self.handed(root) {
                    Some(Handed::Copy) => Some(Object::of_content(name, &target, &program.records)),
                    Some(Handed::Result) => Some(Object::of_content("return", &target, &program.records)),
                    None => Object::of_pointer(name, &target, &scales, &program.records),
                }
            }
            Root::Global(global) => {
                let name = self.names.global(global).unwrap_or_default();
                Some(Object::of_content(name, &program.globals[global].content, &program.records))
            }
        };
        self.layouts.insert(root, found.clone());
        found
    }

    /// Elements of a size are reached from a pointer parameter.
    pub fn takes_steps(&mut self, root: Root, scale: u64) {
        let grows = matches!(root, Root::Pointer(..)) && self.scales.entry(root).or_default().insert(scale);
        if grows {
            self.reshaped.insert(root);
            self.changed = true;
            self.layouts.remove(&root);
        } else {
            self.fail(root);
        }
    }

    /// Follows steps in an object; what cannot be followed decides something.
    pub fn reach<'o>(
        &mut self,
        root: Root,
        object: &'o Object,
        steps: &[Step],
        span: Span,
    ) -> Option<Reached<'o>> {
        match object.reach(steps, span) {
            Ok(reached) => Some(reached),
            Err(Lost::Scale(scale)) => {
                self.takes_steps(root, scale);
                None
            }
            Err(Lost::Refused) => {
                self.fail(root);
                None
            }
        }
    }

    /// The object an address is taken of.
    pub fn root_of(&self, procedure: ProcId, base: Base) -> Option<Root> {
        match base {
            Base::Variable(variable) => Some(Root::Block(procedure, variable)),
            Base::Global(global) => Some(Root::Global(global)),
            Base::Procedure(_) => None,
        }
    }
}
