//! A run as the row of a report: what a reader sees of it, and what a driver needs to repeat it.

use sextant_engines::forward::Outcome;
use sextant_engines::testgen::Inputs;
use sextant_expr::Value;
use sextant_report::{Expected, PathEnd, TestRow};
use sextant_session::describe::status;
use sextant_session::{Call, Session, extents_of, is_open};
use sextant_state::{EntryArgument, EntryBlock, EntryValue};
use sextant_syntax::{ArrayBounds, Expr, ExprKind, IntType, Type};

use super::runner::{TestRun, find, settle_value};
use super::values;

impl TestRun {
    /// The test as a row of a report.
    pub(super) fn row(&self, session: &Session, call: &Call, purpose: &str) -> TestRow {
        let is_text = |name: &str| is_text(call, name);
        let (end, detail) = status(session.sources(), &Outcome::Ended(self.end.clone()));
        let program = session.program().main == Some(call.entry.procedure);
        let written = String::from_utf8_lossy(&self.written).into_owned();
        let mut outputs = self.outputs.clone();
        if session.is_c() {
            outputs.retain(|(name, _)| is_visible(session, call, name));
        }
        TestRow {
            purpose: purpose.to_owned(),
            inputs: values::rows(&self.inputs, &is_text),
            shapes: shapes(session, call, &self.inputs),
            invocation: invocation(session, call, &self.inputs),
            expected: Expected {
                oracle: "recorded".to_owned(),
                end,
                detail,
                status: if program || end == PathEnd::Stopped { self.status } else { None },
                outputs: values::rows(&outputs, &is_text),
                written: (!written.is_empty()).then_some(written),
            },
            ..TestRow::default()
        }
    }
}

/// The call with the inputs in it, as a person would write it in PL/I.
fn invocation(session: &Session, call: &Call, inputs: &Inputs) -> Option<String> {
    let graph = &session.program().procedures[call.entry.procedure];
    if session.is_c() || session.is_fortran() {
        return None;
    }
    let arguments: Option<Vec<String>> = call
        .entry
        .arguments
        .iter()
        .zip(&graph.parameters)
        .map(|(argument, &parameter)| match argument {
            EntryArgument::Value(value) => Some(constant_word(value, inputs)?),
            EntryArgument::Scalar { name, value: EntryValue::Undefined } => Some(name.clone()),
            EntryArgument::Scalar { name, value } => {
                Some(format!("{name} = {}", constant_word(value, inputs)?))
            }
            EntryArgument::Array { name, bounds, elements, .. } => {
                let (first, last) = match bounds {
                    Some((low, high)) => {
                        let number = |bound| constant_word(bound, inputs)?.parse::<i64>().ok();
                        (number(low)?, number(high)?)
                    }
                    None => declared_bounds(&graph.variables[parameter].ty)?,
                };
                let given = |at: i64| elements.iter().find(|(known, _)| *known == at).map(|(_, value)| value);
                let element = |at: i64| match (given(at), find(inputs, name)) {
                    (Some(value), _) => constant_word(value, inputs),
                    (None, Some(Value::Array(array))) => Some(values::word(array.get(&at.into()))),
                    _ => None,
                };
                let all: Option<Vec<String>> = (first..=last).map(element).collect();
                Some(format!("{name}({first}:{last}) = ({})", all?.join(", ")))
            }
            _ => None,
        })
        .collect();
    let given = inputs.iter().all(|(name, _)| {
        call.entry.arguments.iter().any(|argument| argument.name() == Some(name))
            || call.symbols.contains(name)
    });
    given.then_some(format!("{}({})", graph.name, arguments?.join(", ")))
}

/// The bounds of a vector that are constants of the program.
fn declared_bounds(ty: &Type) -> Option<(i64, i64)> {
    let Type::Array(_, bounds) = ty else { return None };
    let [ArrayBounds::Given { low, high }] = &bounds[..] else { return None };
    let number = |expr: &Expr| match &expr.kind {
        ExprKind::Int(number) => i64::try_from(number).ok(),
        _ => None,
    };
    Some((number(low)?, number(high)?))
}

fn constant_word(value: &EntryValue, inputs: &Inputs) -> Option<String> {
    let mut value = value.clone();
    settle_value(&mut value, inputs);
    match value {
        EntryValue::Int(number) => Some(number.to_string()),
        EntryValue::Bool(truth) => Some(if truth { "1" } else { "0" }.to_owned()),
        _ => None,
    }
}

/// Whether a caller in C can see a value: what the library keeps for itself and statics of functions are not seen.
fn is_visible(session: &Session, call: &Call, name: &str) -> bool {
    let base = name.split(['[', '.', '-']).next().unwrap_or(name);
    base == "return"
        || call.entry.arguments.iter().any(|argument| argument.name() == Some(base))
        || session.program().globals.iter().any(|global| global.shared && global.name == base)
}

/// The bounds of arrays that a caller in Fortran provides.
fn shapes(session: &Session, call: &Call, inputs: &Inputs) -> Vec<(String, String)> {
    let graph = &session.program().procedures[call.entry.procedure];
    let mut found = Vec::new();
    let arguments = call.entry.arguments.iter();
    for (&parameter, argument) in graph.parameters.iter().zip(arguments).filter(|_| session.is_fortran()) {
        let variable = &graph.variables[parameter];
        let Type::Array(_, bounds) = &variable.ty else { continue };
        let is_storage = matches!(argument, EntryArgument::Storage { .. });
        if let Some(shape) = chosen_shape(argument).filter(|_| is_storage || is_open(&variable.ty)) {
            found.push((variable.name.clone(), shape));
            continue;
        }
        let none = Value::default_of(sextant_expr::Sort::INT);
        let given = find(inputs, &variable.name).unwrap_or(&none);
        let shape = match sextant_state::constant_bounds(bounds) {
            Some(pairs) if pairs.len() > 1 => {
                let pairs: Vec<String> = pairs.iter().map(|(low, high)| format!("{low}:{high}")).collect();
                pairs.join(",")
            }
            _ => match extents_of(graph, bounds, given, inputs) {
                // Elements of one dimension are counted from 1, whatever the procedure calls them.
                Some(pairs) if pairs.len() == 1 => format!("1:{}", pairs[0].1 - pairs[0].0 + 1),
                Some(pairs) => {
                    let pairs: Vec<String> =
                        pairs.iter().map(|(low, high)| format!("{low}:{high}")).collect();
                    pairs.join(",")
                }
                None => continue,
            },
        };
        found.push((variable.name.clone(), shape));
    }
    found
}

/// The bounds of an array that were chosen for it.
fn chosen_shape(argument: &EntryArgument) -> Option<String> {
    match argument {
        EntryArgument::Array { bounds: Some((EntryValue::Int(low), EntryValue::Int(high))), .. } => {
            Some(format!("{low}:{high}"))
        }
        EntryArgument::Storage { dimensions, .. } if !dimensions.is_empty() => {
            let pairs: Vec<String> =
                dimensions.iter().map(|(low, high, _)| format!("{low}:{high}")).collect();
            Some(pairs.join(","))
        }
        _ => None,
    }
}

/// Whether the elements of an argument are characters.
fn is_text(call: &Call, name: &str) -> bool {
    if name.starts_with("argv[") {
        return true;
    }
    call.entry.arguments.iter().any(|argument| match argument {
        EntryArgument::Block { object: EntryBlock { name: of, content, .. }, .. } => {
            of == name
                && matches!(content, Type::Array(element, _)
                    if matches!(**element, Type::Int(IntType { bits: 8, signed: true })))
        }
        _ => false,
    })
}
