//! Where the variables of inner blocks come to their end.
//!
//! Invariants
//! - A variable that ends begins anew wherever control comes to use it: no label leads into its block past its
//!   declaration.
//! - However control leaves the block but by `goto` and `return`, its variables have ended then. A `goto` leaves them
//!   alive, so that a use of them is not noticed; the end of a function ends all.

use sextant_base::Span;
use sextant_syntax::{ExprKind, Stmt, StmtKind, Type, VarId};

use super::body::{Body, Breakable, Home};
use super::make;
use crate::tree::{self, StmtKind as C};

/// An open block.
#[derive(Debug)]
pub(super) struct Scope {
    /// What ends with it.
    variables: Vec<VarId>,
    /// How many loops and switches it stands in.
    depth: usize,
}

impl Body<'_, '_> {
    /// What `inside` makes, then the end of what is declared among the statements of a block.
    pub(super) fn scope(
        &mut self,
        declared: &[tree::Stmt],
        labelled: bool,
        span: Span,
        lowered: &mut Vec<Stmt>,
        inside: impl FnOnce(&mut Self, &mut Vec<Stmt>),
    ) {
        let variables = if labelled { Vec::new() } else { self.storage_of(declared) };
        self.scopes.push(Scope { variables, depth: self.breakables.len() });
        inside(self, lowered);
        if let Some(scope) = self.scopes.pop() {
            lowered.extend(ends(scope.variables.iter(), span));
        }
    }

    /// Variables with an address, of a size that is known.
    fn storage_of(&mut self, statements: &[tree::Stmt]) -> Vec<VarId> {
        let mut found = Vec::new();
        for statement in statements {
            if let C::Declare(local, _) = &statement.kind
                && let Home::Block(variable) = self.home(*local)
                && let Type::Block(block) = &self.variables[variable].ty
                && matches!(block.bytes.kind, ExprKind::Int(_))
            {
                found.push(variable);
            }
        }
        found
    }

    /// The ends of all that `break` leaves.
    pub(super) fn ends_of_break(&self, span: Span) -> Vec<Stmt> {
        self.ends_inside(self.breakables.len(), span)
    }

    /// The ends of all that `continue` leaves.
    pub(super) fn ends_of_continue(&self, span: Span) -> Vec<Stmt> {
        let innermost = self.breakables.iter().rposition(|breakable| matches!(breakable, Breakable::Loop));
        innermost.map(|position| self.ends_inside(position + 1, span)).unwrap_or_default()
    }

    fn ends_inside(&self, depth: usize, span: Span) -> Vec<Stmt> {
        let inside = self.scopes.iter().rev().take_while(|scope| scope.depth >= depth);
        ends(inside.flat_map(|scope| &scope.variables), span)
    }
}

fn ends<'v>(variables: impl Iterator<Item = &'v VarId>, span: Span) -> Vec<Stmt> {
    variables.map(|&variable| make::stmt(StmtKind::Gone(variable), span)).collect()
}

/// Whether control can come into the midst of some statements from elsewhere.
pub(super) fn has_labels(statements: &[tree::Stmt]) -> bool {
    statements.iter().any(|statement| is_labelled(statement, false))
}

/// The same for one statement, in a switch that belongs to it or not.
fn is_labelled(statement: &tree::Stmt, in_switch: bool) -> bool {
    stacker::maybe_grow(128 * 1024, 1024 * 1024, || match &statement.kind {
        C::Label(..) => true,
        C::Case(_, _, body) | C::Default(body) => !in_switch || is_labelled(body, in_switch),
        C::Switch(_, body) => is_labelled(body, true),
        C::Block(statements) => statements.iter().any(|statement| is_labelled(statement, in_switch)),
        C::If(_, then, otherwise) => {
            is_labelled(then, in_switch)
                || otherwise.as_ref().is_some_and(|branch| is_labelled(branch, in_switch))
        }
        C::While(_, body) | C::Do(body, _) | C::For { body, .. } => is_labelled(body, in_switch),
        _ => false,
    })
}
