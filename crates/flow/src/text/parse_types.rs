//! Types: `int`, `logical`, `int16(1:n)`, `real(n, 0:9)`, `int(*)`, `text(8)(1:3)`, `handle real(:, :)`.

use sextant_syntax::{TextLength, Type};

use super::ast::{BoundsNode, LengthNode, ScalarNode, TypeNode};
use super::lexer::TokenKind;
use super::parser::{LineParser, Parsed};
use super::words::type_named;

impl LineParser<'_> {
    pub fn type_node(&mut self) -> Parsed<TypeNode> {
        let start = self.here();
        let handle = self.take_word("handle");
        if self.is_word("record") {
            while self.next().is_some() {}
            return self.error(start, "a record has no Flow text form yet");
        }
        let Some(scalar) = self.scalar_type() else { return self.expected("a type") };
        let scalar = match scalar {
            Type::Text(TextLength::Open) => ScalarNode::Text(self.length()?),
            other => ScalarNode::Plain(other),
        };
        let mut bounds = Vec::new();
        if self.take_mark("(") {
            bounds = self.list(Self::bounds)?;
            self.want_mark(")")?;
        }
        Ok(TypeNode { scalar, bounds, handle, span: self.since(start) })
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
