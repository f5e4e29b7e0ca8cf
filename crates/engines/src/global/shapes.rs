//! The bounds of arrays: what a procedure declares, and what its arguments decide.

use std::collections::BTreeMap;

use sextant_algebra::{Substitution, Symbol, Term, Values};
use sextant_flow::FlowGraph;
use sextant_syntax::{ArrayBounds, Bound, Type, VarId, Variable};

use super::meaning::{Bounds, Meaning};

/// The bounds of the arrays of a procedure, over the values of its parameters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shapes(BTreeMap<VarId, Bounds>);

impl Shapes {
    pub(super) fn of(graph: &FlowGraph, meaning: &mut Meaning<'_>) -> Shapes {
        let arrays = graph.variables.iter_enumerated().filter(|(_, variable)| variable.ty.is_array());
        let (own, symbols): (Vec<Symbol>, Vec<Symbol>) = meaning.first.iter().cloned().unzip();
        let symbols: Vec<Term> = symbols.iter().map(Term::symbol).collect();
        let first = Substitution::of_all(&own, &symbols);
        let mut bounds = |id| {
            let dimensions = meaning.bounds(id).into_iter();
            dimensions
                .map(|(low, high)| (low.map(|low| first.term(&low)), high.map(|high| first.term(&high))))
        };
        Shapes(arrays.map(|(id, _)| (id, bounds(id).collect())).collect())
    }

    /// A bound of one dimension; none if the array has no end of its own, or nothing is known.
    pub(super) fn bound(&self, bound: Bound, variable: VarId, dimension: usize) -> Option<&Term> {
        let (low, high) = self.0.get(&variable)?.get(dimension)?;
        if bound == Bound::Low { low.as_ref() } else { high.as_ref() }
    }

    /// The bounds of an array as numbers, where the values of parameters give them.
    pub fn bounds(&self, variable: VarId, values: &mut Values) -> Vec<(Option<i64>, Option<i64>)> {
        let mut number = |term: &Option<Term>| {
            let value = values.term(term.as_ref()?).ok()?;
            i64::try_from(sextant_algebra::as_integer(&value)?).ok()
        };
        let dimensions = self.0.get(&variable).into_iter().flatten();
        dimensions.map(|(low, high)| (number(low), number(high))).collect()
    }
}

/// The symbol of a bound that the argument decides.
pub(super) fn bound_symbol(bound: Bound, variable: &Variable, dimension: usize) -> Symbol {
    let name = &variable.name;
    let word = match (bound, &variable.ty) {
        (Bound::Low, _) => "LBOUND",
        (Bound::High, Type::Array(_, bounds)) if matches!(bounds[0], ArrayBounds::Shape { .. }) => "UBOUND",
        (Bound::High, _) => "HBOUND",
    };
    match variable.ty.rank() {
        1 => Symbol::integer(&format!("{word}({name})")),
        _ => Symbol::integer(&format!("{word}({name}, {})", dimension + 1)),
    }
}
