//! The layer of constants: the conditions as a stack of simplified conjuncts.
//!
//! Invariants
//! - One level per condition of the last question, in order.
//! - Conjuncts are simplified, neither constants nor conjunctions, and distinct over the whole stack. Where one is
//!   the opposite of another, its level is impossible.

use rustc_hash::FxHashSet;
use sextant_expr::{Op, Table, TermId};

#[derive(Clone, Debug)]
struct Level {
    condition: TermId,
    /// Where its conjuncts begin.
    first: usize,
    /// Whether this level or one below it is false.
    impossible: bool,
}

/// The conditions of the present question.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stack {
    levels: Vec<Level>,
    conjuncts: Vec<TermId>,
    known: FxHashSet<TermId>,
}

impl Stack {
    /// Makes the stack hold the given conditions; returns how many levels stayed.
    pub fn synchronise(&mut self, table: &mut Table, conditions: &[TermId]) -> usize {
        let shared = self
            .levels
            .iter()
            .zip(conditions)
            .take_while(|(level, wanted)| level.condition == **wanted)
            .count();
        if let Some(level) = self.levels.get(shared) {
            for conjunct in self.conjuncts.drain(level.first..) {
                self.known.remove(&conjunct);
            }
        }
        self.levels.truncate(shared);
        for &condition in &conditions[shared..] {
            self.push(table, condition);
        }
        shared
    }

    fn push(&mut self, table: &mut Table, condition: TermId) {
        let first = self.conjuncts.len();
        let mut impossible = self.is_impossible();
        if !impossible {
            let mut pending = vec![table.simplify(condition)];
            while let Some(conjunct) = pending.pop() {
                match table.op(conjunct) {
                    Op::Bool(true) => {}
                    Op::Bool(false) => impossible = true,
                    Op::And => pending.extend(table.args(conjunct).iter().rev()),
                    _ if self.known.contains(&conjunct) => {}
                    _ => impossible |= self.add(table, conjunct),
                }
            }
        }
        self.levels.push(Level { condition, first, impossible });
    }

    /// Adds what is not known yet; gives whether the very opposite is known, as it is wherever a program asks the
    /// same thing twice.
    fn add(&mut self, table: &mut Table, conjunct: TermId) -> bool {
        let opposite = table.not(conjunct);
        let opposite = table.simplify(opposite);
        let denied = self.known.contains(&opposite);
        self.known.insert(conjunct);
        self.conjuncts.push(conjunct);
        denied
    }

    /// Whether some condition is false whatever the symbols are.
    pub fn is_impossible(&self) -> bool {
        self.levels.last().is_some_and(|level| level.impossible)
    }

    /// How many levels there are.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// What must hold, all levels together.
    pub fn conjuncts(&self) -> &[TermId] {
        &self.conjuncts
    }

    /// What one level adds.
    pub fn conjuncts_of(&self, level: usize) -> &[TermId] {
        let end = self.levels.get(level + 1).map_or(self.conjuncts.len(), |next| next.first);
        &self.conjuncts[self.levels[level].first..end]
    }
}
