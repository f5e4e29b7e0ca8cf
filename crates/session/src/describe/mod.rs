//! States, values and models in words: what reports show of a leaf or a node.

mod arrays;
mod frame;
mod model;
mod outputs;
mod status;
mod undetermined;
mod written;

use sextant_expr::{Table, TermId};
use sextant_state::{PartValue, State, Value};

pub(crate) use arrays::{element, intervals, show_whole};
pub(crate) use frame::{frame_values, frame_values_as, variable_values};
pub(crate) use model::{gathered, show_model};
pub(crate) use outputs::{Ends, output_values, outputs};
pub(crate) use status::{proof_verdict, status, verdict};
pub(crate) use undetermined::{UNDETERMINED_CONDITION, undetermined, undetermined_condition};
pub(crate) use written::{show_text, written};

/// Shows a value; `?` where there is none.
pub(crate) fn show_value(table: &mut Table, value: Value, evolved: bool) -> String {
    match value.to_term(table) {
        Some(term) => show_term(table, term, evolved),
        None => "?".to_owned(),
    }
}

/// Shows a term as the program computed it, or simplified.
pub(crate) fn show_term(table: &mut Table, term: TermId, evolved: bool) -> String {
    if undetermined(table, &[term]) {
        return "undetermined".to_owned();
    }
    let term = if evolved { term } else { table.simplify(term) };
    table.show(term)
}

/// The path condition in its simplest form, or as it was computed.
pub(crate) fn show_condition(table: &mut Table, state: &State, evolved: bool) -> Vec<String> {
    let conjuncts: Vec<TermId> = state.condition.iter().copied().collect();
    let shown = if evolved { conjuncts } else { table.minimise(&conjuncts) };
    let show = |term| if undetermined(table, &[term]) { "undetermined".to_owned() } else { table.show(term) };
    shown.into_iter().map(show).collect()
}

/// How a value is shown.
pub(crate) type Show<'s> = &'s mut dyn FnMut(&mut Table, Value) -> String;

/// Shows what a part of a variable holds.
pub(crate) fn show_part(table: &mut Table, part: &PartValue, evolved: bool) -> String {
    match part {
        PartValue::Text(text) => show_text(table, text, evolved),
        _ => show_part_as(table, part, &mut |table, value| show_value(table, value, evolved)),
    }
}

/// The same, with values shown in another way.
pub(crate) fn show_part_as(table: &mut Table, part: &PartValue, show: Show<'_>) -> String {
    match part {
        PartValue::Value(value) => show(table, *value),
        PartValue::Text(text) => show_text(table, text, false),
        PartValue::Complex(re, im) => {
            let (re, im) = (show(table, *re), show(table, *im));
            format!("({re}, {im})")
        }
        PartValue::Array(term) => show(table, Value::Term(*term)),
        PartValue::Symbolic => "symbolic elements".to_owned(),
        PartValue::Unallocated => "not allocated".to_owned(),
        PartValue::Address(words) => words.clone(),
    }
}
