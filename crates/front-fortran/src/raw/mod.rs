//! The tree as written: names are not resolved, types are not known.
//!
//! Blocks are assembled (an IF holds its branches, a DO its body), labels stay on their statements.
//!
//! Invariants
//! - No tree is deeper than [`sextant_syntax::DEEPEST_NESTING`], so that recursion over it is safe.
//! - Every node has a [`Span`] into the source as the user wrote it; text that a macro stands for has the place of
//!   the macro. A block that begins in one file and ends in another has the place of its first line only.
//! - What could not be read is a [`StmtKind::Broken`]: an error has been reported. What was recognised but is not
//!   supported is an `Unsupported` node: a warning has been reported.
//! - `name(…)` is always [`ExprKind::Apply`]: element, section, substring, function call and structure constructor
//!   look alike. For the same reason a statement function is a [`StmtKind::Assign`]; see [`Unit::specification`].

mod declare;
mod expr;
mod io;
mod stmt;
mod unit;

use std::rc::Rc;

use sextant_base::Span;

pub use declare::{
    Access, Attribute, AttributeKind, CommonBlock, DataGroup, DataValue, Declaration, Declarator, Dimension,
    GenericName, ImplicitRule, Initial, Intent, Interface, Length, OnlyItem, SaveItem, Size, TypeDefinition,
    TypeKind, TypeSpec, Upper, Use,
};
pub use expr::{
    Argument, ArgumentValue, BinaryOp, DoControl, Expr, ExprKind, ImpliedDo, Item, KindSuffix, OPERATORS,
    Operator, Radix, UnaryOp,
};
pub use io::{Control, ControlValue, InputOutput, Verb};
pub use stmt::{
    Assertion, BlockEnd, Branch, Case, CaseValue, Construct, DoEnd, IndexRange, IndexSpace, LoopControl,
    Stmt, StmtKind,
};
pub use unit::{Entry, File, Parameter, Prefix, PrefixKind, Unit, UnitKind};

/// A name where it stands. The case of letters does not matter in Fortran: compare [`Name::upper`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// In capital letters, without the blanks that fixed form allows inside.
    pub upper: Rc<str>,
    /// With the letters of the source, without blanks: what messages and outputs show.
    pub written: Rc<str>,
    /// Where it stands.
    pub span: Span,
}

/// A statement label where it stands or is named; 1 to 99999.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its number.
    pub value: u32,
    /// Where it stands.
    pub span: Span,
}
