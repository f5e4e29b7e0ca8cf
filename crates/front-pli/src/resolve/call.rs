//! Calls of procedures and builtin functions.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{Argument, BinaryOp, Bound, Expr, ExprKind, Intrinsic, Passing, Place, ProcId, VarId};

use super::expr::{Resolver, binary, convert, integer, widest};
use super::scope::{Parameter, Setting};
use super::{all, constant};
use crate::raw::{Name, RawExpr, RawExprKind};

/// Whether a name in capital letters is that of a builtin function.
pub(crate) fn is_builtin(upper: &str) -> bool {
    intrinsic(upper).is_some() || matches!(upper, "LBOUND" | "HBOUND" | "DIM")
}

/// A function with the number of its arguments; `None` for two or more.
fn intrinsic(upper: &str) -> Option<(Intrinsic, Option<usize>)> {
    Some(match upper {
        "ABS" => (Intrinsic::Abs, Some(1)),
        "MOD" => (Intrinsic::Mod, Some(2)),
        "MIN" => (Intrinsic::Min, None),
        "MAX" => (Intrinsic::Max, None),
        "SIGN" => (Intrinsic::Sign, Some(1)),
        _ => return None,
    })
}

impl Resolver<'_, '_> {
    /// A call in an expression.
    pub(crate) fn function_call(
        &mut self,
        name: Name,
        procedure: ProcId,
        arguments: &[RawExpr],
        span: Span,
    ) -> Option<Expr> {
        let text = self.context.text(name);
        if self.scope.setting != Setting::Body {
            return self.context.fail(name.span, format!("unsupported: a call of `{text}` here"));
        }
        let arguments = self.arguments(name, procedure, arguments);
        match self.context.signatures.procedures[procedure.0 as usize].returns.clone() {
            Some(ty) => Some(Expr { kind: ExprKind::Call(procedure, arguments?), ty, span }),
            None => self.context.fail(name.span, format!("the procedure `{text}` returns no value")),
        }
    }

    /// The arguments of a call, as its parameters need them.
    pub(crate) fn arguments(
        &mut self,
        name: Name,
        procedure: ProcId,
        arguments: &[RawExpr],
    ) -> Option<Vec<Argument>> {
        self.scope.calls.insert(procedure);
        let parameters = &self.context.signatures.procedures[procedure.0 as usize].parameters;
        if parameters.len() != arguments.len() {
            return self.wrong_count(name, &plural(parameters.len()), arguments.len());
        }
        let parameters = parameters.clone();
        all(arguments.iter().zip(&parameters).map(|(raw, parameter)| self.argument(raw, parameter)))
    }

    fn argument(&mut self, raw: &RawExpr, parameter: &Parameter) -> Option<Argument> {
        if let RawExprKind::Name(name) = raw.kind {
            let id = self.variable(name)?;
            if self.scope.variables[id].ty.is_array() {
                return self.array_argument(id, name, parameter);
            }
        }
        if parameter.array {
            return self.context.fail(raw.span, "the parameter is an array, the argument is not");
        }
        let expr = self.value(raw)?;
        let is_place = matches!(raw.kind, RawExprKind::Name(_) | RawExprKind::Apply(..))
            && matches!(expr.kind, ExprKind::Load(_));
        let passing =
            if is_place && expr.ty == parameter.scalar { Passing::Reference } else { Passing::Copy };
        Some(Argument { expr: convert(expr, &parameter.scalar), passing })
    }

    fn array_argument(&mut self, id: VarId, name: Name, parameter: &Parameter) -> Option<Argument> {
        let ty = &self.scope.variables[id].ty;
        if !parameter.array {
            return self.context.fail(name.span, "the argument is an array, the parameter is not");
        }
        if *ty.scalar() != parameter.scalar {
            return self.context.fail(name.span, "the elements of the array are not of the parameter's type");
        }
        self.context.allow_copy(name.span, constant::parts_of_type(ty))?;
        let kind = ExprKind::Load(Place::Variable(id));
        Some(Argument { expr: Expr { kind, ty: ty.clone(), span: name.span }, passing: Passing::Reference })
    }

    pub(crate) fn builtin(&mut self, name: Name, arguments: &[RawExpr], span: Span) -> Option<Expr> {
        let upper = self.context.names.upper(name.id);
        if let Some((function, count)) = intrinsic(upper) {
            let right_count = count.map_or(arguments.len() >= 2, |count| arguments.len() == count);
            if !right_count {
                let needed = count.map_or("at least 2 arguments".to_owned(), plural);
                return self.wrong_count(name, &needed, arguments.len());
            }
            let arguments = all(arguments.iter().map(|raw| self.value(raw).map(integer)))?;
            let ty = widest(arguments.iter().map(|argument| &argument.ty));
            return Some(Expr { kind: ExprKind::Intrinsic(function, arguments), ty, span });
        }
        match upper {
            "LBOUND" | "HBOUND" => {
                let array = self.array_of_bound(name, arguments)?;
                self.bound_of(if upper == "LBOUND" { Bound::Low } else { Bound::High }, array, span)
            }
            "DIM" => self.extent(name, arguments, span),
            _ if self.scope.declaration_lost => None,
            _ => {
                let text = self.context.text(name);
                let message = match self.scope.setting {
                    Setting::Body => {
                        format!("`{text}` is no declared array, procedure of the program or builtin function")
                    }
                    _ => format!("`{text}` is no array or builtin function"),
                };
                self.context.fail(name.span, message)
            }
        }
    }

    /// `DIM(A)` is `HBOUND(A) - LBOUND(A) + 1`.
    fn extent(&mut self, name: Name, arguments: &[RawExpr], span: Span) -> Option<Expr> {
        if self.is_hidden("HBOUND") || self.is_hidden("LBOUND") {
            let message = "unsupported: DIM where HBOUND or LBOUND is an array or a procedure";
            return self.context.fail(name.span, message);
        }
        let array = self.array_of_bound(name, arguments)?;
        let high = self.bound_of(Bound::High, array, span)?;
        let low = self.bound_of(Bound::Low, array, span)?;
        Some(binary(BinaryOp::Add, binary(BinaryOp::Subtract, high, low), Self::one(span)))
    }

    /// Whether the program gives the name of a builtin function another meaning.
    fn is_hidden(&self, upper: &str) -> bool {
        let Some(id) = self.context.names.find(upper) else { return false };
        let array = self.scope.by_name.get(&id).is_some_and(|&id| self.scope.variables[id].ty.is_array());
        array || self.context.signatures.by_name.contains_key(&id)
    }

    /// The array of `LBOUND(A)` or `LBOUND(A, 1)`.
    fn array_of_bound<'r>(&mut self, name: Name, arguments: &'r [RawExpr]) -> Option<&'r RawExpr> {
        match arguments {
            [array] => Some(array),
            [array, dimension] => match &dimension.kind {
                RawExprKind::Int(value) if *value == IBig::ONE => Some(array),
                _ => self.context.fail(dimension.span, "the only dimension is 1"),
            },
            _ => self.wrong_count(name, "1 or 2 arguments", arguments.len()),
        }
    }

    fn wrong_count<T>(&mut self, name: Name, needed: &str, given: usize) -> Option<T> {
        let text = self.context.text(name);
        self.context.fail(name.span, format!("`{text}` takes {needed}, not {given}"))
    }
}

fn plural(count: usize) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}
