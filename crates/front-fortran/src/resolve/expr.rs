//! Expressions: names, types and conversions.
//!
//! An array-valued expression is a tree like any other whose type is an array; `scalarise` takes it apart into loops
//! over its elements. What must happen before the statement (calls that give arrays, reductions) is put into
//! [`super::body::Body::before`] on the way.

use sextant_base::Span;
use sextant_syntax::{Expr, ExprKind, TextLength, Type};

use super::Resolver;
use super::build::{self, rank};
use super::literal;
use super::operators::describe;
use super::scope::{EntityRef, Role, Target};
use crate::raw::{self, ArgumentValue, ExprKind as Raw};

impl<'a> Resolver<'a, '_> {
    /// A scalar value.
    pub(crate) fn scalar(&mut self, raw: &raw::Expr) -> Option<Expr> {
        let value = self.value(raw)?;
        if rank(&value.ty) > 0 {
            return self.fail(raw.span, "a scalar is needed here, not an array");
        }
        Some(value)
    }

    /// A scalar truth value.
    pub(crate) fn condition(&mut self, raw: &raw::Expr) -> Option<Expr> {
        let value = self.scalar(raw)?;
        match value.ty {
            Type::Logical => Some(value),
            _ => self.fail(raw.span, format!("a condition is LOGICAL, not {}", describe(&value.ty))),
        }
    }

    /// A scalar whole number, converted if need be.
    pub(crate) fn integer(&mut self, raw: &raw::Expr) -> Option<Expr> {
        let value = self.scalar(raw)?;
        match value.ty {
            Type::Int(_) => Some(value),
            Type::Real(_) => Some(build::convert(value, &build::INT)),
            _ => self.fail(raw.span, format!("a whole number is needed here, not {}", describe(&value.ty))),
        }
    }

    /// The same of something that may be absent.
    pub(crate) fn integer_if_any(&mut self, raw: Option<&raw::Expr>) -> Option<Option<Expr>> {
        raw.map_or(Some(None), |raw| self.integer(raw).map(Some))
    }

    /// A value, perhaps an array.
    pub(crate) fn value(&mut self, raw: &raw::Expr) -> Option<Expr> {
        let span = raw.span;
        match &raw.kind {
            Raw::Int { digits, kind } => self.int_literal(digits, kind.as_ref(), span),
            Raw::Real { text, kind } => self.real_literal(text, kind.as_ref(), span),
            Raw::Complex(re, im) => self.complex_literal(re, im, span),
            Raw::Logical { value, .. } => Some(build::logical(*value, span)),
            Raw::Char { value, .. } => Some(build::text(bytes(value), span)),
            Raw::Hollerith(value) => Some(build::text(bytes(value), span)),
            Raw::Boz { radix, digits } => match literal::boz(*radix, digits) {
                Some(bits) => {
                    let size = if bits <= u64::from(u32::MAX) { 32 } else { 64 };
                    let ty = Type::Int(sextant_syntax::IntType { bits: size, signed: true });
                    Some(build::from_bits(bits, &ty, span))
                }
                None => self.fail(span, "unsupported: more than 64 bits"),
            },
            Raw::Name(name) => self.name(name, span),
            Raw::Apply(base, arguments) => self.apply(base, arguments, span),
            Raw::Component(..) => {
                let designator = self.designator(raw)?;
                Some(self.load(designator))
            }
            Raw::Unary(op, operand) => self.unary(op, operand, span),
            Raw::Binary(op, left, right) => self.binary(op, left, right, span),
            Raw::Paren(inner) => self.value(inner),
            Raw::ArrayConstructor { ty, items } => self.array_constructor(ty.as_deref(), items, span),
        }
    }

    /// What a name stands for because of an implied DO, a statement function or an ASSOCIATE.
    pub(crate) fn substituted(&self, name: &str) -> Option<&Expr> {
        self.substitutions.iter().rev().find(|known| &*known.name == name).map(|known| &known.value)
    }

    fn name(&mut self, name: &raw::Name, span: Span) -> Option<Expr> {
        if let Some(value) = self.substituted(&name.upper).cloned() {
            self.allow_copy(&value, span)?;
            return Some(Expr { span, ..value });
        }
        if self.body.asserting
            && let Some(result) = self.result_named(name, span)
        {
            return result;
        }
        let entity = self.find_or_make(name);
        match self.role(entity) {
            Role::Constant(value) => {
                self.allow_copy(&value, span)?;
                Some(Expr { span, ..(*value).clone() })
            }
            Role::Procedure(Target::Dummy(..)) => {
                let variable = self.variable_of(entity, span)?;
                Some(build::variable(variable, Type::Procedure, span))
            }
            _ => {
                let variable = self.variable_of(entity, span)?;
                Some(self.load_variable(variable, span))
            }
        }
    }

    fn apply(&mut self, base: &raw::Expr, arguments: &[raw::Argument], span: Span) -> Option<Expr> {
        let Raw::Name(name) = &base.kind else { return self.load_applied(base, arguments, span) };
        if self.substituted(&name.upper).is_some() {
            return self.load_applied(base, arguments, span);
        }
        if self.body.asserting
            && let Some(said) = self.said(name, arguments, span)
        {
            return said;
        }
        let entity = self.find_or_make(name);
        let role = self.role(entity);
        match role {
            Role::Constant(value) => self.substring_of_constant(&value, arguments, span),
            Role::Variable(_) | Role::Open if self.is_data(entity, arguments) => {
                self.load_applied(base, arguments, span)
            }
            Role::ConstantArray(..) => self.load_applied(base, arguments, span),
            Role::Variable(_) if self.entity(entity).flags.result => {
                self.call_itself(entity, arguments, name, span)
            }
            Role::Open | Role::Variable(_) => {
                let found = self.entity(entity);
                let is_intrinsic = !found.flags.dummy && !self.hides_intrinsic(&name.upper);
                if is_intrinsic && super::intrinsic::is_known(&name.upper) {
                    return self.intrinsic(name, arguments, span);
                }
                if found.role_is_variable() && !found.flags.dummy {
                    return self
                        .fail(name.span, format!("`{}` is neither an array nor a function", name.written));
                }
                let target = self.external_target(entity);
                self.entity_mut(entity).role = Role::Procedure(target.clone());
                self.function(target, entity, name, arguments, span)
            }
            Role::Procedure(Target::Intrinsic) => self.intrinsic(name, arguments, span),
            Role::Procedure(target) => self.function(target, entity, name, arguments, span),
            Role::Generic(specific) => self.generic_function(name, &specific, arguments, span),
            Role::StatementFunction(position) => {
                self.statement_function(entity, position, name, arguments, span)
            }
            Role::Record(record) => self.structure(record, name, arguments, span),
            Role::Underway | Role::Broken => None,
        }
    }

    /// Whether the program has an external procedure that is meant where a newer standard has a function of its own.
    fn hides_intrinsic(&self, upper: &str) -> bool {
        self.externals.contains_key(upper) && !super::intrinsic::is_of_1977(upper)
    }

    fn load_applied(&mut self, base: &raw::Expr, arguments: &[raw::Argument], span: Span) -> Option<Expr> {
        let designator = self.applied(base, arguments, span)?;
        Some(self.load(designator))
    }

    /// Whether `name(…)` is an element, section or substring.
    pub(crate) fn is_data(&mut self, entity: EntityRef, arguments: &[raw::Argument]) -> bool {
        let found = self.entity(entity);
        if found.dimensions.is_some() || found.is_array {
            return true;
        }
        let one_range =
            matches!(arguments, [raw::Argument { value: ArgumentValue::Range { stride: None, .. }, .. }]);
        if found.flags.external || !one_range {
            return false;
        }
        matches!(self.entity_type(entity), Some(Type::Text(_)))
    }

    fn substring_of_constant(
        &mut self,
        value: &Expr,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Expr> {
        let (ExprKind::Text(text), [raw::Argument { value: ArgumentValue::Range { low, high, .. }, .. }]) =
            (&value.kind, arguments)
        else {
            return self.fail(span, "a constant has no elements");
        };
        let (low, high) = (self.integer_if_any(low.as_ref())?, self.integer_if_any(high.as_ref())?);
        let constant = |bound: &Option<Expr>, default: usize| {
            bound.as_ref().map_or(Some(default), super::constant::number)
        };
        match (constant(&low, 1), constant(&high, text.len())) {
            (Some(low @ 1..), Some(high)) => {
                let part = if low <= high { text.get(low - 1..high).unwrap_or(&[]) } else { &[] };
                Some(build::text(part, span))
            }
            _ => {
                // The constant goes into a variable, of which a part can be named.
                let ty = Type::Text(TextLength::Given(Box::new(build::int(text.len(), span))));
                let variable = self.keep_in_variable("text", value.clone(), ty);
                let mut designator = self.whole(variable, span);
                designator.steps.push(sextant_syntax::PartStep::Characters(low, high));
                designator.ty = build::TEXT;
                Some(self.load(designator))
            }
        }
    }

    /// Expands a statement function.
    fn statement_function(
        &mut self,
        entity: EntityRef,
        position: usize,
        name: &raw::Name,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Expr> {
        let function = self.scopes[entity.unit].statement_functions[position].clone();
        if function.parameters.len() != arguments.len() {
            let message = super::call::wrong_count(name, function.parameters.len(), arguments.len());
            return self.fail(span, message);
        }
        if self.expanding > 50 {
            return self.fail(span, format!("`{}` is defined by itself", name.written));
        }
        let mut substitutions = Vec::new();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let ArgumentValue::Expr(raw) = &argument.value else {
                return self.fail(argument.span, "a value is needed here");
            };
            let value = self.scalar(raw)?;
            let dummy = self.find_or_make(parameter);
            let ty = self.entity_type(dummy)?;
            let value =
                if super::decide::convertible(&value.ty, &ty) { build::convert(value, &ty) } else { value };
            let value = if super::measure::has_call(&value) { self.keep("argument", value) } else { value };
            substitutions.push(super::scope::Substitution { name: parameter.upper.clone(), value });
        }
        // Names of a BLOCK or an ASSOCIATE around the reference mean nothing in the function.
        let around = std::mem::replace(&mut self.substitutions, substitutions);
        let hidden =
            self.body.outside.clone().map(|names| std::mem::replace(&mut self.scope().by_name, names));
        self.expanding += 1;
        let value = self.scalar(function.value);
        self.expanding -= 1;
        if let Some(names) = hidden {
            self.scope().by_name = names;
        }
        self.substitutions = around;
        let ty = self.entity_type(entity)?;
        let value = value?;
        self.allow_copy(&value, span)?;
        self.check_depth(&value, 0)?;
        if !super::decide::convertible(&value.ty, &ty) {
            let message =
                format!("the value of `{}` is {}, not {}", name.written, describe(&value.ty), describe(&ty));
            return self.fail(span, message);
        }
        Some(Expr { span, ..build::convert(value, &ty) })
    }
}

/// The characters of a constant, one byte each; what Latin-1 does not have stays in UTF-8.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}
