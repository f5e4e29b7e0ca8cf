//! What the Flow parser hands to the resolver: the text with its shape, before names and types are looked at.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{BinaryOp, Bound, Intrinsic, StatementNumber, Type, UnaryOp};

/// A name with its place.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub text: String,
    pub span: Span,
}

/// An expression.
#[derive(Debug)]
pub(super) struct Node {
    pub kind: NodeKind,
    pub span: Span,
    /// Levels of nodes in it, itself included: what is limited, so that recursion over it is safe.
    pub depth: usize,
    /// Whether it stands in brackets of its own.
    pub bracketed: bool,
}

#[derive(Debug)]
pub(super) enum NodeKind {
    Int(IBig),
    Bool(bool),
    Symbol(String),
    Variable(String),
    Element(Name, Box<Node>),
    BoundOf(Bound, Name),
    Unary(UnaryOp, Box<Node>),
    Binary(BinaryOp, Box<Node>, Box<Node>),
    Intrinsic(Intrinsic, Vec<Node>),
    /// A scalar type used as a function.
    Convert(Type, Box<Node>),
    /// `(expression: type)`
    Ascribe(Type, Box<Node>),
    /// Something that has been reported.
    Broken,
}

/// A type with its bounds.
#[derive(Debug)]
pub(super) struct TypeNode {
    pub scalar: Type,
    pub bounds: BoundsNode,
    pub span: Span,
}

#[derive(Debug)]
pub(super) enum BoundsNode {
    Scalar,
    OfArgument,
    /// The lower bound is 1 if it is not written.
    Given(Option<Node>, Node),
}

/// How a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Parameter,
    Automatic,
    Static,
    External,
}

/// A line that declares a variable.
#[derive(Debug)]
pub(super) struct Declaration {
    pub class: Class,
    pub name: Name,
    /// For an external variable: the name under which it is shared, if another one.
    pub shared: Option<Name>,
    pub ty: TypeNode,
    pub initial: Vec<Node>,
    pub span: Span,
}

/// A thing to do.
#[derive(Debug)]
pub(super) struct Step {
    pub kind: StepKind,
    pub span: Span,
}

#[derive(Debug)]
pub(super) enum StepKind {
    Marker(StatementNumber),
    Assign(Node, Node),
    Call { callee: Name, arguments: Vec<Node>, result: Option<Node> },
    Read(Vec<Node>),
    Write(Vec<Item>),
    Assume(Node),
    Prove(Node),
    Assert(Node),
    Return(Option<Node>),
    Stop,
}

/// What is written.
#[derive(Debug)]
pub(super) enum Item {
    Value(Node),
    Text(String),
    NewLine,
}

/// When an edge is taken.
#[derive(Debug)]
pub(super) enum Guard {
    Always,
    When(Node),
    Otherwise,
}

/// A line of the body of a graph.
#[derive(Debug)]
pub(super) enum Line {
    Node {
        name: Name,
        entry: bool,
    },
    /// Steps of the node whose line comes before.
    Steps(Vec<Step>),
    Edge {
        from: Name,
        to: Name,
        guard: Guard,
        steps: Vec<Step>,
        span: Span,
    },
}

/// One graph.
#[derive(Debug)]
pub(super) struct Flow {
    pub name: Name,
    /// The parameters; those without a type have a `parameter` line.
    pub parameters: Vec<(Name, Option<TypeNode>)>,
    pub returns: Option<TypeNode>,
    pub declarations: Vec<Declaration>,
    /// The number of statements, if a line says it.
    pub statements: Option<u32>,
    pub lines: Vec<Line>,
    /// The head.
    pub span: Span,
    /// Whether the head could not be read whole: then nothing is said about the use of names.
    pub broken: bool,
}

/// A whole file.
#[derive(Debug, Default)]
pub(super) struct File {
    /// Externals declared before the first graph.
    pub externals: Vec<Declaration>,
    pub flows: Vec<Flow>,
}
