//! The walk: states are run from mark to mark, and loops are passed as a whole.

use std::fmt;
use std::ops::ControlFlow::{Break, Continue};

use rustc_hash::FxHashSet;
use sextant_base::Span;
use sextant_expr::{Table, TermId};
use sextant_solver::{Answer, Solver, Verdict};
use sextant_state::{
    Code, Driver, Ending, Entry, ErrorKind, LoopCode, Machine, Next, Question, QuestionKind, State, Stop,
    Until,
};

use super::{Config, LoopInvariants};

/// More states than this from one place are given up.
const MOST_STATES: usize = 400;

/// Why a walk cannot be whole.
#[derive(Clone, Debug)]
pub(super) enum Gap {
    Time,
    Statements,
    Depth,
    States,
    Unsupported(String),
    /// A loop whose passes change more than values.
    Changes(&'static str),
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Time => f.write_str("time ran out"),
            Gap::Statements => f.write_str("a way between two loops is too long"),
            Gap::Depth => f.write_str("calls are nested too deeply"),
            Gap::States => f.write_str("too many ways lead through a loop"),
            Gap::Unsupported(what) => f.write_str(what),
            Gap::Changes(what) => write!(f, "the passes of a loop change more than values: {what}"),
        }
    }
}

/// A state that stands behind a mark, or anywhere.
#[derive(Clone)]
pub(super) struct Arrival {
    pub state: State,
    pub mark: Option<u32>,
}

/// What happened to a state that was run.
pub(super) enum Event {
    /// It came to a mark, or to another activation.
    Arrived(Box<Arrival>),
    /// It goes on as these.
    Split(Vec<State>),
    /// It ended.
    Ended,
}

pub(super) struct Walker<'c> {
    pub code: &'c Code,
    pub config: &'c Config,
    pub table: Table,
    pub solver: Solver,
    pub machine: Machine<'c>,
    start: State,
    pub suspects: FxHashSet<(ErrorKind, Span)>,
    pub met: FxHashSet<(ErrorKind, Span)>,
    pub invariants: Vec<LoopInvariants>,
    /// How many loops around the state are still being tried: errors there may come from wrong candidates.
    pub trials: usize,
    scratch: Vec<TermId>,
}

impl<'c> Walker<'c> {
    pub fn new(code: &'c Code, entry: &'c Entry, config: &'c Config) -> Self {
        let mut table = Table::new();
        let machine = Machine::new(code, entry, &mut table).strict(true).depth_limit(config.call_depth);
        let (start, _) = machine.start(&mut table);
        Self {
            code,
            config,
            table,
            solver: Solver::new(config.solver.clone()),
            machine,
            start,
            suspects: FxHashSet::default(),
            met: FxHashSet::default(),
            invariants: Vec::new(),
            trials: 0,
            scratch: Vec::new(),
        }
    }

    /// Walks from the entry to all ends.
    pub fn walk(&mut self) -> Result<(), Gap> {
        let mut waiting = vec![Arrival { state: self.start.clone(), mark: None }];
        let mut seen = 0;
        while let Some(arrival) = waiting.pop() {
            seen += 1;
            if seen > MOST_STATES {
                return Err(Gap::States);
            }
            if self.loop_at(&arrival).is_some() {
                waiting.extend(self.pass_loop(arrival)?);
                continue;
            }
            self.run_on(arrival.state, &mut waiting)?;
        }
        Ok(())
    }

    /// Runs a state and what it splits into, until all have arrived somewhere or ended.
    pub fn run_on(&mut self, state: State, arrived: &mut Vec<Arrival>) -> Result<(), Gap> {
        let mut waiting = vec![state];
        let mut seen = 0;
        while let Some(state) = waiting.pop() {
            seen += 1;
            if seen > MOST_STATES {
                return Err(Gap::States);
            }
            match self.step(state)? {
                Event::Arrived(arrival) => arrived.push(*arrival),
                Event::Split(states) => waiting.extend(states),
                Event::Ended => {}
            }
        }
        Ok(())
    }

    /// The loop that begins at the mark a state stands behind.
    pub fn loop_at(&self, arrival: &Arrival) -> Option<&'c LoopCode> {
        let mark = arrival.mark?;
        let code: &'c Code = self.code;
        code.procedures[arrival.state.frame.procedure].loops.iter().find(|found| found.head == mark)
    }

    /// Runs a state until something happens.
    pub fn step(&mut self, mut state: State) -> Result<Event, Gap> {
        let until = Until {
            statements: state.statements + self.config.statements,
            joins: true,
            breath: 1 << 12,
            ..Until::default()
        };
        let depth = state.depth();
        if self.config.interrupt.should_stop() {
            return Err(Gap::Time);
        }
        match (Stretch { walker: self, until, depth }).drive(&mut state)? {
            Halt::Arrived(mark) => Ok(Event::Arrived(Box::new(Arrival { state, mark }))),
            Halt::Asked(question) => Ok(Event::Split(self.answered(state, &question))),
            Halt::Ended => Ok(Event::Ended),
        }
    }

    fn ended(&mut self, ending: &Ending) -> Result<(), Gap> {
        match ending {
            Ending::OutOfStatements => Err(Gap::Statements),
            Ending::OutOfDepth { .. } => Err(Gap::Depth),
            Ending::Unsupported { what, .. } => Err(Gap::Unsupported(what.clone())),
            // The machine says so of every address it knows nothing of, and here that may be one that was forgotten: what
            // lies behind would not be looked at.
            Ending::Error { kind: ErrorKind::InvalidPointer, .. } => {
                Err(Gap::Unsupported("an address that is not known".to_owned()))
            }
            Ending::Error { kind, span, .. } => {
                self.suspect(*kind, *span);
                Ok(())
            }
            Ending::Returned | Ending::Stopped | Ending::Refused { .. } => Ok(()),
        }
    }

    fn suspect(&mut self, kind: ErrorKind, span: Span) {
        if self.trials == 0 {
            self.suspects.insert((kind, span));
        }
    }

    fn check_proof(&mut self, state: &State, condition: TermId, span: Span) {
        self.met.insert((ErrorKind::AssertionFailed, span));
        if !self.implied(state, condition) {
            self.suspect(ErrorKind::AssertionFailed, span);
        }
    }

    /// The states that a question leaves.
    fn answered(&mut self, mut state: State, question: &Question) -> Vec<State> {
        if let QuestionKind::Check(kind) = question.kind {
            self.met.insert((kind, question.span));
        }
        let yes = self.possible(&state, question.condition);
        if question.kind == QuestionKind::Assume {
            state.answer(yes, !yes);
            if yes {
                state.condition.push(question.condition);
            }
            return vec![state];
        }
        let negated = self.table.not(question.condition);
        let no = self.possible(&state, negated);
        let mut states = Vec::new();
        for (possible, condition, choice) in [(yes, question.condition, true), (no, negated, false)] {
            if possible {
                let mut next = state.clone();
                next.answer(choice, !(yes && no));
                if yes && no {
                    next.condition.push(condition);
                }
                states.push(next);
            }
        }
        states
    }

    /// Whether a condition may hold in a state. What the solver cannot decide may.
    fn possible(&mut self, state: &State, condition: TermId) -> bool {
        self.scratch.clear();
        state.load_premises(&mut self.scratch);
        self.scratch.push(condition);
        !matches!(self.solver.check(&mut self.table, &self.scratch), Answer::Unsat)
    }

    /// Whether a condition must hold in a state.
    pub fn implied(&mut self, state: &State, condition: TermId) -> bool {
        matches!(self.verdict(state, condition), Verdict::Holds)
    }

    /// The same, with a counterexample.
    pub fn verdict(&mut self, state: &State, condition: TermId) -> Verdict {
        self.scratch.clear();
        state.load_premises(&mut self.scratch);
        self.solver.implies(&mut self.table, &self.scratch, condition)
    }
}

/// A stretch of an execution, from an activation that is this deep.
struct Stretch<'w, 'c> {
    walker: &'w mut Walker<'c>,
    until: Until,
    depth: usize,
}

/// What ends a stretch.
enum Halt {
    Arrived(Option<u32>),
    Asked(Question),
    Ended,
}

impl Driver for Stretch<'_, '_> {
    type Path = State;
    type Halt = Result<Halt, Gap>;

    fn run(&mut self, state: &mut State) -> Stop {
        self.walker.machine.run(&mut self.walker.table, state, self.until)
    }

    fn ask(&mut self, _: &mut State, question: Question) -> Next<Self::Halt> {
        Break(Ok(Halt::Asked(question)))
    }

    fn ended(&mut self, state: &mut State, ending: Ending) -> Next<Self::Halt> {
        if let Err(gap) = self.walker.ended(&ending) {
            return Break(Err(gap));
        }
        let Ending::Error { kind: ErrorKind::Uninitialised, subject: Some(subject), .. } = ending else {
            return Break(Ok(Halt::Ended));
        };
        if state.define(self.walker.code, &subject, &mut self.walker.table) {
            return Continue(());
        }
        Break(Err(Gap::Unsupported(format!("what comes behind the use of {subject}"))))
    }

    fn prove(&mut self, state: &mut State, condition: TermId, span: Span) -> Next<Self::Halt, Option<bool>> {
        self.walker.check_proof(state, condition, span);
        Continue(None)
    }

    fn mark(&mut self, _: &mut State, mark: u32) -> Next<Self::Halt> {
        Break(Ok(Halt::Arrived(Some(mark))))
    }

    fn breath(&mut self, state: &mut State) -> Next<Self::Halt> {
        if self.walker.config.interrupt.should_stop() {
            return Break(Err(Gap::Time));
        }
        // Behind a return the state is handed out at once: it has left the loops of the callee.
        if state.depth() < self.depth { Break(Ok(Halt::Arrived(None))) } else { Continue(()) }
    }
}
