//! What names mean: variables and labels of a procedure, procedures and externals of the program.

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Diagnostic, Diagnostics, IdVec, Sources, Span};
use sextant_syntax::{
    DEEPEST_NESTING, External, ExternalId, LabelId, ProcId, Storage, Type, VarId, Variable,
};

use crate::raw::Name;
use crate::token::{NameId, Names};

/// Expressions that the tree holds several times (the subject of a SELECT, the bounds of an array that is passed
/// on) may have this many parts in all. Without a limit, a short source could fill the memory.
const MOST_COPIES: usize = 2_000_000;

/// What all procedures share.
pub(crate) struct Context<'a> {
    sources: &'a Sources,
    pub(crate) names: &'a Names,
    diagnostics: &'a mut Diagnostics,
    pub(crate) signatures: Signatures,
    pub(crate) externals: IdVec<ExternalId, External>,
    pub(crate) externals_by_name: FxHashMap<NameId, ExternalId>,
    /// How many initial values there are so far.
    pub(crate) initial_values: usize,
    copies: usize,
    too_deep: bool,
}

/// How the procedures of the program are called.
#[derive(Default)]
pub(crate) struct Signatures {
    pub(crate) by_name: FxHashMap<NameId, ProcId>,
    /// By [`ProcId`]; empty while declarations are read.
    pub(crate) procedures: Vec<Signature>,
}

pub(crate) struct Signature {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) returns: Option<Type>,
}

/// What a parameter takes.
#[derive(Clone)]
pub(crate) struct Parameter {
    pub(crate) scalar: Type,
    pub(crate) array: bool,
}

impl<'a> Context<'a> {
    pub(crate) fn new(sources: &'a Sources, names: &'a Names, diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            sources,
            names,
            diagnostics,
            signatures: Signatures::default(),
            externals: IdVec::new(),
            externals_by_name: FxHashMap::default(),
            initial_values: 0,
            copies: 0,
            too_deep: false,
        }
    }

    /// A name as it is written at its place.
    pub(crate) fn text(&self, name: Name) -> &'a str {
        self.sources.snippet(name.span)
    }

    /// Reports an error.
    pub(crate) fn report(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Reports an error and gives the answer of a function that failed.
    pub(crate) fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Option<T> {
        self.report(span, message);
        None
    }

    pub(crate) fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(span, message));
    }

    /// Reports that the nesting is too deep, once.
    pub(crate) fn fail_too_deep<T>(&mut self, span: Span) -> Option<T> {
        if !std::mem::replace(&mut self.too_deep, true) {
            self.report(span, format!("nested more than {DEEPEST_NESTING} levels deep"));
        }
        None
    }

    /// Whether copies are refused from now on.
    pub(crate) fn copies_used_up(&self) -> bool {
        self.copies > MOST_COPIES
    }

    /// Allows or refuses a copy of an expression with this many parts.
    pub(crate) fn allow_copy(&mut self, span: Span, parts: usize) -> Option<()> {
        if self.copies_used_up() {
            return None;
        }
        self.copies = self.copies.saturating_add(parts);
        if !self.copies_used_up() {
            return Some(());
        }
        let message =
            format!("unsupported: SELECT and array bounds with more than {MOST_COPIES} parts in all");
        self.fail(span, message)
    }
}

/// What an expression may mention.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Setting {
    /// A statement: undeclared variables come into being, procedures can be called.
    #[default]
    Body,
    /// The bounds of an array: no calls, no undeclared variables.
    Bounds,
    /// Something typed by a user about a procedure: no calls, no undeclared variables.
    Query,
    /// The arguments of a call typed by a user: no variables at all.
    Call,
}

/// The names of one procedure.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) variables: IdVec<VarId, Variable>,
    pub(crate) by_name: FxHashMap<NameId, VarId>,
    pub(crate) labels: FxHashMap<NameId, LabelId>,
    pub(crate) setting: Setting,
    /// Who is called.
    pub(crate) calls: FxHashSet<ProcId>,
    /// Whether a DECLARE could not be read.
    pub(crate) declaration_lost: bool,
    /// Whether an assertion is being read; of an exit also the type of the returned value.
    pub(crate) assertion: Option<Option<Type>>,
}

impl Scope {
    pub(crate) fn new(setting: Setting) -> Self {
        Self { setting, ..Self::default() }
    }

    pub(crate) fn define(&mut self, name: Name, text: &str, ty: Type, storage: Storage) -> VarId {
        let variable = Variable { name: text.to_owned(), ty, storage, initial: Vec::new(), span: name.span };
        let id = self.variables.push(variable);
        self.by_name.insert(name.id, id);
        id
    }
}
