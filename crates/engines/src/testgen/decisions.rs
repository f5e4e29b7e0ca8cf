//! Decisions: conditions whose branches together choose between two ways.
//!
//! They are found in the flow graph: blocks of one statement, each reached only from the others, that leave to two
//! blocks. What was one condition with AND and OR in the source is one decision again.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::IdVec;
use sextant_flow::{Action, BlockId, Condition, FlowGraph, FlowProgram, predecessors, successors};
use sextant_syntax::ProcId;

use super::probes::{Probe, Side};

/// Conditions that decide together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The procedure.
    pub procedure: ProcId,
    /// The blocks of the conditions; the first one is evaluated first.
    pub blocks: Vec<BlockId>,
    /// For each condition its probes: where it holds, where it does not.
    pub probes: Vec<[u32; 2]>,
}

/// One evaluation of a decision: the values of the conditions that were evaluated, and where it led.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vector {
    /// The decision.
    pub decision: u32,
    /// The conditions in the order of evaluation, with their values.
    pub values: Vec<(u32, bool)>,
    /// The block it led to.
    pub outcome: BlockId,
}

impl Vector {
    /// Whether two evaluations show that a condition decides by itself.
    pub fn shows(&self, other: &Vector, condition: u32) -> bool {
        let value = |vector: &Vector, wanted: u32| {
            vector.values.iter().find(|(condition, _)| *condition == wanted).map(|(_, value)| *value)
        };
        let differs = match (value(self, condition), value(other, condition)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        };
        differs
            && self.decision == other.decision
            && self.outcome != other.outcome
            && self
                .values
                .iter()
                .all(|&(at, here)| at == condition || value(other, at).is_none_or(|there| there == here))
    }
}

/// All decisions of a program.
pub(super) fn decisions(program: &FlowProgram, probes: &[Probe]) -> Vec<Decision> {
    let mut by_block: FxHashMap<(ProcId, BlockId), [u32; 2]> = FxHashMap::default();
    for (number, probe) in (0..).zip(probes) {
        let entry = by_block.entry((probe.procedure, probe.block)).or_default();
        match probe.side {
            Side::True => entry[0] = number,
            Side::False => entry[1] = number,
            Side::Case(_) | Side::Otherwise => {}
        }
    }
    let mut found = Vec::new();
    for (id, graph) in program.procedures.iter_enumerated() {
        if program.library.contains(&id) {
            continue;
        }
        let before = predecessors(graph);
        let mut taken = FxHashSet::default();
        for block in graph.blocks.ids().filter(|&block| is_condition(graph, block)) {
            if taken.contains(&block) {
                continue;
            }
            let blocks = cluster(graph, &before, &taken, block);
            taken.extend(blocks.iter().copied());
            let probes = blocks.iter().map(|&block| by_block[&(id, block)]).collect();
            found.push(Decision { procedure: id, blocks, probes });
        }
    }
    found
}

fn is_condition(graph: &FlowGraph, block: BlockId) -> bool {
    let conditions = graph.blocks[block].terminator.edges().iter().map(|edge| &edge.condition);
    matches!(conditions.collect::<Vec<_>>()[..], [Condition::When(_), Condition::Otherwise])
}

/// The blocks of the decision that a block begins: the longest row that leaves to two blocks.
fn cluster(
    graph: &FlowGraph,
    before: &IdVec<BlockId, Vec<BlockId>>,
    taken: &FxHashSet<BlockId>,
    root: BlockId,
) -> Vec<BlockId> {
    let mut blocks = vec![root];
    let mut longest = 1;
    loop {
        let next = blocks.iter().flat_map(|&block| successors(graph, block)).find(|&next| {
            !blocks.contains(&next)
                && !taken.contains(&next)
                && next != graph.entry
                && is_condition(graph, next)
                && !begins_statement(graph, next)
                && before[next].iter().all(|from| blocks.contains(from))
        });
        let Some(next) = next else { break };
        blocks.push(next);
        if exits(graph, &blocks).len() == 2 {
            longest = blocks.len();
        }
    }
    blocks.truncate(longest);
    blocks
}

fn begins_statement(graph: &FlowGraph, block: BlockId) -> bool {
    graph.blocks[block].instructions.iter().any(|one| matches!(one.action, Action::Statement(_)))
}

fn exits(graph: &FlowGraph, blocks: &[BlockId]) -> BTreeSet<BlockId> {
    let all = blocks.iter().flat_map(|&block| successors(graph, block));
    all.filter(|next| !blocks.contains(next)).collect()
}
