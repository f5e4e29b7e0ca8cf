//! Assertions as trees of their own: names are not looked up yet.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_syntax::{BinaryOp, DEEPEST_NESTING};

use super::Clause;
use super::lexer::{Token, tokens};

/// A term of an assertion.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Term {
    Int(IBig),
    Real(RBig),
    Bool(bool),
    /// A name with what follows it: subscripts and members.
    Path(String, Vec<Step>),
    /// `*p`
    Behind(Box<Term>),
    Not(Box<Term>),
    Negate(Box<Term>),
    Binary(BinaryOp, Box<Term>, Box<Term>),
    Remainder(Box<Term>, Box<Term>),
    /// `condition ? a : b`
    Choice(Box<Term>, Box<Term>, Box<Term>),
    Call(String, Vec<Term>),
    Old(Box<Term>),
    Result,
    Quantified {
        all: bool,
        names: Vec<String>,
        body: Box<Term>,
    },
}

/// What follows a name.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Step {
    Subscript(Term),
    Member(&'static str, String),
}

pub(super) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    pub fn new(text: &str) -> Result<Parser, String> {
        Ok(Parser { tokens: tokens(text)?, at: 0, depth: 0 })
    }

    fn sign(&mut self, wanted: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Sign(sign)) if *sign == wanted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        if self.sign(wanted) { Ok(()) } else { Err(format!("'{wanted}' is missing in an assertion")) }
    }

    fn word(&mut self) -> Option<String> {
        let Some(Token::Name(name)) = self.tokens.get(self.at) else { return None };
        self.at += 1;
        Some(name.clone())
    }

    /// The word a clause begins with; none at the end.
    pub fn clause(&mut self) -> Result<Option<Clause>, String> {
        if self.at == self.tokens.len() {
            return Ok(None);
        }
        let mut word = self
            .word()
            .ok_or("a clause begins with assert, assume, invariant, measure, requires or ensures")?;
        if word == "loop" {
            word = self.word().unwrap_or_default();
        }
        Ok(Some(match word.as_str() {
            "assert" => Clause::Assert,
            "assume" => Clause::Assume,
            "invariant" => Clause::Invariant,
            "measure" | "variant" => Clause::Measure,
            "requires" => Clause::Requires,
            "ensures" => Clause::Ensures,
            _ => {
                return Err(format!(
                    "{word}: a clause begins with assert, assume, invariant, measure, requires or ensures"
                ));
            }
        }))
    }

    pub fn end_of_clause(&mut self) -> Result<(), String> {
        if self.sign(";") || self.at == self.tokens.len() { Ok(()) } else { Err(self.unexpected()) }
    }

    pub fn end(&self) -> Result<(), String> {
        if self.at == self.tokens.len() { Ok(()) } else { Err(self.unexpected()) }
    }

    fn unexpected(&self) -> String {
        match self.tokens.get(self.at) {
            Some(Token::Name(text) | Token::Number(text)) => {
                format!("{text} is not expected here in an assertion")
            }
            Some(Token::Sign(sign)) => format!("'{sign}' is not expected here in an assertion"),
            None => "an assertion ends too early".to_owned(),
        }
    }

    /// A condition: quantifiers and implications, which bind least.
    pub fn condition(&mut self) -> Result<Term, String> {
        self.depth += 1;
        if self.depth > DEEPEST_NESTING {
            return Err("an assertion is nested too deeply".to_owned());
        }
        let found = self.implication();
        self.depth -= 1;
        found
    }

    fn implication(&mut self) -> Result<Term, String> {
        if self.quantifier_follows() {
            return self.quantified();
        }
        let left = self.choice()?;
        if self.sign("==>") {
            let right = self.condition()?;
            return Ok(binary(BinaryOp::Implies, left, right));
        }
        if self.sign("<==>") {
            let right = self.condition()?;
            return Ok(binary(BinaryOp::Equal, left, right));
        }
        Ok(left)
    }

    fn quantifier_follows(&self) -> bool {
        matches!(
            &self.tokens[self.at.min(self.tokens.len())..],
            [Token::Sign("\\"), Token::Name(word), ..] if word == "forall" || word == "exists"
        )
    }

    fn quantified(&mut self) -> Result<Term, String> {
        self.expect("\\")?;
        let all = self.word().as_deref() == Some("forall");
        self.word().ok_or("the type of a quantifier's variable is missing")?;
        let mut names = vec![self.word().ok_or("the variable of a quantifier is missing")?];
        while self.sign(",") {
            names.push(self.word().ok_or("the variable of a quantifier is missing")?);
        }
        self.expect(";")?;
        let body = Box::new(self.condition()?);
        Ok(Term::Quantified { all, names, body })
    }

    fn choice(&mut self) -> Result<Term, String> {
        let condition = self.level(0)?;
        if !self.sign("?") {
            return Ok(condition);
        }
        let yes = self.condition()?;
        self.expect(":")?;
        let no = self.condition()?;
        Ok(Term::Choice(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    /// `||`, `&&`, comparisons, sums, products, in this order.
    fn level(&mut self, level: usize) -> Result<Term, String> {
        match level {
            0 | 1 => {
                let (sign, op) = if level == 0 { ("||", BinaryOp::Or) } else { ("&&", BinaryOp::And) };
                let mut left = self.level(level + 1)?;
                while self.sign(sign) {
                    let right =
                        if self.quantifier_follows() { self.quantified()? } else { self.level(level + 1)? };
                    left = binary(op, left, right);
                }
                Ok(left)
            }
            2 => self.comparisons(),
            3 => {
                let mut left = self.level(4)?;
                loop {
                    let op = if self.sign("+") {
                        BinaryOp::Add
                    } else if self.sign("-") {
                        BinaryOp::Subtract
                    } else {
                        return Ok(left);
                    };
                    left = binary(op, left, self.level(4)?);
                }
            }
            _ => {
                let mut left = self.unary()?;
                loop {
                    left = if self.sign("*") {
                        binary(BinaryOp::Multiply, left, self.unary()?)
                    } else if self.sign("/") {
                        binary(BinaryOp::Divide, left, self.unary()?)
                    } else if self.sign("%") {
                        Term::Remainder(Box::new(left), Box::new(self.unary()?))
                    } else {
                        return Ok(left);
                    };
                }
            }
        }
    }

    /// `a <= b < c` means `a <= b && b < c`.
    fn comparisons(&mut self) -> Result<Term, String> {
        let mut left = self.level(3)?;
        let mut all: Option<Term> = None;
        while let Some(op) = self.comparison() {
            let right = self.level(3)?;
            let one = binary(op, left, right.clone());
            all = Some(match all {
                Some(before) => binary(BinaryOp::And, before, one),
                None => one,
            });
            left = right;
        }
        Ok(all.unwrap_or(left))
    }

    fn comparison(&mut self) -> Option<BinaryOp> {
        let signs = [
            ("<=", BinaryOp::LessEqual),
            (">=", BinaryOp::GreaterEqual),
            ("==", BinaryOp::Equal),
            ("!=", BinaryOp::NotEqual),
            ("<", BinaryOp::Less),
            (">", BinaryOp::Greater),
        ];
        signs.into_iter().find(|(sign, _)| self.sign(sign)).map(|(_, op)| op)
    }

    fn unary(&mut self) -> Result<Term, String> {
        self.depth += 1;
        if self.depth > DEEPEST_NESTING {
            return Err("an assertion is nested too deeply".to_owned());
        }
        let found = if self.sign("!") {
            Term::Not(Box::new(self.unary()?))
        } else if self.sign("-") {
            Term::Negate(Box::new(self.unary()?))
        } else if self.sign("*") {
            Term::Behind(Box::new(self.unary()?))
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(found)
    }

    fn primary(&mut self) -> Result<Term, String> {
        if self.quantifier_follows() {
            return self.quantified();
        }
        if self.sign("(") {
            let inner = self.condition()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.sign("\\") {
            return match self.word().as_deref() {
                Some("result") => Ok(Term::Result),
                Some("true") => Ok(Term::Bool(true)),
                Some("false") => Ok(Term::Bool(false)),
                Some("old") => {
                    self.expect("(")?;
                    let inner = self.condition()?;
                    self.expect(")")?;
                    Ok(Term::Old(Box::new(inner)))
                }
                Some(name) => self.call(name.to_owned()),
                None => Err(self.unexpected()),
            };
        }
        if let Some(Token::Number(text)) = self.tokens.get(self.at) {
            let number = number(text)?;
            self.at += 1;
            return Ok(number);
        }
        let Some(name) = self.word() else { return Err(self.unexpected()) };
        if self.sign("(") {
            self.at -= 1;
            return self.call(name);
        }
        self.path(name)
    }

    fn call(&mut self, name: String) -> Result<Term, String> {
        self.expect("(")?;
        let mut operands = vec![self.condition()?];
        while self.sign(",") {
            operands.push(self.condition()?);
        }
        self.expect(")")?;
        Ok(Term::Call(name, operands))
    }

    fn path(&mut self, name: String) -> Result<Term, String> {
        let mut steps = Vec::new();
        loop {
            if self.sign("[") {
                steps.push(Step::Subscript(self.condition()?));
                self.expect("]")?;
            } else if self.sign(".") {
                steps.push(Step::Member(".", self.word().ok_or("the name of a member is missing")?));
            } else if self.sign("->") {
                steps.push(Step::Member("->", self.word().ok_or("the name of a member is missing")?));
            } else {
                return Ok(Term::Path(name, steps));
            }
        }
    }
}

pub(super) fn binary(op: BinaryOp, left: Term, right: Term) -> Term {
    Term::Binary(op, Box::new(left), Box::new(right))
}

/// A number as C writes it.
fn number(text: &str) -> Result<Term, String> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    if hexadecimal.is_none() && text.contains(['.', 'e', 'E']) {
        return real(text).map(Term::Real).ok_or_else(|| format!("{text} is not a number"));
    }
    let digits = hexadecimal.unwrap_or(text).trim_end_matches(['u', 'U', 'l', 'L']);
    let value = IBig::from_str_radix(digits, if hexadecimal.is_some() { 16 } else { 10 });
    value.map(Term::Int).map_err(|_| format!("{text} is not an integer"))
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
