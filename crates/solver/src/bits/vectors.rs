//! Bit strings of a fixed width, and the bits of floats.

use std::sync::Arc;

use dashu_base::BitTest;
use sextant_expr::{Op, Rounding, Table, TermId};

use super::circuit::{Circuit, deep, width};
use super::floats::Format;
use super::gates::{Bit, Gates};
use super::word::Word;

impl Gates {
    /// Bits shifted up by a number without sign, filled with zeros.
    pub fn shift_left(&mut self, bits: &[Bit], by: &[Bit]) -> Vec<Bit> {
        let reversed: Vec<Bit> = bits.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, by, Bit::FALSE);
        shifted.reverse();
        shifted
    }

    /// Bits shifted down by a number without sign.
    pub fn shift_right(&mut self, bits: &[Bit], by: &[Bit], fill: Bit) -> Vec<Bit> {
        let mut bits = bits.to_vec();
        for (stage, &digit) in by.iter().enumerate() {
            let distance = if stage < 16 { 1 << stage } else { usize::MAX };
            let moved = |at: usize| {
                let from = at.saturating_add(distance);
                bits.get(from).copied().unwrap_or(fill)
            };
            let moved: Vec<Bit> = (0..bits.len()).map(moved).collect();
            bits = self.choose_bits(digit, &moved, &bits);
        }
        bits
    }

    fn bitwise(
        &mut self,
        x: &[Bit],
        y: &[Bit],
        mut gate: impl FnMut(&mut Self, Bit, Bit) -> Bit,
    ) -> Vec<Bit> {
        x.iter().zip(y).map(|(&a, &b)| gate(self, a, b)).collect()
    }

    /// Quotients and remainders as SMT-LIB has them, those by 0 included.
    fn divide_bits(&mut self, op: &Op, x: &[Bit], y: &[Bit]) -> Vec<Bit> {
        let is_signed = matches!(op, Op::BvSdiv | Op::BvSrem);
        let make = if is_signed { Word::signed } else { Word::unsigned };
        let (a, b) = (make(x), make(y));
        let (q, r) = self.divided(&a, &b, Rounding::Truncate);
        if matches!(op, Op::BvUrem | Op::BvSrem) {
            return r.low(x.len());
        }
        let zero = !self.any(y.iter().copied());
        let mut by_zero = vec![Bit::TRUE; x.len()];
        if is_signed {
            // 1 below 0, else -1.
            by_zero[1..].fill(!a.sign());
        }
        self.choose_bits(zero, &by_zero, &q.low(x.len()))
    }
}

impl Circuit {
    /// The bits of a bit string or of a float.
    pub(super) fn vector(&mut self, table: &Table, term: TermId) -> Option<Arc<[Bit]>> {
        if let Some(known) = self.vectors.get(&term) {
            return Some(Arc::clone(known));
        }
        if !self.has_room() {
            return None;
        }
        let bits: Arc<[Bit]> = deep(|| self.new_vector(table, term))?.into();
        debug_assert_eq!(Some(bits.len()), width(table, term));
        self.vectors.insert(term, Arc::clone(&bits));
        Some(bits)
    }

    fn new_vector(&mut self, table: &Table, term: TermId) -> Option<Vec<Bit>> {
        let args = table.args(term);
        let wide = width(table, term)?;
        match table.op(term) {
            Op::Bits(_, value) => Some((0..wide).map(|at| Bit::of(value.bit(at))).collect()),
            Op::Float(kind, bits) => Some(Format::of(*kind).constant(*bits)),
            Op::Symbol(_) | Op::Select => self.atom_bits(table, term, wide),
            Op::IntToBv(_) => Some(self.low(table, args[0], wide)?.to_vec()),
            Op::Ite => {
                let condition = self.truth(table, args[0])?;
                let (x, y) = (self.vector(table, args[1])?, self.vector(table, args[2])?);
                Some(self.gates.choose_bits(condition, &x, &y))
            }
            op => {
                if let Some(bits) = self.float_operation(table, term) {
                    return Some(bits);
                }
                let x = self.bit_operand(table, *args.first()?)?;
                match args.get(1) {
                    None => self.unary_vector(op, &x, wide),
                    Some(&y) => {
                        let y = self.bit_operand(table, y)?;
                        self.binary_vector(op, &x, &y)
                    }
                }
            }
        }
    }

    /// An operand that is a bit string.
    fn bit_operand(&mut self, table: &Table, term: TermId) -> Option<Arc<[Bit]>> {
        matches!(table.sort(term), sextant_expr::Sort::Scalar(sextant_expr::Scalar::BitVec(_)))
            .then(|| self.vector(table, term))
            .flatten()
    }

    fn unary_vector(&mut self, op: &Op, x: &[Bit], wide: usize) -> Option<Vec<Bit>> {
        let extended = |fill: Bit| x.iter().copied().chain(std::iter::repeat(fill)).take(wide).collect();
        Some(match op {
            Op::BvNot => x.iter().map(|&bit| !bit).collect(),
            Op::BvNeg => self.gates.add_low(&vec![Bit::FALSE; x.len()], x, true),
            Op::BvExtract(high, low) => x[usize::from(*low)..=usize::from(*high)].to_vec(),
            Op::BvZeroExtend(_) => extended(Bit::FALSE),
            Op::BvSignExtend(_) => extended(*x.last()?),
            _ => return None,
        })
    }

    fn binary_vector(&mut self, op: &Op, x: &[Bit], y: &[Bit]) -> Option<Vec<Bit>> {
        let gates = &mut self.gates;
        Some(match op {
            Op::BvAnd => gates.bitwise(x, y, Gates::and),
            Op::BvOr => gates.bitwise(x, y, Gates::or),
            Op::BvXor => gates.bitwise(x, y, Gates::xor),
            Op::BvAdd => gates.add_low(x, y, false),
            Op::BvSub => gates.add_low(x, y, true),
            Op::BvMul => gates.multiply_low(x, y),
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => gates.divide_bits(op, x, y),
            Op::BvShl => gates.shift_left(x, y),
            Op::BvLshr => gates.shift_right(x, y, Bit::FALSE),
            Op::BvAshr => gates.shift_right(x, y, *x.last()?),
            Op::BvConcat => y.iter().chain(x).copied().collect(),
            _ => return None,
        })
    }
}
