//! The search for invariants: shapes that actual executions keep, cut down to an inductive set.
//!
//! Candidates that some execution violates are dropped first. What is left is assumed at all cut points at once; a
//! candidate that cannot be shown at the end of a path is dropped, until nothing changes. What remains is inductive,
//! whatever the executions were.

use std::collections::BTreeSet;

use dashu_int::IBig;
use sextant_base::Id;
use sextant_expr::{Assignment, Table};
use sextant_flow::{Action, Condition, Terminator};
use sextant_logic::{Reader, Stuck, formula, holds, implies};
use sextant_solver::{Solver, SolverConfig, Verdict};
use sextant_syntax::{BinaryOp, Claim, Expr, ExprKind, Place as Variable, Type, VarId};

use super::calls::clauses;
use super::paths::Place;
use super::prove::Prover;
use super::samples::Sample;
use super::templates::{
    Parts, array_templates, integer, operation, quantified_bodies, scalar_templates, variables_of,
};

/// Candidates of a cut point that are tried by proof.
const MOST_CANDIDATES: usize = 90;
/// The time for one question of the search.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(1500);

impl Prover<'_> {
    /// Invariants for each cut point that hold together with the given ones.
    pub(super) fn search(&mut self) -> Result<Vec<Vec<Expr>>, Stuck> {
        let samples = self.samples();
        let mut candidates = Vec::new();
        for (cut, states) in samples.iter().enumerate() {
            candidates.push(self.candidates(cut, states));
        }
        self.inductive(candidates)
    }

    /// Templates that the samples keep, and equations that they suggest.
    fn candidates(&mut self, cut: usize, states: &[Sample]) -> Vec<Expr> {
        let parts = self.parts(cut, states);
        let mut kept = equations(&mut self.table, self.graph, &parts, states);
        let scalar = scalar_templates(self.graph, &parts);
        kept.extend(scalar.into_iter().filter(|candidate| self.keeps(candidate, states)).collect::<Vec<_>>());
        let mut bodies = Vec::new();
        if let Some(bound) = parts.bound {
            for (condition, _) in
                clauses(self.graph, Claim::Exit).iter().chain(&self.cuts.cuts[cut].assertions)
            {
                quantified_bodies(condition, bound, self.returned(), &mut bodies);
            }
        }
        for candidate in array_templates(self.graph, &parts, &bodies) {
            if kept.len() >= MOST_CANDIDATES || self.config.interrupt.should_stop() {
                break;
            }
            if self.keeps(&candidate, states) {
                kept.push(candidate);
            }
        }
        kept
    }

    fn parts(&self, cut: usize, states: &[Sample]) -> Parts {
        let defined = |id: VarId| states.iter().all(|state| state.now.values[id.index()].is_some());
        let graph = self.graph;
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
        for block in self.graph.blocks.iter() {
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
    fn read_in(&self, cut: usize) -> BTreeSet<VarId> {
        let mut found = BTreeSet::new();
        for &block in &self.cuts.cuts[cut].blocks {
            let block = &self.graph.blocks[block];
            for instruction in &block.instructions {
                if let Action::Assign(_, value) = &instruction.action {
                    variables_of(value, &mut found);
                }
            }
            if let Terminator::Edges(edges) = &block.terminator {
                for edge in edges {
                    if let Condition::When(condition) = &edge.condition {
                        variables_of(condition, &mut found);
                    }
                }
            }
        }
        found
    }

    /// Whether all samples keep a candidate, and not only because its range is empty.
    fn keeps(&mut self, candidate: &Expr, states: &[Sample]) -> bool {
        let mut nonempty = !matches!(candidate.kind, ExprKind::Specification(_));
        for state in states {
            let mut demands = Vec::new();
            let mut reader = Reader::new(&state.now, Some(&state.entry), self.config.division, &mut demands);
            let Ok(formula) = formula(&mut self.table, &mut reader, candidate, true) else { return false };
            if holds(&self.table, &formula, &Assignment::default()) != Ok(true) {
                return false;
            }
            nonempty = nonempty || !range_is_empty(&self.table, &formula);
        }
        nonempty && !states.is_empty()
    }

    /// Drops candidates until the rest is inductive.
    fn inductive(&mut self, mut candidates: Vec<Vec<Expr>>) -> Result<Vec<Vec<Expr>>, Stuck> {
        let config = SolverConfig { query_timeout: PATIENCE, ..self.config.solver.clone() };
        let mut solver = Solver::new(config);
        loop {
            let Ok(layout) = self.layout(&candidates)? else {
                return Ok(vec![Vec::new(); candidates.len()]);
            };
            let mut dropped = false;
            for path in &layout.paths {
                let Place::Cut(cut) = path.to else { continue };
                let mut kept = Vec::new();
                for candidate in std::mem::take(&mut candidates[cut]) {
                    if self.config.interrupt.should_stop() {
                        return Ok(vec![Vec::new(); candidates.len()]);
                    }
                    let Ok(formula) = self.walker().formula(&path.memory, &candidate) else { continue };
                    match implies(&mut self.table, &mut solver, &path.known, &formula) {
                        Verdict::Holds => kept.push(candidate),
                        _ => dropped = true,
                    }
                }
                candidates[cut] = kept;
            }
            if !dropped {
                return Ok(candidates);
            }
        }
    }
}

/// Whether a variable was made by a front end or for a loop.
pub(super) fn is_hidden(graph: &sextant_flow::FlowGraph, id: VarId) -> bool {
    graph.variables[id].name.contains('.')
}

fn range_is_empty(table: &Table, formula: &sextant_logic::Formula) -> bool {
    match formula {
        sextant_logic::Formula::Quantified(quantified) => {
            let number = |term| table.evaluate(term, &Assignment::default()).as_int().cloned();
            number(quantified.low) > number(quantified.high)
        }
        _ => false,
    }
}

/// Polynomial equations between variables that all samples satisfy: a basis of the null space of the matrix of
/// monomials.
fn equations(
    table: &mut Table,
    graph: &sextant_flow::FlowGraph,
    parts: &Parts,
    states: &[Sample],
) -> Vec<Expr> {
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
    for state in states {
        let values = variables.iter().map(|id| {
            let value = state.now.values[id.index()]?;
            table.evaluate(value, &Assignment::default()).as_int().cloned()
        });
        let Some(values) = values.collect::<Option<Vec<IBig>>>() else { return Vec::new() };
        rows.push(monomials.iter().map(|monomial| power_product(&values, monomial)).collect());
    }
    // Too few samples satisfy too many equations.
    if rows.len() < monomials.len() + 4 {
        return Vec::new();
    }
    let changing = parts.changing.len().min(variables.len());
    null_space(rows, monomials.len())
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

/// Integer vectors that span the null space, by elimination without fractions.
fn null_space(mut rows: Vec<Vec<IBig>>, columns: usize) -> Vec<Vec<IBig>> {
    let mut pivots: Vec<usize> = Vec::new();
    let mut rank = 0;
    for column in 0..columns {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != IBig::ZERO) else { continue };
        rows.swap(rank, pivot);
        let leading = rows[rank].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            if at == rank || row[column] == IBig::ZERO {
                continue;
            }
            let factor = row[column].clone();
            for (value, lead) in row.iter_mut().zip(&leading) {
                *value = &*value * &leading[column] - &factor * lead;
            }
            reduce(row);
        }
        pivots.push(column);
        rank += 1;
    }
    let free = (0..columns).filter(|column| !pivots.contains(column));
    free.map(|column| {
        // The pivot variables are fractions of the free one; all are multiplied by the common denominator.
        let mut scale = IBig::ONE;
        for (row, &pivot) in pivots.iter().enumerate() {
            scale = lcm(&scale, &rows[row][pivot]);
        }
        let mut vector = vec![IBig::ZERO; columns];
        vector[column] = scale.clone();
        for (row, &pivot) in pivots.iter().enumerate() {
            vector[pivot] = -(&rows[row][column] * (&scale / &rows[row][pivot]));
        }
        reduce(&mut vector);
        vector
    })
    .collect()
}

fn gcd(a: &IBig, b: &IBig) -> IBig {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != IBig::ZERO {
        let rest = &a % &b;
        a = std::mem::replace(&mut b, rest);
    }
    if a < IBig::ZERO { -a } else { a }
}

fn lcm(a: &IBig, b: &IBig) -> IBig {
    let product = a * b;
    let product = if product < IBig::ZERO { -product } else { product };
    product / gcd(a, b)
}

/// Divides by the greatest common divisor.
fn reduce(row: &mut [IBig]) {
    let divisor = row.iter().fold(IBig::ZERO, |divisor, value| gcd(&divisor, value));
    if divisor > IBig::ONE {
        row.iter_mut().for_each(|value| *value = &*value / &divisor);
    }
}

/// The equation with positive terms on both sides.
fn equation(
    graph: &sextant_flow::FlowGraph,
    variables: &[VarId],
    monomials: &[Vec<u32>],
    vector: &[IBig],
) -> Expr {
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
