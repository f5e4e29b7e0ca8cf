//! Assertions as formulas: terms, connectives, and quantifiers over ranges of integers.
//!
//! Formulas are in negation normal form: negation stands in terms only. The variable of a quantifier is a symbol of
//! its own that occurs nowhere else, so that substitution captures nothing.

use rustc_hash::FxHashMap;
use sextant_expr::{Table, TermId};
use sextant_notation::{Formula as Shown, Kind};

/// A formula.
#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    /// A term of sort Bool.
    Term(TermId),
    /// All of them.
    And(Vec<Formula>),
    /// One of them.
    Or(Vec<Formula>),
    /// A quantifier.
    Quantified(Box<Quantified>),
}

/// A quantifier over a range.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantified {
    /// All, else some.
    pub all: bool,
    /// The symbol that stands for the values.
    pub bound: TermId,
    /// The first value.
    pub low: TermId,
    /// The last value.
    pub high: TermId,
    /// The condition.
    pub body: Formula,
}

impl Formula {
    /// The negation, again in normal form.
    pub fn negated(&self, table: &mut Table) -> Formula {
        match self {
            Formula::Term(term) => Formula::Term(table.not(*term)),
            Formula::And(parts) => Formula::Or(parts.iter().map(|part| part.negated(table)).collect()),
            Formula::Or(parts) => Formula::And(parts.iter().map(|part| part.negated(table)).collect()),
            Formula::Quantified(quantified) => {
                let Quantified { all, bound, low, high, body } = &**quantified;
                let body = body.negated(table);
                Formula::Quantified(Box::new(Quantified {
                    all: !all,
                    bound: *bound,
                    low: *low,
                    high: *high,
                    body,
                }))
            }
        }
    }

    /// The formula with terms replaced.
    pub fn substituted(&self, table: &mut Table, replaced: &mut FxHashMap<TermId, TermId>) -> Formula {
        match self {
            Formula::Term(term) => Formula::Term(table.substitute(*term, replaced)),
            Formula::And(parts) => {
                Formula::And(parts.iter().map(|part| part.substituted(table, replaced)).collect())
            }
            Formula::Or(parts) => {
                Formula::Or(parts.iter().map(|part| part.substituted(table, replaced)).collect())
            }
            Formula::Quantified(quantified) => {
                let Quantified { all, bound, low, high, body } = &**quantified;
                Formula::Quantified(Box::new(Quantified {
                    all: *all,
                    bound: *bound,
                    low: table.substitute(*low, replaced),
                    high: table.substitute(*high, replaced),
                    body: body.substituted(table, replaced),
                }))
            }
        }
    }

    /// The same with its terms simplified, joined where they stand side by side, and without what is plainly true or
    /// false.
    pub fn simplified(&self, table: &mut Table) -> Formula {
        match self {
            Formula::Term(term) => Formula::Term(table.simplify(*term)),
            Formula::And(parts) => joined(table, parts, true),
            Formula::Or(parts) => joined(table, parts, false),
            Formula::Quantified(quantified) => {
                let Quantified { all, bound, low, high, body } = &**quantified;
                Formula::Quantified(Box::new(Quantified {
                    all: *all,
                    bound: *bound,
                    low: table.simplify(*low),
                    high: table.simplify(*high),
                    body: body.simplified(table),
                }))
            }
        }
    }

    /// Its terms, those of ranges included.
    pub fn terms(&self) -> Vec<TermId> {
        match self {
            Formula::Term(term) => vec![*term],
            Formula::And(parts) | Formula::Or(parts) => parts.iter().flat_map(Formula::terms).collect(),
            Formula::Quantified(quantified) => {
                let mut found = quantified.body.terms();
                found.extend([quantified.low, quantified.high]);
                found
            }
        }
    }

    /// The term, if there is no quantifier.
    pub fn as_term(&self, table: &mut Table) -> Option<TermId> {
        match self {
            Formula::Term(term) => Some(*term),
            Formula::And(parts) => {
                let parts = parts.iter().map(|part| part.as_term(table)).collect::<Option<Vec<_>>>()?;
                Some(table.and(&parts))
            }
            Formula::Or(parts) => {
                let parts = parts.iter().map(|part| part.as_term(table)).collect::<Option<Vec<_>>>()?;
                Some(table.or(&parts))
            }
            Formula::Quantified(_) => None,
        }
    }

    /// Text, with the terms simplified.
    pub fn show(&self, table: &mut Table) -> String {
        self.shown(table).to_string()
    }

    /// As it is shown, with the terms simplified.
    pub fn shown(&self, table: &mut Table) -> Shown {
        let simple = |table: &mut Table, term: TermId| {
            let simple = table.simplify(term);
            table.formula(simple)
        };
        match self {
            Formula::Term(term) => simple(table, *term),
            Formula::And(parts) => {
                Shown::new(Kind::And, parts.iter().map(|part| part.shown(table)).collect::<Vec<_>>())
            }
            Formula::Or(parts) => {
                Shown::new(Kind::Or, parts.iter().map(|part| part.shown(table)).collect::<Vec<_>>())
            }
            Formula::Quantified(quantified) => {
                let Quantified { all, bound, low, high, body } = &**quantified;
                let [low, high] = [*low, *high].map(|term| simple(table, term));
                let operands = [table.formula(*bound), low, high, body.shown(table)];
                Shown::new(Kind::Quantified { all: *all }, operands)
            }
        }
    }

    /// Whether a range in it mentions the term, or a term in it is the given one.
    pub fn mentions(&self, table: &Table, wanted: TermId) -> bool {
        match self {
            Formula::Term(term) => occurs(table, *term, wanted),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|part| part.mentions(table, wanted)),
            Formula::Quantified(quantified) => {
                occurs(table, quantified.low, wanted)
                    || occurs(table, quantified.high, wanted)
                    || quantified.body.mentions(table, wanted)
            }
        }
    }
}

/// A conjunction or disjunction of simplified parts, inner ones of the same kind opened.
fn joined(table: &mut Table, parts: &[Formula], all: bool) -> Formula {
    let mut terms = Vec::new();
    let mut rest: Vec<Formula> = Vec::new();
    let mut waiting: Vec<Formula> = parts.iter().rev().map(|part| part.simplified(table)).collect();
    while let Some(part) = waiting.pop() {
        match part {
            Formula::Term(term) => terms.push(term),
            Formula::And(inner) if all => waiting.extend(inner.into_iter().rev()),
            Formula::Or(inner) if !all => waiting.extend(inner.into_iter().rev()),
            other if !rest.contains(&other) => rest.push(other),
            _ => {}
        }
    }
    let term = match terms[..] {
        [] => table.boolean(all),
        [only] => only,
        _ if all => table.and(&terms),
        _ => table.or(&terms),
    };
    let term = table.simplify(term);
    match table.as_bool(term) {
        Some(truth) if truth != all => return Formula::Term(term),
        Some(_) if !rest.is_empty() => {}
        _ => rest.insert(0, Formula::Term(term)),
    }
    match rest.pop() {
        Some(only) if rest.is_empty() => only,
        Some(last) => {
            rest.push(last);
            if all { Formula::And(rest) } else { Formula::Or(rest) }
        }
        None => Formula::Term(term),
    }
}

/// Whether a term occurs in another.
pub fn occurs(table: &Table, term: TermId, wanted: TermId) -> bool {
    table.parts(&[term]).any(|part| part == wanted)
}
