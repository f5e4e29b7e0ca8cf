//! Texts of reports are read as they are meant.

use sextant_agree::{Environment, evaluate, same_value};
use sextant_expr::{FloatKind, Rounding, Sort, Table, Value};

fn environment(division: Rounding) -> Environment {
    let double = |value: f64| Value::Float(FloatKind::Double, value.to_bits());
    let values = vec![
        ("x".to_owned(), Value::Int(7.into())),
        ("y".to_owned(), Value::Int((-2).into())),
        ("p".to_owned(), Value::Bool(true)),
        ("d".to_owned(), double(0.5)),
    ];
    Environment { values, division }
}

fn check(text: &str, expected: Value) {
    assert_eq!(evaluate(text, &environment(Rounding::Truncate)), Ok(expected), "{text}");
}

#[test]
fn signs_bind_as_they_are_printed() {
    check("-2*x + y", Value::Int((-16).into()));
    check("x - (y - 1)", Value::Int(10.into()));
    check("-(x/y)", Value::Int(3.into()));
    check("x**2 - 1", Value::Int(48.into()));
    check("x > 3 & y < 0 | false", Value::Bool(true));
    check("not p | x != 7", Value::Bool(false));
    check("if x > 3 then 1 else if p then 2 else 3", Value::Int(1.into()));
    check("rem(y, 3) = -2 -> mod(y, 3) = 1", Value::Bool(true));
    check("unsigned(bitand(bits(x, 8), 0x03))", Value::Int(3.into()));
    check("((x ^ y) & 0x80) != 0 && !(x % 4 == y)", Value::Bool(true));
    check("(unsigned char)(y << 1) | 1", Value::Int(253.into()));
    check("x >= '0' ? ~x : y >> 1", Value::Int((-1).into()));
    check("MERGE(MOD(y, 4), MODULO(y, 4), .NOT. (x /= 7))", Value::Int((-2).into()));
    check("(double)x*d > 3.0D0", Value::Bool(true));
}

#[test]
fn numbers_are_of_the_sort_of_their_neighbours() {
    check("0.25 + d", Value::Float(FloatKind::Double, 0.75f64.to_bits()));
    check("2.0*d = 1.0", Value::Bool(true));
    check("1/3", Value::Real(dashu_ratio::RBig::from_parts(1.into(), 3u8.into())));
}

#[test]
fn quotients_are_rounded_as_told() {
    assert_eq!(evaluate("x/y", &environment(Rounding::Floor)), Ok(Value::Int((-4).into())));
    assert_eq!(evaluate("x/y", &environment(Rounding::Truncate)), Ok(Value::Int((-3).into())));
}

#[test]
fn what_is_not_understood_is_said() {
    assert!(evaluate("x + unknown", &environment(Rounding::Floor)).is_err());
    assert!(evaluate("x + p", &environment(Rounding::Floor)).is_err());
    assert!(evaluate("x )", &environment(Rounding::Floor)).is_err());
}

#[test]
fn printed_terms_read_back() {
    let mut table = Table::new();
    let (x, y) = (table.symbol("x", Sort::INT), table.symbol("y", Sort::INT));
    use sextant_expr::Op;
    let sum = table.apply(Op::Add, &[x, y]);
    let quotient = table.apply(Op::Div(Rounding::Truncate), &[sum, y]);
    let negative = table.apply(Op::Neg, &[quotient]);
    let product = table.apply(Op::Mul, &[negative, x]);
    let least = table.apply(Op::Min, &[product, x]);
    for term in [sum, quotient, negative, product, least] {
        let mut assignment = sextant_expr::Assignment::new();
        for (symbol, value) in [(x, 7), (y, -2)] {
            let Op::Symbol(id) = *table.op(symbol) else { unreachable!() };
            assignment.set(id, Value::Int(value.into()));
        }
        check(&table.show(term), table.evaluate(term, &assignment));
    }
}

#[test]
fn values_are_compared_as_numbers() {
    assert!(same_value("0.5", "1/2"));
    assert!(same_value("-3", "-3.0"));
    assert!(same_value("true", "1"));
    assert!(!same_value("3", "-3"));
    assert!(!same_value("NaN", "3"));
}
