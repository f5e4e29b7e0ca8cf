//! Values of slots and cells.

use dashu_int::IBig;
use sextant_base::typed_id;
use sextant_expr::{FloatKind, Op, Scalar, Sort, Table, TermId};
use sextant_syntax::ProcId;

typed_id!(
    /// An object of a state's memory.
    ObjectId,
    "obj"
);

impl ObjectId {
    const HEAP: u32 = 1 << 31;

    /// The object of a position on the heap, whose objects outlive the activation that made them.
    pub(crate) fn on_heap(position: usize) -> ObjectId {
        ObjectId(position as u32 | ObjectId::HEAP)
    }

    /// The position on the heap, or `Err` with the position among the objects of activations.
    pub(crate) fn place(self) -> Result<usize, usize> {
        if self.0 & ObjectId::HEAP != 0 {
            Ok((self.0 & !ObjectId::HEAP) as usize)
        } else {
            Err(self.0 as usize)
        }
    }
}

/// What a slot or cell holds. Small constants stand for themselves, so that concrete execution neither hashes
/// nor allocates; everything else is a term.
///
/// The tag takes a whole word, so that a value is two words to the processor: copied as a byte and fifteen, it would be
/// waited for whenever it is read soon after it was written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u64)]
pub enum Value {
    /// Nothing was assigned yet.
    Undefined,
    /// An integer that fits.
    Int(i64),
    /// An integer that fits 64 bits only without a sign; its highest bit is set.
    Large(u64),
    /// A truth value.
    Bool(bool),
    /// A floating-point number of 32 bits.
    Single(u32),
    /// A floating-point number of 64 bits.
    Double(u64),
    /// A symbolic value, a real number of ideal arithmetic, or an integer that does not fit 64 bits.
    Term(TermId),
    /// Storage: an array, or a variable passed by reference.
    Reference(ObjectId),
    /// A procedure passed as an argument.
    Procedure(ProcId),
    /// The rest of a value that begins in an earlier cell of the same storage.
    Tail,
}

impl Value {
    /// The value as a term. Undefined values and references have none.
    pub fn to_term(self, table: &mut Table) -> Option<TermId> {
        match self {
            Value::Int(value) => Some(table.int(value)),
            Value::Large(value) => Some(table.int(value)),
            Value::Bool(value) => Some(table.boolean(value)),
            Value::Single(bits) => Some(table.float(FloatKind::Single, u64::from(bits))),
            Value::Double(bits) => Some(table.float(FloatKind::Double, bits)),
            Value::Term(term) => Some(term),
            Value::Undefined | Value::Reference(_) | Value::Procedure(_) | Value::Tail => None,
        }
    }

    /// The value of a term; constants that fit become small again.
    pub fn of_term(table: &Table, term: TermId) -> Value {
        match table.op(term) {
            Op::Bool(value) => Value::Bool(*value),
            Op::Int(value) => Value::of_int(value).unwrap_or(Value::Term(term)),
            Op::Float(FloatKind::Single, bits) => Value::Single(*bits as u32),
            Op::Float(FloatKind::Double, bits) => Value::Double(*bits),
            _ => Value::Term(term),
        }
    }

    /// An integer constant of any size.
    pub fn of_big(table: &mut Table, value: &IBig) -> Value {
        Value::of_int(value).unwrap_or_else(|| Value::Term(table.int(value.clone())))
    }

    fn of_int(value: &IBig) -> Option<Value> {
        match i64::try_from(value) {
            Ok(small) => Some(Value::Int(small)),
            Err(_) => u64::try_from(value).ok().map(Value::Large),
        }
    }

    /// A constant integer, however it is kept.
    #[inline]
    pub(crate) fn as_i128(self) -> Option<i128> {
        match self {
            Value::Int(value) => Some(i128::from(value)),
            Value::Large(value) => Some(i128::from(value)),
            _ => None,
        }
    }

    /// A constant integer that fits 64 bits, with or without a sign.
    #[inline]
    pub(crate) fn of_i128(value: i128) -> Option<Value> {
        match i64::try_from(value) {
            Ok(small) => Some(Value::Int(small)),
            Err(_) => u64::try_from(value).ok().map(Value::Large),
        }
    }

    /// The sort the value has as a term; undefined values and references have none.
    pub fn sort(self, table: &Table) -> Option<Sort> {
        match self {
            Value::Int(_) | Value::Large(_) => Some(Sort::Scalar(Scalar::Int)),
            Value::Bool(_) => Some(Sort::BOOL),
            Value::Single(_) => Some(Sort::Scalar(Scalar::Float(FloatKind::Single))),
            Value::Double(_) => Some(Sort::Scalar(Scalar::Float(FloatKind::Double))),
            Value::Term(term) => Some(table.sort(term)),
            Value::Undefined | Value::Reference(_) | Value::Procedure(_) | Value::Tail => None,
        }
    }

    /// A floating-point number of 32 bits; all NaN are one.
    pub fn single(value: f32) -> Value {
        Value::Single(if value.is_nan() { f32::NAN.to_bits() } else { value.to_bits() })
    }

    /// A floating-point number of 64 bits; all NaN are one.
    pub fn double(value: f64) -> Value {
        Value::Double(if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() })
    }
}
