//! Derived types and structure constructors.

use sextant_base::Span;
use sextant_syntax::{Component, Expr, ExprKind, PartStep, Record, RecordId, StmtKind, Type, VarId};

use super::Resolver;
use super::build::array_of;
use super::scope::{Designator, EntityRef, Role};
use crate::raw::{self, ArgumentValue, AttributeKind, Declaration};

impl<'a> Resolver<'a, '_> {
    /// The type that `TYPE(name)` means.
    pub(crate) fn record_type(&mut self, name: &raw::Name) -> Option<Type> {
        let Some(found) = self.find_type(&name.upper) else {
            if self.scope().incomplete {
                return None;
            }
            return self.fail(name.span, format!("there is no type `{}`", name.written));
        };
        match self.role(found) {
            Role::Record(record) => Some(Type::Record(record)),
            Role::Broken => None,
            _ => self.fail(name.span, format!("`{}` is not a type", name.written)),
        }
    }

    /// The type of a name; a generic name of constructors does not hide it.
    fn find_type(&self, name: &str) -> Option<EntityRef> {
        let found = self.find(name)?;
        if let Role::Generic(_) = self.entity(found).role {
            let scope = &self.scopes[found.unit];
            let is_type =
                |entity: &super::scope::Entity| &*entity.name.upper == name && entity.definition.is_some();
            let index = scope.entities.iter().position(is_type)?;
            return Some(EntityRef { unit: found.unit, index });
        }
        Some(found)
    }

    /// Makes the record of a type definition.
    pub(crate) fn define_record(&mut self, entity: EntityRef) -> Option<RecordId> {
        let definition = self.entity(entity).definition?;
        let name = definition.name.written.to_string();
        // The id is there before the components: a pointer component may lead to the type itself.
        let record = self.records.push(Record { name, components: Vec::new(), size: 0 });
        self.entity_mut(entity).role = Role::Record(record);
        let components = self.within(entity.unit, |resolver| resolver.components(definition, record));
        let size = components.iter().map(|component| component.1).sum();
        self.records[record].components = components.into_iter().map(|component| component.0).collect();
        self.records[record].size = size;
        Some(record)
    }

    fn components(&mut self, definition: &'a raw::TypeDefinition, record: RecordId) -> Vec<(Component, u64)> {
        let mut components: Vec<(Component, u64)> = Vec::new();
        if let Some(parent) = &definition.extends
            && let Some(Type::Record(parent)) = self.record_type(parent)
        {
            let inherited = self.records[parent].components.clone();
            for position in 0..inherited.len() {
                if self.allocatable_components.contains(&(parent, position)) {
                    self.allocatable_components.insert((record, position));
                }
                if let Some(value) = self.component_values.get(&(parent, position)).copied() {
                    self.component_values.insert((record, position), value);
                }
            }
            components.extend(inherited.into_iter().map(|component| {
                let size = self.size_of(&component.ty).unwrap_or(0);
                (component, size)
            }));
        }
        for (declaration, span) in &definition.components {
            match declaration {
                Declaration::Type { ty, attributes, names } => {
                    for name in names {
                        if let Some((component, size)) = self.component_of(ty, attributes, name, record) {
                            let offset = components.iter().map(|known| known.1).sum();
                            if attributes.iter().any(|other| other.kind == AttributeKind::Allocatable) {
                                self.allocatable_components.insert((record, components.len()));
                            }
                            if let Some(raw::Initial::Value(value) | raw::Initial::Pointer(value)) =
                                &name.initial
                            {
                                let unit = self.unit;
                                self.component_values.insert((record, components.len()), (unit, value));
                            }
                            components.push((Component { offset, ..component }, size));
                        }
                    }
                }
                Declaration::Procedure { .. } => self.warning(*span, "unsupported: procedure components"),
                _ => {}
            }
        }
        components
    }

    fn component_of(
        &mut self,
        spec: &'a raw::TypeSpec,
        attributes: &'a [raw::Attribute],
        declarator: &'a raw::Declarator,
        record: RecordId,
    ) -> Option<(Component, u64)> {
        let scalar = self.scalar_type(spec, declarator.length.as_ref())?;
        let is = |kind: AttributeKind| attributes.iter().any(|attribute| attribute.kind == kind);
        let handle = is(AttributeKind::Pointer) || is(AttributeKind::Allocatable);
        let from_attribute = attributes.iter().find_map(|attribute| match &attribute.kind {
            AttributeKind::Dimension(bounds) => Some(bounds.as_slice()),
            _ => None,
        });
        let dimensions = if declarator.dimensions.is_empty() {
            from_attribute.unwrap_or(&[])
        } else {
            &declarator.dimensions
        };
        let span = declarator.name.span;
        if scalar == Type::Record(record) && !handle {
            return self.fail(span, "a component of the type itself must be a pointer or allocatable");
        }
        let ty = match (dimensions, handle) {
            ([], false) => scalar.clone(),
            (_, true) => Type::Handle(Box::new(array_of(scalar.clone(), dimensions.len()))),
            (_, false) => Type::Array(Box::new(scalar.clone()), self.bounds(dimensions, Default::default())?),
        };
        let Some(size) = self.size_of(&ty) else {
            return self.fail(span, "a component needs constant bounds and length");
        };
        Some((Component { name: declarator.name.written.to_string(), ty, offset: 0, bits: None }, size))
    }

    /// `type(…)`: a record with these components, made before the statement.
    pub(crate) fn structure(
        &mut self,
        record: RecordId,
        name: &raw::Name,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Expr> {
        let variable = self.temporary("record", Type::Record(record), span);
        self.new_record(variable, record, arguments, span);
        for (position, argument) in arguments.iter().enumerate() {
            let components = &self.records[record].components;
            let at = match &argument.keyword {
                Some(keyword) => {
                    components.iter().position(|known| known.name.eq_ignore_ascii_case(&keyword.upper))
                }
                None => Some(position).filter(|&position| position < components.len()),
            };
            let Some(at) = at else {
                return self
                    .fail(argument.span, format!("the type `{}` has no such component", name.written));
            };
            let ArgumentValue::Expr(raw) = &argument.value else {
                return self.fail(argument.span, "a value is needed here");
            };
            self.set_component(variable, record, at, raw)?;
        }
        Some(self.load_variable(variable, span))
    }

    /// A record before its constructor gives it values: no component has storage, and those that are not given have their
    /// first values.
    fn new_record(&mut self, variable: VarId, record: RecordId, arguments: &[raw::Argument], span: Span) {
        let whole = self.whole(variable, span);
        for position in 0..self.records[record].components.len() {
            if let Type::Handle(_) = self.records[record].components[position].ty {
                let component = self.component_designator(&whole, record, position);
                let handle = self.place(component);
                self.before(StmtKind::PointTo { handle, target: None }, span);
            } else if !self.is_given(record, position, arguments) {
                let statements = self.first_value(&whole, record, position, super::defaults::Life::New);
                self.body.before.extend(statements);
            }
        }
    }

    fn set_component(
        &mut self,
        variable: sextant_syntax::VarId,
        record: RecordId,
        at: usize,
        raw: &raw::Expr,
    ) -> Option<()> {
        let component = self.records[record].components[at].ty.clone();
        let mut target = self.whole(variable, raw.span);
        target.steps.push(PartStep::Component(at));
        target.ty = component.target().clone();
        if matches!(component, Type::Handle(_)) && self.allocatable_components.contains(&(record, at)) {
            return self.set_allocatable(target, raw);
        }
        if let Type::Handle(_) = component {
            let handle = self.place(target);
            let target = match super::data::is_applied(raw, "NULL") {
                true => None,
                false => Some(self.place_of(raw)?),
            };
            self.before(StmtKind::PointTo { handle, target }, raw.span);
            return Some(());
        }
        let value = self.value(raw)?;
        let kind = self.assign_value(target, value)?;
        self.before(kind, raw.span);
        Some(())
    }

    /// An allocatable component gets a copy of a value, and no storage if the value is an allocatable without any.
    fn set_allocatable(&mut self, target: Designator, raw: &raw::Expr) -> Option<()> {
        if super::data::is_applied(raw, "NULL") {
            return Some(());
        }
        let value = self.value(raw)?;
        let source = match &value.kind {
            ExprKind::Load(place) if self.is_handle_place(place) => Some(place.clone()),
            _ => None,
        };
        let (kind, before, after) = self.apart(|resolver| resolver.assign_value(target, value));
        let mut whole = before;
        whole.push(self.made(kind?, raw.span));
        whole.extend(after);
        let mut whole = self.group(whole, raw.span);
        if let Some(source) = source {
            let has = Expr { kind: ExprKind::HasStorage(source), ty: Type::Logical, span: raw.span };
            whole = self.made(super::build::branch(has, whole, None), raw.span);
        }
        self.body.before.push(whole);
        Some(())
    }
}
