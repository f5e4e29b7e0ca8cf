//! Functions of analysis: known values, symmetry, and that enclosures and certainty do not lie.

use crate::random;

use std::cell::Cell;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use random::{Maker, assignment};
use sextant_expr::{
    Enclosure, Evaluation, FloatKind, Function, Op, Sort, Table, Value, apply_op, computation_table,
};
use sextant_testing::{Plan, check};

fn ratio(top: i64, bottom: u64) -> RBig {
    RBig::from_parts(IBig::from(top), UBig::from(bottom))
}

fn real(function: Function, args: &[RBig]) -> RBig {
    let values: Vec<Value> = args.iter().cloned().map(Value::Real).collect();
    match apply_op(&Op::Function(function), &values.iter().collect::<Vec<_>>()) {
        Value::Real(value) => value,
        other => panic!("{other}"),
    }
}

fn double(value: f64) -> Value {
    Value::Float(FloatKind::Double, value.to_bits())
}

#[test]
fn rational_values_are_exact() {
    use Function::*;
    let cases: &[(Function, &[RBig], RBig)] = &[
        (Sqrt, &[ratio(49, 64)], ratio(7, 8)),
        (Sqrt, &[RBig::from(IBig::from(10).pow(80))], RBig::from(IBig::from(10).pow(40))),
        (Exp, &[ratio(0, 1)], ratio(1, 1)),
        (Log, &[ratio(1, 1)], ratio(0, 1)),
        (Log10, &[ratio(1, 1000)], ratio(-3, 1)),
        (Log10, &[ratio(1, 1)], ratio(0, 1)),
        (Cos, &[ratio(0, 1)], ratio(1, 1)),
        (Atan2, &[ratio(0, 1), ratio(5, 1)], ratio(0, 1)),
        (Gamma, &[ratio(5, 1)], ratio(24, 1)),
        (LogGamma, &[ratio(2, 1)], ratio(0, 1)),
        (Erfc, &[ratio(0, 1)], ratio(1, 1)),
        (Pow, &[ratio(-2, 3), ratio(-3, 1)], ratio(-27, 8)),
        (Pow, &[ratio(8, 27), ratio(-2, 3)], ratio(9, 4)),
        (Pow, &[ratio(0, 1), ratio(0, 1)], ratio(1, 1)),
        (Pow, &[ratio(0, 1), ratio(1, 3)], ratio(0, 1)),
    ];
    for (function, args, wanted) in cases {
        assert_eq!(real(*function, args), *wanted, "{}{args:?}", function.name());
    }
}

#[test]
fn what_is_undefined_is_zero() {
    use Function::*;
    let undefined: &[(Function, &[RBig])] = &[
        (Sqrt, &[ratio(-1, 1)]),
        (Log, &[ratio(0, 1)]),
        (Log10, &[ratio(-2, 1)]),
        (Asin, &[ratio(3, 2)]),
        (Acos, &[ratio(-3, 2)]),
        (Atan2, &[ratio(0, 1), ratio(0, 1)]),
        (Gamma, &[ratio(-3, 1)]),
        (LogGamma, &[ratio(0, 1)]),
        (Pow, &[ratio(0, 1), ratio(-1, 2)]),
        (Pow, &[ratio(-2, 1), ratio(1, 2)]),
    ];
    for (function, args) in undefined {
        assert!(real(*function, args).is_zero(), "{}{args:?}", function.name());
    }
}

#[test]
fn irrational_values_are_those_of_doubles() {
    let near = |value: &RBig, wanted: f64| {
        let rounded = apply_op(&Op::RealToFloat(FloatKind::Double), &[&Value::Real(value.clone())]);
        assert_eq!(rounded, double(wanted));
    };
    near(&real(Function::Sqrt, &[ratio(2, 1)]), 2f64.sqrt());
    near(&real(Function::Exp, &[ratio(1, 1)]), 1f64.exp());
    near(&real(Function::Sin, &[ratio(-1, 3)]), -(1f64 / 3.0).sin());
    near(&real(Function::Atan2, &[ratio(-1, 1), ratio(-1, 1)]), (-1f64).atan2(-1.0));
    near(&real(Function::Pow, &[ratio(2, 1), ratio(1, 2)]), 2f64.sqrt());
    // Beyond the doubles there is no value.
    assert!(real(Function::Exp, &[ratio(1000, 1)]).is_zero());
}

#[test]
fn floats_have_the_values_of_their_format() {
    let one = |function: Function, x: &Value| apply_op(&Op::Function(function), &[x]);
    let single = |value: f32| Value::Float(FloatKind::Single, u64::from(value.to_bits()));
    assert_eq!(one(Function::Sin, &single(1.0)), single(1f32.sin()));
    assert_eq!(one(Function::Sin, &double(1.0)), double(1f64.sin()));
    assert_eq!(one(Function::Log, &double(0.0)), double(f64::NEG_INFINITY));
    assert_eq!(one(Function::Sqrt, &double(-1.0)), Value::Float(FloatKind::Double, 0x7ff8_0000_0000_0000));
    assert_eq!(one(Function::Gamma, &double(5.0)), double(24.0));
    assert_eq!(one(Function::Erf, &double(0.5)), double(0.520_499_877_813_046_5));
    assert_eq!(apply_op(&Op::Function(Function::Pow), &[&single(2.0), &single(0.5)]), single(2f32.powf(0.5)));
}

/// Known digits of irrational values, beyond those of doubles.
#[test]
fn enclosures_contain_the_true_values() {
    use Function::*;
    type Case = (Function, &'static [(i64, u64)], &'static str);
    let cases: &[Case] = &[
        (Sqrt, &[(2, 1)], "1414213562373095048801688724209698"),
        (Exp, &[(1, 1)], "2718281828459045235360287471352662"),
        (Log, &[(10, 1)], "2302585092994045684017991454684364"),
        (Sin, &[(1, 1)], "841470984807896506652502321630298"),
        (Cos, &[(1, 1)], "540302305868139717400936607442976"),
        (Tan, &[(1, 1)], "1557407724654902230506974807458360"),
        (Asin, &[(1, 2)], "523598775598298873077107230546583"),
        (Acos, &[(1, 2)], "1047197551196597746154214461093167"),
        (Atan, &[(1, 1)], "785398163397448309615660845819875"),
        (Atan2, &[(1, 1), (-1, 1)], "2356194490192344928846982537459627"),
        (Sinh, &[(1, 1)], "1175201193643801456882381850595600"),
        (Cosh, &[(1, 1)], "1543080634815243778477905620757061"),
        (Tanh, &[(1, 1)], "761594155955764888119458282604793"),
        (Erf, &[(1, 2)], "520499877813046537682746653891964"),
        (Erfc, &[(1, 2)], "479500122186953462317253346108035"),
        (Gamma, &[(1, 2)], "1772453850905516027298167483341145"),
        (LogGamma, &[(1, 2)], "572364942924700087071713675676529"),
        (Pow, &[(2, 1), (1, 3)], "1259921049894873164767210607278228"),
        (Log10, &[(2, 1)], "301029995663981195213738894724493"),
        // The operand is no double.
        (Exp, &[(1, 3)], "1395612425086089528628125319602586"),
        (Sin, &[(1, 3)], "327194696796152244173344085267620"),
    ];
    let scale = RBig::from(IBig::from(10).pow(33));
    for (function, args, digits) in cases {
        let args: Vec<Enclosure> =
            args.iter().map(|&(top, bottom)| Enclosure::point(ratio(top, bottom))).collect();
        let found = function.enclosure(&args).unwrap();
        let truth = RBig::from(digits.parse::<IBig>().unwrap()) / &scale;
        assert!(found.low < truth && truth < found.high, "{}", function.name());
        assert!(&found.high - &found.low < ratio(1, 1 << 44), "{} is wide", function.name());
    }
}

/// Values at points of an interval lie in the enclosure of the interval.
#[test]
fn enclosures_of_intervals_contain_values_of_points() {
    let known = Cell::new(0);
    check(Plan { seed: 21, cases: 40_000, choices: 20 }, |choices| {
        let function = choices.pick(&Function::ALL);
        let mut point = || ratio(choices.between(-2000, 2000), 1 + choices.below(700) as u64);
        let ends: Vec<[RBig; 3]> = (0..function.operand_count())
            .map(|_| {
                let mut points = [point(), point(), point()];
                points.sort();
                points
            })
            .collect();
        let operands: Vec<Enclosure> =
            ends.iter().map(|[low, _, high]| Enclosure::new(low.clone(), high.clone())).collect();
        let Some(found) = function.enclosure(&operands) else { return };
        known.set(known.get() + 1);
        let inner: Vec<RBig> = ends.iter().map(|[_, middle, _]| middle.clone()).collect();
        let value = real(function, &inner);
        assert!(found.low <= value && value <= found.high, "{} of {inner:?} in {ends:?}", function.name());
    });
    assert!(known.get() > 10_000, "only {} enclosures", known.get());
}

/// What is certain agrees with evaluation, exact conditions are always certain, and an equality that rounding
/// decides is not.
#[test]
fn certainty_agrees_with_evaluation() {
    let counts = Cell::new((0, 0));
    check(Plan { seed: 22, cases: 40_000, choices: 150 }, |choices| {
        let mut maker = Maker { choices, table: Table::new() };
        let args = [maker.term(Sort::REAL, 3), maker.term(Sort::REAL, 2)];
        let op = maker.choices.pick(&[Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne]);
        let comparison = maker.table.apply(op, &args);
        let other = maker.truth(2);
        let op = maker.choices.pick(&[Op::And, Op::Or, Op::Implies]);
        let term = maker.table.apply(op, &[comparison, other]);
        let table = maker.table;
        let mut evaluation = Evaluation::new(assignment(choices, &table));
        let found = evaluation.certainty(&table, term);
        let holds = evaluation.holds(&table, term);
        assert!(found.is_none_or(|found| found == holds), "{}", table.show(term));
        assert!(found.is_some() || !table.is_exact(term));
        let (certain, inexact) = counts.get();
        let more = usize::from(!table.is_exact(term));
        counts.set((certain + if found.is_some() { more } else { 0 }, inexact + more));
    });
    let (certain, inexact) = counts.get();
    println!("{certain} of {inexact} inexact conditions are certain");
    assert!(certain * 10 > inexact * 8, "only {certain} of {inexact} inexact conditions are certain");
}

#[test]
fn rounding_is_never_certain() {
    let mut table = Table::new();
    let two = table.real(ratio(2, 1));
    let root = table.apply(Op::Function(Function::Sqrt), &[two]);
    let square = table.apply(Op::Mul, &[root, root]);
    let three = table.real(ratio(3, 1));
    let mut evaluation = Evaluation::default();
    for op in [Op::Eq, Op::Ne, Op::Lt, Op::Ge] {
        let condition = table.apply(op, &[square, two]);
        assert!(!table.is_exact(condition));
        assert_eq!(evaluation.certainty(&table, condition), None, "{}", table.show(condition));
    }
    let less = table.apply(Op::Lt, &[square, three]);
    assert_eq!(evaluation.certainty(&table, less), Some(true));
    let equal = table.apply(Op::Eq, &[square, three]);
    assert_eq!(evaluation.certainty(&table, equal), Some(false));
}

#[test]
fn texts_and_tables_name_functions() {
    let mut table = Table::new();
    let x = table.symbol("X", Sort::REAL);
    let y = table.symbol("Y", Sort::REAL);
    let root = table.apply(Op::Function(Function::Sqrt), &[x]);
    let angle = table.apply(Op::Function(Function::Atan2), &[root, y]);
    let condition = table.apply(Op::Lt, &[angle, y]);
    assert_eq!(table.show(condition), "ATAN2(SQRT(X), Y) < Y");
    let script = table.smtlib_script(&[condition]);
    assert!(script.contains("(declare-fun sextant.sqrt (Real) Real)\n"), "{script}");
    assert!(script.contains("(declare-fun sextant.atan2 (Real Real) Real)\n"), "{script}");
    assert!(script.contains("(assert (< (sextant.atan2 (sextant.sqrt X) Y) Y))"), "{script}");
    let rows = computation_table(&table, &[condition]).rows;
    assert_eq!(rows.iter().map(|row| row.operator.as_str()).collect::<Vec<_>>(), ["SQRT", "ATAN2", "<"]);
}
