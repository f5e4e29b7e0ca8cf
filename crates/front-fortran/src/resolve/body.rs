//! The body of a procedure under construction: its numbered statements, its labels, and what goes around the statement
//! that is looked at.

use rustc_hash::FxHashMap;
use sextant_base::{IdVec, Span};
use sextant_syntax::{Expr, LabelId, StatementInfo, StatementNumber, Stmt, StmtKind, Type, VarId};

use super::Resolver;
use super::build;
use crate::raw;

/// A construct around the current statement that EXIT or CYCLE may name.
pub(crate) struct Frame {
    pub(crate) name: Option<std::rc::Rc<str>>,
    pub(crate) kind: FrameKind,
}

/// What EXIT and CYCLE do with a construct.
pub(crate) enum FrameKind {
    /// A loop of the tree; CYCLE goes to the label if there is something to do before the next iteration.
    Loop(Option<LabelId>),
    /// A construct that is no loop; EXIT goes behind it.
    Block(LabelId),
}

/// What is known of the body so far.
#[derive(Default)]
pub(crate) struct Body {
    /// To be done before the statement that is looked at.
    pub(crate) before: Vec<Stmt>,
    /// To be done after it.
    pub(crate) after: Vec<Stmt>,
    /// The statement that is looked at.
    pub(crate) number: Option<StatementNumber>,
    pub(crate) span: Option<Span>,
    pub(crate) statements: Vec<StatementInfo>,
    pub(crate) labels: IdVec<LabelId, String>,
    pub(crate) by_label: FxHashMap<u32, LabelId>,
    pub(crate) frames: Vec<Frame>,
    /// How many statements stand around the current one.
    pub(crate) level: usize,
    pub(crate) entry_labels: Vec<LabelId>,
    /// In a BLOCK, what names mean outside of it.
    pub(crate) outside: Option<FxHashMap<std::rc::Rc<str>, super::scope::EntityRef>>,
    /// Whether an assertion is looked at, which may say more than an expression.
    pub(crate) asserting: bool,
    /// The variables of quantifiers that the program does not declare.
    pub(crate) quantified: FxHashMap<std::rc::Rc<str>, sextant_syntax::VarId>,
}

impl<'a> Resolver<'a, '_> {
    /// A statement made by the front end. A loop has the number of the statement it belongs to, so that every turn
    /// passes a numbered statement.
    pub(crate) fn made(&self, kind: StmtKind, span: Span) -> Stmt {
        let is_loop = matches!(kind, StmtKind::Iterate { .. } | StmtKind::While { .. });
        Stmt { number: self.body.number.filter(|_| is_loop), labels: Vec::new(), kind, span }
    }

    /// To be done before the statement that is looked at.
    pub(crate) fn before(&mut self, kind: StmtKind, span: Span) {
        let stmt = self.made(kind, span);
        self.body.before.push(stmt);
    }

    /// To be done after the statement that is looked at.
    pub(crate) fn after(&mut self, kind: StmtKind, span: Span) {
        let stmt = self.made(kind, span);
        self.body.after.push(stmt);
    }

    /// Puts a scalar into a new variable before the statement.
    pub(crate) fn keep_in_variable(&mut self, stem: &str, value: Expr, ty: Type) -> VarId {
        let span = value.span;
        let ty = if let Type::Text(_) = ty { self.storable(&value) } else { ty };
        let variable = self.temporary(stem, ty, span);
        self.before(build::set(variable, value), span);
        variable
    }

    /// Puts a scalar into a new variable before the statement; what is returned reads it.
    pub(crate) fn keep(&mut self, stem: &str, value: Expr) -> Expr {
        let (ty, span) = (value.ty.clone(), value.span);
        let variable = self.keep_in_variable(stem, value, ty.clone());
        build::variable(variable, ty, span)
    }

    /// Looks at something, with what is to be done before and after it kept apart.
    pub(crate) fn apart<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> (T, Vec<Stmt>, Vec<Stmt>) {
        let before = std::mem::take(&mut self.body.before);
        let after = std::mem::take(&mut self.body.after);
        let result = look(self);
        let before = std::mem::replace(&mut self.body.before, before);
        let after = std::mem::replace(&mut self.body.after, after);
        (result, before, after)
    }

    /// The next number, for a statement of the source.
    pub(crate) fn number(&mut self, span: Span) -> StatementNumber {
        self.body.statements.push(StatementInfo { span });
        StatementNumber(self.body.statements.len() as u32)
    }

    /// A new label that no statement of the source has.
    pub(crate) fn new_label(&mut self, stem: &str) -> LabelId {
        let name = format!(".{stem}{}", self.body.labels.len());
        self.body.labels.push(name)
    }

    /// Where a GO TO leads.
    pub(crate) fn label(&mut self, label: raw::Label) -> Option<LabelId> {
        match self.body.by_label.get(&label.value) {
            Some(&id) => Some(id),
            None => self.fail(label.span, format!("no statement has the label {}", label.value)),
        }
    }

    /// Several statements as one.
    pub(crate) fn as_one(&self, mut statements: Vec<Stmt>, span: Span) -> Stmt {
        match statements.pop() {
            Some(only) if statements.is_empty() => only,
            Some(last) => {
                statements.push(last);
                self.group(statements, span)
            }
            None => self.made(StmtKind::Null, span),
        }
    }

    pub(crate) fn group(&self, statements: Vec<Stmt>, span: Span) -> Stmt {
        self.made(StmtKind::Group(statements), span)
    }
}
