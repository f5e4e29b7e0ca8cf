//! Expressions to instructions.

use sextant_syntax::{BinaryOp, Expr, ExprKind, IntType, Intrinsic, Place, Type, UnaryOp};

use super::compile::Compiler;
use super::storage::scalar_sort;
use super::{Arithmetic, Binary, Comparison, Constant, Instr, Reg, Unary, VariablePlace};

/// The comparison an operator is, if it is one.
pub(super) fn comparison(op: BinaryOp) -> Option<Comparison> {
    match op {
        BinaryOp::Equal => Some(Comparison::Eq),
        BinaryOp::NotEqual => Some(Comparison::Ne),
        BinaryOp::Less => Some(Comparison::Lt),
        BinaryOp::LessEqual => Some(Comparison::Le),
        BinaryOp::Greater => Some(Comparison::Gt),
        BinaryOp::GreaterEqual => Some(Comparison::Ge),
        _ => None,
    }
}

impl Compiler<'_> {
    /// The register that holds the value; constants and slot variables need no instruction.
    pub(super) fn expression(&mut self, expr: &Expr) -> Reg {
        match &expr.kind {
            ExprKind::Int(value) => self.constant(Constant::Int(value.clone())),
            ExprKind::Bool(value) => self.constant(Constant::Bool(*value)),
            ExprKind::Symbol(name) => self.constant(Constant::Symbol(name.clone(), scalar_sort(&expr.ty))),
            ExprKind::Load(Place::Variable(variable)) => match self.variable_place(*variable) {
                VariablePlace::Slot(slot) => Reg::slot(slot),
                VariablePlace::Object(_) => self.computed(expr),
            },
            ExprKind::Convert(operand) if self.converts_freely(expr, operand) => self.expression(operand),
            _ => self.computed(expr),
        }
    }

    fn computed(&mut self, expr: &Expr) -> Reg {
        let to = self.temporary();
        self.expression_into(expr, to);
        Reg::slot(to)
    }

    /// Computes the value into a slot.
    pub(super) fn expression_into(&mut self, expr: &Expr, to: u32) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Symbol(_) => {
                let from = self.expression(expr);
                self.emit(Instr::Move { to, from }, span);
            }
            ExprKind::Load(Place::Variable(variable)) => {
                let instruction = match self.variable_place(*variable) {
                    VariablePlace::Slot(slot) => Instr::Move { to, from: Reg::slot(slot) },
                    VariablePlace::Object(slot) => Instr::LoadIndirect { to, reference: slot },
                };
                self.emit(instruction, span);
            }
            ExprKind::Load(Place::Element(array, index)) => {
                let index = self.expression(index);
                self.emit(Instr::LoadElement { to, array: array.0, index }, span);
            }
            ExprKind::BoundOf(bound, array) => {
                self.emit(Instr::BoundOf { to, array: array.0, bound: *bound }, span);
            }
            ExprKind::Unary(op, operand) => self.unary(expr, *op, operand, to),
            ExprKind::Binary(op, a, b) => self.binary(expr, *op, a, b, to),
            ExprKind::Intrinsic(intrinsic, operands) => self.intrinsic(expr, *intrinsic, operands, to),
            ExprKind::Convert(operand) => self.convert(expr, operand, to),
            ExprKind::Call(..) => unreachable!("the verifier refuses calls inside expressions"),
        }
    }

    fn unary(&mut self, expr: &Expr, op: UnaryOp, operand: &Expr, to: u32) {
        let a = self.expression(operand);
        let op = match op {
            UnaryOp::Negate => Unary::Negate,
            UnaryOp::Not => Unary::Not,
        };
        self.emit(Instr::Unary { op, to, a }, expr.span);
        if op == Unary::Negate {
            self.check_range(expr, to);
        }
    }

    fn binary(&mut self, expr: &Expr, op: BinaryOp, a: &Expr, b: &Expr, to: u32) {
        let logical_operands = a.ty == Type::Logical;
        let (a, b) = (self.expression(a), self.expression(b));
        let op = match op {
            BinaryOp::Add => Binary::Add,
            BinaryOp::Subtract => Binary::Subtract,
            BinaryOp::Multiply => Binary::Multiply,
            BinaryOp::Divide => Binary::Divide(self.policy.division),
            BinaryOp::Power => Binary::Power,
            BinaryOp::And => Binary::And,
            BinaryOp::Or => Binary::Or,
            BinaryOp::Implies => Binary::Implies,
            BinaryOp::Equal | BinaryOp::NotEqual if logical_operands => Binary::Same,
            compare => Binary::Compare(comparison(compare).expect("all other operators are comparisons")),
        };
        let negated = matches!(&expr.kind, ExprKind::Binary(BinaryOp::NotEqual, ..)) && op == Binary::Same;
        self.emit(Instr::Binary { op, to, a, b }, expr.span);
        if negated {
            self.emit(Instr::Unary { op: Unary::Not, to, a: Reg::slot(to) }, expr.span);
        }
        if !matches!(expr.ty, Type::Logical) {
            self.check_range(expr, to);
        }
    }

    fn intrinsic(&mut self, expr: &Expr, intrinsic: Intrinsic, operands: &[Expr], to: u32) {
        let unary = match intrinsic {
            Intrinsic::Abs => Some(Unary::Abs),
            Intrinsic::Sign => Some(Unary::Sign),
            Intrinsic::Mod | Intrinsic::Min | Intrinsic::Max => None,
        };
        if let Some(op) = unary {
            let a = self.expression(&operands[0]);
            self.emit(Instr::Unary { op, to, a }, expr.span);
        } else {
            let op = match intrinsic {
                Intrinsic::Mod => Binary::Mod,
                Intrinsic::Min => Binary::Min,
                _ => Binary::Max,
            };
            let mut so_far = self.expression(&operands[0]);
            // The running value has a temporary of its own: `to` may be a variable that a later operand reads.
            let running = self.temporary();
            for operand in &operands[1..] {
                let b = self.expression(operand);
                self.emit(Instr::Binary { op, to: running, a: so_far, b }, expr.span);
                so_far = Reg::slot(running);
            }
            self.emit(Instr::Move { to, from: so_far }, expr.span);
        }
        self.check_range(expr, to);
    }

    fn convert(&mut self, expr: &Expr, operand: &Expr, to: u32) {
        let a = self.expression(operand);
        match (&expr.ty, &operand.ty) {
            (Type::Logical, Type::Int(_)) => {
                self.emit(Instr::Unary { op: Unary::IsNonZero, to, a }, expr.span)
            }
            (Type::Int(_), Type::Logical) => self.emit(Instr::Unary { op: Unary::ToInt, to, a }, expr.span),
            _ => {
                self.emit(Instr::Move { to, from: a }, expr.span);
                self.check_range(expr, to);
            }
        }
    }

    /// Between integer types nothing happens under ideal arithmetic, nor when the type gets wider.
    fn converts_freely(&self, expr: &Expr, operand: &Expr) -> bool {
        match (&expr.ty, &operand.ty) {
            (Type::Int(to), Type::Int(from)) => {
                self.policy.arithmetic == Arithmetic::Ideal
                    || (to.bits >= from.bits && to.signed == from.signed)
            }
            (to, from) => to == from,
        }
    }

    fn check_range(&mut self, expr: &Expr, slot: u32) {
        if let (Arithmetic::Machine, Type::Int(ty)) = (self.policy.arithmetic, &expr.ty) {
            let ty: IntType = *ty;
            self.emit(Instr::CheckRange { value: Reg::slot(slot), ty }, expr.span);
        }
    }
}
