//! Ordinary execution: the special case with no symbols.

use std::ops::ControlFlow::{Break, Continue};

use sextant_base::{Interrupt, Span};
use sextant_engines::forward::{Bench, Outcome};
use sextant_expr::{Table, TermId};
use sextant_notation::Formula;
use sextant_report::{PathEnd, Verdict};
use sextant_solver::Solver;
use sextant_state::{Driver, Ending, Machine, Next, Output, Question, State, Stop, Until, Value, compile};

use crate::describe::{Shown, outputs, proof_verdict, show_value, status, written};
use crate::outside::World;
use crate::rounding::examine;
use crate::{Call, Options, Session};

/// How an ordinary execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// It came to its end.
    Finished,
    /// An error of the program.
    Error,
    /// A condition depends on symbols.
    Symbolic,
    /// A limit, the clock or the user stopped it.
    Stopped,
}

/// A line that the program writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written<'a> {
    /// For the user.
    Output(&'a str),
    /// For the unit of messages.
    Message(&'a str),
    /// Bytes as they are, to standard output (1) or to where messages go (2).
    Bytes(u8, &'a [u8]),
}

/// What an ordinary execution did.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// How it ended.
    pub end: RunEnd,
    /// The same as reports have it.
    pub status: PathEnd,
    /// What there is to say about the end.
    pub detail: Option<String>,
    /// The returned value and what changed.
    pub outputs: Vec<(String, Formula)>,
    /// Lines not yet handed to the caller's `line` function.
    pub written: Vec<String>,
    /// PROVE statements with their verdicts.
    pub proofs: Vec<(String, Verdict)>,
    /// Text files that the program wrote, with their contents, and those it deleted.
    pub files: Vec<(String, Option<Vec<u8>>)>,
    /// The status with which a C program ends.
    pub exit: Option<u8>,
    /// Statements executed.
    pub statements: u64,
    /// Worth knowing.
    pub notes: Vec<String>,
}

impl Session {
    /// Executes a call. Lines the program writes are handed over as they come.
    pub fn run(&self, call: &Call, options: &Options, mut line: impl FnMut(Written<'_>)) -> RunReport {
        let code = compile(&self.program, options.policy(self.program.language));
        let mut entry = call.entry.clone();
        entry.symbolic_input = false;
        entry.first = true;
        let mut table = Table::new();
        let read = |name: &str| std::fs::read(name).ok();
        let world = World::new();
        let tell = move |asked, at| world.tell(asked, at);
        let machine = Machine::new(&code, &entry, &mut table)
            .depth_limit(options.limits.call_depth)
            .read_files(&read)
            .ask_outside(&tell);
        let (start, variables) = machine.start(&mut table);
        let solver = Solver::new(options.config().solver);
        let mut bench = Bench { table, solver, machine, variables, start };
        let mut state = bench.start.clone();
        let mut rest = Vec::new();
        let streams = self.front_end().hosted;
        let interrupt = options.deadline();
        let flush = |bench: &mut Bench<'_>, state: &mut State, last: bool| {
            rest.extend(state.take_output());
            let whole = match last {
                true => rest.len(),
                false => rest.iter().rposition(ends_line).map_or(0, |at| at + 1),
            };
            if streams {
                rest.drain(..).for_each(|item| stream(&mut bench.table, &item, &mut line));
                return;
            }
            let (messages, ready): (Vec<_>, Vec<_>) =
                rest.drain(..whole).partition(|item| matches!(item, Output::Message(_)));
            let mut lines = |items: &[Output]| written(&mut bench.table, state, items, options.evolved);
            lines(&ready).iter().for_each(|text| line(Written::Output(text)));
            lines(&messages).iter().for_each(|text| line(Written::Message(text)));
        };
        let until = Until { statements: options.limits.statements, ..Until::default() };
        let mut running = Running { session: self, bench: &mut bench, until, interrupt: &interrupt, flush };
        let (end, status, detail) = running.drive(&mut state);
        examine(&mut bench, &state, &mut 0);
        RunReport {
            end,
            status,
            detail,
            // A main program gives nothing back: what it leaves in shared storage is nobody's.
            outputs: match self.program.main == Some(call.entry.procedure) {
                true => Vec::new(),
                false => {
                    let mut shown = Shown::of(&mut bench.table, &state, options.evolved);
                    outputs(&mut bench, &state, &mut shown)
                }
            },
            written: Vec::new(),
            proofs: state
                .proofs()
                .map(|proof| (self.sources.place(proof.span), proof_verdict(&bench.table, proof)))
                .collect(),
            files: state.written_files(),
            exit: (end == RunEnd::Finished && (streams || status == PathEnd::Stopped))
                .then(|| exit_status(&state)),
            statements: state.statements,
            notes: self.notes_on_quotients(call),
        }
    }
}

/// An ordinary execution. What it writes is handed over as it goes, and at last.
struct Running<'r, 'c, F> {
    session: &'r Session,
    bench: &'r mut Bench<'c>,
    until: Until,
    interrupt: &'r Interrupt,
    flush: F,
}

impl<'c, F: FnMut(&mut Bench<'c>, &mut State, bool)> Driver for Running<'_, 'c, F> {
    type Path = State;
    type Halt = (RunEnd, PathEnd, Option<String>);

    fn run(&mut self, state: &mut State) -> Stop {
        self.bench.machine.run(&mut self.bench.table, state, self.until)
    }

    fn ask(&mut self, state: &mut State, question: Question) -> Next<Self::Halt> {
        (self.flush)(self.bench, state, true);
        let shown = self.bench.table.simplify(question.condition);
        let detail = format!(
            "{} depends on symbols: {}; explore it with `sextant paths`",
            self.session.sources.place(question.span),
            self.bench.table.show(shown)
        );
        Break((RunEnd::Symbolic, PathEnd::Symbolic, Some(detail)))
    }

    fn ended(&mut self, state: &mut State, ending: Ending) -> Next<Self::Halt> {
        (self.flush)(self.bench, state, true);
        let end = match &ending {
            Ending::Returned | Ending::Stopped => RunEnd::Finished,
            Ending::Error { .. } => RunEnd::Error,
            Ending::Refused { .. }
            | Ending::OutOfStatements
            | Ending::OutOfDepth { .. }
            | Ending::Unsupported { .. } => RunEnd::Stopped,
        };
        let (word, detail) = status(&self.session.sources, &Outcome::Ended(ending));
        Break((end, word, detail))
    }

    fn prove(&mut self, state: &mut State, condition: TermId, _: Span) -> Next<Self::Halt, Option<bool>> {
        let premises: Vec<_> = state.premises().collect();
        Continue(self.bench.solver.implies(&mut self.bench.table, &premises, condition).holds())
    }

    fn breath(&mut self, state: &mut State) -> Next<Self::Halt> {
        (self.flush)(self.bench, state, false);
        if !self.interrupt.should_stop() {
            return Continue(());
        }
        let why = match (self.interrupt.asked(), self.interrupt.exhausted()) {
            (true, _) => "interrupted",
            (false, true) => "memory ran out",
            (false, false) => "time ran out",
        };
        Break((RunEnd::Stopped, PathEnd::Bounded, Some(why.into())))
    }
}

/// Hands over what goes to a stream.
fn stream(table: &mut Table, item: &Output, line: &mut impl FnMut(Written<'_>)) {
    match item {
        Output::Bytes(stream, bytes) => line(Written::Bytes(*stream, bytes)),
        Output::Value(value) => {
            let shown = format!("<{}>", show_value(table, *value, false));
            line(Written::Bytes(1, shown.as_bytes()));
        }
        Output::Converted(stream, value, _) => {
            let shown = format!("<{}>", show_value(table, *value, false));
            line(Written::Bytes(*stream, shown.as_bytes()));
        }
        Output::Text(text) => line(Written::Bytes(1, text.as_bytes())),
        Output::NewLine => line(Written::Bytes(1, b"\n")),
        Output::Line(_) | Output::Message(_) => {}
    }
}

/// The status that the surroundings see: the lowest byte of what the program returned.
fn exit_status(state: &State) -> u8 {
    match state.returned {
        Value::Int(status) => status as u8,
        _ => 0,
    }
}

/// Whether a line is complete behind an item.
fn ends_line(item: &Output) -> bool {
    matches!(item, Output::NewLine | Output::Line(_) | Output::Message(_))
}
