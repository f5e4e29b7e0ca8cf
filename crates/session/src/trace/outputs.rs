//! Results and conditions of a run in words.
//!
//! Simplifying takes time and memory that can grow with the square of a value's size: what is larger than
//! [`LARGEST_SIMPLIFIED`] terms is shown as it evolved.

use rustc_hash::FxHashSet;
use sextant_engines::dynamic::Run;
use sextant_expr::{Op, Sort, Table, TermId};
use sextant_report::{TraceOutput, TraceValue};
use sextant_state::{Code, Contents, ObjectId, Output, Value};

use crate::describe::{show_term, written};

/// Terms of a value or condition that are still simplified.
const LARGEST_SIMPLIFIED: usize = 2_000;
/// Conjuncts shown as they evolved, and the characters of each.
const MOST_CONJUNCTS: usize = 100;
const LONGEST_CONJUNCT: usize = 400;

/// The returned value, and the caller's variables and externals that changed.
pub(super) fn outputs(code: &Code, run: &mut Run) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    if run.state.returned != Value::Undefined {
        found.push(("return".to_owned(), run.state.returned));
    }
    let all: Vec<(String, ObjectId)> = run.variables.iter().chain(&code.externals).cloned().collect();
    for (name, object) in all {
        let (before, now) =
            (run.start.scalar(&mut run.table, object), run.state.scalar(&mut run.table, object));
        match (before, now) {
            (Some(before), Some(now)) => {
                if differ(&mut run.table, before, now) {
                    found.push((name, now));
                }
            }
            _ => array_outputs(run, &name, object, &mut found),
        }
    }
    found
}

fn array_outputs(run: &mut Run, name: &str, object: ObjectId, found: &mut Vec<(String, Value)>) {
    let (Some(before), Some(now)) = (run.start.array(object), run.state.array(object)) else { return };
    if let Contents::Term { array, .. } = now.contents {
        found.push((name.to_owned(), Value::Term(array)));
        return;
    }
    let (original, _) = before.as_term(&mut run.table);
    let known: std::collections::BTreeMap<i64, Value> = before.assigned().into_iter().collect();
    for (index, value) in now.assigned() {
        let old = known.get(&index).copied().unwrap_or_else(|| {
            let subscript = run.table.int(index);
            Value::Term(run.table.apply(Op::Select, &[original, subscript]))
        });
        if differ(&mut run.table, old, value) {
            found.push((format!("{name}({index})"), value));
        }
    }
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
pub(super) fn show(run: &mut Run, outputs: &[(String, Value)], evolved: bool) -> Vec<TraceOutput> {
    let mut shown = Vec::new();
    for (name, value) in outputs {
        let actual = actual_text(run, *value);
        let symbolic = match value.to_term(&mut run.table) {
            Some(term) => symbolic_text(&mut run.table, term, evolved),
            None => "?".to_owned(),
        };
        shown.push(TraceOutput { name: name.clone(), value: TraceValue { symbolic, actual } });
    }
    shown
}

/// The term as the run computed it, unless its simplified form is shorter.
fn symbolic_text(table: &mut Table, term: TermId, evolved: bool) -> String {
    let computed = table.show(term);
    if evolved || !is_small(table, &[term]) {
        return computed;
    }
    let simplified = show_term(table, term, false);
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
        Ok(Some(value)) => value.to_string(),
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
            other => other.clone(),
        });
        if let Output::Value(Value::Term(term)) = item {
            small &= is_small(&run.table, &[*term]);
        }
    }
    let symbolic = written(&mut run.table, &run.written, evolved || !small);
    let actual = written(&mut run.table, &actual, false);
    symbolic.into_iter().zip(actual).map(|(symbolic, actual)| TraceValue { symbolic, actual }).collect()
}

/// The path condition in its simplest form; none if it is too large for that.
pub(super) fn condition(run: &mut Run) -> Option<Vec<String>> {
    let conjuncts: Vec<TermId> = run.state.condition.iter().copied().collect();
    if !is_small(&run.table, &conjuncts) {
        return None;
    }
    let minimised = run.table.minimise(&conjuncts);
    Some(minimised.into_iter().map(|term| run.table.show(term)).collect())
}

/// The first conjuncts as the run met them, and how many follow.
pub(super) fn evolved_condition(run: &Run) -> (Vec<String>, u64) {
    let shown: Vec<String> = run
        .state
        .condition
        .iter()
        .take(MOST_CONJUNCTS)
        .map(|&term| {
            let text = run.table.show(term);
            match text.char_indices().nth(LONGEST_CONJUNCT) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        })
        .collect();
    let more = run.state.condition.len() - shown.len();
    (shown, more as u64)
}

/// Whether some terms together are made of few.
pub(super) fn is_small(table: &Table, terms: &[TermId]) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = terms.to_vec();
    while let Some(term) = pending.pop() {
        if seen.insert(term) {
            if seen.len() > LARGEST_SIMPLIFIED {
                return false;
            }
            pending.extend_from_slice(table.args(term));
        }
    }
    true
}
