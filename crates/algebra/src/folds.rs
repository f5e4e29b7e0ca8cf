//! Folds: what a scan over a range keeps from step to step — an extreme, its position, a polynomial by Horner's rule.
//!
//! A fold is defined by its step: over a range that is one longer it is the step applied to the last member. Over an
//! empty range it is what it begins with.

use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::atom::Range;
use crate::recurrence::Closed;
use crate::{Atom, Condition, Relation, Substitution, Symbol, Term};

/// What is kept of the members.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Keeping {
    /// The greatest.
    Greatest,
    /// The least.
    Least,
    /// `x := base·x + member`
    Weighted(Term),
    /// Where the greatest is: the place is kept until a member is greater, or as great if `Ge`.
    PlaceOfGreatest(Relation),
    /// Where the least is, likewise.
    PlaceOfLeast(Relation),
}

/// A scan over a range.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fold {
    /// What is kept.
    pub keeping: Keeping,
    /// What it begins with.
    pub first: Term,
    /// The members.
    pub range: Range,
}

impl Fold {
    /// What is kept when the member at a place follows.
    pub fn step(&self, before: &Term, place: &Term) -> Term {
        let member = |place: &Term| self.range.body.with_symbol(&self.range.index, place);
        let ahead = |relation: Relation, sign: i8| {
            let gap = member(place).minus(&member(before)).scaled(&RBig::from(sign));
            Term::choice(&Condition::compare(relation, &gap), place, before)
        };
        match &self.keeping {
            Keeping::Greatest => {
                let next = member(place);
                Term::choice(&Condition::gt(&next.minus(before)), &next, before)
            }
            Keeping::Least => {
                let next = member(place);
                Term::choice(&Condition::gt(&before.minus(&next)), &next, before)
            }
            Keeping::Weighted(base) => before.times(base).plus(&member(place)),
            Keeping::PlaceOfGreatest(relation) => ahead(*relation, 1),
            Keeping::PlaceOfLeast(relation) => ahead(*relation, -1),
        }
    }

    /// Whether it is a place, not a member.
    pub fn is_place(&self) -> bool {
        matches!(self.keeping, Keeping::PlaceOfGreatest(_) | Keeping::PlaceOfLeast(_))
    }

    /// The same over a range that ends elsewhere.
    pub fn up_to(&self, high: &Term) -> Term {
        let Range { index, low, body, .. } = &self.range;
        Term::fold(self.keeping.clone(), &self.first, (index, low, high), body)
    }
}

impl Term {
    /// What a scan keeps of `body` for `index` from `low` to `high`, begun with `first`; the symbol is bound by it.
    pub fn fold(
        keeping: Keeping,
        first: &Term,
        (index, low, high): (&Symbol, &Term, &Term),
        body: &Term,
    ) -> Term {
        if high.minus(low).as_int().is_some_and(|length| length < IBig::ZERO) {
            return first.clone();
        }
        let (index, body) = crate::substitute::bind(index, body);
        let range = Range { index, low: low.clone(), high: high.clone(), body };
        Term::atom(Atom::Fold(Arc::new(Fold { keeping, first: first.clone(), range })))
    }
}

/// The scan that an update makes, once all other numbers are terms of the index: `body` says where its members are.
pub(crate) fn scan(index: &Symbol, symbol: &Symbol, update: &Term, first: &Term) -> Option<Closed> {
    let k = Term::symbol(index);
    let last = k.plus_int(-1);
    let closed = |keeping: Keeping, shift: i64, body: &Term| {
        let inner = Symbol::integer("•scan");
        // The members are counted as the array that is read counts them.
        let is_place = matches!(keeping, Keeping::PlaceOfGreatest(_) | Keeping::PlaceOfLeast(_));
        let shift = if is_place { shift } else { offset(body, index) };
        let body = body.with_symbol(index, &Term::symbol(&inner).plus_int(-shift));
        let (low, high) = (Term::int(shift), last.plus_int(shift));
        Closed::plain(Term::fold(keeping, first, (&inner, &low, &high), &body))
    };
    if let Some([member, base]) = update.coefficients(symbol).as_deref() {
        let scans = !base.mentions(index) && *base != Term::one();
        return scans.then(|| closed(Keeping::Weighted(base.clone()), 0, member));
    }
    let Some(Atom::Choice(condition, yes, no)) = update.as_atom() else { return None };
    let own = Term::symbol(symbol);
    let (taken, member) = match (*yes == own, *no == own) {
        (true, false) => (condition.negated(), no),
        (false, true) => ((**condition).clone(), yes),
        _ => return None,
    };
    let Condition::Compare(relation @ (Relation::Ge | Relation::Gt), gap) = &taken else { return None };
    if member.mentions(symbol) {
        return None;
    }
    // Over integers `a > b` is `a - b - 1 ≥ 0`.
    let strictly = |rest: &Term| match (rest.as_int(), relation) {
        (Some(rest), Relation::Ge) if rest == IBig::ZERO => Some(Relation::Ge),
        (Some(rest), Relation::Gt) if rest == IBig::ZERO => Some(Relation::Gt),
        (Some(rest), Relation::Ge) if rest == -IBig::ONE => Some(Relation::Gt),
        _ => None,
    };
    let ahead = member.minus(&own);
    if strictly(&gap.minus(&ahead)).is_some() {
        return Some(closed(Keeping::Greatest, 0, member));
    }
    if strictly(&gap.plus(&ahead)).is_some() {
        return Some(closed(Keeping::Least, 0, member));
    }
    // A place: `gap` is what stands there less what stands at the place kept.
    let shift = i64::try_from(member.minus(&k).as_int()?).ok()?;
    let kept = Term::sum(gap.parts().filter_map(|(monomial, value)| {
        let part = Term::monomial(monomial.clone(), value.clone());
        part.mentions(symbol).then_some(part)
    }));
    let there = Substitution::of(symbol, member).term(&kept);
    let relation_kept = strictly(&gap.minus(&kept).plus(&there))?;
    let body = there.with_symbol(index, &k);
    let leads_with_minus = there.parts().next().is_some_and(|(_, value)| *value < RBig::ZERO);
    Some(match leads_with_minus {
        true => closed(Keeping::PlaceOfGreatest(relation_kept), shift, &body.negated()),
        false => closed(Keeping::PlaceOfLeast(relation_kept), shift, &body),
    })
}

/// By how much the subscript of the first array that a term reads is ahead of the index.
fn offset(body: &Term, index: &Symbol) -> i64 {
    let k = Term::symbol(index);
    let ahead = |atom: &Atom| match atom {
        Atom::Element(_, at) => at.iter().find_map(|at| at.minus(&k).as_int()),
        _ => None,
    };
    let found = body.top_atoms().iter().find_map(ahead);
    found.and_then(|found| i64::try_from(found).ok()).filter(|found| found.abs() < 1000).unwrap_or(0)
}

/// An update whose choices all add something to the same multiple of a number, with that multiple in front.
pub(crate) fn separated(symbol: &Symbol, update: &Term) -> Term {
    let Some(Atom::Choice(condition, yes, no)) = update.as_atom() else { return update.clone() };
    let undecided = Condition::mentions_any(condition, &|other| other == symbol);
    let (yes, no) = (separated(symbol, yes), separated(symbol, no));
    let parts = |term: &Term| match term.coefficients(symbol).as_deref() {
        Some([rest, slope]) => Some((rest.clone(), slope.clone())),
        _ => None,
    };
    match (parts(&yes), parts(&no)) {
        (Some((a, slope)), Some((b, other))) if slope == other && !undecided => {
            Term::symbol(symbol).times(&slope).plus(&Term::choice(condition, &a, &b))
        }
        _ => Term::choice(condition, &yes, &no),
    }
}
