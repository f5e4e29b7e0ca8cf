//! All bounds on one form, taken together.

use smallvec::SmallVec;

use super::comparison::{Bound, Comparator};
use super::number::Number;
use crate::TermId;

/// An end of an interval.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct End {
    pub limit: Number,
    pub strict: bool,
}

/// The values a form may have: an interval without some points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interval {
    pub lower: Option<End>,
    pub upper: Option<End>,
    excluded: SmallVec<[Number; 2]>,
    integer: bool,
}

impl Interval {
    pub(crate) fn new(integer: bool) -> Self {
        Self { integer, ..Self::default() }
    }

    /// Adds a bound on the same form; whether that has moved the lower end, and the upper one.
    pub(crate) fn meet(&mut self, comparator: Comparator, limit: &Number) -> (bool, bool) {
        match comparator {
            Comparator::Eq => (self.raise(limit, false), self.cut(limit, false)),
            Comparator::Ne => {
                self.excluded.push(limit.clone());
                (false, false)
            }
            Comparator::Le => (false, self.cut(limit, false)),
            Comparator::Lt => (false, self.cut(limit, true)),
            Comparator::Ge => (self.raise(limit, false), false),
            Comparator::Gt => (self.raise(limit, true), false),
        }
    }

    fn raise(&mut self, limit: &Number, strict: bool) -> bool {
        let tighter = |end: &End| *limit > end.limit || (*limit == end.limit && strict);
        let moves = self.lower.as_ref().is_none_or(tighter);
        if moves {
            self.lower = Some(End { limit: limit.clone(), strict });
        }
        moves
    }

    fn cut(&mut self, limit: &Number, strict: bool) -> bool {
        let tighter = |end: &End| *limit < end.limit || (*limit == end.limit && strict);
        let moves = self.upper.as_ref().is_none_or(tighter);
        if moves {
            self.upper = Some(End { limit: limit.clone(), strict });
        }
        moves
    }

    /// Uses the excluded points to tighten the ends, and drops those outside. False if nothing is left.
    pub(crate) fn settle(&mut self) -> bool {
        self.excluded.sort_unstable();
        self.excluded.dedup();
        // Ascending for the lower end, descending for the upper one, so that runs of points are eaten up.
        if let Some(lower) = &mut self.lower {
            self.excluded.iter().for_each(|point| tighten(lower, point, self.integer, &Number::ONE));
        }
        if let Some(upper) = &mut self.upper {
            self.excluded
                .iter()
                .rev()
                .for_each(|point| tighten(upper, point, self.integer, &Number::MINUS_ONE));
        }
        if let (Some(lower), Some(upper)) = (&self.lower, &self.upper)
            && (lower.limit > upper.limit || (lower.limit == upper.limit && (lower.strict || upper.strict)))
        {
            return false;
        }
        let (lower, upper) = (self.lower.clone(), self.upper.clone());
        self.excluded.retain(|point| {
            lower.as_ref().is_none_or(|end| *point > end.limit)
                && upper.as_ref().is_none_or(|end| *point < end.limit)
        });
        true
    }

    /// The value, if there is only one. The interval is settled.
    pub(crate) fn only_value(&self) -> Option<&Number> {
        let (lower, upper) = (self.lower.as_ref()?, self.upper.as_ref()?);
        (lower.limit == upper.limit).then_some(&lower.limit)
    }

    /// The bounds that say the same, as few as possible. The interval is settled.
    pub(crate) fn bounds(&self, form: TermId) -> SmallVec<[Bound; 2]> {
        let bound = |comparator, limit: &Number| Bound { form, comparator, limit: limit.clone() };
        if let Some(value) = self.only_value() {
            return [bound(Comparator::Eq, value)].into_iter().collect();
        }
        let mut bounds = SmallVec::new();
        if let Some(end) = &self.lower {
            bounds.push(bound(if end.strict { Comparator::Gt } else { Comparator::Ge }, &end.limit));
        }
        if let Some(end) = &self.upper {
            bounds.push(bound(if end.strict { Comparator::Lt } else { Comparator::Le }, &end.limit));
        }
        bounds.extend(self.excluded.iter().map(|point| bound(Comparator::Ne, point)));
        bounds
    }

    /// Whether a bound on the form holds or fails for all values allowed here; none if it depends.
    pub(crate) fn decides(&self, comparator: Comparator, limit: &Number) -> Option<bool> {
        if let Some(value) = self.only_value() {
            return Some(comparator.holds(value, limit));
        }
        let below = |strict_too: bool| {
            self.upper
                .as_ref()
                .is_some_and(|end| end.limit < *limit || (end.limit == *limit && (end.strict || strict_too)))
        };
        let above = |strict_too: bool| {
            self.lower
                .as_ref()
                .is_some_and(|end| end.limit > *limit || (end.limit == *limit && (end.strict || strict_too)))
        };
        let apart = below(false) || above(false) || self.excluded.contains(limit);
        match comparator {
            Comparator::Eq => apart.then_some(false),
            Comparator::Ne => apart.then_some(true),
            Comparator::Le => below(true).then_some(true).or(above(false).then_some(false)),
            Comparator::Lt => below(false).then_some(true).or(above(true).then_some(false)),
            Comparator::Ge => above(true).then_some(true).or(below(false).then_some(false)),
            Comparator::Gt => above(false).then_some(true).or(below(true).then_some(false)),
        }
    }
}

/// Moves an end off an excluded point.
fn tighten(end: &mut End, point: &Number, integer: bool, step: &Number) {
    if *point != end.limit {
        return;
    }
    if integer {
        end.limit = &end.limit + step;
    } else {
        end.strict = true;
    }
}
