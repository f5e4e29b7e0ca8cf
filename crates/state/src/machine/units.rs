//! Units: OPEN, CLOSE, INQUIRE and positions.

use std::sync::Arc;

use sextant_expr::Sort;
use sextant_records::{Delimiter, IoError, IoErrorKind, Record};
use sextant_syntax::{IntType, Operation, Setting};

use super::Step;
use super::here::Here;
use super::transfers::{MemberPlace, Transfer, TransferUnit};
use crate::code::{Layout, Leaf, SettingCode, TransferCode, UnitCode};
use crate::files::{File, FileAction, Files, INPUT, MESSAGES, OUTPUT, Unit};
use crate::{Stop, Value};

impl Here<'_, '_> {
    pub(super) fn files_mut(&mut self) -> &mut Files {
        Arc::make_mut(&mut self.state.files)
    }

    /// A connected unit.
    pub(super) fn unit_mut(&mut self, number: i64) -> &mut Unit {
        let name = (![INPUT, OUTPUT, MESSAGES].contains(&number)).then(|| format!("fort.{number}"));
        self.files_mut().units.entry(number).or_insert_with(|| Unit::new(name, File::default()))
    }

    /// Connects a unit that is used without OPEN.
    pub(super) fn connect(&mut self, number: i64, formatted: bool) {
        if self.state.files.units.contains_key(&number) {
            return;
        }
        let unit = match number {
            INPUT => {
                let file = match self.machine.text_input() {
                    Some(text) => File::of_text(text),
                    None => File { formatted: true, symbolic: true, ..File::default() },
                };
                Unit::new(None, file)
            }
            OUTPUT | MESSAGES => Unit::new(None, File { formatted: true, ..File::default() }),
            _ => {
                let name = format!("fort.{number}");
                let mut file = self.existing(&name).unwrap_or_default();
                if file.records.is_empty() {
                    file.formatted = formatted;
                }
                Unit::new(Some(name), file)
            }
        };
        self.files_mut().units.insert(number, unit);
    }

    /// A file that is there already: written before, or outside.
    fn existing(&self, name: &str) -> Option<File> {
        if let Some(known) = self.state.files.closed.get(name) {
            return known.clone();
        }
        self.machine.outside_file(name).map(|text| File::of_text(&text))
    }

    pub(super) fn check_unit(&mut self, number: i64, reading: bool, formatted: bool) -> Result<(), IoError> {
        let unit = self.unit_mut(number);
        let error = |message: &str| Err(IoError::new(IoErrorKind::BadValue, message));
        if reading && !unit.readable {
            return error("Cannot read from file opened for WRITE");
        }
        if !reading && !unit.writable {
            return error("Cannot write to file opened for READ");
        }
        if !unit.file.records.is_empty() && unit.file.formatted != formatted {
            return error(if formatted {
                "Format present for UNFORMATTED data transfer"
            } else {
                "Missing format for FORMATTED data transfer"
            });
        }
        unit.file.formatted = formatted;
        if unit.after_end && unit.record_length.is_none() {
            return error(if reading {
                "Read past ENDFILE"
            } else {
                "Sequential READ or WRITE not allowed after EOF marker, possibly use REWIND or BACKSPACE"
            });
        }
        Ok(())
    }

    pub(super) fn file_operation(&mut self, code: &TransferCode, transfer: &mut Transfer) -> Step {
        let number = match code.unit {
            UnitCode::Number(number) => Some(self.constant_number(number, "a unit")?),
            UnitCode::Standard => Some(OUTPUT),
            UnitCode::Internal(_) | UnitCode::ByName | UnitCode::Outside(_) => None,
        };
        if let Some(number) = number {
            transfer.unit = TransferUnit::Number(number);
        }
        match (code.operation, number) {
            (Operation::Open, number) => self.open(code, number, transfer),
            (Operation::Close, Some(number)) => self.close(code, number),
            (Operation::Inquire, number) => self.inquire(code, number),
            (Operation::Rewind | Operation::Backspace | Operation::EndFile, Some(number)) => {
                self.connect(number, true);
                self.reposition(code.operation, number);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The next value of a record of inputs: one that was read before the unit was set back, or a new one.
    pub(super) fn read_input(
        &mut self,
        transfer: &Transfer,
        sort: Sort,
        range: Option<IntType>,
    ) -> Result<Value, Stop> {
        let next = self.state.input_position;
        let position = match transfer.unit {
            TransferUnit::Number(number) => self.unit_mut(number).next_input(next),
            TransferUnit::Internal(..) => next,
        };
        let value = self.input_numbered(position, sort, range)?;
        if position == next {
            self.state.input_position += 1;
        }
        Ok(value)
    }

    fn reposition(&mut self, operation: Operation, number: i64) {
        let unit = self.unit_mut(number);
        if let Some(line) = unit.begun.take() {
            unit.append(Record::Text(line));
        }
        unit.left = None;
        match operation {
            Operation::Rewind => {
                unit.position = 0;
                unit.after_end = false;
                unit.note(FileAction::Rewound, 1);
            }
            Operation::Backspace => {
                match unit.after_end {
                    true => unit.after_end = false,
                    false => unit.position = unit.position.saturating_sub(1),
                }
                unit.note(FileAction::Backspaced, unit.position + 1);
            }
            _ => {
                unit.note(FileAction::Ended, unit.position + 1);
                let position = unit.position;
                unit.file.records.truncate(position);
                unit.file.written = true;
                unit.after_end = true;
            }
        }
    }

    fn open(&mut self, code: &TransferCode, number: Option<i64>, transfer: &mut Transfer) -> Step {
        let number = match number {
            Some(number) => number,
            None => self.new_unit(code)?,
        };
        let status = self.specifier(code, Setting::Status)?.unwrap_or("UNKNOWN".into()).to_ascii_uppercase();
        let given = self.specifier(code, Setting::File)?;
        let old = self.state.files.units.get(&number);
        if let Some(old) = old
            && (given.is_none() || old.name == given)
            && status != "SCRATCH"
        {
            return self.change(code, number);
        }
        self.disconnect(number, false);
        let scratch = status == "SCRATCH";
        let name = match (scratch, given) {
            (true, _) => None,
            (false, Some(name)) => Some(name),
            (false, None) => Some(format!("fort.{number}")),
        };
        let existing = name.as_ref().and_then(|name| self.existing(name));
        let failure = match (status.as_str(), &existing) {
            ("OLD", None) if !self.machine.unknown_files() => Some((2, "No such file or directory")),
            ("NEW", Some(_)) => Some((17, "File exists")),
            _ => None,
        };
        if let Some((status, message)) = failure {
            transfer.status = status;
            transfer.message = format!("Cannot open file '{}': {message}", name.unwrap_or_default());
            return Ok(());
        }
        let file = match status.as_str() {
            "REPLACE" | "NEW" | "SCRATCH" => File { written: !scratch, ..File::default() },
            _ => existing.unwrap_or(File {
                symbolic: status == "OLD",
                written: status != "OLD",
                ..File::default()
            }),
        };
        let mut unit = Unit::new(name, file);
        unit.scratch = scratch;
        self.settings(code, &mut unit)?;
        self.files_mut().units.insert(number, unit);
        Ok(())
    }

    fn new_unit(&mut self, code: &TransferCode) -> Result<i64, Stop> {
        let number =
            (-1000..-9).rev().find(|number| !self.state.files.units.contains_key(number)).unwrap_or(-10);
        if let Some((_, member)) = code.answers.iter().find(|(name, _)| *name == Setting::NewUnit) {
            let view = self.view(self.referred(member.slot)?)?;
            self.answer_number(&MemberPlace { view, layout: member.layout.clone() }, number)?;
        }
        Ok(number)
    }

    fn settings(&mut self, code: &TransferCode, unit: &mut Unit) -> Step {
        let upper = |text: Option<String>| text.map(|text| text.to_ascii_uppercase());
        let access = upper(self.specifier(code, Setting::Access)?);
        let form = upper(self.specifier(code, Setting::Form)?);
        if access.as_deref() == Some("STREAM") {
            return Err(self.cannot("stream access"));
        }
        let direct = access.as_deref() == Some("DIRECT");
        if unit.file.records.is_empty() {
            unit.file.formatted = match form.as_deref() {
                Some(form) => form == "FORMATTED",
                None => !direct,
            };
        }
        if let Some((_, SettingCode::Number(length))) =
            code.settings.iter().find(|(name, _)| *name == Setting::RecordLength)
            && direct
        {
            unit.record_length = Some(self.constant_number(*length, "a record length")?.max(0) as usize);
        }
        unit.blank_zero = upper(self.specifier(code, Setting::Blank)?).as_deref() == Some("ZERO");
        if upper(self.specifier(code, Setting::Position)?).as_deref() == Some("APPEND") {
            unit.position = unit.file.records.len();
        }
        match upper(self.specifier(code, Setting::Action)?).as_deref() {
            Some("READ") => unit.writable = false,
            Some("WRITE") => unit.readable = false,
            _ => {}
        }
        unit.delimiter = match upper(self.specifier(code, Setting::Delimiter)?).as_deref() {
            Some("QUOTE") => Some(Delimiter::Quote),
            Some("APOSTROPHE") => Some(Delimiter::Apostrophe),
            Some(_) => Some(Delimiter::None),
            None => None,
        };
        Ok(())
    }

    /// OPEN of a unit that has the file already changes only how it is used.
    fn change(&mut self, code: &TransferCode, number: i64) -> Step {
        if let Some(blank) = self.specifier(code, Setting::Blank)? {
            self.unit_mut(number).blank_zero = blank.eq_ignore_ascii_case("ZERO");
        }
        Ok(())
    }

    fn close(&mut self, code: &TransferCode, number: i64) -> Step {
        let delete =
            self.specifier(code, Setting::Status)?.is_some_and(|text| text.eq_ignore_ascii_case("DELETE"));
        self.disconnect(number, delete);
        Ok(())
    }

    fn disconnect(&mut self, number: i64, delete: bool) {
        let files = self.files_mut();
        let Some(mut unit) = files.units.remove(&number) else { return };
        if let Some(line) = unit.begun.take() {
            unit.append(Record::Text(line));
        }
        files.past.push((number, unit.history));
        if let (Some(name), false) = (unit.name, unit.scratch) {
            files.closed.insert(name, (!delete).then_some(unit.file));
        }
    }

    fn inquire(&mut self, code: &TransferCode, number: Option<i64>) -> Step {
        let name = self.specifier(code, Setting::File)?;
        let number = number.or_else(|| name.as_ref().and_then(|name| self.state.files.unit_of(name)));
        let preconnected = number.is_some_and(|number| [INPUT, OUTPUT, MESSAGES].contains(&number));
        if let (Some(number), true) = (number, preconnected) {
            self.connect(number, true);
        }
        let unit = number.and_then(|number| self.state.files.units.get(&number)).cloned();
        let exists = match (&name, number) {
            (Some(name), _) => unit.is_some() || self.existing(name).is_some(),
            (None, Some(number)) => number >= 0 || unit.is_some(),
            (None, None) => false,
        };
        for (setting, member) in &code.answers {
            let view = self.view(self.referred(member.slot)?)?;
            let place = MemberPlace { view, layout: member.layout.clone() };
            self.answer(*setting, &place, unit.as_ref(), number, exists)?;
        }
        Ok(())
    }

    fn answer(
        &mut self,
        setting: Setting,
        place: &MemberPlace,
        unit: Option<&Unit>,
        number: Option<i64>,
        exists: bool,
    ) -> Step {
        let yes = |holds: bool| if holds { "YES" } else { "NO" };
        let direct = unit.is_some_and(|unit| unit.record_length.is_some());
        let formatted = unit.is_some_and(|unit| unit.file.formatted);
        let open = unit.is_some();
        let text = match setting {
            Setting::Exists => return self.answer_truth(place, exists),
            Setting::Opened => return self.answer_truth(place, open),
            Setting::Named => return self.answer_truth(place, unit.is_some_and(|unit| unit.name.is_some())),
            Setting::Number => {
                return self.answer_number(place, if open { number.unwrap_or(-1) } else { -1 });
            }
            Setting::RecordLength => {
                let length = unit.and_then(|unit| unit.record_length);
                return self.answer_number(place, length.map_or(1_073_741_824, |length| length as i64));
            }
            Setting::NextRecord => {
                return self.answer_number(place, unit.map_or(0, |unit| unit.position as i64 + 1));
            }
            Setting::Size | Setting::Length | Setting::NewUnit => return self.answer_number(place, -1),
            Setting::File => unit.and_then(|unit| unit.name.clone()).unwrap_or_default(),
            _ if !open => (if matches!(
                setting,
                Setting::Sequential | Setting::Direct | Setting::Formatted | Setting::Unformatted
            ) {
                "UNKNOWN"
            } else {
                "UNDEFINED"
            })
            .to_owned(),
            Setting::Access => (if direct { "DIRECT" } else { "SEQUENTIAL" }).to_owned(),
            Setting::Sequential => yes(!direct).to_owned(),
            Setting::Direct => yes(direct).to_owned(),
            Setting::Form => (if formatted { "FORMATTED" } else { "UNFORMATTED" }).to_owned(),
            Setting::Formatted => yes(formatted).to_owned(),
            Setting::Unformatted => yes(!formatted).to_owned(),
            Setting::Blank if !formatted => "UNDEFINED".to_owned(),
            Setting::Blank => {
                (if unit.is_some_and(|unit| unit.blank_zero) { "ZERO" } else { "NULL" }).to_owned()
            }
            Setting::Position => "ASIS".to_owned(),
            Setting::Action => "READWRITE".to_owned(),
            Setting::MayRead => yes(unit.is_some_and(|unit| unit.readable)).to_owned(),
            Setting::MayWrite => yes(unit.is_some_and(|unit| unit.writable)).to_owned(),
            Setting::MayReadWrite => yes(unit.is_some_and(|unit| unit.readable && unit.writable)).to_owned(),
            Setting::Delimiter => "NONE".to_owned(),
            Setting::Pad => "YES".to_owned(),
            Setting::Status | Setting::Advance => String::new(),
        };
        self.answer_text(place, &text)
    }

    fn answer_text(&mut self, place: &MemberPlace, text: &str) -> Step {
        let (Value::Int(first), Value::Int(length)) = (place.view.offset, place.view.length) else {
            return Ok(());
        };
        let bytes = text.as_bytes();
        for at in 0..length {
            let code = bytes.get(at as usize).copied().unwrap_or(b' ');
            let value = Value::Int(i64::from(code));
            self.store_at(place.view.storage, Value::Int(first + at), value, Leaf::CHARACTER)?;
        }
        Ok(())
    }

    fn answer_truth(&mut self, place: &MemberPlace, holds: bool) -> Step {
        self.answer_value(place, Value::Bool(holds))
    }

    pub(super) fn answer_number(&mut self, place: &MemberPlace, number: i64) -> Step {
        self.answer_value(place, Value::Int(number))
    }

    fn answer_value(&mut self, place: &MemberPlace, value: Value) -> Step {
        match &place.layout {
            Layout::Leaf(leaf) => self.store_at(place.view.storage, place.view.offset, value, *leaf),
            _ => Ok(()),
        }
    }
}
