//! Complex expressions to instructions: a complex value is two registers.

use sextant_base::Span;
use sextant_syntax::{Analytic, BinaryOp, Expr, ExprKind, Intrinsic, Place, RealType, Type, UnaryOp};

use super::compile::Compiler;
use super::functions::{How, how};
use super::layout::Leaf;
use super::places::Address;
use super::{Binary, Constant, Instr, Reg, Unary};

/// The two parts of a complex value.
pub(super) type Pair = (Reg, Reg);

/// Operations on complex numbers that are more than operations on their parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ComplexOp {
    Multiply,
    Divide,
    /// To an integer power: the second operand's first register.
    PowerInt,
    Power,
    /// Only the first result is set.
    Abs,
    Function(Analytic),
}

/// One operation on complex numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ComplexCode {
    pub op: ComplexOp,
    pub to: (u32, u32),
    pub a: (Reg, Reg),
    pub b: (Reg, Reg),
}

impl Compiler<'_> {
    /// The two registers that hold a complex value.
    pub(super) fn complex(&mut self, expr: &Expr) -> Pair {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Complex(re, im) => (self.expression(re), self.expression(im)),
            ExprKind::Load(place) => self.load_complex(place, span),
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                let (re, im) = self.complex(operand);
                (self.apply(Unary::Negate, re, span), self.apply(Unary::Negate, im, span))
            }
            ExprKind::Binary(op, a, b) => self.complex_binary(*op, a, b, span),
            ExprKind::Convert(operand) => self.widened(expr, operand),
            ExprKind::Intrinsic(function, operands) => self.complex_intrinsic(expr, *function, operands),
            _ => {
                self.unsupported("this complex expression", span);
                let zero = self.constant(Constant::Int(0.into()));
                (zero, zero)
            }
        }
    }

    fn complex_intrinsic(&mut self, expr: &Expr, function: Intrinsic, operands: &[Expr]) -> Pair {
        let span = expr.span;
        match how(expr, function) {
            How::Conjugate => {
                let (re, im) = self.complex(&operands[0]);
                (re, self.apply(Unary::Negate, im, span))
            }
            How::Analysis(function) => {
                let a = self.complex(&operands[0]);
                self.complex_op(ComplexOp::Function(function), a, a, span)
            }
            How::Choose => {
                let (a, b) = (self.complex(&operands[0]), self.complex(&operands[1]));
                let c = self.expression(&operands[2]);
                (self.choose(c, a.0, b.0, span), self.choose(c, a.1, b.1, span))
            }
            How::One(_)
            | How::Two(_)
            | How::Three(_)
            | How::Fold(_)
            | How::ShiftInt { .. }
            | How::Measure(_)
            | How::Change(_)
            | How::Character
            | How::Part { .. } => {
                self.unsupported("this function where a complex number is wanted", span);
                let zero = self.constant(Constant::Int(0.into()));
                (zero, zero)
            }
        }
    }

    fn choose(&mut self, condition: Reg, a: Reg, b: Reg, span: Span) -> Reg {
        let to = self.temporary();
        self.emit(Instr::Ternary { op: super::Ternary::Choose, to, a: condition, b: a, c: b }, span);
        Reg::slot(to)
    }

    fn complex_binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> Pair {
        let left = self.complex(a);
        if op == BinaryOp::Power && matches!(b.ty, Type::Int(_)) {
            let exponent = self.expression(b);
            return self.complex_op(ComplexOp::PowerInt, left, (exponent, exponent), span);
        }
        let right = self.complex(b);
        match op {
            BinaryOp::Add | BinaryOp::Subtract => {
                let op = if op == BinaryOp::Add { Binary::Add } else { Binary::Subtract };
                (self.compute(op, left.0, right.0, span), self.compute(op, left.1, right.1, span))
            }
            BinaryOp::Multiply => self.complex_op(ComplexOp::Multiply, left, right, span),
            BinaryOp::Divide => self.complex_op(ComplexOp::Divide, left, right, span),
            _ => self.complex_op(ComplexOp::Power, left, right, span),
        }
    }

    pub(super) fn complex_op(&mut self, op: ComplexOp, a: Pair, b: Pair, span: Span) -> Pair {
        let to = (self.temporary(), self.temporary());
        self.code.complex.push(ComplexCode { op, to, a, b });
        self.emit(Instr::Complex(self.code.complex.len() as u32 - 1), span);
        (Reg::slot(to.0), Reg::slot(to.1))
    }

    fn widened(&mut self, expr: &Expr, operand: &Expr) -> Pair {
        let span = expr.span;
        let Type::Complex(kind) = expr.ty else { return self.complex(operand) };
        match operand.ty {
            Type::Complex(from) => {
                let (re, im) = self.complex(operand);
                if from == kind {
                    return (re, im);
                }
                (self.of_kind(re, kind, span), self.of_kind(im, kind, span))
            }
            _ => {
                let part =
                    Expr { kind: ExprKind::Convert(Box::new(operand.clone())), ty: Type::Real(kind), span };
                let re = self.expression(&part);
                let zero = Constant::Real(Default::default(), super::layout::float_kind(kind, self.policy));
                (re, self.constant(zero))
            }
        }
    }

    fn of_kind(&mut self, value: Reg, kind: RealType, span: Span) -> Reg {
        match super::layout::float_kind(kind, self.policy) {
            Some(float) => self.apply(Unary::ToKind(float), value, span),
            None => value,
        }
    }

    pub(super) fn apply(&mut self, op: Unary, a: Reg, span: Span) -> Reg {
        let to = self.temporary();
        self.emit(Instr::Unary { op, to, a }, span);
        Reg::slot(to)
    }

    fn complex_address(&mut self, place: &Place, span: Span) -> (Address, Reg, Leaf) {
        let (reached, ty) = self.reach(place, span);
        let address = self.begin(reached, span).0;
        let leaf = match ty {
            Type::Complex(kind) => Leaf::of(&Type::Real(kind), self.policy),
            other => Leaf::of(&other, self.policy),
        };
        (address, self.advance(address, 1, leaf, span), leaf)
    }

    fn load_complex(&mut self, place: &Place, span: Span) -> Pair {
        let (address, second, leaf) = self.complex_address(place, span);
        let (re, im) = (self.temporary(), self.temporary());
        self.emit(Instr::LoadCell { to: re, base: address.base, index: address.index, leaf }, span);
        self.emit(Instr::LoadCell { to: im, base: address.base, index: second, leaf }, span);
        (Reg::slot(re), Reg::slot(im))
    }

    pub(super) fn store_complex(&mut self, place: &Place, value: Pair, span: Span) {
        let (address, second, leaf) = self.complex_address(place, span);
        let base = address.base;
        self.emit(Instr::StoreCell { base, index: address.index, value: value.0, leaf }, span);
        self.emit(Instr::StoreCell { base, index: second, value: value.1, leaf }, span);
    }

    /// Equality of complex numbers into a slot.
    pub(super) fn same_complex(&mut self, a: &Expr, b: &Expr, to: u32, span: Span) {
        let (left, right) = (self.complex(a), self.complex(b));
        let equal = Binary::Compare(super::Comparison::Eq);
        let re = self.compute(equal, left.0, right.0, span);
        let im = self.compute(equal, left.1, right.1, span);
        self.emit(Instr::Binary { op: Binary::And, to, a: re, b: im }, span);
    }
}
