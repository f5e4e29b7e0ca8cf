//! Editing of integers and of bits.

use super::item::{Modes, right, stars};

/// `Iw.m`
pub(super) fn edit_integer(value: i128, width: u32, least: Option<u32>, modes: &Modes) -> Vec<u8> {
    let digits = value.unsigned_abs().to_string();
    number(modes.sign(value < 0).as_bytes(), digits.as_bytes(), value == 0, width, least)
}

/// `Bw.m`, `Ow.m` and `Zw.m` of bytes of storage, least significant first; each digit stands for so many bits.
pub(super) fn edit_bits(storage: &[u8], bits: usize, width: u32, least: Option<u32>) -> Vec<u8> {
    let count = (storage.len() * 8).div_ceil(bits);
    let bit = |index: usize| storage.get(index / 8).is_some_and(|byte| byte >> (index % 8) & 1 == 1);
    let digit = |place: usize| {
        let value = (0..bits).rev().fold(0, |value, index| value * 2 + bit(place * bits + index) as usize);
        b"0123456789ABCDEF"[value]
    };
    let digits: Vec<u8> = (0..count).rev().map(digit).skip_while(|digit| *digit == b'0').collect();
    let zero = digits.is_empty();
    number(b"", if zero { b"0" } else { &digits }, zero, width, least)
}

/// Puts together a sign and digits with leading zeros. With `m` 0 a zero is written as blanks.
fn number(sign: &[u8], digits: &[u8], zero: bool, width: u32, least: Option<u32>) -> Vec<u8> {
    if zero && least == Some(0) {
        return vec![b' '; width.max(1) as usize];
    }
    let zeros = (least.unwrap_or(0) as usize).saturating_sub(digits.len());
    let length = sign.len() + zeros + digits.len();
    if width > 0 && length > width as usize {
        return stars(width);
    }
    let mut text = sign.to_vec();
    text.resize(sign.len() + zeros, b'0');
    text.extend_from_slice(digits);
    right(text, width)
}
