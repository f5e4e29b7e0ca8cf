//! Types of variables and expressions.

use dashu_int::IBig;

use crate::Expr;

/// An integer type of the machine; under ideal arithmetic its width is not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntType {
    /// Number of bits, the sign included.
    pub bits: u8,
    /// Whether there are negative values.
    pub signed: bool,
}

impl IntType {
    /// PL/I `FIXED BINARY(31,0)`.
    pub const FIXED_31: IntType = IntType { bits: 32, signed: true };
    /// PL/I `FIXED BINARY(15,0)`.
    pub const FIXED_15: IntType = IntType { bits: 16, signed: true };

    /// The least and the greatest value.
    pub fn limits(self) -> (IBig, IBig) {
        let span = IBig::ONE << usize::from(self.bits);
        if self.signed {
            let half = span >> 1;
            (-half.clone(), half - IBig::ONE)
        } else {
            (IBig::ZERO, span - IBig::ONE)
        }
    }
}

/// The type of a variable or an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    /// An integer.
    Int(IntType),
    /// A truth value.
    Logical,
    /// An array with integer subscripts.
    Array(Box<Type>, ArrayBounds),
}

impl Type {
    /// The element type of an array, or the type itself.
    pub fn scalar(&self) -> &Type {
        match self {
            Type::Array(element, _) => element,
            scalar => scalar,
        }
    }

    /// Whether this is an array.
    pub fn is_array(&self) -> bool {
        matches!(self, Type::Array(..))
    }
}

/// The bounds of a one-dimensional array.
#[derive(Clone, PartialEq, Debug)]
pub enum ArrayBounds {
    /// `low:high`, evaluated when storage is allocated (for a parameter: when the procedure is entered).
    Given {
        /// The lowest subscript.
        low: Box<Expr>,
        /// The highest subscript.
        high: Box<Expr>,
    },
    /// `*`: those of the argument.
    OfArgument,
}
