//! Decimal digits of binary numbers, rounded correctly: to nearest, ties to even, from the exact value.

/// The significant digits of a number: `0.d₁d₂… × 10^point`. Zero has only zeros, and point 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Significant {
    pub digits: Vec<u8>,
    pub point: i32,
}

/// No double has more significant digits than this; all further ones are zeros.
const MOST_SIGNIFICANT: usize = 767;

/// No double has more digits behind the point than this.
const MOST_DECIMALS: usize = 1074;

/// The place of the point in the exact value of a number.
pub(crate) fn exact_point(value: f64) -> i32 {
    significant(value, MOST_SIGNIFICANT).point
}

/// So many significant digits (at least one) of a finite number's magnitude.
pub(crate) fn significant(value: f64, count: usize) -> Significant {
    let text = format!("{:.*e}", count.clamp(1, MOST_SIGNIFICANT) - 1, value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
    digits.resize(count.max(1), b'0');
    let point = if value == 0.0 { 0 } else { exponent.parse::<i32>().unwrap_or(0) + 1 };
    Significant { digits, point }
}

/// The digits of `|value| × 10^decimals` rounded to an integer, without leading zeros; none for zero.
pub(crate) fn fixed(value: f64, decimals: i32) -> Vec<u8> {
    let mut digits: Vec<u8> = if decimals >= 0 {
        let shown = (decimals as usize).min(MOST_DECIMALS);
        let text = format!("{:.*}", shown, value.abs());
        let digits = text.bytes().filter(u8::is_ascii_digit);
        digits.chain(std::iter::repeat_n(b'0', decimals as usize - shown)).collect()
    } else if decimals < -400 {
        // Less than half of any such power of ten.
        Vec::new()
    } else {
        rounded_tens(value.abs(), decimals.unsigned_abs() as usize)
    };
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    digits.drain(..zeros);
    digits
}

/// The digits of `value / 10^places`, rounded.
fn rounded_tens(value: f64, places: usize) -> Vec<u8> {
    let exact = format!("{value:.*}", MOST_DECIMALS);
    let (whole, fraction) = exact.split_once('.').unwrap_or((&exact, ""));
    let mut padded = vec![b'0'; (places + 1).saturating_sub(whole.len())];
    padded.extend_from_slice(whole.as_bytes());
    let (kept, cut) = padded.split_at(padded.len() - places);
    let rest_is_zero = cut[1..].iter().chain(fraction.as_bytes()).all(|digit| *digit == b'0');
    let odd = kept.last().is_some_and(|digit| digit % 2 == 1);
    let up = cut[0] > b'5' || (cut[0] == b'5' && (odd || !rest_is_zero));
    let mut kept = kept.to_vec();
    if up {
        increment(&mut kept);
    }
    kept
}

/// Adds one to a number of decimal digits.
fn increment(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}
