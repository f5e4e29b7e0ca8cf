//! Expressions.

use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, Place, Type, UnaryOp};

use super::variables::is_scalar;
use crate::FlowGraph;

/// The checks of one expression.
pub(super) struct ExprChecker<'a> {
    pub graph: &'a FlowGraph,
    pub problems: &'a mut Vec<&'static str>,
}

fn is_integer(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Int(_))
}

fn is_logical(expr: &Expr) -> bool {
    expr.ty == Type::Logical
}

impl ExprChecker<'_> {
    fn check(&mut self, holds: bool, problem: &'static str) {
        if !holds {
            self.problems.push(problem);
        }
    }

    /// Checks an expression that is no array.
    pub fn scalar(&mut self, expr: &Expr) {
        self.check(is_scalar(&expr.ty), "an expression is not a scalar");
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.kind(expr));
    }

    fn kind(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) => self.check(is_integer(expr), "an integer constant has no integer type"),
            ExprKind::Bool(_) => self.check(is_logical(expr), "a truth value is not logical"),
            ExprKind::Symbol(_) => {}
            ExprKind::Load(place) => self.load(place, &expr.ty),
            ExprKind::BoundOf(_, variable) => {
                let array =
                    self.graph.variables.get(*variable).is_some_and(|variable| variable.ty.is_array());
                self.check(array, "a bound is taken of what is no array");
                self.check(is_integer(expr), "a bound has no integer type");
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => self.arithmetic(expr, &[operand]),
            ExprKind::Unary(UnaryOp::Not, operand) => self.connective(expr, &[operand]),
            ExprKind::Binary(operator, left, right) => self.binary(expr, *operator, left, right),
            ExprKind::Intrinsic(function, arguments) => {
                let count = arguments.len();
                let suits = match function {
                    Intrinsic::Abs | Intrinsic::Sign => count == 1,
                    Intrinsic::Mod => count == 2,
                    Intrinsic::Min | Intrinsic::Max => count >= 1,
                };
                self.check(suits, "a function has a wrong number of arguments");
                self.arithmetic(expr, &arguments.iter().collect::<Vec<_>>());
            }
            ExprKind::Call(..) => self.check(false, "an expression has a call"),
            ExprKind::Convert(operand) => self.scalar(operand),
        }
    }

    fn load(&mut self, place: &Place, ty: &Type) {
        let Some(variable) = self.graph.variables.get(place.variable()) else {
            return self.check(false, "a variable does not exist");
        };
        match place {
            Place::Variable(_) => {
                self.check(variable.ty == *ty, "a place has another type than its variable")
            }
            Place::Element(_, subscript) => {
                self.check(variable.ty.is_array(), "what has no elements has a subscript");
                self.check(variable.ty.scalar() == ty, "an element has another type than its array says");
                self.scalar(subscript);
                self.check(is_integer(subscript), "a subscript is not an integer");
            }
        }
    }

    fn binary(&mut self, expr: &Expr, operator: BinaryOp, left: &Expr, right: &Expr) {
        use BinaryOp::*;
        match operator {
            Add | Subtract | Multiply | Divide | Power => self.arithmetic(expr, &[left, right]),
            And | Or | Implies => self.connective(expr, &[left, right]),
            Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => {
                self.scalar(left);
                self.scalar(right);
                let equality = matches!(operator, Equal | NotEqual);
                let integers = is_integer(left) && is_integer(right);
                let logicals = equality && is_logical(left) && is_logical(right);
                self.check(integers || logicals, "a relation compares what cannot be compared");
                self.check(is_logical(expr), "a relation is not logical");
            }
        }
    }

    fn arithmetic(&mut self, expr: &Expr, operands: &[&Expr]) {
        self.check(is_integer(expr), "an arithmetic result is not an integer");
        for operand in operands {
            self.scalar(operand);
            self.check(is_integer(operand), "an arithmetic operand is not an integer");
        }
    }

    fn connective(&mut self, expr: &Expr, operands: &[&Expr]) {
        self.check(is_logical(expr), "a connective is not logical");
        for operand in operands {
            self.scalar(operand);
            self.check(is_logical(operand), "an operand of a connective is not logical");
        }
    }
}
