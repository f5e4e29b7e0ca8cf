//! Assertions to expressions.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_syntax::{
    BinaryOp, DEEPEST_NESTING, Expr, ExprKind, Intrinsic, RealType, Specification, Type, UnaryOp,
};

use super::Clause;
use super::lexer::{Token, tokens};
use super::terms::{NUMBER, REAL, Terms};
use crate::tree::COMPARISONS;

/// What an operator with two operands is.
#[derive(Clone, Copy)]
enum Operator {
    Of(BinaryOp),
    /// A function of integers.
    Integers(Intrinsic),
}

use Operator::{Integers, Of};

/// Operators with two operands but for comparisons and implications, those that bind most loosely first.
const LEVELS: [&[(&str, Operator)]; 8] = [
    &[("||", Of(BinaryOp::Or))],
    &[("&&", Of(BinaryOp::And))],
    &[("|", Integers(Intrinsic::BitOr))],
    &[("^", Integers(Intrinsic::BitXor))],
    &[("&", Integers(Intrinsic::BitAnd))],
    &[("<<", Integers(Intrinsic::ShiftLeft)), (">>", Integers(Intrinsic::ShiftRight))],
    &[("+", Of(BinaryOp::Add)), ("-", Of(BinaryOp::Subtract))],
    &[("*", Of(BinaryOp::Multiply)), ("/", Of(BinaryOp::Divide)), ("%", Integers(Intrinsic::Remainder))],
];

/// The words that clauses begin with.
const CLAUSES: [(&str, Clause); 7] = [
    ("assert", Clause::Assert),
    ("assume", Clause::Assume),
    ("invariant", Clause::Invariant),
    ("measure", Clause::Measure),
    ("variant", Clause::Measure),
    ("requires", Clause::Requires),
    ("ensures", Clause::Ensures),
];

const EXPECTED: &str = "a clause begins with assert, assume, invariant, measure, requires or ensures";

/// The level of shifts, which are the operands of comparisons.
const SHIFTS: usize = 5;

pub(super) struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    pub(super) terms: Terms<'a>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &str, terms: Terms<'a>) -> Result<Parser<'a>, String> {
        Ok(Parser { tokens: tokens(text)?, at: 0, depth: 0, terms })
    }

    fn sign(&mut self, wanted: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Sign(sign)) if *sign == wanted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        if self.sign(wanted) { Ok(()) } else { Err(format!("'{wanted}' is missing in an assertion")) }
    }

    /// The operator that stands here, if it is one of these.
    fn operator<T: Copy>(&mut self, operators: &[(&str, T)]) -> Option<T> {
        operators.iter().find(|(sign, _)| self.sign(sign)).map(|(_, op)| *op)
    }

    fn word(&mut self) -> Option<String> {
        let Some(Token::Name(name)) = self.tokens.get(self.at) else { return None };
        self.at += 1;
        Some(name.clone())
    }

    /// The word a clause begins with; none at the end.
    pub(super) fn clause(&mut self) -> Result<Option<Clause>, String> {
        if self.at == self.tokens.len() {
            return Ok(None);
        }
        let mut word = self.word().ok_or(EXPECTED)?;
        if word == "loop" {
            word = self.word().unwrap_or_default();
        }
        match CLAUSES.iter().find(|(known, _)| *known == word) {
            Some((_, clause)) => Ok(Some(*clause)),
            None => Err(format!("{word}: {EXPECTED}")),
        }
    }

    pub(super) fn end_of_clause(&mut self) -> Result<(), String> {
        if self.sign(";") { Ok(()) } else { self.end() }
    }

    pub(super) fn end(&self) -> Result<(), String> {
        if self.at == self.tokens.len() { Ok(()) } else { Err(self.unexpected()) }
    }

    fn unexpected(&self) -> String {
        match self.tokens.get(self.at) {
            Some(Token::Name(text) | Token::Number(text) | Token::Symbol(text)) => {
                format!("{text} is not expected here in an assertion")
            }
            Some(Token::Sign(sign)) => format!("'{sign}' is not expected here in an assertion"),
            None => "an assertion ends too early".to_owned(),
        }
    }

    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Result<Expr, String>) -> Result<Expr, String> {
        self.depth += 1;
        if self.depth > DEEPEST_NESTING {
            return Err("an assertion is nested too deeply".to_owned());
        }
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// A condition: quantifiers and implications, which bind least.
    pub(super) fn condition(&mut self) -> Result<Expr, String> {
        self.deeper(|parser| {
            let left = parser.choice()?;
            let Some(op) = parser.operator(&[("==>", BinaryOp::Implies), ("<==>", BinaryOp::Equal)]) else {
                return Ok(left);
            };
            let right = parser.condition()?;
            Ok(parser.terms.binary(op, left, right))
        })
    }

    fn choice(&mut self) -> Result<Expr, String> {
        let condition = self.level(0)?;
        if !self.sign("?") {
            return Ok(condition);
        }
        let yes = self.condition()?;
        self.expect(":")?;
        let no = self.condition()?;
        let condition = self.terms.truth(condition);
        let (yes, no, ty) = self.terms.numbers(yes, no);
        Ok(self.terms.make(ExprKind::Intrinsic(Intrinsic::Choose, vec![yes, no, condition]), ty))
    }

    fn level(&mut self, level: usize) -> Result<Expr, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let below = |parser: &mut Self| match level + 1 {
            SHIFTS => parser.comparisons(),
            next => parser.level(next),
        };
        let mut left = below(self)?;
        while let Some(operator) = self.operator(operators) {
            let right = below(self)?;
            left = match operator {
                Of(op) => self.terms.binary(op, left, right),
                Integers(function) => {
                    let operands = vec![self.terms.integer(left)?, self.terms.integer(right)?];
                    self.terms.make(ExprKind::Intrinsic(function, operands), NUMBER)
                }
            };
        }
        Ok(left)
    }

    /// `a <= b < c` means `a <= b && b < c`.
    fn comparisons(&mut self) -> Result<Expr, String> {
        let mut left = self.level(SHIFTS)?;
        let mut all: Option<Expr> = None;
        while let Some(op) = self.operator(&COMPARISONS) {
            let right = self.level(SHIFTS)?;
            let one = self.terms.binary(op, left, right.clone());
            all = Some(match all {
                Some(before) => self.terms.binary(BinaryOp::And, before, one),
                None => one,
            });
            left = right;
        }
        Ok(all.unwrap_or(left))
    }

    fn unary(&mut self) -> Result<Expr, String> {
        self.deeper(|parser| {
            if parser.sign("!") {
                let inner = parser.unary()?;
                let inner = parser.terms.truth(inner);
                Ok(parser.terms.make(ExprKind::Unary(UnaryOp::Not, Box::new(inner)), Type::Logical))
            } else if parser.sign("-") {
                let inner = parser.unary()?;
                let inner = parser.terms.number(inner);
                let ty = inner.ty.clone();
                Ok(parser.terms.make(ExprKind::Unary(UnaryOp::Negate, Box::new(inner)), ty))
            } else if parser.sign("~") {
                let inner = parser.unary()?;
                let inner = parser.terms.integer(inner)?;
                Ok(parser.terms.make(ExprKind::Intrinsic(Intrinsic::BitNot, vec![inner]), NUMBER))
            } else if let Some(ty) = parser.cast()? {
                let inner = parser.unary()?;
                parser.terms.cast(inner, ty)
            } else if parser.terms.around.storage.is_some() {
                parser.in_storage()
            } else if parser.sign("*") {
                parser.behind()
            } else {
                parser.primary()
            }
        })
    }

    /// A type in parentheses.
    fn cast(&mut self) -> Result<Option<Type>, String> {
        let start = self.at;
        if !self.sign("(") {
            return Ok(None);
        }
        let mut words = Vec::new();
        while let Some(Token::Name(word)) = self.tokens.get(self.at) {
            words.push(word.as_str());
            self.at += 1;
        }
        let Some(mut ty) = self.terms.type_of(&words) else {
            self.at = start;
            return Ok(None);
        };
        while self.sign("*") {
            ty = Type::Pointer(Some(Box::new(ty)));
        }
        self.expect(")")?;
        Ok(Some(ty))
    }

    /// A place in storage or a value, with the operators before and behind it.
    fn in_storage(&mut self) -> Result<Expr, String> {
        if self.sign("*") {
            let pointer = self.unary()?;
            return self.terms.led_to(pointer);
        }
        if self.sign("&") {
            let place = self.unary()?;
            return self.terms.address_of(place);
        }
        let mut place = match self.tokens.get(self.at) {
            Some(Token::Symbol(name)) => {
                self.at += 1;
                self.terms.symbol(name)
            }
            Some(Token::Name(name)) if !matches!(self.tokens.get(self.at + 1), Some(Token::Sign("("))) => {
                self.at += 1;
                self.terms.stored(name)?
            }
            _ => self.primary()?,
        };
        loop {
            place = if self.sign("[") {
                let index = self.condition()?;
                self.expect("]")?;
                self.terms.element(place, index)?
            } else if self.sign(".") {
                let member = self.word().ok_or("the name of a member is missing")?;
                self.terms.member(place, &member)?
            } else if self.sign("->") {
                let member = self.word().ok_or("the name of a member is missing")?;
                let whole = self.terms.led_to(place)?;
                self.terms.member(whole, &member)?
            } else {
                return Ok(place);
            };
        }
    }

    /// What follows `*`: a name, perhaps in parentheses.
    fn behind(&mut self) -> Result<Expr, String> {
        let start = self.at;
        let open = std::iter::from_fn(|| self.sign("(").then_some(())).count();
        let name = self.word();
        let closed = (0..open).all(|_| self.sign(")"));
        let goes_on = matches!(self.tokens.get(self.at), Some(Token::Sign("[" | "." | "->" | "(")));
        match name {
            Some(name) if closed && (open > 0 || !goes_on) => self.terms.behind(&name),
            _ => {
                self.at = start;
                self.unary()?;
                Err("only *p with a name p is known in an assertion".to_owned())
            }
        }
    }

    fn primary(&mut self) -> Result<Expr, String> {
        if self.sign("(") {
            let inner = self.condition()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.sign("\\") {
            return self.special();
        }
        if let Some(Token::Number(text)) = self.tokens.get(self.at) {
            let (kind, ty) = number(text)?;
            self.at += 1;
            return Ok(self.terms.make(kind, ty));
        }
        let Some(name) = self.word() else { return Err(self.unexpected()) };
        if self.sign("(") {
            return self.call(&name);
        }
        self.path(name)
    }

    /// What begins with a backslash.
    fn special(&mut self) -> Result<Expr, String> {
        let Some(word) = self.word() else { return Err(self.unexpected()) };
        match word.as_str() {
            "forall" | "exists" => self.quantified(word == "forall"),
            "result" => {
                let ty = self.terms.around.returns.cloned().ok_or("the function returns nothing")?;
                Ok(self.terms.make(ExprKind::Specification(Box::new(Specification::Result)), ty))
            }
            "true" | "false" => Ok(self.terms.make(ExprKind::Bool(word == "true"), Type::Logical)),
            _ => {
                self.expect("(")?;
                if word != "old" {
                    return self.call(&word);
                }
                let inner = self.condition()?;
                self.expect(")")?;
                let ty = inner.ty.clone();
                Ok(self.terms.make(ExprKind::Specification(Box::new(Specification::Old(inner))), ty))
            }
        }
    }

    fn quantified(&mut self, all: bool) -> Result<Expr, String> {
        self.word().ok_or("the type of a quantifier's variable is missing")?;
        let mut names = Vec::new();
        loop {
            names.push(self.word().ok_or("the variable of a quantifier is missing")?);
            if !self.sign(",") {
                break;
            }
        }
        self.expect(";")?;
        let outer = self.terms.bound.len();
        names.into_iter().for_each(|name| self.terms.bind(name));
        let body = self.condition()?;
        let bound = self.terms.bound.split_off(outer);
        self.terms.quantified(all, &bound, body)
    }

    /// The operands of a function, whose parenthesis is open.
    fn call(&mut self, name: &str) -> Result<Expr, String> {
        let mut operands = vec![self.condition()?];
        while self.sign(",") {
            operands.push(self.condition()?);
        }
        self.expect(")")?;
        self.terms.call(name, operands)
    }

    /// A name with what follows it: subscripts and members.
    fn path(&mut self, name: String) -> Result<Expr, String> {
        let mut whole = name;
        let mut subscripts = Vec::new();
        let mut open = false;
        loop {
            if self.sign("[") {
                let index = self.condition()?;
                subscripts.push(self.terms.integer(index)?);
                self.expect("]")?;
                open = true;
                continue;
            }
            let Some(sign) = [".", "->"].into_iter().find(|sign| self.sign(sign)) else {
                return self.terms.path(&whole, subscripts);
            };
            whole.push_str(if std::mem::take(&mut open) { "[]" } else { "" });
            whole.push_str(sign);
            whole.push_str(&self.word().ok_or("the name of a member is missing")?);
        }
    }
}

/// A number as C writes it.
fn number(text: &str) -> Result<(ExprKind, Type), String> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    if hexadecimal.is_none() && text.contains(['.', 'e', 'E']) {
        let value = real(text).ok_or_else(|| format!("{text} is not a number"))?;
        let single = text.ends_with(['f', 'F']);
        return Ok((ExprKind::Real(value), if single { Type::Real(RealType::Single) } else { REAL }));
    }
    let digits = hexadecimal.unwrap_or(text).trim_end_matches(['u', 'U', 'l', 'L']);
    let value = IBig::from_str_radix(digits, if hexadecimal.is_some() { 16 } else { 10 });
    value.map(|value| (ExprKind::Int(value), NUMBER)).map_err(|_| format!("{text} is not an integer"))
}

/// The floating-point number that a constant means.
fn real(text: &str) -> Option<RBig> {
    let single = text.strip_suffix(['f', 'F']);
    let value = match single {
        Some(digits) => f64::from(digits.parse::<f32>().ok()?),
        None => text.trim_end_matches(['l', 'L']).parse::<f64>().ok()?,
    };
    RBig::try_from(value).ok()
}
