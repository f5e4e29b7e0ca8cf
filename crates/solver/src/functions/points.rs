//! What is true of functions at single operands, and what follows for others.

use dashu_ratio::RBig;
use sextant_expr::{Enclosure, FloatKind, Function, Op, Scalar, Sort, Table, TermId, Value, apply_op};

use super::builder::Builder;
use super::conversions;
use super::laws::{Course, course, domain};

/// How many halves the samples go up to; the squares of halves are those at which roots are rational.
const LARGEST_HALVES: i64 = 24;
/// Samples around an operand lie an eighth away from it, and twice as far each, so many times.
const LARGEST_STEP: u32 = 16;

/// The operand at which a function is looked at instead of the given one: a double, so that it is short.
pub(super) fn near(value: &Value) -> Value {
    match value {
        Value::Real(_) => {
            let double = apply_op(&Op::RealToFloat(FloatKind::Double), &[value]);
            apply_op(&Op::FloatToReal, &[&double])
        }
        other => other.clone(),
    }
}

fn function_of(table: &Table, term: TermId) -> Option<Function> {
    match table.op(term) {
        Op::Function(function) => Some(*function),
        _ => None,
    }
}

/// The rational number that a value is.
pub(super) fn exact(value: &Value) -> Option<RBig> {
    match value {
        Value::Real(value) => Some(value.clone()),
        Value::Int(value) => Some(RBig::from(value.clone())),
        Value::Float(..) => exact(&apply_op(&Op::FloatToReal, &[value])),
        _ => None,
    }
}

/// A rational number as an operand of the same sort as another.
pub(super) fn like(sort: Sort, value: RBig) -> Value {
    let value = Value::Real(value);
    match sort {
        Sort::Scalar(Scalar::Float(kind)) => apply_op(&Op::RealToFloat(kind), &[&value]),
        _ => value,
    }
}

/// The value where the only operand is a constant of the conditions.
pub(super) fn facts_at_constant(builder: &mut Builder<'_>, term: TermId, constant: &RBig) -> Vec<TermId> {
    let &[x] = builder.table.args(term) else { return Vec::new() };
    let point = near(&like(builder.table.sort(x), constant.clone()));
    let point = builder.table.constant(&point);
    facts_at(builder, term, &[point])
}

/// That the operands are these.
pub(super) fn pinned(builder: &mut Builder<'_>, term: TermId, points: &[TermId]) -> Vec<TermId> {
    let operands = builder.table.args(term).to_vec();
    operands.iter().zip(points).map(|(&operand, &point)| builder.equal(operand, point)).collect()
}

/// The value at these operands, and bounds that follow for others; the same at whole numbers next to them, since
/// what bounds an operand tends to be simple, and a model comes ever closer to such a bound without reaching it.
pub(super) fn facts(builder: &mut Builder<'_>, term: TermId, points: &[TermId]) -> Vec<TermId> {
    let mut facts = facts_at(builder, term, points);
    if let &[point] = points {
        for near in conversions::whole_neighbours(builder.table, point) {
            facts.extend(facts_at(builder, term, &[near]));
        }
    }
    facts
}

fn facts_at(builder: &mut Builder<'_>, term: TermId, points: &[TermId]) -> Vec<TermId> {
    if conversions::is_conversion(builder.table, term) {
        return conversions::facts(builder, term, points[0]);
    }
    let Some(function) = function_of(builder.table, term) else { return Vec::new() };
    let values: Option<Vec<Value>> =
        points.iter().map(|&point| builder.table.constant_value(point)).collect();
    let Some(values) = values else { return Vec::new() };
    let here = pinned(builder, term, points);
    let reals: Option<Vec<Enclosure>> = values
        .iter()
        .map(|value| match value {
            Value::Real(value) => Some(Enclosure::point(value.clone())),
            _ => None,
        })
        .collect();
    let Some(operands) = reals else {
        let value = apply_op(&Op::Function(function), &values.iter().collect::<Vec<_>>());
        let value = builder.table.constant(&value);
        let same = builder.equal(term, value);
        return vec![builder.implies(&here, same)];
    };
    let Some(value) = function.enclosure(&operands) else { return Vec::new() };
    let (low, high) = (builder.table.real(value.low.clone()), builder.table.real(value.high.clone()));
    let within = builder.within(term, low, high);
    let mut facts = vec![builder.implies(&here, within)];
    let x = builder.table.args(term)[0];
    let place = Place { function, term, x, point: points[0], low, high };
    match function {
        Function::Sin | Function::Cos => facts.extend(place.slope_at_most_one(builder)),
        _ if course(function) != Course::Winding => facts.extend(place.ordered(builder)),
        _ => {}
    }
    match function {
        Function::Exp => facts.push(place.above_tangent(builder)),
        Function::Log => facts.push(place.below_tangent(builder, &operands[0].low)),
        _ => {}
    }
    facts
}

/// A function of one Real at one operand.
struct Place {
    function: Function,
    term: TermId,
    x: TermId,
    point: TermId,
    low: TermId,
    high: TermId,
}

impl Place {
    /// Bounds on either side of a function that rises or falls.
    fn ordered(&self, builder: &mut Builder<'_>) -> Vec<TermId> {
        let domains: Vec<TermId> =
            [self.x, self.point].into_iter().filter_map(|x| domain(builder, self.function, x)).collect();
        let above = builder.at_most(self.point, self.x);
        let below = builder.at_most(self.x, self.point);
        let (higher, lower) = (builder.at_most(self.low, self.term), builder.at_most(self.term, self.high));
        let rising = course(self.function) == Course::Rising;
        let pairs =
            if rising { [(above, higher), (below, lower)] } else { [(below, higher), (above, lower)] };
        pairs
            .map(|(side, bound)| {
                let premises: Vec<TermId> = domains.iter().copied().chain([side]).collect();
                builder.implies(&premises, bound)
            })
            .into()
    }

    /// `|f(x) - f(p)| ≤ |x - p|`
    fn slope_at_most_one(&self, builder: &mut Builder<'_>) -> Vec<TermId> {
        let above = builder.at_most(self.point, self.x);
        let below = builder.at_most(self.x, self.point);
        let right = builder.difference(self.x, self.point);
        let left = builder.difference(self.point, self.x);
        [(above, right), (below, left)]
            .map(|(side, distance)| {
                let (low, high) = (builder.difference(self.low, distance), builder.sum(self.high, distance));
                let within = builder.within(self.term, low, high);
                builder.implies(&[side], within)
            })
            .into()
    }

    /// `e^p * (1 + x - p) ≤ e^x`
    fn above_tangent(&self, builder: &mut Builder<'_>) -> TermId {
        let one = builder.number(1);
        let step = builder.difference(self.x, self.point);
        let line = builder.sum(one, step);
        let tangent = builder.product(self.low, line);
        let (positive, above) = (builder.is_positive(line), builder.at_most(tangent, self.term));
        builder.implies(&[positive], above)
    }

    /// `log x ≤ log p + (x - p)/p`
    fn below_tangent(&self, builder: &mut Builder<'_>, point: &RBig) -> TermId {
        let step = builder.difference(self.x, self.point);
        let slope = if point.is_zero() { RBig::ZERO } else { RBig::ONE / point };
        let slope = builder.table.real(slope);
        let rise = builder.product(slope, step);
        let tangent = builder.sum(self.high, rise);
        let below = builder.at_most(self.term, tangent);
        let (positive, known) = (builder.is_positive(self.x), builder.is_positive(self.point));
        builder.implies(&[positive, known], below)
    }
}

/// That the operand is one of some points, and that the value is the one at that point: those where it is known
/// to be rational, those around the given operand, and small numbers.
pub(super) fn samples(builder: &mut Builder<'_>, term: TermId, points: &[TermId]) -> Vec<TermId> {
    let &[point] = points else { return pinned(builder, term, points) };
    let Some(point) = builder.table.constant_value(point) else { return Vec::new() };
    let x = builder.table.args(term)[0];
    let mut choices = Vec::new();
    for sample in sample_operands(&point) {
        let operand = like(point.sort(), sample);
        let Some(value) = value_at(builder, term, &operand) else { continue };
        let operand = builder.table.constant(&operand);
        let parts = [builder.equal(x, operand), value];
        choices.push(builder.table.and(&parts));
    }
    vec![builder.table.or(&choices)]
}

/// What the value is at an operand, as well as it is known.
fn value_at(builder: &mut Builder<'_>, term: TermId, operand: &Value) -> Option<TermId> {
    if let (Some(function), Value::Real(operand)) = (function_of(builder.table, term), operand) {
        let value = function.enclosure(&[Enclosure::point(operand.clone())])?;
        let [low, high] = [value.low, value.high].map(|end| builder.table.real(end));
        return Some(builder.within(term, low, high));
    }
    let value = apply_op(builder.table.op(term), &[operand]);
    let value = builder.table.constant(&value);
    Some(builder.equal(term, value))
}

fn sample_operands(point: &Value) -> Vec<RBig> {
    let centre = exact(point).unwrap_or(RBig::ZERO);
    let halves = |half: i64| RBig::from_parts(half.into(), 2u8.into());
    let squares = (0..=LARGEST_HALVES).map(|half| halves(half) * halves(half));
    let small = (-LARGEST_HALVES..=LARGEST_HALVES).map(halves);
    let steps = (0..LARGEST_STEP).map(|power| RBig::from_parts((1i64 << power).into(), 8u8.into()));
    let around = steps.flat_map(|step| [&centre - &step, &centre + &step]);
    let mut operands: Vec<RBig> = squares.chain(small).chain(around).collect();
    operands.sort();
    operands.dedup();
    operands
}
