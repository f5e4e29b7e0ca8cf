//! Assignments, and expressions for what they do.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, Memory, Stmt, StmtKind, Type};

use super::body::Body;
use super::call::discarded;
use super::expr::arithmetic;
use super::make;
use super::place::{Place, is_simple};
use crate::tree::{self, ArithmeticOp, CastKind, ExprKind as C};
use crate::types::TypeId;

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
            C::Update { place, .. } | C::Step { place, .. } => self.update(expr, place, false).statements,
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
            C::Call(callee, arguments) => discarded(self.call(callee, arguments, expr.ty, span)),
            C::Unsupported(what) => vec![make::stmt(StmtKind::Unsupported(what.clone()), span)],
            _ => {
                let value = self.value(expr);
                if is_simple(&value) { Vec::new() } else { vec![make::evaluate(value)] }
            }
        }
    }

    fn assignment(&mut self, place: &tree::Expr, value: &tree::Expr, span: Span) -> Vec<Stmt> {
        if !self.types().is_scalar(place.ty) {
            // A struct is copied; what is computed for it may be what is overwritten.
            let bytes = self.types().size(place.ty).unwrap_or(0);
            let (to, from) = (self.address(place), self.value(value));
            return vec![make::copy(to, from, bytes, span)];
        }
        let ty = self.content(place.ty);
        let target = self.place(place);
        let value = self.value(value);
        vec![self.put(target, make::as_type(value, &ty), span)]
    }

    /// The value of an assignment.
    pub(super) fn assigned(&mut self, place: &tree::Expr, value: &tree::Expr, span: Span) -> Expr {
        if !self.types().is_scalar(place.ty) {
            let bytes = self.types().size(place.ty).unwrap_or(0);
            let mut statements = Vec::new();
            let to = self.address(place);
            let to = self.repeatable(to, &mut statements);
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
                let statement = self.put(target.clone(), make::as_type(value, &ty), span);
                statements.push(statement);
                let value = self.value_in(&target, &ty, span);
                make::sequence(statements, value)
            }
            target => {
                let target = self.settled(target, &mut statements);
                let value = self.value(value);
                let value = self.repeatable(make::as_type(value, &ty), &mut statements);
                statements.push(self.put(target, value.clone(), span));
                make::sequence(statements, value)
            }
        }
    }

    /// The value of `op=`, `++`, `--`.
    pub(super) fn updated(&mut self, expr: &tree::Expr, place: &tree::Expr) -> Expr {
        let postfix = matches!(expr.kind, C::Step { postfix: true, .. });
        let Update { statements, target, before } = self.update(expr, place, postfix);
        let ty = self.content(place.ty);
        let value = if postfix { before } else { self.value_in(&target, &ty, expr.span) };
        make::sequence(statements, value)
    }

    /// What `op=`, `++`, `--` do; the value before is kept if it is the value of the expression.
    fn update(&mut self, expr: &tree::Expr, place: &tree::Expr, kept: bool) -> Update {
        let mut statements = Vec::new();
        let ty = self.content(place.ty);
        let target = self.place(place);
        let target = self.settled(target, &mut statements);
        let mut before = self.value_in(&target, &ty, expr.span);
        if kept {
            before = self.keep(before, &mut statements);
        }
        let after = self.stepped(expr, before.clone());
        statements.push(self.put(target.clone(), after, expr.span));
        Update { statements, target, before }
    }

    /// What a place holds after an update, as a value of its type.
    fn stepped(&mut self, expr: &tree::Expr, before: Expr) -> Expr {
        let ty = before.ty.clone();
        match &expr.kind {
            C::Update { op, value: index, place, .. } if self.types().pointee(place.ty).is_some() => {
                let index = self.value(index);
                self.moved(before, place.ty, index, *op == ArithmeticOp::Subtract)
            }
            C::Update { compute, place, .. } if self.is_inexact(*compute) => {
                self.unsupported("arithmetic of long double", place.ty, expr.span)
            }
            C::Update { op, value, compute, place } => {
                let compute = self.content(*compute);
                let is_bool = *self.types().get(place.ty) == crate::types::Type::Bool;
                let value = self.value(value);
                let after = arithmetic(*op, make::as_type(before, &compute), value);
                if is_bool { self.as_bool(after) } else { make::as_type(after, &ty) }
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
        make::convert(super::expr::is_not_zero(value), make::BOOL)
    }

    /// A pointer some elements further on.
    fn moved(&mut self, pointer: Expr, ty: TypeId, index: Expr, negative: bool) -> Expr {
        let (result, span) = (pointer.ty.clone(), pointer.span);
        let (index, scale) = self.scaled(index, negative, ty, span);
        make::memory(Memory::Displace { pointer, index, scale: scale.max(1), limit: None }, result, span)
    }
}

/// What an update comes to.
struct Update {
    /// What does it.
    statements: Vec<Stmt>,
    /// The place that has changed, settled.
    target: Place,
    /// What it held before.
    before: Expr,
}

/// `if (condition) … else …` without a number.
pub(super) fn conditional(condition: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>, span: Span) -> Stmt {
    let else_branch = (!otherwise.is_empty()).then(|| Box::new(make::group(otherwise, span)));
    make::stmt(StmtKind::If { condition, then_branch: Box::new(make::group(then, span)), else_branch }, span)
}
