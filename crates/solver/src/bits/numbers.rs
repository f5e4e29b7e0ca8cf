//! Integers as words, and their lowest bits.

use std::sync::Arc;

use dashu_int::IBig;
use sextant_expr::{Op, Rounding, Table, TermId};

use super::circuit::{Circuit, WIDEST, deep, width};
use super::gates::Bit;
use super::range::Range;
use super::word::{Word, power_of_two};

/// Powers with constant exponents up to this are products.
const LARGEST_POWER: u32 = 16;

/// The constant exponent of a small power.
fn exponent(table: &Table, term: TermId) -> Option<u32> {
    table
        .as_int(table.args(term)[1])
        .and_then(|exponent| u32::try_from(exponent).ok())
        .filter(|&n| n <= LARGEST_POWER)
}

/// The `n` of a term `2**n`.
fn power_of_base_two(table: &Table, term: TermId) -> Option<TermId> {
    let &[base, exponent] = table.args(term) else { return None };
    (*table.op(term) == Op::Pow && table.as_int(base) == Some(&IBig::from(2))).then_some(exponent)
}

/// A constant divisor that is a power of two.
fn binary_divisor(table: &Table, term: TermId) -> Option<usize> {
    table.as_int(table.args(term)[1]).and_then(power_of_two)
}

impl Circuit {
    /// Where an integer lies, if that is known.
    pub(super) fn range(&mut self, table: &Table, term: TermId) -> Option<Range> {
        if let Some(known) = self.ranges.get(&term) {
            return known.clone();
        }
        let found = deep(|| self.new_range(table, term)).filter(|range| range.bits() <= WIDEST);
        self.ranges.insert(term, found.clone());
        found
    }

    fn new_range(&mut self, table: &Table, term: TermId) -> Option<Range> {
        let args = table.args(term);
        Some(match table.op(term) {
            Op::Int(value) => Range::single(value.clone()),
            Op::Symbol(_) | Op::Select => self.atoms.ranges.get(&term)?.clone()?.rounded(),
            Op::Neg => self.range(table, args[0])?.negated(),
            Op::Add => self.folded(table, args, Range::add)?,
            Op::Sub => self.range(table, args[0])?.add(&self.range(table, args[1])?.negated()),
            Op::Mul => self.folded(table, args, Range::times)?,
            Op::Abs => self.range(table, args[0])?.magnitude(),
            Op::Min => self.folded(table, args, |x, y| Range {
                low: x.low.clone().min(y.low.clone()),
                high: x.high.clone().min(y.high.clone()),
            })?,
            Op::Max => self.folded(table, args, |x, y| Range {
                low: x.low.clone().max(y.low.clone()),
                high: x.high.clone().max(y.high.clone()),
            })?,
            Op::Pow => self.power_range(table, term)?,
            Op::Div(rounding) => {
                let (x, y) = (self.range(table, args[0])?, self.range(table, args[1])?);
                x.divided(&y, *rounding)
            }
            Op::Rem(rounding) => self.remainder_range(table, term, *rounding)?,
            Op::Ite => {
                let (x, y) = (self.range(table, args[1])?, self.range(table, args[2])?);
                x.hull(&y)
            }
            Op::BvToUint => Range::unsigned(width(table, args[0])?),
            Op::BvToSint => Range::signed(width(table, args[0])?),
            Op::ToInt(_) => {
                let found = self.whole_range(table, args[0])?;
                match self.atoms.ranges.get(&term) {
                    Some(Some(bound)) => found.meet(&bound.rounded()),
                    _ => found,
                }
            }
            _ => return None,
        })
    }

    fn folded(
        &mut self,
        table: &Table,
        terms: &[TermId],
        fold: impl Fn(&Range, &Range) -> Range,
    ) -> Option<Range> {
        let mut all = self.range(table, *terms.first()?)?;
        for &term in &terms[1..] {
            all = fold(&all, &self.range(table, term)?);
            if all.bits() > 4 * WIDEST {
                return None;
            }
        }
        Some(all)
    }

    /// Remainders by constants have limits whatever is divided.
    fn remainder_range(&mut self, table: &Table, term: TermId, rounding: Rounding) -> Option<Range> {
        let args = table.args(term);
        let y = self.range(table, args[1])?;
        if let Some(x) = self.range(table, args[0]) {
            let found = x.remainder(&y, rounding);
            let stays = x.low >= IBig::ZERO && y.low > x.high;
            return Some(if stays { x } else { found });
        }
        let any = Range::signed(WIDEST);
        (y.low > IBig::ZERO).then(|| any.remainder(&y, rounding))
    }

    fn power_range(&mut self, table: &Table, term: TermId) -> Option<Range> {
        if let Some(exponent) = power_of_base_two(table, term) {
            let range = self.range(table, exponent)?;
            let high = usize::try_from(&range.high).ok().filter(|&high| high < WIDEST)?;
            return Some(Range::new(IBig::ZERO, IBig::ONE << high));
        }
        let exponent = exponent(table, term)?;
        let base = self.range(table, table.args(term)[0])?;
        Some((0..exponent).fold(Range::single(IBig::ONE), |all, _| all.times(&base)))
    }

    /// The word of an integer; none if it has no range or no circuit.
    pub(super) fn word(&mut self, table: &Table, term: TermId) -> Option<Arc<Word>> {
        if let Some(known) = self.words.get(&term) {
            return Some(Arc::clone(known));
        }
        let range = self.range(table, term)?;
        if !self.has_room() {
            return None;
        }
        let word =
            if range.is_single() { Word::constant(&range.low) } else { deep(|| self.new_word(table, term))? };
        let word =
            Arc::new(if word.range == range { word } else { Word::new(word.bits, word.range.meet(&range)) });
        self.words.insert(term, Arc::clone(&word));
        Some(word)
    }

    fn new_word(&mut self, table: &Table, term: TermId) -> Option<Word> {
        let args = table.args(term);
        Some(match table.op(term) {
            Op::Int(value) => Word::constant(value),
            Op::Symbol(_) | Op::Select => self.atom_word(table, term)?,
            Op::Neg => {
                let x = self.word(table, args[0])?;
                self.gates.negated(&x)
            }
            Op::Add => self.sum_word(table, args)?,
            Op::Sub => {
                let (x, y) = (self.word(table, args[0])?, self.word(table, args[1])?);
                self.gates.sum(&x, &y, true)
            }
            Op::Mul => self.product_word(table, args)?,
            Op::Abs => {
                let x = self.word(table, args[0])?;
                self.gates.magnitude(&x)
            }
            Op::Min | Op::Max => self.extreme_word(table, args, *table.op(term) == Op::Max)?,
            Op::Pow => self.power_word(table, term)?,
            Op::Div(rounding) => self.quotient_word(table, term, *rounding)?,
            Op::Rem(rounding) => self.remainder_word(table, term, *rounding)?,
            Op::Ite => self.choice_word(table, term)?,
            Op::BvToUint => Word::unsigned(&self.vector(table, args[0])?),
            Op::BvToSint => Word::signed(&self.vector(table, args[0])?),
            Op::ToInt(rounding) => self.whole_word(table, args[0], *rounding)?,
            _ => return None,
        })
    }

    /// Sums add the narrowest summands first, so that they become trees; those with negative factors are subtracted
    /// in the end.
    fn sum_word(&mut self, table: &Table, args: &[TermId]) -> Option<Word> {
        let (mut added, mut subtracted) = (Vec::new(), Vec::new());
        for &arg in args {
            let (part, minus) = self.summand(table, arg)?;
            if minus { subtracted.push(part) } else { added.push(part) }
        }
        let (added, subtracted) = (self.balanced(added), self.balanced(subtracted));
        Some(match (added, subtracted) {
            (Some(added), None) => added,
            (added, Some(subtracted)) => {
                let added = added.unwrap_or_else(|| Word::constant(&IBig::ZERO));
                self.gates.sum(&added, &subtracted, true)
            }
            (None, None) => Word::constant(&IBig::ZERO),
        })
    }

    fn balanced(&mut self, mut parts: Vec<Arc<Word>>) -> Option<Word> {
        while parts.len() > 1 {
            parts.sort_by_key(|part| part.bits.len());
            let narrow = parts[1].bits.len();
            let count = parts.iter().take_while(|part| part.bits.len() <= narrow).count();
            let wider = parts.split_off(count);
            let pairs = parts.chunks(2);
            let mut sums: Vec<Arc<Word>> = pairs
                .map(|pair| match pair {
                    [x, y] => Arc::new(self.gates.sum(x, y, false)),
                    _ => Arc::clone(&pair[0]),
                })
                .collect();
            sums.extend(wider);
            parts = sums;
        }
        parts.pop().map(|word| (*word).clone())
    }

    fn summand(&mut self, table: &Table, term: TermId) -> Option<(Arc<Word>, bool)> {
        let args = table.args(term);
        if let (Op::Mul, Some(factor)) = (table.op(term), args.first().and_then(|&first| table.as_int(first)))
            && *factor < IBig::ZERO
        {
            let rest = self.product_word(table, &args[1..])?;
            return Some((Arc::new(self.gates.scaled(&rest, &-factor)), true));
        }
        Some((self.word(table, term)?, false))
    }

    fn product_word(&mut self, table: &Table, args: &[TermId]) -> Option<Word> {
        let mut total = Word::constant(&IBig::ONE);
        for &arg in args {
            total = match power_of_base_two(table, arg) {
                Some(exponent) if self.range(table, exponent)?.low >= IBig::ZERO => {
                    let by = self.word(table, exponent)?;
                    let range = total.range.times(&self.range(table, arg)?).hull(&total.range);
                    let bits = self.gates.shift_left(&total.low(range.bits()), &by.bits);
                    Word::new(bits, range)
                }
                _ => self.times(table, &total, arg)?,
            };
        }
        Some(total)
    }

    /// A word times a term.
    fn times(&mut self, table: &Table, word: &Word, term: TermId) -> Option<Word> {
        if !word.range.is_single()
            && let Some(lookup) = self.constant_lookup(table, term)
        {
            return self.mapped_word(table, &lookup, |this, factor| this.gates.scaled(word, factor));
        }
        let factor = self.word(table, term)?;
        Some(self.gates.product(word, &factor))
    }

    fn extreme_word(&mut self, table: &Table, args: &[TermId], greatest: bool) -> Option<Word> {
        let mut best = (*self.word(table, args[0])?).clone();
        for &arg in &args[1..] {
            let other = self.word(table, arg)?;
            let smaller = self.gates.less(&other, &best, false);
            best = self.gates.choose_word(if greatest { !smaller } else { smaller }, &other, &best);
        }
        Some(best)
    }

    fn power_word(&mut self, table: &Table, term: TermId) -> Option<Word> {
        if let Some(exponent) = power_of_base_two(table, term) {
            // Powers with negative exponents are 0.
            let range = self.range(table, term)?;
            let by = self.word(table, exponent)?;
            let one = Word::constant(&IBig::ONE).low(range.bits());
            let shifted = self.gates.shift_left(&one, &by.bits[..by.bits.len() - 1]);
            let zero = vec![Bit::FALSE; shifted.len()];
            let bits = self.gates.choose_bits(by.sign(), &zero, &shifted);
            return Some(Word::new(bits, range));
        }
        let exponent = exponent(table, term)?;
        let base = self.word(table, table.args(term)[0])?;
        let mut total = Word::constant(&IBig::ONE);
        for _ in 0..exponent {
            total = self.gates.product(&total, &base);
        }
        Some(total)
    }

    fn quotient_word(&mut self, table: &Table, term: TermId, rounding: Rounding) -> Option<Word> {
        let &[x, y] = table.args(term) else { return None };
        if let Some(exponent) = power_of_base_two(table, y)
            && self.range(table, exponent)?.low >= IBig::ZERO
            && (rounding == Rounding::Floor || self.range(table, x)?.low >= IBig::ZERO)
        {
            let (value, by) = (self.word(table, x)?, self.word(table, exponent)?);
            let bits = self.gates.shift_right(&value.bits, &by.bits, value.sign());
            return Some(Word::new(bits, value.range.hull(&Range::single(IBig::ZERO))));
        }
        if let Some(lookup) = self.constant_lookup(table, y) {
            let value = self.word(table, x)?;
            return self.mapped_word(table, &lookup, |this, by| {
                this.gates.divided(&value, &Word::constant(by), rounding).0
            });
        }
        Some((*self.division(table, x, y, rounding)?.0).clone())
    }

    fn remainder_word(&mut self, table: &Table, term: TermId, rounding: Rounding) -> Option<Word> {
        let &[x, y] = table.args(term) else { return None };
        match binary_divisor(table, term) {
            Some(power) if rounding == Rounding::Floor => Some(Word::unsigned(&self.low(table, x, power)?)),
            _ => {
                if let Some(lookup) = self.constant_lookup(table, y) {
                    let value = self.word(table, x)?;
                    return self.mapped_word(table, &lookup, |this, by| {
                        this.gates.divided(&value, &Word::constant(by), rounding).1
                    });
                }
                Some((*self.division(table, x, y, rounding)?.1).clone())
            }
        }
    }

    fn division(
        &mut self,
        table: &Table,
        x: TermId,
        y: TermId,
        rounding: Rounding,
    ) -> Option<(Arc<Word>, Arc<Word>)> {
        if let Some((q, r)) = self.divisions.get(&(x, y, rounding)) {
            return Some((Arc::clone(q), Arc::clone(r)));
        }
        let (a, b) = (self.word(table, x)?, self.word(table, y)?);
        let (q, r) = self.gates.divided(&a, &b, rounding);
        let made = (Arc::new(q), Arc::new(r));
        self.divisions.insert((x, y, rounding), (Arc::clone(&made.0), Arc::clone(&made.1)));
        Some(made)
    }

    fn choice_word(&mut self, table: &Table, term: TermId) -> Option<Word> {
        if let Some(looked_up) = self.table_word(table, term) {
            return Some(looked_up);
        }
        let &[condition, yes, no] = table.args(term) else { return None };
        let condition = self.truth(table, condition)?;
        let (yes, no) = (self.word(table, yes)?, self.word(table, no)?);
        Some(self.gates.choose_word(condition, &yes, &no))
    }

    /// The lowest bits of an integer, which need not have a range.
    pub(super) fn low(&mut self, table: &Table, term: TermId, count: usize) -> Option<Arc<[Bit]>> {
        if let Some(known) = self.lows.get(&(term, count)) {
            return Some(Arc::clone(known));
        }
        if !self.has_room() || count > WIDEST {
            return None;
        }
        let fits = self.range(table, term).is_some_and(|range| range.bits() <= count);
        let bits: Arc<[Bit]> = if fits || self.words.contains_key(&term) {
            self.word(table, term)?.low(count).into()
        } else {
            deep(|| self.new_low(table, term, count))?.into()
        };
        self.lows.insert((term, count), Arc::clone(&bits));
        Some(bits)
    }

    fn new_low(&mut self, table: &Table, term: TermId, count: usize) -> Option<Vec<Bit>> {
        let args = table.args(term);
        let zero = || vec![Bit::FALSE; count];
        Some(match table.op(term) {
            Op::Symbol(_) | Op::Select if matches!(self.atoms.ranges.get(&term), None | Some(None)) => {
                self.atom_bits(table, term, count)?
            }
            Op::Neg => {
                let x = self.low(table, args[0], count)?;
                self.gates.add_low(&zero(), &x, true)
            }
            Op::Add => {
                let mut total = zero();
                for &arg in args {
                    let part = self.low(table, arg, count)?;
                    total = self.gates.add_low(&total, &part, false);
                }
                total
            }
            Op::Sub => {
                let (x, y) = (self.low(table, args[0], count)?, self.low(table, args[1], count)?);
                self.gates.add_low(&x, &y, true)
            }
            Op::Mul => self.low_product(table, args, count)?,
            Op::Rem(Rounding::Floor) if binary_divisor(table, term).is_some_and(|power| power >= count) => {
                self.low(table, args[0], count)?.to_vec()
            }
            Op::Div(Rounding::Floor) if binary_divisor(table, term).is_some() => {
                let power = binary_divisor(table, term)?;
                self.low(table, args[0], count + power)?[power..].to_vec()
            }
            Op::Ite => {
                if let Some(word) = self.table_word(table, term) {
                    return Some(word.low(count));
                }
                let condition = self.truth(table, args[0])?;
                let (x, y) = (self.low(table, args[1], count)?, self.low(table, args[2], count)?);
                self.gates.choose_bits(condition, &x, &y)
            }
            Op::BvToUint | Op::BvToSint if width(table, args[0])? >= count => {
                self.vector(table, args[0])?[..count].to_vec()
            }
            _ => self.word(table, term)?.low(count),
        })
    }

    fn low_product(&mut self, table: &Table, args: &[TermId], count: usize) -> Option<Vec<Bit>> {
        let mut total = Word::constant(&IBig::ONE).low(count);
        for &arg in args {
            total = match power_of_base_two(table, arg) {
                Some(exponent)
                    if self.range(table, exponent).is_some_and(|range| range.low >= IBig::ZERO) =>
                {
                    let by = self.word(table, exponent)?;
                    self.gates.shift_left(&total, &by.bits)
                }
                _ => self.low_times(table, &total, arg)?,
            };
        }
        Some(total)
    }

    fn low_times(&mut self, table: &Table, bits: &[Bit], term: TermId) -> Option<Vec<Bit>> {
        if let Some(lookup) = self.constant_lookup(table, term) {
            let mut products = Vec::new();
            for &value in &lookup.values {
                let factor = self.low(table, value, bits.len())?;
                products.push(self.gates.multiply_low(bits, &factor));
            }
            return Some(self.looked_up(&lookup, &products));
        }
        let factor = self.low(table, term, bits.len())?;
        Some(self.gates.multiply_low(bits, &factor))
    }
}
