//! One item under one descriptor: the text of its field.

use super::integer::{edit_bits, edit_integer};
use super::real::edit_real;
use crate::error::{IoError, IoErrorKind};
use crate::format::{DataEdit, EditKind};
use crate::value::{Type, Value};

/// The changeable modes of a connection that editing depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modes {
    /// The scale factor.
    pub scale: i32,
    /// Whether plus signs are written.
    pub plus: bool,
    /// Whether the decimal point is a comma.
    pub comma: bool,
}

impl Modes {
    /// The sign in front of a number.
    pub fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus) {
            (true, _) => "-",
            (false, true) => "+",
            _ => "",
        }
    }
}

/// The field of a known item. The descriptor suits the item's type.
pub(super) fn edit_with(edit: DataEdit, item: &Value, modes: &Modes) -> Result<Vec<u8>, IoError> {
    use EditKind::*;
    let DataEdit { width, digits, .. } = edit;
    let truth = |value: bool| right(vec![if value { b'T' } else { b'F' }], width.max(1));
    Ok(match (edit.kind, item) {
        (Integer, Value::Integer(value, _)) => edit_integer(*value, width, digits, modes),
        (Binary, _) => edit_bits(&bits_of(item), 1, width, digits),
        (Octal, _) => edit_bits(&bits_of(item), 3, width, digits),
        (Hexadecimal, _) => edit_bits(&bits_of(item), 4, width, digits),
        (Logical | General, Value::Logical(value, _)) => truth(*value),
        (Logical, _) => truth(bits_of(item).iter().any(|byte| *byte != 0)),
        (General, Value::Integer(value, _)) => edit_integer(*value, width, None, modes),
        (General | Character, Value::Character(text)) => edit_text(text, width),
        (Character, _) => edit_text(&item.storage(), width),
        (_, Value::Real32(value)) => edit_real(edit, f64::from(*value), Type::Real32, modes)?,
        (_, Value::Real64(value)) => edit_real(edit, *value, Type::Real64, modes)?,
        _ => return Err(IoError::new(IoErrorKind::Format, "The edit descriptor does not suit the item")),
    })
}

/// The bytes that B, O, Z and L look at: of a character item the first character only, as gfortran does.
fn bits_of(item: &Value) -> Vec<u8> {
    match item {
        Value::Character(text) => text.iter().take(1).copied().collect(),
        _ => item.storage(),
    }
}

/// `Aw`: the leftmost characters, or all of them behind blanks; without a width as many as there are.
fn edit_text(text: &[u8], width: u32) -> Vec<u8> {
    match width as usize {
        shown if 0 < shown && shown < text.len() => text[..shown].to_vec(),
        _ => right(text.to_vec(), width),
    }
}

/// Text at the right end of a field.
pub(super) fn right(mut text: Vec<u8>, width: u32) -> Vec<u8> {
    let blanks = (width as usize).saturating_sub(text.len());
    text.splice(0..0, std::iter::repeat_n(b' ', blanks));
    text
}

/// A field whose value does not fit.
pub(super) fn stars(width: u32) -> Vec<u8> {
    vec![b'*'; width as usize]
}
