//! What is true of functions at single operands, and what follows for others.

use dashu_ratio::RBig;
use sextant_expr::{Enclosure, FloatKind, Function, Op, Scalar, Sort, Table, TermId, Value, apply_op};

use super::conversions;
use super::laws::{Course, course, domain, within};
use super::text::{law, laws};

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
pub(super) fn facts_at_constant(table: &mut Table, term: TermId, constant: &RBig) -> Vec<TermId> {
    let &[x] = table.args(term) else { return Vec::new() };
    let point = near(&like(table.sort(x), constant.clone()));
    let point = table.constant(&point);
    facts_at(table, term, &[point])
}

/// That the operands are these.
pub(super) fn pinned(table: &mut Table, term: TermId, points: &[TermId]) -> Vec<TermId> {
    let operands = table.args(term).to_vec();
    operands.iter().zip(points).map(|(&operand, &point)| table.apply(Op::Eq, &[operand, point])).collect()
}

/// The value at these operands, and bounds that follow for others; the same at whole numbers next to them, since
/// what bounds an operand tends to be simple, and a model comes ever closer to such a bound without reaching it.
pub(super) fn facts(table: &mut Table, term: TermId, points: &[TermId]) -> Vec<TermId> {
    let mut facts = facts_at(table, term, points);
    if let &[point] = points {
        for near in conversions::whole_neighbours(table, point) {
            facts.extend(facts_at(table, term, &[near]));
        }
    }
    facts
}

fn facts_at(table: &mut Table, term: TermId, points: &[TermId]) -> Vec<TermId> {
    if conversions::is_conversion(table, term) {
        return conversions::facts(table, term, points[0]);
    }
    let Some(function) = function_of(table, term) else { return Vec::new() };
    let values: Option<Vec<Value>> = points.iter().map(|&point| table.constant_value(point)).collect();
    let Some(values) = values else { return Vec::new() };
    let here = pinned(table, term, points);
    let here = table.and(&here);
    let reals: Option<Vec<Enclosure>> = values
        .iter()
        .map(|value| match value {
            Value::Real(value) => Some(Enclosure::point(value.clone())),
            _ => None,
        })
        .collect();
    let Some(operands) = reals else {
        let value = apply_op(&Op::Function(function), &values.iter().collect::<Vec<_>>());
        let value = table.constant(&value);
        return vec![law(table, "(=> here (= f value))", &[("here", here), ("f", term), ("value", value)])];
    };
    let Some(Enclosure { low, high }) = function.enclosure(&operands) else { return Vec::new() };
    let (x, p) = (table.args(term)[0], points[0]);
    let point = &operands[0].low;
    let slope = table.real(if point.is_zero() { RBig::ZERO } else { RBig::ONE / point });
    let (low, high) = (table.real(low), table.real(high));
    let names =
        [("here", here), ("f", term), ("x", x), ("p", p), ("slope", slope), ("low", low), ("high", high)];
    let mut facts = vec![law(table, "(=> here bounds)", &names)];
    // Bounds on either side of a function that rises or falls.
    let sides = match course(function) {
        Course::Rising => [["(<= p x)", "(<= low f)"], ["(<= x p)", "(<= f high)"]].as_slice(),
        Course::Falling => &[["(<= x p)", "(<= low f)"], ["(<= p x)", "(<= f high)"]],
        Course::Winding => &[],
    };
    let inside: Vec<TermId> = match sides {
        [] => Vec::new(),
        _ => [x, p].into_iter().filter_map(|x| domain(table, function, x)).collect(),
    };
    facts.extend(sides.iter().map(|&side| within(table, &inside, side, &names)));
    let more: &[&str] = match function {
        // The slope is at most 1.
        Function::Sin | Function::Cos => &[
            "(=> (<= p x) (and (<= (- low (- x p)) f) (<= f (+ high (- x p)))))",
            "(=> (<= x p) (and (<= (- low (- p x)) f) (<= f (+ high (- p x)))))",
        ],
        // Above the tangent, and below it.
        Function::Exp => &["(=> (< 0 (+ 1 (- x p))) (<= (* low (+ 1 (- x p))) f))"],
        Function::Log => &["(=> (and (< 0 x) (< 0 p)) (<= f (+ high (* slope (- x p)))))"],
        _ => &[],
    };
    facts.extend(laws(table, more, &names));
    facts
}

/// That the operand is one of some points, and that the value is the one at that point: those where it is known
/// to be rational, those around the given operand, and small numbers.
pub(super) fn samples(table: &mut Table, term: TermId, points: &[TermId]) -> Vec<TermId> {
    let &[point] = points else { return pinned(table, term, points) };
    let Some(point) = table.constant_value(point) else { return Vec::new() };
    let x = table.args(term)[0];
    let mut choices = Vec::new();
    for sample in sample_operands(&point) {
        let operand = like(point.sort(), sample);
        let Some(value) = value_at(table, term, &operand) else { continue };
        let operand = table.constant(&operand);
        let parts = [table.apply(Op::Eq, &[x, operand]), value];
        choices.push(table.and(&parts));
    }
    vec![table.or(&choices)]
}

/// What the value is at an operand, as well as it is known.
fn value_at(table: &mut Table, term: TermId, operand: &Value) -> Option<TermId> {
    if let (Some(function), Value::Real(operand)) = (function_of(table, term), operand) {
        let value = function.enclosure(&[Enclosure::point(operand.clone())])?;
        let [low, high] = [value.low, value.high].map(|end| table.real(end));
        return Some(law(table, "bounds", &[("f", term), ("low", low), ("high", high)]));
    }
    let value = apply_op(table.op(term), &[operand]);
    let value = table.constant(&value);
    Some(table.apply(Op::Eq, &[term, value]))
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
