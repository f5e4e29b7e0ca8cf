//! Initial values.

use dashu_int::IBig;

use super::{Expr, FunctionId, GlobalId};
use crate::types::{RecordId, TypeId};

/// The initial value of an object.
#[derive(Clone, Debug)]
pub struct Initial {
    /// Whether what no item mentions is zero; else the one item is the whole value.
    pub zero: bool,
    /// The parts in the order of evaluation.
    pub items: Vec<InitialItem>,
}

/// A part of an initial value.
#[derive(Clone, Debug)]
pub struct InitialItem {
    /// The first byte of the part; for a bit-field, of the record that holds it.
    pub offset: u64,
    /// The bit-field, if it is one: the record and the position of the member.
    pub field: Option<(RecordId, usize)>,
    /// The type of the part.
    pub ty: TypeId,
    /// What goes there.
    pub value: InitialValue,
}

/// What goes into a part of an object.
#[derive(Clone, Debug)]
pub enum InitialValue {
    /// The value of an expression of the type of the part.
    Expr(Expr),
    /// The elements of a string literal, each with its width in bytes; those that are missing are zero.
    Text(Vec<u32>, u64),
}

/// A part of a global that is known before the program starts.
#[derive(Clone, PartialEq, Debug)]
pub struct ConstantItem {
    /// The first byte.
    pub offset: u64,
    /// The type of what is there; for a bit-field, of the whole bytes that hold it.
    pub ty: TypeId,
    /// The value.
    pub value: Constant,
}

/// A value that is known before the program starts.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// An integer, or a pointer that is one.
    Int(IBig),
    /// A floating-point number.
    Real(f64),
    /// An address: so many bytes behind something.
    Address(ConstantBase, i64),
}

/// What an address that is known before the program starts is counted from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantBase {
    /// A variable.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
}
