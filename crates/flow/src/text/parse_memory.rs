//! What is about addresses: expressions, and steps that only the machine can do.

use sextant_syntax::BitRange;

use super::ast::{BaseNode, CalleeNode, Node, NodeKind, StepKind};
use super::lexer::TokenKind;
use super::parser::{LineParser, Parsed};
use super::spellings::primitive_named;
use crate::render::Level;

impl LineParser<'_> {
    /// `&x`, `&global x`, `&procedure P`
    pub fn address(&mut self) -> Parsed<Node> {
        let start = self.here();
        self.want_mark("&")?;
        let base = if self.take_word("global") {
            BaseNode::Global(self.numbered("the name of a global")?)
        } else if self.take_word("procedure") {
            BaseNode::Procedure(self.name("the name of a graph")?)
        } else {
            BaseNode::Variable(self.name("a variable")?)
        };
        self.node(NodeKind::AddressOf(base), self.since(start), 0)
    }

    /// `*p`
    pub fn fetch(&mut self) -> Parsed<Node> {
        let start = self.here();
        self.want_mark("*")?;
        let address = self.expr(Level::Primary)?;
        let depth = address.depth;
        self.node(NodeKind::Fetch(Box::new(address), None), self.since(start), depth)
    }

    /// Functions of addresses, and those that name a type.
    pub fn memory_function(&mut self, word: &str) -> Parsed<Node> {
        let start = self.here();
        self.next();
        self.want_mark("(")?;
        let first = self.whole_expr()?;
        let mut depth = first.depth;
        let kind = match word {
            "converted" | "wrapped" => {
                self.want_mark(":")?;
                let (ty, first) = (Box::new(self.type_node()?), Box::new(first));
                if word == "wrapped" { NodeKind::Wrap(ty, first) } else { NodeKind::Convert(ty, first) }
            }
            "component_of" => {
                self.want_mark(",")?;
                NodeKind::ComponentOf(Box::new(first), self.numbered("the name of a component")?)
            }
            "aligned" => {
                self.want_mark(",")?;
                NodeKind::Aligned(Box::new(first), self.size("what the address is a multiple of")?)
            }
            "bits_at" => {
                self.want_mark(",")?;
                let lowest = self.bit_number()?;
                self.want_mark(",")?;
                let bits = BitRange { first: lowest, width: self.bit_number()? };
                NodeKind::Fetch(Box::new(first), Some(bits))
            }
            _ => {
                self.want_mark(",")?;
                let second = self.whole_expr()?;
                depth = depth.max(second.depth);
                self.want_mark(",")?;
                let scale = self.size("the number of bytes of an element")?;
                let operands = Box::new([first, second]);
                if word == "distance_of" {
                    NodeKind::Distance(operands, scale)
                } else {
                    let limit =
                        if self.take_mark(",") { Some(self.size("the greatest index")?) } else { None };
                    NodeKind::Displaced(operands, scale, limit)
                }
            }
        };
        self.want_mark(")")?;
        self.node(kind, self.since(start), depth)
    }

    /// The number of a bit, or of bits.
    pub fn bit_number(&mut self) -> Parsed<u8> {
        let span = self.here();
        let number = self.small_number("a number of bits")?;
        u8::try_from(number).or_else(|_| self.error(span, "a number of bits is at most 255"))
    }

    /// `primitive WORD ["text"](operand, …)`
    pub fn primitive(&mut self, result: Option<Node>) -> Parsed<StepKind> {
        let span = self.here();
        let word = match self.next().map(|token| token.kind) {
            Some(TokenKind::Word(word)) => word,
            _ => return self.error(span, "after `primitive` stands what the machine is to do"),
        };
        let text = match self.peek() {
            Some(TokenKind::Text(text)) => {
                let text = text.clone();
                self.next();
                Some(text)
            }
            _ => None,
        };
        let Some(primitive) = primitive_named(&word, text) else {
            return self.error(self.since(span), format!("there is no primitive `{word}` of this form"));
        };
        self.want_mark("(")?;
        let mut operands = Vec::new();
        if !self.take_mark(")") {
            operands = self.list(Self::whole_expr)?;
            self.want_mark(")")?;
        }
        Ok(StepKind::Primitive { primitive, operands, result })
    }

    /// What is called: a name, or `*(address)`.
    pub fn callee(&mut self) -> Parsed<CalleeNode> {
        if !self.take_mark("*") {
            return self.name("the name of a graph").map(CalleeNode::Named);
        }
        self.want_mark("(")?;
        let address = self.whole_expr()?;
        self.want_mark(")")?;
        Ok(CalleeNode::Pointer(Box::new(address)))
    }
}
