//! Generic names, defined operators and defined assignment: which specific procedure is meant.

use sextant_base::Span;
use sextant_syntax::{Argument, Expr, ExprKind, Passing, StmtKind, Type};

use super::Resolver;
use super::build::{element_type, rank};
use super::call::Actual;
use super::decide::convertible;
use super::scope::{Designator, Dummy, EntityRef, Role, Signature, Target};
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
        let (found, order, actuals) = match self.choose(name, specific, arguments, span)? {
            Some(chosen) => chosen,
            None if super::intrinsic::is_known(&name.upper) => return self.intrinsic(name, arguments, span),
            None => return self.no_specific(name, span),
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
        let Some((found, order, actuals)) = self.choose(name, specific, arguments, span)? else {
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

    /// The first specific procedure whose dummies suit the arguments, and for each of its dummies its argument.
    #[allow(clippy::type_complexity)]
    fn choose(
        &mut self,
        name: &raw::Name,
        specific: &[EntityRef],
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Option<(EntityRef, Vec<Option<usize>>, Vec<Actual>)>> {
        let _ = (name, span);
        let resolved: Vec<_> = arguments.iter().map(|argument| self.actual(argument, None)).collect();
        let actuals: Vec<Actual> = resolved.into_iter().collect::<Option<_>>()?;
        let keywords: Vec<Option<&raw::Name>> =
            arguments.iter().map(|argument| argument.keyword.as_ref()).collect();
        for elemental in [false, true] {
            for &candidate in specific {
                if let Some(order) = self.suits(candidate, &keywords, &actuals, elemental) {
                    return Some(Some((candidate, order, actuals)));
                }
            }
        }
        Some(None)
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
        let dummies: Vec<EntityRef> = signature
            .parameters
            .iter()
            .filter_map(|dummy| match dummy {
                Dummy::Entity(entity) => Some(*entity),
                Dummy::AlternateReturn => None,
            })
            .collect();
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
        for (&dummy, position) in dummies.iter().zip(&order) {
            let fits = match position {
                None => self.entity(dummy).flags.optional,
                Some(position) => self.fits(dummy, &actuals[*position], elemental),
            };
            if !fits {
                return None;
            }
        }
        Some(order)
    }

    fn fits(&mut self, dummy: EntityRef, actual: &Actual, elemental: bool) -> bool {
        let found = self.entity(dummy);
        let dimensions = found.dimensions.map_or(0, <[raw::Dimension]>::len);
        let is_procedure = found.flags.external || found.interface.is_some();
        if is_procedure || actual.expr.ty == Type::Procedure {
            return is_procedure && actual.expr.ty == Type::Procedure;
        }
        let Some(ty) = self.entity_type(dummy) else { return false };
        let same = match (&ty, element_type(&actual.expr.ty)) {
            (Type::Text(_), Type::Text(_)) => true,
            (dummy, actual) => dummy == actual,
        };
        same && (dimensions == rank(&actual.expr.ty) || elemental)
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
        let (candidate, order) = self.suitable(&specific, &actuals)?;
        let (target, signature) = (self.target_of(candidate)?, self.signature_of_entity(candidate));
        let name = self.entity(candidate).name.clone();
        let actuals = arranged(order, actuals, span);
        Some(self.function_with(target, signature, candidate, &name, actuals, span))
    }

    fn operand(&mut self, operand: Expr) -> Actual {
        let is_place = matches!(operand.kind, ExprKind::Load(_));
        self.passed(operand, is_place, false)
    }

    fn suitable(
        &mut self,
        specific: &[EntityRef],
        actuals: &[Actual],
    ) -> Option<(EntityRef, Vec<Option<usize>>)> {
        let keywords = vec![None; actuals.len()];
        for elemental in [false, true] {
            for &candidate in specific {
                if let Some(order) = self.suits(candidate, &keywords, actuals, elemental) {
                    return Some((candidate, order));
                }
            }
        }
        None
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
        let mut right = self.operand(value.clone());
        // The value must not change while the target does.
        if rank(&value.ty) == 0 && right.passing == Passing::Reference {
            right.passing = Passing::Copy;
        }
        let actuals = vec![Actual { expr: left, passing: Passing::Reference }, right];
        let (candidate, order) = self.suitable(&specific, &actuals)?;
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
