//! The meaning of operations on chosen values, and the texts other than source-like algebra.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_expr::{FloatKind, Op, Rounding, Scalar, Sort, Table, Value, apply_op, computation_table};

fn int(value: i64) -> Value {
    Value::Int(IBig::from(value))
}

fn binary(op: Op, x: &Value, y: &Value) -> Value {
    apply_op(&op, &[x, y])
}

#[test]
fn integer_division_rounds_as_named() {
    // dividend, divisor, floor quotient and remainder, truncated quotient and remainder
    let cases = [
        (7, 2, 3, 1, 3, 1),
        (-7, 2, -4, 1, -3, -1),
        (7, -2, -4, -1, -3, 1),
        (-7, -2, 3, -1, 3, -1),
        (6, -3, -2, 0, -2, 0),
        (5, 0, 0, 5, 0, 5),
        (-5, 0, 0, -5, 0, -5),
        (0, 3, 0, 0, 0, 0),
    ];
    for (x, y, floor, modulo, truncated, remainder) in cases {
        let (x, y) = (int(x), int(y));
        assert_eq!(binary(Op::Div(Rounding::Floor), &x, &y), int(floor), "{x} / {y}");
        assert_eq!(binary(Op::Rem(Rounding::Floor), &x, &y), int(modulo), "{x} mod {y}");
        assert_eq!(binary(Op::Div(Rounding::Truncate), &x, &y), int(truncated), "{x} quot {y}");
        assert_eq!(binary(Op::Rem(Rounding::Truncate), &x, &y), int(remainder), "{x} rem {y}");
    }
}

#[test]
fn powers() {
    let cases =
        [(2, 10, 1024), (0, 0, 1), (0, 5, 0), (0, -1, 0), (1, -9, 1), (-1, -9, -1), (-1, -8, 1), (2, -1, 0)];
    for (x, n, wanted) in cases {
        assert_eq!(binary(Op::Pow, &int(x), &int(n)), int(wanted), "{x} ** {n}");
    }
    let real = |numerator: i64, denominator: u64| {
        Value::Real(RBig::from_parts(IBig::from(numerator), UBig::from(denominator)))
    };
    assert_eq!(binary(Op::Pow, &real(-2, 3), &int(3)), real(-8, 27));
    assert_eq!(binary(Op::Pow, &real(-2, 3), &int(-3)), real(-27, 8));
    assert_eq!(binary(Op::Pow, &real(0, 1), &int(-3)), real(0, 1));
    assert_eq!(
        binary(Op::Pow, &int(2), &Value::Int(IBig::ONE << 90usize)),
        int(0),
        "too large to be a value"
    );
    assert_eq!(binary(Op::Pow, &int(-1), &Value::Int(IBig::ONE << 90usize)), int(1));
}

#[test]
fn bit_division_by_zero_is_that_of_smtlib() {
    let byte = |value: u8| Value::Bits(8, UBig::from(value));
    assert_eq!(binary(Op::BvUdiv, &byte(5), &byte(0)), byte(255));
    assert_eq!(binary(Op::BvUrem, &byte(5), &byte(0)), byte(5));
    assert_eq!(binary(Op::BvSdiv, &byte(5), &byte(0)), byte(255));
    assert_eq!(binary(Op::BvSdiv, &byte(250), &byte(0)), byte(1));
    assert_eq!(binary(Op::BvSdiv, &byte(128), &byte(255)), byte(128));
    assert_eq!(binary(Op::BvSrem, &byte(249), &byte(2)), byte(255));
    assert_eq!(binary(Op::BvAshr, &byte(0x80), &byte(200)), byte(255));
}

fn rational(text: &str) -> RBig {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: IBig = format!("{whole}{fraction}").parse().expect("digits");
    let exponent = exponent.parse::<i64>().expect("exponent") - fraction.len() as i64;
    let power = IBig::from(10).pow(exponent.unsigned_abs() as usize);
    if exponent < 0 { RBig::from_parts_signed(digits, power) } else { RBig::from(digits * power) }
}

#[test]
fn reals_round_to_the_nearest_float() {
    let texts = [
        "0",
        "1",
        "-1",
        "0.1",
        "1e22",
        "1e23",
        "16777217",
        "16777219",
        "9007199254740993",
        "1e308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "-1e400",
        "3.4028235e38",
        "3.4028236e38",
        "3.5e38",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "4.9e-324",
        "2.4e-324",
        "2.5e-324",
        "1e-400",
        "-1e-320",
        "1.1754943e-38",
        "1e-45",
        "7e-46",
        "7.1e-46",
        "1.40129846e-45",
    ];
    let mut seed = 1u64;
    let random = (0..2000).map(|_| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        format!("{}e{}", seed >> 11, (seed % 680) as i64 - 350)
    });
    for text in texts.iter().map(|text| (*text).to_owned()).chain(random) {
        let real = Value::Real(rational(&text));
        let double: f64 = text.parse().expect("a double");
        let single: f32 = text.parse().expect("a single");
        // There is no negative zero among the reals.
        let (double, single) = (double + 0.0, single + 0.0);
        if double != 0.0 {
            let found = apply_op(&Op::RealToFloat(FloatKind::Double), &[&real]);
            assert_eq!(found, Value::Float(FloatKind::Double, double.to_bits()), "{text}");
        }
        if single != 0.0 {
            let found = apply_op(&Op::RealToFloat(FloatKind::Single), &[&real]);
            assert_eq!(found, Value::Float(FloatKind::Single, u64::from(single.to_bits())), "{text}");
        }
    }
}

#[test]
fn floats_are_exact_reals() {
    for value in [0.1, -2.5, 5e-324, f64::MAX, 1e16, f64::MIN_POSITIVE] {
        let float = Value::Float(FloatKind::Double, value.to_bits());
        let real = apply_op(&Op::FloatToReal, &[&float]);
        assert_eq!(apply_op(&Op::RealToFloat(FloatKind::Double), &[&real]), float, "{value}");
    }
    for value in [f64::INFINITY, f64::NAN] {
        let float = Value::Float(FloatKind::Double, value.to_bits());
        assert_eq!(apply_op(&Op::FloatToReal, &[&float]), Value::Real(RBig::ZERO));
    }
}

#[test]
fn arrays_are_equal_by_their_elements() {
    let mut table = Table::new();
    let (zero, one, seven) = (table.int(0), table.int(1), table.int(7));
    let zeros = table.apply(Op::Fill, &[zero]);
    let changed = table.apply(Op::Store, &[zeros, one, seven]);
    let back = table.apply(Op::Store, &[changed, one, zero]);
    let equal = table.apply(Op::Eq, &[zeros, back]);
    assert_eq!(table.evaluate(equal, &Default::default()), Value::Bool(true));
    assert_eq!(table.evaluate(changed, &Default::default()).to_string(), "[1: 7, else 0]");
}

#[test]
fn folding_can_be_switched_off() {
    let mut table = Table::new();
    table.set_folding(false);
    let (two, three) = (table.int(2), table.int(3));
    let sum = table.apply(Op::Add, &[two, three]);
    assert_eq!(table.show(sum), "2 + 3");
    let simple = table.simplify(sum);
    assert_eq!(table.show(simple), "5");
}

#[test]
fn order_does_not_depend_on_the_order_of_making() {
    let names = ["A", "A1", "A2", "A10", "A10B", "B"];
    let mut table = Table::new();
    let terms: Vec<_> = names.iter().rev().map(|name| table.symbol(name, Sort::INT)).collect();
    let mut sorted = terms.clone();
    sorted.sort_by(|&x, &y| table.compare(x, y));
    let shown: Vec<String> = sorted.into_iter().map(|term| table.show(term)).collect();
    assert_eq!(shown, names);
}

/// velocity + acc*deltat + acc*deltat: the product is computed once.
#[test]
fn computation_table_shares_rows() {
    let mut table = Table::new();
    let [velocity, acc, deltat] = ["velocity", "acc", "deltat"].map(|name| table.symbol(name, Sort::REAL));
    let gain = table.apply(Op::Mul, &[acc, deltat]);
    let sum = table.apply(Op::Add, &[velocity, gain, gain]);
    let result = computation_table(&table, &[sum, gain]);
    let rows: Vec<String> = result
        .rows
        .iter()
        .map(|row| format!("{} {} {}", row.number, row.operator, row.operands.join(" ")))
        .collect();
    assert_eq!(rows, ["1 * I2 I3", "2 + I1 1", "3 + 2 1"]);
    let names: Vec<&str> = result.inputs.iter().map(|input| input.1.as_str()).collect();
    assert_eq!(names, ["velocity", "acc", "deltat"]);
    assert_eq!(result.roots, ["3", "1"]);
}

#[test]
fn smtlib_names_shared_terms_and_defines_functions() {
    let mut table = Table::new();
    let (x, two) = (table.symbol("X", Sort::INT), table.int(-2));
    let element = table.symbol("odd name", Sort::Scalar(Scalar::BitVec(8)));
    let remainder = table.apply(Op::Rem(Rounding::Floor), &[x, two]);
    let product = table.apply(Op::Mul, &[remainder, remainder]);
    let condition = table.apply(Op::Le, &[product, two]);
    let zero = table.bits(8, UBig::ZERO);
    let other = table.apply(Op::Eq, &[element, zero]);
    let script = table.smtlib_script(&[condition, other]);
    let wanted = "(declare-const X Int)
(declare-const |odd name| (_ BitVec 8))
(define-fun sextant.div ((x Int) (y Int)) Int (ite (= y 0) 0 (ite (> y 0) (div x y) (div (- x) (- y)))))
(define-fun sextant.mod ((x Int) (y Int)) Int (- x (* y (sextant.div x y))))
(assert (let ((?NAME (sextant.mod X (- 2)))) (<= (* ?NAME ?NAME) (- 2))))
(assert (= |odd name| (_ bv0 8)))
";
    assert_eq!(script, wanted.replace("NAME", &remainder.0.to_string()));
}

#[test]
fn rational_forms_cancel() {
    let mut table = Table::new();
    let [u, v] = ["U", "V"].map(|name| table.symbol(name, Sort::REAL));
    let (one, minus_one) = (table.real(RBig::ONE), table.real(RBig::from(-1)));
    // 1/U + 1/V, and (U**2 - 1) / (U - 1)
    let (over_u, over_v) = (table.apply(Op::Quotient, &[one, u]), table.apply(Op::Quotient, &[one, v]));
    let sum = table.apply(Op::Add, &[over_u, over_v]);
    let square = table.apply(Op::Mul, &[u, u]);
    let above = table.apply(Op::Add, &[square, minus_one]);
    let below = table.apply(Op::Add, &[u, minus_one]);
    let quotient = table.apply(Op::Quotient, &[above, below]);
    for (term, wanted) in [(sum, ("U + V", "U*V", "U, V")), (quotient, ("U + 1.0", "1.0", "U - 1.0"))] {
        let (numerator, denominator, nonzero) = table.rational_form(term);
        let nonzero = nonzero.into_iter().map(|term| table.show(term)).collect::<Vec<_>>().join(", ");
        assert_eq!(
            (table.show(numerator).as_str(), table.show(denominator).as_str(), nonzero.as_str()),
            wanted
        );
    }
}
