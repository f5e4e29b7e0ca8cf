//! The values that components of new records have at the start, and what INTENT(OUT) does to an argument.

use sextant_base::Span;
use sextant_syntax::{AreaId, Expr, ExprKind, PartStep, RecordId, Stmt, StmtKind, Storage, Type, VarId};

use super::Resolver;
use super::build::{self, int, rank};
use super::scope::{Designator, EntityRef, Role, UnitId};
use crate::raw::{self, ArgumentValue, ExprKind as Raw, Item};

/// The value of a component as its type's definition writes it, and the unit that does.
pub(crate) type ComponentValue<'a> = (UnitId, &'a raw::Expr);

/// Whether what gets its first values is new, or an argument that had others before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Life {
    New,
    Again,
}

impl<'a> Resolver<'a, '_> {
    /// Whether new records of a type have values in some component.
    pub(crate) fn has_defaults(&self, record: RecordId) -> bool {
        self.records[record].components.iter().enumerate().any(|(position, component)| {
            self.component_values.contains_key(&(record, position))
                || matches!(component.ty.scalar(), Type::Record(inner) if self.has_defaults(*inner))
        })
    }

    /// Whether records of a type have storage of their own in some component.
    pub(crate) fn owns_storage(&self, record: RecordId) -> bool {
        self.records[record].components.iter().enumerate().any(|(position, component)| {
            self.allocatable_components.contains(&(record, position))
                || matches!(component.ty.scalar(), Type::Record(inner) if self.owns_storage(*inner))
        })
    }

    /// Gives the components of a record, or of all records of an array, their first values.
    pub(crate) fn first_values(&mut self, target: Designator, life: Life) -> Vec<Stmt> {
        let &Type::Record(record) = build::element_type(&target.ty) else { return Vec::new() };
        let needed = self.has_defaults(record) || life == Life::Again && self.owns_storage(record);
        if !needed {
            return Vec::new();
        }
        if rank(&target.ty) == 0 {
            return self.first_values_of_one(&target, record, life);
        }
        let extents = self.extents_of(&target);
        let all = self.loops(extents, target.span, |resolver, position| {
            let element = resolver.element_of(target, position);
            resolver.first_values_of_one(&element, record, life)
        });
        vec![all]
    }

    fn first_values_of_one(&mut self, target: &Designator, record: RecordId, life: Life) -> Vec<Stmt> {
        (0..self.records[record].components.len())
            .flat_map(|position| self.first_value(target, record, position, life))
            .collect()
    }

    /// Gives a component of a record its first value.
    pub(crate) fn first_value(
        &mut self,
        whole: &Designator,
        record: RecordId,
        position: usize,
        life: Life,
    ) -> Vec<Stmt> {
        let target = self.component_designator(whole, record, position);
        let value = self.component_values.get(&(record, position)).copied();
        if let Type::Handle(_) = self.records[record].components[position].ty {
            return self.without_storage(target, (record, position), value.is_some(), life);
        }
        match value {
            Some((unit, raw)) => self.written_value(target, unit, raw),
            None => self.first_values(target, life),
        }
    }

    /// An allocatable component has no storage at first, a pointer none if its type says so.
    fn without_storage(
        &mut self,
        target: Designator,
        component: (RecordId, usize),
        is_null: bool,
        life: Life,
    ) -> Vec<Stmt> {
        let span = target.span;
        let place = self.place(target);
        match (self.allocatable_components.contains(&component), life) {
            (true, Life::Again) => vec![self.released_if_any(place, span)],
            (false, Life::Again) if is_null => {
                vec![self.made(StmtKind::PointTo { handle: place, target: None }, span)]
            }
            _ => Vec::new(),
        }
    }

    /// Gives the storage of a handle back if it has any.
    pub(crate) fn released_if_any(&self, handle: sextant_syntax::Place, span: Span) -> Stmt {
        let has = Expr { kind: ExprKind::HasStorage(handle.clone()), ty: Type::Logical, span };
        let release = self.made(StmtKind::Release(handle), span);
        self.made(build::branch(has, release, None), span)
    }

    pub(crate) fn component_designator(
        &self,
        whole: &Designator,
        record: RecordId,
        position: usize,
    ) -> Designator {
        let mut target = whole.clone();
        target.steps.push(PartStep::Component(position));
        target.ty = self.records[record].components[position].ty.target().clone();
        target
    }

    /// Assigns a value that a type's definition writes.
    fn written_value(&mut self, target: Designator, unit: UnitId, raw: &'a raw::Expr) -> Vec<Stmt> {
        if let &Type::Record(record) = build::element_type(&target.ty) {
            return self.written_record(target, record, unit, raw);
        }
        let element = build::element_type(&target.ty).clone();
        let values = self.within(unit, |resolver| {
            let values = resolver.constant_elements(raw)?;
            values.into_iter().map(|value| resolver.as_initial(value, &element)).collect::<Option<Vec<_>>>()
        });
        let Some(values) = values else { return Vec::new() };
        if rank(&target.ty) == 0 {
            return values.into_iter().take(1).map(|value| self.assignment(target.clone(), value)).collect();
        }
        if let [one] = values.as_slice() {
            let one = one.clone();
            let extents = self.extents_of(&target);
            return vec![self.loops(extents, target.span, |resolver, position| {
                let element = resolver.element_of(target, position);
                vec![resolver.assignment(element, one)]
            })];
        }
        let positions = self.positions(&target);
        let pairs = positions.into_iter().zip(values);
        pairs
            .map(|(position, value)| {
                let element = self.element_of(target.clone(), &position);
                self.assignment(element, value)
            })
            .collect()
    }

    /// The positions of an array of constant shape in storage order.
    fn positions(&mut self, target: &Designator) -> Vec<Vec<Expr>> {
        let span = target.span;
        let mut positions = vec![Vec::new()];
        for extent in self.extents_of(target) {
            let extent = super::constant::number::<u32>(&extent).unwrap_or(0);
            positions = (1..=extent)
                .flat_map(|at| positions.iter().map(move |before: &Vec<Expr>| (before.clone(), at)))
                .map(|(mut position, at)| {
                    position.push(int(at, span));
                    position
                })
                .collect();
        }
        positions
    }

    fn written_record(
        &mut self,
        target: Designator,
        record: RecordId,
        unit: UnitId,
        raw: &'a raw::Expr,
    ) -> Vec<Stmt> {
        match &raw.kind {
            Raw::Paren(inner) => self.written_record(target, record, unit, inner),
            Raw::ArrayConstructor { items, .. } if rank(&target.ty) == 1 => {
                let mut statements = Vec::new();
                for (position, item) in self.positions(&target).into_iter().zip(items) {
                    let element = self.element_of(target.clone(), &position);
                    match item {
                        Item::Value(raw) => {
                            statements.extend(self.written_record(element, record, unit, raw))
                        }
                        Item::Loop(implied) => self.no_such_value(implied.span),
                    }
                }
                statements
            }
            _ if rank(&target.ty) > 0 => {
                let extents = self.extents_of(&target);
                vec![self.loops(extents, target.span, |resolver, position| {
                    let element = resolver.element_of(target, position);
                    resolver.written_record(element, record, unit, raw)
                })]
            }
            Raw::Apply(_, arguments) => {
                let mut statements = Vec::new();
                for position in 0..self.records[record].components.len() {
                    let given = self.given_component(record, position, arguments);
                    let component = self.component_designator(&target, record, position);
                    let is_handle = matches!(self.records[record].components[position].ty, Type::Handle(_));
                    statements.extend(match given {
                        Some(raw) if !is_handle => self.written_value(component, unit, raw),
                        _ => self.first_value(&target, record, position, Life::New),
                    });
                }
                statements
            }
            Raw::Name(name) => {
                let found = self.within(unit, |resolver| resolver.find_or_make(name));
                match self.variable_of(found, raw.span) {
                    Some(variable) => {
                        let value = self.load_variable(variable, raw.span);
                        vec![self.assignment(target, value)]
                    }
                    None => Vec::new(),
                }
            }
            _ => {
                self.no_such_value(raw.span);
                Vec::new()
            }
        }
    }

    fn no_such_value(&mut self, span: Span) {
        self.report(span, "unsupported: this value of a component");
    }

    /// Whether a structure constructor gives a value to a component.
    pub(crate) fn is_given(&self, record: RecordId, position: usize, arguments: &[raw::Argument]) -> bool {
        self.given_component(record, position, arguments).is_some()
    }

    /// What a structure constructor gives to a component.
    pub(crate) fn given_component<'r>(
        &self,
        record: RecordId,
        position: usize,
        arguments: &'r [raw::Argument],
    ) -> Option<&'r raw::Expr> {
        let name = &self.records[record].components[position].name;
        let found = arguments.iter().enumerate().find(|(at, argument)| match &argument.keyword {
            Some(keyword) => name.eq_ignore_ascii_case(&keyword.upper),
            None => *at == position,
        });
        match &found?.1.value {
            ArgumentValue::Expr(raw) => Some(raw),
            _ => None,
        }
    }

    /// What the procedure of a unit does before its first statement: local records get their first values, arguments with
    /// INTENT(OUT) as well.
    pub(crate) fn beginning(&mut self, unit: UnitId) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for index in 0..self.scopes[unit].entities.len() {
            statements.extend(self.beginning_of(EntityRef { unit, index }));
        }
        statements
    }

    /// What is done for a variable when its life begins.
    pub(crate) fn beginning_of(&mut self, entity: EntityRef) -> Vec<Stmt> {
        let found = self.entity(entity);
        let (flags, span) = (found.flags, found.name.span);
        let is_typed = found.spec.is_some_and(|spec| matches!(spec.kind, raw::TypeKind::Derived(_)));
        let role = found.role.clone();
        let is_open = matches!(role, Role::Open) && is_typed && !flags.external && !flags.parameter;
        let variable = match role {
            Role::Variable(variable) => variable,
            _ if is_open && self.may_have_defaults(entity) => match self.variable_of(entity, span) {
                Some(variable) => variable,
                None => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        if flags.dummy {
            return if flags.out { self.outgoing(variable, flags, span) } else { Vec::new() };
        }
        let own = self.scope().variables[variable].storage == Storage::Automatic || flags.result;
        if !own || flags.allocatable || flags.pointer {
            return Vec::new();
        }
        let whole = self.whole(variable, span);
        self.first_values(whole, Life::New)
    }

    fn may_have_defaults(&mut self, entity: EntityRef) -> bool {
        matches!(self.entity_type(entity), Some(Type::Record(record)) if self.has_defaults(record))
    }

    /// An argument with INTENT(OUT) has no value, and no storage if it is allocatable.
    fn outgoing(&mut self, variable: VarId, flags: super::scope::Flags, span: Span) -> Vec<Stmt> {
        let whole = self.whole(variable, span);
        let statements = match (flags.allocatable, flags.pointer) {
            (true, _) => vec![self.released_if_any(self.place_here(variable), span)],
            (_, true) => Vec::new(),
            _ if self.is_assumed_size(variable) => Vec::new(),
            _ => self.first_values(whole, Life::Again),
        };
        if !flags.optional || statements.is_empty() {
            return statements;
        }
        let present = Expr { kind: ExprKind::IsPresent(variable), ty: Type::Logical, span };
        let then = self.group(statements, span);
        vec![self.made(build::branch(present, then, None), span)]
    }

    fn place_here(&self, variable: VarId) -> sextant_syntax::Place {
        sextant_syntax::Place::Variable(variable)
    }

    fn is_assumed_size(&self, variable: VarId) -> bool {
        use sextant_syntax::ArrayBounds::Sequence;
        let ty = &self.scopes[self.unit].variables[variable].ty;
        matches!(ty, Type::Array(_, bounds) if matches!(bounds.last(), Some(Sequence { high: None, .. })))
    }

    /// Puts the first values of a lasting variable into its area.
    pub(crate) fn lasting_first_values(
        &mut self,
        area: AreaId,
        offset: u64,
        ty: &Type,
        span: Span,
    ) -> Option<()> {
        let &Type::Record(record) = ty.scalar() else { return Some(()) };
        if !self.has_defaults(record) {
            return Some(());
        }
        let size = self.records[record].size;
        let count = self.size_of(ty)?.checked_div(size).unwrap_or(0);
        for at in 0..count {
            for position in 0..self.records[record].components.len() {
                self.lasting_first_value(area, offset + at * size, record, position, span)?;
            }
        }
        Some(())
    }

    /// Puts the first value of a component into an area that holds the record.
    pub(crate) fn lasting_first_value(
        &mut self,
        area: AreaId,
        offset: u64,
        record: RecordId,
        position: usize,
        span: Span,
    ) -> Option<()> {
        let component = self.records[record].components[position].clone();
        let at = offset + component.offset;
        match self.component_values.get(&(record, position)).copied() {
            _ if matches!(component.ty, Type::Handle(_)) => Some(()),
            Some((unit, raw)) => {
                self.within(unit, |resolver| resolver.initialise_part(area, at, &component.ty, raw))
            }
            None => self.lasting_first_values(area, at, &component.ty, span),
        }
    }
}
