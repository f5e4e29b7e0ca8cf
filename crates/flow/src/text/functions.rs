//! The names of the functions of a language: in the Flow form, and as Fortran calls them.

use sextant_syntax::{Analytic, Intrinsic};

/// Flow name, function, Fortran name; sorted by the Flow name.
const FUNCTIONS: &[(&str, Intrinsic, &str)] = &[
    ("abs", Intrinsic::Abs, "ABS"),
    ("acos", Intrinsic::Analytic(Analytic::Acos), "ACOS"),
    ("adjust_left", Intrinsic::AdjustLeft, "ADJUSTL"),
    ("adjust_right", Intrinsic::AdjustRight, "ADJUSTR"),
    ("asin", Intrinsic::Analytic(Analytic::Asin), "ASIN"),
    ("atan", Intrinsic::Analytic(Analytic::Atan), "ATAN"),
    ("atan2", Intrinsic::Analytic(Analytic::Atan2), "ATAN2"),
    ("bit_and", Intrinsic::BitAnd, "IAND"),
    ("bit_clear", Intrinsic::BitClear, "IBCLR"),
    ("bit_field", Intrinsic::BitField, "IBITS"),
    ("bit_not", Intrinsic::BitNot, "NOT"),
    ("bit_or", Intrinsic::BitOr, "IOR"),
    ("bit_set", Intrinsic::BitSet, "IBSET"),
    ("bit_test", Intrinsic::BitTest, "BTEST"),
    ("bit_xor", Intrinsic::BitXor, "IEOR"),
    ("ceiling", Intrinsic::Ceiling, "CEILING"),
    ("character_of", Intrinsic::CharacterOf, "CHAR"),
    ("choose", Intrinsic::Choose, "MERGE"),
    ("code_of", Intrinsic::CodeOf, "ICHAR"),
    ("conjugate", Intrinsic::Conjugate, "CONJG"),
    ("cos", Intrinsic::Analytic(Analytic::Cos), "COS"),
    ("cosh", Intrinsic::Analytic(Analytic::Cosh), "COSH"),
    ("erf", Intrinsic::Analytic(Analytic::Erf), "ERF"),
    ("erfc", Intrinsic::Analytic(Analytic::Erfc), "ERFC"),
    ("exp", Intrinsic::Analytic(Analytic::Exp), "EXP"),
    ("exponent", Intrinsic::Exponent, "EXPONENT"),
    ("floor", Intrinsic::Floor, "FLOOR"),
    ("gamma", Intrinsic::Analytic(Analytic::Gamma), "GAMMA"),
    ("imaginary_part", Intrinsic::ImaginaryPart, "AIMAG"),
    ("index_of", Intrinsic::IndexOf, "INDEX"),
    ("log", Intrinsic::Analytic(Analytic::Log), "LOG"),
    ("log10", Intrinsic::Analytic(Analytic::Log10), "LOG10"),
    ("log_gamma", Intrinsic::Analytic(Analytic::LogGamma), "LOG_GAMMA"),
    ("max", Intrinsic::Max, "MAX"),
    ("min", Intrinsic::Min, "MIN"),
    ("mod", Intrinsic::Mod, "MODULO"),
    ("modulo", Intrinsic::Modulo, "MODULO"),
    ("nearest", Intrinsic::Nearest, "NINT"),
    ("positive_difference", Intrinsic::PositiveDifference, "DIM"),
    ("real_part", Intrinsic::RealPart, "REAL"),
    ("remainder", Intrinsic::Remainder, "MOD"),
    ("repeat", Intrinsic::Repeat, "REPEAT"),
    ("rotate", Intrinsic::Rotate, "ISHFTC"),
    ("scan_for", Intrinsic::ScanFor, "SCAN"),
    ("shift", Intrinsic::Shift, "ISHFT"),
    ("shift_left", Intrinsic::ShiftLeft, "SHIFTL"),
    ("shift_right", Intrinsic::ShiftRight, "SHIFTA"),
    ("sign", Intrinsic::Sign, "SIGN"),
    ("sin", Intrinsic::Analytic(Analytic::Sin), "SIN"),
    ("sinh", Intrinsic::Analytic(Analytic::Sinh), "SINH"),
    ("sqrt", Intrinsic::Analytic(Analytic::Sqrt), "SQRT"),
    ("tan", Intrinsic::Analytic(Analytic::Tan), "TAN"),
    ("tanh", Intrinsic::Analytic(Analytic::Tanh), "TANH"),
    ("transfer_sign", Intrinsic::TransferSign, "SIGN"),
    ("trim", Intrinsic::Trim, "TRIM"),
    ("trimmed_length", Intrinsic::TrimmedLength, "LEN_TRIM"),
    ("verify_against", Intrinsic::VerifyAgainst, "VERIFY"),
    ("whole_part", Intrinsic::WholePart, "AINT"),
];

/// The function a word of the Flow form names.
pub(crate) fn function_named(word: &str) -> Option<Intrinsic> {
    let at = FUNCTIONS.binary_search_by_key(&word, |(flow, ..)| flow).ok()?;
    Some(FUNCTIONS[at].1)
}

/// The word of the Flow form for a function.
pub(crate) fn flow_name(function: Intrinsic) -> &'static str {
    names(function).0
}

/// What Fortran calls a function.
pub(crate) fn fortran_name(function: Intrinsic) -> &'static str {
    names(function).1
}

fn names(function: Intrinsic) -> (&'static str, &'static str) {
    let entry = FUNCTIONS.iter().find(|(_, known, _)| *known == function);
    entry.map_or(("?", "?"), |(flow, _, fortran)| (flow, fortran))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_for_the_search_and_each_finds_its_function() {
        assert!(FUNCTIONS.is_sorted_by_key(|(flow, ..)| flow));
        for (flow, function, _) in FUNCTIONS {
            assert_eq!(function_named(flow), Some(*function));
            assert_eq!(flow_name(*function), *flow);
        }
    }
}
