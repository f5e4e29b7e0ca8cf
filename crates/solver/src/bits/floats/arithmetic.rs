//! Sums, products, quotients and roots of floats.
//!
//! Quotients and roots are computed digit by digit. If they were only said to fulfil an equation, they would have to
//! be searched for even where the operands are known.

use super::super::circuit::Circuit;
use super::super::gates::Bit;
use super::super::range::Range;
use super::super::word::Word;
use super::{Class, Format, small};
use dashu_int::IBig;

impl Circuit {
    /// The larger number stays where it is, the smaller one is shifted down to it.
    pub(super) fn float_sum(&mut self, format: Format, x: &[Bit], y: &[Bit]) -> Vec<Bit> {
        let top = format.width() - 1;
        // Sums commute, and so do their circuits.
        let (x, y) = if x <= y { (x, y) } else { (y, x) };
        let swap = self.gates.less(&Word::unsigned(&x[..top]), &Word::unsigned(&y[..top]), false);
        let large = self.gates.choose_bits(swap, y, x);
        let little = self.gates.choose_bits(swap, x, y);
        let (large, little) = (self.parts(format, &large), self.parts(format, &little));
        let gates = &mut self.gates;
        let distance = gates.sum(&large.exponent, &little.exponent, true);
        let most = distance.range.high.clone().max(IBig::ZERO);
        let distance = Word::new(distance.low(distance.bits.len() + 1), Range::new(IBig::ZERO, most));
        // Three more bits are enough for rounding right: the next two, and whether there are others.
        let width = format.precision() + 4;
        let widened = |mantissa: &[Bit]| -> Vec<Bit> {
            let bits = [Bit::FALSE; 3].into_iter().chain(mantissa.iter().copied());
            bits.chain([Bit::FALSE]).collect()
        };
        let (first, second) = (widened(&large.mantissa), widened(&little.mantissa));
        let second = gates.aligned(&second, &distance);
        let minus = gates.xor(large.sign, little.sign);
        let mut carry = minus;
        let mut sum = Vec::with_capacity(width);
        for (&a, &b) in first.iter().zip(&second) {
            let b = gates.xor(b, minus);
            let (bit, next) = gates.add(a, b, carry);
            sum.push(bit);
            carry = next;
        }
        let some = gates.any(sum.iter().copied());
        let (mantissa, shifted) = gates.shifted_up_within(&sum, &large.exponent);
        let above = gates.sum(&large.exponent, &small(1), false);
        let exponent = gates.sum(&above, &shifted, true);
        let range = Range::new(IBig::ONE, above.range.high);
        let exponent = Word::new(exponent.low(range.bits()), range);
        // A difference of equals is the positive zero.
        let vanishes = gates.and(minus, !some);
        let sign = gates.and(large.sign, !vanishes);
        let both = gates.and(large.class.infinite, little.class.infinite);
        let undefined = gates.and(both, minus);
        let class = Class {
            nan: gates.or(large.class.nan, undefined),
            infinite: large.class.infinite,
            zero: Bit::FALSE,
        };
        self.rounded(format, sign, class, &exponent, &mantissa)
    }

    pub(super) fn float_product(&mut self, format: Format, x: &[Bit], y: &[Bit]) -> Vec<Bit> {
        let (x, y) = if x <= y { (x, y) } else { (y, x) };
        let (a, b) = (self.normal_parts(format, x), self.normal_parts(format, y));
        let gates = &mut self.gates;
        let sign = gates.xor(a.sign, b.sign);
        let product = gates.product(&Word::unsigned(&a.mantissa), &Word::unsigned(&b.mantissa));
        let product = product.low(2 * format.precision());
        let (mantissa, carry) = self.top_set(&product);
        let gates = &mut self.gates;
        let exponents = gates.sum(&a.exponent, &b.exponent, false);
        let exponents = gates.sum(&exponents, &small(format.bias()), true);
        let exponent = gates.sum(&exponents, &Word::unsigned(&[carry]), false);
        let (mixed, other) =
            (gates.and(a.class.infinite, b.class.zero), gates.and(a.class.zero, b.class.infinite));
        let class = Class {
            nan: gates.any([a.class.nan, b.class.nan, mixed, other]),
            infinite: gates.or(a.class.infinite, b.class.infinite),
            zero: gates.or(a.class.zero, b.class.zero),
        };
        self.rounded(format, sign, class, &exponent, &mantissa)
    }

    /// Bits whose highest or second highest is set, shifted so that it is the highest; and whether it was.
    fn top_set(&mut self, bits: &[Bit]) -> (Vec<Bit>, Bit) {
        let carry = bits[bits.len() - 1];
        let shifted: Vec<Bit> =
            std::iter::once(Bit::FALSE).chain(bits[..bits.len() - 1].iter().copied()).collect();
        (self.gates.choose_bits(carry, bits, &shifted), carry)
    }

    pub(super) fn float_quotient(&mut self, format: Format, x: &[Bit], y: &[Bit]) -> Vec<Bit> {
        let (a, b) = (self.normal_parts(format, x), self.normal_parts(format, y));
        let sign = self.gates.xor(a.sign, b.sign);
        let (quotient, inexact) = self.mantissa_quotient(format, &a.mantissa, &b.mantissa);
        let mut digits = vec![inexact];
        digits.extend(quotient);
        let (mantissa, carry) = self.top_set(&digits);
        let gates = &mut self.gates;
        let exponents = gates.sum(&a.exponent, &b.exponent, true);
        let exponents = gates.sum(&exponents, &small(format.bias() - 1), false);
        let exponent = gates.sum(&exponents, &Word::unsigned(&[carry]), false);
        let (zeros, infinities) =
            (gates.and(a.class.zero, b.class.zero), gates.and(a.class.infinite, b.class.infinite));
        let class = Class {
            nan: gates.any([a.class.nan, b.class.nan, zeros, infinities]),
            infinite: gates.or(a.class.infinite, b.class.zero),
            zero: gates.or(a.class.zero, b.class.infinite),
        };
        self.rounded(format, sign, class, &exponent, &mantissa)
    }

    /// The quotient of mantissas with two bits more than they have, digit by digit, and whether it is inexact.
    fn mantissa_quotient(&mut self, format: Format, a: &[Bit], b: &[Bit]) -> (Vec<Bit>, Bit) {
        let gates = &mut self.gates;
        let width = format.precision() + 2;
        let widened = |bits: &[Bit]| -> Vec<Bit> { bits.iter().copied().chain([Bit::FALSE; 2]).collect() };
        let (mut rest, divisor) = (widened(a), widened(b));
        let mut digits = Vec::with_capacity(width);
        for _ in 0..width {
            // The remainder is less than twice the divisor.
            let less = gates.add_low(&rest, &divisor, true);
            let digit = !less[width - 1];
            digits.push(digit);
            rest = gates.choose_bits(digit, &less, &rest);
            rest.pop();
            rest.insert(0, Bit::FALSE);
        }
        digits.reverse();
        (digits, gates.any(rest))
    }

    pub(super) fn float_root(&mut self, format: Format, x: &[Bit]) -> Vec<Bit> {
        let parts = self.normal_parts(format, x);
        // Half the exponent: where it is odd (the bias is), the mantissa is doubled.
        let odd = !parts.exponent.bit(0);
        let doubled: Vec<Bit> = std::iter::once(Bit::FALSE).chain(parts.mantissa.iter().copied()).collect();
        let mut plain = parts.mantissa.clone();
        plain.push(Bit::FALSE);
        let mantissa = self.gates.choose_bits(odd, &doubled, &plain);
        let (root, inexact) = self.mantissa_root(format, &mantissa);
        let gates = &mut self.gates;
        let exponent = gates.sum(&parts.exponent, &Word::unsigned(&[odd]), true);
        let exponent = gates.sum(&exponent, &small(format.bias()), false);
        let range = Range::new(exponent.range.low.clone() >> 1usize, exponent.range.high.clone() >> 1usize);
        let half = Word::new(exponent.low(exponent.bits.len() + 1)[1..].to_vec(), range);
        let mut digits = vec![inexact];
        digits.extend(root);
        let below = gates.and(parts.sign, !parts.class.zero);
        let class = Class {
            nan: gates.or(parts.class.nan, below),
            infinite: parts.class.infinite,
            zero: parts.class.zero,
        };
        self.rounded(format, parts.sign, class, &half, &digits)
    }

    /// The root of a mantissa below 4 with one bit more than it has, digit by digit, and whether it is inexact.
    fn mantissa_root(&mut self, format: Format, mantissa: &[Bit]) -> (Vec<Bit>, Bit) {
        let mut square = vec![Bit::FALSE; format.precision() + 1];
        square.extend(mantissa);
        let gates = &mut self.gates;
        let (mut root, mut rest): (Vec<Bit>, Vec<Bit>) = (Vec::new(), Vec::new());
        for pair in square.chunks(2).rev() {
            rest.splice(0..0, pair.iter().copied());
            // The next digit is one if four times the root and one go into the remainder.
            let mut trial = vec![Bit::TRUE, Bit::FALSE];
            trial.extend(&root);
            let width = rest.len().max(trial.len()) + 1;
            rest.resize(width, Bit::FALSE);
            trial.resize(width, Bit::FALSE);
            let less = gates.add_low(&rest, &trial, true);
            let digit = !less[width - 1];
            rest = gates.choose_bits(digit, &less, &rest);
            root.insert(0, digit);
            // A remainder is at most twice the root.
            rest.truncate(root.len() + 1);
        }
        let inexact = gates.any(rest);
        (root, inexact)
    }
}
