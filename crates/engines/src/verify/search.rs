//! The search for invariants: shapes that actual executions keep, cut down to an inductive set.
//!
//! Candidates that some execution violates are dropped first. What is left is assumed at all cut points at once; a
//! candidate that cannot be shown at the end of a path is dropped, until nothing changes. What remains is inductive,
//! whatever the executions were.

use dashu_int::IBig;
use rustc_hash::FxHashSet;
use sextant_base::Id;
use sextant_expr::{Assignment, Table};
use sextant_flow::{Action, FlowGraph, Instruction, Terminator, mentioned_in};
use sextant_logic::{Formula, Stuck, holds};
use sextant_solver::{Solver, SolverConfig};
use sextant_state::State;
use sextant_syntax::{BinaryOp, Claim, Expr, ExprKind, Place as Variable, Type, VarId};

use crate::invariants::{keepers, retain, vanishing};

use super::calls::clauses;
use super::paths::{Clause, Place};
use super::prove::Prover;
use super::samples::{Sample, Samples};
use super::templates::{Parts, array_templates, integer, operation, quantified_bodies, scalar_templates};

/// Candidates of a cut point that are tried by proof.
const MOST_CANDIDATES: usize = 90;
/// The time for one question of the search.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(1500);

impl Prover<'_> {
    /// Invariants for each cut point that hold together with the given ones.
    pub(super) fn search(&mut self) -> Result<Vec<Vec<Clause>>, Stuck> {
        let Samples { present, at_cuts } = self.samples();
        let mut candidates = Vec::new();
        for (cut, samples) in at_cuts.iter().enumerate() {
            candidates.push(self.candidates(cut, (&present, samples)));
        }
        self.inductive(candidates)
    }

    /// Templates that the samples keep, and equations that they suggest.
    fn candidates(&mut self, cut: usize, (present, samples): (&State, &[Sample])) -> Vec<Clause> {
        let graph = self.context.graph;
        let parts = self.parts(cut, samples);
        let mut kept = Vec::new();
        let equations = equations(graph, &parts, samples);
        kept.extend(equations.iter().filter_map(|expr| self.clause(expr, expr.span).ok()));
        let mut bodies = Vec::new();
        if let Some(bound) = parts.bound {
            for (condition, _) in clauses(graph, Claim::Exit).iter().chain(&self.cuts.cuts[cut].assertions) {
                quantified_bodies(condition, bound, self.returned(), &mut bodies);
            }
        }
        let scalar = scalar_templates(graph, &parts).into_iter().map(|expr| (expr, usize::MAX));
        let of_arrays = array_templates(graph, &parts, &bodies).map(|expr| (expr, MOST_CANDIDATES));
        for (expr, most) in scalar.chain(of_arrays) {
            if kept.len() >= most || self.config.interrupt.should_stop() {
                break;
            }
            if let Ok(candidate) = self.clause(&expr, expr.span)
                && self.keeps(&candidate, (present, samples))
            {
                kept.push(candidate);
            }
        }
        kept
    }

    fn parts(&self, cut: usize, samples: &[Sample]) -> Parts {
        let defined = |id: VarId| samples.iter().all(|sample| sample.values[id.index()].is_some());
        let graph = self.context.graph;
        let all = |wanted: fn(&Type) -> bool| {
            graph.variables.ids().filter(move |&id| wanted(&graph.variables[id].ty)).collect::<Vec<VarId>>()
        };
        let mut integers = all(|ty| matches!(ty, Type::Int(_)));
        // What is made for loops has no name that could be written: it comes last, and is dropped first.
        integers.sort_by_key(|&id| is_hidden(graph, id));
        let scalars: Vec<VarId> = integers.iter().copied().filter(|&id| defined(id)).collect();
        let repeated = &self.cuts.cuts[cut].repeated;
        let changes = |ids: &[VarId]| ids.iter().copied().filter(|id| repeated.contains(id)).collect();
        let mut unused =
            integers.iter().copied().filter(|id| !scalars.contains(id) && !is_hidden(graph, *id));
        // A quantifier may bind any variable: one that no range needs is best.
        let bound = unused.next().or_else(|| scalars.iter().copied().rfind(|&id| !is_hidden(graph, id)));
        let reals: Vec<VarId> =
            all(|ty| matches!(ty, Type::Real(_))).into_iter().filter(|&id| defined(id)).collect();
        let arrays =
            all(|ty| ty.is_array() && ty.rank() == 1 && matches!(ty.scalar(), Type::Int(_) | Type::Real(_)));
        let (changing, changing_reals) = (changes(&scalars), changes(&reals));
        Parts { changing, arrays, bound, scalars, reals: (reals, changing_reals), read: self.read_in(cut) }
    }

    /// The variable that every return gives back.
    fn returned(&self) -> Option<VarId> {
        let mut found = None;
        for block in self.context.graph.blocks.iter() {
            if let Terminator::Return(Some(value)) = &block.terminator {
                let ExprKind::Load(Variable::Variable(id)) = value.kind else { return None };
                if found.replace(id).is_some_and(|other| other != id) {
                    return None;
                }
            }
        }
        found
    }

    /// The variables that the blocks of a loop read.
    fn read_in(&self, cut: usize) -> FxHashSet<VarId> {
        let assigned = |instruction: &'_ Instruction| match &instruction.action {
            Action::Assign(_, value) => mentioned_in(value),
            _ => FxHashSet::default(),
        };
        let mut found = FxHashSet::default();
        for &block in &self.cuts.cuts[cut].blocks {
            let block = &self.context.graph.blocks[block];
            found.extend(block.instructions.iter().flat_map(assigned));
            found.extend(block.terminator.operands().flat_map(mentioned_in));
        }
        found
    }

    /// Whether all samples keep a candidate, and not only because its range is empty.
    fn keeps(&mut self, candidate: &Clause, (present, samples): (&State, &[Sample])) -> bool {
        let Ok(formula) = self.formula(&candidate.assertion, present) else { return false };
        let formula = formula.simplified(&mut self.context.table);
        let table = &self.context.table;
        let mut nonempty = !matches!(formula, Formula::Quantified(_));
        for sample in samples {
            if holds(table, &formula, &sample.assignment) != Ok(true) {
                return false;
            }
            nonempty = nonempty || !range_is_empty(table, &formula, &sample.assignment);
        }
        nonempty && !samples.is_empty()
    }

    /// Drops candidates until the rest is inductive.
    fn inductive(&mut self, mut candidates: Vec<Vec<Clause>>) -> Result<Vec<Vec<Clause>>, Stuck> {
        let config = SolverConfig { query_timeout: PATIENCE, ..self.config.solver.clone() };
        let mut solver = Solver::new(config);
        loop {
            let Some(layout) = self.layout(&candidates)? else {
                return Ok(vec![Vec::new(); candidates.len()]);
            };
            let mut dropped = false;
            for path in &layout.paths {
                let Place::Cut(cut) = path.to else { continue };
                if self.config.interrupt.should_stop() {
                    return Ok(vec![Vec::new(); candidates.len()]);
                }
                let before = candidates[cut].len();
                let mut formulas = Vec::new();
                candidates[cut].retain(|candidate| {
                    let formula = self.formula(&candidate.assertion, &path.state).ok();
                    formula.map(|formula| formulas.push(formula)).is_some()
                });
                let known = &path.history.known;
                let kept = keepers(&mut self.context.table, &mut solver, known, &formulas, usize::MAX);
                retain(&mut candidates[cut], &kept);
                dropped |= candidates[cut].len() < before;
            }
            if !dropped {
                return Ok(candidates);
            }
        }
    }
}

/// Whether a variable was made by a front end or for a loop.
pub(super) fn is_hidden(graph: &FlowGraph, id: VarId) -> bool {
    graph.variables[id].name.contains('.')
}

fn range_is_empty(table: &Table, formula: &Formula, assignment: &Assignment) -> bool {
    match formula {
        Formula::Quantified(quantified) => {
            let number = |term| table.evaluate(term, assignment).as_int().cloned();
            number(quantified.low) > number(quantified.high)
        }
        _ => false,
    }
}

/// Polynomial equations between variables that all samples satisfy: a basis of the null space of the matrix of
/// monomials.
fn equations(graph: &FlowGraph, parts: &Parts, samples: &[Sample]) -> Vec<Expr> {
    const MOST_VARIABLES: usize = 6;
    let mut variables: Vec<VarId> = parts.changing.clone();
    variables.extend(
        parts.scalars.iter().copied().filter(|id| parts.read.contains(id) && !parts.changing.contains(id)),
    );
    // Where there is room, what the loop does not look at.
    if variables.len() < 5 {
        let others = parts.scalars.iter().copied().filter(|id| !variables.contains(id));
        let others: Vec<VarId> = others.take(5 - variables.len()).collect();
        variables.extend(others);
    }
    variables.truncate(MOST_VARIABLES);
    let degree = if variables.len() <= 3 { 3 } else { 2 };
    let monomials = monomials(variables.len(), degree);
    let mut rows: Vec<Vec<IBig>> = Vec::new();
    for sample in samples {
        let values = variables.iter().map(|id| sample.values[id.index()].as_ref()?.as_int().cloned());
        let Some(values) = values.collect::<Option<Vec<IBig>>>() else { return Vec::new() };
        rows.push(monomials.iter().map(|monomial| power_product(&values, monomial)).collect());
    }
    // Too few samples satisfy too many equations.
    if rows.len() < monomials.len() + 4 {
        return Vec::new();
    }
    let changing = parts.changing.len().min(variables.len());
    vanishing(&rows, monomials.len())
        .into_iter()
        .filter(|vector| {
            let speaks = |(monomial, factor): (&Vec<u32>, &IBig)| {
                *factor != IBig::ZERO && monomial[..changing].iter().any(|&power| power > 0)
            };
            monomials.iter().zip(vector).any(speaks)
        })
        .map(|vector| equation(graph, &variables, &monomials, &vector))
        .collect()
}

/// The exponents of all monomials up to a degree.
fn monomials(count: usize, degree: u32) -> Vec<Vec<u32>> {
    let mut found = vec![vec![]];
    for _ in 0..count {
        found = found
            .into_iter()
            .flat_map(|monomial: Vec<u32>| {
                let used: u32 = monomial.iter().sum();
                (0..=degree - used).map(move |power| {
                    let mut next = monomial.clone();
                    next.push(power);
                    next
                })
            })
            .collect();
    }
    found.sort_by_key(|monomial| monomial.iter().sum::<u32>());
    found
}

fn power_product(values: &[IBig], monomial: &[u32]) -> IBig {
    values.iter().zip(monomial).map(|(value, &power)| value.pow(power as usize)).fold(IBig::ONE, |a, b| a * b)
}

/// The equation with positive terms on both sides.
fn equation(graph: &FlowGraph, variables: &[VarId], monomials: &[Vec<u32>], vector: &[IBig]) -> Expr {
    let span = graph.span;
    let mut sides = [None, None];
    for (monomial, factor) in monomials.iter().zip(vector).filter(|(_, factor)| **factor != IBig::ZERO) {
        let negative = *factor < IBig::ZERO;
        let size = if negative { -factor.clone() } else { factor.clone() };
        let mut term = (size != IBig::ONE).then(|| integer(size, span));
        for (&id, &power) in variables.iter().zip(monomial) {
            for _ in 0..power {
                let ty = graph.variables[id].ty.clone();
                let load = Expr { kind: ExprKind::Load(Variable::Variable(id)), ty, span };
                term = Some(match term {
                    Some(term) => operation(BinaryOp::Multiply, term, load),
                    None => load,
                });
            }
        }
        let term = term.unwrap_or_else(|| integer(1, span));
        let side = &mut sides[usize::from(negative)];
        *side = Some(match side.take() {
            Some(sum) => operation(BinaryOp::Add, sum, term),
            None => term,
        });
    }
    let [left, right] = sides.map(|side| side.unwrap_or_else(|| integer(0, span)));
    operation(BinaryOp::Equal, left, right)
}
