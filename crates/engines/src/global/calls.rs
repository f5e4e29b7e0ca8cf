//! Calls by the summaries of what is called.

use sextant_algebra::{Array, Substitution, Symbol, Term};
use sextant_base::Span;
use sextant_flow::FlowGraph;
use sextant_syntax::{
    Argument, ArrayBounds, Bound, Expr, ExprKind, Passing, Place, ProcId, Storage, Type, VarId,
};

use super::block::{End, Ran};
use super::context::{Case, State, symbol_of};
use super::evaluate::Evaluator;
use super::expression::{Reader, Unsupported, bound_symbol};
use super::reading::input_name;
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
        if input_name(called).is_some() {
            return ran.ended.push((case, refuse("a call of a procedure that reads input")));
        }
        if self.program.rules.addressed_storage
            && let Some(what) = hidden_from_summary(self.graph, called, arguments)
        {
            return ran.ended.push((case, refuse(what)));
        }
        let recursive = self.callers[0] == procedure && self.may_recur();
        if self.callers.contains(&procedure) && !recursive {
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
        let mut reader = Reader::new(self.graph, self.policy, &case.state);
        let actual = actual_values(&mut reader, called, arguments);
        let checks = std::mem::take(&mut reader.checks);
        let mut case = case;
        let Some(case) = self.passed(&mut case, checks, ran) else { return };
        let actual = match actual {
            Ok(actual) => actual,
            Err(reason) => return ran.ended.push((case, End::Unsupported(reason))),
        };
        if recursive {
            self.recursive = true;
            let mut case = case;
            let value = self.unknown_result(&mut case, &actual.values);
            if let Some(variable) = result {
                case.state.numbers.insert(variable, value);
            }
            return ran.going.push(case);
        }
        let summary = self.summary_of(procedure);
        if !summary.complete {
            return ran.ended.push((case, refuse("a call of a procedure with too many cases")));
        }
        for excluded in &summary.excluded {
            let next = self.feasible(case.when(&actual.values.condition(excluded)));
            ran.ended.extend(next.map(|case| (case, End::Excluded)));
        }
        for way in &summary.cases {
            let Some(mut next) = self.feasible(case.when(&actual.values.condition(&way.condition))) else {
                continue;
            };
            match &way.end {
                End::Returned(value) => {
                    let value = value.as_ref().map(|value| actual.values.term(value));
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
        actual: &Actual,
    ) -> Result<(), Unsupported> {
        let before = case.state.clone();
        for (parameter, output) in outputs {
            let Some(position) = called.parameters.iter().position(|other| other == parameter) else {
                continue;
            };
            let argument = &arguments[position];
            if argument.passing != Passing::Reference {
                continue;
            }
            let ExprKind::Load(place) = &argument.expr.kind else { continue };
            match (place, output) {
                (Place::Variable(variable), Output::Number(value)) => {
                    case.state.numbers.insert(*variable, actual.values.term(value));
                }
                (Place::Variable(variable), Output::Array(value)) => {
                    let shift = actual.shifts.iter().find(|(other, _)| other == parameter);
                    let back: Vec<Term> =
                        shift.map(|(_, shift)| shift.iter().map(Term::negated).collect()).unwrap_or_default();
                    case.state.arrays.insert(*variable, shifted(&actual.values.array(value), &back));
                }
                (place @ (Place::Element(..) | Place::Part(_)), Output::Number(value)) => {
                    let mut reader = Reader::new(self.graph, self.policy, &before);
                    let (variable, at) = reader.element(place, argument.expr.span)?;
                    let array = case.state.array(self.graph, variable);
                    let changed = Array::store(&array, &at, &actual.values.term(value));
                    case.state.arrays.insert(variable, changed);
                }
                (Place::Element(..) | Place::Part(_), Output::Array(_)) => {
                    return super::expression::unsupported("this argument", argument.expr.span);
                }
            }
        }
        Ok(())
    }
}

/// What a summary of a C function cannot know of a call: that two arguments are one object, or where an array ends.
fn hidden_from_summary(
    caller: &FlowGraph,
    called: &FlowGraph,
    arguments: &[Argument],
) -> Option<&'static str> {
    let mut seen = Vec::new();
    for (argument, &parameter) in arguments.iter().zip(&called.parameters) {
        let (Passing::Reference, ExprKind::Load(place)) = (argument.passing, &argument.expr.kind) else {
            continue;
        };
        if seen.contains(&place.variable()) {
            return Some("one object for two parameters");
        }
        seen.push(place.variable());
        let open = |ty: &Type| match ty {
            Type::Array(_, bounds) => matches!(bounds.last(), Some(ArrayBounds::Sequence { high: None, .. })),
            _ => false,
        };
        if open(&called.variables[parameter].ty) && !open(&caller.variables[place.variable()].ty) {
            return Some("an array whose end the called function does not know");
        }
    }
    None
}

/// The arguments as values for the symbols of the parameters, and how far the subscripts of an array parameter lie
/// from those of its argument.
struct Actual {
    values: Substitution,
    shifts: Vec<(VarId, Vec<Term>)>,
}

fn actual_values(
    reader: &mut Reader<'_>,
    called: &FlowGraph,
    arguments: &[Argument],
) -> Result<Actual, Unsupported> {
    let mut actual = Actual { values: Substitution::default(), shifts: Vec::new() };
    let mut places: Vec<&Expr> = Vec::new();
    for (&parameter, argument) in called.parameters.iter().zip(arguments) {
        let by_reference = argument.passing == Passing::Reference;
        if by_reference && places.iter().any(|other| other.kind == argument.expr.kind) {
            return super::expression::unsupported("one variable for two parameters", argument.expr.span);
        }
        if by_reference {
            places.push(&argument.expr);
        }
        if !called.variables[parameter].ty.is_array() {
            let value: Term = reader.number(&argument.expr)?;
            actual.values.symbols.insert(symbol_of(called, parameter), value);
        }
    }
    // The bounds of array parameters may depend on the other parameters.
    for (&parameter, argument) in called.parameters.iter().zip(arguments) {
        if called.variables[parameter].ty.is_array() {
            array_value(reader, called, parameter, argument, &mut actual)?;
        }
    }
    Ok(actual)
}

/// An array as an argument: the parameter sees the same elements, perhaps under other subscripts.
fn array_value(
    reader: &mut Reader<'_>,
    called: &FlowGraph,
    parameter: VarId,
    argument: &Argument,
    actual: &mut Actual,
) -> Result<(), Unsupported> {
    let span = argument.expr.span;
    let info = &called.variables[parameter];
    let other_shape = || super::expression::unsupported("an argument of another shape", span);
    let (ExprKind::Load(Place::Variable(variable)), Type::Array(_, bounds)) = (&argument.expr.kind, &info.ty)
    else {
        return other_shape();
    };
    if reader.graph.variables[*variable].ty.rank() != bounds.len() {
        return other_shape();
    }
    let start = State::default();
    let mut inside = Reader::new(called, reader.policy, &start);
    let mut shift = Vec::new();
    for (dimension, declared) in bounds.iter().enumerate() {
        let low = reader.bound(Bound::Low, *variable, dimension, span)?;
        match declared {
            ArrayBounds::Given { .. } => shift.push(Term::zero()),
            ArrayBounds::OfArgument => {
                let high = reader.bound(Bound::High, *variable, dimension, span)?;
                for (bound, value) in [(Bound::Low, low), (Bound::High, high)] {
                    let symbol = bound_symbol(bound, &info.name, dimension, bounds.len());
                    actual.values.symbols.insert(symbol, value);
                }
                shift.push(Term::zero());
            }
            ArrayBounds::Shape { .. } => {
                let high = reader.bound(Bound::High, *variable, dimension, span)?;
                let own = actual.values.term(&inside.bound(Bound::Low, parameter, dimension, span)?);
                let symbol = bound_symbol(Bound::High, &info.name, dimension, bounds.len());
                actual.values.symbols.insert(symbol, high.minus(&low).plus(&own));
                shift.push(low.minus(&own));
            }
            ArrayBounds::Sequence { .. } => {
                let own = actual.values.term(&inside.bound(Bound::Low, parameter, dimension, span)?);
                if dimension + 1 < bounds.len() {
                    // Elements keep their subscripts only where all but the last extent agree.
                    let high = reader.bound(Bound::High, *variable, dimension, span)?;
                    let last = actual.values.term(&inside.bound(Bound::High, parameter, dimension, span)?);
                    if high.minus(&low) != last.minus(&own) {
                        return other_shape();
                    }
                }
                shift.push(low.minus(&own));
            }
            ArrayBounds::Deferred => return other_shape(),
        }
    }
    let array = shifted(&reader.state.array(reader.graph, *variable), &shift);
    actual.values.arrays.insert(info.name.as_str().into(), array);
    actual.shifts.push((parameter, shift));
    Ok(())
}

/// An array whose element at `t` is that of another one at `t + shift`.
fn shifted(array: &Array, shift: &[Term]) -> Array {
    if shift.iter().all(Term::is_zero) {
        return array.clone();
    }
    let cells: Vec<Symbol> = (0..shift.len()).map(|at| Symbol::integer(&format!("•shift{at}x"))).collect();
    let at: Vec<Term> = cells.iter().zip(shift).map(|(cell, shift)| Term::symbol(cell).plus(shift)).collect();
    Array::lambda(&cells, &array.element(&at))
}
