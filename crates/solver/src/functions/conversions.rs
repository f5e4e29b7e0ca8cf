//! Conversions between Reals and floats, and the root of floats.
//!
//! Z3 knows them, but searches for a symbolic operand as long as it is given time. Here they are functions like the
//! others: they rise, and have known values at single operands. Only where that does not settle a question is Z3
//! told their full meaning.

use dashu_ratio::RBig;
use sextant_expr::{FloatKind, Function, Op, Scalar, Sort, Table, TermId, apply_op};

use super::builder::Builder;
use super::points::{exact, like};

/// Operands, and their negatives, at which the value is told from the start.
const LADDER: [i64; 8] = [0, 1, 10, 100, 1_000, 10_000, 1_000_000, 1_000_000_000];

/// Whether a term is such an operation.
pub(super) fn is_conversion(table: &Table, term: TermId) -> bool {
    match table.op(term) {
        Op::RealToFloat(_) | Op::FloatToReal => true,
        Op::Function(Function::Sqrt) => table.sort(term) != Sort::REAL,
        _ => false,
    }
}

/// The laws of one conversion: what there is for odd operands, and where the value lies among powers of ten.
pub(super) fn alone(builder: &mut Builder<'_>, term: TermId) -> Vec<TermId> {
    let x = builder.table.args(term)[0];
    let mut laws = Vec::new();
    let nan = if builder.table.sort(term) == Sort::REAL {
        builder.is_zero(term)
    } else {
        builder.table.apply(Op::FloatIsNan, &[term])
    };
    laws.push(match domain(builder, term, x) {
        Some(inside) => {
            let outside = builder.table.not(inside);
            builder.implies(&[outside], nan)
        }
        None => builder.table.not(nan),
    });
    for point in LADDER.into_iter().chain(LADDER.map(|point| -point)) {
        let point = builder.number(point);
        let point = match builder.table.sort(x) {
            Sort::Scalar(Scalar::Float(kind)) => builder.table.apply(Op::RealToFloat(kind), &[point]),
            _ => point,
        };
        laws.extend(facts(builder, term, point));
    }
    laws
}

/// Equal operands have equal values, greater ones no lesser values.
pub(super) fn beside(builder: &mut Builder<'_>, one: TermId, other: TermId) -> Vec<TermId> {
    let (x, y) = (builder.table.args(one)[0], builder.table.args(other)[0]);
    let (same, same_values) = (builder.equal(x, y), builder.equal(one, other));
    let mut laws = vec![builder.implies(&[same], same_values)];
    let inside: Vec<TermId> = [x, y].into_iter().filter_map(|x| domain(builder, one, x)).collect();
    for (x, y, one, other) in [(x, y, one, other), (y, x, other, one)] {
        let (before, below) = (at_most(builder, x, y), at_most(builder, one, other));
        let premises: Vec<TermId> = inside.iter().copied().chain([before]).collect();
        laws.push(builder.implies(&premises, below));
    }
    laws
}

/// The value at a constant operand, and bounds that follow for others.
pub(super) fn facts(builder: &mut Builder<'_>, term: TermId, point: TermId) -> Vec<TermId> {
    let Some(operand) = builder.table.constant_value(point) else { return Vec::new() };
    let x = builder.table.args(term)[0];
    let value = apply_op(builder.table.op(term), &[&operand]);
    let value = builder.table.constant(&value);
    let (here, same) = (builder.equal(x, point), builder.equal(term, value));
    let mut facts = vec![builder.implies(&[here], same)];
    let inside: Vec<TermId> = [x, point].into_iter().filter_map(|x| domain(builder, term, x)).collect();
    for (low, high, least, most) in [(point, x, value, term), (x, point, term, value)] {
        let (before, below) = (at_most(builder, low, high), at_most(builder, least, most));
        let premises: Vec<TermId> = inside.iter().copied().chain([before]).collect();
        facts.push(builder.implies(&premises, below));
    }
    facts
}

/// Whole numbers next to a constant operand.
pub(super) fn whole_neighbours(table: &mut Table, point: TermId) -> Vec<TermId> {
    let Some(value) = table.constant_value(point) else { return Vec::new() };
    let Some(number) = exact(&value) else { return Vec::new() };
    [number.floor(), number.ceil()]
        .into_iter()
        .map(|whole| {
            let whole = like(value.sort(), RBig::from(whole));
            table.constant(&whole)
        })
        .collect()
}

fn at_most(builder: &mut Builder<'_>, x: TermId, y: TermId) -> TermId {
    let real = builder.table.sort(x) == Sort::REAL;
    builder.apply(if real { Op::Le } else { Op::FloatLe }, x, y)
}

/// That the operand is one among which the operation rises; nothing where it always does. Elsewhere roots are NaN
/// and Reals are 0.
fn domain(builder: &mut Builder<'_>, term: TermId, x: TermId) -> Option<TermId> {
    let Sort::Scalar(Scalar::Float(kind)) = builder.table.sort(x) else { return None };
    let bits = |single: f32, double: f64| match kind {
        FloatKind::Single => u64::from(single.to_bits()),
        FloatKind::Double => double.to_bits(),
    };
    if let Op::Function(_) = builder.table.op(term) {
        let zero = builder.table.float(kind, bits(0.0, 0.0));
        return Some(at_most(builder, zero, x));
    }
    let (least, most) = (bits(f32::MIN, f64::MIN), bits(f32::MAX, f64::MAX));
    let (least, most) = (builder.table.float(kind, least), builder.table.float(kind, most));
    let parts = [at_most(builder, least, x), at_most(builder, x, most)];
    Some(builder.table.and(&parts))
}
