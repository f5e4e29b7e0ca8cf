//! The layer of recent models: an old solution often satisfies the new condition.
//!
//! Invariants
//! - The most recently useful model stands first.
//! - For each model it is known up to which level it satisfies the stack, so that a question with one new
//!   condition costs one evaluation per model that is still good.

use std::sync::Arc;

use sextant_expr::{Evaluation, Table};

use crate::chain::Layer;
use crate::stack::Stack;
use crate::{Answer, Model};

const MOST: usize = 16;

#[derive(Debug)]
struct Recent {
    model: Model,
    evaluation: Evaluation,
    /// This many levels from the bottom are satisfied.
    satisfied: usize,
    /// The level after those is known to fail.
    fails: bool,
}

/// The recent models.
#[derive(Debug, Default)]
pub(crate) struct RecentModels {
    models: Vec<Recent>,
}

impl RecentModels {
    /// Keeps a model that satisfies the whole stack.
    pub fn remember(&mut self, model: &Model, depth: usize) {
        if self.models.first().is_some_and(|recent| Arc::ptr_eq(&recent.model, model)) {
            return;
        }
        self.models.truncate(MOST - 1);
        let evaluation = Evaluation::new((**model).clone());
        self.models
            .insert(0, Recent { model: Arc::clone(model), evaluation, satisfied: depth, fails: false });
    }
}

impl Recent {
    fn satisfies(&mut self, table: &Table, stack: &Stack) -> bool {
        while !self.fails && self.satisfied < stack.depth() {
            let conjuncts = stack.conjuncts_of(self.satisfied);
            if conjuncts.iter().all(|&conjunct| self.evaluation.certainty(table, conjunct) == Some(true)) {
                self.satisfied += 1;
            } else {
                self.fails = true;
            }
        }
        !self.fails
    }
}

impl Layer for RecentModels {
    fn name(&self) -> &'static str {
        "recent models"
    }

    fn pop_to(&mut self, depth: usize) {
        for recent in &mut self.models {
            if recent.satisfied >= depth {
                recent.satisfied = depth;
                recent.fails = false;
            }
        }
    }

    fn check(&mut self, table: &mut Table, stack: &Stack) -> Option<Answer> {
        let found = self.models.iter_mut().position(|recent| recent.satisfies(table, stack))?;
        self.models[..=found].rotate_right(1);
        Some(Answer::Sat(Arc::clone(&self.models[0].model)))
    }
}
