//! Inputs put to the test: a call run on the values of a model, in machine arithmetic.
//!
//! A model may have been found under ideal arithmetic, and by a solver; whether the program really does with these
//! inputs what was found is settled here. The state stays symbolic and every question is answered by evaluating it,
//! so that nothing is needed to turn a model into arguments, files or shared storage.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

use sextant_base::{Interrupt, Span};
use sextant_engines::forward::Bench;
pub(crate) use sextant_engines::testgen::{Inputs, inputs_of};
use sextant_engines::testgen::{assignment_of, converted};
use sextant_expr::{Evaluation, Rounding, Sort, Table, TermId, Value};
use sextant_flow::FlowProgram;
use sextant_solver::{Solver, SolverConfig};
use sextant_state::{
    Arithmetic, Code, Driver, Ending, Entry, ErrorKind, Machine, Next, Policy, Question, State, Stop, Until,
    compile, sort_of,
};
use sextant_syntax::{StatementNumber, Type};

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
        Self::with(session, code, call, &in_machine_arithmetic(options))
    }

    /// For a call in the arithmetic that the options choose.
    pub(crate) fn as_chosen(session: &Session, call: &str, options: &Options) -> Option<Self> {
        let code = compile(&session.program, options.policy(session.program.language));
        Self::with(session, &Arc::new(code), call, options)
    }

    fn with(session: &Session, code: &Arc<Code>, call: &str, options: &Options) -> Option<Self> {
        let entry = session.call(call, options).ok()?.entry;
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
        let bench = Bench { table, solver, machine, variables, start };
        let mut state = bench.start.clone();
        let (values, way) = (Values::new(inputs), Way::new());
        let mut replaying = Replaying { replayer: self, bench, values, way, domain: 0, place };
        let end = replaying.drive(&mut state);
        let Replaying { mut bench, mut values, way, .. } = replaying;
        let outputs = output_values(&mut bench, &state)
            .into_iter()
            .filter_map(|(name, held)| {
                let term = held.to_term(&mut bench.table)?;
                Some((name, values.of(&bench.table).value(&bench.table, term).clone()))
            })
            .collect();
        Replayed { end, way, outputs }
    }
}

/// A replay under way.
struct Replaying<'r, 'c, 'i> {
    replayer: &'r Replayer,
    bench: Bench<'c>,
    values: Values<'i>,
    way: Way,
    /// How many limits of inputs were looked at.
    domain: usize,
    place: Option<(ErrorKind, Span)>,
}

impl Replaying<'_, '_, '_> {
    fn holds(&mut self, condition: TermId) -> bool {
        self.values.of(&self.bench.table).holds(&self.bench.table, condition)
    }

    /// Goes on while the inputs fit what the program makes of them.
    fn fits(&mut self, state: &State) -> Next<ReplayEnd> {
        while let Some(&limit) = state.domain.get(self.domain) {
            if !self.holds(limit) {
                return Break(ReplayEnd::DoesNotFit);
            }
            self.domain += 1;
        }
        Continue(())
    }
}

impl Driver for Replaying<'_, '_, '_> {
    type Path = State;
    type Halt = ReplayEnd;

    fn run(&mut self, state: &mut State) -> Stop {
        let each_statement = self.way.len() < LONGEST_WAY;
        let until = Until { statements: self.replayer.statements, each_statement, ..Until::default() };
        self.bench.machine.run(&mut self.bench.table, state, until)
    }

    fn ask(&mut self, state: &mut State, question: Question) -> Next<ReplayEnd> {
        self.fits(state)?;
        let holds = self.holds(question.condition);
        state.answer(holds, true);
        Continue(())
    }

    fn ended(&mut self, state: &mut State, ending: Ending) -> Next<ReplayEnd> {
        self.fits(state)?;
        if let (Ending::Error { kind, span, subject: Some(subject) }, Some(place)) = (&ending, self.place)
            && *kind == ErrorKind::Uninitialised
            && place != (*kind, *span)
            && state.define(&self.replayer.code, subject, &mut self.bench.table)
        {
            return Continue(());
        }
        Break(ReplayEnd::Ended(ending))
    }

    fn prove(&mut self, state: &mut State, condition: TermId, _: Span) -> Next<ReplayEnd, Option<bool>> {
        self.fits(state)?;
        Continue(Some(self.holds(condition)))
    }

    fn statement(&mut self, state: &mut State, number: StatementNumber) -> Next<ReplayEnd> {
        self.way.push((state.frame.procedure, number));
        if self.way.len().is_multiple_of(1 << 12) { self.breath(state) } else { self.fits(state) }
    }

    fn breath(&mut self, state: &mut State) -> Next<ReplayEnd> {
        self.fits(state)?;
        if self.replayer.interrupt.should_stop() { Break(ReplayEnd::Stopped) } else { Continue(()) }
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
