//! Which variables decide how often loops run.
//!
//! Where such a variable is a known number, the loop runs a known number of times. A state that keeps two such
//! numbers apart by a condition loses that, and every later pass asks the solver what was known before.

use rustc_hash::FxHashSet;
use sextant_base::IdVec;
use sextant_syntax::{Place, VarId};

use crate::joins::{least_before, read};
use crate::walk::{each_operand_of, result_of};
use crate::{Action, BlockId, FlowGraph, Instruction, LoopForest};

/// For every block the variables whose values at its start may decide whether a loop ends.
pub(crate) fn steering_variables(graph: &FlowGraph) -> IdVec<BlockId, FxHashSet<VarId>> {
    let exits = loop_exits(graph);
    least_before(graph, |block, steering| steering_before(graph, block, exits.contains(&block), steering))
}

/// The blocks in loops from which an edge leads out.
fn loop_exits(graph: &FlowGraph) -> FxHashSet<BlockId> {
    let forest = LoopForest::of(graph);
    let mut exits = FxHashSet::default();
    for found in &forest.loops {
        let leaves = |&&block: &&BlockId| {
            crate::successors(graph, block).any(|next| found.blocks.binary_search(&next).is_err())
        };
        exits.extend(found.blocks.iter().filter(leaves));
    }
    exits
}

fn steering_before(
    graph: &FlowGraph,
    block: BlockId,
    is_exit: bool,
    steering: &IdVec<BlockId, FxHashSet<VarId>>,
) -> FxHashSet<VarId> {
    let mut now = FxHashSet::default();
    for edge in graph.blocks[block].terminator.edges() {
        let mut on_edge = steering[edge.to].clone();
        edge.actions.iter().rev().for_each(|instruction| backwards(instruction, &mut on_edge));
        now.extend(on_edge);
        edge.condition.expr().filter(|_| is_exit).into_iter().for_each(|expr| read(expr, &mut now));
    }
    graph.blocks[block].instructions.iter().rev().for_each(|instruction| backwards(instruction, &mut now));
    now
}

/// What steers before an instruction, from what steers behind it.
fn backwards(instruction: &Instruction, steering: &mut FxHashSet<VarId>) {
    let action = &instruction.action;
    let assigned = match action {
        Action::Assign(Place::Variable(variable), _) | Action::Fresh(variable) | Action::Gone(variable) => {
            Some(*variable)
        }
        _ => result_of(action),
    };
    if assigned.is_some_and(|variable| steering.remove(&variable)) {
        each_operand_of(action, &mut |operand| read(operand, steering));
    }
}
