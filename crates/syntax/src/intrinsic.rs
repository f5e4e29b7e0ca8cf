//! Functions of the languages: what they are called, what they take, what they give.
//!
//! A new function is a line here, a line where it becomes instructions (`state/src/code/numbers.rs` or `texts.rs`; the
//! compiler asks for it), and a line in the front ends that have a name for it.

use std::ops::RangeInclusive;

/// What a function takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A number.
    Number,
    /// Integers or reals that go together.
    Ordered,
    /// A real.
    Real,
    /// Reals, or complex numbers where the function has a complex form.
    Analysis,
    /// A complex number.
    Complex,
    /// Integers.
    Integers,
    /// A text.
    Text,
    /// Two texts, and perhaps a truth value.
    Texts,
    /// A text and an integer.
    TextAndInteger,
    /// Two values of one type, and a truth value.
    Choice,
}

/// The type of what a function gives, unless the expression says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// That of the first operand.
    First,
    /// That of the first operand, or of its parts if it is complex.
    Part,
    /// The widest of its operands.
    Widest,
    /// An integer.
    Integer,
    /// A truth value.
    Logical,
    /// A text.
    Text,
}

/// What is to be known of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Its name in the Flow text form.
    pub name: &'static str,
    /// What Fortran calls it.
    pub fortran: &'static str,
    /// How many operands it takes.
    pub count: RangeInclusive<usize>,
    /// Of which types.
    pub takes: Takes,
    /// What it gives.
    pub gives: Gives,
}

macro_rules! intrinsics {
    ($($(#[$doc:meta])* $function:ident: $name:literal, $fortran:literal, $count:expr, $takes:ident => $gives:ident;)*) => {
        /// Functions that belong to a language.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Intrinsic {
            $($(#[$doc])* $function,)*
            /// A function of analysis on reals or complex numbers.
            Analytic(Analytic),
        }

        impl Intrinsic {
            /// All functions but those of analysis.
            const OWN: &[Intrinsic] = &[$(Intrinsic::$function,)*];

            /// What is to be known of the function.
            pub fn signature(self) -> Signature {
                match self {
                    $(Intrinsic::$function => Signature {
                        name: $name,
                        fortran: $fortran,
                        count: $count,
                        takes: Takes::$takes,
                        gives: Gives::$gives,
                    },)*
                    Intrinsic::Analytic(function) => function.signature(),
                }
            }
        }
    };
}

macro_rules! analytic {
    ($($(#[$doc:meta])* $function:ident: $name:literal, $fortran:literal, $count:expr, $complex:expr;)*) => {
        /// Functions of analysis. Under ideal arithmetic they are exact functions of real numbers, kept as such.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Analytic {
            $($(#[$doc])* $function,)*
        }

        impl Analytic {
            /// All of them.
            pub const ALL: &[Analytic] = &[$(Analytic::$function,)*];

            /// Whether it is also a function of complex numbers.
            pub fn has_complex_form(self) -> bool {
                match self {
                    $(Analytic::$function => $complex,)*
                }
            }

            fn signature(self) -> Signature {
                let (name, fortran, count) = match self {
                    $(Analytic::$function => ($name, $fortran, $count),)*
                };
                Signature { name, fortran, count, takes: Takes::Analysis, gives: Gives::First }
            }
        }
    };
}

intrinsics! {
    /// `ABS(x)`
    Abs: "abs", "ABS", 1..=1, Number => Part;
    /// `MOD(x, y)` as PL/I has it: the remainder `r` with `0 ≤ r < |y|`.
    Mod: "mod", "MODULO", 2..=2, Ordered => Widest;
    /// `MIN(x, y, …)`
    Min: "min", "MIN", 1..=usize::MAX, Ordered => Widest;
    /// `MAX(x, y, …)`
    Max: "max", "MAX", 1..=usize::MAX, Ordered => Widest;
    /// `SIGN(x)`: −1, 0 or 1.
    Sign: "sign", "SIGN", 1..=1, Ordered => Widest;
    /// The remainder with the sign of `x` (integers or reals).
    Remainder: "remainder", "MOD", 2..=2, Ordered => Widest;
    /// The remainder with the sign of `y` (integers or reals).
    Modulo: "modulo", "MODULO", 2..=2, Ordered => Widest;
    /// `|x|` with the sign of `y`.
    TransferSign: "transfer_sign", "SIGN", 2..=2, Ordered => Widest;
    /// `x − y` where that is positive, else 0.
    PositiveDifference: "positive_difference", "DIM", 2..=2, Ordered => Widest;
    /// A real cut towards zero, still a real.
    WholePart: "whole_part", "AINT", 1..=1, Real => First;
    /// The nearest whole number, halves away from zero; of the type of the expression, real or integer.
    Nearest: "nearest", "NINT", 1..=1, Real => Integer;
    /// The greatest integer not above a real.
    Floor: "floor", "FLOOR", 1..=1, Real => Integer;
    /// The least integer not below a real.
    Ceiling: "ceiling", "CEILING", 1..=1, Real => Integer;
    /// The exponent of a real in base 2: `e` with `2**(e-1) ≤ |x| < 2**e`, 0 for zero.
    Exponent: "exponent", "EXPONENT", 1..=1, Real => Integer;
    /// The real part of a complex number.
    RealPart: "real_part", "REAL", 1..=1, Complex => Part;
    /// The imaginary part of a complex number.
    ImaginaryPart: "imaginary_part", "AIMAG", 1..=1, Complex => Part;
    /// The conjugate of a complex number.
    Conjugate: "conjugate", "CONJG", 1..=1, Complex => First;
    /// Bit by bit (two's complement).
    BitAnd: "bit_and", "IAND", 2..=2, Integers => Widest;
    /// Bit by bit.
    BitOr: "bit_or", "IOR", 2..=2, Integers => Widest;
    /// Bit by bit.
    BitXor: "bit_xor", "IEOR", 2..=2, Integers => Widest;
    /// Bit by bit.
    BitNot: "bit_not", "NOT", 1..=1, Integers => First;
    /// How many bits are set (two's complement, in the width of `x`).
    BitCount: "bit_count", "POPCNT", 1..=1, Integers => Integer;
    /// `x` times two to the power of `y` modulo the width of `x`; `y` must be less than that width.
    ShiftLeft: "shift_left", "SHIFTL", 2..=2, Integers => First;
    /// `x` by two to the power of `y`, rounded down; `y` must be less than the width of `x`.
    ShiftRight: "shift_right", "SHIFTA", 2..=2, Integers => First;
    /// `x` shifted left by `y` places, right (zeros come in) where `y` is negative.
    Shift: "shift", "ISHFT", 2..=2, Integers => First;
    /// `x` whose lowest `z` bits are rotated left by `y` places.
    Rotate: "rotate", "ISHFTC", 3..=3, Integers => First;
    /// `z` bits of `x` from bit `y` on.
    BitField: "bit_field", "IBITS", 3..=3, Integers => First;
    /// Whether bit `y` of `x` is set.
    BitTest: "bit_test", "BTEST", 2..=2, Integers => Logical;
    /// `x` with bit `y` set.
    BitSet: "bit_set", "IBSET", 2..=2, Integers => First;
    /// `x` with bit `y` cleared.
    BitClear: "bit_clear", "IBCLR", 2..=2, Integers => First;
    /// The code of the first character of a text.
    CodeOf: "code_of", "ICHAR", 1..=1, Text => Integer;
    /// The text of one character with a code.
    CharacterOf: "character_of", "CHAR", 1..=1, Integers => Text;
    /// The length without trailing blanks.
    TrimmedLength: "trimmed_length", "LEN_TRIM", 1..=1, Text => Integer;
    /// Without trailing blanks.
    Trim: "trim", "TRIM", 1..=1, Text => Text;
    /// Leading blanks moved to the end.
    AdjustLeft: "adjust_left", "ADJUSTL", 1..=1, Text => Text;
    /// Trailing blanks moved to the front.
    AdjustRight: "adjust_right", "ADJUSTR", 1..=1, Text => Text;
    /// The position of the second text in the first, 0 if it is not in it; a third operand, a truth value, asks
    /// for the last one.
    IndexOf: "index_of", "INDEX", 2..=3, Texts => Integer;
    /// The position of the first character of the first text that is in the second (third operand: the last).
    ScanFor: "scan_for", "SCAN", 2..=3, Texts => Integer;
    /// The position of the first character of the first text that is not in the second (third operand: the last).
    VerifyAgainst: "verify_against", "VERIFY", 2..=3, Texts => Integer;
    /// The first text `y` times.
    Repeat: "repeat", "REPEAT", 2..=2, TextAndInteger => Text;
    /// `x` where the last operand, a truth value, holds, else `y`.
    Choose: "choose", "MERGE", 3..=3, Choice => First;
}

analytic! {
    /// Square root.
    Sqrt: "sqrt", "SQRT", 1..=1, true;
    /// `e` to the power of `x`.
    Exp: "exp", "EXP", 1..=1, true;
    /// Natural logarithm.
    Log: "log", "LOG", 1..=1, true;
    /// Decimal logarithm.
    Log10: "log10", "LOG10", 1..=1, false;
    /// Sine.
    Sin: "sin", "SIN", 1..=1, true;
    /// Cosine.
    Cos: "cos", "COS", 1..=1, true;
    /// Tangent.
    Tan: "tan", "TAN", 1..=1, true;
    /// Arc sine.
    Asin: "asin", "ASIN", 1..=1, true;
    /// Arc cosine.
    Acos: "acos", "ACOS", 1..=1, true;
    /// Arc tangent.
    Atan: "atan", "ATAN", 1..=1, true;
    /// The angle of the point with ordinate `x` and abscissa `y`.
    Atan2: "atan2", "ATAN2", 2..=2, false;
    /// Hyperbolic sine.
    Sinh: "sinh", "SINH", 1..=1, true;
    /// Hyperbolic cosine.
    Cosh: "cosh", "COSH", 1..=1, true;
    /// Hyperbolic tangent.
    Tanh: "tanh", "TANH", 1..=1, true;
    /// The error function.
    Erf: "erf", "ERF", 1..=1, false;
    /// One less the error function.
    Erfc: "erfc", "ERFC", 1..=1, false;
    /// The gamma function.
    Gamma: "gamma", "GAMMA", 1..=1, false;
    /// The logarithm of the gamma function.
    LogGamma: "log_gamma", "LOG_GAMMA", 1..=1, false;
}

impl Intrinsic {
    /// All functions.
    pub fn all() -> impl Iterator<Item = Intrinsic> {
        Self::OWN.iter().copied().chain(Analytic::ALL.iter().map(|&function| Intrinsic::Analytic(function)))
    }

    /// The function of a name in the Flow text form.
    pub fn named(name: &str) -> Option<Intrinsic> {
        Self::all().find(|function| function.signature().name == name)
    }
}
