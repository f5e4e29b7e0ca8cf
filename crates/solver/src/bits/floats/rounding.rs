//! Mantissas shifted to where they belong, and rounded.

use dashu_int::IBig;

use super::super::circuit::Circuit;
use super::super::gates::{Bit, Gates};
use super::super::range::Range;
use super::super::word::Word;
use super::{Class, Format, Parts, small};

impl Gates {
    /// Bits shifted up until the highest one is set, and by how much; zero is shifted by any distance.
    pub(super) fn normalised(&mut self, bits: &[Bit]) -> (Vec<Bit>, Word) {
        let any = Range::unsigned(stages(bits.len()));
        self.shifted_up_within(bits, &Word::constant(&any.high))
    }

    /// Bits shifted up until the highest one is set, but at most by the limit; and by how much.
    pub(super) fn shifted_up_within(&mut self, bits: &[Bit], limit: &Word) -> (Vec<Bit>, Word) {
        let mut bits = bits.to_vec();
        let mut left = limit.clone();
        let mut distance = Vec::new();
        for stage in (0..stages(bits.len())).rev() {
            let step = 1usize << stage;
            let empty = !self.any(bits[bits.len().saturating_sub(step)..].iter().copied());
            let power = Word::constant(&(IBig::ONE << stage));
            let enough = self.less(&power, &left, true);
            let shift = self.and(empty, enough);
            let moved: Vec<Bit> =
                (0..bits.len()).map(|at| if at >= step { bits[at - step] } else { Bit::FALSE }).collect();
            bits = self.choose_bits(shift, &moved, &bits);
            if !left.range.is_single() {
                let less = self.sum(&left, &power, true);
                let range = Range::new(IBig::ZERO, left.range.high.clone());
                let less = Word::new(less.low(left.bits.len()), range);
                left = self.choose_word(shift, &less, &left);
            }
            distance.push(shift);
        }
        distance.reverse();
        (bits, Word::unsigned(&distance))
    }

    /// Bits shifted down; the lowest one is set if a set bit was lost.
    fn shifted_down_sticky(&mut self, bits: &[Bit], by: &[Bit]) -> Vec<Bit> {
        let mut bits = bits.to_vec();
        let mut lost = Bit::FALSE;
        for (stage, &digit) in by.iter().enumerate() {
            if digit == Bit::FALSE {
                continue;
            }
            let step = if stage < 16 { bits.len().min(1 << stage) } else { bits.len() };
            let some = self.any(bits[..step].iter().copied());
            let some = self.and(some, digit);
            lost = self.or(lost, some);
            let moved: Vec<Bit> =
                (0..bits.len()).map(|at| bits.get(at + step).copied().unwrap_or(Bit::FALSE)).collect();
            bits = self.choose_bits(digit, &moved, &bits);
        }
        bits[0] = self.or(bits[0], lost);
        bits
    }

    /// The bits of lesser weight as one, so that so many are left.
    pub(super) fn compressed(&mut self, bits: &[Bit], count: usize) -> Vec<Bit> {
        if bits.len() <= count {
            let padding = vec![Bit::FALSE; count - bits.len()];
            return padding.into_iter().chain(bits.iter().copied()).collect();
        }
        let cut = bits.len() - count + 1;
        let sticky = self.any(bits[..cut].iter().copied());
        std::iter::once(sticky).chain(bits[cut..].iter().copied()).collect()
    }

    /// Shifted down by the distance of a number that is not negative, with what is lost in the lowest bit.
    pub(super) fn aligned(&mut self, bits: &[Bit], distance: &Word) -> Vec<Bit> {
        let digits = &distance.bits[..distance.bits.len() - 1];
        self.shifted_down_sticky(bits, digits)
    }
}

/// How many bits a distance within so many bits has.
fn stages(width: usize) -> usize {
    (usize::BITS - (width - 1).leading_zeros()) as usize
}

impl Circuit {
    /// A float with its highest bit of the mantissa set, which holds of all numbers but zero; for zero, infinities
    /// and NaN the mantissa means nothing.
    pub(super) fn normal_parts(&mut self, format: Format, x: &[Bit]) -> Parts {
        let mut parts = self.parts(format, x);
        let (mut mantissa, distance) = self.gates.normalised(&parts.mantissa);
        let top = mantissa.len() - 1;
        mantissa[top] = Bit::TRUE;
        parts.exponent = self.gates.sum(&parts.exponent, &distance, true);
        parts.mantissa = mantissa;
        parts
    }

    /// The float nearest to a number. The exponent is that of the highest bit of the mantissa, which is set unless
    /// the exponent is 1 or so small that nothing is left; the lowest bit stands for all that is beyond.
    pub(super) fn rounded(
        &mut self,
        format: Format,
        sign: Bit,
        class: Class,
        exponent: &Word,
        mantissa: &[Bit],
    ) -> Vec<Bit> {
        let gates = &mut self.gates;
        let mut mantissa = gates.compressed(mantissa, format.precision() + 2);
        if exponent.range.low < IBig::ONE {
            let missing = gates.sum(&small(1), exponent, true);
            let zero = small(0);
            let distance = gates.choose_word(missing.sign(), &zero, &missing);
            let most = distance.range.high.clone().max(IBig::ZERO);
            let distance = Word::new(distance.low(distance.bits.len() + 1), Range::new(IBig::ZERO, most));
            mantissa = gates.aligned(&mantissa, &distance);
        }
        let top = mantissa.len() - 1;
        let hidden = mantissa[top];
        let field: Vec<Bit> =
            exponent.low(format.exponent).into_iter().map(|bit| gates.and(bit, hidden)).collect();
        let mut kept: Vec<Bit> = mantissa[2..top].to_vec();
        kept.extend(field);
        let inexact = gates.or(mantissa[0], mantissa[2]);
        let up = gates.and(mantissa[1], inexact);
        let mut carry = up;
        let mut bits = Vec::with_capacity(format.width());
        for bit in kept {
            bits.push(gates.xor(bit, carry));
            carry = gates.and(bit, carry);
        }
        let large = gates.less(&small(format.infinite()), exponent, true);
        let overflow = gates.and(large, hidden);
        bits.push(sign);
        let bits = gates.choose_bits(overflow, &format.infinity(sign), &bits);
        self.classified(format, sign, class, &bits)
    }
}
