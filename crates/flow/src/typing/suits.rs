//! Which operands an operation takes. The reader reports what does not suit, the verifier refuses it.

use sextant_syntax::{ArrayBounds, BinaryOp, Expr, Intrinsic, Takes, Type, UnaryOp};

use super::{is_number, same_apart_from_bounds};

pub(crate) fn is_integer(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Int(_))
}

pub(crate) fn is_address(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Pointer(_))
}

pub(crate) fn is_logical(expr: &Expr) -> bool {
    expr.ty == Type::Logical
}

pub(crate) fn is_text(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Text(_))
}

/// Whether the operands are numbers that go together: integers of any width, or of one type.
pub(crate) fn go_together(operands: &[&Expr]) -> bool {
    operands.iter().all(|operand| is_integer(operand))
        || operands.iter().all(|operand| is_number(&operand.ty))
            && operands.windows(2).all(|pair| pair[0].ty == pair[1].ty)
}

pub(crate) fn unary_suits(operator: UnaryOp, operand: &Expr) -> bool {
    match operator {
        UnaryOp::Negate => is_number(&operand.ty),
        UnaryOp::Not => is_logical(operand),
    }
}

pub(crate) fn binary_suits(operator: BinaryOp, left: &Expr, right: &Expr) -> bool {
    use BinaryOp::*;
    match operator {
        Power if is_integer(right) => is_number(&left.ty),
        Add | Subtract | Multiply | Divide | Power => go_together(&[left, right]),
        Concatenate => is_text(left) && is_text(right),
        And | Or | Implies => is_logical(left) && is_logical(right),
        Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => {
            let equality = matches!(operator, Equal | NotEqual);
            let numbers = go_together(&[left, right]) && (equality || !matches!(left.ty, Type::Complex(_)));
            let logicals = equality && is_logical(left) && is_logical(right);
            let addresses = is_address(left) && is_address(right);
            numbers || logicals || addresses || is_text(left) && is_text(right)
        }
    }
}

/// Whether the arguments, of which there are as many as there must be, are of the right kinds.
pub(crate) fn intrinsic_suits(function: Intrinsic, arguments: &[Expr]) -> bool {
    let Some(first) = arguments.first() else { return false };
    let all: Vec<&Expr> = arguments.iter().collect();
    let is_real = |expr: &Expr| matches!(expr.ty, Type::Real(_));
    let is_complex = |expr: &Expr| matches!(expr.ty, Type::Complex(_));
    match function.signature().takes {
        Takes::Number => is_number(&first.ty),
        Takes::Ordered => go_together(&all) && !is_complex(first),
        Takes::Real => is_real(first),
        Takes::Analysis => go_together(&all) && (is_real(first) || is_complex(first) && of_complex(function)),
        Takes::Complex => is_complex(first),
        Takes::Integers => all.iter().all(|argument| is_integer(argument)),
        Takes::Text => is_text(first),
        Takes::Texts => is_text(first) && is_text(&arguments[1]) && arguments.get(2).is_none_or(is_logical),
        Takes::TextAndInteger => is_text(first) && is_integer(&arguments[1]),
        Takes::Choice => same_apart_from_bounds(&first.ty, &arguments[1].ty) && is_logical(&arguments[2]),
    }
}

/// Whether a function of analysis is also one of complex numbers.
fn of_complex(function: Intrinsic) -> bool {
    matches!(function, Intrinsic::Analytic(function) if function.has_complex_form())
}

/// Whether an argument can be what a parameter is declared as. By storage order it need only have such elements;
/// real numbers in storage order are as good as complex ones. An array where `lenient` languages want a scalar
/// stands for its first element.
pub fn suits_parameter(argument: &Type, parameter: &Type, lenient: bool) -> bool {
    let argument = argument.target();
    match parameter.target() {
        Type::Array(element, bounds) => {
            let same = same_apart_from_bounds(argument.scalar(), element);
            let by_storage = matches!(bounds.last(), Some(ArrayBounds::Sequence { .. }));
            let parts =
                by_storage && lenient && argument.is_array() && same_parts(argument.scalar(), element);
            same && (by_storage || argument.rank() == bounds.len()) || parts
        }
        scalar if lenient => same_apart_from_bounds(argument.scalar(), scalar),
        scalar => same_apart_from_bounds(argument, scalar),
    }
}

/// Whether one type is that of the parts of the other one.
fn same_parts(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Real(real), Type::Complex(parts)) | (Type::Complex(parts), Type::Real(real)) => real == parts,
        _ => false,
    }
}
