//! The functions of languages as terms; what each demands of its operands.

use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_expr::{Function, Op, Rounding, Sort, Table, TermId};
use sextant_syntax::{Analytic, Intrinsic, Type};

use crate::value::{Store, Stuck};

pub(crate) fn demand_non_zero<S: Store + ?Sized>(
    table: &mut Table,
    store: &mut S,
    divisor: TermId,
    span: Span,
) -> Result<(), Stuck> {
    let zero = zero_like(table, divisor);
    let non_zero = table.apply(Op::Ne, &[divisor, zero]);
    store.demand(table, non_zero, span)
}

/// Zero of the sort of a term.
pub(crate) fn zero_like(table: &mut Table, term: TermId) -> TermId {
    if table.sort(term) == Sort::REAL { table.real(Default::default()) } else { table.int(0) }
}

/// `x ** y` with a real exponent, where the base is positive or both allow zero.
pub(crate) fn real_power<S: Store + ?Sized>(
    table: &mut Table,
    store: &mut S,
    x: TermId,
    y: TermId,
    span: Span,
) -> Result<TermId, Stuck> {
    let zero = zero_like(table, y);
    let x = if table.sort(x) == Sort::INT { table.apply(Op::ToReal, &[x]) } else { x };
    let positive = table.apply(Op::Gt, &[x, zero]);
    let base_zero = table.apply(Op::Eq, &[x, zero]);
    let exponent_positive = table.apply(Op::Gt, &[y, zero]);
    let at_zero = table.and(&[base_zero, exponent_positive]);
    let allowed = table.or(&[positive, at_zero]);
    store.demand(table, allowed, span)?;
    Ok(table.apply(Op::Function(Function::Pow), &[x, y]))
}

/// A function of the language on operands that have been evaluated.
pub(crate) fn intrinsic<S: Store + ?Sized>(
    table: &mut Table,
    store: &mut S,
    function: Intrinsic,
    arguments: &[TermId],
    ty: &Type,
    span: Span,
) -> Result<TermId, Stuck> {
    let first = *arguments.first().ok_or_else(|| Stuck::unsupported(span, "a function without arguments"))?;
    match function {
        Intrinsic::Min | Intrinsic::Max if arguments.len() == 1 => return Ok(first),
        Intrinsic::Min => return Ok(table.apply(Op::Min, arguments)),
        Intrinsic::Max => return Ok(table.apply(Op::Max, arguments)),
        Intrinsic::Choose => {
            let [yes, no, condition] = arguments[..] else {
                return Err(Stuck::unsupported(span, "MERGE without three arguments"));
            };
            return Ok(table.apply(Op::Ite, &[condition, yes, no]));
        }
        Intrinsic::Analytic(function) => return analytic(table, store, function, arguments, span),
        _ => {}
    }
    match arguments.get(1) {
        Some(&second) => two(table, store, function, first, second, span),
        None => one(table, function, first, ty, span),
    }
}

fn one(table: &mut Table, function: Intrinsic, x: TermId, ty: &Type, span: Span) -> Result<TermId, Stuck> {
    let zero = zero_like(table, x);
    Ok(match function {
        Intrinsic::Abs => table.apply(Op::Abs, &[x]),
        Intrinsic::Sign => {
            let [none, one, minus_one] = [0, 1, -1].map(|value| table.int(value));
            let positive = table.apply(Op::Gt, &[x, zero]);
            let negative = table.apply(Op::Lt, &[x, zero]);
            let rest = table.apply(Op::Ite, &[negative, minus_one, none]);
            table.apply(Op::Ite, &[positive, one, rest])
        }
        Intrinsic::Floor => table.apply(Op::ToInt(Rounding::Floor), &[x]),
        Intrinsic::Ceiling => {
            let negated = table.apply(Op::Neg, &[x]);
            let floor = table.apply(Op::ToInt(Rounding::Floor), &[negated]);
            table.apply(Op::Neg, &[floor])
        }
        Intrinsic::WholePart => {
            let whole = table.apply(Op::ToInt(Rounding::Truncate), &[x]);
            table.apply(Op::ToReal, &[whole])
        }
        Intrinsic::Nearest => {
            let half = table.real(RBig::from_parts(1.into(), 2u8.into()));
            let up = table.apply(Op::Add, &[x, half]);
            let down = table.apply(Op::Sub, &[x, half]);
            let positive = table.apply(Op::Ge, &[x, zero]);
            let shifted = table.apply(Op::Ite, &[positive, up, down]);
            let whole = table.apply(Op::ToInt(Rounding::Truncate), &[shifted]);
            if matches!(ty, Type::Real(_)) { table.apply(Op::ToReal, &[whole]) } else { whole }
        }
        _ => return Err(unknown(function, span)),
    })
}

fn two<S: Store + ?Sized>(
    table: &mut Table,
    store: &mut S,
    function: Intrinsic,
    x: TermId,
    y: TermId,
    span: Span,
) -> Result<TermId, Stuck> {
    match function {
        Intrinsic::Mod => {
            demand_non_zero(table, store, y, span)?;
            // PL/I's remainder is never negative, whatever the sign of the divisor.
            let positive = table.as_int(y).is_some_and(|value| *value > dashu_int::IBig::ZERO);
            let size = if positive { y } else { table.apply(Op::Abs, &[y]) };
            Ok(table.apply(Op::Rem(Rounding::Floor), &[x, size]))
        }
        Intrinsic::Remainder | Intrinsic::Modulo => {
            demand_non_zero(table, store, y, span)?;
            let rounding =
                if function == Intrinsic::Remainder { Rounding::Truncate } else { Rounding::Floor };
            if table.sort(x) == Sort::INT {
                return Ok(table.apply(Op::Rem(rounding), &[x, y]));
            }
            let quotient = table.apply(Op::Quotient, &[x, y]);
            let whole = table.apply(Op::ToInt(rounding), &[quotient]);
            let whole = table.apply(Op::ToReal, &[whole]);
            let product = table.apply(Op::Mul, &[y, whole]);
            Ok(table.apply(Op::Sub, &[x, product]))
        }
        Intrinsic::TransferSign => {
            let zero = zero_like(table, y);
            let size = table.apply(Op::Abs, &[x]);
            let negative = table.apply(Op::Neg, &[size]);
            let not_negative = table.apply(Op::Ge, &[y, zero]);
            Ok(table.apply(Op::Ite, &[not_negative, size, negative]))
        }
        Intrinsic::PositiveDifference => {
            let zero = zero_like(table, x);
            let difference = table.apply(Op::Sub, &[x, y]);
            let more = table.apply(Op::Gt, &[x, y]);
            Ok(table.apply(Op::Ite, &[more, difference, zero]))
        }
        _ => Err(unknown(function, span)),
    }
}

/// Operations on bits, and other functions.
fn unknown(function: Intrinsic, span: Span) -> Stuck {
    let what = match function {
        Intrinsic::BitAnd | Intrinsic::BitOr | Intrinsic::BitXor | Intrinsic::BitNot => {
            "operations on the bits of a number"
        }
        Intrinsic::ShiftLeft | Intrinsic::ShiftRight => "shifts",
        _ => "this function",
    };
    Stuck::unsupported(span, what)
}

/// A function of analysis on reals; an operand outside its domain is an error of the program.
fn analytic<S: Store + ?Sized>(
    table: &mut Table,
    store: &mut S,
    function: Analytic,
    arguments: &[TermId],
    span: Span,
) -> Result<TermId, Stuck> {
    let x = arguments[0];
    if table.sort(x) != Sort::REAL {
        return Err(Stuck::unsupported(span, "this function of something other than a real"));
    }
    let zero = zero_like(table, x);
    let domain = match function {
        Analytic::Sqrt => Some(table.apply(Op::Ge, &[x, zero])),
        Analytic::Log | Analytic::Log10 => Some(table.apply(Op::Gt, &[x, zero])),
        Analytic::Asin | Analytic::Acos => {
            let size = table.apply(Op::Abs, &[x]);
            let one = table.real(RBig::ONE);
            Some(table.apply(Op::Le, &[size, one]))
        }
        Analytic::Atan2 => {
            let abscissa = *arguments.get(1).unwrap_or(&x);
            let left = table.apply(Op::Ne, &[x, zero]);
            let right = table.apply(Op::Ne, &[abscissa, zero]);
            Some(table.or(&[left, right]))
        }
        _ => None,
    };
    if let Some(domain) = domain {
        store.demand(table, domain, span)?;
    }
    Ok(table.apply(Op::Function(term_function(function)), arguments))
}

fn term_function(function: Analytic) -> Function {
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
