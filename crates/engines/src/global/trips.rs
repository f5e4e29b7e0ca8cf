//! Trip counts of natural loops, from their exits alone: what the body does otherwise is not looked at.
//!
//! An exit is understood if its test is made once in every pass, and every variable in it either does not change in the
//! loop or moves by the same amount in every pass. A loop has a trip count if all its exits are understood, and an upper
//! bound if some are, or if a variable drifts away from where an exit holds (`drift`).

use rustc_hash::FxHashSet;
use sextant_algebra::{Condition, Substitution, Symbol, Term};
use sextant_base::Interrupt;
use sextant_flow::{
    Action, BlockId, Condition as EdgeCondition, Dominators, FlowGraph, FlowProgram, Instruction, Loop,
    LoopForest, Terminator, TransferItem,
};
use sextant_state::Policy;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Passing, Place, ProcId, Rules, Storage, VarId, each_operand};

use super::closure::settled;
use super::context::symbol_of;
use super::convert::normal;
use super::count::{Counted, count};
use super::meaning::{Compiled, Meaning};
use super::prove::Prover;

/// The loops of one procedure with their trip counts.
pub struct TripCounts {
    /// The loops, outer ones first.
    pub forest: LoopForest,
    /// For each loop the number of passes, if something is known about it.
    pub counts: Vec<Option<TripCount>>,
}

/// The number of passes of a loop.
pub struct TripCount {
    /// By cases; `None` where no exit that is understood is ever taken.
    pub ways: Vec<Counted>,
    /// Whether every exit is understood; otherwise another one may leave earlier.
    pub exact: bool,
}

/// Counts the passes of the loops of many procedures.
pub struct TripCounter {
    prover: Prover,
    policy: Policy,
}

/// A variable that moves by the same amount in every pass.
struct Induction {
    variable: VarId,
    step: Expr,
    block: BlockId,
}

impl TripCounter {
    /// A counter for programs under a policy.
    pub fn new(policy: Policy, interrupt: &Interrupt) -> Self {
        Self { prover: Prover::new(interrupt.clone()), policy }
    }

    /// The trip counts of a procedure's loops, in terms of the values before each loop.
    pub fn of(&mut self, program: &FlowProgram, procedure: ProcId) -> TripCounts {
        let (graph, rules) = (&program.procedures[procedure], program.rules);
        let forest = LoopForest::of(graph);
        let dominators = Dominators::of(graph);
        if forest.loops.is_empty() {
            return TripCounts { forest, counts: Vec::new() };
        }
        let compiled = Compiled::new(program, procedure, self.policy);
        let mut meaning = Meaning::new(program, &compiled, &Interrupt::new()).ok();
        let counts = (0..forest.loops.len())
            .map(|at| {
                let loop_ = Surroundings { graph, rules, forest: &forest, dominators: &dominators, at };
                self.count(&loop_, meaning.as_mut()?)
            })
            .collect();
        TripCounts { forest, counts }
    }

    fn count(&mut self, loop_: &Surroundings<'_>, meaning: &mut Meaning<'_>) -> Option<TripCount> {
        let index = Symbol::integer("•k");
        let mut stays = Vec::new();
        let mut exact = true;
        for &block in &loop_.natural().blocks {
            let Some(exits) = loop_.exits(block) else {
                exact = false;
                continue;
            };
            for edge_guard in exits {
                match guard(meaning, loop_, block, &edge_guard, &index) {
                    Some(guard) if self.solved(&guard, &index, 6).is_some() => stays.push(guard),
                    _ => {
                        exact = false;
                        let slowest = slowest(meaning, loop_, &edge_guard, &index);
                        stays.extend(slowest.filter(|guard| self.solved(guard, &index, 6).is_some()));
                    }
                }
            }
        }
        let ways = self.solved(&Condition::all(stays), &index, 6)?;
        // Without an exit that is understood nothing is known.
        let bounded = exact || ways.iter().any(|(_, count)| count.is_some());
        bounded.then_some(TripCount { ways, exact })
    }

    /// Counts by cases of conditions that no pass changes.
    fn solved(&mut self, guard: &Condition, index: &Symbol, depth: u32) -> Option<Vec<Counted>> {
        if let (counts, true) = count(&mut self.prover, &[], guard, index) {
            return Some(counts);
        }
        let fixed = fixed_part(guard, index).filter(|_| depth > 0)?;
        let mut all = Vec::new();
        for fact in [fixed.clone(), fixed.negated()] {
            for (condition, count) in self.solved(&settled(guard, &fact), index, depth - 1)? {
                all.push((condition.and(&fact), count));
            }
        }
        Some(all)
    }
}

/// The condition to stay at one exit, in pass `k`.
fn guard(
    meaning: &mut Meaning<'_>,
    loop_: &Surroundings<'_>,
    block: BlockId,
    stay: &[(Expr, bool)],
    index: &Symbol,
) -> Option<Condition> {
    let mut values = Substitution::default();
    let mut mentioned = FxHashSet::default();
    stay.iter().for_each(|(test, _)| mention(test, &mut mentioned));
    for &variable in &mentioned {
        if loop_.changes(variable) {
            let induction = loop_.induction(variable)?;
            let step = meaning.value(&induction.step).ok()?.value;
            let mut passes = Term::symbol(index);
            if loop_.moves_before(&induction, block) {
                passes = passes.plus_int(1);
            }
            let start = symbol_of(loop_.graph, variable);
            let value = Term::symbol(&start).plus(&step.times(&passes));
            values.symbols.insert(start, value);
        }
    }
    let parts = stay.iter().map(|(test, holds)| {
        let condition = normal(&values.condition(&meaning.condition(test).ok()?.value));
        Some(if *holds { condition } else { condition.negated() })
    });
    Some(Condition::any(parts.collect::<Option<Vec<_>>>()?))
}

/// The condition to stay at one exit, in pass `k`, if a variable that drifts away made its smallest step in every pass.
fn slowest(
    meaning: &mut Meaning<'_>,
    loop_: &Surroundings<'_>,
    stay: &[(Expr, bool)],
    index: &Symbol,
) -> Option<Condition> {
    let [(test, holds)] = stay else { return None };
    let drift = loop_.drift(test, *holds)?;
    let start = symbol_of(loop_.graph, drift.variable);
    let moved = Term::int(drift.step).times(&Term::symbol(index));
    let value = Term::symbol(&start).plus(&moved);
    let condition = normal(&meaning.condition(test).ok()?.value.with_symbol(&start, &value));
    Some(if *holds { condition } else { condition.negated() })
}

/// A comparison in a condition that does not mention the index.
fn fixed_part(condition: &Condition, index: &Symbol) -> Option<Condition> {
    match condition {
        Condition::And(parts) | Condition::Or(parts) => parts.iter().find_map(|part| fixed_part(part, index)),
        Condition::Compare(..) if !condition.mentions_any(&|symbol| symbol == index) => {
            Some(condition.clone())
        }
        _ => None,
    }
}

/// One loop in its graph.
pub(super) struct Surroundings<'a> {
    pub(super) graph: &'a FlowGraph,
    rules: Rules,
    forest: &'a LoopForest,
    pub(super) dominators: &'a Dominators,
    at: usize,
}

impl Surroundings<'_> {
    pub(super) fn natural(&self) -> &Loop {
        &self.forest.loops[self.at]
    }

    pub(super) fn inside(&self, block: BlockId) -> bool {
        self.natural().blocks.binary_search(&block).is_ok()
    }

    /// Whether a block is passed exactly once in every pass.
    fn is_always_passed(&self, block: BlockId) -> bool {
        self.forest.innermost(block) == Some(self.at)
            && self.natural().back_edges.iter().all(|&from| self.dominators.dominates(block, from))
    }

    /// For each way out of a block, the tests of which one keeps control inside; none if a way out is not understood.
    fn exits(&self, block: BlockId) -> Option<Vec<Vec<(Expr, bool)>>> {
        let Terminator::Edges(edges) = &self.graph.blocks[block].terminator else { return None };
        if edges.iter().all(|edge| self.inside(edge.to)) {
            return Some(Vec::new());
        }
        if !self.is_always_passed(block) {
            return None;
        }
        let mut earlier: Vec<(Expr, bool)> = Vec::new();
        let mut all = Vec::new();
        for edge in edges {
            // An edge is not taken if its test fails or one before it holds.
            let mut ways = earlier.clone();
            if let EdgeCondition::When(test) = &edge.condition {
                ways.push((test.clone(), false));
                earlier.push((test.clone(), true));
            }
            if !self.inside(edge.to) {
                all.push(ways);
            }
        }
        Some(all)
    }

    pub(super) fn instructions(&self) -> impl Iterator<Item = (BlockId, &Instruction)> {
        self.natural().blocks.iter().flat_map(|&block| {
            let code = &self.graph.blocks[block];
            let edges: &[_] = if let Terminator::Edges(edges) = &code.terminator { edges } else { &[] };
            let on_edges = edges.iter().filter(|edge| self.inside(edge.to)).flat_map(|edge| &edge.actions);
            code.instructions.iter().chain(on_edges).map(move |instruction| (block, instruction))
        })
    }

    /// Whether something in the loop may change a variable.
    pub(super) fn changes(&self, variable: VarId) -> bool {
        let assigned = self.instructions().any(|(_, instruction)| {
            matches!(&instruction.action, Action::Assign(place, _) if place.variable() == variable)
        });
        assigned || self.is_disturbed(variable)
    }

    /// Whether something other than an assignment may change a variable.
    pub(super) fn is_disturbed(&self, variable: VarId) -> bool {
        let shared = matches!(self.graph.variables[variable].storage, Storage::External(_));
        // No call changes the variable of an active loop whose iterations are settled.
        let counter = self.rules.settled_loops && self.only_move(variable).is_some();
        self.instructions().any(|(_, instruction)| match &instruction.action {
            Action::Call { arguments, result, .. } | Action::CallParameter { arguments, result, .. } => {
                let passed = arguments.iter().any(|argument| {
                    argument.passing == Passing::Reference
                        && matches!(&argument.expr.kind, ExprKind::Load(place) if place.variable() == variable)
                });
                *result == Some(variable) || (!counter && (passed || shared))
            }
            Action::TransferEnd(status) => *status == variable,
            Action::Read(place)
            | Action::TransferItem(TransferItem::Place(place))
            | Action::Allocate(place, _)
            | Action::Release(place)
            | Action::PointTo(place, _) => place.variable() == variable,
            _ => false,
        })
    }

    /// The only assignment to a variable in the loop, if it is `v := v + step`.
    fn only_move(&self, variable: VarId) -> Option<Induction> {
        let mut moves = self.instructions().filter_map(|(block, instruction)| match &instruction.action {
            Action::Assign(place, value) if place.variable() == variable => Some((block, place, value)),
            _ => None,
        });
        let (block, place, value) = moves.next()?;
        if moves.next().is_some() || !matches!(place, Place::Variable(_)) {
            return None;
        }
        let own =
            |expr: &Expr| matches!(expr.kind, ExprKind::Load(Place::Variable(other)) if other == variable);
        let ExprKind::Binary(op, left, right) = &value.kind else { return None };
        let step = match op {
            BinaryOp::Add if own(left) => (**right).clone(),
            BinaryOp::Add if own(right) => (**left).clone(),
            BinaryOp::Subtract if own(left) => {
                let negated = ExprKind::Unary(sextant_syntax::UnaryOp::Negate, right.clone());
                Expr { kind: negated, ..(**right).clone() }
            }
            _ => return None,
        };
        Some(Induction { variable, step, block })
    }

    /// How a changed variable moves, if it does so in the same way in every pass.
    fn induction(&self, variable: VarId) -> Option<Induction> {
        let found = self.only_move(variable).filter(|found| self.is_always_passed(found.block))?;
        let mut mentioned = FxHashSet::default();
        mention(&found.step, &mut mentioned);
        let steady = !mentioned.iter().any(|&other| self.changes(other));
        (steady && !self.is_disturbed(variable)).then_some(found)
    }

    /// Whether a variable has moved already when control leaves a block.
    fn moves_before(&self, induction: &Induction, block: BlockId) -> bool {
        debug_assert!(self.changes(induction.variable));
        induction.block == block || self.dominators.dominates(induction.block, block)
    }
}

/// The variables that an expression mentions.
pub(super) fn mention(expr: &Expr, found: &mut FxHashSet<VarId>) {
    if let ExprKind::Load(place) | ExprKind::DimensionOf(_, place, _) = &expr.kind {
        found.insert(place.variable());
    }
    each_operand(expr, &mut |operand| mention(operand, found));
}
