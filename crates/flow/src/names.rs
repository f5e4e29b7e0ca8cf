//! Names of storage that outlives procedures, as users see it from one of them.
//!
//! Invariants
//! - No two names are equal, nor is one that of a part of what another one names.
//! - What the procedure itself names has that name; what it cannot see gives way and is qualified by the file, module,
//!   COMMON block or procedure that sees it.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use sextant_base::IdVec;
use sextant_syntax::{AreaId, AreaItem, ExternalId, GlobalId, ProcId, Scope, Storage, VarId, Variable};

use crate::{FlowGraph, FlowProgram};

/// Names of storage that outlives procedures, as seen from one of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StorageNames {
    externals: IdVec<ExternalId, String>,
    items: IdVec<AreaId, Vec<String>>,
    globals: IdVec<GlobalId, String>,
    locals: BTreeMap<(ProcId, VarId), String>,
    inputs: Arc<FxHashSet<String>>,
    /// Those that nobody can write in the program.
    qualified: FxHashSet<String>,
}

impl StorageNames {
    /// The names as seen from a procedure; what is typed about it takes its names first.
    pub fn seen_from<'t>(
        program: &FlowProgram,
        procedure: ProcId,
        typed: impl Iterator<Item = &'t str>,
    ) -> StorageNames {
        let graph = &program.procedures[procedure];
        let mut taken = Taken { cased: program.rules.cased_names, ..Taken::default() };
        typed.for_each(|name| taken.add(name));
        let typed = taken.names.clone();
        let own = graph.variables.iter().filter(|variable| !variable.is_made());
        own.for_each(|variable| taken.add(&variable.name));
        let mut names = StorageNames::default();
        for (id, external) in program.externals.iter_enumerated() {
            let own = own_name(graph, |variable| variable.storage == Storage::External(id));
            names.externals.push(own.unwrap_or_else(|| taken.free(&external.name, &["EXTERNAL"])));
        }
        for (id, area) in program.areas.iter_enumerated() {
            let name = |item: &AreaItem| {
                let seen = own_name(graph, |variable| {
                    variable.storage == Storage::Area(id, item.offset) && variable.ty == item.ty
                });
                seen.unwrap_or_else(|| taken.free_in(&area.scope, &item.name))
            };
            names.items.push(area.items.iter().map(name).collect());
        }
        for global in program.globals.iter() {
            let input = global.shared && !global.constant;
            names.globals.push(match (&global.scope, input) {
                (_, false) => global.name.clone(),
                // It carries the name of its procedure already.
                (Scope::Procedure(_), _) => taken.free(&global.name, &[]),
                (scope, _) => taken.free_in(scope, &global.name),
            });
        }
        for (id, graph) in program.procedures.iter_enumerated() {
            for (variable, declared) in graph.variables.iter_enumerated() {
                if declared.storage == Storage::Static {
                    let scope = Scope::Procedure(graph.name.clone());
                    let name = if id == procedure {
                        declared.name.clone()
                    } else {
                        taken.free_in(&scope, &declared.name)
                    };
                    names.locals.insert((id, variable), name);
                }
            }
        }
        names.qualified = taken.qualified;
        let mut inputs = typed;
        inputs.extend(names.externals.iter().cloned());
        // The first procedure finds first values everywhere else.
        if program.main != Some(procedure) {
            inputs.extend(names.items.iter().flatten().cloned());
            inputs.extend(names.locals.values().cloned());
            let shared = program.globals.iter().zip(names.globals.iter()).filter(|(global, _)| global.shared);
            inputs.extend(shared.map(|(_, name)| name.clone()));
        }
        names.inputs = Arc::new(inputs);
        names
    }

    /// Of a variable that procedures share by name.
    pub fn external(&self, id: ExternalId) -> Option<&str> {
        self.externals.get(id).map(String::as_str)
    }

    /// Of an item of an area, by its position.
    pub fn item(&self, area: AreaId, item: usize) -> Option<&str> {
        self.items.get(area)?.get(item).map(String::as_str)
    }

    /// Of a byte-addressed object.
    pub fn global(&self, id: GlobalId) -> Option<&str> {
        self.globals.get(id).map(String::as_str)
    }

    /// Of a static variable of a procedure.
    pub fn local(&self, procedure: ProcId, variable: VarId) -> Option<&str> {
        self.locals.get(&(procedure, variable)).map(String::as_str)
    }

    /// Of a variable by its storage, where it lasts and is no static variable of a procedure.
    pub fn of_variable(&self, program: &FlowProgram, variable: &Variable) -> Option<&str> {
        match variable.storage {
            Storage::External(id) => self.external(id),
            Storage::Area(area, offset) => {
                let same = |item: &AreaItem| item.offset == offset && item.ty == variable.ty;
                let item = program.areas.get(area)?.items.iter().position(same)?;
                self.item(area, item)
            }
            _ => None,
        }
    }

    /// The names of what may be an input: what was typed, and storage.
    pub fn inputs(&self) -> &Arc<FxHashSet<String>> {
        &self.inputs
    }

    /// Whether something, or what it is a part of, has a name that nobody can write in the program.
    pub fn is_qualified(&self, name: &str) -> bool {
        let ends = std::iter::once(name.len())
            .chain(name.match_indices(['[', '(', '.', '%', '-']).map(|(at, _)| at));
        ends.into_iter().any(|end| self.qualified.contains(&name[..end]))
    }
}

fn own_name(graph: &FlowGraph, is: impl Fn(&Variable) -> bool) -> Option<String> {
    graph
        .variables
        .iter()
        .find(|variable| !variable.is_made() && is(variable))
        .map(|variable| variable.name.clone())
}

/// Names that are taken. Where the case of letters makes no difference they are in capitals.
#[derive(Clone, PartialEq, Debug, Default)]
struct Taken {
    names: FxHashSet<String>,
    /// What stands before a dot in them.
    before_dots: FxHashSet<String>,
    /// Names with something before or after them.
    qualified: FxHashSet<String>,
    /// Whether letters have their case; a dot then leads to a component.
    cased: bool,
}

impl Taken {
    fn key(&self, name: &str) -> String {
        if self.cased { name.to_owned() } else { name.to_ascii_uppercase() }
    }

    fn add(&mut self, name: &str) {
        let key = self.key(name);
        self.before_dots.extend(before_dots(&key).map(str::to_owned));
        self.names.insert(key);
        self.names.insert(name.to_owned());
    }

    fn has(&self, name: &str) -> bool {
        let name = self.key(name);
        let part = |whole: &str| self.names.contains(whole);
        self.names.contains(&name)
            || self.cased && (self.before_dots.contains(&name) || before_dots(&name).any(part))
    }

    /// A name for what somebody sees; what only one procedure sees is named after that.
    fn free_in(&mut self, scope: &Scope, name: &str) -> String {
        match scope {
            Scope::Program => self.free(name, &["extern"]),
            Scope::Unit(unit) => self.free(name, &[unit]),
            Scope::Procedure(procedure) => self.free(&format!("{procedure}.{name}"), &[]),
        }
    }

    /// The name, or the first that is free of those with something before or after it.
    fn free(&mut self, name: &str, qualifiers: &[&str]) -> String {
        let qualified = qualifiers.iter().map(|qualifier| format!("{qualifier}.{name}"));
        let mut all: Vec<String> = std::iter::once(name.to_owned()).chain(qualified).collect();
        let last = all.last().cloned().unwrap_or_default();
        all.extend((2..=9).map(|number| format!("{last}.{number}")));
        let mut free = all.into_iter().find(|name| !self.has(name)).unwrap_or(last);
        // No variable is called by a word of the language.
        while self.has(&free) {
            free = format!("static.{free}");
        }
        self.add(&free);
        if free.contains('.') {
            self.qualified.insert(free.clone());
        }
        free
    }
}

fn before_dots(name: &str) -> impl Iterator<Item = &str> {
    name.match_indices('.').map(|(at, _)| &name[..at])
}
