//! Whole programs explored symbolically: the lines of each path, into which inputs can be put.
//!
//! What a program reads is symbolic: numbers, and the characters of texts one by one. A path's lines are known text and
//! fields with algebra in them; instantiated, they must be what a compiled program writes. Symbolic reals are exact and
//! compiled ones are not, so a field with a real may differ from it in its last digits.

use std::time::Duration;

use dashu_ratio::RBig;
use sextant_engines::forward::{Bench, Config, Leaf as EngineLeaf, Limits, Observer, Outcome, explore};
use sextant_expr::{Assignment, Rounding, Table, TermId, Value as Constant};
use sextant_records::{DataEdit, EditKind, Line, Piece};
use sextant_session::{Call, Session};
use sextant_state::{
    Arithmetic, Code, Ending, Machine, Output, Policy, Proof, State, Stop, Until, Value, compile,
};

/// The values that are read, in their order.
pub type Reads = Vec<Constant>;

/// A part of a line.
enum Part {
    Known(String),
    /// A number or truth value, and the power of ten by which it is written too large.
    Term(TermId, Option<usize>, i32),
    /// So many columns of a field of which other text hides a part.
    Hidden(usize),
    /// A text whose characters are terms.
    Characters(Vec<TermId>, Option<usize>),
}

/// A path of a program.
pub struct Path {
    table: Table,
    conditions: Vec<TermId>,
    lines: Vec<Vec<Part>>,
    pub ending: PathEnding,
}

#[derive(Clone, PartialEq, Debug)]
pub enum PathEnding {
    /// The program came to its end.
    Finished,
    /// A limit was reached.
    Cut,
    Unsupported(String),
    Error(String),
}

impl Path {
    /// Whether what is read leads along the path.
    pub fn takes(&self, reads: &Reads) -> bool {
        let assignment = assignment(&self.table, reads);
        let holds = |&term: &TermId| self.table.evaluate(term, &assignment).as_bool() == Some(true);
        self.conditions.iter().all(holds)
    }

    /// How the lines that a compiled program wrote differ from the path's, if they do.
    pub fn difference(&self, reads: &Reads, written: &str) -> Option<String> {
        let found: Vec<&str> = written.lines().collect();
        if found.len() != self.lines.len() {
            return Some(format!("{} lines instead of {}", self.lines.len(), found.len()));
        }
        let assignment = assignment(&self.table, reads);
        let mut pairs = self.lines.iter().zip(found);
        pairs.find_map(|(line, found)| self.line_difference(line, found, &assignment))
    }

    fn line_difference(&self, line: &[Part], found: &str, assignment: &Assignment) -> Option<String> {
        let mut rest = found;
        let value = |term: TermId| self.table.evaluate(term, assignment);
        for (position, part) in line.iter().enumerate() {
            let (field, after) = match part {
                Part::Known(text) => match rest.strip_prefix(text.as_str()) {
                    Some(after) => (text.as_str(), after),
                    None => return Some(format!("{text:?} is not in {found:?} at {rest:?}")),
                },
                Part::Term(_, width, _) | Part::Characters(_, width) => {
                    split_field(rest, *width, line.get(position + 1))
                }
                Part::Hidden(columns) => rest.split_at((*columns).min(rest.len())),
            };
            rest = after;
            let difference = match part {
                Part::Known(_) | Part::Hidden(_) => None,
                Part::Term(term, _, scale) => value_difference(&value(*term), *scale, field),
                Part::Characters(codes, _) => {
                    // A narrow field shows the beginning.
                    let shown = codes.iter().take(field.len());
                    let text: String = shown.map(|&code| character(&value(code))).collect();
                    (text.trim() != field.trim()).then(|| format!("{text:?} instead of {field:?}"))
                }
            };
            if let Some(difference) = difference {
                return Some(format!("{difference} in {found:?}"));
            }
        }
        (!rest.trim().is_empty()).then(|| format!("{rest:?} is too much in {found:?}"))
    }
}

/// The field at the beginning of what is left of a line, and what is behind it.
fn split_field<'t>(rest: &'t str, width: Option<usize>, next: Option<&Part>) -> (&'t str, &'t str) {
    let end = match (width, next) {
        (Some(width), _) => width.min(rest.len()),
        (None, Some(Part::Known(text))) => {
            let blanks = rest.len() - rest.trim_start().len();
            rest[blanks..].find(text.as_str()).map_or(rest.len(), |at| blanks + at)
        }
        (None, None) => rest.len(),
        (None, Some(_)) => {
            let blanks = rest.len() - rest.trim_start().len();
            rest[blanks..].find(' ').map_or(rest.len(), |at| blanks + at)
        }
    };
    rest.split_at(end)
}

/// How a written number differs from its value, if it does.
fn value_difference(value: &Constant, scale: i32, written: &str) -> Option<String> {
    let written = written.trim();
    // A field that is too narrow says nothing of its value.
    if !written.is_empty() && written.bytes().all(|byte| byte == b'*') {
        return None;
    }
    let same = match value {
        Constant::Bool(value) => written.starts_with('T') == *value && written.starts_with(['T', 'F']),
        Constant::Int(value) => [10, 2, 8, 16].iter().any(|&base| {
            i64::from_str_radix(written, base).is_ok_and(|number| dashu_int::IBig::from(number) == *value)
        }),
        Constant::Real(value) => {
            let number: f64 = written.replace(['D', 'd'], "E").parse().unwrap_or(f64::NAN);
            let exact = value.to_f64().value() * 10f64.powi(scale);
            let digits =
                written.split(['E', 'D']).next().unwrap_or("").split_once('.').map_or(0, |at| at.1.len());
            let unit = if written.contains(['E', 'D']) { number.abs() } else { 1.0 };
            (number - exact).abs() <= 2e-5 * exact.abs().max(1.0) + unit * 10f64.powi(-(digits as i32))
        }
        _ => false,
    };
    (!same).then(|| format!("{value} instead of {written:?}"))
}

fn character(code: &Constant) -> char {
    match code {
        Constant::Int(code) => char::from(u8::try_from(code).unwrap_or(b'?')),
        _ => '?',
    }
}

fn assignment(table: &Table, reads: &Reads) -> Assignment {
    let mut assignment = Assignment::default();
    for (id, symbol) in table.symbols() {
        let number = symbol.name.strip_prefix("IN").and_then(|number| number.parse::<usize>().ok());
        if let Some(value) = number.and_then(|number| reads.get(number - 1)) {
            assignment.set(id, value.clone());
        }
    }
    assignment
}

/// A program that can be explored.
pub struct Explored<'s> {
    code: Code,
    call: &'s Call,
    pub paths: Vec<Path>,
}

impl<'s> Explored<'s> {
    /// The paths of a program, as far as a small budget goes.
    pub fn new(session: &Session, call: &'s Call) -> Self {
        let policy =
            Policy { arithmetic: Arithmetic::Ideal, division: Rounding::Truncate, real_errors: true };
        let code = compile(session.program(), policy);
        let mut config = Config {
            limits: Limits { statements: 2_000, paths: 400, ..Limits::default() },
            ..Config::default()
        };
        config.interrupt = config.interrupt.with_timeout(Duration::from_secs(2));
        let paths = explore(&code, &call.entry, &config, || Keeper).records;
        Self { code, call, paths: paths.into_iter().map(|(_, path)| path).collect() }
    }

    /// The path that what is read leads along, whatever the budget: the questions are answered by the values.
    pub fn follow(&self, reads: &Reads) -> Path {
        let mut table = Table::new();
        let machine = Machine::new(&self.code, &self.call.entry, &mut table);
        let (mut state, _) = machine.start(&mut table);
        let until = Until { statements: 100_000, ..Until::default() };
        loop {
            match machine.run(&mut table, &mut state, until) {
                Stop::Ask(question) => {
                    let assignment = assignment(&table, reads);
                    let holds = table.evaluate(question.condition, &assignment).as_bool() == Some(true);
                    state.answer(holds, false);
                }
                Stop::Prove { condition, span } => {
                    state.record_proof(Proof { span, holds: None, condition });
                }
                Stop::Ended(ending) => return path(&mut table, &state, &Outcome::Ended(ending)),
                Stop::Statement(_) | Stop::Breath | Stop::Joined(_) => {}
            }
        }
    }
}

struct Keeper;

impl Observer for Keeper {
    type Record = Path;

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: EngineLeaf<'_>) -> Option<Path> {
        Some(path(&mut bench.table, leaf.state, &leaf.outcome))
    }
}

/// A path in a table of its own.
fn path(source: &mut Table, state: &State, outcome: &Outcome) -> Path {
    let mut table = Table::new();
    let mut memo = Default::default();
    let conditions: Vec<TermId> = state.condition.iter().copied().collect();
    let conditions = conditions.iter().map(|&term| table.import(source, term, &mut memo)).collect();
    let records: Vec<_> = state
        .output()
        .filter_map(|item| match item {
            Output::Line(line) => Some(line.clone()),
            _ => None,
        })
        .collect();
    let mut import = |source: &mut Table, value: Value| {
        let term = value.to_term(source).expect("what is written has a value");
        table.import(source, term, &mut memo)
    };
    let lines = records.iter().map(|line| parts(line, state, source, &mut import)).collect();
    let ending = match outcome {
        Outcome::Ended(Ending::Returned | Ending::Stopped) => PathEnding::Finished,
        Outcome::Ended(Ending::Error { kind, .. }) => PathEnding::Error(kind.to_string()),
        Outcome::Ended(Ending::Unsupported { what, .. }) => PathEnding::Unsupported(what.clone()),
        _ => PathEnding::Cut,
    };
    Path { table, conditions, lines, ending }
}

fn parts(
    line: &Line,
    state: &State,
    source: &mut Table,
    import: &mut dyn FnMut(&mut Table, Value) -> TermId,
) -> Vec<Part> {
    let pieces = line.pieces().into_iter();
    pieces
        .map(|piece| match piece {
            Piece::Text(bytes) => Part::Known(String::from_utf8_lossy(&bytes).into_owned()),
            Piece::Opaque(field) if field.width.is_some_and(|width| field.shown < width) => {
                Part::Hidden(field.shown)
            }
            Piece::Opaque(field) => match state.text_numbered(field.id) {
                Some(text) => {
                    let codes = text.iter().map(|&code| import(source, code)).collect();
                    Part::Characters(codes, field.width)
                }
                None => {
                    let scale = match field.edit {
                        Some(DataEdit { kind: EditKind::Fixed, .. }) => field.scale,
                        _ => 0,
                    };
                    Part::Term(import(source, Value::Term(TermId(field.id))), field.width, scale)
                }
            },
        })
        .collect()
}

/// An exact real of so many quarters.
pub fn quarters(count: i64) -> Constant {
    Constant::Real(RBig::from(count) / RBig::from(4))
}
