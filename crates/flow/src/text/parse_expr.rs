//! Expressions, by precedence climbing over the levels that also govern printing.
//!
//! Recursion is bounded by the nesting allowed; the trees made are bounded too, since a long sum nests to the
//! left.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Bound, DEEPEST_NESTING, UnaryOp};

use super::ast::{Node, NodeKind};
use super::lexer::TokenKind;
use super::parser::{LineParser, Parsed};
use super::words::{intrinsic, is_reserved};
use crate::render::{Level, operator_levels};

/// The deepest tree: what a syntax tree may have, and the few levels that lowering adds for a loop's test.
pub(super) const DEEPEST_TREE: usize = DEEPEST_NESTING + 4;

/// Every level of a tree may stand in brackets, and those are read by a further call.
const DEEPEST_CALLS: usize = 2 * DEEPEST_TREE + 2;

const TOO_DEEP: &str = "this expression is nested too deeply";

impl Node {
    /// A stand-in for what could not be read.
    pub fn broken(span: Span) -> Self {
        Self { kind: NodeKind::Broken, span, depth: 1, bracketed: false }
    }
}

impl LineParser<'_> {
    /// An expression whose operators are all of the level or tighter.
    pub fn expr(&mut self, least: Level) -> Parsed<Node> {
        if self.nesting >= DEEPEST_CALLS {
            let span = self.here();
            return self.error(span, TOO_DEEP);
        }
        self.nesting += 1;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.operation(least));
        self.nesting -= 1;
        result
    }

    fn operation(&mut self, least: Level) -> Parsed<Node> {
        let mut left = self.prefix(least)?;
        let mut compared = false;
        while let Some(operator) = self.peek().and_then(binary_operator) {
            let (level, _, right_least) = operator_levels(operator);
            if level < least {
                break;
            }
            if level == Level::Relation && std::mem::replace(&mut compared, true) {
                let span = self.here();
                return self.error(span, "relations are not chained; join two of them with `and`");
            }
            self.next();
            let right = self.expr(right_least)?;
            let (span, depth) = (left.span.to(right.span), left.depth.max(right.depth));
            left = self.node(NodeKind::Binary(operator, Box::new(left), Box::new(right)), span, depth)?;
            compared &= level >= Level::Relation;
        }
        Ok(left)
    }

    /// A node over parts of the given depth.
    fn node(&mut self, kind: NodeKind, span: Span, parts: usize) -> Parsed<Node> {
        if parts >= DEEPEST_TREE {
            return self.error(span, TOO_DEEP);
        }
        Ok(Node { kind, span, depth: parts + 1, bracketed: false })
    }

    fn prefix(&mut self, least: Level) -> Parsed<Node> {
        let start = self.here();
        if self.is_mark("not") {
            if least > Level::Negation {
                return self.error(start, "`not` stands in brackets here");
            }
            self.next();
            let operand = self.expr(Level::Negation)?;
            let (span, depth) = (start.to(operand.span), operand.depth);
            return self.node(NodeKind::Unary(UnaryOp::Not, Box::new(operand)), span, depth);
        }
        if !self.take_mark("-") {
            return self.primary();
        }
        let is_number = matches!(self.peek(), Some(TokenKind::Number(_)));
        let operand = self.expr(Level::Power)?;
        let (span, depth) = (start.to(operand.span), operand.depth);
        match operand.kind {
            // A minus before a number belongs to it, but `-2 ** n` is the negated power.
            NodeKind::Int(value) if is_number => self.node(NodeKind::Int(-value), span, 0),
            _ => self.node(NodeKind::Unary(UnaryOp::Negate, Box::new(operand)), span, depth),
        }
    }

    fn primary(&mut self) -> Parsed<Node> {
        let start = self.here();
        match self.peek() {
            Some(TokenKind::Mark("(")) => self.brackets(),
            Some(TokenKind::Word(word)) if is_reserved(word) => self.reserved(),
            Some(TokenKind::Word(_) | TokenKind::Name(_)) => self.variable(),
            Some(TokenKind::Number(_) | TokenKind::Text(_)) => {
                let kind = match self.next().map(|token| token.kind) {
                    Some(TokenKind::Number(value)) => NodeKind::Int(value),
                    Some(TokenKind::Text(name)) => NodeKind::Symbol(name),
                    _ => NodeKind::Broken,
                };
                self.node(kind, start, 0)
            }
            _ => self.expected("an expression"),
        }
    }

    fn brackets(&mut self) -> Parsed<Node> {
        let start = self.here();
        self.next();
        let mut inner = self.whole_expr()?;
        if self.take_mark(":") {
            let Some(ty) = self.scalar_type() else { return self.expected("a type") };
            let (span, depth) = (inner.span, inner.depth);
            inner = Node { kind: NodeKind::Ascribe(ty, Box::new(inner)), span, depth, bracketed: false };
        }
        self.want_mark(")")?;
        Ok(Node { span: self.since(start), bracketed: true, ..inner })
    }

    /// Truth values, functions, and types used as functions.
    fn reserved(&mut self) -> Parsed<Node> {
        let start = self.here();
        if let Some(ty) = self.scalar_type() {
            self.want_mark("(")?;
            let operand = self.whole_expr()?;
            self.want_mark(")")?;
            let depth = operand.depth;
            return self.node(NodeKind::Convert(ty, Box::new(operand)), self.since(start), depth);
        }
        let word = match self.peek() {
            Some(TokenKind::Word(word)) => word.clone(),
            _ => return self.expected("an expression"),
        };
        match word.as_str() {
            "true" | "false" => {
                self.next();
                self.node(NodeKind::Bool(word == "true"), start, 0)
            }
            "lbound" => self.bound(Bound::Low),
            "hbound" => self.bound(Bound::High),
            _ => self.function(&word),
        }
    }

    fn bound(&mut self, bound: Bound) -> Parsed<Node> {
        let start = self.here();
        self.next();
        self.want_mark("(")?;
        let array = self.name("the name of an array")?;
        self.want_mark(")")?;
        self.node(NodeKind::BoundOf(bound, array), self.since(start), 0)
    }

    fn function(&mut self, word: &str) -> Parsed<Node> {
        let start = self.here();
        let Some((function, least, most)) = intrinsic(word) else {
            if word == "call" {
                return self.error(start, "a call is a step of its own: `x := call P(…)`");
            }
            return self.expected("an expression");
        };
        self.next();
        self.want_mark("(")?;
        let arguments = self.list(Self::whole_expr)?;
        self.want_mark(")")?;
        if arguments.len() < least || arguments.len() > most {
            let span = self.since(start);
            return self.error(
                span,
                format!("`{word}` takes {least} argument{}", if least == 1 { "" } else { "s" }),
            );
        }
        let depth = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0);
        self.node(NodeKind::Intrinsic(function, arguments), self.since(start), depth)
    }

    fn variable(&mut self) -> Parsed<Node> {
        let name = self.name("a variable")?;
        let start = name.span;
        if !self.take_mark("(") {
            return self.node(NodeKind::Variable(name.text), start, 0);
        }
        let subscript = self.whole_expr()?;
        if self.is_mark(",") {
            let span = self.here();
            return self.error(span, "arrays have one subscript, and a call is a step of its own");
        }
        self.want_mark(")")?;
        let depth = subscript.depth;
        self.node(NodeKind::Element(name, Box::new(subscript)), self.since(start), depth)
    }
}

fn binary_operator(token: &TokenKind) -> Option<BinaryOp> {
    let TokenKind::Mark(mark) = token else { return None };
    Some(match *mark {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Subtract,
        "*" => BinaryOp::Multiply,
        "/" => BinaryOp::Divide,
        "**" => BinaryOp::Power,
        "=" => BinaryOp::Equal,
        "<>" => BinaryOp::NotEqual,
        "<" => BinaryOp::Less,
        "<=" => BinaryOp::LessEqual,
        ">" => BinaryOp::Greater,
        ">=" => BinaryOp::GreaterEqual,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "implies" | "->" => BinaryOp::Implies,
        _ => return None,
    })
}
