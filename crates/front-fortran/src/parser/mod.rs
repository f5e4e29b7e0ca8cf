//! Statements to the tree as written.
//!
//! Each statement is read by itself into a [`Flat`] one; [`block`] then puts blocks and program units together.
//!
//! Invariants
//! - A function that fails has reported why; [`crate::cursor::Reported`] stands for that message.
//! - After a mistake, reading goes on with the next statement. A head of a block that cannot be read still opens its
//!   block, so that one mistake does not unbalance the rest.
//! - No tree gets deeper than [`sextant_syntax::DEEPEST_NESTING`]: blocks and expressions count on one counter.

mod action;
mod block;
mod close;
mod construct;
mod data;
mod declare;
mod expr;
mod io;
mod literal;
mod statement;
mod types;
mod unit;

use sextant_base::Diagnostics;

use crate::raw::{
    Attribute, CaseValue, Expr, File, GenericName, IndexSpace, Label, LoopControl, Name, Parameter, Prefix,
    StmtKind, UnitKind,
};
use crate::source::Statement;

/// The units that the statements make up.
pub(crate) fn file(statements: &[Statement], diagnostics: &mut Diagnostics) -> File {
    block::Assembly::new(diagnostics).file(statements)
}

/// A statement by itself.
#[derive(Debug)]
enum Flat {
    /// A statement that holds no others, one behind IF, WHERE or FORALL apart.
    Simple(StmtKind),
    Unit(UnitHead),
    Contains,
    End(EndKind, Option<Name>),
    If(Option<Name>, Expr),
    ElseIf(Expr),
    Else,
    Do(Option<Name>, DoHead),
    Select(Option<Name>, Expr),
    /// Nothing for CASE DEFAULT.
    Case(Option<Vec<CaseValue>>),
    Where(Option<Name>, Expr),
    Elsewhere(Option<Expr>),
    Forall(Option<Name>, IndexSpace),
    Block(Option<Name>),
    Associate(Option<Name>, Vec<(Name, Expr)>),
    Type(TypeHead),
    /// SEQUENCE in a type definition.
    Sequence,
    /// A statement that only type definitions have behind their CONTAINS.
    TypeBound,
    Interface {
        generic: Option<GenericName>,
        is_abstract: bool,
    },
    /// `MODULE PROCEDURE names`, or `PROCEDURE names` in an interface.
    ModuleProcedure(Vec<Name>),
    Enumeration,
    Enumerator(Vec<(Name, Option<Expr>)>),
    /// A block of which we know only where it ends.
    UnsupportedBlock(&'static str, EndKind),
    /// Divides an unsupported block: `TYPE IS (…)`.
    UnsupportedBranch,
}

#[derive(Debug)]
struct DoHead {
    terminator: Option<Label>,
    control: Option<LoopControl>,
}

#[derive(Debug)]
struct UnitHead {
    kind: UnitKind,
    name: Option<Name>,
    prefixes: Vec<Prefix>,
    parameters: Vec<Parameter>,
    result: Option<Name>,
    bind: Option<Option<String>>,
}

#[derive(Debug)]
struct TypeHead {
    name: Name,
    extends: Option<Name>,
    attributes: Vec<Attribute>,
    is_abstract: bool,
}

/// What an END statement ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EndKind {
    /// END alone.
    Plain,
    Unit(UnitKind),
    /// `END PROCEDURE`, `END SUBMODULE`
    OtherUnit,
    Interface,
    Type,
    Enumeration,
    If,
    Do,
    Select,
    Where,
    Forall,
    Block,
    Associate,
    Critical,
}
