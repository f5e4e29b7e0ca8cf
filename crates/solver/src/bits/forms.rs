//! Sums as linear forms of bits, so that equal sums are equal circuits however they are put together: counts of bits
//! by fields or one by one, products by constants, sums in any order.
//!
//! Invariants
//! - The bits of a sum are congruent to its form modulo two to the power of their number.
//! - A part of the bits of a sum has a form of its own only where nothing is carried into it or out of it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::gates::{Bit, Gates};

/// Wider sums have no form.
const WIDEST: usize = 120;
/// Forms of more bits than this are not kept.
const MOST_TERMS: usize = 160;
/// Sums that one bit is known to belong to, the latest.
const MOST_PLACES: usize = 8;
/// Sums of larger circuits are not compared.
const MOST_SUMS: usize = 8000;

/// Multiples of bits, and a constant; by the gates, which stand in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Form {
    terms: Vec<(u32, u128)>,
    constant: u128,
}

/// The sums that were made.
#[derive(Debug, Default)]
pub(super) struct Forms {
    /// Which bit of which sums a bit is.
    places: FxHashMap<Bit, Vec<(Arc<Form>, usize)>>,
    /// The bits of each form, by their number.
    sums: FxHashMap<(Arc<Form>, usize), Vec<Bit>>,
}

/// A form that is being summed up.
struct Sum {
    terms: FxHashMap<u32, u128>,
    constant: u128,
    mask: u128,
}

impl Sum {
    fn new(width: usize) -> Self {
        Self { terms: FxHashMap::default(), constant: 0, mask: mask(width) }
    }

    /// Adds a multiple of a bit, the opposite of which is one minus the bit.
    fn add_bit(&mut self, bit: Bit, factor: u128) {
        match bit.constant() {
            Some(true) => self.constant = self.constant.wrapping_add(factor),
            Some(false) => {}
            None if bit.negated() => {
                self.constant = self.constant.wrapping_add(factor);
                self.add_gate(bit.gate(), factor.wrapping_neg());
            }
            None => self.add_gate(bit.gate(), factor),
        }
    }

    fn add_gate(&mut self, gate: u32, factor: u128) {
        let known = self.terms.entry(gate).or_default();
        *known = known.wrapping_add(factor);
    }

    fn add(&mut self, form: &Form, factor: u128) {
        self.constant = self.constant.wrapping_add(form.constant.wrapping_mul(factor));
        for &(gate, own) in &form.terms {
            self.add_gate(gate, own.wrapping_mul(factor));
        }
    }

    fn finished(self) -> Option<Form> {
        let mask = self.mask;
        let terms = self.terms.into_iter().map(|(gate, factor)| (gate, factor & mask));
        let mut terms: Vec<(u32, u128)> = terms.filter(|(_, factor)| *factor != 0).collect();
        if terms.len() > MOST_TERMS {
            return None;
        }
        terms.sort_unstable();
        Some(Form { terms, constant: self.constant & mask })
    }
}

fn mask(width: usize) -> u128 {
    (1 << width) - 1
}

impl Form {
    /// What a stretch of the bits of a sum adds up to, if what lies below does not reach into it and it does not
    /// reach beyond.
    fn stretch(&self, from: usize, count: usize) -> Option<Form> {
        let part = |factor: u128, from: usize, count: usize| factor >> from & mask(count);
        let largest = |from: usize, count: usize| {
            let factors = self.terms.iter().map(|(_, factor)| *factor).chain([self.constant]);
            factors.map(|factor| part(factor, from, count)).try_fold(0u128, u128::checked_add)
        };
        if largest(0, from)? > mask(from) || largest(from, count)? > mask(count) {
            return None;
        }
        let terms = self.terms.iter().map(|&(gate, factor)| (gate, part(factor, from, count)));
        let terms = terms.filter(|(_, factor)| *factor != 0).collect();
        Some(Form { terms, constant: part(self.constant, from, count) })
    }

    /// The bits, if none is carried: every factor is a power of two of its own.
    fn plain(&self, width: usize) -> Option<Vec<Bit>> {
        if self.terms.len() > width {
            return None;
        }
        let mut bits: Vec<Bit> = (0..width).map(|at| Bit::of(self.constant >> at & 1 == 1)).collect();
        for &(gate, factor) in &self.terms {
            let place = factor.trailing_zeros() as usize;
            if !factor.is_power_of_two() || bits[place] != Bit::FALSE {
                return None;
            }
            bits[place] = Bit::positive(gate);
        }
        Some(bits)
    }
}

impl Gates {
    /// The form of `a + b`, or of `a - b`.
    fn sum_form(&self, a: &[Bit], b: &[Bit], minus: bool) -> Option<Form> {
        if a.len() > WIDEST || a.len() != b.len() {
            return None;
        }
        let mut sum = Sum::new(a.len());
        self.add_form(&mut sum, a, 1);
        self.add_form(&mut sum, b, if minus { 1u128.wrapping_neg() } else { 1 });
        sum.finished()
    }

    /// Adds a multiple of bits; stretches of sums by what they add up to.
    fn add_form(&self, sum: &mut Sum, bits: &[Bit], factor: u128) {
        let mut at = 0;
        while at < bits.len() {
            let weight = factor.wrapping_mul(1 << at);
            if let Some((stretch, count)) = self.longest_stretch(&bits[at..]) {
                sum.add(&stretch, weight);
                at += count;
                continue;
            }
            sum.add_bit(bits[at], weight);
            at += 1;
        }
    }

    /// The longest stretch of a sum that bits begin with.
    fn longest_stretch(&self, bits: &[Bit]) -> Option<(Form, usize)> {
        let mut longest: Option<(Form, usize)> = None;
        for (form, place) in self.forms.places.get(&bits[0])? {
            let follows = |offset: &usize| {
                let there = bits.get(*offset).and_then(|bit| self.forms.places.get(bit));
                let is_next =
                    |(other, at): &(Arc<Form>, usize)| Arc::ptr_eq(form, other) && *at == place + offset;
                there.is_some_and(|places| places.iter().any(is_next))
            };
            let count = (1..).take_while(follows).count() + 1;
            if longest.as_ref().is_none_or(|(_, known)| count > *known)
                && let Some(stretch) = form.stretch(*place, count)
            {
                longest = Some((stretch, count));
            }
        }
        longest
    }

    /// A sum, made by the function unless the same one is there already.
    pub(super) fn summed(
        &mut self,
        a: &[Bit],
        b: &[Bit],
        minus: bool,
        make: impl FnOnce(&mut Self) -> Vec<Bit>,
    ) -> Vec<Bit> {
        if self.forms.sums.len() >= MOST_SUMS {
            return make(self);
        }
        let Some(form) = self.sum_form(a, b, minus) else { return make(self) };
        if let Some(bits) = form.plain(a.len()) {
            return bits;
        }
        let key = (Arc::new(form), a.len());
        if let Some(known) = self.forms.sums.get(&key) {
            return known.clone();
        }
        let bits = make(self);
        for (place, &bit) in bits.iter().enumerate() {
            // Bits that are handed on unchanged are plain enough.
            if bit.constant().is_none() && a[place] != bit && b[place] != bit {
                let places = self.forms.places.entry(bit).or_default();
                if places.len() == MOST_PLACES {
                    places.remove(0);
                }
                places.push((Arc::clone(&key.0), place));
            }
        }
        self.forms.sums.insert(key, bits.clone());
        bits
    }

    /// Whether bits are equal or differ whatever the inputs are, where their forms tell.
    pub(super) fn compared_forms(&self, a: &[Bit], b: &[Bit]) -> Option<bool> {
        let is_sum = |bits: &[Bit]| bits.iter().any(|bit| self.forms.places.contains_key(bit));
        if !is_sum(a) && !is_sum(b) {
            return None;
        }
        let difference = self.sum_form(a, b, true)?;
        difference.terms.is_empty().then_some(difference.constant == 0)
    }
}
