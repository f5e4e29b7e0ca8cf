//! Calls by the summaries of what is called.

use sextant_algebra::{Substitution, Symbol, Term};
use sextant_base::Span;
use sextant_flow::FlowGraph;
use sextant_syntax::{Argument, Bound, Expr, ExprKind, Passing, Place, ProcId, Storage, VarId};

use super::block::{End, Ran};
use super::context::{Case, symbol_of};
use super::evaluate::Evaluator;
use super::expression::{Reader, Unsupported, bound_symbol};
use super::summary::{Output, Summary};

impl Evaluator<'_> {
    /// Continues after a call, once for each case of the called procedure's summary.
    pub(super) fn call(
        &mut self,
        case: Case,
        procedure: ProcId,
        arguments: &[Argument],
        result: Option<VarId>,
        span: Span,
        ran: &mut Ran,
    ) {
        let refuse = |what: &str| End::Unsupported(Unsupported { what: what.to_owned(), span });
        let called = &self.program.procedures[procedure];
        if self.callers.contains(&procedure) {
            return ran.ended.push((case, refuse("a recursive call")));
        }
        if called
            .variables
            .iter()
            .any(|variable| matches!(variable.storage, Storage::Static | Storage::External(_)))
        {
            return ran
                .ended
                .push((case, refuse("a call of a procedure with variables of its own that stay")));
        }
        let summary = self.summary_of(procedure);
        let mut reader =
            Reader { graph: self.graph, policy: self.policy, state: &case.state, checks: Vec::new() };
        let actual = actual_values(&mut reader, called, arguments);
        let checks = std::mem::take(&mut reader.checks);
        let mut case = case;
        let Some(case) = self.passed(&mut case, checks, ran) else { return };
        let actual = match actual {
            Ok(actual) => actual,
            Err(reason) => return ran.ended.push((case, End::Unsupported(reason))),
        };
        if !summary.complete {
            return ran.ended.push((case, refuse("a call of a procedure with too many cases")));
        }
        for way in &summary.cases {
            let Some(mut next) = self.feasible(case.when(&actual.condition(&way.condition))) else {
                continue;
            };
            match &way.end {
                End::Returned(value) => {
                    let value = value.as_ref().map(|value| actual.term(value));
                    let changed = self.write_back(&mut next, called, arguments, &way.outputs, &actual);
                    if let Err(reason) = changed {
                        ran.ended.push((next, End::Unsupported(reason)));
                        continue;
                    }
                    if let (Some(variable), Some(value)) = (result, value) {
                        next.state.numbers.insert(variable, value);
                    }
                    ran.going.push(next);
                }
                End::Forever(_) => ran.ended.push((next, refuse("a call that never returns"))),
                other => ran.ended.push((next, other.clone())),
            }
        }
    }

    /// The summary of a called procedure, made once.
    fn summary_of(&mut self, procedure: ProcId) -> Summary {
        if let Some(known) = self.callees.get(&procedure) {
            return known.clone();
        }
        let mut inner = Evaluator::new(self.program, procedure, self.policy, &self.interrupt);
        inner.callers.extend(self.callers.iter().copied());
        let summary = inner.summary(procedure);
        self.callees.insert(procedure, summary.clone());
        summary
    }

    /// Gives the caller's variables what the called procedure left in its parameters.
    fn write_back(
        &mut self,
        case: &mut Case,
        called: &FlowGraph,
        arguments: &[Argument],
        outputs: &[(VarId, Output)],
        actual: &Substitution,
    ) -> Result<(), Unsupported> {
        let before = case.state.clone();
        for (parameter, output) in outputs {
            let Some(position) = called.parameters.iter().position(|other| other == parameter) else {
                continue;
            };
            let argument = &arguments[position];
            if argument.passing == Passing::Copy {
                continue;
            }
            let ExprKind::Load(place) = &argument.expr.kind else { continue };
            match (place, output) {
                (Place::Variable(variable), Output::Number(value)) => {
                    case.state.numbers.insert(*variable, actual.term(value));
                }
                (Place::Variable(variable), Output::Array(value)) => {
                    case.state.arrays.insert(*variable, actual.array(value));
                }
                (Place::Element(variable, index), Output::Number(value)) => {
                    let mut reader =
                        Reader { graph: self.graph, policy: self.policy, state: &before, checks: Vec::new() };
                    let at = reader.number(index)?;
                    let array = case.state.array(self.graph, *variable);
                    let changed = super::expression::stored(&array, &at, &actual.term(value));
                    case.state.arrays.insert(*variable, changed);
                }
                (Place::Element(..), Output::Array(_)) | (Place::Part(_), _) => {
                    return super::expression::unsupported("this argument", argument.expr.span);
                }
            }
        }
        Ok(())
    }
}

/// The arguments as values for the symbols of the parameters.
fn actual_values(
    reader: &mut Reader<'_>,
    called: &FlowGraph,
    arguments: &[Argument],
) -> Result<Substitution, Unsupported> {
    let mut actual = Substitution::default();
    let mut places: Vec<&Expr> = Vec::new();
    for (&parameter, argument) in called.parameters.iter().zip(arguments) {
        let symbol = symbol_of(called, parameter);
        let by_reference = argument.passing == Passing::Reference;
        if by_reference && places.iter().any(|other| other.kind == argument.expr.kind) {
            return super::expression::unsupported("one variable for two parameters", argument.expr.span);
        }
        if by_reference {
            places.push(&argument.expr);
        }
        match &argument.expr.kind {
            ExprKind::Load(Place::Variable(variable)) if called.variables[parameter].ty.is_array() => {
                let array = reader.state.array(reader.graph, *variable);
                for bound in [Bound::Low, Bound::High] {
                    let value = reader.bound(bound, *variable, argument.expr.span)?;
                    let name: &str = &called.variables[parameter].name;
                    actual.symbols.insert(bound_symbol(bound, name), value);
                }
                actual.arrays.insert(symbol.name, array);
            }
            _ => {
                let value: Term = reader.number(&argument.expr)?;
                let symbol: Symbol = symbol;
                actual.symbols.insert(symbol, value);
            }
        }
    }
    Ok(actual)
}
