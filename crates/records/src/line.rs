//! Lines: text in columns, with fields whose value is not known.
//!
//! A field of known width occupies its columns, which hold blanks in `bytes`; one of unknown width stands between two
//! columns. Fields are kept in the order of their columns. Text written over a field hides that part of it.

use crate::format::DataEdit;
use crate::value::{Type, Value};

/// A record, formatted or not.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// A formatted record.
    Text(Line),
    /// An unformatted record.
    Values(Vec<Value>),
}

/// A formatted record, complete or under construction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    bytes: Vec<u8>,
    fields: Vec<Field>,
}

/// A field of a line whose value is not known.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The first column in which it shows, from 0.
    pub column: usize,
    /// The caller's number of the value.
    pub id: u32,
    /// Its type.
    pub of: Type,
    /// How it is edited; nothing in list-directed and namelist records.
    pub edit: Option<DataEdit>,
    /// The scale factor in force.
    pub scale: i32,
    /// Whether plus signs are written.
    pub plus: bool,
    /// Whether the decimal point is a comma.
    pub comma: bool,
    /// Its width, where that is known before the value is.
    pub width: Option<usize>,
    /// How many of its leading columns are hidden by later text.
    pub hidden: usize,
    /// How many columns show.
    pub shown: usize,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Known characters.
    Text(Vec<u8>),
    /// A value that is not known.
    Opaque(Field),
}

impl Line {
    /// A line of known characters.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Line {
        Line { bytes: bytes.into(), fields: Vec::new() }
    }

    /// The number of columns.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing stands in the line.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.fields.is_empty()
    }

    /// All columns, those of unknown fields blank.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The fields whose value is not known, from left to right.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The characters, if all are known.
    pub fn text(&self) -> Option<&[u8]> {
        self.fields.is_empty().then_some(&self.bytes)
    }

    /// Known and unknown parts from left to right.
    pub fn pieces(&self) -> Vec<Piece> {
        self.pieces_between(0, self.bytes.len())
    }

    /// The parts that stand in the columns from `from` up to `to`.
    pub fn pieces_between(&self, from: usize, to: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut at = from;
        for field in self.fields_between(from, to) {
            let start = field.column.max(from);
            if start > at {
                pieces.push(Piece::Text(self.bytes[at..start].to_vec()));
            }
            at = (field.column + field.shown).min(to).max(start);
            pieces.push(Piece::Opaque(field.part(start - field.column, at - start)));
        }
        if at < to.min(self.bytes.len()) {
            pieces.push(Piece::Text(self.bytes[at..to.min(self.bytes.len())].to_vec()));
        }
        pieces
    }

    /// The unknown fields with a column from `from` up to `to`, those without width between them included.
    pub fn fields_between(&self, from: usize, to: usize) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(move |field| {
            let end = field.column + field.shown;
            if field.shown == 0 {
                field.column >= from && field.column <= to
            } else {
                field.column < to && end > from
            }
        })
    }

    /// Writes text from a column on, over what stands there; columns between the end and it become blank.
    pub fn put(&mut self, column: usize, text: &[u8]) {
        self.extend_to(column + text.len());
        self.hide(column, column + text.len());
        self.bytes[column..column + text.len()].copy_from_slice(text);
    }

    /// Writes an unknown value from its column on.
    pub fn put_field(&mut self, field: Field) {
        self.put(field.column, &vec![b' '; field.shown]);
        let place = self.fields.partition_point(|other| other.column <= field.column);
        self.fields.insert(place, field);
    }

    /// Fills up with blanks to so many columns.
    pub fn extend_to(&mut self, columns: usize) {
        if self.bytes.len() < columns {
            self.bytes.resize(columns, b' ');
        }
    }

    /// Cuts behind so many columns.
    pub fn truncate(&mut self, columns: usize) {
        let end = self.bytes.len();
        if columns < end {
            self.hide(columns, end);
            self.bytes.truncate(columns);
        }
    }

    /// Hides the columns of unknown fields that are about to be overwritten.
    fn hide(&mut self, from: usize, to: usize) {
        if self.fields_between(from, to).all(|field| field.shown == 0) {
            return;
        }
        let mut kept = Vec::with_capacity(self.fields.len() + 1);
        for field in std::mem::take(&mut self.fields) {
            let end = field.column + field.shown;
            if field.shown == 0 || end <= from || field.column >= to {
                kept.push(field);
                continue;
            }
            if field.column < from {
                kept.push(field.part(0, from - field.column));
            }
            if end > to {
                kept.push(field.part(to - field.column, end - to));
            }
        }
        self.fields = kept;
    }
}

impl Field {
    /// An unknown value from a column on, as list-directed and namelist records have it.
    pub(crate) fn listed(column: usize, id: u32, of: Type, width: Option<usize>) -> Field {
        let shown = width.unwrap_or(0);
        Field { column, id, of, edit: None, scale: 0, plus: false, comma: false, width, hidden: 0, shown }
    }

    /// So many columns of the field, behind the first `skipped` that show.
    fn part(&self, skipped: usize, shown: usize) -> Field {
        Field { column: self.column + skipped, hidden: self.hidden + skipped, shown, ..self.clone() }
    }
}
