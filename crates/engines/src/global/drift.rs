//! Variables that go one way in every pass of a loop, by amounts that differ: `K = K - 1` here and `K = K - 2` there.
//!
//! How often such a loop runs depends on data, but not how often at most: as often as if every step were the smallest.

use dashu_int::IBig;
use rustc_hash::FxHashSet;
use sextant_flow::{Action, BlockId, successors};
use sextant_syntax::{BinaryOp, Expr, ExprKind, Place, UnaryOp, VarId};

use super::trips::{Surroundings, mention};

/// A test that keeps control in a loop while a drifting variable has not gone too far.
pub(super) struct Drift {
    /// The variable.
    pub variable: VarId,
    /// The smallest of its steps.
    pub step: IBig,
}

impl Surroundings<'_> {
    /// The drifting variable that a test is about, if the test fails for good once the variable has gone far enough:
    /// it compares the variable with something that does not change.
    pub(super) fn drift(&self, test: &Expr, holds: bool) -> Option<Drift> {
        let ExprKind::Binary(op, left, right) = &test.kind else { return None };
        let variable = |expr: &Expr| match expr.kind {
            ExprKind::Load(Place::Variable(variable)) if self.changes(variable) => Some(variable),
            _ => None,
        };
        let (variable, other, flipped) = match (variable(left), variable(right)) {
            (Some(variable), None) => (variable, right, false),
            (None, Some(variable)) => (variable, left, true),
            _ => return None,
        };
        let mut mentioned = FxHashSet::default();
        mention(other, &mut mentioned);
        if mentioned.iter().any(|&other| self.changes(other)) {
            return None;
        }
        let kept_high = match op {
            BinaryOp::Greater | BinaryOp::GreaterEqual => true,
            BinaryOp::Less | BinaryOp::LessEqual => false,
            _ => return None,
        };
        // Control stays while the variable is high, so that it must sink, or the other way round.
        let sinks = (kept_high != flipped) == holds;
        let step = self.smallest_step(variable)?;
        ((step < IBig::ZERO) == sinks).then_some(Drift { variable, step })
    }

    /// The smallest step of a variable that is moved in every pass, and always in the same direction.
    fn smallest_step(&self, variable: VarId) -> Option<IBig> {
        if self.is_disturbed(variable) {
            return None;
        }
        let mut steps = Vec::new();
        let mut blocks = FxHashSet::default();
        for (block, instruction) in self.instructions() {
            if let Action::Assign(place, value) = &instruction.action
                && place.variable() == variable
            {
                // What stands on an edge is not done on every way out of its block.
                let in_block =
                    self.graph.blocks[block].instructions.iter().any(|own| std::ptr::eq(own, instruction));
                if !in_block || !matches!(place, Place::Variable(_)) {
                    return None;
                }
                steps.extend(self.steps(variable, block, value)?);
                blocks.insert(block);
            }
        }
        if !self.is_met_in_every_pass(&blocks) {
            return None;
        }
        let sinks = steps.iter().all(|step| *step < IBig::ZERO);
        let rises = steps.iter().all(|step| *step > IBig::ZERO);
        if sinks { steps.into_iter().max() } else { steps.into_iter().min().filter(|_| rises) }
    }

    /// By how much an assignment may move a variable.
    fn steps(&self, variable: VarId, block: BlockId, value: &Expr) -> Option<Vec<IBig>> {
        let own =
            |expr: &Expr| matches!(expr.kind, ExprKind::Load(Place::Variable(other)) if other == variable);
        let ExprKind::Binary(op, left, right) = &value.kind else { return None };
        match op {
            BinaryOp::Add if own(left) => self.constants(block, right),
            BinaryOp::Add if own(right) => self.constants(block, left),
            BinaryOp::Subtract if own(left) => {
                Some(self.constants(block, right)?.into_iter().map(|step| -step).collect())
            }
            _ => None,
        }
    }

    /// The values an expression may have in a block: a constant, or those that the loop gives to a variable before.
    fn constants(&self, block: BlockId, expr: &Expr) -> Option<Vec<IBig>> {
        match &expr.kind {
            ExprKind::Int(value) => Some(vec![value.clone()]),
            ExprKind::Unary(UnaryOp::Negate, inner) => {
                Some(self.constants(block, inner)?.into_iter().map(|value| -value).collect())
            }
            ExprKind::Load(Place::Variable(variable)) if !self.is_disturbed(*variable) => {
                let mut values = Vec::new();
                let mut given = false;
                for (from, instruction) in self.instructions() {
                    if let Action::Assign(place, value) = &instruction.action
                        && place.variable() == *variable
                    {
                        let ExprKind::Int(value) = &value.kind else { return None };
                        values.push(value.clone());
                        given |= from != block && self.dominators.dominates(from, block);
                    }
                }
                given.then_some(values)
            }
            _ => None,
        }
    }

    /// Whether no pass avoids all of some blocks.
    fn is_met_in_every_pass(&self, blocks: &FxHashSet<BlockId>) -> bool {
        let header = self.natural().header;
        let mut seen = FxHashSet::default();
        let mut open = vec![header];
        while let Some(block) = open.pop() {
            if blocks.contains(&block) || !seen.insert(block) {
                continue;
            }
            for next in successors(self.graph, block) {
                if next == header {
                    return false;
                }
                if self.inside(next) {
                    open.push(next);
                }
            }
        }
        true
    }
}
