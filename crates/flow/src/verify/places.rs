//! Parts of variables.

use sextant_syntax::{Part, PartStep, Selector, Type, each_step_operand};

use super::Verifier;
use crate::typing::{same_apart_from_bounds, step_type};

impl Verifier<'_> {
    /// Checks every step from the variable on, and that the part has the type where they end.
    pub(super) fn steps(&mut self, variable: &Type, part: &Part) {
        self.check(!part.steps.is_empty(), "a part is reached by no step");
        let mut ty = variable.clone();
        for step in &part.steps {
            let mut operands = Vec::new();
            each_step_operand(step, &mut |operand| operands.push(operand));
            operands.into_iter().for_each(|operand| self.subscript(operand));
            match step_type(&self.program.records, &ty, step) {
                Some(next) => ty = next,
                None => return self.check(false, wrong_step(step)),
            }
        }
        self.check(same_apart_from_bounds(&ty, &part.ty), "a part has another type than its steps say");
    }
}

fn wrong_step(step: &PartStep) -> &'static str {
    match step {
        PartStep::Element(_) => "an element has not as many subscripts as its array has dimensions",
        PartStep::Section(selectors)
            if !selectors.iter().any(|selector| matches!(selector, Selector::Range(..))) =>
        {
            "a section has no range"
        }
        PartStep::Section(_) => "a section has not as many selectors as its array has dimensions",
        PartStep::Component(_) => "there is no such component",
        PartStep::Characters(..) => "characters are taken of what is no text",
        PartStep::ComplexPart(_) => "a part is taken of what is no complex number",
    }
}
