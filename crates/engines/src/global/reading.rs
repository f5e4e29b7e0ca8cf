//! Variables that procedures get for what is none of their variables.
//!
//! Input is an array: the values that READ statements find are the elements of one given array, in order. The parts of a
//! record are variables of their own. The machine knows nothing of these variables; they have the names under which effects
//! speak of what they stand for.

use std::borrow::Cow;

use sextant_algebra::Substitution;
use sextant_expr::Scalar;
use sextant_flow::{Action, FlowGraph, FlowProgram, instructions};
use sextant_state::{Policy, leaves_of};
use sextant_syntax::{ArrayBounds, Expr, ExprKind, IntType, RealType, Storage, Type, VarId, Variable};

/// The name of the counter; no program has such a name.
const READ: &str = "input.read";

/// The program with variables for the input of procedures that read, and for the parts of their records. Each procedure
/// counts for itself, so that one that reads cannot be called by its summary.
pub fn with_own_variables(program: &FlowProgram, policy: Policy) -> Cow<'_, FlowProgram> {
    let mut result = Cow::Borrowed(program);
    for (id, graph) in program.procedures.iter_enumerated() {
        for part in parts_of(program, graph, policy) {
            result.to_mut().procedures[id].variables.push(part);
        }
        if instructions(graph).any(|instruction| matches!(instruction.action, Action::Read(_))) {
            declare_input(&mut result.to_mut().procedures[id]);
        }
    }
    result
}

/// The variable of a part of a record.
pub(super) fn part_named(graph: &FlowGraph, name: &str) -> Option<VarId> {
    let mut variables = graph.variables.iter_enumerated();
    variables.find(|(_, variable)| variable.name == name && !variable.ty.is_array()).map(|(id, _)| id)
}

/// Variables for the parts of records that nobody else sees; those of others are results, which are told by variable.
fn parts_of(program: &FlowProgram, graph: &FlowGraph, policy: Policy) -> Vec<Variable> {
    let mut found = Vec::new();
    for record in
        graph.variables.iter().filter(|variable| matches!(variable.ty, Type::Record(_) | Type::Complex(_)))
    {
        if record.storage != Storage::Automatic || !record.initial.is_empty() {
            continue;
        }
        for leaf in leaves_of(&record.name, &record.ty, &program.records, policy).unwrap_or_default() {
            let ty = match leaf.sort {
                Scalar::Bool => Type::Logical,
                Scalar::Int => Type::Int(leaf.range.unwrap_or(IntType::ELEMENT)),
                _ => Type::Real(RealType::Double),
            };
            let Variable { storage, span, .. } = *record;
            found.push(Variable { name: leaf.name, ty, storage, initial: Vec::new(), span });
        }
    }
    found
}

/// The name of the array of a procedure that reads.
pub fn input_name(graph: &FlowGraph) -> Option<&str> {
    input_variables(graph).map(|(_, input)| graph.variables[input].name.as_str())
}

/// The first values that a procedure reads by the names that they have everywhere: the array's, with their numbers.
pub fn reads_by_name(graph: &FlowGraph) -> Substitution {
    let vectors = input_name(graph).into_iter().map(Into::into).collect();
    Substitution { vectors, ..Substitution::default() }
}

/// Whether a name is that of an array or of one of its elements.
fn is_called_like(name: &str, array: &str) -> bool {
    let start = name.get(..array.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(array))
        && name[array.len()..].bytes().all(|byte| byte.is_ascii_digit())
}

/// The number of values that a procedure has read, and the array that its input is.
pub(super) fn input_variables(graph: &FlowGraph) -> Option<(VarId, VarId)> {
    let mut variables = graph.variables.iter_enumerated();
    let read = variables.find(|(_, variable)| variable.name == READ)?.0;
    variables.next().map(|(input, _)| (read, input))
}

fn declare_input(graph: &mut FlowGraph) {
    let span = graph.span;
    let integer = Type::Int(IntType::FIXED_31);
    let number = |value: i64| Expr { kind: ExprKind::Int(value.into()), ty: integer.clone(), span };
    let mut name = "IN".to_owned();
    while graph.variables.iter().any(|variable| is_called_like(&variable.name, &name)) {
        name = format!("input.{name}");
    }
    graph.variables.push(Variable {
        name: READ.to_owned(),
        ty: integer.clone(),
        storage: Storage::Automatic,
        initial: vec![number(0)],
        span,
    });
    let bounds = ArrayBounds::Sequence { low: Box::new(number(1)), high: None };
    graph.variables.push(Variable {
        name,
        ty: Type::vector(integer, bounds),
        storage: Storage::Parameter,
        initial: Vec::new(),
        span,
    });
}
