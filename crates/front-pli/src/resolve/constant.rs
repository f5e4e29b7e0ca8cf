//! Measures of expressions, and constants as they stand in declarations.

use dashu_int::IBig;
use sextant_syntax::{ArrayBounds, Expr, ExprKind, Type, each_operand};

/// The operands of an expression.
pub(crate) fn operands(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    each_operand(expr, &mut |operand| found.push(operand));
    found
}

/// The number of levels of the tree.
pub(crate) fn depth(expr: &Expr) -> usize {
    1 + operands(expr).into_iter().map(depth).max().unwrap_or(0)
}

/// How much a copy of the tree costs.
pub(crate) fn parts(expr: &Expr) -> usize {
    let own = match &expr.kind {
        ExprKind::Int(value) => 1 + digits(value),
        ExprKind::Symbol(symbol) => 1 + symbol.len() / 16,
        _ => 1,
    };
    operands(expr).into_iter().map(parts).sum::<usize>() + own
}

/// How much a copy of the type costs.
pub(crate) fn parts_of_type(ty: &Type) -> usize {
    match ty.vector_bounds() {
        Some(ArrayBounds::Given { low, high }) => 1 + parts(low) + parts(high),
        _ => 1,
    }
}

/// Machine words of a number beyond the first.
fn digits(value: &IBig) -> usize {
    use dashu_int::ops::BitTest;
    value.bit_len() / 64
}

/// Whether a procedure is called somewhere in the expression.
pub(crate) fn has_call(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call(..)) || operands(expr).into_iter().any(has_call)
}

/// The value of a constant, seen through conversions.
pub(crate) fn constant(expr: &Expr) -> Option<&IBig> {
    match &expr.kind {
        ExprKind::Int(value) => Some(value),
        ExprKind::Convert(inner) => constant(inner),
        _ => None,
    }
}

/// Whether two constants are the same, wherever they stand.
pub(crate) fn same_constant(left: &Expr, right: &Expr) -> bool {
    match (&left.kind, &right.kind) {
        (ExprKind::Convert(left), ExprKind::Convert(right)) => same_constant(left, right),
        (left, right) => left == right,
    }
}

/// Whether two types with constant bounds are the same, wherever they stand.
pub(crate) fn same_type(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Array(left, left_bounds), Type::Array(right, right_bounds)) => {
            let mut bounds = left_bounds.iter().zip(right_bounds);
            left == right
                && left_bounds.len() == right_bounds.len()
                && bounds.all(|(left, right)| same_bounds(left, right))
        }
        (left, right) => left == right,
    }
}

fn same_bounds(left: &ArrayBounds, right: &ArrayBounds) -> bool {
    match (left, right) {
        (ArrayBounds::Given { low, high }, ArrayBounds::Given { low: other_low, high: other_high }) => {
            same_constant(low, other_low) && same_constant(high, other_high)
        }
        (left, right) => left == right,
    }
}
