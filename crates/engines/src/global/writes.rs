//! Recognising what a pass of a loop writes into an array, from the array after the pass.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{Array, Atom, Condition, Relation, Substitution, Symbol, Term};

use super::looping::LoopProblem;
use super::prove::Prover;
use super::stores::Store;

/// The closed forms of the numbers of a loop that have some.
pub struct Solved<'a> {
    /// The loop.
    pub loop_: &'a LoopProblem,
    /// Terms of the index for its symbols.
    pub known: Substitution,
}

impl Solved<'_> {
    /// A term over the symbols of the loop as a term of the index, if all of them have closed forms.
    pub fn term(&self, term: &Term) -> Option<Term> {
        let closed = self.known.term(term);
        (!closed.mentions_any(&|symbol| self.loop_.owns(symbol))).then_some(closed)
    }

    /// The same for a condition.
    pub fn condition(&self, condition: &Condition) -> Option<Condition> {
        let closed = self.known.condition(condition);
        self.loop_.is_fixed(&closed).then_some(closed)
    }
}

/// The write that an update makes, if it is understood.
pub fn recognised(prover: &mut Prover, update: &Array, name: &str, solved: &Solved<'_>) -> Option<Store> {
    let index = &solved.loop_.index;
    if let Some((at, value)) = simple_store(update, name) {
        let at = at.iter().map(|at| solved.term(at)).collect::<Option<Vec<Term>>>()?;
        let moving =
            at.iter().enumerate().find_map(|(dimension, place)| Some((dimension, fixed_step(place, index)?)));
        return match moving {
            Some((moving, step)) => Some(Store::Element { index: at, moving, step, value }),
            None => (!at.iter().any(|place| place.mentions(index))).then(|| fixed_store(at, value)),
        };
    }
    let Some(part) = changed_part(update, name) else { return unrolled_store(update, name, solved) };
    let many = part.as_block(prover, solved).or_else(|| part.as_region(solved));
    many.or_else(|| part.repeated(solved))
}

/// The symbol of a subscript where many elements are written in a pass.
fn block_cell(dimension: usize) -> Symbol {
    Symbol::integer(&format!("•block{dimension}x"))
}

/// One and the same element in every pass.
fn fixed_store(place: Vec<Term>, value: Term) -> Store {
    let cells: Vec<Symbol> = (0..place.len()).map(block_cell).collect();
    let gaps = cells.iter().zip(&place).map(|(cell, at)| Term::symbol(cell).minus(at));
    let written = Condition::all(gaps.map(|gap| Condition::eq(&gap)));
    Store::Again { cells, written, place: Some(place), value }
}

/// By how much a term of the index moves from pass to pass, if that is one number other than zero.
fn fixed_step(place: &Term, index: &Symbol) -> Option<IBig> {
    let coefficients = place.coefficients(index)?;
    let [_, step] = &coefficients[..] else { return None };
    step.as_int().filter(|step| !step.is_zero())
}

/// The parts of an update `λt. if written then value else old(t)`, its subscripts renamed.
struct Part {
    cells: Vec<Symbol>,
    written: Condition,
    value: Term,
}

fn changed_part(update: &Array, name: &str) -> Option<Part> {
    let Array::Lambda(inner) = update else { return None };
    let cells: Vec<Symbol> = (0..inner.0.len()).map(block_cell).collect();
    let at: Vec<Term> = cells.iter().map(Term::symbol).collect();
    let body = Substitution::of_all(&inner.0, &at).term(&inner.1);
    let Some(Atom::Choice(condition, value, old)) = body.as_atom() else { return None };
    let Some(Atom::Element(Array::Symbol(other, _), place)) = old.as_atom() else { return None };
    let written = (**condition).clone();
    (**other == *name && *place == at).then(|| Part { cells, written, value: value.clone() })
}

impl Part {
    /// The rows or columns that an update writes, where a subscript tells the pass.
    fn as_region(&self, solved: &Solved<'_>) -> Option<Store> {
        let mut parts = self.written.conjuncts();
        let (position, (moving, place, step)) = parts.iter().enumerate().find_map(|(position, part)| {
            let Condition::Compare(Relation::Eq, term) = part else { return None };
            let moved = self.cells.iter().map(|cell| self.moved(solved, term, cell));
            let (moving, moved) = moved.enumerate().find(|(_, moved)| moved.is_some())?;
            moved.map(|(place, step)| (position, (moving, place, step)))
        })?;
        parts.remove(position);
        let (cells, value) = (self.cells.clone(), self.value.clone());
        Some(Store::Region { cells, moving, place, step, written: Condition::all(parts), value })
    }

    /// What a subscript is where a term is zero, and its step, if it is a function of the passes only.
    fn moved(&self, solved: &Solved<'_>, term: &Term, cell: &Symbol) -> Option<(Term, IBig)> {
        let coefficients = term.coefficients(cell)?;
        let [rest, slope] = &coefficients[..] else { return None };
        let sign = slope.as_int().filter(|sign| *sign == IBig::ONE || *sign == -IBig::ONE)?;
        let place = solved.term(&rest.scaled(&RBig::from(-sign)))?;
        let step = fixed_step(&place, &solved.loop_.index)?;
        (!place.mentions_any(&|symbol| self.cells.contains(symbol))).then_some((place, step))
    }

    /// The elements that an update writes, if they are the same in every pass.
    fn repeated(self, solved: &Solved<'_>) -> Option<Store> {
        let written = solved.condition(&self.written)?;
        let varies = written.mentions_any(&|symbol| *symbol == solved.loop_.index);
        (!varies).then_some(Store::Again { cells: self.cells, written, place: None, value: self.value })
    }

    /// The block that an update writes, if blocks follow one another without gaps.
    fn as_block(&self, prover: &mut Prover, solved: &Solved<'_>) -> Option<Store> {
        let [cell] = &self.cells[..] else { return None };
        let at = Term::symbol(cell);
        let (mut low, mut high) = (None, None);
        for part in self.written.conjuncts() {
            let Condition::Compare(Relation::Ge, term) = &part else { return None };
            let rest = term.minus(&at);
            if !rest.mentions(cell) {
                low = Some(solved.term(&rest.negated())?);
            } else {
                let rest = term.plus(&at);
                (!rest.mentions(cell)).then_some(())?;
                high = Some(solved.term(&rest)?);
            }
        }
        let (begin, last) = (low?, high?);
        let length = last.minus(&begin).plus_int(1);
        let next = solved.loop_.after_next().term(&begin);
        let follows = next.minus(&last).plus_int(-1).is_zero() && !length.mentions(&solved.loop_.index);
        let (cell, value) = (cell.clone(), self.value.clone());
        (follows && prover.implies(&solved.loop_.facts, &Condition::gt(&length))).then_some(Store::Block {
            begin,
            length,
            cell,
            value,
        })
    }
}

/// The block that several writes one behind the other make, as in a loop that does the work of four passes in one: the
/// value of each is the same function of its subscript.
fn unrolled_store(update: &Array, name: &str, solved: &Solved<'_>) -> Option<Store> {
    let index = &solved.loop_.index;
    let mut writes = Vec::new();
    let mut array = update;
    while let Array::Store(inner) = array {
        let ([at], value) = (&inner.1[..], solved.known.term(&inner.2)) else { return None };
        let solid = !value.mentions_any(&|symbol| solved.loop_.symbols.contains(symbol));
        writes.push((solved.term(at)?, solid.then_some(value)?));
        array = &inner.0;
    }
    let own = matches!(array, Array::Symbol(other, _) if **other == *name);
    let step = fixed_step(&writes.first().filter(|_| own)?.0, index)?;
    let length = IBig::from(writes.len());
    let cell = block_cell(0);
    let mut blocks = Vec::new();
    for (place, value) in &writes {
        let start = place.with_symbol(index, &Term::zero());
        let pass = Term::quotient(&Term::symbol(&cell).minus(&start), &Term::int(step.clone()));
        (fixed_step(place, index)? == step).then_some(())?;
        blocks.push((start.minus(&writes[0].0).constant_part(), place, value.with_symbol(index, &pass)));
    }
    blocks.sort_by(|a, b| a.0.cmp(&b.0));
    let (_, begin, value) = blocks[0].clone();
    let uniform = blocks
        .iter()
        .enumerate()
        .all(|(at, (_, place, own))| place.minus(begin).as_int() == Some(IBig::from(at)) && *own == value);
    let (begin, length) = (begin.clone(), Term::int(length));
    (uniform && Term::int(step) == length).then_some(Store::Block { begin, length, cell, value })
}

/// The subscripts and value of an update that writes one element.
fn simple_store(update: &Array, name: &str) -> Option<(Vec<Term>, Term)> {
    let own = |array: &Array| matches!(array, Array::Symbol(other, _) if **other == *name);
    match update {
        Array::Store(inner) if own(&inner.0) => Some((inner.1.clone(), inner.2.clone())),
        Array::Choice(inner) => {
            let (condition, yes, no) = &**inner;
            let old = |array: &Array, at: &[Term]| own(array).then(|| array.element(at));
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
