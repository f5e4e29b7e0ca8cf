//! Trip counts of natural loops, from their exits alone: what the body does otherwise is not looked at.
//!
//! An exit is understood if its test is made once in every pass, and every variable in it either does not change in the
//! loop or moves by the same amount in every pass. A loop has a trip count if all its exits are understood, and an upper
//! bound if some are, or if a variable drifts away from where an exit holds (`drift`).

use std::cell::RefCell;

use sextant_algebra::{Condition, Substitution, Symbol, Term};
use sextant_base::Interrupt;
use sextant_flow::{
    Action, BlockId, Condition as EdgeCondition, Dominators, FlowGraph, FlowProgram, Instruction, Loop,
    LoopForest, Terminator, TransferItem, mentioned_in,
};
use sextant_state::{Point, Policy};
use sextant_syntax::{Expr, ExprKind, Passing, ProcId, Rules, Storage, VarId};

use super::closure::settled;
use super::context::symbol_of;
use super::convert::{normal, opposite};
use super::count::{Counted, count};
use super::meaning::{Compiled, Meaning, Way};
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
    step: Term,
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
        let Ok(meaning) = Meaning::new(program, &compiled, &Interrupt::new()) else {
            let counts = forest.loops.iter().map(|_| None).collect();
            return TripCounts { forest, counts };
        };
        let meaning = RefCell::new(meaning);
        let around = |at| Surroundings {
            graph,
            rules,
            forest: &forest,
            dominators: &dominators,
            meaning: &meaning,
            at,
        };
        let counts = (0..forest.loops.len()).map(|at| self.count(&around(at))).collect();
        TripCounts { forest, counts }
    }

    fn count(&mut self, loop_: &Surroundings<'_>) -> Option<TripCount> {
        let index = Symbol::integer("•k");
        let mut stays = Vec::new();
        let mut exact = true;
        for &block in &loop_.natural().blocks {
            let Some(exits) = loop_.exits(block) else {
                exact = false;
                continue;
            };
            for edge_guard in exits {
                match loop_.guard(block, &edge_guard, &index) {
                    Some(guard) if self.solved(&guard, &index, 6).is_some() => stays.push(guard),
                    _ => {
                        exact = false;
                        let slowest = loop_.slowest(&edge_guard, &index);
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
    /// What the procedure does; shared by its loops.
    meaning: &'a RefCell<Meaning<'a>>,
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

    /// The condition to stay at one exit, in pass `k`.
    fn guard(&self, block: BlockId, stay: &[(Expr, bool)], index: &Symbol) -> Option<Condition> {
        let mut values = Substitution::default();
        let mentioned = stay.iter().flat_map(|(test, _)| mentioned_in(test));
        for variable in mentioned.filter(|&variable| self.changes(variable)) {
            let induction = self.induction(variable)?;
            let mut passes = Term::symbol(index);
            if self.moves_before(&induction, block) {
                passes = passes.plus_int(1);
            }
            let start = symbol_of(self.graph, variable);
            let value = Term::symbol(&start).plus(&induction.step.times(&passes));
            values.symbols.insert(start, value);
        }
        let parts = stay.iter().map(|(test, holds)| Some(values.condition(&self.condition(test, *holds)?)));
        Some(Condition::any(parts.collect::<Option<Vec<_>>>()?.iter().map(normal)))
    }

    /// The same if a variable that drifts away made its smallest step in every pass.
    fn slowest(&self, stay: &[(Expr, bool)], index: &Symbol) -> Option<Condition> {
        let [(test, holds)] = stay else { return None };
        let condition = self.condition(test, *holds)?;
        let drift = self.drift(&mentioned_in(test), &condition)?;
        let start = symbol_of(self.graph, drift.variable);
        let moved = Term::int(drift.step).times(&Term::symbol(index));
        Some(normal(&condition.with_symbol(&start, &Term::symbol(&start).plus(&moved))))
    }

    /// When a test holds, or fails.
    fn condition(&self, test: &Expr, holds: bool) -> Option<Condition> {
        let condition = self.meaning.borrow_mut().condition(test, None).ok()?.value;
        Some(if holds { condition } else { opposite(&condition) })
    }

    /// What an assignment gives to a number, whatever was there before.
    pub(super) fn given(&self, point: Point, variable: VarId) -> Option<Term> {
        let stretch = self.meaning.borrow_mut().stretch(point, self.graph.span).ok()?;
        match &stretch.ways[..] {
            [Way { numbers, .. }] => match &numbers[..] {
                [(changed, value)] if *changed == variable => Some(value.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The assignments to a variable in the loop.
    pub(super) fn assignments(&self, variable: VarId) -> impl Iterator<Item = Point> {
        self.instructions().filter_map(move |(point, instruction)| match &instruction.action {
            Action::Assign(place, _) if place.variable() == variable => Some(point),
            _ => None,
        })
    }

    fn instructions(&self) -> impl Iterator<Item = (Point, &Instruction)> {
        self.natural().blocks.iter().flat_map(|&block| {
            let code = &self.graph.blocks[block];
            let inside = code.terminator.edges().iter().enumerate().filter(|(_, edge)| self.inside(edge.to));
            let on_edges = inside.flat_map(move |(number, edge)| {
                let actions = edge.actions.iter().enumerate();
                actions.map(move |(at, instruction)| (Point::Edge(block, number, at), instruction))
            });
            let own = code.instructions.iter().enumerate();
            own.map(move |(at, instruction)| (Point::Block(block, at), instruction)).chain(on_edges)
        })
    }

    /// Whether something in the loop may change a variable.
    pub(super) fn changes(&self, variable: VarId) -> bool {
        self.assignments(variable).next().is_some() || self.is_disturbed(variable)
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

    /// The only assignment to a variable in the loop, if it adds something to it.
    fn only_move(&self, variable: VarId) -> Option<Induction> {
        let mut moves = self.assignments(variable);
        let (point, None) = (moves.next()?, moves.next()) else { return None };
        let start = symbol_of(self.graph, variable);
        let step = self.given(point, variable)?.minus(&Term::symbol(&start));
        (!step.mentions(&start)).then_some(Induction { variable, step, block: block_of(point) })
    }

    /// How a changed variable moves, if it does so in the same way in every pass.
    fn induction(&self, variable: VarId) -> Option<Induction> {
        let found = self.only_move(variable).filter(|found| self.is_always_passed(found.block))?;
        (!self.varies(&found.step) && !self.is_disturbed(variable)).then_some(found)
    }

    /// Whether something in the loop may change a value.
    pub(super) fn varies(&self, value: &Term) -> bool {
        let is_in = |name: &str| value.mentions_any(&|symbol| *symbol.name == *name);
        self.graph.variables.iter_enumerated().any(|(id, variable)| is_in(&variable.name) && self.changes(id))
    }

    /// Whether a variable has moved already when control leaves a block.
    fn moves_before(&self, induction: &Induction, block: BlockId) -> bool {
        debug_assert!(self.changes(induction.variable));
        induction.block == block || self.dominators.dominates(induction.block, block)
    }
}

pub(super) fn block_of(point: Point) -> BlockId {
    match point {
        Point::Block(block, _) | Point::Edge(block, ..) => block,
    }
}
