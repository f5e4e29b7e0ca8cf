//! Numbers from text, correctly rounded.

use crate::value::{Type, Value};

/// Why a text is not a number of the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberError {
    /// It does not denote a number.
    Malformed,
    /// The number does not fit the type.
    Overflow,
}

/// Whether a text begins with a minus sign, and what stands behind its sign if it has one.
fn signed(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

/// An integer of an optional sign and digits.
pub(super) fn integer(text: &[u8], kind: u8) -> Result<Value, NumberError> {
    let (negative, digits) = signed(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(NumberError::Malformed);
    }
    let limit = (1u128 << (u32::from(kind).min(16) * 8 - 1)) - 1 + negative as u128;
    let add = |value: u128, digit: &u8| value.checked_mul(10)?.checked_add(u128::from(digit - b'0'));
    let size =
        digits.iter().try_fold(0u128, add).filter(|size| *size <= limit).ok_or(NumberError::Overflow)?;
    let value = if negative { (size as i128).wrapping_neg() } else { size as i128 };
    Ok(Value::Integer(value, kind))
}

/// The parts of a real in text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Parts {
    negative: bool,
    digits: Vec<u8>,
    /// How many of the digits stand behind the point, if there is one.
    behind_point: Option<i64>,
    exponent: Option<i64>,
}

/// A real as input fields hold it: without a point the last `implied` digits are behind it, and without an exponent it
/// is divided by ten to the `scale`.
pub(super) fn real(text: &[u8], of: Type, implied: i64, scale: i64) -> Result<Value, NumberError> {
    if let Some(value) = not_finite(text) {
        return Ok(real_value(value, of));
    }
    let parts = parts(text).ok_or(NumberError::Malformed)?;
    let places = parts.behind_point.unwrap_or(implied);
    let exponent = parts.exponent.unwrap_or(-scale).saturating_sub(places);
    let digits = String::from_utf8_lossy(&parts.digits);
    let sign = if parts.negative { "-" } else { "" };
    let number = format!("{sign}0{digits}e{exponent}");
    let value = match of {
        Type::Real32 => number.parse().map(Value::Real32),
        _ => number.parse().map(Value::Real64),
    };
    value.map_err(|_| NumberError::Malformed)
}

fn real_value(value: f64, of: Type) -> Value {
    if of == Type::Real32 { Value::Real32(value as f32) } else { Value::Real64(value) }
}

/// `INF`, `INFINITY`, `NAN` and `NAN(…)`, with a sign.
fn not_finite(text: &[u8]) -> Option<f64> {
    let (negative, word) = signed(text);
    let word = word.to_ascii_uppercase();
    let sign = if negative { -1.0 } else { 1.0 };
    match word.as_slice() {
        b"INF" | b"INFINITY" => Some(sign * f64::INFINITY),
        b"NAN" => Some(f64::NAN),
        other => (other.starts_with(b"NAN(") && other.ends_with(b")")).then_some(f64::NAN),
    }
}

fn parts(text: &[u8]) -> Option<Parts> {
    let (negative, text) = signed(text);
    let mut parts = Parts { negative, ..Parts::default() };
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'0'..=b'9' => {
                parts.digits.push(*byte);
                if let Some(places) = &mut parts.behind_point {
                    *places += 1;
                }
            }
            b'.' if parts.behind_point.is_none() => parts.behind_point = Some(0),
            _ => break,
        }
        at += 1;
    }
    if parts.digits.is_empty() && parts.behind_point.is_none() {
        return None;
    }
    let mut rest = &text[at..];
    if rest.is_empty() {
        return Some(parts);
    }
    let lettered = matches!(rest[0].to_ascii_uppercase(), b'E' | b'D' | b'Q');
    if lettered {
        rest = &rest[1..];
    }
    let (negative, digits) = signed(rest);
    let has_sign = digits.len() < rest.len();
    if !(lettered || has_sign) || digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    // An exponent of more digits than any float needs is as good as the largest.
    let size = digits.iter().fold(0i64, |size, digit| (size * 10 + i64::from(digit - b'0')).min(1_000_000));
    parts.exponent = Some(if negative { -size } else { size });
    Some(parts)
}

/// Digits of so many bits each, as storage of a type. A minus sign takes the two's complement.
pub(super) fn bits(text: &[u8], of: Type, bits: u32) -> Result<Value, NumberError> {
    let (negative, digits) = signed(text);
    if digits.is_empty() && !text.is_empty() {
        return Err(NumberError::Malformed);
    }
    let mut value = 0u128;
    for byte in digits {
        let digit = (*byte as char).to_digit(1 << bits).ok_or(NumberError::Malformed)?;
        if value >> (128 - bits) != 0 {
            return Err(NumberError::Overflow);
        }
        value = value << bits | u128::from(digit);
    }
    let size = of.size().min(16);
    if size < 16 && value >> (size * 8) != 0 {
        return Err(NumberError::Overflow);
    }
    let value = if negative { value.wrapping_neg() } else { value };
    Ok(Value::from_storage(of, &value.to_le_bytes()[..size]))
}
