//! Constants as text.

use dashu_base::Signed;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::FloatKind;

/// Decimals of more places than this are shown as fractions.
const MOST_PLACES: usize = 12;

/// More digits than this are not shown of a number with a power of ten.
const MOST_DIGITS: usize = 17;
/// Higher powers of ten are not looked for.
const HIGHEST_POWER: usize = 400;

/// A rational number: `2.0`, `0.25`, `1.5e-20`, or `1/3` where decimals are long or endless; `1.0/3.0` where the parts
/// of a quotient need a point to be real numbers.
pub(crate) fn real_text(value: &RBig, pointed: bool) -> String {
    match places(value.denominator()) {
        None => match scientific(value) {
            Some(text) => text,
            None if pointed => format!("{}.0/{}.0", value.numerator(), value.denominator()),
            None => format!("{}/{}", value.numerator(), value.denominator()),
        },
        Some(0) => format!("{}.0", value.numerator()),
        Some(places) => {
            let scaled = value * RBig::from(IBig::from(10).pow(places));
            let digits = scaled.numerator().clone();
            let sign = if digits.is_negative() { "-" } else { "" };
            let digits = format!(
                "{:0>width$}",
                if digits.is_negative() { -digits } else { digits },
                width = places + 1
            );
            let (whole, fraction) = digits.split_at(digits.len() - places);
            format!("{sign}{whole}.{fraction}")
        }
    }
}

/// A number with few digits that needs a power of ten.
fn scientific(value: &RBig) -> Option<String> {
    let mut rest = value.denominator().clone();
    let mut count = |prime: u8| {
        let prime = UBig::from(prime);
        let mut times = 0;
        while (&rest % &prime).is_zero() && times <= HIGHEST_POWER {
            rest /= &prime;
            times += 1;
        }
        times
    };
    let places = count(2).max(count(5));
    if !rest.is_one() || places > HIGHEST_POWER {
        return None;
    }
    let scaled = value * RBig::from(IBig::from(10).pow(places));
    let text = scaled.numerator().to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", &*text), |digits| ("-", digits));
    if digits.len() > MOST_DIGITS {
        return None;
    }
    let power = digits.len().cast_signed() - 1 - places.cast_signed();
    let (first, others) = digits.split_at(1);
    let others = others.trim_end_matches('0');
    Some(format!("{sign}{first}.{}e{power}", if others.is_empty() { "0" } else { others }))
}

/// How many decimal places a denominator needs, if few.
fn places(denominator: &UBig) -> Option<usize> {
    let mut power = UBig::ONE;
    for places in 0..=MOST_PLACES {
        if (&power % denominator).is_zero() {
            return Some(places);
        }
        power *= UBig::from(10u8);
    }
    None
}

/// A bit string: hexadecimal where the width allows, else binary; leading zeros show the width.
pub(crate) fn bits_text(width: u16, value: &UBig) -> String {
    let digits = usize::from(width);
    if width.is_multiple_of(4) {
        format!("0x{}", padded(&format!("{value:X}"), digits / 4))
    } else {
        format!("0b{}", padded(&format!("{value:b}"), digits))
    }
}

/// Digits with leading zeros up to a length.
pub(super) fn padded(digits: &str, length: usize) -> String {
    format!("{}{digits}", "0".repeat(length.saturating_sub(digits.len())))
}

/// A floating point number: the shortest decimals that read back as it.
pub(crate) fn float_text(kind: FloatKind, bits: u64) -> String {
    match kind {
        FloatKind::Single => format!("{:?}", f32::from_bits(bits as u32)),
        FloatKind::Double => format!("{:?}", f64::from_bits(bits)),
    }
}
