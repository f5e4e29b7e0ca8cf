//! DECLARE statements and attributes.

use std::rc::Rc;

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::ExprKind;

use super::{Parsed, Parser};
use crate::raw::{Attribute, RawAttribute, RawAttributeKind, RawBounds, RawDeclaration, RawInitial};
use crate::token::TokenKind;

/// Every name gets the attributes of every list it stands in: the work grows with this number.
const DEEPEST_FACTORING: usize = 8;

impl Parser<'_> {
    pub(crate) fn declare(&mut self, labels: &[usize]) {
        let start = self.span();
        let number = self.number();
        if let Some(&label) = labels.first() {
            let span = self.parts.labels[label].span;
            self.error(span, "a DECLARE cannot have a label");
        }
        if self.begin_blocks > 0 {
            self.unsupported(start, "declarations in a BEGIN block");
        }
        self.advance();
        // Declarations belong to the procedure: how deep the statement stands does not count.
        let depth = std::mem::replace(&mut self.depth, 0);
        let read = self.declared_items();
        self.depth = depth;
        self.set_text(number, start);
        let read = read.and_then(|items| {
            self.parts.declarations.extend(items);
            self.expect(TokenKind::Semicolon, "an attribute, `,` or `;`")
        });
        if read.is_err() {
            self.parts.declaration_lost = true;
            self.recover();
        }
    }

    fn declared_items(&mut self) -> Parsed<Vec<RawDeclaration>> {
        Ok(self.list(Self::declared_item)?.into_iter().flatten().collect())
    }

    /// A name or a list of names in parentheses, with the attributes that hold for all of them.
    fn declared_item(&mut self) -> Parsed<Vec<RawDeclaration>> {
        let mut items = match self.kind() {
            TokenKind::Open if self.depth == DEEPEST_FACTORING => {
                let what = format!("attributes factored more than {DEEPEST_FACTORING} levels deep");
                return Err(self.unsupported(self.span(), &what));
            }
            TokenKind::Open => {
                self.advance();
                let items = self.deeper(Self::declared_items)?;
                self.expect(TokenKind::Close, "`,` or `)`")?;
                items
            }
            TokenKind::Integer => return Err(self.unsupported(self.span(), "structures")),
            _ => vec![RawDeclaration { name: self.name("a name")?, attributes: Vec::new() }],
        };
        let attributes = Rc::new(self.attributes()?);
        if !attributes.is_empty() {
            items.iter_mut().for_each(|item| item.attributes.push(Rc::clone(&attributes)));
        }
        Ok(items)
    }

    /// A dimension right behind the name, then attributes in any order.
    pub(crate) fn attributes(&mut self) -> Parsed<Vec<RawAttribute>> {
        let mut attributes = Vec::new();
        if self.kind() == TokenKind::Open {
            attributes.push(self.dimension(self.span())?);
        }
        while let Some(word) = self.word() {
            let span = self.span();
            self.advance();
            self.attribute(word, span, &mut attributes)?;
        }
        Ok(attributes)
    }

    fn attribute(&mut self, word: &str, span: Span, attributes: &mut Vec<RawAttribute>) -> Parsed<()> {
        let mut add = |kind| attributes.push(RawAttribute { kind, span });
        match word {
            "FIXED" => add(RawAttributeKind::Plain(Attribute::Fixed)),
            "BIN" | "BINARY" => add(RawAttributeKind::Plain(Attribute::Binary)),
            "INTEGER" | "INT" => add(RawAttributeKind::Plain(Attribute::Integer)),
            "BIT" => add(self.bit(span)?),
            "STATIC" => add(RawAttributeKind::Plain(Attribute::Static)),
            "AUTO" | "AUTOMATIC" => add(RawAttributeKind::Plain(Attribute::Automatic)),
            "EXT" | "EXTERNAL" => add(RawAttributeKind::Plain(Attribute::External)),
            "INIT" | "INITIAL" => {
                add(RawAttributeKind::Initial(self.list_in_parentheses(Self::initial_value)?))
            }
            "DIM" | "DIMENSION" => attributes.push(self.dimension(span)?),
            _ => {
                self.unsupported(span, &format!("the attribute {word}"));
                add(RawAttributeKind::Unsupported);
                if self.kind() == TokenKind::Open {
                    self.at =
                        self.behind_parentheses(self.at).ok_or_else(|| self.expected("an attribute"))?;
                }
            }
        }
        if matches!(word, "FIXED" | "BIN" | "BINARY") && self.kind() == TokenKind::Open {
            attributes.push(self.precision()?);
        }
        Ok(())
    }

    /// `(p)` or `(p, q)`
    fn precision(&mut self) -> Parsed<RawAttribute> {
        let start = self.span();
        self.advance();
        let digits = self.constant_integer("a number of digits")?;
        let scale = match self.accept(TokenKind::Comma) {
            true => self.signed_constant()?,
            false => IBig::ZERO,
        };
        self.expect(TokenKind::Close, "`)`")?;
        let span = self.span_from(start);
        let kind = match (digits == IBig::from(15), digits == IBig::from(31), scale == IBig::ZERO) {
            (true, _, true) => RawAttributeKind::Plain(Attribute::HalfPrecision),
            (_, true, true) => RawAttributeKind::Plain(Attribute::FullPrecision),
            _ => {
                let what = format!("the precision {}; there are (15) and (31)", self.snippet(span));
                self.unsupported(span, &what);
                RawAttributeKind::Unsupported
            }
        };
        Ok(RawAttribute { kind, span })
    }

    /// The length behind BIT, which must be 1.
    fn bit(&mut self, span: Span) -> Parsed<RawAttributeKind> {
        let bit = RawAttributeKind::Plain(Attribute::Bit);
        if self.kind() != TokenKind::Open {
            return Ok(bit);
        }
        let length = self.in_parentheses(|parser| parser.constant_integer("a length"))?;
        if length == IBig::ONE {
            return Ok(bit);
        }
        self.unsupported(span, "bit strings longer than 1");
        Ok(RawAttributeKind::Unsupported)
    }

    fn constant_integer(&mut self, what: &str) -> Parsed<IBig> {
        if self.kind() != TokenKind::Integer {
            return Err(self.expected(what));
        }
        let value = self.integer();
        self.advance();
        Ok(value)
    }

    /// `(bound)`, where more than one bound is refused.
    fn dimension(&mut self, start: Span) -> Parsed<RawAttribute> {
        self.expect(TokenKind::Open, "`(`")?;
        let first = self.bound()?;
        while self.kind() == TokenKind::Comma {
            self.unsupported(self.span(), "arrays of more than one dimension");
            self.advance();
            self.bound()?;
        }
        self.expect(TokenKind::Close, "`)`")?;
        Ok(RawAttribute { kind: RawAttributeKind::Dimension(first), span: self.span_from(start) })
    }

    /// `*`, `high` or `low:high`.
    fn bound(&mut self) -> Parsed<RawBounds> {
        if self.accept(TokenKind::Star) {
            return Ok(RawBounds::Star);
        }
        let first = self.expression()?;
        if !self.accept(TokenKind::Colon) {
            return Ok(RawBounds::Given { low: None, high: first });
        }
        Ok(RawBounds::Given { low: Some(first), high: self.expression()? })
    }

    /// `c`, `(c)` or `(n) c`.
    fn initial_value(&mut self) -> Parsed<RawInitial> {
        let start = self.span();
        if self.kind() != TokenKind::Open {
            let value = self.initial_constant()?;
            return Ok(RawInitial { repeat: None, value, span: self.span_from(start) });
        }
        let first = self.in_parentheses(Self::initial_constant)?;
        let (repeat, value) = match (first, self.kind()) {
            (first, TokenKind::Comma | TokenKind::Close) => (None, first),
            (_, TokenKind::Open) => {
                return Err(self.unsupported(self.span(), "a repeated list of initial values"));
            }
            (ExprKind::Int(repeat), _) => (Some(repeat), self.initial_constant()?),
            _ => return Err(self.expected("`,` or `)`")),
        };
        Ok(RawInitial { repeat, value, span: self.span_from(start) })
    }

    fn initial_constant(&mut self) -> Parsed<ExprKind> {
        let span = self.span();
        match self.kind() {
            TokenKind::Bit(bit) => {
                self.advance();
                Ok(ExprKind::Bool(bit))
            }
            TokenKind::Integer | TokenKind::Plus | TokenKind::Minus => {
                Ok(ExprKind::Int(self.signed_constant()?))
            }
            TokenKind::Text => Err(self.unsupported(span, "character strings as initial values")),
            TokenKind::Star => Err(self.unsupported(span, "`*` among initial values")),
            _ => Err(self.expected("a constant")),
        }
    }

    fn signed_constant(&mut self) -> Parsed<IBig> {
        let negative = self.kind() == TokenKind::Minus;
        if negative || self.kind() == TokenKind::Plus {
            self.advance();
        }
        let value = self.constant_integer("an integer constant")?;
        Ok(if negative { -value } else { value })
    }
}
