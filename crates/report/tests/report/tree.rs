//! Execution trees: every form, escaping, and size.

use crate::data::{expect, nasty_tree, raise_tree};
use crate::markup::assert_well_formed;
use sextant_report::{PathEnd, TreeLeaf, TreeNode, TreeReport};

/// The data a page holds.
fn page_data(html: &str) -> serde_json::Value {
    let start = html.find("type=\"application/json\">").expect("the page has data") + 24;
    let end = start + html[start..].find("</script>").expect("the data end");
    serde_json::from_str(&html[start..end]).expect("the data are JSON")
}

#[test]
fn raise() {
    let tree = raise_tree(3);
    expect("tree-raise.txt", &tree.text());
    expect("tree-raise.dot", &tree.dot());
    expect("tree-raise.svg", &tree.svg());
    let json = serde_json::to_string_pretty(&raise_tree(1)).expect("JSON has a text form");
    expect("tree-raise.json", &(json + "\n"));
    expect("tree-raise-page.json", &(page_data(&tree.html()).to_string() + "\n"));
    assert_well_formed(&tree.svg());
    assert_well_formed(&tree.html());
}

#[test]
fn every_format_escapes() {
    let tree = nasty_tree();
    expect("tree-nasty.txt", &tree.text());
    expect("tree-nasty.dot", &tree.dot());
    expect("tree-nasty.svg", &tree.svg());
    assert_well_formed(&tree.svg());
    let html = tree.html();
    assert_well_formed(&html);
    assert!(!html.contains("alert(1)</script>"));
    let data = page_data(&html);
    assert_eq!(data["reasons"][0], "</script><script>alert(1)</script>");
    assert_eq!(data["title"], "MAIN<T>(\"A\", 'B' & C)");
}

#[test]
fn a_page_asks_for_nothing() {
    let html = raise_tree(2).html();
    let without_namespace = html.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "@import", "url(", "fetch(", "<link"] {
        assert!(!without_namespace.contains(outside), "{outside}");
    }
}

#[test]
fn an_empty_tree_and_wrong_parents_are_drawn() {
    let mut lost = raise_tree(1);
    lost.nodes[2].parent = Some(77);
    lost.nodes[3].parent = None;
    for tree in [TreeReport::default(), lost] {
        assert_well_formed(&tree.svg());
        assert_well_formed(&tree.html());
        assert!(tree.dot().ends_with("}\n"));
        assert!(tree.text().contains("explored"));
    }
}

#[test]
fn a_chain_of_a_hundred_thousand_statements_is_condensed() {
    let node = |at: usize| TreeNode {
        parent: at.checked_sub(1),
        procedure: "P".to_owned(),
        statement: 1 + (at % 7) as u32,
        text: "X = X + 1;".to_owned(),
        ..TreeNode::default()
    };
    let mut nodes: Vec<TreeNode> = (0..100_000).map(node).collect();
    nodes[99_999].leaf = Some(TreeLeaf { status: PathEnd::Returned, ..TreeLeaf::default() });
    let tree = TreeReport { nodes, complete: true, ..TreeReport::default() };
    assert!(tree.text().contains("99984 more"), "{}", tree.text());
    assert!(tree.svg().len() < 10_000);
    assert!(tree.dot().len() < 10_000);
    let data = page_data(&tree.html());
    assert_eq!(data["parent"].as_array().map(Vec::len), Some(100_000));
    assert_eq!(serde_json::json!(tree)["nodes"].as_array().map(Vec::len), Some(100_000));
}

#[test]
fn bushy_and_deep_trees_stay_proportional() {
    // A binary tree; and a loop of ten thousand forks, each with one exit.
    let binary = |at: usize| (at.checked_sub(1).map(|at| at / 2), at % 2 == 1);
    let looping = |at: usize| (at.checked_sub(1).map(|at| at / 2 * 2), at % 2 == 1);
    let build = |of: &dyn Fn(usize) -> (Option<usize>, bool)| {
        let mut nodes: Vec<TreeNode> = Vec::new();
        let mut has_child = vec![false; 20_001];
        for at in 0..20_001 {
            let (parent, side) = of(at);
            let condition = vec![sextant_notation::Formula::name(format!("X > {at}"))];
            parent.into_iter().for_each(|parent| has_child[parent] = true);
            nodes.push(TreeNode {
                parent,
                arc: parent.map(|_| side),
                statement: 4,
                condition,
                ..TreeNode::default()
            });
        }
        for (node, _) in nodes.iter_mut().zip(&has_child).filter(|(_, has_child)| !**has_child) {
            node.leaf = Some(TreeLeaf { status: PathEnd::Returned, ..TreeLeaf::default() });
        }
        TreeReport { nodes, complete: true, ..TreeReport::default() }
    };
    for tree in [build(&binary), build(&looping)] {
        let text = tree.text();
        assert!(text.contains("10001 leaves (10001 returned); all explored"));
        assert!(text.len() < 20_001 * 300, "{}", text.len());
        let svg = tree.svg();
        assert_eq!(svg.matches("<circle").count(), 20_001);
        assert_eq!(svg.matches("class=\"leaf").count(), 10_001);
        let levels = page_data(&tree.html())["level"].clone();
        let levels: Vec<u64> = serde_json::from_value(levels).expect("levels are numbers");
        assert_eq!(levels.len(), 20_001);
        assert!(levels.iter().all(|&level| level <= 14 + 15));
        assert!(tree.dot().len() < 20_001 * 400);
    }
}
