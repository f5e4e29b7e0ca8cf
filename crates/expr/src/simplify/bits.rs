//! Bit strings other than their sums: bitwise operations, shifts, divisions, widths and comparisons. Operands are
//! canonical.

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

use super::number::Number;
use crate::build::width;
use crate::eval::signed;
use crate::{Op, Rounding, Scalar, Sort, Table, TermId};

/// The sort of bit strings of a width.
pub(super) fn bits_sort(width: u16) -> Sort {
    Sort::Scalar(Scalar::BitVec(width))
}

impl Table {
    /// The value of a constant bit string.
    pub(super) fn as_bits(&self, term: TermId) -> Option<&UBig> {
        match self.op(term) {
            Op::Bits(_, value) => Some(value),
            _ => None,
        }
    }

    fn is_zero_bits(&self, term: TermId) -> bool {
        self.as_bits(term).is_some_and(UBig::is_zero)
    }

    fn is_all_ones(&self, term: TermId) -> bool {
        let wide = usize::from(width(self, term));
        self.as_bits(term).is_some_and(|value| *value == UBig::ones(wide))
    }

    pub(super) fn simple_bits(&mut self, op: &Op, sort: Sort, args: &[TermId]) -> TermId {
        if let Some(value) = self.fold(op, args) {
            return self.constant(&value);
        }
        match (op, args) {
            (Op::BvNeg | Op::BvAdd | Op::BvSub | Op::BvMul, _) => self.simple_bit_sum(op, args),
            (Op::BvNot, &[x]) if *self.op(x) == Op::BvNot => self.args(x)[0],
            (Op::BvAnd | Op::BvOr | Op::BvXor, &[x, y]) => self.bitwise(op, sort, x, y),
            (Op::BvShl | Op::BvLshr | Op::BvAshr, &[x, by]) => self.shift(op, sort, x, by),
            (Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem, &[x, y]) => self.bit_division(op, sort, x, y),
            (Op::BvExtract(high, low), &[x]) => self.extract(*high, *low, x),
            (Op::BvZeroExtend(wide) | Op::BvSignExtend(wide), &[x]) => self.extend(op, *wide, x),
            (Op::BvConcat, &[x, y]) => self.concat(sort, x, y),
            _ => self.intern(op.clone(), sort, args),
        }
    }

    fn bitwise(&mut self, op: &Op, sort: Sort, x: TermId, y: TermId) -> TermId {
        // Constants come last.
        let (x, y) = if self.as_bits(x).is_some() { (y, x) } else { (x, y) };
        let wide = width(self, x);
        let opposite =
            |table: &Table, x: TermId, y: TermId| *table.op(x) == Op::BvNot && table.args(x) == [y];
        let complementary = opposite(self, x, y) || opposite(self, y, x);
        let zero = UBig::ZERO;
        match op {
            Op::BvAnd if x == y || self.is_all_ones(y) => x,
            Op::BvAnd if self.is_zero_bits(y) => y,
            Op::BvAnd if complementary => self.bits(wide, zero),
            Op::BvOr if x == y || self.is_zero_bits(y) => x,
            Op::BvOr if self.is_all_ones(y) => y,
            Op::BvOr | Op::BvXor if complementary => self.bits(wide, UBig::ones(usize::from(wide))),
            Op::BvXor if x == y => self.bits(wide, zero),
            Op::BvXor if self.is_zero_bits(y) => x,
            Op::BvXor if self.is_all_ones(y) => self.simple_bits(&Op::BvNot, sort, &[x]),
            _ => {
                if let Some(merged) = self.merged_constants(op, sort, x, y) {
                    return merged;
                }
                let swap = self.as_bits(y).is_none() && self.compare(x, y).is_gt();
                self.intern(op.clone(), sort, &if swap { [y, x] } else { [x, y] })
            }
        }
    }

    /// `(z op c) op d` is `z op (c op d)`.
    fn merged_constants(&mut self, op: &Op, sort: Sort, x: TermId, y: TermId) -> Option<TermId> {
        if self.op(x) != op || self.as_bits(y).is_none() {
            return None;
        }
        let &[z, constant] = self.args(x) else { return None };
        self.as_bits(constant)?;
        let merged = self.fold(op, &[constant, y])?;
        let merged = self.constant(&merged);
        Some(self.bitwise(op, sort, z, merged))
    }

    fn shift(&mut self, op: &Op, sort: Sort, x: TermId, by: TermId) -> TermId {
        let wide = width(self, x);
        if self.is_zero_bits(x) {
            return x;
        }
        let Some(distance) = self.as_bits(by) else { return self.intern(op.clone(), sort, &[x, by]) };
        if distance.is_zero() {
            return x;
        }
        let inside = *distance < UBig::from(wide);
        match op {
            Op::BvAshr if !inside => {
                let by = self.bits(wide, UBig::from(wide - 1));
                if wide == 1 { x } else { self.intern(Op::BvAshr, sort, &[x, by]) }
            }
            _ if !inside => self.bits(wide, UBig::ZERO),
            Op::BvShl => {
                let distance = usize::try_from(distance).unwrap_or(0);
                let factor = self.bits(wide, UBig::ONE << distance);
                self.simple_bit_sum(&Op::BvMul, &[x, factor])
            }
            _ => self.intern(op.clone(), sort, &[x, by]),
        }
    }

    fn bit_division(&mut self, op: &Op, sort: Sort, x: TermId, y: TermId) -> TermId {
        let wide = width(self, x);
        let by_zero = self.is_zero_bits(y);
        // In one bit, 1 is -1, and its signed quotient by itself wraps.
        let by_one = self.as_bits(y).is_some_and(UBig::is_one) && wide > 1;
        match op {
            Op::BvUdiv if by_zero => self.bits(wide, UBig::ones(usize::from(wide))),
            Op::BvUrem | Op::BvSrem if by_zero => x,
            Op::BvUdiv | Op::BvSdiv if by_one => x,
            Op::BvUrem | Op::BvSrem if by_one => self.bits(wide, UBig::ZERO),
            _ => self.intern(op.clone(), sort, &[x, y]),
        }
    }

    fn extract(&mut self, high: u16, low: u16, x: TermId) -> TermId {
        if low == 0 && high + 1 == width(self, x) {
            return x;
        }
        match (self.op(x).clone(), self.args(x)) {
            (Op::BvExtract(_, offset), &[inner]) => self.extract(high + offset, low + offset, inner),
            (Op::BvConcat, &[upper, lower]) => {
                let split = width(self, lower);
                if high < split {
                    self.refolded_extract(high, low, lower)
                } else if low >= split {
                    self.refolded_extract(high - split, low - split, upper)
                } else {
                    self.raw_extract(high, low, x)
                }
            }
            (Op::BvZeroExtend(_) | Op::BvSignExtend(_), &[inner]) if high < width(self, inner) => {
                self.refolded_extract(high, low, inner)
            }
            (Op::BvZeroExtend(_), &[inner]) if low >= width(self, inner) => {
                self.bits(high - low + 1, UBig::ZERO)
            }
            _ => self.raw_extract(high, low, x),
        }
    }

    fn raw_extract(&mut self, high: u16, low: u16, x: TermId) -> TermId {
        self.intern(Op::BvExtract(high, low), bits_sort(high - low + 1), &[x])
    }

    /// Extraction from an operand found inside, which may be a constant. Widths bound the depth.
    fn refolded_extract(&mut self, high: u16, low: u16, x: TermId) -> TermId {
        self.simple_bits(&Op::BvExtract(high, low), bits_sort(high - low + 1), &[x])
    }

    fn extend(&mut self, op: &Op, wide: u16, x: TermId) -> TermId {
        if wide == width(self, x) {
            return x;
        }
        match (op, self.op(x), self.args(x)) {
            (Op::BvZeroExtend(_), Op::BvZeroExtend(_), &[inner]) => {
                self.intern(op.clone(), bits_sort(wide), &[inner])
            }
            (Op::BvSignExtend(_), Op::BvSignExtend(_), &[inner]) => {
                self.intern(op.clone(), bits_sort(wide), &[inner])
            }
            (Op::BvSignExtend(_), Op::BvZeroExtend(_), &[inner]) => {
                self.intern(Op::BvZeroExtend(wide), bits_sort(wide), &[inner])
            }
            _ => self.intern(op.clone(), bits_sort(wide), &[x]),
        }
    }

    fn concat(&mut self, sort: Sort, x: TermId, y: TermId) -> TermId {
        if self.is_zero_bits(x) {
            return self.extend(
                &Op::BvZeroExtend(width(self, x) + width(self, y)),
                width(self, x) + width(self, y),
                y,
            );
        }
        if let (Op::BvExtract(_, low), Op::BvExtract(high, end)) = (self.op(x).clone(), self.op(y).clone())
            && self.args(x) == self.args(y)
            && low == high + 1
        {
            let (Op::BvExtract(top, _), whole) = (self.op(x).clone(), self.args(x)[0]) else { return x };
            return self.extract(top, end, whole);
        }
        self.intern(Op::BvConcat, sort, &[x, y])
    }

    pub(super) fn simple_bit_equality(&mut self, equal: bool, x: TermId, y: TermId) -> TermId {
        let difference = self.simple_bit_sum(&Op::BvSub, &[x, y]);
        if let Some(constant) = self.as_bits(difference) {
            let same = constant.is_zero();
            return self.boolean(same == equal);
        }
        self.plain_equality(equal, x, y)
    }

    /// `<` and `≤`. A strict comparison with a constant becomes one without.
    pub(super) fn simple_bit_comparison(&mut self, op: &Op, x: TermId, y: TermId) -> TermId {
        if let Some(value) = self.fold(op, &[x, y]) {
            return self.constant(&value);
        }
        let strict = matches!(op, Op::BvUlt | Op::BvSlt);
        if x == y {
            return self.boolean(!strict);
        }
        let signed_order = matches!(op, Op::BvSlt | Op::BvSle);
        let wide = width(self, x);
        let one = IBig::ONE;
        let half = &one << (usize::from(wide) - 1);
        let (least, most) =
            if signed_order { (-half.clone(), half - &one) } else { (IBig::ZERO, (half << 1usize) - &one) };
        let ordinal = |table: &Table, term: TermId| {
            let value = table.as_bits(term)?;
            Some(if signed_order { signed(wide, value) } else { IBig::from(value.clone()) })
        };
        for (constant, other, upper) in [(y, x, true), (x, y, false)] {
            let Some(limit) = ordinal(self, constant) else { continue };
            if strict && limit == *(if upper { &least } else { &most }) {
                return self.boolean(false);
            }
            let step = IBig::from(strict);
            let limit = if upper { limit - step } else { limit + step };
            return self.bit_bound(signed_order, other, limit, upper, [&least, &most]);
        }
        self.intern(op.clone(), Sort::BOOL, &[x, y])
    }

    /// `x ≤ limit`, or `limit ≤ x`; the limit lies among the values that `x` can have, from `least` to `most`.
    fn bit_bound(
        &mut self,
        signed_order: bool,
        x: TermId,
        limit: IBig,
        upper: bool,
        ends: [&IBig; 2],
    ) -> TermId {
        let [least, most] = ends;
        let (everything, single) = if upper { (most, least) } else { (least, most) };
        if limit == *everything {
            return self.boolean(true);
        }
        let constant = self.wrapped_bits(width(self, x), &limit);
        if limit == *single {
            return self.simple_bit_equality(true, x, constant);
        }
        let sides = if upper { [x, constant] } else { [constant, x] };
        self.intern(if signed_order { Op::BvSle } else { Op::BvUle }, Sort::BOOL, &sides)
    }

    pub(super) fn wrapped_bits(&mut self, width: u16, value: &IBig) -> TermId {
        self.bits(width, crate::eval::wrapped(width, value))
    }

    /// The integer a bit string stands for. That of a converted integer is a remainder.
    pub(super) fn simple_bits_to_int(&mut self, op: &Op, x: TermId) -> TermId {
        match (op, self.op(x), self.args(x)) {
            (Op::BvToUint, Op::IntToBv(width), &[inner]) => {
                let modulus = IBig::ONE << usize::from(*width);
                let modulus = self.int(modulus);
                self.simple_rem(Rounding::Floor, inner, modulus)
            }
            (Op::BvToUint, Op::BvZeroExtend(_), &[inner]) => self.intern(Op::BvToUint, Sort::INT, &[inner]),
            (Op::BvToSint, Op::BvSignExtend(_), &[inner]) => self.intern(Op::BvToSint, Sort::INT, &[inner]),
            (Op::BvToSint, Op::BvZeroExtend(_), &[inner]) => self.intern(Op::BvToUint, Sort::INT, &[inner]),
            _ => self.folded_or_raw(op.clone(), Sort::INT, &[x]),
        }
    }

    /// An integer modulo `2^width`: coefficients are reduced, and a converted bit string is used as it is.
    pub(super) fn simple_int_to_bits(&mut self, wide: u16, x: TermId) -> TermId {
        let modulus = IBig::ONE << usize::from(wide);
        let polynomial = self.polynomial(x);
        let polynomial = self.without_idle_remainders(polynomial, &modulus);
        let reduced = self.reduced(&polynomial, &modulus);
        if let [entry] = &reduced.entries[..]
            && reduced.constant.is_zero()
            && entry.coefficient == Number::ONE
            && let Op::BvToUint | Op::BvToSint = self.op(entry.monomial)
        {
            let inner = self.args(entry.monomial)[0];
            let zeros = *self.op(entry.monomial) == Op::BvToUint;
            if wide < width(self, inner) {
                return self.refolded_extract(wide - 1, 0, inner);
            }
            let op = if zeros { Op::BvZeroExtend(wide) } else { Op::BvSignExtend(wide) };
            return self.extend(&op, wide, inner);
        }
        let x = self.polynomial_term(reduced, Sort::INT);
        self.folded_or_raw(Op::IntToBv(wide), bits_sort(wide), &[x])
    }

    /// The highest bit of a constant.
    pub(super) fn is_upper_half(&self, wide: u16, value: &UBig) -> bool {
        value.bit(usize::from(wide) - 1)
    }
}
