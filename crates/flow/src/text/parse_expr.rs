//! Expressions, by precedence climbing over the levels that also govern printing.
//!
//! Recursion is bounded by the nesting allowed; the trees made are bounded too, since a long sum nests to the
//! left.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_syntax::{BinaryOp, Bound, DEEPEST_NESTING, Intrinsic, RealType, Type, UnaryOp};

use super::ast::{Node, NodeKind, SelectorNode, StepNode, TypeNode};
use super::lexer::TokenKind;
use super::parser::{LineParser, Parsed};
use super::words::is_reserved;
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
        self.nested(|parser| parser.operation(least))
    }

    /// Reads something that may hold more of its kind.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= DEEPEST_CALLS {
            let span = self.here();
            return self.error(span, TOO_DEEP);
        }
        self.nesting += 1;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || read(self));
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
    pub fn node(&mut self, kind: NodeKind, span: Span, parts: usize) -> Parsed<Node> {
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
        let is_number = matches!(self.peek(), Some(TokenKind::Number(_) | TokenKind::Real(..)));
        let operand = self.expr(Level::Power)?;
        let (span, depth) = (start.to(operand.span), operand.depth);
        match operand.kind {
            // A minus before a number belongs to it, but `-2 ** n` is the negated power.
            NodeKind::Int(value) if is_number => self.node(NodeKind::Int(-value), span, 0),
            NodeKind::Real(value, ty) if is_number => self.node(NodeKind::Real(-value, ty), span, 0),
            _ => self.node(NodeKind::Unary(UnaryOp::Negate, Box::new(operand)), span, depth),
        }
    }

    fn primary(&mut self) -> Parsed<Node> {
        let start = self.here();
        match self.peek() {
            Some(TokenKind::Mark("(")) => self.brackets(),
            Some(TokenKind::Mark("&")) => self.address(),
            Some(TokenKind::Mark("*")) => self.fetch(),
            Some(TokenKind::Word(word)) if is_reserved(word) => self.reserved(),
            Some(TokenKind::Word(_) | TokenKind::Name(_)) => self.place(),
            Some(TokenKind::Number(_) | TokenKind::Text(_) | TokenKind::Real(..) | TokenKind::Letters(_)) => {
                let kind = match self.next().map(|token| token.kind) {
                    Some(TokenKind::Number(value)) => NodeKind::Int(value),
                    Some(TokenKind::Text(name)) => NodeKind::Symbol(name),
                    Some(TokenKind::Real(value, ty)) => NodeKind::Real(value, ty),
                    Some(TokenKind::Letters(bytes)) => NodeKind::Text(bytes),
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
            let ty = Box::new(self.type_node()?);
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
            return self.conversion(ty, start);
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
            "text_length" | "has_storage" | "same_storage" => self.question(&word),
            "rational" => self.quotient(),
            "aligned" | "bits_at" | "component_of" | "converted" | "displaced" | "distance_of"
            | "wrapped" => self.memory_function(&word),
            "absent" => {
                self.next();
                self.node(NodeKind::Absent, start, 0)
            }
            "all" => self.quantified(true),
            "some" => self.quantified(false),
            "old" => {
                self.next();
                self.want_mark("(")?;
                let operand = self.whole_expr()?;
                self.want_mark(")")?;
                let depth = operand.depth;
                self.node(NodeKind::Old(Box::new(operand)), self.since(start), depth)
            }
            "result" => {
                self.next();
                self.node(NodeKind::Result, start, 0)
            }
            _ => self.function(&word),
        }
    }

    /// `all(i = low to high: body)`
    fn quantified(&mut self, all: bool) -> Parsed<Node> {
        let start = self.here();
        self.next();
        self.want_mark("(")?;
        let variable = self.name("the variable of a quantifier")?;
        self.want_mark("=")?;
        let low = self.whole_expr()?;
        if !self.take_word("to") {
            return self.expected("`to`");
        }
        let high = self.whole_expr()?;
        self.want_mark(":")?;
        let body = self.whole_expr()?;
        self.want_mark(")")?;
        let depth = low.depth.max(high.depth).max(body.depth);
        let parts = Box::new([low, high, body]);
        self.node(NodeKind::Quantified { all, variable, parts }, self.since(start), depth)
    }

    /// A type used as a function; with two arguments a complex number, with the name of a graph its procedure.
    fn conversion(&mut self, ty: Type, start: Span) -> Parsed<Node> {
        self.want_mark("(")?;
        if ty == Type::Procedure {
            let name = self.name("the name of a graph")?;
            self.want_mark(")")?;
            return self.node(NodeKind::Procedure(name), self.since(start), 0);
        }
        let operand = self.whole_expr()?;
        let mut depth = operand.depth;
        let kind = if matches!(ty, Type::Complex(RealType::Single)) && self.take_mark(",") {
            let imaginary = self.whole_expr()?;
            depth = depth.max(imaginary.depth);
            NodeKind::Complex(Box::new(operand), Box::new(imaginary))
        } else {
            NodeKind::Convert(Box::new(TypeNode::plain(ty, start)), Box::new(operand))
        };
        self.want_mark(")")?;
        self.node(kind, self.since(start), depth)
    }

    /// `lbound(a)`, or `lbound(a, 2)` for the second dimension.
    fn bound(&mut self, bound: Bound) -> Parsed<Node> {
        let start = self.here();
        self.next();
        self.want_mark("(")?;
        let array = self.place()?;
        let dimension =
            if self.take_mark(",") { Some(self.small_number("the number of a dimension")?) } else { None };
        self.want_mark(")")?;
        let depth = array.depth;
        self.node(NodeKind::BoundOf(bound, Box::new(array), dimension), self.since(start), depth)
    }

    /// A question about places.
    fn question(&mut self, word: &str) -> Parsed<Node> {
        let start = self.here();
        self.next();
        self.want_mark("(")?;
        let first = self.place()?;
        let mut depth = first.depth;
        let kind = match word {
            "text_length" => NodeKind::LengthOf(Box::new(first)),
            "has_storage" => NodeKind::HasStorage(Box::new(first)),
            _ => {
                self.want_mark(",")?;
                let second = self.place()?;
                depth = depth.max(second.depth);
                NodeKind::SameStorage(Box::new(first), Box::new(second))
            }
        };
        self.want_mark(")")?;
        self.node(kind, self.since(start), depth)
    }

    /// `rational(p, q)`: a real number without end.
    fn quotient(&mut self) -> Parsed<Node> {
        let start = self.here();
        self.next();
        self.want_mark("(")?;
        let negative = self.take_mark("-");
        let above = self.number()?;
        self.want_mark(",")?;
        let below = self.number()?;
        self.want_mark(")")?;
        if below == IBig::ZERO {
            return self.error(self.since(start), "nothing is divided by zero");
        }
        let above = if negative { -above } else { above };
        let value = RBig::from(above) / RBig::from(below);
        self.node(NodeKind::Real(value, RealType::Single), self.since(start), 0)
    }

    fn number(&mut self) -> Parsed<IBig> {
        match self.peek() {
            Some(TokenKind::Number(number)) => {
                let number = number.clone();
                self.next();
                Ok(number)
            }
            _ => self.expected("a number"),
        }
    }

    fn function(&mut self, word: &str) -> Parsed<Node> {
        let start = self.here();
        let Some(function) = Intrinsic::named(word) else {
            if word == "call" {
                return self.error(start, "a call is a step of its own: `x := call P(…)`");
            }
            return self.expected("an expression");
        };
        self.next();
        self.want_mark("(")?;
        let arguments = self.list(Self::whole_expr)?;
        self.want_mark(")")?;
        let count = function.signature().count;
        if !count.contains(&arguments.len()) {
            let least = count.start();
            let span = self.since(start);
            return self.error(
                span,
                format!("`{word}` takes {least} argument{}", if *least == 1 { "" } else { "s" }),
            );
        }
        let depth = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0);
        self.node(NodeKind::Intrinsic(function, arguments), self.since(start), depth)
    }

    /// A variable with the steps to a part of it.
    pub fn place(&mut self) -> Parsed<Node> {
        let name = self.name("a variable")?;
        let start = name.span;
        let (mut steps, mut depth) = (Vec::new(), 0);
        loop {
            if self.take_mark("(") {
                let selectors = self.list(Self::selector)?;
                self.want_mark(")")?;
                depth = selectors.iter().map(selector_depth).fold(depth, usize::max);
                steps.push(StepNode::Brackets(selectors));
            } else if self.take_mark("%") {
                if self.take_mark("(") {
                    let range = self.selector()?;
                    self.want_mark(")")?;
                    depth = depth.max(selector_depth(&range));
                    steps.push(StepNode::Characters(Box::new(range)));
                    continue;
                }
                steps.push(StepNode::Component(self.numbered("the name of a component")?));
            } else {
                return self.node(NodeKind::Place(name, steps), self.since(start), depth);
            }
        }
    }

    /// A subscript, or a range `from:to:by` any part of which may be missing.
    fn selector(&mut self) -> Parsed<SelectorNode> {
        let from = self.range_part()?;
        if !self.take_mark(":") {
            return match from {
                Some(subscript) => Ok(SelectorNode::Subscript(subscript)),
                None => self.expected("an expression"),
            };
        }
        let to = self.range_part()?;
        let by = if self.take_mark(":") { Some(self.whole_expr()?) } else { None };
        Ok(SelectorNode::Range(from, to, by))
    }

    fn range_part(&mut self) -> Parsed<Option<Node>> {
        if self.is_mark(":") || self.is_mark(",") || self.is_mark(")") {
            return Ok(None);
        }
        self.whole_expr().map(Some)
    }
}

fn selector_depth(selector: &SelectorNode) -> usize {
    match selector {
        SelectorNode::Subscript(subscript) => subscript.depth,
        SelectorNode::Range(from, to, by) => {
            [from, to, by].into_iter().flatten().map(|part| part.depth).max().unwrap_or(0)
        }
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
        "//" => BinaryOp::Concatenate,
        "=" => BinaryOp::Equal,
        "<>" => BinaryOp::NotEqual,
        "<" => BinaryOp::Less,
        "<=" => BinaryOp::LessEqual,
        ">" => BinaryOp::Greater,
        ">=" => BinaryOp::GreaterEqual,
        "and" | "&" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "implies" | "->" => BinaryOp::Implies,
        _ => return None,
    })
}
