//! Conditions on terms.
//!
//! Invariants
//! - Comparisons have zero on the right side. Over integers `>` does not occur and coefficients are integers
//!   without a common divisor; every comparison among integer symbols is between integer values.
//! - `And` and `Or` hold at least two parts, sorted and distinct, none of them constant.

use std::cmp::Ordering;
use std::sync::Arc;

use dashu_base::Signed;
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::term::floor_div;
use crate::{Atom, Monomial, Search, Term};

/// How a term stands to zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    /// `= 0`
    Eq,
    /// `≠ 0`
    Ne,
    /// `≥ 0`
    Ge,
    /// `> 0`
    Gt,
}

/// A truth value as an expression of symbols.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Condition {
    /// Always.
    True,
    /// Never.
    False,
    /// The term stands so to zero.
    Compare(Relation, Term),
    /// All of them.
    And(Vec<Condition>),
    /// One of them.
    Or(Vec<Condition>),
    /// The search finds something; that is not plain from what it looks for.
    Ever(Arc<Search>),
    /// The search finds nothing.
    Never(Arc<Search>),
}

impl Condition {
    /// `t ≥ 0`
    pub fn ge(term: &Term) -> Condition {
        Condition::compare(Relation::Ge, term)
    }

    /// `t > 0`
    pub fn gt(term: &Term) -> Condition {
        Condition::compare(Relation::Gt, term)
    }

    /// `t = 0`
    pub fn eq(term: &Term) -> Condition {
        Condition::compare(Relation::Eq, term)
    }

    /// `t ≠ 0`
    pub fn ne(term: &Term) -> Condition {
        Condition::compare(Relation::Ne, term)
    }

    /// `a ≤ b`
    pub fn at_most(a: &Term, b: &Term) -> Condition {
        Condition::ge(&b.minus(a))
    }

    /// `a < b`
    pub fn less(a: &Term, b: &Term) -> Condition {
        Condition::gt(&b.minus(a))
    }

    /// A comparison with zero, in canonical form.
    pub fn compare(relation: Relation, term: &Term) -> Condition {
        let holds = |sign: Ordering| match relation {
            Relation::Eq => sign.is_eq(),
            Relation::Ne => sign.is_ne(),
            Relation::Ge => sign.is_ge(),
            Relation::Gt => sign.is_gt(),
        };
        if let Some(value) = term.as_constant() {
            return if holds(value.cmp(&RBig::ZERO)) { Condition::True } else { Condition::False };
        }
        if let Some(split) = term.lifted_choice() {
            let (condition, yes, no) = split;
            return Condition::any([
                condition.and(&Condition::compare(relation, &yes)),
                condition.negated().and(&Condition::compare(relation, &no)),
            ]);
        }
        let term = term.recombined();
        if term.as_constant().is_some() {
            return Condition::compare(relation, &term);
        }
        // Over integers everything is scaled to an integer value first, so that `>` can become `≥`.
        let integer = term.has_integer_atoms();
        let mut term = term.scaled(&RBig::from(term.denominator()));
        let mut relation = relation;
        if integer && relation == Relation::Gt {
            term = term.plus_int(-1);
            relation = Relation::Ge;
        }
        let content = term.content();
        if content > IBig::ONE {
            let constant = term.constant_part();
            let shared = RBig::from(content.clone());
            if integer && relation == Relation::Ge {
                let rest = term.minus(&Term::rational(constant.clone())).scaled(&(RBig::ONE / shared));
                term = rest.plus(&Term::int(floor_div(constant.numerator(), &content)));
            } else if integer && !(constant.numerator() % &content).is_zero() {
                return if relation == Relation::Eq { Condition::False } else { Condition::True };
            } else {
                term = term.scaled(&(RBig::ONE / shared));
            }
        }
        if let (Relation::Ge, Some(dividend)) = (relation, term.without_quotient()) {
            return Condition::compare(relation, &dividend);
        }
        if matches!(relation, Relation::Eq | Relation::Ne) && leading_is_negative(&term) {
            term = term.negated();
        }
        Condition::Compare(relation, term)
    }

    /// The opposite.
    pub fn negated(&self) -> Condition {
        match self {
            Condition::True => Condition::False,
            Condition::False => Condition::True,
            Condition::Compare(Relation::Eq, term) => Condition::ne(term),
            Condition::Compare(Relation::Ne, term) => Condition::eq(term),
            Condition::Compare(Relation::Ge, term) => Condition::gt(&term.negated()),
            Condition::Compare(Relation::Gt, term) => Condition::ge(&term.negated()),
            Condition::And(parts) => Condition::any(parts.iter().map(Condition::negated)),
            Condition::Or(parts) => Condition::all(parts.iter().map(Condition::negated)),
            Condition::Ever(search) => Condition::Never(search.clone()),
            Condition::Never(search) => Condition::Ever(search.clone()),
        }
    }

    /// The search finds something.
    pub fn ever(search: Arc<Search>) -> Condition {
        match search.condition {
            Condition::False => Condition::False,
            _ if search.is_certain() => Condition::True,
            _ => Condition::Ever(search),
        }
    }

    /// All of them.
    pub fn all(parts: impl IntoIterator<Item = Condition>) -> Condition {
        junction(parts, Condition::True, Condition::False)
    }

    /// One of them.
    pub fn any(parts: impl IntoIterator<Item = Condition>) -> Condition {
        junction(parts, Condition::False, Condition::True)
    }

    /// The same for readers: `n ≠ 0` beside `n ≥ 0` is `n > 0`. Loops are recognised by what their ways have in common,
    /// which is why conditions are not always so.
    pub fn tidied(&self) -> Condition {
        match self {
            Condition::And(parts) => {
                let mut parts: Vec<Condition> = parts.iter().map(Condition::tidied).collect();
                move_bounds(&mut parts, Relation::Ne, 0, -1);
                Condition::all(parts)
            }
            Condition::Or(parts) => Condition::any(parts.iter().map(Condition::tidied)),
            other => other.clone(),
        }
    }

    /// The condition with other terms in its comparisons.
    pub fn with_terms(&self, value: &mut dyn FnMut(&Term) -> Term) -> Condition {
        let mut each =
            |parts: &[Condition]| parts.iter().map(|part| part.with_terms(value)).collect::<Vec<_>>();
        match self {
            Condition::Compare(relation, term) => Condition::compare(*relation, &value(term)),
            Condition::And(parts) => Condition::all(each(parts)),
            Condition::Or(parts) => Condition::any(each(parts)),
            other => other.clone(),
        }
    }

    /// Both.
    pub fn and(&self, other: &Condition) -> Condition {
        Condition::all([self.clone(), other.clone()])
    }

    /// The parts of which all must hold.
    pub fn conjuncts(&self) -> Vec<Condition> {
        match self {
            Condition::True => Vec::new(),
            Condition::And(parts) => parts.clone(),
            other => vec![other.clone()],
        }
    }
}

/// A conjunction or disjunction: of nothing it is `empty`; `absorbing` settles it, as do opposites.
fn junction(parts: impl IntoIterator<Item = Condition>, empty: Condition, absorbing: Condition) -> Condition {
    let is_or = absorbing == Condition::True;
    let mut all = Vec::new();
    for part in parts {
        match part {
            Condition::And(inner) if !is_or => all.extend(inner),
            Condition::Or(inner) if is_or => all.extend(inner),
            part if part == empty => {}
            part if part == absorbing => return absorbing,
            other => all.push(other),
        }
    }
    if is_or {
        merge_alternatives(&mut all);
    }
    absorb(&mut all, if is_or { Ordering::Greater } else { Ordering::Less });
    all.sort();
    all.dedup();
    if has_opposites(&all) {
        return absorbing;
    }
    match all.len() {
        0 => empty,
        1 => all.remove(0),
        _ if is_or => Condition::Or(all),
        _ => Condition::And(all),
    }
}

/// Whether one of sorted conditions is the opposite of another. Nested ones are not tried: their opposites would be
/// made at every level again, which doubles the work with each.
fn has_opposites(parts: &[Condition]) -> bool {
    let is_flat = |part: &Condition| match part {
        Condition::And(inner) | Condition::Or(inner) => {
            !inner.iter().any(|part| matches!(part, Condition::And(_) | Condition::Or(_)))
        }
        _ => true,
    };
    // Opposite comparisons are of the same products: most parts need no opposite to be made.
    let has_rival = |part: &Condition| match part {
        Condition::Compare(_, term) => parts.iter().any(|other| match other {
            Condition::Compare(_, rival) => !std::ptr::eq(part, other) && products(term).eq(products(rival)),
            _ => false,
        }),
        _ => true,
    };
    parts.iter().any(|part| is_flat(part) && has_rival(part) && parts.binary_search(&part.negated()).is_ok())
}

/// The products of a term without the constant.
fn products(term: &Term) -> impl Iterator<Item = &Monomial> {
    term.parts().map(|(monomial, _)| monomial).filter(|monomial| !monomial.is_one())
}

/// More parts than this are not compared with one another.
const MOST_ABSORBED: usize = 40;

/// Drops bounds of a term beside a bound of the same term that settles them: the less constant part is the stronger
/// condition, the greater one the weaker. Two bounds that leave one value become an equation.
fn absorb(parts: &mut Vec<Condition>, kept: Ordering) {
    if parts.len() < 2 || parts.len() > MOST_ABSORBED {
        return;
    }
    let mut at = 0;
    while at < parts.len() {
        let settled = parts.iter().enumerate().any(|(other, part)| {
            other != at && bound_order(part, &parts[at]).is_some_and(|order| order == kept)
        });
        if settled {
            parts.remove(at);
        } else {
            at += 1;
        }
    }
    if kept == Ordering::Less {
        join_bounds(parts);
    } else {
        move_bounds(parts, Relation::Eq, -1, 0);
    }
}

/// Over integers, `t = 0` beside `t > 0` makes `t ≥ 0` of both where one is enough, and `t ≠ 0` beside `t ≥ 0` makes
/// `t > 0` where both must hold: a bound `t + before ≥ 0` becomes `t + after ≥ 0`.
fn move_bounds(parts: &mut Vec<Condition>, relation: Relation, before: i64, after: i64) {
    let point = |part: &Condition| match part {
        Condition::Compare(own, term) if *own == relation && is_short(term) && term.has_integer_atoms() => {
            Some(term.clone())
        }
        _ => None,
    };
    let points: Vec<Term> = parts.iter().filter_map(point).collect();
    for term in points {
        for side in [term.clone(), term.negated()] {
            let bound = Condition::Compare(Relation::Ge, side.plus_int(before));
            if let Some(at) = parts.iter().position(|part| *part == bound) {
                parts[at] = Condition::Compare(Relation::Ge, side.plus_int(after));
                parts.retain(|part| *part != Condition::Compare(relation, term.clone()));
                break;
            }
        }
    }
}

/// Alternatives that differ in one part become one where these parts do (`n = 0` and `n > 0`), and one that is stronger
/// than another is dropped.
fn merge_alternatives(all: &mut Vec<Condition>) {
    let is_joint = |part: &Condition| matches!(part, Condition::And(_));
    if all.len() > MOST_ABSORBED || all.iter().filter(|part| is_joint(part)).count() < 2 {
        return;
    }
    let mut at = 0;
    while at < all.len() {
        let merged = (at + 1..all.len()).find_map(|other| Some((other, merged(&all[at], &all[other])?)));
        match merged {
            Some((other, condition)) => {
                all.remove(other);
                all.remove(at);
                all.push(condition);
                at = 0;
            }
            None => at += 1,
        }
    }
}

/// One condition without `or` for two of which one must hold.
fn merged(left: &Condition, right: &Condition) -> Option<Condition> {
    let (Condition::And(left), Condition::And(right)) = (left, right) else { return None };
    let own = |parts: &[Condition], others: &[Condition]| -> Vec<Condition> {
        parts.iter().filter(|part| others.binary_search(part).is_err()).cloned().collect()
    };
    let (only_left, only_right) = (own(left, right), own(right, left));
    match (&only_left[..], &only_right[..]) {
        ([], _) => Some(Condition::And(left.clone())),
        (_, []) => Some(Condition::And(right.clone())),
        ([a], [b]) => {
            let joined = Condition::any([a.clone(), b.clone()]);
            let common = left.iter().filter(|part| *part != a).cloned();
            (!matches!(joined, Condition::Or(_))).then(|| Condition::all(common.chain([joined])))
        }
        _ => None,
    }
}

/// Whether a term is quickly compared with another: it contains no recurrence or search.
fn is_short(term: &Term) -> bool {
    let long = |atom: &Atom| {
        matches!(
            atom,
            Atom::Iterate(..)
                | Atom::Least(_)
                | Atom::Sum(_)
                | Atom::Product(_)
                | Atom::Fold(_)
                | Atom::Choice(..)
        )
    };
    term.parts().all(|(monomial, _)| !monomial.factors().iter().any(|(atom, _)| long(atom)))
}

/// How the constant parts compare, if both are bounds of the same kind of the same term.
fn bound_order(left: &Condition, right: &Condition) -> Option<Ordering> {
    let (Condition::Compare(a, left), Condition::Compare(b, right)) = (left, right) else { return None };
    let is_bound = a == b && matches!(a, Relation::Ge | Relation::Gt) && is_short(left) && is_short(right);
    let rest = |(monomial, _): &(&Monomial, &RBig)| !monomial.is_one();
    let same = is_bound && left.parts().filter(rest).eq(right.parts().filter(rest));
    same.then(|| left.constant_part().cmp(&right.constant_part()))
}

/// `t ≥ 0` and `-t ≥ 0` are `t = 0`.
fn join_bounds(parts: &mut Vec<Condition>) {
    let at_least = |part: &Condition| match part {
        Condition::Compare(Relation::Ge, term) if is_short(term) => Some(term.clone()),
        _ => None,
    };
    let bounds: Vec<Term> = parts.iter().filter_map(at_least).collect();
    for (position, term) in bounds.iter().enumerate() {
        let opposite = term.negated();
        let equation = Condition::eq(term);
        if matches!(equation, Condition::Compare(..)) && bounds[position + 1..].contains(&opposite) {
            let bound = |part: &Condition| at_least(part).is_some_and(|own| own == *term || own == opposite);
            parts.retain(|part| !bound(part));
            parts.push(equation);
        }
    }
}

fn leading_is_negative(term: &Term) -> bool {
    term.parts().last().is_some_and(|(_, value)| value.is_negative())
}
