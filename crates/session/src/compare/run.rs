//! Both procedures executed on the same constants.

use rustc_hash::FxHashMap;
use sextant_engines::compare::Given as Compared;
use sextant_engines::forward::Outcome;
use sextant_expr::{FloatKind, Scalar, Sort, Table, TermId, Value as Constant};
use sextant_solver::Model;
use sextant_state::{Ending, Entry, EntryArgument, EntryValue, Machine, Output, State, Until, Value};
use sextant_syntax::Type;

use super::{Side, ending, results};
use crate::Options;
use crate::describe::status;

/// Results that are shown.
const MOST_SHOWN: usize = 12;
/// Statements of one execution.
const LONGEST: u64 = 100_000;

/// Floats that are as near to each other as this, in relation to their size and that of the inputs, differ by rounding.
const NEAR: f64 = 1e-9;

/// What an execution gave.
pub(super) struct Ran {
    /// How it ended, without the place.
    ending: String,
    /// Whether it came to a proper end.
    pub whole: bool,
    values: Vec<Given>,
    /// All of it in words.
    pub text: String,
}

/// One result.
struct Given {
    name: String,
    text: String,
    /// Of a float or a real.
    float: Option<f64>,
    /// Whether the text says all of it.
    exact: bool,
    /// Whether the program computes with rounded numbers.
    rounds: bool,
}

/// How two executions differ.
pub(super) struct Differing {
    /// In what.
    pub what: String,
    /// Whether rounding alone may be the cause.
    pub slight: bool,
}

impl Given {
    fn new(name: String, text: String) -> Given {
        Given { name, text, float: None, exact: true, rounds: false }
    }

    /// None if they are the same, else whether they are near to each other for numbers of a size.
    fn is_near(&self, other: &Given, size: f64) -> Option<bool> {
        if self.exact && other.exact {
            return (self.text != other.text).then_some(false);
        }
        match (self.float, other.float) {
            (Some(left), Some(right)) if left == right || (left.is_nan() && right.is_nan()) => None,
            // What is infinite is near to nothing.
            (Some(left), Some(right)) if !left.is_finite() || !right.is_finite() => Some(false),
            (Some(left), Some(right)) => {
                let near = (left - right).abs() <= NEAR * left.abs().max(right.abs()).max(size);
                if near && !self.rounds { None } else { Some(near) }
            }
            _ => (self.text != other.text).then_some(false),
        }
    }
}

impl Ran {
    /// How two executions on these inputs differ.
    pub fn differs_from(&self, other: &Ran, inputs: &[(String, String)]) -> Option<Differing> {
        let sizes = inputs.iter().filter_map(|(_, value)| value.parse::<f64>().ok()).map(f64::abs);
        let size = sizes.filter(|size| size.is_finite()).fold(0.0, f64::max);
        if self.ending != other.ending {
            let what = format!("one is {}, the other {}", self.ending, other.ending);
            return Some(Differing { what, slight: false });
        }
        if !self.whole {
            return None;
        }
        let mut found: Option<Differing> = None;
        for (ran, known) in [(self, other), (other, self)] {
            for given in &ran.values {
                let near = match known.values.iter().find(|known| known.name == given.name) {
                    Some(known) => given.is_near(known, size),
                    // A parameter that is no result keeps its value.
                    None => {
                        let kept =
                            inputs.iter().any(|(name, value)| *name == given.name && *value == given.text);
                        (!kept).then_some(false)
                    }
                };
                if let Some(slight) = near
                    && found.as_ref().is_none_or(|found| found.slight && !slight)
                {
                    found = Some(Differing { what: given.name.clone(), slight });
                }
            }
        }
        found
    }
}

/// Executes both; none where an execution is excluded or does not come to an end.
pub(super) fn both_ran(sides: &[Side<'_>; 2], actual: &Entry, options: &Options) -> Option<[Ran; 2]> {
    Some([ran(&sides[0], actual, options)?, ran(&sides[1], actual, options)?])
}

fn ran(side: &Side<'_>, actual: &Entry, options: &Options) -> Option<Ran> {
    let actual = Entry { procedure: side.id, symbolic_input: true, ..actual.clone() };
    let mut table = Table::new();
    let machine = Machine::new(&side.code, &actual, &mut table);
    let (mut state, variables) = machine.start(&mut table);
    let until = Until { statements: LONGEST, ..Until::default() };
    let ended = machine.execute(&mut table, &mut state, until, &options.interrupt, |_, _| {})?;
    let outcome = Outcome::Ended(ended);
    let (word, detail) = status(&side.session.sources, &outcome);
    let mut values = values(&mut table, side, &state, (&outcome, &actual), variables);
    for given in &mut values {
        given.name = side.session.input_name(side.id, &given.name);
    }
    let mut text = detail.unwrap_or_else(|| word.to_string());
    for Given { name, text: value, .. } in values.iter().take(MOST_SHOWN) {
        match name.as_str() {
            "return" => text.push_str(&format!(", returns {value}")),
            "exit status" => text.push_str(&format!(" with status {value}")),
            "what is written" => text.push_str(&format!(", writes {value}")),
            _ => text.push_str(&format!(", {name} = {value}")),
        }
    }
    let whole = matches!(outcome, Outcome::Ended(Ending::Returned | Ending::Stopped));
    let ending = ending(&outcome)?;
    Some(Ran { ending, whole, values, text })
}

/// The returned value, variables of the caller, elements of its arrays that have changed, and what was written.
fn values(
    table: &mut Table,
    side: &Side<'_>,
    state: &State,
    (outcome, entry): (&Outcome, &Entry),
    variables: Vec<(String, sextant_state::ObjectId)>,
) -> Vec<Given> {
    let mut shown = match outcome {
        Outcome::Ended(ending) => returned(table, side, state, ending),
        _ => Vec::new(),
    };
    for (name, object) in variables {
        let named = |argument: &&EntryArgument| match argument {
            EntryArgument::Scalar { name: known, .. } | EntryArgument::Array { name: known, .. } => {
                *known == name
            }
            _ => false,
        };
        match entry.arguments.iter().find(named) {
            Some(EntryArgument::Scalar { .. }) => {
                if let Some(term) = state.scalar(table, object).and_then(|value| value.to_term(table)) {
                    shown.push(given(table, name, term));
                }
            }
            Some(EntryArgument::Array { elements, .. }) => {
                let before: FxHashMap<i64, &EntryValue> =
                    elements.iter().map(|(index, value)| (*index, value)).collect();
                for (index, value) in state.array(object).map(|array| array.assigned()).unwrap_or_default() {
                    let Some(term) = value.to_term(table) else { continue };
                    let old = before.get(&index).and_then(|value| value.load(table).to_term(table));
                    if old != Some(term) {
                        shown.push(given(table, format!("{name}({index})"), term));
                    }
                }
            }
            _ => {}
        }
    }
    for (name, messages) in [("what is written", false), ("what is written as messages", true)] {
        let items: Vec<Output> =
            state.output().filter(|item| results::is_message(item) == messages).cloned().collect();
        let unfinished = matches!(items.last(), Some(Output::Bytes(_, bytes)) if !bytes.ends_with(b"\n"));
        let written = crate::describe::written(table, state, &items, false);
        if !written.is_empty() {
            let rest = if unfinished { " (an unfinished line)" } else { "" };
            shown.push(Given::new(name.to_owned(), format!("{}{rest}", written.join(" / "))));
        }
    }
    shown
}

/// What is returned; an address as what it leads to.
fn returned(table: &mut Table, side: &Side<'_>, state: &State, ending: &Ending) -> Vec<Given> {
    let ty = side.program.procedures[side.id].returns.as_ref();
    if let (Ending::Returned, Some(ty @ Type::Pointer(_)), Value::Int(address)) = (ending, ty, state.returned)
    {
        let lead = state.lead(&side.code, address, results::is_text(ty));
        return lead.map(|lead| Given::new("return".to_owned(), lead)).into_iter().collect();
    }
    let leads = results::Leads::default();
    let mut found = Vec::new();
    for (name, value) in results::returned(table, side, state, ending, &leads) {
        match value {
            Compared::Value(Some(value)) => found.push(given(table, name, value)),
            Compared::Text(text) => found.push(Given::new(name, text)),
            Compared::Value(None) | Compared::Unclear => {}
        }
    }
    found
}

fn given(table: &mut Table, name: String, value: TermId) -> Given {
    let rounds = matches!(table.sort(value), Sort::Scalar(Scalar::Float(_)));
    let exact = table.op(value).is_constant() && !rounds;
    let float = match table.evaluate(value, &Model::default()) {
        Constant::Float(FloatKind::Single, bits) => Some(f64::from(f32::from_bits(bits as u32))),
        Constant::Float(FloatKind::Double, bits) => Some(f64::from_bits(bits)),
        Constant::Real(number) => Some(number.to_f64().value()),
        _ => None,
    };
    Given { float, exact, rounds, ..Given::new(name, table.show(value)) }
}
