//! Structs and unions.

use sextant_syntax::IntType;

use super::types::Lengths;
use super::{Symbol, Unit};
use crate::json::{Flag, Node};
use crate::tree::Constant;
use crate::types::{Definition, FieldDefinition, Record, RecordId, Type, TypeId};

impl Unit<'_> {
    /// What clang knows without a declaration: the list of variable arguments.
    pub(super) fn predefine(&mut self) {
        let types = &mut self.program.types;
        let unsigned = types.int(IntType { bits: 32, signed: false });
        let void = types.id(Type::Void);
        let pointer = types.pointer(void);
        let record = types.records.push(record("__va_list_tag", false));
        let field = |name: &str, ty| FieldDefinition {
            name: name.to_owned(),
            ty,
            width: None,
            packed: false,
            align: None,
            type_align: None,
        };
        let fields = vec![
            field("gp_offset", unsigned),
            field("fp_offset", unsigned),
            field("overflow_arg_area", pointer),
            field("reg_save_area", pointer),
        ];
        types.complete(record, Definition { fields, ..Definition::default() });
        let tag = types.id(Type::Record(record));
        let list = types.id(Type::Array(tag, Some(1)));
        self.scopes.tag("__va_list_tag", tag);
        self.scopes.name("__builtin_va_list", Symbol::Typedef(list, None));
        self.scopes.name("__int128_t", Symbol::Typedef(types.int(IntType { bits: 128, signed: true }), None));
        self.scopes
            .name("__uint128_t", Symbol::Typedef(types.int(IntType { bits: 128, signed: false }), None));
    }

    /// A declaration of a struct or union, perhaps with its members.
    pub(super) fn record(&mut self, node: &Node<'_>) {
        let known = self.tags.get(&node.previous).copied();
        let ty = match known.filter(|_| node.previous != 0) {
            Some(ty) => ty,
            None => {
                let id = self.program.types.records.push(record(&node.name, node.word == "union"));
                self.program.types.id(Type::Record(id))
            }
        };
        self.declare_tag(node, ty);
        if let (Some(id), true) = (self.program.types.record(ty), node.is(Flag::Complete)) {
            let definition = self.definition(node, id);
            self.program.types.complete(id, definition);
        }
    }

    /// Makes a tag known by its name, its place and clang's id.
    pub(super) fn declare_tag(&mut self, node: &Node<'_>, ty: TypeId) {
        self.tags.insert(node.id, ty);
        if node.name.is_empty() {
            let at = node.at.location;
            let place = format!("{}:{}:{}", self.files.name(at.file), at.line, at.column);
            self.scopes.unnamed(place, ty);
        } else {
            self.scopes.tag(&node.name, ty);
        }
    }

    fn definition(&mut self, node: &Node<'_>, id: RecordId) -> Definition {
        let mut definition = Definition::default();
        for child in &node.inner {
            match &*child.kind {
                // Records inside a record are seen outside it as well.
                "RecordDecl" => self.record(child),
                "EnumDecl" => self.enumeration(child),
                "FieldDecl" => {
                    self.members.insert(child.id, (id, definition.fields.len()));
                    let field = self.field(child);
                    definition.fields.push(field);
                }
                "PackedAttr" => definition.packed = true,
                "AlignedAttr" => definition.align = definition.align.max(Some(self.alignment(child))),
                "MaxFieldAlignmentAttr" => definition.pack = self.unsaid.packs.pop_front(),
                _ => {}
            }
        }
        definition
    }

    fn field(&mut self, node: &Node<'_>) -> FieldDefinition {
        let span = self.span(node);
        let (ty, type_align) = self.type_text(&node.ty, Lengths::Recall, span);
        let width =
            if node.is(Flag::BitField) { node.inner.first().map(|width| self.width(width)) } else { None };
        let align = node.of_kind("AlignedAttr").map(|attribute| self.alignment(attribute)).max();
        FieldDefinition {
            name: node.name.to_string(),
            ty,
            width,
            packed: node.of_kind("PackedAttr").next().is_some(),
            align,
            type_align,
        }
    }

    fn width(&mut self, node: &Node<'_>) -> u32 {
        let expr = self.expr(node);
        match self.constant(&expr) {
            Some(Constant::Int(width)) => u32::try_from(width).unwrap_or(0),
            _ => 0,
        }
    }

    /// The bytes that `aligned(n)` or `_Alignas(…)` asks for; without a number, the most that any type needs.
    pub(super) fn alignment(&mut self, attribute: &Node<'_>) -> u64 {
        let Some(value) = attribute.inner.first().filter(|value| !value.is_missing()) else { return 16 };
        let expr = self.expr(value);
        match self.constant(&expr) {
            Some(Constant::Int(bytes)) => u64::try_from(bytes).unwrap_or(1).max(1),
            _ => 1,
        }
    }
}

fn record(name: &str, union: bool) -> Record {
    Record { name: name.to_owned(), union, fields: None, size: 0, align: 1 }
}
