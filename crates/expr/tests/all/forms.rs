//! Canonical forms and minimised conditions as the user reads them; the cases are files under `tests/expr`.

use crate::reader;

use reader::{cases, read};
use sextant_expr::{Table, TermId};

fn check(name: &str, shown: impl Fn(&mut Table, &str) -> String) {
    let mut table = Table::new();
    // The whole history is kept, so that simplification has all the work to do.
    table.set_folding(false);
    let mut failures = String::new();
    for (given, wanted) in cases(name, &mut table) {
        let found = shown(&mut table, &given);
        if found != wanted {
            failures.push_str(&format!("{given}\n  wanted {wanted}\n  found  {found}\n"));
        }
    }
    assert!(failures.is_empty(), "{name}:\n{failures}");
}

fn simplified(table: &mut Table, text: &str) -> String {
    let term = read(table, text);
    let simple = table.simplify(term);
    table.show(simple)
}

#[test]
fn integers() {
    check("integers.txt", simplified);
}

#[test]
fn reals() {
    check("reals.txt", simplified);
}

#[test]
fn functions() {
    check("functions.txt", simplified);
}

#[test]
fn comparisons() {
    check("comparisons.txt", simplified);
}

#[test]
fn booleans() {
    check("booleans.txt", simplified);
}

#[test]
fn arrays() {
    check("arrays.txt", simplified);
}

#[test]
fn machine_numbers() {
    check("machine.txt", simplified);
}

/// Raw terms are shown as they were built.
#[test]
fn shown_as_built() {
    check("shown.txt", |table, text| {
        let term = read(table, text);
        table.show(term)
    });
}

/// Conjuncts are separated by semicolons.
#[test]
fn conditions() {
    check("conditions.txt", |table, text| {
        let conjuncts: Vec<TermId> = text.split(';').map(|part| read(table, part)).collect();
        let minimised = table.minimise(&conjuncts);
        minimised.into_iter().map(|term| table.show(term)).collect::<Vec<_>>().join("; ")
    });
}
