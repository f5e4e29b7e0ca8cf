//! Procedures without a contract whose calls are executed: what they do, and what goes wrong in them, is the caller's then.
//!
//! The ways through such a procedure are few: nothing in it, or in what it calls, repeats, recurs, asserts or transfers.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use sextant_flow::{Action, BlockId, FlowGraph, FlowProgram, Instruction, Terminator};
use sextant_syntax::ProcId;

/// Ways through a procedure that is executed.
const MOST_WAYS: u64 = 32;

/// The procedures whose calls are executed.
pub(super) fn executed(program: &FlowProgram) -> BTreeSet<ProcId> {
    let mut counter = Counter { program, open: Vec::new() };
    program.procedures.ids().filter(|&id| counter.procedure(id).is_some()).collect()
}

struct Counter<'p> {
    program: &'p FlowProgram,
    /// The procedures whose ways are being counted, each called by the one before.
    open: Vec<ProcId>,
}

impl Counter<'_> {
    fn procedure(&mut self, id: ProcId) -> Option<u64> {
        if self.open.contains(&id) {
            return None;
        }
        self.open.push(id);
        let graph = &self.program.procedures[id];
        let ways = self.from(graph, graph.entry, &mut FxHashMap::default());
        self.open.pop();
        ways.filter(|&ways| ways <= MOST_WAYS)
    }

    /// The ways from a block to the ends; none if one of them comes back to a block that is still open.
    fn from(
        &mut self,
        graph: &FlowGraph,
        block: BlockId,
        known: &mut FxHashMap<BlockId, Option<u64>>,
    ) -> Option<u64> {
        if let Some(&ways) = known.get(&block) {
            return ways;
        }
        known.insert(block, None);
        let mut after = 0u64;
        match &graph.blocks[block].terminator {
            Terminator::Return(_) | Terminator::Stop => after = 1,
            Terminator::Edges(edges) => {
                for edge in edges {
                    let own = self.through(&edge.actions)?;
                    after = after.saturating_add(own.saturating_mul(self.from(graph, edge.to, known)?));
                }
            }
        }
        let ways = self.through(&graph.blocks[block].instructions)?.saturating_mul(after);
        known.insert(block, Some(ways));
        Some(ways)
    }

    fn through(&mut self, instructions: &[Instruction]) -> Option<u64> {
        let mut ways = 1u64;
        for instruction in instructions {
            match &instruction.action {
                Action::Call { procedure, .. } => ways = ways.saturating_mul(self.procedure(*procedure)?),
                Action::Statement(_) | Action::Assign(..) | Action::Fresh(_) | Action::Gone(_) => {}
                _ => return None,
            }
        }
        Some(ways)
    }
}
