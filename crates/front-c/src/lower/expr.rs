//! Values of expressions.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, Memory, StmtKind, Type};

use super::body::Body;
use super::make;
use crate::tree::{self, ArithmeticOp, CastKind, ExprKind as C, UnaryOp};
use crate::types::{Float, TypeId};

impl Body<'_, '_> {
    /// The value of an expression: of a struct, its address; of `void`, a number that means nothing.
    pub(super) fn value(&mut self, expr: &tree::Expr) -> Expr {
        let value = stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.value_here(expr));
        Expr { span: expr.span, ..value }
    }

    fn value_here(&mut self, expr: &tree::Expr) -> Expr {
        let span = expr.span;
        match &expr.kind {
            C::Int(value) => self.number_constant(value, expr.ty, span),
            C::Real(value) => make::real_of(*value, &self.content(expr.ty), span),
            C::Load(place) if self.types().is_scalar(expr.ty) => self.load(place, span),
            C::Load(place) => self.address(place),
            C::Address(place) => {
                let ty = self.content(expr.ty);
                // The address behind the last element may be taken.
                let address = match &place.kind {
                    C::Deref(pointer) => self.displaced(pointer, false),
                    _ => self.address(place),
                };
                make::wrap(address, ty)
            }
            C::LabelAddress(label) => make::int(label.address(), self.content(expr.ty), span),
            C::Cast(kind, operand) => self.cast(*kind, operand, expr),
            C::Unary(UnaryOp::Not, _) | C::Compare(..) | C::And(..) | C::Or(..) => {
                let truth = self.truth(expr);
                as_int(truth)
            }
            C::Unary(op, operand) => {
                let operand = self.value(operand);
                if *op == UnaryOp::Negate {
                    return make::negate(operand);
                }
                let ty = operand.ty.clone();
                make::expr(ExprKind::Intrinsic(Intrinsic::BitNot, vec![operand]), ty, span)
            }
            C::Arithmetic(..) if self.is_inexact(expr.ty) => {
                self.unsupported("arithmetic of long double", expr.ty, span)
            }
            C::Arithmetic(op, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                arithmetic(*op, left, right)
            }
            C::Displace { .. } => self.displaced(expr, false),
            C::Distance(left, right) => self.distance(left, right, span),
            C::Conditional(condition, then, otherwise) => {
                let condition = self.truth(condition);
                let ty = self.lowering.value_type(expr.ty);
                if self.types().is_void(expr.ty) {
                    let statements = self.effects(expr);
                    return self.as_value(statements, span);
                }
                let (then, otherwise) = (self.value(then), self.value(otherwise));
                make::choice(condition, make::as_type(then, &ty), make::as_type(otherwise, &ty))
            }
            C::Comma(first, second) => {
                let statements = self.effects(first);
                make::sequence(statements, self.value(second))
            }
            C::Assign(place, value) => self.assigned(place, value, span),
            C::Update { place, .. } | C::Step { place, .. } => self.updated(expr, place),
            C::Call(callee, arguments) => self.call(callee, arguments, expr.ty, span),
            C::Statements(statements, value) => {
                let statements = self.block(statements);
                match value {
                    Some(value) => make::sequence(statements, self.value(value)),
                    None => self.as_value(statements, span),
                }
            }
            C::NextArgument(list) => self.next_argument(list, expr.ty, span),
            C::Unsupported(what) => self.unsupported(what, expr.ty, span),
            C::Local(_) | C::Global(_) | C::Compound(..) | C::Deref(_) | C::Function(_) => self.address(expr),
            // A member or part of a value that is no place.
            C::Member(..) | C::ComplexPart(..) if self.types().is_scalar(expr.ty) => self.load(expr, span),
            C::Member(..) | C::ComplexPart(..) => self.address(expr),
        }
    }

    /// The address of a struct that an expression computes.
    pub(super) fn aggregate(&mut self, expr: &tree::Expr, ty: Type) -> Expr {
        match &expr.kind {
            C::Load(_)
            | C::Conditional(..)
            | C::Comma(..)
            | C::Assign(..)
            | C::Call(..)
            | C::Statements(..)
            | C::NextArgument(_)
            | C::Cast(..) => {
                let value = self.value(expr);
                make::wrap(value, ty)
            }
            C::Unsupported(what) => unsupported(what, ty, expr.span),
            _ => self.unsupported("the address of a value", expr.ty, expr.span),
        }
    }

    /// What cannot be executed, where a value is wanted.
    /// Whether a number of the type has more digits than numbers have here; the library takes care of itself.
    pub(super) fn is_inexact(&self, ty: TypeId) -> bool {
        !self.function.library && self.types().float(ty) == Some(Float::Extended)
    }

    pub(super) fn unsupported(&mut self, what: &str, ty: TypeId, span: Span) -> Expr {
        unsupported(what, self.lowering.value_type(ty), span)
    }

    fn number_constant(&mut self, value: &IBig, ty: TypeId, span: Span) -> Expr {
        let ty = self.lowering.value_type(ty);
        match ty {
            Type::Real(float) => make::real(f64::try_from(value.clone()).unwrap_or(0.0), float, span),
            _ => make::int(value.clone(), ty, span),
        }
    }

    /// Whether a scalar is not zero.
    pub(super) fn truth(&mut self, expr: &tree::Expr) -> Expr {
        let truth = stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.truth_here(expr));
        Expr { span: expr.span, ..truth }
    }

    fn truth_here(&mut self, expr: &tree::Expr) -> Expr {
        let span = expr.span;
        match &expr.kind {
            C::Int(value) => make::truth(*value != IBig::ZERO, span),
            C::Unary(UnaryOp::Not, operand) => make::not(self.truth(operand)),
            C::Compare(op, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                // Pointers of two types, or a pointer and a number, are compared as addresses.
                let right = make::as_type(right, &left.ty);
                make::binary(*op, left, right)
            }
            C::And(left, right) => {
                let (left, right) = (self.truth(left), self.truth(right));
                make::choice(left, right, make::truth(false, span))
            }
            C::Or(left, right) => {
                let (left, right) = (self.truth(left), self.truth(right));
                make::choice(left, make::truth(true, span), right)
            }
            C::Conditional(condition, then, otherwise) => {
                let condition = self.truth(condition);
                let (then, otherwise) = (self.truth(then), self.truth(otherwise));
                make::choice(condition, then, otherwise)
            }
            C::Comma(first, second) => {
                let statements = self.effects(first);
                make::sequence(statements, self.truth(second))
            }
            C::Cast(CastKind::Truth, operand) => self.truth(operand),
            // A number that is made wider is zero where it was.
            C::Cast(CastKind::Convert, operand) if self.widens(operand.ty, expr.ty) => self.truth(operand),
            _ => {
                let value = self.value(expr);
                is_not_zero(value)
            }
        }
    }

    fn widens(&self, from: TypeId, to: TypeId) -> bool {
        let types = self.types();
        matches!((types.integer(from), types.integer(to)), (Some(from), Some(to)) if from.bits <= to.bits)
    }

    fn cast(&mut self, kind: CastKind, operand: &tree::Expr, expr: &tree::Expr) -> Expr {
        let span = expr.span;
        match kind {
            CastKind::Truth => {
                let truth = self.truth(operand);
                make::convert(truth, make::BOOL)
            }
            CastKind::Discard => {
                let statements = self.effects(operand);
                self.as_value(statements, span)
            }
            CastKind::Union => self.union_of(operand, expr.ty, span),
            CastKind::Convert if !self.types().is_scalar(operand.ty) || !self.types().is_scalar(expr.ty) => {
                self.unsupported("a conversion of what is no number", expr.ty, span)
            }
            CastKind::Convert => {
                let value = self.value(operand);
                let ty = self.lowering.value_type(expr.ty);
                // A narrower signed number that becomes an address, or wider, keeps its value.
                make::as_type(value, &ty)
            }
        }
    }

    /// `pointer + index`, counted in what the pointer leads to; `accessed` if something is read or written there.
    pub(super) fn displaced(&mut self, expr: &tree::Expr, accessed: bool) -> Expr {
        let C::Displace { pointer, index, negative } = &expr.kind else { return self.value(expr) };
        let negative = *negative;
        let limit = self.elements_of_part(pointer).filter(|_| !negative);
        let limit = limit.map(|count| if accessed { count - 1 } else { count });
        let ty = self.content(expr.ty);
        let base = self.value(pointer);
        let index = self.value(index);
        let span = base.span;
        let (index, scale) = self.scaled(index, negative, pointer.ty, span);
        if scale == 0 || matches!(&index.kind, ExprKind::Int(value) if *value == IBig::ZERO) {
            return make::wrap(base, ty);
        }
        make::memory(Memory::Displace { pointer: base, index, scale, limit }, ty, span)
    }

    /// An index with the size of what a pointer leads to; a size that is computed becomes part of the index.
    pub(super) fn scaled(&mut self, index: Expr, negative: bool, pointer: TypeId, span: Span) -> (Expr, u64) {
        let index = match &index.kind {
            _ if !negative => index,
            ExprKind::Int(value) => make::int(-value.clone(), make::LONG, index.span),
            _ => make::negate(make::wrap(index, make::LONG)),
        };
        let Some(to) = self.types().pointee(pointer) else { return (index, 1) };
        if let Some(size) = self.types().size(to) {
            return (index, size);
        }
        let size = make::wrap(self.size_of(to, span), make::LONG);
        (make::binary(BinaryOp::Multiply, make::wrap(index, make::LONG), size), 1)
    }

    /// How many elements an array has to whose first element a pointer leads, if the array is a part of a larger object
    /// and no array of the kind that reaches to the end of it, whatever its length says.
    fn elements_of_part(&self, pointer: &tree::Expr) -> Option<u64> {
        let C::Address(place) = &pointer.kind else { return None };
        let crate::types::Type::Array(_, Some(count)) = self.types().get(place.ty) else { return None };
        let fixed = match &place.kind {
            C::Member(_, record, field) => {
                let fields = self.types().records[*record].fields.as_ref()?;
                *count > 1 || field + 1 < fields.len()
            }
            C::Deref(_) => true,
            _ => false,
        };
        (fixed && *count > 0).then_some(*count)
    }

    fn distance(&mut self, left: &tree::Expr, right: &tree::Expr, span: Span) -> Expr {
        let to = self.types().pointee(left.ty);
        let scale = to.and_then(|to| self.types().size(to));
        let (left, right) = (self.value(left), self.value(right));
        match (scale, to) {
            (None, Some(to)) => {
                let bytes = make::memory(Memory::Distance { left, right, scale: 1 }, make::LONG, span);
                let size = self.size_of(to, span);
                make::binary(BinaryOp::Divide, bytes, make::wrap(size, make::LONG))
            }
            _ => {
                let scale = scale.unwrap_or(1).max(1);
                make::memory(Memory::Distance { left, right, scale }, make::LONG, span)
            }
        }
    }

    /// A value becomes the first bytes of a union.
    fn union_of(&mut self, operand: &tree::Expr, ty: TypeId, span: Span) -> Expr {
        let mut statements = Vec::new();
        let address = make::wrap(self.new_object(ty, span, &mut statements), make::ADDRESS);
        let value = self.value(operand);
        statements.push(if self.types().is_scalar(operand.ty) {
            make::store(address.clone(), None, value, span)
        } else {
            make::copy(address.clone(), value, self.types().size(operand.ty).unwrap_or(0), span)
        });
        make::sequence(statements, address)
    }
}

fn unsupported(what: &str, ty: Type, span: Span) -> Expr {
    let statement = make::stmt(StmtKind::Unsupported(what.to_owned()), span);
    make::sequence(vec![statement], make::zero(ty, span))
}

/// A truth value as C's `int`.
pub(super) fn as_int(truth: Expr) -> Expr {
    make::convert(truth, make::INT)
}

/// Whether a scalar value is not zero.
pub(super) fn is_not_zero(value: Expr) -> Expr {
    match value.kind {
        // A truth value that was made a number is one again.
        ExprKind::Convert(inner) if inner.ty == Type::Logical => *inner,
        _ => {
            let zero = make::zero(value.ty.clone(), value.span);
            make::binary(BinaryOp::NotEqual, value, zero)
        }
    }
}

/// An operation on two numbers of the type of the result, but for the count of a shift.
pub(super) fn arithmetic(op: ArithmeticOp, left: Expr, right: Expr) -> Expr {
    let intrinsic = |function: Intrinsic, left: Expr, right: Expr| {
        let (ty, span) = (left.ty.clone(), left.span);
        make::expr(ExprKind::Intrinsic(function, vec![left, right]), ty, span)
    };
    match op {
        ArithmeticOp::Add => make::binary(BinaryOp::Add, left, right),
        ArithmeticOp::Subtract => make::binary(BinaryOp::Subtract, left, right),
        ArithmeticOp::Multiply => make::binary(BinaryOp::Multiply, left, right),
        ArithmeticOp::Divide => make::binary(BinaryOp::Divide, left, right),
        ArithmeticOp::Remainder => intrinsic(Intrinsic::Remainder, left, right),
        ArithmeticOp::ShiftLeft => intrinsic(Intrinsic::ShiftLeft, left, right),
        ArithmeticOp::ShiftRight => intrinsic(Intrinsic::ShiftRight, left, right),
        ArithmeticOp::And => intrinsic(Intrinsic::BitAnd, left, right),
        ArithmeticOp::Or => intrinsic(Intrinsic::BitOr, left, right),
        ArithmeticOp::Xor => intrinsic(Intrinsic::BitXor, left, right),
    }
}
