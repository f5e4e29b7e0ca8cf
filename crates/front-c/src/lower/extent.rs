//! Declared sizes of parameters, as `n` in `int a[n]`: expressions over the parameters, which are symbols of their names.

use sextant_syntax::{BinaryOp, Expr, ExprKind, Type};

use super::make;
use crate::tree::{self, ArithmeticOp, Body};

/// A number of elements over the parameters; none if it is made of anything else.
pub(super) fn over_parameters(count: &tree::Expr, body: &Body) -> Option<Expr> {
    let kind = match &count.kind {
        tree::ExprKind::Int(number) => ExprKind::Int(number.clone()),
        tree::ExprKind::Load(place) => {
            let tree::ExprKind::Local(local) = place.kind else { return None };
            let name = &body.locals[local].name;
            let is_parameter = body.parameters.contains(&local) && !name.is_empty();
            ExprKind::Symbol(is_parameter.then(|| name.clone())?)
        }
        // A size that its own type cannot hold is none.
        tree::ExprKind::Cast(_, operand) => return over_parameters(operand, body),
        tree::ExprKind::Arithmetic(op, left, right) => {
            let operator = match op {
                ArithmeticOp::Add => BinaryOp::Add,
                ArithmeticOp::Subtract => BinaryOp::Subtract,
                ArithmeticOp::Multiply => BinaryOp::Multiply,
                _ => return None,
            };
            let (left, right) = (over_parameters(left, body)?, over_parameters(right, body)?);
            ExprKind::Binary(operator, Box::new(left), Box::new(right))
        }
        _ => return None,
    };
    let ty: Type = make::LONG;
    Some(make::expr(kind, ty, count.span))
}
