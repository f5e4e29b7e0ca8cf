//! Ordinary execution of tests: what inputs cover, and what the program does on them.
//!
//! A run has two parts. In the first one the inputs stay symbols whose values answer every question: that tells which
//! inputs the program meets, in which order, and what is covered. In the second one they are constants: that is what
//! a user would see.

use sextant_base::{Interrupt, Span};
use sextant_engines::forward::Bench;
use sextant_engines::testgen::{Answers, Coverage, Inputs, Measured, Probed, assignment_of, measure};
use sextant_expr::{Evaluation, Table, Value};
use sextant_session::describe::{Ends, written};
use sextant_session::{Options, Session};
use sextant_solver::{Solver, SolverConfig};
use sextant_state::{
    Ending, Entry, EntryArgument, EntryText, EntryValue, ErrorKind, Machine, Output, PartValue, State,
    text_character,
};

use super::{Refusal, values};

/// Values that a caller can see and that are listed whether they changed or not.
const MOST_OUTPUTS: usize = 200;

/// Characters that reading a number may look at without taking them.
const LOOKED_AT: usize = 8;

/// Runs tests of one call.
pub(super) struct Runner<'p> {
    probed: &'p Probed,
    entry: Entry,
    program: bool,
    fortran: bool,
    call_depth: usize,
    statements: u64,
    interrupt: Interrupt,
}

/// A test that was run.
pub(super) struct TestRun {
    pub(super) coverage: Coverage,
    pub(super) end: Ending,
    /// The inputs that the program met.
    pub(super) inputs: Inputs,
    pub(super) outputs: Inputs,
    pub(super) written: Vec<u8>,
    pub(super) status: Option<i64>,
}

/// Whether a run came to an end by itself.
fn has_ended(end: &Ending) -> bool {
    !matches!(end, Ending::OutOfStatements | Ending::OutOfDepth { .. } | Ending::Refused { .. })
}

impl<'p> Runner<'p> {
    pub(super) fn new(
        session: &Session,
        probed: &'p Probed,
        call: &str,
        options: &Options,
        interrupt: &Interrupt,
    ) -> Result<Self, Refusal> {
        let entry = super::read_by_character(session.call(call, options)?).entry;
        Ok(Self {
            probed,
            program: session.program().main == Some(entry.procedure),
            fortran: session.is_fortran(),
            entry,
            call_depth: options.limits.call_depth,
            statements: super::statements(options).saturating_mul(10),
            interrupt: interrupt.clone(),
        })
    }

    /// Runs a test; `None` if the inputs do not suit the program or it does not end.
    pub(super) fn run(&self, inputs: &Inputs) -> Option<TestRun> {
        if self.program && self.entry.by_character && inputs.iter().all(|(name, _)| is_text_name(name)) {
            return self.run_on_texts(inputs);
        }
        let (mut bench, mut state, measured) = self.measure(&self.entry, inputs);
        let end = measured.end.filter(has_ended)?;
        let met = met(&bench.table, inputs);
        let constant = self.constant(&met);
        let (other_bench, other_state, again) = self.measure(&constant, &met);
        // Where something cannot be given as a constant, the first run has to do.
        if again.end.as_ref() == Some(&end) {
            (bench, state) = (other_bench, other_state);
        }
        let outputs = self.outputs(&mut bench, &state, &met);
        let items = state.take_output();
        let status = match self.fortran {
            true => stop_status(&mut bench.table, &state, &items),
            false => status_of(&state),
        };
        let written = bytes(&mut bench.table, &state, &items);
        Some(TestRun { coverage: measured.coverage, status, end, inputs: met, outputs, written })
    }

    /// Runs a program that takes nothing but texts: they are constants from the beginning.
    fn run_on_texts(&self, inputs: &Inputs) -> Option<TestRun> {
        let text = values::standard_input(inputs);
        let mut entry = Entry { text: Some(text.clone()), ..self.entry.clone() };
        let mut met = Inputs::new();
        for argument in &mut entry.arguments {
            let EntryArgument::Texts(texts) = argument else { continue };
            for (at, text) in texts.iter_mut().enumerate() {
                let EntryText::Symbolic(length) = text else { continue };
                let codes = (0..*length).map(|position| {
                    let code = find(inputs, &text_character(at, position)).and_then(Value::as_int)?;
                    i64::try_from(code.clone()).ok().map(|code| code as u8)
                });
                let bytes: Vec<u8> = codes.map_while(|code| code.filter(|&code| code != 0)).collect();
                let shown = bytes.iter().enumerate().map(|(position, &byte)| {
                    (text_character(at, position), Value::Int(i64::from(byte).into()))
                });
                met.extend(shown);
                if bytes.is_empty() {
                    met.push((text_character(at, 0), Value::Int(0.into())));
                }
                *text = EntryText::Known(bytes);
            }
        }
        let (mut bench, mut state, measured) = self.measure(&entry, &Inputs::new());
        let end = measured.end.filter(has_ended)?;
        // A little more than was taken may have been looked at.
        let mut seen = text.len().min(state.inputs_read() + LOOKED_AT);
        while seen > state.inputs_read() && text[seen - 1] == 0 {
            seen -= 1;
        }
        let read = text.iter().take(seen).enumerate();
        met.extend(read.map(|(at, &byte)| (format!("stdin[{at}]"), Value::Int(i64::from(byte).into()))));
        let items = state.take_output();
        let (status, written) = (status_of(&state), bytes(&mut bench.table, &state, &items));
        Some(TestRun {
            coverage: measured.coverage,
            status,
            end,
            inputs: met,
            outputs: Inputs::new(),
            written,
        })
    }

    fn measure<'r>(&'r self, entry: &'r Entry, inputs: &Inputs) -> (Bench<'r>, State, Measured) {
        let mut table = Table::new();
        let machine = Machine::new(&self.probed.code, entry, &mut table).depth_limit(self.call_depth);
        let (start, variables) = machine.start(&mut table);
        let mut state = start.clone();
        let answers = Answers::new(inputs);
        let (statements, interrupt) = (self.statements, &self.interrupt);
        let measured = measure(self.probed, &machine, &mut table, &mut state, statements, interrupt, answers);
        let solver = Solver::new(SolverConfig::default());
        (Bench { table, solver, machine, variables, start }, state, measured)
    }

    /// The call with constants in place of symbols.
    fn constant(&self, inputs: &Inputs) -> Entry {
        let mut entry = self.entry.clone();
        for argument in &mut entry.arguments {
            settle(argument, inputs);
        }
        for value in &mut entry.input {
            settle_value(value, inputs);
        }
        let read =
            (entry.input.len() + 1..).map_while(|number| find(inputs, &self.entry.read_name(number as u64)));
        entry.input.extend(read.map(entry_value).collect::<Vec<_>>());
        entry.given.extend(
            inputs
                .iter()
                .filter(|(_, value)| values::is_single(value.sort()))
                .map(|(name, value)| (name.clone(), entry_value(value))),
        );
        entry
    }

    /// What the caller can see afterwards.
    fn outputs(&self, bench: &mut Bench<'_>, state: &State, inputs: &Inputs) -> Inputs {
        let ends = Ends {
            code: &self.probed.code,
            entry: bench.machine.entry(),
            variables: &bench.variables,
            start: &bench.start,
            state,
        };
        let mut parts = Vec::new();
        if !self.program {
            parts = ends.outputs(&mut bench.table, |_, _, _| true);
            if parts.len() > MOST_OUTPUTS {
                parts = ends.outputs(&mut bench.table, |table, a, b| a.to_term(table) != b.to_term(table));
            }
        }
        let mut evaluation = Evaluation::new(assignment_of(&bench.table, inputs));
        let mut found = Vec::new();
        let mut add = |name: String, held: sextant_state::Value| {
            if let Some(term) = held.to_term(&mut bench.table) {
                let value = evaluation.value(&bench.table, term).clone();
                found.push((name, value));
            }
        };
        for (name, part) in parts {
            match part {
                PartValue::Value(value) => add(name, value),
                PartValue::Array(term) => add(name, sextant_state::Value::Term(term)),
                PartValue::Complex(re, im) => {
                    add(format!("RE({name})"), re);
                    add(format!("IM({name})"), im);
                }
                PartValue::Text(text) => {
                    for (at, code) in text.iter().enumerate() {
                        add(format!("{name}({0}:{0})", at + 1), *code);
                    }
                }
                PartValue::Symbolic | PartValue::Unallocated | PartValue::Address(_) => {}
            }
        }
        found
    }
}

impl TestRun {
    /// The error that it ends with.
    pub(super) fn error(&self) -> Option<(Span, ErrorKind)> {
        match self.end {
            Ending::Error { kind, span, .. } => Some((span, kind)),
            _ => None,
        }
    }
}

/// Whether an input is a character of a text that a program is started with or reads.
fn is_text_name(name: &str) -> bool {
    values::standard_position(name).is_some() || name.starts_with("argv[") || is_length(name)
}

/// The inputs that a run met, in that order.
fn met(table: &Table, inputs: &Inputs) -> Inputs {
    let assignment = assignment_of(table, inputs);
    let value = |id, sort| assignment.get(id).cloned().unwrap_or_else(|| Value::default_of(sort));
    let all = table.symbols().filter(|(_, symbol)| !is_length(&symbol.name));
    all.map(|(id, symbol)| (symbol.name.clone(), value(id, symbol.sort))).collect()
}

/// Whether a symbol stands for the length of what printing symbols would write: constants tell it.
fn is_length(name: &str) -> bool {
    name.strip_prefix("printed").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

pub(super) fn find<'i>(inputs: &'i Inputs, name: &str) -> Option<&'i Value> {
    inputs.iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

fn entry_value(value: &Value) -> EntryValue {
    match value {
        Value::Int(number) => EntryValue::Int(number.clone()),
        Value::Bool(value) => EntryValue::Bool(*value),
        other => EntryValue::Constant(other.clone()),
    }
}

/// Replaces a term over symbols by its value.
pub(super) fn settle_value(value: &mut EntryValue, inputs: &Inputs) {
    if let EntryValue::Term(shared) = value {
        let (table, term) = &**shared;
        let settled = table.evaluate(*term, &assignment_of(table, inputs));
        *value = entry_value(&settled);
    }
}

fn settle(argument: &mut EntryArgument, inputs: &Inputs) {
    match argument {
        EntryArgument::Value(value) | EntryArgument::Scalar { value, .. } => settle_value(value, inputs),
        EntryArgument::Array { name, bounds, elements, .. } => {
            if let Some((low, high)) = bounds {
                settle_value(low, inputs);
                settle_value(high, inputs);
            }
            elements.iter_mut().for_each(|(_, value)| settle_value(value, inputs));
            if let Some(Value::Array(array)) = find(inputs, name) {
                for (index, value) in &array.entries {
                    if let Ok(index) = i64::try_from(index.clone())
                        && elements.iter().all(|(known, _)| *known != index)
                    {
                        elements.push((index, entry_value(value)));
                    }
                }
            }
        }
        EntryArgument::Handle { target: Some(target), .. } => settle(target, inputs),
        EntryArgument::Storage { leaves, .. } => {
            for leaf in leaves {
                match &mut leaf.value {
                    Some(value) => settle_value(value, inputs),
                    None => leaf.value = find(inputs, &leaf.name).map(entry_value),
                }
            }
        }
        EntryArgument::Handle { target: None, .. }
        | EntryArgument::Block { .. }
        | EntryArgument::Texts(_)
        | EntryArgument::Absent => {}
    }
}

fn status_of(state: &State) -> Option<i64> {
    match state.returned {
        sextant_state::Value::Int(status) => Some(status & 0xff),
        _ => None,
    }
}

/// The status with which STOP ends a program of Fortran, as far as its message tells: that of a text is 0, of an error 1.
fn stop_status(table: &mut Table, state: &State, items: &[Output]) -> Option<i64> {
    let last = items.last().filter(|item| matches!(item, Output::Message(_)))?;
    let shown = written(table, state, std::slice::from_ref(last), false);
    let message = shown.first()?.trim();
    let (otherwise, code) = match message.strip_prefix("ERROR STOP") {
        Some(code) => (1, code),
        None => (0, message.strip_prefix("STOP")?),
    };
    match code.trim().parse::<i64>() {
        Ok(number) => Some(number & 0xff),
        Err(_) => Some(otherwise),
    }
}

/// What was written, as bytes.
fn bytes(table: &mut Table, state: &State, items: &[Output]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut lines = Vec::new();
    for item in items {
        match item {
            Output::Bytes(1, text) => bytes.extend_from_slice(text),
            Output::Bytes(..) | Output::Converted(2, ..) | Output::Message(_) => {}
            other => lines.push(other.clone()),
        }
    }
    for line in written(table, state, &lines, false) {
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
    }
    bytes
}
