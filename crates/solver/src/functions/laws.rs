//! Laws of functions of Reals, for every operand.

use sextant_expr::{Function, Op, Sort, Table, TermId};

use super::conversions;
use super::text::{law, laws};

/// How the values of a function go with its operand, within its domain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Course {
    Rising,
    Falling,
    Winding,
}

/// Function and operands of an application over Reals.
fn application(table: &Table, term: TermId) -> Option<(Function, Vec<TermId>)> {
    match table.op(term) {
        Op::Function(function) if table.sort(term) == Sort::REAL => {
            Some((*function, table.args(term).to_vec()))
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
fn domain_law(function: Function) -> Option<&'static str> {
    match function {
        Function::Sqrt => Some("(<= 0 x)"),
        Function::Log | Function::Log10 => Some("(< 0 x)"),
        Function::Asin | Function::Acos => Some("(and (<= -1 x) (<= x 1))"),
        _ => None,
    }
}

/// The same of an operand.
pub(super) fn domain(table: &mut Table, function: Function, x: TermId) -> Option<TermId> {
    domain_law(function).map(|domain| law(table, domain, &[("x", x)]))
}

/// What is true of the value `f` of a function at any `x`, or `x` and `y`.
fn laws_of(function: Function) -> &'static [&'static str] {
    match function {
        Function::Sqrt => &["(<= 0 f)", "(=> (<= 0 x) (= (* f f) x))"],
        // Above the line, and the same of -x; beyond zero above the next term of the series.
        Function::Exp => &[
            "(< 0 f)",
            "(<= (+ 1 x) f)",
            "(=> (< 0 x) (<= (+ (+ 1 x) (* 1/2 (* x x))) f))",
            "(=> (< x 1) (<= (* f (- 1 x)) 1))",
        ],
        Function::Log => &["(=> (< 0 x) (and (<= f (- x 1)) (<= (- x 1) (* f x))))"],
        // On which side of some powers of ten the operand lies.
        Function::Log10 => &[
            "(=> (< 0 x) (and (= (< x 1) (< f 0)) (= (< 1 x) (< 0 f))))",
            "(=> (< 0 x) (and (= (< x 10) (< f 1)) (= (< 10 x) (< 1 f))))",
            "(=> (< 0 x) (and (= (< x 100) (< f 2)) (= (< 100 x) (< 2 f))))",
            "(=> (< 0 x) (and (= (< x 1/10) (< f -1)) (= (< 1/10 x) (< -1 f))))",
        ],
        Function::Sin => &["(and (<= -1 f) (<= f 1))", "below"],
        Function::Cos => &["(and (<= -1 f) (<= f 1))", "(<= (+ 1 (* -1/2 (* x x))) f)"],
        Function::Tan => &["(=> (and (< -157/100 x) (< x 157/100)) (and signs beyond))"],
        Function::Asin => {
            &["(=> (and (<= -1 x) (<= x 1)) (and beyond signs))", "(and (< -1571/1000 f) (< f 1571/1000))"]
        }
        Function::Acos => {
            &["(and (<= 0 f) (<= f 31416/10000))", "(=> (<= 0 x) (< f 15708/10000))", "(=> (= x 1) (= f 0))"]
        }
        Function::Atan => &["below", "signs", "(and (< -1571/1000 f) (< f 1571/1000))"],
        Function::Atan2 => &[
            "(and (< -31416/10000 f) (< f 31416/10000))",
            "(=> (< 0 x) (< 0 f))",
            "(=> (< x 0) (< f 0))",
            "(=> (and (= x 0) (< 0 y)) (= f 0))",
            "(=> (and (= x 0) (< y 0)) (< 0 f))",
            "(=> (< 0 y) (and (< -15708/10000 f) (< f 15708/10000)))",
        ],
        Function::Sinh => &["signs", "beyond"],
        Function::Cosh => &["(<= (+ 1 (* 1/2 (* x x))) f)"],
        Function::Tanh => &["below", "signs", "(and (< -1 f) (< f 1))"],
        Function::Erf => &["signs", "(and (< -1 f) (< f 1))"],
        Function::Erfc => {
            &["(and (< 0 f) (< f 2))", "(and (= (< 0 x) (< 0 (- 1 f))) (= (< x 0) (< (- 1 f) 0)))"]
        }
        // The least values for positive operands are 0.8856… and -0.1214….
        Function::Gamma => &["(=> (< 0 x) (< 885/1000 f))"],
        Function::LogGamma => &["(=> (< 0 x) (< -122/1000 f))"],
        Function::Pow => &[
            "(=> (< 0 x) (< 0 f))",
            "(=> (and (= x 0) (not (= y 0))) (= f 0))",
            "(=> (= y 0) (= f 1))",
            "(=> (= y 1) (= f x))",
            // Above 1 exactly where base and exponent lie on the same side of 1 and 0.
            "(=> (< 0 x) (and (= (< 0 (* (- x 1) y)) (< 0 (- f 1))) (= (< (* (- x 1) y) 0) (< (- f 1) 0))))",
        ],
    }
}

/// The laws of one application.
pub(super) fn alone(table: &mut Table, term: TermId) -> Vec<TermId> {
    if conversions::is_conversion(table, term) {
        return conversions::alone(table, term);
    }
    let Some((function, args)) = application(table, term) else { return Vec::new() };
    let x = args[0];
    let names = [("f", term), ("x", x), ("y", args.get(1).copied().unwrap_or(x))];
    let mut found = laws(table, laws_of(function), &names);
    // Exponential and logarithm undo one another.
    let undone = match (function, table.op(x)) {
        (Function::Exp, Op::Function(Function::Log)) => Some("(=> (< 0 z) (= f z))"),
        (Function::Log, Op::Function(Function::Exp)) => Some("(= f z)"),
        _ => None,
    };
    if let Some(undone) = undone {
        let inner = table.args(x)[0];
        found.push(law(table, undone, &[("f", term), ("z", inner)]));
    }
    if let Some(domain) = domain_law(function) {
        found.push(law(table, &format!("(or {domain} (= f 0))"), &names));
    }
    found
}

/// The laws of two applications beside each other.
pub(super) fn beside(table: &mut Table, one: TermId, other: TermId) -> Vec<TermId> {
    let sort_of_operand = |term: TermId| table.sort(table.args(term)[0]);
    let alike = table.op(one) == table.op(other)
        && table.sort(one) == table.sort(other)
        && sort_of_operand(one) == sort_of_operand(other);
    if alike && conversions::is_conversion(table, one) {
        return conversions::beside(table, one, other);
    }
    if alike {
        return monotone(table, one, other);
    }
    let (Some((f, xs)), Some((g, ys))) = (application(table, one), application(table, other)) else {
        return Vec::new();
    };
    if xs != ys {
        return Vec::new();
    }
    let (text, first, second) = match (f, g) {
        (Function::Sin, Function::Cos) | (Function::Cos, Function::Sin) => {
            ("(= (+ (* f f) (* g g)) 1)", one, other)
        }
        (Function::Cosh, Function::Sinh) => ("(= (- (* f f) (* g g)) 1)", one, other),
        (Function::Sinh, Function::Cosh) => ("(= (- (* f f) (* g g)) 1)", other, one),
        (Function::Erf, Function::Erfc) | (Function::Erfc, Function::Erf) => ("(= (+ f g) 1)", one, other),
        _ => return Vec::new(),
    };
    vec![law(table, text, &[("f", first), ("g", second)])]
}

/// Equal operands have equal values; what rises or falls orders the values like the operands.
fn monotone(table: &mut Table, one: TermId, other: TermId) -> Vec<TermId> {
    let (xs, ys) = (table.args(one).to_vec(), table.args(other).to_vec());
    let equal: Vec<TermId> = xs.iter().zip(&ys).map(|(&x, &y)| table.apply(Op::Eq, &[x, y])).collect();
    let equal = table.and(&equal);
    let mut found = vec![law(table, "(=> equal (= f g))", &[("equal", equal), ("f", one), ("g", other)])];
    let Some((function, _)) = application(table, one) else { return found };
    let (f, g) = match course(function) {
        Course::Rising => (one, other),
        Course::Falling => (other, one),
        Course::Winding => return found,
    };
    let (x, y) = (xs[0], ys[0]);
    let inside: Vec<TermId> = [x, y].into_iter().filter_map(|x| domain(table, function, x)).collect();
    for (x, y, f, g) in [(x, y, f, g), (y, x, g, f)] {
        let names = [("x", x), ("y", y), ("f", f), ("g", g)];
        found.push(within(table, &inside, ["(< x y)", "(< f g)"], &names));
    }
    found
}

/// That one condition implies another where all operands are in the domain.
pub(super) fn within(
    table: &mut Table,
    inside: &[TermId],
    [before, after]: [&str; 2],
    names: &[(&str, TermId)],
) -> TermId {
    let (before, after) = (law(table, before, names), law(table, after, names));
    let premises: Vec<TermId> = inside.iter().copied().chain([before]).collect();
    let premise = table.and(&premises);
    table.apply(Op::Implies, &[premise, after])
}
