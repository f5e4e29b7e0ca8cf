//! Arrays: elements, and Clarke's intervals of elements with one value.

use sextant_expr::{Op, Table, TermId};
use sextant_state::{ArrayObject, Cell, Contents, Value};

use super::Show;

/// Clarke's array intervals: neighbouring elements that are shown alike are one entry, as in `A(1:1000)`.
pub(crate) fn intervals<V: Clone + PartialEq>(shown: Vec<(String, V)>) -> Vec<(String, V)> {
    let elements: Vec<Element<V>> =
        shown.into_iter().map(|(name, value)| Element { place: subscripted(&name), name, value }).collect();
    let alike = |a: &Element<V>, b: &Element<V>| match (&a.place, &b.place) {
        (Some((first, low)), Some((second, high))) => {
            first == second && low.checked_add(1) == Some(*high) && a.value == b.value
        }
        _ => false,
    };
    let entry = |run: &[Element<V>]| match run {
        [Element { place: Some((array, low)), value, .. }, .., Element { place: Some((_, high)), .. }] => {
            (format!("{array}({low}:{high})"), value.clone())
        }
        [first, ..] => (first.name.clone(), first.value.clone()),
        [] => unreachable!("a run has an element"),
    };
    elements.chunk_by(alike).map(entry).collect()
}

/// Something shown under a name, and where it stands if the name is that of an element.
struct Element<V> {
    place: Option<(String, i64)>,
    name: String,
    value: V,
}

/// The array and the one subscript of a name such as `A(3)`.
fn subscripted(name: &str) -> Option<(String, i64)> {
    let (array, rest) = name.split_once('(')?;
    let subscript = rest.strip_suffix(')')?.parse().ok()?;
    Some((array.to_owned(), subscript))
}

/// What can be said of an array as a whole: its term, or that nothing was assigned to its symbolic elements.
pub fn show_whole(table: &mut Table, array: &ArrayObject, show: Show<'_>) -> Option<String> {
    match array.contents {
        Contents::Term { array, .. } => Some(show(table, Value::Term(array)).to_string()),
        Contents::Known { base: Some(_), .. } if array.assigned_count() == 0 => {
            Some("symbolic elements".to_owned())
        }
        Contents::Known { .. } => None,
    }
}

/// The element of an array at a constant subscript; undefined where it has no value.
pub fn element(table: &mut Table, array: &ArrayObject, index: i64) -> Value {
    let select = |table: &mut Table, array: TermId| {
        let at = table.int(index);
        table.apply(Op::Select, &[array, at])
    };
    match array.cell(index) {
        Cell::Value(value) => value,
        Cell::Undefined => Value::Undefined,
        Cell::Symbolic(array) => Value::Term(select(table, array)),
        Cell::InTerm => {
            let (array, defined) = array.as_term(table);
            if let Some(defined) = defined {
                let there = select(table, defined);
                let there = table.simplify(there);
                if table.as_bool(there) == Some(false) {
                    return Value::Undefined;
                }
            }
            Value::Term(select(table, array))
        }
    }
}
