//! The tree does not depend on the number of workers, the strategy, or the way it is reached.

use std::sync::atomic::AtomicU64;

use sextant_expr::Formula;
use sextant_session::{Options, PathEnd, PathsReport, Session, Strategy};

fn explore(program: &str, call: &str, options: &Options) -> PathsReport {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(program);
    let session = Session::load(&[path], None).expect("a program");
    let call = session.call(call, options).expect("a call");
    session.paths(&call, options, &AtomicU64::new(0))
}

/// What must not depend on how the tree was explored. Models may: any solution will do.
#[derive(PartialEq, Debug)]
struct Leaf {
    status: PathEnd,
    condition: Vec<Formula>,
    outputs: Vec<(String, Formula)>,
    decisions: String,
}

fn leaves(report: &PathsReport) -> Vec<Leaf> {
    let leaf = |path: &sextant_report::PathRow| Leaf {
        status: path.status,
        condition: path.condition.clone(),
        outputs: path.outputs.clone(),
        decisions: path.decisions.clone(),
    };
    report.paths.iter().map(leaf).collect()
}

#[test]
fn two_workers_find_the_same_32768_paths_as_one() {
    let call = "FORKS15(A(1:15), S)";
    let one = explore("benches/forks15.pli", call, &Options::default());
    let two = explore("benches/forks15.pli", call, &Options { threads: 2, ..Options::default() });
    assert_eq!((one.paths.len(), one.verdict.word()), (32768, "complete"));
    assert!(leaves(&one) == leaves(&two), "the trees differ");
}

#[test]
fn every_strategy_finds_the_same_leaves() {
    let call = "BUBBLE(A(1:4), 4)";
    let first = explore("benches/bubble.pli", call, &Options::default());
    assert_eq!(first.paths.len(), 24);
    for strategy in [Strategy::BreadthFirst, Strategy::Random, Strategy::CoverageFirst] {
        for threads in [1, 3] {
            let options = Options { strategy, threads, ..Options::default() };
            assert_eq!(leaves(&explore("benches/bubble.pli", call, &options)), leaves(&first));
        }
    }
}

#[test]
fn a_leaf_is_found_again_by_its_decisions() {
    let call = r#"SEARCH(A, 1, 5, "X", FOUND, J)"#;
    let whole = explore("examples/search.pli", call, &Options::default());
    for leaf in leaves(&whole) {
        let prefix = leaf.decisions.chars().map(|letter| letter == 'T').collect();
        let below = explore("examples/search.pli", call, &Options { prefix, ..Options::default() });
        assert_eq!(leaves(&below), [leaf]);
    }
}

#[test]
fn impossible_decisions_are_refused() {
    let options = Options { prefix: vec![true; 9], ..Options::default() };
    let report = explore("examples/search.pli", r#"SEARCH(A, 1, 5, "X", FOUND, J)"#, &options);
    assert_eq!(report.verdict.word(), "refused");
    assert!(report.paths.is_empty() && report.reasons[0].contains("--prefix"), "{:?}", report.reasons);
}

#[test]
fn short_paths_come_first_in_an_infinite_tree() {
    let mut options = Options::default();
    options.limits.paths = 200;
    let report = explore("examples/search.pli", r#"SEARCH(A, 1, "N", "X", FOUND, J)"#, &options);
    assert_eq!((report.paths.len(), report.verdict.word()), (200, "bounded"));
    let wanted = ["N > 0", "X = A((N + 1)/2)"];
    assert!(report.paths.iter().any(|path| path.condition == wanted), "the shortest path is missing");
}
