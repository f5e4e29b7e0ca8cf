//! Typed expressions. Free of side effects but for [`ExprKind::Call`], which lowering takes out.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::Span;

use crate::intrinsic::Intrinsic;
use crate::{Effect, Memory, ProcId, Type, VarId};

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
    /// A real constant as written; under machine arithmetic it is rounded to the type of the expression.
    Real(RBig),
    /// A complex number of its parts, which have the real type that belongs to this expression's.
    Complex(Box<Expr>, Box<Expr>),
    /// A text constant, one byte a character.
    Text(Vec<u8>),
    /// A procedure as an argument.
    Procedure(ProcId),
    /// A symbolic input by name, as in `CALL P("N")` and in assumptions.
    Symbol(String),
    /// The value of a place.
    Load(Place),
    /// A bound of an array variable of one dimension.
    BoundOf(Bound, VarId),
    /// A bound of one dimension (from 0) of an array in a place; the upper one of an empty dimension is as declared.
    DimensionOf(Bound, Place, usize),
    /// The length of the text in a place.
    LengthOf(Place),
    /// Whether an allocatable or pointer place has storage.
    HasStorage(Place),
    /// Whether an optional parameter has an argument.
    IsPresent(VarId),
    /// Whether a pointer place has exactly the storage of another place.
    SameStorage(Place, Place),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands. `And` and `Or` evaluate both: expressions have no side effects.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A function of the language.
    Intrinsic(Intrinsic, Vec<Expr>),
    /// A function procedure; only in syntax, never in a flow graph.
    Call(ProcId, Vec<Argument>),
    /// A function procedure that is a parameter; only in syntax, never in a flow graph.
    CallParameter(VarId, Vec<Argument>),
    /// A conversion to the type of this expression: integer to logical is `≠ 0`, logical to integer is 0 or 1,
    /// between integer types a range check under machine arithmetic; real to integer cuts towards zero; to complex
    /// the imaginary part is 0, from complex it is dropped.
    Convert(Box<Expr>),
    /// An integer modulo two to the power of the width of this expression's type, an address included.
    Wrap(Box<Expr>),
    /// About addresses.
    Memory(Box<Memory>),
    /// More than a value; only in syntax, never in a flow graph.
    Effect(Box<Effect>),
    /// What only assertions say.
    Specification(Box<Specification>),
}

/// What only assertions say: it is not computed by the program, and has a value nevertheless.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "it is boxed where it stands")]
pub enum Specification {
    /// Whether the body holds for all, or for some, values of a variable from `low` to `high`. In the body the
    /// variable means such a value, whatever it holds in the program.
    Quantified {
        /// All, else some.
        all: bool,
        /// An integer variable.
        variable: VarId,
        /// The first value.
        low: Expr,
        /// The last value.
        high: Expr,
        /// The condition.
        body: Expr,
    },
    /// The value that the expression had when the procedure was entered.
    Old(Expr),
    /// The returned value.
    Result,
}

impl Specification {
    /// The expressions in it.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Specification::Quantified { low, high, body, .. } => vec![low, high, body],
            Specification::Old(expr) => vec![expr],
            Specification::Result => Vec::new(),
        }
    }

    /// The expressions in it, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Specification::Quantified { low, high, body, .. } => vec![low, high, body],
            Specification::Old(expr) => vec![expr],
            Specification::Result => Vec::new(),
        }
    }

    /// The same with its expressions changed.
    pub fn map(&self, mut change: impl FnMut(&Expr) -> Expr) -> Specification {
        let mut own = self.clone();
        own.parts_mut().into_iter().for_each(|part| *part = change(part));
        own
    }
}

/// Something that can be assigned.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// A whole variable.
    Variable(VarId),
    /// An element of a one-dimensional array variable of simple elements.
    Element(VarId, Box<Expr>),
    /// Any other part of a variable.
    Part(Box<Part>),
}

/// A part of a variable, reached step by step.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// The variable.
    pub base: VarId,
    /// From the variable to the part; not empty.
    pub steps: Vec<PartStep>,
    /// The type of the part. A section is an array whose bounds are [`ArrayBounds::Deferred`](crate::ArrayBounds::Deferred).
    pub ty: Type,
}

/// One step from a place to a part of it.
#[derive(Clone, PartialEq, Debug)]
pub enum PartStep {
    /// An element of an array: one subscript for each dimension.
    Element(Vec<Expr>),
    /// A section of an array: one selector for each dimension.
    Section(Vec<Selector>),
    /// A component of a record, by its position. A component that is a pointer or allocatable stands for what it
    /// refers to.
    Component(usize),
    /// Characters `from` to `to` of a text; without a bound, from the first or to the last.
    Characters(Option<Expr>, Option<Expr>),
    /// The real (`false`) or imaginary (`true`) part of a complex number.
    ComplexPart(bool),
}

/// What a section takes of one dimension.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "there are few, and boxes would only be in the way")]
pub enum Selector {
    /// One subscript: the dimension vanishes.
    Subscript(Expr),
    /// `from:to:step`; a missing bound is that of the dimension.
    Range(Option<Expr>, Option<Expr>, Option<Expr>),
}

impl Place {
    /// The variable that holds the place.
    pub fn variable(&self) -> VarId {
        match self {
            Place::Variable(variable) | Place::Element(variable, _) => *variable,
            Place::Part(part) => part.base,
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
    /// Division; of integers, the run's policy says how it rounds.
    Divide,
    /// `**`; the exponent may be an integer whatever the base is.
    Power,
    /// The characters of both, one after the other.
    Concatenate,
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
        !matches!(self, Add | Subtract | Multiply | Divide | Power | Concatenate)
    }
}

/// An actual argument.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// The argument; for [`Passing::Reference`] a [`ExprKind::Load`]. For [`Passing::Absent`] it is not looked at.
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
    /// The parameter has storage of its own, which gets the value.
    Value,
    /// An optional parameter gets no argument.
    Absent,
}
