//! What the specification statements of a unit say about each name.
//!
//! Nothing is evaluated here: constants, bounds and kinds are looked at when an entity is first needed.

use sextant_base::Span;

use super::Resolver;
use super::scope::{CommonPart, Entity, EntityRef, Implicit, Role, StatementFunction, Target, UnitId};
use super::units::{Position, State, entries};
use super::walk::each_statement;
use crate::raw::{self, AttributeKind, Declaration, ExprKind, PrefixKind, StmtKind, UnitKind};

impl<'a> Resolver<'a, '_> {
    /// Reads the declarations of all units.
    pub(crate) fn declare_units(&mut self) {
        for unit in 0..self.units.len() {
            self.declare(unit);
        }
    }

    /// Reads the declarations of a unit, those of its host first.
    pub(crate) fn declare(&mut self, unit: UnitId) {
        if self.units[unit].state != State::Untouched {
            return;
        }
        if let Some(parent) = self.units[unit].parent {
            self.declare(parent);
            if self.units[unit].state != State::Untouched {
                return;
            }
        }
        self.units[unit].state = State::Underway;
        self.within(unit, |resolver| resolver.declare_unit(unit));
        self.units[unit].state = State::Declared;
    }

    fn declare_unit(&mut self, unit: UnitId) {
        let raw = self.units[unit].raw;
        self.inherit(unit, raw);
        self.contained_procedures(unit);
        self.dummies_and_results(unit, raw);
        self.complete_signatures(unit);
        for stmt in &raw.body {
            if let StmtKind::Declare(declaration) = &stmt.kind {
                self.declaration(declaration, stmt.head);
            }
            if matches!(stmt.kind, StmtKind::Broken) {
                self.scope().incomplete = true;
            }
        }
        self.scattered(raw);
        self.statement_functions(raw);
    }

    fn inherit(&mut self, unit: UnitId, raw: &'a raw::Unit) {
        let info = &self.units[unit];
        let imports = |stmt: &raw::Stmt| matches!(stmt.kind, StmtKind::Declare(Declaration::Import(_)));
        let sees_host =
            info.parent.is_some() && (info.position != Position::Interface || raw.body.iter().any(imports));
        let parent = info.parent.filter(|_| sees_host);
        let implicit = parent.map(|parent| self.scopes[parent].implicit.clone());
        let scope = self.scope();
        scope.sees_host = sees_host;
        scope.implicit = implicit.unwrap_or_default();
        scope.all_static = entries(raw).next().is_some();
    }

    fn contained_procedures(&mut self, unit: UnitId) {
        let inner: Vec<_> = (0..self.units.len())
            .filter(|&inner| {
                self.units[inner].parent == Some(unit) && self.units[inner].position != Position::Interface
            })
            .flat_map(|inner| self.units[inner].procedures.clone())
            .collect();
        for procedure in inner {
            let name = self.signatures[procedure.0 as usize].name.clone();
            let entity = self.own(&name);
            if !matches!(entity.role, Role::Open) {
                self.report(name.span, format!("there is a procedure `{}` already", name.written));
                continue;
            }
            entity.role = Role::Procedure(Target::Known(procedure));
        }
    }

    fn dummies_and_results(&mut self, unit: UnitId, raw: &'a raw::Unit) {
        let lists = std::iter::once(&raw.parameters).chain(entries(raw).map(|(entry, _)| &entry.parameters));
        for list in lists {
            let mut seen = Vec::new();
            for parameter in list {
                let raw::Parameter::Name(name) = parameter else { continue };
                self.own(name).flags.dummy = true;
                if seen.contains(&&name.upper) {
                    let message = format!("the dummy argument `{}` is listed twice", name.written);
                    self.report(name.span, message);
                }
                seen.push(&name.upper);
            }
        }
        if raw.kind != UnitKind::Function {
            return;
        }
        let spec = raw.prefixes.iter().find_map(|prefix| match &prefix.kind {
            PrefixKind::Type(spec) => Some(spec),
            _ => None,
        });
        if let Some(name) = raw.result.as_ref().or(raw.name.as_ref()) {
            let index = self.scope().entity(unit, name);
            let entity = self.own(name);
            entity.spec = spec;
            entity.flags.result = true;
            self.scope().result = Some(index);
        }
        if let (Some(_), Some(name), Some(&procedure)) =
            (&raw.result, &raw.name, self.units[unit].procedures.first())
        {
            self.own(name).role = Role::Procedure(Target::Known(procedure));
        }
        for (entry, _) in entries(raw) {
            self.own(entry.result.as_ref().unwrap_or(&entry.name)).flags.result = true;
        }
    }

    /// Declarations that stand anywhere: DATA among the statements, FORMAT inside of blocks, labels of ASSIGN.
    fn scattered(&mut self, raw: &'a raw::Unit) {
        let mut formats = Vec::new();
        each_statement(&raw.body, &mut |stmt| match (&stmt.kind, stmt.label) {
            (StmtKind::Format { text, .. }, Some(label)) => formats.push((label.value, text.as_str())),
            (StmtKind::Format { span, .. }, None) => {
                self.warning(*span, "no statement can use a FORMAT without a label")
            }
            (StmtKind::AssignLabel { target, .. }, _) => self.scope().assigned_labels.push(target.value),
            _ => {}
        });
        self.scope().formats.extend(formats);
        let labels = &mut self.scope().assigned_labels;
        labels.sort_unstable();
        labels.dedup();
    }

    fn statement_functions(&mut self, raw: &'a raw::Unit) {
        for stmt in raw.body.iter().take(raw.specification) {
            let StmtKind::Assign { target, value } = &stmt.kind else { continue };
            let Some((name, parameters)) = self.statement_function_head(target) else { continue };
            let function = StatementFunction { parameters, value };
            let position = self.scope().statement_functions.len();
            self.scope().statement_functions.push(function);
            self.own(name).role = Role::StatementFunction(position);
        }
    }

    /// The name and dummies of what may be a statement function: `name(…)` where the name is no array.
    pub(crate) fn statement_function_head(
        &self,
        target: &'a raw::Expr,
    ) -> Option<(&'a raw::Name, Vec<raw::Name>)> {
        let ExprKind::Apply(base, arguments) = &target.kind else { return None };
        let ExprKind::Name(name) = &base.kind else { return None };
        if let Some(found) = self.find(&name.upper) {
            let entity = self.entity(found);
            if entity.dimensions.is_some()
                || found.unit != self.unit && matches!(entity.role, Role::Variable(_))
            {
                return None;
            }
        }
        let parameter = |argument: &raw::Argument| match (&argument.keyword, &argument.value) {
            (None, raw::ArgumentValue::Expr(raw::Expr { kind: ExprKind::Name(name), .. })) => {
                Some(name.clone())
            }
            _ => None,
        };
        Some((name, arguments.iter().map(parameter).collect::<Option<_>>()?))
    }

    /// The entity of a name in this unit.
    fn own(&mut self, name: &raw::Name) -> &mut Entity<'a> {
        let unit = self.unit;
        let scope = self.scope();
        let index = scope.entity(unit, name);
        &mut scope.entities[index]
    }

    pub(crate) fn declaration(&mut self, declaration: &'a Declaration, span: Span) {
        match declaration {
            Declaration::Type { ty, attributes, names } => {
                for name in names {
                    self.declare_type(ty, attributes, name);
                }
            }
            Declaration::Attribute { attribute, names } => {
                for name in names {
                    self.declarator(name);
                    self.attribute(&name.name, attribute);
                }
            }
            Declaration::Save(items) => self.save(items),
            Declaration::Access { access, items } => self.access(*access, items),
            Declaration::Parameter(constants) => {
                for (name, value) in constants {
                    let entity = self.own(name);
                    entity.flags.parameter = true;
                    if entity.constant.replace(value).is_some() {
                        let message = format!("the constant `{}` has a value already", name.written);
                        self.report(name.span, message);
                    }
                }
            }
            Declaration::Common(blocks) => self.common(blocks),
            Declaration::Equivalence(groups) => {
                self.scope().equivalences.extend(groups.iter().map(Vec::as_slice));
            }
            Declaration::Data(groups) => self.scope().data.extend(groups),
            Declaration::ImplicitNone => {
                self.scope().implicit = Implicit { none: true, rules: Vec::new() };
            }
            Declaration::Implicit(rules) => self.scope().implicit.rules.extend(rules),
            Declaration::Namelist(groups) => {
                for (name, members) in groups {
                    let entry = self.scope().namelists.entry(name.upper.clone());
                    let known = entry.or_insert_with(|| (name.written.to_string(), Vec::new()));
                    known.1.extend(members.iter().cloned());
                }
            }
            Declaration::Use(using) => self.use_module(using),
            Declaration::Import(_) | Declaration::Unsupported(_) => {}
            Declaration::DerivedType(definition) => {
                self.own(&definition.name).definition = Some(definition);
                for attribute in &definition.attributes {
                    self.attribute(&definition.name, attribute);
                }
            }
            Declaration::Interface(interface) => self.interface(interface),
            Declaration::Procedure { interface, ty, attributes, names } => {
                let body = interface
                    .as_ref()
                    .and_then(|name| self.find(&name.upper))
                    .and_then(|found| self.entity(found).interface);
                for name in names {
                    for attribute in attributes {
                        self.attribute(&name.name, attribute);
                    }
                    let entity = self.own(&name.name);
                    entity.flags.external = true;
                    entity.interface = body;
                    entity.spec = ty.as_ref();
                    if entity.flags.pointer {
                        self.warning(span, "unsupported: procedure pointers");
                    }
                }
            }
            Declaration::Enumeration(items) => self.enumeration(items),
        }
    }

    fn declare_type(
        &mut self,
        ty: &'a raw::TypeSpec,
        attributes: &'a [raw::Attribute],
        declarator: &'a raw::Declarator,
    ) {
        for attribute in attributes {
            self.attribute(&declarator.name, attribute);
        }
        let entity = self.declarator(declarator);
        let again = entity.spec.replace(ty).is_some();
        match &declarator.initial {
            Some(raw::Initial::Value(value)) if entity.flags.parameter => entity.constant = Some(value),
            Some(initial) => entity.initial = Some(initial),
            None => {}
        }
        if again {
            let name = &declarator.name;
            self.report(name.span, format!("the type of `{}` is declared already", name.written));
        }
    }

    fn declarator(&mut self, declarator: &'a raw::Declarator) -> &mut Entity<'a> {
        let name = &declarator.name;
        let entity = self.own(name);
        entity.length = declarator.length.as_ref().or(entity.length);
        if !declarator.dimensions.is_empty() {
            // The bounds of a name replace those of a DIMENSION attribute, but not those of another statement.
            let from_attribute = entity.spec.is_none();
            let again = entity.dimensions.replace(&declarator.dimensions).is_some();
            if again && !from_attribute {
                self.report(name.span, format!("the bounds of `{}` are declared already", name.written));
            }
        }
        self.own(name)
    }

    fn attribute(&mut self, name: &raw::Name, attribute: &'a raw::Attribute) {
        let entity = self.own(name);
        let flags = &mut entity.flags;
        match &attribute.kind {
            AttributeKind::Allocatable => flags.allocatable = true,
            AttributeKind::Pointer => flags.pointer = true,
            AttributeKind::Target => flags.target = true,
            AttributeKind::Optional => flags.optional = true,
            AttributeKind::Intent(intent) => flags.out = *intent == raw::Intent::Out,
            AttributeKind::Value => flags.value = true,
            AttributeKind::External => flags.external = true,
            AttributeKind::Intrinsic => flags.intrinsic = true,
            AttributeKind::Parameter => flags.parameter = true,
            AttributeKind::Save => flags.saved = true,
            AttributeKind::Dimension(bounds) if !bounds.is_empty() => entity.dimensions = Some(bounds),
            AttributeKind::Access(access) => {
                self.scope().access.insert(name.upper.clone(), *access);
            }
            AttributeKind::Dimension(_)
            | AttributeKind::Asynchronous
            | AttributeKind::Bind(_)
            | AttributeKind::Contiguous
            | AttributeKind::Protected
            | AttributeKind::Volatile
            | AttributeKind::NoPass => {}
        }
    }

    fn save(&mut self, items: &'a [raw::SaveItem]) {
        if items.is_empty() {
            self.scope().save_all = true;
        }
        for item in items {
            if let raw::SaveItem::Variable(name) = item {
                self.own(name).flags.saved = true;
            }
        }
    }

    fn access(&mut self, access: raw::Access, items: &'a [raw::GenericName]) {
        if items.is_empty() {
            self.scope().private = access == raw::Access::Private;
        }
        for item in items {
            let key = super::modules::key(item);
            self.scope().access.insert(key, access);
        }
    }

    fn common(&mut self, blocks: &'a [raw::CommonBlock]) {
        let unit = self.unit;
        for block in blocks {
            let name = block.name.as_ref().map_or_else(|| "".into(), |name| name.upper.clone());
            let mut items = Vec::new();
            for item in &block.items {
                let entity = self.declarator(item);
                if std::mem::replace(&mut entity.flags.laid_out, true) {
                    let message = format!("`{}` lies in a COMMON block already", item.name.written);
                    self.report(item.name.span, message);
                    continue;
                }
                if entity.flags.dummy {
                    let message = format!("the dummy argument `{}` cannot lie in COMMON", item.name.written);
                    self.report(item.name.span, message);
                    continue;
                }
                items.push(self.scope().entity(unit, &item.name));
            }
            let commons = &mut self.scope().commons;
            match commons.iter_mut().find(|part| part.block == name) {
                Some(part) => part.items.extend(items),
                None => commons.push(CommonPart { block: name, items }),
            }
        }
    }

    fn interface(&mut self, interface: &'a raw::Interface) {
        let unit = self.unit;
        let mut specific = Vec::new();
        for body in &interface.bodies {
            let Some(name) = &body.name else { continue };
            let described = self.add_unit(body, Some(unit), Position::Interface);
            let index = self.scope().entity(unit, name);
            let entity = &mut self.scope().entities[index];
            entity.interface = Some(described);
            entity.flags.external = true;
            specific.push(EntityRef { unit, index });
            self.declare(described);
        }
        for name in &interface.procedures {
            match self.find(&name.upper) {
                Some(found) => specific.push(found),
                None => self.report(name.span, format!("there is no procedure `{}` here", name.written)),
            }
        }
        if let Some(generic) = &interface.generic {
            self.add_generic(super::modules::key(generic), super::modules::span(generic), specific);
        }
    }

    /// Adds specific procedures to a generic name, which may be known from a module.
    pub(crate) fn add_generic(&mut self, key: std::rc::Rc<str>, span: Span, mut specific: Vec<EntityRef>) {
        if let Some(found) = self.scope().by_name.get(&key).copied() {
            match &self.entity(found).role {
                Role::Generic(known) => {
                    let known =
                        known.iter().filter(|known| !specific.contains(known)).copied().collect::<Vec<_>>();
                    specific.extend(known);
                }
                // A generic name may be that of one of its procedures.
                _ if !specific.contains(&found) => specific.push(found),
                _ => {}
            }
        }
        self.define(key, span, Role::Generic(specific));
    }
}
