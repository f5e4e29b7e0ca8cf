//! Case splits: integers that are not whole, forbidden values, disjunctions, array elements that clash.

use std::sync::Arc;

use sextant_expr::{Number, Op, Relation, Table, TermId};

use super::candidate::{Candidate, candidate};
use super::delta::Delta;
use super::facts::Facts;
use super::formula::{Formula, Kind, Trust};
use super::integers;
use super::simplex::{Feasibility, Variable};
use crate::Model;

/// What a search may spend, counted down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub branches: u32,
    pub pivots: u32,
}

impl Budget {
    pub const QUERY: Budget = Budget { branches: 200, pivots: 4000 };

    /// What remains once an approximated condition has failed: another case may still succeed, but a solver
    /// that understands the condition is the better bet.
    const AFTER_REFUTATION: u32 = 16;
}

/// What a search found.
#[derive(Clone, Debug)]
pub(super) enum Found {
    Model(Model),
    Nothing,
    Undecided,
}

type Alternatives = Vec<Vec<Arc<Formula>>>;

/// Searches a model of what is asserted. Leaves the assertions as they were.
pub(super) fn search(table: &mut Table, facts: &mut Facts, budget: &mut Budget) -> Found {
    match facts.compiler.simplex.check(&mut budget.pivots) {
        Feasibility::Feasible => {}
        Feasibility::Infeasible => return Found::Nothing,
        Feasibility::Undecided => return Found::Undecided,
    }
    facts.compiler.simplex.prefer_small_values();
    let fractional = fractional(facts);
    if fractional.is_some() && integers_are_impossible(facts, budget) {
        return Found::Nothing;
    }
    // Alternatives come to an end; a number may be split around for ever.
    if let Some(alternatives) = unsatisfied(facts) {
        return split(table, facts, budget, alternatives);
    }
    if let Some(variable) = fractional {
        let alternatives = around(facts, variable);
        return split(table, facts, budget, alternatives);
    }
    match candidate(table, facts) {
        Candidate::Confirmed(model) => Found::Model(model),
        Candidate::Clash(first, second) => {
            let alternatives = consistency(table, facts, first, second);
            split(table, facts, budget, alternatives)
        }
        Candidate::Refuted => {
            budget.branches = budget.branches.min(Budget::AFTER_REFUTATION);
            Found::Undecided
        }
    }
}

fn split(table: &mut Table, facts: &mut Facts, budget: &mut Budget, alternatives: Alternatives) -> Found {
    let mut found = Found::Nothing;
    for parts in alternatives {
        if budget.branches == 0 {
            return Found::Undecided;
        }
        budget.branches -= 1;
        let mark = facts.mark();
        let branch = if parts.iter().all(|part| facts.assert(part).is_ok()) {
            search(table, facts, budget)
        } else {
            Found::Nothing
        };
        facts.pop(mark);
        match branch {
            Found::Model(_) => return branch,
            Found::Undecided => found = Found::Undecided,
            Found::Nothing => {}
        }
    }
    found
}

/// The equations are tested once per query, the rows at every branch.
fn integers_are_impossible(facts: &Facts, budget: &Budget) -> bool {
    let simplex = &facts.compiler.simplex;
    integers::some_row_is_impossible(simplex)
        || (budget.branches == Budget::QUERY.branches && integers::equations_are_impossible(simplex))
}

/// An integer unknown whose value is not whole.
fn fractional(facts: &Facts) -> Option<Variable> {
    let simplex = &facts.compiler.simplex;
    simplex.all_unknowns().find(|&variable| {
        simplex.is_integer(variable) && {
            let value = simplex.value(variable);
            !value.standard.is_integer() || !value.is_standard()
        }
    })
}

fn bounds(variable: Variable, lower: Option<Delta>, upper: Option<Delta>) -> Arc<Formula> {
    Formula::new(Kind::Bounds { variable, lower, upper }, Trust::Sure)
}

/// An integer variable is at or below the floor of its value, or above it; the nearer side first.
fn around(facts: &Facts, variable: Variable) -> Alternatives {
    let value = facts.compiler.simplex.value(variable);
    let mut floor = value.standard.floor();
    if value.standard.is_integer() && value.infinitesimal.is_negative() {
        floor = &floor - &Number::ONE;
    }
    let above = &floor + &Number::ONE;
    let nearer_above = &above - &value.standard < &value.standard - &floor;
    let mut alternatives = vec![
        vec![bounds(variable, None, Some(Delta::from(floor)))],
        vec![bounds(variable, Some(Delta::from(above)), None)],
    ];
    if nearer_above {
        alternatives.reverse();
    }
    alternatives
}

/// The cases of the latest clause that the values do not satisfy. The latest comes first because a case that was
/// chosen for an earlier clause may have left clauses behind, and the earlier one holds as soon as these do.
fn unsatisfied(facts: &Facts) -> Option<Alternatives> {
    let clause = facts.clauses.iter().rev().find(|clause| !facts.holds(clause))?;
    Some(match &clause.kind {
        Kind::Any(alternatives) => alternatives.clone(),
        Kind::Differs { variable, value } => apart(facts, *variable, value),
        _ => vec![vec![Arc::clone(clause)]],
    })
}

/// The variable is on one side of the forbidden value or on the other; first the side that is away from zero's
/// other side, so that values keep their sign.
fn apart(facts: &Facts, variable: Variable, value: &Number) -> Alternatives {
    let (below, above) = if facts.compiler.simplex.is_integer(variable) {
        (Delta::from(value - &Number::ONE), Delta::from(value + &Number::ONE))
    } else {
        (Delta::below(value.clone()), Delta::above(value.clone()))
    };
    let mut alternatives =
        vec![vec![bounds(variable, Some(above), None)], vec![bounds(variable, None, Some(below))]];
    if value.is_negative() {
        alternatives.reverse();
    }
    alternatives
}

/// Elements of one array: their indices differ, or they are equal.
fn consistency(table: &mut Table, facts: &mut Facts, first: TermId, second: TermId) -> Alternatives {
    let index = |table: &Table, term: TermId| table.args(term)[1];
    let (here, there) = (index(table, first), index(table, second));
    let compiler = &mut facts.compiler;
    let gap = compiler.sum(table, here).minus(&compiler.sum(table, there));
    let below = compiler.relate(&gap, Relation::Lt, true);
    let above = compiler.relate(&gap, Relation::Le, false);
    let same = compiler.relate(&gap, Relation::Eq, true);
    let both = table.apply(Op::Eq, &[first, second]);
    let both = table.simplify(both);
    let equal = compiler.formula(table, both, true);
    vec![vec![same, equal], vec![below], vec![above]]
}
