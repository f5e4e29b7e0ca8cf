//! The independent checker: nothing is shown as a closed form that it does not accept.
//!
//! A claim about a loop is inductive: its values are right before the first pass (base), and if they are right after
//! `k` passes and control goes round once more, they are right after `k + 1` (step). A count is right if control
//! leaves after that many passes and after no fewer. The checker knows nothing of how a claim was found; it
//! substitutes, compares canonical forms, and asks the solver.

use sextant_algebra::{Array, Condition, Symbol, Term};

use super::looping::{ArrayVariable, LoopProblem, Piece};
use super::prove::Prover;

/// Whether the values of a piece are inductive, variable by variable; a number that depends on one that fails fails
/// with it. Those that keep their recurrence claim nothing.
pub fn values_are_inductive(
    prover: &mut Prover,
    loop_: &LoopProblem,
    piece: &Piece,
    index: &Symbol,
) -> Vec<bool> {
    let k = Term::symbol(index);
    let mut facts = loop_.facts.clone();
    facts.push(piece.condition.clone());
    let begin = |term: &Term| term.with_symbol(index, &Term::zero());
    let mut good: Vec<bool> = (0..piece.values.len())
        .map(|at| {
            !piece.open.contains(&at) && prover.equal(&facts, &begin(&piece.values[at]), &loop_.first[at])
        })
        .collect();
    facts.push(Condition::ge(&k));
    let after = loop_.values(&piece.values, &piece.arrays);
    for body in &loop_.bodies {
        let mut facts = facts.clone();
        facts.push(after.condition(&body.guard));
        if prover.contradict(&facts) {
            continue;
        }
        for ((good, value), update) in good.iter_mut().zip(&piece.values).zip(&body.updates) {
            let claimed = value.with_symbol(index, &k.plus_int(1));
            *good = *good && prover.equal(&facts, &claimed, &after.term(update));
        }
    }
    good
}

/// Whether the arrays of a piece are inductive, element by element; those that keep their recurrence claim nothing.
pub fn arrays_are_inductive(prover: &mut Prover, loop_: &LoopProblem, piece: &Piece, index: &Symbol) -> bool {
    let k = Term::symbol(index);
    let anywhere = |array: &ArrayVariable| -> Vec<Term> {
        let symbol = |dimension| Term::symbol(&Symbol::integer(&format!("•element{dimension}")));
        (0..array.rank).map(symbol).collect()
    };
    let mut facts = loop_.facts.clone();
    facts.push(piece.condition.clone());
    let claims = |claimed: &Array| !matches!(claimed, Array::Iterate(..));
    for (array, claimed) in loop_.arrays.iter().zip(&piece.arrays).filter(|(_, claimed)| claims(claimed)) {
        let at = anywhere(array);
        let element = claimed.element(&at).with_symbol(index, &Term::zero());
        if !prover.equal(&facts, &element, &array.first.element(&at)) {
            return false;
        }
    }
    facts.push(Condition::ge(&k));
    let after = loop_.values(&piece.values, &piece.arrays);
    loop_.bodies.iter().all(|body| {
        let mut facts = facts.clone();
        facts.push(after.condition(&body.guard));
        let pairs = loop_.arrays.iter().zip(piece.arrays.iter().zip(&body.arrays));
        pairs.filter(|(_, (claimed, _))| claims(claimed)).all(|(array, (claimed, update))| {
            let at = anywhere(array);
            let next = claimed.element(&at).with_symbol(index, &k.plus_int(1));
            prover.equal(&facts, &next, &after.array(update).element(&at))
        })
    })
}

/// Whether the counts of a piece are right: control goes round before, and leaves then.
pub fn counts_are_right(prover: &mut Prover, loop_: &LoopProblem, piece: &Piece, index: &Symbol) -> bool {
    let guard = loop_.values(&piece.values, &piece.arrays).condition(&loop_.guard());
    let earlier = Term::symbol(&Symbol::integer("•earlier"));
    let goes_on = guard.with_symbol(index, &earlier);
    piece.counts.iter().all(|(condition, count)| {
        let mut facts = loop_.facts.clone();
        facts.push(piece.condition.clone());
        facts.push(condition.clone());
        let mut before = facts.clone();
        before.push(Condition::ge(&earlier));
        match count {
            Some(count) => {
                let leaves = guard.with_symbol(index, count).negated();
                before.push(Condition::gt(&count.minus(&earlier)));
                let nothing_earlier = matches!(Condition::gt(count), Condition::False);
                let whole = Condition::ge(count);
                prover.implies(&facts, &whole)
                    && prover.implies(&facts, &leaves)
                    && (nothing_earlier || prover.implies(&before, &goes_on))
            }
            None => prover.implies(&before, &goes_on),
        }
    })
}

/// Whether the closed form of an expression of unsolved numbers is inductive. The other numbers have accepted closed
/// forms; one unsolved number is eliminated by the claim itself, the rest stay symbols.
pub fn relation_is_inductive(
    prover: &mut Prover,
    loop_: &LoopProblem,
    piece: &Piece,
    (expression, closed): &(Term, Term),
    index: &Symbol,
) -> bool {
    let k = Term::symbol(index);
    let mut facts = loop_.facts.clone();
    facts.push(piece.condition.clone());
    let start = closed.with_symbol(index, &Term::zero());
    if !prover.equal(&facts, &start, &loop_.start().term(expression)) {
        return false;
    }
    let unit = |at: &&usize| {
        let coefficients = expression.coefficients(&loop_.symbols[**at]);
        coefficients.is_some_and(|parts| parts.len() == 2 && parts[1] == Term::one())
    };
    let Some(&eliminated) = piece.open.iter().find(unit) else { return false };
    let symbol = &loop_.symbols[eliminated];
    let rest = expression.minus(&Term::symbol(symbol));
    let numbers: Vec<Term> = (0..loop_.symbols.len())
        .map(|at| match piece.open.contains(&at) {
            true if at == eliminated => closed.minus(&rest),
            true => Term::symbol(&loop_.symbols[at]),
            false => piece.values[at].clone(),
        })
        .collect();
    let now = loop_.values(&numbers, &piece.arrays);
    facts.push(Condition::ge(&k));
    loop_.bodies.iter().all(|body| {
        let mut facts = facts.clone();
        facts.push(now.condition(&body.guard));
        let after = now.term(&loop_.step(body).term(expression));
        prover.equal(&facts, &closed.with_symbol(index, &k.plus_int(1)), &after)
    })
}
