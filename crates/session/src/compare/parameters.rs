//! What parameters of two procedures that stand at the same position have in common.

use sextant_expr::{Op, Sort, Table, TermId};
use sextant_state::{Arithmetic, Entry, EntryArgument};
use sextant_syntax::{IntType, ProcId, Type, Variable};

use super::Side;
use crate::{Options, Session};

/// The parameters of both at their positions.
fn pairs(sides: [(&Session, ProcId); 2]) -> impl Iterator<Item = [&Variable; 2]> {
    let [left, right] = sides.map(|(session, id)| {
        let graph = &session.specified.procedures[id];
        graph.parameters.iter().map(|&parameter| &graph.variables[parameter])
    });
    left.zip(right).map(|(left, right)| [left, right])
}

/// Whether integers of both have limits.
fn both_limited(sides: [&Session; 2], options: &Options) -> bool {
    sides.iter().all(|session| options.policy(session.program.language).arithmetic == Arithmetic::Machine)
}

/// The names of the parameters that can hold values in one of the two which they cannot hold in the other one.
///
/// # Errors
/// Where they are of kinds that cannot be compared.
pub(super) fn unlike(
    a: &Session,
    left: ProcId,
    b: &Session,
    right: ProcId,
    options: &Options,
) -> Result<Vec<String>, String> {
    if !both_limited([a, b], options) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for [own, other] in pairs([(a, left), (b, right)]) {
        match (own.ty.scalar(), other.ty.scalar()) {
            (Type::Int(one), Type::Int(two)) if one != two => {
                if own.ty.is_array() {
                    return Err(format!(
                        "the elements of {} and {} are of different types",
                        own.name, other.name
                    ));
                }
                found.push(own.name.clone());
            }
            (Type::Real(one), Type::Real(two)) if one != two => {
                return Err(format!("the parameters {} and {} are of different kinds", own.name, other.name));
            }
            _ => {}
        }
    }
    Ok(found)
}

/// The types whose values the parameters of both can hold; where only one of the two has limits, those are the limits of
/// both.
pub(super) fn common_types(sides: &[Side<'_>; 2], options: &Options) -> Vec<Type> {
    if both_limited([sides[0].session, sides[1].session], options) {
        let pairs = pairs([(sides[0].session, sides[0].id), (sides[1].session, sides[1].id)]);
        return pairs.map(|[left, right]| common(&left.ty, &right.ty)).collect();
    }
    let side = sides.iter().find(|side| side.session.granted.is_some()).unwrap_or(&sides[0]);
    let graph = &side.program.procedures[side.id];
    graph.parameters.iter().map(|&parameter| graph.variables[parameter].ty.clone()).collect()
}

fn common(left: &Type, right: &Type) -> Type {
    match (left, right) {
        (Type::Int(one), Type::Int(two)) => Type::Int(match (one.signed, two.signed) {
            (true, false) => IntType { bits: two.bits.min(one.bits - 1), signed: false },
            (false, true) => IntType { bits: one.bits.min(two.bits - 1), signed: false },
            (signed, _) => IntType { bits: one.bits.min(two.bits), signed },
        }),
        _ => left.clone(),
    }
}

/// That integers among the inputs are of types that both know, where their sorts do not say so.
pub(super) fn ranges(
    table: &mut Table,
    sides: &[Side<'_>; 2],
    entry: &Entry,
    types: &[Type],
    are_alike: bool,
) -> Vec<TermId> {
    let mut conditions = Vec::new();
    if are_alike && sides.iter().all(|side| side.session.granted.is_none()) {
        return conditions;
    }
    for (argument, ty) in entry.arguments.iter().zip(types) {
        let (EntryArgument::Scalar { value, .. }, Type::Int(int)) = (argument, ty) else { continue };
        let Some(term) = value.load(table).to_term(table) else { continue };
        if table.sort(term) == Sort::INT {
            let (low, high) = int.limits();
            let (low, high) = (table.int(low), table.int(high));
            conditions.push(table.apply(Op::Ge, &[term, low]));
            conditions.push(table.apply(Op::Ge, &[high, term]));
        }
    }
    conditions
}
