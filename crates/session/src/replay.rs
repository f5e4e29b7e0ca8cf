//! Inputs put to the test: a call run on the values of a model, in machine arithmetic.
//!
//! A model may have been found under ideal arithmetic, and by a solver; whether the program really does with these
//! inputs what was found is settled here. The state stays symbolic and every question is answered by evaluating it,
//! so that nothing is needed to turn a model into arguments, files or shared storage.

use std::collections::VecDeque;
use std::sync::Arc;

use sextant_base::{Interrupt, Span};
use sextant_engines::forward::Bench;
use sextant_engines::testgen::{Answers, converted};
pub(crate) use sextant_engines::testgen::{Inputs, inputs_of};
use sextant_expr::{Rounding, Sort, Table, Value};
use sextant_flow::FlowProgram;
use sextant_solver::{Solver, SolverConfig};
use sextant_state::{
    Arithmetic, Code, Ending, Entry, ErrorKind, Machine, Policy, State, Unfinished, Until, compile, sort_of,
};
use sextant_syntax::Type;

use crate::describe::output_values;
use crate::way::Way;
use crate::{Options, Session};

/// Statements beyond those of the path that a replay may take: it may turn out to take another path.
const SLACK: u64 = 100_000;

/// So many statements of a replay are remembered; nobody reads on.
const LONGEST_WAY: usize = 1 << 20;

/// So many states at the beginning and at the end of a replay are kept for those who look at them.
const FIRST_STATES: usize = 40;
const LAST_STATES: usize = 120;

/// What came of a replay.
pub(crate) struct Replayed {
    /// How it ended, or why it did not.
    pub end: Result<Ending, Unfinished>,
    pub way: Way,
    /// The returned value and what changed, evaluated.
    pub outputs: Vec<(String, Value)>,
}

impl Replayed {
    /// Whether it ended with an error of a kind at a place.
    pub(crate) fn shows(&self, kind: ErrorKind, span: Span) -> bool {
        matches!(&self.end, Ok(Ending::Error { kind: found, span: at, .. })
            if *found == kind && *at == span)
    }
}

/// A program compiled for replays.
pub(crate) fn replay_code(program: &FlowProgram, options: &Options) -> Code {
    compile(program, in_machine_arithmetic(options).policy(program.language))
}

fn in_machine_arithmetic(options: &Options) -> Options {
    Options { arithmetic: Some(Arithmetic::Machine), division: None, ..options.clone() }
}

/// Runs one call again and again, on different inputs.
pub(crate) struct Replayer {
    code: Arc<Code>,
    entry: Entry,
    statements: u64,
    call_depth: usize,
    interrupt: Interrupt,
}

impl Replayer {
    /// For a call as the user wrote it; `None` if machine arithmetic cannot make sense of it.
    pub(crate) fn new(session: &Session, call: &str, options: &Options) -> Option<Self> {
        let code = replay_code(&session.program, options);
        Self::of_code(session, &Arc::new(code), call, options)
    }

    /// The same with code that was compiled before.
    pub(crate) fn of_code(
        session: &Session,
        code: &Arc<Code>,
        call: &str,
        options: &Options,
    ) -> Option<Self> {
        Self::with(session, code, call, &in_machine_arithmetic(options))
    }

    /// For a call in the arithmetic that the options choose.
    pub(crate) fn as_chosen(session: &Session, call: &str, options: &Options) -> Option<Self> {
        let code = compile(&session.program, options.policy(session.program.language));
        Self::with(session, &Arc::new(code), call, options)
    }

    fn with(session: &Session, code: &Arc<Code>, call: &str, options: &Options) -> Option<Self> {
        let entry = session.call(call, options).ok()?.entry;
        Some(Self::at(entry, Arc::clone(code), options))
    }

    /// For an entry.
    pub(crate) fn at(entry: Entry, code: Arc<Code>, options: &Options) -> Self {
        Self {
            code,
            entry,
            statements: options.limits.statements.saturating_add(SLACK),
            call_depth: options.limits.call_depth,
            interrupt: options.config().interrupt,
        }
    }

    /// Runs the call on inputs.
    pub(crate) fn replay(&self, inputs: &Inputs) -> Replayed {
        self.replay_to(inputs, None)
    }

    /// Runs the call on inputs; with a place of an error, behind uses of undefined values anywhere else.
    pub(crate) fn replay_to(&self, inputs: &Inputs, place: Option<(ErrorKind, Span)>) -> Replayed {
        let mut table = Table::new();
        let machine =
            Machine::new(&self.code, &self.entry, &mut table).depth_limit(self.call_depth).strict(true);
        let (start, variables) = machine.start(&mut table);
        let solver = Solver::new(SolverConfig::default());
        let mut bench = Bench { table, solver, machine, variables, start };
        let mut state = bench.start.clone();
        let (mut values, mut way) = (Answers::new(inputs), Way::new());
        let end = loop {
            let end = self.run(&mut bench, &mut state, &mut values, &mut way);
            if !place.is_some_and(|place| self.passes_by(&end, place, &mut bench.table, &mut state)) {
                break end;
            }
        };
        let outputs = output_values(&mut bench, &state)
            .into_iter()
            .filter_map(|(name, held)| {
                let term = held.to_term(&mut bench.table)?;
                Some((name, values.of(&bench.table).value(&bench.table, term).clone()))
            })
            .collect();
        Replayed { end, way, outputs }
    }

    /// Runs the call on inputs once more and looks at the states before its first and its last statements.
    pub(crate) fn looked_at<T>(
        &self,
        inputs: &Inputs,
        place: (ErrorKind, Span),
        look: impl FnOnce(&mut Bench<'_>, &[State], &mut Answers<'_>) -> T,
    ) -> T {
        let mut table = Table::new();
        let machine =
            Machine::new(&self.code, &self.entry, &mut table).depth_limit(self.call_depth).strict(true);
        let (start, variables) = machine.start(&mut table);
        let solver = Solver::new(SolverConfig::default());
        let mut bench = Bench { table, solver, machine, variables, start };
        let mut state = bench.start.clone();
        let mut values = Answers::new(inputs);
        let (mut first, mut last) = (Vec::new(), VecDeque::new());
        let until = Until { statements: self.statements, each_statement: true, ..Until::default() };
        loop {
            let holds = |table: &mut Table, condition| Some(values.of(table).holds(table, condition));
            let see = |state: &State, _| {
                if first.len() < FIRST_STATES {
                    first.push(state.clone());
                    return;
                }
                if last.len() == LAST_STATES {
                    last.pop_front();
                }
                last.push_back(state.clone());
            };
            let interrupt = &self.interrupt;
            let end = bench.machine.execute_on(&mut bench.table, &mut state, (until, interrupt), holds, see);
            if !self.passes_by(&end, place, &mut bench.table, &mut state) {
                break;
            }
        }
        first.extend(last);
        look(&mut bench, &first, &mut values)
    }

    fn run(
        &self,
        bench: &mut Bench<'_>,
        state: &mut State,
        values: &mut Answers<'_>,
        way: &mut Way,
    ) -> Result<Ending, Unfinished> {
        let each_statement = way.len() < LONGEST_WAY;
        let until = Until { statements: self.statements, each_statement, ..Until::default() };
        let holds = |table: &mut Table, condition| Some(values.of(table).holds(table, condition));
        let see = |state: &State, number| {
            if way.len() < LONGEST_WAY {
                way.push((state.frame.procedure, number));
            }
        };
        bench.machine.execute_on(&mut bench.table, state, (until, &self.interrupt), holds, see)
    }

    /// Whether an execution that has ended goes on behind the use of an undefined value, which now has one.
    fn passes_by(
        &self,
        end: &Result<Ending, Unfinished>,
        place: (ErrorKind, Span),
        table: &mut Table,
        state: &mut State,
    ) -> bool {
        let Ok(Ending::Error { kind, span, subject: Some(subject) }) = end else { return false };
        *kind == ErrorKind::Uninitialised
            && place != (*kind, *span)
            && state.define(&self.code, subject, table)
    }
}

/// A value as a variable of a type holds it in machine arithmetic.
pub(crate) fn machine_value(ty: &Type, value: &Value) -> Value {
    let policy = Policy { arithmetic: Arithmetic::Machine, division: Rounding::Truncate, real_errors: true };
    converted(value, Sort::Scalar(sort_of(ty, policy)))
}
