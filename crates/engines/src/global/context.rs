//! Contexts: states with the conditions under which they are reached.

use std::collections::BTreeMap;
use std::sync::Arc;

use sextant_algebra::{Array, Condition, Substitution, Symbol, Term};
use sextant_flow::{BlockId, FlowGraph};
use sextant_syntax::{Type, VarId};

/// The values of variables as terms over their values at the start; a variable that is absent is unchanged.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    /// Numbers and truth values (0 or 1).
    pub numbers: BTreeMap<VarId, Term>,
    /// Arrays.
    pub arrays: BTreeMap<VarId, Array>,
    /// What variables held at the entry that change later, by symbols of their own; a context that does not begin at the
    /// entry knows nothing of it.
    pub first: BTreeMap<Symbol, Term>,
}

/// A closure context: a state, the condition under which it is reached, and the loops passed on the way.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// Over the values at the start.
    pub condition: Condition,
    /// The values.
    pub state: State,
    /// The loops left behind, with the number of their passes; and loops still running, with their index.
    pub loops: Vec<Pass>,
}

impl Case {
    /// Whether its condition or one of its numbers has more symbols than this.
    pub fn is_longer_than(&self, most: usize) -> bool {
        self.condition.is_longer_than(most)
            || self.state.numbers.values().any(|number| number.is_longer_than(most))
    }
}

/// What is known about one loop on the way to a point.
#[derive(Clone, PartialEq, Debug)]
pub struct Pass {
    /// The head of the loop.
    pub head: BlockId,
    /// How many times control went round, or the symbol that counts it while the loop is running.
    pub count: Term,
    /// Whether control is still inside.
    pub running: bool,
    /// Variables that keep an exact recurrence, shown as equations.
    pub recurrences: Vec<String>,
    /// Expressions that have a closed form though their parts have none.
    pub relations: Vec<(String, String)>,
    /// What should be said.
    pub notes: Vec<String>,
}

/// The symbol of a variable: its value at the start.
pub fn symbol_of(graph: &FlowGraph, variable: VarId) -> Symbol {
    let variable = &graph.variables[variable];
    Symbol { name: variable.name.as_str().into(), integer: is_integer(&variable.ty) }
}

/// Whether values of a type are integers (truth values are 0 and 1).
pub fn is_integer(ty: &Type) -> bool {
    matches!(ty.scalar(), Type::Int(_) | Type::Logical)
}

impl State {
    /// The value of a number.
    pub fn number(&self, graph: &FlowGraph, variable: VarId) -> Term {
        match self.numbers.get(&variable) {
            Some(term) => term.clone(),
            None => Term::symbol(&symbol_of(graph, variable)),
        }
    }

    /// The value of an array.
    pub fn array(&self, graph: &FlowGraph, variable: VarId) -> Array {
        match self.arrays.get(&variable) {
            Some(array) => array.clone(),
            None => {
                let symbol = symbol_of(graph, variable);
                Array::Symbol(symbol.name, symbol.integer)
            }
        }
    }

    /// The values as a substitution for the symbols of the variables.
    pub fn substitution(&self, graph: &FlowGraph) -> Substitution {
        self.values_of(graph, self.numbers.keys().chain(self.arrays.keys()))
    }

    /// The same for some variables only.
    pub fn values_of<'v>(
        &self,
        graph: &FlowGraph,
        variables: impl IntoIterator<Item = &'v VarId>,
    ) -> Substitution {
        let mut all = Substitution::default();
        for variable in variables {
            if let Some(term) = self.numbers.get(variable) {
                all.symbols.insert(symbol_of(graph, *variable), term.clone());
            }
            if let Some(array) = self.arrays.get(variable) {
                let name: Arc<str> = graph.variables[*variable].name.as_str().into();
                all.arrays.insert(name, array.clone());
            }
        }
        all.symbols.extend(self.first.iter().map(|(symbol, value)| (symbol.clone(), value.clone())));
        all
    }
}

impl Case {
    /// Nothing happened yet.
    pub fn start() -> Case {
        Case { condition: Condition::True, state: State::default(), loops: Vec::new() }
    }

    /// The same under one more condition.
    pub fn when(&self, condition: &Condition) -> Case {
        Case { condition: self.condition.and(condition), ..self.clone() }
    }
}
