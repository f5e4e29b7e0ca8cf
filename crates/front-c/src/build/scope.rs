//! What names mean where.

use dashu_int::IBig;
use rustc_hash::FxHashMap;

use crate::tree::{FunctionId, GlobalId, LocalId};
use crate::types::TypeId;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Local(LocalId),
    Global(GlobalId),
    Function(FunctionId),
    /// An enumerator.
    Constant(IBig, TypeId),
    /// A typedef, with the alignment that it gives to the type.
    Typedef(TypeId, Option<u64>),
}

/// The scopes around the place that has been reached, the file's first.
#[derive(Debug)]
pub(super) struct Scopes {
    scopes: Vec<Scope>,
    /// Records and enumerations without a name by their places. Macros may declare several at one place; the last
    /// one is meant.
    unnamed: FxHashMap<String, TypeId>,
}

#[derive(Debug, Default)]
struct Scope {
    names: FxHashMap<String, Symbol>,
    /// Structs, unions and enumerations have one name space.
    tags: FxHashMap<String, TypeId>,
}

impl Scopes {
    pub(super) fn new() -> Scopes {
        Scopes { scopes: vec![Scope::default()], unnamed: FxHashMap::default() }
    }

    pub(super) fn open(&mut self) {
        self.scopes.push(Scope::default());
    }

    pub(super) fn close(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    pub(super) fn name(&mut self, name: &str, symbol: Symbol) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.to_owned(), symbol);
        }
    }

    pub(super) fn tag(&mut self, name: &str, ty: TypeId) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.tags.insert(name.to_owned(), ty);
        }
    }

    pub(super) fn unnamed(&mut self, place: String, ty: TypeId) {
        self.unnamed.insert(place, ty);
    }

    pub(super) fn find_name(&self, name: &str) -> Option<&Symbol> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name))
    }

    pub(super) fn find_tag(&self, name: &str) -> Option<TypeId> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(name)).copied()
    }

    pub(super) fn find_unnamed(&self, place: &str) -> Option<TypeId> {
        self.unnamed.get(place).copied()
    }
}
