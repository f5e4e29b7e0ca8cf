//! Types of variables and expressions.

use dashu_int::IBig;

use crate::{BlockType, Expr, RecordId};

/// An integer type of the machine; under ideal arithmetic the width of a signed one is not looked at. Results that
/// do not fit a signed type are errors; those of an unsigned type are taken modulo its range.
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
    /// An address.
    pub const ADDRESS: IntType = IntType { bits: 64, signed: false };
    /// The number of an element of an object in memory: no object is so large that computing with it overflows.
    pub const ELEMENT: IntType = IntType { bits: 127, signed: true };
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

/// A floating-point type of the machine; under ideal arithmetic its values are the real numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RealType {
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
}

impl RealType {
    /// The size in storage.
    pub fn bytes(self) -> u64 {
        match self {
            RealType::Single => 4,
            RealType::Double => 8,
        }
    }
}

/// The type of a variable or an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    /// An integer.
    Int(IntType),
    /// A real number.
    Real(RealType),
    /// A complex number of two such reals, the real part first.
    Complex(RealType),
    /// A truth value.
    Logical,
    /// A text of fixed length.
    Text(TextLength),
    /// A record.
    Record(RecordId),
    /// An array: the element type, and the bounds of each dimension, the one that varies fastest first.
    Array(Box<Type>, Vec<ArrayBounds>),
    /// Storage found elsewhere: an allocatable or a pointer. A place of this type stands for what it refers to,
    /// except where a statement or question is about the handle itself.
    Handle(Box<Type>),
    /// A procedure that is passed as an argument.
    Procedure,
    /// An address of bytes that are read as this type, if one is known.
    Pointer(Option<Box<Type>>),
    /// Storage addressed by bytes.
    Block(Box<BlockType>),
}

impl Type {
    /// A one-dimensional array.
    pub fn vector(element: Type, bounds: ArrayBounds) -> Type {
        Type::Array(Box::new(element), vec![bounds])
    }

    /// What a place of this type stands for: the type itself, or what a handle refers to.
    pub fn target(&self) -> &Type {
        match self {
            Type::Handle(target) => target,
            other => other,
        }
    }

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

    /// The bounds of a one-dimensional array.
    pub fn vector_bounds(&self) -> Option<&ArrayBounds> {
        match self {
            Type::Array(_, bounds) => match bounds.as_slice() {
                [only] => Some(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// How many dimensions there are; 0 for a scalar.
    pub fn rank(&self) -> usize {
        match self {
            Type::Array(_, bounds) => bounds.len(),
            _ => 0,
        }
    }

    /// Whether a value of this type is one number or truth value, so that one register holds it.
    pub fn is_simple(&self) -> bool {
        matches!(self, Type::Int(_) | Type::Real(_) | Type::Logical | Type::Procedure | Type::Pointer(_))
    }
}

/// The length of a text.
#[derive(Clone, PartialEq, Debug)]
pub enum TextLength {
    /// So many characters; evaluated when the procedure is entered, negative means none.
    Given(Box<Expr>),
    /// That of the argument.
    OfArgument,
    /// That of the value at hand: the type of a text expression whose length nobody declared.
    Open,
}

/// The bounds of one dimension of an array.
#[derive(Clone, PartialEq, Debug)]
pub enum ArrayBounds {
    /// `low:high`, evaluated when storage is allocated. A parameter so declared keeps the subscripts of its
    /// argument and is confined to these.
    Given {
        /// The lowest subscript.
        low: Box<Expr>,
        /// The highest subscript.
        high: Box<Expr>,
    },
    /// `*`: those of the argument.
    OfArgument,
    /// A parameter that takes the elements of its argument in storage order and counts them from `low`, whatever
    /// the argument's own subscripts are (sequence association). Only the last dimension may have no `high`.
    Sequence {
        /// The lowest subscript.
        low: Box<Expr>,
        /// The highest subscript; without it, as far as the argument goes.
        high: Option<Box<Expr>>,
    },
    /// A parameter with the extent of its argument, counted from `low`.
    Shape {
        /// The lowest subscript.
        low: Box<Expr>,
    },
    /// Known while the variable is allocated or associated.
    Deferred,
}
