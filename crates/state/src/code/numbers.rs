//! Functions and conversions of numbers to instructions.

use sextant_base::Span;
use sextant_syntax::{Expr, IntType, Intrinsic, RealType, Type};

use super::compile::Compiler;
use super::complex::ComplexOp;
use super::expressions::integer_type;
use super::functions::{How, analytic, how, width};
use super::layout::float_kind;
use super::storage::constant_int;
use super::{Arithmetic, Binary, Constant, Instr, Reg, Ternary, Unary};

impl Compiler<'_> {
    /// A function of the language whose value is a number or truth value, into a slot.
    pub(super) fn intrinsic(&mut self, expr: &Expr, intrinsic: Intrinsic, operands: &[Expr], to: u32) {
        let span = expr.span;
        match how(expr, intrinsic) {
            How::Part { real } => {
                let (re, im) = self.complex(&operands[0]);
                return self.emit(Instr::Move { to, from: if real { re } else { im } }, span);
            }
            How::One(Unary::Abs) if matches!(operands[0].ty, Type::Complex(_)) => {
                let parts = self.complex(&operands[0]);
                let (from, _) = self.complex_op(ComplexOp::Abs, parts, parts, span);
                return self.emit(Instr::Move { to, from }, span);
            }
            How::Measure(function) => return self.text_measure(function, operands, to, span),
            How::One(op) => self.one(op, operands, to, span),
            How::Two(Binary::Remainder) => {
                let (a, b) = (self.expression(&operands[0]), self.expression(&operands[1]));
                self.check_quotient(expr, &operands[1], (a, b));
                self.emit(Instr::Binary { op: Binary::Remainder, to, a, b }, span);
            }
            How::Two(op) => self.two(op, operands, to, span),
            How::Three(op) => self.three(expr, op, operands, to),
            How::Fold(op) => self.fold(op, operands, to, span),
            How::Analysis(function) => match operands {
                [_] => self.one(Unary::Function(analytic(function)), operands, to, span),
                _ => self.two(Binary::Function(analytic(function)), operands, to, span),
            },
            How::Choose => {
                let (a, b) = (self.expression(&operands[0]), self.expression(&operands[1]));
                let condition = self.expression(&operands[2]);
                self.emit(Instr::Ternary { op: Ternary::Choose, to, a: condition, b: a, c: b }, span);
            }
            How::ShiftInt { left } => {
                let (a, count) = (self.expression(&operands[0]), self.expression(&operands[1]));
                let ty = integer_type(&expr.ty);
                return self.emit(Instr::ShiftInt { left, to, a, count, ty }, span);
            }
            How::Change(_) | How::Character | How::Conjugate => {
                self.unsupported("this function where a number is wanted", span);
            }
        }
        self.keep_range(expr, to);
    }

    fn one(&mut self, op: Unary, operands: &[Expr], to: u32, span: Span) {
        let a = self.expression(&operands[0]);
        self.emit(Instr::Unary { op, to, a }, span);
    }

    fn two(&mut self, op: Binary, operands: &[Expr], to: u32, span: Span) {
        let (a, b) = (self.expression(&operands[0]), self.expression(&operands[1]));
        self.emit(Instr::Binary { op, to, a, b }, span);
    }

    fn fold(&mut self, op: Binary, operands: &[Expr], to: u32, span: Span) {
        let mut so_far = self.expression(&operands[0]);
        // The running value has a temporary of its own: `to` may be a variable that a later operand reads.
        let running = self.temporary();
        for operand in &operands[1..] {
            let b = self.expression(operand);
            self.emit(Instr::Binary { op, to: running, a: so_far, b }, span);
            so_far = Reg::slot(running);
        }
        self.emit(Instr::Move { to, from: so_far }, span);
    }

    fn three(&mut self, expr: &Expr, op: Ternary, operands: &[Expr], to: u32) {
        let (a, b) = (self.expression(&operands[0]), self.expression(&operands[1]));
        let c = match operands.get(2) {
            Some(operand) => self.expression(operand),
            None => self.constant(Constant::Int(width(&expr.ty).into())),
        };
        self.emit(Instr::Ternary { op, to, a, b, c }, expr.span);
    }

    pub(super) fn convert(&mut self, expr: &Expr, operand: &Expr, to: u32) {
        let span = expr.span;
        if let Type::Complex(_) = operand.ty {
            return self.real_of_complex(expr, operand, to);
        }
        let a = self.expression(operand);
        let op = match (&expr.ty, &operand.ty) {
            (Type::Logical, Type::Int(_) | Type::Pointer(_)) => Some(Unary::IsNonZero),
            (Type::Int(_) | Type::Pointer(_), Type::Logical) => Some(Unary::ToInt),
            (Type::Real(kind), Type::Int(_)) => Some(self.to_real(*kind)),
            (Type::Int(_), Type::Real(_)) => Some(Unary::Truncate),
            (Type::Real(to), Type::Real(from)) if to != from => {
                float_kind(*to, self.policy).map(Unary::ToKind)
            }
            _ => None,
        };
        match op {
            Some(op) => self.emit(Instr::Unary { op, to, a }, span),
            None => self.emit(Instr::Move { to, from: a }, span),
        }
        match (&expr.ty, &operand.ty) {
            (Type::Int(ty), Type::Real(_)) if !self.policy.real_errors => {
                self.emit(Instr::CheckConversion { value: Reg::slot(to), ty: *ty }, span);
            }
            _ => self.check_range(expr, to),
        }
    }

    /// Where integers are those of the machine, a remainder is computed with the quotient, which has to exist.
    fn check_quotient(&mut self, expr: &Expr, divisor: &Expr, (a, b): (Reg, Reg)) {
        let harmless = constant_int(divisor).is_some_and(|divisor| divisor != (-1).into());
        if let (Arithmetic::Machine, Type::Int(ty @ IntType { signed: true, .. })) =
            (self.policy.arithmetic, &expr.ty)
            && self.program.rules.machine_numbers
            && !harmless
        {
            self.emit(Instr::CheckQuotient { a, b, ty: *ty }, expr.span);
        }
    }

    /// Integers become reals of sort Real under ideal arithmetic; the kind is not looked at then.
    fn to_real(&self, kind: RealType) -> Unary {
        match float_kind(kind, self.policy) {
            Some(kind) => Unary::ToReal(Some(kind)),
            None => Unary::ToReal(None),
        }
    }

    fn real_of_complex(&mut self, expr: &Expr, operand: &Expr, to: u32) {
        let (re, _) = self.complex(operand);
        let from = match operand.ty {
            Type::Complex(kind) => kind,
            _ => RealType::Double,
        };
        let op = match expr.ty {
            Type::Int(_) => Some(Unary::Truncate),
            Type::Real(kind) if kind != from => float_kind(kind, self.policy).map(Unary::ToKind),
            _ => None,
        };
        match op {
            Some(op) => self.emit(Instr::Unary { op, to, a: re }, expr.span),
            None => self.emit(Instr::Move { to, from: re }, expr.span),
        }
        self.check_range(expr, to);
    }

    /// The result must fit its type; under ideal arithmetic it is noted where that is not known.
    pub(super) fn check_range(&mut self, expr: &Expr, slot: u32) {
        if let Type::Int(ty) = &expr.ty
            && *ty != IntType::ELEMENT
        {
            self.emit(Instr::CheckRange { value: Reg::slot(slot), ty: *ty }, expr.span);
        }
    }
}
