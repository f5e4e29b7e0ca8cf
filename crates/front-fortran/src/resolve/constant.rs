//! The values of constant expressions.
//!
//! Whole numbers, truth values and texts are exact. Arithmetic on reals rounds as the machine does; it is needed only
//! where a whole number comes out of it (a bound, a kind). Elsewhere constant expressions of reals stay as they are
//! written, so that ideal arithmetic keeps them exact.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_syntax::{Analytic, BinaryOp, Expr, ExprKind, Intrinsic, RealType, Type, UnaryOp};

use super::build::{self, element_type};

/// Numbers with more bits than this are no longer computed.
const MOST_BITS: usize = 1 << 12;

/// The expression, as a constant if it is a whole number, a truth value or a text that can be computed.
pub(crate) fn folded(expr: Expr) -> Expr {
    match expr.ty {
        Type::Int(_) | Type::Logical | Type::Text(_) => {
            let ty = expr.ty.clone();
            match evaluate(&expr) {
                Some(value) if matches!(ty, Type::Text(_)) => value,
                Some(value) => Expr { ty, ..value },
                None => expr,
            }
        }
        _ => expr,
    }
}

/// The whole number that an expression stands for.
pub(crate) fn int(expr: &Expr) -> Option<IBig> {
    match evaluate(expr)?.kind {
        ExprKind::Int(value) => Some(value),
        ExprKind::Real(value) => Some(value.trunc()),
        _ => None,
    }
}

/// The whole number that an expression stands for, if a number of this type can hold it.
pub(crate) fn number<T: TryFrom<IBig>>(expr: &Expr) -> Option<T> {
    T::try_from(int(expr)?).ok()
}

/// The constant that an expression stands for.
pub(crate) fn evaluate(expr: &Expr) -> Option<Expr> {
    let span = expr.span;
    let result = match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Real(_) | ExprKind::Text(_) => {
            return Some(expr.clone());
        }
        ExprKind::Complex(re, im) => ExprKind::Complex(Box::new(evaluate(re)?), Box::new(evaluate(im)?)),
        ExprKind::Unary(op, operand) => unary(*op, evaluate(operand)?)?,
        ExprKind::Binary(op, left, right) => binary(*op, evaluate(left)?, evaluate(right)?)?,
        ExprKind::Convert(operand) => return converted(evaluate(operand)?, &expr.ty, span),
        ExprKind::Intrinsic(function, operands) => {
            let operands = operands.iter().map(evaluate).collect::<Option<Vec<_>>>()?;
            function_value(*function, &operands, &expr.ty)?
        }
        _ => return None,
    };
    if let ExprKind::Text(bytes) = result {
        return Some(build::text(bytes, span));
    }
    Some(Expr { kind: result, ty: expr.ty.clone(), span })
}

/// The nearest number of the type.
fn rounded(value: &RBig, ty: &Type) -> RBig {
    let value = match ty {
        Type::Real(RealType::Single) => RBig::try_from(value.to_f32().value()),
        _ => RBig::try_from(value.to_f64().value()),
    };
    value.unwrap_or(RBig::ZERO)
}

fn real_of(expr: &Expr) -> Option<RBig> {
    match &expr.kind {
        ExprKind::Real(value) => Some(rounded(value, &expr.ty)),
        ExprKind::Int(value) => Some(RBig::from(value.clone())),
        _ => None,
    }
}

/// A constant as one of another type.
pub(crate) fn converted(value: Expr, ty: &Type, span: Span) -> Option<Expr> {
    let kind = match (&value.kind, element_type(ty)) {
        (ExprKind::Int(number), Type::Int(_)) => ExprKind::Int(number.clone()),
        (ExprKind::Int(number), Type::Real(_)) => ExprKind::Real(RBig::from(number.clone())),
        (ExprKind::Real(_), Type::Int(_)) => ExprKind::Int(real_of(&value)?.trunc()),
        (ExprKind::Real(number), Type::Real(_)) if value.ty == *ty => ExprKind::Real(number.clone()),
        (ExprKind::Real(_), Type::Real(_)) => ExprKind::Real(rounded(&real_of(&value)?, ty)),
        (ExprKind::Int(_) | ExprKind::Real(_), Type::Complex(part)) => {
            let part = Type::Real(*part);
            let imaginary = build::zero(&part, span);
            ExprKind::Complex(Box::new(converted(value, &part, span)?), Box::new(imaginary))
        }
        (ExprKind::Complex(re, im), Type::Complex(part)) => {
            let part = Type::Real(*part);
            let (re, im) = (converted((**re).clone(), &part, span)?, converted((**im).clone(), &part, span)?);
            ExprKind::Complex(Box::new(re), Box::new(im))
        }
        (ExprKind::Complex(re, _), Type::Real(_) | Type::Int(_)) => {
            return converted((**re).clone(), ty, span);
        }
        (ExprKind::Bool(_), Type::Logical) | (ExprKind::Text(_), Type::Text(_)) => value.kind.clone(),
        (ExprKind::Bool(truth), Type::Int(_)) => ExprKind::Int(IBig::from(u8::from(*truth))),
        (ExprKind::Int(number), Type::Logical) => ExprKind::Bool(!number.is_zero()),
        (ExprKind::Text(bytes), to) => return Some(build::from_bytes(bytes, to, span)),
        _ => return None,
    };
    Some(Expr { kind, ty: element_type(ty).clone(), span })
}

fn unary(op: UnaryOp, operand: Expr) -> Option<ExprKind> {
    Some(match (op, operand.kind) {
        (UnaryOp::Negate, ExprKind::Int(value)) => ExprKind::Int(-value),
        (UnaryOp::Negate, ExprKind::Real(value)) => ExprKind::Real(-value),
        (UnaryOp::Negate, ExprKind::Complex(re, im)) => {
            ExprKind::Complex(Box::new(build::negate(*re)), Box::new(build::negate(*im)))
        }
        (UnaryOp::Not, ExprKind::Bool(value)) => ExprKind::Bool(!value),
        _ => return None,
    })
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Option<ExprKind> {
    match (&left.kind, &right.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => integers(op, a, b),
        (ExprKind::Bool(a), ExprKind::Bool(b)) => Some(ExprKind::Bool(match op {
            BinaryOp::And => *a && *b,
            BinaryOp::Or => *a || *b,
            BinaryOp::Equal => a == b,
            BinaryOp::NotEqual => a != b,
            _ => return None,
        })),
        (ExprKind::Text(a), ExprKind::Text(b)) if op == BinaryOp::Concatenate => {
            Some(ExprKind::Text([a.as_slice(), b.as_slice()].concat()))
        }
        (ExprKind::Text(a), ExprKind::Text(b)) => {
            let length = a.len().max(b.len());
            let padded = |text: &[u8]| {
                let mut text = text.to_vec();
                text.resize(length, b' ');
                text
            };
            relation(op, padded(a).cmp(&padded(b)))
        }
        (ExprKind::Real(_), ExprKind::Int(b)) if op == BinaryOp::Power => {
            let power = usize::try_from(b.clone()).ok().filter(|&power| power <= 1024)?;
            let base = real_of(&left)?;
            let mut result = RBig::ONE;
            for _ in 0..power {
                result = rounded(&(result * &base), &left.ty);
            }
            Some(ExprKind::Real(result))
        }
        (ExprKind::Real(_), ExprKind::Real(_)) if op == BinaryOp::Power => {
            let power = real_of(&left)?.to_f64().value().powf(real_of(&right)?.to_f64().value());
            Some(ExprKind::Real(rounded(&RBig::try_from(power).ok()?, &left.ty)))
        }
        _ => reals(op, &real_of(&left)?, &real_of(&right)?, &left.ty),
    }
}

fn relation(op: BinaryOp, order: Ordering) -> Option<ExprKind> {
    Some(ExprKind::Bool(match op {
        BinaryOp::Equal => order.is_eq(),
        BinaryOp::NotEqual => order.is_ne(),
        BinaryOp::Less => order.is_lt(),
        BinaryOp::LessEqual => order.is_le(),
        BinaryOp::Greater => order.is_gt(),
        BinaryOp::GreaterEqual => order.is_ge(),
        _ => return None,
    }))
}

fn integers(op: BinaryOp, a: &IBig, b: &IBig) -> Option<ExprKind> {
    let value = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide if !b.is_zero() => a / b,
        BinaryOp::Power => power(a, b)?,
        _ => return relation(op, a.cmp(b)),
    };
    Some(ExprKind::Int(value))
}

fn power(base: &IBig, exponent: &IBig) -> Option<IBig> {
    if *exponent < IBig::ZERO {
        return match () {
            () if base.is_zero() => None,
            () if base.is_one() => Some(IBig::ONE),
            () if *base == IBig::NEG_ONE => Some(if exponent.bit(0) { IBig::NEG_ONE } else { IBig::ONE }),
            () => Some(IBig::ZERO),
        };
    }
    let exponent = usize::try_from(exponent.clone()).ok()?;
    (base.bit_len().saturating_mul(exponent) <= MOST_BITS).then(|| base.pow(exponent))
}

fn reals(op: BinaryOp, a: &RBig, b: &RBig, ty: &Type) -> Option<ExprKind> {
    let value = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide if !b.is_zero() => a / b,
        _ => return relation(op, a.cmp(b)),
    };
    Some(ExprKind::Real(rounded(&value, ty)))
}

fn function_value(function: Intrinsic, operands: &[Expr], ty: &Type) -> Option<ExprKind> {
    if let Some(value) = text_function(function, operands) {
        return Some(value);
    }
    if let (Intrinsic::Choose, [then, otherwise, mask]) = (function, operands) {
        return match mask.kind {
            ExprKind::Bool(true) => Some(then.kind.clone()),
            ExprKind::Bool(false) => Some(otherwise.kind.clone()),
            _ => None,
        };
    }
    if operands.iter().all(|operand| matches!(operand.kind, ExprKind::Int(_))) {
        let numbers: Vec<&IBig> = operands.iter().filter_map(build::int_value).collect();
        return integer_function(function, &numbers, ty);
    }
    let numbers = operands.iter().map(real_of).collect::<Option<Vec<_>>>()?;
    real_function(function, &numbers, ty)
}

fn integer_function(function: Intrinsic, operands: &[&IBig], ty: &Type) -> Option<ExprKind> {
    let value = match (function, operands) {
        (Intrinsic::Abs, [x]) => (*x).clone().max(-(*x).clone()),
        (Intrinsic::Min, numbers) => (**numbers.iter().min()?).clone(),
        (Intrinsic::Max, numbers) => (**numbers.iter().max()?).clone(),
        (Intrinsic::Remainder, [x, y]) if !y.is_zero() => *x % *y,
        (Intrinsic::Modulo, [x, y]) if !y.is_zero() => {
            let remainder = *x % *y;
            let opposite = !remainder.is_zero() && (remainder < IBig::ZERO) != (**y < IBig::ZERO);
            if opposite { remainder + *y } else { remainder }
        }
        (Intrinsic::BitAnd, [x, y]) => *x & *y,
        (Intrinsic::BitOr, [x, y]) => *x | *y,
        (Intrinsic::BitXor, [x, y]) => *x ^ *y,
        (Intrinsic::BitNot, [x]) => !(*x).clone(),
        (Intrinsic::TransferSign, [x, y]) => {
            let magnitude = (*x).clone().max(-(*x).clone());
            if **y < IBig::ZERO { -magnitude } else { magnitude }
        }
        (Intrinsic::PositiveDifference, [x, y]) => (*x - *y).max(IBig::ZERO),
        (Intrinsic::Shift, [x, by]) => shifted(x, by, ty)?,
        (Intrinsic::BitTest, [x, at]) => return Some(ExprKind::Bool(x.bit(bit_number(at, ty)?))),
        (Intrinsic::BitSet, [x, at]) => *x | bit_value(at, ty)?,
        (Intrinsic::BitClear, [x, at]) => *x & !bit_value(at, ty)?,
        (Intrinsic::CharacterOf, [x]) => return Some(ExprKind::Text(vec![u8::try_from((*x).clone()).ok()?])),
        _ => return None,
    };
    Some(ExprKind::Int(value))
}

/// The number of a bit that an integer of the type has, or any integer where the type is none.
fn bit_number(at: &IBig, ty: &Type) -> Option<usize> {
    let bits = if let Type::Int(int) = element_type(ty) { usize::from(int.bits) } else { 64 };
    usize::try_from(at.clone()).ok().filter(|&at| at < bits)
}

/// A bit alone, as an integer of the type has it: the highest one is the sign.
fn bit_value(at: &IBig, ty: &Type) -> Option<IBig> {
    let value = IBig::ONE << bit_number(at, ty)?;
    let Type::Int(int) = element_type(ty) else { return None };
    Some(if value > int.limits().1 { -value } else { value })
}

/// The bits of an integer moved to the left, or to the right if the distance is negative; nothing goes round.
fn shifted(value: &IBig, by: &IBig, ty: &Type) -> Option<IBig> {
    let Type::Int(int) = element_type(ty) else { return None };
    let whole = IBig::ONE << usize::from(int.bits);
    let bits = if *value < IBig::ZERO { value + &whole } else { value.clone() };
    let distance = usize::try_from(by.clone().max(-by.clone())).ok().filter(|&distance| distance <= 64)?;
    let moved = if *by < IBig::ZERO { bits >> distance } else { (bits << distance) % &whole };
    Some(if moved > int.limits().1 { moved - whole } else { moved })
}

/// A function of analysis, rounded as the type is.
fn analytic(function: Analytic, operands: &[RBig], ty: &Type) -> Option<RBig> {
    let number = |at: usize| operands.get(at).map(|operand| operand.to_f64().value());
    let x = number(0)?;
    let value = match function {
        Analytic::Sqrt => x.sqrt(),
        Analytic::Exp => x.exp(),
        Analytic::Log => x.ln(),
        Analytic::Log10 => x.log10(),
        Analytic::Sin => x.sin(),
        Analytic::Cos => x.cos(),
        Analytic::Tan => x.tan(),
        Analytic::Asin => x.asin(),
        Analytic::Acos => x.acos(),
        Analytic::Atan => x.atan(),
        Analytic::Atan2 => x.atan2(number(1)?),
        Analytic::Sinh => x.sinh(),
        Analytic::Cosh => x.cosh(),
        Analytic::Tanh => x.tanh(),
        Analytic::Erf | Analytic::Erfc | Analytic::Gamma | Analytic::LogGamma => return None,
    };
    match element_type(ty) {
        Type::Real(RealType::Single) => RBig::try_from(value as f32).ok(),
        _ => RBig::try_from(value).ok(),
    }
}

fn real_function(function: Intrinsic, operands: &[RBig], ty: &Type) -> Option<ExprKind> {
    let is_int = matches!(element_type(ty), Type::Int(_));
    let value = match (function, operands) {
        (Intrinsic::Abs, [x]) => x.clone().max(-x.clone()),
        (Intrinsic::Min, numbers) => numbers.iter().min()?.clone(),
        (Intrinsic::Max, numbers) => numbers.iter().max()?.clone(),
        (Intrinsic::WholePart, [x]) => RBig::from(x.trunc()),
        (Intrinsic::Nearest, [x]) => RBig::from(x.round()),
        (Intrinsic::Floor, [x]) => RBig::from(x.floor()),
        (Intrinsic::Ceiling, [x]) => RBig::from(x.ceil()),
        (Intrinsic::Analytic(sextant_syntax::Analytic::Sqrt), [x]) if is_perfect(x) => {
            return Some(ExprKind::Real(RBig::try_from(x.to_f64().value().sqrt()).ok()?));
        }
        (Intrinsic::TransferSign, [x, y]) => {
            let magnitude = x.clone().max(-x.clone());
            if *y < RBig::ZERO { -magnitude } else { magnitude }
        }
        (Intrinsic::PositiveDifference, [x, y]) => (x - y).max(RBig::ZERO),
        (Intrinsic::Analytic(function), operands) => analytic(function, operands, ty)?,
        _ => return None,
    };
    Some(if is_int { ExprKind::Int(value.trunc()) } else { ExprKind::Real(value) })
}

/// Whether the square root is a number that the machine has exactly.
fn is_perfect(x: &RBig) -> bool {
    let root = x.to_f64().value().sqrt();
    RBig::try_from(root).is_ok_and(|root| &root * &root == *x)
}

fn text_function(function: Intrinsic, operands: &[Expr]) -> Option<ExprKind> {
    let bytes = |at: usize| match &operands.get(at)?.kind {
        ExprKind::Text(bytes) => Some(bytes.as_slice()),
        _ => None,
    };
    let trimmed = |text: &[u8]| text.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
    let first = bytes(0)?;
    let number = |value: usize| Some(ExprKind::Int(IBig::from(value)));
    match function {
        Intrinsic::CodeOf => number(usize::from(*first.first()?)),
        Intrinsic::TrimmedLength => number(trimmed(first)),
        Intrinsic::Trim => Some(ExprKind::Text(first[..trimmed(first)].to_vec())),
        Intrinsic::IndexOf if operands.len() == 2 => {
            let wanted = bytes(1)?;
            let found = (0..=first.len()).find(|&at| first[at..].starts_with(wanted));
            number(found.map_or(0, |at| at + 1))
        }
        Intrinsic::Repeat => {
            let count = usize::try_from(build::int_value(operands.get(1)?)?.clone()).ok()?;
            (first.len().saturating_mul(count) <= 1 << 16).then(|| ExprKind::Text(first.repeat(count)))
        }
        Intrinsic::AdjustLeft => {
            let blanks = first.iter().take_while(|&&byte| byte == b' ').count();
            Some(ExprKind::Text([&first[blanks..], &first[..blanks]].concat()))
        }
        _ => None,
    }
}
