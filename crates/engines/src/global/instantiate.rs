//! Summaries against ordinary execution: the same inputs must give the same results.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{ArrayValue, NoValue, Values, as_integer};
use sextant_expr::{Op, Scalar, Table};
use sextant_flow::FlowProgram;
use sextant_state::{
    Code, Ending, Entry, EntryArgument, EntryValue, ErrorKind, Machine, ObjectId, State, Stop, Until, Value,
};
use sextant_syntax::{Type, VarId};

use super::block::End;
use super::summary::{Output, Summary, SummaryCase};

/// Values for the parameters of a procedure, in order.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// A number; a truth value is 0 or 1.
    Number(IBig),
    /// An array: its lowest subscript and its elements.
    Array(i64, Vec<IBig>),
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
            Input::Number(value) => values.set(name, RBig::from(value.clone())),
            Input::Array(low, elements) => {
                let pairs = elements.iter().enumerate();
                let elements =
                    pairs.map(|(at, value)| (IBig::from(low + at as i64), RBig::from(value.clone())));
                let array = ArrayValue { elements: elements.collect(), default: RBig::ZERO };
                let high = low + array.elements.len() as i64 - 1;
                values.arrays.insert(name.into(), array);
                values.set(&format!("LBOUND({name})"), RBig::from(*low));
                values.set(&format!("HBOUND({name})"), RBig::from(high));
            }
        }
    }
    let case = match chosen(summary, &mut values) {
        Ok(case) => case,
        Err(agreement) => return agreement,
    };
    if let End::Unsupported(_) = case.end {
        return Agreement::NotCompared("unsupported".into());
    }
    let Some(execution) = execute(program, code, summary, inputs, statements) else {
        return Agreement::NotCompared("the execution depends on more than these inputs".into());
    };
    agree(program, summary, case, &mut values, execution, inputs)
}

/// The only case whose condition holds.
fn chosen<'s>(summary: &'s Summary, values: &mut Values) -> Result<&'s SummaryCase, Agreement> {
    let mut found = None;
    let mut undecided = false;
    for case in &summary.cases {
        match values.clone().condition(&case.condition) {
            Ok(true) if found.is_some() => return Err(Agreement::Differs("two cases apply".into())),
            Ok(true) => found = Some(case),
            Ok(false) => {}
            Err(_) => undecided = true,
        }
    }
    match found {
        Some(case) => Ok(case),
        None if undecided || !summary.complete => {
            Err(Agreement::NotCompared("the case cannot be computed for these inputs".into()))
        }
        None => Err(Agreement::NotCompared("no case applies".into())),
    }
}

fn execute(
    program: &FlowProgram,
    code: &Code,
    summary: &Summary,
    inputs: &[Input],
    statements: u64,
) -> Option<Execution> {
    let graph = &program.procedures[summary.procedure];
    let arguments = graph.parameters.iter().zip(inputs).map(|(&parameter, input)| {
        let variable = &graph.variables[parameter];
        let name = variable.name.clone();
        match input {
            Input::Number(value) if variable.ty == Type::Logical => {
                EntryArgument::Scalar { name, value: EntryValue::Bool(!value.is_zero()) }
            }
            Input::Number(value) => EntryArgument::Scalar { name, value: EntryValue::Int(value.clone()) },
            Input::Array(low, elements) => {
                let high = low + elements.len() as i64 - 1;
                let bounds = (EntryValue::Int(IBig::from(*low)), EntryValue::Int(IBig::from(high)));
                let pairs = elements.iter().enumerate();
                let elements = pairs.map(|(at, value)| (low + at as i64, EntryValue::Int(value.clone())));
                EntryArgument::Array {
                    name,
                    element: Scalar::Int,
                    bounds: Some(bounds),
                    elements: elements.collect(),
                    dimensions: Vec::new(),
                }
            }
        }
    });
    let entry = Entry { symbolic_input: false, ..Entry::new(summary.procedure, arguments.collect()) };
    let mut table = Table::new();
    let machine = Machine::new(code, &entry, &mut table);
    let (mut state, variables) = machine.start(&mut table);
    let until = Until { statements, ..Until::default() };
    loop {
        match machine.run(&mut table, &mut state, until) {
            Stop::Ended(ending) => return Some(Execution { ending, table, state, variables }),
            Stop::Ask(_) => return None,
            Stop::Prove { condition, span } => {
                state.record_proof(sextant_state::Proof { span, holds: None, condition });
            }
            Stop::Statement(_) | Stop::Breath | Stop::Joined(_) => {}
        }
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
        match compare_variable(&mut execution, object, id, case, values, &variable) {
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
    name: &str,
) -> Option<bool> {
    let output = case.outputs.iter().find(|(other, _)| *other == id).map(|(_, output)| output);
    if let Some(actual) = execution.state.scalar(&mut execution.table, object) {
        let said = match output {
            Some(Output::Number(term)) => values.term(term),
            _ => values.numbers.get(name).cloned().ok_or(NoValue::Undefined),
        };
        return matches(execution, actual, said);
    }
    let assigned: Vec<(i64, Value)> = execution.state.array(object)?.assigned();
    for (index, actual) in assigned {
        let index = IBig::from(index);
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
        Op::Int(value) => value.clone(),
        Op::Bool(value) => IBig::from(u8::from(*value)),
        _ => return None,
    };
    Some(as_integer(&said) == Some(actual))
}
