//! Typed expressions. Free of side effects but for [`ExprKind::Call`], which lowering takes out.

use dashu_int::IBig;
use sextant_base::Span;

use crate::{ProcId, Type, VarId};

/// An expression with its type and place.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// An integer constant.
    Int(IBig),
    /// A truth value.
    Bool(bool),
    /// A symbolic input by name, as in `CALL P("N")` and in assumptions.
    Symbol(String),
    /// The value of a place.
    Load(Place),
    /// A bound of an array variable.
    BoundOf(Bound, VarId),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands. `And` and `Or` evaluate both: expressions have no side effects.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A function of the language.
    Intrinsic(Intrinsic, Vec<Expr>),
    /// A function procedure; only in syntax, never in a flow graph.
    Call(ProcId, Vec<Argument>),
    /// A conversion to the type of this expression: integer to logical is `≠ 0`, logical to integer is 0 or 1,
    /// between integer types a range check under machine arithmetic.
    Convert(Box<Expr>),
}

/// Something that can be assigned.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// A whole variable.
    Variable(VarId),
    /// An element of an array variable.
    Element(VarId, Box<Expr>),
}

impl Place {
    /// The variable that holds the place.
    pub fn variable(&self) -> VarId {
        match self {
            Place::Variable(variable) | Place::Element(variable, _) => *variable,
        }
    }
}

/// Which bound of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The lowest subscript.
    Low,
    /// The highest subscript.
    High,
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-x`
    Negate,
    /// `¬x`
    Not,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// Integer division; the run's policy says how it rounds.
    Divide,
    /// `**`
    Power,
    /// `=`
    Equal,
    /// `≠`
    NotEqual,
    /// `<`
    Less,
    /// `≤`
    LessEqual,
    /// `>`
    Greater,
    /// `≥`
    GreaterEqual,
    /// `&`
    And,
    /// `|`
    Or,
    /// `⊃`
    Implies,
}

impl BinaryOp {
    /// Whether the result is a truth value.
    pub fn is_logical(self) -> bool {
        use BinaryOp::*;
        !matches!(self, Add | Subtract | Multiply | Divide | Power)
    }
}

/// Functions that belong to a language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// `ABS(x)`
    Abs,
    /// `MOD(x, y)` as PL/I has it: the remainder `r` with `0 ≤ r < |y|`.
    Mod,
    /// `MIN(x, y, …)`
    Min,
    /// `MAX(x, y, …)`
    Max,
    /// `SIGN(x)`: −1, 0 or 1.
    Sign,
}

/// An actual argument.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// The argument; for [`Passing::Reference`] a [`ExprKind::Load`].
    pub expr: Expr,
    /// How it is passed.
    pub passing: Passing,
}

/// How an argument reaches its parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passing {
    /// The parameter names the argument's own storage.
    Reference,
    /// The parameter names a temporary that holds a copy (PL/I's dummy argument).
    Copy,
}
