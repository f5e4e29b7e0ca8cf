//! The own linear layer: bounds, simplex, integers and case splits, all incremental and within a budget.
//!
//! Invariants
//! - "Impossible" is always right, for what is not understood is an unknown without conditions.
//! - A model is given out only if every condition is known to hold under it: by the exactness of the tableau
//!   for linear conditions over symbols, by evaluation for all others.
//! - Whatever exceeds the budget gets no answer; the next layer is asked.

mod candidate;
mod compile;
mod definitions;
mod delta;
mod facts;
mod formula;
mod integers;
mod search;
mod simplex;
mod sum;

use sextant_expr::Table;

use self::facts::{Facts, Mark};
use self::search::{Budget, Found, search};
use crate::Answer;
use crate::chain::Layer;
use crate::stack::Stack;

struct Level {
    /// The state below this level.
    mark: Mark,
    /// Whether this level contradicts those below it at sight.
    impossible: bool,
}

/// The layer.
#[derive(Default)]
pub(crate) struct LinearLayer {
    facts: Facts,
    levels: Vec<Level>,
}

impl LinearLayer {
    fn push(&mut self, table: &mut Table, stack: &Stack) {
        let mark = self.facts.mark();
        let conjuncts = stack.conjuncts_of(self.levels.len());
        let impossible =
            conjuncts.iter().any(|&conjunct| self.facts.assert_condition(table, conjunct).is_err());
        self.levels.push(Level { mark, impossible });
    }
}

impl Layer for LinearLayer {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn pop_to(&mut self, depth: usize) {
        if let Some(level) = self.levels.get(depth) {
            self.facts.pop(level.mark);
            self.levels.truncate(depth);
        }
    }

    fn check(&mut self, table: &mut Table, stack: &Stack) -> Option<Answer> {
        // Levels above a contradiction are not looked at: the contradiction stays as long as they do.
        while self.levels.len() < stack.depth() && !self.levels.last().is_some_and(|level| level.impossible) {
            self.push(table, stack);
        }
        if self.levels.last().is_some_and(|level| level.impossible) {
            return Some(Answer::Unsat);
        }
        match search(table, &mut self.facts, &mut Budget::QUERY.clone()) {
            Found::Model(model) => Some(Answer::Sat(model)),
            Found::Nothing => Some(Answer::Unsat),
            Found::Undecided => None,
        }
    }
}
