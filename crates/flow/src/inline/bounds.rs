//! Whether an array has the same subscripts in a called procedure as in its caller.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use sextant_syntax::{ArrayBounds, Expr, ExprKind, Passing, Place, ProcId, Storage, Type, VarId};

use super::rename::renamed;
use super::{Inliner, Meanings};
use crate::walk::instructions;
use crate::{Action, FlowProgram, Instruction, TransferItem};

impl Inliner<'_> {
    /// Whether an array has the same subscripts in the called procedure.
    pub(super) fn same_bounds(
        &self,
        declared: &[ArrayBounds],
        given: &[ArrayBounds],
        meanings: &Meanings,
    ) -> bool {
        let same = |inner: &Expr, outer: &Expr| match renamed(inner, meanings) {
            Ok(inner) => self.same_value(&inner, outer),
            Err(_) => false,
        };
        let low_of = |bounds: &ArrayBounds| match bounds {
            ArrayBounds::Given { low, .. }
            | ArrayBounds::Sequence { low, .. }
            | ArrayBounds::Shape { low } => Some((**low).clone()),
            ArrayBounds::OfArgument | ArrayBounds::Deferred => None,
        };
        let high_of = |bounds: &ArrayBounds| match bounds {
            ArrayBounds::Given { high, .. } | ArrayBounds::Sequence { high: Some(high), .. } => {
                Some((**high).clone())
            }
            _ => None,
        };
        declared.len() == given.len() && declared.iter().zip(given).enumerate().all(|(at, (inner, outer))| {
            if matches!(inner, ArrayBounds::OfArgument) {
                return true;
            }
            let low =
                matches!((low_of(inner), low_of(outer)), (Some(inner), Some(outer)) if same(&inner, &outer));
            let last = at + 1 == declared.len();
            let high = match (inner, high_of(inner), high_of(outer)) {
                (_, Some(inner), Some(outer)) => same(&inner, &outer),
                (ArrayBounds::Shape { .. }, ..) => true,
                (ArrayBounds::Sequence { high: None, .. }, ..) => last,
                _ => false,
            };
            low && high
        })
    }

    /// Whether two bounds are the same number; variables in them must be parameters that nothing assigns.
    fn same_value(&self, left: &Expr, right: &Expr) -> bool {
        match (&left.kind, &right.kind) {
            (ExprKind::Int(left), ExprKind::Int(right)) => left == right,
            (ExprKind::Load(Place::Variable(left)), ExprKind::Load(Place::Variable(right))) => {
                left == right
                    && self.graph.variables[*left].storage == Storage::Parameter
                    && !instructions(&self.graph).any(|instruction| self.changes.assigns(instruction, *left))
            }
            (ExprKind::Unary(a, left), ExprKind::Unary(b, right)) => a == b && self.same_value(left, right),
            (ExprKind::Binary(a, l, r), ExprKind::Binary(b, m, s)) => {
                a == b && self.same_value(l, m) && self.same_value(r, s)
            }
            (ExprKind::Convert(left), _) => self.same_value(left, right),
            (_, ExprKind::Convert(right)) => self.same_value(left, right),
            _ => false,
        }
    }
}

/// Which parameters procedures may give values, by position.
#[derive(Clone)]
pub(super) struct Changes(FxHashMap<ProcId, BTreeSet<usize>>);

impl Changes {
    pub(super) fn of(program: &FlowProgram) -> Changes {
        let mut changes = Changes(FxHashMap::default());
        loop {
            let mut more = false;
            for (id, graph) in program.procedures.iter_enumerated() {
                for (position, &parameter) in graph.parameters.iter().enumerate() {
                    let known = changes.0.get(&id).is_some_and(|found| found.contains(&position));
                    if !known
                        && instructions(graph).any(|instruction| changes.assigns(instruction, parameter))
                    {
                        more |= changes.0.entry(id).or_default().insert(position);
                    }
                }
            }
            if !more {
                return changes;
            }
        }
    }

    /// Whether an instruction may give a variable a value.
    fn assigns(&self, instruction: &Instruction, variable: VarId) -> bool {
        let passed = |argument: &sextant_syntax::Argument| {
            argument.passing == Passing::Reference
                && matches!(&argument.expr.kind, ExprKind::Load(place) if place.variable() == variable)
        };
        match &instruction.action {
            Action::Assign(place, _) | Action::Read(place) => place.variable() == variable,
            Action::TransferItem(TransferItem::Place(place)) => place.variable() == variable,
            Action::Call { procedure, arguments, result } => {
                let changed = self.0.get(procedure);
                *result == Some(variable)
                    || arguments.iter().enumerate().any(|(position, argument)| {
                        passed(argument) && changed.is_some_and(|changed| changed.contains(&position))
                    })
            }
            Action::CallParameter { arguments, result, .. } => {
                *result == Some(variable) || arguments.iter().any(passed)
            }
            _ => false,
        }
    }
}

/// Whether storage of the type can be had before anything is known.
pub(super) fn has_constant_bounds(ty: &Type) -> bool {
    let constant = |expr: &Expr| matches!(expr.kind, ExprKind::Int(_));
    match ty {
        Type::Array(_, bounds) => bounds.iter().all(|bounds| match bounds {
            ArrayBounds::Given { low, high } => constant(low) && constant(high),
            _ => false,
        }),
        _ => true,
    }
}
