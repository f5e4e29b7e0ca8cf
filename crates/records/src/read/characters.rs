//! The characters of consecutive records, as list-directed and namelist input see them: the end of a record is a
//! newline. A record is taken from the source only when a character of it is wanted.

use super::RecordSource;
use crate::line::{Field, Line, Piece};

/// A position in a sequence of records.
#[derive(Clone, Debug, Default)]
pub(super) struct Characters {
    record: Option<Line>,
    column: usize,
    /// A record was taken from the source.
    pub started: bool,
    /// The columns of the last unknown value, so that a field without width is not met twice.
    passed: Passed,
    /// The first record so far with unknown fields.
    with_fields: Option<Line>,
}

/// A range of columns, both ends included; empty unless `from <= to`.
#[derive(Clone, Copy, Debug)]
struct Passed {
    from: usize,
    to: usize,
}

impl Default for Passed {
    fn default() -> Passed {
        Passed { from: 1, to: 0 }
    }
}

impl Passed {
    fn holds(self, column: usize) -> bool {
        (self.from..=self.to).contains(&column)
    }
}

impl Characters {
    /// Begins in the middle of a record.
    pub fn resume(record: Line, column: usize) -> Characters {
        let with_fields = (!record.fields().is_empty()).then(|| record.clone());
        Characters { record: Some(record), column, started: true, passed: Passed::default(), with_fields }
    }

    /// The next character; a newline behind the last one of a record; nothing at the end of the file.
    pub fn peek(&mut self, source: &mut dyn RecordSource) -> Option<u8> {
        if self.record.as_ref().is_none_or(|record| self.column > record.len()) {
            let record = source.next_record()?;
            if self.with_fields.is_none() && !record.fields().is_empty() {
                self.with_fields = Some(record.clone());
            }
            self.record = Some(record);
            self.column = 0;
            self.started = true;
            self.passed = Passed::default();
        }
        let record = self.record.as_ref()?;
        Some(record.bytes().get(self.column).copied().unwrap_or(b'\n'))
    }

    /// Takes the next character.
    pub fn take(&mut self, source: &mut dyn RecordSource) -> Option<u8> {
        let byte = self.peek(source)?;
        self.column += 1;
        Some(byte)
    }

    /// Passes over the character that `peek` gave.
    pub fn skip(&mut self) {
        self.column += 1;
    }

    /// What is left of the current record.
    pub fn rest(&self) -> &[u8] {
        self.record.as_ref().and_then(|record| record.bytes().get(self.column..)).unwrap_or_default()
    }

    /// Passes over so many characters of the current record.
    pub fn advance(&mut self, count: usize) {
        self.column += count;
    }

    /// Whether the next character would be taken from another record.
    pub fn behind_record(&self) -> bool {
        self.record.as_ref().is_none_or(|record| self.column > record.len())
    }

    /// Leaves the current record.
    pub fn leave_record(&mut self) {
        self.column = self.record.as_ref().map_or(0, Line::len) + 1;
    }

    /// Whether an unknown field stands at the position.
    pub fn at_symbolic(&self) -> bool {
        self.symbolic_end(0).is_some()
    }

    /// The parts of the value at the position, if an unknown field is in it or touches its end. They are passed over.
    pub fn take_symbolic(&mut self) -> Option<Vec<Piece>> {
        let length = self.rest().iter().position(|byte| is_separator(*byte)).unwrap_or(self.rest().len());
        let mut end = self.symbolic_end(length)?;
        // What follows a field without a separator may belong to the same value.
        loop {
            let rest = self.record.as_ref()?.bytes().get(end..).unwrap_or_default();
            let more = rest.iter().position(|byte| is_separator(*byte)).unwrap_or(rest.len());
            let next = self.end_of_fields(end, end + more).unwrap_or(end + more);
            if next == end {
                break;
            }
            end = next;
        }
        let pieces = self.record.as_ref()?.pieces_between(self.column, end);
        self.passed = Passed { from: self.column, to: end };
        self.column = end;
        Some(pieces)
    }

    /// The end of the unknown fields with width that begin within columns or directly behind them.
    fn end_of_fields(&self, from: usize, to: usize) -> Option<usize> {
        let begins = |field: &&Field| field.shown > 0 && (from..=to).contains(&field.column);
        self.record.as_ref()?.fields().iter().filter(begins).map(|field| field.column + field.shown).max()
    }

    /// What stands in the first record with unknown fields that was met, if one was.
    pub fn met_fields(&self) -> Option<Vec<Piece>> {
        self.with_fields.as_ref().map(Line::pieces)
    }

    /// The end of the unknown fields that begin within so many columns from the position or directly behind them.
    fn symbolic_end(&self, length: usize) -> Option<usize> {
        let (from, to) = (self.column, self.column + length);
        let inside = |field: &&Field| {
            let end = field.column + field.shown;
            let passed = field.shown == 0 && self.passed.holds(field.column);
            !passed && field.column <= to && (end > from || (field.shown == 0 && end == from))
        };
        let ends =
            self.record.as_ref()?.fields().iter().filter(inside).map(|field| field.column + field.shown);
        ends.max().map(|end| end.max(to))
    }
}

/// What ends an undelimited value.
pub(super) fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b'/' | b';')
}
