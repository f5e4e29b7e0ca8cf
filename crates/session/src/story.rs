//! A path told in full: run again with its answers, statement by statement.

use rustc_hash::FxHashMap;
use sextant_engines::forward::{Bench, Leaf, Observer, Outcome, explore};
use sextant_expr::{Op, Table, TermId};
use sextant_notation::Formula;
use sextant_report::{Evolution, Replay, StateRow, Story, StoryReport};
use sextant_report::{Executability, PathEnd};
use sextant_solver::Model;
use sextant_state::{Ending, FileAction, FileEvent, Output, State, compile};
use sextant_syntax::StatementNumber;

use crate::describe::{
    UNDETERMINED_CONDITION, frame_values, intervals, output_values, show_condition, show_model, show_term,
    status, undetermined_condition, verdict, written,
};
use crate::replay::{Replayer, inputs_of};
use crate::way::{Way, show_way};
use crate::witness::attempts;
use crate::{Call, Options, Session};

impl Session {
    /// The paths of a call, each told in full.
    pub fn stories(&self, call: &Call, options: &Options, states: bool) -> StoryReport {
        let code = compile(&self.program, options.policy(self.program.language));
        let replayer = Replayer::new(self, &call.text, options);
        let teller =
            Teller { session: self, call, replayer: replayer.as_ref(), states, compiled: options.compiled };
        let mut config = options.config();
        config.threads = 1;
        let exploration = explore(&code, &call.entry, &config, || StoryObserver { teller: &teller });
        let (word, reasons) = verdict(&exploration.shortfalls);
        let mut paths: Vec<Story> = exploration.records.into_iter().map(|(_, story)| story).collect();
        for (at, story) in paths.iter_mut().enumerate() {
            story.title = format!("{}, path {}", self.shown_call(call), at + 1);
        }
        let notes =
            if reasons.is_empty() { Vec::new() } else { vec![format!("{word}: {}", reasons.join("; "))] };
        StoryReport { call: call.text.clone(), paths, notes }
    }
}

struct StoryObserver<'s> {
    teller: &'s Teller<'s>,
}

impl Observer for StoryObserver<'_> {
    type Record = Story;

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: Leaf<'_>) -> Option<Story> {
        Some(self.teller.tell(bench, leaf.state, Some(&leaf.outcome), &leaf.model))
    }
}

/// Tells paths of one call.
pub(crate) struct Teller<'s> {
    pub session: &'s Session,
    pub call: &'s Call,
    pub replayer: Option<&'s Replayer>,
    /// Whether the state after each statement is told, too.
    pub states: bool,
    /// Whether test data are also run by a compiler.
    pub compiled: bool,
}

impl Teller<'_> {
    /// A path; without an outcome it is not known how it goes on.
    pub(crate) fn tell(
        &self,
        bench: &mut Bench<'_>,
        state: &State,
        outcome: Option<&Outcome>,
        model: &Result<Model, String>,
    ) -> Story {
        let program = &self.session.program;
        let (way, states) = self.narrate(bench, state);
        let (end, detail) = match outcome {
            Some(outcome) => {
                let (end, detail) = status(&self.session.sources, outcome);
                (Some(end), detail.map(|detail| format!("{end}: {detail}")))
            }
            None => (None, Some("open: the path goes on behind its description".to_owned())),
        };
        let items: Vec<Output> = state.output().cloned().collect();
        let mut story = Story {
            status: match end {
                Some(PathEnd::Error) => Executability::Error,
                _ => Executability::Executable,
            },
            detail,
            statements: show_way(program, &way),
            lines: self.lines(&way),
            states,
            constraints: constraints(bench, state),
            simplified: show_condition(&mut bench.table, state, false),
            outputs: evolutions(bench, state),
            written: written(&mut bench.table, state, &items, false),
            records: histories(state),
            ..Story::default()
        };
        match model {
            Ok(_) if undetermined_condition(&bench.table, state) => {
                story.status = Executability::Undecided;
                story.detail = Some(UNDETERMINED_CONDITION.to_owned());
            }
            Err(reason) => {
                story.status = Executability::Undecided;
                story.detail = Some(format!("the solver gave up: {reason}"));
            }
            Ok(model) => {
                let (model, replay) = self.replay_best(bench, state, model, &way, outcome);
                story.test_data = show_model(bench, state, &model, &self.call.symbols);
                story.replay = replay;
            }
        }
        story
    }

    /// Test data that take the path in machine arithmetic, too, if any can be found.
    fn replay_best(
        &self,
        bench: &mut Bench<'_>,
        state: &State,
        model: &Model,
        way: &Way,
        outcome: Option<&Outcome>,
    ) -> (Model, Option<Replay>) {
        let first = self.replay(bench, model, way, outcome);
        if first.as_ref().is_none_or(|replay| replay.same_path) {
            return (model.clone(), first);
        }
        for other in attempts(bench, state, None) {
            let replay = self.replay(bench, &other, way, outcome);
            if replay.as_ref().is_some_and(|replay| replay.same_path) {
                return (other, replay);
            }
        }
        (model.clone(), first)
    }

    fn replay(
        &self,
        bench: &Bench<'_>,
        model: &Model,
        way: &Way,
        outcome: Option<&Outcome>,
    ) -> Option<Replay> {
        let inputs = inputs_of(&bench.table, model);
        let replayed = self.replayer?.replay(&inputs);
        // A path that was not followed to its end is replayed as far as it goes.
        let whole = matches!(
            outcome,
            Some(Outcome::Ended(Ending::Returned | Ending::Stopped | Ending::Error { .. }))
        );
        let same_path = match whole {
            true => replayed.way == *way,
            false => replayed.way.starts_with(way),
        };
        let end = match &replayed.end {
            Err(unfinished) => unfinished.to_string(),
            Ok(ending) => {
                let (word, detail) = status(&self.session.sources, &Outcome::Ended(ending.clone()));
                detail.map_or(word.to_string(), |detail| format!("{word}, {detail}"))
            }
        };
        let outcome = match same_path {
            true => format!("the same path; {end}"),
            false => format!("NOT THE SAME PATH; {end}"),
        };
        let outputs = replayed.outputs.iter().map(|(name, value)| (name.clone(), value.to_string()));
        let compiled = self.compiled.then(|| self.session.compiled(self.call, &inputs, &replayed));
        Some(Replay { same_path, outcome, outputs: outputs.collect(), compiled })
    }

    fn lines(&self, way: &Way) -> Vec<u32> {
        let line = |&(procedure, number): &_| self.session.statement_line(procedure, number);
        let mut lines: Vec<u32> = way.iter().map(line).collect();
        lines.dedup();
        lines
    }

    /// Runs the path again. Statements and, where wanted, what each of them changed.
    fn narrate(&self, bench: &mut Bench<'_>, end: &State) -> (Way, Vec<StateRow>) {
        let mut teller = Narrator { rows: Vec::new(), before: FxHashMap::default(), told: 0, depth: 0 };
        let way = run_again(bench, end, |bench, state, number| {
            if self.states {
                teller.close(self.session, bench, state);
                teller.open(self.session, bench, state, number);
            }
        });
        if self.states {
            teller.close(self.session, bench, end);
        }
        let shown = show_way(&self.session.program, &way);
        let mut rows = teller.rows;
        for (row, name) in rows.iter_mut().zip(shown) {
            row.statement = name;
        }
        (way, rows)
    }
}

/// Builds the rows of a path.
struct Narrator {
    rows: Vec<StateRow>,
    /// The values of each activation when they were last told, by its depth.
    before: FxHashMap<usize, FxHashMap<String, String>>,
    /// Conjuncts told so far.
    told: usize,
    /// How deep the last statement was.
    depth: usize,
}

impl Narrator {
    /// A statement is over: its row gets what it changed.
    fn close(&mut self, session: &Session, bench: &mut Bench<'_>, state: &State) {
        let depth = state.depth();
        // What an activation begins with belongs to its first statement.
        if depth > std::mem::replace(&mut self.depth, depth) {
            return;
        }
        let values = frame_values(&session.program, bench, state);
        self.before.retain(|&known, _| known <= depth);
        let known = self.before.entry(depth).or_default();
        let changed: Vec<(String, String)> =
            values.into_iter().filter(|(name, value)| known.get(name) != Some(value)).collect();
        known.extend(changed.iter().cloned());
        if let Some(row) = self.rows.last_mut() {
            row.values = changed;
        }
    }

    fn open(&mut self, session: &Session, bench: &mut Bench<'_>, state: &State, number: StatementNumber) {
        let procedure = state.frame.procedure;
        let added: Vec<TermId> = state.condition.iter().skip(self.told).copied().collect();
        self.told = state.condition.len();
        self.rows.push(StateRow {
            line: session.statement_line(procedure, number),
            text: session.statement_text(procedure, number),
            condition: added.into_iter().map(|term| show_constraint(&mut bench.table, term)).collect(),
            ..StateRow::default()
        });
    }
}

/// The statements on the way to a state.
pub(crate) fn walked(bench: &mut Bench<'_>, end: &State) -> Way {
    run_again(bench, end, |_, _, _| {})
}

/// Runs with the answers of a state; `see` is shown every statement before its effects.
fn run_again(
    bench: &mut Bench<'_>,
    end: &State,
    mut see: impl FnMut(&mut Bench<'_>, &State, StatementNumber),
) -> Way {
    let mut way = Way::new();
    bench.run_again(end.decisions.iter().copied(), end.statements, |bench, state, number| {
        see(bench, state, number);
        way.push((state.frame.procedure, number));
    });
    way
}

/// What was done with each unit, run by run, as in `unit 10: wrote records 1 to 3, rewound, read record 1`.
fn histories(state: &State) -> Vec<String> {
    let mut shown = Vec::new();
    for (unit, history) in state.files().histories().filter(|(_, history)| !history.is_empty()) {
        let events: Vec<FileEvent> = history.iter().copied().collect();
        let joined = |a: &FileEvent, b: &FileEvent| a.action == b.action && a.record + 1 == b.record;
        let runs: Vec<String> = events.chunk_by(joined).map(events_in_words).collect();
        shown.push(format!("unit {unit}: {}", runs.join(", ")));
    }
    shown
}

/// Events of one kind on neighbouring records.
fn events_in_words(events: &[FileEvent]) -> String {
    let (first, last) = (events[0], events[events.len() - 1]);
    let records = match events.len() {
        1 => format!("record {}", first.record),
        _ => format!("records {} to {}", first.record, last.record),
    };
    match first.action {
        FileAction::Read => format!("read {records}"),
        FileAction::Written => format!("wrote {records}"),
        FileAction::Rewound => "rewound".to_owned(),
        FileAction::Backspaced => format!("back to record {}", first.record),
        FileAction::Ended => format!("ended before record {}", first.record),
    }
}

fn evolutions(bench: &mut Bench<'_>, state: &State) -> Vec<Evolution> {
    let mut shown = Vec::new();
    for (name, value) in output_values(bench, state) {
        let Some(term) = value.to_term(&mut bench.table) else { continue };
        let evolved = show_term(&mut bench.table, term, true).to_string();
        let simplified = show_term(&mut bench.table, term, false).to_string();
        shown.push((name, (evolved, simplified)));
    }
    let entries = intervals(shown).into_iter();
    entries.map(|(name, (evolved, simplified))| Evolution { name, evolved, simplified }).collect()
}

/// The conditions as they were computed, in order.
fn constraints(bench: &mut Bench<'_>, state: &State) -> Vec<Formula> {
    let conjuncts: Vec<TermId> = state.condition.iter().copied().collect();
    conjuncts.into_iter().map(|term| show_constraint(&mut bench.table, term)).collect()
}

/// A condition as it was computed; the negation of a comparison is the opposite comparison.
fn show_constraint(table: &mut Table, term: TermId) -> Formula {
    let opposite = match (table.op(term), table.args(term)) {
        (Op::Not, &[inner]) => match table.op(inner) {
            Op::Eq => Some((Op::Ne, inner)),
            Op::Ne => Some((Op::Eq, inner)),
            Op::Lt => Some((Op::Ge, inner)),
            Op::Le => Some((Op::Gt, inner)),
            Op::Gt => Some((Op::Le, inner)),
            Op::Ge => Some((Op::Lt, inner)),
            _ => None,
        },
        _ => None,
    };
    match opposite {
        Some((op, inner)) => {
            let operands = table.args(inner).to_vec();
            let term = table.apply(op, &operands);
            table.formula(term)
        }
        None => table.formula(term),
    }
}
