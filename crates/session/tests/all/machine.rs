//! Machine arithmetic: inputs have the limits of their types, and results that do not fit are errors.

use std::sync::atomic::AtomicU64;

use sextant_session::{Arithmetic, Options, PathsReport, RunEnd, Session, Syntax};

const PROGRAM: &str = "
BIG: PROCEDURE (X) RETURNS (FIXED BINARY (31));
   DECLARE X FIXED BINARY (31);
   IF X > 3000000000 THEN RETURN (1);
   RETURN (0);
END BIG;
ELEMENTS: PROCEDURE (A, I);
   DECLARE A(*) FIXED BINARY (15), I FIXED BINARY (31);
   IF A(I) > 32767 | A(3) < -32768 THEN RETURN (1);
   RETURN (0);
END ELEMENTS;
STREAM: PROCEDURE;
   DECLARE H FIXED BINARY (15);
   READ H;
   IF H > 40000 THEN WRITE 1;
   WRITE H;
END STREAM;
NEXT: PROCEDURE (X) RETURNS (FIXED BINARY (31));
   DECLARE X FIXED BINARY (31);
   RETURN (X + 1);
END NEXT;
";

fn machine() -> Options {
    Options { arithmetic: Some(Arithmetic::Machine), ..Options::default() }
}

fn session() -> Session {
    Session::from_texts(vec![("machine.pli".into(), PROGRAM.into())], Syntax::Pli).expect("a program")
}

fn paths(call: &str) -> PathsReport {
    let (session, options) = (session(), machine());
    let call = session.call(call, &options).expect("a call");
    session.paths(&call, &options, &AtomicU64::new(0))
}

fn conditions(report: &PathsReport) -> Vec<String> {
    report
        .paths
        .iter()
        .map(|path| {
            format!(
                "{} {}",
                path.status,
                path.condition.iter().map(ToString::to_string).collect::<Vec<_>>().join(" & ")
            )
        })
        .collect()
}

#[test]
fn inputs_have_the_limits_of_their_types() {
    for call in ["BIG", "BIG(\"X\")", "ELEMENTS", "STREAM"] {
        assert_eq!(conditions(&paths(call)), ["returned "], "{call}");
    }
}

#[test]
fn the_limits_are_not_part_of_the_path_condition() {
    assert_eq!(conditions(&paths("NEXT")), ["returned X <= 2147483646", "error X > 2147483646"]);
}

#[test]
fn values_from_outside_must_fit() {
    let (session, mut options) = (session(), machine());
    let refused = session.call("BIG(5000000000)", &options).expect_err("it does not fit");
    assert!(refused.0.render(&refused.1, false).contains("does not fit the type"));
    options.input = vec!["50000".into()];
    let call = session.call("STREAM", &options).expect("a call");
    let report = session.run(&call, &options, |_| ());
    assert_eq!(report.end, RunEnd::Error);
    assert!(report.detail.is_some_and(|detail| detail.contains("overflow")));
}
