//! Cut points: where, what is asserted there, and what changes between them.

use std::collections::BTreeSet;

use sextant_base::Span;
use sextant_flow::{Action, BlockId, Dominators, FlowGraph, Instruction, LoopForest, reached, successors};
use sextant_state::Point;
use sextant_syntax::{Claim, Expr, StatementNumber, VarId};

use super::changes::{Changes, Effects};

/// A cut point.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// The block it lies in.
    pub block: BlockId,
    /// In front of this instruction.
    pub index: usize,
    /// After its assertions.
    pub after: usize,
    /// What is asserted, with its place.
    pub assertions: Vec<(Expr, Span)>,
    /// Measures of progress, with their places.
    pub measures: Vec<(Expr, Span)>,
    /// The cut point that dominates it; none: the entry.
    pub parent: Option<usize>,
    /// What may change between the last visit of the dominating cut point and this one.
    pub changed: Changes,
    /// Of these, what may change between two visits of this one.
    pub repeated: BTreeSet<VarId>,
    /// A statement of the loop.
    pub statement: StatementNumber,
    /// Where the loop stands.
    pub span: Span,
    /// The blocks of the loop.
    pub blocks: BTreeSet<BlockId>,
}

/// All cut points of a graph but entry and exits.
#[derive(Clone, Debug, Default)]
pub(super) struct Cuts {
    /// In an order in which dominating ones come first.
    pub cuts: Vec<Cut>,
}

impl Cuts {
    /// The cut points of a graph.
    pub(super) fn of(graph: &FlowGraph, effects: &Effects) -> Cuts {
        let forest = LoopForest::of(graph);
        let dominators = Dominators::of(graph);
        let mut cuts = Vec::new();
        for one in &forest.loops {
            let blocks: BTreeSet<BlockId> = one.blocks.iter().copied().collect();
            let asserted = one.blocks.iter().copied().filter(|&block| {
                forest.innermost(block).is_some_and(|at| forest.loops[at].header == one.header)
                    && assertion_run(graph, block).is_some()
                    && cuts_loop(graph, &blocks, one.header, block)
            });
            // The one nearest to the header: it dominates the others.
            let place = asserted.reduce(|a, b| if dominators.dominates(b, a) { b } else { a });
            cuts.push(cut_at(graph, place.unwrap_or(one.header), one.header, blocks));
        }
        for region in &forest.irreducible {
            let blocks: BTreeSet<BlockId> = region.iter().copied().collect();
            cuts.extend(region.iter().map(|&block| cut_at(graph, block, block, blocks.clone())));
        }
        cuts.sort_by_key(|cut| depth(&dominators, cut.block));
        cuts.dedup_by_key(|cut| cut.block);
        for at in 0..cuts.len() {
            let block = cuts[at].block;
            let parent = (0..at)
                .rev()
                .find(|&other| cuts[other].block != block && dominators.dominates(cuts[other].block, block));
            cuts[at].parent = parent;
            let from = parent.map_or((graph.entry, 0), |parent| (cuts[parent].block, cuts[parent].after));
            cuts[at].changed = changed(graph, effects, from, parent.map(|_| from.0), block);
            let after = cuts[at].after;
            let barrier = parent.map(|_| from.0);
            cuts[at].repeated = changed(graph, effects, (block, after), barrier, block).own;
        }
        Cuts { cuts }
    }

    /// The cut point at a point.
    pub(super) fn at(&self, point: Point) -> Option<usize> {
        self.cuts.iter().position(|cut| Point::Block(cut.block, cut.index) == point)
    }

    /// Whether a cut point dominates another, or is it.
    pub(super) fn encloses(&self, outer: usize, inner: usize) -> bool {
        let mut at = Some(inner);
        while let Some(cut) = at {
            if cut == outer {
                return true;
            }
            at = self.cuts[cut].parent;
        }
        false
    }
}

fn depth(dominators: &Dominators, block: BlockId) -> usize {
    let mut depth = 0;
    let mut at = block;
    while let Some(next) = dominators.immediate(at) {
        depth += 1;
        at = next;
    }
    depth
}

/// The first run of assertions and measures of a block: its first instruction and the one after it.
fn assertion_run(graph: &FlowGraph, block: BlockId) -> Option<(usize, usize)> {
    let instructions = &graph.blocks[block].instructions;
    let says = |instruction: &Instruction| {
        matches!(instruction.action, Action::Assert(_) | Action::Claim(Claim::Measure, _))
    };
    let first = instructions.iter().position(says)?;
    let quiet =
        |instruction: &Instruction| says(instruction) || matches!(instruction.action, Action::Statement(_));
    let count = instructions[first..].iter().take_while(|instruction| quiet(instruction)).count();
    // Markers after the last assertion belong to what follows.
    let last = instructions[first..first + count].iter().rposition(says).map_or(first, |at| first + at);
    Some((first, last + 1))
}

/// Whether every cycle through the header passes the block.
fn cuts_loop(graph: &FlowGraph, blocks: &BTreeSet<BlockId>, header: BlockId, block: BlockId) -> bool {
    let inside = |next: &BlockId| *next != block && blocks.contains(next);
    let steps = |at| successors(graph, at).filter(inside);
    block == header || !reached(steps(header), steps).contains(&header)
}

fn cut_at(graph: &FlowGraph, block: BlockId, header: BlockId, blocks: BTreeSet<BlockId>) -> Cut {
    let instructions = &graph.blocks[block].instructions;
    let (index, after) = assertion_run(graph, block).unwrap_or_default();
    let mut assertions = Vec::new();
    let mut measures = Vec::new();
    for Instruction { action, span } in &instructions[index..after] {
        match action {
            Action::Assert(condition) => assertions.push((condition.clone(), *span)),
            Action::Claim(Claim::Measure, measure) => measures.push((measure.clone(), *span)),
            _ => {}
        }
    }
    let (statement, span) = first_statement(graph, header, block);
    Cut {
        block,
        index,
        after,
        assertions,
        measures,
        parent: None,
        changed: Changes::default(),
        repeated: BTreeSet::new(),
        statement,
        span,
        blocks,
    }
}

/// The statement a loop begins with.
fn first_statement(graph: &FlowGraph, header: BlockId, block: BlockId) -> (StatementNumber, Span) {
    let all = [header, block].into_iter().flat_map(|block| &graph.blocks[block].instructions);
    for instruction in all {
        if let Action::Statement(number) = instruction.action {
            return (number, graph.statements[number.0 as usize - 1].span);
        }
    }
    // The head of an iterative DO has no marker: its test stands where the DO does.
    let span = graph.blocks[header].terminator.operands().next().map_or(graph.span, |test| test.span);
    let at =
        graph.statements.iter().rposition(|info| info.span.start <= span.start && span.end <= info.span.end);
    (StatementNumber(at.unwrap_or(0) as u32 + 1), span)
}

/// What may be assigned between a place and a block, without passing the barrier.
fn changed(
    graph: &FlowGraph,
    effects: &Effects,
    (from, after): (BlockId, usize),
    barrier: Option<BlockId>,
    to: BlockId,
) -> Changes {
    let open = |block: &BlockId| Some(*block) != barrier;
    let steps = |at| successors(graph, at).filter(open);
    let forward = reached(steps(from), steps);
    let before = sextant_flow::predecessors(graph);
    let backward = reached(Some(to).filter(open), |at| before[at].iter().copied().filter(open));
    let mut found = Changes::default();
    let mut add = |block: BlockId, start: usize| {
        let block = &graph.blocks[block];
        effects.add(&block.instructions[start.min(block.instructions.len())..], &mut found);
        block.terminator.edges().iter().for_each(|edge| effects.add(&edge.actions, &mut found));
    };
    add(from, after);
    forward.intersection(&backward).for_each(|&block| add(block, 0));
    found
}
