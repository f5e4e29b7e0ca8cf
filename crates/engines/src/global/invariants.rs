//! Conditions that hold before every pass.
//!
//! Candidates come from the guards and choices of the body and from where the numbers begin; those that do not hold
//! at the start are dropped, then those that some pass may break, until all that are left keep each other alive.

use sextant_algebra::{Condition, Term};

use super::closure::choice_conditions;
use super::looping::LoopProblem;
use super::prove::Prover;

/// Candidates that are tried.
const MOST_CANDIDATES: usize = 40;

/// The loop without ways that are never taken and without conditions that always hold. The invariants that were
/// found become facts about the loop's own symbols.
pub fn strengthened(prover: &mut Prover, loop_: &LoopProblem) -> LoopProblem {
    let mut result = loop_.clone();
    let known = inductive(prover, loop_);
    result.bodies.retain(|body| {
        let mut facts = loop_.facts.clone();
        facts.extend(known.iter().cloned());
        facts.push(body.guard.clone());
        !prover.contradict(&facts)
    });
    for body in &mut result.bodies {
        let parts = body.guard.conjuncts();
        let mut kept: Vec<Condition> = parts.clone();
        for part in parts {
            let mut facts = loop_.facts.clone();
            facts.extend(known.iter().cloned());
            facts.extend(kept.iter().filter(|other| **other != part).cloned());
            if prover.implies(&facts, &part) && known.contains(&part) {
                kept.retain(|other| *other != part);
            }
        }
        body.guard = Condition::all(kept);
    }
    result.examined(&mut |shared, any| {
        let mut facts = loop_.facts.clone();
        facts.extend(known.iter().cloned());
        facts.push(shared.clone());
        prover.implies(&facts, any)
    })
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
            let assumed: Vec<Condition> =
                loop_.facts.iter().chain(&candidates).cloned().chain([body.guard.clone()]).collect();
            candidates.retain(|candidate| prover.implies(&assumed, &step.condition(candidate)));
        }
        if candidates.len() == before {
            return candidates;
        }
    }
}

fn candidates(loop_: &LoopProblem) -> Vec<Condition> {
    let mut found: Vec<Condition> = Vec::new();
    for body in &loop_.bodies {
        found.extend(body.guard.conjuncts());
        for update in &body.updates {
            found.extend(choice_conditions(update));
        }
    }
    let negated: Vec<Condition> = found.iter().map(Condition::negated).collect();
    found.extend(negated);
    // A comparison that the last pass overshoots by one step holds with that much room.
    let guards: Vec<Condition> = loop_.bodies.iter().flat_map(|body| body.guard.conjuncts()).collect();
    for guard in guards {
        if let Condition::Compare(sextant_algebra::Relation::Ge, term) = &guard {
            found.push(Condition::ge(&term.plus_int(1)));
        }
    }
    for (symbol, first) in loop_.symbols.iter().zip(&loop_.first) {
        let value = Term::symbol(symbol);
        found.push(Condition::at_most(first, &value));
        found.push(Condition::at_most(&value, first));
        found.push(Condition::ge(&value));
        found.push(Condition::gt(&value));
    }
    found.retain(|candidate| {
        !loop_.is_fixed(candidate) && !matches!(candidate, Condition::True | Condition::False)
    });
    found.sort();
    found.dedup();
    found.truncate(MOST_CANDIDATES);
    found
}
