//! Sequences, systems, searches and arrays: the larger things that atoms refer to.

use std::sync::Arc;

use dashu_base::Signed;
use dashu_ratio::RBig;

use crate::{Condition, Relation, Symbol, Term};

/// A sequence with `s(n+d) = c₀ s(n) + … + c₍d₋₁₎ s(n+d-1)` and given first members.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sequence {
    /// The coefficients from `s(n)` up.
    pub coefficients: Vec<RBig>,
    /// The members `s(0) … s(d-1)`.
    pub first: Vec<Term>,
}

/// Simultaneous updates of numbers and arrays: an exact recurrence.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct System {
    /// The updated numbers; bound in the updates.
    pub symbols: Vec<Symbol>,
    /// Their values after a step.
    pub updates: Vec<Term>,
    /// Their values at the start.
    pub first: Vec<Term>,
    /// The updated arrays, bound in the updates, with their values after a step and at the start.
    pub arrays: Vec<(Arc<str>, Array, Array)>,
}

/// The least value of the bound symbol, from zero up, for which a condition holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Search {
    /// The bound symbol.
    pub index: Symbol,
    /// What is looked for.
    pub condition: Condition,
}

impl Search {
    /// Whether it surely finds something: one of the conditions it looks for comes with the index (`t ≥ n`).
    pub fn is_certain(&self) -> bool {
        self.bounds().next().is_some()
    }

    /// For conditions it looks for that hold from some index on: these, as `t + bound ≥ 0` or `> 0`.
    pub fn bounds(&self) -> impl Iterator<Item = (Relation, Term)> + '_ {
        let ways = match &self.condition {
            Condition::Or(ways) => &ways[..],
            other => std::slice::from_ref(other),
        };
        ways.iter().filter_map(|way| {
            let Condition::Compare(relation @ (Relation::Ge | Relation::Gt), term) = way else { return None };
            let [bound, slope] = &term.coefficients(&self.index)?[..] else { return None };
            let slope = slope.as_constant().filter(RBig::is_positive)?;
            Some((*relation, bound.scaled(&(RBig::ONE / slope))))
        })
    }
}

/// An array with integer subscripts, one for each dimension.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Array {
    /// An array that is given; the flag says whether its elements are integers.
    Symbol(Arc<str>, bool),
    /// Another array with one element changed.
    Store(Arc<(Array, Vec<Term>, Term)>),
    /// The element of each subscript by a term in the bound symbols.
    Lambda(Arc<(Vec<Symbol>, Term)>),
    /// One of two.
    Choice(Arc<(Condition, Array, Array)>),
    /// An array of a system after a number of steps.
    Iterate(Arc<System>, usize, Box<Term>),
}

impl Array {
    /// The array whose element at the symbols is the body.
    pub fn lambda(index: &[Symbol], body: &Term) -> Array {
        // An array made of the elements of another one is that one.
        if let Some(crate::Atom::Element(array, at)) = body.as_atom()
            && at.len() == index.len()
            && at.iter().zip(index).all(|(at, symbol)| at.as_symbol() == Some(symbol))
            && !array.mentions_any(&|symbol| index.contains(symbol))
        {
            return array.clone();
        }
        let (index, body) = crate::substitute::bind_all(index, body);
        Array::Lambda(Arc::new((index, body)))
    }

    /// The array with one element changed.
    pub fn store(array: &Array, index: &[Term], value: &Term) -> Array {
        if let Array::Store(inner) = array
            && inner.1 == index
        {
            return Array::store(&inner.0, index, value);
        }
        Array::Store(Arc::new((array.clone(), index.to_vec(), value.clone())))
    }

    /// `if c then a else b`
    pub fn choice(condition: &Condition, yes: &Array, no: &Array) -> Array {
        match condition {
            Condition::True => yes.clone(),
            Condition::False => no.clone(),
            _ if yes == no => yes.clone(),
            _ => Array::Choice(Arc::new((condition.clone(), yes.clone(), no.clone()))),
        }
    }

    /// Whether elements are integers.
    pub fn has_integers(&self) -> bool {
        match self {
            Array::Symbol(_, integer) => *integer,
            Array::Store(inner) => inner.0.has_integers(),
            Array::Choice(inner) => inner.1.has_integers(),
            Array::Iterate(system, at, _) => system.arrays[*at].2.has_integers(),
            Array::Lambda(inner) => inner.1.is_integer_valued(),
        }
    }

    /// The element at subscripts, one for each dimension.
    pub fn element(&self, index: &[Term]) -> Term {
        match self {
            Array::Symbol(..) | Array::Iterate(..) => {
                Term::atom(crate::Atom::Element(self.clone(), index.to_vec()))
            }
            Array::Store(inner) => {
                let (array, at, value) = &**inner;
                let same =
                    Condition::all(at.iter().zip(index).map(|(at, index)| Condition::eq(&at.minus(index))));
                if same == Condition::True {
                    return value.clone();
                }
                Term::choice(&same, value, &array.element(index))
            }
            Array::Lambda(inner) => crate::Substitution::of_all(&inner.0, index).term(&inner.1),
            Array::Choice(inner) => {
                let (condition, yes, no) = &**inner;
                Term::choice(condition, &yes.element(index), &no.element(index))
            }
        }
    }
}
