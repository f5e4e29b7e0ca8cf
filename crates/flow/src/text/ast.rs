//! What the Flow parser hands to the resolver: the text with its shape, before names and types are looked at.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_syntax::{
    BinaryOp, BitRange, Bound, Claim, Intrinsic, Language, Operation, Outside, Passing, Primitive, RealType,
    Rules, Scope, Setting, StatementNumber, Type, UnaryOp,
};

/// A name with its place.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub text: String,
    pub span: Span,
}

/// A name that several things may have, and which of them is meant: `node~2` is the second one.
#[derive(Clone, Debug)]
pub(super) struct Numbered {
    pub name: Name,
    /// From 1.
    pub number: u32,
}

impl Numbered {
    /// What tells it from others.
    pub fn key(&self) -> (String, u32) {
        (self.name.text.clone(), self.number)
    }
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
    /// A scalar type used as a function, or `converted(expression: type)`.
    Convert(Box<TypeNode>, Box<Node>),
    /// `wrapped(expression: type)`
    Wrap(Box<TypeNode>, Box<Node>),
    /// `(expression: type)`
    Ascribe(Box<TypeNode>, Box<Node>),
    /// `&x`
    AddressOf(BaseNode),
    /// `displaced(p, i, scale)`, with a limit as the fourth.
    Displaced(Box<[Node; 2]>, u64, Option<u64>),
    /// `component_of(p, name)`
    ComponentOf(Box<Node>, Numbered),
    /// `distance_of(p, q, scale)`
    Distance(Box<[Node; 2]>, u64),
    /// `aligned(p, align)`
    Aligned(Box<Node>, u64),
    /// `*p`, or `bits_at(p, first, width)`.
    Fetch(Box<Node>, Option<BitRange>),
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
    Component(Numbered),
    /// Characters of each element.
    Characters(Box<SelectorNode>),
}

/// Something that has an address.
#[derive(Debug)]
pub(super) enum BaseNode {
    Variable(Name),
    Global(Numbered),
    Procedure(Name),
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
    /// One for each dimension of each array, the innermost first; none for a scalar.
    pub bounds: Vec<Vec<BoundsNode>>,
    /// Whether a handle refers to such a thing.
    pub handle: bool,
    pub span: Span,
}

/// A type without bounds.
#[derive(Debug)]
pub(super) enum ScalarNode {
    Plain(Type),
    Text(LengthNode),
    Record(Numbered),
    /// An address, and of what if that is known.
    Address(Option<Box<TypeNode>>),
    /// So many bytes of something.
    Block(Box<Node>, Box<TypeNode>),
    /// A type in brackets.
    Bracketed(Box<TypeNode>),
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
    Value,
    Automatic,
    Static,
    External,
    Area,
}

/// A line that declares a variable.
#[derive(Debug)]
pub(super) struct Declaration {
    pub class: Class,
    pub name: Name,
    /// For an external variable: the name under which it is shared, if another one.
    pub shared: Option<Name>,
    /// For a variable in an area: which one, and from which byte on.
    pub position: Option<(Numbered, u64)>,
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
    Call { callee: CalleeNode, arguments: Vec<ArgumentNode>, result: Option<Node> },
    Primitive { primitive: Primitive, operands: Vec<Node>, result: Option<Node> },
    Fresh(Name),
    Gone(Name),
    TransferBegin(Box<TransferNode>),
    TransferValue(Node),
    TransferPlace(Node),
    TransferEnd(Node),
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

/// What is called.
#[derive(Debug)]
pub(super) enum CalleeNode {
    Named(Name),
    /// What is at an address.
    Pointer(Box<Node>),
}

/// An argument; how it is passed where the text says it.
#[derive(Debug)]
pub(super) struct ArgumentNode {
    pub passing: Option<Passing>,
    pub node: Node,
}

/// The head of a statement on a file.
#[derive(Debug)]
pub(super) struct TransferNode {
    pub operation: Operation,
    pub unit: UnitNode,
    pub layout: LayoutNode,
    pub record: Option<Node>,
    pub settings: Vec<(Setting, Node)>,
    pub answers: Vec<(Setting, Node)>,
    pub status: Option<Node>,
    pub message: Option<Node>,
    /// Labels for an error, the end of the file, the end of a record.
    pub labels: [Option<u32>; 3],
}

#[derive(Debug)]
pub(super) enum UnitNode {
    Standard,
    Number(Node),
    Internal(Node),
    ByName,
    Outside(Outside),
}

#[derive(Debug)]
pub(super) enum LayoutNode {
    Unformatted,
    List,
    Format(String),
    Computed(Node),
    Assigned(Node, Vec<(u32, String)>),
    Namelist(String, Vec<(String, Node)>),
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
    /// The parameters; those without a type have a `parameter` or `by_value` line.
    pub parameters: Vec<(Name, Option<(Class, TypeNode)>)>,
    pub returns: Option<TypeNode>,
    pub declarations: Vec<Declaration>,
    /// Whether it belongs to the library.
    pub library: bool,
    /// The number of statements, if a line says it.
    pub statements: Option<u32>,
    pub lines: Vec<Line>,
    /// The head.
    pub span: Span,
    /// Whether the head could not be read whole: then nothing is said about the use of names.
    pub broken: bool,
}

/// A record type.
#[derive(Debug)]
pub(super) struct RecordNode {
    pub name: Numbered,
    pub size: u64,
    pub components: Vec<ComponentNode>,
}

#[derive(Debug)]
pub(super) struct ComponentNode {
    pub name: Numbered,
    pub ty: TypeNode,
    pub offset: u64,
    pub bits: Option<BitRange>,
    pub initial: Option<Node>,
}

/// Storage of the program: an area, or an object that is addressed by bytes.
#[derive(Debug)]
pub(super) struct StorageNode {
    pub name: Numbered,
    pub kind: StorageKind,
    pub size: u64,
    pub shared: bool,
    pub scope: Scope,
    pub initial: Vec<InitialNode>,
}

#[derive(Debug)]
pub(super) enum StorageKind {
    /// With its items, and their first bytes.
    Area(Vec<(Name, TypeNode, u64)>),
    Global {
        content: TypeNode,
        constant: bool,
    },
}

/// A value at the start.
#[derive(Debug)]
pub(super) struct InitialNode {
    pub offset: u64,
    pub count: u64,
    pub stride: u64,
    pub value: Node,
}

/// A whole file.
#[derive(Debug)]
pub(super) struct File {
    /// The language the program comes from.
    pub language: Language,
    pub rules: Rules,
    pub records: Vec<RecordNode>,
    pub storage: Vec<StorageNode>,
    /// Externals declared before the first graph.
    pub externals: Vec<Declaration>,
    /// The graph with which the program begins.
    pub main: Option<Name>,
    pub flows: Vec<Flow>,
}
