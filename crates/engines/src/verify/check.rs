//! Verification conditions: each path with what is to be shown on it, and whether it could be shown.

use sextant_base::Span;
use sextant_expr::{Op, Table, Value, subscripts_apart};
use sextant_flow::FlowGraph;
use sextant_logic::{Memory, implies};
use sextant_solver::{Model, Solver, Verdict};
use sextant_syntax::{StatementNumber, Storage};

use super::paths::{Kind, Path, Place};
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
    table: &mut Table,
    solver: &mut Solver,
    graph: &FlowGraph,
    start: &Memory,
    path: &Path,
) -> Outcome {
    let mut undecided = None;
    for obligation in &path.obligations {
        let known = &path.known[..obligation.known];
        match implies(table, solver, known, &obligation.formula) {
            Verdict::Holds => {}
            Verdict::Fails(model) => {
                return Outcome::Failed {
                    kind: obligation.kind.clone(),
                    span: obligation.span,
                    values: values(table, graph, start, &model),
                };
            }
            Verdict::Unknown(_) if powers::follows(table, solver, known, &obligation.formula) => {}
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
fn values(table: &Table, graph: &FlowGraph, memory: &Memory, model: &Model) -> Vec<(String, String)> {
    const MOST_ELEMENTS: usize = 12;
    let mut shown = Vec::new();
    for &(low, high) in memory.bounds.values().flatten() {
        for bound in std::iter::once(low).chain(high) {
            if let Op::Symbol(id) = *table.op(bound)
                && table.symbol_info(id).name.contains('(')
            {
                shown.push((table.symbol_info(id).name.clone(), table.evaluate(bound, model).to_string()));
            }
        }
    }
    for (variable, value) in graph.variables.iter().zip(&memory.values) {
        let Some(value) = value else { continue };
        // Lowering made it; what comes from outside may be called by the name of its procedure or file.
        if variable.name.contains('.') && !matches!(variable.storage, Storage::Parameter | Storage::Value) {
            continue;
        }
        match table.evaluate(*value, model) {
            Value::Array(array) => {
                let rank = variable.ty.rank();
                for (index, element) in array.entries.iter().take(MOST_ELEMENTS) {
                    let index: Vec<String> =
                        subscripts_apart(index, rank).iter().map(|subscript| subscript.to_string()).collect();
                    shown.push((format!("{}({})", variable.name, index.join(", ")), element.to_string()));
                }
                let rest = array.default.to_string();
                shown.push((format!("{}(other)", variable.name), rest));
            }
            scalar => shown.push((variable.name.clone(), scalar.to_string())),
        }
    }
    shown
}
