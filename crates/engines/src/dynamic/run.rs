//! One run: the machine goes from marker to marker, and the data answer.

use rustc_hash::FxHashSet;
use sextant_base::Span;
use sextant_expr::{LARGEST_VALUE_BITS, Op, Origin, Sort, Table, TermId};
use sextant_state::{
    ArrayObject, Base, Contents, Ending, Entry, Machine, Object, ObjectId, Output, Proof, Question,
    QuestionKind, State, Stop, Until, Value, VariablePlace,
};
use sextant_syntax::{ProcId, StatementNumber, Storage, VarId};

use super::recorder::Recorder;
use super::shape::is_temporary;
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
        state: start.clone(),
        table,
        actual: Actual::new(data),
        recorder: Recorder::new(woven, config.path),
        conditions: FxHashSet::default(),
        written: Vec::new(),
        written_more: 0,
    };
    let end = tracer.run(&machine);
    tracer.keep_written();
    let (profile, statements, path) = tracer.recorder.finish();
    Run {
        table: tracer.table,
        actual: tracer.actual,
        variables,
        start,
        state: tracer.state,
        end,
        profile,
        statements,
        path,
        written: tracer.written,
        written_more: tracer.written_more,
    }
}

struct Tracer<'w> {
    woven: &'w Woven,
    config: &'w Config,
    table: Table,
    state: State,
    actual: Actual,
    recorder: Recorder<'w>,
    /// What is in the path condition already.
    conditions: FxHashSet<TermId>,
    written: Vec<Output>,
    written_more: u64,
}

impl Tracer<'_> {
    fn run(&mut self, machine: &Machine<'_>) -> End {
        let until = Until { each_statement: true, ..Until::default() };
        let mut stops = 0_u64;
        loop {
            let stop = machine.run(&mut self.table, &mut self.state, until);
            stops += 1;
            if stops.is_multiple_of(BREATH) {
                self.keep_written();
                if self.config.interrupt.should_stop() {
                    let asked = self.config.interrupt.asked();
                    return if asked { End::Interrupted } else { End::Timeout };
                }
            }
            let mut span = self.state.span(&self.woven.code);
            match self.meet(stop, &mut span) {
                Ok(None) => {}
                Ok(Some(ending)) => return End::Ended(ending),
                Err(NoValue::Missing(what)) => return End::Missing { what, span },
                Err(NoValue::TooLarge) => {
                    let what = format!("a number of more than {LARGEST_VALUE_BITS} bits");
                    return End::Ended(Ending::Unsupported { span, what });
                }
            }
        }
    }

    /// Deals with a stop; returns how the run ends, if it does. A marker knows better where that is.
    fn meet(&mut self, stop: Stop, span: &mut Span) -> Result<Option<Ending>, NoValue> {
        match stop {
            Stop::Statement(number) => match self.woven.mark(self.state.frame.procedure, number) {
                Mark::Statement(number) => {
                    if self.recorder.statements >= self.config.statements {
                        return Ok(Some(Ending::OutOfStatements));
                    }
                    self.recorder.statement(self.state.frame.procedure, number);
                }
                Mark::Marker((marker, place)) => {
                    *span = *place;
                    self.pass(marker)?;
                }
            },
            Stop::Ask(question) => self.answer(&question)?,
            Stop::Prove { condition, span } => {
                let holds = Some(self.actual.holds(&self.table, condition)?);
                self.state.record_proof(Proof { span, holds, condition });
            }
            Stop::Breath | Stop::Joined(_) => {}
            Stop::Ended(ending) => {
                self.actual.of_held(&self.table, self.state.returned)?;
                return Ok(Some(ending));
            }
        }
        Ok(None)
    }

    fn pass(&mut self, marker: &Marker) -> Result<(), NoValue> {
        let procedure = self.state.frame.procedure;
        match marker {
            Marker::Enter => {
                self.recorder.enter(procedure, self.state.depth());
                self.look_around(procedure)
            }
            Marker::Edge(from, edge) => {
                self.recorder.edge(self.state.depth(), *from, *edge);
                Ok(())
            }
            Marker::Assigned(variable) => self.look(procedure, *variable),
            Marker::Called(variables) => {
                variables.iter().try_for_each(|&variable| self.look(procedure, variable))
            }
            Marker::Element { array, value } => {
                let held = self.held(*value);
                if let Some(value) = self.actual.of_held(&self.table, held)? {
                    self.recorder.see(procedure, *array, value);
                }
                Ok(())
            }
            Marker::Settle(variable) => self.settle(*variable),
            Marker::Written(variable) => {
                let held = self.held(*variable);
                self.actual.of_held(&self.table, held).map(drop)
            }
        }
    }

    /// The variables that have values when a procedure begins.
    fn look_around(&mut self, procedure: ProcId) -> Result<(), NoValue> {
        let graph = &self.woven.program.procedures[procedure];
        for (id, variable) in graph.variables.iter_enumerated() {
            let shared = matches!(variable.storage, Storage::Static | Storage::External(_));
            let skip = variable.ty.is_array()
                || is_temporary(graph, id)
                || (shared && self.recorder.has_seen(procedure, id));
            if !skip {
                self.look(procedure, id)?;
            }
        }
        Ok(())
    }

    fn look(&mut self, procedure: ProcId, variable: VarId) -> Result<(), NoValue> {
        let held = self.held(variable);
        if let Some(value) = self.actual.of_held(&self.table, held)? {
            self.recorder.see(procedure, variable, value);
        }
        Ok(())
    }

    /// What a scalar variable of the running activation holds.
    fn held(&mut self, variable: VarId) -> Value {
        let place = self.woven.code.procedures[self.state.frame.procedure].variables[variable];
        match (place, self.state.frame.slots[place.slot() as usize]) {
            (VariablePlace::Object(_), Value::Reference(object)) => match *self.state.object(object) {
                Object::Scalar(value) => value,
                Object::Element { array, index } => self.held_element(array, index),
                Object::Array(_)
                | Object::Narrowed { .. }
                | Object::View(_)
                | Object::Released
                | Object::Block(_) => Value::Undefined,
            },
            (_, value) => value,
        }
    }

    fn held_element(&mut self, array: ObjectId, index: Value) -> Value {
        let Some(array) = self.state.array(array) else { return Value::Undefined };
        if let (Value::Int(at), Some((value, base))) = (index, cell(array, index)) {
            return match (value, base) {
                (Value::Undefined, Base::Symbolic(array)) => {
                    let at = self.table.int(at);
                    Value::Term(self.table.apply(Op::Select, &[array, at]))
                }
                (value, _) => value,
            };
        }
        let (array, defined) = array.as_term(&mut self.table);
        match index.to_term(&mut self.table) {
            // Whether there is a value at all is not known here: the program has not asked for it.
            Some(index) if defined.is_none() => Value::Term(self.table.apply(Op::Select, &[array, index])),
            _ => Value::Undefined,
        }
    }

    /// Replaces a condition or subscript in a temporary by its actual value.
    fn settle(&mut self, variable: VarId) -> Result<(), NoValue> {
        let slot = self.woven.code.procedures[self.state.frame.procedure].variables[variable].slot() as usize;
        let Value::Term(term) = self.state.frame.slots[slot] else { return Ok(()) };
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
        self.condition(met);
        self.state.frame.slots[slot] = settled;
        Ok(())
    }

    fn answer(&mut self, question: &Question) -> Result<(), NoValue> {
        let holds = self.actual.holds(&self.table, question.condition)?;
        self.state.answer(holds, false);
        match (holds, question.kind) {
            (true, _) => self.condition(question.condition),
            // A refused assumption ends the path; it is no part of its condition.
            (false, QuestionKind::Assume) => {}
            (false, _) => {
                let negated = self.table.not(question.condition);
                self.condition(negated);
            }
        }
        Ok(())
    }

    fn condition(&mut self, condition: TermId) {
        if self.table.as_bool(condition).is_none() && self.conditions.insert(condition) {
            self.state.condition.push(condition);
        }
    }

    /// Takes over what was written, so that the state does not grow with it.
    fn keep_written(&mut self) {
        for item in self.state.take_output() {
            if self.written.len() < self.config.written {
                self.written.push(item);
            } else {
                self.written_more += 1;
            }
        }
    }
}

/// The cell at a constant subscript, and what it is where it was never assigned; none if only a term can tell.
fn cell(array: &ArrayObject, index: Value) -> Option<(Value, Base)> {
    let Value::Int(index) = index else { return None };
    match &array.contents {
        Contents::Dense { first, cells, base } => {
            let offset = index.checked_sub(*first).and_then(|offset| usize::try_from(offset).ok());
            Some((offset.and_then(|offset| cells.get(offset)).copied().unwrap_or(Value::Undefined), *base))
        }
        Contents::Sparse { cells, base } => {
            Some((cells.get(&index).copied().unwrap_or(Value::Undefined), *base))
        }
        Contents::Term { .. } => None,
    }
}
