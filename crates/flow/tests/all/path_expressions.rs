//! Path expressions against all paths up to a length, on graphs written by hand and on random ones.

use std::collections::BTreeMap;

use dashu_int::UBig;
use sextant_base::Sources;
use sextant_flow::{BlockId, FlowGraph, PathExpressions, PathId, PathNode, PathTable, Terminator, read};
use sextant_syntax::ProcId;
use sextant_testing::Plan;

type Path = Vec<(u32, u32)>;

fn graph(text: &str) -> FlowGraph {
    let mut sources = Sources::new();
    let id = sources.add("test.flow", text);
    let (program, diagnostics) = read(&sources, id);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    program.procedures[ProcId(0)].clone()
}

/// Every path from the entry with at most `length` edges, by the block it leads to.
fn walks(graph: &FlowGraph, length: usize) -> BTreeMap<BlockId, Vec<Path>> {
    let mut found: BTreeMap<BlockId, Vec<Path>> = BTreeMap::new();
    let mut open: Vec<(BlockId, Path)> = vec![(graph.entry, Vec::new())];
    while let Some((block, path)) = open.pop() {
        if path.len() < length
            && let Terminator::Edges(edges) = &graph.blocks[block].terminator
        {
            for (position, edge) in edges.iter().enumerate() {
                let mut longer = path.clone();
                longer.push((block.0, position as u32));
                open.push((edge.to, longer));
            }
        }
        found.entry(block).or_default().push(path);
    }
    found.values_mut().for_each(|paths| paths.sort());
    found
}

/// The paths of an expression with at most `length` edges, each as often as the expression derives it.
fn language(table: &PathTable, path: PathId, length: usize) -> Vec<Path> {
    let join = |first: &[Path], second: &[Path]| -> Vec<Path> {
        let pairs = first.iter().flat_map(|a| second.iter().map(move |b| [a.as_slice(), b].concat()));
        pairs.filter(|path| path.len() <= length).collect()
    };
    match table.node(path) {
        PathNode::Empty => vec![Vec::new()],
        PathNode::Edge(from, position) => vec![vec![(from.0, *position)]],
        PathNode::Sum(parts) => parts.iter().flat_map(|&part| language(table, part, length)).collect(),
        PathNode::Product(first, second) => {
            join(&language(table, *first, length), &language(table, *second, length))
        }
        PathNode::Star { body, .. } => {
            let body = language(table, *body, length);
            let mut all: Vec<Path> = vec![Vec::new()];
            let mut latest = all.clone();
            while !latest.is_empty() {
                latest = join(&latest, &body);
                all.extend(latest.iter().cloned());
            }
            all
        }
    }
}

#[track_caller]
fn check(text: &str, length: usize) {
    let graph = graph(text);
    let expressions = PathExpressions::of(&graph);
    let walks = walks(&graph, length);
    for block in graph.blocks.ids() {
        for path in [expressions.reaching(block), expressions.last(block)] {
            let mut found = path.map(|path| language(&expressions.table, path, length)).unwrap_or_default();
            found.sort();
            assert_eq!(Some(&found), walks.get(&block), "block {} of\n{text}", block.number());
        }
    }
}

fn shown(text: &str, block: u32) -> String {
    let expressions = PathExpressions::of(&graph(text));
    expressions.table.show(expressions.reaching(BlockId(block - 1)).expect("reachable"), 1000)
}

const NEST: &str = "flow P(n: int)\n edge 1 -> 2\n edge 2 -> 3: n > 0\n edge 2 -> 5: else\n edge 3 -> 4: n > 1\n \
                    edge 3 -> 2: else\n edge 4 -> 3\n node 5: return\n";
const TWO_ENTRIES: &str = "flow P(n: int)\n edge 1 -> 3: n > 0\n edge 1 -> 2: else\n edge 2 -> 3\n \
                           edge 3 -> 2: n > 1\n edge 3 -> 4: else\n node 4: return\n";

#[test]
fn printed_forms() {
    assert_eq!(shown(NEST, 4), "1→2·(2→3·(3→4·4→3)*·3→2)*·2→3·(3→4·4→3)*·3→4");
    assert_eq!(shown(TWO_ENTRIES, 4), "(1→3 + 1→2·2→3)·(3→2·2→3)*·3→4");
}

#[test]
fn hand_written_graphs() {
    check(NEST, 9);
    check(TWO_ENTRIES, 9);
}

#[test]
fn random_graphs_reducible_or_not() {
    sextant_testing::check(Plan { seed: 1, cases: 150, choices: 20 }, |choices| {
        let size = 3 + choices.below(4);
        let mut text = String::from("flow P(n: int)\n");
        for node in 1..=size {
            let out = choices.below(3);
            for edge in 0..out {
                let condition = if edge + 1 == out { ": else".to_owned() } else { format!(": n = {edge}") };
                let condition = if out == 1 { String::new() } else { condition };
                text.push_str(&format!(" edge {node} -> {}{condition}\n", 1 + choices.below(size)));
            }
            if out == 0 {
                text.push_str(&format!(" node {node}: return\n"));
            }
        }
        check(&text, 7);
    });
}

#[test]
fn contexts_are_counted_without_enumeration() {
    // Sixty choices one after the other: 2^60 paths.
    let mut text = String::from("flow P(n: int)\n");
    for step in 0..60 {
        let (a, b, c) = (3 * step + 1, 3 * step + 2, 3 * step + 3);
        text.push_str(&format!(" edge {a} -> {b}: n = {step}\n edge {a} -> {c}: else\n edge {b} -> {c}\n"));
        text.push_str(&format!(" edge {c} -> {}\n", c + 1));
    }
    text.push_str(" node 181: return\n");
    let graph = graph(&text);
    let mut expressions = PathExpressions::of(&graph);
    let whole = expressions.whole(&graph).expect("it ends");
    assert_eq!(expressions.table.closure_contexts(whole), UBig::ONE << 60);
    assert!(expressions.table.len() < 1000);
    let graph = self::graph(NEST);
    let mut expressions = PathExpressions::of(&graph);
    let whole = expressions.whole(&graph).expect("it ends");
    assert_eq!(expressions.table.closure_contexts(whole), UBig::ONE);
    // The whole, the outer body, the inner body.
    assert_eq!(expressions.table.all_closure_contexts(whole), UBig::from(3u8));
}
