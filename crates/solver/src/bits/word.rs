//! Integers as two's complement words of the width they need.
//!
//! A word is exact: it never wraps, for every result has the bits that its range needs.

use dashu_base::BitTest;
use dashu_int::IBig;
use sextant_expr::Rounding;

use super::gates::{Bit, Gates};
use super::range::Range;

/// The bits of an integer, the lowest first; the last one is the sign and stands for all higher ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub bits: Vec<Bit>,
    /// Where the value lies.
    pub range: Range,
}

impl Word {
    pub fn constant(value: &IBig) -> Self {
        let range = Range::single(value.clone());
        Self { bits: (0..range.bits()).map(|at| Bit::of(bit_of(value, at))).collect(), range }
    }

    /// The word of bits whose value lies in a range.
    pub fn new(mut bits: Vec<Bit>, range: Range) -> Self {
        if bits.is_empty() {
            bits.push(Bit::FALSE);
        }
        let range = range.meet(&Range::signed(bits.len()));
        if range.is_single() {
            return Self::constant(&range.low);
        }
        let needed = range.bits();
        if needed <= bits.len() {
            bits.truncate(needed);
        }
        let top = bits.len() - 1;
        if range.low >= IBig::ZERO {
            bits[top] = Bit::FALSE;
        } else if range.high < IBig::ZERO {
            bits[top] = Bit::TRUE;
        }
        while bits.len() > 1 && bits[bits.len() - 1] == bits[bits.len() - 2] {
            bits.pop();
        }
        let fitting = match bits.last().and_then(|sign| sign.constant()) {
            Some(false) => Range::unsigned(bits.len() - 1),
            Some(true) => Range { high: -IBig::ONE, ..Range::signed(bits.len()) },
            None => Range::signed(bits.len()),
        };
        let range = range.meet(&fitting);
        Self { bits, range }
    }

    /// The word of bits that are a number without sign.
    pub fn unsigned(bits: &[Bit]) -> Self {
        let mut signed = bits.to_vec();
        signed.push(Bit::FALSE);
        Self::new(signed, Range::unsigned(bits.len()))
    }

    /// The word of bits that are a number with sign.
    pub fn signed(bits: &[Bit]) -> Self {
        Self::new(bits.to_vec(), Range::signed(bits.len().max(1)))
    }

    /// A bit, however high.
    pub fn bit(&self, at: usize) -> Bit {
        self.bits.get(at).copied().unwrap_or(self.sign())
    }

    pub fn sign(&self) -> Bit {
        self.bits.last().copied().unwrap_or(Bit::FALSE)
    }

    /// The lowest bits.
    pub fn low(&self, count: usize) -> Vec<Bit> {
        (0..count).map(|at| self.bit(at)).collect()
    }

    /// The product with a power of two.
    pub fn shifted_up(&self, by: usize) -> Self {
        let mut bits = vec![Bit::FALSE; by];
        bits.extend(&self.bits);
        Self { bits, range: self.range.times(&Range::single(IBig::ONE << by)) }
    }

    /// The quotient by a power of two, rounded down.
    pub fn shifted_down(&self, by: usize) -> Self {
        let bits = (by..self.bits.len().max(by + 1)).map(|at| self.bit(at)).collect();
        Self::new(bits, Range::new(self.range.low.clone() >> by, self.range.high.clone() >> by))
    }

    fn is_constant(&self) -> bool {
        self.range.is_single()
    }
}

/// A bit of the two's complement of a number.
pub(super) fn bit_of(value: &IBig, at: usize) -> bool {
    if *value < IBig::ZERO { !(-value - IBig::ONE).bit(at) } else { value.bit(at) }
}

/// Numbers whose digits are -1, 0 and 1, no two neighbours other than 0: the positions with their signs.
fn signed_digits(value: &IBig) -> Vec<(usize, bool)> {
    let mut digits = Vec::new();
    let mut rest = value.clone();
    let mut at = 0;
    while rest != IBig::ZERO {
        if bit_of(&rest, 0) {
            let minus = bit_of(&rest, 1);
            digits.push((at, minus));
            rest = if minus { rest + IBig::ONE } else { rest - IBig::ONE };
        }
        rest >>= 1usize;
        at += 1;
    }
    digits
}

impl Gates {
    /// `a + b`, or `a - b`, as far as so many bits go.
    pub fn add_low(&mut self, a: &[Bit], b: &[Bit], minus: bool) -> Vec<Bit> {
        self.summed(a, b, minus, |gates| gates.carried(a, b, minus))
    }

    /// The sum with its carries.
    fn carried(&mut self, a: &[Bit], b: &[Bit], minus: bool) -> Vec<Bit> {
        let mut carry = Bit::of(minus);
        let mut sum = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let y = if minus { !y } else { y };
            let (bit, next) = self.add(x, y, carry);
            sum.push(bit);
            carry = next;
        }
        sum
    }

    pub fn sum(&mut self, a: &Word, b: &Word, minus: bool) -> Word {
        let range = if minus { a.range.add(&b.range.negated()) } else { a.range.add(&b.range) };
        let width = range.bits();
        let bits = self.add_low(&a.low(width), &b.low(width), minus);
        Word::new(bits, range)
    }

    pub fn negated(&mut self, a: &Word) -> Word {
        self.sum(&Word::constant(&IBig::ZERO), a, true)
    }

    /// A constant times a word.
    pub fn scaled(&mut self, a: &Word, factor: &IBig) -> Word {
        let mut total = Word::constant(&IBig::ZERO);
        for (at, minus) in signed_digits(factor) {
            let shifted = a.shifted_up(at);
            total = self.sum(&total, &shifted, minus);
        }
        // What is known of the whole is sharper than what the parts tell.
        let range = a.range.times(&Range::single(factor.clone()));
        Word::new(total.low(range.bits()), range)
    }

    pub fn product(&mut self, a: &Word, b: &Word) -> Word {
        if a.is_constant() {
            return self.scaled(b, &a.range.low);
        }
        if b.is_constant() {
            return self.scaled(a, &b.range.low);
        }
        let range = a.range.times(&b.range);
        let (long, short) = if a.bits.len() >= b.bits.len() { (a, b) } else { (b, a) };
        let mut total = Word::constant(&IBig::ZERO);
        let top = short.bits.len() - 1;
        for (at, &digit) in short.bits.iter().enumerate() {
            if digit == Bit::FALSE {
                continue;
            }
            let row: Vec<Bit> = long.bits.iter().map(|&bit| self.and(bit, digit)).collect();
            let row = Word::new(row, long.range.hull(&Range::single(IBig::ZERO)));
            total = self.sum(&total, &row.shifted_up(at), at == top);
        }
        Word::new(total.low(range.bits()), range)
    }

    /// The lowest bits of a word times a constant without sign; what is added becomes a tree.
    fn scaled_low(&mut self, bits: &[Bit], factor: &IBig) -> Vec<Bit> {
        let width = bits.len();
        let zero = vec![Bit::FALSE; width];
        let (mut added, mut subtracted) = (Vec::new(), Vec::new());
        for (at, minus) in signed_digits(factor).into_iter().filter(|(at, _)| *at < width) {
            let shifted: Vec<Bit> = zero[..at].iter().chain(bits).take(width).copied().collect();
            if minus { subtracted.push(shifted) } else { added.push(shifted) }
        }
        let mut tree = |mut parts: Vec<Vec<Bit>>| {
            while parts.len() > 1 {
                let pairs = parts.chunks(2);
                parts = pairs
                    .map(|pair| match pair {
                        [x, y] => self.add_low(x, y, false),
                        _ => pair[0].clone(),
                    })
                    .collect();
            }
            parts.pop()
        };
        match (tree(added), tree(subtracted)) {
            (added, None) => added.unwrap_or(zero),
            (added, Some(subtracted)) => self.add_low(&added.unwrap_or(zero), &subtracted, true),
        }
    }

    /// The lowest bits of a product.
    pub fn multiply_low(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let constants = |bits: &[Bit]| bits.iter().filter(|bit| bit.constant().is_some()).count();
        let (rows, digits) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        let width = a.len();
        if digits.iter().all(|bit| bit.constant().is_some()) {
            let value = digits.iter().enumerate().filter(|(_, bit)| **bit == Bit::TRUE);
            let value = value.fold(IBig::ZERO, |sum, (at, _)| sum + (IBig::ONE << at));
            return self.scaled_low(rows, &value);
        }
        let mut total = vec![Bit::FALSE; width];
        for (at, &digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != Bit::FALSE) {
            let row: Vec<Bit> = rows[..width - at].iter().map(|&bit| self.and(bit, digit)).collect();
            let upper = self.add_low(&total[at..], &row, false);
            total.truncate(at);
            total.extend(upper);
        }
        total
    }

    /// `a < b`, or `a ≤ b`.
    pub fn less(&mut self, a: &Word, b: &Word, or_equal: bool) -> Bit {
        if if or_equal { a.range.high <= b.range.low } else { a.range.high < b.range.low } {
            return Bit::TRUE;
        }
        if if or_equal { a.range.low > b.range.high } else { a.range.low >= b.range.high } {
            return Bit::FALSE;
        }
        let width = a.bits.len().max(b.bits.len());
        let mut less = Bit::of(or_equal);
        for at in 0..width - 1 {
            less = self.majority(!a.bit(at), b.bit(at), less);
        }
        self.majority(a.bit(width - 1), !b.bit(width - 1), less)
    }

    pub fn equal_bits(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        if let Some(known) = self.compared_forms(a, b) {
            return Bit::of(known);
        }
        let same: Vec<Bit> = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.all(same)
    }

    pub fn equal(&mut self, a: &Word, b: &Word) -> Bit {
        if a.range.high < b.range.low || a.range.low > b.range.high {
            return Bit::FALSE;
        }
        let width = a.bits.len().max(b.bits.len());
        self.equal_bits(&a.low(width), &b.low(width))
    }

    pub fn choose_bits(&mut self, condition: Bit, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        a.iter().zip(b).map(|(&x, &y)| self.choose(condition, x, y)).collect()
    }

    pub fn choose_word(&mut self, condition: Bit, a: &Word, b: &Word) -> Word {
        let width = a.bits.len().max(b.bits.len());
        let bits = self.choose_bits(condition, &a.low(width), &b.low(width));
        Word::new(bits, a.range.hull(&b.range))
    }

    pub fn magnitude(&mut self, a: &Word) -> Word {
        let negated = self.negated(a);
        let chosen = self.choose_word(a.sign(), &negated, a);
        Word::new(chosen.low(chosen.bits.len() + 1), a.range.magnitude())
    }

    fn is_zero(&mut self, a: &Word) -> Bit {
        !self.any(a.bits.iter().copied())
    }

    /// Quotient and remainder of numbers without sign; the divisor is not 0 where it counts. Neither is computed:
    /// they are what fulfils `a = q * b + r` with `r < b`.
    fn divided_unsigned(&mut self, a: &Word, b: &Word) -> (Word, Word) {
        let wide = a.bits.len() - 1;
        let quotient: Vec<Bit> = (0..wide).map(|_| self.input()).collect();
        let rest: Vec<Bit> = (0..wide.min(b.bits.len() - 1)).map(|_| self.input()).collect();
        let (q, r) = (Word::unsigned(&quotient), Word::unsigned(&rest));
        let product = self.product(&q, b);
        let whole = self.sum(&product, &r, false);
        let exact = self.equal(&whole, a);
        let small = self.less(&r, b, false);
        let right = self.and(exact, small);
        let zero = self.is_zero(b);
        let guard = self.or(right, zero);
        for bit in quotient.into_iter().chain(rest) {
            self.set_guard(bit, guard);
        }
        (q, r)
    }

    /// Quotient and remainder, so rounded; 0 and the dividend where the divisor is 0.
    pub fn divided(&mut self, a: &Word, b: &Word, rounding: Rounding) -> (Word, Word) {
        let ranges = (a.range.divided(&b.range, rounding), a.range.remainder(&b.range, rounding));
        if a.is_constant() && b.is_constant() {
            return constant_quotient(&a.range.low, &b.range.low, rounding);
        }
        if let Some((q, r)) = self.shifted_quotient(a, b, rounding) {
            return (q, r);
        }
        let (size_a, size_b) = (self.magnitude(a), self.magnitude(b));
        let (mut q, mut r) = self.divided_unsigned(&size_a, &size_b);
        let opposite = self.xor(a.sign(), b.sign());
        let inexact = !self.is_zero(&r);
        let (minus_q, minus_r) = (self.negated(&q), self.negated(&r));
        q = self.choose_word(opposite, &minus_q, &q);
        r = self.choose_word(a.sign(), &minus_r, &r);
        if rounding == Rounding::Floor {
            let lower = self.and(opposite, inexact);
            let (below, above) = (self.sum(&q, &Word::constant(&IBig::ONE), true), self.sum(&r, b, false));
            q = self.choose_word(lower, &below, &q);
            r = self.choose_word(lower, &above, &r);
        }
        let zero = self.is_zero(b);
        q = self.choose_word(zero, &Word::constant(&IBig::ZERO), &q);
        r = self.choose_word(zero, a, &r);
        (Word::new(q.low(ranges.0.bits()), ranges.0), Word::new(r.low(ranges.1.bits()), ranges.1))
    }

    /// A quotient by a power of two, and the remainder.
    fn shifted_quotient(&mut self, a: &Word, b: &Word, rounding: Rounding) -> Option<(Word, Word)> {
        let power = power_of_two(&b.range.low).filter(|_| b.is_constant())?;
        if rounding == Rounding::Floor || a.sign() == Bit::FALSE {
            return Some((a.shifted_down(power), Word::unsigned(&a.low(power))));
        }
        // Below zero the quotient is that of what lies as far above it.
        let size = self.magnitude(a);
        let (q, r) = (size.shifted_down(power), Word::unsigned(&size.low(power)));
        let (minus_q, minus_r) = (self.negated(&q), self.negated(&r));
        Some((self.choose_word(a.sign(), &minus_q, &q), self.choose_word(a.sign(), &minus_r, &r)))
    }
}

/// Quotient and remainder of known numbers.
fn constant_quotient(a: &IBig, b: &IBig, rounding: Rounding) -> (Word, Word) {
    if *b == IBig::ZERO {
        return (Word::constant(&IBig::ZERO), Word::constant(a));
    }
    let (mut q, mut r) = (a / b, a % b);
    if rounding == Rounding::Floor && r != IBig::ZERO && (r < IBig::ZERO) != (*b < IBig::ZERO) {
        q -= IBig::ONE;
        r += b;
    }
    (Word::constant(&q), Word::constant(&r))
}

/// The exponent of a power of two.
pub(super) fn power_of_two(value: &IBig) -> Option<usize> {
    let exponent = value.bit_len().checked_sub(1)?;
    (*value == IBig::ONE << exponent).then_some(exponent)
}
