//! Closed forms of what the language has besides sums and loops: whatever the machine executes is in summaries too, or is
//! refused by name.

use sextant_session::{CaseReport, Options, PathEnd, Session, Style, SummaryReport, Syntax};

fn summary(text: &str, syntax: Syntax) -> SummaryReport {
    let read = Session::from_texts(vec![("program.f90".into(), text.to_owned())], syntax);
    let session = read.expect("a program");
    let procedure = session.procedures()[0].to_owned();
    session.summary(&procedure, &Options::default(), Style::Text).expect("a summary")
}

fn gives(case: &CaseReport, name: &str, value: &str) -> bool {
    case.outputs.iter().any(|(found, formula)| found == name && *formula == value)
}

/// The summary has no gaps, and agrees with execution.
fn check(text: &str, syntax: Syntax) -> SummaryReport {
    let report = summary(text, syntax);
    let gaps: Vec<_> = report.cases.iter().filter(|case| case.status == PathEnd::Unsupported).collect();
    assert!(gaps.is_empty(), "{gaps:?}");
    assert!(report.defects.is_empty(), "{:?}", report.defects);
    assert!(report.verified.0 >= 10, "{:?} of {text}", report.verified);
    report
}

#[test]
fn bits_and_functions_of_fortran() {
    let text = "integer function f(i, j)\n integer, intent(in) :: i, j\n \
                f = iand(i, 12) + ior(j, 5) + ieor(i, 3) + ibset(0, 3) - modulo(i, 7) + mod(j, 5)\n \
                if (btest(i, 2)) f = f + max(i, j, 3) - min(i, j) + sign(i, j) + dim(i, j)\nend function\n";
    check(text, Syntax::Fortran);
}

#[test]
fn truth_values() {
    let text = "integer function f(p, q, n)\n logical, intent(in) :: p, q\n integer, intent(in) :: n\n \
                logical :: r\n r = (p .eqv. n > 3) .neqv. q\n f = merge(n, -n, r)\n \
                if (.not. r .or. q) f = f + 1\nend function\n";
    check(text, Syntax::Fortran);
}

#[test]
fn a_connective_looks_at_its_right_side_only_if_it_must() {
    let text = "integer function f(n, d)\n integer, intent(in) :: n, d\n f = 0\n \
                if (d /= 0 .and. n / d > 3) f = 1\nend function\n";
    let report = check(text, Syntax::Fortran);
    assert!(report.cases.iter().all(|case| case.status == PathEnd::Returned), "{:?}", report.cases);
}

#[test]
fn bounds_are_those_at_the_entry() {
    let text = "W: PROCEDURE (N, A);\n DECLARE (N, S) FIXED BINARY (31);\n DECLARE A(N) FIXED BINARY (31);\n \
                N = N - 2;\n S = A(N + 1);\n N = 5;\n RETURN (S + A(N));\nEND W;\n";
    let report = check(text, Syntax::Pli);
    let returned: Vec<_> = report.cases.iter().filter(|case| case.status == PathEnd::Returned).collect();
    assert_eq!(returned.len(), 1);
    assert_eq!(returned[0].condition, "N >= 5");
}

#[test]
fn a_quoted_name_is_the_value_at_the_entry() {
    let text = "Q: PROCEDURE (X, Y);\n DECLARE (X, Y) FIXED BINARY (31);\n X = X + 1;\n DO WHILE (Y > 0);\n \
                Y = Y - 1;\n X = X + \"X\";\n END;\n RETURN (X);\nEND Q;\n";
    let report = check(text, Syntax::Pli);
    let loops = report.cases.iter().find(|case| case.condition == "Y > 0").expect("a case");
    assert!(gives(loops, "return", "X*Y + X + 1"), "{loops:?}");
}

#[test]
fn output_does_not_hide_a_loop() {
    let text = "integer function f(n)\n integer, intent(in) :: n\n integer :: i\n f = 0\n do i = 1, n\n \
                f = f + i\n print *, f\n end do\nend function\n";
    let report = check(text, Syntax::Fortran);
    assert!(report.cases.iter().any(|case| case.outputs.iter().any(|(_, value)| value == "n*(n + 1)/2")));
}

#[test]
fn bits_of_two_numbers() {
    let text = "integer function f(i, j)\n integer, intent(in) :: i, j\n \
                f = iand(i, j) + 3 * ior(i, j) - ieor(i, 2 * j) + ishft(i, iand(j, 7))\nend function\n";
    check(text, Syntax::Fortran);
}

#[test]
fn parts_of_records() {
    let text = "integer function f(n)\n type pair\n integer :: low, high\n end type\n integer, intent(in) :: n\n \
                type(pair) :: p, q\n integer :: i\n p%low = 0\n p%high = n\n do i = 1, n\n \
                p%low = p%low + i\n end do\n q = p\n p%low = 7\n f = q%low - q%high + p%low\nend function\n";
    let report = check(text, Syntax::Fortran);
    assert!(report.cases.iter().any(|case| gives(case, "return", "(n**2 - n + 14)/2")), "{:?}", report.cases);
}

#[test]
fn what_is_not_known_is_refused_by_name() {
    let text = "real function f(x, n)\n real, intent(in) :: x\n integer, intent(in) :: n\n integer :: i\n f = x\n \
                do i = 1, n\n f = sin(f)\n end do\nend function\n";
    let report = summary(text, Syntax::Fortran);
    assert_eq!(report.cases[0].status, PathEnd::Unsupported);
    let detail = report.cases[0].detail.as_deref().unwrap_or_default();
    assert!(detail.contains("a function of analysis"), "{detail}");
}

#[test]
fn a_procedure_without_loops_has_its_paths_as_cases() {
    let text = "real function f(x)\n real, intent(in) :: x\n f = x\n if (x > 1.0) f = sin(x)\nend function\n";
    let report = summary(text, Syntax::Fortran);
    assert_eq!(report.cases.len(), 2, "{:?}", report.cases);
    assert!(gives(&report.cases[0], "return", "SIN(x)"), "{:?}", report.cases);
    assert!(report.notes.iter().any(|note| note.contains("the cases are the paths")), "{:?}", report.notes);
}
