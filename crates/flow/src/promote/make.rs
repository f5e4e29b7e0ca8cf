//! Small expressions of promoted programs.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, IntType, Place, Type, VarId};

/// What subscripts and distances are counted in.
pub(super) const DISTANCE: Type = Type::Int(IntType::ELEMENT);

/// A constant subscript.
pub(super) fn number(value: u64, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(value.into()), ty: DISTANCE, span }
}

/// An integer as a distance.
pub(super) fn distance(expr: Expr) -> Expr {
    if expr.ty == DISTANCE {
        return expr;
    }
    let span = expr.span;
    Expr { kind: ExprKind::Convert(Box::new(expr)), ty: DISTANCE, span }
}

/// The sum of two subscripts.
pub(super) fn sum(left: Expr, right: Expr) -> Expr {
    let zero = |expr: &Expr| matches!(&expr.kind, ExprKind::Int(value) if value.is_zero());
    match (zero(&left), zero(&right)) {
        (true, _) => right,
        (_, true) => left,
        _ => binary(BinaryOp::Add, distance(left), distance(right), DISTANCE),
    }
}

/// An operation with two operands.
pub(super) fn binary(op: BinaryOp, left: Expr, right: Expr, ty: Type) -> Expr {
    let span = left.span;
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
}

/// The value of a variable.
pub(super) fn load(variable: VarId, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Load(Place::Variable(variable)), ty, span }
}

/// A truth value.
pub(super) fn truth(value: bool, span: Span) -> Expr {
    Expr { kind: ExprKind::Bool(value), ty: Type::Logical, span }
}
