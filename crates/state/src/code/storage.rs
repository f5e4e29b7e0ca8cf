//! Decides where each variable lives: in a slot, or in an object because others may refer to it. And constants.

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashSet;
use sextant_base::IdVec;
use sextant_expr::Scalar;
use sextant_flow::{Action, FlowGraph, TransferItem, instructions};
use sextant_syntax::{
    BinaryOp, Expr, ExprKind, IntType, Passing, Place, RealType, Storage, Type, UnaryOp, VarId,
};

use super::layout::{Leaf, float_kind, real_sort};
use super::statics::characters;
use super::{Arithmetic, Constant, Policy, VariablePlace};

/// Where the variables of a procedure live.
pub(super) fn places(graph: &FlowGraph) -> IdVec<VarId, VariablePlace> {
    let passed = passed_by_reference(graph);
    graph
        .variables
        .iter_enumerated()
        .map(|(id, variable)| {
            let own = matches!(variable.storage, Storage::Automatic | Storage::Value);
            let in_slot = own && variable.ty.is_simple() && !passed.contains(&id);
            // The slot of storage addressed by bytes holds its address.
            let in_slot = in_slot || matches!(variable.ty, Type::Block(_));
            if in_slot { VariablePlace::Slot(id.0) } else { VariablePlace::Object(id.0) }
        })
        .collect()
}

/// Variables that others may refer to: passed by reference, pointed to, read into by a file statement.
fn passed_by_reference(graph: &FlowGraph) -> FxHashSet<VarId> {
    let mut passed = FxHashSet::default();
    let mut place = |place: &Place| {
        passed.insert(place.variable());
    };
    for instruction in instructions(graph) {
        match &instruction.action {
            Action::Call { arguments, .. } | Action::CallParameter { arguments, .. } => {
                for argument in arguments.iter().filter(|argument| argument.passing == Passing::Reference) {
                    if let ExprKind::Load(passed) = &argument.expr.kind {
                        place(passed);
                    }
                }
            }
            Action::PointTo(_, Some(target)) => place(target),
            Action::TransferItem(TransferItem::Place(read)) => place(read),
            Action::TransferBegin(head) => {
                head.answers.iter().for_each(|(_, answer)| place(answer));
                head.outcome.message.iter().for_each(&mut place);
                if let sextant_syntax::Layout::Namelist(_, members) = &head.layout {
                    members.iter().for_each(|(_, member)| place(member));
                }
            }
            _ => {}
        }
    }
    passed
}

/// The sort of a value of a type, or of an element of an array type.
pub(super) fn scalar_sort(ty: &Type, policy: Policy) -> Scalar {
    match ty.target().scalar() {
        Type::Complex(kind) => real_sort(*kind, policy),
        simple => Leaf::of(simple, policy).sort,
    }
}

/// The integer type whose limits values of a type must keep, if the policy has limits.
pub(super) fn range(ty: &Type, policy: Policy) -> Option<IntType> {
    match (ty.target().scalar(), policy.arithmetic) {
        (Type::Int(range), Arithmetic::Machine) => Some(*range),
        (Type::Text(_), _) => Some(IntType { bits: 8, signed: false }),
        _ => None,
    }
}

/// The leaves of a constant of any type.
pub(super) fn constants(expr: &Expr, policy: Policy) -> Option<Vec<Constant>> {
    match &expr.kind {
        ExprKind::Text(_) => characters(expr),
        ExprKind::Complex(re, im) => Some(vec![constant(re, policy)?, constant(im, policy)?]),
        ExprKind::Convert(operand) if matches!(expr.ty, Type::Text(_)) => constants(operand, policy),
        _ => Some(vec![constant(expr, policy)?]),
    }
}

/// A constant of a simple type.
pub(super) fn constant(expr: &Expr, policy: Policy) -> Option<Constant> {
    match &expr.kind {
        ExprKind::Bool(value) => return Some(Constant::Bool(*value)),
        ExprKind::Procedure(procedure) => return Some(Constant::Procedure(*procedure)),
        _ => {}
    }
    match &expr.ty {
        Type::Real(kind) => Some(Constant::Real(constant_real(expr, policy)?, float_kind(*kind, policy))),
        Type::Logical => Some(Constant::Bool(constant_int(expr)? != IBig::ZERO)),
        _ => Some(Constant::Int(constant_int(expr)?)),
    }
}

/// The value of an expression over constants of a real type, rounded at each step as the policy's arithmetic does.
fn constant_real(expr: &Expr, policy: Policy) -> Option<RBig> {
    let value = match &expr.kind {
        ExprKind::Real(value) => value.clone(),
        ExprKind::Unary(UnaryOp::Negate, operand) => -constant_real(operand, policy)?,
        ExprKind::Convert(operand) => constant_real(operand, policy)?,
        ExprKind::Binary(op, a, b) if matches!(expr.ty, Type::Real(_)) => {
            let (a, b) = (constant_real(a, policy)?, constant_real(b, policy)?);
            match op {
                BinaryOp::Add => a + b,
                BinaryOp::Subtract => a - b,
                BinaryOp::Multiply => a * b,
                BinaryOp::Divide if !b.is_zero() => a / b,
                _ => return None,
            }
        }
        _ => return constant_int(expr).map(RBig::from),
    };
    match (&expr.ty, policy.arithmetic) {
        (Type::Real(RealType::Single), Arithmetic::Machine) => RBig::try_from(value.to_f32().value()).ok(),
        (Type::Real(RealType::Double), Arithmetic::Machine) => RBig::try_from(value.to_f64().value()).ok(),
        _ => Some(value),
    }
}

/// The value of an expression over constants.
pub fn constant_int(expr: &Expr) -> Option<IBig> {
    match &expr.kind {
        ExprKind::Int(value) => Some(value.clone()),
        ExprKind::Unary(UnaryOp::Negate, operand) => constant_int(operand).map(|value| -value),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (constant_int(a)?, constant_int(b)?);
            match op {
                BinaryOp::Add => Some(a + b),
                BinaryOp::Subtract => Some(a - b),
                BinaryOp::Multiply => Some(a * b),
                _ => None,
            }
        }
        ExprKind::Convert(operand) => match operand.kind {
            ExprKind::Bool(value) => Some(IBig::from(value as u8)),
            _ => constant_int(operand),
        },
        _ => None,
    }
}
