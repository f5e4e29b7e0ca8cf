//! Laws of functions of Reals, for every operand.

use sextant_expr::{Function, Op, Sort, TermId};

use super::builder::Builder;
use super::conversions;

/// How the values of a function go with its operand, within its domain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Course {
    Rising,
    Falling,
    Winding,
}

/// Function and operands of an application over Reals.
fn application(builder: &Builder<'_>, term: TermId) -> Option<(Function, Vec<TermId>)> {
    match builder.table.op(term) {
        Op::Function(function) if builder.table.sort(term) == Sort::REAL => {
            Some((*function, builder.table.args(term).to_vec()))
        }
        _ => None,
    }
}

pub(super) fn course(function: Function) -> Course {
    use Function::{Acos, Asin, Atan, Erf, Erfc, Exp, Log, Log10, Sinh, Sqrt, Tanh};
    match function {
        // Roots and logarithms rise within their domains only.
        Sqrt | Exp | Log | Log10 | Asin | Atan | Sinh | Tanh | Erf => Course::Rising,
        Acos | Erfc => Course::Falling,
        _ => Course::Winding,
    }
}

/// That the operand is in the domain; nothing where every operand is.
pub(super) fn domain(builder: &mut Builder<'_>, function: Function, x: TermId) -> Option<TermId> {
    match function {
        Function::Sqrt => {
            let zero = builder.number(0);
            Some(builder.at_most(zero, x))
        }
        Function::Log | Function::Log10 => Some(builder.is_positive(x)),
        Function::Asin | Function::Acos => {
            let (low, high) = (builder.number(-1), builder.number(1));
            Some(builder.within(x, low, high))
        }
        _ => None,
    }
}

/// The laws of one application.
pub(super) fn alone(builder: &mut Builder<'_>, term: TermId) -> Vec<TermId> {
    use Function::{Acos, Asin, Atan, Atan2, Cos, Cosh, Erf, Erfc, Exp, Gamma, Log, Log10, LogGamma};
    use Function::{Pow, Sin, Sinh, Sqrt, Tan, Tanh};
    if conversions::is_conversion(builder.table, term) {
        return conversions::alone(builder, term);
    }
    let Some((function, args)) = application(builder, term) else { return Vec::new() };
    let x = args[0];
    let mut laws = match function {
        Sqrt => root(builder, term, x),
        Exp => exponential(builder, term, x),
        Log => logarithm(builder, term, x),
        Log10 => decimal_logarithm(builder, term, x),
        Sin => vec![unit(builder, term), below_operand(builder, term, x)],
        Cos => vec![unit(builder, term), above_parabola(builder, term, x, -1)],
        Tan => tangent(builder, term, x),
        Asin => vec![same_sign_within_domain(builder, term, x), builder.between(term, -1571, 1571, 1000)],
        Acos => arc_cosine(builder, term, x),
        Atan => vec![
            below_operand(builder, term, x),
            signs(builder, term, x),
            builder.between(term, -1571, 1571, 1000),
        ],
        Atan2 => angle(builder, term, x, args[1]),
        Sinh => vec![signs(builder, term, x), below_operand(builder, x, term)],
        Cosh => vec![above_parabola(builder, term, x, 1)],
        Tanh => {
            vec![below_operand(builder, term, x), signs(builder, term, x), builder.between(term, -1, 1, 1)]
        }
        Erf => vec![signs(builder, term, x), builder.between(term, -1, 1, 1)],
        Erfc => complement(builder, term, x),
        Gamma | LogGamma => {
            // The least values for positive operands are 0.8856… and -0.1214….
            let least = if function == Gamma { builder.ratio(885, 1000) } else { builder.ratio(-122, 1000) };
            let positive = builder.is_positive(x);
            let above = builder.less(least, term);
            vec![builder.implies(&[positive], above)]
        }
        Pow => power(builder, term, x, args[1]),
    };
    if let Some(domain) = domain(builder, function, x) {
        let zero = builder.is_zero(term);
        laws.push(builder.apply(Op::Or, domain, zero));
    }
    laws
}

fn root(builder: &mut Builder<'_>, term: TermId, x: TermId) -> Vec<TermId> {
    let zero = builder.number(0);
    let square = builder.product(term, term);
    let is_square = builder.equal(square, x);
    let domain = builder.at_most(zero, x);
    vec![builder.at_most(zero, term), builder.implies(&[domain], is_square)]
}

/// `1 + x ≤ e^x`, and the same of `-x`; beyond zero the next term of the series.
fn exponential(builder: &mut Builder<'_>, term: TermId, x: TermId) -> Vec<TermId> {
    let one = builder.number(1);
    let line = builder.sum(one, x);
    let rest = builder.difference(one, x);
    let (product, square) = (builder.product(term, rest), builder.product(x, x));
    let half = builder.ratio(1, 2);
    let half_square = builder.product(half, square);
    let parabola = builder.sum(line, half_square);
    let (positive, below_one) = (builder.is_positive(x), builder.less(x, one));
    let (above_parabola, below_hyperbola) = (builder.at_most(parabola, term), builder.at_most(product, one));
    let mut laws = vec![
        builder.is_positive(term),
        builder.at_most(line, term),
        builder.implies(&[positive], above_parabola),
        builder.implies(&[below_one], below_hyperbola),
    ];
    if let (Op::Function(Function::Log), &[inner]) = (builder.table.op(x), builder.table.args(x)) {
        let positive = builder.is_positive(inner);
        let same = builder.equal(term, inner);
        laws.push(builder.implies(&[positive], same));
    }
    laws
}

/// `1 - 1/x ≤ log x ≤ x - 1` for positive `x`.
fn logarithm(builder: &mut Builder<'_>, term: TermId, x: TermId) -> Vec<TermId> {
    let one = builder.number(1);
    let less = builder.difference(x, one);
    let product = builder.product(term, x);
    let bounds = [builder.at_most(term, less), builder.at_most(less, product)];
    let bounds = builder.table.and(&bounds);
    let positive = builder.is_positive(x);
    let mut laws = vec![builder.implies(&[positive], bounds)];
    if let (Op::Function(Function::Exp), &[inner]) = (builder.table.op(x), builder.table.args(x)) {
        laws.push(builder.equal(term, inner));
    }
    laws
}

/// On which side of some powers of ten the operand lies.
fn decimal_logarithm(builder: &mut Builder<'_>, term: TermId, x: TermId) -> Vec<TermId> {
    let positive = builder.is_positive(x);
    [(1, 1, 0), (10, 1, 1), (100, 1, 2), (1, 10, -1)]
        .map(|(top, bottom, logarithm)| {
            let (point, value) = (builder.ratio(top, bottom), builder.number(logarithm));
            let (below, value_below) = (builder.less(x, point), builder.less(term, value));
            let (above, value_above) = (builder.less(point, x), builder.less(value, term));
            let parts = [builder.equal(below, value_below), builder.equal(above, value_above)];
            let parts = builder.table.and(&parts);
            builder.implies(&[positive], parts)
        })
        .into()
}

/// `-1 ≤ y ≤ 1`
fn unit(builder: &mut Builder<'_>, y: TermId) -> TermId {
    let (low, high) = (builder.number(-1), builder.number(1));
    builder.within(y, low, high)
}

/// `y` lies below `x` where `x` is positive, above it where it is negative, and both are 0 together.
fn below_operand(builder: &mut Builder<'_>, y: TermId, x: TermId) -> TermId {
    let parts = [
        (builder.is_positive(x), builder.less(y, x)),
        (builder.is_negative(x), builder.less(x, y)),
        (builder.is_zero(x), builder.is_zero(y)),
    ]
    .map(|(premise, conclusion)| builder.implies(&[premise], conclusion));
    builder.table.and(&parts)
}

fn signs(builder: &mut Builder<'_>, y: TermId, x: TermId) -> TermId {
    let (x_positive, y_positive) = (builder.is_positive(x), builder.is_positive(y));
    let (x_negative, y_negative) = (builder.is_negative(x), builder.is_negative(y));
    let parts = [builder.equal(x_positive, y_positive), builder.equal(x_negative, y_negative)];
    builder.table.and(&parts)
}

fn same_sign_within_domain(builder: &mut Builder<'_>, term: TermId, x: TermId) -> TermId {
    let (low, high) = (builder.number(-1), builder.number(1));
    let inside = builder.within(x, low, high);
    let beyond = below_operand(builder, x, term);
    let signs = signs(builder, term, x);
    let both = builder.table.and(&[beyond, signs]);
    builder.implies(&[inside], both)
}

/// `1 ± x²/2 ≤ y`, true of the cosine and the hyperbolic cosine.
fn above_parabola(builder: &mut Builder<'_>, y: TermId, x: TermId, sign: i64) -> TermId {
    let (one, half) = (builder.number(1), builder.ratio(sign, 2));
    let square = builder.product(x, x);
    let scaled = builder.product(half, square);
    let parabola = builder.sum(one, scaled);
    builder.at_most(parabola, y)
}

fn tangent(builder: &mut Builder<'_>, term: TermId, x: TermId) -> Vec<TermId> {
    let near = builder.between(x, -157, 157, 100);
    let parts = [signs(builder, term, x), below_operand(builder, x, term)];
    let parts = builder.table.and(&parts);
    vec![builder.implies(&[near], parts)]
}

fn arc_cosine(builder: &mut Builder<'_>, term: TermId, x: TermId) -> Vec<TermId> {
    let (one, zero, right) = (builder.number(1), builder.number(0), builder.ratio(15708, 10000));
    let not_negative = builder.at_most(zero, x);
    let acute = builder.less(term, right);
    let (is_one, is_zero) = (builder.equal(x, one), builder.is_zero(term));
    let straight = builder.ratio(31416, 10000);
    vec![
        builder.within(term, zero, straight),
        builder.implies(&[not_negative], acute),
        builder.implies(&[is_one], is_zero),
    ]
}

fn angle(builder: &mut Builder<'_>, term: TermId, y: TermId, x: TermId) -> Vec<TermId> {
    let (up, down, level) = (builder.is_positive(y), builder.is_negative(y), builder.is_zero(y));
    let (positive, negative, zero) =
        (builder.is_positive(term), builder.is_negative(term), builder.is_zero(term));
    let (right, left) = (builder.is_positive(x), builder.is_negative(x));
    let acute = builder.between(term, -15708, 15708, 10000);
    vec![
        builder.between(term, -31416, 31416, 10000),
        builder.implies(&[up], positive),
        builder.implies(&[down], negative),
        builder.implies(&[level, right], zero),
        builder.implies(&[level, left], positive),
        builder.implies(&[right], acute),
    ]
}

fn complement(builder: &mut Builder<'_>, term: TermId, x: TermId) -> Vec<TermId> {
    let one = builder.number(1);
    let rest = builder.difference(one, term);
    vec![builder.between(term, 0, 2, 1), signs(builder, rest, x)]
}

fn power(builder: &mut Builder<'_>, term: TermId, x: TermId, y: TermId) -> Vec<TermId> {
    let one = builder.number(1);
    let (x_positive, x_zero) = (builder.is_positive(x), builder.is_zero(x));
    let (positive, zero) = (builder.is_positive(term), builder.is_zero(term));
    let (y_zero, y_one) = (builder.is_zero(y), builder.equal(y, one));
    let (is_one, is_x) = (builder.equal(term, one), builder.equal(term, x));
    let not_y_zero = builder.table.not(y_zero);
    // Above 1 exactly where base and exponent lie on the same side of 1 and 0.
    let (base, value) = (builder.difference(x, one), builder.difference(term, one));
    let turned = builder.product(base, y);
    let sides = signs(builder, value, turned);
    vec![
        builder.implies(&[x_positive], positive),
        builder.implies(&[x_zero, not_y_zero], zero),
        builder.implies(&[y_zero], is_one),
        builder.implies(&[y_one], is_x),
        builder.implies(&[x_positive], sides),
    ]
}

/// The laws of two applications beside each other.
pub(super) fn beside(builder: &mut Builder<'_>, one: TermId, other: TermId) -> Vec<TermId> {
    let same = builder.table.op(one) == builder.table.op(other)
        && builder.table.sort(one) == builder.table.sort(other);
    let same_operands =
        builder.table.sort(builder.table.args(one)[0]) == builder.table.sort(builder.table.args(other)[0]);
    if same && same_operands && conversions::is_conversion(builder.table, one) {
        return conversions::beside(builder, one, other);
    }
    if same && same_operands {
        return monotone(builder, one, other);
    }
    let (Some((f, xs)), Some((g, ys))) = (application(builder, one), application(builder, other)) else {
        return Vec::new();
    };
    if xs != ys {
        return Vec::new();
    }
    let minus = match (f, g) {
        (Function::Sin, Function::Cos) | (Function::Cos, Function::Sin) => false,
        (Function::Cosh, Function::Sinh) | (Function::Sinh, Function::Cosh) => true,
        (Function::Erf, Function::Erfc) | (Function::Erfc, Function::Erf) => {
            let sum = builder.sum(one, other);
            let whole = builder.number(1);
            return vec![builder.equal(sum, whole)];
        }
        _ => return Vec::new(),
    };
    let (first, second) = if f == Function::Sinh { (other, one) } else { (one, other) };
    let (first, second) = (builder.product(first, first), builder.product(second, second));
    let op = if minus { Op::Sub } else { Op::Add };
    let sum = builder.apply(op, first, second);
    let whole = builder.number(1);
    vec![builder.equal(sum, whole)]
}

/// Equal operands have equal values; what rises or falls orders the values like the operands.
fn monotone(builder: &mut Builder<'_>, one: TermId, other: TermId) -> Vec<TermId> {
    let (xs, ys) = (builder.table.args(one).to_vec(), builder.table.args(other).to_vec());
    let equal: Vec<TermId> = xs.iter().zip(&ys).map(|(&x, &y)| builder.equal(x, y)).collect();
    let equal_values = builder.equal(one, other);
    let mut laws = vec![builder.implies(&equal, equal_values)];
    let Some((function, _)) = application(builder, one) else { return laws };
    let values = match course(function) {
        Course::Rising => (one, other),
        Course::Falling => (other, one),
        Course::Winding => return laws,
    };
    let (x, y) = (xs[0], ys[0]);
    let domains: Vec<TermId> = [x, y].into_iter().filter_map(|x| domain(builder, function, x)).collect();
    let pairs = [
        (builder.less(x, y), builder.less(values.0, values.1)),
        (builder.less(y, x), builder.less(values.1, values.0)),
    ];
    for (before, below) in pairs {
        let premises: Vec<TermId> = domains.iter().copied().chain([before]).collect();
        laws.push(builder.implies(&premises, below));
    }
    laws
}
