//! Formatted input: a format takes fields out of records.

use std::sync::Arc;

use super::RecordSource;
use super::field::{ReadModes, value_of};
use crate::error::{IoError, IoErrorKind, SymbolicRead};
use crate::format::{Control, Cursor, DataEdit, EditKind, Format, Next};
use crate::line::Line;
use crate::value::{Type, Value};
use crate::write::check_type;

/// Where a non-advancing input statement left its record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadPosition {
    /// The record.
    pub record: Line,
    /// The next column.
    pub column: usize,
}

/// A formatted input statement under way.
#[derive(Clone, Debug)]
pub struct FormattedReader {
    format: Arc<Format>,
    cursor: Cursor,
    modes: ReadModes,
    /// The current record; none before the first is read.
    record: Option<Line>,
    /// The next column, and the column at which this statement began.
    column: usize,
    begin: usize,
    advancing: bool,
    /// The number of the item, from 1, for messages.
    item: usize,
    /// How many characters were transferred: SIZE=.
    size: usize,
    /// What the last item got although its record ended too early.
    partial: Option<Value>,
}

impl FormattedReader {
    /// A statement that begins with the next record.
    pub fn new(format: Arc<Format>) -> FormattedReader {
        FormattedReader {
            format,
            cursor: Cursor::default(),
            modes: ReadModes::default(),
            record: None,
            column: 0,
            begin: 0,
            advancing: true,
            item: 0,
            size: 0,
            partial: None,
        }
    }

    /// Makes it a non-advancing statement: a record that ends too early is the end-of-record condition. With a
    /// position it goes on where the last one stopped.
    pub fn non_advancing(mut self, position: Option<ReadPosition>) -> FormattedReader {
        self.advancing = false;
        if let Some(position) = position {
            self.record = Some(position.record);
            self.column = position.column;
            self.begin = position.column;
        }
        self
    }

    /// Goes on in the record that a non-advancing statement left, as an advancing statement.
    pub fn resume(mut self, position: ReadPosition) -> FormattedReader {
        self = self.non_advancing(Some(position));
        self.advancing = true;
        self
    }

    /// Makes blanks in numeric fields zeros, as BLANK='ZERO' does.
    pub fn with_blank_zero(mut self, zero: bool) -> FormattedReader {
        self.modes.blank_zero = zero;
        self
    }

    /// How many characters data descriptors have taken: what SIZE= gets.
    pub fn size(&self) -> usize {
        self.size
    }

    /// After an end-of-record condition: what the item got, its field filled up with blanks.
    pub fn partial(&self) -> Option<&Value> {
        self.partial.as_ref()
    }

    /// Reads the next item of the type. A complex one takes two descriptors.
    pub fn read(&mut self, source: &mut dyn RecordSource, of: Type) -> Result<Value, IoError> {
        self.item += 1;
        let Some(part) = of.part() else { return self.read_part(source, of) };
        let (re, im) = (self.read_part(source, part)?, self.read_part(source, part)?);
        Value::complex(re, im).ok_or_else(unsuited)
    }

    fn read_part(&mut self, source: &mut dyn RecordSource, of: Type) -> Result<Value, IoError> {
        let format = Arc::clone(&self.format);
        self.first_record(source)?;
        loop {
            match self.cursor.next(&format) {
                Next::Data(edit) => return self.transfer(edit, of),
                Next::Control(control) => self.control(control, source)?,
                Next::End => {
                    if !self.cursor.revert(&format) {
                        let message = "Insufficient data descriptors in format after reversion";
                        return Err(IoError::new(IoErrorKind::Format, message));
                    }
                    self.next_record(source)?;
                }
            }
        }
    }

    /// Ends the statement: where a non-advancing one stopped. An advancing one has done with its record.
    pub fn finish(mut self, source: &mut dyn RecordSource) -> Result<ReadPosition, IoError> {
        let format = Arc::clone(&self.format);
        self.first_record(source)?;
        while let Next::Control(control) = self.cursor.next(&format) {
            if *control == Control::Colon {
                break;
            }
            self.control(control, source)?;
        }
        Ok(ReadPosition { record: self.record.unwrap_or_default(), column: self.column })
    }

    fn first_record(&mut self, source: &mut dyn RecordSource) -> Result<(), IoError> {
        if self.record.is_none() { self.next_record(source) } else { Ok(()) }
    }

    fn next_record(&mut self, source: &mut dyn RecordSource) -> Result<(), IoError> {
        let Some(record) = source.next_record() else { return Err(IoError::end_of_file()) };
        self.record = Some(record);
        self.column = 0;
        self.begin = 0;
        Ok(())
    }

    fn control(&mut self, control: &Control, source: &mut dyn RecordSource) -> Result<(), IoError> {
        match control {
            Control::Literal(_) => {
                return Err(IoError::new(IoErrorKind::Format, "Constant string in input format"));
            }
            Control::Skip(count) => self.column += *count as usize,
            Control::Tab(column) => self.column = self.begin + *column as usize - 1,
            Control::TabLeft(count) => {
                self.column = self.column.saturating_sub(*count as usize).max(self.begin);
            }
            Control::Slash => self.next_record(source)?,
            Control::Scale(scale) => self.modes.scale = *scale,
            Control::BlankZero(zero) => self.modes.blank_zero = *zero,
            Control::DecimalComma(comma) => self.modes.comma = *comma,
            Control::Colon | Control::Sign(_) | Control::Dollar => {}
        }
        Ok(())
    }

    fn transfer(&mut self, edit: DataEdit, of: Type) -> Result<Value, IoError> {
        check_type(edit, of, self.item)?;
        let is_text = edit.kind == EditKind::Character || matches!(of, Type::Character(_));
        let width = edit.width().unwrap_or(if is_text { of.size() } else { 0 });
        let Some(record) = &self.record else { return Err(IoError::end_of_file()) };
        let start = self.column.min(record.len());
        let end = (self.column + width).min(record.len());
        let symbolic = record.fields_between(start, end).any(|field| field.shown > 0 || field.column < end);
        if symbolic {
            let pieces = record.pieces_between(start, end);
            let short = self.column + width > record.len() && !self.advancing;
            let ReadModes { scale, blank_zero, comma } = self.modes;
            self.size += end - start;
            self.column += width;
            let edit = Some(edit);
            return Err(IoError::symbolic(SymbolicRead { pieces, edit, scale, blank_zero, comma, short }));
        }
        let field = &record.bytes()[start..end];
        // A comma ends a numeric field before its width does.
        let comma = field.iter().position(|byte| *byte == b',').filter(|_| !is_text && !self.modes.comma);
        let short = self.column + width > record.len() && comma.is_none();
        let field = &field[..comma.unwrap_or(field.len())];
        self.size += field.len();
        let result = value_of(field, edit, of, &self.modes);
        self.column = match comma {
            Some(place) => start + place + 1,
            None => self.column + width,
        };
        if short && !self.advancing {
            self.partial = result.ok();
            return Err(IoError::end_of_record());
        }
        result
    }
}

/// Reading a part of a complex yields a real; anything else would be a fault of the format's check.
fn unsuited() -> IoError {
    IoError::new(IoErrorKind::Format, "The edit descriptor does not suit a complex item")
}
