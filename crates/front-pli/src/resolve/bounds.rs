//! Array bounds.
//!
//! Bounds are evaluated when the procedure is entered, before any of its variables has a value: they may mention
//! constants, symbols, scalar parameters, and the bounds of parameters declared with `(*)`.

use sextant_base::Span;
use sextant_syntax::{ArrayBounds, Expr, ExprKind, Place, Storage, Type, UnaryOp, VarId};

use super::constant;
use super::expr::{Resolver, integer};
use super::scope::{Context, Scope};
use crate::raw::{RawBounds, RawExpr};

/// What is said of bounds that mention anything else.
pub(crate) const RULE: &str = "an array bound can use only constants, scalar parameters, and LBOUND, HBOUND or DIM of a parameter with `(*)`";

/// A declared array whose bounds are still to be resolved: other declarations must be known first.
pub(crate) struct Pending<'r> {
    pub(crate) variable: VarId,
    pub(crate) bounds: &'r RawBounds,
    pub(crate) span: Span,
}

/// Resolves the bounds of all arrays of a procedure. Until then they have bounds [`ArrayBounds::OfArgument`].
pub(crate) fn resolve(context: &mut Context, scope: &mut Scope, pending: &[Pending]) {
    for array in pending {
        let storage = scope.variables[array.variable].storage;
        let bounds = match array.bounds {
            RawBounds::Star if storage == Storage::Parameter => Some(ArrayBounds::OfArgument),
            RawBounds::Star => {
                context.fail(array.span, "only a parameter can have the bounds of its argument")
            }
            RawBounds::Given { low, high } => given(context, scope, low.as_ref(), high, array.span, storage),
        };
        if let (Some(bounds), Type::Array(_, slot)) = (bounds, &mut scope.variables[array.variable].ty) {
            *slot = vec![bounds];
        }
    }
    for array in pending {
        let ty = &scope.variables[array.variable].ty;
        let Some(ArrayBounds::Given { low, high }) = ty.vector_bounds() else { continue };
        for bound in [low, high] {
            if let Some(span) = forbidden(scope, bound) {
                context.report(span, RULE);
            }
        }
    }
}

fn given(
    context: &mut Context,
    scope: &mut Scope,
    low: Option<&RawExpr>,
    high: &RawExpr,
    span: Span,
    storage: Storage,
) -> Option<ArrayBounds> {
    if context.copies_used_up() {
        return None;
    }
    let mut resolver = Resolver { context, scope };
    let low = low.map_or(Some(Resolver::one(span)), |low| resolver.bound(low));
    let high = resolver.bound(high);
    let (low, high) = (low?, high?);
    context.allow_copy(span, constant::parts(&low) + constant::parts(&high))?;
    match (&low.kind, &high.kind) {
        (ExprKind::Int(low), ExprKind::Int(high)) if low > high => {
            return context.fail(span, "the lower bound is above the upper bound");
        }
        (ExprKind::Int(_), ExprKind::Int(_)) => {}
        _ if matches!(storage, Storage::Static | Storage::External(_)) => {
            return context.fail(span, "the bounds of a STATIC or EXTERNAL array must be integer constants");
        }
        _ => {}
    }
    Some(ArrayBounds::Given { low: Box::new(low), high: Box::new(high) })
}

impl Resolver<'_, '_> {
    /// A bound; a constant with a sign is one constant.
    fn bound(&mut self, raw: &RawExpr) -> Option<Expr> {
        let bound = integer(self.value(raw)?);
        if let ExprKind::Unary(UnaryOp::Negate, operand) = &bound.kind
            && let ExprKind::Int(value) = &operand.kind
        {
            let kind = ExprKind::Int(-value.clone());
            return Some(Expr { kind, ty: super::DEFAULT_TYPE, span: raw.span });
        }
        self.check_depth(&bound, 0)?;
        Some(bound)
    }
}

/// The place of the first part of a bound that breaks the rule.
fn forbidden(scope: &Scope, bound: &Expr) -> Option<Span> {
    let is_parameter = |id: VarId| scope.variables[id].storage == Storage::Parameter;
    let allowed = match bound.kind {
        ExprKind::Load(Place::Variable(id)) => is_parameter(id),
        ExprKind::Load(Place::Element(..)) | ExprKind::Call(..) => false,
        ExprKind::BoundOf(_, id) => {
            is_parameter(id) && scope.variables[id].ty.vector_bounds() == Some(&ArrayBounds::OfArgument)
        }
        _ => true,
    };
    if !allowed {
        return Some(bound.span);
    }
    constant::operands(bound).into_iter().find_map(|operand| forbidden(scope, operand))
}
