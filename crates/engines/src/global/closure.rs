//! Closing a loop: from what one pass does to what any number of passes does.
//!
//! In this order: invariants drop ways that are never taken; conditions that no pass changes split the problem;
//! a condition that stays false once it is false splits the loop into phases; the rest is one update with choices,
//! solved directly, by residues of the count, or by a repeating counter. Whatever is found passes the
//! [certificate](super::certificate); what does not pass keeps its exact recurrence.

use std::sync::Arc;

use sextant_algebra::{Array, Atom, Condition, Relation, Substitution, Symbol, System, Term, solve, system};

use super::arrays::Scalars;
use super::certificate::{
    arrays_are_inductive, counts_are_right, relation_is_inductive, values_are_inductive,
};
use super::count::{count, searched};
use super::endings;
use super::invariants;
use super::looping::{Body, LoopProblem, Piece};
use super::periods;
use super::prove::Prover;
use super::residues;
use super::words;

/// The pieces of a loop; their conditions exclude one another and leave nothing out.
pub fn close(prover: &mut Prover, loop_: &LoopProblem) -> Vec<Piece> {
    close_within(prover, loop_, 4)
}

fn close_within(prover: &mut Prover, loop_: &LoopProblem, depth: u32) -> Vec<Piece> {
    let loop_ = &invariants::strengthened(prover, loop_);
    if depth > 0 {
        if let Some(condition) = fixed_condition(loop_) {
            return split(prover, loop_, depth, &condition);
        }
        if let Some(pieces) = phases(prover, loop_, depth) {
            // What is not solved in phases may repeat as a whole.
            let is_open = pieces.iter().any(|piece| !piece.open.is_empty());
            return match is_open.then(|| single(prover, loop_)) {
                Some(Solved::Piece(whole)) if whole.open.is_empty() => vec![whole],
                _ => pieces,
            };
        }
    }
    let needed = match single(prover, loop_) {
        Solved::Piece(piece) => return vec![piece],
        Solved::Needs(conditions) => conditions,
    };
    // A closed form that needs `z ≠ 1` is found for either case.
    match needed.first().filter(|_| depth > 0) {
        Some(condition) => split(prover, loop_, depth, condition),
        None => vec![kept(prover, loop_)],
    }
}

/// Solves the loop separately where a condition holds and where it does not.
fn split(prover: &mut Prover, loop_: &LoopProblem, depth: u32, condition: &Condition) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for condition in [condition.clone(), condition.negated()] {
        let mut facts = loop_.facts.clone();
        facts.push(condition.clone());
        if prover.contradict(&facts) {
            continue;
        }
        let assumed = assuming(loop_, &condition);
        for mut piece in close_within(prover, &assumed, depth - 1) {
            piece.condition = piece.condition.and(&condition);
            pieces.push(piece);
        }
    }
    pieces
}

/// The loop with a condition taken for granted: choices are settled, and a symbol that it fixes is put in.
fn assuming(loop_: &LoopProblem, condition: &Condition) -> LoopProblem {
    let mut assumed = loop_.clone();
    assumed.facts.push(condition.clone());
    let value = match condition {
        Condition::Compare(Relation::Eq, term) => fixed_symbol(loop_, term),
        _ => None,
    };
    for body in &mut assumed.bodies {
        body.guard = settled(&body.guard, condition);
        for update in &mut body.updates {
            *update = settle(update, condition);
            if let Some((symbol, number)) = &value {
                *update = update.with_symbol(symbol, number);
            }
        }
        if let Some((symbol, number)) = &value {
            body.guard = body.guard.with_symbol(symbol, number);
        }
    }
    if let Some((symbol, number)) = &value {
        for first in &mut assumed.first {
            *first = first.with_symbol(symbol, number);
        }
    }
    assumed.bodies.retain(|body| body.guard != Condition::False);
    assumed
}

/// A condition in which another one is taken for granted.
pub(super) fn settled(condition: &Condition, known: &Condition) -> Condition {
    match condition {
        Condition::And(parts) => Condition::all(parts.iter().map(|part| settled(part, known))),
        Condition::Or(parts) => Condition::any(parts.iter().map(|part| settled(part, known))),
        other if other == known => Condition::True,
        other if *other == known.negated() => Condition::False,
        other => other.clone(),
    }
}

/// The choices of a term that a condition settles, at any depth of choices.
fn settle(term: &Term, condition: &Condition) -> Term {
    let inside = |term: &Term| settle(term, condition);
    term.given(condition).with_atoms(|atom| match atom {
        Atom::Choice(inner, yes, no) => Some(Term::choice(inner, &inside(yes), &inside(no))),
        Atom::Floor(a, b) => Some(Term::floor_div(&inside(a), &inside(b))),
        Atom::Mod(a, b) => Some(Term::modulo(&inside(a), &inside(b))),
        _ => None,
    })
}

/// A parameter that an equation fixes to a number.
fn fixed_symbol(loop_: &LoopProblem, term: &Term) -> Option<(Symbol, Term)> {
    let (Atom::Symbol(symbol), coefficients) = term.as_univariate()? else { return None };
    if loop_.owns(&symbol) || coefficients.len() != 2 {
        return None;
    }
    let value = -&coefficients[0] / &coefficients[1];
    Some((symbol, Term::rational(value)))
}

/// A condition among guards and choices that no pass changes and that is not common to all ways.
fn fixed_condition(loop_: &LoopProblem) -> Option<Condition> {
    let common = loop_.guard().conjuncts();
    let guards = loop_.bodies.iter().flat_map(|body| body.guard.conjuncts());
    let in_guards = guards.filter(|part| !common.contains(part));
    let choices = loop_.bodies.iter().flat_map(|body| body.updates.iter().flat_map(inner_choices));
    in_guards.chain(choices).flat_map(|condition| condition.atoms()).find(|condition| {
        loop_.is_fixed(condition) && !loop_.facts.iter().any(|fact| fact.plainly_implies(condition))
    })
}

/// The conditions of the choices in a term.
pub fn choice_conditions(term: &Term) -> Vec<Condition> {
    let mut found = Vec::new();
    let mut open = vec![term.clone()];
    while let Some(term) = open.pop() {
        for atom in term.top_atoms() {
            if let Atom::Choice(condition, yes, no) = atom {
                found.push(*condition);
                open.extend([yes, no]);
            }
        }
    }
    found
}

/// The conditions of the choices in a term, also inside quotients and remainders.
fn inner_choices(term: &Term) -> Vec<Condition> {
    let inside = term.top_atoms().into_iter().flat_map(|atom| match &atom {
        Atom::Floor(a, b) | Atom::Mod(a, b) => [inner_choices(a), inner_choices(b)].concat(),
        Atom::Choice(_, yes, no) => [inner_choices(yes), inner_choices(no)].concat(),
        _ => Vec::new(),
    });
    choice_conditions(term).into_iter().chain(inside).collect()
}

/// The parts of a condition that are neither `and` nor `or`.
trait Atoms {
    fn atoms(&self) -> Vec<Condition>;
}

impl Atoms for Condition {
    fn atoms(&self) -> Vec<Condition> {
        match self {
            Condition::And(parts) | Condition::Or(parts) => parts.iter().flat_map(Atoms::atoms).collect(),
            other => vec![other.clone()],
        }
    }
}

/// Two loops one after the other, where a condition that has failed stays failed.
fn phases(prover: &mut Prover, loop_: &LoopProblem, depth: u32) -> Option<Vec<Piece>> {
    if loop_.bodies.len() < 2 {
        return None;
    }
    let plainly = |_: &mut Prover, body: &Body, opposite: &Condition| body.guard.plainly_implies(opposite);
    in_phases(prover, loop_, depth, plainly).or_else(|| {
        let divided =
            around_an_exception(loop_).or_else(|| has_an_exception(loop_).then(|| loop_.clone()))?;
        in_phases(prover, &divided, depth, |prover, body, opposite| {
            prover.implies(std::slice::from_ref(&body.guard), opposite)
        })
    })
}

/// A pass that differs from those before and behind it (`i = 5`): ways for other values (`i ≠ 5`) become one for smaller
/// and one for greater values, so that there are phases.
fn around_an_exception(loop_: &LoopProblem) -> Option<LoopProblem> {
    let common = loop_.guard().conjuncts();
    let excepted =
        loop_.bodies.iter().flat_map(|body| body.guard.conjuncts()).find_map(|part| match &part {
            Condition::Compare(Relation::Ne, term) if !common.contains(&part) => {
                let plain = |atom: &Atom| matches!(atom, Atom::Symbol(_));
                term.top_atoms().iter().all(plain).then(|| term.clone())
            }
            _ => None,
        })?;
    let mut bodies = Vec::new();
    for body in &loop_.bodies {
        let parts = body.guard.conjuncts();
        let other = Condition::ne(&excepted);
        if !parts.contains(&other) {
            bodies.push(body.clone());
            continue;
        }
        let rest = Condition::all(parts.into_iter().filter(|part| *part != other));
        for side in [Condition::gt(&excepted), Condition::gt(&excepted.negated())] {
            bodies.push(Body { guard: rest.and(&side), ..body.clone() });
        }
    }
    Some(LoopProblem { bodies, ..loop_.clone() })
}

/// Whether one way is for one value of a counter only.
fn has_an_exception(loop_: &LoopProblem) -> bool {
    let common = loop_.guard().conjuncts();
    loop_.bodies.iter().flat_map(|body| body.guard.conjuncts()).any(|part| {
        let plain = |atom: &Atom| matches!(atom, Atom::Symbol(_));
        matches!(&part, Condition::Compare(Relation::Eq, term) if term.top_atoms().iter().all(plain))
            && !common.contains(&part)
    })
}

/// The phases of a loop; `excludes` tells whether the guard of a way implies a condition.
fn in_phases(
    prover: &mut Prover,
    loop_: &LoopProblem,
    depth: u32,
    excludes: impl Fn(&mut Prover, &Body, &Condition) -> bool,
) -> Option<Vec<Piece>> {
    let common = loop_.guard().conjuncts();
    let mut candidates: Vec<Condition> =
        loop_.bodies.iter().flat_map(|body| body.guard.conjuncts()).collect();
    candidates.retain(|part| !common.contains(part));
    candidates.sort();
    candidates.dedup();
    for condition in candidates {
        let opposite = condition.negated();
        let (now, later): (Vec<Body>, Vec<Body>) =
            loop_.bodies.iter().cloned().partition(|body| body.guard.plainly_implies(&condition));
        if now.is_empty() || later.is_empty() || !later.iter().all(|body| excludes(prover, body, &opposite)) {
            continue;
        }
        let stable = later.iter().all(|body| {
            let mut facts = loop_.facts.clone();
            facts.push(body.guard.clone());
            prover.implies(&facts, &loop_.step(body).condition(&opposite))
        });
        if stable {
            return in_sequence(prover, loop_, depth, now, later);
        }
    }
    None
}

fn in_sequence(
    prover: &mut Prover,
    loop_: &LoopProblem,
    depth: u32,
    now: Vec<Body>,
    later: Vec<Body>,
) -> Option<Vec<Piece>> {
    let first = LoopProblem { bodies: now, ..loop_.clone() };
    let mut pieces = Vec::new();
    for piece in close_within(prover, &first, depth - 1) {
        if !piece.open.is_empty() {
            return None;
        }
        for (condition, passes) in &piece.counts {
            let mut facts = loop_.facts.clone();
            facts.extend([piece.condition.clone(), condition.clone()]);
            if prover.contradict(&facts) {
                continue;
            }
            let Some(passes) = passes else {
                let alone = Piece {
                    condition: piece.condition.and(condition),
                    counts: vec![(Condition::True, None)],
                    ..piece.clone()
                };
                pieces.push(alone);
                continue;
            };
            let mut second = LoopProblem { bodies: later.clone(), facts, ..loop_.clone() };
            let reached = Substitution::of(&loop_.index, passes);
            second.first = piece.values.iter().map(|value| reached.term(value)).collect();
            for (array, value) in second.arrays.iter_mut().zip(&piece.arrays) {
                array.first = reached.array(value);
            }
            let tails = close_within(prover, &second, depth - 1);
            pieces.extend(tails.iter().map(|tail| joined(&piece, condition, passes, tail, &loop_.index)));
        }
        if pieces.len() > 12 {
            return None;
        }
    }
    Some(pieces)
}

/// One piece for a loop in two phases.
fn joined(head: &Piece, condition: &Condition, passes: &Term, tail: &Piece, index: &Symbol) -> Piece {
    let k = Term::symbol(index);
    let early = Condition::at_most(&k, passes);
    let values = head.values.iter().zip(&tail.values);
    let arrays = head.arrays.iter().zip(&tail.arrays);
    let late = Substitution::of(index, &k.minus(passes));
    Piece {
        condition: head.condition.and(condition).and(&tail.condition),
        values: values.map(|(a, b)| Term::choice(&early, a, &late.term(b))).collect(),
        arrays: arrays.map(|(a, b)| Array::choice(&early, a, &late.array(b))).collect(),
        counts: tail
            .counts
            .iter()
            .map(|(condition, count)| (condition.clone(), count.as_ref().map(|count| count.plus(passes))))
            .collect(),
        at_exit: late_exits(tail, index),
        open: tail.open.clone(),
        relations: Vec::new(),
        notes: head.notes.iter().chain(&tail.notes).cloned().collect(),
    }
}

/// At the end of the second phase its own values hold, whatever the first one was.
fn late_exits(tail: &Piece, index: &Symbol) -> Vec<Option<Term>> {
    let [(_, Some(count))] = &tail.counts[..] else { return tail.at_exit.clone() };
    let known = tail.at_exit.iter().zip(&tail.values);
    known.map(|(exit, value)| exit.clone().or_else(|| Some(value.with_symbol(index, count)))).collect()
}

/// What came of solving one update.
enum Solved {
    /// A piece that the certificate accepts.
    Piece(Piece),
    /// These conditions on parameters are needed; split on one and try again.
    Needs(Vec<Condition>),
}

/// Closes a loop whose ways are one update with choices.
fn single(prover: &mut Prover, loop_: &LoopProblem) -> Solved {
    let mut scalar = Scalars::of(prover, loop_);
    let (updates, moduli) = residues::lifted(&scalar.symbols, &scalar.updates);
    let solution = solve(&loop_.index, &scalar.symbols, &updates, &scalar.first);
    let mut needed: Vec<Condition> = Vec::new();
    let mut values: Vec<Option<Term>> = Vec::new();
    for ((symbol, modulus), closed) in scalar.symbols.iter().zip(&moduli).zip(&solution.values) {
        values.push(closed.as_ref().map(|closed| match modulus {
            Some(range) => range.wrap(&closed.value),
            None => closed.value.clone(),
        }));
        let Some(closed) = closed else { continue };
        let missing = closed.conditions.iter().filter(|condition| !prover.implies(&loop_.facts, condition));
        needed.extend(missing.cloned());
        let name = symbol.name.trim_end_matches('\'');
        scalar.notes.extend(closed.note.iter().map(|note| format!("{name}: {note}")));
    }
    if !needed.is_empty() {
        return Solved::Needs(needed);
    }
    // Sums of choices are exact but hide the shape: residues of the count show it.
    let hidden = |value: &Option<Term>| value.as_ref().is_none_or(periods::hides_a_choice);
    if scalar.updates.iter().any(|update| !choice_conditions(update).is_empty()) && values.iter().any(hidden)
    {
        match periods::solve_by_residues(prover, loop_, &scalar, &values) {
            periods::Found::Values(found) => values = found.into_iter().map(Some).collect(),
            periods::Found::Needs(condition) => return Solved::Needs(vec![condition]),
            periods::Found::Nothing => {
                let found = periods::solve_by_counter(prover, loop_, &scalar, &values)
                    .or_else(|| words::solve_by_word(prover, loop_, &scalar, &values));
                values = found.unwrap_or(values);
            }
        }
    }
    scalar.relations = solution
        .relations
        .iter()
        .filter(|(_, closed)| {
            closed.conditions.iter().all(|condition| prover.implies(&loop_.facts, condition))
        })
        .map(|(expression, closed)| (expression.clone(), closed.value.clone()))
        .collect();
    Solved::Piece(certified(prover, loop_, &scalar, values))
}

/// Lets the certificate decide what is kept of a solution.
fn certified(prover: &mut Prover, loop_: &LoopProblem, scalar: &Scalars, found: Vec<Option<Term>>) -> Piece {
    let mut accepted: Vec<bool> = found.iter().map(Option::is_some).collect();
    loop {
        let mut piece = assembled(loop_, scalar, &found, &accepted);
        let good = values_are_inductive(prover, loop_, &piece);
        let arrays_fine = arrays_are_inductive(prover, loop_, &piece);
        let bad: Vec<usize> = (0..loop_.symbols.len()).filter(|&at| accepted[at] && !good[at]).collect();
        if bad.is_empty() && arrays_fine {
            let mut relations = std::mem::take(&mut piece.relations);
            relations.retain(|relation| relation_is_inductive(prover, loop_, &piece, relation));
            return counted(prover, loop_, Piece { relations, ..piece });
        }
        if bad.is_empty() {
            // The arrays, and the helper numbers they rest on, keep their recurrence.
            let plain = scalar.without_stores(loop_.symbols.len());
            let own = found[..loop_.symbols.len()].to_vec();
            return certified(prover, loop_, &plain, own);
        }
        for at in bad {
            accepted[at] = false;
        }
    }
}

/// A piece without counts: accepted closed forms, exact recurrences for the rest.
fn assembled(loop_: &LoopProblem, scalar: &Scalars, found: &[Option<Term>], accepted: &[bool]) -> Piece {
    let own = loop_.symbols.len();
    let open: Vec<usize> = (0..own).filter(|&at| !accepted[at]).collect();
    let mut all: Vec<Term> = Vec::new();
    // Helper numbers without a value are not accepted.
    let mut accepted = accepted.to_vec();
    accepted.resize(scalar.symbols.len(), false);
    for (at, &accepted) in accepted.iter().enumerate() {
        let value = found.get(at).cloned().flatten().filter(|_| accepted);
        let kept = || if at < own { kept_number(loop_, &scalar.merged, at) } else { Term::zero() };
        all.push(value.unwrap_or_else(kept));
    }
    let (recurrence, _) = exact(loop_, &scalar.merged, &[], true);
    let arrays = scalar.closed_arrays(loop_, &all, &accepted, &recurrence);
    all.truncate(own);
    Piece {
        condition: Condition::True,
        values: all,
        arrays,
        counts: Vec::new(),
        at_exit: vec![None; own],
        open,
        relations: scalar.relations.clone(),
        notes: scalar.notes.clone(),
    }
}

/// The exact recurrence of some numbers, of the arrays if they are asked for, and of what these depend on; with the
/// positions of its numbers. What else the loop changes may have no value at the start.
fn exact(loop_: &LoopProblem, merged: &Body, numbers: &[usize], arrays: bool) -> (Arc<System>, Vec<usize>) {
    let is_array = |symbol: &Symbol| loop_.arrays.iter().any(|array| array.name == symbol.name);
    let (mut needed, mut arrays) = (numbers.to_vec(), arrays);
    loop {
        let mentions = |predicate: &dyn Fn(&Symbol) -> bool| {
            needed.iter().any(|&at| merged.updates[at].mentions_any(predicate))
                || (arrays && merged.arrays.iter().any(|array| array.mentions_any(predicate)))
        };
        let is_needed = |at: &usize| needed.contains(at) || mentions(&|symbol| *symbol == loop_.symbols[*at]);
        let more: Vec<usize> = (0..loop_.symbols.len()).filter(is_needed).collect();
        let reads = arrays || mentions(&is_array);
        let complete = more.len() == needed.len() && reads == arrays;
        (needed, arrays) = (more, reads);
        if complete {
            break;
        }
    }
    let pick = |terms: &[Term]| needed.iter().map(|&at| terms[at].clone()).collect::<Vec<_>>();
    let symbols: Vec<Symbol> = needed.iter().map(|&at| loop_.symbols[at].clone()).collect();
    let changed = loop_.arrays.iter().zip(&merged.arrays).filter(|_| arrays);
    let changed: Vec<_> =
        changed.map(|(array, update)| (array.name.clone(), update.clone(), array.first.clone())).collect();
    (system(&symbols, &pick(&merged.updates), &pick(&loop_.first), &changed), needed)
}

/// A number after `k` passes by the recurrence of what it depends on.
fn kept_number(loop_: &LoopProblem, merged: &Body, at: usize) -> Term {
    let (recurrence, numbers) = exact(loop_, merged, &[at], false);
    let position = numbers.iter().position(|&other| other == at).unwrap_or(0);
    Term::atom(Atom::Iterate(recurrence, position, Term::symbol(&loop_.index)))
}

/// Everything keeps its exact recurrence.
fn kept(prover: &mut Prover, loop_: &LoopProblem) -> Piece {
    let piece = assembled(loop_, &Scalars::plain(loop_), &[], &vec![false; loop_.symbols.len()]);
    counted(prover, loop_, piece)
}

/// The piece with the number of passes, checked, and with what the end of the loop tells.
fn counted(prover: &mut Prover, loop_: &LoopProblem, mut piece: Piece) -> Piece {
    let guard = loop_.guard_after(&piece);
    let (counts, solved) = count(prover, &loop_.facts, &guard, &loop_.index);
    piece.counts = counts;
    if solved && !counts_are_right(prover, loop_, &piece) {
        piece.counts = searched(&guard, &loop_.index);
    }
    endings::with_endings(prover, loop_, piece)
}
