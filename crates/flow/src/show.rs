//! Single pieces of a graph as its language would spell them, for pictures, traces and messages.

use sextant_syntax::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

use crate::render::{Expect, Level, Renderer, Style};
use crate::{Action, Condition, Edge, FlowGraph, FlowProgram};

/// The expression as source-like text; conversions are left out.
pub fn show_expr(program: &FlowProgram, graph: &FlowGraph, expr: &Expr) -> String {
    let mut renderer = Renderer::new(program, Some(graph), Style::Shown(program.language.notation()));
    renderer.expr(expr, Level::Implication, Expect::Anything);
    renderer.out
}

/// The action as source-like text.
pub fn show_action(program: &FlowProgram, graph: &FlowGraph, action: &Action) -> String {
    let mut renderer = Renderer::new(program, Some(graph), Style::Shown(program.language.notation()));
    renderer.action(action);
    renderer.out
}

/// That the condition of none of the edges holds.
pub(crate) fn show_otherwise(program: &FlowProgram, graph: &FlowGraph, edges: &[Edge]) -> String {
    let mut renderer = Renderer::new(program, Some(graph), Style::Shown(program.language.notation()));
    let conditions = edges.iter().filter_map(|edge| match &edge.condition {
        Condition::When(condition) => Some(condition),
        _ => None,
    });
    renderer.conjunction(conditions.map(complement));
    renderer.out
}

/// The complement of a condition, spelled out: `x < y` gives `x >= y`, not `not (x < y)`. Real numbers of a machine
/// need not be in any order, so that theirs stays as it is.
pub fn complement(condition: &Expr) -> Expr {
    use BinaryOp::*;
    let kind = match &condition.kind {
        ExprKind::Bool(value) => ExprKind::Bool(!value),
        ExprKind::Unary(UnaryOp::Not, operand) => return (**operand).clone(),
        ExprKind::Binary(operator, left, right) => {
            let (left, right) = (left.as_ref(), right.as_ref());
            let ordering = matches!(operator, Less | LessEqual | Greater | GreaterEqual);
            if ordering && matches!(left.ty, Type::Real(_)) {
                return negated(condition);
            }
            let (operator, left, right) = match operator {
                Equal => (NotEqual, left.clone(), right.clone()),
                NotEqual => (Equal, left.clone(), right.clone()),
                Less => (GreaterEqual, left.clone(), right.clone()),
                LessEqual => (Greater, left.clone(), right.clone()),
                Greater => (LessEqual, left.clone(), right.clone()),
                GreaterEqual => (Less, left.clone(), right.clone()),
                And => (Or, complement(left), complement(right)),
                Or => (And, complement(left), complement(right)),
                Implies => (And, left.clone(), complement(right)),
                // Not a condition; nothing better can be said.
                _ => return negated(condition),
            };
            ExprKind::Binary(operator, Box::new(left), Box::new(right))
        }
        _ => return negated(condition),
    };
    Expr { kind, ty: Type::Logical, span: condition.span }
}

fn negated(condition: &Expr) -> Expr {
    let kind = ExprKind::Unary(UnaryOp::Not, Box::new(condition.clone()));
    Expr { kind, ty: Type::Logical, span: condition.span }
}
