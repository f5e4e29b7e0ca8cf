//! Calls.

use sextant_base::Span;

use super::Unit;
use crate::json::Node;
use crate::tree::{Callee, Expr, ExprKind};

impl Unit<'_> {
    pub(super) fn call(
        &mut self,
        node: &Node<'_>,
        callee: &Node<'_>,
        arguments: &[Node<'_>],
        span: Span,
    ) -> Expr {
        if let Some(name) = builtin_name(callee) {
            return self.builtin(node, name, arguments, span);
        }
        let callee = self.expr(callee);
        let arguments: Vec<Expr> = arguments.iter().map(|argument| self.expr(argument)).collect();
        let ty = match self.program.types.function(callee.ty) {
            Some(function) => function.result,
            None => self.type_of(node),
        };
        let callee = match callee.kind {
            ExprKind::Address(function) => match function.kind {
                ExprKind::Function(id) => Callee::Function(id),
                _ => Callee::Pointer(Box::new(Expr { kind: ExprKind::Address(function), ..callee })),
            },
            _ => Callee::Pointer(Box::new(callee)),
        };
        Expr { kind: ExprKind::Call(callee, arguments), ty, span }
    }
}

/// The function of the compiler that is called.
fn builtin_name<'n>(callee: &'n Node<'_>) -> Option<&'n str> {
    let mut node = callee;
    let mut is_builtin = false;
    loop {
        match &*node.kind {
            "ImplicitCastExpr" => is_builtin |= node.word == "BuiltinFnToFnPtr",
            "ParenExpr" => {}
            "DeclRefExpr" => return node.refers.as_ref().filter(|_| is_builtin).map(|refers| &*refers.name),
            _ => return None,
        }
        node = node.inner.first()?;
    }
}
