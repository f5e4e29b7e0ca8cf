//! What the Flow parser hands to the resolver: the text with its shape, before names and types are looked at.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_syntax::{BinaryOp, Bound, Claim, Intrinsic, RealType, StatementNumber, Type, UnaryOp};

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
    Real(RBig, RealType),
    Text(Vec<u8>),
    /// A variable, or with steps a part of it.
    Place(Name, Vec<StepNode>),
    /// A bound of an array of one dimension, or of the dimension (from 1) given.
    BoundOf(Bound, Box<Node>, Option<u32>),
    LengthOf(Box<Node>),
    HasStorage(Box<Node>),
    SameStorage(Box<Node>, Box<Node>),
    /// The procedure of a graph.
    Procedure(Name),
    /// A complex number of its parts.
    Complex(Box<Node>, Box<Node>),
    /// No argument.
    Absent,
    Unary(UnaryOp, Box<Node>),
    Binary(BinaryOp, Box<Node>, Box<Node>),
    Intrinsic(Intrinsic, Vec<Node>),
    /// A scalar type used as a function.
    Convert(Type, Box<Node>),
    /// `(expression: type)`
    Ascribe(Type, Box<Node>),
    /// `all(i = low to high: body)`, or `some(…)`.
    Quantified {
        all: bool,
        variable: Name,
        parts: Box<[Node; 3]>,
    },
    /// `old(e)`
    Old(Box<Node>),
    /// `result`
    Result,
    /// Something that has been reported.
    Broken,
}

/// A step from a place to a part of it.
#[derive(Debug)]
pub(super) enum StepNode {
    /// What stands in brackets: an element, a section, or characters.
    Brackets(Vec<SelectorNode>),
    /// A component, or the part of a complex number.
    Component(Name),
}

#[derive(Debug)]
pub(super) enum SelectorNode {
    Subscript(Node),
    Range(Option<Node>, Option<Node>, Option<Node>),
}

/// A type with its bounds.
#[derive(Debug)]
pub(super) struct TypeNode {
    pub scalar: ScalarNode,
    /// One for each dimension; none for a scalar.
    pub bounds: Vec<BoundsNode>,
    /// Whether a handle refers to such a thing.
    pub handle: bool,
    pub span: Span,
}

/// A type without bounds.
#[derive(Debug)]
pub(super) enum ScalarNode {
    Plain(Type),
    Text(LengthNode),
}

#[derive(Debug)]
pub(super) enum LengthNode {
    Given(Box<Node>),
    OfArgument,
    Open,
}

/// The bounds of one dimension.
#[derive(Debug)]
pub(super) enum BoundsNode {
    OfArgument,
    Deferred,
    /// The lower bound is 1 if it is not written.
    Given(Option<Node>, Node),
    Sequence(Node, Option<Node>),
    Shape(Node),
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
    Allocate(Node, Vec<(Node, Node)>),
    Release(Node),
    PointTo(Node, Option<Node>),
    Unsupported(String),
    Read(Vec<Node>),
    Write(Vec<Item>),
    Assume(Node),
    Prove(Node),
    Assert(Node),
    Claim(Claim, Node),
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
    /// The graph with which the program begins.
    pub main: Option<Name>,
    /// Whether a record or an area has been refused: what belongs to it is passed over.
    pub refused: bool,
    pub flows: Vec<Flow>,
}
