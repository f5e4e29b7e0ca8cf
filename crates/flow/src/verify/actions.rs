//! Actions and returned values.

use sextant_base::IdVec;
use sextant_syntax::{Argument, Expr, ExprKind, OutputItem, Passing, Place, ProcId, Type, VarId, Variable};

use super::Verifier;
use crate::Action;
use crate::typing::same_apart_from_bounds;

impl Verifier<'_> {
    pub(super) fn action(&mut self, action: &Action) {
        match action {
            Action::Statement(number) => {
                let count = self.graph.statements.len();
                self.check(
                    (1..=count).contains(&(number.0 as usize)),
                    "it marks a statement that does not exist",
                );
            }
            Action::Assign(place, value) => {
                self.scalar(value);
                if let Some(ty) = self.scalar_place(place) {
                    self.check(value.ty == ty, "an assigned value has another type than its place");
                }
            }
            Action::Call { procedure, arguments, result } => self.call(*procedure, arguments, *result),
            Action::Read(place) => {
                self.scalar_place(place);
            }
            Action::Write(OutputItem::Value(value)) => self.scalar(value),
            Action::Write(OutputItem::Text(_) | OutputItem::NewLine) => {}
            Action::Assume(condition) | Action::Prove(condition) | Action::Assert(condition) => {
                self.condition(condition);
            }
        }
    }

    pub(super) fn condition(&mut self, condition: &Expr) {
        self.scalar(condition);
        self.check(condition.ty == Type::Logical, "a condition is not logical");
    }

    pub(super) fn return_value(&mut self, value: Option<&Expr>) {
        let Some(value) = value else { return };
        self.scalar(value);
        let returns = self.graph.returns.as_ref();
        self.check(returns == Some(&value.ty), "the returned value has not the procedure's returned type");
    }

    /// The type of a place that gets a value, if it is a scalar.
    fn scalar_place(&mut self, place: &Place) -> Option<Type> {
        let variables: &IdVec<VarId, Variable> = &self.graph.variables;
        let Some(variable) = variables.get(place.variable()) else {
            self.error("a variable does not exist");
            return None;
        };
        match place {
            Place::Variable(_) => {
                self.check(!variable.ty.is_array(), "a whole array gets a value");
                (!variable.ty.is_array()).then(|| variable.ty.clone())
            }
            Place::Element(_, subscript) => {
                self.check(variable.ty.is_array(), "what has no elements has a subscript");
                self.scalar(subscript);
                self.check(matches!(subscript.ty, Type::Int(_)), "a subscript is not an integer");
                Some(variable.ty.scalar().clone())
            }
        }
    }

    fn call(&mut self, procedure: ProcId, arguments: &[Argument], result: Option<VarId>) {
        let program = self.program;
        let Some(callee) = program.procedures.get(procedure) else {
            return self.error("the procedure called does not exist");
        };
        let same = callee.parameters.len() == arguments.len();
        self.check(same, "a call has not as many arguments as its procedure has parameters");
        for (argument, &parameter) in arguments.iter().zip(&callee.parameters) {
            // A parameter that does not exist is reported where it is listed.
            if let Some(parameter) = callee.variables.get(parameter) {
                self.argument(argument, &parameter.ty);
            }
        }
        if let Some(result) = result {
            let ty = self.graph.variables.get(result).map(|variable| &variable.ty);
            let suits = ty.is_some() && ty == callee.returns.as_ref();
            self.check(suits, "the result of a call goes to a variable of another type");
        }
    }

    fn argument(&mut self, Argument { expr, passing }: &Argument, parameter: &Type) {
        let is_place = matches!(expr.kind, ExprKind::Load(_));
        self.check(*passing == Passing::Copy || is_place, "what is passed by reference is not a place");
        if parameter.is_array() {
            let whole = match &expr.kind {
                ExprKind::Load(Place::Variable(variable)) => self.graph.variables.get(*variable),
                _ => None,
            };
            let suits = whole.is_some_and(|array| same_apart_from_bounds(&array.ty, parameter));
            self.check(suits, "the argument for an array is not such an array");
        } else {
            self.scalar(expr);
            self.check(expr.ty == *parameter, "an argument has another type than its parameter");
        }
    }
}
