//! Inputs put to the test: a call run on the values of a model, in machine arithmetic.
//!
//! A model may have been found under ideal arithmetic, and by a solver; whether the program really does with these
//! inputs what was found is settled here. The state stays symbolic and every question is answered by evaluating it,
//! so that nothing is needed to turn a model into arguments, files or shared storage.

use std::sync::Arc;

use sextant_base::{Interrupt, Span};
use sextant_engines::forward::Bench;
pub(crate) use sextant_engines::testgen::{Inputs, inputs_of};
use sextant_engines::testgen::{assignment_of, converted};
use sextant_expr::{Evaluation, Rounding, Sort, Table, Value};
use sextant_flow::FlowProgram;
use sextant_solver::{Solver, SolverConfig};
use sextant_state::{
    Arithmetic, Code, Ending, Entry, ErrorKind, Machine, Policy, Proof, State, Stop, Until, compile, sort_of,
};
use sextant_syntax::Type;

use crate::describe::output_values;
use crate::way::Way;
use crate::{Options, Session};

/// Statements beyond those of the path that a replay may take: it may turn out to take another path.
const SLACK: u64 = 100_000;

/// So many statements of a replay are remembered; nobody reads on.
const LONGEST_WAY: usize = 1 << 20;

/// How a replay ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ReplayEnd {
    /// By itself.
    Ended(Ending),
    /// An input does not fit the type it has in the program.
    DoesNotFit,
    /// Time ran out.
    Stopped,
}

/// What came of a replay.
pub(crate) struct Replayed {
    pub end: ReplayEnd,
    pub way: Way,
    /// The returned value and what changed, evaluated.
    pub outputs: Vec<(String, Value)>,
}

impl Replayed {
    /// Whether it ended with an error of a kind at a place.
    pub(crate) fn shows(&self, kind: ErrorKind, span: Span) -> bool {
        matches!(&self.end, ReplayEnd::Ended(Ending::Error { kind: found, span: at, .. })
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
        let options = in_machine_arithmetic(options);
        let entry = session.call(call, &options).ok()?.entry;
        Some(Self {
            code: Arc::clone(code),
            entry,
            statements: options.limits.statements.saturating_add(SLACK),
            call_depth: options.limits.call_depth,
            interrupt: options.config().interrupt,
        })
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
        let mut values = Values::new(inputs);
        let mut way = Way::new();
        let end = self.run(&mut bench, &mut state, &mut values, (&mut way, place));
        let outputs = output_values(&mut bench, &state)
            .into_iter()
            .filter_map(|(name, held)| {
                let term = held.to_term(&mut bench.table)?;
                Some((name, values.of(&bench.table).value(&bench.table, term).clone()))
            })
            .collect();
        Replayed { end, way, outputs }
    }

    fn run(
        &self,
        bench: &mut Bench<'_>,
        state: &mut State,
        values: &mut Values<'_>,
        (way, place): (&mut Way, Option<(ErrorKind, Span)>),
    ) -> ReplayEnd {
        let mut until = Until { statements: self.statements, each_statement: true, ..Until::default() };
        let mut domain = 0;
        loop {
            let stop = bench.machine.run(&mut bench.table, state, until);
            while let Some(&limit) = state.domain.get(domain) {
                if !values.of(&bench.table).holds(&bench.table, limit) {
                    return ReplayEnd::DoesNotFit;
                }
                domain += 1;
            }
            match stop {
                Stop::Statement(number) => {
                    way.push((state.frame.procedure, number));
                    if way.len().is_multiple_of(1 << 12) && self.interrupt.should_stop() {
                        return ReplayEnd::Stopped;
                    }
                    until.each_statement = way.len() < LONGEST_WAY;
                }
                Stop::Ask(question) => {
                    let holds = values.of(&bench.table).holds(&bench.table, question.condition);
                    state.answer(holds, true);
                }
                Stop::Prove { condition, span } => {
                    let holds = values.of(&bench.table).holds(&bench.table, condition);
                    state.record_proof(Proof { span, holds: Some(holds), condition });
                }
                Stop::Breath | Stop::Joined(_) if self.interrupt.should_stop() => return ReplayEnd::Stopped,
                Stop::Breath | Stop::Joined(_) => {}
                Stop::Ended(Ending::Error {
                    kind: ErrorKind::Uninitialised,
                    span,
                    subject: Some(subject),
                }) if place.is_some_and(|place| place != (ErrorKind::Uninitialised, span))
                    && state.define(&self.code, &subject, &mut bench.table) => {}
                Stop::Ended(ending) => return ReplayEnd::Ended(ending),
            }
        }
    }
}

/// The inputs as values of the symbols of a growing table.
struct Values<'i> {
    inputs: &'i Inputs,
    evaluation: Evaluation,
    /// How many symbols have their values.
    known: usize,
}

impl<'i> Values<'i> {
    fn new(inputs: &'i Inputs) -> Self {
        Self { inputs, evaluation: Evaluation::default(), known: 0 }
    }

    /// The evaluation of terms of the table; begun anew when there are new symbols.
    fn of(&mut self, table: &Table) -> &mut Evaluation {
        let count = table.symbols().count();
        if count > self.known {
            self.evaluation = Evaluation::new(assignment_of(table, self.inputs));
            self.known = count;
        }
        &mut self.evaluation
    }
}

/// A value as a variable of a type holds it in machine arithmetic.
pub(crate) fn machine_value(ty: &Type, value: &Value) -> Value {
    let policy = Policy { arithmetic: Arithmetic::Machine, division: Rounding::Truncate, real_errors: true };
    converted(value, Sort::Scalar(sort_of(ty, policy)))
}
