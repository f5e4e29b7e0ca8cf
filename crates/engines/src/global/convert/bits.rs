//! Bit strings as numbers: masks and shifts are arithmetic in disguise.
//!
//! A string of bits is a number that is congruent to its unsigned value modulo two to its width: as two's complement has
//! it, so that sums and masks need no remainders on the way.

use dashu_int::IBig;
use sextant_algebra::{Condition, Symbol, Term};
use sextant_expr::{Op, Scalar, Sort, Table, TermId};

use super::from_expr::{Converter, Refused, TWO_NUMBERS, normal};

/// Runs of ones in the longest mask that is written out run by run.
const MOST_RUNS: usize = 8;

impl Converter {
    /// The signed or unsigned value of a bit string.
    pub(super) fn number_of_bits(
        &mut self,
        table: &mut Table,
        id: TermId,
        signed: bool,
    ) -> Result<Term, Refused> {
        let value = self.bits(table, id)?;
        let span = power_of_two(width(table, id)?);
        if !signed {
            return Ok(Term::modulo(&value, &Term::int(span)));
        }
        let half = Term::int(span.clone() >> 1);
        Ok(Term::modulo(&value.plus(&half), &Term::int(span)).minus(&half))
    }

    /// A comparison of bit strings.
    pub(super) fn compared_bits(
        &mut self,
        table: &mut Table,
        op: &Op,
        args: &[TermId],
    ) -> Result<Condition, Refused> {
        let signed = matches!(op, Op::BvSlt | Op::BvSle);
        let left = self.number_of_bits(table, args[0], signed)?;
        let right = self.number_of_bits(table, args[1], signed)?;
        Ok(match op {
            Op::Eq => Condition::eq(&left.minus(&right)),
            Op::Ne => Condition::ne(&left.minus(&right)),
            Op::BvUlt | Op::BvSlt => Condition::less(&left, &right),
            _ => Condition::at_most(&left, &right),
        })
    }

    /// A number congruent to the value of a bit string.
    fn bits(&mut self, table: &mut Table, id: TermId) -> Result<Term, Refused> {
        let op = table.op(id).clone();
        let args = table.args(id).to_vec();
        let width = width(table, id)?;
        let mut operand = |at: usize| self.bits(table, args[at]);
        Ok(match op {
            Op::Bits(_, value) => Term::int(IBig::from(value)),
            Op::IntToBv(_) => self.number(table, args[0])?,
            Op::BvNeg => operand(0)?.negated(),
            Op::BvAdd => operand(0)?.plus(&operand(1)?),
            Op::BvSub => operand(0)?.minus(&operand(1)?),
            Op::BvMul => operand(0)?.times(&operand(1)?),
            Op::BvNot => operand(0)?.negated().plus_int(-1),
            Op::BvAnd | Op::BvOr | Op::BvXor => {
                let (left, right) = (operand(0)?, operand(1)?);
                let both = match (left.as_int(), right.as_int()) {
                    (_, Some(mask)) => masked(&left, &mask, width),
                    (Some(mask), None) => masked(&right, &mask, width),
                    (None, None) => None,
                };
                let both = both.unwrap_or_else(|| common_bits(&left, &right, width));
                match op {
                    Op::BvAnd => both,
                    Op::BvOr => left.plus(&right).minus(&both),
                    _ => left.plus(&right).minus(&both).minus(&both),
                }
            }
            Op::BvShl | Op::BvLshr | Op::BvAshr => {
                let by = self.number_of_bits(table, args[1], false)?;
                let value = match op {
                    Op::BvShl => self.bits(table, args[0])?,
                    _ => self.number_of_bits(table, args[0], op == Op::BvAshr)?,
                };
                let shifted = |by: &Term| {
                    let factor = Term::power(&Term::int(2), by);
                    if op == Op::BvShl { value.times(&factor) } else { Term::floor_div(&value, &factor) }
                };
                let width = Term::int(width);
                Term::choice(&Condition::less(&by, &width), &shifted(&by), &shifted(&width))
            }
            Op::BvExtract(_, low) => {
                Term::floor_div(&operand(0)?, &Term::int(power_of_two(usize::from(low))))
            }
            Op::BvZeroExtend(_) => self.number_of_bits(table, args[0], false)?,
            Op::BvSignExtend(_) => self.number_of_bits(table, args[0], true)?,
            Op::Ite => match normal(&self.condition(table, args[0])?) {
                Condition::True => self.bits(table, args[1])?,
                Condition::False => self.bits(table, args[2])?,
                condition => {
                    let (yes, no) = (self.bits(table, args[1])?, self.bits(table, args[2])?);
                    Term::choice(&condition, &yes, &no)
                }
            },
            _ => return Err(TWO_NUMBERS),
        })
    }
}

fn width(table: &Table, id: TermId) -> Result<usize, Refused> {
    match table.sort(id) {
        Sort::Scalar(Scalar::BitVec(width)) => Ok(usize::from(width)),
        _ => Err(TWO_NUMBERS),
    }
}

fn power_of_two(exponent: usize) -> IBig {
    IBig::ONE << exponent
}

/// The bits that a number and a constant have in common; none if that would be long.
fn masked(value: &Term, mask: &IBig, width: usize) -> Option<Term> {
    let span = power_of_two(width);
    let mask = ((mask % &span) + &span) % &span;
    let mut both = Term::zero();
    let mut runs = 0;
    let mut at = 0;
    let is_set = |at: usize| !((&mask >> at) & IBig::ONE).is_zero();
    while at < width {
        if !is_set(at) {
            at += 1;
            continue;
        }
        let low = at;
        while at < width && is_set(at) {
            at += 1;
        }
        runs += 1;
        let below = Term::modulo(value, &Term::int(power_of_two(low)));
        // What lies above the width does not count.
        let upper =
            if at == width { value.clone() } else { Term::modulo(value, &Term::int(power_of_two(at))) };
        both = both.plus(&upper.minus(&below));
    }
    (runs <= MOST_RUNS).then_some(both)
}

/// The bits that two numbers have in common, one by one.
fn common_bits(left: &Term, right: &Term, width: usize) -> Term {
    let index = Symbol::integer("•bit");
    let place = Term::power(&Term::int(2), &Term::symbol(&index));
    let bit = |value: &Term| Term::modulo(&Term::floor_div(value, &place), &Term::int(2));
    Term::sum_over(&index, &Term::zero(), &Term::int(width - 1), &place.times(&bit(left)).times(&bit(right)))
}
