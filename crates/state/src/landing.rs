//! Places that a program has marked to jump back to from functions it calls (setjmp and longjmp of C).
//!
//! Invariants
//! - A landing belongs to an activation that is still there: it is forgotten when that is left.
//! - There is one for each place in storage at most. What lies there is not touched, for it is nothing a program may see.

use std::sync::Arc;

use sextant_syntax::{ProcId, StatementNumber};

use crate::{ObjectId, State};

/// A place in an activation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Landing {
    /// The object that the program keeps it in, and where in that.
    pub kept: (ObjectId, i64),
    /// How many activations there are when it is the running one.
    pub depth: usize,
    pub procedure: ProcId,
    /// The instruction to go on with.
    pub next: u32,
    pub statement: StatementNumber,
    /// Where the value goes that is brought along.
    pub to: Option<u32>,
}

/// The landings of an execution.
pub(crate) type Landings = Arc<Vec<Landing>>;

impl State {
    /// Marks a place.
    pub(crate) fn mark(&mut self, landing: Landing) {
        let landings = Arc::make_mut(&mut self.landings);
        match landings.iter_mut().find(|known| known.kept == landing.kept) {
            Some(known) => *known = landing,
            None => landings.push(landing),
        }
    }

    /// The landing that is kept in a place, if its activation is still there.
    pub(crate) fn landing(&self, kept: (ObjectId, i64)) -> Option<Landing> {
        self.landings.iter().find(|landing| landing.kept == kept).copied()
    }

    /// The running activation is about to be left.
    pub(crate) fn forget_landings(&mut self) {
        let depth = self.depth();
        if self.landings.iter().any(|landing| landing.depth == depth) {
            Arc::make_mut(&mut self.landings).retain(|landing| landing.depth != depth);
        }
    }
}
