//! Truth values: negation, equivalence and choice. Operands are canonical.
//!
//! `Not` stands only before terms that have no negative of their own: symbols, elements, equivalences of other
//! sorts. Conjunctions and disjunctions are in `junction.rs`.

use smallvec::SmallVec;

use super::comparison::Comparator;
use crate::{Op, Scalar, Sort, Table, TermId};

impl Table {
    /// `¬p`, pushed inward.
    pub(crate) fn simple_not(&mut self, p: TermId) -> TermId {
        if let Some(&known) = self.memo.negations.get(&p) {
            return known;
        }
        let negation = stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || self.negation(p));
        self.memo.negations.insert(p, negation);
        self.memo.negations.entry(negation).or_insert(p);
        negation
    }

    fn negation(&mut self, p: TermId) -> TermId {
        if let Some(bound) = self.bound(p) {
            let integer = self.sort(bound.form) == Sort::INT;
            let negated = bound.negated(integer);
            return self.bound_term(negated);
        }
        let args: SmallVec<[TermId; 8]> = self.args(p).into();
        match self.op(p).clone() {
            Op::Bool(value) => self.boolean(!value),
            Op::Not => args[0],
            op @ (Op::And | Op::Or) => {
                let negated: SmallVec<[TermId; 8]> = args.iter().map(|&arg| self.simple_not(arg)).collect();
                self.junction(op == Op::Or, &negated)
            }
            Op::Eq => self.intern(Op::Ne, Sort::BOOL, &args),
            Op::Ne => self.intern(Op::Eq, Sort::BOOL, &args),
            Op::BvUle => self.simple_bit_comparison(&Op::BvUlt, args[1], args[0]),
            Op::BvUlt => self.simple_bit_comparison(&Op::BvUle, args[1], args[0]),
            Op::BvSle => self.simple_bit_comparison(&Op::BvSlt, args[1], args[0]),
            Op::BvSlt => self.simple_bit_comparison(&Op::BvSle, args[1], args[0]),
            _ => self.intern(Op::Not, Sort::BOOL, &[p]),
        }
    }

    /// `x = y` or `x ≠ y` of any sort.
    pub(super) fn simple_equality(&mut self, equal: bool, x: TermId, y: TermId) -> TermId {
        let comparator = if equal { Comparator::Eq } else { Comparator::Ne };
        if x == y {
            return self.boolean(equal);
        }
        match self.sort(x) {
            Sort::INT | Sort::REAL => self.simple_comparison(comparator, x, y),
            Sort::BOOL => self.simple_equivalence(equal, x, y),
            Sort::Scalar(Scalar::BitVec(_)) => self.simple_bit_equality(equal, x, y),
            _ => self.plain_equality(equal, x, y),
        }
    }

    /// An equality decided only for constants and for choices between constants.
    pub(super) fn plain_equality(&mut self, equal: bool, x: TermId, y: TermId) -> TermId {
        if self.op(x).is_constant() && self.op(y).is_constant() {
            return self.boolean(!equal);
        }
        for (choice, other) in [(x, y), (y, x)] {
            if let Some(result) = self.equality_with_choice(equal, choice, other) {
                return result;
            }
        }
        // A constant stands right.
        let swapped = self.op(x).is_constant() || (self.compare(x, y).is_gt() && !self.op(y).is_constant());
        let args = if swapped { [y, x] } else { [x, y] };
        self.intern(if equal { Op::Eq } else { Op::Ne }, Sort::BOOL, &args)
    }

    /// `(if c then k else l) = m` for constants.
    fn equality_with_choice(&mut self, equal: bool, choice: TermId, other: TermId) -> Option<TermId> {
        let (Op::Ite, &[condition, x, y]) = (self.op(choice), self.args(choice)) else { return None };
        if ![x, y, other].iter().all(|&term| self.op(term).is_constant()) {
            return None;
        }
        Some(match (x == other, y == other) {
            (true, false) if equal => condition,
            (false, true) if !equal => condition,
            (true, false) | (false, true) => self.simple_not(condition),
            (same, _) => self.boolean(same == equal),
        })
    }

    /// `p ≡ q`: of both operands the lesser of it and its negation stands, lesser one first.
    fn simple_equivalence(&mut self, equal: bool, p: TermId, q: TermId) -> TermId {
        for (constant, other) in [(p, q), (q, p)] {
            if let Some(value) = self.as_bool(constant) {
                return if value == equal { other } else { self.simple_not(other) };
            }
        }
        let (not_p, not_q) = (self.simple_not(p), self.simple_not(q));
        if not_p == q {
            return self.boolean(!equal);
        }
        let flip_p = self.compare(not_p, p).is_lt();
        let flip_q = self.compare(not_q, q).is_lt();
        let (p, q) = (if flip_p { not_p } else { p }, if flip_q { not_q } else { q });
        let args = if self.compare(p, q).is_lt() { [p, q] } else { [q, p] };
        let op = if equal == (flip_p == flip_q) { Op::Eq } else { Op::Ne };
        self.intern(op, Sort::BOOL, &args)
    }

    /// `if condition then x else y`
    pub(crate) fn simple_choice(&mut self, condition: TermId, x: TermId, y: TermId) -> TermId {
        if let Some(value) = self.as_bool(condition) {
            return if value { x } else { y };
        }
        if matches!(self.op(condition), Op::Not | Op::Ne) {
            let opposite = self.simple_not(condition);
            return self.simple_choice(opposite, y, x);
        }
        let x = self.branch(condition, x, 1);
        let y = self.branch(condition, y, 2);
        if x == y {
            return x;
        }
        if self.sort(x) == Sort::BOOL {
            let otherwise = self.simple_not(condition);
            let (first, second) =
                (self.junction(true, &[condition, x]), self.junction(true, &[otherwise, y]));
            return self.junction(false, &[first, second]);
        }
        // Where the condition is that both branches are equal, the second one is right in any case.
        if *self.op(condition) == Op::Eq && self.simple_equality(true, x, y) == condition {
            return y;
        }
        self.intern(Op::Ite, self.sort(x), &[condition, x, y])
    }

    /// What a choice on the same condition gives in that branch.
    fn branch(&self, condition: TermId, term: TermId, taken: usize) -> TermId {
        let mut term = term;
        while *self.op(term) == Op::Ite && self.args(term)[0] == condition {
            term = self.args(term)[taken];
        }
        term
    }
}
