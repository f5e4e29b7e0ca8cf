//! The typed syntax tree shared by all languages.
//!
//! A front end turns text into a [`Program`]. Everything in it is resolved: names are ids, every expression has
//! a type, every conversion is a [`ExprKind::Convert`], every statement has its number. The tree knows no
//! language: what a language means by `/` or by a DO loop is said here by distinct operators and statements.
//!
//! Invariants
//! - Ids are valid within their [`Procedure`] (variables, labels) or [`Program`] (procedures, externals).
//! - Trees are at most [`DEEPEST_NESTING`] levels deep, so that recursion over them is safe.
//! - Nothing here evaluates, simplifies or prints.

mod expr;
mod program;
mod stmt;
mod types;

pub use expr::{Argument, BinaryOp, Bound, Expr, ExprKind, Intrinsic, Passing, Place, UnaryOp};
pub use program::{
    External, ExternalId, LabelId, Language, ProcId, Procedure, Program, StatementInfo, StatementNumber,
    Storage, VarId, Variable,
};
pub use stmt::{DoRange, DoSpec, OutputItem, Stmt, StmtKind};
pub use types::{ArrayBounds, IntType, Type};

/// Front ends refuse programs (statements or expressions) nested deeper than this.
pub const DEEPEST_NESTING: usize = 500;
