//! Measures of progress, from the conditions under which a loop goes on.

use sextant_logic::{Stuck, implies};
use sextant_solver::Verdict;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Type};

use super::paths::{Clause, Place};
use super::prove::Prover;
use super::templates::{integer, operation};

impl Prover<'_> {
    /// A measure under which every way round the loop makes progress.
    pub(super) fn find_measure(&mut self, cut: usize, found: &[Vec<Clause>]) -> Result<Option<Expr>, Stuck> {
        let Some(layout) = self.layout(found)? else { return Ok(None) };
        let candidates = self.measures_of(cut);
        'candidates: for measure in candidates {
            for path in layout.paths.iter().filter(|path| path.to == Place::Cut(cut)) {
                let Place::Cut(from) = path.history.from else { continue };
                if !self.cuts.encloses(cut, from) {
                    continue;
                }
                let before = &layout.contexts[cut].0;
                let Ok(progress) = self.progress(before, &path.state, &measure) else {
                    continue 'candidates;
                };
                let known = &path.history.known;
                let verdict = implies(&mut self.context.table, &mut self.solver, known, &progress);
                if !matches!(verdict, Verdict::Holds) || self.config.interrupt.should_stop() {
                    continue 'candidates;
                }
            }
            return Ok(Some(measure));
        }
        Ok(None)
    }

    /// The distances of the sides of comparisons in the loop.
    fn measures_of(&self, cut: usize) -> Vec<Expr> {
        let mut found = Vec::new();
        for &block in &self.cuts.cuts[cut].blocks {
            let conditions = self.context.graph.blocks[block].terminator.operands();
            conditions.for_each(|condition| distances(condition, &mut found));
        }
        let sums: Vec<Expr> = found
            .iter()
            .map(|measure| operation(BinaryOp::Add, measure.clone(), integer(1, measure.span)))
            .collect();
        found.extend(sums);
        found
    }
}

fn distances(condition: &Expr, found: &mut Vec<Expr>) {
    let ExprKind::Binary(op, left, right) = &condition.kind else { return };
    match op {
        BinaryOp::And | BinaryOp::Or => {
            distances(left, found);
            distances(right, found);
        }
        _ if op.is_logical() && matches!(left.ty, Type::Int(_)) && matches!(right.ty, Type::Int(_)) => {
            for (a, b) in [(right, left), (left, right)] {
                let distance = match &b.kind {
                    ExprKind::Int(zero) if *zero == dashu_int::IBig::ZERO => (**a).clone(),
                    _ => operation(BinaryOp::Subtract, (**a).clone(), (**b).clone()),
                };
                if !found.contains(&distance) {
                    found.push(distance);
                }
            }
        }
        _ => {}
    }
}
