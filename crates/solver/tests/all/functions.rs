//! Conditions with functions of analysis, nonlinear conditions on reals, and conditions on floats.

use crate::common;

use common::{check_model, everything, number, pipe_only, z3_only};
use dashu_ratio::RBig;
use sextant_expr::{FloatKind, Function, Op, Scalar, Sort, Table, TermId};
use sextant_solver::{Answer, Solver, SolverConfig};

/// Symbols and shortly written terms.
struct Algebra {
    table: Table,
}

impl Algebra {
    fn new() -> Self {
        Self { table: Table::new() }
    }

    fn real(&mut self, name: &str) -> TermId {
        self.table.symbol(name, Sort::REAL)
    }

    fn number(&mut self, value: i64) -> TermId {
        number(&mut self.table, Sort::REAL, value)
    }

    fn ratio(&mut self, top: i64, bottom: u32) -> TermId {
        self.table.real(RBig::from_parts(top.into(), bottom.into()))
    }

    fn call(&mut self, function: Function, x: TermId) -> TermId {
        self.table.apply(Op::Function(function), &[x])
    }

    fn apply(&mut self, op: Op, x: TermId, y: TermId) -> TermId {
        self.table.apply(op, &[x, y])
    }

    fn than(&mut self, op: Op, x: TermId, value: i64) -> TermId {
        let value = self.number(value);
        self.apply(op, x, value)
    }

    /// `b² - 4ac`
    fn discriminant(&mut self, a: TermId, b: TermId, c: TermId) -> TermId {
        let four = self.number(4);
        let (square, product) = (self.apply(Op::Mul, b, b), self.table.apply(Op::Mul, &[four, a, c]));
        self.apply(Op::Sub, square, product)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Sat,
    Unsat,
    Unknown,
}

fn ask(config: SolverConfig, algebra: &mut Algebra, conditions: &[TermId]) -> (Wanted, Answer) {
    let answer = Solver::new(config).check(&mut algebra.table, conditions);
    check_model(&algebra.table, conditions, &answer);
    let kind = match answer {
        Answer::Sat(_) => Wanted::Sat,
        Answer::Unsat => Wanted::Unsat,
        Answer::Unknown(_) => Wanted::Unknown,
    };
    (kind, answer)
}

/// The answer of every way to ask.
fn check(algebra: &mut Algebra, conditions: &[TermId], wanted: Wanted) {
    for config in [z3_only(), everything(), pipe_only()] {
        let (found, answer) = ask(config, algebra, conditions);
        let shown: Vec<String> = conditions.iter().map(|&condition| algebra.table.show(condition)).collect();
        assert_eq!(found, wanted, "{answer:?} for {shown:#?}");
    }
}

/// The answer where models have irrational values, which only the linked solver gives close rational ones for.
fn check_linked(algebra: &mut Algebra, conditions: &[TermId], wanted: Wanted) {
    for config in [z3_only(), everything()] {
        let (found, answer) = ask(config, algebra, conditions);
        assert_eq!(found, wanted, "{answer:?}");
    }
}

#[test]
fn roots() {
    let mut algebra = Algebra::new();
    let x = algebra.real("X");
    let root = algebra.call(Function::Sqrt, x);
    let (more, less) = (algebra.than(Op::Gt, root, 3), algebra.than(Op::Lt, x, 9));
    check(&mut algebra, &[more, less], Wanted::Unsat);
    let less = algebra.than(Op::Lt, x, 10);
    check(&mut algebra, &[more, less], Wanted::Sat);
    let square = algebra.apply(Op::Mul, root, root);
    let (differs, domain) = (algebra.apply(Op::Ne, square, x), algebra.than(Op::Ge, x, 0));
    check(&mut algebra, &[domain, differs], Wanted::Unsat);
    let (is_three, large) = (algebra.than(Op::Eq, root, 3), algebra.than(Op::Ge, x, 2));
    check(&mut algebra, &[is_three, large], Wanted::Sat);
}

#[test]
fn quadratic_equations() {
    let mut algebra = Algebra::new();
    let [a, b, c, x] = ["A", "B", "C", "X"].map(|name| algebra.real(name));
    let discriminant = algebra.discriminant(a, b, c);
    let root = algebra.call(Function::Sqrt, discriminant);
    let (quadratic, real) = (algebra.than(Op::Ne, a, 0), algebra.than(Op::Ge, discriminant, 0));
    // The larger root of the equation solves it.
    let (two, minus_b) = (algebra.number(2), algebra.table.apply(Op::Neg, &[b]));
    let (top, bottom) = (algebra.apply(Op::Add, minus_b, root), algebra.apply(Op::Mul, two, a));
    let solution = algebra.apply(Op::Quotient, top, bottom);
    let (positive, small) = (algebra.than(Op::Gt, solution, 3), algebra.than(Op::Lt, solution, 4));
    check(&mut algebra, &[quadratic, real, positive, small], Wanted::Sat);
    let is_x = algebra.apply(Op::Eq, x, solution);
    let value = {
        let squares = algebra.table.apply(Op::Mul, &[a, x, x]);
        let line = algebra.apply(Op::Mul, b, x);
        algebra.table.apply(Op::Add, &[squares, line, c])
    };
    let fails = algebra.than(Op::Ne, value, 0);
    check(&mut algebra, &[quadratic, real, is_x, fails], Wanted::Unsat);
}

#[test]
fn exponentials_and_logarithms() {
    let mut algebra = Algebra::new();
    let (x, y) = (algebra.real("X"), algebra.real("Y"));
    let (power, other) = (algebra.call(Function::Exp, x), algebra.call(Function::Exp, y));
    let never = algebra.than(Op::Le, power, 0);
    check(&mut algebra, &[never], Wanted::Unsat);
    let (more, less) = (algebra.than(Op::Gt, power, 10), algebra.than(Op::Lt, x, 3));
    check(&mut algebra, &[more, less], Wanted::Sat);
    let less = algebra.than(Op::Lt, x, 2);
    check(&mut algebra, &[more, less], Wanted::Unsat);
    let (before, above) = (algebra.apply(Op::Lt, x, y), algebra.apply(Op::Ge, power, other));
    check(&mut algebra, &[before, above], Wanted::Unsat);
    let logarithm = algebra.call(Function::Log, x);
    let (two, three) = (algebra.than(Op::Gt, logarithm, 2), algebra.than(Op::Lt, logarithm, 3));
    check(&mut algebra, &[two, three], Wanted::Sat);
    let seven = algebra.than(Op::Lt, x, 7);
    check(&mut algebra, &[two, seven], Wanted::Unsat);
    let back = algebra.call(Function::Log, power);
    let differs = algebra.apply(Op::Ne, back, x);
    check(&mut algebra, &[differs], Wanted::Unsat);
}

/// What bounds say needs no Z3.
#[test]
fn bounds_of_functions_are_linear() {
    let mut algebra = Algebra::new();
    let x = algebra.real("X");
    let [root, sine] = [Function::Sqrt, Function::Sin].map(|function| algebra.call(function, x));
    let sum = algebra.apply(Op::Add, root, sine);
    let never = algebra.than(Op::Lt, sum, -1);
    let (found, _) = ask(common::linear_only(), &mut algebra, &[never]);
    assert_eq!(found, Wanted::Unsat);
    let (root, high) = (algebra.than(Op::Gt, root, 3), algebra.than(Op::Gt, sine, 0));
    let (found, _) = ask(common::linear_only(), &mut algebra, &[root, high]);
    assert_ne!(found, Wanted::Unsat);
}

/// Conditions come and go: what was said of functions goes with their levels.
#[test]
fn levels_come_and_go() {
    let mut algebra = Algebra::new();
    let x = algebra.real("X");
    let [root, power] = [Function::Sqrt, Function::Exp].map(|function| algebra.call(function, x));
    let deep = algebra.call(Function::Log, root);
    let conditions = [
        algebra.than(Op::Gt, x, 4),
        algebra.than(Op::Gt, root, 3),
        algebra.than(Op::Lt, deep, 2),
        algebra.than(Op::Gt, power, 20_000),
    ];
    for config in [z3_only(), everything(), pipe_only()] {
        let mut solver = Solver::new(config);
        for depth in [4, 2, 3, 1, 4, 0, 4] {
            let answer = solver.check(&mut algebra.table, &conditions[..depth]);
            check_model(&algebra.table, &conditions[..depth], &answer);
            assert!(matches!(answer, Answer::Sat(_)), "{answer:?} at {depth}");
            let never = algebra.than(Op::Lt, x, 9);
            let contradiction = [&conditions[..2], &[never]].concat();
            assert_eq!(solver.check(&mut algebra.table, &contradiction), Answer::Unsat);
        }
    }
}

/// Nested, shared and in choices, with answers that were worked out by hand.
#[test]
fn functions_within_functions() {
    let mut algebra = Algebra::new();
    let (x, y) = (algebra.real("X"), algebra.real("Y"));
    let sine = algebra.call(Function::Sin, x);
    let power = algebra.call(Function::Exp, sine);
    let (beyond, below) = (algebra.than(Op::Gt, power, 3), algebra.than(Op::Gt, power, 2));
    check(&mut algebra, &[beyond], Wanted::Unsat);
    check(&mut algebra, &[below], Wanted::Sat);
    // The hypotenuse is no longer than the way round.
    let (first, second) = (algebra.apply(Op::Mul, x, x), algebra.apply(Op::Mul, y, y));
    let squares = algebra.apply(Op::Add, first, second);
    let hypotenuse = algebra.call(Function::Sqrt, squares);
    let round = algebra.apply(Op::Add, x, y);
    let longer = algebra.apply(Op::Gt, hypotenuse, round);
    let quadrant = [algebra.than(Op::Ge, x, 0), algebra.than(Op::Ge, y, 0)];
    check(&mut algebra, &[longer, quadrant[0], quadrant[1]], Wanted::Unsat);
    let five = algebra.than(Op::Eq, hypotenuse, 5);
    let (three, positive) = (algebra.than(Op::Eq, x, 3), algebra.than(Op::Gt, y, 0));
    check(&mut algebra, &[five, three, positive], Wanted::Sat);
    // Either root or logarithm, whichever the sign asks for.
    let (minus, sign) = (algebra.table.apply(Op::Neg, &[x]), algebra.than(Op::Ge, x, 0));
    let (root, logarithm) = (algebra.call(Function::Sqrt, x), algebra.call(Function::Log, minus));
    let choice = algebra.table.apply(Op::Ite, &[sign, root, logarithm]);
    let large = algebra.than(Op::Gt, choice, 2);
    let (low, high) = (algebra.than(Op::Gt, x, -7), algebra.than(Op::Lt, x, 4));
    check(&mut algebra, &[large, low, high], Wanted::Unsat);
    let low = algebra.than(Op::Gt, x, -9);
    check(&mut algebra, &[large, low, high], Wanted::Sat);
}

#[test]
fn angles() {
    let mut algebra = Algebra::new();
    let x = algebra.real("X");
    let (sine, cosine) = (algebra.call(Function::Sin, x), algebra.call(Function::Cos, x));
    let never = algebra.than(Op::Gt, sine, 2);
    check(&mut algebra, &[never], Wanted::Unsat);
    let (first, second) = (algebra.apply(Op::Mul, sine, sine), algebra.apply(Op::Mul, cosine, cosine));
    let sum = algebra.apply(Op::Add, first, second);
    let differs = algebra.than(Op::Ne, sum, 1);
    check(&mut algebra, &[differs], Wanted::Unsat);
    let half = algebra.ratio(1, 2);
    let (high, low) = (algebra.apply(Op::Gt, sine, half), algebra.apply(Op::Lt, cosine, half));
    let beyond = algebra.than(Op::Gt, x, 1);
    check(&mut algebra, &[high, low, beyond], Wanted::Sat);
    let arc = algebra.call(Function::Atan, x);
    let never = algebra.than(Op::Ge, arc, 2);
    check(&mut algebra, &[never], Wanted::Unsat);
    let hyperbolic = algebra.call(Function::Tanh, x);
    let never = algebra.than(Op::Le, hyperbolic, -1);
    check(&mut algebra, &[never], Wanted::Unsat);
}

/// An irrational number is the only solution: no rational model is one, and nobody claims to have it.
#[test]
fn irrational_solutions_are_not_claimed() {
    let mut algebra = Algebra::new();
    let (x, y) = (algebra.real("X"), algebra.real("Y"));
    let square = algebra.apply(Op::Mul, x, x);
    let two = algebra.than(Op::Eq, square, 2);
    check(&mut algebra, &[two], Wanted::Unknown);
    let (power, one) = (algebra.call(Function::Exp, x), algebra.than(Op::Eq, x, 1));
    let same = algebra.apply(Op::Eq, y, power);
    check(&mut algebra, &[one, same], Wanted::Unknown);
    let root = algebra.call(Function::Sqrt, x);
    let (same, more) = (algebra.apply(Op::Eq, y, root), algebra.than(Op::Gt, y, 1));
    check(&mut algebra, &[same, more], Wanted::Sat);
}

#[test]
fn nonlinear_conditions_on_reals() {
    let mut algebra = Algebra::new();
    let [a, b, c, x, y] = ["A", "B", "C", "X", "Y"].map(|name| algebra.real(name));
    let discriminant = algebra.discriminant(a, b, c);
    let conditions = [
        algebra.than(Op::Gt, discriminant, 5),
        algebra.than(Op::Gt, a, 1),
        algebra.than(Op::Gt, c, 1),
        algebra.than(Op::Lt, b, -2),
    ];
    check_linked(&mut algebra, &conditions, Wanted::Sat);
    let (square_x, square_y) = (algebra.apply(Op::Mul, x, x), algebra.apply(Op::Mul, y, y));
    let sum = algebra.apply(Op::Add, square_x, square_y);
    let (disc, product) = (algebra.than(Op::Lt, sum, 1), algebra.apply(Op::Mul, x, y));
    let half = algebra.ratio(1, 2);
    let far = algebra.apply(Op::Gt, product, half);
    check(&mut algebra, &[disc, far], Wanted::Unsat);
    let third = algebra.ratio(1, 3);
    let near = algebra.apply(Op::Gt, product, third);
    check(&mut algebra, &[disc, near], Wanted::Sat);
    let quotient = algebra.apply(Op::Quotient, x, y);
    let conditions = [
        algebra.than(Op::Ne, y, 0),
        algebra.than(Op::Gt, quotient, 2),
        algebra.than(Op::Lt, x, 1),
        algebra.than(Op::Gt, x, 0),
    ];
    check(&mut algebra, &conditions, Wanted::Sat);
    let large = algebra.than(Op::Gt, y, 1);
    check(&mut algebra, &[&conditions[..], &[large]].concat(), Wanted::Unsat);
}

fn float(algebra: &mut Algebra, kind: FloatKind, value: f64) -> TermId {
    let bits = match kind {
        FloatKind::Single => u64::from((value as f32).to_bits()),
        FloatKind::Double => value.to_bits(),
    };
    algebra.table.float(kind, bits)
}

#[test]
fn conditions_on_floats() {
    for kind in [FloatKind::Single, FloatKind::Double] {
        let mut algebra = Algebra::new();
        let sort = Sort::Scalar(Scalar::Float(kind));
        let [x, y] = ["X", "Y"].map(|name| algebra.table.symbol(name, sort));
        let [zero, one, tenth, ten] = [0.0, 1.0, 0.1, 10.0].map(|value| float(&mut algebra, kind, value));
        // Absorption: x + 1 = x for a finite number.
        let sum = algebra.apply(Op::FloatAdd, x, one);
        let absorbs = algebra.apply(Op::FloatEq, sum, x);
        let huge = float(&mut algebra, kind, 1e30);
        let finite = algebra.apply(Op::FloatLt, x, huge);
        let positive = algebra.apply(Op::FloatLt, zero, x);
        check(&mut algebra, &[absorbs, finite, positive], Wanted::Sat);
        let small = algebra.apply(Op::FloatLt, x, ten);
        check(&mut algebra, &[absorbs, small, positive], Wanted::Unsat);
        // Sums of tenths.
        let product = algebra.apply(Op::FloatMul, y, tenth);
        let is_one = algebra.apply(Op::FloatEq, product, one);
        check(&mut algebra, &[is_one], Wanted::Sat);
        // Over a pipe the circuit of a root of doubles is searched, which takes longer than the time allows.
        let root = algebra.call(Function::Sqrt, x);
        let (above, below) = (algebra.apply(Op::FloatLt, ten, root), algebra.apply(Op::FloatLt, x, ten));
        check_linked(&mut algebra, &[above, below], Wanted::Unsat);
        check_linked(&mut algebra, &[above, finite], Wanted::Sat);
        let square = algebra.apply(Op::FloatMul, root, root);
        let (equal, large) = (algebra.apply(Op::FloatEq, square, x), algebra.apply(Op::FloatLt, ten, x));
        check_linked(&mut algebra, &[equal, large], Wanted::Sat);
    }
}

/// Functions of floats have no laws, but a value that Z3 is told for the operand it chose.
#[test]
fn functions_of_floats() {
    let mut algebra = Algebra::new();
    let sort = Sort::Scalar(Scalar::Float(FloatKind::Double));
    let [x, y] = ["X", "Y"].map(|name| algebra.table.symbol(name, sort));
    let sine = algebra.call(Function::Sin, x);
    let same = algebra.apply(Op::FloatEq, y, sine);
    check(&mut algebra, &[same], Wanted::Sat);
    let [one, half] = [1.0, 0.5].map(|value| float(&mut algebra, FloatKind::Double, value));
    let (is_one, less) = (algebra.apply(Op::FloatEq, x, one), algebra.apply(Op::FloatLt, sine, half));
    check(&mut algebra, &[is_one, less], Wanted::Unsat);
}

/// Conversions between integers, reals and floats, with symbols on either side.
#[test]
fn conversions() {
    let mut algebra = Algebra::new();
    let n = algebra.table.symbol("N", Sort::INT);
    let r = algebra.real("R");
    let f = algebra.table.symbol("F", Sort::Scalar(Scalar::Float(FloatKind::Single)));
    let as_real = algebra.table.apply(Op::ToReal, &[n]);
    let as_float = algebra.table.apply(Op::RealToFloat(FloatKind::Single), &[as_real]);
    let back = algebra.table.apply(Op::FloatToReal, &[as_float]);
    let (differs, small) = (algebra.apply(Op::Ne, back, as_real), algebra.than(Op::Lt, as_real, 17_000_000));
    let large = algebra.than(Op::Gt, as_real, 16_777_216);
    check_linked(&mut algebra, &[differs, small, large], Wanted::Sat);
    let [zero, fifty] = [0.0, 50.0].map(|value| float(&mut algebra, FloatKind::Single, value));
    let (below, above) = (algebra.apply(Op::FloatLt, as_float, fifty), algebra.than(Op::Ge, as_real, 60));
    check_linked(&mut algebra, &[below, above], Wanted::Unsat);
    let (positive, above) = (algebra.apply(Op::FloatLt, zero, as_float), algebra.than(Op::Ge, as_real, 40));
    check_linked(&mut algebra, &[below, above, positive], Wanted::Sat);
    let million = algebra.than(Op::Eq, as_real, 16_777_217);
    let differs = algebra.apply(Op::Ne, back, as_real);
    check(&mut algebra, &[million, differs], Wanted::Sat);
    let value = algebra.table.apply(Op::FloatToReal, &[f]);
    let half = algebra.ratio(1, 2);
    let shifted = algebra.apply(Op::Add, r, half);
    let conditions =
        [algebra.apply(Op::Eq, value, shifted), algebra.than(Op::Gt, r, 3), algebra.than(Op::Lt, r, 4)];
    check(&mut algebra, &conditions, Wanted::Sat);
    let floor = algebra.table.apply(Op::ToInt(sextant_expr::Rounding::Floor), &[value]);
    let is_n = algebra.apply(Op::Eq, floor, n);
    let five = algebra.table.int(5);
    let is_five = algebra.apply(Op::Eq, n, five);
    let fraction = algebra.apply(Op::Ne, value, as_real);
    check(&mut algebra, &[is_n, is_five, fraction], Wanted::Sat);
}
