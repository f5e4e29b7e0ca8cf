//! What the executions of a call assume: about the caller, the surroundings, and numbers.

use std::collections::BTreeSet;

use dashu_int::IBig;
use sextant_base::Span;
use sextant_expr::Rounding;
use sextant_flow::{
    Action, asks_for_argument, called, globals_of, instructions, numbers_of, tells_objects_apart, uses,
};
use sextant_report::{Assumption, PointerTarget, UnknownEffect};
use sextant_state::{
    Arithmetic, EntryArgument, EntryBlock, EntryText, EntryValue, Led, Policy, Reliance, constant_bounds,
    content_leaves,
};
use sextant_syntax::{GlobalId, Handed, Primitive, ProcId, Type, VarId, Variable};

use crate::call::argument::is_open;
use crate::{Call, Options, Session};

impl Session {
    /// What is assumed by all that was executed of a call so far.
    pub fn assumptions(&self, call: &Call, options: &Options) -> Vec<Assumption> {
        let mut found = BTreeSet::new();
        found.extend(self.required.iter().flatten().cloned().map(Assumption::Precondition));
        self.of_arguments(call, options, &mut found);
        self.of_globals(call, &mut found);
        found.extend(call.entry.relied.all().into_iter().map(|reliance| self.relied(reliance)));
        found.into_iter().collect()
    }

    pub(crate) fn relied(&self, reliance: Reliance) -> Assumption {
        match reliance {
            Reliance::ExactReals | Reliance::ExactDecisions => Assumption::ExactReals,
            Reliance::UnboundedIntegers => Assumption::UnboundedIntegers,
            Reliance::Allocation => Assumption::Allocation,
            Reliance::NoEnvironment => Assumption::NoEnvironment,
            Reliance::CompleteInput => Assumption::CompleteInput,
            Reliance::RoundedDown(span) => self.rounded_down(span),
            Reliance::UnknownFunction(name, span) => {
                self.unknown_function(&name, UnknownEffect::Forgets, span)
            }
            Reliance::UnknownPointer(name, led) => {
                let target = match led {
                    Led::Object => PointerTarget::Object,
                    Led::Elements(count) => PointerTarget::Elements(count.unsigned_abs()),
                    Led::Text(most) => PointerTarget::String(most.unsigned_abs()),
                };
                Assumption::ReturnedPointer { function: name.to_string(), target }
            }
            Reliance::PureFunction(name, span) => self.unknown_function(&name, UnknownEffect::Pure, span),
        }
    }

    fn unknown_function(&self, name: &str, effect: UnknownEffect, span: Span) -> Assumption {
        Assumption::UnknownFunction { name: name.to_owned(), effect, at: self.sources.place(span) }
    }

    /// The functions that a procedure and all that it calls call and that are not defined.
    fn unknown_functions(&self, id: ProcId, found: &mut BTreeSet<Assumption>) {
        for id in called(&self.program, id) {
            for instruction in instructions(&self.program.procedures[id]) {
                let Action::Primitive(primitive, ..) = &instruction.action else { continue };
                let (name, effect) = match primitive {
                    Primitive::Unknown(name) => (name, UnknownEffect::Forgets),
                    Primitive::Pure(name) => (name, UnknownEffect::Pure),
                    _ => continue,
                };
                found.insert(self.unknown_function(name, effect, instruction.span));
            }
        }
    }

    fn rounded_down(&self, span: Span) -> Assumption {
        Assumption::RoundedDown {
            quotient: self.sources.snippet(span).split_whitespace().collect::<Vec<_>>().join(" "),
            at: self.sources.place(span),
        }
    }

    /// What is assumed of the numbers that a procedure and all that it calls compute with, and of functions that are not
    /// defined.
    pub(crate) fn assumed_of_numbers(&self, id: ProcId, policy: Policy) -> BTreeSet<Assumption> {
        let mut found = BTreeSet::new();
        self.unknown_functions(id, &mut found);
        if policy.arithmetic == Arithmetic::Machine {
            return found;
        }
        for id in called(&self.program, id).into_iter().filter(|id| !self.program.library.contains(id)) {
            let numbers = numbers_of(&self.program.procedures[id]);
            found.extend(numbers.reals.then_some(Assumption::ExactReals));
            found.extend(numbers.integers.then_some(Assumption::UnboundedIntegers));
            if policy.division == Rounding::Floor {
                found.extend(numbers.quotients.into_iter().map(|span| self.rounded_down(span)));
            }
        }
        found
    }

    fn of_arguments(&self, call: &Call, options: &Options, found: &mut BTreeSet<Assumption>) {
        let graph = &self.program.procedures[call.entry.procedure];
        let parameters = graph.parameters.iter().zip(&call.entry.arguments);
        let used = parameters.filter(|(parameter, _)| uses(graph, **parameter));
        let mut objects = 0;
        for (&parameter, argument) in used {
            let variable = &graph.variables[parameter];
            if self.is_chosen_present(call, parameter, argument) {
                found.insert(Assumption::ArgumentPresent(variable.name.clone()));
            }
            match argument {
                EntryArgument::Block { object, behind } => {
                    for one in std::iter::once(object).chain(behind) {
                        objects += usize::from(one.handed.is_none());
                        found.extend(self.of_object(call, one, behind.is_empty()));
                    }
                }
                EntryArgument::Texts(texts) => {
                    let unknown = |text: &&EntryText| matches!(text, EntryText::Symbolic(_));
                    let (count, unknown) = (texts.len() - 1, texts.iter().filter(unknown).count());
                    found.insert(Assumption::ProgramArguments { count, unknown });
                }
                EntryArgument::Value(EntryValue::Int(value)) if is_chosen_null(call, variable, value) => {
                    let name = variable.name.clone();
                    found.insert(Assumption::Pointer { name, target: PointerTarget::Null });
                }
                _ => {
                    if let Some(size) = options.chosen.size.filter(|_| is_open(&variable.ty)) {
                        found.insert(Assumption::ChosenSize { name: variable.name.clone(), size });
                    }
                }
            }
        }
        let shared = |id: &GlobalId| {
            let global = &self.program.globals[*id];
            global.shared && !global.constant
        };
        let reached = called(&self.program, call.entry.procedure);
        let matters = reached.iter().any(|&id| tells_objects_apart(&self.program.procedures[id]));
        if !matters {
            return;
        }
        if objects > 1 || objects == 1 && self.globals_reached(call.entry.procedure).iter().any(shared) {
            found.insert(Assumption::NoAliasing);
        }
    }

    /// Whether an optional parameter has an argument because nobody says whether it has one.
    fn is_chosen_present(&self, call: &Call, parameter: VarId, argument: &EntryArgument) -> bool {
        !call.text.contains('(')
            && !matches!(argument, EntryArgument::Absent)
            && asks_for_argument(&self.program, call.entry.procedure, parameter)
    }

    /// Pointers in variables that outlive calls are no inputs.
    fn of_globals(&self, call: &Call, found: &mut BTreeSet<Assumption>) {
        if self.program.main == Some(call.entry.procedure) {
            return;
        }
        for id in self.globals_reached(call.entry.procedure) {
            let global = &self.program.globals[id];
            if global.shared && !global.constant && self.has_pointers(&global.content) {
                found.insert(Assumption::PointersInitial(global.name.clone()));
            }
        }
    }

    /// The objects of the program that are named by a procedure and all that it calls, the library apart.
    fn globals_reached(&self, procedure: ProcId) -> BTreeSet<GlobalId> {
        let reached = called(&self.program, procedure).into_iter();
        let own = reached.filter(|id| !self.program.library.contains(id));
        own.flat_map(|id| globals_of(&self.program.procedures[id])).collect()
    }

    /// What is assumed of an object that the caller gives, and of the pointers in it.
    fn of_object(&self, call: &Call, object: &EntryBlock, inner_null: bool) -> Vec<Assumption> {
        let EntryBlock { name, content, .. } = object;
        let pointer = |name: &str, target| Assumption::Pointer { name: name.to_owned(), target };
        let own = object.handed.is_none().then(|| pointer(name, target_of(call, object)));
        let mut found: Vec<Assumption> = own.into_iter().collect();
        if object.handed == Some(Handed::Result) || !inner_null {
            return found;
        }
        let is_arrow = object.handed.is_none() && matches!(content, Type::Record(_));
        let prefix = if is_arrow { format!("{name}->") } else { name.clone() };
        let leaves = content_leaves(&prefix, content, &self.program.records).unwrap_or_default();
        let pointers = leaves.iter().filter(|leaf| matches!(leaf.ty, Type::Pointer(_)));
        let (functions, others): (Vec<_>, Vec<_>) = pointers
            .partition(|leaf| matches!(&leaf.ty, Type::Pointer(Some(target)) if **target == Type::Procedure));
        if !others.is_empty() {
            found.push(Assumption::InnerPointersNull(name.clone()));
        }
        found.extend(functions.iter().map(|leaf| pointer(&leaf.name, PointerTarget::Function)));
        found
    }

    fn has_pointers(&self, content: &Type) -> bool {
        let leaves = content_leaves("", content, &self.program.records).unwrap_or_default();
        leaves.iter().any(|leaf| matches!(leaf.ty, Type::Pointer(_)))
    }
}

/// Whether a parameter is null because nobody says what it leads to.
fn is_chosen_null(call: &Call, variable: &Variable, value: &IBig) -> bool {
    matches!(variable.ty, Type::Pointer(_)) && *value == IBig::ZERO && !call.text.contains('(')
}

/// What a pointer to an object leads to.
fn target_of(call: &Call, object: &EntryBlock) -> PointerTarget {
    let EntryBlock { name, content, .. } = object;
    let bounds = match content {
        Type::Array(_, bounds) => bounds,
        Type::Procedure => return PointerTarget::Function,
        _ => return PointerTarget::Object,
    };
    let counts = constant_bounds(bounds).unwrap_or_default();
    let count: u64 = counts.iter().map(|(low, high)| (high - low + 1).max(0) as u64).product();
    if object.size.is_some() {
        return PointerTarget::Declared(count);
    }
    let most = count.saturating_sub(1);
    let last = format!("{name}[{most}]");
    let zero = |(given, value): &(String, EntryValue)| {
        *given == last && matches!(value, EntryValue::Int(value) if *value == IBig::ZERO)
    };
    match call.entry.given.iter().any(zero) {
        true => PointerTarget::String(most),
        false => PointerTarget::Elements(count),
    }
}
