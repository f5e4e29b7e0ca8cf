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

use crate::cursor::Parsed;
use crate::raw::{CaseValue, Expr, File, Name, StmtKind, Unit, UnitKind};
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
    /// The head of a block as the block without what follows, and what ends it.
    Open(StmtKind, EndKind),
    /// The head of a unit.
    Unit(Box<Unit>),
    Contains,
    End(EndKind, Option<Name>),
    /// ELSE IF, or ELSE without a condition.
    Else(Option<Expr>),
    /// Nothing for CASE DEFAULT.
    Case(Option<Vec<CaseValue>>),
    Elsewhere(Option<Expr>),
    /// SEQUENCE in a type definition.
    Sequence,
    /// A statement that only type definitions have behind their CONTAINS.
    TypeBound,
    /// `MODULE PROCEDURE names`, or `PROCEDURE names` in an interface.
    ModuleProcedure(Vec<Name>),
    Enumerator(Vec<(Name, Option<Expr>)>),
    /// Divides an unsupported block: `TYPE IS (…)`.
    UnsupportedBranch,
}

/// A statement that holds no others.
fn simple(kind: StmtKind) -> Parsed<Flat> {
    Ok(Flat::Simple(kind))
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

/// END statements.
const ENDS: &[(&str, EndKind)] = &[
    ("END PROGRAM", EndKind::Unit(UnitKind::Program)),
    ("END SUBROUTINE", EndKind::Unit(UnitKind::Subroutine)),
    ("END FUNCTION", EndKind::Unit(UnitKind::Function)),
    ("END BLOCK DATA", EndKind::Unit(UnitKind::BlockData)),
    ("END MODULE", EndKind::Unit(UnitKind::Module)),
    ("END PROCEDURE", EndKind::OtherUnit),
    ("END SUBMODULE", EndKind::OtherUnit),
    ("END INTERFACE", EndKind::Interface),
    ("END TYPE", EndKind::Type),
    ("END ENUM", EndKind::Enumeration),
    ("END IF", EndKind::If),
    ("END DO", EndKind::Do),
    ("END SELECT", EndKind::Select),
    ("END WHERE", EndKind::Where),
    ("END FORALL", EndKind::Forall),
    ("END BLOCK", EndKind::Block),
    ("END ASSOCIATE", EndKind::Associate),
    ("END CRITICAL", EndKind::Critical),
];

impl EndKind {
    /// What messages call the thing that it ends.
    fn describe(self) -> &'static str {
        match self {
            EndKind::Plain | EndKind::OtherUnit => "program unit",
            EndKind::Unit(UnitKind::Program) => "main program",
            _ => ENDS.iter().find(|end| end.1 == self).map_or("", |(words, _)| &words["END ".len()..]),
        }
    }
}
