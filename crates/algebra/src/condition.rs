//! Conditions on terms.
//!
//! Invariants
//! - Comparisons have zero on the right side. Over integers `>` does not occur and coefficients are integers
//!   without a common divisor; every comparison among integer symbols is between integer values.
//! - `And` and `Or` hold at least two parts, sorted and distinct, none of them constant.

use std::sync::Arc;

use dashu_base::Signed;
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::term::floor_div;
use crate::{Search, Term};

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
    /// The search finds something.
    Ever(Arc<Search>),
    /// The search finds nothing.
    Never(Arc<Search>),
}

impl Condition {
    /// `t ≥ 0`
    pub fn ge(term: &Term) -> Condition {
        compare(Relation::Ge, term)
    }

    /// `t > 0`
    pub fn gt(term: &Term) -> Condition {
        compare(Relation::Gt, term)
    }

    /// `t = 0`
    pub fn eq(term: &Term) -> Condition {
        compare(Relation::Eq, term)
    }

    /// `t ≠ 0`
    pub fn ne(term: &Term) -> Condition {
        compare(Relation::Ne, term)
    }

    /// `a ≤ b`
    pub fn at_most(a: &Term, b: &Term) -> Condition {
        Condition::ge(&b.minus(a))
    }

    /// `a < b`
    pub fn less(a: &Term, b: &Term) -> Condition {
        Condition::gt(&b.minus(a))
    }

    /// A comparison with zero.
    pub fn compare(relation: Relation, term: &Term) -> Condition {
        compare(relation, term)
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

    /// All of them.
    pub fn all(parts: impl IntoIterator<Item = Condition>) -> Condition {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Condition::True => {}
                Condition::False => return Condition::False,
                Condition::And(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        all.sort();
        all.dedup();
        if all.iter().any(|part| all.binary_search(&part.negated()).is_ok()) {
            return Condition::False;
        }
        match all.len() {
            0 => Condition::True,
            1 => all.remove(0),
            _ => Condition::And(all),
        }
    }

    /// One of them.
    pub fn any(parts: impl IntoIterator<Item = Condition>) -> Condition {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Condition::False => {}
                Condition::True => return Condition::True,
                Condition::Or(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        all.sort();
        all.dedup();
        if all.iter().any(|part| all.binary_search(&part.negated()).is_ok()) {
            return Condition::True;
        }
        match all.len() {
            0 => Condition::False,
            1 => all.remove(0),
            _ => Condition::Or(all),
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

/// The canonical comparison.
fn compare(relation: Relation, term: &Term) -> Condition {
    let holds = |sign: std::cmp::Ordering| match relation {
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
            condition.and(&compare(relation, &yes)),
            condition.negated().and(&compare(relation, &no)),
        ]);
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
    if matches!(relation, Relation::Eq | Relation::Ne) && leading_is_negative(&term) {
        term = term.negated();
    }
    Condition::Compare(relation, term)
}

fn leading_is_negative(term: &Term) -> bool {
    term.parts().last().is_some_and(|(_, value)| value.is_negative())
}
