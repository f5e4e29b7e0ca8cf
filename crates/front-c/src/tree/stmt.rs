//! Statements.

use dashu_int::IBig;
use sextant_base::Span;

use super::{Expr, Initial, LabelId, LocalId};

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands; for a macro, where it is used.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// An expression whose value is not used.
    Expr(Expr),
    /// A variable comes to be.
    Declare(LocalId, Option<Initial>),
    /// The length of an array type is computed for a variable that no program names.
    Bound(LocalId, Expr),
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `if (condition) … else …`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while (condition) …`
    While(Expr, Box<Stmt>),
    /// `do … while (condition)`
    Do(Box<Stmt>, Expr),
    /// `for (start; condition; step) …`
    For {
        /// Done once; declarations in it are seen in the loop only.
        start: Vec<Stmt>,
        /// Tested before each iteration.
        condition: Option<Expr>,
        /// Done after each iteration.
        step: Option<Expr>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `switch (value) …`
    Switch(Expr, Box<Stmt>),
    /// `case low ... high:` of the innermost switch, as values of the type of the switch.
    Case(IBig, IBig, Box<Stmt>),
    /// `default:`
    Default(Box<Stmt>),
    /// `label:`
    Label(LabelId, Box<Stmt>),
    /// `goto label`
    Goto(LabelId),
    /// `goto *address`
    GotoAddress(Expr),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return(Option<Expr>),
    /// What cannot be executed; the text says what it is.
    Unsupported(String),
}
