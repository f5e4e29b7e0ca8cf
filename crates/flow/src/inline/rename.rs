//! Code of a called procedure in terms of its caller's variables.

use sextant_base::Span;
use sextant_syntax::{
    Argument, Bound, Claim, Expr, ExprKind, OutputItem, Place, ProcId, Specification, StatementNumber, VarId,
    each_place_operand_mut,
};

use super::{Meaning, Meanings, NotInline, refuse};
use crate::{Action, Instruction};

/// Instructions of a called procedure, whose statements are numbered behind the given one.
pub(super) fn copied(
    instructions: &[Instruction],
    meanings: &Meanings,
    statements: u32,
) -> Result<Vec<Instruction>, NotInline> {
    let mut own = Vec::new();
    for Instruction { action, span } in instructions {
        let span = *span;
        let action = match action {
            Action::Statement(number) => Action::Statement(StatementNumber(number.0 + statements)),
            Action::Assign(place, value) => {
                Action::Assign(renamed_place(place, meanings, span)?, renamed(value, meanings)?)
            }
            Action::Read(place) => Action::Read(renamed_place(place, meanings, span)?),
            Action::Write(OutputItem::Value(value)) => {
                Action::Write(OutputItem::Value(renamed(value, meanings)?))
            }
            Action::Write(item) => Action::Write(item.clone()),
            Action::Assume(condition) => Action::Assume(renamed(condition, meanings)?),
            Action::Prove(condition) => Action::Prove(renamed(condition, meanings)?),
            Action::Assert(condition) => Action::Assert(renamed(condition, meanings)?),
            Action::Claim(Claim::Measure, measure) => {
                Action::Claim(Claim::Measure, renamed(measure, meanings)?)
            }
            // The contract of a called procedure is not part of the caller's.
            Action::Claim(..) => continue,
            Action::Call { procedure, arguments, result } => {
                call(*procedure, arguments, *result, meanings, span)?
            }
            Action::CallParameter { variable, arguments, result } => match meanings.get(variable) {
                Some(Meaning::Procedure(procedure)) => call(*procedure, arguments, *result, meanings, span)?,
                _ => return refuse(span, "a call of a procedure that is a parameter"),
            },
            Action::Allocate(..) | Action::Release(_) | Action::PointTo(..) => {
                return refuse(span, "storage that is allocated in a called procedure");
            }
            Action::TransferBegin(_) | Action::TransferItem(_) | Action::TransferEnd(_) => {
                return refuse(span, "a statement on a file in a called procedure");
            }
            Action::Store(..)
            | Action::CallPointer { .. }
            | Action::Primitive(..)
            | Action::Fresh(_)
            | Action::Gone(_) => {
                return refuse(span, "storage addressed by bytes in a called procedure");
            }
            Action::Unsupported(what) => Action::Unsupported(what.clone()),
        };
        own.push(Instruction { action, span });
    }
    Ok(own)
}

fn call(
    procedure: ProcId,
    arguments: &[Argument],
    result: Option<VarId>,
    meanings: &Meanings,
    span: Span,
) -> Result<Action, NotInline> {
    let mut own = Vec::new();
    for argument in arguments {
        let expr = match &argument.expr.kind {
            ExprKind::Load(Place::Variable(variable)) => match meanings.get(variable) {
                Some(Meaning::Procedure(procedure)) => {
                    Expr { kind: ExprKind::Procedure(*procedure), ..argument.expr.clone() }
                }
                _ => renamed(&argument.expr, meanings)?,
            },
            _ => renamed(&argument.expr, meanings)?,
        };
        own.push(Argument { expr, passing: argument.passing });
    }
    let result = match result.map(|result| meanings.get(&result)) {
        None => None,
        Some(Some(Meaning::Place(Place::Variable(result)))) => Some(*result),
        Some(_) => return refuse(span, "a result that goes to a part of a variable"),
    };
    Ok(Action::Call { procedure, arguments: own, result })
}

fn renamed_place(place: &Place, meanings: &Meanings, span: Span) -> Result<Place, NotInline> {
    let mut own = place.clone();
    let mut failed = None;
    each_place_operand_mut(&mut own, &mut |operand| match renamed(operand, meanings) {
        Ok(value) => *operand = value,
        Err(reason) => failed = Some(reason),
    });
    if let Some(reason) = failed {
        return Err(reason);
    }
    match (meanings.get(&place.variable()), &own) {
        (Some(Meaning::Place(Place::Variable(variable))), _) => Ok(own.with_base(*variable)),
        (Some(Meaning::Place(other)), Place::Variable(_)) => Ok(other.clone()),
        _ => refuse(span, "a part of an argument that is itself a part of a variable"),
    }
}

/// An expression of a called procedure.
pub(super) fn renamed(expr: &Expr, meanings: &Meanings) -> Result<Expr, NotInline> {
    let boxed = |expr: &Expr| renamed(expr, meanings).map(Box::new);
    let place = |place: &Place| renamed_place(place, meanings, expr.span);
    let bound = |bound: Bound, variable: VarId| match meanings.get(&variable) {
        Some(Meaning::Place(Place::Variable(own))) => Ok(ExprKind::BoundOf(bound, *own)),
        _ => refuse(expr.span, "the bounds of this argument"),
    };
    let kind = match &expr.kind {
        ExprKind::Load(loaded) => ExprKind::Load(place(loaded)?),
        ExprKind::BoundOf(which, variable) => bound(*which, *variable)?,
        ExprKind::DimensionOf(which, array, dimension) => {
            ExprKind::DimensionOf(*which, place(array)?, *dimension)
        }
        ExprKind::LengthOf(text) => ExprKind::LengthOf(place(text)?),
        ExprKind::HasStorage(handle) => ExprKind::HasStorage(place(handle)?),
        ExprKind::SameStorage(left, right) => ExprKind::SameStorage(place(left)?, place(right)?),
        ExprKind::Complex(real, imaginary) => ExprKind::Complex(boxed(real)?, boxed(imaginary)?),
        ExprKind::Unary(op, operand) => ExprKind::Unary(*op, boxed(operand)?),
        ExprKind::Convert(operand) => ExprKind::Convert(boxed(operand)?),
        ExprKind::Wrap(operand) => ExprKind::Wrap(boxed(operand)?),
        ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, boxed(left)?, boxed(right)?),
        ExprKind::Intrinsic(function, operands) => {
            let operands = operands.iter().map(|operand| renamed(operand, meanings));
            ExprKind::Intrinsic(*function, operands.collect::<Result<_, _>>()?)
        }
        ExprKind::Specification(specification) => match &**specification {
            Specification::Quantified { all, variable, low, high, body } => {
                let Some(Meaning::Place(Place::Variable(own))) = meanings.get(variable) else {
                    return refuse(expr.span, "a quantifier over an argument that is a part of a variable");
                };
                ExprKind::Specification(Box::new(Specification::Quantified {
                    all: *all,
                    variable: *own,
                    low: renamed(low, meanings)?,
                    high: renamed(high, meanings)?,
                    body: renamed(body, meanings)?,
                }))
            }
            _ => return refuse(expr.span, "an assertion on old values in a called procedure"),
        },
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Real(_)
        | ExprKind::Text(_)
        | ExprKind::Procedure(_)
        | ExprKind::Symbol(_) => expr.kind.clone(),
        ExprKind::Memory(_) => return refuse(expr.span, "an address in a called procedure"),
        ExprKind::Call(..) | ExprKind::CallParameter(..) | ExprKind::Effect(_) => {
            return refuse(expr.span, "a call inside an expression");
        }
    };
    Ok(Expr { kind, ty: expr.ty.clone(), span: expr.span })
}
