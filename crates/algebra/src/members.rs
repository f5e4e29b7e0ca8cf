//! Members of linear recurrences as people write them: a combination of members of sequences with one recurrence is a
//! member of one sequence, and Fibonacci's numbers have a name.

use std::collections::BTreeMap;
use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::{Atom, Sequence, Term};

/// How far a sequence may be moved against Fibonacci's to be called by that name.
const FARTHEST: i64 = 12;

/// Multiples of sequences that have one recurrence.
type Members = Vec<(RBig, Arc<Sequence>)>;

/// The term with each sum of multiples of members at the same place, by the same recurrence, as one member.
pub(crate) fn joined(term: &Term) -> Term {
    let mut groups: BTreeMap<(Vec<RBig>, Term), Members> = BTreeMap::new();
    for (monomial, coefficient) in term.parts() {
        if let [(Atom::Sequence(sequence, index), 1)] = monomial.factors() {
            let group = groups.entry((sequence.coefficients.clone(), index.clone())).or_default();
            group.push((coefficient.clone(), sequence.clone()));
        }
    }
    let mut result = term.clone();
    for ((coefficients, index), members) in groups.into_iter().filter(|(_, members)| members.len() > 1) {
        let mut first = vec![Term::zero(); coefficients.len()];
        for (factor, sequence) in &members {
            let member = Term::atom(Atom::Sequence(sequence.clone(), index.clone()));
            result = result.minus(&member.scaled(factor));
            for (sum, own) in first.iter_mut().zip(&sequence.first) {
                *sum = sum.plus(&own.scaled(factor));
            }
        }
        let sequence = Arc::new(Sequence { coefficients, first });
        result = result.plus(&Term::atom(Atom::Sequence(sequence, index)));
    }
    result
}

/// By how many places a sequence runs before Fibonacci's numbers, if it is that sequence.
pub(crate) fn fibonacci_shift(sequence: &Sequence) -> Option<i64> {
    if sequence.coefficients != [RBig::ONE, RBig::ONE] {
        return None;
    }
    let first: Vec<IBig> = sequence.first.iter().map(Term::as_int).collect::<Option<_>>()?;
    // The member at -FARTHEST; the signs of those below zero alternate.
    let (mut a, mut b) = (IBig::ZERO, IBig::ONE);
    for _ in 0..FARTHEST {
        (a, b) = (&b - &a, a);
    }
    for shift in -FARTHEST..=FARTHEST {
        if first == [a.clone(), b.clone()] {
            return Some(shift);
        }
        (a, b) = (b.clone(), a + b);
    }
    None
}
