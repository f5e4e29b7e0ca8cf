//! Externals, variables, parameters.

use rustc_hash::FxHashSet;
use sextant_syntax::{ArrayBounds, IntType, Storage, TextLength, Type, VarId, Variable};

use super::Verifier;
use crate::FlowProgram;
use crate::typing::{bounds, is_constant, same_apart_from_bounds};

/// Whether values of the type exist and can stand alone.
pub(super) fn is_scalar(ty: &Type) -> bool {
    match ty {
        Type::Int(IntType { bits, .. }) => *bits > 0,
        Type::Array(..) | Type::Handle(_) => false,
        _ => true,
    }
}

fn is_of_argument(ty: &Type) -> bool {
    use ArrayBounds::{OfArgument, Sequence, Shape};
    let dimensions = match ty {
        Type::Array(_, dimensions) => dimensions.as_slice(),
        _ => &[],
    };
    dimensions.iter().any(|bounds| matches!(bounds, OfArgument | Sequence { .. } | Shape { .. }))
        || matches!(ty.scalar(), Type::Text(TextLength::OfArgument))
}

pub(super) fn check_externals(program: &FlowProgram, errors: &mut Vec<String>) {
    let mut names = FxHashSet::default();
    for external in program.externals.iter() {
        let mut check = |holds: bool, message: &str| {
            if !holds {
                errors.push(format!("external {}: {message}", external.name));
            }
        };
        check(names.insert(&external.name), "another one has the same name");
        check(is_scalar(external.ty.target().scalar()), "its elements are not scalars");
        check(!is_of_argument(&external.ty), "it has no bounds");
        check(external.ty.is_array() || external.initial.len() <= 1, "a scalar has several initial values");
        for expr in bounds(&external.ty).into_iter().chain(&external.initial) {
            check(is_constant(expr), "its bounds and initial values are not constants");
        }
        for value in &external.initial {
            check(
                same_apart_from_bounds(&value.ty, external.ty.scalar()),
                "an initial value has another type",
            );
        }
    }
}

pub(super) fn check_variables(verifier: &mut Verifier) {
    let graph = verifier.graph;
    let mut names = FxHashSet::default();
    for variable in graph.variables.iter() {
        if !names.insert(&variable.name) {
            verifier.error(format_args!("two variables have the name {}", variable.name));
        }
        check_variable(verifier, variable);
    }
    let mut listed: FxHashSet<VarId> = FxHashSet::default();
    for &parameter in &graph.parameters {
        let storage = graph.variables.get(parameter).map(|variable| variable.storage);
        let is_parameter = matches!(storage, Some(Storage::Parameter | Storage::Value));
        verifier.check(is_parameter, "a parameter is no variable with parameter storage");
        verifier.check(listed.insert(parameter), "a parameter is listed twice");
    }
    let stored = graph
        .variables
        .iter()
        .filter(|variable| matches!(variable.storage, Storage::Parameter | Storage::Value))
        .count();
    verifier.check(stored == listed.len(), "a variable with parameter storage is not listed");
    verifier.check(graph.returns.as_ref().is_none_or(is_scalar), "the returned type is not a scalar");
}

fn check_variable(verifier: &mut Verifier, variable: &Variable) {
    let Variable { name, ty, storage, initial, .. } = variable;
    let mut check = |holds: bool, message: &str| {
        if !holds {
            verifier.error(format_args!("variable {name}: {message}"));
        }
    };
    check(is_scalar(ty.target().scalar()), "its elements are not scalars");
    let is_parameter = *storage == Storage::Parameter;
    check(is_parameter || !is_of_argument(ty), "only a parameter takes the bounds of its argument");
    check(ty.is_array() || initial.len() <= 1, "a scalar has several initial values");
    let given = is_parameter || matches!(storage, Storage::External(_) | Storage::Area(..));
    check(!given || initial.is_empty(), "its initial values do not belong here");
    let fixed = matches!(storage, Storage::Static | Storage::External(_) | Storage::Area(..));
    for expr in bounds(ty).into_iter().chain(initial) {
        check(!fixed || is_constant(expr), "its bounds and initial values are not constants");
    }
    if let Storage::Area(area, offset) = storage {
        let area = verifier.program.areas.get(*area);
        if area.is_none_or(|area| *offset > area.size) {
            verifier.error(format_args!("variable {name}: it lies in no area"));
        }
    }
    if let Storage::External(id) = storage {
        let external = verifier.program.externals.get(*id);
        let suits = external.is_some_and(|external| same_apart_from_bounds(&external.ty, ty));
        if !suits {
            verifier.error(format_args!("variable {name}: there is no external of this type"));
        }
    }
    for bound in bounds(ty) {
        verifier.scalar(bound);
        verifier.check(matches!(bound.ty, Type::Int(_)), "a bound is not an integer");
    }
    for value in initial {
        verifier.scalar(value);
        let suits = same_apart_from_bounds(&value.ty, ty.target().scalar());
        verifier.check(suits, "an initial value has another type");
    }
}
