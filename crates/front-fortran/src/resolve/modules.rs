//! USE: names of modules, those of the language's own modules included.

use std::rc::Rc;

use sextant_base::Span;

use super::Resolver;
use super::build::int;
use super::scope::{Entity, EntityRef, Role, UnitId};
use super::units::State;
use crate::raw::{self, GenericName};

/// The name under which a generic thing is kept: plain names as they are.
pub(crate) fn key(name: &GenericName) -> Rc<str> {
    match name {
        GenericName::Name(name) => name.upper.clone(),
        GenericName::Operator(operator, _) => Rc::from(format!("OPERATOR({operator})")),
        GenericName::Assignment(_) => Rc::from("ASSIGNMENT(=)"),
    }
}

pub(crate) fn span(name: &GenericName) -> Span {
    match name {
        GenericName::Name(name) => name.span,
        GenericName::Operator(_, span) | GenericName::Assignment(span) => *span,
    }
}

/// The constants of the language's own modules.
const ENVIRONMENT: &[(&str, i32)] = &[
    ("INT8", 1),
    ("INT16", 2),
    ("INT32", 4),
    ("INT64", 8),
    ("REAL32", 4),
    ("REAL64", 8),
    ("REAL128", 16),
    ("INPUT_UNIT", 5),
    ("OUTPUT_UNIT", 6),
    ("ERROR_UNIT", 0),
    ("IOSTAT_END", -1),
    ("IOSTAT_EOR", -2),
    ("NUMERIC_STORAGE_SIZE", 32),
    ("FILE_STORAGE_SIZE", 32),
    ("CHARACTER_STORAGE_SIZE", 8),
];
const BINDING: &[(&str, i32)] = &[
    ("C_SIGNED_CHAR", 1),
    ("C_CHAR", 1),
    ("C_SHORT", 2),
    ("C_INT", 4),
    ("C_LONG", 8),
    ("C_LONG_LONG", 8),
    ("C_SIZE_T", 8),
    ("C_INT8_T", 1),
    ("C_INT16_T", 2),
    ("C_INT32_T", 4),
    ("C_INT64_T", 8),
    ("C_INTPTR_T", 8),
    ("C_FLOAT", 4),
    ("C_DOUBLE", 8),
    ("C_FLOAT_COMPLEX", 4),
    ("C_DOUBLE_COMPLEX", 8),
    ("C_BOOL", 4),
];

impl<'a> Resolver<'a, '_> {
    pub(crate) fn use_module(&mut self, using: &'a raw::Use) {
        let module = &using.module;
        let Some(&unit) = self.modules.get(&module.upper) else {
            self.use_intrinsic_module(using);
            return;
        };
        if self.units[unit].state == State::Underway {
            self.report(module.span, format!("the module `{}` uses itself", module.written));
            return;
        }
        self.declare(unit);
        if using.only {
            for item in &using.items {
                let original = item.original.as_ref().unwrap_or(&item.local);
                match self.exported(unit, &key(original)) {
                    Some(found) => self.import(key(&item.local), found, span(&item.local)),
                    None if self.scopes[unit].namelists.contains_key(&key(original)) => {
                        let namelist = self.scopes[unit].namelists[&key(original)].clone();
                        self.scope().namelists.insert(key(&item.local), namelist);
                    }
                    None => {
                        let message = format!("the module `{}` has no `{}`", module.written, key(original));
                        self.report(span(original), message);
                    }
                }
            }
            return;
        }
        let renamed: Vec<(Rc<str>, Rc<str>)> = using
            .items
            .iter()
            .filter_map(|item| Some((key(item.original.as_ref()?), key(&item.local))))
            .collect();
        let mut names: Vec<Rc<str>> = self.scopes[unit].by_name.keys().cloned().collect();
        names.sort_unstable();
        for name in names {
            let Some(found) = self.exported(unit, &name) else { continue };
            let mut plain = true;
            for (_, local) in renamed.iter().filter(|(original, _)| *original == name) {
                self.import(local.clone(), found, module.span);
                plain = false;
            }
            if plain {
                self.import(name, found, module.span);
            }
        }
        for (name, namelist) in self.scopes[unit].namelists.clone() {
            self.scope().namelists.entry(name).or_insert(namelist);
        }
    }

    /// What a public name of a module means.
    fn exported(&self, unit: UnitId, name: &str) -> Option<EntityRef> {
        let scope = &self.scopes[unit];
        let found = *scope.by_name.get(name)?;
        let public = match scope.access.get(name) {
            Some(access) => *access == raw::Access::Public,
            None => !scope.private,
        };
        public.then_some(found)
    }

    fn import(&mut self, name: Rc<str>, found: EntityRef, span: Span) {
        if let Role::Generic(specific) = &self.entity(found).role
            && self.scope_has_generic(&name)
        {
            let specific = specific.clone();
            self.add_generic(name, span, specific);
            return;
        }
        let unit = self.unit;
        match self.scope().by_name.get(&name) {
            // What the unit itself declares is an error of the unit, reported where it is declared.
            Some(known) if known.unit == unit => {}
            _ => {
                self.scope().by_name.insert(name, found);
            }
        }
    }

    fn scope_has_generic(&self, name: &str) -> bool {
        let found = self.scopes[self.unit].by_name.get(name);
        found.is_some_and(|&found| matches!(self.entity(found).role, Role::Generic(_)))
    }

    fn use_intrinsic_module(&mut self, using: &'a raw::Use) {
        let module = &using.module;
        let all = match &*module.upper {
            "ISO_FORTRAN_ENV" => ENVIRONMENT,
            "ISO_C_BINDING" => BINDING,
            "IEEE_ARITHMETIC" | "IEEE_EXCEPTIONS" | "IEEE_FEATURES" | "OMP_LIB" => {
                // Its names are taken as procedures that are not there.
                self.warning(module.span, format!("unsupported: the module `{}`", module.written));
                self.scope().incomplete = true;
                return;
            }
            _ => {
                self.report(module.span, format!("there is no module `{}`", module.written));
                self.scope().incomplete = true;
                return;
            }
        };
        if using.only {
            for item in &using.items {
                let original = key(item.original.as_ref().unwrap_or(&item.local));
                match all.iter().find(|(name, _)| *name == &*original) {
                    Some(&(_, value)) => self.define_constant(key(&item.local), value, span(&item.local)),
                    None => {
                        self.report(span(&item.local), format!("unsupported: `{original}` of this module"))
                    }
                }
            }
        } else {
            for &(name, value) in all {
                self.define_constant(Rc::from(name), value, module.span);
            }
        }
    }

    fn define_constant(&mut self, name: Rc<str>, value: i32, span: Span) {
        self.define(name, span, Role::Constant(Rc::new(int(value, span))));
    }

    /// Makes a new entity the meaning of a name.
    pub(crate) fn define(&mut self, name: Rc<str>, span: Span, role: Role) {
        let unit = self.unit;
        let written = raw::Name { upper: name.clone(), written: name.clone(), span };
        let index = self.scope().entities.len();
        self.scope().entities.push(Entity { role, ..Entity::new(written) });
        self.scope().by_name.insert(name, EntityRef { unit, index });
    }

    /// Each name is one more than the one before, unless a value is given.
    pub(crate) fn enumeration(&mut self, items: &'a [(raw::Name, Option<raw::Expr>)]) {
        let mut next = 0;
        for (name, value) in items {
            if let Some(value) = value
                && let Some(given) = self.constant_int(value).and_then(|given| i32::try_from(given).ok())
            {
                next = given;
            }
            self.define_constant(name.upper.clone(), next, name.span);
            next = next.saturating_add(1);
        }
    }
}
