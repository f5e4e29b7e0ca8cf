//! Program units in the order of the text, and how their procedures are called.

use std::rc::Rc;

use sextant_syntax::ProcId;

use super::Resolver;
use super::scope::{Dummy, EntityRef, Scope, Signature, UnitId};
use crate::raw::{self, PrefixKind, StmtKind, UnitKind};

/// Where a unit stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Position {
    /// On its own.
    Outer,
    /// Behind the CONTAINS of a module.
    OfModule,
    /// Behind the CONTAINS of a procedure or main program.
    Internal,
    /// In an interface block.
    Interface,
}

/// A program unit.
pub(crate) struct UnitInfo<'a> {
    pub(crate) raw: &'a raw::Unit,
    pub(crate) parent: Option<UnitId>,
    pub(crate) position: Position,
    /// The procedure it is, and those of its ENTRYs.
    pub(crate) procedures: Vec<ProcId>,
    pub(crate) state: State,
}

/// How far the declarations of a unit are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Untouched,
    Underway,
    Declared,
}

/// The ENTRY statements of a unit in order.
pub(crate) fn entries(unit: &raw::Unit) -> impl Iterator<Item = (&raw::Entry, &raw::Stmt)> {
    unit.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Entry(entry) => Some((entry, stmt)),
        _ => None,
    })
}

impl<'a> Resolver<'a, '_> {
    /// Takes in all units of all files and gives ids to their procedures.
    pub(crate) fn collect(&mut self, files: &'a [raw::File]) {
        for unit in files.iter().flat_map(|file| &file.units) {
            self.add_unit(unit, None, Position::Outer);
        }
    }

    /// Takes in a unit with those that it contains.
    pub(crate) fn add_unit(
        &mut self,
        raw: &'a raw::Unit,
        parent: Option<UnitId>,
        position: Position,
    ) -> UnitId {
        let unit = self.units.len();
        let info = UnitInfo { raw, parent, position, procedures: Vec::new(), state: State::Untouched };
        self.units.push(info);
        self.scopes.push(Scope::default());
        if position != Position::Interface {
            self.name_unit(unit, raw, position);
        }
        let inner = if raw.kind == UnitKind::Module { Position::OfModule } else { Position::Internal };
        for contained in &raw.contains {
            self.add_unit(contained, Some(unit), inner);
        }
        unit
    }

    fn name_unit(&mut self, unit: UnitId, raw: &'a raw::Unit, position: Position) {
        match raw.kind {
            UnitKind::BlockData => {}
            UnitKind::Module => {
                if let Some(name) = &raw.name
                    && self.modules.insert(name.upper.clone(), unit).is_some()
                {
                    self.report(name.span, format!("there is a module `{}` already", name.written));
                }
            }
            UnitKind::Program | UnitKind::Subroutine | UnitKind::Function => {
                self.add_procedures(unit, raw, position);
            }
        }
    }

    fn add_procedures(&mut self, unit: UnitId, raw: &'a raw::Unit, position: Position) {
        let written = if raw.kind == UnitKind::Program { "MAIN" } else { "unnamed" };
        let name = raw.name.clone().unwrap_or_else(|| raw::Name {
            upper: Rc::from(written.to_ascii_uppercase()),
            written: Rc::from(written),
            span: raw.head,
        });
        let id = self.add_procedure(unit, &name, position, None, raw.head);
        if raw.kind == UnitKind::Program && self.main.replace(id).is_some() {
            self.report(raw.head, "there is a main program already");
        }
        for (index, (entry, stmt)) in entries(raw).enumerate() {
            self.add_procedure(unit, &entry.name, position, Some(index), stmt.head);
        }
    }

    fn add_procedure(
        &mut self,
        unit: UnitId,
        name: &raw::Name,
        position: Position,
        entry: Option<usize>,
        span: sextant_base::Span,
    ) -> ProcId {
        let id = ProcId(self.signatures.len() as u32);
        let is = |wanted| self.units[unit].raw.prefixes.iter().any(|prefix| prefix.kind == wanted);
        let signature = Signature {
            unit,
            name: name.clone(),
            parameters: Vec::new(),
            result: None,
            elemental: is(PrefixKind::Elemental),
            recursive: is(PrefixKind::Recursive),
            entry,
            span,
        };
        self.signatures.push(signature);
        self.procedures.push(None);
        self.units[unit].procedures.push(id);
        if position == Position::Outer && self.externals.insert(name.upper.clone(), id).is_some() {
            self.report(name.span, format!("there is a program unit `{}` already", name.written));
        }
        id
    }

    /// How the procedure of an interface body is called.
    pub(crate) fn interface_signature(&self, unit: UnitId) -> Option<Signature> {
        let raw = self.units[unit].raw;
        let scope = &self.scopes[unit];
        let is = |wanted: PrefixKind| raw.prefixes.iter().any(|prefix| prefix.kind == wanted);
        Some(Signature {
            unit,
            name: raw.name.clone()?,
            parameters: self.dummies(unit, &raw.parameters),
            result: scope.result.map(|index| EntityRef { unit, index }),
            elemental: is(PrefixKind::Elemental),
            recursive: false,
            entry: None,
            span: raw.head,
        })
    }

    /// Fills in the dummy arguments and results, once the declarations of the unit are read.
    pub(crate) fn complete_signatures(&mut self, unit: UnitId) {
        let raw = self.units[unit].raw;
        let procedures = self.units[unit].procedures.clone();
        let is_function = raw.kind == UnitKind::Function;
        for (position, id) in procedures.into_iter().enumerate() {
            let (parameters, result) = match position.checked_sub(1).and_then(|index| entries(raw).nth(index))
            {
                Some((entry, _)) => (&entry.parameters, entry.result.as_ref().unwrap_or(&entry.name)),
                None => match raw.result.as_ref().or(raw.name.as_ref()) {
                    Some(result) => (&raw.parameters, result),
                    None => continue,
                },
            };
            let found = self.scopes[unit].by_name.get(&result.upper).copied();
            let dummies = self.dummies(unit, parameters);
            let signature = &mut self.signatures[id.0 as usize];
            signature.parameters = dummies;
            signature.result = if is_function { found } else { None };
        }
    }

    fn dummies(&self, unit: UnitId, parameters: &[raw::Parameter]) -> Vec<Dummy> {
        let scope = &self.scopes[unit];
        let dummy = |parameter: &raw::Parameter| match parameter {
            raw::Parameter::Name(name) => scope.by_name.get(&name.upper).map(|&entity| Dummy::Entity(entity)),
            raw::Parameter::AlternateReturn(_) => Some(Dummy::AlternateReturn),
        };
        parameters.iter().filter_map(dummy).collect()
    }
}
