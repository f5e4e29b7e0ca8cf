//! Paths forwards, from point to point: which stretches they take, and the condition that gathers on them.

use sextant_effects::{Arrival, Fact, FactKind, Stuck, Way};
use sextant_flow::Action;
use sextant_logic::Formula;
use sextant_state::{Point, State};
use sextant_syntax::Expr;

use super::substitution::{Substitution, plain_conditions};

/// A state on a path, with what gathered.
#[derive(Clone)]
pub(super) struct Forwards {
    pub state: State,
    pub condition: Vec<Formula>,
}

impl Forwards {
    /// At the first point.
    pub fn new(substitution: &Substitution<'_>) -> Self {
        Self { state: substitution.entry.clone(), condition: Vec::new() }
    }

    /// Where the stretch after a point can lead from here; a way that ends with an error leads nowhere.
    pub fn ways(&self, substitution: &mut Substitution<'_>, point: Point) -> Result<Vec<Way>, Stuck> {
        let mut state = self.state.clone();
        state.stand_after(substitution.context.code(), point);
        let mut ways = substitution.context.ways(state, None)?;
        ways.iter().try_for_each(|way| way.to.refuse_unknown_address())?;
        ways.retain(|way| !matches!(way.to, Arrival::Error { .. }));
        Ok(ways)
    }

    /// Takes a way.
    pub fn take(&self, substitution: &mut Substitution<'_>, way: Way) -> Forwards {
        let mut next = Forwards { state: way.state, condition: self.condition.clone() };
        next.note(substitution, &way.facts);
        next
    }

    fn note(&mut self, substitution: &mut Substitution<'_>, facts: &[Fact]) {
        let facts = plain_conditions(&mut substitution.context.table, facts);
        self.condition.extend(facts.into_iter().map(Formula::Term));
    }

    /// What the program says at a point holds from there on.
    pub fn believe(&mut self, substitution: &mut Substitution<'_>, point: Point) -> Result<(), Stuck> {
        match substitution.action(point) {
            Some(Action::Assume(condition) | Action::Assert(condition)) => {
                self.require(substitution, condition)
            }
            _ => Ok(()),
        }
    }

    /// A condition here is part of the condition of the path.
    pub fn require(&mut self, substitution: &mut Substitution<'_>, condition: &Expr) -> Result<(), Stuck> {
        let entry = substitution.entry.clone();
        let (formula, demands) = substitution.context.formula(condition, &self.state, &entry)?;
        self.note(substitution, &demands);
        self.condition.push(formula);
        Ok(())
    }
}

/// The answers at the branches of a way.
pub(super) fn choices(way: &Way) -> impl Iterator<Item = (bool, Fact)> + '_ {
    way.facts.iter().filter_map(|fact| match fact.kind {
        FactKind::Branch(choice) => Some((choice, *fact)),
        FactKind::Check(_) | FactKind::Assumed => None,
    })
}
