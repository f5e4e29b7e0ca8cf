//! What a name turns out to be when it is used: variables and constants come into being here.

use std::rc::Rc;

use sextant_base::Span;
use sextant_syntax::{
    Area, AreaId, AreaItem, ArrayBounds, Expr, Scope, Storage, TextLength, Type, VarId, Variable,
};

use super::build::{INT, convert, rank, same_element};
use super::scope::{EntityRef, Role, Target, UnitId};
use super::{Resolver, constant};
use crate::raw::{self, UnitKind};

impl<'a> Resolver<'a, '_> {
    /// The entity that a name means in this unit, if there is one.
    pub(crate) fn find(&self, name: &str) -> Option<EntityRef> {
        self.seen_units().find_map(|unit| self.scopes[unit].by_name.get(name).copied())
    }

    /// The unit and those around it whose names it sees.
    pub(crate) fn seen_units(&self) -> impl Iterator<Item = UnitId> {
        let host = |unit: &UnitId| self.units[*unit].parent.filter(|_| self.scopes[*unit].sees_host);
        std::iter::successors(Some(self.unit), host)
    }

    /// The entity that a name means; an undeclared one comes into being.
    pub(crate) fn find_or_make(&mut self, name: &raw::Name) -> EntityRef {
        if let Some(found) = self.find(&name.upper) {
            return found;
        }
        let unit = self.unit;
        let index = self.scope().entity(unit, name);
        EntityRef { unit, index }
    }

    /// What an entity is: constants are evaluated, procedures recognised. Variables may still be open.
    pub(crate) fn role(&mut self, entity: EntityRef) -> Role {
        let found = self.entity(entity);
        let (flags, name) = (found.flags, found.name.clone());
        match &found.role {
            Role::Open => {}
            Role::Underway => {
                self.report(name.span, format!("`{}` is defined by itself", name.written));
                self.entity_mut(entity).role = Role::Broken;
                return Role::Broken;
            }
            role => return role.clone(),
        }
        if found.definition.is_some() {
            let record = self.define_record(entity);
            let role = record.map_or(Role::Broken, Role::Record);
            self.entity_mut(entity).role = role.clone();
            return role;
        }
        if flags.parameter {
            self.entity_mut(entity).role = Role::Underway;
            let role =
                self.within(entity.unit, |resolver| resolver.constant_role(entity)).unwrap_or(Role::Broken);
            self.entity_mut(entity).role = role.clone();
            return role;
        }
        if flags.intrinsic {
            self.entity_mut(entity).role = Role::Procedure(Target::Intrinsic);
        } else if flags.external {
            let target = self.external_target(entity);
            self.entity_mut(entity).role = Role::Procedure(target);
        }
        self.entity(entity).role.clone()
    }

    /// The procedure of an entity that is one: a dummy, or a procedure of the program or of nobody.
    pub(crate) fn external_target(&mut self, entity: EntityRef) -> Target {
        let found = self.entity(entity);
        let (is_dummy, interface, name) = (found.flags.dummy, found.interface, found.name.clone());
        if is_dummy {
            let variable = self.within(entity.unit, |resolver| resolver.procedure_variable(entity));
            return Target::Dummy(variable, interface);
        }
        match self.externals.get(&name.upper) {
            Some(&id) => Target::Known(id),
            None => Target::Unknown(interface),
        }
    }

    /// The variable of a dummy procedure.
    fn procedure_variable(&mut self, entity: EntityRef) -> VarId {
        if let Role::Variable(variable) = self.entity(entity).role {
            self.scope().variables[variable].ty = Type::Procedure;
            return variable;
        }
        let name = self.entity(entity).name.clone();
        let (written, storage) = (&*name.written, Storage::Parameter);
        self.scope().variables.push(Variable::new(written, Type::Procedure, storage, name.span))
    }

    fn constant_role(&mut self, entity: EntityRef) -> Option<Role> {
        let found = self.entity(entity);
        let name = found.name.clone();
        let Some(raw) = found.constant else {
            return self.fail(name.span, format!("the constant `{}` has no value", name.written));
        };
        let is_array = found.dimensions.is_some();
        let ty = self.entity_type(entity)?;
        if is_array || matches!(ty, Type::Record(_)) {
            return self.constant_array(entity, raw);
        }
        let value = self.constant_scalar(raw)?;
        if rank(&value.ty) > 0 || !convertible(&value.ty, &ty) {
            return self.fail(raw.span, format!("`{}` cannot have this value", name.written));
        }
        let value = constant::folded(convert(value, &ty));
        if !super::measure::is_closed(&value) {
            return self.fail(raw.span, "a constant is needed here");
        }
        self.allow_copy(&value, raw.span)?;
        self.check_depth(&value, 0)?;
        let value = match (&ty, value.kind) {
            (Type::Text(TextLength::Given(length)), sextant_syntax::ExprKind::Text(mut bytes)) => {
                if let Some(length) = super::build::known(length) {
                    bytes.resize(length, b' ');
                }
                super::build::text(bytes, raw.span)
            }
            (_, kind) => Expr { kind, ..value },
        };
        Some(Role::Constant(Rc::new(value)))
    }

    /// The variable of an entity as the current unit sees it.
    pub(crate) fn variable_of(&mut self, entity: EntityRef, span: Span) -> Option<VarId> {
        let role = self.role(entity);
        let name = self.entity(entity).name.written.clone();
        match role {
            Role::Variable(variable)
            | Role::ConstantArray(variable, _)
            | Role::Procedure(Target::Dummy(variable, _)) => Some(self.seen_from_here(entity, variable)),
            Role::Open => {
                let variable = self.within(entity.unit, |resolver| resolver.make_variable(entity))?;
                Some(self.seen_from_here(entity, variable))
            }
            Role::Procedure(_) | Role::Generic(_) | Role::StatementFunction(_) => {
                self.fail(span, format!("`{name}` is a procedure, not a variable"))
            }
            Role::Constant(_) => self.fail(span, format!("`{name}` is a constant, not a variable")),
            Role::Record(_) => self.fail(span, format!("`{name}` is a type, not a variable")),
            Role::Underway | Role::Broken => None,
        }
    }

    /// A name that no other variable of the unit has: where a BLOCK hides a name, a number stands behind it.
    fn own_name(&mut self, written: &str) -> String {
        let is_same = |name: &str| name.split('\'').next().is_some_and(|it| it.eq_ignore_ascii_case(written));
        match self.scope().variables.iter().filter(|variable| is_same(&variable.name)).count() {
            0 => written.to_owned(),
            others => format!("{written}'{}", others + 1),
        }
    }

    fn make_variable(&mut self, entity: EntityRef) -> Option<VarId> {
        let found = self.entity(entity);
        let name = found.name.clone();
        let storage = if found.flags.dummy { Storage::Parameter } else { Storage::Automatic };
        let aliased = found.flags.pointer || found.flags.target;
        let allocatable = found.flags.allocatable;
        let ty = self.entity_type(entity)?;
        let written = self.own_name(&name.written);
        let variable = self.scope().variables.push(Variable::new(written, ty, storage, name.span));
        if aliased {
            self.scope().aliased.insert(variable);
        }
        if allocatable {
            self.scope().allocatables.insert(variable);
        }
        self.entity_mut(entity).role = Role::Variable(variable);
        let Some(ty) = self.full_type(entity) else {
            self.entity_mut(entity).role = Role::Broken;
            return None;
        };
        self.scope().variables[variable].ty = ty.clone();
        if storage == Storage::Automatic {
            let storage = self.storage(entity, &ty);
            self.scope().variables[variable].storage = storage;
        }
        Some(variable)
    }

    fn storage(&mut self, entity: EntityRef, ty: &Type) -> Storage {
        let found = self.entity(entity);
        let (flags, name, initialised) = (found.flags, found.name.clone(), found.initial.is_some());
        let kind = self.units[entity.unit].raw.kind;
        let of_module = kind == UnitKind::Module;
        let scope = &self.scopes[entity.unit];
        let saved =
            flags.saved || scope.save_all && kind != UnitKind::Program || scope.all_static || initialised;
        if flags.result && (rank(ty) > 0 || matches!(ty, Type::Handle(_))) {
            return Storage::Parameter;
        }
        if flags.laid_out || flags.result && !scope.all_static || !(saved || of_module) {
            return Storage::Automatic;
        }
        match self.size_of(ty) {
            Some(size) => {
                let scope = self.scope_of(entity.unit);
                Storage::Area(self.new_area(&name.written, scope, ty, size, of_module), 0)
            }
            None => Storage::Automatic,
        }
    }

    /// An area for one variable.
    pub(crate) fn new_area(
        &mut self,
        name: &str,
        scope: Scope,
        ty: &Type,
        size: u64,
        shared: bool,
    ) -> AreaId {
        let items = vec![AreaItem { name: name.to_owned(), ty: ty.clone(), offset: 0 }];
        self.areas.push(Area { name: name.to_owned(), scope, size, shared, items, initial: Vec::new() })
    }

    /// Who sees the lasting variables that a unit declares.
    pub(crate) fn scope_of(&self, unit: UnitId) -> Scope {
        let raw = self.units[unit].raw;
        let name = raw.name.as_ref().map_or("MAIN", |name| &name.written).to_owned();
        if raw.kind == UnitKind::Module { Scope::Unit(name) } else { Scope::Procedure(name) }
    }

    /// The name that this unit has for something of another one, which USE may have given it.
    fn name_here(&self, entity: EntityRef, name: &str) -> String {
        let means_it = |name: &str| self.find(name) == Some(entity);
        if means_it(&name.to_ascii_uppercase()) {
            return name.to_owned();
        }
        let mut others: Vec<&Rc<str>> =
            self.seen_units().flat_map(|unit| self.scopes[unit].by_name.keys()).collect();
        others.retain(|name| means_it(name));
        others.sort();
        match others.first() {
            Some(other) if name.chars().any(|letter| letter.is_ascii_lowercase()) => {
                other.to_ascii_lowercase()
            }
            Some(other) => other.to_string(),
            None => name.to_owned(),
        }
    }

    /// A variable of this or another unit, as the current unit sees it.
    fn seen_from_here(&mut self, entity: EntityRef, variable: VarId) -> VarId {
        if entity.unit == self.unit {
            return variable;
        }
        if let Some(&known) = self.scope().imported.get(&entity) {
            return known;
        }
        let mut copy = self.scopes[entity.unit].variables[variable].clone();
        let name = self.name_here(entity, &copy.name);
        copy.name = self.own_name(&name);
        let is_aliased = self.scopes[entity.unit].aliased.contains(&variable);
        let is_allocatable = self.scopes[entity.unit].allocatables.contains(&variable);
        let known = self.scopes[entity.unit].vectors.get(&variable).cloned();
        let captured = !matches!(copy.storage, Storage::Area(..));
        if captured {
            copy.storage = Storage::Parameter;
            copy.ty = of_argument(&copy.ty);
        }
        let here = self.scope().variables.push(copy);
        if is_aliased {
            self.scope().aliased.insert(here);
        }
        if is_allocatable {
            self.scope().allocatables.insert(here);
        }
        if let Some(known) = known {
            self.scope().vectors.insert(here, known);
        }
        self.scope().imported.insert(entity, here);
        if captured {
            self.scope().captures.push((entity, here));
        }
        here
    }

    /// The hidden parameter with the length of a `CHARACTER*(*)` function's result.
    pub(crate) fn result_length(&mut self, span: Span) -> VarId {
        if let Some(variable) = self.scope().result_length {
            return variable;
        }
        let variable = Variable::new(".length", INT, Storage::Parameter, span);
        let variable = self.scope().variables.push(variable);
        self.scope().result_length = Some(variable);
        variable
    }
}

/// The type of a parameter that is just its argument.
fn of_argument(ty: &Type) -> Type {
    match ty {
        Type::Array(element, bounds) => {
            Type::Array(Box::new(of_argument(element)), vec![ArrayBounds::OfArgument; bounds.len()])
        }
        Type::Text(_) => Type::Text(TextLength::OfArgument),
        Type::Handle(target) => {
            let element = match target.scalar() {
                open @ Type::Text(TextLength::Open) => open.clone(),
                other => of_argument(other),
            };
            Type::Handle(Box::new(super::build::array_of(element, target.rank())))
        }
        other => other.clone(),
    }
}

/// Whether an assignment may convert one type to another.
pub(crate) fn convertible(from: &Type, to: &Type) -> bool {
    let (from, to) = (super::build::element_type(from), super::build::element_type(to));
    let is_number = |ty: &Type| matches!(ty, Type::Int(_) | Type::Real(_) | Type::Complex(_));
    same_element(from, to) || is_number(from) && is_number(to)
}
