//! Calls of procedures, and how arguments are passed.

use sextant_base::Span;
use sextant_syntax::{Argument, BinaryOp, Expr, ExprKind, Passing, Place, Stmt, StmtKind, TextLength, Type};

use super::Resolver;
use super::build::{self, INT, TEXT, rank};
use super::scope::{EntityRef, Role, Signature, Target};
use crate::raw::{self, ArgumentValue, ExprKind as Raw};

/// An actual argument that is resolved.
#[derive(Clone, Debug)]
pub(crate) struct Actual {
    pub(crate) expr: Expr,
    pub(crate) passing: Passing,
}

/// The message about a wrong number of arguments.
pub(crate) fn wrong_count(name: &raw::Name, wanted: usize, given: usize) -> String {
    let plural = if wanted == 1 { "" } else { "s" };
    format!("`{}` takes {wanted} argument{plural}, not {given}", name.written)
}

impl<'a> Resolver<'a, '_> {
    /// How a target is called, as far as that is known.
    pub(crate) fn signature_of(&mut self, target: &Target) -> Option<Signature> {
        match target {
            Target::Known(id) => Some(self.signatures[id.0 as usize].clone()),
            Target::Unknown(Some(interface)) | Target::Dummy(_, Some(interface)) => {
                self.interface_signature(*interface)
            }
            _ => None,
        }
    }

    /// A target as this unit sees it: a dummy procedure of the host is a hidden parameter here.
    fn target_here(&mut self, target: Target, entity: EntityRef, span: Span) -> Option<Target> {
        match target {
            Target::Dummy(_, interface) if entity.unit != self.unit => {
                Some(Target::Dummy(self.variable_of(entity, span)?, interface))
            }
            other => Some(other),
        }
    }

    /// Says that a unit compiled on its own is called with a wrong number of arguments. Compilers let that pass, so that
    /// only the call is lost.
    fn mismatch(
        &mut self,
        target: &Target,
        name: &raw::Name,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<String> {
        let Target::Known(id) = target else { return None };
        let signature = &self.signatures[id.0 as usize];
        let wanted = signature.parameters.len();
        let is_separate = self.units[signature.unit].position == super::units::Position::Outer;
        let by_keyword = arguments.iter().any(|argument| argument.keyword.is_some());
        if !is_separate
            || wanted == arguments.len()
            || by_keyword
            || signature.dummies().any(|dummy| self.entity(dummy).flags.optional)
        {
            return None;
        }
        let message = wrong_count(name, wanted, arguments.len());
        self.warning(span, message.clone());
        Some(message)
    }

    /// A function call in an expression.
    pub(crate) fn function(
        &mut self,
        target: Target,
        entity: EntityRef,
        name: &raw::Name,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Expr> {
        let target = self.target_here(target, entity, span)?;
        let signature = self.signature_of(&target);
        if let Some(message) = self.mismatch(&target, name, arguments, span) {
            self.before(StmtKind::Unsupported(message), span);
            let ty = self.entity_type(entity)?;
            return Some(build::zero(&ty, span));
        }
        let actuals = self.actuals(name, signature.as_ref(), arguments, span)?;
        self.function_with(target, signature, entity, name, actuals, span)
    }

    /// A call of a function with arguments in the order of its dummies.
    pub(crate) fn function_with(
        &mut self,
        target: Target,
        signature: Option<Signature>,
        entity: EntityRef,
        name: &raw::Name,
        actuals: Vec<Actual>,
        span: Span,
    ) -> Option<Expr> {
        let ty = match signature.as_ref().map(|signature| signature.result) {
            Some(Some(result)) => self.result_type(result)?,
            Some(None) => {
                return self.fail(name.span, format!("`{}` is a subroutine, not a function", name.written));
            }
            None => self.entity_type(entity)?,
        };
        if let Some(signature) = &signature {
            if rank(&ty) > 0 || signature.result.is_some_and(|result| self.is_stored_result(result)) {
                return self.array_function(&target, signature, ty, name, actuals, span);
            }
            // A call of an elemental function with arrays is taken apart like an operator.
            let dimensions = actuals.iter().map(|actual| rank(&actual.expr.ty)).max().unwrap_or(0);
            if signature.elemental && dimensions > 0 {
                return self.call_value(&target, actuals, build::array_of(ty, dimensions), name, span);
            }
        }
        let mut actuals = actuals;
        if let (Some(signature), Target::Known(_)) = (&signature, &target)
            && let Some(length) = self.hidden_length(signature, entity, span)
        {
            actuals.insert(0, length);
        }
        let ty = if let Type::Text(_) = ty { TEXT } else { ty };
        self.call_value(&target, actuals, ty, name, span)
    }

    fn call_value(
        &mut self,
        target: &Target,
        actuals: Vec<Actual>,
        ty: Type,
        name: &raw::Name,
        span: Span,
    ) -> Option<Expr> {
        match self.call_kind(target, actuals) {
            Ok(kind) => Some(Expr { kind, ty, span }),
            Err(message) => {
                self.before(StmtKind::Unsupported(message.replace("{}", &name.written)), span);
                Some(build::zero(&ty, span))
            }
        }
    }

    pub(crate) fn call_kind(&mut self, target: &Target, actuals: Vec<Actual>) -> Result<ExprKind, String> {
        let arguments = actuals.into_iter().map(Argument::from).collect();
        match target {
            Target::Known(id) => Ok(ExprKind::Call(*id, arguments)),
            Target::Dummy(variable, _) => Ok(ExprKind::CallParameter(*variable, arguments)),
            Target::Unknown(_) | Target::Intrinsic => Err("procedure {} is not in the program".to_owned()),
        }
    }

    /// Whether the caller of a function brings the storage of its result.
    pub(crate) fn is_stored_result(&self, result: EntityRef) -> bool {
        let found = self.entity(result);
        found.dimensions.is_some() || found.flags.allocatable || found.flags.pointer
    }

    /// The type of a function's result as its callers see it.
    pub(crate) fn result_type(&mut self, result: EntityRef) -> Option<Type> {
        let ty = self.entity_type(result)?;
        let entity = self.entity(result);
        let dimensions = entity.dimensions.map_or(0, <[raw::Dimension]>::len);
        let ty = if let Type::Text(_) = ty { TEXT } else { ty };
        Some(build::array_of(ty, dimensions))
    }

    /// The hidden argument of a `CHARACTER*(*)` function: the length its caller declares for it.
    fn hidden_length(&mut self, signature: &Signature, entity: EntityRef, span: Span) -> Option<Actual> {
        let result = signature.result?;
        let Type::Text(TextLength::OfArgument) = self.entity_type(result)? else { return None };
        let length = match self.entity_type(entity) {
            Some(Type::Text(TextLength::Given(length))) => *length,
            _ => build::int(1, span),
        };
        Some(Actual { expr: length, passing: Passing::Copy })
    }

    /// A call of the function whose result the name is.
    pub(crate) fn call_itself(
        &mut self,
        entity: EntityRef,
        arguments: &[raw::Argument],
        name: &raw::Name,
        span: Span,
    ) -> Option<Expr> {
        let procedures = &self.units[entity.unit].procedures;
        let own = procedures.iter().copied().find(|id| self.signatures[id.0 as usize].result == Some(entity));
        match own {
            Some(id) => self.function(Target::Known(id), entity, name, arguments, span),
            None => self.fail(name.span, format!("`{}` is not a function here", name.written)),
        }
    }

    /// The arguments of a call in the order of the dummies, as far as these are known.
    pub(crate) fn actuals(
        &mut self,
        name: &raw::Name,
        signature: Option<&Signature>,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Vec<Actual>> {
        let arguments: Vec<_> = arguments
            .iter()
            .filter(|argument| !matches!(argument.value, ArgumentValue::AlternateReturn(_)))
            .collect();
        let Some(signature) = signature else {
            let resolved: Vec<_> = arguments.iter().map(|argument| self.actual(argument, None)).collect();
            return resolved.into_iter().collect();
        };
        let dummies: Vec<EntityRef> = signature.dummies().collect();
        let order = self.order(name, &dummies, &arguments, span)?;
        let resolved: Vec<_> = dummies
            .iter()
            .zip(order)
            .map(|(&dummy, position)| match position {
                Some(position) => self.actual(arguments[position], Some(dummy)),
                None => Some(Actual { expr: build::int(0, span), passing: Passing::Absent }),
            })
            .collect();
        resolved.into_iter().collect()
    }

    /// For each dummy the argument it gets.
    pub(crate) fn order(
        &mut self,
        name: &raw::Name,
        dummies: &[EntityRef],
        arguments: &[&raw::Argument],
        span: Span,
    ) -> Option<Vec<Option<usize>>> {
        if arguments.len() > dummies.len() {
            return self.fail(span, wrong_count(name, dummies.len(), arguments.len()));
        }
        let mut order = vec![None; dummies.len()];
        for (position, argument) in arguments.iter().enumerate() {
            let at = match &argument.keyword {
                None => position,
                Some(keyword) => {
                    match dummies.iter().position(|&dummy| self.entity(dummy).name.upper == keyword.upper) {
                        Some(at) => at,
                        None => {
                            let message = format!("`{}` has no argument `{}`", name.written, keyword.written);
                            return self.fail(keyword.span, message);
                        }
                    }
                }
            };
            if order[at].replace(position).is_some() {
                return self.fail(argument.span, "this argument is given twice");
            }
        }
        for (&dummy, position) in dummies.iter().zip(&order) {
            let entity = self.entity(dummy);
            if position.is_none() && !entity.flags.optional {
                let message = match arguments.iter().any(|argument| argument.keyword.is_some()) {
                    true => {
                        format!("the argument `{}` of `{}` is missing", entity.name.written, name.written)
                    }
                    false => wrong_count(name, dummies.len(), arguments.len()),
                };
                return self.fail(span, message);
            }
        }
        Some(order)
    }

    /// One argument.
    pub(crate) fn actual(&mut self, argument: &raw::Argument, dummy: Option<EntityRef>) -> Option<Actual> {
        let ArgumentValue::Expr(raw) = &argument.value else {
            return self.fail(argument.span, "an argument is needed here");
        };
        let by_value = dummy.is_some_and(|dummy| self.entity(dummy).flags.value);
        if let Some(procedure) = self.procedure_argument(raw)? {
            return Some(Actual { expr: procedure, passing: Passing::Copy });
        }
        if super::data::is_applied(raw, "NULL")
            && let Some(dummy) = dummy
        {
            return self.null_argument(dummy, raw.span);
        }
        let expr = self.value(raw)?;
        if matches!(raw.kind, Raw::Paren(_)) && rank(&expr.ty) > 0 {
            let copy = self.array_temporary(expr);
            return Some(Actual { expr: copy, passing: Passing::Reference });
        }
        let is_place = matches!(raw.kind, Raw::Name(_) | Raw::Apply(..) | Raw::Component(..));
        Some(self.passed(expr, is_place, by_value))
    }

    /// `NULL()`: a handle that refers to nothing.
    fn null_argument(&mut self, dummy: EntityRef, span: Span) -> Option<Actual> {
        let element = match self.entity_type(dummy)? {
            Type::Text(_) => TEXT,
            other => other,
        };
        let dimensions = self.entity(dummy).dimensions.map_or(0, <[raw::Dimension]>::len);
        let handle = Type::Handle(Box::new(build::array_of(element, dimensions)));
        let variable = self.temporary("null", handle, span);
        self.before(StmtKind::PointTo { handle: Place::Variable(variable), target: None }, span);
        Some(Actual { expr: self.load_variable(variable, span), passing: Passing::Reference })
    }

    /// A value as an argument: places by reference, values as copies, array expressions as temporary arrays.
    pub(crate) fn passed(&mut self, expr: Expr, is_place: bool, by_value: bool) -> Actual {
        if let ExprKind::Load(place) = &expr.kind
            && !super::scalarise::has_vector_subscript(place)
            && expr.ty != Type::Procedure
        {
            if by_value || !is_place && rank(&expr.ty) == 0 {
                return self.copy_argument(expr);
            }
            return Actual { expr, passing: Passing::Reference };
        }
        self.copy_argument(expr)
    }

    /// A value that the procedure may change without anybody seeing it.
    pub(crate) fn copy_argument(&mut self, expr: Expr) -> Actual {
        if rank(&expr.ty) > 0 {
            let expr = self.array_temporary(expr);
            return Actual { expr, passing: Passing::Reference };
        }
        let is_made =
            matches!(expr.kind, ExprKind::Load(Place::Variable(variable)) if self.is_temporary(variable));
        if matches!(expr.ty, Type::Record(_)) && is_made {
            return Actual { expr, passing: Passing::Reference };
        }
        if matches!(expr.ty, Type::Record(_)) {
            return Actual { expr: self.keep("value", expr), passing: Passing::Reference };
        }
        Actual { expr, passing: Passing::Copy }
    }

    /// The procedure that an argument names, if it does.
    fn procedure_argument(&mut self, raw: &raw::Expr) -> Option<Option<Expr>> {
        let Raw::Name(name) = &raw.kind else { return Some(None) };
        if self.substituted(&name.upper).is_some() {
            return Some(None);
        }
        let entity = self.find_or_make(name);
        let role = self.role(entity);
        let target = match role {
            Role::Procedure(target) => target,
            Role::Generic(specific) => match self.specific_of_own_name(&specific, &name.upper) {
                Some(target) => target,
                None => return self.fail(raw.span, "a generic name cannot be an argument"),
            },
            _ => return Some(None),
        };
        let kind = match target {
            Target::Known(id) => ExprKind::Procedure(id),
            Target::Dummy(..) => {
                let variable = self.variable_of(entity, raw.span)?;
                ExprKind::Load(Place::Variable(variable))
            }
            Target::Intrinsic => ExprKind::Procedure(self.intrinsic_as_argument(name)?),
            Target::Unknown(_) if super::intrinsic::is_known(&name.upper) => {
                ExprKind::Procedure(self.intrinsic_as_argument(name)?)
            }
            Target::Unknown(_) => {
                let message = format!("procedure {} is not in the program", name.written);
                self.before(StmtKind::Unsupported(message), raw.span);
                return Some(Some(build::int(0, raw.span)));
            }
        };
        Some(Some(Expr { kind, ty: Type::Procedure, span: raw.span }))
    }

    fn specific_of_own_name(&mut self, specific: &[EntityRef], name: &str) -> Option<Target> {
        let found = specific.iter().copied().find(|&entity| &*self.entity(entity).name.upper == name)?;
        if let Role::Procedure(target) = self.role(found) { Some(target) } else { None }
    }

    /// `CALL name(…)`
    pub(crate) fn call_statement(
        &mut self,
        procedure: &raw::Expr,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<StmtKind> {
        let Raw::Name(name) = &procedure.kind else {
            return Some(StmtKind::Unsupported("a call of a procedure component".to_owned()));
        };
        let entity = self.find_or_make(name);
        let target = match self.role(entity) {
            Role::Procedure(Target::Intrinsic) => return self.intrinsic_subroutine(name, arguments, span),
            Role::Procedure(target) => target,
            Role::Generic(specific) => {
                let (target, actuals) = self.generic_target(name, &specific, arguments, span)?;
                let signature = self.signature_of(&target);
                return self.call_with(&target, signature.as_ref(), name, actuals, arguments, span);
            }
            Role::Open | Role::Variable(_) => {
                let found = self.entity(entity);
                let is_own =
                    found.spec.is_none() && !found.flags.dummy && !self.externals.contains_key(&name.upper);
                if is_own && super::intrinsic::is_subroutine(&name.upper) {
                    return self.intrinsic_subroutine(name, arguments, span);
                }
                let target = self.external_target(entity);
                self.entity_mut(entity).role = Role::Procedure(target.clone());
                target
            }
            Role::Broken | Role::Underway => return None,
            _ => return self.fail(name.span, format!("`{}` is not a subroutine", name.written)),
        };
        let target = self.target_here(target, entity, span)?;
        let signature = self.signature_of(&target);
        if let Some(message) = self.mismatch(&target, name, arguments, span) {
            return Some(StmtKind::Unsupported(message));
        }
        let actuals = self.actuals(name, signature.as_ref(), arguments, span)?;
        self.call_with(&target, signature.as_ref(), name, actuals, arguments, span)
    }

    fn call_with(
        &mut self,
        target: &Target,
        signature: Option<&Signature>,
        name: &raw::Name,
        actuals: Vec<Actual>,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<StmtKind> {
        if signature.is_some_and(|signature| signature.result.is_some()) {
            return self.fail(name.span, format!("`{}` is a function, not a subroutine", name.written));
        }
        if let Some(signature) = signature
            && signature.elemental
            && actuals.iter().any(|actual| rank(&actual.expr.ty) > 0)
        {
            return self.elemental_subroutine(target, actuals, name, span);
        }
        let labels: Vec<_> = arguments
            .iter()
            .filter_map(|argument| match argument.value {
                ArgumentValue::AlternateReturn(label) => Some(label),
                _ => None,
            })
            .collect();
        let returns = signature.is_some_and(Signature::has_alternate_returns);
        if let Some(signature) = signature {
            let wanted = signature.parameters.len() - signature.dummies().count();
            if wanted != labels.len() {
                let message = format!(
                    "`{}` has {wanted} alternate returns, but {} are given",
                    name.written,
                    labels.len()
                );
                return self.fail(span, message);
            }
        }
        if !labels.is_empty() || returns {
            return self.alternate_call(target, name, actuals, &labels, span);
        }
        let optional = signature.map_or_else(Vec::new, |signature| self.perhaps_absent(signature, &actuals));
        Some(self.call_or_without(target, name, actuals, &optional, span))
    }

    /// The positions of arguments that are absent where an allocatable or pointer refers to nothing.
    fn perhaps_absent(&self, signature: &Signature, actuals: &[Actual]) -> Vec<usize> {
        let is_handle = |actual: &Actual| match &actual.expr.kind {
            ExprKind::Load(place) => actual.passing == Passing::Reference && self.is_handle_place(place),
            _ => false,
        };
        let absent = |dummy: EntityRef| {
            let flags = self.entity(dummy).flags;
            flags.optional && !flags.allocatable && !flags.pointer
        };
        let pairs = signature.dummies().zip(actuals).enumerate();
        pairs.filter(|(_, (dummy, actual))| absent(*dummy) && is_handle(actual)).map(|(at, _)| at).collect()
    }

    fn call_or_without(
        &mut self,
        target: &Target,
        name: &raw::Name,
        actuals: Vec<Actual>,
        optional: &[usize],
        span: Span,
    ) -> StmtKind {
        let Some((&at, rest)) = optional.split_first() else { return self.plain_call(target, name, actuals) };
        let ExprKind::Load(place) = &actuals[at].expr.kind else { return StmtKind::Null };
        let has = Expr { kind: ExprKind::HasStorage(place.clone()), ty: Type::Logical, span };
        let mut without = actuals.clone();
        without[at] = Actual { expr: build::int(0, span), passing: Passing::Absent };
        let with = self.call_or_without(target, name, actuals, rest, span);
        let without = self.call_or_without(target, name, without, rest, span);
        let (with, without) = (self.made(with, span), self.made(without, span));
        build::branch(has, with, Some(without))
    }

    pub(crate) fn plain_call(&mut self, target: &Target, name: &raw::Name, actuals: Vec<Actual>) -> StmtKind {
        match self.call_kind(target, actuals) {
            Ok(ExprKind::Call(procedure, arguments)) => StmtKind::Call { procedure, arguments },
            Ok(ExprKind::CallParameter(variable, arguments)) => {
                StmtKind::CallParameter { variable, arguments }
            }
            Ok(_) => StmtKind::Null,
            Err(message) => StmtKind::Unsupported(message.replace("{}", &name.written)),
        }
    }

    /// The subroutine returns the number of a label, 0 for none.
    fn alternate_call(
        &mut self,
        target: &Target,
        name: &raw::Name,
        actuals: Vec<Actual>,
        labels: &[raw::Label],
        span: Span,
    ) -> Option<StmtKind> {
        let kind = match self.call_kind(target, actuals) {
            Ok(kind) => kind,
            Err(message) => return Some(StmtKind::Unsupported(message.replace("{}", &name.written))),
        };
        let selected = self.keep("return", Expr { kind, ty: INT, span });
        let mut cases = Vec::new();
        for (position, &label) in labels.iter().enumerate() {
            let condition = build::binary(BinaryOp::Equal, selected.clone(), build::int(position + 1, span));
            let jump = StmtKind::Goto(self.label(label)?);
            cases.push((condition, self.made(jump, label.span)));
        }
        let nothing: Stmt = self.made(StmtKind::Null, span);
        Some(StmtKind::Select { cases, otherwise: Some(Box::new(nothing)) })
    }
}
