//! Where the value of a function of analysis lies for certain.
//!
//! The library's doubles are taken to be right up to a relative error of `2^-47`, some sixty units of the last
//! place: far more than what libraries promise, and far less than what decides a condition.

use std::cmp::{max, min};

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::float::exact;
use super::function::{exact_function, nearest};
use super::library::library_double;
use crate::Function;

/// Ends of more bits than this are rounded outwards.
const MOST_BITS: usize = 512;
/// The bits that are kept then.
const KEPT_BITS: i64 = 128;

/// A closed interval of reals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enclosure {
    /// The least value.
    pub low: RBig,
    /// The greatest value.
    pub high: RBig,
}

impl Enclosure {
    /// From one value to another.
    pub fn new(low: RBig, high: RBig) -> Self {
        let [low, high] = [(low, false), (high, true)].map(|(end, up)| outwards(end, up));
        Self { low, high }
    }

    /// One value.
    pub fn point(value: RBig) -> Self {
        Self { low: value.clone(), high: value }
    }

    /// The least interval that contains both.
    pub(super) fn hull(&self, other: &Self) -> Self {
        Self { low: min(&self.low, &other.low).clone(), high: max(&self.high, &other.high).clone() }
    }
}

/// An end with fewer bits, if it has many.
fn outwards(end: RBig, up: bool) -> RBig {
    let (top, bottom) = (end.numerator().bit_len(), end.denominator().bit_len());
    if top + bottom <= MOST_BITS {
        return end;
    }
    let shift = KEPT_BITS - (top as i64 - bottom as i64);
    let scale = |value: &RBig, by: i64| {
        let power = UBig::ONE << by.unsigned_abs() as usize;
        if by >= 0 { value * RBig::from(power) } else { value / RBig::from(power) }
    };
    let scaled = scale(&end, shift);
    let rounded: IBig = if up { scaled.ceil() } else { scaled.floor() };
    scale(&RBig::from(rounded), -shift)
}

impl Function {
    /// An interval in which the value lies for every choice of operands in the given intervals; none where the
    /// doubles do not tell.
    pub fn enclosure(self, operands: &[Enclosure]) -> Option<Enclosure> {
        let x = operands.first()?;
        let y = operands.get(1).cloned().unwrap_or(Enclosure::point(RBig::ZERO));
        if x.low == x.high
            && y.low == y.high
            && let Some(value) = exact_function(self, &x.low, &y.low)
        {
            return Some(Enclosure::point(value));
        }
        let (low, high) = enclosed(self, around(x)?, around(&y)?)?;
        let (low, high) = clipped(self, low, high);
        (low.is_finite() && high.is_finite()).then(|| Enclosure::new(exact(low), exact(high)))
    }
}

type Ends = (f64, f64);

/// The doubles next to an interval, outside or on its ends.
fn around(interval: &Enclosure) -> Option<Ends> {
    let (mut low, mut high) = (nearest(&interval.low), nearest(&interval.high));
    if !low.is_finite() || !high.is_finite() {
        return None;
    }
    if exact(low) > interval.low {
        low = low.next_down();
    }
    if exact(high) < interval.high {
        high = high.next_up();
    }
    Some((low, high))
}

/// A value with the library's error.
fn widened(value: f64) -> Ends {
    const RELATIVE: f64 = 1.0 / (1u64 << 47) as f64;
    /// Numbers so small have fewer bits.
    const ABSOLUTE: f64 = 1e-318;
    let margin = value.abs() * RELATIVE + ABSOLUTE;
    (value - margin, value + margin)
}

/// The hull of the function's values at some points.
fn hull(function: Function, points: &[Ends]) -> Option<Ends> {
    let mut ends: Option<Ends> = None;
    for &(x, y) in points {
        let (low, high) = widened(library_double(function, x, y));
        if low.is_nan() {
            return None;
        }
        let (least, greatest) = ends.unwrap_or((low, high));
        ends = Some((least.min(low), greatest.max(high)));
    }
    ends
}

/// The values on a box of operands, before they are cut to what the function can give.
fn enclosed(function: Function, x: Ends, y: Ends) -> Option<Ends> {
    use Function::{Acos, Asin, Atan, Atan2, Cos, Cosh, Erf, Erfc, Exp, Gamma, Log, Log10, LogGamma};
    use Function::{Pow, Sin, Sinh, Sqrt, Tan, Tanh};
    let ends = || hull(function, &[(x.0, 0.0), (x.1, 0.0)]);
    let corners = || hull(function, &[(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)]);
    match function {
        // Below zero the root is 0.
        Sqrt => hull(function, &[(x.0.max(0.0), 0.0), (x.1.max(0.0), 0.0)]),
        Exp | Atan | Sinh | Tanh | Erf | Erfc => ends(),
        Log | Log10 if x.0 > 0.0 => ends(),
        Asin | Acos if x.0 >= -1.0 && x.1 <= 1.0 => ends(),
        Cosh if x.0 >= 0.0 || x.1 <= 0.0 => ends(),
        Cosh => hull(function, &[(x.0, 0.0), (0.0, 0.0), (x.1, 0.0)]),
        // Their slope is at most 1.
        Sin | Cos => {
            let (low, high) = hull(function, &[(x.0, 0.0)])?;
            let width = (x.1 - x.0).next_up();
            if x.0 == x.1 {
                Some((low, high))
            } else {
                Some(((low - width).next_down(), (high + width).next_up()))
            }
        }
        Tan if x.0 == x.1 || (x.0 > -1.57 && x.1 < 1.57) => ends(),
        // Near its zeros the library's relative error is large.
        LogGamma if x.0 >= 1.5 || (x.0 > 0.0 && x.0 == x.1) => {
            ends().map(|(low, high)| (low - 1e-14, high + 1e-14))
        }
        Gamma if x.0 >= 1.5 || (x.0 > 0.0 && x.0 == x.1) => ends(),
        // Each of the two is monotone in either operand, away from the half line where the angle jumps.
        Atan2 if y.0 > 0.0 || x.0 > 0.0 || x.1 < 0.0 => corners(),
        Pow if x.0 > 0.0 => corners(),
        _ => None,
    }
}

/// The values within those that the function can give.
fn clipped(function: Function, low: f64, high: f64) -> Ends {
    match function {
        Function::Sqrt | Function::Exp | Function::Acos | Function::Pow => (low.max(0.0), high),
        Function::Sin | Function::Cos | Function::Tanh | Function::Erf => (low.max(-1.0), high.min(1.0)),
        Function::Cosh => (low.max(1.0), high),
        Function::Erfc => (low.max(0.0), high.min(2.0)),
        _ => (low, high),
    }
}

#[cfg(test)]
mod tests {
    use dashu_base::Signed;

    use super::*;

    #[test]
    fn ends_of_many_bits_are_rounded_outwards() {
        let third = RBig::from_parts(IBig::ONE, UBig::from(3u8).pow(1000));
        let interval = Enclosure::new(third.clone(), third.clone());
        assert!(interval.low < third && third < interval.high);
        assert!(interval.low.is_positive() && interval.high.denominator().bit_len() < 3000);
    }
}
