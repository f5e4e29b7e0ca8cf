//! Values of expressions.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, Memory, RealType, StmtKind, Type};

use super::body::Body;
use super::make;
use crate::tree::{self, ArithmeticOp, CastKind, CompareOp, ExprKind as C, UnaryOp};
use crate::types::TypeId;

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
            C::Real(value) => match self.content(expr.ty) {
                Type::Real(float) => make::real(*value, float, span),
                _ => make::real(*value, RealType::Double, span),
            },
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
            C::LabelAddress(label) => make::int(label.address(), self.content_of(expr.ty), span),
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
                    return make::sequence(statements, make::int(0, make::INT, span));
                }
                let (then, otherwise) = (self.value(then), self.value(otherwise));
                make::choice(condition, make::as_type(then, &ty), make::as_type(otherwise, &ty))
            }
            C::Comma(first, second) => {
                let statements = self.effects(first);
                make::sequence(statements, self.value(second))
            }
            C::Assign(place, value) => self.assigned(place, value, span),
            C::Update { .. } | C::UpdatePointer { .. } | C::Step { .. } => self.updated(expr),
            C::Call(callee, arguments) => self.call(callee, arguments, expr.ty, span),
            C::Statements(statements, value) => {
                let statements = self.block(statements);
                let value = match value {
                    Some(value) => self.value(value),
                    None => make::int(0, make::INT, span),
                };
                make::sequence(statements, value)
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
            C::Unsupported(what) => {
                let statement = make::stmt(StmtKind::Unsupported(what.clone()), expr.span);
                make::sequence(vec![statement], make::zero(ty, expr.span))
            }
            _ => self.unsupported("the address of a value", expr.ty, expr.span),
        }
    }

    /// What cannot be executed, where a value is wanted.
    pub(super) fn unsupported(&mut self, what: &str, ty: TypeId, span: Span) -> Expr {
        let ty = self.lowering.value_type(ty);
        let statement = make::stmt(StmtKind::Unsupported(what.to_owned()), span);
        make::sequence(vec![statement], make::zero(ty, span))
    }

    pub(super) fn content_of(&mut self, ty: TypeId) -> Type {
        self.content(ty)
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
                compare(*op, left, right)
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
                make::convert(truth, make::BYTE)
            }
            CastKind::Discard => {
                let statements = self.effects(operand);
                make::sequence(statements, make::int(0, make::INT, span))
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
        let to = self.types().pointee(pointer.ty);
        let scale = to.and_then(|to| self.types().size(to));
        let base = self.value(pointer);
        let index = self.value(index);
        let span = base.span;
        let mut index = if negative { negated(index) } else { index };
        let scale = match (scale, to) {
            (Some(scale), _) => scale,
            (None, Some(to)) => {
                let size = self.size_of(to, span);
                index = make::binary(
                    BinaryOp::Multiply,
                    make::wrap(index, make::LONG),
                    make::wrap(size, make::LONG),
                );
                1
            }
            (None, None) => 1,
        };
        if scale == 0 || matches!(&index.kind, ExprKind::Int(value) if *value == IBig::ZERO) {
            return make::wrap(base, ty);
        }
        make::memory(Memory::Displace { pointer: base, index, scale, limit }, ty, span)
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
        let bytes = self.types().size(ty).unwrap_or(0);
        let content = self.content(ty);
        let block = self.temporary_block(content, bytes, span);
        let address = make::address(sextant_syntax::Base::Variable(block), make::ADDRESS, span);
        let mut statements = vec![make::stmt(StmtKind::Fresh(block), span)];
        let value = self.value(operand);
        statements.push(if self.types().is_scalar(operand.ty) {
            make::store(address.clone(), None, value, span)
        } else {
            make::copy(address.clone(), value, self.types().size(operand.ty).unwrap_or(0), span)
        });
        make::sequence(statements, address)
    }
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

fn negated(index: Expr) -> Expr {
    let span = index.span;
    match &index.kind {
        ExprKind::Int(value) => make::int(-value.clone(), make::LONG, span),
        _ => make::negate(make::wrap(index, make::LONG)),
    }
}

pub(super) fn compare(op: CompareOp, left: Expr, right: Expr) -> Expr {
    let op = match op {
        CompareOp::Equal => BinaryOp::Equal,
        CompareOp::NotEqual => BinaryOp::NotEqual,
        CompareOp::Less => BinaryOp::Less,
        CompareOp::LessEqual => BinaryOp::LessEqual,
        CompareOp::Greater => BinaryOp::Greater,
        CompareOp::GreaterEqual => BinaryOp::GreaterEqual,
    };
    // Pointers of two types, or a pointer and a number, are compared as addresses.
    let right = make::as_type(right, &left.ty);
    make::binary(op, left, right)
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
