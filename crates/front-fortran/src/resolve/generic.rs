//! Generic names, defined operators and defined assignment: which specific procedure is meant.

use sextant_base::Span;
use sextant_syntax::{Argument, Expr, ExprKind, Passing, StmtKind, Type};

use super::Resolver;
use super::build::{element_type, rank, same_element};
use super::call::Actual;
use super::decide::convertible;
use super::scope::{Designator, EntityRef, Role, Signature, Target};
use crate::raw;

impl<'a> Resolver<'a, '_> {
    /// A function by a generic name.
    pub(crate) fn generic_function(
        &mut self,
        name: &raw::Name,
        specific: &[EntityRef],
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Expr> {
        let (keywords, actuals) = self.written_actuals(arguments)?;
        let (found, order) = match self.suitable(specific, &keywords, &actuals) {
            Some(chosen) => chosen,
            None if super::intrinsic::is_known(&name.upper) => return self.intrinsic(name, arguments, span),
            None => {
                // The name of a type makes its values where no procedure of that name does.
                let record = specific.iter().find_map(|&entity| match self.role(entity) {
                    Role::Record(record) => Some(record),
                    _ => None,
                });
                return match record {
                    Some(record) => self.structure(record, name, arguments, span),
                    None => self.no_specific(name, span),
                };
            }
        };
        let (target, signature) = (self.target_of(found)?, self.signature_of_entity(found));
        let actuals = arranged(order, actuals, span);
        self.function_with(target, signature, found, name, actuals, span)
    }

    /// The subroutine that a generic name means for these arguments.
    pub(crate) fn generic_target(
        &mut self,
        name: &raw::Name,
        specific: &[EntityRef],
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<(Target, Vec<Actual>)> {
        let (keywords, actuals) = self.written_actuals(arguments)?;
        let Some((found, order)) = self.suitable(specific, &keywords, &actuals) else {
            return self.no_specific(name, span);
        };
        Some((self.target_of(found)?, arranged(order, actuals, span)))
    }

    fn no_specific<T>(&mut self, name: &raw::Name, span: Span) -> Option<T> {
        self.fail(span, format!("no procedure of `{}` takes these arguments", name.written))
    }

    fn target_of(&mut self, entity: EntityRef) -> Option<Target> {
        match self.role(entity) {
            Role::Procedure(target) => Some(target),
            Role::Open => {
                let target = self.external_target(entity);
                self.entity_mut(entity).role = Role::Procedure(target.clone());
                Some(target)
            }
            _ => None,
        }
    }

    fn signature_of_entity(&mut self, entity: EntityRef) -> Option<Signature> {
        let target = self.target_of(entity)?;
        self.signature_of(&target)
    }

    /// Arguments as they are written, with their keywords.
    fn written_actuals<'r>(
        &mut self,
        arguments: &'r [raw::Argument],
    ) -> Option<(Vec<Option<&'r raw::Name>>, Vec<Actual>)> {
        let resolved: Vec<_> = arguments.iter().map(|argument| self.actual(argument, None)).collect();
        let keywords = arguments.iter().map(|argument| argument.keyword.as_ref()).collect();
        Some((keywords, resolved.into_iter().collect::<Option<_>>()?))
    }

    /// The first specific procedure whose dummies suit the arguments, and for each of its dummies its argument.
    fn suitable(
        &mut self,
        specific: &[EntityRef],
        keywords: &[Option<&raw::Name>],
        actuals: &[Actual],
    ) -> Option<(EntityRef, Vec<Option<usize>>)> {
        [false, true].into_iter().find_map(|elemental| {
            specific.iter().find_map(|&candidate| {
                Some((candidate, self.suits(candidate, keywords, actuals, elemental)?))
            })
        })
    }

    fn suits(
        &mut self,
        candidate: EntityRef,
        keywords: &[Option<&raw::Name>],
        actuals: &[Actual],
        elemental: bool,
    ) -> Option<Vec<Option<usize>>> {
        let signature = self.signature_of_entity(candidate)?;
        if elemental && !signature.elemental {
            return None;
        }
        let dummies: Vec<EntityRef> = signature.dummies().collect();
        let mut order = vec![None; dummies.len()];
        for (position, keyword) in keywords.iter().enumerate() {
            let at = match keyword {
                None => position,
                Some(keyword) => {
                    dummies.iter().position(|&dummy| self.entity(dummy).name.upper == keyword.upper)?
                }
            };
            let slot = order.get_mut(at)?;
            if slot.replace(position).is_some() {
                return None;
            }
        }
        let fits = dummies.iter().zip(&order).all(|(&dummy, position)| match position {
            None => self.entity(dummy).flags.optional,
            Some(position) => self.fits(dummy, &actuals[*position], elemental),
        });
        fits.then_some(order)
    }

    fn fits(&mut self, dummy: EntityRef, actual: &Actual, elemental: bool) -> bool {
        let found = self.entity(dummy);
        let dimensions = found.dimensions.map_or(0, <[raw::Dimension]>::len);
        let is_procedure = found.flags.external || found.interface.is_some();
        if is_procedure || actual.expr.ty == Type::Procedure {
            return is_procedure && actual.expr.ty == Type::Procedure;
        }
        let Some(ty) = self.entity_type(dummy) else { return false };
        same_element(&ty, &actual.expr.ty) && (dimensions == rank(&actual.expr.ty) || elemental)
    }

    /// An operator that the program defines, if there is one for these operands.
    pub(crate) fn defined_operation(
        &mut self,
        key: &str,
        operands: Vec<Expr>,
        span: Span,
    ) -> Option<Option<Expr>> {
        let found = self.find(key)?;
        let Role::Generic(specific) = self.role(found) else { return None };
        let actuals: Vec<Actual> = operands.into_iter().map(|operand| self.operand(operand)).collect();
        let (candidate, order) = self.suitable(&specific, &[None; 2][..actuals.len()], &actuals)?;
        let (target, signature) = (self.target_of(candidate)?, self.signature_of_entity(candidate));
        let name = self.entity(candidate).name.clone();
        let actuals = arranged(order, actuals, span);
        Some(self.function_with(target, signature, candidate, &name, actuals, span))
    }

    fn operand(&mut self, operand: Expr) -> Actual {
        let is_place = matches!(operand.kind, ExprKind::Load(_));
        self.passed(operand, is_place, false)
    }

    /// `ASSIGNMENT(=)`, where the program defines it for these types.
    pub(crate) fn defined_assignment(
        &mut self,
        target: &Designator,
        value: &Expr,
        span: Span,
    ) -> Option<Option<StmtKind>> {
        let found = self.find("ASSIGNMENT(=)")?;
        let Role::Generic(specific) = self.role(found) else { return None };
        let intrinsic =
            convertible(&value.ty, &target.ty) && !matches!(element_type(&target.ty), Type::Record(_));
        if intrinsic {
            return None;
        }
        let left = self.load(target.clone());
        let right = self.operand(value.clone());
        let mut actuals = vec![Actual { expr: left, passing: Passing::Reference }, right];
        let (candidate, order) = self.suitable(&specific, &[None; 2][..actuals.len()], &actuals)?;
        // The value must not change while the target does.
        if rank(&value.ty) == 0 && actuals[1].passing == Passing::Reference {
            actuals[1] = self.copy_argument(actuals[1].expr.clone());
        }
        let procedure = self.target_of(candidate)?;
        let name = self.entity(candidate).name.clone();
        let elemental = self.signature_of_entity(candidate).is_some_and(|signature| signature.elemental);
        let actuals = arranged(order, actuals, span);
        if elemental && actuals.iter().any(|actual| rank(&actual.expr.ty) > 0) {
            return Some(self.elemental_subroutine(&procedure, actuals, &name, span));
        }
        Some(Some(self.plain_call(&procedure, &name, actuals)))
    }
}

/// The arguments in the order of the dummies.
fn arranged(order: Vec<Option<usize>>, actuals: Vec<Actual>, span: Span) -> Vec<Actual> {
    let absent = || Actual { expr: super::build::int(0, span), passing: Passing::Absent };
    order
        .into_iter()
        .map(|position| position.and_then(|position| actuals.get(position).cloned()).unwrap_or_else(absent))
        .collect()
}

impl From<Actual> for Argument {
    fn from(actual: Actual) -> Self {
        Argument { expr: actual.expr, passing: actual.passing }
    }
}
