//! A walk over what terms are made of.

use rustc_hash::FxHashSet;

use crate::{Table, TermId};

impl Table {
    /// Some terms and all that they are made of, each once, results before operands. Nothing recurses.
    pub fn parts(&self, terms: &[TermId]) -> impl Iterator<Item = TermId> {
        let mut seen = FxHashSet::default();
        let mut waiting = terms.to_vec();
        std::iter::from_fn(move || {
            let term = std::iter::from_fn(|| waiting.pop()).find(|&term| seen.insert(term))?;
            waiting.extend_from_slice(self.args(term));
            Some(term)
        })
    }
}
