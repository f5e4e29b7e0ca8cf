//! Terms without the choices and remainders that facts settle.

use sextant_algebra::{Atom, Condition, Relation, Term};

use super::prove::{Prover, with};

/// Whether there is nothing in a term that facts could settle.
pub(super) fn is_settled(term: &Term) -> bool {
    term.top_atoms().iter().all(|atom| match atom {
        Atom::Choice(..) | Atom::Mod(..) => false,
        Atom::Floor(a, b) => is_settled(a) && is_settled(b),
        _ => true,
    })
}

/// A term without the choices and remainders that facts settle, also inside quotients, remainders and choices.
pub(super) fn refined(prover: &mut Prover, facts: &[Condition], term: &Term) -> Term {
    term.with_atoms(|atom| match atom {
        Atom::Mod(inner, by) => {
            let (inside, below) = (refined(prover, facts, inner), refined(prover, facts, by));
            let idle = by.as_int().is_some() && prover.is_remainder(facts, &inside, by);
            let changed = inside != *inner || below != *by;
            if idle { Some(inside) } else { changed.then(|| Term::modulo(&inside, &below)) }
        }
        Atom::Floor(a, b) if !(is_settled(a) && is_settled(b)) => {
            Some(Term::floor_div(&refined(prover, facts, a), &refined(prover, facts, b)))
        }
        Atom::Choice(condition, yes, no) => match prover.decides(facts, condition) {
            Some(holds) => Some(refined(prover, facts, if holds { yes } else { no })),
            None if is_idle(facts, condition, yes, no) => Some(no.clone()),
            None => {
                let mut branch = |condition: &Condition, value: &Term| match is_settled(value) {
                    true => value.clone(),
                    false => refined(prover, &with(facts, condition), value),
                };
                let (yes, no) = (branch(condition, yes), branch(&condition.negated(), no));
                let condition = settled_parts(prover, facts, condition);
                Some(Term::choice(&condition, &yes, &no))
            }
        },
        _ => None,
    })
}

/// A condition without the parts that facts settle.
pub(super) fn settled_parts(prover: &mut Prover, facts: &[Condition], condition: &Condition) -> Condition {
    let mut each = |parts: &[Condition]| -> Vec<Condition> {
        parts.iter().map(|part| settled_parts(prover, facts, part)).collect()
    };
    match condition {
        Condition::And(parts) => Condition::all(each(parts)),
        Condition::Or(parts) => Condition::any(each(parts)),
        part => match prover.decides(facts, part) {
            Some(true) => Condition::True,
            Some(false) => Condition::False,
            None => part.clone(),
        },
    }
}

/// Whether a choice makes no difference because its condition leaves one value to a symbol, for which both are the same.
fn is_idle(facts: &[Condition], condition: &Condition, yes: &Term, no: &Term) -> bool {
    let both = Condition::all(with(facts, condition));
    both.conjuncts().iter().any(|part| {
        let Condition::Compare(Relation::Eq, term) = part else { return false };
        let Some((Atom::Symbol(symbol), coefficients)) = term.as_univariate() else { return false };
        let [constant, slope] = &coefficients[..] else { return false };
        let value = Term::rational(-constant / slope);
        yes.with_symbol(&symbol, &value) == no.with_symbol(&symbol, &value)
    })
}
