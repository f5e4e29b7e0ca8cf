//! Types: `int`, `logical`, `int16(1:n)`, `real(n, 0:9)`, `int(*)`, `text(8)(1:3)`, `handle real(:, :)`,
//! `address to record node`, `block 40 of int(1:10)`.

use sextant_syntax::{ArrayBounds, BlockType, Expr, ExprKind, TextLength, Type};

use super::lexer::TokenKind;
use super::reader::{Parsed, Reader};
use super::words::type_named;
use crate::typing::INT;

impl Reader<'_> {
    /// A type, whose bounds may speak of variables.
    pub fn ty(&mut self) -> Parsed<Type> {
        self.nested(Self::whole_type)
    }

    fn whole_type(&mut self) -> Parsed<Type> {
        let start = self.here();
        if self.take_word("handle") {
            return match self.ty()? {
                Type::Handle(_) => self.error(self.since(start), "a handle refers to no other handle"),
                target => Ok(Type::Handle(Box::new(target))),
            };
        }
        let mut ty = self.scalar_type()?;
        while self.is_mark("(") {
            let bounds = self.in_brackets(|reader| reader.list(Self::bounds))?;
            ty = Type::Array(Box::new(ty), bounds);
        }
        Ok(ty)
    }

    fn scalar_type(&mut self) -> Parsed<Type> {
        if self.is_mark("(") {
            return self.in_brackets(Self::ty);
        }
        if self.take_word("record") {
            let name = self.numbered("the name of a record")?;
            let record = self.file.records.get(&name.key()).copied();
            return Ok(self.found(record, &name, "record").map_or(INT, Type::Record));
        }
        if self.take_word("address") {
            let target = if self.take_word("to") { Some(Box::new(self.ty()?)) } else { None };
            return Ok(Type::Pointer(target));
        }
        if self.take_word("block") {
            let bytes = self.whole_integer()?;
            self.want_word("of")?;
            return Ok(Type::Block(Box::new(BlockType { content: self.ty()?, bytes })));
        }
        match self.type_word() {
            Some(Type::Text(_)) => Ok(Type::Text(self.length()?)),
            Some(other) => Ok(other),
            None => self.expected("a type"),
        }
    }

    /// The type of a word, if one comes next.
    pub fn type_word(&mut self) -> Option<Type> {
        let Some(TokenKind::Word(word)) = self.peek() else { return None };
        let ty = type_named(word)?;
        self.next();
        Some(ty)
    }

    /// The length of a text: nothing, `()`, `(*)` or `(n)`.
    fn length(&mut self) -> Parsed<TextLength> {
        if !self.is_mark("(") {
            return Ok(TextLength::Open);
        }
        self.in_brackets(|reader| {
            if reader.is_mark(")") {
                Ok(TextLength::Open)
            } else if reader.take_mark("*") {
                Ok(TextLength::OfArgument)
            } else {
                reader.bound().map(TextLength::Given)
            }
        })
    }

    /// One dimension: `*`, `:`, `n`, `low:high`, `low:`, `sequence low:high`, `sequence low:*`.
    fn bounds(&mut self) -> Parsed<ArrayBounds> {
        if self.take_mark("*") {
            return Ok(ArrayBounds::OfArgument);
        }
        if self.take_mark(":") {
            return Ok(ArrayBounds::Deferred);
        }
        if self.take_word("sequence") {
            let low = self.bound()?;
            self.want_mark(":")?;
            let high = if self.take_mark("*") { None } else { Some(self.bound()?) };
            return Ok(ArrayBounds::Sequence { low, high });
        }
        let first = self.bound()?;
        if !self.take_mark(":") {
            let one = Expr { kind: ExprKind::Int(1.into()), ty: INT, span: first.span };
            return Ok(ArrayBounds::Given { low: Box::new(one), high: first });
        }
        if self.is_mark(",") || self.is_mark(")") {
            return Ok(ArrayBounds::Shape { low: first });
        }
        Ok(ArrayBounds::Given { low: first, high: self.bound()? })
    }

    fn bound(&mut self) -> Parsed<Box<Expr>> {
        self.whole_integer().map(Box::new)
    }
}
