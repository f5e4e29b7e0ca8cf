//! Numbers and texts as the languages spell them.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_syntax::RealType;

use crate::text::words::quoted;

/// From how many places before or behind the point on a number is written with an exponent.
const MOST_LEADING: i64 = 9;
const MOST_ZEROS: i64 = 4;

/// A real constant, exactly; a quotient where no decimal number is equal to it. A double has an exponent, whose
/// letter says so.
pub(super) fn real(value: &RBig, ty: RealType, upper_case: bool) -> String {
    let Some((negative, digits, point)) = decimal(value) else {
        return quotient(value, ty, upper_case);
    };
    let sign = if negative { "-" } else { "" };
    let letter = match (ty, upper_case) {
        (RealType::Single, true) => 'E',
        (RealType::Single, false) => 'e',
        (RealType::Double, true) => 'D',
        (RealType::Double, false) => 'd',
    };
    let plain = (-MOST_ZEROS..=MOST_LEADING).contains(&point);
    let (mantissa, exponent) =
        if plain { (pointed(&digits, point), 0) } else { (pointed(&digits, 1), point - 1) };
    if plain && ty == RealType::Single {
        format!("{sign}{mantissa}")
    } else {
        format!("{sign}{mantissa}{letter}{exponent}")
    }
}

/// The digits with the point behind the first `point` of them.
fn pointed(digits: &str, point: i64) -> String {
    let count = digits.len() as i64;
    if point <= 0 {
        format!("0.{}{digits}", "0".repeat(-point as usize))
    } else if point >= count {
        format!("{digits}{}.0", "0".repeat((point - count) as usize))
    } else {
        let (whole, rest) = digits.split_at(point as usize);
        format!("{whole}.{rest}")
    }
}

/// Sign, digits without zeros at the ends, and the place of the point counted from before the first digit; `None`
/// if the digits do not end.
fn decimal(value: &RBig) -> Option<(bool, String, i64)> {
    if *value == RBig::ZERO {
        return Some((false, "0".to_owned(), 1));
    }
    let (numerator, mut rest) = (value.numerator().clone(), value.denominator().clone());
    let (mut twos, mut fives) = (0_usize, 0_usize);
    for (prime, count) in [(2_u8, &mut twos), (5, &mut fives)] {
        let prime = UBig::from(prime);
        while (&rest % &prime) == UBig::ZERO {
            rest /= &prime;
            *count += 1;
        }
    }
    if rest != UBig::ONE {
        return None;
    }
    let places = twos.max(fives);
    let scaled = numerator * IBig::from(2).pow(places - twos) * IBig::from(5).pow(places - fives);
    let text = scaled.to_string();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.as_str()),
    };
    let point = digits.len() as i64 - places as i64;
    Some((negative, digits.trim_end_matches('0').to_owned(), point))
}

fn quotient(value: &RBig, ty: RealType, upper_case: bool) -> String {
    let (above, below) = (value.numerator(), value.denominator());
    match (upper_case, ty) {
        (true, RealType::Single) => format!("({above}.0 / {below}.0)"),
        (true, RealType::Double) => format!("({above}.0D0 / {below}.0D0)"),
        (false, RealType::Single) => format!("rational({above}, {below})"),
        (false, RealType::Double) => format!("(rational({above}, {below}): double)"),
    }
}

/// A text constant of the Flow form, one letter for each byte.
pub(super) fn flow_text(bytes: &[u8]) -> String {
    let letters: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    quoted(&letters, '\'')
}

/// A text as Fortran and PL/I write it: a quote in it is doubled. Letters that cannot be shown are escaped.
pub(super) fn shown_text(bytes: &[u8]) -> String {
    let mut out = String::from("'");
    for &byte in bytes {
        match byte {
            b'\'' => out.push_str("''"),
            _ if char::from(byte).is_control() => out.extend(char::from(byte).escape_default()),
            _ => out.push(char::from(byte)),
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(above: i64, below: u64) -> String {
        real(&RBig::from_parts(above.into(), below.into()), RealType::Single, true)
    }

    #[test]
    fn reals_are_written_as_short_as_they_can_be() {
        assert_eq!(single(3, 2), "1.5");
        assert_eq!(single(-1, 10), "-0.1");
        assert_eq!(single(0, 1), "0.0");
        assert_eq!(single(100, 1), "100.0");
        assert_eq!(single(1, 10_000_000), "1.0E-7");
        assert_eq!(single(12_500_000_000, 1), "1.25E10");
        assert_eq!(single(123_456_789, 1), "123456789.0");
        assert_eq!(single(-2, 3), "(-2.0 / 3.0)");
    }

    #[test]
    fn doubles_say_so() {
        let double = |above: i64, below: u64, upper| {
            real(&RBig::from_parts(above.into(), below.into()), RealType::Double, upper)
        };
        assert_eq!(double(3, 2, true), "1.5D0");
        assert_eq!(double(1, 1_000_000, false), "1.0d-6");
        assert_eq!(double(1, 3, false), "(rational(1, 3): double)");
    }
}
