//! Values on given data: the symbolic and the actual one side by side, as in `Z = X**2 = 9`.

use sextant_engines::dynamic::NoValue;
use sextant_expr::{Sort, Table, TermId};
use sextant_notation::Formula;
use sextant_session::describe::{frame_values_as, show_part_as, show_value, variable_values, written};
use sextant_state::{Output, PartValue, State, Value};
use sextant_syntax::VarId;

use super::desk::{Desk, Given};

impl Desk<'_> {
    /// A value as it is shown: the actual value stands behind the symbolic one where there are data.
    pub(super) fn shown(&mut self, value: Value) -> String {
        show_both(&mut self.bench.table, self.given, value, self.options.evolved).to_string()
    }

    /// A part of a variable as it is shown.
    pub(super) fn shown_part(&mut self, part: &PartValue) -> String {
        let (given, evolved) = (&mut *self.given, self.options.evolved);
        show_part_as(&mut self.bench.table, part, &mut |table, value| show_both(table, given, value, evolved))
            .to_string()
    }

    /// The variables of the running activation of a state.
    pub(super) fn frame_values(&mut self, state: &State) -> Vec<(String, String)> {
        let given = &mut *self.given;
        frame_values_as(self.session.program(), &mut self.bench, state, &mut |table, value| {
            show_both(table, given, value, false)
        })
    }

    /// One variable of the running activation of a state, part by part.
    pub(super) fn variable_values(&mut self, state: &State, variable: VarId) -> Vec<(String, String)> {
        let given = &mut *self.given;
        variable_values(self.session.program(), &mut self.bench, state, variable, &mut |table, value| {
            show_both(table, given, value, false)
        })
    }

    /// The lines that were written.
    pub(super) fn written_lines(&mut self, output: &[Output]) -> Vec<String> {
        let state = self.state().clone();
        let table = &mut self.bench.table;
        let symbolic = written(table, &state, output, self.options.evolved);
        let Some(given) = &mut *self.given else { return symbolic };
        let actual: Vec<Output> = output
            .iter()
            .map(|item| match item {
                Output::Value(value) => {
                    let text = actual_text(table, given, *value).unwrap_or_else(|| "?".into());
                    Output::Text(text.into())
                }
                Output::Converted(stream, value, _) => {
                    let text = actual_text(table, given, *value).unwrap_or_else(|| "?".into());
                    Output::Bytes(*stream, text.as_bytes().into())
                }
                other => other.clone(),
            })
            .collect();
        let actual = written(table, &state, &actual, false);
        let both = |(symbolic, actual): (String, String)| match symbolic == actual {
            true => symbolic,
            false => format!("{symbolic} = {actual}"),
        };
        symbolic.into_iter().zip(actual).map(both).collect()
    }

    /// The input that the data do not give and a condition needs.
    pub(super) fn missing(&mut self, condition: TermId) -> Option<String> {
        let given = self.given.as_mut()?;
        match given.actual.holds(&self.bench.table, condition) {
            Err(NoValue::Missing(what)) => Some(what),
            Err(NoValue::TooLarge) => Some("so large a number".into()),
            Ok(_) => None,
        }
    }
}

fn show_both(table: &mut Table, given: &mut Option<Given>, value: Value, evolved: bool) -> Formula {
    let symbolic = show_value(table, value, evolved);
    let Some(given) = given else { return symbolic };
    match actual_text(table, given, value) {
        Some(actual) if symbolic != *actual => Formula::words(format!("{symbolic} = {actual}")),
        _ => symbolic,
    }
}

/// The actual value; `?` where the data do not give it, none where there is no value at all.
pub(super) fn actual_text(table: &Table, given: &mut Given, value: Value) -> Option<String> {
    if let Value::Term(term) = value
        && matches!(table.sort(term), Sort::Array(_))
    {
        let Ok(elements) = given.actual.assigned(table, term) else { return Some("?".into()) };
        let each = elements.iter().map(|(index, value)| format!("({index}) = {value}"));
        return Some(each.collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty());
    }
    match given.actual.of_held(table, value) {
        Ok(value) => value.map(|value| value.to_string()),
        Err(_) => Some("?".into()),
    }
}
