//! Assignments, and expressions for what they do.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Memory, Stmt, StmtKind, Type};

use super::body::Body;
use super::expr::arithmetic;
use super::make;
use super::place::{Place, is_simple};
use crate::tree::{self, CastKind, ExprKind as C};

impl Body<'_, '_> {
    /// The statements that do what an expression does; its value is not wanted.
    pub(super) fn effects(&mut self, expr: &tree::Expr) -> Vec<Stmt> {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.effects_here(expr))
    }

    fn effects_here(&mut self, expr: &tree::Expr) -> Vec<Stmt> {
        let span = expr.span;
        match &expr.kind {
            C::Int(_) | C::Real(_) | C::Local(_) | C::Global(_) | C::Function(_) | C::LabelAddress(_) => {
                Vec::new()
            }
            C::Assign(place, value) => self.assignment(place, value, span),
            C::Update { .. } | C::UpdatePointer { .. } | C::Step { .. } => self.update(expr).0,
            C::Comma(first, second) => {
                let mut statements = self.effects(first);
                statements.extend(self.effects(second));
                statements
            }
            C::Cast(CastKind::Discard, operand) => self.effects(operand),
            C::Conditional(condition, then, otherwise) => {
                let condition = self.truth(condition);
                let then = self.effects(then);
                let otherwise = self.effects(otherwise);
                vec![conditional(condition, then, otherwise, span)]
            }
            C::And(left, right) => {
                let (condition, then) = (self.truth(left), self.effects(right));
                vec![conditional(condition, then, Vec::new(), span)]
            }
            C::Or(left, right) => {
                let (condition, then) = (make::not(self.truth(left)), self.effects(right));
                vec![conditional(condition, then, Vec::new(), span)]
            }
            C::Statements(statements, value) => {
                let mut statements = self.block(statements);
                if let Some(value) = value {
                    statements.extend(self.effects(value));
                }
                statements
            }
            C::Call(callee, arguments) => self.call_statement(callee, arguments, expr.ty, span),
            C::Unsupported(what) => vec![make::stmt(StmtKind::Unsupported(what.clone()), span)],
            _ => {
                let value = self.value(expr);
                if is_simple(&value) { Vec::new() } else { vec![make::evaluate(value)] }
            }
        }
    }

    fn assignment(&mut self, place: &tree::Expr, value: &tree::Expr, span: Span) -> Vec<Stmt> {
        if !self.types().is_scalar(place.ty) {
            return self.copied(place, value, span);
        }
        let ty = self.content(place.ty);
        let target = self.place(place);
        let value = self.value(value);
        vec![self.put(target, make::as_type(value, &ty), span)]
    }

    /// A struct is copied; what is computed for it may be what is overwritten.
    fn copied(&mut self, place: &tree::Expr, value: &tree::Expr, span: Span) -> Vec<Stmt> {
        let bytes = self.types().size(place.ty).unwrap_or(0);
        let (to, from) = (self.address(place), self.value(value));
        vec![make::copy(to, from, bytes, span)]
    }

    /// The value of an assignment.
    pub(super) fn assigned(&mut self, place: &tree::Expr, value: &tree::Expr, span: Span) -> Expr {
        if !self.types().is_scalar(place.ty) {
            let bytes = self.types().size(place.ty).unwrap_or(0);
            let mut statements = Vec::new();
            let mut to = self.address(place);
            if !is_simple(&to) {
                to = self.keep(to, &mut statements);
            }
            let from = self.value(value);
            statements.push(make::copy(to.clone(), from, bytes, span));
            return make::sequence(statements, make::wrap(to, make::ADDRESS));
        }
        let ty = self.content(place.ty);
        let mut statements = Vec::new();
        let target = self.place(place);
        match target {
            Place::Slot(variable) => {
                let value = self.value(value);
                statements.push(make::assign(variable, make::as_type(value, &ty), span));
                make::sequence(statements, make::load(variable, ty, span))
            }
            Place::Memory { bits: Some(_), .. } => {
                // The value is what fits into the bits.
                let target = self.settled(target, &mut statements);
                let value = self.value(value);
                let statement = self.put(target.again(), make::as_type(value, &ty), span);
                statements.push(statement);
                let value = self.value_in(&target, &ty, span);
                make::sequence(statements, value)
            }
            target => {
                let target = self.settled(target, &mut statements);
                let value = self.value(value);
                let mut value = make::as_type(value, &ty);
                if !is_simple(&value) {
                    value = self.keep(value, &mut statements);
                }
                statements.push(self.put(target, value.clone(), span));
                make::sequence(statements, value)
            }
        }
    }

    /// The value of `op=`, `++`, `--`.
    pub(super) fn updated(&mut self, expr: &tree::Expr) -> Expr {
        let postfix = matches!(expr.kind, C::Step { postfix: true, .. });
        let (place, ty) = match &expr.kind {
            C::Update { place, .. } | C::UpdatePointer { place, .. } | C::Step { place, .. } => {
                (place, self.content(place.ty))
            }
            _ => return make::int(0, make::INT, expr.span),
        };
        if !postfix {
            let (statements, target) = self.update(expr);
            let value = self.value_in(&target, &ty, expr.span);
            return make::sequence(statements, value);
        }
        let mut statements = Vec::new();
        let target = self.place(place);
        let target = self.settled(target, &mut statements);
        let before = self.value_in(&target, &ty, expr.span);
        let before = self.keep(before, &mut statements);
        let after = self.stepped(expr, before.clone());
        statements.push(self.put(target, after, expr.span));
        make::sequence(statements, before)
    }

    /// The statements of `op=`, `++`, `--`, and the place that has changed, settled.
    fn update(&mut self, expr: &tree::Expr) -> (Vec<Stmt>, Place) {
        let span = expr.span;
        let mut statements = Vec::new();
        let place = match &expr.kind {
            C::Update { place, .. } | C::UpdatePointer { place, .. } | C::Step { place, .. } => place,
            _ => {
                return (
                    statements,
                    Place::Memory { address: make::int(0, make::ADDRESS, span), bits: None },
                );
            }
        };
        let ty = self.content(place.ty);
        let target = self.place(place);
        let target = self.settled(target, &mut statements);
        let before = self.value_in(&target, &ty, span);
        let after = self.stepped(expr, before);
        let statement = self.put(target.again(), after, span);
        statements.push(statement);
        (statements, target)
    }

    /// What a place holds after an update, as a value of its type.
    fn stepped(&mut self, expr: &tree::Expr, before: Expr) -> Expr {
        let ty = before.ty.clone();
        match &expr.kind {
            C::Update { op, value, compute, place } => {
                let compute = self.content(*compute);
                let is_bool = *self.types().get(place.ty) == crate::types::Type::Bool;
                let value = self.value(value);
                let after = arithmetic(*op, make::as_type(before, &compute), value);
                if is_bool { self.as_bool(after) } else { make::as_type(after, &ty) }
            }
            C::UpdatePointer { place, index, negative } => {
                let index = self.value(index);
                self.moved(before, place.ty, index, *negative)
            }
            C::Step { place, down, .. } => {
                let one = make::int(1, make::LONG, expr.span);
                if self.types().pointee(place.ty).is_some() {
                    return self.moved(before, place.ty, one, *down);
                }
                if *self.types().get(place.ty) == crate::types::Type::Bool {
                    // Whatever is added to, the result is true; taken from, it turns around.
                    let one = make::int(1, ty.clone(), expr.span);
                    return if *down { make::binary(BinaryOp::Subtract, one, before) } else { one };
                }
                self.by_one(before, *down)
            }
            _ => before,
        }
    }

    /// One more or less; narrow types are computed in `int`.
    fn by_one(&mut self, before: Expr, down: bool) -> Expr {
        let ty = before.ty.clone();
        let op = if down { BinaryOp::Subtract } else { BinaryOp::Add };
        let span = before.span;
        match ty {
            Type::Int(int) if int.bits < 32 => {
                let sum = make::binary(op, make::wrap(before, make::INT), make::int(1, make::INT, span));
                make::wrap(sum, ty)
            }
            Type::Real(float) => make::binary(op, before, make::real(1.0, float, span)),
            _ => make::binary(op, before, make::int(1, ty, span)),
        }
    }

    fn as_bool(&mut self, value: Expr) -> Expr {
        make::convert(super::expr::is_not_zero(value), make::BYTE)
    }

    /// A pointer some elements further on.
    fn moved(&mut self, pointer: Expr, ty: crate::types::TypeId, index: Expr, negative: bool) -> Expr {
        let (result, span) = (pointer.ty.clone(), pointer.span);
        let index = match (&index.kind, negative) {
            (ExprKind::Int(value), true) => make::int(-value.clone(), make::LONG, span),
            (_, true) => make::negate(make::wrap(index, make::LONG)),
            _ => index,
        };
        let to = self.types().pointee(ty);
        match to.and_then(|to| self.types().size(to)) {
            Some(scale) => make::memory(
                Memory::Displace { pointer, index, scale: scale.max(1), limit: None },
                result,
                span,
            ),
            None => {
                let size = match to {
                    Some(to) => self.size_of(to, span),
                    None => make::int(1, make::SIZE, span),
                };
                let index = make::binary(
                    BinaryOp::Multiply,
                    make::wrap(index, make::LONG),
                    make::wrap(size, make::LONG),
                );
                make::memory(Memory::Displace { pointer, index, scale: 1, limit: None }, result, span)
            }
        }
    }
}

/// `if (condition) … else …` without a number.
pub(super) fn conditional(condition: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>, span: Span) -> Stmt {
    let else_branch = (!otherwise.is_empty()).then(|| Box::new(make::group(otherwise, span)));
    make::stmt(StmtKind::If { condition, then_branch: Box::new(make::group(then, span)), else_branch }, span)
}
