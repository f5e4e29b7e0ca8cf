//! Loops that are left in the middle of an iteration: their body has begun once more than control goes back.

use sextant_flow::{Action, BlockId, FlowGraph, Instruction, Loop, LoopForest};

/// Those heads of loops whose body has begun when control leaves them.
pub fn heads_begun_at_exit(graph: &FlowGraph, heads: impl Iterator<Item = BlockId>) -> Vec<BlockId> {
    let forest = LoopForest::of(graph);
    let natural = |head: BlockId| forest.loops.iter().find(|loop_| loop_.header == head);
    heads
        .filter(|&head| match natural(head) {
            Some(loop_) => is_begun_at_exit(graph, loop_),
            // A loop with several entries has no test of its own.
            None => graph.blocks[head].instructions.iter().any(works),
        })
        .collect()
}

/// Whether an instruction does something that others see.
fn works(instruction: &Instruction) -> bool {
    matches!(instruction.action, Action::Assign(..) | Action::Read(_))
}

/// What the last statement of a head does belongs to the test of the loop if control leaves there, as in
/// `while (n--)`; what stands before it, or is done where the head is the whole loop, belongs to the body.
fn is_begun_at_exit(graph: &FlowGraph, loop_: &Loop) -> bool {
    let head = &graph.blocks[loop_.header];
    let is_inside = |block: BlockId| loop_.blocks.binary_search(&block).is_ok();
    let is_left_here = head.terminator.edges().iter().any(|edge| !is_inside(edge.to));
    let is_whole = loop_.back_edges.contains(&loop_.header);
    let is_mark = |instruction: &Instruction| matches!(instruction.action, Action::Statement(_));
    // A graph that is written by hand tells no statements apart.
    let Some(test) = head.instructions.iter().rposition(is_mark) else {
        return head.instructions.iter().any(works);
    };
    let (before, after) = head.instructions.split_at(test);
    if before.iter().any(works) || (after.iter().any(works) && (is_whole || !is_left_here)) {
        return true;
    }
    // Below the statement that is the loop another one has begun, as in `do { if … } while (…)`.
    !is_left_here && head.instructions.iter().filter(|instruction| is_mark(instruction)).count() > 1
}
