//! What is about addresses: expressions, and steps that only the machine can do.

use sextant_base::Span;
use sextant_syntax::{Base, BitRange, Expr, ExprKind, Memory, Type};

use super::expressions::{Node, What};
use super::reader::{Numbered, Parsed, Reader};
use crate::render::Level;
use crate::typing::memory::{LONG, memory_type};
use crate::typing::suits::{is_address, is_integer};

impl Reader<'_> {
    /// `&x`, `&global x`, `&procedure P`
    pub fn address(&mut self) -> Parsed<Node> {
        let start = self.here();
        self.want_mark("&")?;
        let base = if self.take_word("global") {
            let name = self.numbered("the name of a global")?;
            let global = self.file.globals.get(&name.key()).copied();
            self.found(global, &name, "global").map(Base::Global)
        } else if self.take_word("procedure") {
            let name = self.name("the name of a graph")?;
            self.graph(&name).map(Base::Procedure)
        } else {
            let name = self.name("a variable")?;
            self.lookup(&name).and_then(|variable| match self.scope.variables[variable].ty {
                Type::Block(_) => Some(Base::Variable(variable)),
                _ => {
                    let message = format!("only a `block` has an address, and `{}` is none", name.text);
                    self.report(name.span, message)
                }
            })
        };
        self.memory_node(start, 0, base.map(Memory::Address))
    }

    /// `*p`
    pub fn fetch(&mut self) -> Parsed<Node> {
        let start = self.here();
        self.want_mark("*")?;
        let address = self.expr(Level::Primary)?;
        let parts = address.depth;
        let memory = self.pointer(address).map(|address| Memory::Fetch { address, bits: None });
        self.memory_node(start, parts, memory)
    }

    /// Functions of addresses.
    pub fn memory_function(&mut self, word: &str, start: Span) -> Parsed<Node> {
        let (parts, memory) = self.in_brackets(|reader| {
            let first = reader.whole_expr()?;
            let parts = first.depth;
            let pointer = reader.pointer(first);
            reader.want_mark(",")?;
            let memory = match word {
                "component_of" => {
                    let name = reader.numbered("the name of a component")?;
                    pointer.and_then(|pointer| reader.component_of(pointer, &name))
                }
                "aligned" => {
                    let align = reader.size("what the address is a multiple of")?;
                    pointer.map(|pointer| Memory::Aligned { pointer, align })
                }
                "bits_at" => {
                    let first = reader.bit_number()?;
                    reader.want_mark(",")?;
                    let bits = Some(BitRange { first, width: reader.bit_number()? });
                    pointer.map(|address| Memory::Fetch { address, bits })
                }
                _ => return reader.two_operands(word, pointer, parts),
            };
            Ok((parts, memory))
        })?;
        self.memory_node(start, parts, memory)
    }

    /// The rest of `displaced(p, i, scale, limit)`, the limit of which may be missing, or `distance_of(p, q, scale)`.
    fn two_operands(
        &mut self,
        word: &str,
        first: Option<Expr>,
        parts: usize,
    ) -> Parsed<(usize, Option<Memory>)> {
        let second = self.whole_expr()?;
        let parts = parts.max(second.depth);
        self.want_mark(",")?;
        let scale = self.size("the number of bytes of an element")?;
        let memory = if word == "distance_of" {
            let operands = first.zip(self.pointer(second));
            operands.map(|(left, right)| Memory::Distance { left, right, scale })
        } else {
            let limit = if self.take_mark(",") { Some(self.size("the greatest index")?) } else { None };
            let operands = first.zip(self.index(second));
            operands.map(|(pointer, index)| Memory::Displace { pointer, index, scale, limit })
        };
        Ok((parts, memory))
    }

    fn memory_node(&mut self, start: Span, parts: usize, memory: Option<Memory>) -> Parsed<Node> {
        let typed = memory.map(|memory| {
            let ty = memory_type(&self.file.program, Some(&self.scope.variables), &memory);
            (ExprKind::Memory(Box::new(memory)), ty)
        });
        self.node(start, parts, typed)
    }

    /// An operand that must be an address.
    pub fn pointer(&mut self, node: Node) -> Option<Expr> {
        let expr = self.value(node)?;
        if is_address(&expr) {
            return Some(expr);
        }
        self.report(expr.span, "an address is needed here")
    }

    /// The number of an element; a plain number is a long one.
    fn index(&mut self, node: Node) -> Option<Expr> {
        let plain = matches!(&node.what, What::Value(expr) if matches!(expr.kind, ExprKind::Int(_)));
        let plain = plain && !node.bracketed;
        let index = self.value(node)?;
        if plain {
            return Some(Expr { ty: LONG, ..index });
        }
        if is_integer(&index) {
            return Some(index);
        }
        self.report(index.span, "an integer is needed here")
    }

    fn component_of(&mut self, pointer: Expr, name: &Numbered) -> Option<Memory> {
        let position = match &pointer.ty {
            Type::Pointer(Some(target)) => self.component(target, name),
            _ => None,
        };
        let Some((record, position)) = position else {
            return self.report(name.name.span, "there is no such component at this address");
        };
        let offset = self.file.program.records[record].components[position].offset;
        let index = Expr { kind: ExprKind::Int(offset.into()), ty: LONG, span: name.name.span };
        Some(Memory::Displace { pointer, index, scale: 1, limit: None })
    }

    /// What a name stands for.
    pub fn found<T>(&mut self, found: Option<T>, name: &Numbered, what: &str) -> Option<T> {
        match found {
            Some(found) => Some(found),
            None => self.report(name.name.span, format!("there is no {what} `{}`", name.name.text)),
        }
    }
}
