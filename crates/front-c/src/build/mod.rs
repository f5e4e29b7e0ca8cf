//! clang's tree to our typed tree.
//!
//! One [`Unit`] is built for each file; what all files share is in the [`Program`] and the [`Linker`]. Declarations
//! come in document order, so that a name in the text of a type means what it meant there.
//!
//! Invariants
//! - Types of expressions are derived from their operands where that is possible: the text that clang writes for a
//!   type does not say which of several records of one name is meant.
//! - What is not understood is an error with its place; what is understood and cannot be executed is
//!   [`ExprKind::Unsupported`](crate::tree::ExprKind::Unsupported) or its statement.

mod builtin;
mod call;
mod cast;
mod declare;
mod enumeration;
mod expr;
mod function;
mod global;
mod initial;
mod link;
mod literal;
mod operator;
mod record;
mod scope;
mod sizes;
mod span;
mod stmt;
mod typed;
mod types;
mod written;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, IdVec, Sources, Span};

use crate::json::{Files, Node};
use crate::tree::{Global, GlobalId, Program};
use crate::types::{RecordId, TypeId, Types};
use function::Function;
pub(crate) use link::Linker;
use scope::{Scopes, Symbol};

/// What is built for one file.
pub(crate) struct Unit<'u> {
    program: &'u mut Program,
    linker: &'u mut Linker,
    sources: &'u mut Sources,
    files: &'u mut Files,
    diagnostics: &'u mut Diagnostics,
    scopes: Scopes,
    /// Declarations by clang's ids.
    symbols: FxHashMap<u64, Symbol>,
    /// Records and enumerations by clang's ids.
    tags: FxHashMap<u64, TypeId>,
    /// Members by clang's ids.
    members: FxHashMap<u64, (RecordId, usize)>,
    /// What the tree does not say.
    unsaid: Unsaid,
    /// The function that is being built.
    function: Option<Function>,
    /// The whole file, where there is no better place.
    nowhere: Span,
    depth: usize,
    /// Whether this file is one of the bundled library.
    library: bool,
}

/// What clang's tree does not say, in its order.
#[derive(Debug, Default)]
pub(crate) struct Unsaid {
    /// The limits of `#pragma pack` in bytes, one for each record they hold for.
    pub(crate) packs: VecDeque<u64>,
    /// What the attributes `alias` name.
    pub(crate) aliases: VecDeque<String>,
}

/// What a unit is built from.
pub(crate) struct Input<'i> {
    pub(crate) sources: &'i mut Sources,
    pub(crate) files: &'i mut Files,
    pub(crate) unsaid: Unsaid,
    pub(crate) nowhere: Span,
    /// Whether this file is one of the bundled library.
    pub(crate) library: bool,
}

/// Adds a file to a program.
pub(crate) fn unit(
    tree: &Node<'_>,
    input: Input<'_>,
    program: &mut Program,
    linker: &mut Linker,
    diagnostics: &mut Diagnostics,
) {
    linker.begin_file();
    let mut unit = Unit {
        program,
        linker,
        sources: input.sources,
        files: input.files,
        diagnostics,
        scopes: Scopes::new(),
        symbols: FxHashMap::default(),
        tags: FxHashMap::default(),
        members: FxHashMap::default(),
        unsaid: input.unsaid,
        function: None,
        nowhere: input.nowhere,
        depth: 0,
        library: input.library,
    };
    unit.predefine();
    for declaration in &tree.inner {
        unit.declaration(declaration);
    }
}

impl Unit<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// What constants are made of.
    pub(crate) fn constants(&self) -> (&Types, &IdVec<GlobalId, Global>) {
        (&self.program.types, &self.program.globals)
    }

    /// Runs a step one level deeper, unless that is too deep.
    fn deeper<T>(
        &mut self,
        node: &Node<'_>,
        step: impl FnOnce(&mut Self) -> T,
        refused: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if self.depth >= sextant_syntax::DEEPEST_NESTING {
            let span = self.span(node);
            self.error(span, format!("nested more than {} levels deep", sextant_syntax::DEEPEST_NESTING));
            return refused(self);
        }
        self.depth += 1;
        let result = stacker::maybe_grow(128 * 1024, 1024 * 1024, || step(self));
        self.depth -= 1;
        result
    }
}
