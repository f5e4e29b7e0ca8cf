//! What a model must speak of: the symbols and array indices that occur in conditions.

use rustc_hash::FxHashSet;
use sextant_expr::{Op, SymbolId, Table, TermId};

/// What occurs in conditions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occurring {
    /// The symbols and their terms.
    pub symbols: Vec<(SymbolId, TermId)>,
    /// The index terms of all element reads and writes.
    pub indices: Vec<TermId>,
}

impl Occurring {
    /// Everything below the given terms.
    pub fn new(table: &Table, terms: &[TermId]) -> Self {
        let mut occurring = Self::default();
        let mut indices: FxHashSet<TermId> = FxHashSet::default();
        for term in table.parts(terms) {
            match table.op(term) {
                Op::Symbol(symbol) => occurring.symbols.push((*symbol, term)),
                Op::Select | Op::Store if indices.insert(table.args(term)[1]) => {
                    occurring.indices.push(table.args(term)[1]);
                }
                _ => {}
            }
        }
        occurring
    }
}
