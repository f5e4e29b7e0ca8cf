//! Operators.

use sextant_base::Span;

use super::Unit;
use super::types::Lengths;
use crate::json::{Flag, Node};
use crate::tree::{ARITHMETIC, ArithmeticOp, COMPARISONS, Expr, ExprKind, UnaryOp, operator};
use crate::types::{Type, TypeId};

impl Unit<'_> {
    pub(super) fn unary(&mut self, node: &Node<'_>, operand: &Node<'_>, span: Span) -> Expr {
        let operand = self.expr(operand);
        if self.is_special(operand.ty) && !matches!(&*node.word, "&" | "__extension__" | "__real" | "__imag")
        {
            return self.unsupported(node, self.special(operand.ty), span);
        }
        let op = match &*node.word {
            "&" => return Expr { span, ..self.address_of(operand) },
            "*" => return Expr { span, ..self.deref(operand) },
            "+" | "__extension__" => return operand,
            "++" | "--" => {
                // The value of `++x` and `x++` is no place in C.
                let ty = operand.ty;
                let (down, postfix) = (node.word == "--", node.is(Flag::Postfix));
                return Expr { kind: ExprKind::Step { place: Box::new(operand), down, postfix }, ty, span };
            }
            "-" => UnaryOp::Negate,
            "~" => UnaryOp::Complement,
            "!" => UnaryOp::Not,
            "__real" | "__imag" => {
                let imaginary = node.word == "__imag";
                let Type::Complex(part) = *self.program.types.get(operand.ty) else {
                    return if imaginary { self.zero_of(operand.ty, span) } else { operand };
                };
                return Expr { kind: ExprKind::ComplexPart(Box::new(operand), imaginary), ty: part, span };
            }
            other => return self.unsupported(node, &format!("the operator {other}"), span),
        };
        let ty = if op == UnaryOp::Not { self.int_type() } else { operand.ty };
        Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, span }
    }

    pub(super) fn binary(&mut self, node: &Node<'_>, left: &Node<'_>, right: &Node<'_>, span: Span) -> Expr {
        let (left, right) = (Box::new(self.expr(left)), Box::new(self.expr(right)));
        let assigns = matches!(&*node.word, "=" | ",");
        if !assigns && (self.is_special(left.ty) || self.is_special(right.ty)) {
            let ty = if self.is_special(left.ty) { left.ty } else { right.ty };
            return self.unsupported(node, self.special(ty), span);
        }
        let (left_type, right_type, int) = (left.ty, right.ty, self.int_type());
        let (kind, ty) = match &*node.word {
            "=" => (ExprKind::Assign(left, right), left_type),
            "," => (ExprKind::Comma(left, right), right_type),
            "&&" => (ExprKind::And(left, right), int),
            "||" => (ExprKind::Or(left, right), int),
            word => match (operator(&COMPARISONS, word), operator(&ARITHMETIC, word)) {
                (Some(op), _) => (ExprKind::Compare(op, left, right), int),
                (_, Some(op)) => return self.arithmetic(op, *left, *right, node, span),
                _ => return self.unsupported(node, &format!("the operator {word}"), span),
            },
        };
        Expr { kind, ty, span }
    }

    /// `+`, `-` and the like, on numbers or pointers.
    fn arithmetic(&mut self, op: ArithmeticOp, left: Expr, right: Expr, node: &Node<'_>, span: Span) -> Expr {
        if self.is_pointer(left.ty) || self.is_pointer(right.ty) {
            return self.pointer_arithmetic(op, left, right, |unit| unit.type_of(node), span);
        }
        let ty = left.ty;
        let expr = Expr { kind: ExprKind::Arithmetic(op, Box::new(left), Box::new(right)), ty, span };
        // Sizes and offsets are known; nothing can go wrong where no number has a sign.
        let unsigned = self.program.types.integer(ty).is_some_and(|ty| !ty.signed);
        if unsigned { self.folded(expr) } else { expr }
    }

    /// `+` and `-` where one operand is a pointer, or both are.
    pub(super) fn pointer_arithmetic(
        &mut self,
        op: ArithmeticOp,
        left: Expr,
        right: Expr,
        distance: impl FnOnce(&mut Self) -> TypeId,
        span: Span,
    ) -> Expr {
        let negative = op == ArithmeticOp::Subtract;
        match (self.is_pointer(left.ty), self.is_pointer(right.ty)) {
            (true, true) => {
                let ty = distance(self);
                Expr { kind: ExprKind::Distance(Box::new(left), Box::new(right)), ty, span }
            }
            (true, false) => self.displace(left, right, negative, span),
            (false, _) => self.displace(right, left, negative, span),
        }
    }

    pub(super) fn subscript(
        &mut self,
        node: &Node<'_>,
        base: &Node<'_>,
        index: &Node<'_>,
        span: Span,
    ) -> Expr {
        let (base, index) = (self.expr(base), self.expr(index));
        if self.is_special(base.ty) {
            return self.unsupported(node, self.special(base.ty), span);
        }
        // `2[a]` is `a[2]`.
        let (pointer, index) = if self.is_pointer(base.ty) { (base, index) } else { (index, base) };
        let place = self.displace(pointer, index, false, span);
        Expr { span, ..self.deref(place) }
    }

    /// `place op= value`
    pub(super) fn update(&mut self, node: &Node<'_>, place: &Node<'_>, value: &Node<'_>, span: Span) -> Expr {
        let (place, value) = (Box::new(self.expr(place)), Box::new(self.expr(value)));
        let ty = place.ty;
        if self.is_special(ty) || self.is_special(value.ty) {
            let special = if self.is_special(ty) { ty } else { value.ty };
            return self.unsupported(node, self.special(special), span);
        }
        let Some(op) = operator(&ARITHMETIC, node.word.trim_end_matches('=')) else {
            return self.unsupported(node, &format!("the operator {}", node.word), span);
        };
        let compute =
            if self.is_pointer(ty) { ty } else { self.type_text(&node.other_type, Lengths::Recall, span).0 };
        Expr { kind: ExprKind::Update { place, op, value, compute }, ty, span }
    }

    /// Whether values of the type are neither numbers nor pointers but operators work on them.
    pub(super) fn is_special(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Complex(_) | Type::Vector(..))
    }

    pub(super) fn special(&self, ty: TypeId) -> &'static str {
        match self.program.types.get(ty) {
            Type::Complex(_) => "complex numbers",
            _ => "vectors",
        }
    }
}
