//! Functions that are defined nowhere and have an address nevertheless.

use sextant_base::IdVec;
use sextant_syntax::{Primitive, Procedure, StatementInfo, StmtKind, Storage, VarId, Variable};

use super::{Lowering, make};
use crate::tree::Function;

/// A procedure that returns an unknown value.
pub(super) fn procedure(lowering: &mut Lowering<'_>, function: &Function) -> Procedure {
    let span = function.span;
    let mut variables: IdVec<VarId, Variable> = IdVec::new();
    let mut parameters = Vec::new();
    let mut parameter = |name: String, ty, variables: &mut IdVec<VarId, Variable>| {
        parameters.push(variables.push(Variable {
            name,
            ty,
            storage: Storage::Value,
            initial: Vec::new(),
            span,
        }));
    };
    let signature = lowering.tree.types.function(function.ty).cloned();
    let types = &lowering.tree.types;
    let result = signature.as_ref().map(|signature| signature.result);
    if result.is_some_and(|result| !types.is_scalar(result) && !types.is_void(result)) {
        parameter("result.".to_owned(), make::ADDRESS, &mut variables);
    }
    for (position, &ty) in signature.iter().flat_map(|signature| signature.parameters.iter()).enumerate() {
        let ty = lowering.value_type(ty);
        parameter(format!("unnamed {}", position + 1), ty, &mut variables);
    }
    if signature.as_ref().is_some_and(|signature| signature.variadic) {
        parameter("more.".to_owned(), make::ADDRESS, &mut variables);
    }
    let returns = result.filter(|&ty| lowering.tree.types.is_scalar(ty)).map(|ty| lowering.content(ty));
    let ty = returns.clone().unwrap_or(make::INT);
    let value = make::primitive(Primitive::Unknown(function.name.clone()), Vec::new(), ty, span);
    let body = match returns {
        Some(_) => vec![make::stmt(StmtKind::Return(Some(value)), span)],
        None => vec![make::evaluate(value)],
    };
    Procedure {
        name: function.name.clone(),
        parameters,
        variables,
        returns,
        recursive: true,
        body,
        labels: IdVec::new(),
        statements: vec![StatementInfo { span }, StatementInfo { span }],
        span,
    }
}
