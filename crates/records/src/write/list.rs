//! List-directed output.

use super::item::{Modes, right};
use super::real::list_real;
use crate::error::IoError;
use crate::line::{Field, Line};
use crate::value::{Type, Value};

/// How character values are delimited: the DELIM of a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delimiter {
    /// Not at all, the default.
    #[default]
    None,
    /// By apostrophes, doubled inside.
    Apostrophe,
    /// By quotation marks, doubled inside.
    Quote,
}

/// A list-directed output statement under way.
#[derive(Clone, Debug)]
pub struct ListWriter {
    line: Line,
    delimiter: Delimiter,
    limit: Option<usize>,
    /// Nothing was written yet.
    first: bool,
    /// The last item was an undelimited character value.
    after_text: bool,
}

impl ListWriter {
    /// A statement that begins a new record.
    pub fn new(delimiter: Delimiter) -> ListWriter {
        ListWriter::resume(delimiter, Line::default())
    }

    /// A statement that goes on in the record that a non-advancing one left.
    pub fn resume(delimiter: Delimiter, line: Line) -> ListWriter {
        ListWriter { line, delimiter, limit: None, first: true, after_text: false }
    }

    /// The same with records of a fixed length, as internal files have them.
    pub fn with_record_length(mut self, length: usize) -> ListWriter {
        self.limit = Some(length);
        self
    }

    /// Writes the next item.
    pub fn write(&mut self, item: &Value) -> Result<(), IoError> {
        let is_text = matches!(item.of(), Type::Character(_)) && self.delimiter == Delimiter::None;
        if self.first || !(is_text && self.after_text) {
            self.put(b" ")?;
        }
        self.first = false;
        self.after_text = is_text;
        if let Value::Opaque(id, of) = item {
            let width = list_width(*of, self.delimiter);
            self.make_room(width.unwrap_or(0))?;
            self.line.put_field(Field::listed(self.line.len(), *id, *of, width));
            return Ok(());
        }
        self.put(&list_text(item, self.delimiter))
    }

    /// Writes a complex item of which a part is not known.
    pub fn write_parts(&mut self, re: &Value, im: &Value) -> Result<(), IoError> {
        self.put(b" (")?;
        (self.first, self.after_text) = (false, false);
        self.part(re)?;
        self.put(b",")?;
        self.part(im)?;
        self.put(b")")
    }

    fn part(&mut self, part: &Value) -> Result<(), IoError> {
        match part {
            Value::Opaque(id, of) => {
                self.line.put_field(Field::listed(self.line.len(), *id, *of, None));
                Ok(())
            }
            known => self.put(&list_real(known.real().unwrap_or_default(), known.of(), true)),
        }
    }

    /// Ends the statement: its records.
    pub fn finish(self) -> Vec<Line> {
        vec![self.line]
    }

    fn make_room(&self, width: usize) -> Result<(), IoError> {
        match self.limit {
            Some(limit) if self.line.len() + width > limit => Err(IoError::end_of_record()),
            _ => Ok(()),
        }
    }

    fn put(&mut self, text: &[u8]) -> Result<(), IoError> {
        self.make_room(text.len())?;
        self.line.put(self.line.len(), text);
        Ok(())
    }
}

/// The width of an item, where it does not depend on the value.
pub(super) fn list_width(of: Type, delimiter: Delimiter) -> Option<usize> {
    match of {
        Type::Integer(kind) => Some(integer_width(kind) as usize),
        Type::Real32 => Some(16),
        Type::Real64 => Some(25),
        Type::Complex32 => Some(35),
        Type::Complex64 => Some(53),
        Type::Logical(_) => Some(1),
        // With delimiters the length depends on how many of them must be doubled.
        Type::Character(length) => (delimiter == Delimiter::None).then_some(length),
    }
}

/// The width of integers of a kind.
fn integer_width(kind: u8) -> u32 {
    match kind {
        1 => 4,
        2 => 6,
        4 => 11,
        8 => 20,
        _ => 40,
    }
}

/// A known value as it stands behind the separator.
pub(super) fn list_text(item: &Value, delimiter: Delimiter) -> Vec<u8> {
    match item {
        Value::Integer(value, kind) => {
            super::integer::edit_integer(*value, integer_width(*kind), None, &Modes::default())
        }
        Value::Real32(value) => list_real(f64::from(*value), Type::Real32, false),
        Value::Real64(value) => list_real(*value, Type::Real64, false),
        Value::Complex32(re, im) => right(complex(f64::from(*re), f64::from(*im), Type::Real32), 35),
        Value::Complex64(re, im) => right(complex(*re, *im, Type::Real64), 53),
        Value::Logical(value, _) => vec![if *value { b'T' } else { b'F' }],
        Value::Character(text) => delimited(text, delimiter),
        Value::Opaque(..) => Vec::new(),
    }
}

/// `(re,im)` without blanks.
fn complex(re: f64, im: f64, of: Type) -> Vec<u8> {
    [b"(", &*list_real(re, of, true), b",", &list_real(im, of, true), b")"].concat()
}

/// A character value between its delimiters.
fn delimited(text: &[u8], delimiter: Delimiter) -> Vec<u8> {
    let mark = match delimiter {
        Delimiter::None => return text.to_vec(),
        Delimiter::Apostrophe => b'\'',
        Delimiter::Quote => b'"',
    };
    let mut written = vec![mark];
    for byte in text {
        if *byte == mark {
            written.push(mark);
        }
        written.push(*byte);
    }
    written.push(mark);
    written
}
