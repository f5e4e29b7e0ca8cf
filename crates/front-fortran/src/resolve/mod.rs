//! The tree as written to the typed tree.
//!
//! Order: the units and how they are called; what each unit declares (modules before those that use them); storage
//! (COMMON blocks are laid out over all units at once); then the bodies, hosts before their internal procedures, so
//! that the latter see the undeclared variables of the former; last the hidden arguments of internal procedures, which
//! are known only now, and the procedures made for ENTRYs.
//!
//! Invariants
//! - A function that returns `None` has reported why.
//! - Every statement that a statement of the source is taken apart into belongs to a group with its number.

mod allocation;
mod arrays;
mod assertion;
mod associate;
mod blocks;
mod body;
mod build;
mod call;
mod constant;
mod constant_run;
mod control;
mod data;
mod decide;
mod defaults;
mod designator;
mod expr;
mod forall;
mod gather;
mod generic;
mod intrinsic;
mod io;
mod lift;
mod literal;
mod loops;
mod masked;
mod measure;
mod modules;
mod operators;
mod owned;
mod rebound;
mod records;
mod scalarise;
mod scope;
mod stmt;
mod storage;
mod typed;
mod types;
mod units;
mod visit;
mod walk;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Diagnostic, Diagnostics, IdVec, Span};
use sextant_syntax::{
    Area, AreaId, Connectives, Language, ProcId, Procedure, Program, Record, RecordId, Rules, Storage, Type,
    VarId, Variable,
};

use crate::raw;
use body::Body;
pub(crate) use build::{INT, REAL, TEXT};
pub(crate) use literal::{boz, decimal};
use scope::{EntityRef, Scope, Signature, Substitution, UnitId};
pub(crate) use typed::typed_value;
use units::UnitInfo;

/// What Fortran says of all programs.
pub(crate) const RULES: Rules = Rules {
    connectives: Connectives::Lazy,
    empty_arrays: true,
    storage_arguments: true,
    no_aliases: true,
    settled_loops: true,
    ..Rules::PLAIN
};

/// Resolves all units of all files as one program.
pub(crate) fn program(files: &[raw::File], diagnostics: &mut Diagnostics) -> Program {
    let mut resolver = Resolver::new(diagnostics);
    resolver.collect(files);
    resolver.declare_units();
    resolver.lay_out();
    resolver.initialise();
    resolver.bodies();
    resolver.lift();
    resolver.finish()
}

/// Everything that is known of the program so far, and where the resolution stands.
pub(crate) struct Resolver<'a, 'd> {
    diagnostics: &'d mut Diagnostics,
    units: Vec<UnitInfo<'a>>,
    scopes: Vec<Scope<'a>>,
    /// By [`ProcId`].
    signatures: Vec<Signature>,
    /// By [`ProcId`], once their bodies are resolved.
    procedures: Vec<Option<Procedure>>,
    /// Main programs and external procedures.
    externals: FxHashMap<Rc<str>, ProcId>,
    modules: FxHashMap<Rc<str>, UnitId>,
    areas: IdVec<AreaId, Area>,
    records: IdVec<RecordId, Record>,
    /// Components, by their position, that are allocatable, not pointers.
    allocatable_components: FxHashSet<(RecordId, usize)>,
    /// The values of components in new records, by their position.
    component_values: FxHashMap<(RecordId, usize), defaults::ComponentValue<'a>>,
    /// Procedures made for functions of the language that are passed as arguments.
    wrappers: FxHashMap<String, ProcId>,
    main: Option<ProcId>,
    /// The unit that is looked at.
    unit: UnitId,
    body: Body,
    /// Names that stand for values where the resolution stands now; the last one counts.
    substitutions: Vec<Substitution>,
    /// How many parts the copies of expressions have that stand for names.
    copies: usize,
    /// The types of records whose copying is being written.
    copying: Vec<RecordId>,
    /// How many statement functions and specification expressions are being expanded.
    expanding: usize,
    /// The entities whose types are being found.
    typing: Vec<scope::EntityRef>,
}

impl<'a, 'd> Resolver<'a, 'd> {
    fn new(diagnostics: &'d mut Diagnostics) -> Self {
        Self {
            diagnostics,
            units: Vec::new(),
            scopes: Vec::new(),
            signatures: Vec::new(),
            procedures: Vec::new(),
            externals: FxHashMap::default(),
            modules: FxHashMap::default(),
            areas: IdVec::new(),
            records: IdVec::new(),
            allocatable_components: FxHashSet::default(),
            component_values: FxHashMap::default(),
            wrappers: FxHashMap::default(),
            main: None,
            unit: 0,
            body: Body::default(),
            substitutions: Vec::new(),
            copies: 0,
            copying: Vec::new(),
            expanding: 0,
            typing: Vec::new(),
        }
    }

    fn report(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Reports an error and gives the answer of a function that failed.
    fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Option<T> {
        self.report(span, message);
        None
    }

    fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(span, message));
    }

    fn scope(&mut self) -> &mut Scope<'a> {
        &mut self.scopes[self.unit]
    }

    fn entity(&self, entity: EntityRef) -> &scope::Entity<'a> {
        &self.scopes[entity.unit].entities[entity.index]
    }

    fn entity_mut(&mut self, entity: EntityRef) -> &mut scope::Entity<'a> {
        &mut self.scopes[entity.unit].entities[entity.index]
    }

    /// Does something as seen from another unit. Values that names stand for here mean nothing there.
    fn within<T>(&mut self, unit: UnitId, look: impl FnOnce(&mut Self) -> T) -> T {
        if unit == self.unit {
            return look(self);
        }
        let outer = std::mem::replace(&mut self.unit, unit);
        let substitutions = std::mem::take(&mut self.substitutions);
        let result = look(self);
        self.unit = outer;
        self.substitutions = substitutions;
        result
    }

    /// A new variable that no program can name.
    fn temporary(&mut self, stem: &str, ty: Type, span: Span) -> VarId {
        let scope = self.scope();
        scope.temporaries += 1;
        let name = format!(".{stem}{}", scope.temporaries);
        scope.variables.push(Variable::new(name, ty, Storage::Automatic, span))
    }

    fn finish(self) -> Program {
        Program {
            rules: RULES,
            procedures: self.procedures.into_iter().flatten().collect(),
            areas: self.areas,
            records: self.records,
            main: self.main,
            ..Program::new(Language::Fortran)
        }
    }
}
