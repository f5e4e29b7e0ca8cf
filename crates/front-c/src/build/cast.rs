//! Conversions.

use dashu_int::IBig;
use sextant_base::Span;

use super::Unit;
use super::types::Lengths;
use crate::json::Node;
use crate::tree::{CastKind, Expr, ExprKind};
use crate::types::TypeId;

impl Unit<'_> {
    pub(super) fn cast(&mut self, node: &Node<'_>, operand: &Node<'_>, span: Span) -> Expr {
        let operand = self.expr(operand);
        let kind = match &*node.word {
            "LValueToRValue" => return Expr { span, ..self.load(operand) },
            "NoOp" | "NonAtomicToAtomic" | "AtomicToNonAtomic" | "BuiltinFnToFnPtr" => {
                return operand;
            }
            "ArrayToPointerDecay" | "FunctionToPointerDecay" => return Expr { span, ..self.decay(operand) },
            "NullToPointer" => {
                let ty = self.target(node, span);
                return Expr { kind: ExprKind::Int(IBig::ZERO), ty, span };
            }
            "ToVoid" => CastKind::Discard,
            "ToUnion" => CastKind::Union,
            "PointerToBoolean" | "IntegralToBoolean" | "FloatingToBoolean" => CastKind::Truth,
            "BitCast"
            | "IntegralToPointer"
            | "PointerToIntegral"
            | "IntegralCast"
            | "IntegralToFloating"
            | "FloatingToIntegral"
            | "FloatingCast"
            | "BooleanToSignedIntegral" => CastKind::Convert,
            kind => return self.unsupported(node, &unsupported_cast(kind), span),
        };
        let ty = self.target(node, span);
        if self.is_special(ty) || self.is_special(operand.ty) {
            let special = if self.is_special(ty) { ty } else { operand.ty };
            if kind != CastKind::Discard {
                return self.unsupported(node, self.special(special), span);
            }
        }
        if kind == CastKind::Convert && ty == operand.ty {
            return self.after_pending(operand);
        }
        let literal = matches!(operand.kind, ExprKind::Int(_));
        let cast = Expr { kind: ExprKind::Cast(kind, Box::new(operand)), ty, span };
        let cast = if literal { self.folded(cast) } else { cast };
        self.after_pending(cast)
    }

    /// The type that is converted to; if it is written here, its lengths are computed here.
    fn target(&mut self, node: &Node<'_>, span: Span) -> TypeId {
        let lengths = if node.kind == "CStyleCastExpr" { Lengths::Compute } else { Lengths::Recall };
        self.type_text(&node.ty, lengths, span).0
    }

    /// The expression, behind the computation of lengths that its type needs.
    pub(super) fn after_pending(&mut self, expr: Expr) -> Expr {
        let pending = self.take_pending();
        if pending.is_empty() {
            return expr;
        }
        let (ty, span) = (expr.ty, expr.span);
        Expr { kind: ExprKind::Statements(pending, Some(Box::new(expr))), ty, span }
    }
}

fn unsupported_cast(kind: &str) -> String {
    if kind.contains("Complex") {
        "complex numbers".to_owned()
    } else if kind.contains("Vector") {
        "vectors".to_owned()
    } else {
        format!("a conversion of the kind {kind}")
    }
}
