//! Functions and conversions of numbers to instructions.

use sextant_base::Span;
use sextant_expr::Function;
use sextant_syntax::{Analytic, Expr, IntType, Intrinsic, RealType, Type};

use super::compile::Compiler;
use super::complex::ComplexOp;
use super::expressions::integer_type;
use super::layout::float_kind;
use super::{Arithmetic, Binary, Constant, Instr, Reg, Ternary, Unary};

impl Compiler<'_> {
    /// A function of the language whose value is a number or truth value, into a slot.
    pub(super) fn intrinsic(&mut self, expr: &Expr, intrinsic: Intrinsic, operands: &[Expr], to: u32) {
        let span = expr.span;
        if self.text_measure(intrinsic, operands, to, span) || self.of_complex(intrinsic, operands, to, span)
        {
            return;
        }
        match intrinsic {
            Intrinsic::Min | Intrinsic::Max => self.extreme(intrinsic, operands, to, span),
            Intrinsic::Choose => {
                let (a, b) = (self.expression(&operands[0]), self.expression(&operands[1]));
                let condition = self.expression(&operands[2]);
                self.emit(Instr::Ternary { op: Ternary::Choose, to, a: condition, b: a, c: b }, span);
            }
            Intrinsic::ShiftLeft | Intrinsic::ShiftRight => {
                let (a, count) = (self.expression(&operands[0]), self.expression(&operands[1]));
                let left = intrinsic == Intrinsic::ShiftLeft;
                let ty = integer_type(&expr.ty);
                return self.emit(Instr::ShiftInt { left, to, a, count, ty }, span);
            }
            Intrinsic::BitField | Intrinsic::Rotate => self.three(expr, intrinsic, operands, to),
            _ => match operands {
                [a] => {
                    let op = self.unary_function(intrinsic, expr);
                    let a = self.expression(a);
                    self.emit_unary(op, a, to, span);
                }
                [a, b, ..] => {
                    let op = binary_function(intrinsic, &expr.ty);
                    let (a, b) = (self.expression(a), self.expression(b));
                    match op {
                        Some(op) => self.emit(Instr::Binary { op, to, a, b }, span),
                        None => self.unsupported("this function", span),
                    }
                }
                [] => self.unsupported("a function without operands", span),
            },
        }
        self.keep_range(expr, to);
    }

    fn emit_unary(&mut self, op: Option<Unary>, a: Reg, to: u32, span: Span) {
        match op {
            Some(op) => self.emit(Instr::Unary { op, to, a }, span),
            None => self.unsupported("this function", span),
        }
    }

    /// Functions from complex numbers to reals.
    fn of_complex(&mut self, intrinsic: Intrinsic, operands: &[Expr], to: u32, span: Span) -> bool {
        let Some(Expr { ty: Type::Complex(_), .. }) = operands.first() else { return false };
        let (re, im) = self.complex(&operands[0]);
        let from = match intrinsic {
            Intrinsic::RealPart => re,
            Intrinsic::ImaginaryPart => im,
            Intrinsic::Abs => self.complex_op(ComplexOp::Abs, (re, im), (re, im), span).0,
            _ => {
                self.unsupported("this function of a complex number", span);
                re
            }
        };
        self.emit(Instr::Move { to, from }, span);
        true
    }

    fn extreme(&mut self, intrinsic: Intrinsic, operands: &[Expr], to: u32, span: Span) {
        let op = if intrinsic == Intrinsic::Min { Binary::Min } else { Binary::Max };
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

    fn three(&mut self, expr: &Expr, intrinsic: Intrinsic, operands: &[Expr], to: u32) {
        let bits = width(&expr.ty);
        let (a, b) = (self.expression(&operands[0]), self.expression(&operands[1]));
        let c = match operands.get(2) {
            Some(operand) => self.expression(operand),
            None => self.constant(Constant::Int(bits.into())),
        };
        let op = if intrinsic == Intrinsic::BitField { Ternary::BitField } else { Ternary::Rotate(bits) };
        self.emit(Instr::Ternary { op, to, a, b, c }, expr.span);
    }

    fn unary_function(&self, intrinsic: Intrinsic, expr: &Expr) -> Option<Unary> {
        Some(match intrinsic {
            Intrinsic::Abs => Unary::Abs,
            Intrinsic::Sign => Unary::Sign,
            Intrinsic::WholePart => Unary::WholePart,
            Intrinsic::Nearest if matches!(expr.ty, Type::Real(_)) => Unary::NearestReal,
            Intrinsic::Nearest => Unary::NearestInt,
            Intrinsic::Floor => Unary::Floor,
            Intrinsic::Ceiling => Unary::Ceiling,
            Intrinsic::Exponent => Unary::Exponent,
            Intrinsic::BitNot => Unary::BitNot,
            Intrinsic::Analytic(function) => Unary::Function(analytic(function)),
            _ => return None,
        })
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

    pub(super) fn check_range(&mut self, expr: &Expr, slot: u32) {
        if let (Arithmetic::Machine, Type::Int(ty)) = (self.policy.arithmetic, &expr.ty)
            && *ty != IntType::ELEMENT
        {
            self.emit(Instr::CheckRange { value: Reg::slot(slot), ty: *ty }, expr.span);
        }
    }
}

fn width(ty: &Type) -> u8 {
    match ty {
        Type::Int(ty) => ty.bits,
        _ => 32,
    }
}

fn binary_function(intrinsic: Intrinsic, ty: &Type) -> Option<Binary> {
    let bits = width(ty);
    Some(match intrinsic {
        Intrinsic::Mod => Binary::Mod,
        Intrinsic::Remainder => Binary::Remainder,
        Intrinsic::Modulo => Binary::Modulo,
        Intrinsic::TransferSign => Binary::TransferSign,
        Intrinsic::PositiveDifference => Binary::PositiveDifference,
        Intrinsic::BitAnd => Binary::BitAnd,
        Intrinsic::BitOr => Binary::BitOr,
        Intrinsic::BitXor => Binary::BitXor,
        Intrinsic::Shift => Binary::Shift(bits),
        Intrinsic::BitTest => Binary::BitTest,
        Intrinsic::BitSet => Binary::BitSet(bits),
        Intrinsic::BitClear => Binary::BitClear(bits),
        Intrinsic::Analytic(function) => Binary::Function(analytic(function)),
        _ => return None,
    })
}

/// The function of terms that a function of the language is.
pub(crate) fn analytic(function: Analytic) -> Function {
    match function {
        Analytic::Sqrt => Function::Sqrt,
        Analytic::Exp => Function::Exp,
        Analytic::Log => Function::Log,
        Analytic::Log10 => Function::Log10,
        Analytic::Sin => Function::Sin,
        Analytic::Cos => Function::Cos,
        Analytic::Tan => Function::Tan,
        Analytic::Asin => Function::Asin,
        Analytic::Acos => Function::Acos,
        Analytic::Atan => Function::Atan,
        Analytic::Atan2 => Function::Atan2,
        Analytic::Sinh => Function::Sinh,
        Analytic::Cosh => Function::Cosh,
        Analytic::Tanh => Function::Tanh,
        Analytic::Erf => Function::Erf,
        Analytic::Erfc => Function::Erfc,
        Analytic::Gamma => Function::Gamma,
        Analytic::LogGamma => Function::LogGamma,
    }
}
