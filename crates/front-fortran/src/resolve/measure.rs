//! Questions about typed expressions: how deep, whether they call, what they mention.

use sextant_base::Span;
use sextant_syntax::{DEEPEST_NESTING, Expr, ExprKind, Place, VarId, each_operand, each_place_operand};

use super::Resolver;

/// The expressions that an expression directly consists of, those in places and arguments included.
pub(crate) fn operands(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    each_operand(expr, &mut |operand| found.push(operand));
    found
}

/// The expressions in a place.
pub(crate) fn in_place(place: &Place) -> Vec<&Expr> {
    let mut found = Vec::new();
    each_place_operand(place, &mut |operand| found.push(operand));
    found
}

/// How many levels an expression has.
pub(crate) fn depth(expr: &Expr) -> usize {
    1 + operands(expr).into_iter().map(depth).max().unwrap_or(0)
}

/// How many parts an expression has.
pub(crate) fn parts(expr: &Expr) -> usize {
    1 + operands(expr).into_iter().map(parts).sum::<usize>()
}

/// Whether any part of an expression satisfies something.
pub(crate) fn any(expr: &Expr, is: &dyn Fn(&Expr) -> bool) -> bool {
    is(expr) || operands(expr).into_iter().any(|operand| any(operand, is))
}

/// Whether an expression is a single constant or variable.
fn is_single(expr: &Expr) -> bool {
    operands(expr).is_empty()
}

/// Whether a procedure is called.
pub(crate) fn has_call(expr: &Expr) -> bool {
    any(expr, &|part| matches!(part.kind, ExprKind::Call(..) | ExprKind::CallParameter(..)))
}

/// Whether the expression looks at no variable.
pub(crate) fn is_closed(expr: &Expr) -> bool {
    !any(expr, &|part| {
        matches!(
            part.kind,
            ExprKind::Call(..)
                | ExprKind::CallParameter(..)
                | ExprKind::Load(_)
                | ExprKind::DimensionOf(..)
                | ExprKind::BoundOf(..)
                | ExprKind::LengthOf(_)
                | ExprKind::HasStorage(_)
                | ExprKind::IsPresent(_)
                | ExprKind::SameStorage(..)
        )
    })
}

/// Whether a variable is read.
pub(crate) fn mentions(expr: &Expr, variable: &dyn Fn(VarId) -> bool) -> bool {
    any(expr, &|part| match &part.kind {
        ExprKind::Load(place) => variable(place.variable()),
        _ => false,
    })
}

/// An expression that stands for a name may have this many parts.
const MOST_PARTS: usize = 10_000;
/// Expressions that stand for names may have this many parts in all. Without a limit, a short source could fill the
/// memory.
const MOST_COPIES: usize = 2_000_000;

impl Resolver<'_, '_> {
    /// Allows or refuses another copy of an expression that stands for a name.
    pub(crate) fn allow_copy(&mut self, expr: &Expr, span: Span) -> Option<()> {
        if is_single(expr) {
            return Some(());
        }
        let parts = parts(expr);
        let was_allowed = self.copies <= MOST_COPIES;
        self.copies = self.copies.saturating_add(parts);
        if parts <= MOST_PARTS && self.copies <= MOST_COPIES {
            return Some(());
        }
        if was_allowed {
            self.report(span, "unsupported: constants or statement functions with so many parts");
        }
        None
    }

    /// Conversions, constants and functions that are expanded may make the tree deeper than the text.
    pub(crate) fn check_depth(&mut self, expr: &Expr, level: usize) -> Option<()> {
        if level + depth(expr) <= DEEPEST_NESTING { Some(()) } else { self.too_deep(expr.span) }
    }

    pub(crate) fn too_deep<T>(&mut self, span: Span) -> Option<T> {
        self.fail(span, format!("nested more than {DEEPEST_NESTING} levels deep"))
    }
}
