//! Calls: what pointer parameters lead to is passed by reference, and so are the global objects the callee reaches.

use sextant_base::Span;
use sextant_syntax::{Argument, Expr, ExprKind, Passing, Place, ProcId, Type, VarId};

use super::decisions::Root;
use super::object::{Object, Tree};
use super::rewrite::Rewriter;
use crate::Action;

impl Rewriter<'_, '_> {
    pub fn call(&mut self, called: ProcId, arguments: &[Argument], result: Option<VarId>, span: Span) {
        let callee = &self.program.procedures[called];
        let mut own = Vec::new();
        for (argument, &parameter) in arguments.iter().zip(&callee.parameters) {
            let root = Root::Pointer(called, parameter);
            let pointer = matches!(callee.variables[parameter].ty, Type::Pointer(_));
            if pointer && self.is_object(root) {
                match self.object_passed(root, &argument.expr) {
                    Some(parts) => own.extend(parts),
                    // The next try knows more.
                    None => own.push(argument.clone()),
                }
            } else {
                let expr = self.expr(&argument.expr);
                if pointer {
                    self.refused(&argument.expr);
                }
                own.push(Argument { expr, passing: argument.passing });
            }
        }
        self.decisions.calls(self.procedure, called);
        for (global, leaf) in self.decisions.hidden(called) {
            let root = Root::Global(global);
            self.decisions.uses(self.procedure, (root, leaf));
            let variable = self.variable(root, leaf);
            own.push(by_reference(
                Place::Variable(variable),
                self.graph.variables[variable].ty.clone(),
                span,
            ));
        }
        self.emit(Action::Call { procedure: called, arguments: own, result }, span);
    }

    /// The arguments for what a pointer parameter leads to.
    fn object_passed(&mut self, parameter: Root, argument: &Expr) -> Option<Vec<Argument>> {
        let Some(spot) = self.spot(argument) else {
            self.decisions.fail(parameter);
            self.refused(argument);
            return None;
        };
        let (root, span) = (spot.root, argument.span);
        let inner = self.decisions.object(parameter)?;
        let Some(outer) = self.decisions.object(root) else {
            match (inner.leaves.as_slice(), root) {
                ([leaf], Root::Pointer(..)) => self.decisions.leads_to(root, &leaf.ty),
                _ => self.refuse_both(parameter, root),
            }
            return None;
        };
        let reached = self.decisions.reach(root, &outer, &spot.steps, span)?;
        let used = self.decisions.used(parameter);
        let parts = match &inner.tree {
            Tree::Array(..) => {
                if let (Root::Pointer(..), Tree::Scalar(_) | Tree::Record(..), true) =
                    (root, &outer.tree, spot.steps.is_empty())
                {
                    // The parameter is handed on as it is: it leads to as many as the callee uses.
                    for dimension in &inner.leaves.first()?.dimensions {
                        self.decisions.takes_steps(root, dimension.scale);
                    }
                    return None;
                }
                let whole = reached.subscripts.is_empty() && alike(&inner, &outer, &inner.tree, reached.tree);
                whole.then(|| (reached.tree.leaves(), Vec::new()))
            }
            Tree::Record(record, _) => {
                reached.record(*record).map(|found| (found.tree.leaves(), found.subscripts))
            }
            Tree::Scalar(leaf) => reached
                .scalar()
                .filter(|(own, _)| outer.leaves[*own].ty == inner.leaves[*leaf].ty)
                .map(|(own, subscripts)| (vec![own], subscripts)),
            Tree::Opaque => None,
        };
        let Some((leaves, subscripts)) = parts else {
            self.refuse_both(parameter, root);
            return None;
        };
        if self.decisions.is_written(parameter) {
            self.decisions.writes(root);
        }
        let order = inner.tree.leaves();
        let mut own = Vec::new();
        for leaf in used {
            let at = order.iter().position(|other| *other == leaf)?;
            // A component that is an array is passed whole where the record itself is not in one.
            let missing = outer.leaves[leaves[at]].dimensions.len() - subscripts.len();
            let place = match missing {
                0 => self.leaf_place(root, leaves[at], subscripts.clone()),
                _ if subscripts.is_empty() => self.leaf_place(root, leaves[at], Vec::new()),
                _ => {
                    self.refuse_both(parameter, root);
                    return None;
                }
            };
            let ty = match (&place, missing) {
                (Place::Variable(variable), _) => self.graph.variables[*variable].ty.clone(),
                _ => outer.leaves[leaves[at]].ty.clone(),
            };
            own.push(by_reference(place, ty, span));
        }
        Some(own)
    }

    fn refuse_both(&mut self, parameter: Root, root: Root) {
        self.decisions.fail(parameter);
        self.decisions.fail(root);
    }
}

/// Whether two arrays have the same elements and inner dimensions.
fn alike(inner: &Object, outer: &Object, left: &Tree, right: &Tree) -> bool {
    match (left, right) {
        (Tree::Array(a, left), Tree::Array(b, right)) => {
            a.scale == b.scale
                && (a.count.is_none() || a.count == b.count)
                && alike(inner, outer, left, right)
        }
        (Tree::Scalar(a), Tree::Scalar(b)) => inner.leaves[*a].ty == outer.leaves[*b].ty,
        (Tree::Record(a, _), Tree::Record(b, _)) => a == b,
        _ => false,
    }
}

fn by_reference(place: Place, ty: Type, span: Span) -> Argument {
    Argument { expr: Expr { kind: ExprKind::Load(place), ty, span }, passing: Passing::Reference }
}
