//! Values that a symbolic subscript left undetermined.

use rustc_hash::FxHashSet;
use sextant_expr::{Op, Table, TermId};
use sextant_state::{State, UNDETERMINED};

/// A path with a condition that is not determined: nobody can say what takes it.
pub(crate) const UNDETERMINED_CONDITION: &str = "a condition depends on an undetermined element of an array";

/// Whether a value depends on an element whose symbolic subscript left it undetermined.
pub(crate) fn undetermined(table: &Table, terms: &[TermId]) -> bool {
    // Such symbols are numbered from 1: without the first there is none.
    if table.symbol_named(&format!("{UNDETERMINED}1")).is_none() {
        return false;
    }
    let mut seen = FxHashSet::default();
    let mut waiting = terms.to_vec();
    while let Some(term) = waiting.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Op::Symbol(symbol) = table.op(term)
            && table.symbol_info(*symbol).name.starts_with(UNDETERMINED)
        {
            return true;
        }
        waiting.extend_from_slice(table.args(term));
    }
    false
}

/// Whether the path condition depends on an undetermined element.
pub(crate) fn undetermined_condition(table: &Table, state: &State) -> bool {
    let conjuncts: Vec<TermId> = state.condition.iter().copied().collect();
    undetermined(table, &conjuncts)
}
