//! Expressions in the texts of types: the lengths of arrays and `typeof`.
//!
//! clang's tree does not hold them. The text is clang's own print of a checked expression, so that only its meaning
//! is to be found; what is rare there is refused by name.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::IntType;

use super::types::{Aligned, Lengths};
use super::{Symbol, Unit};
use crate::tree::{ARITHMETIC, ArithmeticOp, COMPARISONS, Callee, Expr, ExprKind, UnaryOp, operator};
use crate::types::{Float, INT, Type, TypeId};

/// Nesting of these expressions.
const DEEPEST: usize = 100;

impl Unit<'_> {
    /// The value of an expression in the text of a type.
    pub(super) fn written_expr(&mut self, text: &str, span: Span) -> Result<Expr, String> {
        let place = self.written_place(text, span)?;
        let value = self.as_value(place);
        Ok(match self.constant_int(&value) {
            Some(number) => Expr { kind: ExprKind::Int(number), ..value },
            None => value,
        })
    }

    /// The type in `typeof(…)`.
    pub(super) fn type_of_text(
        &mut self,
        text: &str,
        lengths: Lengths,
        span: Span,
    ) -> Result<Aligned, String> {
        match self.parse_type(text, lengths, span) {
            Ok(ty) => Ok(ty),
            Err(_) => Ok((self.written_place(text, span)?.ty, None)),
        }
    }

    fn written_place(&mut self, text: &str, span: Span) -> Result<Expr, String> {
        let mut parser = Parser { unit: self, text, at: 0, span, depth: 0 };
        let expr = parser.conditional()?;
        match parser.token() {
            "" => Ok(expr),
            _ => Err(format!("the expression `{text}` in a type is not supported")),
        }
    }

    /// The value of what may be a place, an array or a function.
    fn as_value(&mut self, expr: Expr) -> Expr {
        let is_place = matches!(
            expr.kind,
            ExprKind::Local(_)
                | ExprKind::Global(_)
                | ExprKind::Deref(_)
                | ExprKind::Member(..)
                | ExprKind::Function(_)
        );
        match self.program.types.get(expr.ty) {
            _ if !is_place => expr,
            Type::Array(..) | Type::Variable(..) | Type::Function(_) => self.decay(expr),
            _ => self.load(expr),
        }
    }

    /// The type of a number after promotion.
    fn promoted(&mut self, ty: TypeId) -> TypeId {
        match self.program.types.integer(ty) {
            Some(int) if int.bits < INT.bits => self.int_type(),
            Some(int) => self.program.types.int(int),
            None => ty,
        }
    }

    /// The type in which two numbers meet.
    fn common(&mut self, left: TypeId, right: TypeId) -> TypeId {
        let types = &self.program.types;
        if let Some(float) = types.float(left).max(types.float(right)) {
            return self.program.types.id(Type::Float(float));
        }
        let (left, right) = (self.promoted(left), self.promoted(right));
        match (self.program.types.integer(left), self.program.types.integer(right)) {
            (Some(first), Some(second)) => {
                let bits = first.bits.max(second.bits);
                let unsigned = |ty: IntType| ty.bits == bits && !ty.signed;
                self.program.types.int(IntType { bits, signed: !unsigned(first) && !unsigned(second) })
            }
            _ => left,
        }
    }
}

struct Parser<'p, 'u, 't> {
    unit: &'p mut Unit<'u>,
    text: &'t str,
    at: usize,
    span: Span,
    depth: usize,
}

/// Binary operators, those that bind most loosely first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

const MARKS: [&str; 13] = ["<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "++", "--"];

impl<'t> Parser<'_, '_, 't> {
    /// The next token; empty at the end.
    fn token(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let rest = &self.text[self.at..];
        let word = rest
            .find(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '.')
            .unwrap_or(rest.len());
        let name = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
        if rest.starts_with(|sign: char| sign.is_ascii_digit()) {
            return &rest[..word];
        }
        if name > 0 {
            return &rest[..name];
        }
        if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            return &rest[..mark.len()];
        }
        &rest[..rest.chars().next().map_or(0, char::len_utf8)]
    }

    fn take(&mut self) -> &'t str {
        let token = self.token();
        self.at += token.len();
        token
    }

    fn eat(&mut self, mark: &str) -> bool {
        let found = self.token() == mark;
        if found {
            self.at += mark.len();
        }
        found
    }

    fn expect(&mut self, mark: &str) -> Result<(), String> {
        if self.eat(mark) { Ok(()) } else { Err(self.refusal()) }
    }

    fn refusal(&self) -> String {
        format!("the expression `{}` in a type is not supported", self.text)
    }

    fn make(&self, kind: ExprKind, ty: TypeId) -> Expr {
        Expr { kind, ty, span: self.span }
    }

    fn value(&mut self, expr: Expr) -> Expr {
        self.unit.as_value(expr)
    }

    fn conditional(&mut self) -> Result<Expr, String> {
        if self.depth > DEEPEST {
            return Err(self.refusal());
        }
        self.depth += 1;
        let condition = self.level(0)?;
        let result = if self.eat("?") {
            let condition = self.value(condition);
            let then = self.conditional()?;
            self.expect(":")?;
            let otherwise = self.conditional()?;
            let (then, otherwise) = (self.value(then), self.value(otherwise));
            let ty = self.unit.common(then.ty, otherwise.ty);
            let (then, otherwise) = (self.unit.convert(then, ty), self.unit.convert(otherwise, ty));
            let [condition, then, otherwise] = [condition, then, otherwise].map(Box::new);
            self.make(ExprKind::Conditional(condition, then, otherwise), ty)
        } else {
            condition
        };
        self.depth -= 1;
        Ok(result)
    }

    fn level(&mut self, level: usize) -> Result<Expr, String> {
        let Some(words) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        while words.contains(&self.token()) {
            let word = self.take();
            let right = self.level(level + 1)?;
            let (first, second) = (self.value(left), self.value(right));
            left = self.binary(word, first, second)?;
        }
        Ok(left)
    }

    fn binary(&mut self, word: &str, left: Expr, right: Expr) -> Result<Expr, String> {
        let int = self.unit.int_type();
        let boxed = |left: Expr, right: Expr| (Box::new(left), Box::new(right));
        if let "&&" | "||" = word {
            let (left, right) = boxed(left, right);
            let kind = if word == "&&" { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
            return Ok(self.make(kind, int));
        }
        let pointers = self.unit.is_pointer(left.ty) || self.unit.is_pointer(right.ty);
        if let Some(op) = operator(&COMPARISONS, word) {
            let ty = if pointers { left.ty } else { self.unit.common(left.ty, right.ty) };
            let (left, right) = boxed(self.unit.convert(left, ty), self.unit.convert(right, ty));
            return Ok(self.make(ExprKind::Compare(op, left, right), int));
        }
        let op = operator(&ARITHMETIC, word).ok_or_else(|| self.refusal())?;
        if pointers {
            let long = |unit: &mut Unit<'_>| unit.program.types.int(crate::types::LONG);
            return Ok(self.unit.pointer_arithmetic(op, left, right, long, self.span));
        }
        let shifts = matches!(op, ArithmeticOp::ShiftLeft | ArithmeticOp::ShiftRight);
        let ty = if shifts { self.unit.promoted(left.ty) } else { self.unit.common(left.ty, right.ty) };
        let left = self.unit.convert(left, ty);
        let right = if shifts { right } else { self.unit.convert(right, ty) };
        let (left, right) = boxed(left, right);
        Ok(self.make(ExprKind::Arithmetic(op, left, right), ty))
    }

    fn unary(&mut self) -> Result<Expr, String> {
        if self.depth > DEEPEST {
            return Err(self.refusal());
        }
        self.depth += 1;
        let result = self.unary_here();
        self.depth -= 1;
        result
    }

    fn unary_here(&mut self) -> Result<Expr, String> {
        let op = match self.token() {
            "*" => {
                self.take();
                let pointer = self.operand()?;
                return Ok(self.unit.deref(pointer));
            }
            "&" => {
                self.take();
                let place = self.unary()?;
                return Ok(self.unit.address_of(place));
            }
            word @ ("++" | "--") => {
                self.take();
                let place = self.unary()?;
                let (ty, down) = (place.ty, word == "--");
                return Ok(self.make(ExprKind::Step { place: Box::new(place), down, postfix: false }, ty));
            }
            "+" => None,
            "-" => Some(UnaryOp::Negate),
            "~" => Some(UnaryOp::Complement),
            "!" => Some(UnaryOp::Not),
            "sizeof" => return self.size(),
            "(" => {
                let start = self.at;
                if let Some(ty) = self.type_name() {
                    let operand = self.operand()?;
                    return Ok(self.unit.convert(operand, ty));
                }
                self.at = start;
                return self.postfix();
            }
            _ => return self.postfix(),
        };
        self.take();
        let operand = self.operand()?;
        if op == Some(UnaryOp::Not) {
            let ty = self.unit.int_type();
            return Ok(self.make(ExprKind::Unary(UnaryOp::Not, Box::new(operand)), ty));
        }
        let ty = self.unit.promoted(operand.ty);
        let operand = self.unit.convert(operand, ty);
        Ok(match op {
            Some(op) => self.make(ExprKind::Unary(op, Box::new(operand)), ty),
            None => operand,
        })
    }

    /// The value of what an operator stands before.
    fn operand(&mut self) -> Result<Expr, String> {
        let operand = self.unary()?;
        Ok(self.value(operand))
    }

    /// A type in parentheses, if that is what comes next.
    fn type_name(&mut self) -> Option<TypeId> {
        let start = self.at;
        let inside = self.parenthesised()?;
        let known = self.unit.parse_type(inside, Lengths::Recall, self.span).ok();
        if known.is_none() {
            self.at = start;
        }
        known.map(|(ty, _)| ty)
    }

    /// The text in the parentheses that come next.
    fn parenthesised(&mut self) -> Option<&'t str> {
        if !self.eat("(") {
            return None;
        }
        let start = self.at;
        let mut depth = 1;
        while depth > 0 {
            match self.take() {
                "(" => depth += 1,
                ")" => depth -= 1,
                "" => return None,
                _ => {}
            }
        }
        Some(self.text[start..self.at - 1].trim())
    }

    fn size(&mut self) -> Result<Expr, String> {
        self.take();
        let ty = match self.type_name() {
            Some(ty) => ty,
            None => self.unary()?.ty,
        };
        Ok(self.unit.size_of(ty, self.span))
    }

    fn postfix(&mut self) -> Result<Expr, String> {
        let expr = self.primary()?;
        self.suffixes(expr)
    }

    fn suffixes(&mut self, mut expr: Expr) -> Result<Expr, String> {
        loop {
            match self.token() {
                "[" => {
                    self.take();
                    let index = self.conditional()?;
                    self.expect("]")?;
                    let (pointer, index) = (self.value(expr), self.value(index));
                    let place = self.unit.displace(pointer, index, false, self.span);
                    expr = self.unit.deref(place);
                }
                "." | "->" => {
                    let arrow = self.take() == "->";
                    let name = self.take();
                    let base = if arrow {
                        let pointer = self.value(expr);
                        self.unit.deref(pointer)
                    } else {
                        expr
                    };
                    expr = self.member(base, name)?;
                }
                "(" => {
                    self.take();
                    expr = self.call(expr)?;
                }
                word @ ("++" | "--") => {
                    self.take();
                    let (ty, down) = (expr.ty, word == "--");
                    expr = self.make(ExprKind::Step { place: Box::new(expr), down, postfix: true }, ty);
                }
                _ => return Ok(expr),
            }
        }
    }

    fn call(&mut self, callee: Expr) -> Result<Expr, String> {
        let mut arguments = Vec::new();
        while !self.eat(")") {
            let argument = self.conditional()?;
            arguments.push(self.value(argument));
            if !self.eat(",") && self.token() != ")" {
                return Err(self.refusal());
            }
        }
        let ExprKind::Function(id) = callee.kind else { return Err(self.refusal()) };
        let function = self.unit.program.types.function(callee.ty).cloned().ok_or_else(|| self.refusal())?;
        let arguments = arguments
            .into_iter()
            .enumerate()
            .map(|(at, argument)| match function.parameters.get(at) {
                Some(&ty) => self.unit.convert(argument, ty),
                None => argument,
            })
            .collect();
        Ok(self.make(ExprKind::Call(Callee::Function(id), arguments), function.result))
    }

    /// A member by its name, perhaps one of a record without a name.
    fn member(&mut self, base: Expr, name: &str) -> Result<Expr, String> {
        let record = self.unit.program.types.record(base.ty).ok_or_else(|| self.refusal())?;
        let fields = self.unit.program.types.records[record].fields.clone().unwrap_or_default();
        if let Some(at) = fields.iter().position(|field| field.name == name) {
            return Ok(self.make(ExprKind::Member(Box::new(base), record, at), fields[at].ty));
        }
        for (at, field) in fields.iter().enumerate().filter(|(_, field)| field.name.is_empty()) {
            let inner = self.make(ExprKind::Member(Box::new(base.clone()), record, at), field.ty);
            if self.unit.program.types.record(field.ty).is_some()
                && let Ok(found) = self.member(inner, name)
            {
                return Ok(found);
            }
        }
        Err(self.refusal())
    }

    fn primary(&mut self) -> Result<Expr, String> {
        let token = self.token();
        if token == "(" {
            self.take();
            let inner = self.conditional()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if token == "'" {
            return self.character();
        }
        self.take();
        if token.starts_with(|sign: char| sign.is_ascii_digit()) {
            return self.number(token);
        }
        if token == "__builtin_offsetof" {
            return self.offset();
        }
        match self.unit.scopes.find_name(token).cloned() {
            Some(Symbol::Typedef(..)) | None => Err(self.refusal()),
            Some(symbol) => Ok(self.unit.symbol(&symbol, self.span)),
        }
    }

    fn number(&mut self, token: &str) -> Result<Expr, String> {
        let digits = token.trim_end_matches(['u', 'U', 'l', 'L']);
        if let Ok(value) = digits.parse::<IBig>() {
            let suffix = token[digits.len()..].to_ascii_lowercase();
            let long = suffix.contains('l') || value > INT.limits().1;
            let bits = if long { 64 } else { 32 };
            let ty = self.unit.program.types.int(IntType { bits, signed: !suffix.contains('u') });
            return Ok(self.make(ExprKind::Int(value), ty));
        }
        let value = token.trim_end_matches(['f', 'F', 'l', 'L']).parse().map_err(|_| self.refusal())?;
        let float = if token.ends_with(['f', 'F']) { Float::Single } else { Float::Double };
        let ty = self.unit.program.types.id(Type::Float(float));
        Ok(self.make(ExprKind::Real(value), ty))
    }

    /// `'a'`; escapes are refused.
    fn character(&mut self) -> Result<Expr, String> {
        let rest = &self.text[self.at + 1..];
        let mut signs = rest.chars();
        match (signs.next(), signs.next()) {
            (Some(sign), Some('\'')) if sign.is_ascii() && sign != '\\' => {
                self.at += 3;
                let ty = self.unit.int_type();
                Ok(self.make(ExprKind::Int(IBig::from(sign as u32)), ty))
            }
            _ => Err(self.refusal()),
        }
    }

    /// `__builtin_offsetof(type, member[index].member)`
    fn offset(&mut self) -> Result<Expr, String> {
        let inside = self.parenthesised().ok_or_else(|| self.refusal())?;
        let (ty, designator) = inside.split_once(',').ok_or_else(|| self.refusal())?;
        let ty = self.unit.parse_type(ty, Lengths::Recall, self.span)?.0;
        let pointer = self.unit.program.types.pointer(ty);
        let null = self.make(ExprKind::Int(IBig::ZERO), pointer);
        let record = self.unit.deref(null);
        let mut parser =
            Parser { unit: self.unit, text: designator, at: 0, span: self.span, depth: self.depth };
        let name = parser.take();
        let first = parser.member(record, name)?;
        let place = parser.suffixes(first)?;
        if !parser.token().is_empty() {
            return Err(parser.refusal());
        }
        let address = self.unit.address_of(place);
        Ok(self.unit.as_size(address))
    }
}
