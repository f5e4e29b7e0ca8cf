//! The types of expressions and the conversions that stand for themselves.
//!
//! Lowering and the Flow reader build expressions through the functions below, the Flow printer leaves out what
//! they would put back, and the verifier asks for what they establish. So the rules stand here once:
//! - an arithmetic operand is a number; a logical one is converted to `int`; a subscript is an integer;
//! - integers of any width go together; otherwise both operands get the type that holds the values of both, an
//!   integer exponent excepted;
//! - the natural type of an arithmetic result is that of its operands, the widest of several integer types;
//! - relations compare numbers or texts; `=` and `<>` also compare two logicals;
//! - connectives and conditions are logical; an integer is converted (`≠ 0`);
//! - lengths of texts and bounds of arrays are no part of the comparison of types, and texts, records, arrays
//!   and procedures are never converted;
//! - a place whose type is a handle stands for what the handle refers to.

pub(crate) mod memory;
pub(crate) mod suits;

use sextant_base::IdVec;
use sextant_syntax::{
    ArrayBounds, BinaryOp, Expr, ExprKind, Gives, IntType, Intrinsic, PartStep, Place, RealType, Record,
    RecordId, Selector, Specification, Takes, TextLength, Type, UnaryOp,
};

use crate::operands::any_in;

/// The type of integer constants, symbols and bounds.
pub(crate) const INT: Type = Type::Int(IntType::FIXED_31);

/// The type of a text expression whose length nobody declared.
pub(crate) const TEXT: Type = Type::Text(TextLength::Open);

/// Whether there is a conversion from one type to another one: between numbers, and between integers and truth
/// values.
pub(crate) fn converts(from: &Type, to: &Type) -> bool {
    let discrete = |ty: &Type| matches!(ty, Type::Int(_) | Type::Logical | Type::Pointer(_));
    !same_apart_from_bounds(from, to) && (is_number(from) && is_number(to) || discrete(from) && discrete(to))
}

/// Whether arithmetic is done with values of the type.
pub(crate) fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Real(_) | Type::Complex(_))
}

/// The expression, converted if its type is another one. Only numbers and truth values are ever converted; a
/// truth value becomes a real number by way of an integer.
pub(crate) fn coerce(expr: Expr, ty: &Type) -> Expr {
    let ty = ty.target();
    let expr = if is_number(ty) && !matches!(ty, Type::Int(_)) { as_number(expr) } else { expr };
    if !converts(&expr.ty, ty) {
        return expr;
    }
    let span = expr.span;
    Expr { kind: ExprKind::Convert(Box::new(expr)), ty: ty.clone(), span }
}

/// The expression as a number of whatever type it has.
pub(crate) fn as_number(expr: Expr) -> Expr {
    if expr.ty == Type::Logical { coerce(expr, &INT) } else { expr }
}

/// The expression as a truth value.
pub(crate) fn as_logical(expr: Expr) -> Expr {
    coerce(expr, &Type::Logical)
}

/// What only assertions say, with the conversions it needs.
pub(crate) fn specified(specification: Specification) -> Specification {
    match specification {
        Specification::Quantified { all, variable, low, high, body } => Specification::Quantified {
            all,
            variable,
            low: as_number(low),
            high: as_number(high),
            body: as_logical(body),
        },
        other => other,
    }
}

/// The operand as its operator wants it.
pub(crate) fn unary_operand(operator: UnaryOp, operand: Expr) -> Expr {
    match operator {
        UnaryOp::Negate => as_number(operand),
        UnaryOp::Not => as_logical(operand),
    }
}

/// The operands as their operator wants them.
pub(crate) fn binary_operands(operator: BinaryOp, left: Expr, right: Expr) -> (Expr, Expr) {
    use BinaryOp::*;
    match operator {
        And | Or | Implies => (as_logical(left), as_logical(right)),
        Concatenate => (left, right),
        Equal | NotEqual if left.ty == Type::Logical && right.ty == Type::Logical => (left, right),
        Power if matches!(right.ty, Type::Int(_) | Type::Logical) => (as_number(left), as_number(right)),
        _ => {
            let (left, right) = (as_number(left), as_number(right));
            match common_type(&left.ty, &right.ty) {
                Some(ty) => (coerce(left, &ty), coerce(right, &ty)),
                None => (left, right),
            }
        }
    }
}

/// The type to which both operands are converted; `None` where each stays as it is.
fn common_type(left: &Type, right: &Type) -> Option<Type> {
    if !is_number(left) || !is_number(right) {
        return None;
    }
    let precision = match (real_type(left), real_type(right)) {
        (Some(left), Some(right)) => left.max(right),
        (left, right) => left.or(right)?,
    };
    let complex = matches!(left, Type::Complex(_)) || matches!(right, Type::Complex(_));
    Some(if complex { Type::Complex(precision) } else { Type::Real(precision) })
}

fn real_type(ty: &Type) -> Option<RealType> {
    match ty {
        Type::Real(real) | Type::Complex(real) => Some(*real),
        _ => None,
    }
}

/// The wider of two integer types, signed if one of them is; of other types that suit each other the first.
fn wider(left: &Type, right: &Type) -> Type {
    match (left, right) {
        (Type::Int(left), Type::Int(right)) => {
            Type::Int(IntType { bits: left.bits.max(right.bits), signed: left.signed | right.signed })
        }
        (Type::Real(_) | Type::Complex(_), _) => left.clone(),
        (_, Type::Real(_) | Type::Complex(_)) => right.clone(),
        _ => INT,
    }
}

/// The type of the operator's result for operands that suit it.
pub(crate) fn binary_type(operator: BinaryOp, left: &Type, right: &Type) -> Type {
    match operator {
        BinaryOp::Concatenate => TEXT,
        _ if operator.is_logical() => Type::Logical,
        _ => wider(left, right),
    }
}

/// The widest type of arguments that suit each other.
fn widest(arguments: &[Expr]) -> Type {
    let mut types = arguments.iter().map(|argument| &argument.ty);
    let first = types.next().cloned().unwrap_or(INT);
    types.fold(first, |widest, ty| wider(&widest, ty))
}

/// The type of a function's value unless it says otherwise, for arguments that suit it.
pub(crate) fn intrinsic_type(function: Intrinsic, arguments: &[Expr]) -> Type {
    let first = arguments.first().map_or(&INT, |argument| &argument.ty);
    match function.signature().gives {
        Gives::First if matches!(first, Type::Text(_)) => TEXT,
        Gives::First => first.clone(),
        Gives::Part => real_type(first).map_or_else(|| first.clone(), Type::Real),
        Gives::Widest => widest(arguments),
        Gives::Integer => INT,
        Gives::Logical => Type::Logical,
        Gives::Text => TEXT,
    }
}

/// An argument of a function as the function wants it.
pub(crate) fn intrinsic_argument(function: Intrinsic, position: usize, argument: Expr) -> Expr {
    match function.signature().takes {
        Takes::Choice if position < 2 => argument,
        Takes::Choice | Takes::Texts if position == 2 => as_logical(argument),
        _ => as_number(argument),
    }
}

/// The type the expression has unless it says otherwise; `None` for a place, which has the type of its
/// variable, and for a conversion, which is its type.
pub(crate) fn natural_type(expr: &Expr) -> Option<Type> {
    Some(match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Symbol(_)
        | ExprKind::BoundOf(..)
        | ExprKind::DimensionOf(..)
        | ExprKind::LengthOf(_) => INT,
        ExprKind::Bool(_) | ExprKind::HasStorage(_) | ExprKind::IsPresent(_) | ExprKind::SameStorage(..) => {
            Type::Logical
        }
        // The spelling of a real constant says which it is.
        ExprKind::Real(_) => Type::Real(real_type(&expr.ty).unwrap_or(RealType::Single)),
        ExprKind::Complex(real, _) => Type::Complex(real_type(&real.ty).unwrap_or(RealType::Single)),
        ExprKind::Text(_) => TEXT,
        ExprKind::Procedure(_) => Type::Procedure,
        ExprKind::Unary(UnaryOp::Not, _) => Type::Logical,
        ExprKind::Unary(UnaryOp::Negate, operand) => operand.ty.clone(),
        ExprKind::Binary(operator, left, right) => binary_type(*operator, &left.ty, &right.ty),
        ExprKind::Intrinsic(function, arguments) => intrinsic_type(*function, arguments),
        ExprKind::Load(_)
        | ExprKind::Convert(_)
        | ExprKind::Call(..)
        | ExprKind::CallParameter(..)
        | ExprKind::Wrap(_)
        | ExprKind::Memory(_)
        | ExprKind::Effect(_)
        | ExprKind::Specification(_) => {
            return None;
        }
    })
}

/// Whether the value is the same whenever it is computed.
pub(crate) fn is_constant(expr: &Expr) -> bool {
    !any_in(expr, &|part| {
        matches!(
            part.kind,
            ExprKind::Load(_)
                | ExprKind::BoundOf(..)
                | ExprKind::Specification(_)
                | ExprKind::DimensionOf(..)
                | ExprKind::LengthOf(_)
                | ExprKind::HasStorage(_)
                | ExprKind::IsPresent(_)
                | ExprKind::SameStorage(..)
                | ExprKind::Call(..)
                | ExprKind::CallParameter(..)
                | ExprKind::Memory(_)
                | ExprKind::Effect(_)
        )
    })
}

/// The bounds of arrays and the length of a text in a type.
pub(crate) fn bounds(ty: &Type) -> Vec<&Expr> {
    match ty {
        Type::Array(element, dimensions) => {
            let of_dimensions = dimensions.iter().flat_map(|dimension| match dimension {
                ArrayBounds::Given { low, high } => vec![&**low, &**high],
                ArrayBounds::Sequence { low, high } => {
                    std::iter::once(&**low).chain(high.as_deref()).collect()
                }
                ArrayBounds::Shape { low } => vec![&**low],
                ArrayBounds::OfArgument | ArrayBounds::Deferred => Vec::new(),
            });
            of_dimensions.chain(bounds(element)).collect()
        }
        Type::Text(TextLength::Given(length)) => vec![length],
        Type::Handle(target) => bounds(target),
        _ => Vec::new(),
    }
}

/// Whether evaluating the expression calls a procedure.
pub(crate) fn has_call(expr: &Expr) -> bool {
    any_in(expr, &|part| {
        matches!(part.kind, ExprKind::Call(..) | ExprKind::CallParameter(..) | ExprKind::Effect(_))
    })
}

/// The type of what a place holds. A whole array has no bounds of its own there, and a text no length but a
/// constant one: they stand at its variable, and copying them to every use would make small texts large.
pub(crate) fn place_type(variable: &Type, place: &Place) -> Type {
    match place {
        Place::Variable(_) => used_type(variable),
        Place::Element(..) => used_type(variable.target().scalar()),
        Place::Part(part) => used_type(&part.ty),
    }
}

/// The type of a value of a declared type.
pub(crate) fn used_type(declared: &Type) -> Type {
    match declared.target() {
        Type::Array(element, bounds) => {
            let bounds = bounds.iter().map(|bounds| match bounds {
                ArrayBounds::Deferred => ArrayBounds::Deferred,
                _ => ArrayBounds::OfArgument,
            });
            Type::Array(Box::new(used_type(element)), bounds.collect())
        }
        Type::Text(TextLength::Given(length)) if is_constant(length) => declared.target().clone(),
        Type::Text(_) => TEXT,
        scalar => scalar.clone(),
    }
}

/// The type of a part that one step leads to; `None` where there is no such part. Of an array, a step that is
/// for its elements takes that part of each.
pub(crate) fn step_type(records: &IdVec<RecordId, Record>, whole: &Type, step: &PartStep) -> Option<Type> {
    let whole = whole.target();
    let of_scalar = match (step, whole.scalar().target()) {
        (PartStep::Element(subscripts), _) => {
            return (whole.rank() == subscripts.len() && whole.is_array()).then(|| whole.scalar().clone());
        }
        (PartStep::Section(selectors), _) => {
            let ranges = selectors.iter().filter(|selector| matches!(selector, Selector::Range(..))).count();
            let suits = whole.rank() == selectors.len() && ranges > 0;
            let bounds = vec![ArrayBounds::Deferred; ranges];
            return suits.then(|| Type::Array(Box::new(whole.scalar().clone()), bounds));
        }
        (PartStep::Component(position), Type::Record(record)) => {
            records.get(*record)?.components.get(*position)?.ty.clone()
        }
        (PartStep::Characters(..), Type::Text(_)) => TEXT,
        (PartStep::ComplexPart(_), Type::Complex(real)) => Type::Real(*real),
        _ => return None,
    };
    Some(match whole {
        Type::Array(_, bounds) => Type::Array(Box::new(of_scalar), vec![ArrayBounds::Deferred; bounds.len()]),
        _ => of_scalar,
    })
}

/// Whether two types are the same, bounds of arrays and lengths of texts left aside.
pub(crate) fn same_apart_from_bounds(left: &Type, right: &Type) -> bool {
    match (left.target(), right.target()) {
        (Type::Array(left, left_bounds), Type::Array(right, right_bounds)) => {
            left_bounds.len() == right_bounds.len() && same_apart_from_bounds(left, right)
        }
        (Type::Array(..), _) | (_, Type::Array(..)) => false,
        (Type::Text(_), Type::Text(_)) => true,
        (Type::Pointer(Some(left)), Type::Pointer(Some(right))) => same_apart_from_bounds(left, right),
        (left, right) => left == right,
    }
}
