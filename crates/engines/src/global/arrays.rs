//! Arrays in loops: writes at a moving subscript become one comprehension.
//!
//! A loop that writes `A(α + β·k)` in pass `k` leaves an array whose elements in that range are the written values
//! and whose other elements are the old ones. Reads inside the body are told apart by where they fall: elements not
//! yet written are the old ones, the element written in the pass before is a number of its own.

use std::sync::Arc;

use sextant_algebra::{Array, Atom, Substitution, Symbol, System, Term, solve};

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
    /// Expressions with closed forms.
    pub relations: Vec<(Term, Term)>,
    /// What should be said.
    pub notes: Vec<String>,
    /// All ways of the loop as one.
    pub merged: Body,
}

impl Scalars {
    /// The loop's numbers as they are.
    pub fn plain(loop_: &LoopProblem) -> Scalars {
        let merged = loop_.merged();
        let mut scalars = Scalars {
            symbols: loop_.symbols.clone(),
            updates: merged.updates.clone(),
            first: loop_.first.clone(),
            stores: vec![None; loop_.arrays.len()],
            relations: Vec::new(),
            notes: Vec::new(),
            merged,
        };
        for update in &mut scalars.updates {
            *update = replace_reads(update, loop_, &mut |_, _| obstacle());
        }
        scalars.symbols.push(obstacle_symbol());
        scalars.updates.push(Term::power(&Term::int(2), &obstacle()));
        scalars.first.push(Term::zero());
        scalars
    }

    /// The same without claims about arrays.
    pub fn without_stores(&self, own: usize) -> Scalars {
        let mut plain = self.clone();
        plain.stores.fill(None);
        plain.keep(own);
        plain
    }

    /// Drops the helpers but for some.
    fn keep(&mut self, own: usize) {
        self.symbols.truncate(own);
        self.updates.truncate(own);
        self.first.truncate(own);
    }

    /// The arrays after `k` passes, given the numbers.
    pub fn closed_arrays(
        &self,
        loop_: &LoopProblem,
        values: &[Term],
        accepted: &[bool],
        recurrence: &Arc<System>,
    ) -> Vec<Array> {
        let known = Substitution::of_all(&self.symbols, values);
        let unknown = |symbol: &Symbol| {
            self.symbols.iter().zip(accepted).any(|(own, accepted)| !accepted && own == symbol)
        };
        let closed = |at: usize| match &self.stores[at] {
            _ if self.merged.arrays[at] == loop_.arrays[at].inside() => Some(loop_.arrays[at].first.clone()),
            Some(store) if !store.mentions_any(&unknown) => {
                store.comprehension(&known, at, loop_, &self.stores)
            }
            _ => None,
        };
        let kept = |at: usize| Array::Iterate(recurrence.clone(), at, Box::new(loop_.passes()));
        (0..loop_.arrays.len()).map(|at| closed(at).unwrap_or_else(|| kept(at))).collect()
    }

    /// The numbers of a loop with reads of changed arrays resolved.
    pub fn of(prover: &mut Prover, loop_: &LoopProblem) -> Scalars {
        let mut scalars = Scalars::plain(loop_);
        if loop_.arrays.is_empty() {
            scalars.keep(loop_.symbols.len());
            return scalars;
        }
        let solution = solve(&loop_.index, &scalars.symbols, &scalars.updates, &scalars.first);
        let solved = scalars.symbols.iter().zip(solution.values);
        let known = solved.filter_map(|(symbol, closed)| Some((symbol.clone(), closed?.value)));
        let known = Substitution { symbols: known.collect(), ..Substitution::default() };
        scalars.resolved(prover, &Solved { loop_, known })
    }

    /// The same with reads of changed arrays resolved, as far as the writes are understood.
    fn resolved(mut self, prover: &mut Prover, solved: &Solved<'_>) -> Scalars {
        let loop_ = solved.loop_;
        let updates = loop_.arrays.iter().zip(&self.merged.arrays);
        let shapes: Vec<Option<Store>> =
            updates.map(|(array, update)| recognised(prover, update, &array.name, solved)).collect();
        let guard = solved.known.condition(&self.merged.guard);
        let helpers: Vec<Symbol> = loop_.arrays.iter().map(before).collect();
        let mut used = vec![false; helpers.len()];
        let mut resolve = |array: usize, at: &[Term]| -> Term {
            let place = at.iter().map(|at| solved.term(at)).collect::<Option<Vec<Term>>>();
            let (Some(store), Some(place)) = (&shapes[array], place) else { return obstacle() };
            match store.position(prover, loop_, &place, &guard) {
                Position::Old => loop_.arrays[array].first.element(at),
                Position::Before => {
                    used[array] = true;
                    Term::symbol(&helpers[array])
                }
                Position::Unknown => obstacle(),
            }
        };
        for (update, merged) in self.updates.iter_mut().zip(&self.merged.updates) {
            *update = replace_reads(merged, loop_, &mut resolve);
        }
        let values: Vec<Option<Term>> = shapes
            .iter()
            .map(|shape| shape.as_ref().map(|store| replace_reads(store.value(), loop_, &mut resolve)))
            .collect();
        for (at, (value, store)) in values.into_iter().zip(shapes).enumerate() {
            let Some((value, store)) = value.zip(store) else { continue };
            if let Some(place) = store.carried(&loop_.index).filter(|_| used[at]) {
                self.symbols.push(helpers[at].clone());
                self.updates.push(value.clone());
                self.first.push(loop_.arrays[at].first.element(&place));
            }
            self.stores[at] = Some(store.with_value(value));
        }
        self
    }
}

/// The symbol of a helper number that has no closed form: what depends on it is left alone.
fn obstacle_symbol() -> Symbol {
    Symbol::integer("•obstacle")
}

fn obstacle() -> Term {
    Term::symbol(&obstacle_symbol())
}

/// A term with each read of a changed array replaced.
fn replace_reads(term: &Term, loop_: &LoopProblem, resolve: &mut dyn FnMut(usize, &[Term]) -> Term) -> Term {
    let position = |name: &str| loop_.arrays.iter().position(|array| *array.name == *name);
    term.with_atoms(|atom| {
        if !Term::atom(atom.clone()).mentions_any(&|symbol| position(&symbol.name).is_some()) {
            return None;
        }
        let mut inside = |term: &Term| replace_reads(term, loop_, resolve);
        Some(match atom {
            Atom::Element(given @ Array::Symbol(name, _), at) => {
                let at: Vec<Term> = at.iter().map(inside).collect();
                position(name).map_or_else(|| given.element(&at), |position| resolve(position, &at))
            }
            Atom::Choice(condition, yes, no) => {
                Term::choice(&condition.with_terms(&mut inside), &inside(yes), &inside(no))
            }
            Atom::Floor(a, b) => Term::floor_div(&inside(a), &inside(b)),
            Atom::Mod(a, b) => Term::modulo(&inside(a), &inside(b)),
            Atom::Power(a, b) => Term::power(&inside(a), &inside(b)),
            // What else reads the array has no closed form here.
            _ => obstacle(),
        })
    })
}
