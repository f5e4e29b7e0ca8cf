//! Questions about typed expressions: how deep, whether they call, what they mention.

use sextant_base::Span;
use sextant_syntax::{DEEPEST_NESTING, Expr, ExprKind, PartStep, Place, Selector, VarId};

use super::Resolver;

/// The expressions that an expression directly consists of, those in places and arguments included.
pub(crate) fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Complex(left, right) | ExprKind::Binary(_, left, right) => vec![left, right],
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => vec![operand],
        ExprKind::Intrinsic(_, operands) => operands.iter().collect(),
        ExprKind::Call(_, arguments) | ExprKind::CallParameter(_, arguments) => {
            arguments.iter().map(|argument| &argument.expr).collect()
        }
        ExprKind::Load(place)
        | ExprKind::DimensionOf(_, place, _)
        | ExprKind::LengthOf(place)
        | ExprKind::HasStorage(place) => in_place(place),
        ExprKind::SameStorage(left, right) => {
            let mut found = in_place(left);
            found.extend(in_place(right));
            found
        }
        ExprKind::Specification(specification) => specification.parts(),
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Real(_)
        | ExprKind::Text(_)
        | ExprKind::Procedure(_)
        | ExprKind::Symbol(_)
        | ExprKind::BoundOf(..) => Vec::new(),
    }
}

/// The expressions in a place.
pub(crate) fn in_place(place: &Place) -> Vec<&Expr> {
    match place {
        Place::Variable(_) => Vec::new(),
        Place::Element(_, subscript) => vec![subscript],
        Place::Part(part) => part.steps.iter().flat_map(in_step).collect(),
    }
}

fn in_step(step: &PartStep) -> Vec<&Expr> {
    match step {
        PartStep::Element(subscripts) => subscripts.iter().collect(),
        PartStep::Section(selectors) => selectors
            .iter()
            .flat_map(|selector| match selector {
                Selector::Subscript(subscript) => vec![subscript],
                Selector::Range(from, to, step) => [from, to, step].into_iter().flatten().collect(),
            })
            .collect(),
        PartStep::Characters(from, to) => [from, to].into_iter().flatten().collect(),
        PartStep::Component(_) | PartStep::ComplexPart(_) => Vec::new(),
    }
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
