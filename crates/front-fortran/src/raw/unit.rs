//! Program units as written.

use sextant_base::Span;

use super::{Name, Stmt, TypeSpec};

/// All program units of a source and of what it includes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct File {
    /// In the order of the text.
    pub units: Vec<Unit>,
}

/// A main program, procedure, module or block data.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// What it is.
    pub kind: UnitKind,
    /// Its name; a main program or block data may have none.
    pub name: Option<Name>,
    /// What stands in front of FUNCTION or SUBROUTINE.
    pub prefixes: Vec<Prefix>,
    /// The dummy arguments.
    pub parameters: Vec<Parameter>,
    /// `RESULT(name)`
    pub result: Option<Name>,
    /// `BIND(C, NAME='…')`, as an attribute; the name is that given.
    pub bind: Option<Option<String>>,
    /// Declarations and statements in their order, up to CONTAINS or END.
    pub body: Vec<Stmt>,
    /// How many statements of the body stand before the first one that is certainly executable.
    ///
    /// Among those first statements a [`super::StmtKind::Assign`] to `name(…)` with plain names as arguments is a
    /// statement function if `name` is not declared as an array (and not as a character variable with a substring).
    /// The parser cannot tell: the declaration may be inherited from a host or a module. All such assignments in
    /// front of the first executable statement are counted as belonging to the specification, as are directives
    /// ([`super::StmtKind::Assertion`]), FORMAT, ENTRY, DATA and what could not be read; an assignment to
    /// anything else (a plain name, a component, `name(…)` with other arguments) is executable.
    pub specification: usize,
    /// The procedures behind CONTAINS.
    pub contains: Vec<Unit>,
    /// Where the unit is introduced; the first statement of a main program without PROGRAM.
    pub head: Span,
    /// The END statement, with its label; where the unit begins if it is missing.
    pub end: super::BlockEnd,
}

impl Unit {
    /// A unit of which only kind, name and place are known.
    pub(crate) fn new(kind: UnitKind, name: Option<Name>, head: Span) -> Unit {
        Unit {
            kind,
            name,
            prefixes: Vec::new(),
            parameters: Vec::new(),
            result: None,
            bind: None,
            body: Vec::new(),
            specification: 0,
            contains: Vec::new(),
            head,
            end: super::BlockEnd { label: None, span: head },
        }
    }
}

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitKind {
    /// The main program, with or without a PROGRAM statement.
    Program,
    /// `SUBROUTINE`
    Subroutine,
    /// `FUNCTION`; its type may stand among the prefixes.
    Function,
    /// `BLOCK DATA`
    BlockData,
    /// `MODULE`
    Module,
}

/// What stands in front of FUNCTION or SUBROUTINE.
#[derive(Clone, PartialEq, Debug)]
pub struct Prefix {
    /// What it is.
    pub kind: PrefixKind,
    /// Where it stands.
    pub span: Span,
}

/// What a prefix is.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // the names are those of the language
pub enum PrefixKind {
    /// The type of a function.
    Type(TypeSpec),
    Recursive,
    Pure,
    Elemental,
    Impure,
    /// `MODULE SUBROUTINE`, of submodules.
    Module,
}

impl PrefixKind {
    /// The prefixes that are single words.
    pub const WORDS: [(&'static str, PrefixKind); 5] = [
        ("RECURSIVE", PrefixKind::Recursive),
        ("PURE", PrefixKind::Pure),
        ("ELEMENTAL", PrefixKind::Elemental),
        ("IMPURE", PrefixKind::Impure),
        ("MODULE", PrefixKind::Module),
    ];
}

/// A dummy argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Parameter {
    /// A name.
    Name(Name),
    /// `*`: an alternate return.
    AlternateReturn(Span),
}

/// `ENTRY name(…) RESULT(r)`
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The name.
    pub name: Name,
    /// The dummy arguments.
    pub parameters: Vec<Parameter>,
    /// `RESULT(name)`
    pub result: Option<Name>,
}
