//! Functions of analysis on machine numbers, by the C library of the machine where the language reaches it.

use crate::Function;

macro_rules! library {
    ($(#[$meta:meta])* $name:ident, $float:ty, $erf:path, $erfc:path, $gamma:path, $log_gamma:path) => {
        $(#[$meta])*
        pub(super) fn $name(function: Function, x: $float, y: $float) -> $float {
            match function {
                Function::Sqrt => x.sqrt(),
                Function::Exp => x.exp(),
                Function::Log => x.ln(),
                Function::Log10 => x.log10(),
                Function::Sin => x.sin(),
                Function::Cos => x.cos(),
                Function::Tan => x.tan(),
                Function::Asin => x.asin(),
                Function::Acos => x.acos(),
                Function::Atan => x.atan(),
                Function::Atan2 => x.atan2(y),
                Function::Sinh => x.sinh(),
                Function::Cosh => x.cosh(),
                Function::Tanh => x.tanh(),
                Function::Erf => $erf(x),
                Function::Erfc => $erfc(x),
                Function::Gamma => $gamma(x),
                Function::LogGamma => $log_gamma(x),
                Function::Pow => x.powf(y),
            }
        }
    };
}

library!(
    /// The value for singles; functions of one operand ignore the second.
    library_single, f32, libm::erff, libm::erfcf, libm::tgammaf, libm::lgammaf
);
library!(
    /// The value for doubles; functions of one operand ignore the second.
    library_double, f64, libm::erf, libm::erfc, libm::tgamma, libm::lgamma
);
