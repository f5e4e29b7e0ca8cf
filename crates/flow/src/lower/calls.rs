//! Expressions, places and arguments with their calls taken out and their conversions made explicit.

use sextant_syntax::{Argument, Expr, ExprKind, Passing, Place, ProcId, VarId};

use super::blocks::Builder;
use super::signature;
use crate::Action;
use crate::typing::{
    as_integer, as_logical, binary_operands, coerce, place_type, same_apart_from_bounds, unary_operand,
};

impl Builder<'_> {
    /// The expression without calls; they are emitted on the way.
    pub fn value(&mut self, expr: &Expr) -> Expr {
        let mut ty = expr.ty.clone();
        let kind = match &expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Symbol(_) | ExprKind::BoundOf(..) => {
                expr.kind.clone()
            }
            ExprKind::Load(place) => {
                let place = self.place(place);
                ty = place_type(&self.variables[place.variable()].ty, &place);
                ExprKind::Load(place)
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.value(operand);
                ExprKind::Unary(*operator, Box::new(unary_operand(*operator, operand)))
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                let (left, right) = binary_operands(*operator, left, right);
                ExprKind::Binary(*operator, Box::new(left), Box::new(right))
            }
            ExprKind::Intrinsic(function, arguments) => {
                let arguments = arguments.iter().map(|argument| as_integer(self.value(argument))).collect();
                ExprKind::Intrinsic(*function, arguments)
            }
            ExprKind::Call(procedure, arguments) => {
                let result = self.function_call(*procedure, arguments, expr);
                ty = self.variables[result].ty.clone();
                ExprKind::Load(Place::Variable(result))
            }
            ExprKind::Convert(operand) => ExprKind::Convert(Box::new(self.value(operand))),
        };
        Expr { kind, ty, span: expr.span }
    }

    /// The expression as a condition.
    pub fn condition(&mut self, expr: &Expr) -> Expr {
        as_logical(self.value(expr))
    }

    pub fn place(&mut self, place: &Place) -> Place {
        match place {
            Place::Variable(variable) => Place::Variable(*variable),
            Place::Element(variable, subscript) => {
                Place::Element(*variable, Box::new(as_integer(self.value(subscript))))
            }
        }
    }

    fn function_call(&mut self, procedure: ProcId, arguments: &[Argument], call: &Expr) -> VarId {
        let arguments = self.arguments(procedure, arguments);
        let ty = signature(self.program, procedure).returns.clone().unwrap_or_else(|| call.ty.clone());
        let result = self.temporary("call", ty, call.span);
        self.emit(Action::Call { procedure, arguments, result: Some(result) }, call.span);
        result
    }

    /// The arguments as the parameters want them: where a variable's type is another one than the parameter's,
    /// the parameter names a converted copy.
    pub fn arguments(&mut self, procedure: ProcId, arguments: &[Argument]) -> Vec<Argument> {
        let callee = signature(self.program, procedure);
        let parameters = callee.parameters.iter().map(|&parameter| Some(&callee.variables[parameter].ty));
        let parameters: Vec<_> = parameters.chain(std::iter::repeat(None)).take(arguments.len()).collect();
        let mut lowered = Vec::with_capacity(arguments.len());
        for (argument, parameter) in arguments.iter().zip(parameters) {
            let expr = self.value(&argument.expr);
            let suits = parameter.is_none_or(|parameter| same_apart_from_bounds(parameter, &expr.ty));
            let passing = if suits && matches!(expr.kind, ExprKind::Load(_)) {
                argument.passing
            } else {
                Passing::Copy
            };
            let expr = match parameter {
                Some(parameter) if passing == Passing::Copy => coerce(expr, parameter),
                _ => expr,
            };
            lowered.push(Argument { expr, passing });
        }
        lowered
    }
}
