//! Expressions.
//!
//! From the tightest to the loosest: `**` and prefix `+ - ¬` (right to left); `* /`; `+ -`; relations; `&`; `|`;
//! implication (right to left).

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::BinaryOp;

use super::{Parsed, Parser};
use crate::raw::{Name, RawExpr, RawExprKind, RawPlace, RawUnary};
use crate::token::TokenKind;

impl Parser<'_> {
    pub(crate) fn expression(&mut self) -> Parsed<RawExpr> {
        let left = self.binary(0)?;
        if self.kind() != TokenKind::Implies {
            return Ok(left);
        }
        let sign = self.span();
        self.advance();
        let right = self.deeper(Self::expression)?;
        self.combine(BinaryOp::Implies, sign, left, right)
    }

    fn binary(&mut self, loosest: u8) -> Parsed<RawExpr> {
        let mut left = self.prefixed()?;
        while let Some((op, tightness)) = binary_operator(self.kind()).filter(|op| op.1 >= loosest) {
            let sign = self.span();
            self.advance();
            let right = self.binary(tightness + 1)?;
            left = self.combine(op, sign, left, right)?;
        }
        Ok(left)
    }

    fn combine(&mut self, op: BinaryOp, sign: Span, left: RawExpr, right: RawExpr) -> Parsed<RawExpr> {
        let span = left.span.to(right.span);
        let depth = 1 + left.depth.max(right.depth);
        let kind = RawExprKind::Binary(op, Box::new(left), Box::new(right));
        self.checked_depth(RawExpr { kind, span, depth }, sign)
    }

    fn prefixed(&mut self) -> Parsed<RawExpr> {
        let start = self.span();
        let op = match self.kind() {
            TokenKind::Plus => RawUnary::Plus,
            TokenKind::Minus => RawUnary::Negate,
            TokenKind::Not => RawUnary::Not,
            _ => return self.power(),
        };
        self.advance();
        let operand = self.deeper(Self::prefixed)?;
        let (span, depth) = (start.to(operand.span), 1 + operand.depth);
        let kind = RawExprKind::Unary(op, Box::new(operand));
        self.checked_depth(RawExpr { kind, span, depth }, start)
    }

    fn power(&mut self) -> Parsed<RawExpr> {
        let base = self.primary()?;
        if self.kind() != TokenKind::Power {
            return Ok(base);
        }
        let sign = self.span();
        self.advance();
        let exponent = self.deeper(Self::prefixed)?;
        self.combine(BinaryOp::Power, sign, base, exponent)
    }

    fn primary(&mut self) -> Parsed<RawExpr> {
        let span = self.span();
        let kind = match self.kind() {
            TokenKind::Name(id) => return self.reference(Name { id, span }),
            TokenKind::Open => return self.parenthesised(),
            TokenKind::Integer => RawExprKind::Int(self.integer()),
            TokenKind::Bit(bit) => RawExprKind::Bool(bit),
            TokenKind::Symbol => RawExprKind::Symbol(self.snippet(span).trim_matches('"').to_owned()),
            // Reported by the lexer; any operand will do to go on.
            TokenKind::Bad => RawExprKind::Int(IBig::ZERO),
            TokenKind::Text => return Err(self.unsupported(span, "a character string in an expression")),
            _ => return Err(self.expected("an expression")),
        };
        self.advance();
        Ok(RawExpr { kind, span, depth: 1 })
    }

    /// The value of the current token, which is an integer.
    pub(crate) fn integer(&self) -> IBig {
        IBig::from_str_radix(self.snippet(self.span()), 10).unwrap_or(IBig::ZERO)
    }

    fn parenthesised(&mut self) -> Parsed<RawExpr> {
        let start = self.span();
        let inner = self.in_parentheses(|parser| parser.deeper(Self::expression))?;
        let depth = inner.depth;
        Ok(RawExpr { kind: RawExprKind::Paren(Box::new(inner)), span: self.span_from(start), depth })
    }

    fn reference(&mut self, name: Name) -> Parsed<RawExpr> {
        self.advance();
        if self.kind() != TokenKind::Open {
            return Ok(RawExpr { kind: RawExprKind::Name(name), span: name.span, depth: 1 });
        }
        let word = self.names.upper(name.id);
        if matches!(word, "ALL" | "SOME") && self.quantifier_ahead() {
            return self.quantified(word == "ALL", name.span);
        }
        let arguments = self.arguments()?;
        let depth = 1 + arguments.iter().map(|argument| argument.depth).max().unwrap_or(0);
        let span = self.span_from(name.span);
        let kind = RawExprKind::Apply(name, arguments);
        self.checked_depth(RawExpr { kind, span, depth }, name.span)
    }

    /// Whether `(NAME = …: …)` stands here: no list of arguments has a colon.
    fn quantifier_ahead(&self) -> bool {
        let open = self.at;
        matches!(self.token_at(open + 1), TokenKind::Name(_))
            && self.token_at(open + 2) == TokenKind::EQUAL
            && self
                .behind_parentheses(open)
                .is_some_and(|behind| (open..behind).any(|index| self.token_at(index) == TokenKind::Colon))
    }

    /// `(I = low TO high: body)`
    fn quantified(&mut self, all: bool, start: Span) -> Parsed<RawExpr> {
        self.advance();
        let variable = self.name("the variable of a quantifier")?;
        self.expect(TokenKind::EQUAL, "`=`")?;
        let low = self.deeper(Self::expression)?;
        if !self.accept_word(&["TO"]) {
            return Err(self.expected("TO"));
        }
        let high = self.deeper(Self::expression)?;
        self.expect(TokenKind::Colon, "`:`")?;
        let body = self.deeper(Self::expression)?;
        self.expect(TokenKind::Close, "`)`")?;
        let depth = 1 + low.depth.max(high.depth).max(body.depth);
        let kind = RawExprKind::Quantified { all, variable, parts: Box::new([low, high, body]) };
        let span = self.span_from(start);
        self.checked_depth(RawExpr { kind, span, depth }, start)
    }

    /// `(e, …)` or `()`.
    pub(crate) fn arguments(&mut self) -> Parsed<Vec<RawExpr>> {
        self.expect(TokenKind::Open, "`(`")?;
        if self.accept(TokenKind::Close) {
            return Ok(Vec::new());
        }
        let arguments = self.deeper(|parser| parser.list(Self::expression))?;
        self.expect(TokenKind::Close, "`,` or `)`")?;
        Ok(arguments)
    }

    /// `(e)`
    pub(crate) fn condition(&mut self) -> Parsed<RawExpr> {
        self.in_parentheses(Self::expression)
    }

    pub(crate) fn in_parentheses<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.expect(TokenKind::Open, "`(`")?;
        let inside = read(self)?;
        self.expect(TokenKind::Close, "`)`")?;
        Ok(inside)
    }

    /// One or more things in parentheses.
    pub(crate) fn list_in_parentheses<T>(&mut self, read: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect(TokenKind::Open, "`(`")?;
        let list = self.list(read)?;
        self.expect(TokenKind::Close, "`,` or `)`")?;
        Ok(list)
    }

    /// One or more things with commas between them.
    pub(crate) fn list<T>(&mut self, read: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut list = vec![read(self)?];
        while self.accept(TokenKind::Comma) {
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// Something that can be assigned.
    pub(crate) fn place(&mut self) -> Parsed<RawPlace> {
        let name = self.name("a variable")?;
        let subscripts = match self.kind() {
            TokenKind::Open => Some(self.arguments()?),
            _ => None,
        };
        Ok(RawPlace { name, subscripts, span: self.span_from(name.span) })
    }
}

/// An operator between operands, with how tightly it binds.
fn binary_operator(kind: TokenKind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        TokenKind::Or => (BinaryOp::Or, 1),
        TokenKind::And => (BinaryOp::And, 2),
        TokenKind::Relation(relation) => (relation, 3),
        TokenKind::Plus => (BinaryOp::Add, 4),
        TokenKind::Minus => (BinaryOp::Subtract, 4),
        TokenKind::Star => (BinaryOp::Multiply, 5),
        TokenKind::Slash => (BinaryOp::Divide, 5),
        _ => return None,
    })
}
