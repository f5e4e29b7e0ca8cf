//! Independent parts of a question: conditions that share no input, directly or through others.

use std::sync::Arc;

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sextant_expr::{Op, Scalar, Sort, Table, TermId};

use super::atoms::is_atom;
use super::range::Range;

/// What is known of a condition.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// The symbols in it.
    pub symbols: Vec<TermId>,
    /// The inputs in it: symbols without structure, and elements of arrays.
    pub atoms: Vec<TermId>,
    /// Reals rounded to integers, which have bounds like inputs.
    pub whole: Vec<TermId>,
    /// Whether it speaks of bits.
    pub has_bits: bool,
    /// Whether integers are divided in it.
    pub divides: bool,
    /// Whether it is a bound on an input: the input with its least and its greatest value.
    pub bound: Option<(TermId, Option<IBig>, Option<IBig>)>,
}

impl Facts {
    pub fn of(table: &Table, condition: TermId) -> Self {
        let mut facts = Facts { bound: bound(table, condition), ..Facts::default() };
        for term in table.subterms(&[condition]) {
            if let Op::Symbol(_) = table.op(term) {
                facts.symbols.push(term);
            }
            if is_atom(table, term) {
                facts.atoms.push(term);
            }
            if is_whole(table, term) {
                facts.whole.push(term);
            }
            facts.divides |= matches!(table.op(term), Op::Div(_) | Op::Rem(_));
            facts.has_bits |= matches!(table.sort(term), Sort::Scalar(Scalar::BitVec(_)));
        }
        facts
    }
}

/// The bounds of inputs, in the order of the conditions.
#[derive(Default)]
pub(super) struct Bounds {
    lows: FxHashMap<TermId, Vec<IBig>>,
    highs: FxHashMap<TermId, Vec<IBig>>,
}

impl Bounds {
    pub fn of(facts: &[&Facts]) -> Self {
        let mut bounds = Self::default();
        for (input, low, high) in facts.iter().filter_map(|facts| facts.bound.as_ref()) {
            bounds.lows.entry(*input).or_default().extend(low.clone());
            bounds.highs.entry(*input).or_default().extend(high.clone());
        }
        bounds
    }

    /// The range that the first bounds give.
    pub fn first(&self, input: TermId) -> Option<Range> {
        let (low, high) = (self.lows.get(&input)?.first()?, self.highs.get(&input)?.first()?);
        (low <= high).then(|| Range::new(low.clone(), high.clone()))
    }

    /// The range that all bounds give.
    pub fn tightest(&self, input: TermId) -> Option<Range> {
        let (low, high) = (self.lows.get(&input)?.iter().max()?, self.highs.get(&input)?.iter().min()?);
        (low <= high).then(|| Range::new(low.clone(), high.clone()))
    }

    /// The inputs of a slice, each once, with their ranges.
    pub fn inputs(
        &self,
        facts: &[&Facts],
        range: impl Fn(&Self, TermId) -> Option<Range>,
    ) -> Vec<(TermId, Option<Range>)> {
        let mut atoms: Vec<TermId> = facts.iter().flat_map(|facts| facts.atoms.iter().copied()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms.into_iter().map(|atom| (atom, range(self, atom))).collect()
    }
}

fn is_whole(table: &Table, term: TermId) -> bool {
    matches!(table.op(term), Op::ToInt(_))
}

fn bound(table: &Table, condition: TermId) -> Option<(TermId, Option<IBig>, Option<IBig>)> {
    let &[atom, limit] = table.args(condition) else { return None };
    if table.sort(atom) != Sort::INT || !(is_atom(table, atom) || is_whole(table, atom)) {
        return None;
    }
    let limit = table.as_int(limit)?.clone();
    match table.op(condition) {
        Op::Le => Some((atom, None, Some(limit))),
        Op::Lt => Some((atom, None, Some(limit - IBig::ONE))),
        Op::Ge => Some((atom, Some(limit), None)),
        Op::Gt => Some((atom, Some(limit + IBig::ONE), None)),
        Op::Eq => Some((atom, Some(limit.clone()), Some(limit))),
        _ => None,
    }
}

/// The parts of a question, each as the positions of its conditions in order.
pub(super) fn slices(facts: &[Arc<Facts>]) -> Vec<Vec<usize>> {
    let mut parents: Vec<usize> = (0..facts.len()).collect();
    let mut owner: FxHashMap<TermId, usize> = FxHashMap::default();
    for (at, fact) in facts.iter().enumerate() {
        for &symbol in &fact.symbols {
            let other = *owner.entry(symbol).or_insert(at);
            let (one, two) = (root(&mut parents, other), root(&mut parents, at));
            parents[one.max(two)] = one.min(two);
        }
    }
    let mut places: FxHashMap<usize, usize> = FxHashMap::default();
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for at in 0..facts.len() {
        let leader = root(&mut parents, at);
        let place = *places.entry(leader).or_insert_with(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[place].push(at);
    }
    parts
}

fn root(parents: &mut [usize], mut at: usize) -> usize {
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}
