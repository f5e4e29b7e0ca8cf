//! Input as an array: the values that READ statements find are the elements of one given array, in order.

use std::borrow::Cow;

use sextant_flow::{Action, FlowGraph, FlowProgram, instructions};
use sextant_syntax::{ArrayBounds, Expr, ExprKind, IntType, Storage, Type, VarId, Variable};

/// The name of the counter; no program has such a name.
const READ: &str = "input.read";

/// The program with variables for the input of procedures that read. Each procedure counts for itself, so that one that
/// reads cannot be called by its summary.
pub fn with_input_arrays(program: &FlowProgram) -> Cow<'_, FlowProgram> {
    let mut result = Cow::Borrowed(program);
    for (id, graph) in program.procedures.iter_enumerated() {
        if instructions(graph).any(|instruction| matches!(instruction.action, Action::Read(_))) {
            declare(&mut result.to_mut().procedures[id]);
        }
    }
    result
}

/// The name of the array of a procedure that reads.
pub fn input_name(graph: &FlowGraph) -> Option<&str> {
    input_variables(graph).map(|(_, input)| graph.variables[input].name.as_str())
}

/// The number of values that a procedure has read, and the array that its input is.
pub(super) fn input_variables(graph: &FlowGraph) -> Option<(VarId, VarId)> {
    let mut variables = graph.variables.iter_enumerated();
    let read = variables.find(|(_, variable)| variable.name == READ)?.0;
    variables.next().map(|(input, _)| (read, input))
}

fn declare(graph: &mut FlowGraph) {
    let span = graph.span;
    let integer = Type::Int(IntType::FIXED_31);
    let number = |value: i64| Expr { kind: ExprKind::Int(value.into()), ty: integer.clone(), span };
    let mut name = "INPUT".to_owned();
    while graph.variables.iter().any(|variable| variable.name.eq_ignore_ascii_case(&name)) {
        name.push('_');
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
