//! From the values of the tableau to a model, or to the reason why they are none.

use std::sync::Arc;

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sextant_expr::{ArrayValue, Assignment, Evaluation, Number, Op, Sort, SymbolId, Table, TermId, Value};

use super::facts::Facts;
use crate::Model;

/// What became of the values.
pub(super) enum Candidate {
    /// A model of everything asserted.
    Confirmed(Model),
    /// Two elements of one array at one index have different values.
    Clash(TermId, TermId),
    /// An approximated condition does not hold.
    Refuted,
}

/// Smaller and smaller values for ε are tried this often.
const EPSILON_TRIALS: usize = 4;

/// Makes a model of the present values.
pub(super) fn candidate(table: &mut Table, facts: &Facts) -> Candidate {
    let infinitesimal = facts.compiler.simplex.has_infinitesimals();
    let mut epsilon = if infinitesimal { facts.compiler.simplex.epsilon() } else { Number::ONE };
    let half = Number::from(2).inverse();
    for _ in 0..EPSILON_TRIALS {
        let mut builder = Builder::new(table, facts, &epsilon);
        if let Some((first, second)) = builder.add_elements(table, facts, &epsilon) {
            return Candidate::Clash(first, second);
        }
        let assignment = builder.finish();
        let doubtful = if infinitesimal { &facts.doubtful[..] } else { &[] };
        if doubtful.is_empty() && facts.unsure.is_empty() {
            return Candidate::Confirmed(Arc::new(assignment));
        }
        let mut evaluation = Evaluation::new(assignment);
        if doubtful
            .iter()
            .chain(&facts.unsure)
            .all(|&condition| evaluation.certainty(table, condition) == Some(true))
        {
            return Candidate::Confirmed(Arc::new(evaluation.assignment().clone()));
        }
        if !infinitesimal {
            break;
        }
        epsilon = &epsilon * &half;
    }
    Candidate::Refuted
}

struct Builder {
    assignment: Assignment,
    arrays: FxHashMap<SymbolId, ArrayValue>,
    /// Which element set an entry.
    owners: FxHashMap<(SymbolId, IBig), TermId>,
}

impl Builder {
    /// The scalar symbols. A zero need not be set, for that is what an absent symbol is.
    fn new(table: &Table, facts: &Facts, epsilon: &Number) -> Self {
        let mut assignment = Assignment::new();
        for variable in facts.compiler.simplex.all_unknowns() {
            let Some(term) = facts.compiler.meaning(variable).term else { continue };
            if let Op::Symbol(symbol) = table.op(term) {
                let value = facts.compiler.simplex.value(variable).concrete(epsilon);
                if !value.is_zero() {
                    assignment.set(*symbol, number(table.sort(term), &value));
                }
            }
        }
        for (atom, value) in facts.truths().filter(|&(_, value)| value) {
            if let Op::Symbol(symbol) = table.op(atom) {
                assignment.set(*symbol, Value::Bool(value));
            }
        }
        Self { assignment, arrays: FxHashMap::default(), owners: FxHashMap::default() }
    }

    /// The elements of arrays that occur. Operands have smaller ids than what is made of them, so that going up
    /// the ids finds the value of an inner element before the index that depends on it.
    fn add_elements(&mut self, table: &Table, facts: &Facts, epsilon: &Number) -> Option<(TermId, TermId)> {
        let numbers = facts.relevant.iter().filter_map(|&variable| {
            let term = facts.compiler.meaning(variable).term?;
            let value = facts.compiler.simplex.value(variable).concrete(epsilon);
            Some((term, number(table.sort(term), &value)))
        });
        let truths = facts.truths().map(|(atom, value)| (atom, Value::Bool(value)));
        let mut elements: Vec<(TermId, Value)> =
            numbers.chain(truths).filter(|(term, _)| *table.op(*term) == Op::Select).collect();
        elements.sort_by_key(|&(term, _)| term);
        elements.into_iter().find_map(|(term, value)| self.add_element(table, term, value))
    }

    fn add_element(&mut self, table: &Table, term: TermId, value: Value) -> Option<(TermId, TermId)> {
        let &[array, index] = table.args(term) else { return None };
        let &Op::Symbol(symbol) = table.op(array) else { return None };
        let index = match table.as_int(index) {
            Some(index) => index.clone(),
            None => self.evaluate(table, index)?,
        };
        let empty = || ArrayValue::filled(Value::default_of(value.sort()));
        let entries = self.arrays.entry(symbol).or_insert_with(empty);
        match self.owners.get(&(symbol, index.clone())) {
            Some(&owner) => (*entries.get(&index) != value).then_some((owner, term)),
            None => {
                entries.set(index.clone(), value);
                self.owners.insert((symbol, index), term);
                None
            }
        }
    }

    fn evaluate(&mut self, table: &Table, index: TermId) -> Option<IBig> {
        self.flush();
        table.evaluate(index, &self.assignment).as_int().cloned()
    }

    fn flush(&mut self) {
        for (symbol, array) in &self.arrays {
            self.assignment.set(*symbol, Value::Array(array.clone()));
        }
    }

    fn finish(mut self) -> Assignment {
        self.flush();
        self.assignment
    }
}

fn number(sort: Sort, value: &Number) -> Value {
    if sort == Sort::INT { Value::Int(value.numerator()) } else { Value::Real(value.to_rational()) }
}
