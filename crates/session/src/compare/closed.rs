//! The proof that two procedures give the same by their closed forms: summaries of both, compared case by case.

use std::time::Duration;

use sextant_algebra::{Condition, Substitution, Symbol, Term};
use sextant_engines::global::{
    Coverage, End, Output, Prover, Summary, SummaryCase, summarise, symbol_of, with_own_variables,
};
use sextant_flow::{Action, FlowGraph, called, instructions};
use sextant_state::Arithmetic;
use sextant_syntax::{Expr, IntType, Type};

use super::Side;
use super::proof::{each_expression, rounds};
use crate::Options;

/// The time for one summary.
const SUMMARY: Duration = Duration::from_secs(4);
/// The time for comparing the cases of both.
const CASES: Duration = Duration::from_secs(4);
/// Cases of one summary that are compared.
const MOST_CASES: usize = 24;

/// How far two procedures agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Agreement {
    /// On all inputs.
    Everywhere,
    /// On all inputs, in the arithmetic without limits that was chosen for numbers with limits.
    WithoutLimits,
    /// Where all results fit their types.
    WhereResultsFit,
}

/// Proves that the closed forms of both agree; else says why not.
pub(super) fn closed_forms_agree(
    sides: &[Side<'_>; 2],
    types: &[Type],
    options: &Options,
) -> Result<Agreement, String> {
    for side in sides {
        suitable(side)?;
    }
    let exact = agree_under(sides, types, options);
    let is_limited = sides
        .iter()
        .any(|side| options.policy(side.session.program.language).arithmetic == Arithmetic::Machine);
    if exact.is_ok() || !is_limited || sides.iter().any(wraps) {
        return exact;
    }
    let ideal = Options { arithmetic: Some(Arithmetic::Ideal), ..options.clone() };
    agree_under(sides, types, &ideal).map(|_| Agreement::WhereResultsFit)
}

fn agree_under(sides: &[Side<'_>; 2], types: &[Type], options: &Options) -> Result<Agreement, String> {
    let policies = sides.each_ref().map(|side| options.policy(side.session.program.language));
    let fits = sides
        .iter()
        .zip(&policies)
        .any(|(side, policy)| side.session.granted.is_some() && policy.arithmetic == Arithmetic::Ideal);
    if fits && sides.iter().any(wraps) {
        return Err("unsigned numbers are taken modulo their range".to_owned());
    }
    let [a, b] = [0, 1].map(|at| {
        let interrupt = options.interrupt.with_timeout(SUMMARY);
        let program = with_own_variables(sides[at].program, policies[at]);
        summarise(&program, sides[at].id, policies[at], &interrupt)
    });
    for summary in [&a, &b] {
        whole(summary)?;
    }
    let graphs = sides.each_ref().map(|side| &side.program.procedures[side.id]);
    let right: Vec<SummaryCase> = b.cases.iter().map(|case| in_names_of(case, graphs)).collect();
    let mut comparison = Comparison {
        prover: Prover::new(options.interrupt.with_timeout(CASES)),
        domain: domain(
            graphs[0],
            types,
            policies.iter().any(|one| one.arithmetic == Arithmetic::Machine) || fits,
        ),
        graphs,
        overflow: false,
    };
    for left in &a.cases {
        for right in &right {
            comparison.pair(left, right)?;
        }
    }
    Ok(match (comparison.overflow, fits) {
        (true, _) => Agreement::WhereResultsFit,
        (false, true) => Agreement::WithoutLimits,
        (false, false) => Agreement::Everywhere,
    })
}

/// Only numbers are compared here, and nothing that is read or written.
fn suitable(side: &Side<'_>) -> Result<(), String> {
    let graph = &side.program.procedures[side.id];
    let simple = |ty: &Type| matches!(ty, Type::Int(_) | Type::Real(_) | Type::Logical);
    let parameters = graph.parameters.iter().map(|&id| &graph.variables[id].ty);
    if !parameters.chain(&graph.returns).all(simple) {
        return Err("a parameter or result is no number".to_owned());
    }
    if rounds(graph) && side.code.policy.arithmetic == Arithmetic::Machine {
        return Err("it computes with rounded numbers".to_owned());
    }
    for id in called(side.program, side.id) {
        for instruction in instructions(&side.program.procedures[id]) {
            match &instruction.action {
                Action::Assign(..)
                | Action::Statement(_)
                | Action::Call { .. }
                | Action::Assume(_)
                | Action::Assert(_)
                | Action::Fresh(_)
                | Action::Claim(..) => {}
                _ => return Err("there is more than computing with numbers".to_owned()),
            }
        }
    }
    Ok(())
}

/// Whether unsigned numbers occur, which are taken modulo their range.
fn wraps(side: &Side<'_>) -> bool {
    let unsigned = |ty: &Type| matches!(ty.scalar(), Type::Int(IntType { signed: false, .. }));
    let has = |expr: &Expr| sextant_flow::any_in(expr, &|part| unsigned(&part.ty));
    called(side.program, side.id).into_iter().any(|id| {
        let graph = &side.program.procedures[id];
        let mut found = graph.variables.iter().any(|variable| unsigned(&variable.ty))
            || graph.returns.as_ref().is_some_and(unsigned);
        each_expression(graph, &mut |expr| found |= has(expr));
        found
    })
}

/// Whether a summary tells everything.
fn whole(summary: &Summary) -> Result<(), String> {
    if !summary.complete || summary.coverage != Coverage::Proved || summary.cases.len() > MOST_CASES {
        return Err("a loop has no closed form that covers all inputs".to_owned());
    }
    let unsupported = |case: &SummaryCase| match &case.end {
        End::Unsupported(reason) => Some(reason.what.clone()),
        _ => None,
    };
    match summary.cases.iter().find_map(unsupported) {
        Some(what) => Err(what),
        None => Ok(()),
    }
}

/// What the types of the parameters say.
fn domain(graph: &FlowGraph, types: &[Type], limited: bool) -> Vec<Condition> {
    let mut found = Vec::new();
    for (&parameter, ty) in graph.parameters.iter().zip(types) {
        let value = Term::symbol(&symbol_of(graph, parameter));
        let (low, high) = match ty {
            Type::Int(int) if limited => int.limits(),
            Type::Logical => (0.into(), 1.into()),
            _ => continue,
        };
        found.push(Condition::at_most(&Term::int(low), &value));
        found.push(Condition::at_most(&value, &Term::int(high)));
    }
    found
}

/// A case of the second procedure over the inputs of the first one. Its other variables keep names of their own.
fn in_names_of(case: &SummaryCase, [left, right]: [&FlowGraph; 2]) -> SummaryCase {
    let mut symbols = Vec::new();
    let mut values = Vec::new();
    for id in right.variables.ids() {
        let own = symbol_of(right, id);
        let other = match right.parameters.iter().position(|&parameter| parameter == id) {
            Some(at) => symbol_of(left, left.parameters[at]),
            None => Symbol { name: format!("{} of the other", own.name).as_str().into(), ..own.clone() },
        };
        symbols.push(own);
        values.push(Term::symbol(&other));
    }
    let renamed = Substitution::of_all(&symbols, &values);
    let end = match &case.end {
        End::Returned(Some(value)) => End::Returned(Some(renamed.term(value))),
        other => other.clone(),
    };
    let outputs = case.outputs.iter().map(|(id, output)| {
        let output = match output {
            Output::Number(term) => Output::Number(renamed.term(term)),
            Output::Array(array) => Output::Array(renamed.array(array)),
        };
        (*id, output)
    });
    SummaryCase {
        condition: renamed.condition(&case.condition),
        end,
        loops: Vec::new(),
        outputs: outputs.collect(),
    }
}

struct Comparison<'g> {
    prover: Prover,
    domain: Vec<Condition>,
    graphs: [&'g FlowGraph; 2],
    /// Whether only one of the two overflows on some inputs.
    overflow: bool,
}

impl Comparison<'_> {
    /// That two cases exclude one another, or give the same.
    fn pair(&mut self, left: &SummaryCase, right: &SummaryCase) -> Result<(), String> {
        let mut facts = self.domain.clone();
        facts.extend(left.condition.conjuncts());
        facts.extend(right.condition.conjuncts());
        if self.prover.contradict(&facts) {
            return Ok(());
        }
        let overflows = |end: &End| matches!(end, End::Error { kind, .. } if kind.is_overflow());
        match (&left.end, &right.end) {
            (End::Returned(None), End::Returned(None)) => {}
            (End::Returned(Some(left)), End::Returned(Some(right))) => self.same(&facts, left, right)?,
            (End::Error { kind: left, .. }, End::Error { kind: right, .. })
                if left == right || left.is_overflow() && right.is_overflow() =>
            {
                return Ok(());
            }
            (End::Forever(_), End::Forever(_)) => return Ok(()),
            (left, right) if overflows(left) || overflows(right) => {
                self.overflow = true;
                return Ok(());
            }
            _ => return Err("the closed forms do not end in the same way".to_owned()),
        }
        for at in 0..self.graphs[0].parameters.len() {
            let value = |side: usize, case: &SummaryCase| {
                let id = self.graphs[side].parameters[at];
                match case.outputs.iter().find(|(own, _)| *own == id) {
                    Some((_, Output::Number(term))) => Some(term.clone()),
                    Some((_, Output::Array(_))) => None,
                    None => Some(Term::symbol(&symbol_of(self.graphs[0], self.graphs[0].parameters[at]))),
                }
            };
            match (value(0, left), value(1, right)) {
                (Some(left), Some(right)) => self.same(&facts, &left, &right)?,
                _ => return Err("an array is changed".to_owned()),
            }
        }
        Ok(())
    }

    fn same(&mut self, facts: &[Condition], left: &Term, right: &Term) -> Result<(), String> {
        if self.prover.equal(facts, left, right) {
            return Ok(());
        }
        Err("that the closed forms are the same is not proved".to_owned())
    }
}
