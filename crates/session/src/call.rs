//! EFFIGY calls: `SEARCH(A, 1, 5, "X", FOUND, J)`.

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, Sources, Span};
use sextant_expr::{Scalar, Sort, Table};
use sextant_flow::FlowGraph;
use sextant_front_pli::{CallArgument, CallText, parse_call};
use sextant_state::{Arithmetic, Entry, EntryArgument, EntryValue};
use sextant_syntax::{Expr, ProcId, Type, Variable};

use crate::inputs::{self, entry_value};
use crate::{Options, Session};

/// A call that fits the program.
#[derive(Clone, Debug)]
pub struct Call {
    /// As the user wrote it.
    pub text: String,
    pub(crate) entry: Entry,
    /// The symbolic inputs in the order in which they are shown.
    pub(crate) symbols: Vec<String>,
}

impl Call {
    /// The start of the execution.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The names of the symbolic inputs, those of the input stream apart.
    pub fn symbols(&self) -> &[String] {
        &self.symbols
    }
}

impl Session {
    /// Makes sense of a call; a procedure's name alone makes every parameter symbolic under its own name.
    pub fn call(&self, text: &str, options: &Options) -> Result<Call, Box<(Diagnostics, Sources)>> {
        let mut sources = Sources::new();
        let id = sources.add("call", text);
        let mut reader =
            Reader { session: self, options, names: Names::default(), errors: Diagnostics::new() };
        let whole = Span::new(id, 0, text.len());
        reader.program_names(whole);
        let entry = match text.contains('(') {
            false => reader.symbolic(text.trim().trim_end_matches(';').trim(), whole),
            true => match parse_call(&sources, id) {
                Ok(call) => reader.entry(&call),
                Err(errors) => return Err(Box::new((errors, sources))),
            },
        };
        match entry {
            Some(mut entry) if !reader.errors.has_errors() => {
                match inputs::stream(options) {
                    Ok(input) => entry.input = input,
                    Err(errors) => return Err(errors),
                }
                Ok(Call { text: text.trim().to_owned(), entry, symbols: reader.names.order })
            }
            _ => Err(Box::new((reader.errors, sources))),
        }
    }
}

/// Names of symbols with their sorts: one name cannot mean two things.
#[derive(Default)]
struct Names {
    sorts: FxHashMap<String, Sort>,
    order: Vec<String>,
}

impl Names {
    fn insert(&mut self, name: &str, sort: Sort) -> Result<(), String> {
        match self.sorts.insert(name.to_owned(), sort) {
            None => {
                self.order.push(name.to_owned());
                Ok(())
            }
            Some(old) if old == sort => Ok(()),
            Some(_) => Err(format!("{name} means two different things here (an array and a value, say)")),
        }
    }
}

struct Reader<'s> {
    session: &'s Session,
    options: &'s Options,
    names: Names,
    errors: Diagnostics,
}

impl<'s> Reader<'s> {
    /// Symbols that the program itself brings in: externals without a value, and quoted names in its text.
    fn program_names(&mut self, span: Span) {
        let mut found = Vec::new();
        inputs::program_symbols(&self.session.program, &mut found);
        for (name, sort) in found {
            self.name(&name, sort, span);
        }
    }

    /// Every parameter symbolic under its own name.
    fn symbolic(&mut self, name: &str, span: Span) -> Option<Entry> {
        let procedure = self.procedure(name, span)?;
        let graph = self.graph(procedure);
        let mut arguments = Vec::new();
        for &parameter in &graph.parameters {
            let Variable { name, ty, .. } = &graph.variables[parameter];
            let element = element_sort(ty);
            if ty.is_array() {
                self.name(name, Sort::Array(element), span);
                arguments.push(EntryArgument::Array {
                    name: name.clone(),
                    element,
                    bounds: None,
                    elements: Vec::new(),
                });
            } else {
                self.name(name, Sort::Scalar(element), span);
                let mut table = Table::new();
                let symbol = table.symbol(name, Sort::Scalar(element));
                let value = EntryValue::Term((table, symbol).into());
                arguments.push(EntryArgument::Scalar { name: name.clone(), value });
            }
        }
        Some(Entry { procedure, arguments, input: Vec::new(), symbolic_input: true, given: Vec::new() })
    }

    fn entry(&mut self, call: &CallText) -> Option<Entry> {
        let procedure = self.procedure(&call.procedure, call.procedure_span)?;
        let graph = self.graph(procedure);
        let expected = graph.parameters.len();
        if call.arguments.len() != expected {
            self.errors.push(Diagnostic::error(
                call.procedure_span,
                format!("{} takes {expected} arguments, not {}", graph.name, call.arguments.len()),
            ));
            return None;
        }
        let mut arguments = Vec::new();
        for (argument, &parameter) in call.arguments.iter().zip(&graph.parameters) {
            let ty = &graph.variables[parameter].ty;
            arguments.push(self.argument(argument, &graph.variables[parameter].name, ty)?);
        }
        Some(Entry { procedure, arguments, input: Vec::new(), symbolic_input: true, given: Vec::new() })
    }

    fn argument(&mut self, argument: &CallArgument, parameter: &str, ty: &Type) -> Option<EntryArgument> {
        let element = element_sort(ty);
        match argument {
            CallArgument::Value(expr) if ty.is_array() => {
                self.error(expr.span, format!("parameter {parameter} is an array: give a name, as in A(1:5)"))
            }
            CallArgument::Value(expr) => self.typed_value(expr, ty).map(EntryArgument::Value),
            CallArgument::Variable { name, bounds, values, span } if ty.is_array() => {
                self.name(name, Sort::Array(element), *span);
                let bounds = match bounds {
                    Some((low, high)) => {
                        Some((self.value(low, Scalar::Int)?, self.value(high, Scalar::Int)?))
                    }
                    None => None,
                };
                let elements = self.elements(bounds.as_ref(), values, ty, *span)?;
                Some(EntryArgument::Array { name: name.clone(), element, bounds, elements })
            }
            CallArgument::Variable { bounds: Some(_), span, .. } => {
                self.error(*span, format!("parameter {parameter} is not an array"))
            }
            CallArgument::Variable { name, values, span, .. } => {
                // The variable is no symbol, but an array of the same name would be.
                if matches!(self.names.sorts.get(name), Some(Sort::Array(_))) {
                    return self.error(*span, format!("{name} is an array in this call"));
                }
                let value = match &values[..] {
                    [] => EntryValue::Undefined,
                    [value] => self.typed_value(value, ty)?,
                    _ => return self.error(*span, format!("{name} is not an array: give one value")),
                };
                Some(EntryArgument::Scalar { name: name.clone(), value })
            }
        }
    }

    /// Given values are those of the elements from the lowest bound on, or from 1 where no bounds are given.
    fn elements(
        &mut self,
        bounds: Option<&(EntryValue, EntryValue)>,
        values: &[Expr],
        ty: &Type,
        span: Span,
    ) -> Option<Vec<(i64, EntryValue)>> {
        let (first, room) = match bounds {
            None => (1, i64::MAX),
            Some((EntryValue::Int(low), EntryValue::Int(high))) => {
                let extent = high - low + dashu_int::IBig::ONE;
                let room = i64::try_from(extent).unwrap_or(i64::MAX);
                match i64::try_from(low.clone()) {
                    Ok(low) => (low, room),
                    Err(_) => return self.error(span, "the lowest subscript is out of all range".into()),
                }
            }
            Some(_) if values.is_empty() => (1, i64::MAX),
            Some(_) => return self.error(span, "elements can be given only with constant bounds".into()),
        };
        if values.len() as i64 > room {
            return self.error(span, format!("there are {} values for {room} elements", values.len()));
        }
        (first..).zip(values).map(|(index, value)| Some((index, self.typed_value(value, ty)?))).collect()
    }

    /// A value for a variable of a type; under machine arithmetic it must fit.
    fn typed_value(&mut self, expr: &Expr, ty: &Type) -> Option<EntryValue> {
        let value = self.value(expr, element_sort(ty))?;
        if let (EntryValue::Int(number), Type::Int(range), Arithmetic::Machine) =
            (&value, ty.scalar(), self.options.arithmetic)
        {
            let (low, high) = range.limits();
            if *number < low || *number > high {
                return self.error(expr.span, format!("{number} does not fit the type: {low} to {high}"));
            }
        }
        Some(value)
    }

    fn value(&mut self, expr: &Expr, sort: Scalar) -> Option<EntryValue> {
        let division = self.options.policy(self.session.program.language).division;
        let mut symbols = Vec::new();
        match entry_value(expr, sort, division, &mut symbols) {
            Ok(value) => {
                for (name, sort) in symbols {
                    self.name(&name, sort, expr.span);
                }
                Some(value)
            }
            Err((span, message)) => self.error(span, message),
        }
    }

    fn procedure(&mut self, name: &str, span: Span) -> Option<ProcId> {
        if name.is_empty() {
            return self.error(span, "say what is called: a procedure's name, or a call".into());
        }
        match self.session.named(name) {
            Ok(procedure) => Some(procedure),
            Err(message) => self.error(span, message),
        }
    }

    fn graph(&self, procedure: ProcId) -> &'s FlowGraph {
        &self.session.program.procedures[procedure]
    }

    fn name(&mut self, name: &str, sort: Sort, span: Span) {
        if let Err(message) = self.names.insert(name, sort) {
            self.errors.push(Diagnostic::error(span, message));
        }
    }

    fn error<T>(&mut self, span: Span, message: String) -> Option<T> {
        self.errors.push(Diagnostic::error(span, message));
        None
    }
}

fn element_sort(ty: &Type) -> Scalar {
    match ty.scalar() {
        Type::Logical => Scalar::Bool,
        Type::Int(_) | Type::Array(..) => Scalar::Int,
    }
}
