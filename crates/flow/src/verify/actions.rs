//! Actions and returned values.

use sextant_syntax::{
    Argument, Claim, Expr, ExprKind, OutputItem, Passing, Place, ProcId, TextLength, Type, VarId,
};

use super::Verifier;
use crate::typing::same_apart_from_bounds;
use crate::typing::suits::suits_parameter;
use crate::{Action, TransferItem};

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
                    let suits = same_apart_from_bounds(&value.ty, &ty);
                    self.check(suits, "an assigned value has another type than its place");
                }
            }
            Action::Call { procedure, arguments, result } => self.call(*procedure, arguments, *result),
            Action::CallParameter { variable, arguments, result } => {
                self.call_parameter(*variable, arguments, *result);
            }
            Action::Allocate(place, bounds) => self.allocate(place, bounds),
            Action::Release(place) => {
                self.handle(place);
            }
            Action::PointTo(handle, target) => {
                let handle = self.handle(handle);
                let target = target.as_ref().and_then(|target| self.place(target));
                if let (Some(handle), Some(target)) = (handle, target) {
                    let suits = same_apart_from_bounds(&handle, &target);
                    self.check(suits, "a handle refers to a place of another type");
                }
            }
            Action::TransferBegin(head) => self.transfer(head),
            Action::TransferItem(TransferItem::Value(value)) => self.scalar(value),
            Action::TransferItem(TransferItem::Place(place)) => {
                self.place(place);
            }
            Action::TransferEnd(status) => {
                let ty = self.graph.variables.get(*status).map(|variable| &variable.ty);
                self.check(matches!(ty, Some(Type::Int(_))), "a status goes to no integer variable");
            }
            Action::Read(place) => {
                self.scalar_place(place);
            }
            Action::Write(OutputItem::Value(value)) => self.scalar(value),
            Action::Write(OutputItem::Text(_) | OutputItem::NewLine) | Action::Unsupported(_) => {}
            Action::Assume(condition) | Action::Prove(condition) | Action::Assert(condition) => {
                self.assertion(condition);
            }
            Action::Store(address, _, value) => {
                self.scalar(address);
                self.scalar(value);
                self.check(matches!(address.ty, Type::Pointer(_)), "what is stored to is no address");
            }
            Action::CallPointer { callee, arguments, result } => {
                self.scalar(callee);
                arguments.iter().for_each(|argument| self.argument(argument, None));
                self.result_exists(*result);
            }
            Action::Primitive(_, operands, result) => {
                operands.iter().for_each(|operand| self.scalar(operand));
                self.result_exists(*result);
            }
            Action::Fresh(variable) | Action::Gone(variable) => {
                let exists = self.graph.variables.get(*variable).is_some();
                self.check(exists, "what begins or ends to live does not exist");
            }
            Action::Claim(Claim::Measure, measure) => {
                self.scalar(measure);
                self.check(matches!(measure.ty, Type::Int(_)), "a measure is not an integer");
            }
            Action::Claim(Claim::Entry | Claim::Exit, condition) => self.assertion(condition),
        }
    }

    /// A condition that may say what only assertions say.
    fn assertion(&mut self, condition: &Expr) {
        self.specified(condition);
        self.check(condition.ty == Type::Logical, "a condition is not logical");
    }

    pub(super) fn condition(&mut self, condition: &Expr) {
        self.scalar(condition);
        self.check(condition.ty == Type::Logical, "a condition is not logical");
    }

    pub(super) fn return_value(&mut self, value: Option<&Expr>) {
        let Some(value) = value else { return };
        self.scalar(value);
        let returns = self.graph.returns.as_ref();
        let suits = returns.is_some_and(|returns| same_apart_from_bounds(returns, &value.ty));
        self.check(suits, "the returned value has not the procedure's returned type");
    }

    /// The type of a place that gets a value, if it is a scalar.
    pub(super) fn scalar_place(&mut self, place: &Place) -> Option<Type> {
        let ty = self.place(place)?;
        self.check(!ty.is_array(), "a whole array gets a value");
        (!ty.is_array()).then_some(ty)
    }

    /// The type of what a handle refers to.
    fn handle(&mut self, place: &Place) -> Option<Type> {
        let ty = self.place(place)?;
        let declared = match place {
            Place::Part(part) => Some(&part.ty),
            Place::Variable(variable) => self.graph.variables.get(*variable).map(|variable| &variable.ty),
            Place::Element(..) => None,
        };
        self.check(matches!(declared, Some(Type::Handle(_))), "a place that must be a handle is none");
        Some(ty)
    }

    fn allocate(&mut self, place: &Place, bounds: &[(Expr, Expr)]) {
        if let Some(ty) = self.handle(place) {
            let characters = usize::from(matches!(ty.scalar(), Type::Text(TextLength::Open)));
            let suits = ty.rank() + characters == bounds.len();
            self.check(suits, "storage has another number of dimensions than its handle");
        }
        for bound in bounds.iter().flat_map(|(low, high)| [low, high]) {
            self.scalar(bound);
            self.check(matches!(bound.ty, Type::Int(_)), "a bound is not an integer");
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
                self.argument(argument, Some(&parameter.ty));
            }
        }
        if let Some(result) = result {
            let ty = self.graph.variables.get(result).map(|variable| &variable.ty);
            let suits = ty
                .zip(callee.returns.as_ref())
                .is_some_and(|(ty, returned)| same_apart_from_bounds(ty, returned));
            self.check(suits, "the result of a call goes to a variable of another type");
        }
    }

    fn call_parameter(&mut self, variable: VarId, arguments: &[Argument], result: Option<VarId>) {
        let ty = self.graph.variables.get(variable).map(|variable| &variable.ty);
        self.check(ty == Some(&Type::Procedure), "what is called is no procedure");
        arguments.iter().for_each(|argument| self.argument(argument, None));
        self.result_exists(result);
    }

    fn result_exists(&mut self, result: Option<VarId>) {
        let known = result.is_none_or(|result| self.graph.variables.get(result).is_some());
        self.check(known, "the result of a call goes to a variable that does not exist");
    }

    /// An argument; of a procedure that is a parameter no more is known than that there is one.
    fn argument(&mut self, Argument { expr, passing }: &Argument, parameter: Option<&Type>) {
        if *passing == Passing::Absent {
            return;
        }
        let found = match &expr.kind {
            ExprKind::Load(place) => self.place(place),
            _ => {
                self.check(*passing != Passing::Reference, "what is passed by reference is not a place");
                self.scalar(expr);
                Some(expr.ty.clone())
            }
        };
        if let (Some(found), Some(parameter)) = (found, parameter) {
            let suits = suits_parameter(&found, parameter, self.program.rules.storage_arguments);
            self.check(suits, "an argument has another type than its parameter");
        }
    }
}
