//! The sorts of terms.

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// One of the sorts a variable of the program can hold.
    Scalar(Scalar),
    /// Arrays from all integers to a scalar sort.
    Array(Scalar),
}

/// Sorts without structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scalar {
    /// Truth values.
    Bool,
    /// All integers.
    Int,
    /// All real numbers; constants are rational.
    Real,
    /// Bit strings of a width from 1 to 512.
    BitVec(u16),
    /// IEEE 754 binary floating point numbers.
    Float(FloatKind),
}

impl Sort {
    /// Truth values.
    pub const BOOL: Sort = Sort::Scalar(Scalar::Bool);
    /// Integers.
    pub const INT: Sort = Sort::Scalar(Scalar::Int);
    /// Reals.
    pub const REAL: Sort = Sort::Scalar(Scalar::Real);

    /// The sort of a selected element, or the scalar sort itself.
    pub fn element(self) -> Scalar {
        match self {
            Sort::Scalar(scalar) | Sort::Array(scalar) => scalar,
        }
    }
}

/// IEEE 754 binary formats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}
