//! Dominators and loops against their definitions, on random graphs.

use std::cell::Cell;

use sextant_base::{Id, IdVec, SourceId, Span};
use sextant_flow::{
    Block, BlockId, Condition, Dominators, Edge, FlowGraph, LoopForest, Terminator, predecessors, successors,
};
use sextant_testing::{Choices, Plan, check};

fn random_graph(choices: &mut Choices) -> FlowGraph {
    let count = 1 + choices.below(9);
    let blocks = (0..count).map(|_| {
        let mut edges = Vec::new();
        for _ in 0..choices.below(4) {
            let to = BlockId::from_index(choices.below(count));
            edges.push(Edge { condition: Condition::Always, actions: Vec::new(), to });
        }
        Block { instructions: Vec::new(), terminator: Terminator::Edges(edges) }
    });
    FlowGraph {
        name: "R".into(),
        parameters: Vec::new(),
        variables: IdVec::new(),
        returns: None,
        blocks: blocks.collect(),
        entry: BlockId::from_index(choices.below(count)),
        statements: Vec::new(),
        span: Span::new(SourceId(0), 0, 0),
    }
}

/// What is reached from a block along edges that may be used.
fn reached(graph: &FlowGraph, start: BlockId, may: impl Fn(BlockId, BlockId) -> bool) -> Vec<bool> {
    let mut seen = vec![false; graph.blocks.len()];
    let mut open = vec![start];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut seen[block.index()], true) {
            open.extend(successors(graph, block).filter(|&next| may(block, next)));
        }
    }
    seen
}

fn dominates(graph: &FlowGraph, outer: BlockId, inner: BlockId) -> bool {
    let live = reached(graph, graph.entry, |_, _| true);
    if !live[outer.index()] || !live[inner.index()] {
        return false;
    }
    let without = |from, to| from != outer && to != outer;
    outer == inner || outer == graph.entry || !reached(graph, graph.entry, without)[inner.index()]
}

#[test]
fn dominators_are_what_the_definition_says() {
    check(Plan { seed: 1, cases: 2_000, choices: 50 }, |choices| {
        let graph = random_graph(choices);
        let found = Dominators::of(&graph);
        for inner in graph.blocks.ids() {
            let strict: Vec<BlockId> = graph
                .blocks
                .ids()
                .filter(|&outer| outer != inner && dominates(&graph, outer, inner))
                .collect();
            for outer in graph.blocks.ids() {
                assert_eq!(found.dominates(outer, inner), dominates(&graph, outer, inner), "{graph:?}");
            }
            // The immediate one is dominated by all the others.
            let closest =
                strict.iter().copied().find(|&one| strict.iter().all(|&other| dominates(&graph, other, one)));
            assert_eq!(found.immediate(inner), closest, "{graph:?}");
        }
    });
}

#[test]
fn loops_are_what_the_definition_says() {
    let irreducible = Cell::new(0);
    check(Plan { seed: 2, cases: 2_000, choices: 50 }, |choices| {
        let graph = random_graph(choices);
        let forest = LoopForest::of(&graph);
        let before = predecessors(&graph);
        let mut headers = Vec::new();
        for header in graph.blocks.ids() {
            let mut back: Vec<BlockId> =
                before[header].iter().copied().filter(|&from| dominates(&graph, header, from)).collect();
            back.dedup();
            if back.is_empty() {
                continue;
            }
            headers.push(header);
            let found = forest.loops.iter().find(|found| found.header == header).expect("the loop is found");
            assert_eq!(found.back_edges, back);
            // Inside is what reaches a back edge without passing the header.
            let inside = graph.blocks.ids().filter(|&block| {
                block == header
                    || (dominates(&graph, header, block) && {
                        let onwards = reached(&graph, block, |_, to| to != header);
                        back.iter().any(|from| onwards[from.index()] && *from != header)
                    })
            });
            assert_eq!(found.blocks, inside.collect::<Vec<_>>(), "{graph:?}");
        }
        assert_eq!(forest.loops.len(), headers.len());
        check_nesting(&graph, &forest);
        irreducible.set(irreducible.get() + check_regions(&graph, &forest));
    });
    let irreducible = irreducible.get();
    assert!(irreducible > 50, "too few irreducible graphs: {irreducible}");
}

fn check_nesting(graph: &FlowGraph, forest: &LoopForest) {
    for (position, found) in forest.loops.iter().enumerate() {
        let around = |other: &usize| {
            *other != position && found.blocks.iter().all(|block| forest.loops[*other].blocks.contains(block))
        };
        let outer: Vec<usize> = (0..forest.loops.len()).filter(around).collect();
        assert_eq!(found.depth as usize, outer.len() + 1, "{graph:?}");
        let smallest = outer.into_iter().min_by_key(|&other| forest.loops[other].blocks.len());
        assert_eq!(found.parent, smallest, "{graph:?}");
        assert!(found.parent.is_none_or(|parent| parent < position));
    }
    for block in graph.blocks.ids() {
        let holding = (0..forest.loops.len()).filter(|&found| forest.loops[found].blocks.contains(&block));
        assert_eq!(forest.innermost(block), holding.max_by_key(|&found| forest.loops[found].depth));
    }
}

/// The regions are the classes of blocks that reach each other without back edges, and each has several
/// entries.
fn check_regions(graph: &FlowGraph, forest: &LoopForest) -> usize {
    let live = reached(graph, graph.entry, |_, _| true);
    let forward = |from, to| !dominates(graph, to, from);
    let from_each: Vec<Vec<bool>> = graph.blocks.ids().map(|block| reached(graph, block, forward)).collect();
    let mut expected: Vec<Vec<BlockId>> = Vec::new();
    for block in graph.blocks.ids().filter(|block| live[block.index()]) {
        let class: Vec<BlockId> = graph
            .blocks
            .ids()
            .filter(|&other| {
                from_each[block.index()][other.index()] && from_each[other.index()][block.index()]
            })
            .collect();
        if class.len() > 1 && class[0] == block {
            expected.push(class);
        }
    }
    assert_eq!(forest.irreducible, expected, "{graph:?}");
    for region in &expected {
        let entries = region.iter().filter(|&&block| {
            block == graph.entry
                || graph.blocks.ids().any(|from| {
                    live[from.index()]
                        && !region.contains(&from)
                        && successors(graph, from).any(|to| to == block)
                })
        });
        assert!(entries.count() > 1, "{graph:?}");
    }
    expected.len()
}
