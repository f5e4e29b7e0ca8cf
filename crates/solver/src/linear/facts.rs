//! What is asserted at present, with marks to go back to.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use sextant_expr::{Table, TermId};

use super::compile::Compiler;
use super::formula::{Formula, Kind, Trust};
use super::simplex::{Conflict, Side, Variable};

/// A state to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    bounds: usize,
    truths: usize,
    clauses: usize,
    relevant: usize,
    doubtful: usize,
    unsure: usize,
}

/// The asserted formulas, sorted by what must be done about them.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub compiler: Compiler,
    truths: FxHashMap<TermId, bool>,
    truth_trail: Vec<TermId>,
    /// Disjunctions and forbidden values: what the simplex cannot hold.
    pub clauses: Vec<Arc<Formula>>,
    /// Unknowns that need care and occur in what is asserted.
    pub relevant: Vec<Variable>,
    is_relevant: Vec<bool>,
    /// Conditions that hold under the values unless infinitesimals are among them.
    pub doubtful: Vec<TermId>,
    /// Conditions that must be evaluated.
    pub unsure: Vec<TermId>,
}

impl Facts {
    pub fn mark(&self) -> Mark {
        Mark {
            bounds: self.compiler.simplex.mark(),
            truths: self.truth_trail.len(),
            clauses: self.clauses.len(),
            relevant: self.relevant.len(),
            doubtful: self.doubtful.len(),
            unsure: self.unsure.len(),
        }
    }

    pub fn pop(&mut self, mark: Mark) {
        self.compiler.simplex.pop(mark.bounds);
        for atom in self.truth_trail.drain(mark.truths..) {
            self.truths.remove(&atom);
        }
        self.clauses.truncate(mark.clauses);
        for variable in self.relevant.drain(mark.relevant..) {
            self.is_relevant[variable.0 as usize] = false;
        }
        self.doubtful.truncate(mark.doubtful);
        self.unsure.truncate(mark.unsure);
    }

    /// Asserts a condition of the question.
    pub fn assert_condition(&mut self, table: &mut Table, condition: TermId) -> Result<(), Conflict> {
        let formula = self.compiler.formula(table, condition, true);
        match formula.trust {
            Trust::Sure => {}
            Trust::UnlessInfinitesimal => self.doubtful.push(condition),
            Trust::Unsure => self.unsure.push(condition),
        }
        self.assert(&formula)
    }

    /// Asserts a formula and the definitions of what occurs in it.
    pub fn assert(&mut self, formula: &Arc<Formula>) -> Result<(), Conflict> {
        let mut pending = vec![Arc::clone(formula)];
        while let Some(formula) = pending.pop() {
            match &formula.kind {
                Kind::Constant(true) => {}
                Kind::Constant(false) => return Err(Conflict),
                Kind::Bounds { variable, lower, upper } => {
                    self.note_relevant(*variable, &mut pending);
                    let simplex = &mut self.compiler.simplex;
                    lower.iter().try_for_each(|bound| simplex.assert(*variable, Side::Lower, bound))?;
                    upper.iter().try_for_each(|bound| simplex.assert(*variable, Side::Upper, bound))?;
                }
                Kind::Differs { variable, .. } => {
                    self.note_relevant(*variable, &mut pending);
                    self.clauses.push(formula);
                }
                Kind::Truth { atom, value } => match self.truths.insert(*atom, *value) {
                    None => self.truth_trail.push(*atom),
                    Some(before) if before == *value => {}
                    Some(before) => {
                        self.truths.insert(*atom, before);
                        return Err(Conflict);
                    }
                },
                Kind::All(parts) => pending.extend(parts.iter().cloned()),
                Kind::Any(_) => self.clauses.push(formula),
            }
        }
        Ok(())
    }

    fn note_relevant(&mut self, variable: Variable, pending: &mut Vec<Arc<Formula>>) {
        for unknown in self.compiler.simplex.unknowns(variable) {
            let meaning = &self.compiler.meanings[unknown.0 as usize];
            if !meaning.needs_care {
                continue;
            }
            let at = unknown.0 as usize;
            if self.is_relevant.len() <= at {
                self.is_relevant.resize(at + 1, false);
            }
            if !self.is_relevant[at] {
                self.is_relevant[at] = true;
                self.relevant.push(unknown);
                pending.extend(meaning.definition.iter().cloned());
            }
        }
    }

    /// Whether the present values satisfy a formula.
    pub fn holds(&self, formula: &Formula) -> bool {
        match &formula.kind {
            Kind::Constant(value) => *value,
            Kind::Bounds { variable, lower, upper } => {
                let value = self.compiler.simplex.value(*variable);
                lower.as_ref().is_none_or(|lower| *lower <= value)
                    && upper.as_ref().is_none_or(|upper| value <= *upper)
                    && self.is_settled(*variable)
            }
            Kind::Differs { variable, value } => {
                let present = self.compiler.simplex.value(*variable);
                (!present.is_standard() || present.standard != *value) && self.is_settled(*variable)
            }
            Kind::Truth { atom, value } => self.truths.get(atom).copied().unwrap_or(false) == *value,
            Kind::All(parts) => parts.iter().all(|part| self.holds(part)),
            Kind::Any(alternatives) => {
                alternatives.iter().any(|parts| parts.iter().all(|part| self.holds(part)))
            }
        }
    }

    /// Whether every unknown of the variable is a symbol or has its definition asserted.
    fn is_settled(&self, variable: Variable) -> bool {
        self.compiler.simplex.unknowns(variable).all(|unknown| {
            !self.compiler.meaning(unknown).needs_care
                || self.is_relevant.get(unknown.0 as usize).copied().unwrap_or(false)
        })
    }

    /// The Bool terms whose truth is asserted.
    pub fn truths(&self) -> impl Iterator<Item = (TermId, bool)> + '_ {
        self.truth_trail.iter().map(|atom| (*atom, self.truths[atom]))
    }
}
