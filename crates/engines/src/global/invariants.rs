//! Conditions that hold before every pass.
//!
//! Candidates come from the guards and choices of the body and from where the numbers begin; those that do not hold
//! at the start are dropped, then those that some pass may break, until all that are left keep each other alive.

use sextant_algebra::{Atom, Condition, Relation, Term};

use super::closure::choice_conditions;
use super::looping::{Body, LoopProblem};
use super::prove::{Prover, with};
use super::refining::{is_settled, refined, settled_parts};
use super::words;

/// Candidates that are tried.
const MOST_CANDIDATES: usize = 40;

/// The loop without ways that are never taken and without conditions that always hold. The invariants that were
/// found become facts about the loop's own symbols.
pub fn strengthened(prover: &mut Prover, loop_: &LoopProblem) -> LoopProblem {
    let mut result = loop_.clone();
    let known = inductive(prover, loop_);
    let facts: Vec<Condition> = loop_.facts.iter().chain(&known).cloned().collect();
    result.bodies.retain(|body| !prover.excludes(&facts, &body.guard));
    let common = result.guard().conjuncts();
    for body in &mut result.bodies {
        let parts = body.guard.conjuncts();
        let mut kept: Vec<Condition> = parts.clone();
        for part in parts {
            let others = kept.iter().filter(|other| **other != part);
            let facts: Vec<Condition> = facts.iter().chain(others).cloned().collect();
            if prover.implies(&facts, &part) && known.contains(&part) {
                kept.retain(|other| *other != part);
            }
        }
        // Only what keeps control in the loop on every way: ways must go on to exclude one another plainly.
        body.guard = Condition::all(kept.iter().map(|part| match common.contains(part) {
            true if wraps(loop_, part) => part.clone(),
            true => one_sided(prover, &facts, part),
            false if matches!(part, Condition::Or(_)) => settled_parts(prover, &facts, part),
            false => part.clone(),
        }));
        let here = with(&facts, &body.guard);
        for update in body.updates.iter_mut().filter(|update| !is_settled(update)) {
            *update = refined(prover, &here, update);
        }
    }
    result.examined(&mut |shared, any| prover.implies(&with(&facts, shared), any))
}

/// Whether a condition is about remainders by a number: a congruence is solved as it is.
fn wraps(loop_: &LoopProblem, part: &Condition) -> bool {
    loop_.symbols.iter().enumerate().any(|(at, symbol)| {
        let is_remainder = |update: &Term| {
            update.top_atoms().iter().any(|atom| matches!(atom, Atom::Mod(_, by) if by.as_int().is_some()))
        };
        part.mentions_any(&|other| other == symbol)
            && loop_.bodies.iter().any(|body| is_remainder(&body.updates[at]))
    })
}

/// An inequality as a comparison, where it is known on which side of zero its term is: `n ≠ 0` is `n > 0` for what is
/// never negative.
fn one_sided(prover: &mut Prover, facts: &[Condition], part: &Condition) -> Condition {
    let Condition::Compare(Relation::Ne, term) = part else { return part.clone() };
    [term.clone(), term.negated()]
        .into_iter()
        .find(|term| prover.implies(facts, &Condition::ge(term)))
        .map_or_else(|| part.clone(), |term| Condition::gt(&term))
}

/// Conditions over the loop's symbols that hold before every pass.
pub fn inductive(prover: &mut Prover, loop_: &LoopProblem) -> Vec<Condition> {
    let mut candidates = candidates(loop_);
    let start = loop_.start();
    candidates.retain(|candidate| prover.implies(&loop_.facts, &start.condition(candidate)));
    loop {
        let before = candidates.len();
        for body in &loop_.bodies {
            let step = loop_.step(body);
            let assumed = assumed(loop_, &candidates, body);
            candidates.retain(|candidate| prover.implies(&assumed, &step.condition(candidate)));
        }
        if candidates.len() == before {
            return candidates;
        }
    }
}

/// What holds in a pass on one way.
pub fn assumed(loop_: &LoopProblem, known: &[Condition], body: &Body) -> Vec<Condition> {
    loop_.facts.iter().chain(known).chain([&body.guard]).cloned().collect()
}

fn candidates(loop_: &LoopProblem) -> Vec<Condition> {
    let mut found: Vec<Condition> = Vec::new();
    for body in &loop_.bodies {
        found.extend(body.guard.conjuncts());
        found.extend(body.updates.iter().flat_map(choice_conditions));
    }
    let negated: Vec<Condition> = found.iter().map(Condition::negated).collect();
    found.extend(negated);
    // A comparison that the last pass overshoots by one step holds with that much room.
    for guard in loop_.bodies.iter().flat_map(|body| body.guard.conjuncts()) {
        if let Condition::Compare(Relation::Ge, term) = &guard {
            found.push(Condition::ge(&term.plus_int(1)));
        }
    }
    for (symbol, first) in loop_.symbols.iter().zip(&loop_.first) {
        let value = Term::symbol(symbol);
        let same = [Condition::at_most(first, &value), Condition::at_most(&value, first)];
        found.extend(same.into_iter().chain([Condition::ge(&value), Condition::gt(&value)]));
    }
    found.extend(ranges(loop_));
    found.extend(words::observed(loop_));
    found.retain(|candidate| {
        !loop_.is_fixed(candidate) && !matches!(candidate, Condition::True | Condition::False)
    });
    found.sort();
    found.dedup();
    found.truncate(MOST_CANDIDATES);
    found
}

/// The ranges of numbers whose updates are constants or remainders: a state, a clock.
fn ranges(loop_: &LoopProblem) -> Vec<Condition> {
    let mut found = Vec::new();
    for (at, symbol) in loop_.symbols.iter().enumerate() {
        let value = Term::symbol(symbol);
        let ends = loop_.bodies.iter().flat_map(|body| ends(&body.updates[at]));
        found.extend(
            ends.flat_map(|end| [Condition::at_most(&value, &end), Condition::at_most(&end, &value)]),
        );
    }
    found
}

/// Where the range of an update may end.
fn ends(update: &Term) -> Vec<Term> {
    match update.as_atom() {
        _ if update.as_constant().is_some() => vec![update.clone()],
        Some(Atom::Mod(_, by)) if by.as_int().is_some() => vec![by.plus_int(-1)],
        Some(Atom::Choice(_, yes, no)) => [yes, no].into_iter().flat_map(ends).collect(),
        _ => Vec::new(),
    }
}
