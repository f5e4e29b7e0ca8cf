//! The search for invariants: shapes that actual executions keep, cut down to an inductive set.
//!
//! Candidates that some execution violates are dropped first. What is left is assumed at all cut points at once; a
//! candidate that cannot be shown at the end of a path is dropped, until nothing changes. What remains is inductive,
//! whatever the executions were.

use dashu_int::IBig;
use rustc_hash::FxHashSet;
use sextant_base::Id;
use sextant_expr::{Assignment, Table, TermId};
use sextant_flow::{Action, FlowGraph, Instruction, Terminator, mentioned_in};
use sextant_logic::{Formula, Stuck, holds};
use sextant_solver::{Solver, SolverConfig};
use sextant_state::State;
use sextant_syntax::{Claim, ExprKind, Place as Variable, Storage, Type, VarId};

use crate::invariants::{Rows, Shape, keepers, retain};

use super::calls::clauses;
use super::paths::{Clause, Place};
use super::prove::Prover;
use super::samples::{Sample, Samples};
use super::shapes::{Column, written};
use super::templates::{Parts, array_templates, constants, quantified_bodies, real_templates};

/// Candidates of a cut point that are tried by proof.
const MOST_CANDIDATES: usize = 90;
/// The time for one question of the search.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(1500);
/// Variables between which equations are looked for; so many if the loop does not look at more.
const MOST_VARIABLES: usize = 6;
const USUAL_VARIABLES: usize = 5;

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
        let (columns, rows) = self.rows(&parts, samples);
        let exprs = shapes(&parts, &columns, &rows);
        let exprs = exprs.iter().map(|shape| written(graph, &columns, shape));
        let mut kept: Vec<Clause> = exprs.filter_map(|expr| self.clause(&expr, expr.span).ok()).collect();
        let mut bodies = Vec::new();
        if let Some(bound) = parts.bound {
            for (condition, _) in clauses(graph, Claim::Exit).iter().chain(&self.cuts.cuts[cut].assertions) {
                quantified_bodies(condition, bound, self.returned(), &mut bodies);
            }
        }
        let of_reals = real_templates(graph, &parts).into_iter();
        for expr in of_reals.chain(array_templates(graph, &parts, &bodies)) {
            if kept.len() >= MOST_CANDIDATES || self.config.interrupt.should_stop() {
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

    /// The integers of the samples: the variables now, and at the entry the parameters that change.
    fn rows(&mut self, parts: &Parts, samples: &[Sample]) -> (Vec<Column>, Rows) {
        let graph = self.context.graph;
        let mut columns: Vec<Column> = parts.scalars.iter().map(|&id| Column::Now(id)).collect();
        let outside =
            |id: &VarId| matches!(graph.variables[*id].storage, Storage::Parameter | Storage::External(_));
        columns.extend(parts.changing.iter().copied().filter(outside).map(Column::AtEntry));
        let entry: Vec<Option<TermId>> = columns.iter().map(|&column| self.entry_value(column)).collect();
        let value = |sample: &Sample, (column, entry): (&Column, &Option<TermId>)| match column {
            Column::Now(id) => sample.values[id.index()].as_ref()?.as_int().cloned(),
            Column::AtEntry(_) => {
                self.context.table.evaluate((*entry)?, &sample.assignment).as_int().cloned()
            }
        };
        let row = |sample: &Sample| columns.iter().zip(&entry).map(|at| value(sample, at)).collect();
        let mut rows: Vec<Vec<IBig>> = samples.iter().filter_map(row).collect();
        if rows.len() < samples.len() {
            rows.clear();
        }
        let is_changing =
            |&at: &usize| matches!(columns[at], Column::Now(id) if parts.changing.contains(&id));
        let changing = (0..columns.len()).filter(is_changing).collect();
        let rows = Rows { rows, changing, iterations: None, constants: constants(graph) };
        (columns, rows)
    }

    /// What a column stands for at the entry, where it stands for that.
    fn entry_value(&mut self, column: Column) -> Option<TermId> {
        let Column::AtEntry(id) = column else { return None };
        let held = self.entry.state.held_by(self.context.code(), id).ok()?;
        match &held[..] {
            [one] => self.entry.state.term_at(one.spot, &mut self.context.table),
            _ => None,
        }
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

/// What the integers of the samples keep. The strongest come first: found invariants that the others make superfluous are
/// dropped from the end.
fn shapes(parts: &Parts, columns: &[Column], rows: &Rows) -> Vec<Shape> {
    let place = |&id: &VarId| columns.iter().position(|&column| column == Column::Now(id));
    let mut among: Vec<usize> = parts.changing.iter().filter_map(place).collect();
    let still = parts.scalars.iter().filter(|id| !parts.changing.contains(id));
    let (read, others): (Vec<&VarId>, Vec<&VarId>) = still.partition(|id| parts.read.contains(id));
    among.extend(read.into_iter().filter_map(place));
    // Where there is room, what the loop does not look at.
    let room = USUAL_VARIABLES.saturating_sub(among.len());
    among.extend(others.into_iter().filter_map(place).take(room));
    among.truncate(MOST_VARIABLES);
    let mut found = rows.equations(&among);
    for &changing in &rows.changing {
        found.extend(rows.equations(&[changing]));
        let others = (0..columns.len()).filter(|other| *other != changing);
        found.extend(others.flat_map(|other| rows.equations(&[changing, other])));
    }
    found.extend(rows.bounds());
    found.extend(rows.combinations(&[(1, -1)]));
    found.extend(rows.residues());
    let mut seen = Vec::new();
    found.retain(|shape| {
        !seen.contains(shape) && {
            seen.push(shape.clone());
            true
        }
    });
    found
}
