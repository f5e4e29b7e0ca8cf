//! Where the ways out of a block come together again, and which variables matter there.

use rustc_hash::FxHashSet;
use sextant_base::{Id, IdVec};
use sextant_syntax::{Base, Expr, ExprKind, Memory, Place, VarId, each_operand};

use crate::digraph::{closest_on_every_way, postorder};
use crate::steering::steering_variables;
use crate::walk::{each_operand_of, each_place, result_of};
use crate::{Action, BlockId, FlowGraph, Instruction, Terminator, predecessors, successors};

/// For every block with several ways out, the first block that all of them must come to.
#[derive(Clone, Debug)]
pub struct Joins {
    joins: IdVec<BlockId, Option<BlockId>>,
    live: IdVec<BlockId, FxHashSet<VarId>>,
    steering: IdVec<BlockId, FxHashSet<VarId>>,
}

/// What the value of a variable is good for from some place on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Usefulness {
    /// Nobody reads it.
    Dead,
    /// It may be read.
    Live,
    /// It may decide how often a loop runs.
    Steering,
}

impl Joins {
    /// The joins of a graph.
    pub fn of(graph: &FlowGraph) -> Self {
        let closest = closest_common(graph);
        let joins = graph.blocks.ids().map(|block| {
            let forks = successors(graph, block).nth(1).is_some();
            let join = closest[block.index()].filter(|_| forks).map(BlockId::from_index)?;
            // The ways out of a loop meet behind it: whoever waited there would wait for all iterations.
            (!returns_before(graph, block, join)).then_some(join)
        });
        Self { joins: joins.collect(), live: live_variables(graph), steering: steering_variables(graph) }
    }

    /// Where the ways out of a block come together.
    pub fn of_block(&self, block: BlockId) -> Option<BlockId> {
        self.joins[block]
    }

    /// What the value of a variable at the start of a block can be good for.
    pub fn usefulness(&self, block: BlockId, variable: VarId) -> Usefulness {
        if self.steering[block].contains(&variable) {
            Usefulness::Steering
        } else if self.live[block].contains(&variable) {
            Usefulness::Live
        } else {
            Usefulness::Dead
        }
    }
}

/// Whether control can come back to a block before it comes to another one.
pub(crate) fn returns_before(graph: &FlowGraph, block: BlockId, join: BlockId) -> bool {
    let mut seen = FxHashSet::default();
    let mut waiting: Vec<BlockId> = successors(graph, block).collect();
    while let Some(next) = waiting.pop() {
        if next == block {
            return true;
        }
        if next != join && seen.insert(next) {
            waiting.extend(successors(graph, next));
        }
    }
    false
}

/// For every block the closest other block on every way from it to the end of the procedure.
fn closest_common(graph: &FlowGraph) -> Vec<Option<usize>> {
    let exit = graph.blocks.len();
    let before = predecessors(graph);
    let ends = |block: BlockId| !matches!(graph.blocks[block].terminator, Terminator::Edges(_));
    let last: Vec<BlockId> = graph.blocks.ids().filter(|&block| ends(block)).collect();
    // The graph is reversed, with an exit behind all of its ends.
    let mut order = postorder(exit + 1, exit, |node| {
        let previous = if node == exit { &last } else { &before[BlockId::from_index(node)] };
        previous.iter().map(|block| block.index())
    });
    order.reverse();
    let closest = closest_on_every_way(exit + 1, &order, |node| {
        let block = BlockId::from_index(node);
        successors(graph, block).map(Id::index).chain(ends(block).then_some(exit))
    });
    closest.into_iter().take(exit).map(|found| found.filter(|&node| node < exit)).collect()
}

/// For every block the variables whose values at its start may be read later.
fn live_variables(graph: &FlowGraph) -> IdVec<BlockId, FxHashSet<VarId>> {
    least_before(graph, |block, live| live_before(graph, block, live))
}

/// The least sets of variables at the starts of blocks that agree with how a block makes its own from those behind it.
pub(crate) fn least_before(
    graph: &FlowGraph,
    before: impl Fn(BlockId, &IdVec<BlockId, FxHashSet<VarId>>) -> FxHashSet<VarId>,
) -> IdVec<BlockId, FxHashSet<VarId>> {
    let mut known: IdVec<BlockId, FxHashSet<VarId>> =
        graph.blocks.ids().map(|_| FxHashSet::default()).collect();
    let blocks: Vec<BlockId> = graph.blocks.ids().collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &block in blocks.iter().rev() {
            let found = before(block, &known);
            if found.len() != known[block].len() {
                known[block] = found;
                changed = true;
            }
        }
    }
    known
}

fn live_before(
    graph: &FlowGraph,
    block: BlockId,
    live: &IdVec<BlockId, FxHashSet<VarId>>,
) -> FxHashSet<VarId> {
    let mut now = FxHashSet::default();
    let terminator = &graph.blocks[block].terminator;
    for edge in terminator.edges() {
        let mut on_edge = live[edge.to].clone();
        edge.actions.iter().rev().for_each(|instruction| backwards(instruction, &mut on_edge));
        now.extend(on_edge);
    }
    terminator.operands().for_each(|operand| read(operand, &mut now));
    graph.blocks[block].instructions.iter().rev().for_each(|instruction| backwards(instruction, &mut now));
    now
}

/// What is live before an instruction, from what is live behind it.
pub(crate) fn backwards(instruction: &Instruction, live: &mut FxHashSet<VarId>) {
    let action = &instruction.action;
    match action {
        Action::Assign(Place::Variable(variable), _) | Action::Fresh(variable) | Action::Gone(variable) => {
            live.remove(variable);
        }
        Action::CallParameter { variable, .. } => {
            live.insert(*variable);
        }
        _ => each_place(action, &mut |place| {
            live.insert(place.variable());
        }),
    }
    if let Some(result) = result_of(action) {
        live.remove(&result);
    }
    each_operand_of(action, &mut |operand| read(operand, live));
}

/// Adds the variables that an expression reads.
pub(crate) fn read(expr: &Expr, live: &mut FxHashSet<VarId>) {
    match &expr.kind {
        ExprKind::Load(place)
        | ExprKind::DimensionOf(_, place, _)
        | ExprKind::LengthOf(place)
        | ExprKind::HasStorage(place) => {
            live.insert(place.variable());
        }
        ExprKind::SameStorage(left, right) => {
            live.insert(left.variable());
            live.insert(right.variable());
        }
        ExprKind::BoundOf(_, variable) | ExprKind::IsPresent(variable) => {
            live.insert(*variable);
        }
        ExprKind::Memory(memory) => {
            if let Memory::Address(Base::Variable(variable)) = **memory {
                live.insert(variable);
            }
        }
        _ => {}
    }
    each_operand(expr, &mut |operand| read(operand, live));
}
