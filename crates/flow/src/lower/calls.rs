//! Calls of procedures and their arguments.

use sextant_base::Span;
use sextant_syntax::{Argument, Expr, ExprKind, Passing, ProcId, Type, VarId};

use super::blocks::Builder;
use super::signature;
use crate::Action;
use crate::typing::suits::suits_parameter;
use crate::typing::{coerce, place_type, used_type};

impl Builder<'_> {
    /// Emits the call of a function; the temporary returned holds its value.
    pub fn function_call(&mut self, procedure: ProcId, arguments: &[Argument], call: &Expr) -> VarId {
        let arguments = self.arguments(procedure, arguments);
        let returned = signature(self.program, procedure).returns.as_ref();
        // Of a computed length or extent only the call itself knows what it is here.
        let ty = used_type(returned.filter(|ty| ty.is_simple()).unwrap_or(&call.ty));
        let result = self.temporary("call", ty, call.span);
        self.emit_call(procedure, arguments, Some(result), call.span);
        result
    }

    /// Emits a call. Units that were compiled apart may disagree about arguments; who gets so far is told.
    pub fn emit_call(
        &mut self,
        procedure: ProcId,
        arguments: Vec<Argument>,
        result: Option<VarId>,
        span: Span,
    ) {
        let callee = signature(self.program, procedure);
        let lenient = self.program.rules.storage_arguments;
        let wrong = arguments.iter().zip(&callee.parameters).find(|(argument, parameter)| {
            let found = match &argument.expr.kind {
                ExprKind::Load(place) => place_type(&self.variables[place.variable()].ty, place),
                _ => argument.expr.ty.clone(),
            };
            argument.passing != Passing::Absent
                && !suits_parameter(&found, &callee.variables[**parameter].ty, lenient)
        });
        if let Some((_, &parameter)) = wrong.filter(|_| lenient) {
            let what = format!(
                "an argument of another type than {} of {}",
                callee.variables[parameter].name, callee.name
            );
            return self.emit(Action::Unsupported(what), span);
        }
        self.emit(Action::Call { procedure, arguments, result }, span);
    }

    /// Emits the call of a function that is a parameter.
    pub fn parameter_call(&mut self, variable: VarId, arguments: &[Argument], call: &Expr) -> VarId {
        let arguments = self.plain_arguments(arguments);
        let result = self.temporary("call", used_type(&call.ty), call.span);
        self.emit(Action::CallParameter { variable, arguments, result: Some(result) }, call.span);
        result
    }

    /// The arguments as the parameters want them: what is passed as a copy is converted.
    pub fn arguments(&mut self, procedure: ProcId, arguments: &[Argument]) -> Vec<Argument> {
        let callee = signature(self.program, procedure);
        let parameters = callee.parameters.iter().map(|&parameter| Some(&callee.variables[parameter].ty));
        let parameters: Vec<_> = parameters.chain(std::iter::repeat(None)).take(arguments.len()).collect();
        let arguments = arguments.iter().zip(parameters);
        arguments.map(|(argument, parameter)| self.argument(argument, parameter)).collect()
    }

    /// The arguments of a procedure about which nothing is known.
    pub fn plain_arguments(&mut self, arguments: &[Argument]) -> Vec<Argument> {
        arguments.iter().map(|argument| self.argument(argument, None)).collect()
    }

    fn argument(&mut self, argument: &Argument, parameter: Option<&Type>) -> Argument {
        if argument.passing == Passing::Absent {
            return argument.clone();
        }
        let expr = self.value(&argument.expr);
        let passing = match expr.kind {
            ExprKind::Load(_) => argument.passing,
            _ if argument.passing == Passing::Value => Passing::Value,
            _ => Passing::Copy,
        };
        let is_discrete = |ty: &Type| matches!(ty, Type::Int(_) | Type::Logical);
        match parameter {
            // No language here converts arguments of other types; a front end that wants it says so.
            Some(parameter)
                if passing == Passing::Copy && is_discrete(parameter) && is_discrete(&expr.ty) =>
            {
                Argument { expr: coerce(expr, parameter), passing }
            }
            _ => Argument { expr, passing },
        }
    }
}
