//! What a check costs grows with the number of procedures, and no faster; and it does not depend on who does it.

use std::sync::atomic::AtomicU64;

use sextant_session::{CheckReport, Options, Session, Syntax};

/// A program of many small procedures.
fn program(syntax: Syntax, count: usize) -> String {
    let procedure = |at: usize| match syntax {
        Syntax::C => format!(
            "int f{at}(int x, int y) {{\n    int z = {at};\n    if (x > y && y != 0)\n        z = x / y;\n    \
             return z < 100 ? z + {at} : 0;\n}}\n"
        ),
        Syntax::Fortran => format!(
            "integer function f{at}(x, y)\n  integer x, y\n  f{at} = {at}\n  if (y > 0) f{at} = x / y\nend function\n"
        ),
        _ => format!(
            "F{at}: PROCEDURE (X, Y) RETURNS (FIXED BINARY (31));\n   DECLARE (X, Y) FIXED BINARY (31);\n   \
             IF Y > {at} THEN RETURN (X / Y);\n   RETURN ({at});\nEND F{at};\n"
        ),
    };
    (0..count).map(procedure).collect()
}

fn check(syntax: Syntax, count: usize, threads: usize) -> CheckReport {
    let name = if syntax == Syntax::Fortran { "many.f90" } else { "many" };
    let texts = vec![(name.to_owned(), program(syntax, count))];
    let session = Session::from_texts(texts, syntax).expect("a program");
    let options = Options { threads, ..Options::default() };
    session.check("", &options, &AtomicU64::new(0)).expect("calls")
}

/// Nanoseconds that this thread has been running, whatever else the computer does; none where nobody counts them.
fn busy() -> Option<u64> {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    counted.split_whitespace().next()?.parse().ok()
}

/// How long ten checks take together: one is shorter than what the system counts with.
fn cost(syntax: Syntax, count: usize) -> Option<u64> {
    let before = busy()?;
    for _ in 0..10 {
        assert_eq!(check(syntax, count, 1).calls.len(), count);
    }
    Some(busy()? - before)
}

/// Compiling the program anew for each procedure would take 16 times as long. These procedures are so small that the few
/// bytes a machine keeps for each procedure of the program can be seen, too; that is allowed for.
#[test]
fn the_cost_of_a_check_is_not_quadratic_in_the_number_of_procedures() {
    for syntax in [Syntax::Pli, Syntax::Fortran] {
        let (Some(few), Some(many)) = (cost(syntax, 150), cost(syntax, 600)) else { return };
        assert!(many <= 9 * few, "{syntax:?}: {few} ns, {many} ns");
    }
}

#[test]
fn several_workers_find_what_one_finds() {
    let with_clang = std::process::Command::new("clang").arg("--version").output().is_ok();
    for syntax in [Syntax::C, Syntax::Fortran, Syntax::Pli] {
        if syntax == Syntax::C && !with_clang {
            continue;
        }
        let [one, three] = [1, 3].map(|threads| check(syntax, 20, threads));
        assert_eq!(one.verdict, three.verdict);
        assert_eq!(serde_json::json!(one), serde_json::json!(three), "{syntax:?}");
    }
}

/// Paths that are merged are not shared among workers; the report says so, and nothing else changes.
#[test]
fn one_call_of_c_has_one_worker() {
    if std::process::Command::new("clang").arg("--version").output().is_err() {
        return;
    }
    let [one, mut three] = [1, 3].map(|threads| check(Syntax::C, 1, threads));
    assert_eq!((one.notes.len(), three.notes.len()), (0, 1));
    three.notes.clear();
    assert_eq!(serde_json::json!(one), serde_json::json!(three));
}
