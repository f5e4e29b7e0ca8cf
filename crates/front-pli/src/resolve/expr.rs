//! Expressions: names, types and conversions.
//!
//! Relations and `& | ¬` give truth values. A truth value where a number is needed, and a number where a truth
//! value is needed, get an explicit conversion. Two truth values are compared with `=` and `¬=` as they are.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{
    BinaryOp, Bound, DEEPEST_NESTING, Expr, ExprKind, IntType, Place, Specification, Type, UnaryOp, VarId,
};

use super::scope::{Context, Scope, Setting};
use super::{DEFAULT_TYPE, constant};
use crate::raw::{Name, RawExpr, RawExprKind, RawPlace, RawUnary};

/// Resolves expressions in a scope.
pub(crate) struct Resolver<'c, 'a> {
    pub(crate) context: &'c mut Context<'a>,
    pub(crate) scope: &'c mut Scope,
}

/// The expression as a value of this type.
pub(crate) fn convert(expr: Expr, ty: &Type) -> Expr {
    if expr.ty == *ty {
        return expr;
    }
    let span = expr.span;
    Expr { kind: ExprKind::Convert(Box::new(expr)), ty: ty.clone(), span }
}

/// The expression as a number.
pub(crate) fn integer(expr: Expr) -> Expr {
    if matches!(expr.ty, Type::Int(_)) { expr } else { convert(expr, &DEFAULT_TYPE) }
}

/// The expression as a truth value.
pub(crate) fn logical(expr: Expr) -> Expr {
    convert(expr, &Type::Logical)
}

/// The type of arithmetic with numbers of these types.
pub(crate) fn widest<'t>(types: impl IntoIterator<Item = &'t Type>) -> Type {
    let half = types.into_iter().all(|ty| *ty == Type::Int(IntType::FIXED_15));
    Type::Int(if half { IntType::FIXED_15 } else { IntType::FIXED_31 })
}

/// An operation with the conversions it needs.
pub(crate) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    use BinaryOp::*;
    let both_logical = left.ty == Type::Logical && right.ty == Type::Logical;
    let (left, right) = match op {
        And | Or | Implies => (logical(left), logical(right)),
        Equal | NotEqual if both_logical => (left, right),
        _ => (integer(left), integer(right)),
    };
    let ty = if op.is_logical() { Type::Logical } else { widest([&left.ty, &right.ty]) };
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
}

impl Resolver<'_, '_> {
    /// A scalar value that stands in a tree with `level` levels above it.
    pub(crate) fn value_at(&mut self, raw: &RawExpr, level: usize) -> Option<Expr> {
        let expr = self.value(raw)?;
        self.check_depth(&expr, level)?;
        Some(expr)
    }

    /// Conversions and expanded functions may have made the tree deeper than the text.
    pub(crate) fn check_depth(&mut self, expr: &Expr, level: usize) -> Option<()> {
        if level + constant::depth(expr) <= DEEPEST_NESTING {
            return Some(());
        }
        self.context.fail_too_deep(expr.span)
    }

    /// A scalar value.
    pub(crate) fn value(&mut self, raw: &RawExpr) -> Option<Expr> {
        let span = raw.span;
        let simple = |kind, ty| Some(Expr { kind, ty, span });
        match &raw.kind {
            RawExprKind::Int(value) => simple(ExprKind::Int(value.clone()), DEFAULT_TYPE),
            RawExprKind::Bool(value) => simple(ExprKind::Bool(*value), Type::Logical),
            RawExprKind::Symbol(symbol) => simple(ExprKind::Symbol(symbol.clone()), DEFAULT_TYPE),
            RawExprKind::Name(name) if self.means_result(*name) => {
                let ty = self.scope.assertion.clone().flatten().unwrap_or(DEFAULT_TYPE);
                simple(ExprKind::Specification(Box::new(Specification::Result)), ty)
            }
            RawExprKind::Quantified { all, variable, parts } => self.quantified(*all, *variable, parts, span),
            RawExprKind::Name(name) => {
                let variable = self.scalar_variable(*name)?;
                let ty = self.scope.variables[variable].ty.clone();
                simple(ExprKind::Load(Place::Variable(variable)), ty)
            }
            RawExprKind::Apply(name, arguments) => self.apply(*name, arguments, span),
            RawExprKind::Paren(inner) => self.value(inner),
            RawExprKind::Unary(op, operand) => {
                let operand = self.value(operand)?;
                Some(unary(*op, operand, span))
            }
            RawExprKind::Binary(op, left, right) => {
                // Both sides are looked at even if one is wrong: all mistakes are reported.
                let (left, right) = (self.value(left), self.value(right));
                Some(Expr { span, ..binary(*op, left?, right?) })
            }
        }
    }

    /// The variable of a name; undeclared ones come into being where the setting allows it.
    pub(crate) fn variable(&mut self, name: Name) -> Option<VarId> {
        if let Some(&id) = self.scope.by_name.get(&name.id) {
            return Some(id);
        }
        let text = self.context.text(name);
        if self.scope.labels.contains_key(&name.id) {
            return self.context.fail(name.span, format!("`{text}` is a label"));
        }
        match self.scope.setting {
            Setting::Body => {
                Some(self.scope.define(name, text, DEFAULT_TYPE, sextant_syntax::Storage::Automatic))
            }
            Setting::Bounds => self.context.fail(name.span, super::bounds::RULE),
            Setting::Query => {
                self.context.fail(name.span, format!("the procedure has no variable `{text}`"))
            }
            Setting::Call => self.context.fail(
                name.span,
                format!("the variable `{text}` has no value here; an argument is a variable, or an expression over constants and \"symbols\""),
            ),
        }
    }

    fn scalar_variable(&mut self, name: Name) -> Option<VarId> {
        let id = self.variable(name)?;
        if !self.scope.variables[id].ty.is_array() {
            return Some(id);
        }
        let text = self.context.text(name);
        self.context.fail(name.span, format!("unsupported: the whole array `{text}` as a value"))
    }

    /// The array of a name used with one subscript.
    pub(crate) fn element(&mut self, id: VarId, name: Name, subscripts: &[RawExpr]) -> Option<Place> {
        let text = self.context.text(name);
        if !self.scope.variables[id].ty.is_array() {
            let message = format!("`{text}` is not an array");
            return self.context.fail(name.span, message);
        }
        match subscripts {
            [subscript] => Some(Place::Element(id, Box::new(integer(self.value(subscript)?)))),
            _ => self.context.fail(
                name.span,
                format!("`{text}` has one dimension, but {} subscripts are given", subscripts.len()),
            ),
        }
    }

    /// Something that can be assigned, with its type.
    pub(crate) fn place(&mut self, raw: &RawPlace, level: usize) -> Option<(Place, Type)> {
        let place = match &raw.subscripts {
            None => {
                let id = self.variable(raw.name)?;
                if self.scope.variables[id].ty.is_array() {
                    let text = self.context.text(raw.name);
                    let message = format!("unsupported: assignment to the whole array `{text}`");
                    return self.context.fail(raw.span, message);
                }
                Place::Variable(id)
            }
            Some(subscripts) => {
                let Some(&id) = self.scope.by_name.get(&raw.name.id) else {
                    return self.unknown_array(raw.name);
                };
                let place = self.element(id, raw.name, subscripts)?;
                if let Place::Element(_, subscript) = &place {
                    self.check_depth(subscript, level + 1)?;
                }
                place
            }
        };
        let ty = self.scope.variables[place.variable()].ty.scalar().clone();
        Some((place, ty))
    }

    fn unknown_array<T>(&mut self, name: Name) -> Option<T> {
        if self.scope.declaration_lost {
            return None;
        }
        let text = self.context.text(name);
        self.context.fail(name.span, format!("`{text}` is not declared as an array"))
    }

    /// `NAME(…)`: a declared array, a procedure of the program or a builtin function, in this order.
    fn apply(&mut self, name: Name, arguments: &[RawExpr], span: Span) -> Option<Expr> {
        if let Some(&id) = self.scope.by_name.get(&name.id) {
            let is_array = self.scope.variables[id].ty.is_array();
            // A scalar does not hide a procedure or a builtin function of its name.
            if is_array || !self.is_function(name) {
                let place = self.element(id, name, arguments)?;
                let ty = self.scope.variables[id].ty.scalar().clone();
                return Some(Expr { kind: ExprKind::Load(place), ty, span });
            }
        }
        if let Some(&procedure) = self.context.signatures.by_name.get(&name.id) {
            return self.function_call(name, procedure, arguments, span);
        }
        if self.scope.assertion.is_some() && self.context.names.upper(name.id) == "OLD" {
            let [argument] = arguments else {
                return self.context.fail(name.span, "`OLD` takes 1 argument");
            };
            let inner = self.value(argument)?;
            let ty = inner.ty.clone();
            let kind = ExprKind::Specification(Box::new(Specification::Old(inner)));
            return Some(Expr { kind, ty, span });
        }
        self.builtin(name, arguments, span)
    }

    /// Whether the name is RESULT in an exit assertion, and nothing else.
    fn means_result(&self, name: Name) -> bool {
        matches!(self.scope.assertion, Some(Some(_)))
            && !self.scope.by_name.contains_key(&name.id)
            && self.context.names.upper(name.id) == "RESULT"
    }

    fn quantified(
        &mut self,
        all: bool,
        variable: Name,
        [low, high, body]: &[RawExpr; 3],
        span: Span,
    ) -> Option<Expr> {
        if self.scope.assertion.is_none() {
            let message = "a quantifier stands in ASSERT, ASSUME or PROVE only";
            return self.context.fail(span, message);
        }
        let (low, high) = (self.value(low), self.value(high));
        let variable_id = self.scalar_variable(variable)?;
        if !matches!(self.scope.variables[variable_id].ty, Type::Int(_)) {
            return self.context.fail(variable.span, "the variable of a quantifier is an integer");
        }
        let body = logical(self.value(body)?);
        let (low, high) = (integer(low?), integer(high?));
        if constant::has_call(&body) {
            return self.context.fail(body.span, "unsupported: a call inside a quantifier");
        }
        let quantified = Specification::Quantified { all, variable: variable_id, low, high, body };
        let kind = ExprKind::Specification(Box::new(quantified));
        Some(Expr { kind, ty: Type::Logical, span })
    }

    fn is_function(&self, name: Name) -> bool {
        self.context.signatures.by_name.contains_key(&name.id)
            || super::call::is_builtin(self.context.names.upper(name.id))
    }

    /// A bound of the array that a name stands for.
    pub(crate) fn bound_of(&mut self, bound: Bound, array: &RawExpr, span: Span) -> Option<Expr> {
        let RawExprKind::Name(name) = array.kind else {
            return self.context.fail(array.span, "the name of an array is needed here");
        };
        match self.scope.by_name.get(&name.id) {
            Some(&id) if self.scope.variables[id].ty.is_array() => {
                Some(Expr { kind: ExprKind::BoundOf(bound, id), ty: DEFAULT_TYPE, span })
            }
            _ => self.unknown_array(name),
        }
    }

    /// The constant 1 of an expanded function.
    pub(crate) fn one(span: Span) -> Expr {
        Expr { kind: ExprKind::Int(IBig::ONE), ty: DEFAULT_TYPE, span }
    }
}

fn unary(op: RawUnary, operand: Expr, span: Span) -> Expr {
    let (op, operand) = match op {
        RawUnary::Plus if operand.ty == Type::Logical => {
            // Written as a sum, so that the conversion has a visible reason.
            let zero = Expr { kind: ExprKind::Int(IBig::ZERO), ty: DEFAULT_TYPE, span };
            return Expr { span, ..binary(BinaryOp::Add, zero, operand) };
        }
        RawUnary::Plus => return Expr { span, ..operand },
        RawUnary::Negate => (UnaryOp::Negate, integer(operand)),
        RawUnary::Not => (UnaryOp::Not, logical(operand)),
    };
    let ty = match op {
        UnaryOp::Negate => widest([&operand.ty]),
        UnaryOp::Not => Type::Logical,
    };
    Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, span }
}
