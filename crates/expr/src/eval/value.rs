//! Values and assignments.

use std::collections::BTreeMap;
use std::fmt;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::{FloatKind, Scalar, Sort, SymbolId};

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(IBig),
    /// A rational number, of sort Real.
    Real(RBig),
    /// A bit string: width and unsigned value.
    Bits(u16, UBig),
    /// A floating point number by its bits; NaN is the quiet one.
    Float(FloatKind, u64),
    /// An array.
    Array(ArrayValue),
}

/// A total map from integers. Entries equal to the default are never kept, so that `==` is extensional.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    /// The value wherever there is no entry.
    pub default: Box<Value>,
    /// The other values.
    pub entries: BTreeMap<IBig, Value>,
}

impl ArrayValue {
    /// The array that holds one value everywhere.
    pub fn filled(default: Value) -> Self {
        Self { default: Box::new(default), entries: BTreeMap::new() }
    }

    /// The element at an index.
    pub fn get(&self, index: &IBig) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Changes the element at an index.
    pub fn set(&mut self, index: IBig, value: Value) {
        if value == *self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }
}

impl Value {
    /// False, zero, positive zero, or the array of these.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Scalar(Scalar::Bool) => Value::Bool(false),
            Sort::Scalar(Scalar::Int) => Value::Int(IBig::ZERO),
            Sort::Scalar(Scalar::Real) => Value::Real(RBig::ZERO),
            Sort::Scalar(Scalar::BitVec(width)) => Value::Bits(width, UBig::ZERO),
            Sort::Scalar(Scalar::Float(kind)) => Value::Float(kind, 0),
            Sort::Array(element) => {
                Value::Array(ArrayValue::filled(Value::default_of(Sort::Scalar(element))))
            }
        }
    }

    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        Sort::Scalar(match self {
            Value::Bool(_) => Scalar::Bool,
            Value::Int(_) => Scalar::Int,
            Value::Real(_) => Scalar::Real,
            Value::Bits(width, _) => Scalar::BitVec(*width),
            Value::Float(kind, _) => Scalar::Float(*kind),
            Value::Array(array) => return Sort::Array(array.default.sort().element()),
        })
    }

    /// The truth value it is.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer it is.
    pub fn as_int(&self) -> Option<&IBig> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Real(value) => f.write_str(&crate::print::real_text(value, false)),
            Value::Bits(width, value) => f.write_str(&crate::print::bits_text(*width, value)),
            Value::Float(kind, bits) => f.write_str(&crate::print::float_text(*kind, *bits)),
            Value::Array(array) => {
                write!(f, "[")?;
                for (index, value) in &array.entries {
                    write!(f, "{index}: {value}, ")?;
                }
                write!(f, "else {}]", array.default)
            }
        }
    }
}

/// Values of symbols. A symbol that is absent has the default value of its sort.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Assignment {
    values: BTreeMap<SymbolId, Value>,
}

impl Assignment {
    /// No symbol has a value of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a symbol, if it was set.
    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.values.get(&symbol)
    }

    /// Gives a symbol a value.
    pub fn set(&mut self, symbol: SymbolId, value: Value) {
        self.values.insert(symbol, value);
    }

    /// What was set, in the order of symbols.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &Value)> {
        self.values.iter().map(|(&symbol, value)| (symbol, value))
    }
}
