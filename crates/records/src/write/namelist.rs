//! Namelist output.

use super::list::{Delimiter, list_text, list_width};
use crate::line::{Field, Line};
use crate::value::{Type, Value};

/// An object of a namelist group with its value: one for a scalar, all elements in array element order for an array.
#[derive(Clone, Debug, PartialEq)]
pub struct NamelistItem {
    /// The name; a component is written `OBJECT%COMPONENT`.
    pub name: String,
    /// The value or values.
    pub values: Vec<Value>,
}

/// The records that a namelist output statement writes. Unless the connection has a DELIM, gfortran writes characters
/// between quotation marks.
pub fn write_namelist(group: &str, items: &[NamelistItem], delimiter: Delimiter) -> Vec<Line> {
    let mut lines = vec![Line::from_bytes(format!("&{}", group.to_uppercase()))];
    for item in items {
        let mut writer = Writer { lines, delimiter, on_line: 1 };
        writer.lines.push(Line::from_bytes(format!(" {}=", item.name.to_uppercase())));
        writer.values(&item.values);
        lines = writer.lines;
    }
    lines.push(Line::from_bytes(" /"));
    lines
}

struct Writer {
    lines: Vec<Line>,
    delimiter: Delimiter,
    /// Values on the line, the name counted as one.
    on_line: usize,
}

impl Writer {
    /// Equal neighbours are written once, with their number before them.
    fn values(&mut self, values: &[Value]) {
        let mut at = 0;
        while at < values.len() {
            let equal = values[at..].iter().take_while(|value| same(value, &values[at])).count();
            if equal > 1 {
                self.put(format!(" {equal}*").as_bytes());
            }
            self.value(&values[at], equal > 1);
            at += equal;
        }
    }

    fn value(&mut self, value: &Value, repeated: bool) {
        match value {
            Value::Opaque(id, of) => {
                let end = self.line().len();
                self.line().put_field(Field::listed(end, *id, *of, width(*of)));
            }
            _ => {
                let text = text(value, repeated, self.delimiter);
                self.put(&text);
            }
        }
        let undelimited = self.delimiter == Delimiter::None;
        let is_text = matches!(value.of(), Type::Character(_));
        if !(is_text && undelimited) {
            self.put(b",");
        }
        // A complex counts for its two parts.
        self.on_line += if value.of().part().is_some() { 2 } else { 1 };
        if self.on_line > 5 {
            if undelimited {
                self.put(b",");
            }
            self.on_line = 0;
            self.lines.push(Line::from_bytes(" "));
        }
    }

    fn line(&mut self) -> &mut Line {
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    fn put(&mut self, text: &[u8]) {
        let line = self.line();
        line.put(line.len(), text);
    }
}

/// Whether gfortran takes two elements for equal: it compares their storage.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Opaque(..), _) | (_, Value::Opaque(..)) => left == right,
        _ => left.storage() == right.storage(),
    }
}

/// The width of an unknown value.
fn width(of: Type) -> Option<usize> {
    list_width(of, Delimiter::Quote).filter(|_| of.part().is_none())
}

/// A known value as list-directed output has it, but numbers at the left of their field if they are integers or
/// repeated, and a complex without blanks.
fn text(value: &Value, repeated: bool, delimiter: Delimiter) -> Vec<u8> {
    let field = list_text(value, delimiter);
    match value {
        Value::Integer(..) => left(&field),
        Value::Complex32(..) | Value::Complex64(..) => field.trim_ascii_start().to_vec(),
        _ if repeated && value.real().is_some_and(f64::is_finite) => left(&field),
        _ => field,
    }
}

/// The text of a field moved to its left end.
fn left(field: &[u8]) -> Vec<u8> {
    let mut moved = field.trim_ascii_start().to_vec();
    moved.resize(field.len(), b' ');
    moved
}
