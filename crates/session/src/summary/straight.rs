//! Procedures without loops for which algebra has no words: their paths are their cases.

use std::sync::atomic::AtomicU64;

use sextant_engines::forward::Outcome;
use sextant_expr::{Table, Value};
use sextant_flow::{Action, FlowGraph, LoopForest, called, instructions};
use sextant_notation::Formula;
use sextant_report::{PathEnd, PathRow, Verdict};
use sextant_state::Ending;
use sextant_syntax::{ProcId, Type};

use super::given::number;
use super::{CaseReport, GivenCase, GivenReport, SummaryReport};
use crate::describe::status;
use crate::replay::{Inputs, Replayer};
use crate::{Options, Session};

const NOTE: &str = "there is no loop: the cases are the paths";

impl Session {
    /// The paths of a procedure as cases; none if it has a loop, if something beside numbers comes in, or if not all of
    /// its paths are known.
    pub(super) fn paths_as_cases(&self, id: ProcId, options: &Options) -> Option<SummaryReport> {
        let graph = &self.program.procedures[id];
        if !self.is_straight(id) {
            return None;
        }
        let call = self.call(&graph.name, options).ok()?;
        let report = self.paths(&call, options, &AtomicU64::new(0));
        (report.verdict == Verdict::Complete).then(|| SummaryReport {
            procedure: graph.name.clone(),
            cases: report.paths.into_iter().map(case).collect(),
            complete: true,
            verified: (0, 0),
            defects: Vec::new(),
            assumptions: report.assumptions.into_iter().collect(),
            notes: report.notes.into_iter().chain([NOTE.to_owned()]).collect(),
        })
    }

    /// What a procedure without loops does for given values: one execution, if all are given.
    pub(super) fn straight_at(&self, id: ProcId, given: &[String], options: &Options) -> Option<GivenReport> {
        let graph = &self.program.procedures[id];
        if !self.is_straight(id) {
            return None;
        }
        let cases = match values(graph, given)? {
            inputs if inputs.len() == graph.parameters.len() => {
                vec![self.executed(&Replayer::as_chosen(self, &graph.name, options)?, &inputs)?]
            }
            _ => self.paths_as_cases(id, options)?.cases.iter().map(left_open).collect(),
        };
        Some(GivenReport { cases, complete: true, assumed: None })
    }

    /// What is said of given values where results are taken to fit their types: whether they do is executed, if it does not
    /// take long and all values are given.
    pub(super) fn checked_at(
        &self,
        id: ProcId,
        report: GivenReport,
        given: &[String],
        options: &Options,
    ) -> GivenReport {
        let graph = &self.program.procedures[id];
        let inputs = values(graph, given).filter(|inputs| inputs.len() == graph.parameters.len());
        let case = inputs
            .filter(|_| takes_numbers(graph))
            .and_then(|inputs| self.executed(&Replayer::as_chosen(self, &graph.name, options)?, &inputs));
        match case {
            Some(case) if case.status == PathEnd::Returned => GivenReport { assumed: None, ..report },
            Some(case) if case.status == PathEnd::Error => {
                GivenReport { cases: vec![case], complete: true, assumed: None }
            }
            _ => report,
        }
    }

    fn executed(&self, replayer: &Replayer, inputs: &Inputs) -> Option<GivenCase> {
        let replayed = replayer.replay(inputs);
        let ending = replayed.end.ok()?;
        let returned = matches!(ending, Ending::Returned | Ending::Stopped);
        let (status, detail) = status(&self.sources, &Outcome::Ended(ending));
        let end = match (status, detail) {
            (PathEnd::Error, Some(detail)) => error_in_front(&detail),
            (PathEnd::Unsupported, _) => return None,
            (status, detail) => detail.unwrap_or_else(|| status.to_string()),
        };
        let mut table = Table::new();
        let mut shown = |value: &Value| {
            let term = table.constant(value);
            table.show(term)
        };
        let outputs = replayed.outputs.iter().filter(|_| returned);
        let outputs = outputs.map(|(name, value)| (name.clone(), shown(value))).collect();
        Some(GivenCase { condition: None, status, end, iterations: Vec::new(), outputs })
    }

    /// Whether a procedure and those it calls have no loops, none calls itself, and all that comes in are numbers.
    fn is_straight(&self, id: ProcId) -> bool {
        let program = &self.program;
        let graph = &program.procedures[id];
        let calls = |one: ProcId, action: &Action| match action {
            Action::Call { procedure, .. } => called(program, *procedure).contains(&one),
            _ => false,
        };
        takes_numbers(graph)
            && called(program, id).into_iter().all(|one| {
                let graph = &program.procedures[one];
                let forest = LoopForest::of(graph);
                let recursive = instructions(graph).any(|instruction| calls(one, &instruction.action));
                !recursive && forest.loops.is_empty() && forest.irreducible.is_empty()
            })
    }
}

/// Whether all that comes in are numbers.
fn takes_numbers(graph: &FlowGraph) -> bool {
    let number = |ty: &Type| matches!(ty, Type::Int(_) | Type::Real(_) | Type::Logical);
    graph.parameters.iter().all(|&parameter| number(&graph.variables[parameter].ty))
}

/// An error as summaries tell it: `error PLACE: WHAT`.
fn error_in_front(detail: &str) -> String {
    match detail.rsplit_once(" at ") {
        Some((what, place)) => format!("error {place}: {what}"),
        None => format!("error {detail}"),
    }
}

fn case(path: PathRow) -> CaseReport {
    CaseReport {
        condition: Formula::conjunction(&path.condition),
        status: path.status,
        detail: path.detail,
        iterations: Vec::new(),
        outputs: path.outputs,
        recurrences: Vec::new(),
        relations: Vec::new(),
        notes: Vec::new(),
    }
}

/// A case of which the values do not say whether it applies.
fn left_open(case: &CaseReport) -> GivenCase {
    GivenCase {
        condition: Some(case.condition.to_string()),
        status: case.status,
        end: case.detail.clone().unwrap_or_else(|| case.status.to_string()),
        iterations: Vec::new(),
        outputs: case.outputs.iter().map(|(name, value)| (name.clone(), value.to_string())).collect(),
    }
}

/// Values of parameters as they are typed; none if there is something else among them.
fn values(graph: &FlowGraph, given: &[String]) -> Option<Inputs> {
    let read = |text: &str| {
        let (name, value) = text.split_once('=')?;
        let same = |id: &&_| graph.variables[**id].name.eq_ignore_ascii_case(name.trim());
        let variable = &graph.variables[*graph.parameters.iter().find(same)?];
        let value = number(value)?;
        let value = match &variable.ty {
            Type::Int(int) => {
                let whole = sextant_algebra::as_integer(&value)?;
                let (low, high) = int.limits();
                (low <= whole && whole <= high).then_some(Value::Int(whole))?
            }
            Type::Logical => Value::Bool(!value.is_zero()),
            _ => Value::Real(value),
        };
        Some((variable.name.clone(), value))
    };
    given.iter().flat_map(|text| text.split(',')).map(read).collect()
}
