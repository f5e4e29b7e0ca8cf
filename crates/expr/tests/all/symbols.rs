//! Symbols are told apart by what they stand for; their names only show them.

use std::sync::Arc;

use sextant_expr::{Origin, Scalar, Sort, Stream, Table, Why};

fn read(number: u64) -> Origin {
    Origin::Read(Stream::Values, number)
}

fn unknown(name: &str, number: u32, ty: u16) -> Origin {
    Origin::Unknown { why: Why::Result, name: name.into(), number, part: 0, ty }
}

#[test]
fn what_a_user_calls_by_one_name_is_one_symbol() {
    let mut table = Table::new();
    let x = table.symbol("X", Sort::INT);
    assert_eq!(table.symbol("X", Sort::INT), x);
    assert_eq!(table.input(Origin::named("X"), Sort::INT, || unreachable!("it is known")), x);
    assert_eq!(table.symbol_named("X"), Some(x));
}

#[test]
fn two_inputs_of_one_name_are_two_symbols_with_names_of_their_own() {
    let mut table = Table::new();
    let parts = [
        Origin::named("X"),
        Origin::Stored { storage: 0, part: 0 },
        Origin::Stored { storage: 1, part: 0 },
        Origin::Stored { storage: 1, part: 1 },
        read(1),
        read(2),
        unknown("X", 1, 0),
        unknown("X", 2, 0),
        Origin::Undetermined(1),
        Origin::Forgotten { place: 1, variable: 0 },
    ];
    let terms: Vec<_> =
        parts.iter().map(|part| table.input(part.clone(), Sort::INT, || "X".into())).collect();
    let names: Vec<String> = terms.iter().map(|&term| table.show(term)).collect();
    for (at, &term) in terms.iter().enumerate() {
        assert!(!terms[..at].contains(&term), "{:?}", parts[at]);
        assert!(!names[..at].contains(&names[at]), "{:?}: {names:?}", parts[at]);
        assert_eq!(table.symbol_of(&parts[at], Sort::INT), Some(term));
        assert_eq!(table.symbol_named(&names[at]), Some(term));
    }
    assert_eq!(names[0], "X");
}

#[test]
fn one_value_as_values_of_different_types_has_one_name() {
    let mut table = Table::new();
    let narrow = table.input(unknown("x", 1, 17), Sort::INT, || "x".into());
    let wide = table.input(unknown("x", 1, 65), Sort::INT, || "x".into());
    let real = table.input(unknown("x", 1, 0), Sort::REAL, || "x".into());
    assert!(narrow != wide && wide != real);
    assert_eq!([narrow, wide, real].map(|term| table.show(term)), ["x", "x", "x"]);
}

#[test]
fn the_sort_belongs_to_what_a_symbol_is() {
    let mut table = Table::new();
    let sorts = [Sort::INT, Sort::REAL, Sort::BOOL, Sort::Array(Scalar::Int)];
    let terms = sorts.map(|sort| table.symbol("X", sort));
    for (term, sort) in terms.into_iter().zip(sorts) {
        assert_eq!(table.sort(term), sort);
        assert_eq!(table.symbol("X", sort), term);
    }
}

#[test]
fn fresh_symbols_are_never_met_again() {
    let mut table = Table::new();
    let typed = table.symbol("any.1", Sort::INT);
    let first = table.fresh("any", Sort::INT);
    let second = table.fresh("any", Sort::INT);
    assert!(typed != first && first != second && typed != second);
    let mut other = Table::new();
    let own = other.fresh("any", Sort::INT);
    let copy = other.import(&table, first, &mut Default::default());
    assert_ne!(own, copy);
}

#[test]
fn what_comes_up_later_leaves_the_names_of_inputs_alone() {
    let mut table = Table::new();
    table.reserve(Arc::new(["IN1".to_owned(), "a".to_owned()].into_iter().collect()));
    let mut name = |origin: Origin, name: &str| {
        let label = table.label(&origin, Sort::INT, name.to_owned());
        let term = table.input(origin, Sort::INT, || name.to_owned());
        assert_eq!(table.show(term), label, "a name is known before its symbol is");
        label
    };
    // Also where the input itself is a constant in this run.
    assert_eq!(name(read(1), "IN1"), "input.IN1");
    assert_eq!(name(read(2), "IN2"), "IN2");
    assert_eq!(name(unknown("a", 1, 0), "a[2]"), "result.a[2]");
    assert_eq!(name(unknown("b", 1, 0), "a?1"), "a?1");
    assert_eq!(name(unknown("ab", 1, 0), "ab"), "ab");
}

#[test]
fn other_tables_know_symbols_by_what_they_are() {
    let mut table = Table::new();
    let parameter = table.symbol("IN1", Sort::INT);
    let stream = table.input(read(1), Sort::INT, || "IN1".into());
    let mut other = Table::new();
    let first = other.input(read(1), Sort::INT, || "IN1".into());
    let mut memo = Default::default();
    assert_eq!(other.import(&table, stream, &mut memo), first);
    assert_ne!(other.import(&table, parameter, &mut memo), first);
}

#[test]
fn names_that_look_like_codes_stay_apart_in_smt_lib() {
    let mut table = Table::new();
    let (bar, code) = (table.symbol("a|", Sort::INT), table.symbol("a%7C", Sort::INT));
    let different = table.apply(sextant_expr::Op::Ne, &[bar, code]);
    let script = table.smtlib_script(&[different]);
    assert_eq!(script.matches("declare-").count(), 2, "{script}");
    let declared: Vec<&str> = script.lines().filter(|line| line.contains("declare-")).collect();
    assert_ne!(declared[0].replace('|', ""), declared[1].replace('|', ""), "{script}");
}
