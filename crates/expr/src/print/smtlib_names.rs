//! Names and definitions of SMT-LIB for our operations.
//!
//! Operations whose total meaning differs from that of the standard are functions named `sextant.…`; each is
//! defined here, in terms of standard ones.

use crate::{FloatKind, Function, Op, Rounding, Scalar, Sort, Table};

/// The definitions, in an order in which each uses only earlier ones.
pub(super) const DEFINITIONS: &[(&str, &str)] = &[
    (
        "sextant.div",
        "(define-fun sextant.div ((x Int) (y Int)) Int (ite (= y 0) 0 (ite (> y 0) (div x y) (div (- x) (- y)))))",
    ),
    ("sextant.mod", "(define-fun sextant.mod ((x Int) (y Int)) Int (- x (* y (sextant.div x y))))"),
    (
        "sextant.quot",
        "(define-fun sextant.quot ((x Int) (y Int)) Int (ite (= y 0) 0 (ite (>= x 0) (div x y) (- (div (- x) y)))))",
    ),
    ("sextant.rem", "(define-fun sextant.rem ((x Int) (y Int)) Int (- x (* y (sextant.quot x y))))"),
    (
        "sextant.quotient",
        "(define-fun sextant.quotient ((x Real) (y Real)) Real (ite (= y 0.0) 0.0 (/ x y)))",
    ),
    (
        "sextant.pow.int",
        "(define-fun-rec sextant.pow.int ((x Int) (n Int)) Int (ite (= n 0) 1 (ite (> n 0) (* x (sextant.pow.int x \
         (- n 1))) (ite (= x 1) 1 (ite (= x (- 1)) (ite (= (mod n 2) 0) 1 (- 1)) 0)))))",
    ),
    (
        "sextant.pow.real",
        "(define-fun-rec sextant.pow.real ((x Real) (n Int)) Real (ite (= n 0) 1.0 (ite (> n 0) (* x \
         (sextant.pow.real x (- n 1))) (ite (= x 0.0) 0.0 (/ 1.0 (sextant.pow.real x (- n)))))))",
    ),
    ("sextant.abs.real", "(define-fun sextant.abs.real ((x Real)) Real (ite (< x 0.0) (- x) x))"),
    ("sextant.min.int", "(define-fun sextant.min.int ((x Int) (y Int)) Int (ite (< x y) x y))"),
    ("sextant.max.int", "(define-fun sextant.max.int ((x Int) (y Int)) Int (ite (> x y) x y))"),
    ("sextant.min.real", "(define-fun sextant.min.real ((x Real) (y Real)) Real (ite (< x y) x y))"),
    ("sextant.max.real", "(define-fun sextant.max.real ((x Real) (y Real)) Real (ite (> x y) x y))"),
    (
        "sextant.trunc",
        "(define-fun sextant.trunc ((x Real)) Int (ite (< x 0.0) (- (to_int (- x))) (to_int x)))",
    ),
];

/// The function an operation is in SMT-LIB, without operands. The sort is that of the first operand.
pub(super) fn function(op: &Op, first: Sort, result: Sort) -> String {
    let by_sort = |name: &str| format!("sextant.{name}.{}", if first == Sort::INT { "int" } else { "real" });
    let fixed = match op {
        Op::Neg | Op::Sub => "-",
        Op::Add => "+",
        Op::Mul => "*",
        Op::Pow => return by_sort("pow"),
        Op::Div(Rounding::Floor) => "sextant.div",
        Op::Div(Rounding::Truncate) => "sextant.quot",
        Op::Rem(Rounding::Floor) => "sextant.mod",
        Op::Rem(Rounding::Truncate) => "sextant.rem",
        Op::Quotient => "sextant.quotient",
        Op::Abs if first == Sort::INT => "abs",
        Op::Abs => "sextant.abs.real",
        Op::Min => return by_sort("min"),
        Op::Max => return by_sort("max"),
        Op::ToReal => "to_real",
        Op::ToInt(Rounding::Floor) => "to_int",
        Op::ToInt(Rounding::Truncate) => "sextant.trunc",
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Implies => "=>",
        Op::Eq => "=",
        Op::Ne => "distinct",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Gt => ">",
        Op::Ge => ">=",
        Op::Ite => "ite",
        Op::Select => "select",
        Op::Store => "store",
        Op::Fill => return format!("(as const {})", sort_name(result)),
        _ => return machine_function(op, first),
    };
    fixed.to_owned()
}

fn machine_function(op: &Op, first: Sort) -> String {
    let width = match first {
        Sort::Scalar(Scalar::BitVec(width)) => width,
        _ => 0,
    };
    let fixed = match op {
        Op::BvNeg => "bvneg",
        Op::BvAdd => "bvadd",
        Op::BvSub => "bvsub",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvSdiv => "bvsdiv",
        Op::BvSrem => "bvsrem",
        Op::BvNot => "bvnot",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvUle => "bvule",
        Op::BvSlt => "bvslt",
        Op::BvSle => "bvsle",
        Op::BvConcat => "concat",
        Op::BvExtract(high, low) => return format!("(_ extract {high} {low})"),
        Op::BvZeroExtend(wide) => return format!("(_ zero_extend {})", wide - width),
        Op::BvSignExtend(wide) => return format!("(_ sign_extend {})", wide - width),
        Op::BvToUint => "bv2nat",
        Op::BvToSint => "sbv_to_int",
        Op::IntToBv(width) => return format!("(_ int2bv {width})"),
        Op::FloatNeg => "fp.neg",
        Op::FloatAbs => "fp.abs",
        Op::FloatAdd => "fp.add RNE",
        Op::FloatSub => "fp.sub RNE",
        Op::FloatMul => "fp.mul RNE",
        Op::FloatDiv => "fp.div RNE",
        Op::FloatEq => "fp.eq",
        Op::FloatLt => "fp.lt",
        Op::FloatLe => "fp.leq",
        Op::FloatIsNan => "fp.isNaN",
        Op::RealToFloat(kind) | Op::FloatToFloat(kind) => {
            return format!("(_ to_fp {}) RNE", format_name(*kind));
        }
        Op::FloatToReal => "fp.to_real",
        Op::Function(Function::Sqrt) if first != Sort::REAL => "fp.sqrt RNE",
        Op::Function(function) => return function_name(*function, first),
        _ => "constant",
    };
    fixed.to_owned()
}

/// A function of analysis on operands of a sort. SMT-LIB has none but the root of floats, so they are declared
/// without meaning.
fn function_name(function: Function, sort: Sort) -> String {
    let name = function.name().to_ascii_lowercase();
    match sort {
        Sort::Scalar(Scalar::Float(FloatKind::Single)) => format!("sextant.{name}.single"),
        Sort::Scalar(Scalar::Float(FloatKind::Double)) => format!("sextant.{name}.double"),
        _ => format!("sextant.{name}"),
    }
}

/// The declaration of the function that an operation is, if it has no meaning of its own in SMT-LIB.
pub(super) fn declaration(op: &Op, sort: Sort) -> Option<String> {
    match op {
        Op::Function(Function::Sqrt) if sort != Sort::REAL => None,
        Op::Function(function) => {
            let sort_name = sort_name(sort);
            let operands = vec![sort_name.as_str(); function.operand_count()].join(" ");
            Some(format!("(declare-fun {} ({operands}) {sort_name})\n", function_name(*function, sort)))
        }
        _ => None,
    }
}

/// Exponent and mantissa bits of a format.
pub(super) fn format_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Single => "8 24",
        FloatKind::Double => "11 53",
    }
}

/// A sort as SMT-LIB writes it.
pub(super) fn sort_name(sort: Sort) -> String {
    match sort {
        Sort::Array(element) => format!("(Array Int {})", sort_name(Sort::Scalar(element))),
        Sort::Scalar(Scalar::Bool) => "Bool".to_owned(),
        Sort::Scalar(Scalar::Int) => "Int".to_owned(),
        Sort::Scalar(Scalar::Real) => "Real".to_owned(),
        Sort::Scalar(Scalar::BitVec(width)) => format!("(_ BitVec {width})"),
        Sort::Scalar(Scalar::Float(kind)) => format!("(_ FloatingPoint {})", format_name(kind)),
    }
}

/// A symbol's name as an SMT-LIB symbol; what cannot stand between bars is written `%` and its code.
pub(super) fn symbol_name(table: &Table, id: crate::SymbolId) -> String {
    let name = &table.symbol_info(id).name;
    // What could be taken for a code is written as one, too.
    let apart = match ["%7C", "%5C", "%25"].iter().any(|code| name.contains(code)) {
        true => &name.replace('%', "%25"),
        false => name,
    };
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(letter);
    if !apart.is_empty()
        && apart.chars().all(plain)
        && !apart.starts_with(|first: char| first.is_ascii_digit())
    {
        return apart.clone();
    }
    let quoted = apart.replace('|', "%7C").replace('\\', "%5C");
    format!("|{quoted}|")
}
