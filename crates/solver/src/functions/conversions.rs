//! Conversions between Reals and floats, and the root of floats.
//!
//! Z3 knows them, but searches for a symbolic operand as long as it is given time. Here they are functions like the
//! others: they rise, and have known values at single operands. Only where that does not settle a question is Z3
//! told their full meaning.

use dashu_ratio::RBig;
use sextant_expr::{FloatKind, Function, Op, Scalar, Sort, Table, TermId, apply_op};

use super::laws::within;
use super::points::{exact, like};
use super::text::law;

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
pub(super) fn alone(table: &mut Table, term: TermId) -> Vec<TermId> {
    let x = table.args(term)[0];
    let mut laws = Vec::new();
    let nan = if table.sort(term) == Sort::REAL {
        law(table, "(= f 0)", &[("f", term)])
    } else {
        table.apply(Op::FloatIsNan, &[term])
    };
    laws.push(match domain(table, term, x) {
        Some(inside) => law(table, "(=> (not inside) nan)", &[("inside", inside), ("nan", nan)]),
        None => table.not(nan),
    });
    for point in LADDER.into_iter().chain(LADDER.map(|point| -point)) {
        let point = table.real(point.into());
        let point = match table.sort(x) {
            Sort::Scalar(Scalar::Float(kind)) => table.apply(Op::RealToFloat(kind), &[point]),
            _ => point,
        };
        laws.extend(facts(table, term, point));
    }
    laws
}

/// Equal operands have equal values, greater ones no lesser values.
pub(super) fn beside(table: &mut Table, one: TermId, other: TermId) -> Vec<TermId> {
    related(table, one, (table.args(one)[0], one), (table.args(other)[0], other))
}

/// The value at a constant operand, and bounds that follow for others.
pub(super) fn facts(table: &mut Table, term: TermId, point: TermId) -> Vec<TermId> {
    let Some(operand) = table.constant_value(point) else { return Vec::new() };
    let value = apply_op(table.op(term), &[&operand]);
    let value = table.constant(&value);
    let mut laws = related(table, term, (table.args(term)[0], term), (point, value));
    laws.swap(1, 2);
    laws
}

/// How two operands of a conversion with their values stand to each other.
fn related(
    table: &mut Table,
    term: TermId,
    (x, f): (TermId, TermId),
    (y, g): (TermId, TermId),
) -> Vec<TermId> {
    let mut laws = vec![law(table, "(=> (= x y) (= f g))", &[("x", x), ("y", y), ("f", f), ("g", g)])];
    let inside: Vec<TermId> = [x, y].into_iter().filter_map(|x| domain(table, term, x)).collect();
    for (x, y, f, g) in [(x, y, f, g), (y, x, g, f)] {
        let names = [("x", x), ("y", y), ("f", f), ("g", g)];
        laws.push(within(table, &inside, ["(<= x y)", "(<= f g)"], &names));
    }
    laws
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

/// That the operand is one among which the operation rises; nothing where it always does. Elsewhere roots are NaN
/// and Reals are 0.
fn domain(table: &mut Table, term: TermId, x: TermId) -> Option<TermId> {
    let Sort::Scalar(Scalar::Float(kind)) = table.sort(x) else { return None };
    let bits = |single: f32, double: f64| match kind {
        FloatKind::Single => u64::from(single.to_bits()),
        FloatKind::Double => double.to_bits(),
    };
    if let Op::Function(_) = table.op(term) {
        let zero = table.float(kind, bits(0.0, 0.0));
        return Some(law(table, "(<= zero x)", &[("zero", zero), ("x", x)]));
    }
    let (low, high) = (bits(f32::MIN, f64::MIN), bits(f32::MAX, f64::MAX));
    let (low, high) = (table.float(kind, low), table.float(kind, high));
    Some(law(table, "bounds", &[("f", x), ("low", low), ("high", high)]))
}
