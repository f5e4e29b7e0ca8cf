//! Questions about integers with ranges as questions about bit strings only, for solvers that are good at these.
//!
//! An integer becomes a bit string as wide as its range needs, in two's complement. No conversion between integers
//! and bit strings is left.

use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;
use sextant_expr::{Assignment, Op, Rounding, Scalar, Sort, Table, TermId, Value};

use super::circuit::{Circuit, deep, width};
use super::word::bit_of;

/// Powers with constant exponents up to this are products.
const LARGEST_POWER: u32 = 16;

/// Bit strings in place of integers.
#[derive(Default)]
pub(super) struct Substitutes {
    /// By input and width.
    symbols: FxHashMap<(TermId, usize), TermId>,
}

impl Substitutes {
    /// Conditions without integers; none if one of them has a part without range, or operations that are no
    /// operations on bits.
    pub fn conditions(
        &mut self,
        table: &mut Table,
        circuit: &mut Circuit,
        conditions: &[TermId],
    ) -> Option<Vec<TermId>> {
        let mut rewriting =
            Rewriting { table, circuit, symbols: &mut self.symbols, known: FxHashMap::default() };
        conditions.iter().map(|&condition| rewriting.truth(condition)).collect()
    }

    /// The values of integers, from those of the bit strings that stand for them; other inputs keep theirs.
    pub fn values(&self, table: &Table, model: &Assignment) -> Assignment {
        let mut assignment = model.clone();
        for (&(input, _), &symbol) in &self.symbols {
            if let (&Op::Symbol(input), &Op::Symbol(symbol)) = (table.op(input), table.op(symbol))
                && let Some(Value::Bits(width, bits)) = model.get(symbol)
            {
                assignment.set(input, Value::Int(signed(usize::from(*width), bits)));
            }
        }
        assignment
    }
}

fn signed(width: usize, bits: &UBig) -> IBig {
    let value = IBig::from(bits.clone());
    let half = IBig::ONE << (width - 1);
    if value >= half { value - (half << 1usize) } else { value }
}

struct Rewriting<'a> {
    table: &'a mut Table,
    circuit: &'a mut Circuit,
    symbols: &'a mut FxHashMap<(TermId, usize), TermId>,
    /// Of truth values and bit strings the whole, of integers the word their range needs.
    known: FxHashMap<TermId, TermId>,
}

impl Rewriting<'_> {
    /// A condition without integers.
    fn truth(&mut self, term: TermId) -> Option<TermId> {
        self.remembered(term, Self::new_truth)
    }

    fn remembered(&mut self, term: TermId, make: fn(&mut Self, TermId) -> Option<TermId>) -> Option<TermId> {
        if let Some(&known) = self.known.get(&term) {
            return Some(known);
        }
        let made = deep(|| make(self, term))?;
        self.known.insert(term, made);
        Some(made)
    }

    fn new_truth(&mut self, term: TermId) -> Option<TermId> {
        let op = self.table.op(term).clone();
        let args = self.table.args(term).to_vec();
        match op {
            Op::Bool(_) | Op::Symbol(_) => Some(term),
            Op::Not | Op::And | Op::Or | Op::Implies => self.rebuilt(&op, &args, Self::truth),
            Op::Ite => self.rebuilt(&op, &args, Self::truth),
            Op::Eq | Op::Ne => match self.table.sort(args[0]) {
                Sort::BOOL => self.rebuilt(&op, &args, Self::truth),
                Sort::INT => {
                    let (x, y) = self.together(args[0], args[1])?;
                    Some(self.table.apply(op, &[x, y]))
                }
                Sort::Scalar(Scalar::BitVec(_)) => self.rebuilt(&op, &args, Self::vector),
                Sort::Scalar(_) | Sort::Array(_) => None,
            },
            Op::Lt | Op::Le | Op::Gt | Op::Ge if self.table.sort(args[0]) == Sort::INT => {
                let (x, y) = self.together(args[0], args[1])?;
                let (x, y) = if matches!(op, Op::Gt | Op::Ge) { (y, x) } else { (x, y) };
                let op = if matches!(op, Op::Lt | Op::Gt) { Op::BvSlt } else { Op::BvSle };
                Some(self.table.apply(op, &[x, y]))
            }
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => self.rebuilt(&op, &args, Self::vector),
            _ => None,
        }
    }

    /// The same operation on rewritten operands.
    fn rebuilt(
        &mut self,
        op: &Op,
        args: &[TermId],
        rewrite: impl Fn(&mut Self, TermId) -> Option<TermId>,
    ) -> Option<TermId> {
        let args: Option<Vec<TermId>> = args.iter().map(|&arg| rewrite(self, arg)).collect();
        Some(self.table.apply(op.clone(), &args?))
    }

    /// Two integers as bit strings of one width.
    fn together(&mut self, x: TermId, y: TermId) -> Option<(TermId, TermId)> {
        let width = self.size(x)?.max(self.size(y)?);
        Some((self.word(x, width)?, self.word(y, width)?))
    }

    /// How many bits an integer needs.
    fn size(&mut self, term: TermId) -> Option<usize> {
        self.circuit.range(self.table, term).map(|range| range.bits())
    }

    /// A bit string without integers in it.
    fn vector(&mut self, term: TermId) -> Option<TermId> {
        self.remembered(term, Self::new_vector)
    }

    fn new_vector(&mut self, term: TermId) -> Option<TermId> {
        let wide = width(self.table, term)?;
        let op = self.table.op(term).clone();
        let args = self.table.args(term).to_vec();
        match op {
            Op::Bits(..) | Op::Symbol(_) => Some(term),
            Op::IntToBv(_) => self.low(args[0], wide),
            Op::Ite => {
                let condition = self.truth(args[0])?;
                let (x, y) = (self.vector(args[1])?, self.vector(args[2])?);
                Some(self.table.apply(Op::Ite, &[condition, x, y]))
            }
            _ => {
                let is_bits = |arg: &TermId| matches!(self.table.sort(*arg), Sort::Scalar(Scalar::BitVec(_)));
                if !args.iter().all(is_bits) {
                    return None;
                }
                self.rebuilt(&op, &args, Self::vector)
            }
        }
    }

    /// A bit string with another width, in two's complement.
    fn resized(&mut self, bits: TermId, to: usize) -> Option<TermId> {
        let from = width(self.table, bits)?;
        let (from, to) = (u16::try_from(from).ok()?, u16::try_from(to).ok()?);
        Some(match from.cmp(&to) {
            std::cmp::Ordering::Less => self.table.apply(Op::BvSignExtend(to), &[bits]),
            std::cmp::Ordering::Equal => bits,
            std::cmp::Ordering::Greater => self.table.apply(Op::BvExtract(to - 1, 0), &[bits]),
        })
    }

    /// The lowest bits of an integer, or more than it has.
    fn low(&mut self, term: TermId, count: usize) -> Option<TermId> {
        if self.size(term).is_some() {
            return self.word(term, count);
        }
        let args = self.table.args(term).to_vec();
        match self.table.op(term).clone() {
            Op::Add => self.chain(&args, count, &Op::BvAdd),
            Op::Sub => self.chain(&args, count, &Op::BvSub),
            Op::Mul => self.chain(&args, count, &Op::BvMul),
            Op::Neg => {
                let x = self.low(args[0], count)?;
                Some(self.table.apply(Op::BvNeg, &[x]))
            }
            Op::Ite => {
                let condition = self.truth(args[0])?;
                let (x, y) = (self.low(args[1], count)?, self.low(args[2], count)?);
                Some(self.table.apply(Op::Ite, &[condition, x, y]))
            }
            _ => None,
        }
    }

    fn chain(&mut self, args: &[TermId], count: usize, op: &Op) -> Option<TermId> {
        let mut total = self.low(args[0], count)?;
        for &arg in &args[1..] {
            let part = self.low(arg, count)?;
            total = self.table.apply(op.clone(), &[total, part]);
        }
        Some(total)
    }

    /// An integer as a bit string of a width that may be more or less than it needs.
    fn word(&mut self, term: TermId, count: usize) -> Option<TermId> {
        let word = self.remembered(term, Self::new_word)?;
        self.resized(word, count)
    }

    /// An integer as the bit string that its range needs.
    fn new_word(&mut self, term: TermId) -> Option<TermId> {
        let wide = self.size(term)?;
        let op = self.table.op(term).clone();
        let args = self.table.args(term).to_vec();
        match op {
            Op::Int(value) => self.constant(&value, wide),
            Op::Symbol(_) => self.symbol(term, wide),
            Op::Add => self.chain(&args, wide, &Op::BvAdd),
            Op::Sub => self.chain(&args, wide, &Op::BvSub),
            Op::Mul => self.chain(&args, wide, &Op::BvMul),
            Op::Neg => {
                let x = self.low(args[0], wide)?;
                Some(self.table.apply(Op::BvNeg, &[x]))
            }
            Op::Abs => {
                let x = self.word(args[0], wide)?;
                let zero = self.constant(&IBig::ZERO, wide)?;
                let below = self.table.apply(Op::BvSlt, &[x, zero]);
                let negated = self.table.apply(Op::BvNeg, &[x]);
                Some(self.table.apply(Op::Ite, &[below, negated, x]))
            }
            Op::Min | Op::Max => self.extreme(&args, op == Op::Max, wide),
            Op::Pow => self.power(&args, wide),
            Op::Div(rounding) => self.divided(&args, wide, rounding, false),
            Op::Rem(rounding) => self.divided(&args, wide, rounding, true),
            Op::Ite => {
                let condition = self.truth(args[0])?;
                let (x, y) = (self.low(args[1], wide)?, self.low(args[2], wide)?);
                Some(self.table.apply(Op::Ite, &[condition, x, y]))
            }
            Op::BvToSint => {
                let x = self.vector(args[0])?;
                self.resized(x, wide)
            }
            Op::BvToUint => {
                let x = self.vector(args[0])?;
                let wider = u16::try_from(width(self.table, x)? + 1).ok()?;
                let x = self.table.apply(Op::BvZeroExtend(wider), &[x]);
                self.resized(x, wide)
            }
            _ => None,
        }
    }

    fn constant(&mut self, value: &IBig, wide: usize) -> Option<TermId> {
        let bits = (0..wide).filter(|&at| bit_of(value, at));
        let bits = bits.fold(UBig::ZERO, |sum, at| sum + (UBig::ONE << at));
        Some(self.table.bits(u16::try_from(wide).ok()?, bits))
    }

    fn symbol(&mut self, input: TermId, wide: usize) -> Option<TermId> {
        if let Some(&known) = self.symbols.get(&(input, wide)) {
            return Some(known);
        }
        let sort = Sort::Scalar(Scalar::BitVec(u16::try_from(wide).ok()?));
        let made = self.table.fresh("bits", sort);
        self.symbols.insert((input, wide), made);
        Some(made)
    }

    fn extreme(&mut self, args: &[TermId], greatest: bool, wide: usize) -> Option<TermId> {
        let mut wider = wide;
        for &arg in args {
            wider = wider.max(self.size(arg)?);
        }
        let mut best = self.word(args[0], wider)?;
        for &arg in &args[1..] {
            let other = self.word(arg, wider)?;
            let order = if greatest { [best, other] } else { [other, best] };
            let better = self.table.apply(Op::BvSlt, &order);
            best = self.table.apply(Op::Ite, &[better, other, best]);
        }
        self.resized(best, wide)
    }

    /// Powers of two by any number that is not negative, and small powers.
    fn power(&mut self, args: &[TermId], wide: usize) -> Option<TermId> {
        if self.table.as_int(args[0]) == Some(&IBig::from(2)) {
            let range = self.circuit.range(self.table, args[1])?;
            if range.low < IBig::ZERO {
                return None;
            }
            let count = wide.max(range.bits());
            let by = self.word(args[1], count)?;
            let one = self.constant(&IBig::ONE, count)?;
            let shifted = self.table.apply(Op::BvShl, &[one, by]);
            return self.resized(shifted, wide);
        }
        let exponent = self.table.as_int(args[1]).and_then(|exponent| u32::try_from(exponent).ok())?;
        if exponent > LARGEST_POWER {
            return None;
        }
        let base = self.low(args[0], wide)?;
        let mut total = self.constant(&IBig::ONE, wide)?;
        for _ in 0..exponent {
            total = self.table.apply(Op::BvMul, &[total, base]);
        }
        Some(total)
    }

    /// Quotients and remainders, those by 0 included.
    fn divided(&mut self, args: &[TermId], wide: usize, rounding: Rounding, rest: bool) -> Option<TermId> {
        // One bit more, for the least number divided by -1.
        let count = self.size(args[0])?.max(self.size(args[1])?).max(wide) + 1;
        let (x, y) = (self.word(args[0], count)?, self.word(args[1], count)?);
        let zero = self.constant(&IBig::ZERO, count)?;
        let mut quotient = self.table.apply(Op::BvSdiv, &[x, y]);
        let mut remainder = self.table.apply(Op::BvSrem, &[x, y]);
        if rounding == Rounding::Floor {
            let one = self.constant(&IBig::ONE, count)?;
            let inexact = self.table.apply(Op::Ne, &[remainder, zero]);
            let (below, opposite) =
                (self.table.apply(Op::BvSlt, &[remainder, zero]), self.table.apply(Op::BvSlt, &[y, zero]));
            let unlike = self.table.apply(Op::Ne, &[below, opposite]);
            let lower = self.table.apply(Op::And, &[inexact, unlike]);
            let less = self.table.apply(Op::BvSub, &[quotient, one]);
            let more = self.table.apply(Op::BvAdd, &[remainder, y]);
            quotient = self.table.apply(Op::Ite, &[lower, less, quotient]);
            remainder = self.table.apply(Op::Ite, &[lower, more, remainder]);
        }
        let by_zero = self.table.apply(Op::Eq, &[y, zero]);
        let (found, else_zero) = if rest { (remainder, x) } else { (quotient, zero) };
        let found = self.table.apply(Op::Ite, &[by_zero, else_zero, found]);
        self.resized(found, wide)
    }
}
