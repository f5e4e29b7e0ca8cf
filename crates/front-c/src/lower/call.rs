//! Calls.

use sextant_base::Span;
use sextant_syntax::{Argument, Base, Effect, Expr, ExprKind, Primitive, Stmt, StmtKind, Type};

use super::body::Body;
use super::make;
use super::place::is_simple;
use crate::UnknownFunction;
use crate::tree::{self, Callee, FunctionId};
use crate::types::{FunctionType, TypeId};

/// A call that is ready to be made.
struct Ready {
    /// What comes before it.
    statements: Vec<Stmt>,
    arguments: Vec<Argument>,
    /// Where a struct is returned to.
    result: Option<Expr>,
}

impl Body<'_, '_> {
    /// The value of a call; of a struct, its address.
    pub(super) fn call(&mut self, callee: &Callee, arguments: &[tree::Expr], ty: TypeId, span: Span) -> Expr {
        match callee {
            Callee::Builtin(name) => self.builtin(name, arguments, ty, span),
            Callee::Function(id) => self.function_call(*id, arguments, ty, span),
            Callee::Pointer(pointer) => {
                let function = self.types().function(pointer.ty).cloned();
                let target = self.value(pointer);
                let ready = self.ready(function.as_ref(), arguments, ty, span);
                let result = self.result_type(ty);
                let call = |arguments| make::effect(Effect::CallPointer(target, arguments), result, span);
                self.finished(ready, call, ty, span)
            }
        }
    }

    fn function_call(&mut self, id: FunctionId, arguments: &[tree::Expr], ty: TypeId, span: Span) -> Expr {
        let function = &self.lowering.tree.functions[id];
        let own = function.body.is_some() && !function.library && !super::markers::is_never(&function.name);
        if !own && let Some(value) = self.known_function(&function.name, arguments, ty, span) {
            return value;
        }
        let procedure = self.lowering.procedures.get(&id).copied().filter(|_| function.body.is_some());
        let Some(procedure) = procedure else { return self.unknown_function(id, arguments, ty, span) };
        let signature = self.lowering.signature(function);
        let ready = self.ready(signature.as_ref(), arguments, ty, span);
        // What the definition returns, whatever the caller was told.
        let returned = signature.as_ref().map_or(ty, |signature| signature.result);
        let (result, expected) = (self.result_type(returned), self.result_type(ty));
        let scalar = self.types().is_scalar(ty);
        if scalar && !self.types().is_scalar(returned) {
            return self.unsupported("a call of a function that returns something else", ty, span);
        }
        let call = |arguments| make::expr(ExprKind::Call(procedure, arguments), result, span);
        let value = self.finished(ready, call, ty, span);
        if scalar { make::as_type(value, &expected) } else { value }
    }

    /// The type of what a function of the type returns, which means nothing unless it is a scalar.
    pub(super) fn result_type(&mut self, ty: TypeId) -> Type {
        if self.types().is_scalar(ty) { self.content(ty) } else { make::INT }
    }

    fn finished(
        &mut self,
        ready: Ready,
        call: impl FnOnce(Vec<Argument>) -> Expr,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        let Ready { mut statements, arguments, result } = ready;
        let call = call(arguments);
        match result {
            Some(address) => {
                statements.push(make::evaluate(call));
                make::sequence(statements, address)
            }
            None if self.types().is_void(ty) => {
                statements.push(make::evaluate(call));
                self.as_value(statements, span)
            }
            None => make::sequence(statements, call),
        }
    }

    /// The arguments as a function wants them.
    fn ready(
        &mut self,
        function: Option<&FunctionType>,
        arguments: &[tree::Expr],
        ty: TypeId,
        span: Span,
    ) -> Ready {
        let mut ready = Ready { statements: Vec::new(), arguments: Vec::new(), result: None };
        if !self.types().is_scalar(ty) && !self.types().is_void(ty) {
            let address = self.new_object(ty, span, &mut ready.statements);
            ready.arguments.push(make::argument(address.clone()));
            ready.result = Some(address);
        }
        let known = function.filter(|function| function.prototyped || !function.parameters.is_empty());
        let Some(function) = known else {
            for argument in arguments {
                let value = self.passed(argument, None, &mut ready.statements);
                ready.arguments.push(make::argument(value));
            }
            return ready;
        };
        for (position, &parameter) in function.parameters.iter().enumerate() {
            let value = match arguments.get(position) {
                Some(argument) => self.passed(argument, Some(parameter), &mut ready.statements),
                None => self.unsupported("a call with too few arguments", parameter, span),
            };
            ready.arguments.push(make::argument(value));
        }
        let rest = arguments.get(function.parameters.len()..).unwrap_or(&[]);
        if function.variadic {
            let more = self.further(rest, span, &mut ready.statements);
            ready.arguments.push(make::argument(more));
        } else {
            for argument in rest {
                ready.statements.extend(self.effects(argument));
            }
        }
        ready
    }

    /// An argument: a scalar as it is, a struct as the address of a copy.
    fn passed(
        &mut self,
        argument: &tree::Expr,
        parameter: Option<TypeId>,
        statements: &mut Vec<Stmt>,
    ) -> Expr {
        if self.types().is_scalar(argument.ty) {
            let ty = match parameter {
                Some(parameter) if self.types().is_scalar(parameter) => self.content(parameter),
                _ => self.content(argument.ty),
            };
            let value = self.value(argument);
            return make::as_type(value, &ty);
        }
        let bytes = self.types().size(argument.ty).unwrap_or(0);
        let from = self.value(argument);
        // The same struct has another type in another file.
        let pointer = self.pointer_to(parameter.unwrap_or(argument.ty));
        if is_new(argument) {
            return make::wrap(from, pointer);
        }
        let to = self.new_object(argument.ty, argument.span, statements);
        statements.push(make::copy(to.clone(), from, bytes, argument.span));
        make::wrap(to, pointer)
    }

    /// A new object that the program does not name.
    pub(super) fn new_object(&mut self, ty: TypeId, span: Span, statements: &mut Vec<Stmt>) -> Expr {
        let bytes = self.types().size(ty).unwrap_or(0);
        let content = self.content(ty);
        let block = self.temporary_block(content, bytes, span);
        statements.push(make::stmt(StmtKind::Fresh(block), span));
        let pointer = self.pointer_to(ty);
        make::address(Base::Variable(block), pointer, span)
    }

    /// Arguments beyond the parameters, one behind the other, eight bytes each.
    pub(super) fn further(
        &mut self,
        arguments: &[tree::Expr],
        span: Span,
        statements: &mut Vec<Stmt>,
    ) -> Expr {
        if arguments.is_empty() {
            return make::int(0, make::ADDRESS, span);
        }
        let values: Vec<Expr> = arguments
            .iter()
            .map(|argument| {
                let value = self.passed(argument, None, statements);
                let ty = passed_type(&value.ty);
                make::as_type(value, &ty)
            })
            .collect();
        self.laid_out(values, span, statements)
    }

    /// Values of eight bytes one behind the other.
    pub(super) fn laid_out(&mut self, values: Vec<Expr>, span: Span, statements: &mut Vec<Stmt>) -> Expr {
        let block = self.temporary_block(make::BYTE, 8 * values.len() as u64, span);
        let address = make::address(Base::Variable(block), make::ADDRESS, span);
        statements.push(make::stmt(StmtKind::Fresh(block), span));
        for (at, value) in values.into_iter().enumerate() {
            let to = make::forward(address.clone(), 8 * at as u64, make::ADDRESS);
            statements.push(make::store(to, None, value, span));
        }
        address
    }

    /// A function that is defined nowhere: its value is unknown, and what it changes is as the user has it.
    fn unknown_function(&mut self, id: FunctionId, arguments: &[tree::Expr], ty: TypeId, span: Span) -> Expr {
        let name = self.lowering.tree.functions[id].name.clone();
        let call = match self.lowering.unknown.of(&name) {
            UnknownFunction::Forget => Primitive::Unknown(name.clone()),
            UnknownFunction::Pure => Primitive::Pure(name.clone()),
            UnknownFunction::Refuse => {
                return self.unsupported(&format!("a call of {name}, which is not defined"), ty, span);
            }
        };
        let mut statements = Vec::new();
        let mut operands: Vec<Expr> =
            arguments.iter().map(|argument| self.passed(argument, None, &mut statements)).collect();
        operands.extend(self.lowering.error_number(span));
        if self.types().is_scalar(ty) {
            let result = self.content(ty);
            return make::sequence(statements, make::primitive(call, operands, result, span));
        }
        statements.push(make::perform(call, operands, span));
        if self.types().is_void(ty) {
            return self.as_value(statements, span);
        }
        let address = self.new_object(ty, span, &mut statements);
        let bytes = make::int(self.types().size(ty).unwrap_or(0), make::SIZE, span);
        let operands = vec![address.clone(), bytes];
        statements.push(make::perform(Primitive::MakeInput(name), operands, span));
        make::sequence(statements, address)
    }

    /// The address of a function.
    pub(super) fn function_address(&mut self, id: FunctionId, span: Span) -> Expr {
        match self.lowering.procedures.get(&id) {
            Some(&procedure) => make::address(Base::Procedure(procedure), make::ADDRESS, span),
            None => make::int(0, make::ADDRESS, span),
        }
    }

    /// `va_arg(list, type)`: the list begins with the address of the next argument.
    pub(super) fn next_argument(&mut self, list: &tree::Expr, ty: TypeId, span: Span) -> Expr {
        let mut statements = Vec::new();
        let list = make::wrap(self.value(list), make::ADDRESS);
        let list = self.repeatable(list, &mut statements);
        let here = self.keep(make::fetch(list.clone(), None, make::ADDRESS), &mut statements);
        let next = make::forward(here.clone(), 8, make::ADDRESS);
        statements.push(make::store(list, None, next, span));
        let value = if self.types().is_scalar(ty) {
            let ty = self.content(ty);
            make::as_type(make::fetch(here, None, passed_type(&ty)), &ty)
        } else {
            make::fetch(here, None, make::ADDRESS)
        };
        make::sequence(statements, value)
    }
}

/// The type of eight bytes in which a scalar is passed beyond the parameters.
fn passed_type(ty: &Type) -> Type {
    match ty {
        Type::Int(int) if int.signed => make::LONG,
        Type::Int(_) => make::SIZE,
        Type::Real(_) => Type::Real(sextant_syntax::RealType::Double),
        other => other.clone(),
    }
}

/// Whether a struct is an object that nothing else leads to.
fn is_new(expr: &tree::Expr) -> bool {
    match &expr.kind {
        tree::ExprKind::Call(..) => true,
        tree::ExprKind::Load(place) => matches!(place.kind, tree::ExprKind::Compound(..)),
        _ => false,
    }
}

/// The statements of a value that is not wanted.
pub(super) fn discarded(value: Expr) -> Vec<Stmt> {
    if is_simple(&value) {
        return Vec::new();
    }
    match value.kind {
        ExprKind::Effect(effect) => match *effect {
            Effect::Sequence(mut statements, last) => {
                statements.extend(discarded(last));
                statements
            }
            other => vec![make::evaluate(make::effect(other, value.ty, value.span))],
        },
        kind => vec![make::evaluate(make::expr(kind, value.ty, value.span))],
    }
}
