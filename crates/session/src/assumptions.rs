//! What the executions of a call assume: about the caller, the surroundings, and numbers.

use std::collections::BTreeSet;

use dashu_int::IBig;
use sextant_base::Span;
use sextant_expr::Rounding;
use sextant_flow::{Action, asks_for_argument, called, globals_of, instructions, numbers_of, uses};
use sextant_report::{Assumption, PointerTarget, UnknownEffect};
use sextant_state::{
    Arithmetic, EntryArgument, EntryText, EntryValue, Policy, Reliance, constant_bounds, content_leaves,
};
use sextant_syntax::{GlobalId, Primitive, ProcId, Type, VarId, Variable};

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
            Reliance::RoundedDown(span) => self.rounded_down(span),
            Reliance::UnknownFunction(name, span) => {
                self.unknown_function(&name, UnknownEffect::Forgets, span)
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
                EntryArgument::Block { name, content, behind, .. } => {
                    objects += 1 + behind.len();
                    let target = target_of(call, name, content);
                    found.insert(Assumption::Pointer { name: name.clone(), target });
                    if self.has_pointers(content) && behind.is_empty() {
                        found.insert(Assumption::InnerPointersNull(name.clone()));
                    }
                    for one in behind {
                        let target = target_of(call, &one.name, &one.content);
                        found.insert(Assumption::Pointer { name: one.name.clone(), target });
                        if self.has_pointers(&one.content) {
                            found.insert(Assumption::InnerPointersNull(one.name.clone()));
                        }
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

    fn has_pointers(&self, content: &Type) -> bool {
        let leaves = content_leaves("", content, &self.program.records).unwrap_or_default();
        leaves.iter().any(|leaf| matches!(leaf.ty, Type::Pointer(_)))
    }
}

/// Whether a parameter is null because nobody says what it leads to.
fn is_chosen_null(call: &Call, variable: &Variable, value: &IBig) -> bool {
    matches!(variable.ty, Type::Pointer(_)) && *value == IBig::ZERO && !call.text.contains('(')
}

/// What a pointer to an object of a name leads to.
fn target_of(call: &Call, name: &str, content: &Type) -> PointerTarget {
    let Type::Array(_, bounds) = content else { return PointerTarget::Object };
    let counts = constant_bounds(bounds).unwrap_or_default();
    let count: u64 = counts.iter().map(|(low, high)| (high - low + 1).max(0) as u64).product();
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
