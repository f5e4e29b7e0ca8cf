//! The types of expressions and the conversions that stand for themselves.
//!
//! Lowering and the Flow reader build expressions through the functions below, the Flow printer leaves out what
//! they would put back, and the verifier asks for what they establish. So the rules stand here once:
//! - an arithmetic operand or a subscript is an integer of any width; a logical one is converted to `int`;
//! - the natural type of an arithmetic result is the widest of its operands;
//! - relations compare integers; `=` and `<>` also compare two logicals;
//! - connectives and conditions are logical; an integer is converted (`≠ 0`).

use sextant_syntax::{ArrayBounds, BinaryOp, Expr, ExprKind, IntType, Place, Type, UnaryOp};

/// The type of integer constants, symbols and bounds.
pub(crate) const INT: Type = Type::Int(IntType::FIXED_31);

/// The expression, converted if its type is another one. Arrays are never converted.
pub(crate) fn coerce(expr: Expr, ty: &Type) -> Expr {
    if expr.ty == *ty || expr.ty.is_array() || ty.is_array() {
        return expr;
    }
    let span = expr.span;
    Expr { kind: ExprKind::Convert(Box::new(expr)), ty: ty.clone(), span }
}

/// The expression as an integer of whatever width it has.
pub(crate) fn as_integer(expr: Expr) -> Expr {
    if expr.ty == Type::Logical { coerce(expr, &INT) } else { expr }
}

/// The expression as a truth value.
pub(crate) fn as_logical(expr: Expr) -> Expr {
    coerce(expr, &Type::Logical)
}

/// The operand as its operator wants it.
pub(crate) fn unary_operand(operator: UnaryOp, operand: Expr) -> Expr {
    match operator {
        UnaryOp::Negate => as_integer(operand),
        UnaryOp::Not => as_logical(operand),
    }
}

/// The operands as their operator wants them.
pub(crate) fn binary_operands(operator: BinaryOp, left: Expr, right: Expr) -> (Expr, Expr) {
    use BinaryOp::*;
    match operator {
        And | Or | Implies => (as_logical(left), as_logical(right)),
        Equal | NotEqual if left.ty == Type::Logical && right.ty == Type::Logical => (left, right),
        _ => (as_integer(left), as_integer(right)),
    }
}

/// The wider of two integer types; signed if one of them is.
fn wider(left: &Type, right: &Type) -> Type {
    match (left, right) {
        (Type::Int(left), Type::Int(right)) => {
            Type::Int(IntType { bits: left.bits.max(right.bits), signed: left.signed | right.signed })
        }
        _ => INT,
    }
}

/// The type of the operator's result for operands that suit it.
pub(crate) fn binary_type(operator: BinaryOp, left: &Type, right: &Type) -> Type {
    if operator.is_logical() { Type::Logical } else { wider(left, right) }
}

/// The widest type of integer arguments.
pub(crate) fn widest(arguments: &[Expr]) -> Type {
    let mut types = arguments.iter().map(|argument| &argument.ty);
    let first = types.next().cloned().unwrap_or(INT);
    types.fold(first, |widest, ty| wider(&widest, ty))
}

/// The type the expression has unless it says otherwise; `None` for a place, which has the type of its
/// variable, and for a conversion, which is its type.
pub(crate) fn natural_type(expr: &Expr) -> Option<Type> {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Symbol(_) | ExprKind::BoundOf(..) => Some(INT),
        ExprKind::Bool(_) => Some(Type::Logical),
        ExprKind::Unary(UnaryOp::Not, _) => Some(Type::Logical),
        ExprKind::Unary(UnaryOp::Negate, operand) => Some(operand.ty.clone()),
        ExprKind::Binary(operator, left, right) => Some(binary_type(*operator, &left.ty, &right.ty)),
        ExprKind::Intrinsic(_, arguments) => Some(widest(arguments)),
        ExprKind::Load(_) | ExprKind::Convert(_) | ExprKind::Call(..) => None,
    }
}

/// Whether the value is the same whenever it is computed.
pub(crate) fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Symbol(_) => true,
        ExprKind::Load(_) | ExprKind::BoundOf(..) | ExprKind::Call(..) => false,
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => is_constant(operand),
        ExprKind::Binary(_, left, right) => is_constant(left) && is_constant(right),
        ExprKind::Intrinsic(_, arguments) => arguments.iter().all(is_constant),
    }
}

/// Whether evaluating the expression calls a procedure.
pub(crate) fn has_call(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Symbol(_) | ExprKind::BoundOf(..) => false,
        ExprKind::Call(..) => true,
        ExprKind::Load(Place::Variable(_)) => false,
        ExprKind::Load(Place::Element(_, operand))
        | ExprKind::Unary(_, operand)
        | ExprKind::Convert(operand) => has_call(operand),
        ExprKind::Binary(_, left, right) => has_call(left) || has_call(right),
        ExprKind::Intrinsic(_, arguments) => arguments.iter().any(has_call),
    }
}

/// The type of what a place holds. A whole array has no bounds of its own there: they stand at its variable,
/// and copying them to every use would make small texts large.
pub(crate) fn place_type(variable: &Type, place: &Place) -> Type {
    match (place, variable) {
        (Place::Variable(_), Type::Array(element, _)) => {
            Type::Array(element.clone(), ArrayBounds::OfArgument)
        }
        (Place::Variable(_), scalar) => scalar.clone(),
        (Place::Element(..), ty) => ty.scalar().clone(),
    }
}

/// Whether two types are the same, bounds of arrays left aside.
pub(crate) fn same_apart_from_bounds(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Array(left, _), Type::Array(right, _)) => same_apart_from_bounds(left, right),
        (Type::Array(..), _) | (_, Type::Array(..)) => false,
        _ => left == right,
    }
}
