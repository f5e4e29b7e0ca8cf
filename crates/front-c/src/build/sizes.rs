//! `sizeof` and `_Alignof`.

use dashu_int::IBig;
use sextant_base::Span;

use super::Unit;
use super::types::Lengths;
use crate::json::Node;
use crate::tree::{ArithmeticOp, Expr, ExprKind, LocalId};
use crate::types::{Length, Type, TypeId, UNSIGNED_LONG, Written, parse};

impl Unit<'_> {
    pub(super) fn size_or_alignment(&mut self, node: &Node<'_>, span: Span) -> Expr {
        let is_size = node.name == "sizeof";
        if node.other_type.written.is_empty() {
            let Some(operand) = node.inner.first() else {
                return self.unsupported(node, "sizeof of nothing", span);
            };
            let operand = self.expr(operand);
            if is_size {
                return self.size_of(operand.ty, span);
            }
            let align =
                self.asked_alignment(&operand).unwrap_or_else(|| self.program.types.align(operand.ty));
            return self.size_constant(align, span);
        }
        if is_size {
            return self.size_of_type(node, span);
        }
        let (ty, align) = self.type_text(&node.other_type, Lengths::Forget, span);
        let align = align.unwrap_or_else(|| self.program.types.align(ty));
        self.size_constant(align, span)
    }

    /// The alignment that the declaration of a variable asks for.
    fn asked_alignment(&self, place: &Expr) -> Option<u64> {
        match &place.kind {
            ExprKind::Local(id) => self.function.as_ref()?.locals[*id].align,
            ExprKind::Global(id) => self.program.globals[*id].align,
            _ => None,
        }
    }

    /// `sizeof(type)`: the lengths that are computed are among the children.
    fn size_of_type(&mut self, node: &Node<'_>, span: Span) -> Expr {
        let text = &*node.other_type.written;
        if node.inner.is_empty() || text.contains("__builtin_offsetof") {
            let ty = self.type_text(&node.other_type, Lengths::Compute, span).0;
            let size = self.size_of(ty, span);
            return self.after_pending(size);
        }
        let mut written = parse(text);
        let mut lengths = node.inner.iter();
        let mut factors = Vec::new();
        while let Ok(Written::Array(element, length)) = &written {
            match length {
                Length::Number(number) => factors.push(self.size_constant(*number, span)),
                Length::Text(_) => {
                    let Some(length) = lengths.next() else { break };
                    let length = self.expr(length);
                    factors.push(self.as_size(length));
                }
                Length::Unknown | Length::Star => {}
            }
            written = Ok((**element).clone());
        }
        let element = written.and_then(|element| self.resolve(&element, Lengths::Compute, span));
        let size = match element {
            Ok((element, _)) => self.size_of(element, span),
            Err(message) => {
                self.error(span, message);
                self.zero(span)
            }
        };
        let size = factors.into_iter().rev().fold(size, |size, factor| self.product(factor, size, span));
        self.after_pending(size)
    }

    /// The size of a type as an expression; only computed lengths make it more than a number.
    pub(super) fn size_of(&mut self, ty: TypeId, span: Span) -> Expr {
        if let Some(size) = self.program.types.size(ty) {
            return self.size_constant(size, span);
        }
        match *self.program.types.get(ty) {
            Type::Variable(element, Some(bound)) => {
                let (length, size) = (self.bound_value(bound, span), self.size_of(element, span));
                self.product(length, size, span)
            }
            Type::Array(element, Some(length)) => {
                let (length, size) = (self.size_constant(length, span), self.size_of(element, span));
                self.product(length, size, span)
            }
            _ => {
                let ty = self.program.types.show(ty);
                self.error(span, format!("the size of {ty} is not known"));
                self.zero(span)
            }
        }
    }

    fn bound_value(&mut self, bound: LocalId, span: Span) -> Expr {
        let ty = self.program.types.int(UNSIGNED_LONG);
        self.load(Expr { kind: ExprKind::Local(bound), ty, span })
    }

    pub(super) fn product(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let ty = left.ty;
        match (&left.kind, &right.kind) {
            (ExprKind::Int(left), ExprKind::Int(right)) => {
                Expr { kind: ExprKind::Int(left * right), ty, span }
            }
            _ => Expr {
                kind: ExprKind::Arithmetic(ArithmeticOp::Multiply, Box::new(left), Box::new(right)),
                ty,
                span,
            },
        }
    }

    pub(super) fn as_size(&mut self, value: Expr) -> Expr {
        let ty = self.program.types.int(UNSIGNED_LONG);
        self.convert(value, ty)
    }

    pub(super) fn size_constant(&mut self, bytes: u64, span: Span) -> Expr {
        let ty = self.program.types.int(UNSIGNED_LONG);
        Expr { kind: ExprKind::Int(IBig::from(bytes)), ty, span }
    }
}
