//! An expression that a user types, over the variables of a procedure that has been resolved before.

use std::rc::Rc;

use sextant_base::{Diagnostics, IdVec};
use sextant_syntax::{Expr, ExprKind, Procedure, Record, RecordId, Type};

use super::Resolver;
use super::measure;
use super::scope::{Role, Substitution};
use super::units::Position;
use crate::raw;

/// Resolves one scalar value. Symbols are given as the name that stands for each, its own name, and its type.
///
/// Only an assertion may have quantifiers. The value is an expression and nothing else: what needs statements of its own is refused.
pub(crate) fn typed_value(
    unit: &raw::Unit,
    procedure: &Procedure,
    records: &IdVec<RecordId, Record>,
    symbols: &[(Rc<str>, String, Type)],
    asserting: bool,
    value: &raw::Expr,
    diagnostics: &mut Diagnostics,
) -> Option<Expr> {
    let mut resolver = Resolver::new(diagnostics);
    resolver.records = records.clone();
    resolver.add_unit(unit, None, Position::Interface);
    resolver.know_variables(procedure);
    resolver.substitutions = symbols
        .iter()
        .map(|(stands_as, name, ty)| {
            let kind = ExprKind::Symbol(name.clone());
            Substitution { name: stands_as.clone(), value: Expr { kind, ty: ty.clone(), span: value.span } }
        })
        .collect();
    resolver.body.asserting = asserting;
    let found = resolver.scalar(value)?;
    resolver.check_depth(&found, 0)?;
    let more = [&resolver.body.before, &resolver.body.after].iter().any(|list| !list.is_empty());
    if more || measure::has_call(&found) {
        return resolver
            .fail(value.span, "functions of the program and of whole arrays cannot be called here");
    }
    if resolver.scope().variables.len() > procedure.variables.len() {
        let message = "the variable of a quantifier must be an integer variable of the procedure here";
        return resolver.fail(value.span, message);
    }
    Some(found)
}

impl Resolver<'_, '_> {
    /// Makes the variables of a procedure those of the current unit.
    fn know_variables(&mut self, procedure: &Procedure) {
        self.scope().implicit.none = true;
        for (id, variable) in procedure.variables.iter_enumerated() {
            let upper = variable.name.to_ascii_uppercase();
            let name = raw::Name {
                upper: Rc::from(upper),
                written: Rc::from(variable.name.as_str()),
                span: variable.span,
            };
            let unit = self.unit;
            let scope = self.scope();
            let index = scope.entity(unit, &name);
            let entity = &mut scope.entities[index];
            let target = variable.ty.target();
            entity.dimensions = target.is_array().then_some(&[]);
            entity.scalar = Some(target.scalar().clone());
            entity.role = Role::Variable(id);
        }
        self.scope().variables = procedure.variables.clone();
    }
}
