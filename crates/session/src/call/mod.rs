//! EFFIGY calls: `SEARCH(A, 1, 5, "X", FOUND, J)`.

pub(crate) mod argument;
mod pointers;
mod storage;

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, Sources, Span};
use sextant_expr::{Scalar, Sort};
use sextant_flow::FlowGraph;
use sextant_state::{Arithmetic, Entry, EntryArgument, EntryText, EntryValue, sort_of, text_character};
use sextant_syntax::{CallArgument, CallText, Expr, ExprKind, Handed, ProcId, Type, VarId, Variable};

use crate::inputs::{self, entry_value};
use crate::{Options, Session};

/// Unknown characters of an argument that a program is started with.
const LONGEST_ARGUMENT: usize = 100_000;

/// A call that fits the program.
#[derive(Clone, Debug)]
pub struct Call {
    /// As the user wrote it.
    pub text: String,
    /// The start of the execution.
    pub entry: Entry,
    /// The symbolic inputs in the order in which they are shown, those of the input stream apart.
    pub symbols: Vec<String>,
}

impl Session {
    /// Makes sense of a call; a procedure's name alone makes every parameter symbolic under its own name.
    pub fn call(&self, text: &str, options: &Options) -> Result<Call, Box<(Diagnostics, Sources)>> {
        let mut sources = Sources::new();
        let id = sources.add("call", text);
        let mut reader = Reader {
            session: self,
            options,
            names: Names::default(),
            errors: Diagnostics::new(),
            given: Vec::new(),
            extent: None,
            handed: None,
        };
        let whole = Span::new(id, 0, text.len());
        reader.program_names(whole);
        let entry = match text.contains('(') {
            false => reader.named(text.trim().trim_end_matches(';').trim(), whole),
            true => match self.read_call(&sources, id) {
                Ok(call) => reader.entry(&call),
                Err(errors) => return Err(Box::new((errors, sources))),
            },
        };
        match entry {
            Some(mut entry) if !reader.errors.has_errors() => {
                entry.text = options.text_input.clone();
                entry.given = std::mem::take(&mut reader.given);
                match inputs::stream(self, options) {
                    Ok(input) => entry.input = input,
                    Err(errors) => return Err(errors),
                }
                let typed = reader.names.order;
                let entry = entry.naming(&self.program, typed.iter().map(String::as_str));
                // A call that is written out is the first one; a name alone stands for any call.
                let entry = Entry { first: text.contains('('), ..entry };
                let mut symbols = inputs::externals(&self.program, &entry);
                symbols.extend(typed);
                Ok(Call { text: text.trim().to_owned(), entry, symbols })
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
    /// Values in objects that are given.
    given: Vec<(String, EntryValue)>,
    /// How many elements the parameter at hand has by its declaration.
    extent: Option<Expr>,
    /// Why the address in the parameter at hand is none of an object of the caller, if it is none.
    handed: Option<Handed>,
}

impl<'s> Reader<'s> {
    /// Symbols that the program itself brings in: quoted names in its text.
    fn program_names(&mut self, span: Span) {
        let session = self.session;
        let policy = self.options.policy(session.program.language);
        for (name, sort) in session.symbols.of(&session.program, policy) {
            self.name(name, *sort, span);
        }
    }

    /// A procedure by its name, or the main program by none.
    fn named(&mut self, name: &str, span: Span) -> Option<Entry> {
        match (name, self.session.program.main) {
            ("", Some(main)) => self.symbolic(&self.graph(main).name, span),
            _ => self.symbolic(name, span),
        }
    }

    /// Every parameter symbolic under its own name.
    fn symbolic(&mut self, name: &str, span: Span) -> Option<Entry> {
        let procedure = self.procedure(name, span)?;
        let graph = self.graph(procedure);
        if let Some(arguments) = self.program_arguments(procedure, span) {
            return Some(Entry::new(procedure, arguments));
        }
        let mut arguments = Vec::new();
        for (position, &parameter) in graph.parameters.iter().enumerate() {
            let Variable { name, ty, .. } = &graph.variables[parameter];
            self.extent = self.declared_extent(procedure, position, None);
            self.handed = self.handed_parameter(procedure, parameter);
            arguments.push(self.symbolic_argument(name, ty, span)?);
        }
        Some(Entry::new(procedure, arguments))
    }

    /// What the surroundings give a C program: the number of its arguments, and the arguments.
    fn program_arguments(&mut self, procedure: ProcId, span: Span) -> Option<Vec<EntryArgument>> {
        let program = &self.session.program;
        if !self.session.front_end().hosted || program.main != Some(procedure) {
            return None;
        }
        let mut texts = vec![EntryText::Known(program.procedures[procedure].name.clone().into_bytes())];
        for word in &self.options.program_arguments {
            let length = word.strip_prefix('?').and_then(|number| number.parse().ok());
            if length.is_some_and(|length: usize| length > LONGEST_ARGUMENT) {
                return self
                    .error(span, format!("{word}: at most {LONGEST_ARGUMENT} characters can be unknown"));
            }
            let Some(length) = length else {
                texts.push(EntryText::Known(word.clone().into_bytes()));
                continue;
            };
            for position in 0..length {
                self.name(&text_character(texts.len(), position), Sort::Scalar(Scalar::Int), span);
            }
            texts.push(EntryText::Symbolic(length));
        }
        let count = EntryArgument::Value(EntryValue::Int(texts.len().into()));
        let nothing = EntryArgument::Value(EntryValue::Int(0.into()));
        let all = [count, EntryArgument::Texts(texts), nothing];
        Some(all.into_iter().take(self.graph(procedure).parameters.len()).collect())
    }

    /// How many elements a parameter has by its declaration, over symbols or the arguments of a call.
    fn declared_extent(&self, procedure: ProcId, position: usize, call: Option<&CallText>) -> Option<Expr> {
        let extents = &self.session.tree.as_ref()?.extents;
        let (.., elements) = extents.iter().find(|(of, at, _)| (*of, *at) == (procedure, position))?;
        let mut elements = elements.clone();
        if let Some(call) = call {
            self.with_arguments(&mut elements, procedure, call)?;
        }
        Some(elements)
    }

    /// Puts the arguments of a call where a size names the parameters.
    fn with_arguments(&self, size: &mut Expr, procedure: ProcId, call: &CallText) -> Option<()> {
        match &mut size.kind {
            ExprKind::Symbol(name) => {
                let graph = self.graph(procedure);
                let names = |parameter: &VarId| graph.variables[*parameter].name == *name;
                let position = graph.parameters.iter().position(names)?;
                *size = match call.arguments.get(position)? {
                    CallArgument::Value(value) => value.clone(),
                    CallArgument::Variable { values, .. } => values.first()?.clone(),
                    CallArgument::Absent(_) => return None,
                };
            }
            ExprKind::Binary(_, left, right) => {
                self.with_arguments(left, procedure, call)?;
                self.with_arguments(right, procedure, call)?;
            }
            _ => {}
        }
        Some(())
    }

    fn handed_parameter(&self, procedure: ProcId, parameter: VarId) -> Option<Handed> {
        let mut all = self.session.program.handed.iter();
        let found = all.find(|(of, own, _)| (*of, *own) == (procedure, parameter));
        found.map(|(.., handed)| *handed)
    }

    fn sort(&self, ty: &Type) -> Scalar {
        sort_of(ty, self.options.policy(self.session.program.language))
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
        for (position, (argument, &parameter)) in call.arguments.iter().zip(&graph.parameters).enumerate() {
            self.extent = self.declared_extent(procedure, position, Some(call));
            self.handed = self.handed_parameter(procedure, parameter);
            let ty = &graph.variables[parameter].ty;
            arguments.push(self.argument(argument, &graph.variables[parameter].name, ty)?);
        }
        // A call that is written out begins an execution; a procedure that is named alone may be called at any time.
        Some(Entry { first: true, ..Entry::new(procedure, arguments) })
    }

    /// A value for a variable of a type; under machine arithmetic it must fit.
    fn typed_value(&mut self, expr: &Expr, ty: &Type) -> Option<EntryValue> {
        let sort = self.sort(ty);
        let value = self.value(expr, sort)?;
        if let (EntryValue::Int(number), Type::Int(range), Arithmetic::Machine) =
            (&value, ty.scalar(), self.options.policy(self.session.program.language).arithmetic)
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
