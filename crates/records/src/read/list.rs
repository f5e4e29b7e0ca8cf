//! List-directed input.

use super::RecordSource;
use super::characters::{Characters, is_separator};
use super::number::{self, NumberError};
use crate::error::{IoError, IoErrorKind, SymbolicRead};
use crate::value::{Type, Value};

/// A list-directed input statement under way.
#[derive(Clone, Debug, Default)]
pub struct ListReader {
    pub(super) characters: Characters,
    /// A slash ended the input: all further items are null.
    pub(super) slash: bool,
    /// How often the last value is still to be given out, and the value, a null one included.
    repeated: (usize, Option<Value>),
    /// The last value was followed by the end of its record, so that a comma still belongs to its separator.
    open_separator: bool,
    /// The separator behind the last value had its comma.
    comma: bool,
    /// The last value was a logical written out, like `true`: gfortran then passes over one character only, whatever
    /// it is, so that `true , 5` has a null value in it.
    long_logical: bool,
    /// The values are those of a namelist group.
    in_group: bool,
    /// The number of the item, from 1, for messages.
    pub(super) item: usize,
}

impl ListReader {
    /// A statement that begins with the next record.
    pub fn new() -> ListReader {
        ListReader::default()
    }

    /// A reader of the values in a namelist group.
    pub(super) fn in_group() -> ListReader {
        ListReader { in_group: true, ..ListReader::default() }
    }

    /// A statement that goes on in the record that a non-advancing one left.
    pub fn resume(position: super::ReadPosition) -> ListReader {
        let characters = Characters::resume(position.record, position.column);
        ListReader { characters, ..ListReader::default() }
    }

    /// Reads the next item. Nothing means a null value: the variable keeps what it has.
    pub fn read(&mut self, source: &mut dyn RecordSource, of: Type) -> Result<Option<Value>, IoError> {
        self.item += 1;
        if self.repeated.0 > 0 {
            return self.again(of);
        }
        if self.slash {
            return Ok(None);
        }
        loop {
            // The record must be there before its fields can be looked at.
            self.characters.peek(source);
            if let Some(error) = self.symbolic() {
                self.separator(source);
                return Err(error);
            }
            match self.characters.peek(source) {
                None => return Err(IoError::end_of_file()),
                Some(b'\n') => {
                    self.characters.skip();
                    self.open_separator |= !self.comma;
                }
                Some(b' ' | b'\t' | b'\r') => self.characters.skip(),
                Some(b',' | b';') if self.open_separator => {
                    self.characters.skip();
                    self.open_separator = false;
                }
                Some(b',' | b';') => {
                    self.characters.skip();
                    self.comma = true;
                    return Ok(None);
                }
                Some(b'/') => {
                    self.slash = true;
                    return Ok(None);
                }
                Some(_) => break,
            }
        }
        self.open_separator = false;
        self.comma = false;
        let count = self.repeat_count(of)?;
        let value =
            if count.is_some() && self.characters.rest().first().is_none_or(|byte| is_separator(*byte)) {
                None
            } else {
                Some(self.value(source, of)?)
            };
        self.repeated = (count.unwrap_or(1) - 1, value.clone());
        if self.repeated.0 == 0 || value.is_some() || !self.slash {
            self.separator(source);
        }
        Ok(value)
    }

    /// Ends the statement: the rest of the record is skipped.
    pub fn finish(mut self, source: &mut dyn RecordSource) -> Result<(), IoError> {
        if !self.characters.started && self.characters.peek(source).is_none() {
            return Err(IoError::end_of_file());
        }
        Ok(())
    }

    /// How many further items the last value with a repeat count is for.
    pub(super) fn repetitions_left(&self) -> usize {
        self.repeated.0
    }

    /// Gives out a repeated value once more.
    fn again(&mut self, of: Type) -> Result<Option<Value>, IoError> {
        self.repeated.0 -= 1;
        let Some(value) = &self.repeated.1 else { return Ok(None) };
        let (read, wanted) = (value.of().name(), of.name());
        if read != wanted {
            let message = format!("Read type {read} where {wanted} was expected for item {}", self.item);
            return Err(IoError::new(IoErrorKind::BadValue, message));
        }
        let (kind, required) = (kind(value.of()), kind(of));
        if kind != required {
            let item = self.item;
            return self
                .bad(format!("Read kind {kind} {read} where kind {required} is required for item {item}"));
        }
        Ok(Some(refit(value, of)))
    }

    /// An unknown field in the value at the position, as the error that reports it.
    fn symbolic(&mut self) -> Option<IoError> {
        let pieces = self.characters.take_symbolic()?;
        Some(IoError::symbolic(SymbolicRead::listed(pieces)))
    }

    /// `r*` at the position.
    fn repeat_count(&mut self, of: Type) -> Result<Option<usize>, IoError> {
        let rest = self.characters.rest();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // Where no value begins with a digit, digits must be a repeat count.
        let only_count = matches!(of, Type::Logical(_) | Type::Complex32 | Type::Complex64);
        let starred = rest.get(digits) == Some(&b'*');
        if digits == 0 || !(starred || only_count) {
            return Ok(None);
        }
        let add = |count: usize, digit: &u8| {
            let count = count * 10 + usize::from(digit - b'0');
            (count <= 200_000_000).then_some(count)
        };
        let count = rest[..digits].iter().try_fold(0, add);
        self.characters.advance(digits + 1);
        match count {
            Some(_) if !starred => self.bad(format!("Bad repeat count in item {} of list input", self.item)),
            None => self.bad(format!("Repeat count overflow in item {} of list input", self.item)),
            Some(0) => self.bad(format!("Zero repeat count in item {} of list input", self.item)),
            count => Ok(count),
        }
    }

    pub(super) fn bad<T>(&self, message: String) -> Result<T, IoError> {
        Err(IoError::new(IoErrorKind::BadValue, message))
    }

    /// A value that is not null.
    fn value(&mut self, source: &mut dyn RecordSource, of: Type) -> Result<Value, IoError> {
        match of {
            Type::Integer(kind) => {
                let token = self.token();
                number::integer(&token, kind).or_else(|error| match error {
                    NumberError::Overflow => {
                        self.bad(format!("Integer overflow while reading item {}", self.item))
                    }
                    _ => self.bad(format!("Bad integer for item {} in list input", self.item)),
                })
            }
            Type::Real32 | Type::Real64 => self.real(of),
            Type::Logical(kind) => {
                let token = self.token().to_ascii_uppercase();
                self.long_logical = !self.in_group && token.len() > 1 && token[0] != b'.';
                match (token.first(), token.get(1)) {
                    (Some(b'T'), _) | (Some(b'.'), Some(b'T')) => Ok(Value::Logical(true, kind)),
                    (Some(b'F'), _) | (Some(b'.'), Some(b'F')) => Ok(Value::Logical(false, kind)),
                    _ => self.bad(format!("Bad logical value while reading item {}", self.item)),
                }
            }
            Type::Complex32 | Type::Complex64 => self.complex(source, of),
            Type::Character(length) => self.text(source, length),
        }
    }

    /// The characters up to a separator.
    fn token(&mut self) -> Vec<u8> {
        let rest = self.characters.rest();
        let length = rest.iter().position(|byte| is_separator(*byte)).unwrap_or(rest.len());
        let token = rest[..length].to_vec();
        self.characters.advance(length);
        token
    }

    fn real(&mut self, of: Type) -> Result<Value, IoError> {
        let token = self.token();
        number::real(&token, of, 0, 0)
            .or_else(|_| self.bad(format!("Bad real number in item {} of list input", self.item)))
    }

    /// `(re,im)`, with blanks and ends of records around the parts.
    fn complex(&mut self, source: &mut dyn RecordSource, of: Type) -> Result<Value, IoError> {
        let bad =
            |reader: &Self| reader.bad(format!("Bad complex value in item {} of list input", reader.item));
        if self.characters.take(source) != Some(b'(') {
            return bad(self);
        }
        let Some(part_type) = of.part() else { return bad(self) };
        let (re, im) = (self.part(source, part_type, b','), self.part(source, part_type, b')'));
        if self.characters.peek(source).is_none() && im.is_none() {
            return Err(IoError::end_of_file());
        }
        let (Some(re), Some(im)) = (re, im) else { return bad(self) };
        Value::complex(re, im).map_or_else(|| bad(self), Ok)
    }

    /// A part of a complex value and the character behind it.
    fn part(&mut self, source: &mut dyn RecordSource, of: Type, end: u8) -> Option<Value> {
        self.skip_space(source);
        let rest = self.characters.rest();
        let ends = |byte: u8| is_separator(byte) || byte == end;
        let length = rest.iter().position(|byte| ends(*byte)).unwrap_or(rest.len());
        let value = number::real(&rest[..length], of, 0, 0).ok()?;
        self.characters.advance(length);
        self.skip_space(source);
        (self.characters.take(source)? == end).then_some(value)
    }

    /// Skips blanks and ends of records.
    pub(super) fn skip_space(&mut self, source: &mut dyn RecordSource) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.characters.peek(source) {
            self.characters.skip();
        }
    }

    /// A character value, delimited or not.
    fn text(&mut self, source: &mut dyn RecordSource, length: usize) -> Result<Value, IoError> {
        let mut text = match self.characters.peek(source) {
            Some(quote @ (b'\'' | b'"')) => {
                self.characters.skip();
                self.quoted(source, quote)?
            }
            _ => self.token(),
        };
        text.resize(length, b' ');
        Ok(Value::Character(text))
    }

    /// The characters up to the closing delimiter; ends of records inside do not count.
    fn quoted(&mut self, source: &mut dyn RecordSource, quote: u8) -> Result<Vec<u8>, IoError> {
        let mut text = Vec::new();
        loop {
            if let Some(error) = self.symbolic() {
                return Err(error);
            }
            match self.characters.take(source) {
                None => return Err(IoError::end_of_file()),
                Some(b'\n') => {}
                Some(byte) if byte == quote => {
                    if self.characters.rest().first() != Some(&quote) {
                        return Ok(text);
                    }
                    self.characters.skip();
                    text.push(quote);
                }
                Some(byte) => text.push(byte),
            }
        }
    }

    /// Passes over the separator behind a value: blanks and at most one comma.
    fn separator(&mut self, source: &mut dyn RecordSource) {
        if std::mem::take(&mut self.long_logical) {
            self.open_separator = self.characters.take(source) == Some(b'\n');
            return;
        }
        while let [b' ' | b'\t' | b'\r', ..] = self.characters.rest() {
            if self.characters.at_symbolic() {
                return;
            }
            self.characters.skip();
        }
        if self.characters.behind_record() {
            return;
        }
        match self.characters.peek(source) {
            Some(b',' | b';') => {
                self.characters.skip();
                self.comma = true;
            }
            Some(b'\n') => {
                self.characters.skip();
                self.open_separator = true;
            }
            Some(b'/') => self.slash = true,
            _ => {}
        }
    }
}

/// The kind of a type, as gfortran numbers it.
fn kind(of: Type) -> usize {
    match of {
        Type::Character(_) => 1,
        _ => of.part().unwrap_or(of).size(),
    }
}

/// A repeated value for an item of the same type and kind, but maybe of another length.
fn refit(value: &Value, of: Type) -> Value {
    let mut value = value.clone();
    if let (Value::Character(text), Type::Character(length)) = (&mut value, of) {
        text.resize(length, b' ');
    }
    value
}
