//! Between floats, integers and exact reals.
//!
//! A real that is made of floats and integers is a word whose lowest bits are binary places. It has a circuit if it
//! needs no more bits than the sum of two doubles.

use std::sync::Arc;

use dashu_base::{BitTest, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_expr::{Op, Rounding, Table, TermId, Value, apply_op};

use super::super::circuit::{Circuit, deep};
use super::super::gates::Bit;
use super::super::range::Range;
use super::super::word::{Word, power_of_two};
use super::{Class, Format, small};

/// Reals of more bits have no circuit.
const WIDEST_REAL: usize = 2300;

/// A number beside a word: whether it lies below or above the word's range, and what it is if it does neither.
pub(in super::super) struct Near {
    pub below: Bit,
    pub above: Bit,
    pub word: Word,
    pub other: Arc<Word>,
}

/// A real: a whole number of units in a binary place.
#[derive(Clone, Debug)]
struct Fixed {
    word: Word,
    /// Binary places.
    places: usize,
}

impl Fixed {
    fn constant(value: &RBig) -> Option<Self> {
        let places = power_of_two(&IBig::from(value.denominator().clone()))?;
        (places <= WIDEST_REAL).then(|| Self { word: Word::constant(value.numerator()), places })
    }

    /// The same number with more places.
    fn with_places(&self, places: usize) -> Word {
        self.word.shifted_up(places - self.places)
    }
}

impl Circuit {
    /// The same number in another format.
    pub(super) fn converted(&mut self, from: Format, to: Format, x: &[Bit]) -> Vec<Bit> {
        let widens = to.fraction >= from.fraction;
        // What is subnormal in the wider format vanishes in the narrower one.
        let parts = if widens { self.normal_parts(from, x) } else { self.parts(from, x) };
        let exponent = self.gates.sum(&parts.exponent, &small(to.bias() - from.bias()), false);
        self.rounded(to, parts.sign, parts.class, &exponent, &parts.mantissa)
    }

    /// The float nearest to a real.
    pub(super) fn rounded_real(&mut self, table: &Table, format: Format, real: TermId) -> Option<Vec<Bit>> {
        let Fixed { word, places } = self.fixed(table, real)?;
        let gates = &mut self.gates;
        let sign = word.sign();
        let size = gates.magnitude(&word);
        let bits = gates.compressed(&size.bits, size.bits.len().max(format.precision() + 2));
        let padding = bits.len() - size.bits.len();
        let (mantissa, distance) = gates.normalised(&bits);
        let top = i64::try_from(bits.len() - 1).ok()? - i64::try_from(places + padding).ok()? + format.bias();
        let exponent = gates.sum(&small(top), &distance, true);
        let zero = !gates.any(bits);
        let class = Class { nan: Bit::FALSE, infinite: Bit::FALSE, zero };
        let sign = gates.and(sign, !zero);
        Some(self.rounded(format, sign, class, &exponent, &mantissa))
    }

    fn fixed(&mut self, table: &Table, real: TermId) -> Option<Fixed> {
        if !self.has_room() {
            return None;
        }
        let fixed = deep(|| self.new_fixed(table, real))?;
        (fixed.word.range.bits() <= WIDEST_REAL).then_some(fixed)
    }

    fn new_fixed(&mut self, table: &Table, real: TermId) -> Option<Fixed> {
        let args = table.args(real);
        Some(match table.op(real) {
            Op::Real(value) => Fixed::constant(value)?,
            Op::ToReal => Fixed { word: (*self.word(table, args[0])?).clone(), places: 0 },
            Op::FloatToReal => self.exact_float(table, args[0])?,
            Op::Neg => {
                let Fixed { word, places } = self.fixed(table, args[0])?;
                Fixed { word: self.gates.negated(&word), places }
            }
            Op::Abs => {
                let Fixed { word, places } = self.fixed(table, args[0])?;
                Fixed { word: self.gates.magnitude(&word), places }
            }
            Op::Add => self.fixed_sum(table, args, false)?,
            Op::Sub => self.fixed_sum(table, args, true)?,
            Op::Mul => {
                let mut total = Fixed::constant(&RBig::ONE)?;
                for &arg in args {
                    let factor = self.fixed(table, arg)?;
                    if total.word.range.times(&factor.word.range).bits() > WIDEST_REAL {
                        return None;
                    }
                    let word = self.gates.product(&total.word, &factor.word);
                    total = Fixed { word, places: total.places + factor.places };
                }
                total
            }
            Op::Ite => {
                let condition = self.truth(table, args[0])?;
                let (x, y) = (self.fixed(table, args[1])?, self.fixed(table, args[2])?);
                let (x, y, places) = common(&x, &y)?;
                Fixed { word: self.gates.choose_word(condition, &x, &y), places }
            }
            _ => return None,
        })
    }

    fn fixed_sum(&mut self, table: &Table, args: &[TermId], minus: bool) -> Option<Fixed> {
        let mut total = self.fixed(table, *args.first()?)?;
        for &arg in &args[1..] {
            let (x, y, places) = common(&total, &self.fixed(table, arg)?)?;
            total = Fixed { word: self.gates.sum(&x, &y, minus), places };
        }
        Some(total)
    }

    /// The exact value of a float; 0 for infinities and NaN.
    fn exact_float(&mut self, table: &Table, float: TermId) -> Option<Fixed> {
        let format = Format::of_term(table, float)?;
        let x = self.vector(table, float)?;
        let parts = self.parts(format, &x);
        let gates = &mut self.gates;
        let finite = gates.or(parts.class.nan, parts.class.infinite);
        let finite = !finite;
        let mantissa: Vec<Bit> = parts.mantissa.iter().map(|&bit| gates.and(bit, finite)).collect();
        let distance = gates.sum(&parts.exponent, &small(1), true);
        let most = usize::try_from(format.infinite() - 2).ok()?;
        let mut wide = mantissa;
        wide.resize(wide.len() + most, Bit::FALSE);
        let digits = distance.low(format.exponent);
        let size = Word::unsigned(&gates.shift_left(&wide, &digits));
        let negated = gates.negated(&size);
        let word = gates.choose_word(parts.sign, &negated, &size);
        let places = usize::try_from(format.bias() - 1).ok()? + format.fraction;
        Some(Fixed { word, places })
    }

    pub(in super::super) fn real_equality(&mut self, table: &Table, x: TermId, y: TermId) -> Option<Bit> {
        for (x, y) in [(x, y), (y, x)] {
            if let Op::Real(value) = table.op(y)
                && let Some(below) = self.real_below(table, x, value, false)
            {
                let within = self.real_below(table, x, value, true)?;
                return Some(self.gates.and(within, !below));
            }
        }
        let (x, y) = (self.fixed(table, x)?, self.fixed(table, y)?);
        let (x, y, _) = common(&x, &y)?;
        Some(self.gates.equal(&x, &y))
    }

    /// `x < y`, or `x ≤ y`.
    pub(in super::super) fn real_order(
        &mut self,
        table: &Table,
        x: TermId,
        y: TermId,
        or_equal: bool,
    ) -> Option<Bit> {
        if let Op::Real(value) = table.op(y)
            && let Some(found) = self.real_below(table, x, value, or_equal)
        {
            return Some(found);
        }
        if let Op::Real(value) = table.op(x)
            && let Some(found) = self.real_below(table, y, value, !or_equal)
        {
            return Some(!found);
        }
        let (x, y) = (self.fixed(table, x)?, self.fixed(table, y)?);
        let (x, y, _) = common(&x, &y)?;
        Some(self.gates.less(&x, &y, or_equal))
    }

    /// `x < limit`, or `x ≤ limit`, where that can be told without the binary places of `x`.
    fn real_below(&mut self, table: &Table, x: TermId, limit: &RBig, or_equal: bool) -> Option<Bit> {
        let args = table.args(x);
        Some(match table.op(x) {
            Op::Real(value) => Bit::of(if or_equal { value <= limit } else { value < limit }),
            Op::FloatToReal => self.float_below(table, args[0], limit, or_equal)?,
            Op::ToReal => {
                let word = self.word(table, args[0])?;
                let whole = limit.clone().floor();
                let or_equal = or_equal || !limit.is_int();
                self.gates.less(&word, &Word::constant(&whole), or_equal)
            }
            Op::Neg => !self.real_below(table, args[0], &-limit.clone(), !or_equal)?,
            Op::Add => {
                let (constants, rest): (Vec<TermId>, Vec<TermId>) =
                    args.iter().partition(|&&arg| matches!(table.op(arg), Op::Real(_)));
                let ([constant], [rest]) = (&constants[..], &rest[..]) else { return None };
                let Op::Real(constant) = table.op(*constant) else { return None };
                self.real_below(table, *rest, &(limit - constant), or_equal)?
            }
            Op::Ite => {
                let condition = self.truth(table, args[0])?;
                let yes = self.real_below(table, args[1], limit, or_equal)?;
                let no = self.real_below(table, args[2], limit, or_equal)?;
                self.gates.choose(condition, yes, no)
            }
            _ => return None,
        })
    }

    /// The exact value of a float, 0 for infinities and NaN, compared with a number: the next float above or below
    /// is as good.
    fn float_below(&mut self, table: &Table, float: TermId, limit: &RBig, or_equal: bool) -> Option<Bit> {
        let Value::Float(kind, _) = Value::default_of(table.sort(float)) else { return None };
        let format = Format::of(kind);
        let nearest = apply_op(&Op::RealToFloat(kind), &[&Value::Real(limit.clone())]);
        let Value::Float(_, bits) = nearest else { return None };
        let sign = 1u64 << (format.width() - 1);
        let infinite = bits & !sign == (u64::try_from(format.infinite()).ok()?) << format.fraction;
        let exact = match apply_op(&Op::FloatToReal, &[&nearest]) {
            Value::Real(exact) if !infinite => exact,
            _ => RBig::ZERO,
        };
        // Compared with an infinity, all finite numbers are alike; else equality counts only where it can be.
        let op = if infinite {
            Op::FloatLt
        } else if exact == *limit {
            if or_equal { Op::FloatLe } else { Op::FloatLt }
        } else if exact < *limit {
            Op::FloatLe
        } else {
            Op::FloatLt
        };
        let x = self.vector(table, float)?;
        let class = self.class(format, &x);
        let order = self.compared(format, &op, &x, &format.constant(bits));
        let of_zero = if or_equal { RBig::ZERO <= *limit } else { RBig::ZERO < *limit };
        let strange = self.gates.or(class.nan, class.infinite);
        Some(self.gates.choose(strange, Bit::of(of_zero), order))
    }

    /// `x < limit`, or `x ≤ limit`, for a real rounded to an integer; none if `x` is none.
    pub(in super::super) fn whole_below(
        &mut self,
        table: &Table,
        x: TermId,
        limit: &IBig,
        or_equal: bool,
    ) -> Option<Bit> {
        let Op::ToInt(rounding) = table.op(x) else { return None };
        let real = table.args(x)[0];
        let limit = if or_equal { limit.clone() } else { limit - IBig::ONE };
        if *rounding == Rounding::Truncate && limit.is_negative() {
            return self.real_below(table, real, &RBig::from(limit), true);
        }
        self.real_below(table, real, &RBig::from(limit + IBig::ONE), false)
    }

    /// A real rounded to an integer, compared with a word, where it has no word of its own.
    pub(in super::super) fn near_whole(&mut self, table: &Table, x: TermId, y: TermId) -> Option<Near> {
        let Op::ToInt(rounding) = table.op(x) else { return None };
        if self.range(table, x).is_some() {
            return None;
        }
        let other = self.word(table, y)?;
        let below = self.whole_below(table, x, &other.range.low, false)?;
        let above = !self.whole_below(table, x, &other.range.high, true)?;
        let word = self.whole_word(table, table.args(x)[0], *rounding)?;
        let word = Word::new(word.low(other.range.bits()), other.range.clone());
        Some(Near { word, other, below, above })
    }

    /// A real rounded to an integer.
    pub(in super::super) fn whole_word(
        &mut self,
        table: &Table,
        real: TermId,
        rounding: Rounding,
    ) -> Option<Word> {
        let Fixed { word, places } = self.fixed(table, real)?;
        if rounding == Rounding::Floor || word.range.low >= IBig::ZERO {
            return Some(word.shifted_down(places));
        }
        let size = self.gates.magnitude(&word).shifted_down(places);
        let negated = self.gates.negated(&size);
        Some(self.gates.choose_word(word.sign(), &negated, &size))
    }

    /// Where a real rounded to an integer lies.
    pub(in super::super) fn whole_range(&mut self, table: &Table, real: TermId) -> Option<Range> {
        let largest = self.largest_real(table, real)?;
        let largest = IBig::from(largest) + IBig::ONE;
        Some(Range::new(-largest.clone(), largest))
    }

    /// A bound of the size of a real.
    fn largest_real(&mut self, table: &Table, real: TermId) -> Option<UBig> {
        let args = table.args(real);
        Some(match table.op(real) {
            Op::Real(value) => value.clone().ceil().unsigned_abs().max(value.clone().floor().unsigned_abs()),
            Op::ToReal => {
                let range = self.range(table, args[0])?;
                range.magnitude().high.unsigned_abs()
            }
            Op::FloatToReal => {
                let format = Format::of_term(table, args[0])?;
                let most = UBig::ONE << usize::try_from(format.bias() + 1).ok()?;
                match (table.op(args[0]), table.args(args[0])) {
                    // What is rounded does not pass the next power of two.
                    (Op::RealToFloat(_), &[real]) => match self.largest_real(table, real) {
                        Some(size) => (UBig::ONE << size.bit_len()).min(most),
                        None => most,
                    },
                    _ => most,
                }
            }
            Op::Neg | Op::Abs => self.largest_real(table, args[0])?,
            Op::Add | Op::Sub => {
                let mut all = UBig::ZERO;
                for &arg in args {
                    all += self.largest_real(table, arg)?;
                }
                all
            }
            Op::Ite => self.largest_real(table, args[1])?.max(self.largest_real(table, args[2])?),
            _ => return None,
        })
    }
}

/// Two numbers in one binary place.
fn common(x: &Fixed, y: &Fixed) -> Option<(Word, Word, usize)> {
    let places = x.places.max(y.places);
    let (x, y) = (x.with_places(places), y.with_places(places));
    (x.range.bits().max(y.range.bits()) < WIDEST_REAL).then_some((x, y, places))
}
