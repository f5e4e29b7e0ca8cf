//! Conditions that the others imply.

use rustc_hash::FxHashMap;
use sextant_expr::{Table, TermId};

use super::under::Under;
use super::{is_input, size};

/// Conditions of which this is asked.
const MOST_ASKED: usize = 16;

/// The conditions without those that the others imply, the longest going first.
pub(super) fn dropped(table: &mut Table, known: &[TermId], mut conditions: Vec<TermId>) -> Vec<TermId> {
    if conditions.iter().all(|&condition| is_difference(table, condition)) {
        return conditions;
    }
    let mut order = candidates(table, &conditions);
    order.sort_by_key(|&condition| std::cmp::Reverse(size(table, condition, usize::MAX)));
    for condition in order.into_iter().take(MOST_ASKED) {
        let others: Vec<TermId> = conditions.iter().copied().filter(|&other| other != condition).collect();
        let mut under = Under::new([known, &others].concat());
        if under.holds(table, condition) {
            conditions = others;
        }
    }
    conditions
}

/// Whether a condition is a bound on an atom, or on the difference of two: taken together, such conditions are rid of what they
/// imply.
fn is_difference(table: &mut Table, condition: TermId) -> bool {
    let Some(atom) = table.linear_atom(condition) else { return false };
    match &atom.form.terms[..] {
        [(_, one)] => one.is_one() || (-one).is_one(),
        [(_, one), (_, other)] => (one + other).is_zero() && (one.is_one() || other.is_one()),
        _ => false,
    }
}

/// The conditions every part of which occurs in others as well: no others can follow.
fn candidates(table: &mut Table, conditions: &[TermId]) -> Vec<TermId> {
    let mut counts: FxHashMap<TermId, usize> = FxHashMap::default();
    let parts: Vec<Vec<TermId>> = conditions.iter().map(|&condition| parts(table, condition)).collect();
    for part in parts.iter().flatten() {
        *counts.entry(*part).or_default() += 1;
    }
    let shared = |parts: &[TermId]| parts.iter().all(|part| counts[part] > 1);
    conditions
        .iter()
        .zip(&parts)
        .filter(|(_, parts)| shared(parts))
        .map(|(&condition, _)| condition)
        .collect()
}

/// The inputs in a condition, each once.
fn parts(table: &Table, condition: TermId) -> Vec<TermId> {
    table.subterms(&[condition]).filter(|&term| is_input(table, term)).collect()
}
