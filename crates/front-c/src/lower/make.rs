//! Nodes of the shared tree.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_syntax::{
    Argument, Base, BinaryOp, BitRange, Effect, Expr, ExprKind, IntType, LabelId, Memory, Passing, Place,
    Primitive, RealType, StatementNumber, Stmt, StmtKind, Type, UnaryOp, VarId,
};

/// `int`
pub(super) const INT: Type = Type::Int(IntType { bits: 32, signed: true });
/// `_Bool`: a byte of which only one bit is ever set.
pub(super) const BOOL: Type = Type::Int(IntType { bits: 1, signed: false });
/// `unsigned char`
pub(super) const BYTE: Type = Type::Int(IntType { bits: 8, signed: false });
/// `long`
pub(super) const LONG: Type = Type::Int(IntType { bits: 64, signed: true });
/// `unsigned long`
pub(super) const SIZE: Type = Type::Int(IntType { bits: 64, signed: false });
/// An address of anything.
pub(super) const ADDRESS: Type = Type::Pointer(None);

pub(super) fn expr(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// An integer, or an address that is one.
pub(super) fn int(value: impl Into<IBig>, ty: Type, span: Span) -> Expr {
    let value = value.into();
    match ty {
        Type::Pointer(_) => wrap(expr(ExprKind::Int(value), SIZE, span), ty),
        _ => expr(ExprKind::Int(value), ty, span),
    }
}

pub(super) fn truth(value: bool, span: Span) -> Expr {
    expr(ExprKind::Bool(value), Type::Logical, span)
}

/// A floating-point number; those that are not numbers are computed, since constants are exact.
pub(super) fn real(value: f64, ty: RealType, span: Span) -> Expr {
    let exact = |value: f64| {
        let value = RBig::try_from(value).unwrap_or_default();
        expr(ExprKind::Real(value), Type::Real(ty), span)
    };
    if value.is_finite() {
        return if value == 0.0 && value.is_sign_negative() { negate(exact(0.0)) } else { exact(value) };
    }
    let above = if value.is_nan() { 0.0 } else { value.signum() };
    binary(BinaryOp::Divide, exact(above), exact(0.0))
}

/// A floating-point number of a type, or a `double` where the type is another.
pub(super) fn real_of(value: f64, ty: &Type, span: Span) -> Expr {
    match ty {
        Type::Real(float) => real(value, *float, span),
        _ => real(value, RealType::Double, span),
    }
}

/// The zero of a scalar type.
pub(super) fn zero(ty: Type, span: Span) -> Expr {
    match ty {
        Type::Real(float) => real(0.0, float, span),
        Type::Logical => truth(false, span),
        _ => int(0, ty, span),
    }
}

/// Two operands of the type of the result; comparisons give truth values.
pub(super) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let ty = if op.is_logical() { Type::Logical } else { left.ty.clone() };
    let span = left.span;
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span)
}

pub(super) fn not(operand: Expr) -> Expr {
    let span = operand.span;
    match operand.kind {
        ExprKind::Bool(value) => truth(!value, span),
        ExprKind::Unary(UnaryOp::Not, inner) => *inner,
        _ => expr(ExprKind::Unary(UnaryOp::Not, Box::new(operand)), Type::Logical, span),
    }
}

pub(super) fn negate(operand: Expr) -> Expr {
    let (ty, span) = (operand.ty.clone(), operand.span);
    expr(ExprKind::Unary(UnaryOp::Negate, Box::new(operand)), ty, span)
}

/// An integer or address modulo the width of another type; nothing where the type is the same.
pub(super) fn wrap(operand: Expr, ty: Type) -> Expr {
    if operand.ty == ty {
        return operand;
    }
    let span = operand.span;
    let among_addresses = matches!((&operand.ty, &ty), (Type::Pointer(_), Type::Pointer(_)));
    match operand.kind {
        // The same address, of another type.
        ExprKind::Memory(memory) if among_addresses => expr(ExprKind::Memory(memory), ty, span),
        ExprKind::Wrap(inner) if among_addresses => wrap(*inner, ty),
        kind => expr(ExprKind::Wrap(Box::new(expr(kind, operand.ty, span))), ty, span),
    }
}

/// A conversion that has real numbers or truth values on one side.
pub(super) fn convert(operand: Expr, ty: Type) -> Expr {
    if operand.ty == ty {
        return operand;
    }
    let span = operand.span;
    expr(ExprKind::Convert(Box::new(operand)), ty, span)
}

/// Whatever conversion leads from one scalar type to another.
pub(super) fn as_type(operand: Expr, ty: &Type) -> Expr {
    let discrete = |ty: &Type| matches!(ty, Type::Int(_) | Type::Pointer(_));
    if discrete(&operand.ty) && discrete(ty) {
        wrap(operand, ty.clone())
    } else {
        convert(operand, ty.clone())
    }
}

pub(super) fn load(variable: VarId, ty: Type, span: Span) -> Expr {
    expr(ExprKind::Load(Place::Variable(variable)), ty, span)
}

pub(super) fn memory(memory: Memory, ty: Type, span: Span) -> Expr {
    expr(ExprKind::Memory(Box::new(memory)), ty, span)
}

pub(super) fn address(base: Base, ty: Type, span: Span) -> Expr {
    memory(Memory::Address(base), ty, span)
}

/// An address some bytes further on.
pub(super) fn forward(pointer: Expr, bytes: u64, ty: Type) -> Expr {
    let span = pointer.span;
    if bytes == 0 {
        return wrap(pointer, ty);
    }
    // Steps by known distances are one step.
    if let ExprKind::Memory(inner) = &pointer.kind
        && let Memory::Displace { pointer: base, index, scale: 1, limit } = &**inner
        && let ExprKind::Int(before) = &index.kind
    {
        let index = int(before + IBig::from(bytes), LONG, span);
        return memory(Memory::Displace { pointer: base.clone(), index, scale: 1, limit: *limit }, ty, span);
    }
    let index = int(bytes, LONG, span);
    memory(Memory::Displace { pointer, index, scale: 1, limit: None }, ty, span)
}

pub(super) fn fetch(address: Expr, bits: Option<BitRange>, ty: Type) -> Expr {
    let span = address.span;
    memory(Memory::Fetch { address, bits }, ty, span)
}

pub(super) fn effect(effect: Effect, ty: Type, span: Span) -> Expr {
    expr(ExprKind::Effect(Box::new(effect)), ty, span)
}

/// The value after the statements.
pub(super) fn sequence(mut statements: Vec<Stmt>, value: Expr) -> Expr {
    if statements.is_empty() {
        return value;
    }
    let (ty, span) = (value.ty.clone(), value.span);
    let value = match value.kind {
        ExprKind::Effect(inner) => match *inner {
            Effect::Sequence(more, last) => {
                statements.extend(more);
                last
            }
            other => effect(other, ty.clone(), span),
        },
        kind => expr(kind, ty.clone(), span),
    };
    effect(Effect::Sequence(statements, value), ty, span)
}

pub(super) fn choice(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let (ty, span) = (then.ty.clone(), condition.span);
    effect(Effect::Choice { condition, then, otherwise }, ty, span)
}

pub(super) fn primitive(primitive: Primitive, operands: Vec<Expr>, ty: Type, span: Span) -> Expr {
    effect(Effect::Primitive(primitive, operands), ty, span)
}

pub(super) fn argument(expr: Expr) -> Argument {
    Argument { expr, passing: Passing::Value }
}

/// A statement without a number.
pub(super) fn stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { number: None, labels: Vec::new(), kind, span }
}

pub(super) fn numbered(number: StatementNumber, kind: StmtKind, span: Span) -> Stmt {
    Stmt { number: Some(number), ..stmt(kind, span) }
}

/// A label before whatever follows.
pub(super) fn label(label: LabelId, span: Span) -> Stmt {
    Stmt { labels: vec![label], ..stmt(StmtKind::Null, span) }
}

pub(super) fn assign(variable: VarId, value: Expr, span: Span) -> Stmt {
    stmt(StmtKind::Assign { targets: vec![Place::Variable(variable)], value }, span)
}

pub(super) fn store(address: Expr, bits: Option<BitRange>, value: Expr, span: Span) -> Stmt {
    stmt(StmtKind::Store { address, bits, value }, span)
}

pub(super) fn evaluate(expr: Expr) -> Stmt {
    let span = expr.span;
    stmt(StmtKind::Evaluate(expr), span)
}

/// Several statements as one.
pub(super) fn group(mut statements: Vec<Stmt>, span: Span) -> Stmt {
    if statements.len() == 1
        && let Some(only) = statements.pop_if(|only| only.labels.is_empty() && only.number.is_none())
    {
        return only;
    }
    stmt(StmtKind::Group(statements), span)
}

/// Does what a primitive does.
pub(super) fn perform(what: Primitive, operands: Vec<Expr>, span: Span) -> Stmt {
    evaluate(primitive(what, operands, INT, span))
}

/// Copies bytes that may overlap.
pub(super) fn copy(to: Expr, from: Expr, bytes: u64, span: Span) -> Stmt {
    perform(Primitive::CopyBytes { overlap: true }, vec![to, from, int(bytes, SIZE, span)], span)
}
