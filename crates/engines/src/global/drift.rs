//! Variables that go one way in every pass of a loop, by amounts that differ: `K = K - 1` here and `K = K - 2` there.
//!
//! How often such a loop runs depends on data, but not how often at most: as often as if every step were the smallest.

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashSet;
use sextant_algebra::{Condition, Relation, Term};
use sextant_flow::{BlockId, successors};
use sextant_state::Point;
use sextant_syntax::VarId;

use super::context::symbol_of;
use super::trips::{Surroundings, block_of};

/// A test that keeps control in a loop while a drifting variable has not gone too far.
pub(super) struct Drift {
    /// The variable.
    pub variable: VarId,
    /// The smallest of its steps.
    pub step: IBig,
}

impl Surroundings<'_> {
    /// The drifting variable that a condition on some variables is about, if the condition fails for good once the
    /// variable has gone far enough: it compares a multiple of the variable with something that does not change.
    pub(super) fn drift(&self, mentioned: &FxHashSet<VarId>, condition: &Condition) -> Option<Drift> {
        let mut changed = mentioned.iter().copied().filter(|&variable| self.changes(variable));
        let (variable, None) = (changed.next()?, changed.next()) else { return None };
        let Condition::Compare(Relation::Ge | Relation::Gt, term) = condition else { return None };
        let symbol = symbol_of(self.graph, variable);
        let slope = term.with_symbol(&symbol, &Term::symbol(&symbol).plus_int(1)).minus(term);
        // Control stays while the variable is high, so that it must sink, or the other way round.
        let sinks = slope.as_constant().filter(|slope| !slope.is_zero())? > RBig::ZERO;
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
        for point in self.assignments(variable) {
            // What stands on an edge is not done on every way out of its block.
            let Point::Block(block, _) = point else { return None };
            steps.extend(self.steps(variable, point)?);
            blocks.insert(block);
        }
        if !self.is_met_in_every_pass(&blocks) {
            return None;
        }
        let sinks = steps.iter().all(|step| *step < IBig::ZERO);
        let rises = steps.iter().all(|step| *step > IBig::ZERO);
        if sinks { steps.into_iter().max() } else { steps.into_iter().min().filter(|_| rises) }
    }

    /// By how much an assignment may move a variable: a constant, or what the loop gives to another variable before.
    fn steps(&self, variable: VarId, point: Point) -> Option<Vec<IBig>> {
        let start = symbol_of(self.graph, variable);
        let step = self.given(point, variable)?.minus(&Term::symbol(&start));
        if let Some(step) = step.as_int() {
            return Some(vec![step]);
        }
        let (sign, symbol) = match (step.as_symbol(), step.negated().as_symbol()) {
            (Some(symbol), _) => (IBig::ONE, symbol.clone()),
            (None, Some(symbol)) => (IBig::NEG_ONE, symbol.clone()),
            (None, None) => return None,
        };
        let mut variables = self.graph.variables.ids();
        let other = variables.find(|&other| symbol_of(self.graph, other) == symbol)?;
        let values = self.constants(other, block_of(point)).filter(|_| !self.is_disturbed(other))?;
        Some(values.into_iter().map(|value| value * &sign).collect())
    }

    /// The constants that the loop gives to a variable, if it has one of them in a block.
    fn constants(&self, variable: VarId, block: BlockId) -> Option<Vec<IBig>> {
        let mut values = Vec::new();
        let mut given = false;
        for point in self.assignments(variable) {
            values.push(self.given(point, variable)?.as_int()?);
            // What stands on an edge is not done on every way out of its block.
            given |= matches!(point, Point::Block(from, _) if from != block && self.dominators.dominates(from, block));
        }
        given.then_some(values)
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
