//! Specification statements as written.

use sextant_base::Span;

use super::{Expr, Item, Name, Unit};

/// One specification statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Declaration {
    /// `REAL*8 A, B(10)`, `integer, intent(in) :: n`
    Type {
        /// The type.
        ty: TypeSpec,
        /// What stands between the type and `::`.
        attributes: Vec<Attribute>,
        /// What is declared.
        names: Vec<Declarator>,
    },
    /// `DIMENSION A(10)`, `ALLOCATABLE :: X(:)`, `EXTERNAL F`, `INTENT(IN) X`: one attribute for several names.
    /// SAVE, PARAMETER, PUBLIC and PRIVATE have their own forms; [`AttributeKind::Dimension`] has no bounds here,
    /// they stand on the names.
    Attribute {
        /// The attribute.
        attribute: Attribute,
        /// The names, with bounds if any are given.
        names: Vec<Declarator>,
    },
    /// `SAVE`, `SAVE X, /BLOCK/`; without items everything is saved.
    Save(Vec<SaveItem>),
    /// `PUBLIC`, `PRIVATE :: A, OPERATOR(+)`; without items the default of the module or the components of a type.
    Access {
        /// Which.
        access: Access,
        /// For what.
        items: Vec<GenericName>,
    },
    /// `PARAMETER (PI = 3.14)`
    Parameter(Vec<(Name, Expr)>),
    /// `COMMON /A/ X, Y(3) // Z`
    Common(Vec<CommonBlock>),
    /// `EQUIVALENCE (A, B(1)), …`: each group in parentheses.
    Equivalence(Vec<Vec<Expr>>),
    /// `DATA X, Y /1.0, 2*0/`
    Data(Vec<DataGroup>),
    /// `IMPLICIT NONE`
    ImplicitNone,
    /// `IMPLICIT REAL*8 (A-H, O-Z), …`
    Implicit(Vec<ImplicitRule>),
    /// `NAMELIST /GROUP/ X, Y`
    Namelist(Vec<(Name, Vec<Name>)>),
    /// `USE MODULE, ONLY: A`
    Use(Use),
    /// `IMPORT`, `IMPORT :: A`; without names everything.
    Import(Vec<Name>),
    /// `TYPE T … END TYPE`
    DerivedType(TypeDefinition),
    /// `INTERFACE … END INTERFACE`
    Interface(Interface),
    /// `PROCEDURE(F), POINTER :: P`: procedures by their interface.
    Procedure {
        /// `PROCEDURE(name)`; nothing for `PROCEDURE()`.
        interface: Option<Name>,
        /// `PROCEDURE(REAL)`: a type instead of an interface.
        ty: Option<TypeSpec>,
        /// What stands before `::`.
        attributes: Vec<Attribute>,
        /// The procedures.
        names: Vec<Declarator>,
    },
    /// `ENUM, BIND(C) … END ENUM`, with the values given.
    Enumeration(Vec<(Name, Option<Expr>)>),
    /// Recognised, but not supported; what it is called. Reported as a warning.
    Unsupported(String),
}

/// A type as written.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeSpec {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// What a type is.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    /// `INTEGER`
    Integer(Option<Size>),
    /// `REAL`
    Real(Option<Size>),
    /// `DOUBLE PRECISION`
    DoublePrecision,
    /// `COMPLEX`; the size in `COMPLEX*16` is that of both parts together.
    Complex(Option<Size>),
    /// `DOUBLE COMPLEX`
    DoubleComplex,
    /// `LOGICAL`
    Logical(Option<Size>),
    /// `BYTE`, which is `INTEGER*1`.
    Byte,
    /// `CHARACTER`
    Character {
        /// `*10`, `(LEN=10)`; 1 if absent.
        length: Option<Length>,
        /// `(KIND=1)`
        kind: Option<Box<Expr>>,
    },
    /// `TYPE(name)`
    Derived(Name),
    /// `CLASS(name)`, or `CLASS(*)` and `TYPE(*)` without a name.
    Class(Option<Name>),
}

/// How large a number is.
#[derive(Clone, PartialEq, Debug)]
pub enum Size {
    /// `*8`: bytes.
    Bytes(u32),
    /// `(8)`, `(KIND=rk)`
    Kind(Box<Expr>),
}

/// The length of a character variable.
#[derive(Clone, PartialEq, Debug)]
pub enum Length {
    /// `*10`, `*(N+1)`, `(LEN=10)`
    Given(Box<Expr>),
    /// `*(*)`, `(LEN=*)`: that of the actual argument or of the constant.
    Assumed,
    /// `(LEN=:)`
    Deferred,
}

/// An attribute of a declaration.
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    /// What it is.
    pub kind: AttributeKind,
    /// Where it stands.
    pub span: Span,
}

/// What an attribute is.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // the names are those of the language
pub enum AttributeKind {
    Allocatable,
    Asynchronous,
    /// `BIND(C)`, with the name given.
    Bind(Option<String>),
    Contiguous,
    /// `DIMENSION(10)`; no bounds where the attribute is a statement.
    Dimension(Vec<Dimension>),
    External,
    Intent(Intent),
    Intrinsic,
    Optional,
    Parameter,
    Pointer,
    Access(Access),
    Protected,
    Save,
    Target,
    Value,
    Volatile,
    /// Of a procedure pointer component: `NOPASS`.
    NoPass,
}

impl AttributeKind {
    /// The attributes that are single words.
    pub const WORDS: [(&'static str, AttributeKind); 16] = [
        ("ALLOCATABLE", AttributeKind::Allocatable),
        ("ASYNCHRONOUS", AttributeKind::Asynchronous),
        ("CONTIGUOUS", AttributeKind::Contiguous),
        ("EXTERNAL", AttributeKind::External),
        ("INTRINSIC", AttributeKind::Intrinsic),
        ("NOPASS", AttributeKind::NoPass),
        ("OPTIONAL", AttributeKind::Optional),
        ("PARAMETER", AttributeKind::Parameter),
        ("POINTER", AttributeKind::Pointer),
        ("PRIVATE", AttributeKind::Access(Access::Private)),
        ("PROTECTED", AttributeKind::Protected),
        ("PUBLIC", AttributeKind::Access(Access::Public)),
        ("SAVE", AttributeKind::Save),
        ("TARGET", AttributeKind::Target),
        ("VALUE", AttributeKind::Value),
        ("VOLATILE", AttributeKind::Volatile),
    ];
}

/// What a procedure may do with an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are those of the language
pub enum Intent {
    In,
    Out,
    InOut,
}

/// Who sees a name of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are those of the language
pub enum Access {
    Public,
    Private,
}

/// One dimension of an array.
#[derive(Clone, PartialEq, Debug)]
pub struct Dimension {
    /// The lower bound; 1 if absent.
    pub low: Option<Expr>,
    /// The upper bound.
    pub high: Upper,
    /// Where it stands.
    pub span: Span,
}

/// The upper bound of a dimension.
#[derive(Clone, PartialEq, Debug)]
pub enum Upper {
    /// A value.
    Given(Box<Expr>),
    /// `*`: assumed size.
    Star,
    /// `:` — assumed shape of an argument, deferred shape of an allocatable or pointer.
    Colon,
}

/// A declared name with what is said about it alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Declarator {
    /// The name.
    pub name: Name,
    /// `(10, 0:N)`; empty if there are none.
    pub dimensions: Vec<Dimension>,
    /// `*8` behind the name: the length of a character variable, or the size of a number.
    pub length: Option<Length>,
    /// The first value.
    pub initial: Option<Initial>,
    /// The whole of it.
    pub span: Span,
}

/// The first value of a declared name.
#[derive(Clone, PartialEq, Debug)]
pub enum Initial {
    /// `= value`
    Value(Expr),
    /// `=> target`
    Pointer(Expr),
    /// `/1, 2*0/`, as in a DATA statement.
    Data(Vec<DataValue>),
}

/// An item of a SAVE statement.
#[derive(Clone, PartialEq, Debug)]
pub enum SaveItem {
    /// A variable.
    Variable(Name),
    /// `/BLOCK/`
    Common(Name),
}

/// One block of a COMMON statement.
#[derive(Clone, PartialEq, Debug)]
pub struct CommonBlock {
    /// The name between the slashes; nothing for blank COMMON.
    pub name: Option<Name>,
    /// What is put into it.
    pub items: Vec<Declarator>,
    /// Where it stands.
    pub span: Span,
}

/// `targets / values /` of a DATA statement.
#[derive(Clone, PartialEq, Debug)]
pub struct DataGroup {
    /// Variables, elements, substrings, implied DOs.
    pub targets: Vec<Item>,
    /// Their values.
    pub values: Vec<DataValue>,
    /// Where it stands.
    pub span: Span,
}

/// `value` or `repeat * value`.
#[derive(Clone, PartialEq, Debug)]
pub struct DataValue {
    /// How often: digits or the name of a constant.
    pub repeat: Option<Expr>,
    /// A constant, perhaps with a sign, the name of a constant, a structure constructor or `NULL()`.
    pub value: Expr,
    /// Where it stands.
    pub span: Span,
}

/// `type (A-H, O)` of an IMPLICIT statement.
#[derive(Clone, PartialEq, Debug)]
pub struct ImplicitRule {
    /// The type.
    pub ty: TypeSpec,
    /// First and last letter of each range, in capital letters, in alphabetical order.
    pub letters: Vec<(char, char)>,
    /// Where it stands.
    pub span: Span,
}

/// `USE module, ONLY: …`
#[derive(Clone, PartialEq, Debug)]
pub struct Use {
    /// The module.
    pub module: Name,
    /// `USE, INTRINSIC ::`
    pub intrinsic: bool,
    /// Whether there is an ONLY.
    pub only: bool,
    /// What is used (with ONLY) or renamed (without).
    pub items: Vec<OnlyItem>,
}

/// One name behind USE.
#[derive(Clone, PartialEq, Debug)]
pub struct OnlyItem {
    /// The name here.
    pub local: GenericName,
    /// `local => original`: the name in the module, if it is another.
    pub original: Option<GenericName>,
}

/// A name, an operator or the assignment, where modules and interfaces speak of them.
#[derive(Clone, PartialEq, Debug)]
pub enum GenericName {
    /// A plain name.
    Name(Name),
    /// `OPERATOR(+)`, `OPERATOR(.cross.)`: the operator in capital letters, with its dots if it has any; `.EQ.` and
    /// its like are written as signs (`==`).
    Operator(String, Span),
    /// `ASSIGNMENT(=)`
    Assignment(Span),
}

/// `TYPE name … END TYPE`
#[derive(Clone, PartialEq, Debug)]
pub struct TypeDefinition {
    /// The name.
    pub name: Name,
    /// `EXTENDS(parent)`
    pub extends: Option<Name>,
    /// PUBLIC, PRIVATE, BIND(C).
    pub attributes: Vec<Attribute>,
    /// ABSTRACT
    pub is_abstract: bool,
    /// `SEQUENCE` in it.
    pub sequence: bool,
    /// The components: [`Declaration::Type`], [`Declaration::Procedure`], and [`Declaration::Access`] without items;
    /// type-bound procedures are [`Declaration::Unsupported`]. Each with its place.
    pub components: Vec<(Declaration, Span)>,
}

/// `INTERFACE … END INTERFACE`
#[derive(Clone, PartialEq, Debug)]
pub struct Interface {
    /// `INTERFACE name`, `INTERFACE OPERATOR(+)`
    pub generic: Option<GenericName>,
    /// `ABSTRACT INTERFACE`
    pub is_abstract: bool,
    /// Procedures with their declarations and without statements.
    pub bodies: Vec<Unit>,
    /// `MODULE PROCEDURE A, B` or `PROCEDURE A`
    pub procedures: Vec<Name>,
}
