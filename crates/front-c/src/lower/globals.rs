//! Variables that live as long as the program.

use sextant_base::{Diagnostic, Span};
use sextant_syntax::{Base, Expr, Global, InitialValue, Primitive, Scope, Stmt, Type};

use super::body::Body;
use super::{Lowering, make};
use crate::tree::{Constant, ConstantBase, GlobalId, GlobalKind};

/// What the library calls the object that `errno` stands for.
const ERROR_NUMBER: &str = "__errno_location.number";

impl Lowering<'_> {
    /// Gives a variable its place among the globals; its values follow when everything has one.
    pub(super) fn declare_global(&mut self, id: GlobalId) {
        let global = &self.tree.globals[id];
        let content = self.content(global.ty);
        let size = self.tree.types.size(global.ty);
        let items = global.initial.iter().flatten();
        let end = items.filter_map(|item| Some(item.offset + self.tree.types.size(item.ty)?)).max();
        if size.is_none() && global.initial.is_none() {
            let message = format!("{} is defined nowhere, and its size is not known", global.name);
            self.diagnostics.push(Diagnostic::warning(global.span, message));
        }
        // A flexible array at the end is as long as its values.
        let bytes = size.unwrap_or(0).max(end.unwrap_or(0));
        let is_variable = global.kind != GlobalKind::Literal;
        let scope = match global.kind {
            GlobalKind::External | GlobalKind::Literal => Scope::Program,
            // Something outside changes it.
            GlobalKind::Static if global.volatile => Scope::Program,
            GlobalKind::Static => Scope::Unit(self.file_of(global.span)),
            GlobalKind::Local => {
                let function = global.name.rsplit_once('.').map_or("", |(function, _)| function);
                Scope::Procedure(function.to_owned())
            }
        };
        let new = self.program.globals.push(Global {
            name: global.name.clone(),
            scope,
            content,
            bytes,
            constant: global.constant,
            shared: is_variable && !global.constant && !global.library,
            initial: Vec::new(),
            span: global.span,
        });
        self.globals.insert(id, new);
    }

    /// The name of a file, as it stands before the names of its static variables.
    fn file_of(&self, span: Span) -> String {
        if !self.sources.contains(span.source) {
            return "static".to_owned();
        }
        let path = std::path::Path::new(self.sources.name(span.source));
        path.file_stem().map_or_else(|| "static".to_owned(), |stem| stem.to_string_lossy().into_owned())
    }

    pub(super) fn define_global(&mut self, id: GlobalId) {
        let global = &self.tree.globals[id];
        let span = global.span;
        let mut initial = Vec::new();
        for item in global.initial.iter().flatten() {
            let ty = self.content(item.ty);
            let value = self.constant(&item.value, ty, span);
            initial.push(InitialValue { offset: item.offset, value, count: 1, stride: 0 });
        }
        if let Some(&new) = self.globals.get(&id) {
            self.program.globals[new].initial = initial;
        }
    }

    fn constant(&self, value: &Constant, ty: Type, span: Span) -> Expr {
        match value {
            Constant::Int(value) => make::int(value.clone(), ty, span),
            Constant::Real(value) => make::real_of(*value, &ty, span),
            Constant::Address(base, offset) => {
                let base = match base {
                    ConstantBase::Global(id) => self.globals.get(id).map(|&id| Base::Global(id)),
                    ConstantBase::Function(id) => self.procedures.get(id).map(|&id| Base::Procedure(id)),
                };
                let Some(base) = base else { return make::int(0, ty, span) };
                let pointer = make::address(base, make::ADDRESS, span);
                if *offset == 0 {
                    return make::wrap(pointer, ty);
                }
                let index = make::int(*offset, make::LONG, span);
                let moved = sextant_syntax::Memory::Displace { pointer, index, scale: 1, limit: None };
                make::wrap(make::memory(moved, make::ADDRESS, span), ty)
            }
        }
    }

    /// The address of `errno`, which every function may change, if the program uses it.
    pub(super) fn error_number(&self, span: Span) -> Option<Expr> {
        let is_it = |id: &&GlobalId| {
            let global = &self.tree.globals[**id];
            global.library && global.name == ERROR_NUMBER
        };
        let id = self.globals.keys().find(is_it)?;
        Some(make::address(Base::Global(self.globals[id]), make::ADDRESS, span))
    }

    /// A text of the lowering's own as a constant object.
    fn text_global(&mut self, text: &str, span: Span) -> sextant_syntax::GlobalId {
        let name = format!("{text:?}");
        let known = self.program.globals.ids().find(|&id| self.program.globals[id].name == name);
        known.unwrap_or_else(|| {
            let values = text.bytes().enumerate().map(|(at, byte)| InitialValue {
                offset: at as u64,
                value: make::int(byte, make::BYTE, span),
                count: 1,
                stride: 0,
            });
            self.program.globals.push(Global {
                name: name.clone(),
                scope: Scope::Program,
                content: make::BYTE,
                bytes: text.len() as u64 + 1,
                constant: true,
                shared: false,
                initial: values.collect(),
                span,
            })
        })
    }

    /// The values of variables that are declared and nowhere defined: nobody knows them when the program starts.
    pub(super) fn unknown_globals(&self) -> Vec<Stmt> {
        let mut ids: Vec<_> =
            self.globals.iter().filter(|(id, _)| self.tree.globals[**id].initial.is_none()).collect();
        ids.sort();
        ids.into_iter()
            .map(|(&id, &new)| {
                let global = &self.tree.globals[id];
                let bytes = make::int(self.program.globals[new].bytes, make::SIZE, global.span);
                let operands = vec![make::address(Base::Global(new), make::ADDRESS, global.span), bytes];
                let input = Primitive::MakeInput(global.name.clone());
                make::perform(input, operands, global.span)
            })
            .collect()
    }
}

impl Body<'_, '_> {
    /// The address of a text.
    pub(super) fn text_constant(&mut self, text: &str, span: Span) -> Expr {
        let global = self.lowering.text_global(text, span);
        make::address(Base::Global(global), make::ADDRESS, span)
    }
}
