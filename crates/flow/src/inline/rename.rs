//! Code of a called procedure in terms of its caller's variables.

use sextant_base::Span;
use sextant_syntax::{
    Argument, Claim, Expr, ExprKind, OutputItem, Place, ProcId, Specification, StatementNumber, VarId,
    each_operand_mut, each_place_operand_mut,
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
    let mut outcome = Ok(());
    each_place_operand_mut(&mut own, &mut |operand| {
        if outcome.is_ok() {
            outcome = rename(operand, meanings);
        }
    });
    outcome?;
    based(own, meanings, span)
}

/// The place, whose subscripts are the caller's, in what its variable stands for.
fn based(place: Place, meanings: &Meanings, span: Span) -> Result<Place, NotInline> {
    match (meanings.get(&place.variable()), &place) {
        (Some(Meaning::Place(Place::Variable(variable))), _) => Ok(place.with_base(*variable)),
        (Some(Meaning::Place(other)), Place::Variable(_)) => Ok(other.clone()),
        _ => refuse(span, "a part of an argument that is itself a part of a variable"),
    }
}

/// An expression of a called procedure.
pub(super) fn renamed(expr: &Expr, meanings: &Meanings) -> Result<Expr, NotInline> {
    let mut own = expr.clone();
    rename(&mut own, meanings)?;
    Ok(own)
}

fn rename(expr: &mut Expr, meanings: &Meanings) -> Result<(), NotInline> {
    let mut outcome = Ok(());
    each_operand_mut(expr, &mut |operand| {
        if outcome.is_ok() {
            outcome = rename(operand, meanings);
        }
    });
    outcome?;
    let span = expr.span;
    let own_variable = |variable: VarId, what: &str| match meanings.get(&variable) {
        Some(Meaning::Place(Place::Variable(own))) => Ok(*own),
        _ => refuse(span, what),
    };
    match &mut expr.kind {
        ExprKind::Load(place)
        | ExprKind::DimensionOf(_, place, _)
        | ExprKind::LengthOf(place)
        | ExprKind::HasStorage(place) => *place = based(place.clone(), meanings, span)?,
        ExprKind::SameStorage(left, right) => {
            *left = based(left.clone(), meanings, span)?;
            *right = based(right.clone(), meanings, span)?;
        }
        ExprKind::BoundOf(_, variable) => *variable = own_variable(*variable, "the bounds of this argument")?,
        ExprKind::IsPresent(_) => return refuse(span, "whether an argument is present"),
        ExprKind::Specification(specification) => match &mut **specification {
            Specification::Quantified { variable, .. } => {
                let refused = "a quantifier over an argument that is a part of a variable";
                *variable = own_variable(*variable, refused)?;
            }
            Specification::Old(_) | Specification::Result => {
                return refuse(span, "an assertion on old values in a called procedure");
            }
        },
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Real(_)
        | ExprKind::Text(_)
        | ExprKind::Procedure(_)
        | ExprKind::Symbol(_)
        | ExprKind::Complex(..)
        | ExprKind::Unary(..)
        | ExprKind::Convert(_)
        | ExprKind::Wrap(_)
        | ExprKind::Binary(..)
        | ExprKind::Intrinsic(..) => {}
        ExprKind::Memory(_) => return refuse(span, "an address in a called procedure"),
        ExprKind::Call(..) | ExprKind::CallParameter(..) | ExprKind::Effect(_) => {
            return refuse(span, "a call inside an expression");
        }
    }
    Ok(())
}
