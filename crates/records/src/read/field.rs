//! One field of a record under one descriptor: its value.

use super::number::{self, NumberError};
use crate::error::{IoError, IoErrorKind};
use crate::format::{DataEdit, EditKind};
use crate::value::{Type, Value};

/// The modes that reading depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadModes {
    pub scale: i32,
    pub blank_zero: bool,
    pub comma: bool,
}

/// The value of a field. The descriptor suits the type.
pub(super) fn value_of(field: &[u8], edit: DataEdit, of: Type, modes: &ReadModes) -> Result<Value, IoError> {
    match (edit.kind, of) {
        (EditKind::Character, _) | (EditKind::General, Type::Character(_)) => Ok(text(field, of)),
        (EditKind::Logical, _) | (EditKind::General, Type::Logical(_)) => logical(field, of),
        (EditKind::Integer | EditKind::General, Type::Integer(kind)) => {
            let digits = without_blanks(field, modes.blank_zero);
            // A sign before blanks is a zero, but a sign at the end of the field is none.
            let sign_only = matches!(digits.as_slice(), b"+" | b"-") && field.last() == Some(&b' ');
            if digits.is_empty() || sign_only {
                return Ok(Value::Integer(0, kind));
            }
            number::integer(&digits, kind).map_err(integer_error)
        }
        (EditKind::Binary, _) => bits(field, of, 1, modes),
        (EditKind::Octal, _) => bits(field, of, 3, modes),
        (EditKind::Hexadecimal, _) => bits(field, of, 4, modes),
        _ => real(field, edit.digits.unwrap_or(0), of, modes),
    }
}

fn bits(field: &[u8], of: Type, bits: u32, modes: &ReadModes) -> Result<Value, IoError> {
    number::bits(&without_blanks(field, modes.blank_zero), of, bits).map_err(integer_error)
}

fn real(field: &[u8], implied: u32, of: Type, modes: &ReadModes) -> Result<Value, IoError> {
    let mut text = without_blanks(field, modes.blank_zero);
    if modes.comma {
        text.iter_mut().filter(|byte| **byte == b',').for_each(|byte| *byte = b'.');
    }
    if matches!(text.as_slice(), b"" | b"+" | b"-") {
        text = vec![b'0'];
    }
    // An exponent alone belongs to a zero.
    let signs = text.iter().take_while(|byte| matches!(byte, b'+' | b'-')).count().min(1);
    if text.get(signs).is_some_and(|byte| matches!(byte.to_ascii_uppercase(), b'E' | b'D' | b'Q')) {
        text.insert(signs, b'0');
    }
    number::real(&text, of, i64::from(implied), i64::from(modes.scale))
        .map_err(|_| IoError::new(IoErrorKind::BadValue, "Bad value during floating point read"))
}

fn integer_error(error: NumberError) -> IoError {
    match error {
        NumberError::Malformed => IoError::new(IoErrorKind::BadValue, "Bad value during integer read"),
        NumberError::Overflow => IoError::new(IoErrorKind::Overflow, "Value overflowed during integer read"),
    }
}

/// A numeric field without its leading blanks, the others left out or made zeros.
fn without_blanks(field: &[u8], zero: bool) -> Vec<u8> {
    let start = field.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(field.len());
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    field[start..]
        .iter()
        .filter(|byte| zero || !blank(byte))
        .map(|byte| if blank(byte) { b'0' } else { *byte })
        .collect()
}

fn logical(field: &[u8], of: Type) -> Result<Value, IoError> {
    let kind = of.size() as u8;
    let mut letters = field.iter().skip_while(|byte| **byte == b' ');
    let mut first = letters.next();
    if first == Some(&b'.') {
        first = letters.next();
    }
    let value = match first.map(u8::to_ascii_uppercase) {
        Some(b'T') => true,
        Some(b'F') => false,
        _ => return Err(IoError::new(IoErrorKind::BadValue, "Bad value on logical read")),
    };
    match of {
        Type::Logical(_) => Ok(Value::Logical(value, kind)),
        _ => Ok(Value::from_storage(of, &[value as u8])),
    }
}

/// The rightmost characters of a field that is too long; a short one is filled up with blanks.
fn text(field: &[u8], of: Type) -> Value {
    let size = of.size();
    let mut bytes = field[field.len().saturating_sub(size)..].to_vec();
    bytes.resize(size, b' ');
    Value::from_storage(of, &bytes)
}
