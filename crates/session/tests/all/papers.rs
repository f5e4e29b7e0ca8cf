//! The exact results that the papers give, on programs under `tests/papers`.
//!
//! Each test is named after its capability: K for King's EFFIGY, C for Clarke's test data, B for flow graphs.

use crate::paper;

use std::collections::BTreeSet;

use paper::{call, explore, open, set, up_to, values};
use sextant_session::{Options, PathEnd, RunEnd, Session, SubscriptTreatment, Syntax, Written};

#[test]
fn k1_each_construct_runs_concretely() {
    let session = open("constructs");
    let options = Options { input: vec!["-5".into()], ..Options::default() };
    let mut lines: Vec<String> = Vec::new();
    let report = session.run(&call(&session, "CONSTRUCTS(4, R)", &options), &options, |line| {
        lines.push(text_of(line).to_owned())
    });
    assert_eq!(report.end, RunEnd::Finished);
    assert_eq!(values(&report.outputs), "R = -76");
    assert_eq!(lines, ["-5 76", "result -76"]);
}

#[test]
fn k1_each_construct_runs_symbolically() {
    let session = open("constructs");
    let report = explore(&session, r#"CONSTRUCTS("N", R)"#, &Options::default());
    assert_eq!(report.verdict.word(), "complete");
    let results: BTreeSet<String> = report.paths.iter().map(|path| values(&path.outputs)).collect();
    let expected = ["R = 10*N + 36", "R = -10*N - 36", "R = 10*N + 32", "R = -10*N - 32"];
    assert_eq!(results, expected.map(str::to_owned).into());
    assert_eq!(report.paths.len(), 4);
    assert_eq!(report.paths[0].written, ["IN1 10*N + 36", "result 10*N + 36"]);
}

#[test]
fn k2_the_second_of_two_equal_loops_never_forks() {
    let session = open("loops");
    let options = up_to(40);
    let tree = session.tree(&call(&session, r#"LOOPS("N", S, C)"#, &options), &options);
    let loops: Vec<u32> =
        tree.nodes.iter().filter(|node| node.text.starts_with("DO")).map(|node| node.statement).collect();
    let first = loops[0];
    assert!(
        loops.iter().filter(|&&statement| statement != first).count() > 10,
        "the second loop is executed"
    );
    let arcs = tree.nodes.iter().filter(|node| node.arc.is_some());
    let origins: Vec<u32> =
        arcs.map(|node| tree.nodes[node.parent.expect("an arc comes from somewhere")].statement).collect();
    assert!(origins.len() > 10, "there are only {} arcs", origins.len());
    assert!(origins.iter().all(|&statement| statement == first), "forks at {origins:?}");
}

#[test]
fn k2_the_condition_stays_where_nothing_is_new() {
    let session = open("loops");
    let options = up_to(40);
    let report = explore(&session, r#"LOOPS("N", S, C)"#, &options);
    let row = report.paths.iter().find(|path| set(&path.condition) == set(&["N = 3"])).expect("N = 3");
    assert_eq!(values(&row.outputs), "S = 14, C = 36");
}

#[test]
fn k3_the_tree_of_an_integer_power() {
    let session = open("power");
    let options = up_to(20);
    let tree = session.tree(&call(&session, r#"POWER("X", "Y")"#, &options), &options);
    assert!(!tree.complete);
    let leaves: BTreeSet<(String, String)> = tree
        .nodes
        .iter()
        .filter_map(|node| {
            Some((
                node.condition.iter().map(ToString::to_string).collect::<Vec<_>>().join(" & "),
                node.leaf.as_ref()?,
            ))
        })
        .filter(|(_, leaf)| leaf.status == PathEnd::Returned)
        .map(|(condition, leaf)| (condition, values(&leaf.outputs)))
        .collect();
    for (condition, result) in [("Y < 1", "1"), ("Y = 1", "X"), ("Y = 2", "X**2")] {
        assert!(
            leaves.contains(&(condition.into(), format!("return = {result}"))),
            "no leaf {condition} with {result} in {leaves:?}"
        );
    }
}

#[test]
fn k3_nodes_have_numbers_arcs_and_the_full_state() {
    let session = open("power");
    let options = up_to(20);
    let tree = session.tree(&call(&session, r#"POWER("X", "Y")"#, &options), &options);
    let leaf = tree
        .nodes
        .iter()
        .position(|node| node.leaf.is_some() && node.condition == ["Y = 1"])
        .expect("the leaf where Y = 1");
    let mut way = vec![leaf];
    while let Some(parent) = tree.nodes[way[way.len() - 1]].parent {
        way.push(parent);
    }
    way.reverse();
    let numbers: Vec<u32> = way.iter().map(|&node| tree.nodes[node].statement).collect();
    assert_eq!(numbers, [1, 3, 4, 5, 6, 7, 8, 5, 9]);
    let arcs: Vec<Option<bool>> = way.iter().map(|&node| tree.nodes[node].arc).collect();
    assert_eq!(arcs, [None, None, None, None, Some(true), None, None, None, Some(false)]);
    let state = values(&tree.nodes[way[5]].values);
    assert_eq!(state, "BASE = X, EXPONENT = Y, RESULT = X, DONE = 2");
    assert_eq!(tree.nodes[way[6]].condition, ["Y > 0"]);
    assert!(tree.dot().starts_with("digraph"));
    assert!(tree.svg().contains("<svg") && tree.svg().contains("X**2"));
    assert!(tree.html().contains("<html") && tree.text().contains("X**2"));
}

#[test]
fn k5_calls_mix_symbols_and_constants() {
    let session = open("sum");
    for (text, result) in [
        (r#"SUM("A", 3, 5)"#, "A + 8"),
        (r#"SUM("A", "B", "C")"#, "A + B + C"),
        (r#"SUM("A", "A" + 1, 2 * "A")"#, "4*A + 1"),
        ("SUM(1, 3, 5)", "9"),
    ] {
        let report = explore(&session, text, &Options::default());
        assert_eq!(report.verdict.word(), "complete");
        let [row] = &report.paths[..] else { panic!("{text}: {} paths", report.paths.len()) };
        assert!(row.condition.is_empty());
        assert_eq!(values(&row.outputs), format!("return = {result}"), "{text}");
    }
}

#[test]
fn k10_assumptions_proofs_and_assertions() {
    let session = open("checks");
    let report = explore(&session, "CHECKS", &Options::default());
    assert_eq!(report.verdict.word(), "complete");
    let [holds, fails] = &report.paths[..] else { panic!("{} paths", report.paths.len()) };
    let verdicts: Vec<&str> = holds.proofs.iter().map(|(_, verdict)| verdict.word()).collect();
    assert_eq!(verdicts, ["proved", "refuted", "proved"]);
    assert_eq!(set(&holds.condition), set(&["X > 0", "X != Y"]));
    assert_eq!(values(&holds.outputs), "Y = X");
    assert_eq!(fails.status, PathEnd::Error);
    assert_eq!(fails.detail.as_deref(), Some("assertion does not hold at checks.pli:7:4"));
    assert_eq!(set(&fails.condition), set(&["X > 0", "X = Y"]));
}

#[test]
fn k10_an_inconsistent_assumption_is_refused_with_a_message() {
    let session = open("checks");
    let report = explore(&session, r#"REFUSED("X", R)"#, &Options::default());
    let [refused, other] = &report.paths[..] else { panic!("{} paths", report.paths.len()) };
    assert_eq!(refused.status, PathEnd::Refused);
    assert_eq!(
        refused.detail.as_deref(),
        Some("the assumption contradicts the path condition at checks.pli:17:7")
    );
    assert_eq!((set(&refused.condition), values(&refused.outputs)), (set(&["X > 5"]), "R = 1".into()));
    assert_eq!((set(&other.condition), values(&other.outputs)), (set(&["X <= 5"]), "R = 1".into()));
}

/// King's table of section 7; `at` gives the subscript names of the first to the last element.
fn king_table(at: &dyn Fn(i64) -> String) -> Vec<(BTreeSet<String>, String)> {
    /// Comparisons of X with elements, then FOUND and J.
    type SearchRow<'r> = (&'r [(&'r str, i64)], i64, i64);
    let rows: [SearchRow<'_>; 11] = [
        (&[("=", 3)], 1, 3),
        (&[("=", 1), ("<", 3)], 1, 1),
        (&[("<", 1), ("<", 3)], 0, 0),
        (&[("=", 2), (">", 1), ("<", 3)], 1, 2),
        (&[(">", 1), ("<", 2), ("<", 3)], 0, 1),
        (&[(">", 1), (">", 2), ("<", 3)], 0, 2),
        (&[("=", 4), (">", 3)], 1, 4),
        (&[(">", 3), ("<", 4)], 0, 3),
        (&[("=", 5), (">", 3), (">", 4)], 1, 5),
        (&[(">", 3), (">", 4), ("<", 5)], 0, 4),
        (&[(">", 3), (">", 4), (">", 5)], 0, 5),
    ];
    rows.iter()
        .map(|(conjuncts, found, j)| {
            let condition =
                conjuncts.iter().map(|(relation, index)| format!("X {relation} A({})", at(*index)));
            (condition.collect(), format!("FOUND = {found}, J = {}", at(*j)))
        })
        .collect()
}

fn assert_rows(text: &str, expected: Vec<(BTreeSet<String>, String)>) {
    let report = explore(&open("search"), text, &Options::default());
    assert_eq!(report.verdict.word(), "complete");
    assert_eq!(report.paths.len(), expected.len());
    assert!(report.paths.iter().all(|path| path.status == PathEnd::Returned));
    let found: BTreeSet<_> =
        report.paths.iter().map(|path| (set(&path.condition), values(&path.outputs))).collect();
    assert_eq!(found, expected.into_iter().collect());
}

#[test]
fn k11_binary_search_over_five_elements_has_eleven_rows() {
    assert_rows(r#"SEARCH(A, 1, 5, "X", FOUND, J)"#, king_table(&|index| index.to_string()));
}

#[test]
fn k11_the_same_eleven_rows_relative_to_a_symbol() {
    assert_rows(
        r#"SEARCH(A, "N", "N" + 4, "X", FOUND, J)"#,
        king_table(&|index| match index - 1 {
            0 => "N".to_owned(),
            -1 => "N - 1".to_owned(),
            offset => format!("N + {offset}"),
        }),
    );
}

#[test]
fn k11_one_element_has_three_rows() {
    let row = |relation: &str, found: i64, j: &str| {
        ([format!("X {relation} A(N)")].into(), format!("FOUND = {found}, J = {j}"))
    };
    assert_rows(
        r#"SEARCH(A, "N", "N", "X", FOUND, J)"#,
        vec![row("=", 1, "N"), row("<", 0, "N - 1"), row(">", 0, "N")],
    );
}

#[test]
fn k11_an_unknown_number_of_elements_is_bounded() {
    let options = up_to(25);
    let report = explore(&open("search"), r#"SEARCH(A, 1, "N", "X", FOUND, J)"#, &options);
    assert_eq!(report.verdict.word(), "bounded");
    let rows: BTreeSet<_> = report
        .paths
        .iter()
        .filter(|path| path.status == PathEnd::Returned)
        .map(|path| (set(&path.condition), values(&path.outputs)))
        .collect();
    for (condition, outputs) in [
        (vec!["N > 0", "X = A((N + 1)/2)"], "FOUND = 1, J = (N + 1)/2"),
        (vec!["N <= 0"], "FOUND = 0, J = 0"),
        // King writes `(N+1)/2 > 1`, which is `N >= 3`.
        (vec!["N >= 3", "X < A((N + 1)/2)", "X = A((N + 1)/4)"], "FOUND = 1, J = (N + 1)/4"),
        (
            vec!["N > 0", "X > A((N + 1)/2)", "N > (N + 1)/2", "X = A((N + (N + 1)/2 + 1)/2)"],
            "FOUND = 1, J = (N + (N + 1)/2 + 1)/2",
        ),
    ] {
        assert!(rows.contains(&(set(&condition), outputs.to_owned())), "no row {condition:?} {outputs}");
    }
}

#[test]
fn k13_ordinary_execution_is_the_case_without_symbols() {
    let session = open("power");
    let options = Options::default();
    let report = session.run(&call(&session, "POWER(2, 100)", &options), &options, |_| {});
    assert_eq!(report.end, RunEnd::Finished);
    assert_eq!(values(&report.outputs), "return = 1267650600228229401496703205376");
    let paths = explore(&session, "POWER(2, 100)", &options);
    let [row] = &paths.paths[..] else { panic!("{} paths", paths.paths.len()) };
    assert_eq!((row.condition.is_empty(), values(&row.outputs)), (true, values(&report.outputs)));
    assert_eq!(row.statements, report.statements);
}

#[test]
fn k14_conditions_are_shown_in_their_simplest_form() {
    let session = open("power");
    let options = up_to(30);
    let report = explore(&session, r#"POWER("X", "Y")"#, &options);
    let conditions: BTreeSet<_> = report
        .paths
        .iter()
        .filter(|path| path.status == PathEnd::Returned)
        .map(|path| path.condition.iter().map(ToString::to_string).collect::<Vec<_>>().join(" & "))
        .collect();
    for expected in ["Y < 1", "Y = 1", "Y = 2", "Y = 3"] {
        assert!(conditions.contains(expected), "{expected} is not among {conditions:?}");
    }
    let evolved = Options { evolved: true, ..options };
    let report = explore(&session, r#"POWER("X", "Y")"#, &evolved);
    let row = report.paths.iter().find(|path| path.decisions == "TF").expect("one round");
    assert_eq!(row.condition, ["Y >= 1", "not (Y >= 2)"]);
}

#[test]
fn k15_a_symbolic_subscript_gives_a_conditional_value() {
    let report = explore(&open("subscripts"), r#"PICK(A(1:3), "I", R)"#, &Options::default());
    let [inside, outside] = &report.paths[..] else { panic!("{} paths", report.paths.len()) };
    assert_eq!(set(&inside.condition), set(&["I > 0", "I <= 3"]));
    assert_eq!(values(&inside.outputs), "A(2) = 7, R = if I = 2 then 7 else A(I)");
    assert_eq!(outside.status, PathEnd::Error);
    assert_eq!(outside.detail.as_deref(), Some("subscript out of bounds (A) at subscripts.pli:5:8"));
}

#[test]
fn k15_a_symbolic_subscript_is_split_into_cases() {
    let options = Options { subscripts: SubscriptTreatment::Cases, ..Options::default() };
    let report = explore(&open("subscripts"), r#"PICK(A(1:3), "I", R)"#, &options);
    let rows: Vec<_> = report
        .paths
        .iter()
        .filter(|path| path.status == PathEnd::Returned)
        .map(|path| {
            (
                path.condition.iter().map(ToString::to_string).collect::<Vec<_>>().join(" & "),
                values(&path.outputs),
            )
        })
        .collect();
    let row = |condition: &str, value: &str| (condition.to_owned(), format!("A(2) = 7, R = {value}"));
    assert_eq!(rows, [row("I = 1", "A(1)"), row("I = 2", "7"), row("I = 3", "A(3)")]);
    assert_eq!(report.paths.len(), 4);
}

#[test]
fn c2_blocks_are_numbered_with_code_on_nodes_and_conditions_on_edges() {
    let text = open("power").flow_text(Some("POWER")).expect("the graph");
    let expected = "\
flow POWER(BASE: int, EXPONENT: int) -> int
  statements 10
  var RESULT: int
  var DONE: int
  node 1
    @1
    @3 RESULT := 1
    @4 DONE := 1
    edge 1 -> 2
  node 2
    @5
    edge 2 -> 3: EXPONENT >= DONE
    edge 2 -> 4: else
  node 3
    @6 RESULT := RESULT * BASE
    @7 DONE := DONE + 1
    @8
    edge 3 -> 2
  node 4
    @9 return RESULT
";
    assert_eq!(text, expected);
}

#[test]
fn b1_printed_flow_graphs_read_back_and_mean_the_same() {
    for name in ["search", "power", "loops", "sum", "checks", "subscripts", "table", "constructs"] {
        let session = open(name);
        let text = session.flow_text(None).expect("the graphs");
        let again = Session::from_texts(vec![(format!("{name}.flow"), text.clone())], Syntax::Flow)
            .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert_eq!(again.flow_text(None).expect("the graphs"), text, "{name}");
    }
    let text = open("search").flow_text(None).expect("the graph");
    let flow = Session::from_texts(vec![("search.flow".into(), text)], Syntax::Flow).expect("a program");
    let rows = |session: &Session| {
        let report = explore(session, r#"SEARCH(A, 1, 5, "X", FOUND, J)"#, &Options::default());
        report.paths.iter().map(|path| (path.condition.clone(), path.outputs.clone())).collect::<Vec<_>>()
    };
    assert_eq!(rows(&flow), rows(&open("search")));
}

#[test]
fn c5_the_computation_table_of_figure_4() {
    let (rows, roots) = paper::table("FIGURE", true);
    assert_eq!(rows, ["* I2 I3 -> 1", "+ I1 1 -> 2", "+ 2 C1 -> 3"]);
    assert_eq!(roots, [("written 1".to_owned(), "3".to_owned())]);
}

#[test]
fn c5_constants_are_folded_unless_the_history_is_wanted() {
    let (rows, roots) = paper::table("HISTORY(C)", true);
    assert_eq!(rows, [""; 0]);
    assert_eq!(roots, [("C".to_owned(), "C1".to_owned())]);
    let (rows, roots) = paper::table("HISTORY(C)", false);
    assert_eq!(rows, ["- C1 C2 -> 1", "+ 1 C3 -> 2"]);
    assert_eq!(roots, [("C".to_owned(), "2".to_owned())]);
}

fn text_of(written: Written<'_>) -> &str {
    match written {
        Written::Output(line) | Written::Message(line) => line,
        Written::Bytes(..) => unreachable!("only C writes bytes"),
    }
}
