//! Values that a symbolic subscript left undetermined.

use sextant_expr::{Op, Origin, Symbol, Table, TermId};
use sextant_state::State;

/// A path with a condition that is not determined: nobody can say what takes it.
pub(crate) const UNDETERMINED_CONDITION: &str = "a condition depends on an undetermined element of an array";

/// Whether a value depends on an element whose symbolic subscript left it undetermined.
pub(crate) fn undetermined(table: &Table, terms: &[TermId]) -> bool {
    let left_open = |symbol: &Symbol| matches!(symbol.origin, Origin::Undetermined(_));
    if !table.symbols().any(|(_, symbol)| left_open(symbol)) {
        return false;
    }
    let mut parts = table.parts(terms);
    parts.any(|term| matches!(table.op(term), Op::Symbol(symbol) if left_open(table.symbol_info(*symbol))))
}

/// Whether the path condition depends on an undetermined element.
pub(crate) fn undetermined_condition(table: &Table, state: &State) -> bool {
    let conjuncts: Vec<TermId> = state.condition.iter().copied().collect();
    undetermined(table, &conjuncts)
}
