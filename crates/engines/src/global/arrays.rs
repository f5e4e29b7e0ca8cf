//! Arrays in loops: writes at a moving subscript become one comprehension.
//!
//! A loop that writes `A(α + β·k)` in pass `k` leaves an array whose elements in that range are the written values
//! and whose other elements are the old ones. Reads inside the body are told apart by where they fall: elements not
//! yet written are the old ones, the element written in the pass before is a number of its own.

use std::sync::Arc;

use sextant_algebra::{Array, Atom, Condition, Substitution, Symbol, System, Term, solve};

use super::looping::{Body, LoopProblem};
use super::prove::Prover;
use super::stores::{Position, Store, before};
use super::writes::{Solved, recognised};

/// The numbers of a loop, with helper numbers for elements that are carried from pass to pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Scalars {
    /// The loop's own symbols first, then helpers.
    pub symbols: Vec<Symbol>,
    /// Their updates, free of changed arrays.
    pub updates: Vec<Term>,
    /// Their values at the start.
    pub first: Vec<Term>,
    /// For each array its write, if it is understood.
    pub stores: Vec<Option<Store>>,
    /// Arrays that no pass changes.
    unchanged: Vec<bool>,
    /// Expressions with closed forms.
    pub relations: Vec<(Term, Term)>,
}

impl Scalars {
    /// The loop's numbers as they are.
    pub fn plain(loop_: &LoopProblem, merged: &Body) -> Scalars {
        let mut scalars = Scalars {
            symbols: loop_.symbols.clone(),
            updates: merged.updates.clone(),
            first: loop_.first.clone(),
            stores: vec![None; loop_.arrays.len()],
            unchanged: loop_
                .arrays
                .iter()
                .zip(&merged.arrays)
                .map(|(array, update)| *update == Array::Symbol(array.name.clone(), array.integer))
                .collect(),
            relations: Vec::new(),
        };
        let obstacle = scalars.obstacle();
        for update in &mut scalars.updates {
            *update = replace_reads(update, loop_, &mut |_, _| obstacle.clone());
        }
        scalars
    }

    /// A helper number that has no closed form: what depends on it is left alone.
    fn obstacle(&mut self) -> Term {
        let symbol = Symbol::integer("•obstacle");
        let value = Term::symbol(&symbol);
        self.symbols.push(symbol);
        self.updates.push(Term::power(&Term::int(2), &value));
        self.first.push(Term::zero());
        value
    }

    /// The same without claims about arrays.
    pub fn without_stores(&self, own: usize) -> Scalars {
        let mut plain = self.clone();
        plain.stores.iter_mut().for_each(|store| *store = None);
        plain.symbols.truncate(own);
        plain.updates.truncate(own);
        plain.first.truncate(own);
        plain
    }

    /// The arrays after `k` passes, given the numbers.
    pub fn closed_arrays(
        &self,
        loop_: &LoopProblem,
        values: &[Term],
        accepted: &[bool],
        recurrence: &Arc<System>,
        index: &Symbol,
    ) -> Vec<Array> {
        let mut known = Substitution::default();
        for (symbol, value) in self.symbols.iter().zip(values) {
            known.symbols.insert(symbol.clone(), value.clone());
        }
        let unknown = |symbol: &Symbol| {
            self.symbols.iter().zip(accepted).any(|(own, accepted)| !accepted && own == symbol)
        };
        let stores: Vec<_> = loop_.arrays.iter().zip(&self.stores).collect();
        let closed = |at: usize| match &self.stores[at] {
            _ if self.unchanged[at] => Some(loop_.arrays[at].first.clone()),
            Some(store) if !store.mentions_any(&unknown) => store.comprehension(&known, at, &stores, index),
            _ => None,
        };
        let kept = |at: usize| Array::Iterate(recurrence.clone(), at, Box::new(Term::symbol(index)));
        (0..loop_.arrays.len()).map(|at| closed(at).unwrap_or_else(|| kept(at))).collect()
    }
}

/// The numbers of a loop with reads of changed arrays resolved.
pub fn scalarised(prover: &mut Prover, loop_: &LoopProblem, merged: &Body, index: &Symbol) -> Scalars {
    let mut scalars = Scalars::plain(loop_, merged);
    if loop_.arrays.is_empty() {
        scalars.symbols.truncate(loop_.symbols.len());
        scalars.updates.truncate(loop_.symbols.len());
        scalars.first.truncate(loop_.symbols.len());
        return scalars;
    }
    let solution = solve(index, &scalars.symbols, &scalars.updates, &scalars.first);
    let mut known = Substitution::default();
    for (symbol, closed) in scalars.symbols.iter().zip(&solution.values) {
        if let Some(closed) = closed {
            known.symbols.insert(symbol.clone(), closed.value.clone());
        }
    }
    let solved = Solved { loop_, known };
    let shapes: Vec<Option<Store>> = loop_
        .arrays
        .iter()
        .zip(&merged.arrays)
        .map(|(array, update)| recognised(prover, update, &array.name, &solved, index))
        .collect();
    let guard = solved.known.condition(&merged.guard);
    let helpers: Vec<Symbol> = loop_.arrays.iter().map(before).collect();
    let obstacle = Term::symbol(&Symbol::integer("•obstacle"));
    let mut used = vec![false; helpers.len()];
    let mut resolve = |array: usize, at: &[Term]| -> Term {
        let Some(store) = &shapes[array] else { return obstacle.clone() };
        let place = at.iter().map(|at| solved.term(at)).collect::<Option<Vec<Term>>>();
        let Some(place) = place else { return obstacle.clone() };
        match store.position(prover, loop_, &place, &guard, index) {
            Position::Old => loop_.arrays[array].first.element(at),
            Position::Before => {
                used[array] = true;
                Term::symbol(&helpers[array])
            }
            Position::Unknown => obstacle.clone(),
        }
    };
    let own = loop_.symbols.len();
    for (at, update) in merged.updates.iter().enumerate() {
        scalars.updates[at] = replace_reads(update, loop_, &mut resolve);
    }
    let values: Vec<Option<Term>> = shapes
        .iter()
        .map(|shape| shape.as_ref().map(|store| replace_reads(store.value(), loop_, &mut resolve)))
        .collect();
    debug_assert_eq!(scalars.symbols.len(), own + 1);
    for (at, value) in values.into_iter().enumerate() {
        let Some((value, store)) = value.zip(shapes[at].clone()) else { continue };
        if let Some(place) = store.carried(index).filter(|_| used[at]) {
            scalars.symbols.push(helpers[at].clone());
            scalars.updates.push(value.clone());
            scalars.first.push(loop_.arrays[at].first.element(&place));
        }
        scalars.stores[at] = Some(store.with_value(value));
    }
    scalars
}

/// A term with each read of a changed array replaced.
fn replace_reads(term: &Term, loop_: &LoopProblem, resolve: &mut dyn FnMut(usize, &[Term]) -> Term) -> Term {
    let mut result = term.clone();
    for atom in term.top_atoms() {
        let whole = Term::atom(atom.clone());
        if !whole.mentions_any(&|symbol| loop_.arrays.iter().any(|array| array.name == symbol.name)) {
            continue;
        }
        let replacement = match &atom {
            Atom::Element(given @ Array::Symbol(name, _), at) => {
                let position = loop_.arrays.iter().position(|array| array.name == *name);
                let at: Vec<Term> = at.iter().map(|at| replace_reads(at, loop_, resolve)).collect();
                match position {
                    Some(position) => resolve(position, &at),
                    None => given.element(&at),
                }
            }
            Atom::Choice(condition, yes, no) => {
                let condition = replace_in_condition(condition, loop_, resolve);
                let (yes, no) = (replace_reads(yes, loop_, resolve), replace_reads(no, loop_, resolve));
                Term::choice(&condition, &yes, &no)
            }
            Atom::Floor(a, b) => {
                Term::floor_div(&replace_reads(a, loop_, resolve), &replace_reads(b, loop_, resolve))
            }
            Atom::Mod(a, b) => {
                Term::modulo(&replace_reads(a, loop_, resolve), &replace_reads(b, loop_, resolve))
            }
            Atom::Power(a, b) => {
                Term::power(&replace_reads(a, loop_, resolve), &replace_reads(b, loop_, resolve))
            }
            // What else reads the array has no closed form here.
            _ => Term::symbol(&Symbol::integer("•obstacle")),
        };
        result = result.with_atom(&atom, &replacement);
    }
    result
}

fn replace_in_condition(
    condition: &Condition,
    loop_: &LoopProblem,
    resolve: &mut dyn FnMut(usize, &[Term]) -> Term,
) -> Condition {
    match condition {
        Condition::Compare(relation, term) => {
            Condition::compare(*relation, &replace_reads(term, loop_, resolve))
        }
        Condition::And(parts) => Condition::all(
            parts.iter().map(|part| replace_in_condition(part, loop_, resolve)).collect::<Vec<_>>(),
        ),
        Condition::Or(parts) => Condition::any(
            parts.iter().map(|part| replace_in_condition(part, loop_, resolve)).collect::<Vec<_>>(),
        ),
        other => other.clone(),
    }
}
