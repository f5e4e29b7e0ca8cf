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
mod front;
mod inline;
mod intrinsic;
mod memory;
mod operands;
mod program;
mod query;
mod rules;
mod stmt;
mod transfer;
mod types;

pub use expr::{
    Argument, BinaryOp, Bound, Expr, ExprKind, Part, PartStep, Passing, Place, Selector, Specification,
    UnaryOp,
};
pub use front::{
    Compilation, FrontEnd, Included, Parse, ReadSides, Reading, Surroundings, Typed, UnreadableFile,
    read_typed,
};
pub use inline::{name_in_line, shared_variable};
pub use intrinsic::{Analytic, Gives, Intrinsic, Signature, Takes};
pub use memory::{Base, BitRange, BlockType, Clock, Effect, Failure, Global, GlobalId, Memory, Primitive};
pub use operands::{
    each_operand, each_operand_mut, each_place_operand, each_place_operand_mut, each_step_operand,
};
pub use program::{
    Area, AreaId, AreaItem, Component, External, ExternalId, Handed, InitialValue, LabelId, Language, Named,
    Notation, ProcId, Procedure, Program, Record, RecordId, Scope, StatementInfo, StatementNumber, Storage,
    VarId, Variable,
};
pub use query::{CallArgument, CallText};
pub use rules::{Connectives, Rules};
pub use stmt::{Claim, DoRange, DoSpec, OutputItem, Stmt, StmtKind};
pub use transfer::{Layout, Operation, Outcome, Outside, Setting, Transfer, TransferItem, Unit};
pub use types::{ArrayBounds, IntType, RealType, TextLength, Type};

/// Front ends refuse programs (statements or expressions) nested deeper than this.
pub const DEEPEST_NESTING: usize = 500;
