//! Expressions made by the front end, with the little arithmetic that keeps generated subscripts readable.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_syntax::{
    ArrayBounds, BinaryOp, DoSpec, Expr, ExprKind, IntType, Intrinsic, Place, RealType, Stmt, StmtKind,
    TextLength, Type, UnaryOp, VarId,
};

/// The type of integers of default kind.
pub(crate) const INT: Type = Type::Int(IntType::FIXED_31);
/// The type of reals of default kind.
pub(crate) const REAL: Type = Type::Real(RealType::Single);
/// The type of double precision reals.
pub(crate) const DOUBLE: Type = Type::Real(RealType::Double);
/// A text whose length is its own.
pub(crate) const TEXT: Type = Type::Text(TextLength::Open);

/// The greater span of two, where they lie in one source.
pub(crate) fn join(left: Span, right: Span) -> Span {
    if left.source == right.source { left.to(right) } else { left }
}

pub(crate) fn int(value: impl Into<IBig>, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(value.into()), ty: INT, span }
}

pub(crate) fn real(value: RBig, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Real(value), ty, span }
}

pub(crate) fn logical(value: bool, span: Span) -> Expr {
    Expr { kind: ExprKind::Bool(value), ty: Type::Logical, span }
}

pub(crate) fn text(value: impl Into<Vec<u8>>, span: Span) -> Expr {
    let value = value.into();
    let ty = Type::Text(TextLength::Given(Box::new(int(value.len(), span))));
    Expr { kind: ExprKind::Text(value), ty, span }
}

pub(crate) fn variable(variable: VarId, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Load(Place::Variable(variable)), ty, span }
}

/// The zero of a type: what stands for a value that is never looked at.
pub(crate) fn zero(ty: &Type, span: Span) -> Expr {
    match ty {
        Type::Real(_) => real(RBig::ZERO, ty.clone(), span),
        Type::Complex(part) => {
            let part = || Box::new(real(RBig::ZERO, Type::Real(*part), span));
            Expr { kind: ExprKind::Complex(part(), part()), ty: ty.clone(), span }
        }
        Type::Logical => logical(false, span),
        Type::Text(_) => text(Vec::new(), span),
        Type::Int(_) => Expr { kind: ExprKind::Int(IBig::ZERO), ty: ty.clone(), span },
        _ => int(0, span),
    }
}

/// The value of an integer constant.
pub(crate) fn int_value(expr: &Expr) -> Option<&IBig> {
    match &expr.kind {
        ExprKind::Int(value) => Some(value),
        _ => None,
    }
}

/// The value of an integer constant, if a number of this type can hold it.
pub(crate) fn known<T: TryFrom<IBig>>(expr: &Expr) -> Option<T> {
    T::try_from(int_value(expr)?.clone()).ok()
}

/// Whether an expression is the constant 1.
pub(crate) fn is_one(expr: &Expr) -> bool {
    int_value(expr).is_some_and(IBig::is_one)
}

/// `variable = value`
pub(crate) fn set(variable: VarId, value: Expr) -> StmtKind {
    StmtKind::Assign { targets: vec![Place::Variable(variable)], value }
}

/// `IF (condition) then`, perhaps with an ELSE.
pub(crate) fn branch(condition: Expr, then: Stmt, otherwise: Option<Stmt>) -> StmtKind {
    StmtKind::If { condition, then_branch: Box::new(then), else_branch: otherwise.map(Box::new) }
}

/// `DO variable = from, to, by`
pub(crate) fn count(variable: Place, from: Expr, to: Expr, by: Option<Expr>, body: Vec<Stmt>) -> StmtKind {
    StmtKind::Iterate { variable, specs: vec![DoSpec::counting(from, to, by)], body }
}

/// The type of the elements of an expression, or its own.
pub(crate) fn element_type(ty: &Type) -> &Type {
    ty.target().scalar()
}

/// The rank of what an expression stands for.
pub(crate) fn rank(ty: &Type) -> usize {
    ty.target().rank()
}

/// An array of this rank whose bounds are nobody's business.
pub(crate) fn array_of(element: Type, rank: usize) -> Type {
    if rank == 0 { element } else { Type::Array(Box::new(element), vec![ArrayBounds::Deferred; rank]) }
}

/// A type with the same shape and other elements.
pub(crate) fn with_element(ty: &Type, element: Type) -> Type {
    array_of(element, rank(ty))
}

/// Whether a value of one type can stand where the other is wanted, without a conversion.
pub(crate) fn same_element(left: &Type, right: &Type) -> bool {
    match (element_type(left), element_type(right)) {
        (Type::Text(_), Type::Text(_)) => true,
        (left, right) => left == right,
    }
}

/// The expression with elements of this type. Whole numbers become constants of the new type at once: they are
/// rounded in the same way there.
pub(crate) fn convert(expr: Expr, element: &Type) -> Expr {
    if same_element(&expr.ty, element) {
        return expr;
    }
    let span = expr.span;
    match (&expr.kind, element) {
        (ExprKind::Int(value), Type::Real(_)) => real(RBig::from(value.clone()), element.clone(), span),
        (ExprKind::Int(value), Type::Int(ty)) if ty.limits().0 <= *value && *value <= ty.limits().1 => {
            Expr { ty: element.clone(), ..expr }
        }
        (ExprKind::Text(bytes), Type::Int(_) | Type::Real(_) | Type::Logical) => {
            from_bytes(bytes, element, span)
        }
        _ => {
            let ty = with_element(&expr.ty, element.clone());
            Expr { kind: ExprKind::Convert(Box::new(expr)), ty, span }
        }
    }
}

/// The number whose storage holds these characters (Hollerith), the first in the lowest byte.
pub(crate) fn from_bytes(bytes: &[u8], ty: &Type, span: Span) -> Expr {
    let size = match ty {
        Type::Int(ty) => usize::from(ty.bits) / 8,
        Type::Real(ty) => ty.bytes() as usize,
        _ => 4,
    };
    let mut padded = bytes.to_vec();
    padded.resize(size, b' ');
    from_bits(padded.iter().rev().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte)), ty, span)
}

/// The number with this pattern of bits.
pub(crate) fn from_bits(bits: u64, ty: &Type, span: Span) -> Expr {
    match ty {
        Type::Real(RealType::Single) => {
            real(RBig::try_from(f32::from_bits(bits as u32)).unwrap_or(RBig::ZERO), ty.clone(), span)
        }
        Type::Real(RealType::Double) => {
            real(RBig::try_from(f64::from_bits(bits)).unwrap_or(RBig::ZERO), ty.clone(), span)
        }
        Type::Logical => logical(bits != 0, span),
        Type::Int(int) => {
            let shift = 64 - u32::from(int.bits);
            let value = (bits << shift) as i64 >> shift;
            Expr { kind: ExprKind::Int(IBig::from(value)), ty: ty.clone(), span }
        }
        _ => Expr { kind: ExprKind::Int(IBig::from(bits)), ty: INT, span },
    }
}

/// An operation on operands that suit each other already.
pub(crate) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = join(left.span, right.span);
    let element = match op {
        BinaryOp::Concatenate => TEXT,
        _ if op.is_logical() => Type::Logical,
        _ => element_type(&left.ty).clone(),
    };
    let ty = array_of(element, rank(&left.ty).max(rank(&right.ty)));
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
}

pub(crate) fn not(operand: Expr) -> Expr {
    let span = operand.span;
    let ty = with_element(&operand.ty, Type::Logical);
    Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(operand)), ty, span }
}

pub(crate) fn negate(operand: Expr) -> Expr {
    let span = operand.span;
    let ty = with_element(&operand.ty, element_type(&operand.ty).clone());
    match operand.kind {
        ExprKind::Int(value) => Expr { kind: ExprKind::Int(-value), ty, span },
        ExprKind::Real(value) if !value.is_zero() => Expr { kind: ExprKind::Real(-value), ty, span },
        kind => {
            let operand = Expr { kind, ty: ty.clone(), span };
            Expr { kind: ExprKind::Unary(UnaryOp::Negate, Box::new(operand)), ty, span }
        }
    }
}

/// A function of the language on operands that suit it; the result is an array where an operand is one.
pub(crate) fn intrinsic(function: Intrinsic, operands: Vec<Expr>, element: Type, span: Span) -> Expr {
    let rank = operands.iter().map(|operand| rank(&operand.ty)).max().unwrap_or(0);
    Expr { kind: ExprKind::Intrinsic(function, operands), ty: array_of(element, rank), span }
}

/// `left + right` of integers.
pub(crate) fn add(left: Expr, right: Expr) -> Expr {
    let (left, right) = same_width(left, right);
    match (&left.kind, &right.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => Expr { kind: ExprKind::Int(a + b), ..left },
        (ExprKind::Int(a), _) if a.is_zero() => right,
        (_, ExprKind::Int(b)) if b.is_zero() => left,
        (ExprKind::Int(_), _) => add(right, left),
        (ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), base, offset), ExprKind::Int(b))
            if int_value(offset).is_some() =>
        {
            let own = int_value(offset).cloned().unwrap_or(IBig::ZERO);
            let sum = if *op == BinaryOp::Add { own + b } else { b - own };
            add((**base).clone(), Expr { kind: ExprKind::Int(sum), ..(**offset).clone() })
        }
        (_, ExprKind::Int(b)) if *b < IBig::ZERO => {
            let positive = Expr { kind: ExprKind::Int(-b.clone()), ..right };
            binary(BinaryOp::Subtract, left, positive)
        }
        _ => binary(BinaryOp::Add, left, right),
    }
}

/// `left - right` of integers.
pub(crate) fn subtract(left: Expr, right: Expr) -> Expr {
    let (left, right) = same_width(left, right);
    match int_value(&right) {
        Some(value) => {
            let negative = Expr { kind: ExprKind::Int(-value.clone()), ..right.clone() };
            add(left, negative)
        }
        None if left.kind == right.kind => Expr { kind: ExprKind::Int(IBig::ZERO), ..left },
        None => binary(BinaryOp::Subtract, left, right),
    }
}

/// `left * right` of integers.
pub(crate) fn multiply(left: Expr, right: Expr) -> Expr {
    let (left, right) = same_width(left, right);
    match (int_value(&left), int_value(&right)) {
        (Some(a), Some(b)) => Expr { kind: ExprKind::Int(a * b), ..left },
        (Some(a), _) if a.is_one() => right,
        (_, Some(b)) if b.is_one() => left,
        _ => binary(BinaryOp::Multiply, left, right),
    }
}

/// `left / right` of integers, cut towards zero.
pub(crate) fn divide(left: Expr, right: Expr) -> Expr {
    let (left, right) = same_width(left, right);
    match (int_value(&left), int_value(&right)) {
        (Some(a), Some(b)) if !b.is_zero() => Expr { kind: ExprKind::Int(a / b), ..left },
        (_, Some(b)) if b.is_one() => left,
        _ => binary(BinaryOp::Divide, left, right),
    }
}

fn same_width(left: Expr, right: Expr) -> (Expr, Expr) {
    match (&left.ty, &right.ty) {
        (Type::Int(a), Type::Int(b)) if a.bits < b.bits => {
            let ty = right.ty.clone();
            (convert(left, &ty), right)
        }
        (Type::Int(a), Type::Int(b)) if a.bits > b.bits => {
            let ty = left.ty.clone();
            (left, convert(right, &ty))
        }
        _ => (left, right),
    }
}
