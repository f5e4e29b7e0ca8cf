//! Results and conditions of a run in words.
//!
//! Simplifying takes time and memory that can grow with the square of a value's size: what is larger than
//! [`LARGEST_SIMPLIFIED`] terms is shown as it evolved.

use sextant_engines::dynamic::Run;
use sextant_expr::{Sort, Table, TermId};
use sextant_notation::Formula;
use sextant_report::{TraceOutput, TraceValue};
use sextant_state::{Code, Entry, Output, PartValue, Value};

use crate::describe::{Ends, intervals, show_part, show_term, show_text, written};

/// Terms of a value or condition that are still simplified.
const LARGEST_SIMPLIFIED: usize = 2_000;
/// Conjuncts shown as they evolved, and the characters of each.
const MOST_CONJUNCTS: usize = 100;

/// The returned value, and the variables of the caller and of other procedures that changed.
pub(super) fn outputs(code: &Code, entry: &Entry, run: &mut Run) -> Vec<(String, PartValue)> {
    let Run { variables, start, state, table, .. } = run;
    Ends { code, entry, variables, start, state }.outputs(table, differ)
}

/// The outputs that are one value each.
pub(super) fn single_values(outputs: &[(String, PartValue)]) -> Vec<(String, Value)> {
    let single = outputs.iter().filter_map(|(name, part)| match part {
        PartValue::Value(value) => Some((name.clone(), *value)),
        PartValue::Array(term) => Some((name.clone(), Value::Term(*term))),
        _ => None,
    });
    single.collect()
}

/// Whether two values differ, as far as that is cheap to tell.
fn differ(table: &mut Table, a: Value, b: Value) -> bool {
    if a == b {
        return false;
    }
    match (a, b) {
        (Value::Term(a), Value::Term(b)) if is_small(table, &[a, b]) => {
            table.simplify(a) != table.simplify(b)
        }
        _ => true,
    }
}

/// Outputs with both values.
pub(super) fn show(run: &mut Run, outputs: &[(String, PartValue)], evolved: bool) -> Vec<TraceOutput> {
    let mut shown = Vec::new();
    for (name, part) in outputs {
        let value = match part {
            PartValue::Value(value) => both(run, *value, evolved),
            PartValue::Array(term) => both(run, Value::Term(*term), evolved),
            PartValue::Complex(re, im) => {
                let (re, im) = (both(run, *re, evolved), both(run, *im, evolved));
                TraceValue {
                    symbolic: format!("({}, {})", re.symbolic, im.symbolic),
                    actual: format!("({}, {})", re.actual, im.actual),
                }
            }
            PartValue::Text(text) => {
                let actual: Vec<Value> = text.iter().map(|code| actual_code(run, *code)).collect();
                TraceValue {
                    symbolic: show_text(&mut run.table, text, evolved),
                    actual: show_text(&mut run.table, &actual, evolved),
                }
            }
            PartValue::Symbolic | PartValue::Unallocated | PartValue::Address(_) => {
                let words = show_part(&mut run.table, part, evolved).to_string();
                TraceValue { symbolic: words.clone(), actual: words }
            }
        };
        shown.push((name.clone(), value));
    }
    intervals(shown).into_iter().map(|(name, value)| TraceOutput { name, value }).collect()
}

fn both(run: &mut Run, value: Value, evolved: bool) -> TraceValue {
    let actual = actual_text(run, value);
    let symbolic = match value.to_term(&mut run.table) {
        Some(term) => symbolic_text(&mut run.table, term, evolved),
        None => "?".to_owned(),
    };
    TraceValue { symbolic, actual }
}

/// The code of a character under the data.
fn actual_code(run: &mut Run, code: Value) -> Value {
    match run.actual.of_held(&run.table, code) {
        Ok(Some(value)) => {
            let term = run.table.constant(&value);
            Value::of_term(&run.table, term)
        }
        _ => Value::Undefined,
    }
}

/// The term as the run computed it, unless its simplified form is shorter.
fn symbolic_text(table: &mut Table, term: TermId, evolved: bool) -> String {
    let computed = table.show(term);
    if evolved || !is_small(table, &[term]) {
        return computed;
    }
    let simplified = show_term(table, term, false).to_string();
    if simplified.chars().count() < computed.chars().count() { simplified } else { computed }
}

/// The actual value of what a variable holds; `?` where there is none, or the data do not give it.
fn actual_text(run: &mut Run, value: Value) -> String {
    if let Value::Term(term) = value
        && matches!(run.table.sort(term), Sort::Array(_))
    {
        return match run.actual.assigned(&run.table, term) {
            Ok(elements) => {
                let each = elements.iter().map(|(index, value)| format!("({index}) = {value}"));
                each.collect::<Vec<_>>().join(", ")
            }
            Err(_) => "?".to_owned(),
        };
    }
    match run.actual.of_held(&run.table, value) {
        Ok(Some(value)) => {
            let constant = run.table.constant(&value);
            run.table.show(constant)
        }
        _ => "?".to_owned(),
    }
}

/// The lines written, with both values.
pub(super) fn written_lines(run: &mut Run, evolved: bool) -> Vec<TraceValue> {
    let mut actual = Vec::new();
    let mut small = true;
    for item in &run.written {
        actual.push(match item {
            Output::Value(value) => match run.actual.of_held(&run.table, *value) {
                Ok(Some(constant)) => {
                    let constant = run.table.constant(&constant);
                    Output::Value(Value::of_term(&run.table, constant))
                }
                _ => Output::Text("?".into()),
            },
            Output::Converted(stream, value, _) => {
                let text = match run.actual.of_held(&run.table, *value) {
                    Ok(Some(constant)) => constant.to_string(),
                    _ => "?".to_owned(),
                };
                Output::Bytes(*stream, text.as_bytes().into())
            }
            other => other.clone(),
        });
        if let Output::Value(Value::Term(term)) | Output::Converted(_, Value::Term(term), _) = item {
            small &= is_small(&run.table, &[*term]);
        }
    }
    let symbolic = written(&mut run.table, &run.state, &run.written, evolved || !small);
    let actual = written(&mut run.table, &run.state, &actual, false);
    symbolic.into_iter().zip(actual).map(|(symbolic, actual)| TraceValue { symbolic, actual }).collect()
}

/// The path condition in its simplest form; none if it is too large for that.
pub(super) fn condition(run: &mut Run) -> Option<Vec<Formula>> {
    let conjuncts: Vec<TermId> = run.state.condition.iter().copied().collect();
    if !is_small(&run.table, &conjuncts) {
        return None;
    }
    let minimised = run.table.minimise(&conjuncts);
    Some(minimised.into_iter().map(|term| run.table.formula(term)).collect())
}

/// The first conjuncts as the run met them, and how many follow.
pub(super) fn evolved_condition(run: &Run) -> (Vec<Formula>, u64) {
    let first = run.state.condition.iter().take(MOST_CONJUNCTS);
    let shown: Vec<Formula> = first.map(|&term| run.table.formula(term)).collect();
    let more = run.state.condition.len() - shown.len();
    (shown, more as u64)
}

/// Whether some terms together are made of few.
pub(super) fn is_small(table: &Table, terms: &[TermId]) -> bool {
    table.subterms(terms).nth(LARGEST_SIMPLIFIED).is_none()
}
