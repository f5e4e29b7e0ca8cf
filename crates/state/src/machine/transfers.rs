//! Statements on files: what is under way between the beginning and the end of one.
//!
//! The beginning finds the unit and prepares a writer or reader; each item goes through it; the end stores records
//! and tells how it went. A failure is remembered and the rest of the items skipped, because only the end may take
//! one of the ways out that the program provides.

use std::sync::Arc;

use sextant_records::{
    Delimiter, Format, FormattedReader, FormattedWriter, InternalFile, IoError, IoErrorKind, Line,
    ListReader, ListWriter, Record, Value as Item,
};
use sextant_syntax::{Operation, Outside, Setting};

use super::Step;
use super::here::Here;
use crate::code::{Handled, Layout, LayoutCode, SettingCode, TransferCode, UnitCode};
use crate::files::{INPUT, MESSAGES, OUTPUT};
use crate::memory::View;
use crate::{ErrorKind, Output, Stop, Value};

/// A statement on a file under way.
#[derive(Clone, Debug)]
pub(crate) struct Transfer {
    pub(super) unit: TransferUnit,
    pub(super) mode: Mode,
    /// 0 so far, or why it failed.
    pub(super) status: i32,
    pub(super) message: String,
    message_place: Option<View>,
    handled: Handled,
    /// Direct access: the record's number.
    record: Option<usize>,
    /// Non-advancing.
    stays: bool,
    size_place: Option<MemberPlace>,
}

/// A variable that gets an answer.
#[derive(Clone, Debug)]
pub(super) struct MemberPlace {
    pub view: View,
    pub layout: Layout,
}

/// Where records come from or go to.
#[derive(Clone, Debug)]
pub(super) enum TransferUnit {
    Number(i64),
    /// The text or array of texts, as a file.
    Internal(View, InternalFile),
}

/// What is done with the items.
#[derive(Clone, Debug)]
pub(super) enum Mode {
    /// Nothing: everything is done already.
    Done,
    WriteFormatted(FormattedWriter),
    WriteList(ListWriter),
    WriteValues(Vec<Item>),
    ReadFormatted(FormattedReader),
    ReadList(ListReader),
    /// The values of a record, and the next one.
    ReadValues(Arc<Record>, usize),
    /// Every item is a new input.
    ReadInputs,
    /// Every item is told by the world outside; how many were.
    ReadOutside(Outside, u64),
}

impl Here<'_, '_> {
    pub(super) fn transfer_begin(&mut self, code: u32) -> Step {
        let procedure = self.procedure;
        let code = &procedure.transfers[code as usize];
        let message_place = code.message.map(|slot| self.view(self.referred(slot)?)).transpose()?;
        let mut transfer = Transfer {
            unit: TransferUnit::Number(OUTPUT),
            mode: Mode::Done,
            status: 0,
            message: String::new(),
            message_place,
            handled: code.handled,
            record: None,
            stays: false,
            size_place: None,
        };
        if let Some((_, member)) = code.answers.iter().find(|(name, _)| *name == Setting::Size)
            && code.operation == Operation::Read
        {
            let view = self.view(self.referred(member.slot)?)?;
            transfer.size_place = Some(MemberPlace { view, layout: member.layout.clone() });
        }
        match (code.operation, code.unit) {
            (_, UnitCode::Outside(asked)) => transfer.mode = self.outside_mode(asked),
            (Operation::Read | Operation::Write, _) => {
                transfer.unit = self.transfer_unit(code)?;
                self.begin_data(code, &mut transfer)?;
            }
            _ => self.file_operation(code, &mut transfer)?,
        }
        self.state.transfer = Some(Arc::new(transfer));
        Ok(())
    }

    fn transfer_unit(&mut self, code: &TransferCode) -> Result<TransferUnit, Stop> {
        Ok(match code.unit {
            UnitCode::Standard | UnitCode::ByName | UnitCode::Outside(_) => {
                TransferUnit::Number(if code.operation == Operation::Read { INPUT } else { OUTPUT })
            }
            UnitCode::Number(number) => TransferUnit::Number(self.constant_number(number, "a unit")?),
            UnitCode::Internal(slot) => {
                let view = self.view(self.referred(slot)?)?;
                let file = self.internal_file(&view, code.operation == Operation::Read)?;
                TransferUnit::Internal(view, file)
            }
        })
    }

    pub(super) fn constant_number(&mut self, number: crate::code::Reg, what: &str) -> Result<i64, Stop> {
        let value = self.defined(self.operand(number))?;
        match self.settled(value) {
            Value::Int(number) => Ok(number),
            _ => Err(self.cannot(format!("{what} that depends on symbols"))),
        }
    }

    /// The records of a text variable. What nobody looks at may be undefined.
    fn internal_file(&mut self, view: &View, read: bool) -> Result<InternalFile, Stop> {
        let Value::Int(length) = self.settled(view.length) else {
            return Err(self.cannot("an internal file of unknown length"));
        };
        let mut records = Vec::new();
        for first in self.element_starts(view)? {
            let mut bytes = Vec::with_capacity(length as usize);
            for at in 0..length {
                match self.state.raw_cell(view.storage, first + at) {
                    Value::Int(code) => bytes.push(code as u8),
                    _ if !read => bytes.push(b' '),
                    Value::Undefined => return Err(self.uninitialised(None)),
                    _ => return Err(self.cannot("reading a text that depends on symbols")),
                }
            }
            records.push(Line::from_bytes(bytes));
        }
        Ok(InternalFile::new(length as usize, records))
    }

    /// The first cell of every element of a view, in storage order.
    pub(super) fn element_starts(&mut self, view: &View) -> Result<Vec<i64>, Stop> {
        let unknown = "an array whose place or size depends on symbols";
        let Value::Int(offset) = self.settled(view.offset) else {
            return Err(self.cannot(unknown));
        };
        let mut starts = vec![offset];
        for dimension in view.dimensions.iter() {
            let high = match dimension.high {
                Value::Undefined => self.last_of(view, dimension.stride),
                high => high,
            };
            let extent = self.extent(dimension.low, high);
            let (Value::Int(extent), Value::Int(stride)) =
                (self.settled(extent), self.settled(dimension.stride))
            else {
                return Err(self.cannot(unknown));
            };
            starts = (0..extent)
                .flat_map(|at| starts.iter().map(move |start| start + at * stride).collect::<Vec<_>>())
                .collect();
        }
        Ok(starts)
    }

    /// The upper bound of an assumed-size vector: as far as its storage goes.
    fn last_of(&mut self, view: &View, stride: Value) -> Value {
        let high = self.state.storage(view.storage).map_or(Value::Int(1), |array| array.high);
        match (high, view.offset, stride) {
            (Value::Int(high), Value::Int(offset), Value::Int(stride)) if stride > 0 => {
                Value::Int((high - offset + stride) / stride)
            }
            _ => Value::Undefined,
        }
    }

    fn begin_data(&mut self, code: &TransferCode, transfer: &mut Transfer) -> Step {
        let reading = code.operation == Operation::Read;
        if let TransferUnit::Number(number) = transfer.unit {
            let formatted = code.layout != LayoutCode::Unformatted;
            self.connect(number, formatted);
            if let Err(error) = self.check_unit(number, reading, formatted) {
                fail(transfer, error);
                return Ok(());
            }
            if let Some(record) = code.record {
                let wanted = self.constant_number(record, "a record number")?;
                transfer.record = Some(wanted.max(1) as usize);
            }
        }
        if let Some(advance) = self.specifier(code, Setting::Advance)? {
            transfer.stays = advance.eq_ignore_ascii_case("NO");
        }
        let format = match self.format(&code.layout)? {
            Ok(format) => format,
            Err(message) => {
                fail(transfer, IoError::new(IoErrorKind::Format, message));
                return Ok(());
            }
        };
        if reading {
            self.begin_reading(code, format, transfer)
        } else {
            self.begin_writing(code, format, transfer)
        }
    }

    /// The format of a formatted statement.
    fn format(&mut self, layout: &LayoutCode) -> Result<Result<Option<Arc<Format>>, String>, Stop> {
        Ok(match layout {
            LayoutCode::Format(format) => format.clone().map(Some),
            LayoutCode::Computed(text) => {
                let Some(bytes) = known_bytes(&self.text(*text)) else {
                    return Err(self.cannot("a format that depends on symbols"));
                };
                Format::parse(&bytes).map(|format| Some(Arc::new(format))).map_err(|error| error.message)
            }
            LayoutCode::Assigned(label, formats) => {
                let label = self.constant_number(*label, "a format label")?;
                match formats.iter().find(|(known, _)| i64::from(*known) == label) {
                    Some((_, format)) => format.clone().map(Some),
                    None => Err("no FORMAT statement has the assigned label".to_owned()),
                }
            }
            _ => Ok(None),
        })
    }

    fn begin_writing(
        &mut self,
        code: &TransferCode,
        format: Option<Arc<Format>>,
        transfer: &mut Transfer,
    ) -> Step {
        let begun = match transfer.unit {
            TransferUnit::Number(number) => {
                self.files_mut().units.get_mut(&number).and_then(|unit| unit.begun.take())
            }
            TransferUnit::Internal(..) => None,
        };
        let room = match &transfer.unit {
            TransferUnit::Internal(_, file) => Some(file.length),
            TransferUnit::Number(number) => {
                self.state.files.units.get(number).and_then(|unit| unit.record_length)
            }
        };
        transfer.mode = match (&code.layout, format) {
            (_, Some(format)) => {
                let mut writer = match begun {
                    Some(line) => FormattedWriter::resume(format, line),
                    None => FormattedWriter::new(format),
                };
                if let Some(room) = room {
                    writer = writer.with_record_length(room);
                }
                Mode::WriteFormatted(writer)
            }
            (LayoutCode::List, _) => {
                let delimiter = self.delimiter(transfer).unwrap_or(Delimiter::None);
                let mut writer = match begun {
                    Some(line) => ListWriter::resume(delimiter, line),
                    None => ListWriter::new(delimiter),
                };
                if let (Some(room), TransferUnit::Internal(..)) = (room, &transfer.unit) {
                    writer = writer.with_record_length(room);
                }
                Mode::WriteList(writer)
            }
            (LayoutCode::Namelist(group, members), _) => {
                let lines = self.namelist_lines(group, members, transfer)?;
                self.store_lines(transfer, lines)?;
                Mode::Done
            }
            _ => Mode::WriteValues(Vec::new()),
        };
        Ok(())
    }

    /// What texts are written between, if that was said.
    pub(super) fn delimiter(&self, transfer: &Transfer) -> Option<Delimiter> {
        match transfer.unit {
            TransferUnit::Number(number) => self.state.files.units.get(&number)?.delimiter,
            TransferUnit::Internal(..) => None,
        }
    }

    fn begin_reading(
        &mut self,
        code: &TransferCode,
        format: Option<Arc<Format>>,
        transfer: &mut Transfer,
    ) -> Step {
        let mut left = None;
        let mut blank_zero = false;
        if let TransferUnit::Number(number) = transfer.unit {
            let record = transfer.record;
            let unit = self.unit_mut(number);
            if let Some(record) = record {
                unit.position = record - 1;
            }
            left = unit.left.take();
            blank_zero = unit.blank_zero;
            if left.is_none() && unit.begin_inputs() {
                transfer.mode = Mode::ReadInputs;
                return Ok(());
            }
        }
        transfer.mode = match (&code.layout, format) {
            (_, Some(format)) => {
                let mut reader = FormattedReader::new(format).with_blank_zero(blank_zero);
                reader = match (left, transfer.stays) {
                    (position, true) => reader.non_advancing(position),
                    (Some(position), false) => reader.resume(position),
                    (None, false) => reader,
                };
                Mode::ReadFormatted(reader)
            }
            (LayoutCode::List, _) => Mode::ReadList(ListReader::new()),
            (LayoutCode::Namelist(group, members), _) => {
                self.read_namelist(group, members, transfer)?;
                Mode::Done
            }
            _ => match self.next_values(transfer) {
                Some(record) => Mode::ReadValues(record, 0),
                None => {
                    self.end_of_file(transfer);
                    Mode::Done
                }
            },
        };
        Ok(())
    }

    fn next_values(&mut self, transfer: &Transfer) -> Option<Arc<Record>> {
        match transfer.unit {
            TransferUnit::Number(number) => self.unit_mut(number).next_values(),
            TransferUnit::Internal(..) => None,
        }
    }

    pub(super) fn end_of_file(&mut self, transfer: &mut Transfer) {
        if let TransferUnit::Number(number) = transfer.unit {
            self.unit_mut(number).after_end = true;
        }
        fail(transfer, IoError::end_of_file());
    }

    pub(super) fn transfer_item(&mut self, item: u32) -> Step {
        let procedure = self.procedure;
        let Some(shared) = self.state.transfer.clone() else { return Ok(()) };
        if shared.status != 0 || matches!(shared.mode, Mode::Done) {
            return Ok(());
        }
        // A statement that reads begins again once its questions are answered.
        let before = shared.is_reading().then(|| (Arc::clone(&shared), Arc::clone(&self.state.files)));
        drop(self.state.transfer.take());
        let mut transfer = Arc::unwrap_or_clone(shared);
        let done = self.item(&mut transfer, &procedure.items[item as usize]);
        self.state.transfer = Some(Arc::new(transfer));
        if let (Err(Stop::Ask(_)), Some((transfer, files))) = (&done, before) {
            self.state.transfer = Some(transfer);
            self.state.files = files;
        }
        done
    }

    pub(super) fn transfer_end(&mut self, status: u32) -> Step {
        let Some(shared) = self.state.transfer.take() else { return Ok(()) };
        let mut transfer = Arc::unwrap_or_clone(shared);
        self.finish(&mut transfer)?;
        let code = transfer.status;
        if code != 0 {
            self.tell(&transfer)?;
            let handled = match code {
                -1 => transfer.handled.end,
                -2 => transfer.handled.end_of_record,
                _ => transfer.handled.error,
            };
            if !handled {
                let kind = if code == -1 { ErrorKind::EndOfInput } else { ErrorKind::Transfer };
                return Err(self.error(kind, Some(&transfer.message)));
            }
        }
        self.set(status, Value::Int(i64::from(code)));
        Ok(())
    }

    /// The message of a failure, where the program wants it.
    fn tell(&mut self, transfer: &Transfer) -> Step {
        let Some(view) = &transfer.message_place else { return Ok(()) };
        let text: Vec<Value> = transfer.message.bytes().map(|byte| Value::Int(i64::from(byte))).collect();
        if let (Value::Int(first), Value::Int(length)) = (view.offset, view.length) {
            for at in 0..length {
                let value = text.get(at as usize).copied().unwrap_or(Value::Int(32));
                self.state.set_raw_cell(view.storage, first + at, value);
            }
        }
        Ok(())
    }

    fn finish(&mut self, transfer: &mut Transfer) -> Step {
        let mode = std::mem::replace(&mut transfer.mode, Mode::Done);
        let failed = transfer.status != 0;
        match mode {
            Mode::WriteFormatted(writer) if transfer.stays => match writer.finish_open() {
                Ok((lines, begun)) => {
                    self.store_lines(transfer, lines)?;
                    if let TransferUnit::Number(number) = transfer.unit {
                        self.unit_mut(number).begun = Some(begun);
                    }
                }
                Err(error) => fail(transfer, error),
            },
            Mode::WriteFormatted(writer) => match writer.finish() {
                Ok((lines, _)) => self.store_lines(transfer, lines)?,
                Err(error) => fail(transfer, error),
            },
            Mode::WriteList(writer) => {
                let lines = writer.finish();
                self.store_lines(transfer, lines)?;
            }
            Mode::WriteValues(values) if !failed => self.store_values(transfer, values),
            Mode::ReadFormatted(reader) => self.finish_formatted(transfer, reader, failed)?,
            Mode::ReadList(reader) if !failed => {
                let done = match &mut transfer.unit {
                    TransferUnit::Number(number) => reader.finish(self.unit_mut(*number)),
                    TransferUnit::Internal(_, file) => reader.finish(file),
                };
                if let Err(error) = done {
                    self.fail_reading(transfer, error)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn finish_formatted(&mut self, transfer: &mut Transfer, reader: FormattedReader, failed: bool) -> Step {
        let size = reader.size();
        if !failed {
            let done = match &mut transfer.unit {
                TransferUnit::Number(number) => reader.finish(self.unit_mut(*number)),
                TransferUnit::Internal(_, file) => reader.finish(file),
            };
            match (done, &transfer.unit) {
                (Ok(position), TransferUnit::Number(number)) if transfer.stays => {
                    let number = *number;
                    self.unit_mut(number).left = Some(position);
                }
                (Ok(_), _) => {}
                (Err(error), _) => self.fail_reading(transfer, error)?,
            }
        }
        if let Some(place) = transfer.size_place.clone() {
            self.answer_number(&place, size as i64)?;
        }
        Ok(())
    }

    pub(super) fn fail_reading(&mut self, transfer: &mut Transfer, error: IoError) -> Step {
        match error.kind {
            IoErrorKind::EndOfFile => self.end_of_file(transfer),
            IoErrorKind::Symbolic(_) => {
                return Err(self.cannot("reading records whose text depends on symbols"));
            }
            _ => fail(transfer, error),
        }
        Ok(())
    }

    /// Finished records go to the unit.
    fn store_lines(&mut self, transfer: &mut Transfer, lines: Vec<Line>) -> Step {
        if let TransferUnit::Internal(view, file) = &mut transfer.unit {
            let from = file.next;
            let stored = file.store(lines);
            let (view, file) = (view.clone(), file.clone());
            self.store_internal(&view, &file, from)?;
            if let Err(error) = stored {
                fail(transfer, error);
            }
            return Ok(());
        }
        let TransferUnit::Number(number) = transfer.unit else { return Ok(()) };
        for line in lines {
            match (number, transfer.record) {
                (_, Some(record)) => {
                    let length = self.unit_mut(number).record_length.unwrap_or(line.len());
                    let mut line = line;
                    if line.len() > length {
                        fail(transfer, IoError::end_of_record());
                        return Ok(());
                    }
                    line.extend_to(length);
                    self.unit_mut(number).put(record, Record::Text(line));
                    transfer.record = Some(record + 1);
                }
                (OUTPUT, None)
                    if self.state.files.units.get(&OUTPUT).is_none_or(|unit| unit.name.is_none()) =>
                {
                    self.state.output.push(Output::Line(Arc::new(line)));
                }
                (MESSAGES, None) => self.state.output.push(Output::Message(Arc::new(line))),
                _ => self.unit_mut(number).append(Record::Text(line)),
            }
        }
        Ok(())
    }

    fn store_values(&mut self, transfer: &mut Transfer, values: Vec<Item>) {
        let TransferUnit::Number(number) = transfer.unit else { return };
        let record = transfer.record;
        let unit = self.unit_mut(number);
        let size: usize = values.iter().map(|value| value.of().size()).sum();
        if unit.record_length.is_some_and(|length| size > length) {
            return fail(
                transfer,
                IoError::new(IoErrorKind::DirectRecord, "Write exceeds length of DIRECT access record"),
            );
        }
        match record {
            Some(record) => unit.put(record, Record::Values(values)),
            None => unit.append(Record::Values(values)),
        }
    }

    fn store_internal(&mut self, view: &View, file: &InternalFile, from: usize) -> Step {
        let starts = self.element_starts(view)?;
        for (position, first) in starts.into_iter().enumerate().take(file.next).skip(from) {
            let line = &file.records[position];
            let mut characters: Vec<Value> =
                line.bytes().iter().map(|&byte| Value::Int(i64::from(byte))).collect();
            for field in line.fields() {
                let text = match (self.state.text_numbered(field.id), field.width) {
                    (Some(text), Some(width)) => field_characters(text, width),
                    _ => return Err(self.cannot("the text of a symbolic number")),
                };
                let shown = text.into_iter().skip(field.hidden).take(field.shown);
                for (place, character) in characters.iter_mut().skip(field.column).zip(shown) {
                    *place = character;
                }
            }
            for (at, character) in (0..).zip(characters) {
                self.state.set_raw_cell(view.storage, first + at, character);
            }
        }
        Ok(())
    }

    /// The value of a text specifier.
    pub(super) fn specifier(
        &mut self,
        code: &TransferCode,
        setting: Setting,
    ) -> Result<Option<String>, Stop> {
        match code.settings.iter().find(|(name, _)| *name == setting) {
            Some((_, SettingCode::Text(text))) => {
                let Some(bytes) = known_bytes(&self.text(*text)) else {
                    return Err(self.cannot("a specifier that depends on symbols"));
                };
                Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
            }
            _ => Ok(None),
        }
    }
}

impl Transfer {
    pub(super) fn is_reading(&self) -> bool {
        matches!(
            self.mode,
            Mode::ReadFormatted(_)
                | Mode::ReadList(_)
                | Mode::ReadValues(..)
                | Mode::ReadInputs
                | Mode::ReadOutside(..)
        )
    }
}

/// The characters of a text in a field: its end in a wide one, its beginning in a narrow one.
pub(super) fn field_characters(text: &[Value], width: usize) -> Vec<Value> {
    let blanks = width.saturating_sub(text.len());
    std::iter::repeat_n(Value::Int(32), blanks).chain(text.iter().copied().take(width)).collect()
}

pub(super) fn fail(transfer: &mut Transfer, error: IoError) {
    if transfer.status == 0 {
        transfer.status = error.iostat();
        transfer.message = error.message;
    }
}

/// The bytes of a text without symbols.
pub(super) fn known_bytes(text: &[Value]) -> Option<Vec<u8>> {
    text.iter()
        .map(|value| match value {
            Value::Int(code) => Some(*code as u8),
            _ => None,
        })
        .collect()
}
