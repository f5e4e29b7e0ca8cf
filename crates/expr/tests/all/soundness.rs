//! Simplified and original terms agree under every assignment tried, whatever the sort.

use crate::random;

use std::cell::Cell;

use dashu_ratio::RBig;
use random::{Maker, assignment};
use rustc_hash::FxHashMap;
use sextant_expr::{
    Evaluation, FloatKind, LinearForm, Number, Op, Relation, Scalar, Sort, Table, TermId, Value,
};
use sextant_testing::{Choices, Plan, check};

/// Tables per sort; each has about a dozen terms, which share its memos.
const TABLES: u32 = 2_500;

fn check_term(choices: &mut Choices, table: &mut Table, term: TermId) {
    let simple = table.simplify(term);
    assert_eq!(table.simplify(simple), simple, "not idempotent: {}", table.show(term));
    assert_eq!(table.sort(simple), table.sort(term));
    for _ in 0..4 {
        let mut evaluation = Evaluation::new(assignment(choices, table));
        let wanted = evaluation.value(table, term).clone();
        let found = evaluation.value(table, simple).clone();
        if wanted != found {
            let given = |(id, value)| format!("{} = {value}; ", table.symbol_info(id).name);
            let given: String = evaluation.assignment().iter().map(given).collect();
            panic!("{given}\n{}\nis {wanted}, but\n{}\nis {found}", table.show(term), table.show(simple));
        }
    }
}

fn check_sort(seed: u64, sorts: &[Sort]) {
    let terms = Cell::new(0);
    check(Plan { seed, cases: TABLES, choices: 2_000 }, |choices| {
        // One half is built with folding switched off: simplification must make up for it.
        let mut table = Table::new();
        table.set_folding(choices.chance(50));
        while !choices.ended() {
            let (sort, depth) = (choices.pick(sorts), 1 + choices.below(5));
            let mut maker = Maker { choices, table };
            let term = maker.term(sort, depth);
            table = maker.table;
            check_term(choices, &mut table, term);
            terms.set(terms.get() + 1);
        }
    });
    println!("{} terms", terms.get());
}

#[test]
fn booleans() {
    check_sort(1, &[Sort::BOOL]);
}

#[test]
fn integers() {
    check_sort(2, &[Sort::INT]);
}

#[test]
fn reals() {
    check_sort(3, &[Sort::REAL]);
}

#[test]
fn bit_strings() {
    check_sort(4, &random::WIDTHS.map(random::bits));
}

#[test]
fn floats() {
    check_sort(5, &[FloatKind::Single, FloatKind::Double].map(|kind| Sort::Scalar(Scalar::Float(kind))));
}

#[test]
fn arrays() {
    check_sort(6, &[Scalar::Bool, Scalar::Int, Scalar::Real, Scalar::BitVec(8)].map(Sort::Array));
}

/// Folding changes nothing but the shape: the same term made with and without it has the same values.
#[test]
fn folding_agrees_with_evaluation() {
    let float = Sort::Scalar(Scalar::Float(FloatKind::Single));
    let sorts = [Sort::BOOL, Sort::INT, Sort::REAL, random::bits(8), float, Sort::Array(Scalar::Int)];
    check(Plan { seed: 7, cases: 50_000, choices: 200 }, |choices| {
        let sort = choices.pick(&sorts);
        let [folded, plain] = [true, false].map(|folding| {
            let mut choices = choices.clone();
            let mut table = Table::new();
            table.set_folding(folding);
            let mut maker = Maker { choices: &mut choices, table };
            let term = maker.term(sort, 4);
            let table = maker.table;
            let value = table.evaluate(term, &assignment(&mut choices, &table));
            (value, table.show(term))
        });
        assert_eq!(folded.0, plain.0, "{}", plain.1);
    });
}

/// A canonical term is canonical in a table that has never seen it, and simplifies to the same text.
#[test]
fn forms_do_not_depend_on_the_table() {
    let sorts = [Sort::BOOL, Sort::INT, Sort::REAL, random::bits(8)];
    check(Plan { seed: 8, cases: 5_000, choices: 150 }, |choices| {
        let sort = choices.pick(&sorts);
        let mut maker = Maker { choices, table: Table::new() };
        let term = maker.term(sort, 3);
        let mut table = maker.table;
        let simple = table.simplify(term);
        let mut other = Table::new();
        // Other ids for the symbols, and other terms around.
        for name in ["x2", "x1", "x0"] {
            other.symbol(name, Sort::INT);
        }
        let copy = other.import(&table, term, &mut FxHashMap::default());
        let copy = other.simplify(copy);
        assert_eq!(table.show(simple), other.show(copy), "{}", table.show(term));
    });
}

/// Conjuncts like those of paths: many comparisons of few forms, some clauses.
fn conjuncts(maker: &mut Maker) -> Vec<TermId> {
    let count = 1 + maker.choices.below(6);
    (0..count)
        .map(|_| {
            if maker.choices.chance(15) {
                return maker.term(Sort::BOOL, 3);
            }
            let op = maker.choices.pick(&[Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne]);
            let sort = maker.choices.pick(&[Sort::INT, Sort::INT, Sort::REAL]);
            let depth = usize::from(maker.choices.chance(40));
            let args = [maker.term(sort, depth), maker.leaf(sort)];
            let condition = maker.table.apply(op, &args);
            if maker.choices.chance(30) { maker.table.not(condition) } else { condition }
        })
        .collect()
}

#[test]
fn minimised_conditions_are_equivalent() {
    let shorter = Cell::new(0);
    check(Plan { seed: 9, cases: 30_000, choices: 150 }, |choices| {
        let mut maker = Maker { choices, table: Table::new() };
        let given = conjuncts(&mut maker);
        let mut table = maker.table;
        let minimised = table.minimise(&given);
        shorter.set(shorter.get() + usize::from(minimised.len() < given.len()));
        for _ in 0..6 {
            let mut evaluation = Evaluation::new(assignment(choices, &table));
            let mut all = |terms: &[TermId]| terms.iter().all(|&term| evaluation.holds(&table, term));
            let show =
                |terms: &[TermId]| terms.iter().map(|&term| table.show(term)).collect::<Vec<_>>().join("; ");
            assert_eq!(all(&given), all(&minimised), "{}\n{}", show(&given), show(&minimised));
        }
    });
    let shorter = shorter.get();
    assert!(shorter > 5_000, "minimising shortened only {shorter} lists");
}

/// Linear forms have the value of their terms, linear atoms that of their conditions.
#[test]
fn linear_forms_agree() {
    check(Plan { seed: 10, cases: 20_000, choices: 150 }, |choices| {
        let sort = choices.pick(&[Sort::INT, Sort::REAL]);
        let mut maker = Maker { choices, table: Table::new() };
        let (term, condition) = (maker.term(sort, 3), maker.truth(2));
        let mut table = maker.table;
        let form = table.linear_form(term);
        let atom = table.linear_atom(condition);
        for _ in 0..3 {
            let mut evaluation = Evaluation::new(assignment(choices, &table));
            let mut sum = |form: &LinearForm| {
                let term = |(atom, coefficient): &(TermId, Number)| match evaluation.value(&table, *atom) {
                    Value::Int(value) => coefficient.to_rational() * RBig::from(value.clone()),
                    Value::Real(value) => coefficient.to_rational() * value,
                    other => panic!("{other} in a linear form"),
                };
                form.terms.iter().map(term).fold(form.constant.to_rational(), |sum, term| sum + term)
            };
            let value = sum(&form);
            if let Some(atom) = &atom {
                let (value, zero) = (sum(&atom.form), RBig::ZERO);
                let holds = match atom.relation {
                    Relation::Eq => value == zero,
                    Relation::Ne => value != zero,
                    Relation::Le => value <= zero,
                    Relation::Lt => value < zero,
                };
                assert_eq!(evaluation.holds(&table, condition), holds, "{}", table.show(condition));
            }
            match evaluation.value(&table, term) {
                Value::Int(wanted) => assert_eq!(value, RBig::from(wanted.clone()), "{}", table.show(term)),
                Value::Real(wanted) => assert_eq!(value, *wanted, "{}", table.show(term)),
                other => panic!("{other}"),
            }
        }
    });
}

/// Where no divisor vanishes, numerator over denominator is the value.
#[test]
fn rational_forms_agree() {
    let checked = Cell::new(0);
    check(Plan { seed: 11, cases: 10_000, choices: 150 }, |choices| {
        let mut maker = Maker { choices, table: Table::new() };
        let args = [maker.term(Sort::REAL, 2), maker.term(Sort::REAL, 2)];
        let quotient = maker.table.apply(Op::Quotient, &args);
        let more = maker.term(Sort::REAL, 2);
        let term = maker.table.apply(Op::Add, &[quotient, more]);
        let mut table = maker.table;
        let (numerator, denominator, nonzero) = table.rational_form(term);
        for _ in 0..3 {
            let mut evaluation = Evaluation::new(assignment(choices, &table));
            let mut real = |term: TermId| match evaluation.value(&table, term) {
                Value::Real(value) => value.clone(),
                other => panic!("{other}"),
            };
            if nonzero.iter().all(|&divisor| !real(divisor).is_zero()) {
                checked.set(checked.get() + 1);
                assert_eq!(real(numerator), real(term) * real(denominator), "{}", table.show(term));
                assert!(!real(denominator).is_zero(), "{}", table.show(term));
            }
        }
    });
    let checked = checked.get();
    assert!(checked > 5_000, "only {checked} cases had nonzero divisors");
}
