//! Functions that are defined nowhere and have an address nevertheless.

use sextant_base::IdVec;
use sextant_syntax::{Expr, Primitive, Procedure, StatementInfo, StmtKind, Storage, VarId, Variable};

use super::{Lowering, make};
use crate::UnknownFunction;
use crate::tree::Function;

/// A procedure that returns an unknown value.
pub(super) fn procedure(lowering: &mut Lowering<'_>, function: &Function) -> Procedure {
    let span = function.span;
    let types = &lowering.tree.types;
    let signature = types.function(function.ty);
    let result = signature.map(|signature| signature.result);
    let mut parameters = Vec::new();
    if result.is_some_and(|result| !types.is_scalar(result) && !types.is_void(result)) {
        parameters.push(("result.".to_owned(), make::ADDRESS));
    }
    for (position, &ty) in signature.iter().flat_map(|signature| &signature.parameters).enumerate() {
        parameters.push((format!("unnamed {}", position + 1), lowering.value_type(ty)));
    }
    if signature.is_some_and(|signature| signature.variadic) {
        parameters.push(("more.".to_owned(), make::ADDRESS));
    }
    let variable = |(name, ty)| Variable { name, ty, storage: Storage::Value, initial: Vec::new(), span };
    let variables: IdVec<VarId, Variable> = parameters.into_iter().map(variable).collect();
    let returns = result.filter(|&ty| types.is_scalar(ty)).map(|ty| lowering.content(ty));
    let ty = returns.clone().unwrap_or(make::INT);
    let name = function.name.clone();
    let effect = lowering.unknown.of(&name);
    let refused = format!("a call of {name}, which is not defined");
    let call = if effect == UnknownFunction::Pure { Primitive::Pure(name) } else { Primitive::Unknown(name) };
    let passed = variables.iter_enumerated().map(|(id, variable)| make::load(id, variable.ty.clone(), span));
    let mut operands: Vec<Expr> = passed.collect();
    operands.extend(lowering.error_number(span));
    let value = make::primitive(call, operands, ty, span);
    let body = match returns {
        _ if effect == UnknownFunction::Refuse => {
            vec![make::stmt(StmtKind::Unsupported(refused), span)]
        }
        Some(_) => vec![make::stmt(StmtKind::Return(Some(value)), span)],
        None => vec![make::evaluate(value)],
    };
    Procedure {
        name: function.name.clone(),
        parameters: variables.ids().collect(),
        variables,
        returns,
        recursive: true,
        body,
        labels: IdVec::new(),
        statements: vec![StatementInfo { span }, StatementInfo { span }],
        span,
    }
}
