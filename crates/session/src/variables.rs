//! A C program for the algebraic methods: memory as variables and arrays, wherever that is exact.

use std::collections::BTreeSet;

use sextant_base::{Diagnostic, Diagnostics, Span};
use sextant_flow::{Action, Premise, Surroundings, executable, inlined, promoted};
use sextant_logic::with_outside;
use sextant_notation::{Formula, Notation};
use sextant_report::Assumption;
use sextant_state::{Policy, formula_notation};
use sextant_syntax::{ArrayBounds, Claim, ExprKind, ProcId, Type};

use crate::annotations::{annotate, subscripted};
use crate::passes::Refused;
use crate::{Session, Style};

/// What a promoted program takes for granted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Granted {
    /// About the caller.
    pub(crate) premises: Vec<Premise>,
    /// Assertions in comments that cannot be used.
    pub(crate) errors: Vec<(Span, String)>,
    /// Objects that may change and that no variable stands for.
    pub(crate) bytes: Vec<String>,
}

impl Session {
    /// The program as the algebraic methods see it from a procedure; none if it is already so.
    pub(crate) fn as_variables(&self, id: ProcId) -> Option<Session> {
        self.as_variables_with(id, Surroundings::LeftOut)
    }

    /// The same, with or without output and exit statuses.
    pub(crate) fn as_variables_with(&self, id: ProcId, surroundings: Surroundings) -> Option<Session> {
        if !self.program.rules.addressed_storage || self.granted.is_some() {
            return None;
        }
        let mut promoted = promoted(&self.specified, id, &subscripted(&self.sources), surroundings);
        let errors = annotate(&mut promoted.program, &self.sources);
        if self.required.is_some() {
            // They are assumed already.
            let is_entry = |action: &Action| matches!(action, Action::Claim(Claim::Entry, _));
            for block in promoted.program.procedures[id].blocks.iter_mut() {
                block.instructions.retain(|instruction| !is_entry(&instruction.action));
            }
        }
        debug_assert_eq!(sextant_flow::verify(&promoted.program), Ok(()));
        let program = executable(&promoted.program).into_owned();
        let mut session = self.with_programs(program, promoted.program);
        session.granted = Some(Granted { premises: promoted.premises, errors, bytes: promoted.bytes });
        session.keys = Some(promoted.keys);
        Some(session)
    }

    /// The same with the calls of a procedure in line where they can be: what a called function does to an array is
    /// then seen with the bounds of that array.
    fn as_variables_in_line(&self, id: ProcId, surroundings: Surroundings) -> Option<Session> {
        let mut session = self.as_variables_with(id, surroundings)?;
        for program in [&mut session.program, &mut session.specified] {
            if let Ok(graph) = inlined(program, id) {
                program.procedures[id] = graph;
            }
        }
        Some(session)
    }

    /// The program as methods see it that know nothing of storage but variables and parameters; none if it is already so.
    ///
    /// # Errors
    /// Why lasting storage cannot be parameters.
    pub(crate) fn with_outside(&self, id: ProcId) -> Result<Option<Session>, String> {
        self.with_outside_and(id, Surroundings::LeftOut)
    }

    /// The same, with or without output and exit statuses of C.
    ///
    /// # Errors
    /// Why lasting storage cannot be parameters.
    pub(crate) fn with_outside_and(
        &self,
        id: ProcId,
        surroundings: Surroundings,
    ) -> Result<Option<Session>, String> {
        if self.program.rules.addressed_storage || self.keys.is_some() {
            return Ok(self.as_variables_in_line(id, surroundings));
        }
        let outside = with_outside(&self.specified, id)
            .map_err(|what| format!("unsupported: shared or static variables, because of {what}"))?;
        let Some((specified, keys)) = outside else { return Ok(None) };
        debug_assert_eq!(sextant_flow::verify(&specified), Ok(()));
        let mut session = self.with_programs(executable(&specified).into_owned(), specified);
        session.keys = Some(keys);
        Ok(Some(session))
    }

    /// The name of an input as users write it: C counts elements from 0, and each dimension has its brackets.
    pub(crate) fn input_name(&self, id: ProcId, name: &str) -> String {
        let graph = &self.specified.procedures[id];
        let element = name.strip_suffix(')').and_then(|name| name.split_once('('));
        let Some((array, numbers)) = element.filter(|_| self.granted.is_some()) else {
            return name.to_owned();
        };
        let Some(variable) = graph.variables.iter().find(|variable| variable.name == array) else {
            return name.to_owned();
        };
        let numbers: Option<Vec<i64>> = numbers.split(',').map(|number| number.trim().parse().ok()).collect();
        let (Some(numbers), Type::Array(_, bounds)) = (numbers, &variable.ty) else { return name.to_owned() };
        let subscripts = match (&numbers[..], &bounds[..]) {
            // Elements that an argument leads to are counted in storage order, from 1; others have their own subscripts.
            ([number], [ArrayBounds::Sequence { .. }] | [_, _, ..]) => split_number(number - 1, bounds),
            _ => numbers,
        };
        // Those of arrays of records stand inside of the name.
        let mut written = array.to_owned();
        for subscript in subscripts.iter().rev() {
            match written.find("[]") {
                Some(at) => written.insert_str(at + 1, &subscript.to_string()),
                None => written.push_str(&format!("[{subscript}]")),
            }
        }
        written
    }

    /// The notation in which formulas over the variables of the program are written.
    pub(crate) fn own_notation(&self) -> Notation {
        formula_notation(self.program.language)
    }

    /// Formulas as the program's language writes them.
    pub(crate) fn written(&self, formulas: &[Formula]) -> Vec<Formula> {
        formulas.iter().map(|formula| formula.clone().in_notation(self.own_notation())).collect()
    }

    /// The notation that is asked for, or that of the program's language where it is the project's own.
    pub(crate) fn own_style(&self, style: Style) -> Style {
        if style == Style::Text { self.own_notation() } else { style }
    }

    /// Assertions that are left out, as notes.
    pub(crate) fn notes_on_assertions(&self) -> Vec<String> {
        let errors = self.granted.iter().flat_map(|granted| &granted.errors);
        let note = |(span, message): &(Span, String)| {
            format!("an assertion is left out at {}: {message}", self.sources.place(*span))
        };
        errors.map(note).collect()
    }

    /// What a method assumes about the caller of a procedure and about numbers that does not execute paths one by one.
    pub(crate) fn assumed_of(&self, id: ProcId, policy: Policy) -> BTreeSet<Assumption> {
        self.assumed_of_callers().into_iter().chain(self.assumed_of_numbers(id, policy)).collect()
    }

    /// What is assumed about callers where memory has become variables.
    pub(crate) fn assumed_of_callers(&self) -> BTreeSet<Assumption> {
        let premises = self.granted.iter().flat_map(|granted| &granted.premises);
        let premises = premises.map(|premise| match premise {
            Premise::DifferentObjects => Assumption::NoAliasing,
            Premise::NotNull => Assumption::NotNull,
        });
        premises.collect()
    }

    /// Assertions that cannot be used, as messages; nothing can be proved of a program with such.
    pub(crate) fn refuse_wrong_assertions(&self) -> Result<(), Refused> {
        let errors = self.granted.iter().flat_map(|granted| &granted.errors);
        let mut diagnostics = Diagnostics::new();
        errors.for_each(|(span, message)| diagnostics.push(Diagnostic::error(*span, message.clone())));
        if diagnostics.has_errors() { Err(Box::new((diagnostics, self.sources.clone()))) } else { Ok(()) }
    }
}

/// The subscripts of an element by its position in storage; the first one varies fastest.
fn split_number(mut position: i64, bounds: &[ArrayBounds]) -> Vec<i64> {
    let mut subscripts = Vec::new();
    for bound in bounds {
        let high = match bound {
            ArrayBounds::Given { high, .. } | ArrayBounds::Sequence { high: Some(high), .. } => {
                match &high.kind {
                    ExprKind::Int(high) => i64::try_from(high).ok(),
                    _ => None,
                }
            }
            _ => None,
        };
        let extent = high.map_or(i64::MAX, |high| high + 1);
        subscripts.push(position.rem_euclid(extent.max(1)));
        position = position.div_euclid(extent.max(1));
    }
    subscripts
}
