//! The operations of terms, each with its exact and total meaning.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::{FloatKind, Function, SymbolId};

/// How an integer quotient is made of the exact one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rounding {
    /// Towards minus infinity.
    Floor,
    /// Towards zero.
    Truncate,
}

/// What a term is: a constant, a symbol, or an operation on other terms; declared in the order in which terms stand
/// in sums, products and junctions ([`Table::compare`](crate::Table::compare)).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Op {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(IBig),
    /// A rational number, of sort Real.
    Real(RBig),
    /// A bit string: width and unsigned value below `2^width`.
    Bits(u16, UBig),
    /// A floating point number by its bits; every NaN is stored as the quiet NaN of its format.
    Float(FloatKind, u64),
    /// A symbolic input.
    Symbol(SymbolId),

    /// `select(array, index)`
    Select,

    /// An Int as a Real.
    ToReal,
    /// A Real as an Int, rounded.
    ToInt(Rounding),
    /// `|x|` (Int, Real).
    Abs,
    /// The least of two or more (Int, Real).
    Min,
    /// The greatest of two or more (Int, Real).
    Max,
    /// `x ** n` with `n` of sort Int, `x` Int or Real. `x**0 = 1`. For `n < 0`: Int gives the integer part of
    /// `1 / x**|n|` (so ±1 for `x = ±1`, else 0); Real gives `1 / x**|n|`, and 0 for `x = 0`.
    Pow,
    /// The integer quotient; 0 when the divisor is 0.
    Div(Rounding),
    /// `x - y * (x / y)` with the quotient rounded so; `x` when the divisor is 0.
    Rem(Rounding),
    /// The quotient of reals; 0 when the divisor is 0.
    Quotient,
    /// The product of two or more (Int, Real).
    Mul,
    /// `-x` (Int, Real).
    Neg,
    /// The sum of two or more (Int, Real).
    Add,
    /// `x - y` (Int, Real).
    Sub,

    /// Equality of two terms of one sort. Floats are compared as values of the sort (all NaN equal, `-0 ≠ +0`);
    /// see [`Op::FloatEq`] for the IEEE comparison.
    Eq,
    /// Not [`Op::Eq`].
    Ne,
    /// `<` (Int, Real).
    Lt,
    /// `≤` (Int, Real).
    Le,
    /// `>` (Int, Real).
    Gt,
    /// `≥` (Int, Real).
    Ge,

    /// `¬p`
    Not,
    /// Two or more.
    And,
    /// Two or more.
    Or,
    /// `p ⊃ q`
    Implies,
    /// `if p then x else y`, any sort.
    Ite,

    /// `store(array, index, value)`
    Store,
    /// The array that holds one value everywhere.
    Fill,

    /// A function of analysis on Reals, giving a Real, or on floats of one format, giving that format; see
    /// [`Function`] for its meaning on either.
    Function(Function),

    /// Bitwise not.
    BvNot,
    /// `-x` modulo `2^w`.
    BvNeg,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Product modulo `2^w`.
    BvMul,
    /// Sum modulo `2^w`.
    BvAdd,
    /// Difference modulo `2^w`.
    BvSub,
    /// Unsigned quotient; all ones when the divisor is 0 (as SMT-LIB).
    BvUdiv,
    /// Unsigned remainder; `x` when the divisor is 0.
    BvUrem,
    /// Signed quotient, truncated; by 0: 1 for negative `x`, else -1 (as SMT-LIB).
    BvSdiv,
    /// Signed remainder with the sign of `x`; `x` when the divisor is 0.
    BvSrem,
    /// Shift left; 0 when the distance is the width or more.
    BvShl,
    /// Logical shift right; 0 when the distance is the width or more.
    BvLshr,
    /// Arithmetic shift right; all sign bits when the distance is the width or more.
    BvAshr,
    /// Unsigned `<`.
    BvUlt,
    /// Unsigned `≤`.
    BvUle,
    /// Signed `<`.
    BvSlt,
    /// Signed `≤`.
    BvSle,
    /// The bits of the first operand above those of the second.
    BvConcat,
    /// Bits `high..=low`.
    BvExtract(u16, u16),
    /// Widened to the stated width with zeros.
    BvZeroExtend(u16),
    /// Widened to the stated width with the sign.
    BvSignExtend(u16),
    /// The unsigned value as an Int.
    BvToUint,
    /// The signed value as an Int.
    BvToSint,
    /// An Int modulo `2^w` as bits of width `w`.
    IntToBv(u16),

    /// `-x`
    FloatNeg,
    /// `|x|`
    FloatAbs,
    /// Sum, rounded to nearest even like all float arithmetic here.
    FloatAdd,
    /// Difference.
    FloatSub,
    /// Product.
    FloatMul,
    /// Quotient, as IEEE 754 (a zero divisor gives an infinity or NaN).
    FloatDiv,
    /// IEEE `=`.
    FloatEq,
    /// IEEE `<`.
    FloatLt,
    /// IEEE `≤`.
    FloatLe,
    /// Whether it is NaN.
    FloatIsNan,
    /// A Real rounded to nearest even.
    RealToFloat(FloatKind),
    /// The exact Real value; 0 for infinities and NaN.
    FloatToReal,
    /// Another format, rounded to nearest even.
    FloatToFloat(FloatKind),
}

impl Op {
    /// Whether this is a constant.
    pub fn is_constant(&self) -> bool {
        matches!(self, Op::Bool(_) | Op::Int(_) | Op::Real(_) | Op::Bits(..) | Op::Float(..))
    }
}
