//! Structs and unions.

use sextant_syntax::IntType;

use super::types::Lengths;
use super::{Symbol, Unit};
use crate::json::{Flag, Node};
use crate::types::{Definition, FieldDefinition, Record, RecordId, Type, TypeId};

impl Unit<'_> {
    /// What clang knows without a declaration: the list of variable arguments.
    pub(super) fn predefine(&mut self) {
        let types = &mut self.program.types;
        let unsigned = types.int(IntType { bits: 32, signed: false });
        let void = types.id(Type::Void);
        let pointer = types.pointer(void);
        let record = types.records.push(record("__va_list_tag", false));
        let fields = [
            ("gp_offset", unsigned),
            ("fp_offset", unsigned),
            ("overflow_arg_area", pointer),
            ("reg_save_area", pointer),
        ];
        let fields = fields.map(|(name, ty)| FieldDefinition {
            name: name.to_owned(),
            ty,
            width: None,
            packed: false,
            align: None,
            type_align: None,
        });
        types.complete(record, Definition { fields: fields.into(), ..Definition::default() });
        let tag = types.id(Type::Record(record));
        let list = types.id(Type::Array(tag, Some(1)));
        self.scopes.tag("__va_list_tag", tag);
        self.scopes.name("__builtin_va_list", Symbol::Typedef(list, None));
        for (name, signed) in [("__int128_t", true), ("__uint128_t", false)] {
            self.scopes.name(name, Symbol::Typedef(types.int(IntType { bits: 128, signed }), None));
        }
    }

    /// A declaration of a struct or union, perhaps with its members.
    pub(super) fn record(&mut self, node: &Node<'_>) {
        let known = self.tags.get(&node.previous).copied().filter(|_| node.previous != 0);
        let types = &mut self.program.types;
        let ty = known.unwrap_or_else(|| {
            let id = types.records.push(record(&node.name, node.word == "union"));
            types.id(Type::Record(id))
        });
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
        let align = self.alignments(node);
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
        self.constant_int(&expr).and_then(|width| u32::try_from(width).ok()).unwrap_or(0)
    }

    /// The most bytes that the attributes of a declaration ask for.
    pub(super) fn alignments(&mut self, node: &Node<'_>) -> Option<u64> {
        node.of_kind("AlignedAttr").map(|attribute| self.alignment(attribute)).max()
    }

    /// The bytes that `aligned(n)` or `_Alignas(…)` asks for; without a number, the most that any type needs.
    fn alignment(&mut self, attribute: &Node<'_>) -> u64 {
        let Some(value) = attribute.inner.first().filter(|value| !value.is_missing()) else { return 16 };
        let expr = self.expr(value);
        self.constant_int(&expr).and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(1).max(1)
    }
}

fn record(name: &str, union: bool) -> Record {
    Record { name: name.to_owned(), union, fields: None, size: 0, align: 1 }
}
