//! Equations among the conditions, used to write everything else with fewer symbols.

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_expr::{LinearForm, Number, Op, Relation, Sort, Table, TermId};

use super::{is_input, is_shorter, size};

/// How often another equation is looked for after one was used.
const ROUNDS: usize = 4;

/// For every input that an equation gives, what it is.
#[derive(Default)]
pub(super) struct Equations {
    found: Vec<(TermId, TermId)>,
}

impl Equations {
    pub fn among(table: &mut Table, conditions: &[TermId]) -> Self {
        let equations: Vec<TermId> =
            conditions.iter().copied().filter(|&condition| *table.op(condition) == Op::Eq).collect();
        Self { found: equations.iter().flat_map(|&equation| solved(table, equation)).collect() }
    }

    /// The term with the equations used where that makes it shorter, or a constant of an input.
    pub fn used(&self, table: &mut Table, term: TermId) -> TermId {
        let mut best = term;
        if self.found.is_empty() {
            return best;
        }
        for _ in 0..ROUNDS {
            let before = best;
            // Replacing costs more than looking, and most terms know nothing of the equations.
            let parts: FxHashSet<TermId> = table.subterms(&[before]).collect();
            for &(input, value) in self.found.iter().filter(|(input, _)| parts.contains(input)) {
                let replaced = table.substitute(before, &mut FxHashMap::from_iter([(input, value)]));
                let replaced = table.simplify(replaced);
                let is_better = match table.op(value).is_constant() {
                    true => {
                        replaced != before
                            && size(table, replaced, usize::MAX) <= size(table, best, usize::MAX)
                    }
                    false => is_shorter(table, replaced, best),
                };
                if is_better {
                    best = replaced;
                }
            }
            if best == before {
                break;
            }
        }
        best
    }
}

/// What an equation says of each of its inputs.
fn solved(table: &mut Table, equation: TermId) -> Vec<(TermId, TermId)> {
    let Some(atom) = table.linear_atom(equation).filter(|atom| atom.relation == Relation::Eq) else {
        return Vec::new();
    };
    let inputs: Vec<(TermId, Number)> =
        atom.form.terms.iter().filter(|(term, _)| is_input(table, *term)).cloned().collect();
    inputs
        .into_iter()
        .filter_map(|(input, coefficient)| Some((input, solution(table, &atom.form, input, &coefficient)?)))
        .collect()
}

/// `input = -(the rest) / coefficient`, which over the integers has to be whole. None if the rest mentions the input.
fn solution(table: &mut Table, form: &LinearForm, input: TermId, coefficient: &Number) -> Option<TermId> {
    let sort = table.sort(input);
    let factor = -&coefficient.inverse();
    if sort == Sort::INT && !factor.is_integer() {
        return None;
    }
    let number = |table: &mut Table, number: &Number| match sort == Sort::INT {
        true => table.int(number.numerator()),
        false => table.real(number.to_rational()),
    };
    let mut parts = Vec::new();
    for (term, coefficient) in form.terms.iter().filter(|(term, _)| *term != input) {
        if table.subterms(&[*term]).any(|part| part == input) {
            return None;
        }
        let factor = number(table, &(coefficient * &factor));
        parts.push(table.apply(Op::Mul, &[factor, *term]));
    }
    parts.push(number(table, &(&form.constant * &factor)));
    let sum = match parts[..] {
        [only] => only,
        _ => table.apply(Op::Add, &parts),
    };
    Some(table.simplify(sum))
}

/// The conditions with each equation used in the others.
pub(super) fn used_in_others(table: &mut Table, mut conditions: Vec<TermId>) -> Vec<TermId> {
    let mut changed = false;
    for at in 0..conditions.len() {
        if *table.op(conditions[at]) != Op::Eq {
            continue;
        }
        let equations = Equations { found: solved(table, conditions[at]) };
        for other in (0..conditions.len()).filter(|&other| other != at) {
            let shorter = equations.used(table, conditions[other]);
            changed |= shorter != conditions[other];
            conditions[other] = shorter;
        }
    }
    if changed { table.minimise(&conditions) } else { conditions }
}
