//! Variables that live as long as the program.

use sextant_base::Span;

use super::declare::initial_value;
use super::types::Lengths;
use super::{Symbol, Unit};
use crate::json::{Flag, Node, TypeText};
use crate::tree::{Global, GlobalId, GlobalKind};
use crate::types::{Type, TypeId};

impl Unit<'_> {
    /// A declaration of a variable at the level of a file, or with `extern` in a function.
    pub(super) fn global_declaration(&mut self, node: &Node<'_>) {
        let initial = initial_value(node);
        let is_extern = node.word == "extern" && initial.is_none();
        if is_extern && !node.is(Flag::Used) {
            return;
        }
        let span = self.span(node);
        let (ty, typedef_align) = self.type_text(&node.ty, Lengths::Compute, span);
        let id = self.link_global(&node.name, ty, node.word == "static", span);
        self.declare(node, Symbol::Global(id));
        let align = self.alignments(node);
        let constant = is_constant(&node.ty);
        let global = &mut self.program.globals[id];
        global.align = global.align.max(align.or(typedef_align));
        global.constant |= constant;
        global.volatile |= is_volatile(&node.ty);
        if is_extern {
            return;
        }
        match initial {
            Some(initial) => self.define(id, initial, ty, span),
            None if global.initial.is_none() => {
                (global.initial, global.span, global.library) = (Some(Vec::new()), span, self.library);
                // `int a[];` alone has one element.
                if let Type::Array(element, None) = *self.program.types.get(global.ty) {
                    global.ty = self.program.types.id(Type::Array(element, Some(1)));
                }
            }
            None => {}
        }
    }

    /// A static variable of a function.
    pub(super) fn static_local(&mut self, node: &Node<'_>) {
        let span = self.span(node);
        let (ty, typedef_align) = self.type_text(&node.ty, Lengths::Compute, span);
        let align = self.alignments(node);
        let function = self.function.as_ref().map_or("", |function| function.name.as_str());
        let name = format!("{function}.{}", node.name);
        let id = self.program.globals.push(Global {
            align: align.or(typedef_align),
            constant: is_constant(&node.ty),
            volatile: is_volatile(&node.ty),
            initial: Some(Vec::new()),
            ..Global::new(name, ty, GlobalKind::Local, self.library, span)
        });
        self.declare(node, Symbol::Global(id));
        if let Some(initial) = initial_value(node) {
            self.define(id, initial, ty, span);
        }
    }

    /// Gives a variable its initial value.
    fn define(&mut self, id: GlobalId, initial: &Node<'_>, ty: TypeId, span: Span) {
        if self.library && self.linker.defined.contains(&id) {
            return;
        }
        if !self.linker.defined.insert(id) {
            let name = self.program.globals[id].name.clone();
            self.error(span, format!("the variable {name} is defined twice"));
            return;
        }
        // The variable may be mentioned in its own value.
        self.program.globals[id].initial = Some(Vec::new());
        let initial = self.initial(initial, ty);
        let items = self.constant_items(&initial);
        let global = &mut self.program.globals[id];
        (global.initial, global.span, global.ty) = (Some(items), span, ty);
        global.library = self.library;
    }
}

/// Whether something of the type may change by itself.
fn is_volatile(text: &TypeText<'_>) -> bool {
    text.written.contains("volatile") || text.desugared.contains("volatile")
}

/// Whether an object of the type cannot be changed.
fn is_constant(text: &TypeText<'_>) -> bool {
    let constant = |text: &str| match text.rfind('*') {
        Some(at) => text[at..].contains("const") && !text[at..].contains('('),
        None => text.split(|sign: char| !sign.is_alphanumeric() && sign != '_').any(|word| word == "const"),
    };
    constant(&text.written) || constant(&text.desugared)
}
