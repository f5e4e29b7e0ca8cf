//! The items of an input or output list.

/// The type of an item, with its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// An integer of so many bytes: 1, 2, 4, 8 or 16.
    Integer(u8),
    /// REAL.
    Real32,
    /// DOUBLE PRECISION.
    Real64,
    /// COMPLEX of two REALs.
    Complex32,
    /// COMPLEX of two DOUBLE PRECISIONs.
    Complex64,
    /// A logical of so many bytes.
    Logical(u8),
    /// A character string of so many characters.
    Character(usize),
}

/// A value that is written or was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer and its kind in bytes.
    Integer(i128, u8),
    /// A REAL.
    Real32(f32),
    /// A DOUBLE PRECISION.
    Real64(f64),
    /// A COMPLEX. Formatted transfers take it as two items; list-directed and namelist ones as one.
    Complex32(f32, f32),
    /// A COMPLEX of double precision.
    Complex64(f64, f64),
    /// A logical and its kind in bytes.
    Logical(bool, u8),
    /// A character string.
    Character(Vec<u8>),
    /// A value that is not known: the caller's number for it, and its type.
    Opaque(u32, Type),
}

impl Type {
    /// The name of the type in messages.
    pub fn name(self) -> &'static str {
        match self {
            Type::Integer(_) => "INTEGER",
            Type::Real32 | Type::Real64 => "REAL",
            Type::Complex32 | Type::Complex64 => "COMPLEX",
            Type::Logical(_) => "LOGICAL",
            Type::Character(_) => "CHARACTER",
        }
    }

    /// The type of the parts of a complex.
    pub fn part(self) -> Option<Type> {
        match self {
            Type::Complex32 => Some(Type::Real32),
            Type::Complex64 => Some(Type::Real64),
            _ => None,
        }
    }

    /// The number of bytes of storage.
    pub fn size(self) -> usize {
        match self {
            Type::Integer(kind) | Type::Logical(kind) => kind as usize,
            Type::Real32 => 4,
            Type::Real64 | Type::Complex32 => 8,
            Type::Complex64 => 16,
            Type::Character(length) => length,
        }
    }
}

impl Value {
    /// The value's type.
    pub fn of(&self) -> Type {
        match self {
            Value::Integer(_, kind) => Type::Integer(*kind),
            Value::Real32(_) => Type::Real32,
            Value::Real64(_) => Type::Real64,
            Value::Complex32(..) => Type::Complex32,
            Value::Complex64(..) => Type::Complex64,
            Value::Logical(_, kind) => Type::Logical(*kind),
            Value::Character(text) => Type::Character(text.len()),
            Value::Opaque(_, of) => *of,
        }
    }

    /// The complex value of two reals of one kind.
    pub fn complex(re: Value, im: Value) -> Option<Value> {
        match (re, im) {
            (Value::Real32(re), Value::Real32(im)) => Some(Value::Complex32(re, im)),
            (Value::Real64(re), Value::Real64(im)) => Some(Value::Complex64(re, im)),
            _ => None,
        }
    }

    /// The two reals of a complex value.
    pub fn parts(&self) -> Option<(Value, Value)> {
        match *self {
            Value::Complex32(re, im) => Some((Value::Real32(re), Value::Real32(im))),
            Value::Complex64(re, im) => Some((Value::Real64(re), Value::Real64(im))),
            _ => None,
        }
    }

    /// The number that a real value is.
    pub(crate) fn real(&self) -> Option<f64> {
        match *self {
            Value::Real32(value) => Some(f64::from(value)),
            Value::Real64(value) => Some(value),
            _ => None,
        }
    }

    /// The bytes of storage, least significant first: what Hollerith data and B, O, Z editing look at.
    /// An unknown value has none.
    pub fn storage(&self) -> Vec<u8> {
        match self {
            Value::Integer(value, kind) => value.to_le_bytes()[..(*kind as usize).min(16)].to_vec(),
            Value::Real32(value) => value.to_le_bytes().to_vec(),
            Value::Real64(value) => value.to_le_bytes().to_vec(),
            Value::Complex32(re, im) => [re.to_le_bytes(), im.to_le_bytes()].concat(),
            Value::Complex64(re, im) => [re.to_le_bytes(), im.to_le_bytes()].concat(),
            Value::Logical(value, kind) => {
                let mut bytes = vec![*value as u8];
                bytes.resize(*kind as usize, 0);
                bytes
            }
            Value::Character(text) => text.clone(),
            Value::Opaque(..) => Vec::new(),
        }
    }

    /// The value of a type that has these bytes of storage; missing bytes are zeros.
    pub fn from_storage(of: Type, bytes: &[u8]) -> Value {
        let mut padded = bytes.to_vec();
        padded.resize(of.size().max(bytes.len()), 0);
        let four = |from: usize| f32::from_le_bytes(std::array::from_fn(|at| padded[from + at]));
        let eight = |from: usize| f64::from_le_bytes(std::array::from_fn(|at| padded[from + at]));
        match of {
            Type::Integer(kind) => Value::Integer(signed(&padded[..kind as usize]), kind),
            Type::Real32 => Value::Real32(four(0)),
            Type::Real64 => Value::Real64(eight(0)),
            Type::Complex32 => Value::Complex32(four(0), four(4)),
            Type::Complex64 => Value::Complex64(eight(0), eight(8)),
            Type::Logical(kind) => {
                Value::Logical(padded[..kind as usize].iter().any(|byte| *byte != 0), kind)
            }
            Type::Character(length) => Value::Character(padded[..length].to_vec()),
        }
    }
}

/// A two's complement number of up to sixteen bytes, least significant first.
fn signed(bytes: &[u8]) -> i128 {
    let negative = bytes.last().is_some_and(|byte| *byte >= 0x80);
    let filler = if negative { 0xff } else { 0 };
    i128::from_le_bytes(std::array::from_fn(|at| bytes.get(at).copied().unwrap_or(filler)))
}
