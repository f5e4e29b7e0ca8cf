//! The tree as written to the typed tree.
//!
//! Order: first the names and declarations of every procedure, because a call needs the types of the parameters
//! of a procedure that may stand further down; then the bodies; last the call graph as a whole.
//!
//! Invariants
//! - A function that returns `None` has reported why.
//! - Undeclared variables get their ids in the order of their first use in the typed tree, so that printing and
//!   reading again gives the same ids.

mod attributes;
mod bounds;
mod call;
mod constant;
mod declare;
mod expr;
mod recursion;
mod scope;
mod stmt;

pub(crate) use expr::{Resolver, convert, logical};
pub(crate) use scope::{Context, Scope, Setting};

use sextant_base::{Diagnostics, IdVec, Sources};
use sextant_syntax::{
    IntType, Language, ProcId, Procedure, Program, StatementInfo, Stmt, Storage, Type, VarId,
};

use crate::raw::RawProcedure;
use crate::token::Names;
use scope::{Parameter, Signature};

/// What variables are unless they are declared otherwise.
pub(crate) const DEFAULT_TYPE: Type = Type::Int(IntType::FIXED_31);

/// Resolves all procedures of a program.
pub(crate) fn program(
    sources: &Sources,
    names: &Names,
    raw: &[RawProcedure],
    diagnostics: &mut Diagnostics,
) -> Program {
    let mut context = Context::new(sources, names, diagnostics);
    define_procedures(&mut context, raw);
    let mut scopes: Vec<Scope> = raw.iter().map(|raw| declare::scope(&mut context, raw)).collect();
    context.signatures.procedures =
        raw.iter().zip(&scopes).map(|(raw, scope)| signature(&mut context, raw, scope)).collect();
    let mut bodies = Vec::with_capacity(raw.len());
    for (index, (raw, scope)) in raw.iter().zip(&mut scopes).enumerate() {
        let returns = context.signatures.procedures[index].returns.clone();
        bodies.push(stmt::body(&mut context, scope, raw, returns));
    }
    recursion::warn(&mut context, raw, &scopes);
    let externals = std::mem::take(&mut context.externals);
    let procedures = raw
        .iter()
        .zip(scopes)
        .zip(bodies)
        .enumerate()
        .map(|(index, ((raw, scope), body))| finish(&context, index, raw, scope, body))
        .collect();
    Program { procedures, externals, ..Program::new(Language::Pli) }
}

/// All results, or none if one is missing; all are computed first, so that all mistakes are reported.
pub(crate) fn all<T>(found: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    found.collect::<Vec<_>>().into_iter().collect()
}

/// The result for what may be absent; `None` stands for a mistake.
fn optional<R, T>(raw: Option<R>, resolve: impl FnOnce(R) -> Option<T>) -> Option<Option<T>> {
    match raw {
        Some(raw) => resolve(raw).map(Some),
        None => Some(None),
    }
}

fn define_procedures(context: &mut Context, raw: &[RawProcedure]) {
    for (index, procedure) in raw.iter().enumerate() {
        let id = ProcId(index as u32);
        if *context.signatures.by_name.entry(procedure.name.id).or_insert(id) != id {
            let message = format!("there is a procedure `{}` already", context.text(procedure.name));
            context.report(procedure.name.span, message);
        }
    }
}

fn signature(context: &mut Context, raw: &RawProcedure, scope: &Scope) -> Signature {
    let parameters = scope
        .variables
        .iter()
        .filter(|variable| variable.storage == Storage::Parameter)
        .map(|variable| Parameter { scalar: variable.ty.scalar().clone(), array: variable.ty.is_array() })
        .collect();
    let returns = match &raw.returns {
        Some(attributes) => Some(attributes::returned_type(context, attributes)),
        None => raw.parts.returns_value.then_some(DEFAULT_TYPE),
    };
    Signature { parameters, returns }
}

fn finish(context: &Context, index: usize, raw: &RawProcedure, scope: Scope, body: Vec<Stmt>) -> Procedure {
    let parameters: Vec<VarId> =
        scope.variables.ids().filter(|&id| scope.variables[id].storage == Storage::Parameter).collect();
    let labels: IdVec<_, String> =
        raw.parts.labels.iter().map(|&label| context.text(label).to_owned()).collect();
    Procedure {
        name: context.text(raw.name).to_owned(),
        parameters,
        variables: scope.variables,
        returns: context.signatures.procedures[index].returns.clone(),
        recursive: raw.recursive,
        body,
        labels,
        statements: raw.parts.statements.iter().map(|&span| StatementInfo { span }).collect(),
        span: raw.span,
    }
}
