//! Formatted output: items meet a format.

use std::sync::Arc;

use super::item::{Modes, edit_with};
use crate::error::{IoError, IoErrorKind};
use crate::format::{Control, Cursor, DataEdit, EditKind, Format, Next, Sign};
use crate::line::{Field, Line};
use crate::value::{Type, Value};

/// A formatted output statement under way.
///
/// Moving right of the end writes nothing by itself: blanks appear when something is written behind them, or when the
/// record is kept open.
#[derive(Clone, Debug)]
pub struct FormattedWriter {
    format: Arc<Format>,
    cursor: Cursor,
    modes: Modes,
    /// Complete records.
    records: Vec<Line>,
    /// The record under construction.
    line: Line,
    /// The next column, and the column at which this statement began.
    column: usize,
    begin: usize,
    /// The length of records, where the file has one.
    limit: Option<usize>,
    /// How many more records may be begun, where the file has an end.
    left: Option<usize>,
    /// The last of them is complete and another was begun.
    behind_end: bool,
    /// A `$` was met.
    kept_open: bool,
    /// The number of the item, from 1, for messages.
    item: usize,
}

impl FormattedWriter {
    /// A statement that begins a new record.
    pub fn new(format: Arc<Format>) -> FormattedWriter {
        FormattedWriter::resume(format, Line::default())
    }

    /// A statement that goes on in the record that a non-advancing one left.
    pub fn resume(format: Arc<Format>, line: Line) -> FormattedWriter {
        let column = line.len();
        FormattedWriter {
            format,
            cursor: Cursor::default(),
            modes: Modes::default(),
            records: Vec::new(),
            line,
            column,
            begin: column,
            limit: None,
            left: None,
            behind_end: false,
            kept_open: false,
            item: 0,
        }
    }

    /// The same with records of a fixed length, as internal and direct-access files have them.
    pub fn with_record_length(mut self, length: usize) -> FormattedWriter {
        self.limit = Some(length);
        self
    }

    /// The same with so many records at most, as internal files have them.
    pub fn with_record_count(mut self, count: usize) -> FormattedWriter {
        self.left = Some(count.saturating_sub(1));
        self
    }

    /// Writes the next item. A complex one takes two descriptors.
    pub fn write(&mut self, item: &Value) -> Result<(), IoError> {
        self.item += 1;
        let Some((re, im)) = item.parts() else { return self.write_part(item) };
        self.write_part(&re)?;
        self.write_part(&im)
    }

    fn write_part(&mut self, item: &Value) -> Result<(), IoError> {
        let format = Arc::clone(&self.format);
        loop {
            match self.cursor.next(&format) {
                Next::Data(edit) => return self.transfer(edit, item),
                Next::Control(control) => self.control(control)?,
                Next::End => {
                    if !self.cursor.revert(&format) {
                        let message = "Insufficient data descriptors in format after reversion";
                        return Err(IoError::new(IoErrorKind::Format, message));
                    }
                    self.end_record();
                }
            }
        }
    }

    /// Ends the statement: its records, and whether the last one is kept open because of a `$`.
    pub fn finish(mut self) -> Result<(Vec<Line>, bool), IoError> {
        self.trailing_controls()?;
        self.records.push(self.line);
        Ok((self.records, self.kept_open))
    }

    /// Ends a non-advancing statement: the complete records, and the one that stays open, to be passed to `resume`.
    pub fn finish_open(mut self) -> Result<(Vec<Line>, Line), IoError> {
        self.trailing_controls()?;
        self.line.extend_to(self.column);
        Ok((self.records, self.line))
    }

    /// Takes the records that are complete.
    pub fn take_records(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.records)
    }

    /// What the format says behind the last item, up to the next descriptor that wants one.
    fn trailing_controls(&mut self) -> Result<(), IoError> {
        let format = Arc::clone(&self.format);
        while let Next::Control(control) = self.cursor.next(&format) {
            if *control == Control::Colon {
                break;
            }
            self.control(control)?;
        }
        Ok(())
    }

    fn transfer(&mut self, edit: DataEdit, item: &Value) -> Result<(), IoError> {
        check_type(edit, item.of(), self.item)?;
        if let Value::Opaque(id, of) = item {
            let width = opaque_width(edit, *of);
            self.make_room(width.unwrap_or(0))?;
            let Modes { scale, plus, comma } = self.modes;
            let column = self.column;
            let field = Field::listed(column, *id, *of, width);
            self.line.put_field(Field { edit: Some(edit), scale, plus, comma, ..field });
            self.column += width.unwrap_or(0);
            return Ok(());
        }
        let text = edit_with(edit, item, &self.modes)?;
        self.put(&text)
    }

    fn control(&mut self, control: &Control) -> Result<(), IoError> {
        match control {
            Control::Literal(text) => self.put(text)?,
            Control::Skip(count) => self.column += *count as usize,
            Control::Tab(column) => self.column = self.begin + *column as usize - 1,
            Control::TabLeft(count) => {
                self.column = self.column.saturating_sub(*count as usize).max(self.begin);
            }
            Control::Slash => self.end_record(),
            Control::Colon => {}
            Control::Scale(scale) => self.modes.scale = *scale,
            Control::Sign(sign) => self.modes.plus = *sign == Sign::Plus,
            Control::BlankZero(_) => {}
            Control::DecimalComma(comma) => self.modes.comma = *comma,
            Control::Dollar => self.kept_open = true,
        }
        Ok(())
    }

    fn put(&mut self, text: &[u8]) -> Result<(), IoError> {
        self.make_room(text.len())?;
        self.line.put(self.column, text);
        self.column += text.len();
        Ok(())
    }

    fn make_room(&self, width: usize) -> Result<(), IoError> {
        match self.limit {
            Some(limit) if self.column + width > limit => Err(IoError::end_of_record()),
            _ if self.behind_end => Err(IoError::end_of_file()),
            _ => Ok(()),
        }
    }

    fn end_record(&mut self) {
        match &mut self.left {
            // Standing behind the last record is no error before something is written there.
            Some(0) => self.behind_end = true,
            Some(left) => *left -= 1,
            None => {}
        }
        self.records.push(std::mem::take(&mut self.line));
        self.column = 0;
        self.begin = 0;
    }
}

/// The width of the field of an unknown value, where it does not depend on the value.
fn opaque_width(edit: DataEdit, of: Type) -> Option<usize> {
    edit.width().or(match (edit.kind, of) {
        (EditKind::Character, _) | (EditKind::General, Type::Character(_)) => Some(of.size()),
        (EditKind::Logical | EditKind::General, Type::Logical(_)) => Some(1),
        _ => None,
    })
}

/// That the descriptor suits the type, with gfortran's message if it does not.
pub(crate) fn check_type(edit: DataEdit, of: Type, item: usize) -> Result<(), IoError> {
    use EditKind::*;
    let wanted = match (edit.kind, of) {
        (Integer, Type::Integer(_)) => return Ok(()),
        (Integer, _) => "INTEGER",
        (Binary | Octal | Hexadecimal | Logical | General | Character, _) => return Ok(()),
        (_, Type::Real32 | Type::Real64) => return Ok(()),
        _ => "REAL",
    };
    let got = of.name();
    let message = format!("Expected {wanted} for item {item} in formatted transfer, got {got}");
    Err(IoError::new(IoErrorKind::Format, message))
}
