//! Operators: which type arithmetic is done in, and operators that the program defines.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, RealType, Type};

use super::Resolver;
use super::build::{self, convert, element_type, rank};
use super::constant;
use crate::raw;

/// The type in which two numbers are added.
pub(crate) fn common(left: &Type, right: &Type) -> Option<Type> {
    let (left, right) = (element_type(left), element_type(right));
    Some(match (left, right) {
        (Type::Int(a), Type::Int(b)) => {
            if a.bits >= b.bits {
                left.clone()
            } else {
                right.clone()
            }
        }
        (Type::Int(_), Type::Real(_) | Type::Complex(_)) => right.clone(),
        (Type::Real(_) | Type::Complex(_), Type::Int(_)) => left.clone(),
        (Type::Real(a), Type::Real(b)) => Type::Real(*a.max(b)),
        (Type::Complex(a) | Type::Real(a), Type::Complex(b) | Type::Real(b)) => Type::Complex(*a.max(b)),
        _ => return None,
    })
}

/// How messages call a type.
pub(crate) fn describe(ty: &Type) -> String {
    let element = match element_type(ty) {
        Type::Int(ty) if ty.bits == 32 => "INTEGER".to_owned(),
        Type::Int(ty) => format!("INTEGER({})", ty.bits / 8),
        Type::Real(RealType::Single) => "REAL".to_owned(),
        Type::Real(RealType::Double) => "DOUBLE PRECISION".to_owned(),
        Type::Complex(_) => "COMPLEX".to_owned(),
        Type::Logical => "LOGICAL".to_owned(),
        Type::Text(_) => "CHARACTER".to_owned(),
        Type::Record(_) => "a derived type".to_owned(),
        _ => "a procedure".to_owned(),
    };
    if rank(ty) > 0 { format!("an array of {element}") } else { element }
}

/// The operation on operands made alike, if the language has it for their types.
pub(crate) fn combine(op: BinaryOp, left: Expr, right: Expr) -> Option<Expr> {
    let (left_ty, right_ty) = (element_type(&left.ty).clone(), element_type(&right.ty).clone());
    match op {
        BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => {
            (left_ty == Type::Logical && right_ty == Type::Logical).then(|| build::binary(op, left, right))
        }
        BinaryOp::Concatenate => {
            let texts = matches!((&left_ty, &right_ty), (Type::Text(_), Type::Text(_)));
            texts.then(|| build::binary(op, left, right))
        }
        BinaryOp::Power if matches!(right_ty, Type::Int(_)) && !matches!(left_ty, Type::Int(_)) => {
            matches!(left_ty, Type::Real(_) | Type::Complex(_)).then(|| build::binary(op, left, right))
        }
        _ if op.is_logical() => match (&left_ty, &right_ty) {
            (Type::Text(_), Type::Text(_)) => Some(build::binary(op, left, right)),
            (Type::Logical, Type::Logical) => {
                matches!(op, BinaryOp::Equal | BinaryOp::NotEqual).then(|| build::binary(op, left, right))
            }
            // Hollerith compared with a number.
            (Type::Text(_), Type::Int(_) | Type::Real(_)) => {
                Some(build::binary(op, convert(left, &right_ty), right))
            }
            (Type::Int(_) | Type::Real(_), Type::Text(_)) => {
                let right = convert(right, &left_ty);
                Some(build::binary(op, left, right))
            }
            _ => {
                let ty = common(&left_ty, &right_ty)?;
                let ordered =
                    !matches!(ty, Type::Complex(_)) || matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
                ordered.then(|| build::binary(op, convert(left, &ty), convert(right, &ty)))
            }
        },
        _ => {
            let ty = common(&left_ty, &right_ty)?;
            Some(build::binary(op, convert(left, &ty), convert(right, &ty)))
        }
    }
}

impl Resolver<'_, '_> {
    pub(crate) fn binary(
        &mut self,
        op: &raw::BinaryOp,
        left: &raw::Expr,
        right: &raw::Expr,
        span: Span,
    ) -> Option<Expr> {
        // Both sides are looked at even if one is wrong: all mistakes are reported.
        let (l, r) = (self.value(left), self.value(right));
        let (l, r) = (l?, r?);
        let implies =
            matches!(op, raw::BinaryOp::Defined(name) if self.body.asserting && &*name.upper == "IMPLIES");
        let (operator, shown) = match op {
            raw::BinaryOp::Intrinsic(operator) => (operator.meaning, operator.spellings[0]),
            raw::BinaryOp::Defined(_) if implies => (BinaryOp::Implies, ".IMPLIES."),
            raw::BinaryOp::Defined(name) => {
                let key = format!("OPERATOR(.{}.)", name.upper);
                return self.defined_operation(&key, vec![l, r], span).unwrap_or_else(|| {
                    let message = format!("there is no operator `.{}.` for these operands", name.written);
                    self.fail(name.span, message)
                });
            }
        };
        if rank(&l.ty) > 0 && rank(&r.ty) > 0 && rank(&l.ty) != rank(&r.ty) {
            return self.fail(span, format!("the operands of `{shown}` have different ranks"));
        }
        let types = (l.ty.clone(), r.ty.clone());
        match combine(operator, l.clone(), r.clone()) {
            Some(result) => Some(constant::folded(Expr { span, ..result })),
            None => match self.defined_operation(&format!("OPERATOR({shown})"), vec![l, r], span) {
                Some(result) => result,
                None => {
                    let (left, right) = (describe(&types.0), describe(&types.1));
                    self.fail(span, format!("`{shown}` is not defined for {left} and {right}"))
                }
            },
        }
    }

    pub(crate) fn unary(&mut self, op: &raw::UnaryOp, operand: &raw::Expr, span: Span) -> Option<Expr> {
        let value = self.value(operand)?;
        let element = element_type(&value.ty);
        let is_number = matches!(element, Type::Int(_) | Type::Real(_) | Type::Complex(_));
        let key = match op {
            raw::UnaryOp::Plus if is_number => return Some(Expr { span, ..value }),
            raw::UnaryOp::Minus if is_number => return Some(Expr { span, ..build::negate(value) }),
            raw::UnaryOp::Not if *element == Type::Logical => {
                return Some(constant::folded(Expr { span, ..build::not(value) }));
            }
            raw::UnaryOp::Plus => "OPERATOR(+)".to_owned(),
            raw::UnaryOp::Minus => "OPERATOR(-)".to_owned(),
            raw::UnaryOp::Not => "OPERATOR(.NOT.)".to_owned(),
            raw::UnaryOp::Defined(name) => format!("OPERATOR(.{}.)", name.upper),
        };
        let ty = value.ty.clone();
        match self.defined_operation(&key, vec![value], span) {
            Some(result) => result,
            None => self.fail(span, format!("there is no such operator for {}", describe(&ty))),
        }
    }
}
