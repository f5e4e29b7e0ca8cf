//! Inputs that a condition makes constants, put into the other conditions.
//!
//! `N = 3 & 2**N != 8` is beyond every layer as it stands, and trivial once `N` is 3. The chain tries this when no
//! layer knows an answer; before that it would only cost time.

use rustc_hash::FxHashMap;
use sextant_expr::{Op, Table, TermId};

/// Equivalent conditions in which fixed inputs are replaced by their values; `None` if that changes nothing. What
/// is fixed may take several conditions to say, as in `N >= 0 & N <= 3 & N != 0 & N != 1 & N != 2`.
pub(crate) fn used(table: &mut Table, conjuncts: &[TermId]) -> Option<Vec<TermId>> {
    let mut values = FxHashMap::default();
    let mut equalities = Vec::new();
    let merged = table.minimise(conjuncts);
    for &conjunct in &merged {
        if *table.op(conjunct) == Op::Eq
            && let &[input, value] = table.args(conjunct)
            && matches!(table.op(input), Op::Symbol(_))
            && table.op(value).is_constant()
        {
            values.insert(input, value);
            equalities.push(conjunct);
        }
    }
    if values.is_empty() {
        return None;
    }
    let mut simpler = equalities.clone();
    for &conjunct in merged.iter().filter(|conjunct| !equalities.contains(conjunct)) {
        let replaced = table.substitute(conjunct, &mut values);
        simpler.push(table.simplify(replaced));
    }
    (simpler != conjuncts).then_some(simpler)
}
