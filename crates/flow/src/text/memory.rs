//! Addresses and what lies at them.

use sextant_base::{Diagnostics, Span};
use sextant_syntax::{Base, Expr, ExprKind, Memory, Type};

use super::ast::{BaseNode, Node, NodeKind, Numbered};
use super::known::Names;
use super::scope::{Scope, report};
use crate::typing::memory::{LONG, memory_type};
use crate::typing::suits::{is_address, is_integer};

impl Scope {
    /// An expression about addresses; any other node has been looked at before.
    pub fn memory(&mut self, kind: NodeKind, span: Span, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let memory = match kind {
            NodeKind::AddressOf(base) => Memory::Address(self.base(base, diagnostics)?),
            NodeKind::Displaced(operands, scale, limit) => {
                let [pointer, index] = *operands;
                let (pointer, index) = (self.pointer(pointer, diagnostics), self.index(index, diagnostics));
                Memory::Displace { pointer: pointer?, index: index?, scale, limit }
            }
            NodeKind::ComponentOf(pointer, name) => self.component_of(*pointer, &name, diagnostics)?,
            NodeKind::Distance(operands, scale) => {
                let [left, right] = *operands;
                let (left, right) = (self.pointer(left, diagnostics), self.pointer(right, diagnostics));
                Memory::Distance { left: left?, right: right?, scale }
            }
            NodeKind::Aligned(pointer, align) => {
                Memory::Aligned { pointer: self.pointer(*pointer, diagnostics)?, align }
            }
            NodeKind::Fetch(address, bits) => {
                Memory::Fetch { address: self.pointer(*address, diagnostics)?, bits }
            }
            _ => return None,
        };
        let ty = memory_type(&self.known.records, &memory, |base| self.content(base));
        Some(Expr { kind: ExprKind::Memory(Box::new(memory)), ty, span })
    }

    /// What lies in an object.
    fn content(&self, base: Base) -> Option<Type> {
        match base {
            Base::Variable(variable) => match &self.variables[variable].ty {
                Type::Block(block) => Some(block.content.clone()),
                _ => None,
            },
            Base::Global(global) => self.known.globals.get(global).map(|global| global.content.clone()),
            Base::Procedure(_) => None,
        }
    }

    fn base(&mut self, base: BaseNode, diagnostics: &mut Diagnostics) -> Option<Base> {
        match base {
            BaseNode::Variable(name) => {
                let variable = self.lookup(&name.text, name.span, diagnostics)?;
                if matches!(self.variables[variable].ty, Type::Block(_)) {
                    return Some(Base::Variable(variable));
                }
                let message = format!("only a `block` has an address, and `{}` is none", name.text);
                report(diagnostics, name.span, message)
            }
            BaseNode::Global(name) => {
                found(&self.known.global_names, &name, "global", diagnostics).map(Base::Global)
            }
            BaseNode::Procedure(name) => self.graph(&name, diagnostics).map(Base::Procedure),
        }
    }

    /// An operand that must be an address.
    pub fn pointer(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let expr = self.nested(node, diagnostics)?;
        if is_address(&expr) {
            return Some(expr);
        }
        report(diagnostics, expr.span, "an address is needed here")
    }

    /// The number of an element; a plain number is a long one.
    fn index(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let plain = matches!(node.kind, NodeKind::Int(_)) && !node.bracketed;
        let index = self.nested(node, diagnostics)?;
        if plain {
            return Some(Expr { ty: LONG, ..index });
        }
        if is_integer(&index) {
            return Some(index);
        }
        report(diagnostics, index.span, "an integer is needed here")
    }

    fn component_of(
        &mut self,
        pointer: Node,
        name: &Numbered,
        diagnostics: &mut Diagnostics,
    ) -> Option<Memory> {
        let pointer = self.pointer(pointer, diagnostics)?;
        let position = match &pointer.ty {
            Type::Pointer(Some(target)) => self.component(target, name),
            _ => None,
        };
        let Some((record, position)) = position else {
            return report(diagnostics, name.name.span, "there is no such component at this address");
        };
        let offset = self.known.records[record].components[position].offset;
        let index = Expr { kind: ExprKind::Int(offset.into()), ty: LONG, span: name.name.span };
        Some(Memory::Displace { pointer, index, scale: 1, limit: None })
    }
}

/// What a name stands for.
pub(super) fn found<T: Copy>(
    names: &Names<T>,
    name: &Numbered,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Option<T> {
    match names.get(&name.key()) {
        Some(&found) => Some(found),
        None => report(diagnostics, name.name.span, format!("there is no {what} `{}`", name.name.text)),
    }
}
