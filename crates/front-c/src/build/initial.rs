//! Initial values: braces to a flat list.

use std::collections::BTreeMap;

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::IntType;

use super::Unit;
use crate::json::{Flag, Node};
use crate::tree::{Constant, ConstantItem, Expr, ExprKind, Initial, InitialItem, InitialValue};
use crate::types::{Field, RecordId, Type, TypeId};

impl Unit<'_> {
    /// The initial value of an object of a type.
    pub(super) fn initial(&mut self, node: &Node<'_>, ty: TypeId) -> Initial {
        let is_scalar = self.program.types.is_scalar(ty);
        let mut items = Vec::new();
        self.flatten(node, Part { ty, offset: 0, field: None }, &mut items);
        let whole = matches!(items.as_slice(), [InitialItem { offset: 0, ty: part, value: InitialValue::Expr(_), .. }]
            if *part == ty);
        if is_scalar && items.is_empty() {
            let span = self.span(node);
            let value = InitialValue::Expr(self.zero_of(ty, span));
            items.push(InitialItem { offset: 0, field: None, ty, value });
            return Initial { zero: false, items };
        }
        Initial { zero: !whole, items }
    }

    /// Adds the parts of a value that goes to a place in an object.
    fn flatten(&mut self, node: &Node<'_>, part: Part, items: &mut Vec<InitialItem>) {
        let ty = part.ty;
        let is_array = matches!(self.program.types.get(ty), Type::Array(..) | Type::Variable(..));
        let is_record = self.program.types.record(ty).is_some();
        let element = self.program.types.element(ty);
        let is_text = element.is_some_and(|element| self.program.types.integer(element).is_some());
        match (&*node.kind, node.inner.as_slice()) {
            ("ImplicitValueInitExpr" | "NoInitExpr", _) => {}
            ("InitListExpr", [text]) if is_text && is_string(text) => self.flatten(text, part, items),
            ("InitListExpr", _) => self.deeper(node, |unit| unit.flatten_list(node, part, items), |_| ()),
            ("DesignatedInitUpdateExpr", [base, updates]) => {
                self.flatten(base, part, items);
                self.flatten(updates, part, items);
            }
            ("ParenExpr" | "ConstantExpr" | "PredefinedExpr", [inner, ..]) if is_array || is_record => {
                self.flatten(inner, part, items);
            }
            ("StringLiteral", _) if is_array => {
                let (elements, width) = self.string_elements(node, ty);
                items.push(part.holding(InitialValue::Text(elements, width)));
            }
            // Without a function, a literal cannot be a new object each time; its parts are what matters.
            ("CompoundLiteralExpr", [inner, ..]) if is_array || self.function.is_none() => {
                self.flatten(inner, part, items);
            }
            ("ImplicitCastExpr", [inner, ..])
                if node.word == "LValueToRValue"
                    && stripped(inner).kind == "CompoundLiteralExpr"
                    && (is_array || is_record) =>
            {
                if let Some(inner) = stripped(inner).inner.first() {
                    self.flatten(inner, part, items);
                }
            }
            _ => {
                items.push(part.holding(InitialValue::Expr(self.expr(node))));
            }
        }
    }

    fn flatten_list(&mut self, node: &Node<'_>, part: Part, items: &mut Vec<InitialItem>) {
        let Part { ty, offset, .. } = part;
        let children = if node.is(Flag::Filler) { node.inner.get(1..).unwrap_or(&[]) } else { &node.inner };
        match self.program.types.get(ty).clone() {
            Type::Array(element, _) | Type::Variable(element, _) => {
                let size = self.program.types.size(element).unwrap_or(0);
                for (at, child) in children.iter().enumerate() {
                    let offset = offset + at as u64 * size;
                    self.flatten(child, Part { ty: element, offset, field: None }, items);
                }
            }
            Type::Record(id) => {
                let fields = self.program.types.records[id].fields.clone().unwrap_or_default();
                if self.program.types.records[id].union {
                    let member = node.refers.as_ref().and_then(|member| self.members.get(&member.id));
                    let at = member.map_or(0, |(_, at)| *at);
                    if let (Some(field), Some(child)) = (fields.get(at), children.first()) {
                        self.flatten(child, Part::of_field(field, (id, at), offset), items);
                    }
                    return;
                }
                let is_named = |field: &Field| !field.name.is_empty() || field.width.is_none();
                let named = fields.iter().enumerate().filter(|(_, field)| is_named(field));
                for ((at, field), child) in named.zip(children) {
                    self.flatten(child, Part::of_field(field, (id, at), offset), items);
                }
            }
            // A variable of the program has its values; whoever computes with it is refused.
            Type::Vector(element, _) if self.function.is_none() => {
                let size = self.program.types.size(element).unwrap_or(0);
                for (at, child) in children.iter().enumerate() {
                    let offset = offset + at as u64 * size;
                    self.flatten(child, Part { ty: element, offset, field: None }, items);
                }
            }
            Type::Complex(_) | Type::Vector(..) => {
                let span = self.span(node);
                let what = self.special(ty).to_owned();
                let expr = Expr { kind: ExprKind::Unsupported(what), ty, span };
                items.push(part.holding(InitialValue::Expr(expr)));
            }
            _ => {
                if let Some(child) = children.first() {
                    self.flatten(child, part, items);
                }
            }
        }
    }

    /// Braces around a value that needs none.
    pub(super) fn braced_scalar(&mut self, node: &Node<'_>, span: Span) -> Expr {
        match node.inner.first() {
            Some(inner) => self.expr(inner),
            None => {
                let ty = self.type_of(node);
                self.zero_of(ty, span)
            }
        }
    }

    /// The initial value of a global; what is not a constant is an error.
    pub(super) fn constant_items(&mut self, initial: &Initial) -> Vec<ConstantItem> {
        let mut found = Constants::default();
        for item in &initial.items {
            match &item.value {
                InitialValue::Text(elements, width) => {
                    let ty = self.program.types.int(IntType { bits: (8 * width) as u8, signed: false });
                    for (offset, &element) in (item.offset..).step_by(*width as usize).zip(elements) {
                        found.put(offset, ty, Constant::Int(IBig::from(element)));
                    }
                }
                InitialValue::Expr(expr) => self.constant_item(expr, item, &mut found),
            }
        }
        let byte = self.program.types.int(IntType { bits: 8, signed: false });
        for (offset, value) in std::mem::take(&mut found.bytes) {
            found.put(offset, byte, Constant::Int(IBig::from(value)));
        }
        found.items.into_values().collect()
    }

    fn constant_item(&mut self, expr: &Expr, item: &InitialItem, found: &mut Constants) {
        if let (ExprKind::Load(place), Some(_)) = (&expr.kind, self.program.types.record(item.ty))
            && let ExprKind::Global(id) = place.kind
        {
            let items = self.program.globals[id].initial.clone().unwrap_or_default();
            for part in items {
                found.put(part.offset + item.offset, part.ty, part.value);
            }
            return;
        }
        let bits = item.field.and_then(|(record, at)| {
            let field = self.program.types.records[record].fields.as_ref()?.get(at)?;
            Some((field.offset, field.width?))
        });
        match (self.constant(expr), bits) {
            (Some(Constant::Int(value)), Some((first, width))) => {
                found.set_bits(8 * item.offset + first, width, &value);
            }
            (Some(value), None) => found.put(item.offset, item.ty, value),
            _ => self.error(expr.span, "the initial value is not known before the program starts"),
        }
    }
}

/// A part of an object that gets a value.
#[derive(Clone, Copy)]
struct Part {
    ty: TypeId,
    offset: u64,
    /// The bit-field that it is; the offset is that of its record then.
    field: Option<(RecordId, usize)>,
}

impl Part {
    fn of_field(field: &Field, member: (RecordId, usize), record: u64) -> Part {
        match field.width {
            Some(_) => Part { ty: field.ty, offset: record, field: Some(member) },
            None => Part { ty: field.ty, offset: record + field.offset / 8, field: None },
        }
    }

    fn holding(self, value: InitialValue) -> InitialItem {
        InitialItem { offset: self.offset, field: self.field, ty: self.ty, value }
    }
}

/// Parts of a global by their places.
#[derive(Default)]
struct Constants {
    items: BTreeMap<u64, ConstantItem>,
    /// Bytes that hold bit-fields.
    bytes: BTreeMap<u64, u8>,
}

impl Constants {
    fn put(&mut self, offset: u64, ty: TypeId, value: Constant) {
        self.items.insert(offset, ConstantItem { offset, ty, value });
    }

    fn set_bits(&mut self, first: u64, width: u32, value: &IBig) {
        for bit in 0..u64::from(width) {
            let at = first + bit;
            let mask = 1u8 << (at % 8);
            let byte = self.bytes.entry(at / 8).or_insert(0);
            let is_set = (value.clone() >> bit as usize) & IBig::ONE == IBig::ONE;
            *byte = if is_set { *byte | mask } else { *byte & !mask };
        }
    }
}

fn is_string(node: &Node<'_>) -> bool {
    let node = stripped(node);
    node.kind == "StringLiteral" || node.kind == "PredefinedExpr"
}

/// The expression inside parentheses.
fn stripped<'n, 't>(node: &'n Node<'t>) -> &'n Node<'t> {
    let mut node = node;
    while let ("ParenExpr" | "ConstantExpr", Some(inner)) = (&*node.kind, node.inner.first()) {
        node = inner;
    }
    node
}
