//! Recognising what a pass of a loop writes into an array, from the array after the pass.

use dashu_int::IBig;
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
pub fn recognised(
    prover: &mut Prover,
    update: &Array,
    name: &str,
    solved: &Solved<'_>,
    index: &Symbol,
) -> Option<Store> {
    if let Some((at, value)) = simple_store(update, name) {
        let at = at.iter().map(|at| solved.term(at)).collect::<Option<Vec<Term>>>()?;
        let moving =
            at.iter().enumerate().find_map(|(dimension, place)| Some((dimension, fixed_step(place, index)?)));
        return match moving {
            Some((moving, step)) => Some(Store::Element { index: at, moving, step, value }),
            None => (!at.iter().any(|place| place.mentions(index))).then(|| fixed_store(at, value)),
        };
    }
    block_store(prover, update, name, solved, index)
        .or_else(|| unrolled_store(update, name, solved, index))
        .or_else(|| region_store(update, name, solved, index))
        .or_else(|| repeated_store(update, name, solved, index))
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
fn changed_part(update: &Array, name: &str) -> Option<(Vec<Symbol>, Condition, Term)> {
    let Array::Lambda(inner) = update else { return None };
    let cells: Vec<Symbol> = (0..inner.0.len()).map(block_cell).collect();
    let at: Vec<Term> = cells.iter().map(Term::symbol).collect();
    let body = Substitution::of_all(&inner.0, &at).term(&inner.1);
    let Some(Atom::Choice(condition, value, old)) = body.as_atom() else { return None };
    let Some(Atom::Element(Array::Symbol(other, _), place)) = old.as_atom() else { return None };
    (**other == *name && *place == at).then(|| (cells, (**condition).clone(), value.clone()))
}

/// The rows or columns that an update writes, where a subscript tells the pass.
fn region_store(update: &Array, name: &str, solved: &Solved<'_>, index: &Symbol) -> Option<Store> {
    let (cells, condition, value) = changed_part(update, name)?;
    let parts = condition.conjuncts();
    for (position, part) in parts.iter().enumerate() {
        let Condition::Compare(Relation::Eq, term) = part else { continue };
        for (moving, cell) in cells.iter().enumerate() {
            let coefficients = term.coefficients(cell).unwrap_or_default();
            let [rest, slope] = &coefficients[..] else { continue };
            let Some(sign) = slope.as_int().filter(|sign| *sign == IBig::ONE || *sign == -IBig::ONE) else {
                continue;
            };
            let place = solved.term(&rest.scaled(&dashu_ratio::RBig::from(-sign)));
            let Some(place) = place.filter(|place| !place.mentions_any(&|symbol| cells.contains(symbol)))
            else {
                continue;
            };
            let Some(step) = fixed_step(&place, index) else { continue };
            let others =
                parts.iter().enumerate().filter(|(at, _)| *at != position).map(|(_, part)| part.clone());
            let written = Condition::all(others);
            return Some(Store::Region { cells, moving, place, step, written, value });
        }
    }
    None
}

/// The elements that an update writes, if they are the same in every pass.
fn repeated_store(update: &Array, name: &str, solved: &Solved<'_>, index: &Symbol) -> Option<Store> {
    let (cells, condition, value) = changed_part(update, name)?;
    let written = solved.condition(&condition)?;
    (!written.mentions_any(&|symbol| symbol == index)).then_some(Store::Again {
        cells,
        written,
        place: None,
        value,
    })
}

/// The block that an update writes, if blocks follow one another without gaps.
fn block_store(
    prover: &mut Prover,
    update: &Array,
    name: &str,
    solved: &Solved<'_>,
    index: &Symbol,
) -> Option<Store> {
    let (cells, condition, value) = changed_part(update, name)?;
    let [cell] = <[Symbol; 1]>::try_from(cells).ok()?;
    let at = Term::symbol(&cell);
    let (mut low, mut high) = (None, None);
    for part in condition.conjuncts() {
        let Condition::Compare(Relation::Ge, term) = &part else { return None };
        let rest = term.minus(&at);
        if !rest.mentions(&cell) {
            low = Some(solved.term(&rest.negated())?);
        } else {
            let rest = term.plus(&at);
            (!rest.mentions(&cell)).then_some(())?;
            high = Some(solved.term(&rest)?);
        }
    }
    let (begin, last) = (low?, high?);
    let length = last.minus(&begin).plus_int(1);
    let next = begin.with_symbol(index, &Term::symbol(index).plus_int(1));
    let follows = next.minus(&last).plus_int(-1).is_zero() && !length.mentions(index);
    (follows && prover.implies(&solved.loop_.facts, &Condition::gt(&length))).then_some(Store::Block {
        begin,
        length,
        cell,
        value,
    })
}

/// The block that several writes one behind the other make, as in a loop that does the work of four passes in one: the
/// value of each is the same function of its subscript.
fn unrolled_store(update: &Array, name: &str, solved: &Solved<'_>, index: &Symbol) -> Option<Store> {
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
    (uniform && step == length).then(|| Store::Block {
        begin: begin.clone(),
        length: Term::int(length),
        cell,
        value,
    })
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
