//! One run: the machine goes from marker to marker, and the data answer.

use std::ops::ControlFlow::{Break, Continue};

use rustc_hash::FxHashSet;
use sextant_base::Span;
use sextant_expr::{LARGEST_VALUE_BITS, Op, Origin, Sort, Table, TermId};
use sextant_state::{
    Cell, Driver, Ending, Entry, Machine, Next, Object, ObjectId, Output, Question, QuestionKind, State,
    Stop, Until, Value, VariablePlace,
};
use sextant_syntax::{ProcId, StatementNumber, Storage, VarId};

use super::recorder::Recorder;
use super::weave::{Mark, Marker};
use super::{Actual, Config, Data, End, NoValue, Profile, Woven};

/// Stops of the machine between two looks at the clock.
const BREATH: u64 = 1 << 12;

/// A finished run.
#[derive(Debug)]
pub struct Run {
    /// The terms.
    pub table: Table,
    /// Their actual values.
    pub actual: Actual,
    /// The caller's variables with their objects.
    pub variables: Vec<(String, ObjectId)>,
    /// The state before the first instruction.
    pub start: State,
    /// The last state. What was written is in `written`.
    pub state: State,
    /// How it ended.
    pub end: End,
    /// The counts.
    pub profile: Profile,
    /// Statements executed.
    pub statements: u64,
    /// The first of them.
    pub path: Vec<(ProcId, StatementNumber)>,
    /// The first items written.
    pub written: Vec<Output>,
    /// How many further items were written.
    pub written_more: u64,
}

/// The symbols of a call that the data do not give; storage that the program shares is asked for where it is needed.
pub fn missing_symbols(woven: &Woven, entry: &Entry, data: &Data) -> Vec<String> {
    let mut table = Table::new();
    Machine::new(&woven.code, entry, &mut table).start(&mut table);
    let missing = table.symbols().filter(|(_, symbol)| {
        matches!((symbol.sort, &symbol.origin), (Sort::Scalar(_), Origin::Named(_)))
            && !data.scalars.contains_key(&symbol.name)
    });
    missing.map(|(_, symbol)| symbol.name.clone()).collect()
}

/// Runs a call on the data.
pub fn trace(woven: &Woven, entry: &Entry, data: Data, config: &Config) -> Run {
    let mut table = Table::new();
    let machine = Machine::new(&woven.code, entry, &mut table).depth_limit(config.call_depth);
    let (start, variables) = machine.start(&mut table);
    let mut tracer = Tracer {
        woven,
        config,
        machine: &machine,
        stops: 0,
        table,
        actual: Actual::new(data),
        recorder: Recorder::new(woven, config.path),
        conditions: FxHashSet::default(),
        written: Vec::new(),
        written_more: 0,
    };
    let mut state = start.clone();
    let end = tracer.drive(&mut state);
    tracer.keep_written(&mut state);
    let (profile, statements, path) = tracer.recorder.finish();
    Run {
        table: tracer.table,
        actual: tracer.actual,
        variables,
        start,
        state,
        end,
        profile,
        statements,
        path,
        written: tracer.written,
        written_more: tracer.written_more,
    }
}

struct Tracer<'w, 'c> {
    woven: &'w Woven,
    config: &'w Config,
    machine: &'w Machine<'c>,
    table: Table,
    stops: u64,
    actual: Actual,
    recorder: Recorder<'w>,
    /// What is in the path condition already.
    conditions: FxHashSet<TermId>,
    written: Vec<Output>,
    written_more: u64,
}

impl Driver for Tracer<'_, '_> {
    type Path = State;
    type Halt = End;

    fn run(&mut self, state: &mut State) -> Stop {
        self.machine.run(&mut self.table, state, Until { each_statement: true, ..Until::default() })
    }

    fn ask(&mut self, state: &mut State, question: Question) -> Next<End> {
        let answered = self.answer(state, &question);
        self.valued(state, answered)
    }

    fn ended(&mut self, state: &mut State, ending: Ending) -> Next<End> {
        let returned = self.actual.of_held(&self.table, state.returned).map(|_| ());
        self.valued(state, returned)?;
        Break(End::Ended(ending))
    }

    fn prove(&mut self, state: &mut State, condition: TermId, _: Span) -> Next<End, Option<bool>> {
        let holds = self.actual.holds(&self.table, condition);
        Continue(Some(self.valued(state, holds)?))
    }

    fn statement(&mut self, state: &mut State, number: StatementNumber) -> Next<End> {
        let procedure = state.frame.procedure;
        match self.woven.mark(procedure, number) {
            Mark::Statement(_) if self.recorder.statements >= self.config.statements => {
                Break(End::Ended(Ending::OutOfStatements))
            }
            Mark::Statement(number) => {
                self.recorder.statement(procedure, number);
                self.breath(state)
            }
            // A marker knows better where this is.
            Mark::Marker((marker, place)) => match self.pass(state, marker) {
                Ok(()) => self.breath(state),
                Err(error) => Break(without_value(error, *place)),
            },
        }
    }

    fn breath(&mut self, state: &mut State) -> Next<End> {
        self.stops += 1;
        if !self.stops.is_multiple_of(BREATH) {
            return Continue(());
        }
        self.keep_written(state);
        match self.config.interrupt.should_stop() {
            true if self.config.interrupt.asked() => Break(End::Interrupted),
            true => Break(End::Timeout),
            false => Continue(()),
        }
    }
}

/// The end of a run where a value is missing.
fn without_value(error: NoValue, span: Span) -> End {
    match error {
        NoValue::Missing(what) => End::Missing { what, span },
        NoValue::TooLarge => {
            let what = format!("a number of more than {LARGEST_VALUE_BITS} bits");
            End::Ended(Ending::Unsupported { span, what })
        }
    }
}

impl Tracer<'_, '_> {
    /// A value; the run ends if there is none.
    fn valued<T>(&self, state: &State, value: Result<T, NoValue>) -> Next<End, T> {
        match value {
            Ok(value) => Continue(value),
            Err(error) => Break(without_value(error, state.span(&self.woven.code))),
        }
    }

    fn pass(&mut self, state: &mut State, marker: &Marker) -> Result<(), NoValue> {
        let procedure = state.frame.procedure;
        match marker {
            Marker::Enter => {
                self.recorder.enter(procedure, state.depth());
                self.look_around(state, procedure)
            }
            Marker::Edge(from, edge) => {
                self.recorder.edge(state.depth(), *from, *edge);
                Ok(())
            }
            Marker::Assigned(variable) => self.look(state, procedure, *variable),
            Marker::Called(variables) => {
                variables.iter().try_for_each(|&variable| self.look(state, procedure, variable))
            }
            Marker::Element { array, value } => {
                let held = self.held(state, *value);
                if let Some(value) = self.actual.of_held(&self.table, held)? {
                    self.recorder.see(procedure, *array, value);
                }
                Ok(())
            }
            Marker::Settle(variable) => self.settle(state, *variable),
            Marker::Written(variable) => {
                let held = self.held(state, *variable);
                self.actual.of_held(&self.table, held).map(drop)
            }
        }
    }

    /// The variables that have values when a procedure begins.
    fn look_around(&mut self, state: &mut State, procedure: ProcId) -> Result<(), NoValue> {
        let graph = &self.woven.program.procedures[procedure];
        for (id, variable) in graph.variables.iter_enumerated() {
            let shared = matches!(variable.storage, Storage::Static | Storage::External(_));
            let skip = variable.ty.is_array()
                || graph.variables[id].is_made()
                || (shared && self.recorder.has_seen(procedure, id));
            if !skip {
                self.look(state, procedure, id)?;
            }
        }
        Ok(())
    }

    fn look(&mut self, state: &mut State, procedure: ProcId, variable: VarId) -> Result<(), NoValue> {
        let held = self.held(state, variable);
        if let Some(value) = self.actual.of_held(&self.table, held)? {
            self.recorder.see(procedure, variable, value);
        }
        Ok(())
    }

    /// What a scalar variable of the running activation holds.
    fn held(&mut self, state: &mut State, variable: VarId) -> Value {
        let place = self.woven.code.procedures[state.frame.procedure].variables[variable];
        match (place, state.frame.slots[place.slot() as usize]) {
            (VariablePlace::Object(_), Value::Reference(object)) => match *state.object(object) {
                Object::Scalar(value) => value,
                Object::Element { array, index, .. } => self.held_element(state, array, index),
                Object::Array(_)
                | Object::Narrowed { .. }
                | Object::View(_)
                | Object::Released
                | Object::Block(_) => Value::Undefined,
            },
            (_, value) => value,
        }
    }

    fn held_element(&mut self, state: &mut State, array: ObjectId, index: Value) -> Value {
        let Some(array) = state.array(array) else { return Value::Undefined };
        if let Value::Int(at) = index {
            match array.cell(at) {
                Cell::Value(value) => return value,
                Cell::Undefined => return Value::Undefined,
                Cell::Symbolic(array) => {
                    let at = self.table.int(at);
                    return Value::Term(self.table.apply(Op::Select, &[array, at]));
                }
                Cell::InTerm => {}
            }
        }
        let (array, defined) = array.as_term(&mut self.table);
        match index.to_term(&mut self.table) {
            // Whether there is a value at all is not known here: the program has not asked for it.
            Some(index) if defined.is_none() => Value::Term(self.table.apply(Op::Select, &[array, index])),
            _ => Value::Undefined,
        }
    }

    /// Replaces a condition or subscript in a temporary by its actual value.
    fn settle(&mut self, state: &mut State, variable: VarId) -> Result<(), NoValue> {
        let slot = self.woven.code.procedures[state.frame.procedure].variables[variable].slot() as usize;
        let Value::Term(term) = state.frame.slots[slot] else { return Ok(()) };
        let actual = self.actual.value(&self.table, term)?.clone();
        let constant = self.table.constant(&actual);
        let settled = Value::of_term(&self.table, constant);
        // A subscript beyond all bounds stays a term, as it would in an ordinary run.
        if matches!(settled, Value::Term(_)) {
            return Ok(());
        }
        let met = match settled {
            Value::Bool(true) => term,
            Value::Bool(false) => self.table.not(term),
            _ => self.table.apply(Op::Eq, &[term, constant]),
        };
        self.condition(state, met);
        state.frame.slots[slot] = settled;
        Ok(())
    }

    fn answer(&mut self, state: &mut State, question: &Question) -> Result<(), NoValue> {
        let holds = self.actual.holds(&self.table, question.condition)?;
        state.answer(holds, false);
        match (holds, question.kind) {
            (true, _) => self.condition(state, question.condition),
            // A refused assumption ends the path; it is no part of its condition.
            (false, QuestionKind::Assume) => {}
            (false, _) => {
                let negated = self.table.not(question.condition);
                self.condition(state, negated);
            }
        }
        Ok(())
    }

    fn condition(&mut self, state: &mut State, condition: TermId) {
        if self.table.as_bool(condition).is_none() && self.conditions.insert(condition) {
            state.condition.push(condition);
        }
    }

    /// Takes over what was written, so that the state does not grow with it.
    fn keep_written(&mut self, state: &mut State) {
        for item in state.take_output() {
            if self.written.len() < self.config.written {
                self.written.push(item);
            } else {
                self.written_more += 1;
            }
        }
    }
}
