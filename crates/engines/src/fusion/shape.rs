//! Loops that count: what an iteration adds to their counter, and how many iterations there are.

use dashu_int::IBig;
use sextant_flow::{
    Action, BlockId, Condition, FlowGraph, FlowProgram, LoopForest, Terminator, each_assigned,
    instructions_of,
};
use sextant_syntax::{BinaryOp, Expr, ExprKind, Place, Type, VarId};

use super::accesses::is_own;

/// A loop that is left by its condition only, whose counter moves by a constant in the last action of each iteration.
pub(super) struct Counted<'g> {
    pub(super) header: BlockId,
    /// Sorted.
    pub(super) blocks: Vec<BlockId>,
    pub(super) latch: BlockId,
    /// Where the iterations begin, and where control goes after them.
    pub(super) body: BlockId,
    pub(super) exit: BlockId,
    pub(super) counter: VarId,
    pub(super) step: IBig,
    pub(super) comparison: BinaryOp,
    pub(super) bound: &'g Expr,
}

impl<'g> Counted<'g> {
    pub(super) fn of(
        program: &FlowProgram,
        graph: &'g FlowGraph,
        forest: &LoopForest,
        at: usize,
    ) -> Option<Self> {
        let found = &forest.loops[at];
        let inside = |block: BlockId| found.blocks.binary_search(&block).is_ok();
        let [latch] = found.back_edges[..] else { return None };
        let header = &graph.blocks[found.header];
        let only_marks = header.instructions.iter().all(|i| matches!(i.action, Action::Statement(_)));
        let [taken, left] = header.terminator.edges() else { return None };
        let (Condition::When(condition), Condition::Otherwise) = (&taken.condition, &left.condition) else {
            return None;
        };
        let ExprKind::Binary(comparison, counted, bound) = &condition.kind else { return None };
        let ExprKind::Load(Place::Variable(counter)) = counted.kind else { return None };
        // The last instruction of the latch moves the counter, and nothing else does.
        let last = graph.blocks[latch].instructions.last()?;
        let Action::Assign(Place::Variable(moved), value) = &last.action else { return None };
        let step = step(*moved, value)?;
        let mut assigned = 0;
        for instruction in found.blocks.iter().flat_map(|&block| instructions_of(&graph.blocks[block])) {
            each_assigned(&instruction.action, &mut |variable| assigned += usize::from(variable == counter));
            if matches!(instruction.action, Action::Fresh(v) | Action::Gone(v) if v == counter) {
                return None;
            }
        }
        let leaves = |block: BlockId| {
            let edges = graph.blocks[block].terminator.edges();
            edges.iter().any(|edge| !edge.actions.is_empty() || block != found.header && !inside(edge.to))
        };
        let fits = only_marks
            && *moved == counter
            && assigned == 1
            && latch != found.header
            && forest.innermost(latch) == Some(at)
            && matches!(graph.blocks[latch].terminator, Terminator::Edges(ref edges) if edges.len() == 1)
            && inside(taken.to)
            && !inside(left.to)
            && is_own(graph, program.rules, counter)
            && goes_on(*comparison, &step, &graph.variables[counter].ty, &counted.ty)
            && !found.blocks.iter().any(|&block| leaves(block));
        fits.then(|| Counted {
            header: found.header,
            blocks: found.blocks.clone(),
            latch,
            body: taken.to,
            exit: left.to,
            counter,
            step,
            comparison: *comparison,
            bound,
        })
    }
}

/// What an assignment adds to a variable.
fn step(variable: VarId, value: &Expr) -> Option<IBig> {
    let ExprKind::Binary(op, left, right) = &value.kind else { return None };
    let own = |expr: &Expr| matches!(expr.kind, ExprKind::Load(Place::Variable(v)) if v == variable);
    let number = |expr: &Expr| match &expr.kind {
        ExprKind::Int(value) => Some(value.clone()),
        _ => None,
    };
    match op {
        BinaryOp::Add if own(left) => number(right),
        BinaryOp::Add if own(right) => number(left),
        BinaryOp::Subtract if own(left) => number(right).map(|number| -number),
        _ => None,
    }
}

/// Whether the counter comes to the bound without wrapping: unsigned ones do so one by one.
fn goes_on(comparison: BinaryOp, step: &IBig, declared: &Type, compared: &Type) -> bool {
    let Type::Int(int) = declared else { return false };
    if declared != compared {
        return false;
    }
    match comparison {
        BinaryOp::Less if !int.signed => *step == IBig::ONE,
        BinaryOp::Less | BinaryOp::LessEqual => int.signed && *step > IBig::ZERO,
        BinaryOp::Greater | BinaryOp::GreaterEqual => int.signed && *step < IBig::ZERO,
        _ => false,
    }
}
