//! A check on the right side of a connective counts only where the left side does not settle it, and what is undecided
//! is not refuted.

use std::sync::atomic::AtomicU64;

use sextant_session::{Arithmetic, Options, Session, Syntax, Verdict};

fn session(text: &str, syntax: Syntax) -> Session {
    let name = if syntax == Syntax::Fortran { "program.f90" } else { "program" };
    Session::from_texts(vec![(name.into(), text.to_owned())], syntax)
        .unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

/// The verdict on the first procedure.
fn verdict(text: &str, syntax: Syntax, arithmetic: Arithmetic) -> Verdict {
    let session = session(text, syntax);
    let options = Options { arithmetic: Some(arithmetic), ..Options::default() };
    let first = session.procedures()[0].to_owned();
    let report = session.check(&first, &options, &AtomicU64::new(0)).expect("a call");
    if report.verdict == Verdict::Refuted {
        assert!(report.findings.iter().any(|finding| finding.status == Verdict::Refuted));
    }
    report.verdict
}

fn fortran(condition: &str) -> String {
    format!(
        "subroutine s(n, m, a, v)\n  integer n, m, k\n  real a(n), v\n  logical l\n  v = 0.0\n  \
         if (n > 0) k = n\n  {condition}\nend subroutine\n\
         subroutine t(l)\n  logical l\nend subroutine\n\
         logical function f(x)\n  integer x\n  f = 10/x > 1\nend function\n"
    )
}

fn expect_fortran(statement: &str, wanted: Verdict) {
    for arithmetic in [Arithmetic::Ideal, Arithmetic::Machine] {
        let text = fortran(statement);
        assert_eq!(verdict(&text, Syntax::Fortran, arithmetic), wanted, "{arithmetic:?}: {statement}");
    }
}

#[test]
fn the_right_side_of_a_fortran_connective_counts_only_where_it_is_needed() {
    for statement in [
        "if (n > 0 .and. a(1) > 0.0) v = 1.0",
        "if (.not. (n < 1 .or. a(1) < 0.0)) v = 1.0",
        "if (n < 1 .or. a(1) > 0.0) v = 1.0",
        "if (n /= 0 .and. 10/n > 2) v = 1.0",
        "if (n > 0 .and. (m == 0 .or. mod(n, m) == a(1))) v = 1.0",
        "if ((n > 0 .and. m > 0) .and. (a(1) > 0.0 .and. n/m > 1)) v = 1.0",
        "if (n > 0 .and. m > 0 .and. a(1) > 0.0 .and. n/m > 1) v = 1.0",
        "l = n > 0 .and. a(1) > 0.0",
        "call t(n > 0 .and. a(1) > 0.0)",
        "v = merge(1.0, 2.0, n > 0 .and. a(1) > 0.0)",
        "if (.false. .and. a(n + 1) > 0.0) v = 1.0",
        "if (.true. .or. 1/(n - n) > 0) v = 1.0",
        "if (n > 0 .and. k > 2) v = 1.0",
        "if (n < 1000 .and. n > -1000 .and. n*n > 5) v = 1.0",
        "if (n > 1 .and. a(max(1, n - 1)) > 0.0) v = 1.0",
        "do while (n > 0 .and. a(1) > v .and. v < 2.0)\n  v = v + 1.0\n  end do",
    ] {
        expect_fortran(statement, Verdict::Proved);
    }
    // A function on the right is called only where it is needed, too.
    expect_fortran("if (n > 0 .and. n < 100 .and. f(n)) v = 1.0", Verdict::Proved);
}

#[test]
fn a_right_side_that_is_needed_fails() {
    for statement in [
        "if (n >= 0 .and. a(1) > 0.0) v = 1.0",
        "if (n > 0 .or. a(1) > 0.0) v = 1.0",
        "if (n /= 0 .or. 10/n > 2) v = 1.0",
        "if (n > 0 .and. (m == 0 .and. mod(n, m) == 1)) v = 1.0",
        "if (m > 0 .and. k > 2) v = 1.0",
        "if (a(1) > 0.0 .and. n > 0) v = 1.0",
        "l = n > m .and. 10/m > 1",
        "if (.true. .and. 1/(n - n) > 0) v = 1.0",
        "v = merge(a(1), 2.0, n > 0)",
        "if (n >= 0 .and. f(n)) v = 1.0",
    ] {
        expect_fortran(statement, Verdict::Refuted);
    }
}

fn pli(statement: &str) -> String {
    format!(
        "P: PROCEDURE (N, M, A);\n   DECLARE (N, M, V, A(10)) FIXED BINARY (31);\n   V = 0;\n   {statement}\nEND P;\n\
         F: PROCEDURE (X) RETURNS (FIXED BINARY (31));\n   DECLARE X FIXED BINARY (31);\n   RETURN (10 / X);\nEND F;\n"
    )
}

#[test]
fn the_right_side_of_a_pli_connective_counts_only_where_it_is_needed() {
    let ideal = Arithmetic::Ideal;
    for statement in [
        "IF N ^= 0 & 10 / N > 2 THEN V = 1;",
        "IF N = 0 | 10 / N > 2 THEN V = 1;",
        "IF N > 0 & (M = 0 | MOD(N, M) = 1) THEN V = 1;",
        "IF N >= 1 & N <= 10 & A(N) > 0 THEN V = 1;",
        "ASSUME (N ^= 0 ==> 10 / N > 2);",
        "DO WHILE (N ^= 0 & 10 / N > V & V < 2); V = V + 1; END;",
        "IF N ^= 0 & F(N) > 2 THEN V = 1;",
    ] {
        assert_eq!(verdict(&pli(statement), Syntax::Pli, ideal), Verdict::Proved, "{statement}");
    }
    for statement in [
        "IF N >= 0 & 10 / N > 2 THEN V = 1;",
        "IF N > 0 | 10 / N > 2 THEN V = 1;",
        "ASSUME (N = 0 ==> 10 / N > 2);",
        "IF N >= 0 & F(N) > 2 THEN V = 1;",
    ] {
        assert_eq!(verdict(&pli(statement), Syntax::Pli, ideal), Verdict::Refuted, "{statement}");
    }
}

#[test]
fn the_right_side_of_a_c_connective_counts_only_where_it_is_needed() {
    if std::process::Command::new("clang").arg("--version").output().is_err() {
        return;
    }
    let function =
        |expression: &str| format!("int f(int n, int m) {{ int a[4] = {{0}}; return {expression}; }}\n");
    for (expression, wanted) in [
        ("n != 0 && 10 / n > 2", Verdict::Proved),
        ("n == 0 || 10 / n > 2", Verdict::Proved),
        ("n > 0 && n < 4 && (m <= 0 || a[n] / m > 1)", Verdict::Proved),
        ("n > 0 ? 10 / n : 0", Verdict::Proved),
        ("n >= 0 && 10 / n > 2", Verdict::Refuted),
        ("n > 0 || 10 / n > 2", Verdict::Refuted),
        // Both sides of a bitwise operator are computed.
        ("(n != 0) & (10 / n > 2)", Verdict::Refuted),
    ] {
        let found = verdict(&function(expression), Syntax::C, Arithmetic::Machine);
        assert_eq!(found, wanted, "{expression}");
    }
}

/// A left side that depends on inputs makes no path of its own where the right side cannot fail.
#[test]
fn connectives_make_no_needless_paths() {
    let session = session(&fortran("l = n > 2 .and. m > 3 .or. m < n"), Syntax::Fortran);
    let options = Options::default();
    let call = session.call("s", &options).expect("a call");
    let report = session.paths(&call, &options, &AtomicU64::new(0));
    assert_eq!(report.paths.len(), 2, "{}", report.text(100));
}

#[test]
fn what_is_undecided_is_not_refuted() {
    // No solver here decides it.
    let text = "P: PROCEDURE (X, Y, Z);\n   DECLARE (X, Y, Z) FIXED BINARY (31);\n   PROVE (X*X*X + Y*Y*Y + Z*Z*Z ^= 33);\n   \
                PROVE (X * X >= 0);\n   PROVE (X > 0);\nEND P;\n";
    let session = session(text, Syntax::Pli);
    let options = Options { query_timeout: std::time::Duration::from_millis(300), ..Options::default() };
    let call = session.call("P(\"X\", \"Y\", \"Z\")", &options).expect("a call");
    let ran = session.run(&call, &options, |_| ());
    let explored = session.paths(&call, &options, &AtomicU64::new(0));
    let words = |proofs: &[(String, Verdict)]| -> Vec<Verdict> { proofs.iter().map(|&(_, it)| it).collect() };
    assert_eq!(words(&ran.proofs), words(&explored.paths[0].proofs));
    assert_eq!(words(&ran.proofs)[2], Verdict::Refuted);
    assert_ne!(words(&ran.proofs)[0], Verdict::Refuted);
    assert_ne!(words(&ran.proofs)[1], Verdict::Refuted);
    let checked = session.check("P", &options, &AtomicU64::new(0)).expect("a call");
    let statuses: Vec<Verdict> = checked.findings.iter().map(|finding| finding.status).collect();
    assert!(statuses[..2].iter().all(|&status| status != Verdict::Refuted), "{statuses:?}");
}
