//! Expressions that do something, and conditions of which only a part is evaluated.

use sextant_base::Span;
use sextant_syntax::{Argument, Effect, Expr, ExprKind, Passing, Place, Primitive, Type, UnaryOp, VarId};

use super::blocks::Builder;
use crate::typing::{as_logical, coerce};
use crate::{Action, BlockId, Terminator};

impl Builder<'_> {
    /// The value of an expression that does something; what it does is emitted on the way.
    pub fn effect(&mut self, effect: &Effect, expr: &Expr) -> Expr {
        match effect {
            Effect::Choice { condition, then, otherwise } => self.choice(condition, then, otherwise, expr),
            Effect::Sequence(statements, value) => {
                self.statements(statements);
                self.value(value)
            }
            Effect::CallPointer(callee, arguments) => {
                let result = self.temporary("call", expr.ty.clone(), expr.span);
                self.pointer_call(callee, arguments, Some(result), expr.span);
                self.load(result, expr.span)
            }
            Effect::Primitive(primitive, operands) => {
                let result = self.temporary("value", expr.ty.clone(), expr.span);
                self.primitive(primitive, operands, Some(result), expr.span);
                self.load(result, expr.span)
            }
        }
    }

    /// An expression whose value nobody wants.
    pub fn evaluate(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(procedure, arguments) => {
                let arguments = self.arguments(*procedure, arguments);
                self.emit_call(*procedure, arguments, None, expr.span);
            }
            ExprKind::Convert(operand) | ExprKind::Wrap(operand) => self.evaluate(operand),
            ExprKind::Effect(effect) => match &**effect {
                Effect::Sequence(statements, value) => {
                    self.statements(statements);
                    self.evaluate(value);
                }
                Effect::CallPointer(callee, arguments) => {
                    self.pointer_call(callee, arguments, None, expr.span);
                }
                Effect::Primitive(primitive, operands) => {
                    self.primitive(primitive, operands, None, expr.span);
                }
                Effect::Choice { condition, then, otherwise } => {
                    let (holds, fails, join) = (self.new_block(), self.new_block(), self.new_block());
                    self.branch_on(condition, holds, fails);
                    self.enter_if_referenced(holds);
                    self.evaluate(then);
                    self.jump(join);
                    self.enter_if_referenced(fails);
                    self.evaluate(otherwise);
                    self.join(join);
                }
            },
            _ => self.discard(expr),
        }
    }

    /// A value that is computed for nothing: what can go wrong in it still does.
    fn discard(&mut self, expr: &Expr) {
        let value = self.value(expr);
        if !matches!(value.kind, ExprKind::Load(_) | ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Real(_))
        {
            self.keep("value", value);
        }
    }

    /// Leads to one block where the condition holds and to another one where it does not.
    pub fn branch_on(&mut self, condition: &Expr, holds: BlockId, fails: BlockId) {
        match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, operand) if is_lazy(operand) => {
                self.branch_on(operand, fails, holds)
            }
            ExprKind::Bool(value) => self.jump(if *value { holds } else { fails }),
            ExprKind::Convert(operand) if condition.ty == Type::Logical && is_lazy(operand) => {
                self.branch_on(operand, holds, fails);
            }
            ExprKind::Effect(effect) => match &**effect {
                Effect::Choice { condition, then, otherwise } => {
                    let first = constant_truth(then);
                    let second = constant_truth(otherwise);
                    let leads = |known: Option<bool>, builder: &mut Self| match known {
                        Some(true) => holds,
                        Some(false) => fails,
                        None => builder.new_block(),
                    };
                    let (on_true, on_false) = (leads(first, self), leads(second, self));
                    self.branch_on(condition, on_true, on_false);
                    for (block, known, part) in [(on_true, first, then), (on_false, second, otherwise)] {
                        if known.is_none() {
                            self.enter_if_referenced(block);
                            self.branch_on(part, holds, fails);
                        }
                    }
                }
                Effect::Sequence(statements, value) => {
                    self.statements(statements);
                    self.branch_on(value, holds, fails);
                }
                _ => self.plain_branch(condition, holds, fails),
            },
            _ => self.plain_branch(condition, holds, fails),
        }
    }

    fn plain_branch(&mut self, condition: &Expr, holds: BlockId, fails: BlockId) {
        let condition = self.condition(condition);
        self.branch(condition, holds, fails);
    }

    /// One of two values, in a temporary.
    fn choice(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, whole: &Expr) -> Expr {
        let result = self.temporary("choice", whole.ty.clone(), whole.span);
        let (holds, fails, join) = (self.new_block(), self.new_block(), self.new_block());
        self.branch_on(condition, holds, fails);
        for (block, value) in [(holds, then), (fails, otherwise)] {
            self.enter_if_referenced(block);
            let value = self.value(value);
            let value = if whole.ty == Type::Logical { as_logical(value) } else { coerce(value, &whole.ty) };
            self.emit(Action::Assign(Place::Variable(result), value), whole.span);
            self.jump(join);
        }
        self.enter_if_referenced(join);
        self.load(result, whole.span)
    }

    fn pointer_call(&mut self, callee: &Expr, arguments: &[Argument], result: Option<VarId>, span: Span) {
        let callee = self.value(callee);
        let arguments = arguments
            .iter()
            .map(|argument| Argument { expr: self.value(&argument.expr), passing: Passing::Value })
            .collect();
        self.emit(Action::CallPointer { callee, arguments, result }, span);
    }

    fn primitive(&mut self, primitive: &Primitive, operands: &[Expr], result: Option<VarId>, span: Span) {
        let operands = operands.iter().map(|operand| self.value(operand)).collect();
        self.emit(Action::Primitive(primitive.clone(), operands, result), span);
        if matches!(primitive, Primitive::Exit | Primitive::LongJump | Primitive::Fail(_)) {
            self.end(Terminator::Stop);
        }
    }

    /// A variable begins to live; the size of its storage is computed here.
    pub fn fresh(&mut self, variable: VarId, span: Span) {
        if let Type::Block(block) = self.source.variables[variable].ty.clone() {
            let bytes = self.value(&block.bytes);
            if let Type::Block(lowered) = &mut self.variables[variable].ty {
                lowered.bytes = bytes;
            }
        }
        self.emit(Action::Fresh(variable), span);
    }
}

/// Whether only a part of the condition may be evaluated.
fn is_lazy(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Effect(effect) => matches!(**effect, Effect::Choice { .. } | Effect::Sequence(..)),
        ExprKind::Unary(UnaryOp::Not, operand) | ExprKind::Convert(operand) => is_lazy(operand),
        _ => false,
    }
}

fn constant_truth(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Bool(value) => Some(*value),
        _ => None,
    }
}
