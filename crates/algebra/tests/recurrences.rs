//! Closed forms against step-by-step evaluation, for every number of steps up to 200.

use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{Condition, Sequence, Symbol, Term, Values, solve};

const STEPS: u64 = 200;

fn sym(name: &str) -> Term {
    Term::symbol(&Symbol::integer(name))
}

fn num(value: i64) -> Term {
    Term::int(value)
}

/// Solves a system with symbolic starts and compares with iteration on some values. Says which variables are
/// solved and which relations hold.
fn check(updates: &[(&str, Term)], parameters: &[(&str, i64)], starts: &[i64]) -> Vec<Option<String>> {
    let index = Symbol::integer("k");
    let symbols: Vec<Symbol> = updates.iter().map(|(name, _)| Symbol::integer(name)).collect();
    let terms: Vec<Term> = updates.iter().map(|(_, term)| term.clone()).collect();
    let first: Vec<Term> = updates.iter().map(|(name, _)| sym(&format!("{name}0"))).collect();
    let solution = solve(&index, &symbols, &terms, &first);
    let mut state: Vec<RBig> = starts.iter().map(|&value| RBig::from(value)).collect();
    for step in 0..=STEPS {
        let mut values = Values::default();
        values.set("k", RBig::from(step));
        for (name, value) in parameters {
            values.set(name, RBig::from(*value));
        }
        for ((name, _), value) in updates.iter().zip(starts) {
            values.set(&format!("{name}0"), RBig::from(*value));
        }
        let mut now = values.clone();
        for ((name, _), value) in updates.iter().zip(&state) {
            now.numbers.insert((*name).into(), value.clone());
        }
        for (at, closed) in solution.values.iter().enumerate() {
            let Some(closed) = closed else { continue };
            if closed.conditions.iter().any(|condition| values.condition(condition) != Ok(true)) {
                continue;
            }
            assert_eq!(values.term(&closed.value), Ok(state[at].clone()), "{} after {step}", closed.value);
        }
        if step < 12 {
            for (expression, closed) in &solution.relations {
                assert_eq!(values.term(&closed.value), now.term(expression), "{expression} after {step}");
            }
        }
        let size = state.iter().map(|value| value.to_string().len()).max().unwrap_or(0);
        if size > 20_000 {
            break;
        }
        state = terms.iter().map(|term| now.term(term).expect("a value")).collect();
    }
    solution.values.iter().map(|value| value.as_ref().map(|closed| closed.value.to_string())).collect()
}

#[track_caller]
fn solved(updates: &[(&str, Term)], parameters: &[(&str, i64)], starts: &[i64]) -> Vec<String> {
    check(updates, parameters, starts).into_iter().map(|form| form.expect("a closed form")).collect()
}

#[test]
fn polynomials_and_geometric_sequences() {
    let i = sym("i");
    assert_eq!(solved(&[("i", i.plus(&num(1)))], &[], &[7]), ["i0 + k"]);
    solved(&[("s", sym("s").plus(&i)), ("i", i.plus_int(1))], &[], &[0, 1]);
    solved(
        &[("x", sym("x").plus(&sym("y").plus_int(1).to_power(5))), ("y", sym("y").plus_int(1))],
        &[],
        &[0, 0],
    );
    assert_eq!(solved(&[("d", sym("d").scaled(&RBig::from(2)))], &[], &[3]), ["2**k*d0"]);
    for z in [-3, -1, 0, 2, 5] {
        solved(
            &[("x", sym("x").times(&sym("z")).plus_int(1)), ("y", sym("y").times(&sym("z")))],
            &[("z", z)],
            &[1, 4],
        );
    }
}

#[test]
fn systems_of_several_variables() {
    solved(&[("a", sym("b")), ("b", sym("a").plus(&sym("b")))], &[], &[0, 1]);
    solved(&[("s", sym("s").plus(&sym("x"))), ("x", num(1).minus(&sym("x")))], &[], &[5, 9]);
    solved(
        &[("x", sym("x").plus(&sym("y"))), ("y", sym("y").plus(&sym("z"))), ("z", sym("z").plus(&sym("z")))],
        &[],
        &[1, -2, 3],
    );
    let all = sym("a").plus(&sym("b")).plus(&sym("c"));
    solved(&[("a", sym("b")), ("b", sym("c")), ("c", all)], &[], &[0, 0, 1]);
    // A rotation by a quarter and one by a sixth of a turn.
    solved(&[("x", sym("y").negated()), ("y", sym("x"))], &[], &[3, 4]);
    solved(&[("x", sym("x").minus(&sym("y"))), ("y", sym("x"))], &[], &[3, 4]);
    // Swapping with growth: the square of the matrix has the roots.
    solved(&[("x", sym("y").scaled(&RBig::from(3))), ("y", sym("x").scaled(&RBig::from(2)))], &[], &[1, 1]);
    // A copy of the value before.
    solved(
        &[("c", sym("n")), ("n", sym("n").plus(&sym("a"))), ("t", sym("t").minus(&sym("c")))],
        &[("a", 4)],
        &[9, 1, 0],
    );
}

#[test]
fn what_is_not_linear() {
    let y = sym("y");
    solved(
        &[("x", sym("x").plus(&sym("x")).plus(&y.times(&y))), ("y", y.scaled(&RBig::from(3)))],
        &[],
        &[2, 5],
    );
    let x = sym("x");
    assert_eq!(solved(&[("x", x.times(&x).plus(&x).plus(&x))], &[], &[1]), ["(x0 + 1)**(2**k) - 1"]);
    solved(&[("f", sym("f").times(&sym("i"))), ("i", sym("i").plus_int(1))], &[], &[1, 1]);
    solved(&[("n", Term::floor_div(&sym("n"), &num(2)))], &[], &[1_000_003]);
    solved(&[("x", Term::modulo(&sym("x").scaled(&RBig::from(5)).plus_int(3), &num(64)))], &[], &[-77]);
}

/// Factorials need a start that is known.
fn from_one(updates: &[(&str, Term)], firsts: &[Term]) -> Vec<(Option<String>, Option<String>)> {
    let index = Symbol::integer("k");
    let symbols: Vec<Symbol> = updates.iter().map(|(name, _)| Symbol::integer(name)).collect();
    let terms: Vec<Term> = updates.iter().map(|(_, term)| term.clone()).collect();
    let solution = solve(&index, &symbols, &terms, firsts);
    let mut state: Vec<RBig> = firsts.iter().map(|term| term.as_constant().expect("a number")).collect();
    for step in 0..=STEPS {
        let mut values = Values::default();
        values.set("k", RBig::from(step));
        for (closed, actual) in solution.values.iter().zip(&state) {
            if let Some(closed) = closed {
                assert_eq!(values.term(&closed.value).as_ref(), Ok(actual), "{} after {step}", closed.value);
            }
        }
        for (symbol, value) in symbols.iter().zip(&state) {
            values.numbers.insert(symbol.name.clone(), value.clone());
        }
        state = terms.iter().map(|term| values.term(term).expect("a value")).collect();
    }
    let shown = solution.values.into_iter();
    shown
        .map(|closed| match closed {
            Some(closed) => (Some(closed.value.to_string()), closed.note),
            None => (None, None),
        })
        .collect()
}

#[test]
fn gospers_method_finds_sums_and_proves_their_absence() {
    let (i, f) = (sym("i"), sym("f"));
    let next = f.times(&i);
    let fraction = Term::inverse(&i.times(&i.plus_int(1)));
    let found = from_one(
        &[
            ("f", next.clone()),
            ("s", sym("s").plus(&i.times(&next))),
            ("h", sym("h").plus(&fraction)),
            ("w", sym("w").plus(&i.times(&Term::power(&num(2), &i)))),
            ("i", i.plus_int(1)),
        ],
        &[num(1), num(0), num(0), num(0), num(1)],
    );
    assert_eq!(found[0].0.as_deref(), Some("factorial(k)"));
    assert!(
        found
            .iter()
            .all(|(value, note)| value.as_ref().is_some_and(|text| !text.contains("sum")) && note.is_none())
    );
    let left = from_one(
        &[("f", next.clone()), ("s", sym("s").plus(&next)), ("i", i.plus_int(1))],
        &[num(1), num(0), num(1)],
    );
    assert!(left[1].0.as_deref().is_some_and(|text| text.contains("sum")));
    assert!(left[1].1.as_deref().is_some_and(|note| note.contains("no hypergeometric closed form")));
}

#[test]
fn a_combination_has_a_closed_form_where_its_parts_have_none() {
    let (x, y, z) = (sym("x"), sym("y"), sym("z"));
    let square = y.times(&y);
    let updates = [
        ("z", num(1).minus(&z)),
        ("x", x.plus(&x).plus(&square).plus(&z)),
        ("y", y.plus(&y).minus(&square).plus(&z).plus(&z)),
    ];
    let forms = check(&updates, &[], &[0, 1, 2]);
    assert!(forms[0].is_some() && forms[1].is_none() && forms[2].is_none());
    let index = Symbol::integer("k");
    let symbols: Vec<Symbol> = updates.iter().map(|(name, _)| Symbol::integer(name)).collect();
    let terms: Vec<Term> = updates.iter().map(|(_, term)| term.clone()).collect();
    let solution = solve(&index, &symbols, &terms, &[num(0), sym("x0"), sym("y0")]);
    assert_eq!(solution.relations.len(), 1);
    assert_eq!(solution.relations[0].0.to_string(), "x + y");
}

#[test]
fn large_indices_by_modular_arithmetic() {
    let huge: IBig = IBig::from(10u64).pow(18);
    let sequence = Sequence { coefficients: vec![RBig::ONE; 3], first: vec![num(0), num(0), num(1)] };
    let member = Term::member(&Arc::new(sequence), &sym("n"));
    let mut values = Values::default();
    values.set("n", RBig::from(huge.clone()));
    let modulus = IBig::ONE << 64;
    assert_eq!(
        values.modular(&member, &modulus).map(|value| value.to_string()),
        Ok("5501557070459568128".into())
    );

    let index = Symbol::integer("k");
    let x = Symbol::integer("x");
    let step = Term::symbol(&x).scaled(&RBig::from(1664525u32)).plus(&Term::int(1013904223u32));
    let step = Term::modulo(&step, &Term::int(IBig::ONE << 32));
    let solution = solve(&index, &[x], &[step], &[num(1)]);
    values.set("k", RBig::from(huge));
    let closed = solution.values[0].as_ref().expect("solved");
    assert_eq!(values.term(&closed.value), Ok(RBig::from(2281963521u32)), "{}", closed.value);
}

#[test]
fn comparisons_are_canonical() {
    let (a, b) = (sym("a"), sym("b"));
    assert_eq!(Condition::gt(&a.minus(&b)), Condition::ge(&a.minus(&b).plus_int(-1)));
    assert_eq!(Condition::eq(&a.minus(&b)), Condition::eq(&b.minus(&a)));
    assert_eq!(Condition::eq(&a.plus(&a).plus_int(1)), Condition::False);
    assert_eq!(Condition::ge(&a.plus(&a).plus_int(1)), Condition::ge(&a));
    assert_eq!(Condition::ge(&a).negated().negated(), Condition::ge(&a));
}

/// Sums within sums, each of a number that another sum gives: `b_1 = b`, and `b_(n+1)` is the sum of the binary digits of `b_n`,
/// with their weights.
#[test]
fn a_sum_inside_of_others_is_computed_once() {
    let two = num(2);
    let mut number = sym("b");
    for depth in 0..5 {
        let index = Symbol::integer(format!("t{depth}").as_str());
        let weight = Term::power(&two, &Term::symbol(&index));
        let digit = Term::modulo(&Term::floor_div(&number, &weight), &two);
        number = Term::sum_over(&index, &num(0), &num(63), &weight.times(&digit));
    }
    let mut values = Values::default();
    for b in [117, 90_210] {
        values.set("b", b);
        assert_eq!(values.term(&number), Ok(RBig::from(b)));
    }
}
