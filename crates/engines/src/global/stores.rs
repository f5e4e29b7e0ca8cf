//! What a pass of a loop writes into an array, and the array after any number of passes.
//!
//! A write is understood where the pass can be told from the subscripts of the element: one subscript moves by a fixed
//! step, so that no element is written twice. After `k` passes the elements of the passes so far have the written
//! values, all others the old ones. It is also understood where every pass writes the same elements, each by its own old
//! value: then an element is a number with a recurrence of its own.

use dashu_base::Signed;
use dashu_int::IBig;
use sextant_algebra::{Array, Condition, Substitution, Symbol, Term, solve};

use super::looping::{ArrayVariable, LoopProblem};
use super::prove::{Prover, with};

/// What a pass writes.
#[derive(Clone, PartialEq, Debug)]
pub enum Store {
    /// One element; one of its subscripts moves by a fixed step.
    Element {
        /// The subscripts in pass `k`.
        index: Vec<Term>,
        /// The one that moves.
        moving: usize,
        /// Its step.
        step: IBig,
        /// The written value, over the symbols of the problem.
        value: Term,
    },
    /// All elements with one subscript given that satisfy a condition: a row or column, or a part of it.
    Region {
        /// The subscripts in `written` and `value`.
        cells: Vec<Symbol>,
        /// The one that is given and moves.
        moving: usize,
        /// Its value in pass `k`.
        place: Term,
        /// Its step.
        step: IBig,
        /// Which of these elements are written, over the symbols of the problem.
        written: Condition,
        /// The written value, over the symbols of the problem.
        value: Term,
    },
    /// A block of elements of a vector that begins where the one of the pass before ended.
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
    /// The same elements in every pass, each by what it was before.
    Again {
        /// The subscripts in `written` and `value`.
        cells: Vec<Symbol>,
        /// Which elements are written.
        written: Condition,
        /// The subscripts, if it is one element.
        place: Option<Vec<Term>>,
        /// The written value, over the symbols of the problem and [`before`] for the element's own value.
        value: Term,
    },
}

/// The end of the names of [`before`].
const BEFORE: &str = "•before";

/// The symbol of what an element was before a pass.
pub fn before(array: &ArrayVariable) -> Symbol {
    Symbol { name: format!("{}{BEFORE}", array.name).into(), integer: array.integer }
}

impl Store {
    /// The written value.
    pub fn value(&self) -> &Term {
        match self {
            Store::Element { value, .. }
            | Store::Region { value, .. }
            | Store::Block { value, .. }
            | Store::Again { value, .. } => value,
        }
    }

    /// The same with another value.
    pub fn with_value(mut self, new: Term) -> Store {
        match &mut self {
            Store::Element { value, .. }
            | Store::Region { value, .. }
            | Store::Block { value, .. }
            | Store::Again { value, .. } => *value = new,
        }
        self
    }

    /// Whether a condition of the write mentions a symbol of which the predicate is true.
    pub fn mentions_any(&self, predicate: &dyn Fn(&Symbol) -> bool) -> bool {
        self.value().mentions_any(predicate)
            || matches!(self, Store::Region { written, .. } if written.mentions_any(predicate))
    }

    /// Whether every pass writes these elements.
    fn writes_again(&self, these: &[Symbol], there: &Condition) -> bool {
        matches!(self, Store::Again { cells, written, .. } if cells == these && written == there)
    }

    /// The subscripts of the element that has its own number: what it is before the first pass.
    pub fn carried(&self, index: &Symbol) -> Option<Vec<Term>> {
        match self {
            Store::Element { index: place, .. } => {
                Some(place.iter().map(|place| place.with_symbol(index, &Term::int(-1))).collect())
            }
            Store::Again { place, .. } => place.clone(),
            _ => None,
        }
    }

    /// The array at a position after `k` passes, if it has a closed form; `closed` gives those of the loop's numbers, and
    /// the writes to all arrays are known.
    pub fn comprehension(
        &self,
        closed: &Substitution,
        position: usize,
        loop_: &LoopProblem,
        stores: &[Option<Store>],
    ) -> Option<Array> {
        let (array, index) = (&loop_.arrays[position], &loop_.index);
        let value = closed.term(self.value());
        let (cells, written, value) = match self {
            Store::Element { index: places, moving, step, .. } => {
                let cells: Vec<Symbol> = (0..places.len()).map(cell).collect();
                let (pass, mut written) = passed(&cells[*moving], &places[*moving], step, index);
                for (at, place) in places.iter().enumerate().filter(|(at, _)| at != moving) {
                    let place = place.with_symbol(index, &pass);
                    written.push(Condition::eq(&Term::symbol(&cells[at]).minus(&place)));
                }
                (cells, Condition::all(written), value.with_symbol(index, &pass))
            }
            Store::Region { cells, moving, place, step, written, .. } => {
                let (pass, mut all) = passed(&cells[*moving], place, step, index);
                all.push(closed.condition(written).with_symbol(index, &pass));
                (cells.clone(), Condition::all(all), value.with_symbol(index, &pass))
            }
            Store::Block { begin, length, cell: inner, .. } => {
                let symbol = cell(0);
                let at = Term::symbol(&symbol);
                let low = begin.with_symbol(index, &Term::zero());
                let pass = Term::floor_div(&at.minus(&low), length);
                let written = Condition::all([Condition::at_most(&low, &at), Condition::less(&at, begin)]);
                (vec![symbol], written, value.with_symbol(inner, &at).with_symbol(index, &pass))
            }
            Store::Again { cells, written, .. } => {
                let stores = loop_.arrays.iter().zip(stores);
                let stores = stores.filter_map(|(array, store)| Some((array, store.as_ref()?)));
                let group: Vec<_> = stores.filter(|(_, store)| store.writes_again(cells, written)).collect();
                (cells.clone(), written.clone(), repeated(closed, &group, array, cells, index)?)
            }
        };
        let old = array.first.element(&cells.iter().map(Term::symbol).collect::<Vec<_>>());
        // What is a choice by the same condition is not chosen again.
        let (yes, no) = (value.given(&written), old.given(&written.negated()));
        Some(Array::lambda(&cells, &Term::choice(&written, &yes, &no)))
    }

    /// Where a read in pass `k` falls.
    pub fn position(
        &self,
        prover: &mut Prover,
        loop_: &LoopProblem,
        place: &[Term],
        guard: &Condition,
    ) -> Position {
        let mut facts = with(&loop_.facts, guard);
        let earlier = Term::symbol(&Symbol::integer("•earlier"));
        let (moving, written) = match self {
            Store::Element { index: written, moving, step, .. } => {
                let distances: Vec<Term> = place.iter().zip(written).map(|(a, b)| a.minus(b)).collect();
                let level = distances.iter().enumerate().all(|(at, gap)| at == *moving || gap.is_zero());
                if let (Some(distance), true) = (distances[*moving].as_int(), level) {
                    if !(&distance % step).is_zero() || !(&distance / step).is_negative() {
                        return Position::Old;
                    }
                    return if distance == -step { Position::Before } else { Position::Unknown };
                }
                (*moving, written.clone())
            }
            Store::Region { cells, moving, place: moved, .. } => {
                let own = place.iter().zip(cells).all(|(at, cell)| at.as_symbol() == Some(cell));
                if own {
                    return Position::Old;
                }
                facts.push(Condition::eq(&Term::symbol(&cells[*moving]).minus(moved)));
                let mut written = place.to_vec();
                written[*moving] = moved.clone();
                (*moving, written)
            }
            Store::Again { cells, written, .. } => {
                facts.push(written.clone());
                let gaps = place.iter().zip(cells).map(|(at, cell)| at.minus(&Term::symbol(cell)));
                let own = Condition::all(gaps.map(|gap| Condition::eq(&gap)));
                if prover.implies(&facts, &own) {
                    return Position::Before;
                }
                let there = Substitution::of_all(cells, place).condition(written);
                return match prover.implies(&facts, &there.negated()) {
                    true => Position::Old,
                    false => Position::Unknown,
                };
            }
            Store::Block { cell, .. } => {
                let own = matches!(place, [at] if at.as_symbol() == Some(cell));
                return if own { Position::Old } else { Position::Unknown };
            }
        };
        facts.extend([Condition::ge(&earlier), Condition::gt(&loop_.passes().minus(&earlier))]);
        let before = loop_.after(&earlier);
        let mut dimensions: Vec<usize> = (0..place.len()).collect();
        dimensions.sort_by_key(|&at| at != moving);
        let apart =
            dimensions.into_iter().map(|at| Condition::ne(&before.term(&written[at]).minus(&place[at])));
        if prover.implies(&facts, &Condition::any(apart)) { Position::Old } else { Position::Unknown }
    }
}

/// What an element of an array is after `k` passes that each make values of what the elements of a group of arrays at the
/// same subscripts were before.
fn repeated(
    closed: &Substitution,
    group: &[(&ArrayVariable, &Store)],
    array: &ArrayVariable,
    cells: &[Symbol],
    index: &Symbol,
) -> Option<Term> {
    let at: Vec<Term> = cells.iter().map(Term::symbol).collect();
    let pass = Symbol::integer("•pass");
    let mut now = closed.clone();
    now.symbols.retain(|symbol, _| !group.iter().any(|(array, _)| *symbol == before(array)));
    let (mut symbols, mut updates, mut first) =
        (vec![pass.clone()], vec![Term::symbol(&pass).plus_int(1)], vec![Term::zero()]);
    for (array, store) in group {
        symbols.push(before(array));
        updates.push(now.term(store.value()).with_symbol(index, &Term::symbol(&pass)));
        first.push(array.first.element(&at));
    }
    let own = symbols.iter().position(|symbol| *symbol == before(array))?;
    let closed = solve(index, &symbols, &updates, &first).values.swap_remove(own)?;
    // Elements of arrays that change in another way have no closed form here.
    let changing = |symbol: &Symbol| symbol.name.ends_with(BEFORE);
    (closed.conditions.is_empty() && !closed.value.mentions_any(&changing)).then_some(closed.value)
}

/// The symbol of a subscript.
fn cell(dimension: usize) -> Symbol {
    Symbol::integer(&format!("•cell{dimension}x"))
}

/// The pass in which a subscript has a value, and the conditions under which there is such a pass before the `k`-th.
fn passed(cell: &Symbol, place: &Term, step: &IBig, index: &Symbol) -> (Term, Vec<Condition>) {
    let distance = Term::symbol(cell).minus(&place.with_symbol(index, &Term::zero()));
    let negative = step.is_negative();
    let step = Term::int(step.clone());
    let size = if negative { step.negated() } else { step.clone() };
    let (pass, fits) = if size.as_int() == Some(IBig::ONE) {
        (distance.times(&step), Condition::True)
    } else {
        (Term::floor_div(&distance, &step), Condition::eq(&Term::modulo(&distance, &size)))
    };
    let k = Term::symbol(index);
    let conditions = vec![Condition::ge(&pass), Condition::gt(&k.minus(&pass)), fits];
    (pass, conditions)
}

/// Where a read falls.
pub enum Position {
    /// On an element that was not written before.
    Old,
    /// On the element written in the pass before, or in every pass.
    Before,
    /// That cannot be told.
    Unknown,
}
