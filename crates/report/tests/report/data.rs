//! Hand-made data for the tests, and the comparison with expected files.
//!
//! `UPDATE_EXPECT=1` rewrites the files; the difference is to be read.

use std::path::PathBuf;

use sextant_notation::{Formula, Kind};
use sextant_report::{PathEnd, PathRow, PathsReport, TreeLeaf, TreeNode, TreeReport, Verdict};

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/report").join(name)
}

/// The contents of a file under `tests/report`.
pub fn input(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Compares a text with a file under `tests/report`.
pub fn expect(name: &str, actual: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path(name), actual).expect("the expected file can be written");
    }
    let expected = std::fs::read_to_string(path(name)).unwrap_or_default();
    assert!(expected == actual, "{name} differs; it is now:\n{actual}");
}

pub fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// Conditions; those with a sign between are disjunctions.
pub fn formulas(texts: &[&str]) -> Vec<Formula> {
    let formula = |text: &&str| match text.contains(" | ") {
        true => Formula::new(Kind::Or, text.split(" | ").map(Formula::name)),
        false => Formula::name(*text),
    };
    texts.iter().map(formula).collect()
}

/// Names with formulas.
pub fn values(texts: &[(&str, &str)]) -> Vec<(String, Formula)> {
    texts.iter().map(|&(name, value)| (name.to_owned(), Formula::name(value))).collect()
}

pub fn pairs(texts: &[(&str, &str)]) -> Vec<(String, String)> {
    texts.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The statements of a procedure that raises BASE to the power N.
const RAISE: [&str; 8] = [
    "RAISE: PROCEDURE(BASE, N);",
    "RESULT = 1;",
    "COUNT = 1;",
    "IF N >= COUNT THEN",
    "RESULT = RESULT * BASE;",
    "COUNT = COUNT + 1;",
    "GO TO AGAIN;",
    "RETURN(RESULT);",
];

fn raise_node(
    parent: Option<usize>,
    statement: u32,
    condition: &[Formula],
    count: usize,
    power: usize,
) -> TreeNode {
    let result = match power {
        0 => "1".to_owned(),
        1 => "BASE".to_owned(),
        power => format!("BASE**{power}"),
    };
    let mut values = pairs(&[("BASE", "BASE"), ("N", "N")]);
    values.push(("RESULT".to_owned(), if statement < 2 { "?".to_owned() } else { result }));
    values.push((
        "COUNT".to_owned(),
        if statement < 3 && count == 0 { "?".to_owned() } else { count.to_string() },
    ));
    TreeNode {
        parent,
        arc: None,
        procedure: "RAISE".to_owned(),
        statement,
        line: statement + 1,
        text: RAISE[statement as usize - 1].to_owned(),
        condition: condition.to_vec(),
        values,
        leaf: None,
    }
}

/// The execution tree of RAISE, followed for so many rounds of its loop.
pub fn raise_tree(rounds: usize) -> TreeReport {
    let mut nodes = vec![raise_node(None, 1, &[], 0, 0)];
    nodes.push(raise_node(Some(0), 2, &[], 0, 0));
    nodes.push(raise_node(Some(1), 3, &[], 1, 0));
    nodes.push(raise_node(Some(2), 4, &[], 1, 0));
    let mut fork = 3;
    for round in 1..=rounds {
        let enters = vec![Formula::name(format!("N >= {round}"))];
        let leaves = if round == 1 { "N < 1".to_owned() } else { format!("N = {}", round - 1) };
        let leaves = vec![Formula::name(leaves)];
        let mut end = raise_node(Some(fork), 8, &leaves, round, round - 1);
        end.arc = Some(false);
        let outputs = vec![("RETURN".to_owned(), Formula::words(&end.values[2].1))];
        let model = pairs(&[("BASE", "0"), ("N", &(round - 1).to_string())]);
        end.leaf = Some(TreeLeaf { status: PathEnd::Returned, detail: None, outputs, model });
        let first = nodes.len();
        nodes.push(raise_node(Some(fork), 5, &enters, round, round));
        nodes[first].arc = Some(true);
        nodes.push(end);
        nodes.push(raise_node(Some(first), 6, &enters, round + 1, round));
        nodes.push(raise_node(Some(first + 2), 7, &enters, round + 1, round));
        nodes.push(raise_node(Some(first + 3), 4, &enters, round + 1, round));
        fork = first + 4;
    }
    let model = pairs(&[("BASE", "0"), ("N", &rounds.to_string())]);
    nodes[fork].leaf = Some(TreeLeaf { status: PathEnd::Bounded, detail: None, outputs: vec![], model });
    TreeReport {
        title: "RAISE(\"BASE\", \"N\")".to_owned(),
        source_name: "raise.pli".to_owned(),
        nodes,
        complete: false,
        reasons: strings(&["more than 16 statements on a path, at raise.pli:5:1"]),
    }
}

/// A small tree with calls, an error, and every character that some format treats specially.
pub fn nasty_tree() -> TreeReport {
    let node = |parent, arc, procedure: &str, statement, text: &str, condition: &[&str]| TreeNode {
        parent,
        arc,
        procedure: procedure.to_owned(),
        statement,
        line: statement,
        text: text.to_owned(),
        condition: formulas(condition),
        values: pairs(&[("S", "'<b>&\"'"), ("</script>", "{{data}}\\\u{7}")]),
        leaf: None,
    };
    let leaf = |status: PathEnd, detail: Option<&str>, outputs: &[(&str, &str)]| {
        let detail = detail.map(str::to_owned);
        let outputs =
            outputs.iter().map(|(name, value)| (name.to_string(), Formula::words(*value))).collect();
        Some(TreeLeaf { status, detail, outputs, model: pairs(&[("A&B", "<1>")]) })
    };
    let mut nodes = vec![node(None, None, "MAIN<T>", 1, "IF A < B & \"C\" > 'D' THEN </script>", &[])];
    nodes.push(node(Some(0), Some(true), "MAIN<T>", 2, "CALL P;", &["A < B & C", "X | Y"]));
    nodes.push(node(Some(1), None, "P", 1, "P: PROCEDURE;\nSTOP;", &["A < B & C", "X | Y"]));
    nodes.push(node(Some(0), Some(false), "MAIN<T>", 3, "<!-- \\n -->", &["A >= B"]));
    nodes[2].leaf = leaf(PathEnd::Error, Some("division by zero at <a&b>.pli:4:9"), &[]);
    nodes[3].leaf = leaf(PathEnd::Stopped, None, &[("\"Q\"", "A < 1 & B > 2"), ("R", "]]>")]);
    TreeReport {
        title: "MAIN<T>(\"A\", 'B' & C)".to_owned(),
        source_name: "<a&b>.pli".to_owned(),
        nodes,
        complete: false,
        reasons: strings(&["</script><script>alert(1)</script>"]),
    }
}

/// A table of paths in the manner of a binary search, with every kind of addition below a row.
pub fn search_paths() -> PathsReport {
    let row = |condition: &[&str], found: &str, at: &str, decisions: &str| PathRow {
        status: PathEnd::Returned,
        condition: formulas(condition),
        outputs: values(&[("FOUND", found), ("AT", at)]),
        statements: 9 + 6 * decisions.len() as u64,
        model: pairs(&[("KEY", at), ("B(2)", "99999999999999999999")]),
        decisions: decisions.to_owned(),
        ..PathRow::default()
    };
    PathsReport {
        call: "LOOKUP(B, 1, 3, \"KEY\", FOUND, AT)".to_owned(),
        verdict: Verdict::Complete,
        paths: vec![
            row(&["KEY = B(2)"], "1", "2", "T"),
            row(&["KEY = B(1)", "KEY < B(2)"], "1", "1", "FTT"),
            row(&["KEY < B(1)", "KEY < B(2)"], "0", "0", "FTFT"),
            row(&["KEY > B(1)", "KEY < B(2)"], "0", "1", "FTFF"),
            row(&["KEY = B(3)", "KEY > B(2)"], "1", "3", "FFT"),
        ],
        statistics: pairs(&[("solver calls", "12"), ("time", "0.01 s")]),
        ..PathsReport::default()
    }
}
