//! Calls by the summaries of what is called.

use sextant_algebra::{Array, Substitution, Symbol, Term};
use sextant_base::Span;
use sextant_flow::FlowGraph;
use sextant_state::Point;
use sextant_syntax::{
    Argument, ArrayBounds, Bound, Expr, ExprKind, PartStep, Passing, Place, ProcId, Storage, Type, VarId,
    Variable,
};

use super::block::{End, Ran};
use super::context::{Case, symbol_of};
use super::evaluate::Evaluator;
use super::meaning::{Compiled, Computed, Unsupported};
use super::reading::input_name;
use super::shapes::{Shapes, bound_symbol};
use super::summary::{Output, Summary};

impl Evaluator<'_> {
    /// Continues after a call, once for each case of the called procedure's summary.
    pub(super) fn call(
        &mut self,
        case: Case,
        procedure: ProcId,
        arguments: &[Argument],
        result: Option<VarId>,
        (point, span): (Point, Span),
        ran: &mut Ran,
    ) {
        let refuse = |what: &str| End::Unsupported(Unsupported::new(what, span));
        let called = &self.program.procedures[procedure];
        let recursive = self.callers[0] == procedure && self.may_recur();
        let values = case.state.substitution(self.graph);
        let computed = self.scalar_arguments(procedure, recursive, arguments, (point, span));
        let Computed { value: scalars, checks } = match computed {
            Ok(computed) => computed,
            Err(reason) => return ran.ended.push((case, End::Unsupported(reason))),
        };
        let Some(case) = self.passed(case, &checks, &values, ran) else { return };
        let mut actual = Actual { values: Substitution::default(), shifts: Vec::new() };
        for (symbol, value) in scalars {
            actual.values.symbols.insert(symbol, values.term(&value));
        }
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
        for (&parameter, argument) in called.parameters.iter().zip(arguments) {
            if called.variables[parameter].ty.is_array()
                && let Err(reason) =
                    self.array_argument(&case, (called, &summary.shapes), parameter, argument, &mut actual)
            {
                return ran.ended.push((case, End::Unsupported(reason)));
            }
        }
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
                    let changed =
                        self.write_back(&mut next, called, arguments, &way.outputs, &actual, &values);
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
        let compiled = Compiled::new(self.program, procedure, self.policy);
        let mut inner = Evaluator::new(self.program, &compiled, &self.interrupt);
        inner.callers.extend(self.callers.iter().copied());
        let summary = inner.summary();
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
        values: &Substitution,
    ) -> Result<(), Unsupported> {
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
                    let (variable, at) = self.element(place, argument.expr.span)?;
                    let at: Vec<Term> = at.iter().map(|at| values.term(at)).collect();
                    let array = case.state.array(self.graph, variable);
                    let changed = Array::store(&array, &at, &actual.values.term(value));
                    case.state.arrays.insert(variable, changed);
                }
                (Place::Element(..) | Place::Part(_), Output::Array(_)) => {
                    return Err(Unsupported::new("this argument", argument.expr.span));
                }
            }
        }
        Ok(())
    }

    /// The array and the subscripts of an element.
    fn element(&mut self, place: &Place, span: Span) -> Result<(VarId, Vec<Term>), Unsupported> {
        let subscripts = match place {
            Place::Element(_, index) => std::slice::from_ref(&**index),
            Place::Part(part) => match &part.steps[..] {
                [PartStep::Element(subscripts)] => &subscripts[..],
                _ => return Err(Unsupported::new("a part of a variable", span)),
            },
            Place::Variable(_) => return Err(Unsupported::new("a whole array", span)),
        };
        let meaning = self.meaning()?;
        let index = subscripts.iter().map(|subscript| Ok(meaning.value(subscript, None)?.value));
        Ok((place.variable(), index.collect::<Result<_, _>>()?))
    }

    /// The values of the arguments that are no arrays, for the symbols of the parameters, over the variables; and what is
    /// checked when they are computed. Calls that summaries say nothing of are refused.
    fn scalar_arguments(
        &mut self,
        procedure: ProcId,
        recursive: bool,
        arguments: &[Argument],
        (point, span): (Point, Span),
    ) -> Result<Computed<Vec<(Symbol, Term)>>, Unsupported> {
        let called = &self.program.procedures[procedure];
        if input_name(called).is_some() {
            return Err(Unsupported::new("a call of a procedure that reads input", span));
        }
        if self.program.rules.addressed_storage
            && let Some(what) = hidden_from_summary(self.graph, called, arguments)
        {
            return Err(Unsupported::new(what, span));
        }
        if self.callers.contains(&procedure) && !recursive {
            return Err(Unsupported::new("a recursive call", span));
        }
        let stays = |variable: &Variable| matches!(variable.storage, Storage::Static | Storage::External(_));
        if called.variables.iter().any(stays) {
            return Err(Unsupported::new("a call of a procedure with variables of its own that stay", span));
        }
        let meaning = self.meaning()?;
        let (mut values, mut checks) = (Vec::new(), Vec::new());
        let mut places: Vec<&Expr> = Vec::new();
        for (number, (&parameter, argument)) in called.parameters.iter().zip(arguments).enumerate() {
            let by_reference = argument.passing == Passing::Reference;
            if by_reference && places.iter().any(|other| other.kind == argument.expr.kind) {
                return Err(Unsupported::new("one variable for two parameters", argument.expr.span));
            }
            if by_reference {
                places.push(&argument.expr);
            }
            if !called.variables[parameter].ty.is_array() {
                let computed = meaning.value(&argument.expr, Some((point, number)))?;
                values.push((symbol_of(called, parameter), computed.value));
                checks.extend(computed.checks);
            }
        }
        Ok(Computed { value: values, checks })
    }

    /// An array as an argument: the parameter sees the same elements, perhaps under other subscripts.
    fn array_argument(
        &mut self,
        case: &Case,
        (called, shapes): (&FlowGraph, &Shapes),
        parameter: VarId,
        argument: &Argument,
        actual: &mut Actual,
    ) -> Result<(), Unsupported> {
        let span = argument.expr.span;
        let info = &called.variables[parameter];
        let other_shape = || Unsupported::new("an argument of another shape", span);
        let (ExprKind::Load(Place::Variable(variable)), Type::Array(_, bounds)) =
            (&argument.expr.kind, &info.ty)
        else {
            return Err(other_shape());
        };
        if self.graph.variables[*variable].ty.rank() != bounds.len() {
            return Err(other_shape());
        }
        let first = case.state.values_of(self.graph, []);
        let given = self.meaning()?.bounds(*variable);
        let outer = |bound: Bound, dimension: usize| {
            let (low, high) = &given[dimension];
            let term = if bound == Bound::Low { low } else { high };
            term.as_ref().map(|term| first.term(term)).ok_or_else(other_shape)
        };
        let mut shift = Vec::new();
        for (dimension, declared) in bounds.iter().enumerate() {
            let low = outer(Bound::Low, dimension)?;
            let own = |actual: &Actual, bound: Bound| {
                let term = shapes.bound(bound, parameter, dimension);
                term.map(|term| actual.values.term(term)).ok_or_else(other_shape)
            };
            match declared {
                ArrayBounds::Given { .. } => shift.push(Term::zero()),
                ArrayBounds::OfArgument => {
                    let high = outer(Bound::High, dimension)?;
                    for (bound, value) in [(Bound::Low, low), (Bound::High, high)] {
                        actual.values.symbols.insert(bound_symbol(bound, info, dimension), value);
                    }
                    shift.push(Term::zero());
                }
                ArrayBounds::Shape { .. } => {
                    let high = outer(Bound::High, dimension)?;
                    let own = own(actual, Bound::Low)?;
                    let symbol = bound_symbol(Bound::High, info, dimension);
                    actual.values.symbols.insert(symbol, high.minus(&low).plus(&own));
                    shift.push(low.minus(&own));
                }
                ArrayBounds::Sequence { .. } => {
                    let first = own(actual, Bound::Low)?;
                    // Elements keep their subscripts only where all but the last extent agree.
                    if dimension + 1 < bounds.len() {
                        let high = outer(Bound::High, dimension)?;
                        if high.minus(&low) != own(actual, Bound::High)?.minus(&first) {
                            return Err(other_shape());
                        }
                    }
                    shift.push(low.minus(&first));
                }
                ArrayBounds::Deferred => return Err(other_shape()),
            }
        }
        let array = shifted(&case.state.array(self.graph, *variable), &shift);
        actual.values.arrays.insert(info.name.as_str().into(), array);
        actual.shifts.push((parameter, shift));
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

/// An array whose element at `t` is that of another one at `t + shift`.
fn shifted(array: &Array, shift: &[Term]) -> Array {
    if shift.iter().all(Term::is_zero) {
        return array.clone();
    }
    let cells: Vec<Symbol> = (0..shift.len()).map(|at| Symbol::integer(&format!("•shift{at}x"))).collect();
    let at: Vec<Term> = cells.iter().zip(shift).map(|(cell, shift)| Term::symbol(cell).plus(shift)).collect();
    Array::lambda(&cells, &array.element(&at))
}
