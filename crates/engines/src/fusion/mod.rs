//! Adjacent loops that can be made one.
//!
//! Two loops that follow one another are claimed to be fusible if the loop that does one iteration of the first, then
//! one of the second, and so on, computes the same. The argument:
//!
//! - Both count, by the same step from one value to one bound (`shape`), and are left by their condition only. So both
//!   make the same number of iterations, and no iteration is left out.
//! - What stands between them only sets scalars which the first loop does not mention, from values it does not change.
//! - Neither calls, reads, writes, allocates or assumes anything: iterations only read and write storage. The inner
//!   loops of both count as well, so that every iteration ends.
//! - In the fused loop iteration `y` of the second loop comes before the iterations `x > y` of the first one; nothing
//!   else changes its order. For all such `x` and `y` no access of the one touches what the other writes: the solver
//!   refutes that addresses or subscripts are equal (`conflicts`), in terms of values before the loops and the numbers
//!   of the iterations; whatever else is in them counts as any number. Scalars that both use are written before they
//!   are read in each iteration of both, and in every iteration of the second, so that no value passes from one
//!   iteration to another and the last one is the same.
//!
//! So every iteration sees the same values in both orders, up to a first error. An execution fails in one order exactly
//! if it fails in the other; where both loops can fail, the first error may be another one. Values that are read are
//! those of executions that do not fail, in which signed arithmetic is that of numbers.

mod accesses;
mod conflicts;
mod linear;
mod scalars;
mod shape;

use rustc_hash::FxHashSet;
use sextant_base::IdVec;
use sextant_flow::{
    Action, BlockId, Condition, Edge, FlowGraph, FlowProgram, LoopForest, Terminator, each_assigned,
    instructions_of, mentioned_in, predecessors,
};
use sextant_solver::SolverConfig;
use sextant_syntax::{Expr, Place, ProcId, VarId};

use self::accesses::{Accesses, Collector, is_own};
use self::conflicts::Conflicts;
use self::linear::{Key, Linear, Values};
use self::shape::Counted;

/// Two loops that can be made one.
#[derive(Clone, Debug)]
pub struct Fusible {
    /// The header of the first.
    pub first: BlockId,
    /// The header of the second.
    pub second: BlockId,
    /// The last value that the counter of the first one is compared with.
    pub bound: Expr,
}

/// The pairs of adjacent loops of a procedure that are proved to be fusible.
pub fn fusible(program: &FlowProgram, procedure: ProcId, config: &SolverConfig) -> Vec<Fusible> {
    let graph = &program.procedures[procedure];
    let forest = LoopForest::of(graph);
    if !forest.irreducible.is_empty() {
        return Vec::new();
    }
    let judge = Judge { program, procedure, graph, forest: &forest, before: predecessors(graph), config };
    (0..forest.loops.len()).filter_map(|first| judge.followed(first)).collect()
}

struct Judge<'p> {
    program: &'p FlowProgram,
    procedure: ProcId,
    graph: &'p FlowGraph,
    forest: &'p LoopForest,
    before: IdVec<BlockId, Vec<BlockId>>,
    config: &'p SolverConfig,
}

/// A loop with what is known where it begins.
struct Examined<'p> {
    counted: Counted<'p>,
    start: Linear,
    /// The value of the counter in the iteration at hand.
    at: Linear,
    bound: Linear,
    accesses: Accesses,
}

impl<'p> Judge<'p> {
    /// The loop that a loop can be made one with.
    fn followed(&self, first: usize) -> Option<Fusible> {
        let counted = Counted::of(self.program, self.graph, self.forest, first)?;
        let (second, between) = self.next(&counted)?;
        if self.forest.loops[second].parent != self.forest.loops[first].parent {
            return None;
        }
        let other = Counted::of(self.program, self.graph, self.forest, second)?;
        self.inner_loops_count(first)?;
        self.inner_loops_count(second)?;
        let mut values = self.values_before(&counted)?;
        let bound = counted.bound.clone();
        let one = self.examine(counted, &mut values)?;
        for &variable in one.accesses.writes().iter().chain([&one.counted.counter]) {
            values.forget(variable);
        }
        self.pass_between(&between, &one, &mut values)?;
        let two = self.examine(other, &mut values)?;
        let (c, d) = (&one.counted, &two.counted);
        let alike = c.step == d.step
            && c.comparison == d.comparison
            && [&one.start, &one.bound, &two.start, &two.bound].iter().all(|linear| linear.is_known())
            && one.bound.minus(&one.start) == two.bound.minus(&two.start);
        let independent = alike && scalars::independent(self.graph, &one, &two) && {
            Conflicts::new(self.program, self.procedure, self.config).none(&one, &two)
        };
        independent.then(|| Fusible { first: c.header, second: d.header, bound })
    }

    /// The next loop, and the blocks in front of it, if nothing else leads there.
    fn next(&self, first: &Counted<'_>) -> Option<(usize, Vec<BlockId>)> {
        let (mut blocks, mut from, mut at) = (Vec::new(), first.header, first.exit);
        loop {
            let second = self.forest.loops.iter().position(|found| found.header == at);
            let own =
                |block: &BlockId| second.is_some_and(|s| self.forest.loops[s].back_edges.contains(block));
            let mut entries = self.before[at].iter().filter(|block| !own(block));
            if entries.next() != Some(&from) || entries.next().is_some() {
                return None;
            }
            if let Some(second) = second {
                return Some((second, blocks));
            }
            let Terminator::Edges(edges) = &self.graph.blocks[at].terminator else { return None };
            let [Edge { condition: Condition::Always, actions, to }] = &edges[..] else { return None };
            if !actions.is_empty() {
                return None;
            }
            blocks.push(at);
            (from, at) = (at, *to);
        }
    }

    fn inner_loops_count(&self, outer: usize) -> Option<()> {
        let blocks = &self.forest.loops[outer].blocks;
        for (at, inner) in self.forest.loops.iter().enumerate() {
            if at == outer || blocks.binary_search(&inner.header).is_err() {
                continue;
            }
            let counted = Counted::of(self.program, self.graph, self.forest, at)?;
            let mentioned = mentioned_in(counted.bound);
            let own = mentioned.iter().all(|&variable| is_own(self.graph, self.program.rules, variable));
            let mut kept = own
                && !sextant_flow::any_in(counted.bound, &|expr| {
                    matches!(expr.kind, sextant_syntax::ExprKind::Memory(_))
                });
            for block in &counted.blocks {
                for instruction in instructions_of(&self.graph.blocks[*block]) {
                    each_assigned(&instruction.action, &mut |variable| {
                        kept &= !mentioned.contains(&variable)
                    });
                }
            }
            if !kept {
                return None;
            }
        }
        Some(())
    }

    /// What is known of variables where the first loop is entered, by the assignments in front of it.
    fn values_before(&self, counted: &Counted<'_>) -> Option<Values> {
        let mut outside = self.before[counted.header].iter().filter(|&&block| block != counted.latch);
        let (Some(&block), None) = (outside.next(), outside.next()) else { return None };
        let Terminator::Edges(edges) = &self.graph.blocks[block].terminator else { return None };
        if edges.iter().any(|edge| !edge.actions.is_empty()) {
            return None;
        }
        let instructions = &self.graph.blocks[block].instructions;
        let plain = |action: &Action| match action {
            Action::Statement(_) => true,
            Action::Assign(Place::Variable(variable), _) => is_own(self.graph, self.program.rules, *variable),
            _ => false,
        };
        let others = instructions.iter().rposition(|instruction| !plain(&instruction.action));
        let mut values = Values::default();
        for instruction in &instructions[others.map_or(0, |at| at + 1)..] {
            if let Action::Assign(Place::Variable(variable), value) = &instruction.action {
                let value = values.linear(value);
                values.set(*variable, value);
            }
        }
        Some(values)
    }

    /// Goes through what stands between the loops; `None` if it could not as well stand before both.
    fn pass_between(&self, between: &[BlockId], first: &Examined<'_>, values: &mut Values) -> Option<()> {
        let (reads, writes) = (first.accesses.reads(), first.accesses.writes());
        let counter = first.counted.counter;
        let mut bound = mentioned_in(first.counted.bound);
        bound.extend(reads);
        for instruction in between.iter().flat_map(|&block| &self.graph.blocks[block].instructions) {
            match &instruction.action {
                Action::Statement(_) => {}
                Action::Gone(variable) if *variable == counter => {}
                Action::Assign(Place::Variable(variable), value) => {
                    let own = |v: &VarId| is_own(self.graph, self.program.rules, *v);
                    let sources = mentioned_in(value);
                    let movable = own(variable)
                        && sources.iter().all(|v| own(v) && !writes.contains(v) && *v != counter)
                        && !sextant_flow::any_in(value, &|expr| {
                            matches!(expr.kind, sextant_syntax::ExprKind::Memory(_))
                        })
                        && (*variable == counter || !bound.contains(variable) && !writes.contains(variable));
                    if !movable {
                        return None;
                    }
                    let value = values.linear(value);
                    values.set(*variable, value);
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// What an iteration accesses, in terms of the values at the entry of the loop.
    fn examine(&self, counted: Counted<'p>, values: &mut Values) -> Option<Examined<'p>> {
        let mut inside = values.clone();
        let mut changed = FxHashSet::default();
        for instruction in counted.blocks.iter().flat_map(|&block| instructions_of(&self.graph.blocks[block]))
        {
            each_assigned(&instruction.action, &mut |variable| _ = changed.insert(variable));
            if let Action::Fresh(variable) | Action::Gone(variable) = instruction.action {
                changed.insert(variable);
            }
        }
        let start = values.variable(counted.counter);
        changed.iter().for_each(|&variable| inside.forget(variable));
        let bound = inside.linear(counted.bound);
        let own = mentioned_in(counted.bound).iter().all(|&v| is_own(self.graph, self.program.rules, v));
        let at = start.plus(&Linear::key(Key::Iteration), &counted.step);
        inside.set(counted.counter, at.clone());
        let mut collector = Collector::new(self.program, self.graph, inside);
        for &block in counted.blocks.iter().filter(|&&block| block != counted.header) {
            collector.block(block);
            let instructions = &self.graph.blocks[block].instructions;
            let count = instructions.len() - usize::from(block == counted.latch);
            instructions[..count].iter().try_for_each(|instruction| collector.instruction(instruction))?;
            for edge in self.graph.blocks[block].terminator.edges() {
                edge.condition.expr().map_or(Some(()), |condition| collector.expression(condition))?;
            }
        }
        values.after(&collector.values);
        own.then_some(Examined { counted, start, at, bound, accesses: collector.found })
    }
}
