//! One item under one descriptor: the text of its field.

use super::integer::{edit_bits, edit_integer};
use super::real::edit_real;
use crate::error::{IoError, IoErrorKind};
use crate::format::{DataEdit, Sign};
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

/// The field of a known item under a descriptor, a scale factor and a sign mode.
pub fn edit(edit: DataEdit, item: &Value, scale: i32, sign: Sign) -> Result<Vec<u8>, IoError> {
    super::formatted::check_type(edit, item.of(), 1)?;
    edit_with(edit, item, &Modes { scale, plus: sign == Sign::Plus, comma: false })
}

/// The field of a known item. The descriptor suits the item's type.
pub(super) fn edit_with(edit: DataEdit, item: &Value, modes: &Modes) -> Result<Vec<u8>, IoError> {
    Ok(match (edit, item) {
        (DataEdit::Integer { width, digits }, Value::Integer(value, _)) => {
            edit_integer(*value, width, digits, modes)
        }
        (DataEdit::Binary { width, digits }, _) => edit_bits(&bits_of(item), 1, width, digits),
        (DataEdit::Octal { width, digits }, _) => edit_bits(&bits_of(item), 3, width, digits),
        (DataEdit::Hexadecimal { width, digits }, _) => edit_bits(&bits_of(item), 4, width, digits),
        (DataEdit::Logical { width } | DataEdit::General { width, .. }, Value::Logical(value, _)) => {
            right(vec![if *value { b'T' } else { b'F' }], width.max(1))
        }
        (DataEdit::Logical { width }, _) => {
            let set = bits_of(item).iter().any(|byte| *byte != 0);
            right(vec![if set { b'T' } else { b'F' }], width.max(1))
        }
        (DataEdit::General { width, .. }, Value::Integer(value, _)) => {
            edit_integer(*value, width, None, modes)
        }
        (DataEdit::General { width, .. }, Value::Character(text)) => {
            edit_text(text, (width > 0).then_some(width))
        }
        (DataEdit::Character { width }, _) => edit_text(&item.storage(), width),
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

/// `Aw`: the leftmost characters, or all of them behind blanks.
fn edit_text(text: &[u8], width: Option<u32>) -> Vec<u8> {
    match width {
        Some(width) if (width as usize) < text.len() => text[..width as usize].to_vec(),
        Some(width) => right(text.to_vec(), width),
        None => text.to_vec(),
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
