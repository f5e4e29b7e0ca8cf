//! Verification conditions: each path with what is to be shown on it, and whether it could be shown.

use sextant_base::Span;
use sextant_effects::Context;
use sextant_expr::{ArrayValue, Op, Value};
use sextant_logic::implies;
use sextant_solver::{Model, Solver, Verdict};
use sextant_state::{Held, State};
use sextant_syntax::{StatementNumber, VarId};

use super::paths::{History, Kind, Place};
use super::powers;

/// A verification condition.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Where its path begins.
    pub from: Place,
    /// Where its path ends.
    pub to: Place,
    /// The statements on the path.
    pub statements: Vec<StatementNumber>,
    /// How many things were to be shown.
    pub obligations: usize,
    /// What came of it.
    pub outcome: Outcome,
}

/// Whether a condition could be shown.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It holds.
    Proved,
    /// Values at the beginning of the path for which it does not hold.
    Failed {
        /// What does not hold.
        kind: Kind,
        /// Where it stands.
        span: Span,
        /// The values.
        values: Vec<(String, String)>,
    },
    /// Nobody found out.
    Undecided {
        /// What could not be decided.
        kind: Kind,
        /// Where it stands.
        span: Span,
        /// Why.
        reason: String,
    },
}

/// Decides a path; the first thing that cannot be shown counts.
pub(super) fn check(
    context: &mut Context<'_>,
    solver: &mut Solver,
    start: &State,
    history: &History,
) -> Outcome {
    let mut undecided = None;
    for obligation in &history.obligations {
        let known = &history.known[..obligation.known];
        match implies(&mut context.table, solver, known, &obligation.formula) {
            Verdict::Holds => {}
            Verdict::Fails(model) => {
                return Outcome::Failed {
                    kind: obligation.kind.clone(),
                    span: obligation.span,
                    values: values(context, start, &model),
                };
            }
            Verdict::Unknown(_)
                if powers::follows(&mut context.table, solver, known, &obligation.formula) => {}
            Verdict::Unknown(reason) => {
                undecided.get_or_insert(Outcome::Undecided {
                    kind: obligation.kind.clone(),
                    span: obligation.span,
                    reason: reason.to_string(),
                });
            }
        }
    }
    undecided.unwrap_or(Outcome::Proved)
}

/// The values of variables under a model; of arrays the elements that it names.
fn values(context: &mut Context<'_>, state: &State, model: &Model) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    for variable in context.graph.variables.ids() {
        let bounds = state.bounds_of(variable);
        for bound in bounds.into_iter().flat_map(|(low, high)| [low, high]) {
            let Some(bound) = bound.to_term(&mut context.table) else { continue };
            if let Op::Symbol(id) = *context.table.op(bound)
                && context.table.symbol_info(id).name.contains('(')
            {
                let name = context.table.symbol_info(id).name.clone();
                shown.push((name, context.table.evaluate(bound, model).to_string()));
            }
        }
    }
    for (variable, declared) in context.graph.variables.iter_enumerated() {
        if declared.name.contains('.') {
            continue;
        }
        for held in state.held_by(context.code(), variable).unwrap_or_default() {
            let Some(term) = state.term_at(held.spot, &mut context.table) else { continue };
            match context.table.evaluate(term, model) {
                Value::Array(array) => elements(state, (variable, &held), &array, &mut shown),
                scalar => shown.push((held.name, scalar.to_string())),
            }
        }
    }
    shown
}

/// The elements of an array that differ from the rest, and the rest.
fn elements(
    state: &State,
    (variable, held): (VarId, &Held),
    array: &ArrayValue,
    shown: &mut Vec<(String, String)>,
) {
    const MOST_ELEMENTS: usize = 12;
    for (index, element) in array.entries.iter().take(MOST_ELEMENTS) {
        let subscripts = state.subscripts_of(variable, index);
        let index: Vec<String> = subscripts.iter().map(|subscript| subscript.to_string()).collect();
        shown.push((format!("{}({})", held.name, index.join(", ")), element.to_string()));
    }
    shown.push((format!("{}(other)", held.name), array.default.to_string()));
}
