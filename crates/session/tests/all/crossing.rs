//! Loops crossed in one step: the same results as going round them, for any number of passes.

use std::sync::atomic::AtomicU64;

use sextant_session::{Crossing, Options, PathsReport, Session, Syntax};

fn paths(text: &str, call: &str, loops: Crossing) -> PathsReport {
    let session =
        Session::from_texts(vec![("crossed.flow".into(), text.to_owned())], Syntax::Flow).expect("a program");
    let options = Options { loops, ..Options::default() };
    let call = session.call(call, &options).expect("a call");
    session.paths(&call, &options, &AtomicU64::new(0))
}

const SUM: &str = "flow SUM(n: int) -> int
  var s: int
  var i: int
  node 1: s := 0; i := 1
  edge 1 -> 2
  edge 2 -> 3: i <= n
  edge 2 -> 4: else
  node 3: s := s + i; i := i + 1
  edge 3 -> 2
  node 4: prove s = n * (n + 1) / 2 | n < 0; return s
";

#[test]
fn a_sum_of_any_length_has_two_paths() {
    let report = paths(SUM, "SUM(\"N\")", Crossing::Summarise);
    assert_eq!(report.verdict.word(), "complete", "{}", report.text(100));
    assert_eq!(report.paths.len(), 2, "{}", report.text(100));
    for path in &report.paths {
        assert!(path.proofs.iter().all(|(_, verdict)| verdict.word() == "proved"), "{}", report.text(100));
    }
    let unrolled = paths(SUM, "SUM(\"N\")", Crossing::Unroll);
    assert_ne!(unrolled.verdict.word(), "complete");
}

#[test]
fn numbers_give_what_the_loop_gives() {
    for n in [-3, 0, 1, 2, 7, 40] {
        let shown = |loops| {
            let report = paths(SUM, &format!("SUM({n})"), loops);
            report.paths.iter().map(|path| format!("{:?}", path.outputs)).collect::<Vec<_>>()
        };
        assert_eq!(shown(Crossing::Summarise), shown(Crossing::Unroll), "n = {n}");
        assert_eq!(shown(Crossing::Auto), shown(Crossing::Unroll), "n = {n}");
    }
}

/// The loop changes a parameter and looks at another one: they might be the same variable.
#[test]
fn aliases_are_not_crossed() {
    let text = "flow P(x: int, n: int)
  edge 1 -> 2: x < n
  edge 1 -> 3: else
  node 2: x := x + 1
  edge 2 -> 1
  node 3: return
";
    let same = |loops| paths(text, "P(\"X\", \"X\")", loops).text(100);
    assert_eq!(same(Crossing::Summarise), same(Crossing::Unroll));
}

/// Division by a variable may fail: the loop is gone round, and the error is found in its pass.
#[test]
fn loops_that_may_fail_are_gone_round() {
    let text = "flow D(n: int) -> int
  var s: int
  var i: int
  node 1: s := 0; i := 3
  edge 1 -> 2
  edge 2 -> 3: i > n
  edge 2 -> 4: else
  node 3: s := s + 12 / i; i := i - 1
  edge 3 -> 2
  node 4: return s
";
    for n in [-2, 0, 1] {
        let shown = |loops| paths(text, &format!("D({n})"), loops).text(100);
        assert_eq!(shown(Crossing::Summarise), shown(Crossing::Unroll), "n = {n}");
    }
}

/// Loops that never end, nests, several entries, real numbers: crossing changes no result.
#[test]
fn crossing_changes_no_result() {
    let programs = [
        "flow A(n: int) -> int
  var x: real
  var i: int
  node 1: x := 0.5; i := 0
  edge 1 -> 2
  edge 2 -> 3: i < n
  edge 2 -> 4: else
  node 3: x := x * 2 + 1.5; i := i + 3
  edge 3 -> 2
  node 4: return floor(x) + i
",
        "flow A(n: int) -> int
  var c: int
  var i: int
  var j: int
  node 1: c := 0; i := 0
  edge 1 -> 2
  edge 2 -> 3: i < n
  edge 2 -> 6: else
  node 3: j := i
  edge 3 -> 4
  edge 4 -> 5: j < 5
  edge 4 -> 7: else
  node 5: c := c + j; j := j + 2
  edge 5 -> 4
  node 7: i := i + 1
  edge 7 -> 2
  node 6: return c
",
        "flow A(n: int) -> int
  var p: int
  var i: int
  node 1: i := 0; p := 0
  edge 1 -> 2: n > 4
  edge 1 -> 5: else
  node 5: p := 100
  edge 5 -> 2
  edge 2 -> 3: mod(i, 4) <> 3 & i < n
  edge 2 -> 4: else
  node 3: p := p + i * i; i := i + 1
  edge 3 -> 2
  node 4: return p
",
        "flow A(n: int) -> int
  var a: int
  var i: int
  node 1: a := 1; i := n
  edge 1 -> 2
  edge 2 -> 3: i > 0
  edge 2 -> 4: else
  node 3: a := 3 * a - i; i := i - 2
  edge 3 -> 2
  node 4: return a
",
        "flow A(n: int) -> int
  var t: int
  var u: int
  var i: int
  node 1: t := n; i := 0
  edge 1 -> 2
  edge 2 -> 3: i <= 6
  edge 2 -> 4: else
  node 3: u := t; t := i; i := i + 1
  edge 3 -> 2
  node 4: return u * 10 + t
",
    ];
    for text in programs {
        for n in -2..=9 {
            let shown = |loops| {
                let report = paths(text, &format!("A({n})"), loops);
                report
                    .paths
                    .iter()
                    .map(|path| format!("{} {:?}", path.status, path.outputs))
                    .collect::<Vec<_>>()
            };
            assert_eq!(shown(Crossing::Summarise), shown(Crossing::Unroll), "n = {n}\n{text}");
        }
    }
}

/// A function of C, explored under machine arithmetic.
fn c_paths(text: &str, call: &str, loops: Crossing) -> PathsReport {
    let session =
        Session::from_texts(vec![("crossed.c".into(), text.to_owned())], Syntax::C).expect("a program");
    let mut options = Options { loops, ..Options::default() };
    options.limits.statements = 300_000;
    let call = session.call(call, &options).expect("a call");
    session.paths(&call, &options, &AtomicU64::new(0))
}

const MACHINE_LOOPS: [&str; 7] = [
    // Overflows in the pass that adds 65536.
    "int f(int n) { int s = 0; for (int i = 1; i <= n; i++) s += i; return s; }",
    // Falls, and overflows below.
    "int f(int n) { int s = -2147483000; for (int i = 0; i < n; i++) s -= i; return s; }",
    // Rises and falls again.
    "int f(int n) { int s = 2147483000, d = 40; for (int i = 0; i < n; i++) { s += d; d -= 1; } return s; }",
    "unsigned f(unsigned n) { unsigned s = 4294967290u; for (unsigned i = 0; i < n; i++) s += 7; return s; }",
    // The test overflows, not the body.
    "int f(int n) { int i = 0, c = 0; while (i * 65536 < n) { i += 1; c += 2; } return c; }",
    "int f(int n) { int a = 1, i = 0; while (i < n) { a = a * 3; i++; } return a; }",
    "short f(int n) { short s = 32700; int i; for (i = 0; i < n; i++) s = s + 5; return s; }",
];

#[test]
fn crossing_changes_no_result_of_a_machine() {
    for text in MACHINE_LOOPS {
        for n in [-5, 0, 1, 2, 3, 13, 14, 19, 20, 21, 39, 60, 81, 100, 65_535, 65_536, 2_000_000_000] {
            if (n > 100 && !text.contains("i <= n")) || (n < 0 && text.starts_with("unsigned")) {
                continue;
            }
            let call = format!("f({n})");
            let shown = |loops| {
                let report = c_paths(text, &call, loops);
                let rows = report.paths.iter();
                rows.map(|path| format!("{} {:?} {:?}", path.status, path.detail, path.outputs))
                    .collect::<Vec<_>>()
            };
            assert_eq!(shown(Crossing::Summarise), shown(Crossing::Unroll), "n = {n}\n{text}");
        }
    }
}

/// Closed forms settle what neither going round nor induction does.
#[test]
fn a_check_uses_closed_forms() {
    let verdict = |text: &str| {
        let session =
            Session::from_texts(vec![("closed.c".into(), text.to_owned())], Syntax::C).expect("a program");
        let report = session.check("f", &Options::default(), &AtomicU64::new(0)).expect("a report");
        report.verdict.word()
    };
    let cubes = "#include <assert.h>
        int f(int n) {
            int i = 0, x = 0, y = 1, z = 6;
            if (n < 0 || n > BOUND) return 0;
            while (i < n) { x += y; y += z; z += 6; i++; }
            assert(x == n * n * n);
            return x;
        }";
    assert_eq!(verdict(&cubes.replace("BOUND", "1290")), "proved");
    assert_eq!(verdict(&cubes.replace("BOUND", "1290").replace("z = 6;", "z = 7;")), "refuted");
    let sum = "#include <assert.h>
        int f(int n) {
            int s = 0;
            if (n < 0 || n > 46000) return 0;
            for (int i = 1; i <= n; i++) s += i;
            assert(2 * s == n * (n + 1));
            return s;
        }";
    assert_eq!(verdict(sum), "proved");
}
