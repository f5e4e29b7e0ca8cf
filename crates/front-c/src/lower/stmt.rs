//! Statements but for loops and jumps.

use sextant_base::Span;
use sextant_syntax::{Stmt, StmtKind};

use super::body::{Body, Home};
use super::control::After;
use super::make;
use super::scope::has_labels;
use crate::tree::{self, Initial, LocalId, StmtKind as C};

impl Body<'_, '_> {
    /// The statements of a block. Variables are told apart already, so that blocks need no scope of names.
    pub(super) fn block(&mut self, statements: &[tree::Stmt]) -> Vec<Stmt> {
        let mut lowered = Vec::new();
        for statement in statements {
            self.statement(statement, &mut lowered);
        }
        lowered
    }

    /// A statement as one.
    fn single(&mut self, statement: &tree::Stmt) -> Stmt {
        let mut lowered = self.block(std::slice::from_ref(statement));
        match lowered.len() {
            1 => lowered.remove(0),
            _ => make::stmt(StmtKind::Group(lowered), statement.span),
        }
    }

    fn statement(&mut self, statement: &tree::Stmt, lowered: &mut Vec<Stmt>) {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.statement_here(statement, lowered));
    }

    fn statement_here(&mut self, statement: &tree::Stmt, lowered: &mut Vec<Stmt>) {
        let span = statement.span;
        match &statement.kind {
            C::Empty => {}
            C::Block(statements) => {
                self.scope(statements, has_labels(statements), span, lowered, |body, lowered| {
                    lowered.extend(body.block(statements));
                });
            }
            C::Expr(expr) => {
                let number = Some(self.number(span));
                lowered.push(Stmt { number, ..make::group(self.effects(expr), span) });
            }
            C::Declare(local, initial) => {
                let number = initial.as_ref().map(|_| self.number(span));
                let statements = self.initialised(*local, initial.as_ref(), span);
                match number {
                    Some(_) => lowered.push(Stmt { number, ..make::group(statements, span) }),
                    None => lowered.extend(statements),
                }
            }
            C::Bound(local, value) => {
                let value = self.value(value);
                if let Home::Slot(variable) = self.home(*local) {
                    lowered.push(make::assign(variable, make::as_type(value, &make::SIZE), span));
                }
            }
            C::If(condition, then, otherwise) => {
                let number = self.number(self.head(span, then.span));
                let condition = self.truth(condition);
                let then_branch = Box::new(self.single(then));
                let else_branch = otherwise.as_ref().map(|branch| Box::new(self.single(branch)));
                let kind = StmtKind::If { condition, then_branch, else_branch };
                lowered.push(make::numbered(number, kind, span));
            }
            C::While(condition, body) => self.a_loop(Some(condition), body, After::Nothing, span, lowered),
            C::Do(body, condition) => self.a_loop(None, body, After::Condition(condition), span, lowered),
            C::For { start, condition, step, body } => {
                let labelled = has_labels(std::slice::from_ref(body));
                self.scope(start, labelled, span, lowered, |here, lowered| {
                    lowered.extend(here.block(start));
                    let after = step.as_ref().map_or(After::Nothing, After::Step);
                    here.a_loop(condition.as_ref(), body, after, span, lowered);
                });
            }
            C::Switch(value, body) => self.switch(value, body, span, lowered),
            C::Case(low, high, body) => {
                self.case(Some((low.clone(), high.clone())), span, lowered);
                self.statement(body, lowered);
            }
            C::Default(body) => {
                self.case(None, span, lowered);
                self.statement(body, lowered);
            }
            C::Label(label, body) => {
                let label = self.source_label(*label);
                lowered.push(make::label(label, span));
                self.statement(body, lowered);
            }
            C::Goto(label) => {
                let kind = StmtKind::Goto(self.source_label(*label));
                self.plain(kind, span, lowered);
            }
            C::GotoAddress(address) => self.computed_goto(address, span, lowered),
            C::Break => self.leave(span, lowered),
            C::Continue => {
                let ends = self.ends_of_continue(span);
                self.jump(ends, StmtKind::NextIteration(0), span, lowered);
            }
            C::Return(value) => self.return_value(value.as_ref(), span, lowered),
            C::Unsupported(what) => self.plain(StmtKind::Unsupported(what.clone()), span, lowered),
        }
    }

    /// A numbered statement of one part.
    pub(super) fn plain(&mut self, kind: StmtKind, span: Span, lowered: &mut Vec<Stmt>) {
        let number = self.number(span);
        lowered.push(make::numbered(number, kind, span));
    }

    /// A numbered jump, and what ends before it.
    pub(super) fn jump(&mut self, mut ends: Vec<Stmt>, kind: StmtKind, span: Span, lowered: &mut Vec<Stmt>) {
        let number = self.number(span);
        ends.push(make::stmt(kind, span));
        lowered.push(Stmt { number: Some(number), ..make::group(ends, span) });
    }

    fn return_value(&mut self, value: Option<&tree::Expr>, span: Span, lowered: &mut Vec<Stmt>) {
        let number = self.number(span);
        let result = self.types().function(self.function.ty).map(|function| function.result);
        let mut statements = Vec::new();
        let returned = match (value, result) {
            (Some(value), Some(result)) if self.types().is_scalar(result) => {
                let ty = self.content(result);
                let value = self.value(value);
                Some(make::as_type(value, &ty))
            }
            (Some(value), Some(result)) if !self.types().is_void(result) => {
                let from = self.value(value);
                if let Some(to) = self.result {
                    let bytes = self.types().size(result).unwrap_or(0);
                    let to = make::load(to, make::ADDRESS, span);
                    statements.push(make::copy(to, from, bytes, span));
                }
                None
            }
            (Some(value), _) => {
                statements.extend(self.effects(value));
                None
            }
            (None, _) => None,
        };
        statements.extend(self.leaves(returned, span));
        lowered.push(Stmt { number: Some(number), ..make::group(statements, span) });
    }

    /// A variable comes to be, with its initial value.
    pub(super) fn initialised(&mut self, local: LocalId, initial: Option<&Initial>, span: Span) -> Vec<Stmt> {
        match (self.home(local), initial) {
            (Home::Slot(variable) | Home::Block(variable), None) => {
                vec![make::stmt(StmtKind::Fresh(variable), span)]
            }
            (Home::Slot(variable), Some(initial)) => self.initial_scalar(variable, initial, span),
            (Home::Block(variable), Some(initial)) => {
                let mut statements = vec![make::stmt(StmtKind::Fresh(variable), span)];
                self.initial_block(variable, self.tree.locals[local].ty, initial, span, &mut statements);
                statements
            }
            (Home::Given(_), _) => Vec::new(),
        }
    }
}
