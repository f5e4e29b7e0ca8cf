//! Between which limits floating-point numbers lie on a path, by arithmetic on intervals.
//!
//! Solvers are slow with floating-point arithmetic, and most conversions back to integers are harmless: the types of the
//! inputs and the simple bounds in the path condition tell so. Intervals are rounded outwards; where a number might be
//! infinite or NaN there is none.

use rustc_hash::FxHashMap;
use sextant_expr::{FloatKind, Op, Scalar, Sort, Table, TermId};

use super::here::Here;
use super::ranges::type_limits;
use crate::State;

/// The least and the greatest value.
type Interval = Option<(f64, f64)>;

/// Terms deeper than this have no known interval.
const DEEPEST: u32 = 200;

impl Here<'_, '_> {
    /// Between which limits a number lies on this path, if it is certainly finite.
    pub(super) fn interval(&self, term: TermId) -> Interval {
        let bounds = bounds(self.table, self.state);
        let mut intervals =
            Intervals { table: self.table, state: self.state, bounds, known: FxHashMap::default() };
        intervals.of(term, 0)
    }

    /// The same of an integer that a number was cut to.
    pub(super) fn cut_interval(&self, term: TermId) -> Option<(i128, i128)> {
        let (Op::ToInt(_), &[number]) = (self.table.op(term), self.table.args(term)) else { return None };
        let (low, high) = self.interval(number)?;
        let small = |value: f64| value.abs() < 1e30;
        (small(low) && small(high)).then(|| (low.floor() as i128, high.ceil() as i128))
    }
}

/// What single comparisons in the path condition say of terms.
fn bounds(table: &Table, state: &State) -> FxHashMap<TermId, (i128, i128)> {
    let mut found = FxHashMap::default();
    for &condition in state.condition.iter() {
        let (comparison, holds) = match (table.op(condition), table.args(condition)) {
            (Op::Not, &[inner]) => (inner, false),
            _ => (condition, true),
        };
        let &[left, right] = table.args(comparison) else { continue };
        let constant = |term: TermId| table.as_int(term).and_then(|value| i128::try_from(value).ok());
        let (term, value, flipped) = match (constant(left), constant(right)) {
            (None, Some(value)) => (left, value, false),
            (Some(value), None) => (right, value, true),
            _ => continue,
        };
        let Some(above) = lower_bound(table.op(comparison), holds, flipped) else { continue };
        let entry = found.entry(term).or_insert((i128::MIN, i128::MAX));
        match above {
            (true, strict) => entry.0 = entry.0.max(value.saturating_add(i128::from(strict))),
            (false, strict) => entry.1 = entry.1.min(value.saturating_sub(i128::from(strict))),
        }
    }
    found
}

/// Whether a comparison of a term with a constant bounds it from below, and whether the constant itself is excluded.
fn lower_bound(op: &Op, holds: bool, flipped: bool) -> Option<(bool, bool)> {
    let (below, strict) = match op {
        Op::Ge => (true, false),
        Op::Gt => (true, true),
        Op::Le => (false, false),
        Op::Lt => (false, true),
        _ => return None,
    };
    let below = below != flipped;
    Some(if holds { (below, strict) } else { (!below, !strict) })
}

struct Intervals<'t> {
    table: &'t Table,
    state: &'t State,
    bounds: FxHashMap<TermId, (i128, i128)>,
    known: FxHashMap<TermId, Interval>,
}

impl Intervals<'_> {
    fn of(&mut self, term: TermId, depth: u32) -> Interval {
        if let Some(found) = self.known.get(&term) {
            return *found;
        }
        if depth > DEEPEST {
            return None;
        }
        let found = self.bounded(term, depth).and_then(|interval| outwards(interval, self.table.sort(term)));
        self.known.insert(term, found);
        found
    }

    /// The interval of a term, within what the path condition says of it.
    fn bounded(&mut self, term: TermId, depth: u32) -> Interval {
        let computed = self.computed(term, depth).unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let bound =
            |value: i128, none: i128, infinity: f64| if value == none { infinity } else { value as f64 };
        Some(match self.bounds.get(&term) {
            Some(&(low, high)) => (
                computed.0.max(bound(low, i128::MIN, f64::NEG_INFINITY)),
                computed.1.min(bound(high, i128::MAX, f64::INFINITY)),
            ),
            None => computed,
        })
    }

    fn computed(&mut self, term: TermId, depth: u32) -> Interval {
        let table = self.table;
        let mut part = |at: usize| self.of(*table.args(term).get(at)?, depth + 1);
        match table.op(term) {
            Op::Int(value) => Some((value.to_f64().value(), value.to_f64().value())),
            Op::Real(value) => Some((value.to_f64().value(), value.to_f64().value())),
            Op::Float(FloatKind::Double, bits) => Some((f64::from_bits(*bits), f64::from_bits(*bits))),
            Op::Float(FloatKind::Single, bits) => {
                let value = f64::from(f32::from_bits(*bits as u32));
                Some((value, value))
            }
            Op::Symbol(_) => {
                let (low, high) = type_limits(*self.state.ranges.get(&term)?);
                Some((low as f64, high as f64))
            }
            Op::ToReal | Op::RealToFloat(_) | Op::FloatToReal | Op::FloatToFloat(_) => part(0),
            Op::Neg | Op::FloatNeg => part(0).map(|(low, high)| (-high, -low)),
            Op::Add | Op::FloatAdd => (0..table.args(term).len())
                .map(part)
                .try_fold((0.0, 0.0), |sum, part| part.map(|part| (sum.0 + part.0, sum.1 + part.1))),
            Op::Sub | Op::FloatSub => part(0).zip(part(1)).map(|(a, b)| (a.0 - b.1, a.1 - b.0)),
            Op::Mul | Op::FloatMul => (0..table.args(term).len())
                .map(part)
                .try_fold((1.0, 1.0), |product, part| part.map(|part| hull(product, part, |x, y| x * y))),
            Op::Quotient | Op::FloatDiv => {
                let (dividend, divisor) = part(0).zip(part(1))?;
                (divisor.0 > 0.0 || divisor.1 < 0.0).then(|| hull(dividend, divisor, |x, y| x / y))
            }
            Op::Ite => part(1).zip(part(2)).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1))),
            _ => None,
        }
    }
}

/// All values of an operation that is monotone in both operands, up or down.
fn hull(a: (f64, f64), b: (f64, f64), of: impl Fn(f64, f64) -> f64) -> (f64, f64) {
    let corners = [of(a.0, b.0), of(a.0, b.1), of(a.1, b.0), of(a.1, b.1)];
    corners.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |hull, &x| (hull.0.min(x), hull.1.max(x)))
}

/// The interval with room for the rounding of its computation here and there; none if it is not finite.
fn outwards((low, high): (f64, f64), sort: Sort) -> Interval {
    let (low, high) = match sort {
        Sort::Scalar(Scalar::Float(FloatKind::Single)) => {
            (f64::from((low as f32).next_down()), f64::from((high as f32).next_up()))
        }
        _ => (low.next_down(), high.next_up()),
    };
    (low.is_finite() && high.is_finite()).then_some((low, high))
}
