//! Expressions whose subscripts have their actual values.
//!
//! A subscript is computed into a temporary, which a marker settles, and the element is read with it. Everything
//! that the expression computes before such a subscript has to be computed before it still, so it goes into
//! temporaries too.

use sextant_base::Span;
use sextant_flow::{Instruction, any_in};
use sextant_state::{Arithmetic, VariablePlace};
use sextant_syntax::{BinaryOp, Expr, ExprKind, Place, Type};

use super::weave::{Marker, Weaver, variable_of};

impl Weaver<'_> {
    /// The expression with settled subscripts; `out` gets what has to be done before.
    pub(super) fn settled(&mut self, expr: &Expr, out: &mut Vec<Instruction>) -> Expr {
        if !self.settle_subscripts || !has_subscript(expr) {
            return expr.clone();
        }
        let kind = match &expr.kind {
            ExprKind::Load(Place::Element(array, index)) => {
                let index = self.subscript(index, expr.span, out);
                ExprKind::Load(Place::Element(*array, Box::new(index)))
            }
            ExprKind::Unary(op, operand) => ExprKind::Unary(*op, Box::new(self.settled(operand, out))),
            ExprKind::Convert(operand) => ExprKind::Convert(Box::new(self.settled(operand, out))),
            // What is computed before a connective is computed always, but its right side is not.
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), a, b) => {
                ExprKind::Binary(*op, Box::new(self.settled(a, out)), b.clone())
            }
            ExprKind::Binary(op, a, b) => {
                let a = self.operand(a, has_subscript(b), out);
                let b = self.settled(b, out);
                ExprKind::Binary(*op, Box::new(a), Box::new(b))
            }
            ExprKind::Intrinsic(intrinsic, operands) => {
                let last = operands.iter().rposition(has_subscript).unwrap_or(0);
                let operands =
                    operands.iter().enumerate().map(|(at, operand)| self.operand(operand, at < last, out));
                ExprKind::Intrinsic(*intrinsic, operands.collect())
            }
            _ => expr.kind.clone(),
        };
        Expr { kind, ..expr.clone() }
    }

    /// A subscript, ready to be used.
    pub(super) fn subscript(&mut self, index: &Expr, span: Span, out: &mut Vec<Instruction>) -> Expr {
        if is_constant(index) || !self.settle_subscripts {
            return index.clone();
        }
        let index = self.settled(index, out);
        let held = self.hold(index, span, out);
        self.mark(Marker::Settle(variable_of(&held)), span, out);
        held
    }

    /// An operand; if something is settled behind it, its value is taken now.
    fn operand(&mut self, operand: &Expr, behind: bool, out: &mut Vec<Instruction>) -> Expr {
        let settled = self.settled(operand, out);
        if behind && settled.ty.is_simple() && self.takes_time(&settled) {
            self.hold(settled, operand.span, out)
        } else {
            settled
        }
    }

    /// Whether anything happens when the expression is computed: a constant or a variable in a slot is there.
    fn takes_time(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Symbol(_) => false,
            // A temporary made here lies in a slot.
            ExprKind::Load(Place::Variable(variable)) => self.code.procedures[self.procedure]
                .variables
                .get(*variable)
                .is_some_and(|place| matches!(place, VariablePlace::Object(_))),
            ExprKind::Convert(operand) => {
                let free = self.code.policy.arithmetic == Arithmetic::Ideal
                    && matches!((&expr.ty, &operand.ty), (Type::Int(_), Type::Int(_)));
                !free || self.takes_time(operand)
            }
            _ => true,
        }
    }
}

fn is_constant(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(_))
}

/// Whether there is a subscript that is no constant.
fn has_subscript(expr: &Expr) -> bool {
    any_in(
        expr,
        &|expr| matches!(&expr.kind, ExprKind::Load(Place::Element(_, index)) if !is_constant(index)),
    )
}
