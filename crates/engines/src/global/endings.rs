//! What the end of a loop tells about numbers that have no closed form inside it.
//!
//! A quantity that no pass changes, together with the condition under which control leaves, can determine numbers
//! uniquely: quotient and remainder, the greatest common divisor, a power by repeated squaring, a product by
//! repeated doubling. Each is accepted
//! only when the solver proves that the quantity is conserved on every way, that the bounds it needs hold before
//! every pass, and that something decreases, so that the loop ends.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{Atom, Condition, Relation, Symbol, Term};

use super::count::searched;
use super::invariants::{assumed, inductive};
use super::looping::{Body, LoopProblem, Piece};
use super::prove::{Prover, with};

/// Numbers with their values at the end of a loop that is proved to end.
type Ending = Vec<(usize, Term)>;

/// The piece with what is known at its end.
pub fn with_endings(prover: &mut Prover, loop_: &LoopProblem, mut piece: Piece) -> Piece {
    if piece.open.is_empty() {
        return piece;
    }
    let known = inductive(prover, loop_);
    // A loop down to zero is a division by one as well, which says least.
    let found = common_divisor(prover, loop_, &known)
        .or_else(|| by_halving(prover, loop_, &known))
        .or_else(|| quotient(prover, loop_, &known));
    let Some(found) = found else { return piece };
    for (at, value) in found {
        piece.at_exit[at] = Some(value);
    }
    // The end is proved; the number of passes may still be a search.
    let is_search =
        |count: &Option<Term>| matches!(count.as_ref().and_then(Term::as_atom), Some(Atom::Least(_)));
    if piece.counts.iter().any(|(_, count)| is_search(count))
        && let Some((_, Some(count))) = searched(&loop_.guard_after(&piece), &loop_.index).into_iter().next()
    {
        piece.counts = vec![(Condition::True, Some(count))];
    }
    piece
}

/// Whether a measure is not negative before every pass and less after it.
fn decreases(prover: &mut Prover, loop_: &LoopProblem, known: &[Condition], measure: &Term) -> bool {
    loop_.bodies.iter().all(|body| {
        let facts = assumed(loop_, known, body);
        let after = loop_.step(body).term(measure);
        prover.implies(&facts, &Condition::ge(measure))
            && prover.implies(&facts, &Condition::gt(&measure.minus(&after)))
    })
}

/// `while r ≥ y`, with `q·y + r` conserved and `r ≥ 0`: quotient and remainder.
fn quotient(prover: &mut Prover, loop_: &LoopProblem, known: &[Condition]) -> Option<Ending> {
    let guard = loop_.guard();
    let [Condition::Compare(Relation::Ge, term)] = &guard.conjuncts()[..] else { return None };
    let owns = |symbol: &Symbol| loop_.owns(symbol);
    for (r, symbol) in loop_.symbols.iter().enumerate() {
        let remainder = Term::symbol(symbol);
        let divisor = remainder.minus(term);
        if divisor.mentions_any(&owns) || !prover.implies(&loop_.facts, &Condition::gt(&divisor)) {
            continue;
        }
        let start = &loop_.first[r];
        let bounds = with(known, &Condition::ge(&remainder));
        let stays = loop_.bodies.iter().all(|body| {
            let facts = assumed(loop_, &bounds, body);
            prover.implies(&facts, &Condition::ge(&body.updates[r]))
        });
        if !prover.implies(&loop_.facts, &Condition::ge(start))
            || !stays
            || !decreases(prover, loop_, &bounds, &remainder)
        {
            continue;
        }
        let mut values = vec![(r, Term::modulo(start, &divisor))];
        for (q, other) in loop_.symbols.iter().enumerate().filter(|(q, _)| *q != r) {
            let quantity = Term::symbol(other).times(&divisor).plus(&remainder);
            let conserved = loop_.bodies.iter().all(|body| {
                let facts = assumed(loop_, &bounds, body);
                prover.equal(&facts, &loop_.step(body).term(&quantity), &quantity)
            });
            if conserved {
                values.push((q, loop_.first[q].plus(&Term::floor_div(start, &divisor))));
            }
        }
        return Some(values);
    }
    None
}

/// Two positive numbers that every way maps by an integer matrix of determinant ±1: their greatest common divisor
/// is conserved, and is what is left when they are equal or one of them is zero.
fn common_divisor(prover: &mut Prover, loop_: &LoopProblem, known: &[Condition]) -> Option<Ending> {
    let guard = loop_.guard();
    // A number that is never negative is zero where it is not positive.
    let (term, positive) = match &guard.conjuncts()[..] {
        [Condition::Compare(Relation::Ne, term)] => (term.clone(), false),
        [Condition::Compare(Relation::Ge, term)] => (term.plus_int(1), true),
        _ => return None,
    };
    for a in 0..loop_.symbols.len() {
        for b in (0..loop_.symbols.len()).filter(|&b| b != a) {
            let (x, y) = (Term::symbol(&loop_.symbols[a]), Term::symbol(&loop_.symbols[b]));
            let equal_at_end = !positive && (term == x.minus(&y) || term == y.minus(&x));
            let zero_at_end = term == y;
            if !equal_at_end && !zero_at_end {
                continue;
            }
            let unimodular = loop_.bodies.iter().all(|body| {
                determinant(loop_, body, a, b)
                    .is_some_and(|value| value == IBig::ONE || value == IBig::from(-1))
            });
            let (low_a, low_b) = (Condition::ge(&x), Condition::ge(&y));
            let bounds = with(&with(known, &low_a), &low_b);
            let begins = loop_.start();
            let holds = [&low_a, &low_b].into_iter().all(|bound| {
                prover.implies(&loop_.facts, &begins.condition(bound))
                    && loop_.bodies.iter().all(|body| {
                        let facts = assumed(loop_, &bounds, body);
                        prover.implies(&facts, &loop_.step(body).condition(bound))
                    })
            });
            if !unimodular || !holds {
                continue;
            }
            let measure = if equal_at_end { x.plus(&y) } else { y.clone() };
            if !decreases(prover, loop_, &bounds, &measure) {
                continue;
            }
            let divisor = Term::gcd(&loop_.first[a], &loop_.first[b]);
            let other = if equal_at_end { divisor.clone() } else { Term::zero() };
            return Some(vec![(a, divisor), (b, other)]);
        }
    }
    None
}

/// The determinant of the map of two numbers on one way, if each is mapped to integer multiples of both.
fn determinant(loop_: &LoopProblem, body: &Body, a: usize, b: usize) -> Option<IBig> {
    let row = |update: &Term| -> Option<[Term; 2]> {
        let mut entries = [Term::zero(), Term::zero()];
        for (monomial, coefficient) in update.without_remainders().parts() {
            let mut rest: Vec<(Atom, i32)> = Vec::new();
            let mut which = None;
            for (atom, count) in monomial.factors() {
                let position = [a, b].iter().position(|&at| *atom == Atom::Symbol(loop_.symbols[at].clone()));
                match position {
                    Some(position) if *count == 1 && which.is_none() => which = Some(position),
                    Some(_) => return None,
                    None => rest.push((atom.clone(), *count)),
                }
            }
            let factor =
                rest.iter().try_fold(Term::rational(coefficient.clone()), |all, (atom, count)| {
                    let count = u32::try_from(*count).ok()?;
                    Some(all.times(&Term::atom(atom.clone()).to_power(count)))
                })?;
            let slot = &mut entries[which?];
            *slot = slot.plus(&factor);
        }
        let whole = entries.iter().all(|entry| entry.has_integer_atoms() && entry.has_integer_coefficients());
        whole.then_some(entries)
    };
    let [p, q] = row(&body.updates[a])?;
    let [r, s] = row(&body.updates[b])?;
    p.times(&s).minus(&q.times(&r)).as_int()
}

/// What is conserved where a number is halved in every pass: of `r`, `x` and `n`.
type Conserved = fn(&Term, &Term, &Term) -> Term;

/// `r·x^n`, where `x` is squared: the power by repeated squaring.
fn raised(r: &Term, x: &Term, n: &Term) -> Term {
    r.times(&Term::power(x, n))
}

/// `r + x·n`, where `x` is doubled: the product by repeated doubling.
fn multiplied(r: &Term, x: &Term, n: &Term) -> Term {
    r.plus(&x.times(n))
}

/// `while n > 0`, with `n` halved and something of `r`, `x` and `n` conserved.
fn by_halving(prover: &mut Prover, loop_: &LoopProblem, known: &[Condition]) -> Option<Ending> {
    let guard = loop_.guard();
    let [Condition::Compare(Relation::Ge, term)] = &guard.conjuncts()[..] else { return None };
    let n = loop_.symbols.iter().position(|symbol| *term == Term::symbol(symbol).plus_int(-1))?;
    let exponent = Term::symbol(&loop_.symbols[n]);
    let bounds = with(known, &Condition::ge(&exponent));
    let halves = loop_.bodies.iter().all(|body| body.updates[n] == Term::floor_div(&exponent, &Term::int(2)));
    if !halves {
        return None;
    }
    // A negative exponent leaves at once.
    let entered = Condition::ge(&loop_.first[n]);
    for x in (0..loop_.symbols.len()).filter(|&x| x != n) {
        for r in (0..loop_.symbols.len()).filter(|&r| r != n && r != x) {
            for conserved in [raised as Conserved, multiplied] {
                let kept = |body| is_conserved(prover, loop_, body, &bounds, ([r, x, n], conserved));
                if loop_.bodies.iter().all(kept) {
                    let whole = conserved(&loop_.first[r], &loop_.first[x], &loop_.first[n]);
                    let result = Term::choice(&entered, &whole, &loop_.first[r]);
                    let rest = Term::choice(&entered, &Term::zero(), &loop_.first[n]);
                    return Some(vec![(r, result), (n, rest)]);
                }
            }
        }
    }
    None
}

/// Whether something is conserved on a way, for even and for odd `n`.
fn is_conserved(
    prover: &mut Prover,
    loop_: &LoopProblem,
    body: &Body,
    bounds: &[Condition],
    ([r, x, n], conserved): ([usize; 3], Conserved),
) -> bool {
    let half = Symbol::integer("•half");
    (0..2).all(|parity| {
        let exponent = Term::symbol(&half).scaled(&RBig::from(2)).plus_int(parity);
        let put = |term: &Term| term.with_symbol(&loop_.symbols[n], &exponent);
        let mut facts: Vec<Condition> = assumed(loop_, bounds, body)
            .iter()
            .map(|fact| fact.with_symbol(&loop_.symbols[n], &exponent))
            .collect();
        facts.push(Condition::ge(&Term::symbol(&half)));
        if prover.contradict(&facts) {
            return true;
        }
        let (base, result) = (Term::symbol(&loop_.symbols[x]), Term::symbol(&loop_.symbols[r]));
        let before = conserved(&result, &base, &exponent);
        let after = conserved(&put(&body.updates[r]), &put(&body.updates[x]), &put(&body.updates[n]));
        prover.equal(&facts, &before, &after)
    })
}
