//! Types: `int`, `logical`, `int16(1:n)`, `real(n, 0:9)`, `int(*)`, `text(8)(1:3)`, `handle real(:, :)`,
//! `address to record node`, `block 40 of int(1:10)`.

use sextant_syntax::{TextLength, Type};

use super::ast::{BoundsNode, LengthNode, ScalarNode, TypeNode};
use super::lexer::TokenKind;
use super::parser::{LineParser, Parsed};
use super::words::type_named;

impl TypeNode {
    /// A type without bounds.
    pub fn plain(ty: Type, span: sextant_base::Span) -> Self {
        TypeNode { scalar: ScalarNode::Plain(ty), bounds: Vec::new(), handle: false, span }
    }
}

impl LineParser<'_> {
    pub fn type_node(&mut self) -> Parsed<TypeNode> {
        self.nested(Self::whole_type)
    }

    fn whole_type(&mut self) -> Parsed<TypeNode> {
        let start = self.here();
        if self.take_word("handle") {
            let mut target = self.type_node()?;
            if std::mem::replace(&mut target.handle, true) {
                return self.error(self.since(start), "a handle refers to no other handle");
            }
            return Ok(TypeNode { span: self.since(start), ..target });
        }
        let scalar = self.scalar_node()?;
        let mut bounds = Vec::new();
        while self.take_mark("(") {
            bounds.push(self.list(Self::bounds)?);
            self.want_mark(")")?;
        }
        Ok(TypeNode { scalar, bounds, handle: false, span: self.since(start) })
    }

    fn scalar_node(&mut self) -> Parsed<ScalarNode> {
        if self.take_mark("(") {
            let inner = self.type_node()?;
            self.want_mark(")")?;
            return Ok(ScalarNode::Bracketed(Box::new(inner)));
        }
        if self.take_word("record") {
            return Ok(ScalarNode::Record(self.numbered("the name of a record")?));
        }
        if self.take_word("address") {
            let target = if self.take_word("to") { Some(Box::new(self.type_node()?)) } else { None };
            return Ok(ScalarNode::Address(target));
        }
        if self.take_word("block") {
            let bytes = self.whole_expr()?;
            self.want_word("of")?;
            return Ok(ScalarNode::Block(Box::new(bytes), Box::new(self.type_node()?)));
        }
        match self.scalar_type() {
            Some(Type::Text(TextLength::Open)) => Ok(ScalarNode::Text(self.length()?)),
            Some(other) => Ok(ScalarNode::Plain(other)),
            None => self.expected("a type"),
        }
    }

    /// A type word, if one comes next.
    pub fn scalar_type(&mut self) -> Option<Type> {
        let Some(TokenKind::Word(word)) = self.peek() else { return None };
        let ty = type_named(word)?;
        self.next();
        Some(ty)
    }

    /// The length of a text: nothing, `()`, `(*)` or `(n)`.
    fn length(&mut self) -> Parsed<LengthNode> {
        if !self.take_mark("(") || self.take_mark(")") {
            return Ok(LengthNode::Open);
        }
        let length = if self.take_mark("*") {
            LengthNode::OfArgument
        } else {
            LengthNode::Given(Box::new(self.whole_expr()?))
        };
        self.want_mark(")")?;
        Ok(length)
    }

    /// One dimension: `*`, `:`, `n`, `low:high`, `low:`, `sequence low:high`, `sequence low:*`.
    fn bounds(&mut self) -> Parsed<BoundsNode> {
        if self.take_mark("*") {
            return Ok(BoundsNode::OfArgument);
        }
        if self.take_mark(":") {
            return Ok(BoundsNode::Deferred);
        }
        if self.take_word("sequence") {
            let low = self.whole_expr()?;
            self.want_mark(":")?;
            let high = if self.take_mark("*") { None } else { Some(self.whole_expr()?) };
            return Ok(BoundsNode::Sequence(low, high));
        }
        let first = self.whole_expr()?;
        if !self.take_mark(":") {
            return Ok(BoundsNode::Given(None, first));
        }
        if self.is_mark(",") || self.is_mark(")") {
            return Ok(BoundsNode::Shape(first));
        }
        Ok(BoundsNode::Given(Some(first), self.whole_expr()?))
    }
}
