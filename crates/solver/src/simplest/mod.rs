//! Conditions and values in their simplest form: each under everything that holds beside it.
//!
//! `X >= 4` turns `abs(X) + 2` into `X + 2`; `M = 7*N` turns `M - 6*N` into `N`; what the other conditions imply goes.
//!
//! Invariants
//! - Wherever what is known anyway holds, the shown conditions hold together if and only if the given ones do.
//! - Wherever all of these hold, a shown value is the given one.
//! - What is looked at is bounded by counting, never by time: the same text on every machine.
//! - Only the own linear layer is asked. What it cannot decide stays as it is.

mod equations;
mod finite;
mod implied;
mod under;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_expr::{Op, Table, TermId};

use self::equations::Equations;
use self::under::Under;

/// More conditions than this, or larger ones, are only taken together.
const MOST_CONDITIONS: usize = 24;
const LARGEST_CONDITION: usize = 120;
/// Values larger than this stay as they are.
const LARGEST_VALUE: usize = 400;

/// What holds on a path, in its simplest form, and the values shown under it.
pub struct Simplest {
    /// What holds anyway and matters here.
    known: Vec<TermId>,
    conditions: Vec<TermId>,
    equations: Equations,
    /// What decides, made when it is first needed.
    under: Option<Under>,
    values: FxHashMap<TermId, TermId>,
}

impl Simplest {
    /// Simplifies conditions, given what is known anyway, such as the limits of types.
    pub fn of(table: &mut Table, known: impl Iterator<Item = TermId>, conditions: &[TermId]) -> Self {
        let mut conditions = table.minimise(conditions);
        let mut relevant = Vec::new();
        if is_worth_it(table, &conditions) {
            relevant = related(table, known, &conditions);
            conditions = finite::united(table, &relevant, conditions);
            conditions = under::each_under_the_others(table, &relevant, conditions);
            conditions = equations::used_in_others(table, conditions);
            conditions = implied::dropped(table, &relevant, conditions);
        }
        let equations = Equations::among(table, &conditions);
        Self { known: relevant, conditions, equations, under: None, values: FxHashMap::default() }
    }

    /// The conditions.
    pub fn conditions(&self) -> &[TermId] {
        &self.conditions
    }

    /// A value under the conditions.
    pub fn value(&mut self, table: &mut Table, value: TermId) -> TermId {
        if let Some(&known) = self.values.get(&value) {
            return known;
        }
        let mut found = table.simplify(value);
        if !self.conditions.is_empty() && size(table, found, LARGEST_VALUE) < LARGEST_VALUE {
            found = self.equations.used(table, found);
            if under::has_choices(table, found) {
                let Self { under, known, conditions, .. } = self;
                let under = under.get_or_insert_with(|| Under::new([&known[..], &conditions[..]].concat()));
                found = under.rewritten(table, found);
            }
        }
        self.values.insert(value, found);
        found
    }
}

/// Whether the conditions can have anything to do with each other that taking them together does not show.
fn is_worth_it(table: &Table, conditions: &[TermId]) -> bool {
    let plain = |&condition: &TermId| match table.op(condition) {
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => {
            let &[left, right] = table.args(condition) else { return false };
            is_input(table, left) && table.op(right).is_constant()
        }
        Op::Symbol(_) => true,
        Op::Not => is_input(table, table.args(condition)[0]),
        _ => false,
    };
    (2..=MOST_CONDITIONS).contains(&conditions.len())
        && !conditions.iter().all(plain)
        && conditions.iter().all(|&one| size(table, one, LARGEST_CONDITION) < LARGEST_CONDITION)
}

/// Whether a term is a symbol, or an element of an array that is one.
fn is_input(table: &Table, term: TermId) -> bool {
    match table.op(term) {
        Op::Symbol(_) => true,
        Op::Select => {
            let args = table.args(term);
            matches!(table.op(args[0]), Op::Symbol(_)) && table.op(args[1]).is_constant()
        }
        _ => false,
    }
}

/// What is known of the symbols of the conditions.
fn related(table: &Table, known: impl Iterator<Item = TermId>, conditions: &[TermId]) -> Vec<TermId> {
    let symbols = symbols(table, conditions);
    known.filter(|&fact| symbols_within(table, fact, &symbols)).collect()
}

fn symbols(table: &Table, terms: &[TermId]) -> FxHashSet<TermId> {
    table.subterms(terms).filter(|&term| matches!(table.op(term), Op::Symbol(_))).collect()
}

fn symbols_within(table: &Table, fact: TermId, symbols: &FxHashSet<TermId>) -> bool {
    table.subterms(&[fact]).all(|term| !matches!(table.op(term), Op::Symbol(_)) || symbols.contains(&term))
}

/// How much there is to read, counted up to a limit.
fn size(table: &Table, term: TermId, limit: usize) -> usize {
    let (mut count, mut waiting) = (0, vec![term]);
    while let Some(term) = waiting.pop() {
        count += 1;
        if count >= limit {
            return limit;
        }
        waiting.extend_from_slice(table.args(term));
    }
    count
}

/// Whether one term is shorter to read than another.
fn is_shorter(table: &Table, term: TermId, than: TermId) -> bool {
    size(table, term, LARGEST_VALUE) < size(table, than, LARGEST_VALUE)
}
