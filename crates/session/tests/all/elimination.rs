//! Linear systems solved symbolically: every solution is put back into its equations.

use std::path::Path;
use std::sync::atomic::AtomicU64;

use sextant_session::{Options, Session};

/// The paths of a procedure of `examples/elimination.f`, of which each that has a solution must prove so many
/// equations.
fn solutions(procedure: &str, paths: usize, equations: usize) -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/elimination.f");
    let session = Session::load(&[file], None).unwrap_or_else(|error| panic!("{error}"));
    let options = Options::default();
    let call = session.call(procedure, &options).expect("a procedure of the file");
    let report = session.paths(&call, &options, &AtomicU64::new(0));
    assert_eq!(report.verdict.word(), "complete", "{:?}", report.reasons);
    assert_eq!(report.paths.len(), paths);
    let mut outputs = Vec::new();
    for path in &report.paths {
        let solved = path.outputs.iter().any(|(name, value)| name == "INFO" && value == "0");
        assert_eq!(path.proofs.len(), if solved { equations } else { 0 });
        assert!(path.proofs.iter().all(|(_, verdict)| verdict.word() == "proved"), "{:?}", path.proofs);
        if solved {
            outputs.extend(path.outputs.iter().map(|(name, value)| (name.clone(), value.to_string())));
        }
    }
    outputs
}

#[test]
fn two_equations_have_the_solution_of_cramer() {
    let outputs = solutions("TWO", 5, 2);
    for (name, value) in [
        ("B(1)", "(-A(1,2)*B(2) + A(2,2)*B(1))/(A(1,1)*A(2,2) - A(2,1)*A(1,2))"),
        ("B(2)", "(A(1,1)*B(2) - A(2,1)*B(1))/(A(1,1)*A(2,2) - A(2,1)*A(1,2))"),
    ] {
        let found: Vec<&str> =
            outputs.iter().filter(|output| output.0 == name).map(|output| output.1.as_str()).collect();
        assert_eq!(found, [value; 2], "whatever the pivot");
    }
}

#[test]
fn three_equations_have_one_solution_whatever_the_pivots() {
    let outputs = solutions("THREE", 21, 3);
    for name in ["B(1)", "B(2)", "B(3)"] {
        let mut found: Vec<&str> =
            outputs.iter().filter(|output| output.0 == name).map(|output| output.1.as_str()).collect();
        assert_eq!(found.len(), 8);
        found.dedup();
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
