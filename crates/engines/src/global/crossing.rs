//! Programs whose counted loops are crossed in one step, for engines that would go round them pass by pass.
//!
//! A loop that is left by the test at its head only, that does nothing but assign numbers, cannot fail, and has closed
//! forms that the language can say gets a new block before its head: one edge for each case of the number of passes,
//! with the values after them, straight to what follows the loop. What no case covers goes to the loop as it was, so
//! that nothing is lost. Under machine arithmetic a case is only what certainly overflows in no pass (`fitting`); its
//! closed forms are computed in integers of any size.

use rustc_hash::FxHashSet;
use sextant_algebra::{Condition, Substitution, Term};
use sextant_base::{Interrupt, Span};
use sextant_flow::{
    Action, Block, BlockId, Condition as EdgeCondition, Edge, FlowGraph, FlowProgram, Instruction, Loop,
    LoopForest, Terminator, instructions_of, mentioned_at_end, mentioned_in,
};
use sextant_state::{Arithmetic, Policy};
use sextant_syntax::{Expr, ExprKind, Place, ProcId, Storage, Type, VarId, Variable};

use super::context::{Case, symbol_of};
use super::evaluate::Evaluator;
use super::fitting::PassChecks;
use super::meaning::Compiled;
use super::refining::refined;
use super::say::Speaker;

/// Which loops are crossed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Crossing {
    /// None: loops are gone round.
    #[default]
    Unroll,
    /// All that can be.
    Summarise,
    /// Those whose number of passes is not a small constant.
    Auto,
}

/// Constant numbers of passes up to this are gone round under [`Crossing::Auto`].
const FEW_PASSES: u32 = 16;

/// The values of variables after the passes, under a condition.
type Way = (Condition, Vec<(VarId, Term)>);

/// The program with loops that are crossed in one step.
pub fn crossed(
    program: &FlowProgram,
    policy: Policy,
    crossing: Crossing,
    interrupt: &Interrupt,
) -> FlowProgram {
    let mut result = program.clone();
    for id in program.procedures.ids() {
        if let Some(graph) = crossed_graph(program, id, policy, crossing, interrupt) {
            result.procedures[id] = graph;
        }
    }
    result
}

/// One procedure of a program with loops that are crossed in one step; nothing if it has no such loop.
pub fn crossed_graph(
    program: &FlowProgram,
    id: ProcId,
    policy: Policy,
    crossing: Crossing,
    interrupt: &Interrupt,
) -> Option<FlowGraph> {
    let graph = &program.procedures[id];
    let forest = LoopForest::of(graph);
    if crossing == Crossing::Unroll || program.library.contains(&id) || forest.loops.is_empty() {
        return None;
    }
    let exact = Policy { arithmetic: Arithmetic::Ideal, ..policy };
    let (exact, limited) = (Compiled::new(program, id, exact), Compiled::new(program, id, policy));
    let mut evaluator = Evaluator::new(program, &exact, interrupt);
    let mut machine =
        (policy.arithmetic == Arithmetic::Machine).then(|| Evaluator::new(program, &limited, interrupt));
    let mut done: FxHashSet<BlockId> = FxHashSet::default();
    let mut result = None;
    // Outer loops come first; what is inside a crossed loop needs no crossing.
    for loop_ in &forest.loops {
        if done.contains(&loop_.header) {
            continue;
        }
        let Some(exit) = only_exit(graph, loop_) else { continue };
        let checks = match &mut machine {
            Some(machine) => {
                let Some(checks) = machine.pass_checks(loop_) else { continue };
                Some(checks)
            }
            None if evaluator.may_fail(loop_) => continue,
            None => None,
        };
        let Some(ways) = evaluator.ways_across(loop_, crossing, checks.as_ref()) else { continue };
        let changed = result.get_or_insert_with(|| graph.clone());
        if let Some(block) = evaluator.crossing_block(changed, policy, &ways, (loop_, exit)) {
            redirect(changed, loop_, block);
            done.extend(&loop_.blocks);
        }
    }
    result.filter(|_| !done.is_empty())
}

/// The edge by which a loop is left, if it leaves the head and is the only one.
fn only_exit(graph: &FlowGraph, loop_: &Loop) -> Option<usize> {
    let inside = |block: BlockId| loop_.blocks.binary_search(&block).is_ok();
    let mut exit = None;
    for &block in &loop_.blocks {
        let Terminator::Edges(edges) = &graph.blocks[block].terminator else { return None };
        for (position, edge) in edges.iter().enumerate().filter(|(_, edge)| !inside(edge.to)) {
            if block != loop_.header || exit.replace(position).is_some() || !edge.actions.is_empty() {
                return None;
            }
        }
        let plain = |instruction: &Instruction| match &instruction.action {
            Action::Statement(_) | Action::Claim(..) => true,
            Action::Assign(Place::Variable(_), _) => block != loop_.header,
            _ => false,
        };
        if !instructions_of(&graph.blocks[block]).all(plain) {
            return None;
        }
        // The head must test something, else nothing is known when control leaves.
        if block == loop_.header && edges.len() < 2 {
            return None;
        }
    }
    exit
}

impl Evaluator<'_> {
    /// Whether a pass may end in an error.
    fn may_fail(&mut self, loop_: &Loop) -> bool {
        loop_.blocks.iter().any(|&block| !self.ending(&Case::start(), block).is_empty())
    }

    /// The values after a loop by cases; none if it has no closed form, or is not worth it. The checks must hold in all
    /// passes of a case.
    fn ways_across(
        &mut self,
        loop_: &Loop,
        crossing: Crossing,
        checks: Option<&PassChecks>,
    ) -> Option<Vec<Way>> {
        let head = self.paths().heads.iter().copied().find(|head| head.block == loop_.header)?;
        let circle = self.circle(head.cycle);
        if self.may_alias(loop_, &circle.numbers) {
            return None;
        }
        let mut ways = Vec::new();
        for piece in &self.pieces_anywhere(head.cycle) {
            if !piece.open.is_empty() || !piece.arrays.is_empty() {
                return None;
            }
            for (condition, count) in &piece.counts {
                let Some(count) = count else { continue };
                let few = count.as_int().is_some_and(|count| count <= FEW_PASSES.into() && !count.is_zero());
                if few && crossing == Crossing::Auto {
                    return None;
                }
                let mut condition = piece.condition.and(condition);
                if let Some(checks) = checks {
                    let symbols = circle.numbers.iter().map(|&id| symbol_of(self.graph, id));
                    let values = Substitution::of_all(&symbols.collect::<Vec<_>>(), &piece.values);
                    condition = condition.and(&checks.held(&values, &circle.index, count)?);
                }
                let facts = self.domain_and(&condition);
                let mut values = Vec::new();
                for (at, &variable) in circle.numbers.iter().enumerate() {
                    let value = piece.at_exit[at].clone();
                    let value = value.unwrap_or_else(|| piece.values[at].with_symbol(&circle.index, count));
                    values.push((variable, refined(&mut self.prover, &facts, &value)));
                }
                ways.push((condition, values));
            }
        }
        (!ways.is_empty() && !self.interrupt.should_stop() && !self.crowded).then_some(ways)
    }

    /// Whether a changed variable may be another one of the loop under a second name.
    fn may_alias(&self, loop_: &Loop, changed: &[VarId]) -> bool {
        let outside = |id: &VarId| self.graph.variables[*id].storage != Storage::Automatic;
        if self.program.rules.no_aliases || !changed.iter().any(outside) {
            return false;
        }
        let mut mentioned: FxHashSet<VarId> = changed.iter().copied().collect();
        for &block in &loop_.blocks {
            mentioned.extend(mentioned_at_end(&self.graph.blocks[block].terminator));
            for instruction in instructions_of(&self.graph.blocks[block]) {
                if let Action::Assign(_, value) = &instruction.action {
                    mentioned.extend(mentioned_in(value));
                }
            }
        }
        mentioned.iter().filter(|id| outside(id)).count() > 1
    }

    /// Adds the block that crosses a loop; none if the language cannot say it.
    fn crossing_block(
        &self,
        graph: &mut FlowGraph,
        policy: Policy,
        ways: &[Way],
        (loop_, exit): (&Loop, usize),
    ) -> Option<BlockId> {
        let target = self.graph.blocks[loop_.header].terminator.edges()[exit].to;
        let span = self.block_span(loop_.header);
        let speaker = Speaker { graph: self.graph, policy, span };
        let mut said: Vec<(Expr, Vec<(VarId, Expr)>)> = Vec::new();
        for (condition, values) in ways {
            let mut assignments = Vec::new();
            for (variable, value) in values {
                let ty = &self.graph.variables[*variable].ty;
                let unchanged = *value == Term::symbol(&symbol_of(self.graph, *variable));
                if !unchanged {
                    assignments.push((*variable, speaker.value(value, ty)?));
                }
            }
            said.push((speaker.condition(condition)?, assignments));
        }
        let mut edges = Vec::new();
        for (condition, assignments) in said {
            let actions = simultaneous(graph, assignments, span);
            edges.push(Edge { condition: EdgeCondition::When(condition), actions, to: target });
        }
        let otherwise = Edge { condition: EdgeCondition::Otherwise, actions: Vec::new(), to: loop_.header };
        edges.push(otherwise);
        Some(graph.blocks.push(Block { instructions: Vec::new(), terminator: Terminator::Edges(edges) }))
    }

    fn block_span(&self, block: BlockId) -> Span {
        let code = &self.graph.blocks[block];
        let first = code.instructions.first().map(|instruction| instruction.span);
        let test = code.terminator.edges().iter().find_map(|edge| match &edge.condition {
            EdgeCondition::When(expr) => Some(expr.span),
            _ => None,
        });
        test.or(first).unwrap_or(self.graph.span)
    }
}

/// Assignments that all see the values before any of them: through temporaries where there are several.
fn simultaneous(graph: &mut FlowGraph, assignments: Vec<(VarId, Expr)>, span: Span) -> Vec<Instruction> {
    let assign = |variable: VarId, value: Expr| Instruction {
        action: Action::Assign(Place::Variable(variable), value),
        span,
    };
    if assignments.len() < 2 {
        return assignments.into_iter().map(|(variable, value)| assign(variable, value)).collect();
    }
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (variable, value) in assignments {
        let ty: Type = graph.variables[variable].ty.clone();
        let name = format!("after.{}", graph.variables.len());
        let temporary = graph.variables.push(Variable {
            name,
            ty: ty.clone(),
            storage: Storage::Automatic,
            initial: Vec::new(),
            span,
        });
        first.push(assign(temporary, value));
        let load = Expr { kind: ExprKind::Load(Place::Variable(temporary)), ty, span };
        second.push(assign(variable, load));
    }
    first.extend(second);
    first
}

/// Lets every edge that enters a loop lead to the block that crosses it.
fn redirect(graph: &mut FlowGraph, loop_: &Loop, crossing: BlockId) {
    if graph.entry == loop_.header {
        graph.entry = crossing;
    }
    for block in graph.blocks.ids().collect::<Vec<_>>() {
        if block == crossing || loop_.blocks.binary_search(&block).is_ok() {
            continue;
        }
        if let Terminator::Edges(edges) = &mut graph.blocks[block].terminator {
            edges.iter_mut().filter(|edge| edge.to == loop_.header).for_each(|edge| edge.to = crossing);
        }
    }
}
