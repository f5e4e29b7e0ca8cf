//! Summaries against ordinary execution: the same inputs must give the same results.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{ArrayValue, NoValue, Values};
use sextant_base::Interrupt;
use sextant_expr::{Op, Scalar, Table, Value as EvalValue, apply_op};
use sextant_flow::{FlowGraph, FlowProgram};
use sextant_state::{
    Code, Ending, Entry, EntryArgument, EntryValue, ErrorKind, Machine, Object, ObjectId, Policy, State,
    Until, Value, sort_of,
};
use sextant_syntax::{ArrayBounds, Bound, ExprKind, ProcId, Storage, Type, VarId};

use super::block::End;
use super::reading::input_name;
use super::shapes::{Shapes, bound_symbol};
use super::summary::{Output, Summary, SummaryCase};

/// Values for the parameters of a procedure, in order; behind them what READ statements find, if there are any.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// A number; a truth value is 0 or 1.
    Number(RBig),
    /// An array: the bounds of each dimension, and its elements in storage order.
    Array(Vec<(i64, i64)>, Vec<RBig>),
}

/// Whether a summary and an execution agree.
#[derive(Clone, PartialEq, Debug)]
pub enum Agreement {
    /// They do.
    Agrees,
    /// They could not be compared.
    NotCompared(String),
    /// They do not: a defect of this tool.
    Differs(String),
}

/// What an execution did.
struct Execution {
    ending: Ending,
    table: Table,
    state: State,
    variables: Vec<(String, ObjectId)>,
}

/// Runs a procedure on inputs and compares with what its summary says.
pub fn compare(
    program: &FlowProgram,
    code: &Code,
    summary: &Summary,
    inputs: &[Input],
    statements: u64,
) -> Agreement {
    let graph = &program.procedures[summary.procedure];
    let mut values = Values { steps: 3_000, ..Values::default() };
    for (&parameter, input) in graph.parameters.iter().zip(inputs) {
        let name = graph.variables[parameter].name.as_str();
        match input {
            Input::Number(value) => values.set(name, value.clone()),
            Input::Array(bounds, elements) => {
                let pairs = elements.iter().enumerate();
                let elements = pairs.map(|(at, value)| (subscripts(bounds, at as i64), value.clone()));
                let array = ArrayValue { elements: elements.collect(), default: RBig::ZERO };
                values.arrays.insert(name.into(), array);
                for (dimension, (low, high)) in bounds.iter().enumerate() {
                    for (bound, value) in [(Bound::Low, low), (Bound::High, high)] {
                        let symbol = bound_symbol(bound, &graph.variables[parameter], dimension);
                        values.set(&symbol.name, RBig::from(*value));
                    }
                }
            }
        }
    }
    if let (Some(name), Some(Input::Array(_, elements))) =
        (input_name(graph), inputs.get(graph.parameters.len()))
    {
        let pairs = (1i64..).zip(elements).map(|(at, value)| (vec![IBig::from(at)], value.clone()));
        let array = ArrayValue { elements: pairs.collect(), default: RBig::ZERO };
        values.arrays.insert(name.into(), array);
    }
    if !set_tables(graph, &summary.shapes, &mut values) {
        return Agreement::NotCompared("a table of constants is not one of numbers in a row".into());
    }
    let case = match chosen(summary, &mut values) {
        Ok(case) => case,
        Err(agreement) => return agreement,
    };
    if let End::Unsupported(_) = case.end {
        return Agreement::NotCompared("unsupported".into());
    }
    let Some(execution) = execute(program, code, summary.procedure, inputs, statements) else {
        return Agreement::NotCompared("the execution depends on more than these inputs".into());
    };
    agree(program, summary, case, &mut values, execution, inputs)
}

/// Gives arrays with initial values, which summaries name, their elements; whether that is possible.
fn set_tables(graph: &FlowGraph, shapes: &Shapes, values: &mut Values) -> bool {
    for (id, variable) in graph.variables.iter_enumerated() {
        let is_table = variable.storage == Storage::Automatic && variable.ty.is_array();
        if !is_table || variable.initial.is_empty() {
            continue;
        }
        let bounds = shapes.bounds(id, values);
        let [(Some(low), Some(_))] = bounds[..] else { return false };
        let mut elements = Vec::new();
        for (at, value) in variable.initial.iter().enumerate() {
            let value = match &value.kind {
                ExprKind::Int(value) => RBig::from(value.clone()),
                ExprKind::Real(value) => value.clone(),
                _ => return false,
            };
            elements.push((vec![IBig::from(low + at as i64)], value));
        }
        let table = ArrayValue { elements: elements.into_iter().collect(), default: RBig::ZERO };
        values.arrays.insert(variable.name.as_str().into(), table);
    }
    true
}

/// The only case whose condition holds.
fn chosen<'s>(summary: &'s Summary, values: &mut Values) -> Result<&'s SummaryCase, Agreement> {
    for excluded in &summary.excluded {
        match values.clone().condition(excluded) {
            Ok(true) => return Err(Agreement::NotCompared("an assumption excludes these inputs".into())),
            Ok(false) => {}
            Err(_) => return Err(Agreement::NotCompared("an assumption cannot be computed".into())),
        }
    }
    let mut found = None;
    let mut undecided = false;
    for case in &summary.cases {
        match values.clone().condition(&case.condition) {
            Ok(true) => match found {
                None => found = Some(case),
                Some(other) => {
                    let SummaryCase { condition, .. } = other;
                    let what = format!("two cases apply: {condition} and {}", case.condition);
                    return Err(Agreement::Differs(what));
                }
            },
            Ok(false) => {}
            Err(_) => undecided = true,
        }
    }
    match found {
        Some(case) => Ok(case),
        None if undecided || !summary.complete => {
            Err(Agreement::NotCompared("the case cannot be computed for these inputs".into()))
        }
        None => Err(Agreement::Differs("no case applies".into())),
    }
}

fn execute(
    program: &FlowProgram,
    code: &Code,
    procedure: ProcId,
    inputs: &[Input],
    statements: u64,
) -> Option<Execution> {
    let graph = &program.procedures[procedure];
    let entry_value = |ty: &Type, value: &RBig| entry_value(ty, value, code.policy);
    let arguments = graph.parameters.iter().zip(inputs).map(|(&parameter, input)| {
        let variable = &graph.variables[parameter];
        let name = variable.name.clone();
        match input {
            Input::Number(value) => {
                EntryArgument::Scalar { name, value: entry_value(variable.ty.scalar(), value) }
            }
            Input::Array(bounds, elements) => {
                let low = if let [(low, _)] = &bounds[..] { *low } else { 1 };
                let high = low + elements.len() as i64 - 1;
                let ty = variable.ty.scalar();
                let pairs = elements.iter().enumerate();
                EntryArgument::Array {
                    name,
                    element: match ty {
                        Type::Real(_) => sort_of(ty, code.policy),
                        Type::Logical => Scalar::Bool,
                        _ => Scalar::Int,
                    },
                    bounds: Some((EntryValue::Int(IBig::from(low)), EntryValue::Int(IBig::from(high)))),
                    elements: pairs.map(|(at, value)| (low + at as i64, entry_value(ty, value))).collect(),
                    dimensions: if bounds.len() > 1 { bounds.clone() } else { Vec::new() },
                }
            }
        }
    });
    // A quoted name in the text is the value of a parameter at the entry.
    let given = graph.parameters.iter().zip(inputs).filter_map(|(&parameter, input)| match input {
        Input::Number(value) => {
            let variable = &graph.variables[parameter];
            Some((variable.name.clone(), entry_value(&variable.ty, value)))
        }
        Input::Array(..) => None,
    });
    let given = given.collect();
    let input = match inputs.get(graph.parameters.len()) {
        Some(Input::Array(_, elements)) => {
            let value = |value: &RBig| EntryValue::Int(sextant_algebra::floor(value));
            elements.iter().map(value).collect()
        }
        _ => Vec::new(),
    };
    let entry = Entry { symbolic_input: false, input, given, ..Entry::new(procedure, arguments.collect()) };
    let mut table = Table::new();
    let machine = Machine::new(code, &entry, &mut table);
    let (mut state, variables) = machine.start(&mut table);
    let until = Until { statements, ..Until::default() };
    let ending = machine.execute(&mut table, &mut state, until, &Interrupt::new(), |_, _| {})?;
    Some(Execution { ending, table, state, variables })
}

/// How the execution on some inputs ends; none if it depends on more than these.
pub(super) fn run_on(
    program: &FlowProgram,
    code: &Code,
    procedure: ProcId,
    inputs: &[Input],
    statements: u64,
) -> Option<Ending> {
    execute(program, code, procedure, inputs, statements).map(|execution| execution.ending)
}

/// Whether some parameter is an array that takes the elements of its argument in order.
fn has_open_array(graph: &FlowGraph) -> bool {
    graph.parameters.iter().any(|&parameter| match &graph.variables[parameter].ty {
        Type::Array(_, bounds) => bounds.iter().any(|bound| matches!(bound, ArrayBounds::Sequence { .. })),
        _ => false,
    })
}

/// The subscripts of the element at a position in storage.
fn subscripts(bounds: &[(i64, i64)], position: i64) -> Vec<IBig> {
    let mut rest = position;
    let mut all = Vec::new();
    for (dimension, (low, high)) in bounds.iter().enumerate() {
        let extent = (high - low + 1).max(1);
        let last = dimension + 1 == bounds.len();
        all.push(IBig::from(low + if last { rest } else { rest % extent }));
        rest /= extent;
    }
    all
}

/// A number as a parameter of a type gets it: a float is the nearest one.
fn entry_value(ty: &Type, value: &RBig, policy: Policy) -> EntryValue {
    match ty {
        Type::Logical => EntryValue::Bool(!value.is_zero()),
        Type::Real(_) => {
            let exact = EvalValue::Real(value.clone());
            EntryValue::Constant(match sort_of(ty, policy) {
                Scalar::Float(kind) => apply_op(&Op::RealToFloat(kind), &[&exact]),
                _ => exact,
            })
        }
        _ => EntryValue::Int(sextant_algebra::floor(value)),
    }
}

fn agree(
    program: &FlowProgram,
    summary: &Summary,
    case: &SummaryCase,
    values: &mut Values,
    mut execution: Execution,
    inputs: &[Input],
) -> Agreement {
    let differs = |what: String| Agreement::Differs(format!("{what} (inputs {inputs:?})"));
    let fine = match (&case.end, &execution.ending) {
        // Bounds that make no sense are an error at the entry, before what a summary is about.
        (_, Ending::Error { kind: ErrorKind::BadBounds, .. }) => {
            return Agreement::NotCompared("the bounds of an array make no sense".into());
        }
        (End::Returned(_), Ending::Returned) | (End::Stopped, Ending::Stopped) => true,
        (End::Error { kind, .. }, Ending::Error { kind: actual, .. }) => {
            return if kind == actual {
                Agreement::Agrees
            } else {
                differs(format!("the summary says {kind}, the execution {actual}"))
            };
        }
        (End::Forever(_), Ending::OutOfStatements) => return Agreement::Agrees,
        (_, Ending::OutOfStatements | Ending::Refused { .. } | Ending::Unsupported { .. }) => {
            return Agreement::NotCompared("the execution did not finish".into());
        }
        (End::Returned(_), Ending::Error { kind: ErrorKind::SubscriptRange, .. })
            if has_open_array(&program.procedures[summary.procedure]) =>
        {
            return Agreement::NotCompared("an array has too little room".into());
        }
        (_, Ending::Error { kind: ErrorKind::EndOfInput, .. }) => {
            return Agreement::NotCompared("the execution wants more input".into());
        }
        (_, Ending::Error { kind: ErrorKind::Uninitialised, .. }) => {
            return Agreement::NotCompared("the execution uses an undefined value".into());
        }
        _ => false,
    };
    if !fine {
        return differs(format!("the summary ends {:?}, the execution {:?}", case.end, execution.ending));
    }
    if let End::Returned(Some(term)) = &case.end {
        let returned = execution.state.returned;
        match matches(&mut execution, returned, values.term(term)) {
            Some(true) => {}
            Some(false) => return differs(format!("return = {term}")),
            None => return Agreement::NotCompared("a value is too large".into()),
        }
    }
    for (variable, object) in execution.variables.clone() {
        let graph = &program.procedures[summary.procedure];
        let Some(id) = graph.parameters.iter().copied().find(|&id| graph.variables[id].name == variable)
        else {
            continue;
        };
        let position = graph.parameters.iter().position(|&other| other == id);
        let bounds: &[(i64, i64)] = match position.and_then(|at| inputs.get(at)) {
            Some(Input::Array(bounds, _)) => bounds,
            _ => &[],
        };
        match compare_variable(&mut execution, object, id, case, values, (&variable, bounds)) {
            Some(true) => {}
            Some(false) => return differs(format!("{variable} in the case {}", case.condition)),
            None => return Agreement::NotCompared("a value is too large".into()),
        }
    }
    Agreement::Agrees
}

/// Whether a variable has the value that a case says; none if that cannot be computed.
fn compare_variable(
    execution: &mut Execution,
    object: ObjectId,
    id: VarId,
    case: &SummaryCase,
    values: &mut Values,
    (name, bounds): (&str, &[(i64, i64)]),
) -> Option<bool> {
    let output = case.outputs.iter().find(|(other, _)| *other == id).map(|(_, output)| output);
    if let Some(actual) = execution.state.scalar(&mut execution.table, object) {
        let said = match output {
            Some(Output::Number(term)) => values.term(term),
            _ => values.numbers.get(name).cloned().ok_or(NoValue::Undefined),
        };
        return matches(execution, actual, said);
    }
    let storage = match execution.state.object(object) {
        Object::View(view) => view.storage,
        _ => object,
    };
    let assigned: Vec<(i64, Value)> = execution.state.array(storage)?.assigned();
    let first = if let [(low, _)] = bounds { *low } else { 1 };
    for (index, actual) in assigned {
        let index = subscripts(bounds, index - first);
        let said = match output {
            Some(Output::Array(array)) => values.element(array, &index),
            _ => {
                let known = values.arrays.get(name)?;
                Ok(known.elements.get(&index).cloned().unwrap_or(RBig::ZERO))
            }
        };
        if !matches(execution, actual, said)? {
            return Some(false);
        }
    }
    Some(true)
}

fn matches(execution: &mut Execution, actual: Value, said: Result<RBig, NoValue>) -> Option<bool> {
    let said = match said {
        Ok(value) => value,
        Err(NoValue::TooLarge | NoValue::TooLong) => return None,
        Err(_) => return Some(false),
    };
    let term = actual.to_term(&mut execution.table)?;
    let actual = match execution.table.op(term) {
        Op::Int(value) => RBig::from(value.clone()),
        Op::Real(value) => value.clone(),
        Op::Bool(value) => RBig::from(u8::from(*value)),
        _ => return None,
    };
    Some(said == actual)
}
