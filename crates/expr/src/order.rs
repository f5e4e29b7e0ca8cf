//! The order of terms: by structure, never by id.
//!
//! Tables that made the same terms order them alike, whatever the order of making was. Different terms of one
//! table differ in structure, so a comparison walks down a single path of first differences and needs neither
//! recursion nor a memo.

use std::cmp::Ordering;

use crate::{Op, Table, TermId};

impl Table {
    /// The structural order: constants first, then symbols by `(name without trailing digits, number, name)`,
    /// then operations by kind, operand count, and first differing operand.
    pub fn compare(&self, a: TermId, b: TermId) -> Ordering {
        let (mut a, mut b) = (a, b);
        loop {
            if a == b {
                return Ordering::Equal;
            }
            let by_op =
                self.compare_ops(self.op(a), self.op(b)).then_with(|| self.sort(a).cmp(&self.sort(b)));
            let by_count = || self.args(a).len().cmp(&self.args(b).len());
            let ordering = by_op.then_with(by_count);
            if ordering.is_ne() {
                return ordering;
            }
            let mut pairs = self.args(a).iter().zip(self.args(b));
            match pairs.find(|(x, y)| x != y) {
                Some((&x, &y)) => (a, b) = (x, y),
                None => return Ordering::Equal,
            }
        }
    }

    fn compare_ops(&self, a: &Op, b: &Op) -> Ordering {
        match (a, b) {
            (Op::Symbol(a), Op::Symbol(b)) => self.symbol_key(*a).cmp(&self.symbol_key(*b)),
            (Op::Bool(a), Op::Bool(b)) => a.cmp(b),
            (Op::Int(a), Op::Int(b)) => a.cmp(b),
            (Op::Real(a), Op::Real(b)) => a.cmp(b),
            (Op::Bits(v, a), Op::Bits(w, b)) => (v, a).cmp(&(w, b)),
            (Op::Float(j, a), Op::Float(k, b)) => (j, a).cmp(&(k, b)),
            _ => rank(a).cmp(&rank(b)),
        }
    }
}

/// The place of an operation among the kinds, its parameters included.
fn rank(op: &Op) -> (u8, u32) {
    let two = |a: u16, b: u16| (u32::from(a) << 16) | u32::from(b);
    match op {
        Op::Bool(_) => (0, 0),
        Op::Int(_) => (1, 0),
        Op::Real(_) => (2, 0),
        Op::Bits(..) => (3, 0),
        Op::Float(..) => (4, 0),
        Op::Symbol(_) => (5, 0),
        Op::Select => (6, 0),
        Op::ToReal => (7, 0),
        Op::ToInt(rounding) => (8, *rounding as u32),
        Op::Abs => (9, 0),
        Op::Min => (10, 0),
        Op::Max => (11, 0),
        Op::Pow => (12, 0),
        Op::Div(rounding) => (13, *rounding as u32),
        Op::Rem(rounding) => (14, *rounding as u32),
        Op::Quotient => (15, 0),
        Op::Mul => (16, 0),
        Op::Neg => (17, 0),
        Op::Add => (18, 0),
        Op::Sub => (19, 0),
        Op::Eq => (20, 0),
        Op::Ne => (21, 0),
        Op::Lt => (22, 0),
        Op::Le => (23, 0),
        Op::Gt => (24, 0),
        Op::Ge => (25, 0),
        Op::Not => (26, 0),
        Op::And => (27, 0),
        Op::Or => (28, 0),
        Op::Implies => (29, 0),
        Op::Ite => (30, 0),
        Op::Store => (31, 0),
        Op::Fill => (32, 0),
        Op::BvNot => (40, 0),
        Op::BvNeg => (41, 0),
        Op::BvAnd => (42, 0),
        Op::BvOr => (43, 0),
        Op::BvXor => (44, 0),
        Op::BvMul => (45, 0),
        Op::BvAdd => (46, 0),
        Op::BvSub => (47, 0),
        Op::BvUdiv => (48, 0),
        Op::BvUrem => (49, 0),
        Op::BvSdiv => (50, 0),
        Op::BvSrem => (51, 0),
        Op::BvShl => (52, 0),
        Op::BvLshr => (53, 0),
        Op::BvAshr => (54, 0),
        Op::BvUlt => (55, 0),
        Op::BvUle => (56, 0),
        Op::BvSlt => (57, 0),
        Op::BvSle => (58, 0),
        Op::BvConcat => (59, 0),
        Op::BvExtract(high, low) => (60, two(*high, *low)),
        Op::BvZeroExtend(width) => (61, u32::from(*width)),
        Op::BvSignExtend(width) => (62, u32::from(*width)),
        Op::BvToUint => (63, 0),
        Op::BvToSint => (64, 0),
        Op::IntToBv(width) => (65, u32::from(*width)),
        Op::FloatNeg => (70, 0),
        Op::FloatAbs => (71, 0),
        Op::FloatAdd => (72, 0),
        Op::FloatSub => (73, 0),
        Op::FloatMul => (74, 0),
        Op::FloatDiv => (75, 0),
        Op::FloatEq => (77, 0),
        Op::FloatLt => (78, 0),
        Op::FloatLe => (79, 0),
        Op::FloatIsNan => (80, 0),
        Op::RealToFloat(kind) => (81, *kind as u32),
        Op::FloatToReal => (82, 0),
        Op::FloatToFloat(kind) => (83, *kind as u32),
        Op::Function(function) => (33, *function as u32),
    }
}
