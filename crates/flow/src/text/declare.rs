//! Declarations: the externals of the program, and for every graph its variables and what a caller sees of it.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Diagnostic, Diagnostics, IdVec, Span};
use sextant_syntax::{AreaId, ArrayBounds, External, ExternalId, Storage, Type, VarId, Variable};

use super::ast::{Class, Declaration, Flow, Name, Node, ScalarNode, TypeNode};
use super::known::Known;
use super::located::has_constant_bounds;
use super::memory::found;
use super::scope::Scope;
use crate::typing::{INT, TEXT, is_constant, same_apart_from_bounds};

/// The externals under their names.
#[derive(Default)]
pub(super) struct Externals {
    pub all: IdVec<ExternalId, External>,
    names: FxHashMap<String, ExternalId>,
}

/// A graph whose declarations are known.
pub(super) struct Declared {
    pub scope: Scope,
    pub parameters: Vec<VarId>,
    pub returns: Option<Type>,
}

impl Externals {
    /// Adds an external declared before the first graph.
    pub fn declare(&mut self, declaration: Declaration, known: &Rc<Known>, diagnostics: &mut Diagnostics) {
        let Declaration { name, ty, initial, .. } = declaration;
        if self.names.contains_key(&name.text) {
            let message = format!("the external `{}` is declared already", name.text);
            return diagnostics.push(Diagnostic::error(name.span, message));
        }
        let mut nothing = Scope::new(known.clone());
        let span = ty.span;
        let ty = nothing.resolve_type(ty, diagnostics).unwrap_or(INT);
        check_bounds(&ty, Class::External, span, diagnostics);
        let initial = initial_values(&mut nothing, &ty, initial, Class::External, diagnostics);
        self.add(name.text, ty, initial);
    }

    fn add(&mut self, name: String, ty: Type, initial: Vec<sextant_syntax::Expr>) -> ExternalId {
        let id = self.all.push(External { name: name.clone(), ty, initial });
        self.names.insert(name, id);
        id
    }

    /// The external a variable of a graph stands for; the first mention of a name declares it.
    fn share(
        &mut self,
        name: &Name,
        ty: &Type,
        initial: Vec<sextant_syntax::Expr>,
        diagnostics: &mut Diagnostics,
    ) -> ExternalId {
        let Some(&id) = self.names.get(&name.text) else {
            return self.add(name.text.clone(), ty.clone(), initial);
        };
        let external = &mut self.all[id];
        if !same_apart_from_bounds(&external.ty, ty) {
            let message = format!("the external `{}` has another type elsewhere", name.text);
            diagnostics.push(Diagnostic::error(name.span, message));
        }
        if external.initial.is_empty() {
            external.initial = initial;
        } else if !initial.is_empty() {
            let message = format!("the external `{}` has initial values already", name.text);
            diagnostics.push(Diagnostic::error(name.span, message));
        }
        id
    }
}

/// Takes the declarations out of a graph.
pub(super) fn declare(
    flow: &mut Flow,
    known: &Rc<Known>,
    externals: &mut Externals,
    diagnostics: &mut Diagnostics,
) -> Declared {
    let mut scope = Scope::new(known.clone());
    let mut declarations = Vec::new();
    for (name, ty) in &mut flow.parameters {
        if let Some((class, ty)) = ty.take() {
            let (name, span, initial) = (name.clone(), name.span, Vec::new());
            declarations.push(Declaration { class, name, shared: None, position: None, ty, initial, span });
        }
    }
    declarations.append(&mut flow.declarations);
    let mut declared_twice = FxHashSet::default();
    declarations.retain(|declaration| {
        let is_new = add_name(&mut scope, declaration, diagnostics);
        if !is_new {
            declared_twice.insert(declaration.name.span);
        }
        is_new
    });
    for declaration in declarations {
        complete(&mut scope, declaration, externals, diagnostics);
    }
    let parameters = listed_parameters(flow, &scope, &declared_twice, diagnostics);
    let returns = flow.returns.take().and_then(|ty| return_type(&mut scope, ty, diagnostics));
    scope.returns = returns.clone();
    Declared { scope, parameters, returns }
}

/// The parameters in the order of the head: each once, and none missing.
fn listed_parameters(
    flow: &Flow,
    scope: &Scope,
    reported: &FxHashSet<Span>,
    diagnostics: &mut Diagnostics,
) -> Vec<VarId> {
    let mut parameters = Vec::with_capacity(flow.parameters.len());
    let mut listed = FxHashSet::default();
    for (name, _) in &flow.parameters {
        let Some(id) = parameter(scope, name, diagnostics) else { continue };
        if listed.insert(id) {
            parameters.push(id);
        } else if !reported.contains(&name.span) {
            let message = format!("the parameter `{}` is listed twice", name.text);
            diagnostics.push(Diagnostic::error(name.span, message));
        }
    }
    for (id, variable) in scope.variables.iter_enumerated() {
        if is_parameter(variable) && !listed.contains(&id) {
            let message = format!("`{}` is not in the list of parameters", variable.name);
            diagnostics.push(Diagnostic::error(variable.span, message));
        }
    }
    parameters
}

/// Enters the name with what is known of its type without looking at bounds, which may speak of later names.
fn add_name(scope: &mut Scope, declaration: &Declaration, diagnostics: &mut Diagnostics) -> bool {
    let Declaration { class, name, ty, .. } = declaration;
    if scope.names.contains_key(&name.text) {
        let message = format!("`{}` is declared already", name.text);
        diagnostics.push(Diagnostic::error(name.span, message));
        return false;
    }
    let storage = match class {
        Class::Parameter => Storage::Parameter,
        Class::Value => Storage::Value,
        Class::Static => Storage::Static,
        Class::Automatic | Class::External | Class::Area => Storage::Automatic,
    };
    let ty = known_type(scope, ty);
    let variable = Variable { name: name.text.clone(), ty, storage, initial: Vec::new(), span: name.span };
    let id = scope.variables.push(variable);
    scope.names.insert(name.text.clone(), id);
    true
}

fn is_parameter(variable: &Variable) -> bool {
    matches!(variable.storage, Storage::Parameter | Storage::Value)
}

/// What is known of a type without its bounds and lengths.
fn known_type(scope: &Scope, node: &TypeNode) -> Type {
    let mut ty = match &node.scalar {
        ScalarNode::Plain(ty) => ty.clone(),
        ScalarNode::Text(_) => TEXT,
        ScalarNode::Record(name) => match scope.known.record_names.get(&name.key()) {
            Some(&record) => Type::Record(record),
            None => INT,
        },
        ScalarNode::Address(target) => {
            Type::Pointer(target.as_deref().map(|target| Box::new(known_type(scope, target))))
        }
        // Nothing but its address is ever spoken of.
        ScalarNode::Block(_, content) => known_type(scope, content),
        ScalarNode::Bracketed(inner) => known_type(scope, inner),
    };
    for dimensions in &node.bounds {
        ty = Type::Array(Box::new(ty), vec![ArrayBounds::OfArgument; dimensions.len()]);
    }
    if node.handle { Type::Handle(Box::new(ty)) } else { ty }
}

/// Adds bounds, initial values and the external to a variable.
fn complete(
    scope: &mut Scope,
    declaration: Declaration,
    externals: &mut Externals,
    diagnostics: &mut Diagnostics,
) {
    let Declaration { class, name, shared, position, ty, initial, .. } = declaration;
    let Some(&id) = scope.names.get(&name.text) else { return };
    let span = ty.span;
    let Some(ty) = scope.resolve_type(ty, diagnostics) else { return };
    check_bounds(&ty, class, span, diagnostics);
    let mut initial = initial_values(scope, &ty, initial, class, diagnostics);
    if class == Class::External {
        let initial = std::mem::take(&mut initial);
        let external = externals.share(shared.as_ref().unwrap_or(&name), &ty, initial, diagnostics);
        scope.variables[id].storage = Storage::External(external);
    }
    if let Some((area, offset)) = position {
        let area: Option<AreaId> = found(&scope.known.area_names, &area, "area", diagnostics);
        area.into_iter().for_each(|area| scope.variables[id].storage = Storage::Area(area, offset));
    }
    scope.variables[id].ty = ty;
    scope.variables[id].initial = initial;
}

fn check_bounds(ty: &Type, class: Class, span: Span, diagnostics: &mut Diagnostics) {
    let target = ty.target();
    let dimensions = match target {
        Type::Array(_, dimensions) => dimensions.as_slice(),
        _ => &[],
    };
    let deferred = dimensions.iter().filter(|bounds| **bounds == ArrayBounds::Deferred).count();
    let given = dimensions.iter().filter(|bounds| matches!(bounds, ArrayBounds::Given { .. })).count();
    let of_argument = given + deferred < dimensions.len()
        || *target.scalar() == Type::Text(sextant_syntax::TextLength::OfArgument);
    if of_argument && class != Class::Parameter {
        diagnostics.push(Diagnostic::error(span, "only a parameter can take the bounds of its argument"));
    }
    let is_handle = matches!(ty, Type::Handle(_));
    if is_handle && deferred < dimensions.len() || !is_handle && deferred > 0 {
        let message = "bounds `:` are known later: they belong to a `handle`, which has no others";
        diagnostics.push(Diagnostic::error(span, message));
    }
    if matches!(class, Class::Static | Class::External | Class::Area) && !has_constant_bounds(ty) {
        diagnostics.push(Diagnostic::error(span, "bounds of static and external arrays are constants"));
    }
}

fn initial_values(
    scope: &mut Scope,
    ty: &Type,
    initial: Vec<Node>,
    class: Class,
    diagnostics: &mut Diagnostics,
) -> Vec<sextant_syntax::Expr> {
    let mut report = |span, message| diagnostics.push(Diagnostic::error(span, message));
    match initial.as_slice() {
        [first, ..] if matches!(class, Class::Parameter | Class::Value) => {
            report(first.span, "a parameter gets its value from the argument");
        }
        [first, ..] if class == Class::Area => report(first.span, "initial values stand at the area"),
        [_, second, ..] if !ty.target().is_array() => report(second.span, "a scalar has one initial value"),
        _ => {}
    }
    let mut values = Vec::with_capacity(initial.len());
    for node in initial {
        let Some(value) = scope.expr_of(node, ty.target().scalar(), diagnostics) else { continue };
        if matches!(class, Class::Static | Class::External) && !is_constant(&value) {
            let message = "initial values of static and external variables are constants";
            diagnostics.push(Diagnostic::error(value.span, message));
        }
        values.push(value);
    }
    values
}

/// The variable of a parameter.
fn parameter(scope: &Scope, name: &Name, diagnostics: &mut Diagnostics) -> Option<VarId> {
    match scope.names.get(&name.text) {
        Some(&id) if is_parameter(&scope.variables[id]) => Some(id),
        _ => {
            let message = format!("the parameter `{}` has no type", name.text);
            let help = format!("write `{}: int`, or add a line `parameter {}: int`", name.text, name.text);
            diagnostics.push(Diagnostic::error(name.span, message).with_help(help));
            None
        }
    }
}

fn return_type(scope: &mut Scope, mut ty: TypeNode, diagnostics: &mut Diagnostics) -> Option<Type> {
    if !ty.bounds.is_empty() || ty.handle {
        diagnostics.push(Diagnostic::error(ty.span, "an array or a handle cannot be returned"));
        (ty.bounds, ty.handle) = (Vec::new(), false);
    }
    scope.resolve_type(ty, diagnostics)
}
