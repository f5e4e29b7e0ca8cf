//! Addresses and what lies at them, as C writes it.

use dashu_int::IBig;
use sextant_syntax::{Base, BitRange, Expr, ExprKind, Memory, Primitive, RecordId, Type};

use super::{Expect, Level, Renderer, Style};
use crate::text::spellings::primitive_word;
use crate::text::words::type_word;

impl Renderer<'_> {
    pub(super) fn memory(&mut self, memory: &Memory) {
        if self.style == Style::Exact {
            return self.exact_memory(memory);
        }
        match memory {
            Memory::Address(base) => {
                self.out.push_str(if matches!(base, Base::Procedure(_)) { "" } else { "&" });
                self.base(*base);
            }
            Memory::Displace { pointer, index, scale, .. } => {
                if self.component(pointer, index, *scale).is_some() || address(pointer).is_some() {
                    self.out.push('&');
                    return self.displaced(pointer, index, *scale);
                }
                self.expr(pointer, Level::Sum, Expect::Anything);
                self.out.push_str(" + ");
                self.expr(index, Level::Product, Expect::Anything);
            }
            Memory::Distance { left, right, .. } => {
                self.expr(left, Level::Sum, Expect::Anything);
                self.out.push_str(" - ");
                self.expr(right, Level::Product, Expect::Anything);
            }
            Memory::Aligned { pointer, .. } => self.expr(pointer, Level::Primary, Expect::Anything),
            Memory::Fetch { address, bits } => self.fetched(address, *bits),
        }
    }

    /// What lies at an address.
    pub(super) fn fetched(&mut self, at: &Expr, bits: Option<BitRange>) {
        match &at.kind {
            ExprKind::Memory(memory) => match &**memory {
                Memory::Address(base) => self.base(*base),
                Memory::Displace { pointer, index, scale, .. } => self.displaced(pointer, index, *scale),
                Memory::Aligned { pointer, .. } => self.fetched(pointer, None),
                _ => self.behind(at),
            },
            _ => self.behind(at),
        }
        if let Some(bits) = bits {
            self.out.push_str(&format!(".bits[{}:{}]", bits.first, bits.width));
        }
    }

    fn behind(&mut self, at: &Expr) {
        self.out.push('*');
        self.expr(at, Level::Primary, Expect::Anything);
    }

    /// A component or an element.
    fn displaced(&mut self, pointer: &Expr, index: &Expr, scale: u64) {
        let component = self.component(pointer, index, scale);
        match address(pointer) {
            Some(base) => self.base(base),
            None => self.expr(pointer, Level::Primary, Expect::Anything),
        }
        match component {
            Some(name) => {
                self.out.push_str(if address(pointer).is_some() { "." } else { "->" });
                self.out.push_str(&name);
            }
            None => {
                self.out.push('[');
                self.expr(index, Level::Implication, Expect::Anything);
                self.out.push(']');
            }
        }
    }

    /// The name of the component that begins so many bytes behind a record's first one.
    fn component(&self, pointer: &Expr, index: &Expr, scale: u64) -> Option<String> {
        let (ExprKind::Int(offset), 1) = (&index.kind, scale) else { return None };
        let Type::Pointer(Some(target)) = &pointer.ty else { return None };
        let Type::Record(record) = **target else { return None };
        self.component_at(record, offset)
    }

    fn component_at(&self, record: RecordId, offset: &IBig) -> Option<String> {
        let components = &self.program.records.get(record)?.components;
        let found = components.iter().find(|component| IBig::from(component.offset) == *offset)?;
        Some(found.name.clone())
    }

    fn base(&mut self, base: Base) {
        match base {
            Base::Variable(variable) => self.variable(variable),
            Base::Global(global) => match self.program.globals.get(global) {
                Some(global) => self.out.push_str(&global.name),
                None => self.out.push_str(&format!("?{}", global.0)),
            },
            Base::Procedure(procedure) => self.procedure(procedure),
        }
    }

    pub(super) fn wrapped(&mut self, operand: &Expr, ty: &Type) {
        self.out.push('(');
        self.out.push_str(&type_word(ty));
        self.out.push(')');
        self.expr(operand, Level::Primary, Expect::Anything);
    }

    pub(super) fn primitive(&mut self, primitive: &Primitive, operands: &[Expr]) {
        let (word, text) = primitive_word(primitive);
        self.out.push_str(&word.replace('_', " "));
        if let Some(text) = text.filter(|_| !matches!(primitive, Primitive::Fail(_))) {
            self.out.push_str(&format!(" {text}"));
        }
        self.list(operands, |renderer, operand| {
            renderer.expr(operand, Level::Implication, Expect::Anything);
        });
    }
}

fn address(expr: &Expr) -> Option<Base> {
    match &expr.kind {
        ExprKind::Memory(memory) => match **memory {
            Memory::Address(base) => Some(base),
            _ => None,
        },
        _ => None,
    }
}
