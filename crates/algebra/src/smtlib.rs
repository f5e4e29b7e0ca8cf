//! Terms and conditions as SMT-LIB 2 expressions over Real and Int.
//!
//! What SMT-LIB has no word for (powers, factorials, sums, searches) is an application of an uninterpreted function
//! of that name.

use dashu_base::Signed;
use dashu_ratio::RBig;

use crate::{Array, Atom, Condition, Relation, Style, Term};

fn number(value: &RBig, integer: bool) -> String {
    let size = if value.is_negative() { -value } else { value.clone() };
    let mut text = match (value.denominator().is_one(), integer) {
        (true, true) => size.numerator().to_string(),
        (true, false) => format!("{}.0", size.numerator()),
        (false, _) => format!("(/ {}.0 {}.0)", size.numerator(), size.denominator()),
    };
    if value.is_negative() {
        text = format!("(- {text})");
    }
    text
}

fn apply(name: &str, args: &[String]) -> String {
    format!("({name} {})", args.join(" "))
}

pub(crate) fn term(whole: &Term) -> String {
    // A fraction of an integer polynomial is exact by construction.
    let denominator = whole.denominator();
    if denominator != dashu_int::IBig::ONE && whole.has_integer_atoms() {
        let top = term(&whole.scaled(&RBig::from(denominator.clone())));
        return apply("div", &[top, denominator.to_string()]);
    }
    sum(whole, whole.has_integer_atoms())
}

/// A term of sort Real.
fn real(whole: &Term) -> String {
    sum(whole, false)
}

fn sum(whole: &Term, integer: bool) -> String {
    let mut parts = Vec::new();
    for (monomial, coefficient) in whole.parts() {
        let mut factors = Vec::new();
        if *coefficient != RBig::ONE || monomial.is_one() {
            factors.push(number(coefficient, integer));
        }
        for (base, count) in monomial.factors() {
            let shown = match integer || !Term::atom(base.clone()).has_integer_atoms() {
                true => atom(base),
                false => apply("to_real", &[atom(base)]),
            };
            for _ in 0..count.unsigned_abs() {
                factors.push(if *count > 0 {
                    shown.clone()
                } else {
                    apply("/", &["1.0".into(), shown.clone()])
                });
            }
        }
        parts.push(if factors.len() == 1 { factors.remove(0) } else { apply("*", &factors) });
    }
    match parts.len() {
        0 => number(&RBig::ZERO, integer),
        1 => parts.remove(0),
        _ => apply("+", &parts),
    }
}

fn name(text: &str) -> String {
    format!("|{text}|")
}

fn atom(atom: &Atom) -> String {
    let pair = |word: &str, a: &Term, b: &Term| apply(word, &[term(a), term(b)]);
    match atom {
        Atom::Symbol(symbol) => name(&symbol.name),
        Atom::Power(a, b) => pair("power", a, b),
        Atom::Inverse(a) => apply("/", &["1.0".into(), real(a)]),
        Atom::Factorial(a) => apply("factorial", &[term(a)]),
        Atom::Floor(a, b) if !(a.has_integer_atoms() && b.has_integer_atoms()) => {
            let (a, b) = (real(a), real(b));
            format!("(ite (= {b} 0.0) 0 (to_int (/ {a} {b})))")
        }
        Atom::Floor(a, b) => {
            // SMT-LIB rounds so that the remainder is not negative.
            let (a, b) = (term(a), term(b));
            format!("(ite (> {b} 0) (div {a} {b}) (div (- {a}) (- {b})))")
        }
        Atom::Mod(a, b) => pair("mod", a, b),
        Atom::Root(a) => apply("isqrt", &[term(a)]),
        Atom::Log(base, a) => apply("ilog", &[base.to_string(), term(a)]),
        Atom::Gcd(a, b) => pair("gcd", a, b),
        Atom::Min(terms) => fold_extreme(terms, "<="),
        Atom::Max(terms) => fold_extreme(terms, ">="),
        Atom::Choice(c, a, b) => apply("ite", &[condition(c), term(a), term(b)]),
        Atom::Element(inner, index) => {
            index.iter().fold(array(inner), |array, index| apply("select", &[array, term(index)]))
        }
        other => name(&Term::atom(other.clone()).show(Style::Text)),
    }
}

fn fold_extreme(terms: &[Term], sign: &str) -> String {
    let mut shown = terms.iter().map(term);
    let first = shown.next().unwrap_or_default();
    shown.fold(first, |all, next| format!("(ite ({sign} {all} {next}) {all} {next})"))
}

pub(crate) fn condition(whole: &Condition) -> String {
    match whole {
        Condition::True => "true".into(),
        Condition::False => "false".into(),
        Condition::Compare(relation, left) => {
            let zero = if left.has_integer_atoms() { "0" } else { "0.0" };
            let left = term(left);
            match relation {
                Relation::Eq => format!("(= {left} {zero})"),
                Relation::Ne => format!("(not (= {left} {zero}))"),
                Relation::Ge => format!("(>= {left} {zero})"),
                Relation::Gt => format!("(> {left} {zero})"),
            }
        }
        Condition::And(parts) => apply("and", &parts.iter().map(condition).collect::<Vec<_>>()),
        Condition::Or(parts) => apply("or", &parts.iter().map(condition).collect::<Vec<_>>()),
        Condition::Ever(search) => {
            let index = name(&search.index.name);
            format!("(exists (({index} Int)) (and (>= {index} 0) {}))", condition(&search.condition))
        }
        Condition::Never(search) => {
            let index = name(&search.index.name);
            format!("(forall (({index} Int)) (=> (>= {index} 0) (not {})))", condition(&search.condition))
        }
    }
}

pub(crate) fn array(whole: &Array) -> String {
    match whole {
        Array::Symbol(text, _) => name(text),
        Array::Store(inner) => stored(&array(&inner.0), &inner.1, &inner.2),
        Array::Choice(inner) => apply("ite", &[condition(&inner.0), array(&inner.1), array(&inner.2)]),
        Array::Lambda(inner) => {
            inner.0.iter().rev().fold(term(&inner.1), |body, symbol| {
                format!("(lambda (({} Int)) {body})", name(&symbol.name))
            })
        }
        Array::Iterate(..) => name(&whole.show(Style::Text)),
    }
}

/// An array of arrays with one element changed.
fn stored(array: &str, index: &[Term], value: &Term) -> String {
    match index {
        [] => term(value),
        [at, rest @ ..] => {
            let at = term(at);
            let inner = apply("select", &[array.to_owned(), at.clone()]);
            apply("store", &[array.to_owned(), at, stored(&inner, rest, value)])
        }
    }
}
