//! From terms to circuits, each with exactly its meaning.
//!
//! Integers become words of the width that their range needs; the ranges of inputs are bounds among the conditions
//! of the question. Where only the lowest bits of an integer count, only they are computed. What has no finite
//! range, and what is not about truth values, integers, bit strings, floats or reals made of these, is not
//! translated.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use sextant_expr::{Op, Rounding, Scalar, Sort, Table, TermId};

use super::atoms::Atoms;
use super::floats::{Format, Known};
use super::gates::{Bit, Gates};
use super::range::Range;
use super::word::Word;

/// Circuits with more gates than this are given up.
const MOST_GATES: usize = 3_000_000;
/// Wider words are not made.
pub(super) const WIDEST: usize = 512;

/// A quotient and its remainder.
pub(super) type Divided = (Arc<Word>, Arc<Word>);

/// Circuits of terms, and what was translated already.
#[derive(Default)]
pub(super) struct Circuit {
    pub gates: Gates,
    pub atoms: Atoms,
    pub(super) ranges: FxHashMap<TermId, Option<Range>>,
    pub(super) words: FxHashMap<TermId, Arc<Word>>,
    pub(super) lows: FxHashMap<(TermId, usize), Arc<[Bit]>>,
    pub(super) vectors: FxHashMap<TermId, Arc<[Bit]>>,
    pub(super) divisions: FxHashMap<(TermId, TermId, Rounding), Divided>,
    pub(super) floats: Known,
    truths: FxHashMap<TermId, Option<Bit>>,
}

/// Runs with enough stack, however deep terms are nested.
pub(super) fn deep<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, work)
}

/// The width of a bit string, or of the bits of a float.
pub(super) fn width(table: &Table, term: TermId) -> Option<usize> {
    match table.sort(term) {
        Sort::Scalar(Scalar::BitVec(width)) => Some(usize::from(width)),
        Sort::Scalar(Scalar::Float(kind)) => Some(Format::of(kind).width()),
        _ => None,
    }
}

impl Circuit {
    /// Whether there is room for more.
    pub(super) fn has_room(&self) -> bool {
        self.gates.len() < MOST_GATES
    }

    /// The bit of a term of sort Bool; none if it is beyond what this layer knows.
    pub fn truth(&mut self, table: &Table, term: TermId) -> Option<Bit> {
        if let Some(known) = self.truths.get(&term) {
            return *known;
        }
        let found = if self.has_room() { deep(|| self.new_truth(table, term)) } else { None };
        self.truths.insert(term, found);
        found
    }

    fn new_truth(&mut self, table: &Table, term: TermId) -> Option<Bit> {
        let args = table.args(term);
        Some(match table.op(term) {
            Op::Bool(value) => Bit::of(*value),
            Op::Symbol(_) | Op::Select => self.atom_truth(table, term)?,
            Op::Not => !self.truth(table, args[0])?,
            Op::And => {
                let parts = self.truths_of(table, args)?;
                self.gates.all(parts)
            }
            Op::Or => {
                let parts = self.truths_of(table, args)?;
                self.gates.any(parts)
            }
            Op::Implies => {
                let (p, q) = (self.truth(table, args[0])?, self.truth(table, args[1])?);
                self.gates.or(!p, q)
            }
            Op::Ite => {
                let condition = self.truth(table, args[0])?;
                let (yes, no) = (self.truth(table, args[1])?, self.truth(table, args[2])?);
                self.gates.choose(condition, yes, no)
            }
            Op::Eq => self.equality(table, args[0], args[1])?,
            Op::Ne => !self.equality(table, args[0], args[1])?,
            Op::Lt => self.order(table, args[0], args[1], false)?,
            Op::Le => self.order(table, args[0], args[1], true)?,
            Op::Gt => self.order(table, args[1], args[0], false)?,
            Op::Ge => self.order(table, args[1], args[0], true)?,
            op @ (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle) => {
                let (x, y) = (self.vector(table, args[0])?, self.vector(table, args[1])?);
                let make = if matches!(op, Op::BvUlt | Op::BvUle) { Word::unsigned } else { Word::signed };
                self.gates.less(&make(&x), &make(&y), matches!(op, Op::BvUle | Op::BvSle))
            }
            op @ (Op::FloatEq | Op::FloatLt | Op::FloatLe | Op::FloatIsNan) => {
                self.float_comparison(table, op, args)?
            }
            _ => return None,
        })
    }

    fn truths_of(&mut self, table: &Table, terms: &[TermId]) -> Option<Vec<Bit>> {
        terms.iter().map(|&term| self.truth(table, term)).collect()
    }

    fn equality(&mut self, table: &Table, x: TermId, y: TermId) -> Option<Bit> {
        match table.sort(x) {
            Sort::BOOL => {
                let (x, y) = (self.truth(table, x)?, self.truth(table, y)?);
                Some(!self.gates.xor(x, y))
            }
            Sort::INT => {
                for (x, y) in [(x, y), (y, x)] {
                    if let Some(limit) = table.as_int(y)
                        && let Some(within) = self.whole_below(table, x, limit, true)
                    {
                        let below = self.whole_below(table, x, limit, false)?;
                        return Some(self.gates.and(within, !below));
                    }
                }
                for (x, y) in [(x, y), (y, x)] {
                    if let Some(near) = self.near_whole(table, x, y) {
                        let equal = self.gates.equal(&near.word, &near.other);
                        return Some(self.gates.all([equal, !near.below, !near.above]));
                    }
                }
                let (x, y) = (self.word(table, x)?, self.word(table, y)?);
                Some(self.gates.equal(&x, &y))
            }
            Sort::Scalar(Scalar::BitVec(_) | Scalar::Float(_)) => {
                let (x, y) = (self.vector(table, x)?, self.vector(table, y)?);
                Some(self.gates.equal_bits(&x, &y))
            }
            Sort::Scalar(Scalar::Real) => self.real_equality(table, x, y),
            Sort::Array(_) => None,
        }
    }

    fn order(&mut self, table: &Table, x: TermId, y: TermId, or_equal: bool) -> Option<Bit> {
        if table.sort(x) != Sort::INT {
            return self.real_order(table, x, y, or_equal);
        }
        if let Some(limit) = table.as_int(y)
            && let Some(found) = self.whole_below(table, x, limit, or_equal)
        {
            return Some(found);
        }
        if let Some(limit) = table.as_int(x)
            && let Some(found) = self.whole_below(table, y, limit, !or_equal)
        {
            return Some(!found);
        }
        if let Some(near) = self.near_whole(table, x, y) {
            let less = self.gates.less(&near.word, &near.other, or_equal);
            let inside = self.gates.and(less, !near.above);
            return Some(self.gates.or(near.below, inside));
        }
        if let Some(near) = self.near_whole(table, y, x) {
            let less = self.gates.less(&near.other, &near.word, or_equal);
            let inside = self.gates.and(less, !near.below);
            return Some(self.gates.or(near.above, inside));
        }
        let (x, y) = (self.word(table, x)?, self.word(table, y)?);
        Some(self.gates.less(&x, &y, or_equal))
    }
}
