//! Path conditions made short and readable.
//!
//! The conjuncts are simplified and taken together as in a conjunction, but keep the order of first appearance,
//! and bounds against constants keep the strictness they were written with: `¬(Y ≥ 1)` is shown `Y < 1`, while
//! `Y ≤ 0` stays. The returned terms need not be canonical.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::differences::Implied;
use crate::simplify::{Bound, Comparator, Interval, Number, Units};
use crate::{Op, Sort, Table, TermId};

/// Whether the tightest lower and upper bounds of a form were written strictly.
#[derive(Clone, Copy, Default)]
struct Strictness {
    lower: bool,
    upper: bool,
}

/// What is shown at a place.
enum Place {
    /// The bounds on the form with this position among the units.
    Form(usize),
    /// A unit that is no comparison, or a clause.
    Part(TermId),
}

#[derive(Default)]
struct Conditions {
    units: Units,
    clauses: Vec<TermId>,
    /// By position of the form.
    strictness: SmallVec<[Strictness; 16]>,
    places: Vec<Place>,
}

impl Table {
    /// A shorter, readable list of conditions, whose conjunction is equivalent to that of the given ones.
    pub fn minimise(&mut self, conjuncts: &[TermId]) -> Vec<TermId> {
        match self.minimised(conjuncts) {
            Some(conditions) => conditions,
            None => vec![self.boolean(false)],
        }
    }

    /// None if the conjuncts contradict each other.
    fn minimised(&mut self, conjuncts: &[TermId]) -> Option<Vec<TermId>> {
        let mut conditions = Conditions::default();
        for &conjunct in conjuncts {
            let form = self.simplify(conjunct);
            let strict = self.is_strict(conjunct);
            match self.op(form) {
                Op::Bool(true) => {}
                Op::Bool(false) => return None,
                Op::And => {
                    let parts: SmallVec<[TermId; 8]> = self.args(form).into();
                    parts.into_iter().try_for_each(|part| self.add_part(&mut conditions, part, false))?;
                }
                _ => self.add_part(&mut conditions, form, strict)?,
            }
        }
        if !conditions.units.settle() {
            return None;
        }
        let Conditions { units, clauses, .. } = &mut conditions;
        self.propagate(true, units, clauses)?;
        self.absorb(&mut conditions.clauses);
        self.shown_conditions(&conditions)
    }

    /// Whether a conjunct is written as `<` or `>`, or as the negation of `≤` or `≥`.
    fn is_strict(&self, conjunct: TermId) -> bool {
        let (mut term, mut negated) = (conjunct, false);
        while *self.op(term) == Op::Not {
            term = self.args(term)[0];
            negated = !negated;
        }
        match self.op(term) {
            Op::Lt | Op::Gt => !negated,
            Op::Le | Op::Ge => negated,
            _ => false,
        }
    }

    fn add_part(&mut self, conditions: &mut Conditions, part: TermId, strict: bool) -> Option<()> {
        let Some(bound) = self.bound(part) else {
            conditions.places.push(Place::Part(part));
            return self.enter(true, part, &mut conditions.units, &mut conditions.clauses);
        };
        let integer = self.sort(bound.form) == Sort::INT;
        let (position, interval) = conditions.units.interval(bound.form, integer);
        if position == conditions.strictness.len() {
            conditions.strictness.push(Strictness::default());
            conditions.places.push(Place::Form(position));
        }
        let (lower, upper) = interval.meet(bound.comparator, &bound.limit);
        let strictness = &mut conditions.strictness[position];
        if lower {
            strictness.lower = strict;
        }
        if upper {
            strictness.upper = strict;
        }
        Some(())
    }

    fn shown_conditions(&mut self, conditions: &Conditions) -> Option<Vec<TermId>> {
        let Conditions { units, clauses, strictness, places } = conditions;
        let mut shown = Vec::with_capacity(places.len());
        let implied = self.implied_differences(units);
        let mut left: FxHashSet<TermId> = units.others().chain(clauses.iter().copied()).collect();
        for place in places {
            match place {
                Place::Form(position) => self.shown_form(
                    units,
                    (*position, implied[*position]),
                    strictness[*position],
                    &mut shown,
                )?,
                Place::Part(part) if left.remove(part) => shown.push(*part),
                Place::Part(_) => {}
            }
        }
        // What propagation brought to light.
        for (position, &implied) in implied.iter().enumerate().skip(strictness.len()) {
            self.shown_form(units, (position, implied), Strictness::default(), &mut shown)?;
        }
        let rest = units.others().chain(clauses.iter().copied()).filter(|part| left.contains(part));
        shown.extend(rest);
        Some(shown)
    }

    /// Adds the bounds on a form, except those that the bounds on its atoms imply. None if they contradict those.
    fn shown_form(
        &mut self,
        units: &Units,
        (position, implied): (usize, Implied),
        strictness: Strictness,
        shown: &mut Vec<TermId>,
    ) -> Option<()> {
        let (form, interval) = &units.forms[position];
        let range = self.range(*form, units);
        for bound in interval.bounds(*form) {
            let goes = match bound.comparator {
                Comparator::Ge | Comparator::Gt => implied.lower,
                Comparator::Le | Comparator::Lt => implied.upper,
                Comparator::Eq => implied.lower && implied.upper,
                Comparator::Ne => false,
            };
            if goes {
                continue;
            }
            match range.as_ref().and_then(|range| range.decides(bound.comparator, &bound.limit)) {
                Some(true) if !implied.judged => continue,
                Some(false) => return None,
                Some(true) | None => {}
            }
            let strict = match bound.comparator {
                Comparator::Ge => strictness.lower,
                Comparator::Le => strictness.upper,
                _ => false,
            };
            shown.push(self.shown_bound(bound, strict));
        }
        Some(())
    }

    /// The values a sum may have, by the bounds on its monomials; none for other forms.
    fn range(&mut self, form: TermId, units: &Units) -> Option<Interval> {
        if *self.op(form) != Op::Add || units.forms.len() < 2 {
            return None;
        }
        let polynomial = self.polynomial(form);
        let mut range = Interval::new(self.sort(form) == Sort::INT);
        for (towards_upper, strict_op, op) in
            [(false, Comparator::Gt, Comparator::Ge), (true, Comparator::Lt, Comparator::Le)]
        {
            let mut sum = Some((Number::ZERO, false));
            for entry in &polynomial.entries {
                let known = units.known(entry.monomial);
                let take_upper = towards_upper != entry.coefficient.is_negative();
                let end = known
                    .and_then(|known| if take_upper { known.upper.as_ref() } else { known.lower.as_ref() });
                sum = match (sum, end) {
                    (Some((sum, strict)), Some(end)) => {
                        Some((&sum + &(&end.limit * &entry.coefficient), strict || end.strict))
                    }
                    _ => None,
                };
            }
            if let Some((limit, strict)) = sum {
                range.meet(if strict { strict_op } else { op }, &limit);
            }
        }
        (range.lower.is_some() || range.upper.is_some()).then_some(range)
    }

    /// A bound as a term, strictly written if asked for and if it stands against a constant.
    fn shown_bound(&mut self, bound: Bound, strict: bool) -> TermId {
        let key = (bound, strict);
        if let Some(&known) = self.memo.shown_bounds.get(&key) {
            return known;
        }
        let (bound, _) = &key;
        let one_sided = self.two_sides(bound.form).1.entries.is_empty();
        let integer = self.sort(bound.form) == Sort::INT;
        let (op, limit) = match bound.comparator {
            Comparator::Ge if strict || bound.limit.is_one() => (Op::Gt, &bound.limit - &Number::ONE),
            Comparator::Le if strict => (Op::Lt, &bound.limit + &Number::ONE),
            comparator => (comparator.op(), bound.limit.clone()),
        };
        let term = if one_sided && integer {
            let limit = self.number_term(&limit, Sort::INT);
            self.intern(op, Sort::BOOL, &[bound.form, limit])
        } else {
            self.bound_term(bound.clone())
        };
        self.memo.shown_bounds.insert(key, term);
        term
    }
}
