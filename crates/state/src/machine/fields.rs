//! Fields of the bits of integers.

use sextant_expr::{Op, Rounding, TermId};

use super::here::Here;
use crate::Value;

impl Here<'_, '_> {
    /// So many bits of an integer from a position on.
    pub(super) fn field(&mut self, x: TermId, from: TermId, count: TermId) -> Value {
        let [x, from, count] = [x, from, count].map(|term| self.table.apply(Op::IntToBv(64), &[term]));
        let mask = self.low_bits_term(64, count);
        let shifted = self.table.apply(Op::BvAshr, &[x, from]);
        let field = self.table.apply(Op::BvAnd, &[shifted, mask]);
        self.apply(Op::BvToSint, &[field])
    }

    /// An integer whose lowest bits are rotated to the left; the rest stays.
    pub(super) fn rotation(&mut self, width: u16, x: TermId, by: TermId, size: TermId) -> Value {
        let by = self.table.apply(Op::Rem(Rounding::Floor), &[by, size]);
        let [x, by, size] = [x, by, size].map(|term| self.table.apply(Op::IntToBv(width), &[term]));
        let mask = self.low_bits_term(width, size);
        let field = self.table.apply(Op::BvAnd, &[x, mask]);
        // A shift by the whole width or more leaves nothing.
        let rest = self.table.apply(Op::BvSub, &[size, by]);
        let up = self.table.apply(Op::BvShl, &[field, by]);
        let down = self.table.apply(Op::BvLshr, &[field, rest]);
        let both = self.table.apply(Op::BvOr, &[up, down]);
        let turned = self.table.apply(Op::BvAnd, &[both, mask]);
        let outside = self.table.apply(Op::BvNot, &[mask]);
        let kept = self.table.apply(Op::BvAnd, &[x, outside]);
        let whole = self.table.apply(Op::BvOr, &[kept, turned]);
        self.apply(Op::BvToSint, &[whole])
    }

    /// The number whose lowest bits, so many, are set.
    fn low_bits_term(&mut self, width: u16, count: TermId) -> TermId {
        let one = self.table.int(1);
        let one = self.table.apply(Op::IntToBv(width), &[one]);
        let above = self.table.apply(Op::BvShl, &[one, count]);
        self.table.apply(Op::BvSub, &[above, one])
    }
}

pub(super) fn low_bits(count: i64) -> i64 {
    if count >= 64 { -1 } else { (1i64 << count.max(0)) - 1 }
}

/// The lowest `size` bits of `x` rotated to the left; the rest stays. Signed, of the stated width.
pub(super) fn rotated(x: i64, by: i64, size: i64, width: u8) -> i64 {
    let size = size.clamp(1, 64);
    let mask = low_bits(size);
    let field = x & mask;
    let by = by.rem_euclid(size);
    let turned =
        if by == 0 { field } else { ((field << by) | ((field as u64) >> (size - by)) as i64) & mask };
    let unused = 64 - u32::from(width);
    (((x & !mask) | turned) << unused) >> unused
}
