//! The tree as written: names are not resolved, types are not known.
//!
//! Invariant: no tree is deeper than [`sextant_syntax::DEEPEST_NESTING`], so that recursion over it is safe.

use std::rc::Rc;

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{BinaryOp, Claim, ExprKind};

use crate::token::NameId;

/// A name where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    pub(crate) id: NameId,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct RawExpr {
    pub(crate) kind: RawExprKind,
    pub(crate) span: Span,
    /// Levels of the tree, this one included.
    pub(crate) depth: usize,
}

#[derive(Debug)]
pub(crate) enum RawExprKind {
    Int(IBig),
    Bool(bool),
    Symbol(String),
    Name(Name),
    /// `NAME(…)`: an element, a function call or a builtin function.
    Apply(Name, Vec<RawExpr>),
    Unary(RawUnary, Box<RawExpr>),
    Binary(BinaryOp, Box<RawExpr>, Box<RawExpr>),
    /// `ALL(I = low TO high: body)`, or `SOME(…)`; the range and the body.
    Quantified {
        all: bool,
        variable: Name,
        parts: Box<[RawExpr; 3]>,
    },
    /// Parentheses are kept: `P((X))` passes a copy of `X`.
    Paren(Box<RawExpr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RawUnary {
    Plus,
    Negate,
    Not,
}

/// A variable, or an element with its subscripts.
#[derive(Debug)]
pub(crate) struct RawPlace {
    pub(crate) name: Name,
    pub(crate) subscripts: Option<Vec<RawExpr>>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct RawProcedure {
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Name>,
    pub(crate) recursive: bool,
    pub(crate) returns: Option<Vec<RawAttribute>>,
    pub(crate) body: Vec<RawStmt>,
    pub(crate) parts: Parts,
    /// The PROCEDURE statement.
    pub(crate) span: Span,
}

/// What is collected while a procedure is read.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) labels: Vec<Name>,
    pub(crate) declarations: Vec<RawDeclaration>,
    /// The own text of every numbered statement.
    pub(crate) statements: Vec<Span>,
    /// Whether some RETURN has a value.
    pub(crate) returns_value: bool,
    /// Whether a DECLARE could not be read, so that names may be undeclared for no fault of their own.
    pub(crate) declaration_lost: bool,
}

/// One declared name with its attributes; factored attributes are shared.
#[derive(Debug)]
pub(crate) struct RawDeclaration {
    pub(crate) name: Name,
    pub(crate) attributes: Vec<Rc<Vec<RawAttribute>>>,
}

#[derive(Debug)]
pub(crate) struct RawAttribute {
    pub(crate) kind: RawAttributeKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum RawAttributeKind {
    Plain(Attribute),
    Initial(Vec<RawInitial>),
    Dimension(RawBounds),
    /// Reported already; keeps the name from getting a default type with further messages.
    Unsupported,
}

/// An attribute without more to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Attribute {
    Fixed,
    Binary,
    /// `(15)` or `(31,0)`; reported and left out if it is another one.
    HalfPrecision,
    FullPrecision,
    Integer,
    Bit,
    Static,
    Automatic,
    External,
}

/// `value` or `(repeat) value`.
#[derive(Debug)]
pub(crate) struct RawInitial {
    pub(crate) repeat: Option<IBig>,
    /// An integer or a truth value.
    pub(crate) value: ExprKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum RawBounds {
    Star,
    Given { low: Option<RawExpr>, high: RawExpr },
}

#[derive(Debug)]
pub(crate) struct RawStmt {
    /// Positions in [`Parts::labels`].
    pub(crate) labels: Vec<usize>,
    pub(crate) number: Option<usize>,
    pub(crate) kind: RawStmtKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum RawStmtKind {
    Assign { targets: Vec<RawPlace>, value: RawExpr },
    If { condition: RawExpr, then_branch: Box<RawStmt>, else_branch: Option<Box<RawStmt>> },
    Select { subject: Option<RawExpr>, cases: Vec<RawCase>, otherwise: Option<Box<RawStmt>> },
    Group(Vec<RawStmt>),
    While { conditions: RawConditions, body: Vec<RawStmt> },
    Iterate { variable: RawPlace, specs: Vec<RawSpec>, body: Vec<RawStmt> },
    Leave(Option<Name>),
    NextIteration(Option<Name>),
    Goto(Name),
    Call(Name, Vec<RawExpr>),
    Return(Option<RawExpr>),
    Stop,
    Read(Vec<RawPlace>),
    Write(Vec<RawItem>),
    Assume(RawExpr),
    Prove(RawExpr),
    Assert(RawExpr),
    Claim(Claim, RawExpr),
    Null,
}

/// The values of a WHEN with its statement.
pub(crate) type RawCase = (Vec<RawExpr>, RawStmt);

/// `WHILE(…) UNTIL(…)`
#[derive(Debug, Default)]
pub(crate) struct RawConditions {
    pub(crate) while_condition: Option<RawExpr>,
    pub(crate) until_condition: Option<RawExpr>,
}

#[derive(Debug)]
pub(crate) struct RawSpec {
    pub(crate) from: RawExpr,
    pub(crate) to: Option<RawExpr>,
    pub(crate) by: Option<RawExpr>,
    pub(crate) conditions: RawConditions,
}

#[derive(Debug)]
pub(crate) enum RawItem {
    Value(RawExpr),
    Text(String),
    NewLine,
}
