//! The functions of analysis that terms may apply.

/// A function of analysis, on Reals or on floats of one format.
///
/// On floats it is what the C library of the machine gives for that format, with one NaN; error functions and
/// gamma functions are those of the `libm` crate, since the language reaches no others.
///
/// On Reals it is the mathematical function, taken as 0 where that is undefined (`SQRT(-1)`, `LOG(0)`); programs
/// never see those values, for the execution engines test the domain first. Such a value is irrational as a rule,
/// so evaluation gives
/// - the exact value, where it is known to be rational: roots of squares, `EXP(0)`, whole powers and so on;
/// - else the double that the function has at the double nearest to the operand, or 0 if that is not finite.
///
/// Evaluation therefore errs by a rounding; [`Evaluation::certainty`](crate::Evaluation::certainty) tells whether
/// that can matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Function {
    /// The square root.
    Sqrt,
    /// The exponential function.
    Exp,
    /// The natural logarithm.
    Log,
    /// The logarithm to base 10.
    Log10,
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The tangent.
    Tan,
    /// The arc sine.
    Asin,
    /// The arc cosine, between 0 and π.
    Acos,
    /// The arc tangent.
    Atan,
    /// The angle of the point whose ordinate is the first operand and whose abscissa is the second, between -π
    /// and π.
    Atan2,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The hyperbolic tangent.
    Tanh,
    /// The error function.
    Erf,
    /// One minus the error function.
    Erfc,
    /// The gamma function.
    Gamma,
    /// The logarithm of the absolute value of the gamma function.
    LogGamma,
    /// The first operand to the power of the second. On Reals a whole exponent gives the rational power, as
    /// [`Op::Pow`](crate::Op::Pow) has it, and the exponent 1/2 the square root.
    Pow,
}

impl Function {
    /// All functions.
    pub const ALL: [Function; 19] = [
        Function::Sqrt,
        Function::Exp,
        Function::Log,
        Function::Log10,
        Function::Sin,
        Function::Cos,
        Function::Tan,
        Function::Asin,
        Function::Acos,
        Function::Atan,
        Function::Atan2,
        Function::Sinh,
        Function::Cosh,
        Function::Tanh,
        Function::Erf,
        Function::Erfc,
        Function::Gamma,
        Function::LogGamma,
        Function::Pow,
    ];

    /// How many operands it takes.
    pub fn operand_count(self) -> usize {
        if matches!(self, Function::Atan2 | Function::Pow) { 2 } else { 1 }
    }

    /// Its name in shown algebra.
    pub fn name(self) -> &'static str {
        match self {
            Function::Sqrt => "SQRT",
            Function::Exp => "EXP",
            Function::Log => "LOG",
            Function::Log10 => "LOG10",
            Function::Sin => "SIN",
            Function::Cos => "COS",
            Function::Tan => "TAN",
            Function::Asin => "ASIN",
            Function::Acos => "ACOS",
            Function::Atan => "ATAN",
            Function::Atan2 => "ATAN2",
            Function::Sinh => "SINH",
            Function::Cosh => "COSH",
            Function::Tanh => "TANH",
            Function::Erf => "ERF",
            Function::Erfc => "ERFC",
            Function::Gamma => "GAMMA",
            Function::LogGamma => "LOG_GAMMA",
            Function::Pow => "POW",
        }
    }

    /// Whether `f(-x) = -f(x)`.
    pub(crate) fn is_odd(self) -> bool {
        use Function::{Asin, Atan, Erf, Sin, Sinh, Tan, Tanh};
        matches!(self, Sin | Tan | Asin | Atan | Sinh | Tanh | Erf)
    }

    /// Whether `f(-x) = f(x)`.
    pub(crate) fn is_even(self) -> bool {
        matches!(self, Function::Cos | Function::Cosh)
    }
}
