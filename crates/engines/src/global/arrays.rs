//! Arrays in loops: writes at a moving subscript become one comprehension.
//!
//! A loop that writes `A(α + β·k)` in pass `k` leaves an array whose elements in that range are the written values
//! and whose other elements are the old ones. Reads inside the body are told apart by where they fall: elements not
//! yet written are the old ones, the element written in the pass before is a number of its own.

use std::sync::Arc;

use dashu_base::Signed;
use dashu_int::IBig;
use sextant_algebra::{Array, Atom, Condition, Relation, Substitution, Symbol, System, Term, solve};

use super::looping::{Body, LoopProblem};
use super::prove::Prover;

/// What a pass writes.
#[derive(Clone, PartialEq, Debug)]
pub enum Store {
    /// One element at a subscript that moves by a fixed step.
    Element {
        /// The subscript in pass `k`.
        index: Term,
        /// The step.
        step: IBig,
        /// The written value, over the symbols of the problem.
        value: Term,
    },
    /// A block of elements that begins where the one of the pass before ended.
    Block {
        /// The first subscript in pass `k`.
        begin: Term,
        /// The length of a block.
        length: Term,
        /// The subscript in `value`.
        cell: Symbol,
        /// The written value at a subscript, over the symbols of the problem.
        value: Term,
    },
}

impl Store {
    fn value(&self) -> &Term {
        match self {
            Store::Element { value, .. } | Store::Block { value, .. } => value,
        }
    }

    fn with_value(self, value: Term) -> Store {
        match self {
            Store::Element { index, step, .. } => Store::Element { index, step, value },
            Store::Block { begin, length, cell, .. } => Store::Block { begin, length, cell, value },
        }
    }
}

/// The numbers of a loop, with helper numbers for elements that are carried from pass to pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Scalars {
    /// The loop's own symbols first, then helpers.
    pub symbols: Vec<Symbol>,
    /// Their updates, free of changed arrays.
    pub updates: Vec<Term>,
    /// Their values at the start.
    pub first: Vec<Term>,
    /// For each array its write, if it has a simple one; `Some(None)` never occurs.
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
        let usable = |term: &Term| {
            !self.symbols.iter().zip(accepted).any(|(symbol, accepted)| !accepted && term.mentions(symbol))
        };
        (0..loop_.arrays.len())
            .map(|at| match &self.stores[at] {
                _ if self.unchanged[at] => loop_.arrays[at].first.clone(),
                Some(store) if usable(store.value()) => {
                    comprehension(store, &known.term(store.value()), &loop_.arrays[at].first, index)
                }
                _ => Array::Iterate(recurrence.clone(), at, Box::new(Term::symbol(index))),
            })
            .collect()
    }
}

/// The array after `k` passes of a write.
fn comprehension(store: &Store, value: &Term, old: &Array, index: &Symbol) -> Array {
    let cell = Symbol::integer("•cell");
    let at = Term::symbol(&cell);
    let (place, step) = match store {
        Store::Element { index, step, .. } => (index, step),
        Store::Block { begin, length, cell: inner, .. } => {
            let low = begin.with_symbol(index, &Term::zero());
            let pass = Term::floor_div(&at.minus(&low), length);
            let written = Condition::all([Condition::at_most(&low, &at), Condition::less(&at, begin)]);
            let value = value.with_symbol(inner, &at).with_symbol(index, &pass);
            return Array::lambda(&cell, &Term::choice(&written, &value, &old.element(&at)));
        }
    };
    let begin = place.with_symbol(index, &Term::zero());
    let distance = at.minus(&begin);
    let negative = step.is_negative();
    let step = Term::int(step.clone());
    let size = if negative { step.negated() } else { step.clone() };
    let (pass, fits) = if size.as_int() == Some(IBig::ONE) {
        (distance.times(&step), Condition::True)
    } else {
        (Term::floor_div(&distance, &step), Condition::eq(&Term::modulo(&distance, &size)))
    };
    let k = Term::symbol(index);
    let written = Condition::all([Condition::ge(&pass), Condition::gt(&k.minus(&pass)), fits]);
    let body = Term::choice(&written, &value.with_symbol(index, &pass), &old.element(&at));
    Array::lambda(&cell, &body)
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
    let solved = |term: &Term| {
        let closed = known.term(term);
        (!closed.mentions_any(&|symbol| loop_.owns(symbol))).then_some(closed)
    };
    let shapes: Vec<Option<Store>> = loop_
        .arrays
        .iter()
        .zip(&merged.arrays)
        .map(|(array, update)| {
            let Some((at, value)) = simple_store(update, &array.name) else {
                return block_store(prover, loop_, update, &array.name, &solved, index);
            };
            let at = solved(&at)?;
            let coefficients = at.coefficients(index)?;
            let [_, step] = &coefficients[..] else { return None };
            Some(Store::Element { step: step.as_int()?, index: at, value })
        })
        .collect();
    let guard = known.condition(&merged.guard);
    let helpers: Vec<Symbol> = loop_
        .arrays
        .iter()
        .map(|array| Symbol { name: format!("{}•before", array.name).into(), integer: array.integer })
        .collect();
    let obstacle = Term::symbol(&Symbol::integer("•obstacle"));
    let mut used = vec![false; helpers.len()];
    let mut resolve = |array: usize, at: &Term| -> Term {
        let Some(store) = &shapes[array] else { return obstacle.clone() };
        let Some(place) = solved(at) else { return obstacle.clone() };
        match position(prover, loop_, store, &place, &guard, index) {
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
        if let Store::Element { index: place, .. } = &store
            && used[at]
        {
            let before = place.with_symbol(index, &Term::int(-1));
            scalars.symbols.push(helpers[at].clone());
            scalars.updates.push(value.clone());
            scalars.first.push(loop_.arrays[at].first.element(&before));
        }
        scalars.stores[at] = Some(store.with_value(value));
    }
    scalars
}

/// Where a read falls.
enum Position {
    /// On an element that was not written before.
    Old,
    /// On the element written in the pass before.
    Before,
    /// That cannot be told.
    Unknown,
}

fn position(
    prover: &mut Prover,
    loop_: &LoopProblem,
    store: &Store,
    place: &Term,
    guard: &Condition,
    index: &Symbol,
) -> Position {
    let Store::Element { index: written, step, .. } = store else { return Position::Unknown };
    if let Some(distance) = place.minus(written).as_int() {
        if !(&distance % step).is_zero() || !(&distance / step).is_negative() {
            return Position::Old;
        }
        return if distance == -step { Position::Before } else { Position::Unknown };
    }
    let earlier = Term::symbol(&Symbol::integer("•earlier"));
    let k = Term::symbol(index);
    let mut facts = loop_.facts.clone();
    facts.extend([Condition::ge(&earlier), Condition::gt(&k.minus(&earlier)), guard.clone()]);
    let apart = Condition::ne(&written.with_symbol(index, &earlier).minus(place));
    if prover.implies(&facts, &apart) { Position::Old } else { Position::Unknown }
}

/// The block that an update writes, if blocks follow one another without gaps.
fn block_store(
    prover: &mut Prover,
    loop_: &LoopProblem,
    update: &Array,
    name: &str,
    solved: &dyn Fn(&Term) -> Option<Term>,
    index: &Symbol,
) -> Option<Store> {
    let Array::Lambda(inner) = update else { return None };
    let cell = Symbol::integer("•block");
    let at = Term::symbol(&cell);
    let body = inner.1.with_symbol(&inner.0, &at);
    let Some(Atom::Choice(condition, value, old)) = body.as_atom() else { return None };
    let Some(Atom::Element(Array::Symbol(other, _), place)) = old.as_atom() else { return None };
    if **other != *name || place.as_symbol() != Some(&cell) {
        return None;
    }
    let (mut low, mut high) = (None, None);
    for part in condition.conjuncts() {
        let Condition::Compare(Relation::Ge, term) = &part else { return None };
        let rest = term.minus(&at);
        if !rest.mentions(&cell) {
            low = Some(solved(&rest.negated())?);
        } else {
            let rest = term.plus(&at);
            (!rest.mentions(&cell)).then_some(())?;
            high = Some(solved(&rest)?);
        }
    }
    let (begin, last) = (low?, high?);
    let length = last.minus(&begin).plus_int(1);
    let next = begin.with_symbol(index, &Term::symbol(index).plus_int(1));
    let follows = next.minus(&last).plus_int(-1).is_zero() && !length.mentions(index);
    (follows && prover.implies(&loop_.facts, &Condition::gt(&length))).then(|| Store::Block {
        begin,
        length,
        cell,
        value: value.clone(),
    })
}

/// The subscript and value of an update that writes one element.
fn simple_store(update: &Array, name: &str) -> Option<(Term, Term)> {
    let own = |array: &Array| matches!(array, Array::Symbol(other, _) if **other == *name);
    match update {
        Array::Store(inner) if own(&inner.0) => Some((inner.1.clone(), inner.2.clone())),
        Array::Choice(inner) => {
            let (condition, yes, no) = &**inner;
            let old = |array: &Array, at: &Term| own(array).then(|| array.element(at));
            match (simple_store(yes, name), simple_store(no, name)) {
                (Some((at, a)), Some((other, b))) if at == other => {
                    Some((at, Term::choice(condition, &a, &b)))
                }
                (Some((at, a)), None) => {
                    let kept = old(no, &at)?;
                    Some((at, Term::choice(condition, &a, &kept)))
                }
                (None, Some((at, b))) => {
                    let kept = old(yes, &at)?;
                    Some((at, Term::choice(condition, &kept, &b)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// A term with each read of a changed array replaced.
fn replace_reads(term: &Term, loop_: &LoopProblem, resolve: &mut dyn FnMut(usize, &Term) -> Term) -> Term {
    let mut result = term.clone();
    for atom in term.top_atoms() {
        let whole = Term::atom(atom.clone());
        if !whole.mentions_any(&|symbol| loop_.arrays.iter().any(|array| array.name == symbol.name)) {
            continue;
        }
        let replacement = match &atom {
            Atom::Element(Array::Symbol(name, _), at) => {
                let position = loop_.arrays.iter().position(|array| array.name == *name);
                let at = replace_reads(at, loop_, resolve);
                match position {
                    Some(position) => resolve(position, &at),
                    None => Array::Symbol(name.clone(), true).element(&at),
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
    resolve: &mut dyn FnMut(usize, &Term) -> Term,
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
