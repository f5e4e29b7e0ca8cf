//! How functions of the languages become instructions: one line for each.

use sextant_expr::Function;
use sextant_syntax::{Analytic, Expr, ExprKind, Intrinsic, Type};

use super::{Binary, Ternary, TextFunction, Unary};

/// How a function becomes instructions.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// An operation on one number.
    One(Unary),
    /// An operation on two numbers.
    Two(Binary),
    /// An operation on three numbers; the third is the width where it is not given.
    Three(Ternary),
    /// Of all operands, two by two.
    Fold(Binary),
    /// A function of analysis, of reals or complex numbers.
    Analysis(Analytic),
    /// A shift whose distance must be less than the width.
    ShiftInt {
        /// Else to the right.
        left: bool,
    },
    /// One of two values of any type.
    Choose,
    /// A number that is measured on texts.
    Measure(TextFunction),
    /// A text made from a text.
    Change(TextFunction),
    /// The text of a character's code.
    Character,
    /// A part of a complex number.
    Part {
        /// Else the imaginary one.
        real: bool,
    },
    /// The conjugate of a complex number.
    Conjugate,
}

/// How an application of a function becomes instructions.
pub(super) fn how(application: &Expr, function: Intrinsic) -> How {
    let ty = &application.ty;
    match function {
        Intrinsic::Abs => How::One(Unary::Abs),
        Intrinsic::Sign => How::One(Unary::Sign),
        Intrinsic::WholePart => How::One(Unary::WholePart),
        Intrinsic::Nearest if matches!(ty, Type::Real(_)) => How::One(Unary::NearestReal),
        Intrinsic::Nearest => How::One(Unary::NearestInt),
        Intrinsic::Floor => How::One(Unary::Floor),
        Intrinsic::Ceiling => How::One(Unary::Ceiling),
        Intrinsic::Exponent => How::One(Unary::Exponent),
        Intrinsic::BitNot => How::One(Unary::BitNot),
        Intrinsic::BitCount => How::One(Unary::BitCount(width_of_operand(application))),
        Intrinsic::Analytic(function) => How::Analysis(function),
        Intrinsic::Mod => How::Two(Binary::Mod),
        Intrinsic::Remainder => How::Two(Binary::Remainder),
        Intrinsic::Modulo => How::Two(Binary::Modulo),
        Intrinsic::TransferSign => How::Two(Binary::TransferSign),
        Intrinsic::PositiveDifference => How::Two(Binary::PositiveDifference),
        Intrinsic::BitAnd => How::Two(Binary::BitAnd),
        Intrinsic::BitOr => How::Two(Binary::BitOr),
        Intrinsic::BitXor => How::Two(Binary::BitXor),
        Intrinsic::Shift => How::Two(Binary::Shift(width(ty))),
        Intrinsic::BitTest => How::Two(Binary::BitTest),
        Intrinsic::BitSet => How::Two(Binary::BitSet(width(ty))),
        Intrinsic::BitClear => How::Two(Binary::BitClear(width(ty))),
        Intrinsic::BitField => How::Three(Ternary::BitField),
        Intrinsic::Rotate => How::Three(Ternary::Rotate(width(ty))),
        Intrinsic::Min => How::Fold(Binary::Min),
        Intrinsic::Max => How::Fold(Binary::Max),
        Intrinsic::ShiftLeft => How::ShiftInt { left: true },
        Intrinsic::ShiftRight => How::ShiftInt { left: false },
        Intrinsic::Choose => How::Choose,
        Intrinsic::CodeOf => How::Measure(TextFunction::CodeOf),
        Intrinsic::TrimmedLength => How::Measure(TextFunction::TrimmedLength),
        Intrinsic::IndexOf => How::Measure(TextFunction::IndexOf),
        Intrinsic::ScanFor => How::Measure(TextFunction::ScanFor),
        Intrinsic::VerifyAgainst => How::Measure(TextFunction::VerifyAgainst),
        Intrinsic::Trim => How::Change(TextFunction::Trim),
        Intrinsic::AdjustLeft => How::Change(TextFunction::AdjustLeft),
        Intrinsic::AdjustRight => How::Change(TextFunction::AdjustRight),
        Intrinsic::Repeat => How::Change(TextFunction::Repeat),
        Intrinsic::CharacterOf => How::Character,
        Intrinsic::RealPart => How::Part { real: true },
        Intrinsic::ImaginaryPart => How::Part { real: false },
        Intrinsic::Conjugate => How::Conjugate,
    }
}

/// The width of the first operand of a function.
fn width_of_operand(application: &Expr) -> u8 {
    match &application.kind {
        ExprKind::Intrinsic(_, operands) => operands.first().map_or(32, |operand| width(&operand.ty)),
        _ => 32,
    }
}

pub(super) fn width(ty: &Type) -> u8 {
    match ty {
        Type::Int(ty) => ty.bits,
        _ => 32,
    }
}

/// The function of terms that a function of the language is.
pub(crate) fn analytic(function: Analytic) -> Function {
    match function {
        Analytic::Sqrt => Function::Sqrt,
        Analytic::Exp => Function::Exp,
        Analytic::Log => Function::Log,
        Analytic::Log10 => Function::Log10,
        Analytic::Sin => Function::Sin,
        Analytic::Cos => Function::Cos,
        Analytic::Tan => Function::Tan,
        Analytic::Asin => Function::Asin,
        Analytic::Acos => Function::Acos,
        Analytic::Atan => Function::Atan,
        Analytic::Atan2 => Function::Atan2,
        Analytic::Sinh => Function::Sinh,
        Analytic::Cosh => Function::Cosh,
        Analytic::Tanh => Function::Tanh,
        Analytic::Erf => Function::Erf,
        Analytic::Erfc => Function::Erfc,
        Analytic::Gamma => Function::Gamma,
        Analytic::LogGamma => Function::LogGamma,
    }
}
