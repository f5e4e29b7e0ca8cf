//! Conjunctions and disjunctions.
//!
//! Both are treated as one: a disjunction is the negation of the conjunction of its negated parts, so bounds are
//! entered negated and come out negated, and everything else is symmetric. Parts are units (comparisons and other
//! terms that are no junction) or clauses (junctions of the other kind). In the result, parts are ordered and
//! distinct, none is implied by the units or contradicts them, and at most one interval stands on each form.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::comparison::Bound;
use super::interval::Interval;
use crate::{Op, Sort, Table, TermId};

/// Junctions of more clauses than this, or with a longer clause, are not searched for clauses that contain one
/// another.
const MOST_ABSORBING: usize = 40;

/// What the units of a junction say; for a disjunction, what their negations say.
#[derive(Default)]
pub(crate) struct Units {
    /// Forms in the order of first appearance, with all their bounds taken together.
    pub forms: Vec<(TermId, Interval)>,
    positions: FxHashMap<TermId, usize>,
    /// Units that are no comparisons, as they stand in the junction, with the order of appearance.
    others: FxHashMap<TermId, usize>,
}

impl Units {
    /// The interval of a form.
    pub(crate) fn interval(&mut self, form: TermId, integer: bool) -> (usize, &mut Interval) {
        let next = self.forms.len();
        let position = if next < 16 {
            self.forms.iter().position(|known| known.0 == form).unwrap_or(next)
        } else {
            if self.positions.is_empty() {
                self.positions
                    .extend(self.forms.iter().enumerate().map(|(position, known)| (known.0, position)));
            }
            *self.positions.entry(form).or_insert(next)
        };
        if position == next {
            self.forms.push((form, Interval::new(integer)));
        }
        (position, &mut self.forms[position].1)
    }

    /// The interval of a form, if it has bounds.
    pub(crate) fn known(&self, form: TermId) -> Option<&Interval> {
        if self.positions.is_empty() {
            return self.forms.iter().find(|known| known.0 == form).map(|known| &known.1);
        }
        self.positions.get(&form).map(|&position| &self.forms[position].1)
    }

    /// Units that are no comparisons, in the order of appearance.
    pub(crate) fn others(&self) -> impl Iterator<Item = TermId> {
        let mut others: SmallVec<[(usize, TermId); 8]> =
            self.others.iter().map(|(&part, &order)| (order, part)).collect();
        others.sort_unstable();
        others.into_iter().map(|(_, part)| part)
    }

    /// Settles all intervals; false if one is empty.
    pub(crate) fn settle(&mut self) -> bool {
        self.forms.iter_mut().all(|(_, interval)| interval.settle())
    }
}

impl Table {
    /// The conjunction (or disjunction) of canonical terms.
    pub(crate) fn junction(&mut self, conjunction: bool, parts: &[TermId]) -> TermId {
        let (same, _) = kinds(conjunction);
        let mut flat: SmallVec<[TermId; 16]> = SmallVec::new();
        for &part in parts {
            match self.op(part) {
                Op::Bool(value) if *value == conjunction => {}
                Op::Bool(_) => return part,
                op if *op == same => flat.extend_from_slice(self.args(part)),
                _ => flat.push(part),
            }
        }
        match self.reduced_parts(conjunction, &flat) {
            None => self.boolean(!conjunction),
            Some(mut parts) => {
                parts.sort_by(|&x, &y| self.compare_parts(x, y));
                parts.dedup();
                match parts[..] {
                    [] => self.boolean(conjunction),
                    [single] => single,
                    _ => self.intern(same, Sort::BOOL, &parts),
                }
            }
        }
    }

    /// Comparisons come last, those of one form together, lower bounds before upper ones.
    pub(super) fn compare_parts(&self, x: TermId, y: TermId) -> Ordering {
        match (self.bound(x), self.bound(y)) {
            (Some(x), Some(y)) => {
                let by_form = self.compare(x.form, y.form);
                by_form.then_with(|| x.comparator.cmp(&y.comparator)).then_with(|| x.limit.cmp(&y.limit))
            }
            (None, None) => self.compare(x, y),
            (x, y) => x.is_some().cmp(&y.is_some()),
        }
    }

    /// Parts that say the same, in the order of first appearance; none if they contradict each other.
    fn reduced_parts(&mut self, conjunction: bool, parts: &[TermId]) -> Option<Vec<TermId>> {
        let mut units = Units::default();
        let mut clauses: Vec<TermId> = Vec::new();
        for &part in parts {
            self.enter(conjunction, part, &mut units, &mut clauses)?;
        }
        if !units.settle() {
            return None;
        }
        self.propagate(conjunction, &mut units, &mut clauses)?;
        let mut result: Vec<TermId> = Vec::with_capacity(parts.len());
        for (form, interval) in &units.forms {
            let integer = self.sort(*form) == Sort::INT;
            for bound in interval.bounds(*form) {
                let bound = if conjunction { bound } else { bound.negated(integer) };
                result.push(self.bound_term(bound));
            }
        }
        result.extend(units.others());
        self.absorb(&mut clauses);
        result.extend(clauses);
        Some(result)
    }

    /// Enters a part among units or clauses; none if it contradicts a unit.
    pub(crate) fn enter(
        &mut self,
        conjunction: bool,
        part: TermId,
        units: &mut Units,
        clauses: &mut Vec<TermId>,
    ) -> Option<()> {
        if let Some(bound) = self.bound(part) {
            let integer = self.sort(bound.form) == Sort::INT;
            let negated: Bound;
            let bound = if conjunction {
                bound
            } else {
                negated = bound.negated(integer);
                &negated
            };
            units.interval(bound.form, integer).1.meet(bound.comparator, &bound.limit);
        } else if *self.op(part) == kinds(conjunction).1 {
            clauses.push(part);
        } else {
            let opposite = self.simple_not(part);
            if units.others.contains_key(&opposite) {
                return None;
            }
            let order = units.others.len();
            units.others.entry(part).or_insert(order);
        }
        Some(())
    }

    /// Frees the clauses of parts that the units decide, until nothing changes. Clauses that shrink to one part
    /// become units. None if there is a contradiction.
    pub(crate) fn propagate(
        &mut self,
        conjunction: bool,
        units: &mut Units,
        clauses: &mut Vec<TermId>,
    ) -> Option<()> {
        let mut changed = !clauses.is_empty();
        while changed {
            changed = false;
            for clause in std::mem::take(clauses) {
                match self.under_units(conjunction, clause, units) {
                    None => {}
                    Some(rest) if rest == clause => clauses.push(clause),
                    Some(rest) => {
                        changed = true;
                        self.enter_reduced(conjunction, rest, units, clauses)?;
                        if !units.settle() {
                            return None;
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// Enters what is left of a clause, which may be of any kind.
    fn enter_reduced(
        &mut self,
        conjunction: bool,
        rest: TermId,
        units: &mut Units,
        clauses: &mut Vec<TermId>,
    ) -> Option<()> {
        match self.op(rest) {
            Op::Bool(value) if *value == conjunction => Some(()),
            Op::Bool(_) => None,
            op if *op == kinds(conjunction).0 => {
                let parts: SmallVec<[TermId; 8]> = self.args(rest).into();
                parts.into_iter().try_for_each(|part| self.enter(conjunction, part, units, clauses))
            }
            _ => self.enter(conjunction, rest, units, clauses),
        }
    }

    /// What is left of a clause; none if the units imply it.
    fn under_units(&mut self, conjunction: bool, clause: TermId, units: &Units) -> Option<TermId> {
        let parts: SmallVec<[TermId; 8]> = self.args(clause).into();
        let mut kept: SmallVec<[TermId; 8]> = SmallVec::new();
        for &part in &parts {
            // A decided part has the value that ends the clause, or is dropped from it.
            match self.decided(conjunction, part, units) {
                Some(true) => return None,
                Some(false) => {}
                None => kept.push(part),
            }
        }
        if kept.len() == parts.len() { Some(clause) } else { Some(self.junction(!conjunction, &kept)) }
    }

    /// Whether the units imply a part of a clause (`true`) or its negation (`false`); for a disjunction, with the
    /// roles of both exchanged.
    fn decided(&mut self, conjunction: bool, part: TermId, units: &Units) -> Option<bool> {
        if *self.op(part) != kinds(conjunction).0 {
            return self.decided_unit(conjunction, part, units);
        }
        // A nested junction fails with any of its parts, and holds with all of them.
        let parts: SmallVec<[TermId; 8]> = self.args(part).into();
        let mut all = true;
        for inner in parts {
            match self.decided_unit(conjunction, inner, units) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = false,
            }
        }
        all.then_some(true)
    }

    fn decided_unit(&mut self, conjunction: bool, part: TermId, units: &Units) -> Option<bool> {
        if let Some(bound) = self.bound(part) {
            let holds = units.known(bound.form)?.decides(bound.comparator, &bound.limit)?;
            return Some(holds == conjunction);
        }
        if units.others.contains_key(&part) {
            return Some(true);
        }
        if matches!(self.op(part), Op::And | Op::Or) {
            return None;
        }
        let opposite = self.simple_not(part);
        units.others.contains_key(&opposite).then_some(false)
    }

    /// Drops clauses that contain all parts of another one.
    pub(crate) fn absorb(&self, clauses: &mut Vec<TermId>) {
        let mut seen = FxHashSet::default();
        clauses.retain(|&clause| seen.insert(clause));
        let long = |clause: &TermId| self.args(*clause).len() > MOST_ABSORBING;
        if clauses.len() > MOST_ABSORBING || clauses.iter().any(long) {
            return;
        }
        let all = clauses.clone();
        clauses.retain(|&clause| {
            let contained =
                |other: &TermId| self.args(*other).iter().all(|part| self.args(clause).contains(part));
            !all.iter().any(|other| *other != clause && contained(other))
        });
    }
}

/// The operation of the junction and that of its clauses.
fn kinds(conjunction: bool) -> (Op, Op) {
    if conjunction { (Op::And, Op::Or) } else { (Op::Or, Op::And) }
}
