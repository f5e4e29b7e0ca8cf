//! Text expressions to instructions. Texts being computed have registers of their own.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, Place, TextLength, Type};

use super::compile::Compiler;
use super::functions::{How, how};
use super::places::Address;
use super::{Constant, Instr, Reg};
use crate::{Text, Value};

/// Functions on texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextFunction {
    CodeOf,
    TrimmedLength,
    IndexOf,
    ScanFor,
    VerifyAgainst,
    Trim,
    AdjustLeft,
    AdjustRight,
    Repeat,
}

impl Compiler<'_> {
    /// The text register that holds the value.
    pub(super) fn text(&mut self, expr: &Expr) -> u32 {
        let span = expr.span;
        let to = self.text_temporary();
        match &expr.kind {
            ExprKind::Text(bytes) => {
                let text: Text = bytes.iter().map(|byte| Value::Int(i64::from(*byte))).collect();
                self.code.characters.push(text);
                let text = self.code.characters.len() as u32 - 1;
                self.emit(Instr::TextConstant { to, text }, span);
            }
            ExprKind::Load(place) => {
                let (address, length) = self.text_place(place, span);
                self.emit(Instr::LoadText { to, base: address.base, index: address.index, length }, span);
            }
            ExprKind::Binary(BinaryOp::Concatenate, a, b) => {
                let (a, b) = (self.text(a), self.text(b));
                self.emit(Instr::Concatenate { to, a, b }, span);
            }
            ExprKind::Convert(operand) => return self.text(operand),
            ExprKind::Intrinsic(intrinsic, operands) => self.text_intrinsic(expr, *intrinsic, operands, to),
            _ => self.unsupported("this text expression", span),
        }
        to
    }

    fn text_intrinsic(&mut self, expr: &Expr, intrinsic: Intrinsic, operands: &[Expr], to: u32) {
        let span = expr.span;
        match how(expr, intrinsic) {
            How::Character => {
                let code = self.expression(&operands[0]);
                self.emit(Instr::TextOfCode { to, code }, span);
            }
            How::Choose => {
                let (a, b) = (self.text(&operands[0]), self.text(&operands[1]));
                let condition = self.expression(&operands[2]);
                self.emit(Instr::ChooseText { to, condition, a, b }, span);
            }
            How::Change(function) => {
                let count = match operands.get(1) {
                    Some(count) => self.expression(count),
                    None => self.constant(Constant::Int(0.into())),
                };
                let a = self.text(&operands[0]);
                self.emit(Instr::ChangeText { function, to, a, count }, span);
            }
            How::One(_)
            | How::Two(_)
            | How::Three(_)
            | How::Fold(_)
            | How::Analysis(_)
            | How::ShiftInt { .. }
            | How::Measure(_)
            | How::Part { .. }
            | How::Conjugate => self.unsupported("this function where a text is wanted", span),
        }
    }

    /// A function from texts to a number.
    pub(super) fn text_measure(&mut self, function: TextFunction, operands: &[Expr], to: u32, span: Span) {
        let a = self.text(&operands[0]);
        let b = operands.get(1).map_or(a, |operand| self.text(operand));
        let back = match operands.get(2) {
            Some(operand) => self.expression(operand),
            None => self.constant(Constant::Bool(false)),
        };
        self.emit(Instr::MeasureText { function, to, a, b, back }, span);
    }

    /// Where a text place is and how long it is.
    pub(super) fn text_place(&mut self, place: &Place, span: Span) -> (Address, Reg) {
        let (reached, _) = self.reach(place, span);
        let (address, length) = self.begin(reached, span);
        let length = length.unwrap_or_else(|| self.length_of(address.base, span));
        (address, length)
    }

    /// A text variable of open length gets new storage with each value.
    pub(super) fn store_text(&mut self, place: &Place, from: u32, span: Span) {
        if let Place::Variable(variable) = place
            && matches!(self.variable_type(*variable), Type::Text(TextLength::Open))
        {
            let to = self.variable_place(*variable).slot();
            return self.emit(Instr::NewText { to, from }, span);
        }
        let (address, length) = self.text_place(place, span);
        self.emit(Instr::StoreText { base: address.base, index: address.index, length, from }, span);
    }
}
