//! Values of slots and cells.

use dashu_int::IBig;
use sextant_base::typed_id;
use sextant_expr::{Op, Scalar, Sort, Table, TermId};

typed_id!(
    /// An object of a state's memory.
    ObjectId,
    "obj"
);

/// What a slot or cell holds. Small constants stand for themselves, so that concrete execution neither hashes
/// nor allocates; everything else is a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Nothing was assigned yet.
    Undefined,
    /// An integer that fits.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A symbolic value, or an integer that does not fit 64 bits.
    Term(TermId),
    /// Storage: an array, or a variable passed by reference.
    Reference(ObjectId),
}

impl Value {
    /// The value as a term. Undefined values and references have none.
    pub fn to_term(self, table: &mut Table) -> Option<TermId> {
        match self {
            Value::Int(value) => Some(table.int(value)),
            Value::Bool(value) => Some(table.boolean(value)),
            Value::Term(term) => Some(term),
            Value::Undefined | Value::Reference(_) => None,
        }
    }

    /// The value of a term; constants that fit become small again.
    pub fn of_term(table: &Table, term: TermId) -> Value {
        match table.op(term) {
            Op::Bool(value) => Value::Bool(*value),
            Op::Int(value) => Value::of_int(value).unwrap_or(Value::Term(term)),
            _ => Value::Term(term),
        }
    }

    /// An integer constant of any size.
    pub fn of_big(table: &mut Table, value: &IBig) -> Value {
        Value::of_int(value).unwrap_or_else(|| Value::Term(table.int(value.clone())))
    }

    fn of_int(value: &IBig) -> Option<Value> {
        i64::try_from(value).ok().map(Value::Int)
    }

    /// The sort the value has as a term; undefined values and references have none.
    pub fn sort(self, table: &Table) -> Option<Sort> {
        match self {
            Value::Int(_) => Some(Sort::Scalar(Scalar::Int)),
            Value::Bool(_) => Some(Sort::BOOL),
            Value::Term(term) => Some(table.sort(term)),
            Value::Undefined | Value::Reference(_) => None,
        }
    }
}
