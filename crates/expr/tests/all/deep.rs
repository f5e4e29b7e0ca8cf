//! Terms nested 100,000 deep: nothing may run out of stack.

use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;
use sextant_expr::{
    Assignment, FloatKind, LONGEST_TEXT, Op, Rounding, Scalar, Sort, Table, TermId, Value, computation_table,
};

const DEPTH: usize = 100_000;

/// Everything that can be done to a term.
fn exercise(table: &mut Table, term: TermId) -> TermId {
    let simple = table.simplify(term);
    let assignment = Assignment::new();
    assert_eq!(table.evaluate(term, &assignment), table.evaluate(simple, &assignment));
    assert!(table.show(term).len() <= LONGEST_TEXT + 3);
    assert!(!table.show_smtlib(term).is_empty());
    assert!(!computation_table(table, &[term]).roots.is_empty());
    let mut other = Table::new();
    let copy = other.import(table, term, &mut FxHashMap::default());
    let copy = other.simplify(copy);
    assert_eq!(table.show(simple), other.show(copy));
    simple
}

#[test]
fn sums() {
    let mut table = Table::new();
    let (x, one) = (table.symbol("X", Sort::INT), table.int(1));
    let term = (0..DEPTH).fold(x, |term, _| table.apply(Op::Add, &[term, one]));
    let simple = exercise(&mut table, term);
    assert_eq!(table.show(simple), "X + 100000");
}

#[test]
fn quotients_stay_nested() {
    let mut table = Table::new();
    let (x, two) = (table.symbol("X", Sort::INT), table.int(2));
    let term = (0..DEPTH).fold(x, |term, _| table.apply(Op::Div(Rounding::Truncate), &[term, two]));
    exercise(&mut table, term);
    let other = (0..DEPTH).fold(two, |term, _| table.apply(Op::Div(Rounding::Truncate), &[term, x]));
    assert_eq!(table.compare(term, other), table.compare(other, term).reverse());
}

#[test]
fn comparisons_see_through_nested_quotients() {
    let mut table = Table::new();
    let (x, two) = (table.symbol("X", Sort::INT), table.int(2));
    // Shallower, since the limit doubles at every step.
    let term = (0..DEPTH / 10).fold(x, |term, _| table.apply(Op::Div(Rounding::Floor), &[term, two]));
    let condition = table.apply(Op::Gt, &[term, two]);
    exercise(&mut table, condition);
}

#[test]
fn shared_operands() {
    // The text of this term would be 2^100000 symbols long.
    let mut table = Table::new();
    let (x, y) = (table.symbol("X", Sort::INT), table.symbol("Y", Sort::INT));
    let term = (0..DEPTH).fold(x, |term, _| table.apply(Op::Rem(Rounding::Floor), &[term, term]));
    exercise(&mut table, term);
    let sum = (0..DEPTH).fold(y, |term, _| table.apply(Op::Add, &[term, term]));
    let text = table.show(sum);
    assert!(text.ends_with('…') && text.len() <= LONGEST_TEXT + 3);
}

#[test]
fn squares_stay_bearable() {
    let mut table = Table::new();
    let x = table.symbol("X", Sort::INT);
    let term = (0..200).fold(x, |term, _| table.apply(Op::Mul, &[term, term]));
    let simple = table.simplify(term);
    let mut assignment = Assignment::new();
    let Op::Symbol(id) = *table.op(x) else { panic!() };
    for value in [0, 1, -1] {
        assignment.set(id, Value::Int(IBig::from(value)));
        assert_eq!(table.evaluate(term, &assignment), Value::Int(IBig::from(value * value)));
        assert_eq!(table.evaluate(simple, &assignment), Value::Int(IBig::from(value * value)));
    }
    assignment.set(id, Value::Int(IBig::from(3)));
    assert_eq!(table.evaluate(term, &assignment), Value::Int(IBig::ZERO), "too large to be a value");
    let (ten, huge) = (table.int(10), table.int(IBig::ONE << 80usize));
    let power = table.apply(Op::Pow, &[ten, huge]);
    let power = table.simplify(power);
    assert!(!table.op(power).is_constant());
}

#[test]
fn alternating_junctions_and_negations() {
    let mut table = Table::new();
    let symbols: Vec<TermId> =
        (0..50).map(|number| table.symbol(&format!("P{number}"), Sort::BOOL)).collect();
    let mut term = table.symbol("Q", Sort::BOOL);
    for step in 0..DEPTH {
        let op = if step % 2 == 0 { Op::And } else { Op::Or };
        term = table.apply(op, &[term, symbols[step % 50]]);
        if step % 7 == 0 {
            term = table.not(term);
        }
    }
    exercise(&mut table, term);
    let fresh = (0..DEPTH).fold(term, |term, _| table.not(term));
    exercise(&mut table, fresh);
}

#[test]
fn distinct_alternating_junctions() {
    let mut table = Table::new();
    let mut term = table.symbol("Q", Sort::BOOL);
    for step in 0..DEPTH {
        let part = table.symbol(&format!("P{step}"), Sort::BOOL);
        let op = if step % 2 == 0 { Op::And } else { Op::Or };
        term = table.apply(op, &[term, part]);
    }
    let negated = table.not(term);
    exercise(&mut table, negated);
}

#[test]
fn choices_and_arrays() {
    let mut table = Table::new();
    let (p, x) = (table.symbol("P", Sort::BOOL), table.symbol("X", Sort::INT));
    let array = table.symbol("A", Sort::Array(Scalar::Int));
    let index = table.symbol("I", Sort::INT);
    let mut stores = array;
    let mut arrays = array;
    for step in 0..DEPTH / 20 {
        let position = table.int(step as i64);
        stores = table.apply(Op::Store, &[stores, position, x]);
        let changed = table.apply(Op::Store, &[arrays, index, position]);
        arrays = table.apply(Op::Ite, &[p, changed, arrays]);
    }
    for whole in [stores, arrays] {
        let element = table.apply(Op::Select, &[whole, x]);
        exercise(&mut table, element);
    }
    let mut choice = x;
    for step in 0..DEPTH {
        let limit = table.int(step as i64);
        let condition = table.apply(Op::Lt, &[x, limit]);
        choice = table.apply(Op::Ite, &[condition, limit, choice]);
    }
    exercise(&mut table, choice);
}

#[test]
fn bit_strings_and_floats() {
    let mut table = Table::new();
    let byte = table.symbol("V", Sort::Scalar(Scalar::BitVec(8)));
    let three = table.bits(8, UBig::from(3u8));
    let mut term = byte;
    for step in 0..DEPTH {
        let op = [Op::BvXor, Op::BvAdd, Op::BvMul, Op::BvOr, Op::BvUdiv][step % 5].clone();
        term = table.apply(op, &[term, three]);
    }
    exercise(&mut table, term);
    let number = table.symbol("F", Sort::Scalar(Scalar::Float(FloatKind::Double)));
    let term = (0..DEPTH).fold(number, |term, _| table.apply(Op::FloatAdd, &[term, number]));
    exercise(&mut table, term);
    let mut term = number;
    for _ in 0..DEPTH {
        term = table.apply(Op::FloatToFloat(FloatKind::Single), &[term]);
        term = table.apply(Op::FloatNeg, &[term]);
        term = table.apply(Op::FloatToFloat(FloatKind::Double), &[term]);
    }
    let nan = table.apply(Op::FloatIsNan, &[term]);
    let simple = exercise(&mut table, nan);
    assert_eq!(table.show(simple), "isnan(F)");
}

#[test]
fn long_lists_of_conditions() {
    let mut table = Table::new();
    let n = table.symbol("N", Sort::INT);
    let bounds: Vec<TermId> = (1..=DEPTH as i64)
        .map(|limit| {
            let limit = table.int(limit);
            table.apply(Op::Ge, &[n, limit])
        })
        .collect();
    let minimised = table.minimise(&bounds);
    assert_eq!(minimised.iter().map(|&term| table.show(term)).collect::<Vec<_>>(), ["N >= 100000"]);
    let conjunction = table.and(&bounds);
    let simple = table.simplify(conjunction);
    assert_eq!(table.show(simple), "N >= 100000");
}
