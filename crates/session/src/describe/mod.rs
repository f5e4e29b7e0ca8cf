//! States, values and models in words: what reports show of a leaf or a node.

mod arrays;
mod frame;
mod model;
mod outputs;
mod status;
mod undetermined;
mod written;

use sextant_expr::{Table, TermId};
use sextant_notation::{Formula, Kind};
use sextant_solver::Simplest;
use sextant_state::{PartValue, State, Value};

pub(crate) use arrays::intervals;
pub use arrays::{element, show_whole};
pub(crate) use frame::frame_values;
pub use frame::{frame_values_as, variable_values};
pub(crate) use model::gathered;
pub use model::show_model;
pub use outputs::{Ends, output_values, outputs};
pub use status::proof_verdict;
pub use status::status;
pub(crate) use status::verdict;
pub(crate) use undetermined::{UNDETERMINED_CONDITION, undetermined, undetermined_condition};
pub(crate) use written::show_text;
pub use written::written;

/// Shows a value; `?` where there is none.
pub fn show_value(table: &mut Table, value: Value, evolved: bool) -> Formula {
    match value.to_term(table) {
        Some(term) => show_term(table, term, evolved),
        None => Formula::words("?"),
    }
}

/// Shows a term as the program computed it, or simplified.
pub fn show_term(table: &mut Table, term: TermId, evolved: bool) -> Formula {
    if undetermined(table, &[term]) {
        return Formula::words("undetermined");
    }
    let term = if evolved { term } else { table.simplify(term) };
    table.remembered_formula(term)
}

/// Named values as text.
pub fn texts(values: Vec<(String, Formula)>) -> Vec<(String, String)> {
    values.into_iter().map(|(name, value)| (name, value.to_string())).collect()
}

/// The path condition in its simplest form, or as it was computed.
pub fn show_condition(table: &mut Table, state: &State, evolved: bool) -> Vec<Formula> {
    Shown::of(table, state, evolved).condition(table, state)
}

/// How a state is shown: as it was computed, or everything in its simplest form under the path condition.
pub struct Shown(Option<Simplest>);

impl Shown {
    /// The way in which a state is shown.
    pub fn of(table: &mut Table, state: &State, evolved: bool) -> Self {
        let simplest = || {
            let conjuncts: Vec<TermId> = state.condition.iter().copied().collect();
            Simplest::of(table, state.domain.iter().copied(), &conjuncts)
        };
        Self((!evolved).then(simplest))
    }

    /// The path condition.
    pub fn condition(&self, table: &mut Table, state: &State) -> Vec<Formula> {
        let conditions = match &self.0 {
            Some(simplest) => simplest.conditions().to_vec(),
            None => state.condition.iter().copied().collect(),
        };
        let show = |term| match undetermined(table, &[term]) {
            true => Formula::words("undetermined"),
            false => table.remembered_formula(term),
        };
        conditions.into_iter().map(show).collect()
    }

    /// A value in the way in which it is shown.
    pub fn value(&mut self, table: &mut Table, value: Value) -> Value {
        match (&mut self.0, value) {
            (Some(simplest), Value::Term(term)) => {
                let term = simplest.value(table, term);
                Value::of_term(table, term)
            }
            _ => value,
        }
    }

    fn is_evolved(&self) -> bool {
        self.0.is_none()
    }
}

/// How a value is shown.
pub type Show<'s> = &'s mut dyn FnMut(&mut Table, Value) -> Formula;

/// Shows what a part of a variable holds.
pub(crate) fn show_part(table: &mut Table, part: &PartValue, evolved: bool) -> Formula {
    match part {
        PartValue::Text(text) => Formula::words(show_text(table, text, evolved)),
        _ => show_part_as(table, part, &mut |table, value| show_value(table, value, evolved)),
    }
}

/// The same, with values shown in another way.
pub fn show_part_as(table: &mut Table, part: &PartValue, show: Show<'_>) -> Formula {
    match part {
        PartValue::Value(value) => show(table, *value),
        PartValue::Text(text) => Formula::words(show_text(table, text, false)),
        PartValue::Complex(re, im) => {
            let parts = [show(table, *re), show(table, *im)];
            Formula::new(Kind::Call("".into()), parts)
        }
        PartValue::Array(term) => show(table, Value::Term(*term)),
        PartValue::Symbolic => Formula::words("symbolic elements"),
        PartValue::Unallocated => Formula::words("not allocated"),
        PartValue::Address(words) => Formula::words(words),
    }
}
