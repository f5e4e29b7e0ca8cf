//! Expressions, by precedence climbing over the levels that also govern printing. They get their types, and the
//! conversions that stand for themselves, while they are read.
//!
//! Recursion is bounded by the nesting allowed; the trees made are bounded too, since a long sum nests to the
//! left.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_syntax::{
    BinaryOp, Bound, DEEPEST_NESTING, Expr, ExprKind, Intrinsic, Memory, Place, ProcId, RealType,
    Specification, Type, UnaryOp,
};

use super::lexer::TokenKind;
use super::reader::{Name, Parsed, Reader};
use super::spellings::operator_named;
use super::words::{EXPRESSION_WORDS, is_reserved, type_named, type_word};
use crate::operands::depth;
use crate::render::{Level, operator_levels};
use crate::typing::suits::{binary_suits, intrinsic_suits, is_integer, unary_suits};
use crate::typing::{
    INT, TEXT, as_logical, as_number, binary_operands, binary_type, coerce, converts, intrinsic_argument,
    intrinsic_type, same_apart_from_bounds, specified, unary_operand,
};

/// The deepest tree: what a syntax tree may have, and the few levels that lowering adds for a loop's test.
const DEEPEST_TREE: usize = DEEPEST_NESTING + 4;

/// Every level of a tree may stand in brackets, and those are read by a further call.
const DEEPEST_CALLS: usize = 2 * DEEPEST_TREE + 2;

const TOO_DEEP: &str = "this expression is nested too deeply";

const ELEMENT_WANTED: &str = "an array stands alone only as an argument; here one of its elements is needed";

/// An expression that has been read, before it is known what it is for.
#[derive(Debug)]
pub(super) struct Node {
    pub what: What,
    pub span: Span,
    /// Levels of nodes in it, itself included: what is limited, so that recursion over it is safe.
    pub depth: usize,
    /// Whether it stands in brackets of its own.
    pub bracketed: bool,
}

/// What an expression is.
#[derive(Debug)]
pub(super) enum What {
    Value(Expr),
    /// A place with its type; of a whole variable that may be an array.
    Place(Place, Type),
    /// No argument.
    Absent,
    /// Something that has been reported.
    Broken,
}

/// What an expression is and its type; nothing if something about it has been reported.
pub(super) type Typed = Option<(ExprKind, Type)>;

/// What stands for an expression that has been reported.
fn stand_in(ty: &Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Bool(false), ty: ty.clone(), span }
}

impl Reader<'_> {
    /// An expression in a place that ends it.
    pub fn whole_expr(&mut self) -> Parsed<Node> {
        self.expr(Level::Implication)
    }

    /// A scalar expression of any type.
    pub fn any_expr(&mut self) -> Parsed<Expr> {
        let node = self.whole_expr()?;
        let span = node.span;
        Ok(self.whole_value(node).unwrap_or_else(|| stand_in(&INT, span)))
    }

    /// An expression converted to a type.
    pub fn expr_of(&mut self, ty: &Type) -> Parsed<Expr> {
        let node = self.whole_expr()?;
        Ok(self.value_of(node, ty))
    }

    /// The value of an expression converted to a type.
    pub fn value_of(&mut self, node: Node, ty: &Type) -> Expr {
        let span = node.span;
        let value = self.whole_value(node);
        value.map_or_else(|| stand_in(ty, span), |value| self.converted(value, ty))
    }

    pub fn condition(&mut self) -> Parsed<Expr> {
        self.expr_of(&Type::Logical)
    }

    /// A bound, a length or a number of a unit.
    pub fn whole_integer(&mut self) -> Parsed<Expr> {
        let node = self.whole_expr()?;
        let span = node.span;
        let value = self.whole_value(node);
        Ok(self.integer(value, span))
    }

    /// A subscript within an expression; the depth is that of the deepest one so far.
    pub fn subscript(&mut self, deepest: &mut usize) -> Parsed<Expr> {
        let node = self.whole_expr()?;
        *deepest = node.depth.max(*deepest);
        let span = node.span;
        let value = self.value(node);
        Ok(self.integer(value, span))
    }

    /// The value of an expression; the tree with its conversions is within the depth allowed.
    pub fn whole_value(&mut self, node: Node) -> Option<Expr> {
        // An operand may be converted twice: a truth value to an integer, that to a real number.
        let may_be_deep = 3 * node.depth > DEEPEST_TREE;
        let span = node.span;
        let expr = self.value(node)?;
        if may_be_deep && depth(&expr) > DEEPEST_TREE {
            return self.report(span, "this expression with its conversions is nested too deeply");
        }
        Some(expr)
    }

    /// The value of a part of an expression.
    pub fn value(&mut self, node: Node) -> Option<Expr> {
        match node.what {
            What::Value(expr) => Some(expr),
            What::Place(_, ty) if ty.is_array() => self.report(node.span, ELEMENT_WANTED),
            What::Place(place, ty) => Some(Expr { kind: ExprKind::Load(place), ty, span: node.span }),
            What::Absent => self.report(node.span, "`absent` stands only for an argument"),
            What::Broken => None,
        }
    }

    fn integer(&mut self, value: Option<Expr>, span: Span) -> Expr {
        let value = value.map(as_number);
        if let Some(other) = value.as_ref().filter(|value| !is_integer(value)) {
            self.complain(span, format!("an integer is needed here, not {}", described(&other.ty)));
        }
        value.filter(is_integer).unwrap_or_else(|| stand_in(&INT, span))
    }

    /// The expression as a value of the type, if it can be one.
    pub fn converted(&mut self, expr: Expr, ty: &Type) -> Expr {
        let expr = if *ty == Type::Logical { as_logical(expr) } else { coerce(expr, ty) };
        if !same_apart_from_bounds(&expr.ty, ty) {
            let message = format!("{} is needed here, not {}", described(ty), described(&expr.ty));
            self.complain(expr.span, message);
        }
        expr
    }

    /// An expression whose operators are all of the level or tighter.
    pub fn expr(&mut self, least: Level) -> Parsed<Node> {
        self.nested(|reader| reader.operation(least))
    }

    /// Reads something that may hold more of its kind.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= DEEPEST_CALLS {
            return self.error(self.here(), TOO_DEEP);
        }
        self.nesting += 1;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || read(self));
        self.nesting -= 1;
        result
    }

    fn operation(&mut self, least: Level) -> Parsed<Node> {
        let mut left = self.prefix(least)?;
        let mut compared = false;
        while let Some(operator) = self.operator() {
            let (level, _, right_least) = operator_levels(operator);
            if level < least {
                break;
            }
            if level == Level::Relation && std::mem::replace(&mut compared, true) {
                let message = "relations are not chained; join two of them with `and`";
                return self.error(self.here(), message);
            }
            self.next();
            let right = self.expr(right_least)?;
            let (start, parts) = (left.span, left.depth.max(right.depth));
            let typed = self.binary(operator, left, right);
            left = self.node(start, parts, typed)?;
            compared &= level >= Level::Relation;
        }
        Ok(left)
    }

    /// The operator that comes next, if one does; some marks that mean one have another meaning elsewhere.
    fn operator(&self) -> Option<BinaryOp> {
        match self.peek()? {
            TokenKind::Mark("&") => Some(BinaryOp::And),
            TokenKind::Mark("->") => Some(BinaryOp::Implies),
            TokenKind::Mark(mark) => operator_named(mark),
            _ => None,
        }
    }

    /// A value that begins at a place and has parts of the given depth.
    pub fn node(&mut self, start: Span, parts: usize, typed: Typed) -> Parsed<Node> {
        let span = self.since(start);
        let what = typed.map_or(What::Broken, |(kind, ty)| What::Value(Expr { kind, ty, span }));
        self.made(start, parts, what)
    }

    /// Something that begins at a place and has parts of the given depth.
    pub fn made(&mut self, start: Span, parts: usize, what: What) -> Parsed<Node> {
        let span = self.since(start);
        if parts >= DEEPEST_TREE {
            return self.error(span, TOO_DEEP);
        }
        Ok(Node { what, span, depth: parts + 1, bracketed: false })
    }

    fn prefix(&mut self, least: Level) -> Parsed<Node> {
        let start = self.here();
        if self.is_mark("not") {
            if least > Level::Negation {
                return self.error(start, "`not` stands in brackets here");
            }
            self.next();
            let operand = self.expr(Level::Negation)?;
            return self.unary(UnaryOp::Not, operand, start);
        }
        if !self.take_mark("-") {
            return self.primary();
        }
        let is_number = matches!(self.peek(), Some(TokenKind::Number(_) | TokenKind::Real(..)));
        let mut operand = self.expr(Level::Power)?;
        let span = self.since(start);
        // A minus before a number belongs to it, but `-2 ** n` is the negated power.
        match &mut operand.what {
            What::Value(Expr { kind: ExprKind::Int(value), span: place, .. }) if is_number => {
                (*value, *place) = (-&*value, span);
            }
            What::Value(Expr { kind: ExprKind::Real(value), span: place, .. }) if is_number => {
                (*value, *place) = (-&*value, span);
            }
            _ => return self.unary(UnaryOp::Negate, operand, start),
        }
        Ok(Node { span, ..operand })
    }

    fn unary(&mut self, operator: UnaryOp, operand: Node, start: Span) -> Parsed<Node> {
        let (parts, span) = (operand.depth, self.since(start));
        let operand = self.value(operand).map(|operand| unary_operand(operator, operand));
        let typed = operand.and_then(|operand| {
            if !unary_suits(operator, &operand) {
                return self.unsuited(&[operand], span);
            }
            let ty = operand.ty.clone();
            Some((ExprKind::Unary(operator, Box::new(operand)), ty))
        });
        self.node(start, parts, typed)
    }

    fn binary(&mut self, operator: BinaryOp, left: Node, right: Node) -> Typed {
        let span = self.since(left.span);
        let (left, right) = (self.value(left), self.value(right));
        let (left, right) = binary_operands(operator, left?, right?);
        if !binary_suits(operator, &left, &right) {
            return self.unsuited(&[left, right], span);
        }
        let ty = binary_type(operator, &left.ty, &right.ty);
        Some((ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty))
    }

    fn primary(&mut self) -> Parsed<Node> {
        let start = self.here();
        let constant = match self.peek() {
            Some(TokenKind::Mark("(")) => return self.brackets(),
            Some(TokenKind::Mark("&")) => return self.address(),
            Some(TokenKind::Mark("*")) => return self.fetch(),
            Some(TokenKind::Word(word)) if is_reserved(word) => return self.reserved(word),
            Some(TokenKind::Word(_) | TokenKind::Name(_)) => return self.place(),
            Some(TokenKind::Number(value)) => (ExprKind::Int(value.clone()), INT),
            Some(TokenKind::Text(name)) => (ExprKind::Symbol(name.clone()), INT),
            Some(TokenKind::Real(value, ty)) => (ExprKind::Real(value.clone()), Type::Real(*ty)),
            Some(TokenKind::Letters(bytes)) => (ExprKind::Text(bytes.clone()), TEXT),
            _ => return self.expected("an expression"),
        };
        self.next();
        self.node(start, 0, Some(constant))
    }

    /// An expression in brackets; `(expression: type)` gives it another type.
    fn brackets(&mut self) -> Parsed<Node> {
        let start = self.here();
        let (mut node, ty) = self.in_brackets(|reader| {
            let node = reader.whole_expr()?;
            let ty = if reader.take_mark(":") { Some(reader.ty()?) } else { None };
            Ok((node, ty))
        })?;
        (node.span, node.bracketed) = (self.since(start), true);
        if let Some(ty) = ty {
            let Node { span, depth, bracketed, .. } = node;
            let value = self.value(node).and_then(|inner| self.ascribed(ty, inner, span));
            node = Node { what: value.map_or(What::Broken, What::Value), span, depth, bracketed };
        }
        if let What::Value(expr) = &mut node.what {
            expr.span = node.span;
        }
        Ok(node)
    }

    /// Gives a constant, a symbol or the result of an operation another type.
    fn ascribed(&mut self, ty: Type, expr: Expr, span: Span) -> Option<Expr> {
        let allowed = match &expr.kind {
            ExprKind::Symbol(_) => !ty.is_array() && !matches!(ty, Type::Procedure | Type::Handle(_)),
            ExprKind::Memory(memory) if matches!(**memory, Memory::Fetch { .. }) => ty.is_simple(),
            ExprKind::Load(_) | ExprKind::Convert(_) | ExprKind::Call(..) | ExprKind::Specification(_) => {
                false
            }
            ExprKind::Real(_) => matches!(ty, Type::Real(_)),
            ExprKind::Intrinsic(Intrinsic::Nearest, arguments) if arguments[0].ty == ty => true,
            _ => matches!(
                (&expr.ty, &ty),
                (Type::Int(_), Type::Int(_))
                    | (Type::Logical, Type::Logical)
                    | (Type::Pointer(_), Type::Pointer(_))
                    | (Type::Text(_), Type::Text(_))
            ),
        };
        if allowed {
            return Some(Expr { ty, ..expr });
        }
        self.report(span, "this has a type of its own; to convert it write the type before the brackets")
    }

    /// Truth values, functions, and types used as functions.
    fn reserved(&mut self, word: &str) -> Parsed<Node> {
        let start = self.here();
        let function = Intrinsic::named(word);
        let known = function.is_some() || type_named(word).is_some() || EXPRESSION_WORDS.contains(&word);
        if !known {
            if word == "call" {
                return self.error(start, "a call is a step of its own: `x := call P(…)`");
            }
            return self.expected("an expression");
        }
        self.next();
        match word {
            "true" | "false" => self.node(start, 0, Some((ExprKind::Bool(word == "true"), Type::Logical))),
            "absent" => self.made(start, 0, What::Absent),
            "result" => {
                let typed = match self.scope.returns.clone() {
                    Some(ty) => Some(specification(Specification::Result, ty)),
                    None => self.report(start, NO_RETURNED_TYPE),
                };
                self.node(start, 0, typed)
            }
            "old" => {
                let operand = self.in_brackets(Self::whole_expr)?;
                let parts = operand.depth;
                let typed = self.value(operand).map(|operand| {
                    let ty = operand.ty.clone();
                    specification(Specification::Old(operand), ty)
                });
                self.node(start, parts, typed)
            }
            "all" | "some" => self.quantified(word == "all", start),
            "lbound" => self.bound_of(Bound::Low, start),
            "hbound" => self.bound_of(Bound::High, start),
            "text_length" | "has_storage" | "is_present" | "same_storage" => self.question(word, start),
            "rational" => self.quotient(start),
            "converted" | "wrapped" => self.type_function(word, start),
            "aligned" | "bits_at" | "component_of" | "displaced" | "distance_of" => {
                self.memory_function(word, start)
            }
            _ => match (function, type_named(word)) {
                (Some(function), _) => self.function(word, function, start),
                (None, ty) => self.conversion(ty.unwrap_or(INT), start),
            },
        }
    }

    /// `all(i = low to high: body)`
    fn quantified(&mut self, all: bool, start: Span) -> Parsed<Node> {
        let (variable, parts) = self.in_brackets(|reader| {
            let name = reader.name("the variable of a quantifier")?;
            reader.want_mark("=")?;
            let low = reader.whole_expr()?;
            reader.want_word("to")?;
            let high = reader.whole_expr()?;
            reader.want_mark(":")?;
            let variable = reader.bound_variable(name);
            Ok((variable, [low, high, reader.whole_expr()?]))
        })?;
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
        let [low, high, body] = parts.map(|part| self.value(part));
        let typed = low.zip(high).zip(body).zip(variable).map(|(((low, high), body), variable)| {
            let quantified = Specification::Quantified { all, variable, low, high, body };
            specification(specified(quantified), Type::Logical)
        });
        self.node(start, depth, typed)
    }

    /// A type used as a function; with two arguments a complex number, with the name of a graph its procedure.
    fn conversion(&mut self, ty: Type, start: Span) -> Parsed<Node> {
        if ty == Type::Procedure {
            let name = self.in_brackets(|reader| reader.name("the name of a graph"))?;
            let typed = self.graph(&name).map(|graph| (ExprKind::Procedure(graph), Type::Procedure));
            return self.node(start, 0, typed);
        }
        let (operand, imaginary) = self.in_brackets(|reader| {
            let operand = reader.whole_expr()?;
            let two = ty == Type::Complex(RealType::Single) && reader.take_mark(",");
            Ok((operand, if two { Some(reader.whole_expr()?) } else { None }))
        })?;
        let Some(imaginary) = imaginary else { return self.conversion_of(operand, ty, start) };
        let parts = operand.depth.max(imaginary.depth);
        let (real, imaginary) = (self.value(operand), self.value(imaginary));
        let typed = real.zip(imaginary).map(|(real, imaginary)| self.complex(real, imaginary));
        self.node(start, parts, typed)
    }

    fn conversion_of(&mut self, operand: Node, ty: Type, start: Span) -> Parsed<Node> {
        let (parts, span) = (operand.depth, self.since(start));
        let typed = self.value(operand).and_then(|operand| {
            if converts(&operand.ty, &ty) || same_apart_from_bounds(&operand.ty, &ty) {
                return Some((ExprKind::Convert(Box::new(operand)), ty));
            }
            let (from, to) = (described(&operand.ty), described(&ty));
            self.report(span, format!("there is no conversion from {from} to {to}"))
        });
        self.node(start, parts, typed)
    }

    /// `converted(e: type)`, `wrapped(e: type)`
    fn type_function(&mut self, word: &str, start: Span) -> Parsed<Node> {
        let (operand, ty) = self.in_brackets(|reader| {
            let operand = reader.whole_expr()?;
            reader.want_mark(":")?;
            Ok((operand, reader.ty()?))
        })?;
        if word == "converted" {
            return self.conversion_of(operand, ty, start);
        }
        let (parts, span) = (operand.depth, self.since(start));
        let discrete = |ty: &Type| matches!(ty, Type::Int(_) | Type::Pointer(_));
        let typed = self.value(operand).and_then(|operand| {
            if !discrete(&operand.ty) || !discrete(&ty) {
                return self.unsuited(&[operand], span);
            }
            Some((ExprKind::Wrap(Box::new(operand)), ty))
        });
        self.node(start, parts, typed)
    }

    /// A complex number; its parts have the wider real type of the two.
    fn complex(&mut self, real: Expr, imaginary: Expr) -> (ExprKind, Type) {
        let (real, imaginary) = (as_number(real), as_number(imaginary));
        let double = Type::Real(RealType::Double);
        let wide = real.ty == double || imaginary.ty == double;
        let ty = if wide { RealType::Double } else { RealType::Single };
        let [real, imaginary] = [real, imaginary].map(|part| Box::new(self.converted(part, &Type::Real(ty))));
        (ExprKind::Complex(real, imaginary), Type::Complex(ty))
    }

    /// `lbound(a)`, or `lbound(a, 2)` for the second dimension.
    fn bound_of(&mut self, bound: Bound, start: Span) -> Parsed<Node> {
        let (array, dimension) = self.in_brackets(|reader| {
            let array = reader.place()?;
            let second = reader.take_mark(",");
            let number = if second { Some(reader.small_number("the number of a dimension")?) } else { None };
            Ok((array, number))
        })?;
        let (parts, span) = (array.depth, array.span);
        let kind = self.located(array).and_then(|(place, ty)| match (dimension, place) {
            _ if !ty.is_array() => self.report(span, "what is no array has no bounds"),
            (None, Place::Variable(variable)) if ty.rank() == 1 => Some(ExprKind::BoundOf(bound, variable)),
            (Some(dimension), place) if (1..=ty.rank()).contains(&(dimension as usize)) => {
                Some(ExprKind::DimensionOf(bound, place, dimension as usize - 1))
            }
            _ => self.report(span, format!("the number of a dimension from 1 to {} is needed", ty.rank())),
        });
        self.node(start, parts, kind.map(|kind| (kind, INT)))
    }

    /// A question about places.
    fn question(&mut self, word: &str, start: Span) -> Parsed<Node> {
        let (first, second) = self.in_brackets(|reader| {
            let first = reader.place()?;
            if word != "same_storage" {
                return Ok((first, None));
            }
            reader.want_mark(",")?;
            Ok((first, Some(reader.place()?)))
        })?;
        let (parts, span) = (first.depth.max(second.as_ref().map_or(0, |second| second.depth)), first.span);
        let first = self.located(first);
        let typed = match (word, second) {
            (_, Some(second)) => first
                .zip(self.located(second))
                .map(|((left, _), (right, _))| (ExprKind::SameStorage(left, right), Type::Logical)),
            ("has_storage", None) => first.map(|(place, _)| (ExprKind::HasStorage(place), Type::Logical)),
            ("is_present", None) => first.and_then(|(place, _)| match place {
                Place::Variable(parameter) => Some((ExprKind::IsPresent(parameter), Type::Logical)),
                _ => self.report(span, "a parameter is needed here"),
            }),
            (_, None) => first.and_then(|(place, ty)| match ty.scalar() {
                Type::Text(_) => Some((ExprKind::LengthOf(place), INT)),
                _ => self.report(span, "what is no text has no length"),
            }),
        };
        self.node(start, parts, typed)
    }

    /// `rational(p, q)`: a real number without end.
    fn quotient(&mut self, start: Span) -> Parsed<Node> {
        let (above, below) = self.in_brackets(|reader| {
            let negative = reader.take_mark("-");
            let above = reader.number()?;
            reader.want_mark(",")?;
            Ok((if negative { -above } else { above }, reader.number()?))
        })?;
        if below == IBig::ZERO {
            return self.error(self.since(start), "nothing is divided by zero");
        }
        let value = RBig::from(above) / RBig::from(below);
        self.node(start, 0, Some((ExprKind::Real(value), Type::Real(RealType::Single))))
    }

    fn number(&mut self) -> Parsed<IBig> {
        let Some(TokenKind::Number(number)) = self.peek() else { return self.expected("a number") };
        self.next();
        Ok(number.clone())
    }

    fn function(&mut self, word: &str, function: Intrinsic, start: Span) -> Parsed<Node> {
        let arguments = self.in_brackets(|reader| reader.list(Self::whole_expr))?;
        let span = self.since(start);
        let count = function.signature().count;
        if !count.contains(&arguments.len()) {
            let least = count.start();
            let plural = if *least == 1 { "" } else { "s" };
            return self.error(span, format!("`{word}` takes {least} argument{plural}"));
        }
        let parts = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0);
        let arguments: Vec<Option<Expr>> = arguments.into_iter().map(|node| self.value(node)).collect();
        let arguments: Option<Vec<Expr>> = arguments
            .into_iter()
            .enumerate()
            .map(|(position, argument)| Some(intrinsic_argument(function, position, argument?)))
            .collect();
        let typed = arguments.and_then(|arguments| {
            if !intrinsic_suits(function, &arguments) {
                return self.unsuited(&arguments, span);
            }
            let ty = intrinsic_type(function, &arguments);
            Some((ExprKind::Intrinsic(function, arguments), ty))
        });
        self.node(start, parts, typed)
    }

    /// The procedure of a graph.
    pub fn graph(&mut self, name: &Name) -> Option<ProcId> {
        match self.file.graphs.get(&name.text) {
            Some(graph) => Some(graph.id),
            None => self.report(name.span, format!("there is no graph `{}` in this file", name.text)),
        }
    }

    fn unsuited<T>(&mut self, operands: &[Expr], span: Span) -> Option<T> {
        let types: Vec<String> = operands.iter().map(|operand| described(&operand.ty)).collect();
        self.report(span, format!("this operation is not for {}", types.join(" and ")))
    }
}

pub(super) const NO_RETURNED_TYPE: &str = "the graph's head says no type of a returned value";

fn specification(specification: Specification, ty: Type) -> (ExprKind, Type) {
    (ExprKind::Specification(Box::new(specification)), ty)
}

/// A type as a message calls it.
fn described(ty: &Type) -> String {
    let array = if ty.is_array() { "array of " } else { "" };
    format!("`{array}{}`", type_word(ty))
}
