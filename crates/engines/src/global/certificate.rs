//! The independent checker: nothing is shown as a closed form that it does not accept.
//!
//! A claim about a loop is inductive: its values are right before the first pass (base), and if they are right after
//! `k` passes and control goes round once more, they are right after `k + 1` (step). A count is right if control
//! leaves after that many passes and after no fewer. The checker knows nothing of how a claim was found; it
//! substitutes, compares canonical forms, and asks the solver.

use dashu_base::Gcd;
use dashu_ratio::RBig;
use sextant_algebra::{Array, Atom, Condition, Relation, Symbol, Term};

use super::count::Congruence;
use super::looping::{ArrayVariable, LoopProblem, Piece};
use super::prove::{Prover, with};

/// Residues of the number of passes that are looked at one by one.
const LONGEST_PERIOD: u64 = 420;

/// Whether the values of a piece are inductive, variable by variable; a number that depends on one that fails fails
/// with it. Those that keep their recurrence claim nothing.
pub fn values_are_inductive(prover: &mut Prover, loop_: &LoopProblem, piece: &Piece) -> Vec<bool> {
    let mut facts = with(&loop_.facts, &piece.condition);
    let begin = loop_.after(&Term::zero());
    let mut good: Vec<bool> = (0..piece.values.len())
        .map(|at| {
            let claimed = begin.term(&piece.values[at]);
            !piece.open.contains(&at) && prover.equal(&facts, &claimed, &loop_.first[at])
        })
        .collect();
    facts.push(Condition::ge(&loop_.passes()));
    for passes in residue_classes(loop_, piece) {
        let (now, then) = (loop_.after(&passes), loop_.after(&passes.plus_int(1)));
        let current: Vec<Term> = piece.values.iter().map(|value| now.term(value)).collect();
        let arrays: Vec<Array> = piece.arrays.iter().map(|array| now.array(array)).collect();
        let after = loop_.values(&current, &arrays);
        for body in &loop_.bodies {
            let facts = with(&facts, &after.condition(&body.guard));
            if prover.contradict(&facts) {
                continue;
            }
            for ((good, value), update) in good.iter_mut().zip(&piece.values).zip(&body.updates) {
                *good = *good && prover.equal(&facts, &then.term(value), &after.term(update));
            }
        }
    }
    good
}

/// Numbers of passes that together are all of them, over a number that is not negative: where values speak of residues
/// of the passes, one for each residue.
fn residue_classes(loop_: &LoopProblem, piece: &Piece) -> Vec<Term> {
    let mut period = 1u64;
    for value in &piece.values {
        add_periods(value, &loop_.index, &mut period);
    }
    let k = loop_.passes().scaled(&RBig::from(period));
    (0..period).map(|residue| k.plus_int(residue as i64)).collect()
}

/// Makes a period one of all quotients and remainders of the index by small numbers, too.
fn add_periods(term: &Term, index: &Symbol, period: &mut u64) {
    for atom in term.top_atoms() {
        match &atom {
            Atom::Mod(inner, by) | Atom::Floor(inner, by) => {
                let by = by.as_int().and_then(|by| u64::try_from(by).ok()).filter(|by| *by > 0);
                if let Some(by) =
                    by.filter(|_| inner.coefficients(index).is_some_and(|parts| parts.len() > 1))
                {
                    let common = by * (*period / period.gcd(by));
                    *period = if common <= LONGEST_PERIOD { common } else { *period };
                } else {
                    add_periods(inner, index, period);
                }
            }
            Atom::Choice(condition, yes, no) => {
                condition.with_terms(&mut |term| {
                    add_periods(term, index, period);
                    term.clone()
                });
                add_periods(yes, index, period);
                add_periods(no, index, period);
            }
            Atom::Power(_, exponent) => add_periods(exponent, index, period),
            _ => {}
        }
    }
}

/// Whether the arrays of a piece are inductive, element by element; those that keep their recurrence claim nothing.
pub fn arrays_are_inductive(prover: &mut Prover, loop_: &LoopProblem, piece: &Piece) -> bool {
    let (begin, next) = (loop_.after(&Term::zero()), loop_.after_next());
    let anywhere = |array: &ArrayVariable| -> Vec<Term> {
        let symbol = |dimension| Term::symbol(&Symbol::integer(&format!("•element{dimension}")));
        (0..array.rank).map(symbol).collect()
    };
    let mut facts = with(&loop_.facts, &piece.condition);
    let claims = |claimed: &Array| !matches!(claimed, Array::Iterate(..));
    for (array, claimed) in loop_.arrays.iter().zip(&piece.arrays).filter(|(_, claimed)| claims(claimed)) {
        let at = anywhere(array);
        let element = begin.term(&claimed.element(&at));
        if !prover.equal(&facts, &element, &array.first.element(&at)) {
            return false;
        }
    }
    facts.push(Condition::ge(&loop_.passes()));
    let after = loop_.values(&piece.values, &piece.arrays);
    loop_.bodies.iter().all(|body| {
        let facts = with(&facts, &after.condition(&body.guard));
        let pairs = loop_.arrays.iter().zip(piece.arrays.iter().zip(&body.arrays));
        pairs.filter(|(_, (claimed, _))| claims(claimed)).all(|(array, (claimed, update))| {
            let at = anywhere(array);
            prover.equal(&facts, &next.term(&claimed.element(&at)), &after.array(update).element(&at))
        })
    })
}

/// Whether the counts of a piece are right: control goes round before, and leaves then.
pub fn counts_are_right(prover: &mut Prover, loop_: &LoopProblem, piece: &Piece) -> bool {
    let guard = loop_.guard_after(piece);
    let earlier = Term::symbol(&Symbol::integer("•earlier"));
    let goes_on = loop_.after(&earlier).condition(&guard);
    piece.counts.iter().all(|(condition, count)| {
        let facts = with(&with(&loop_.facts, &piece.condition), condition);
        let mut before = with(&facts, &Condition::ge(&earlier));
        match count {
            Some(count) => {
                let leaves = loop_.after(count).condition(&guard).negated();
                before.push(Condition::gt(&count.minus(&earlier)));
                prover.implies(&facts, &Condition::ge(count))
                    && prover.implies(&facts, &leaves)
                    && (goes_on_before(prover, loop_, &facts, &guard, count)
                        || prover.implies(&before, &goes_on))
            }
            None => prover.implies(&before, &goes_on),
        }
    })
}

/// Whether control surely goes round before a number of passes: because there is none before, because each was looked at,
/// or because a congruence cannot hold twice within its period.
fn goes_on_before(
    prover: &mut Prover,
    loop_: &LoopProblem,
    facts: &[Condition],
    guard: &Condition,
    count: &Term,
) -> bool {
    if let Some(count) = count.as_int().and_then(|count| u64::try_from(count).ok()) {
        return count <= MOST_PASSES
            && (0..count).all(|pass| prover.implies(facts, &loop_.after(&Term::int(pass)).condition(guard)));
    }
    let Condition::Compare(Relation::Ne, term) = guard else { return false };
    Congruence::of(term, &loop_.index).is_some_and(|congruence| {
        prover.implies(facts, &Condition::less(count, &Term::int(congruence.period())))
    })
}

/// Passes that are looked at one by one.
const MOST_PASSES: u64 = 2048;

/// Whether the closed form of an expression of unsolved numbers is inductive. The other numbers have accepted closed
/// forms; one unsolved number is eliminated by the claim itself, the rest stay symbols.
pub fn relation_is_inductive(
    prover: &mut Prover,
    loop_: &LoopProblem,
    piece: &Piece,
    (expression, closed): &(Term, Term),
) -> bool {
    let mut facts = with(&loop_.facts, &piece.condition);
    let start = loop_.after(&Term::zero()).term(closed);
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
    facts.push(Condition::ge(&loop_.passes()));
    loop_.bodies.iter().all(|body| {
        let facts = with(&facts, &now.condition(&body.guard));
        let after = now.term(&loop_.step(body).term(expression));
        prover.equal(&facts, &loop_.after_next().term(closed), &after)
    })
}
