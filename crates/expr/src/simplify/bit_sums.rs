//! Sums of bit strings: linear forms modulo `2^width`.
//!
//! The canonical term is a left-nested chain of `BvAdd` and `BvSub`, atoms in order and the constant last. A
//! coefficient in the upper half is subtracted as its negative, except in the first place. Operations are binary,
//! so a chain is read along its left spine.

use dashu_int::{IBig, UBig};
use smallvec::{SmallVec, smallvec};

use super::bits::bits_sort;
use crate::build::width;
use crate::eval::wrapped;
use crate::{Op, Table, TermId};

/// Chains longer than this are not taken apart.
const LONGEST_CHAIN: usize = 500;
/// Products of more factors than this are not reordered.
const MOST_FACTORS: usize = 32;

/// A linear form modulo `2^width`.
struct BitForm {
    width: u16,
    terms: SmallVec<[(TermId, UBig); 4]>,
    constant: UBig,
}

impl Table {
    /// `BvNeg`, `BvAdd`, `BvSub` and `BvMul`.
    pub(super) fn simple_bit_sum(&mut self, op: &Op, args: &[TermId]) -> TermId {
        let width = width(self, args[0]);
        let minus_one = UBig::ones(usize::from(width));
        let mut form = self.bit_form(args[0]);
        match (op, args) {
            (Op::BvNeg, _) => form.scale(&minus_one),
            (Op::BvAdd | Op::BvSub, &[_, y]) => {
                let mut other = self.bit_form(y);
                if *op == Op::BvSub {
                    other.scale(&minus_one);
                }
                form.terms.extend(other.terms);
                form.constant = wrapped(width, &IBig::from(form.constant + other.constant));
            }
            (_, &[x, y]) => {
                let other = self.bit_form(y);
                if other.terms.is_empty() {
                    form.scale(&other.constant);
                } else if form.terms.is_empty() {
                    let factor = form.constant;
                    form = other;
                    form.scale(&factor);
                } else {
                    form = self.bit_product(form, other, x, y);
                }
            }
            _ => {}
        }
        self.bit_form_term(form)
    }

    fn bit_form(&self, term: TermId) -> BitForm {
        let width = width(self, term);
        let mut form = BitForm { width, terms: SmallVec::new(), constant: UBig::ZERO };
        let mut rest = term;
        while form.terms.len() < LONGEST_CHAIN
            && let (op @ (Op::BvAdd | Op::BvSub), &[left, right]) = (self.op(rest), self.args(rest))
        {
            let minus = *op == Op::BvSub;
            self.add_summand(&mut form, right, minus);
            rest = left;
        }
        self.add_summand(&mut form, rest, false);
        form
    }

    fn add_summand(&self, form: &mut BitForm, summand: TermId, minus: bool) {
        let sign = if minus { UBig::ones(usize::from(form.width)) } else { UBig::ONE };
        let product = |x: &UBig, y: &UBig| wrapped(form.width, &IBig::from(x * y));
        match (self.op(summand), self.args(summand)) {
            (Op::Bits(_, value), _) => {
                form.constant = wrapped(form.width, &IBig::from(&form.constant + product(value, &sign)));
            }
            (Op::BvNeg, &[atom]) => {
                let coefficient = product(&UBig::ones(usize::from(form.width)), &sign);
                form.terms.push((atom, coefficient));
            }
            (Op::BvMul, &[factor, atom]) if self.as_bits(factor).is_some() => {
                let factor = self.as_bits(factor).map_or(UBig::ZERO, |value| product(value, &sign));
                form.terms.push((atom, factor));
            }
            _ => form.terms.push((summand, sign)),
        }
    }

    /// The product of two forms that are no constants: constant factors are taken out of single terms, the other
    /// factors are ordered.
    fn bit_product(&mut self, left: BitForm, right: BitForm, x: TermId, y: TermId) -> BitForm {
        let width = left.width;
        let mut coefficient = UBig::ONE;
        let mut factors: SmallVec<[TermId; 8]> = SmallVec::new();
        for (form, whole) in [(left, x), (right, y)] {
            match &form.terms[..] {
                [(atom, factor)] if form.constant.is_zero() => {
                    coefficient = wrapped(width, &IBig::from(coefficient * factor));
                    self.push_bit_factors(*atom, &mut factors);
                }
                _ => factors.push(whole),
            }
        }
        factors.sort_by(|&x, &y| self.compare(x, y));
        let mut product = factors[0];
        for &factor in &factors[1..] {
            product = self.intern(Op::BvMul, bits_sort(width), &[product, factor]);
        }
        BitForm { width, terms: smallvec![(product, coefficient)], constant: UBig::ZERO }
    }

    fn push_bit_factors(&self, atom: TermId, factors: &mut SmallVec<[TermId; 8]>) {
        let mut rest = atom;
        while factors.len() < MOST_FACTORS
            && let (Op::BvMul, &[left, right]) = (self.op(rest), self.args(rest))
        {
            factors.push(right);
            rest = left;
        }
        factors.push(rest);
    }

    fn bit_form_term(&mut self, form: BitForm) -> TermId {
        let BitForm { width, mut terms, constant } = form;
        terms.sort_by(|x, y| self.compare(x.0, y.0));
        let mut sum: Option<TermId> = None;
        let mut position = 0;
        while position < terms.len() {
            let atom = terms[position].0;
            let mut coefficient = IBig::ZERO;
            while position < terms.len() && terms[position].0 == atom {
                coefficient += IBig::from(terms[position].1.clone());
                position += 1;
            }
            let coefficient = wrapped(width, &coefficient);
            if !coefficient.is_zero() {
                sum = Some(self.append_summand(width, sum, Some(atom), coefficient));
            }
        }
        if !constant.is_zero() || sum.is_none() {
            sum = Some(self.append_summand(width, sum, None, constant));
        }
        sum.unwrap_or_else(|| self.bits(width, UBig::ZERO))
    }

    /// `sum + coefficient * atom`, or `sum + coefficient` without an atom.
    fn append_summand(
        &mut self,
        width: u16,
        sum: Option<TermId>,
        atom: Option<TermId>,
        coefficient: UBig,
    ) -> TermId {
        let sort = bits_sort(width);
        let negative = wrapped(width, &-IBig::from(coefficient.clone()));
        let minus = self.is_upper_half(width, &coefficient)
            && (sum.is_some() || (atom.is_some() && negative.is_one()));
        let magnitude = if minus { negative } else { coefficient };
        let summand = match atom {
            None => self.bits(width, magnitude),
            Some(atom) if magnitude.is_one() => atom,
            Some(atom) => {
                let factor = self.bits(width, magnitude);
                self.intern(Op::BvMul, sort, &[factor, atom])
            }
        };
        match sum {
            None if minus => self.intern(Op::BvNeg, sort, &[summand]),
            None => summand,
            Some(sum) => self.intern(if minus { Op::BvSub } else { Op::BvAdd }, sort, &[sum, summand]),
        }
    }
}

impl BitForm {
    fn scale(&mut self, factor: &UBig) {
        for (_, coefficient) in &mut self.terms {
            *coefficient = wrapped(self.width, &IBig::from(&*coefficient * factor));
        }
        self.constant = wrapped(self.width, &IBig::from(&self.constant * factor));
    }
}
