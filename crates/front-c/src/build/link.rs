//! What the files of a program share: names with external linkage, and literals.

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::Span;

use super::{Symbol, Unit};
use crate::tree::{Function, FunctionId, Global, GlobalId, GlobalKind};
use crate::types::{Type, TypeId};

/// Names that are seen across files, and the static ones of the file at hand.
#[derive(Debug, Default)]
pub(crate) struct Linker {
    functions: FxHashMap<String, FunctionId>,
    globals: FxHashMap<String, GlobalId>,
    static_functions: FxHashMap<String, FunctionId>,
    static_globals: FxHashMap<String, GlobalId>,
    /// The variables whose definition says what they hold.
    pub(super) defined: FxHashSet<GlobalId>,
    /// String literals by their elements and the width of these.
    pub(super) literals: FxHashMap<(Vec<u32>, u64), GlobalId>,
    /// How many compound literals there are.
    pub(super) compounds: usize,
}

impl Linker {
    /// Forgets the static names of the file before.
    pub(super) fn begin_file(&mut self) {
        self.static_functions.clear();
        self.static_globals.clear();
    }
}

impl Unit<'_> {
    /// The function of a name; a static one is seen in its file only.
    pub(super) fn link_function(
        &mut self,
        name: &str,
        ty: TypeId,
        is_static: bool,
        span: Span,
    ) -> FunctionId {
        let known = self.linker.static_functions.get(name);
        let known = known.or_else(|| self.linker.functions.get(name).filter(|_| !is_static)).copied();
        if let Some(id) = known {
            let function = &mut self.program.functions[id];
            if function.body.is_none() && more_is_known(&self.program.types, function.ty, ty) {
                function.ty = ty;
            }
            return id;
        }
        let function =
            Function { name: name.to_owned(), ty, is_static, library: self.library, body: None, span };
        let id = self.program.functions.push(function);
        let names = if is_static { &mut self.linker.static_functions } else { &mut self.linker.functions };
        names.insert(name.to_owned(), id);
        id
    }

    /// Lets other files find something under another name.
    pub(super) fn link_alias(&mut self, name: &str, symbol: &Symbol) {
        match symbol {
            Symbol::Function(id) => drop(self.linker.functions.insert(name.to_owned(), *id)),
            Symbol::Global(id) => drop(self.linker.globals.insert(name.to_owned(), *id)),
            _ => {}
        }
    }

    /// The variable of a name that is declared at the level of a file.
    pub(super) fn link_global(&mut self, name: &str, ty: TypeId, is_static: bool, span: Span) -> GlobalId {
        let known = self.linker.static_globals.get(name);
        let known = known.or_else(|| self.linker.globals.get(name).filter(|_| !is_static)).copied();
        if let Some(id) = known {
            let global = &mut self.program.globals[id];
            if self.program.types.size(global.ty).is_none() {
                global.ty = ty;
            }
            return id;
        }
        let kind = if is_static { GlobalKind::Static } else { GlobalKind::External };
        let name = name.to_owned();
        let id = self.program.globals.push(Global::new(name.clone(), ty, kind, self.library, span));
        let names = if is_static { &mut self.linker.static_globals } else { &mut self.linker.globals };
        names.insert(name, id);
        id
    }
}

/// Whether a second declaration of a function says more than the first.
fn more_is_known(types: &crate::types::Types, first: TypeId, second: TypeId) -> bool {
    match (types.get(first), types.get(second)) {
        (Type::Function(first), Type::Function(second)) => !first.prototyped && second.prototyped,
        (Type::Function(_), _) => false,
        _ => true,
    }
}
