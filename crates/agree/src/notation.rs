//! The algebra that reports show, read back and evaluated.
//!
//! What users see is what is examined: a condition or a value is taken from the report as text, in the notation of its
//! language. The meaning of an operation is that of `sextant_expr`; only which operation a sign means is decided here, by the
//! sorts of its operands. Bits of C are those of integers without limits.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_expr::{FloatKind, Function, Op, Rounding, Value, apply_op};
use std::fmt::Display;

/// Values of names, and how quotients of integers are rounded.
#[derive(Clone, Debug)]
pub struct Environment {
    /// Names in lower case.
    pub values: Vec<(String, Value)>,
    /// The rounding of `/`.
    pub division: Rounding,
}

/// The value of a text under an environment.
///
/// # Errors
/// What cannot be read.
pub fn evaluate(text: &str, environment: &Environment) -> Result<Value, String> {
    let tokens = tokens(text)?;
    let mut reader = Reader { tokens: &tokens, at: 0, environment };
    let value = reader.choice()?;
    match reader.tokens.get(reader.at) {
        None => Ok(value.settled(None)),
        Some(rest) => Err(format!("{rest:?} in {text}")),
    }
}

/// Whether all conditions hold.
///
/// # Errors
/// What cannot be read.
pub fn holds(conditions: &[impl Display], environment: &Environment) -> Result<bool, String> {
    for condition in conditions {
        match evaluate(&condition.to_string(), environment)? {
            Value::Bool(true) => {}
            Value::Bool(false) => return Ok(false),
            Value::Int(number) if number == IBig::ZERO => return Ok(false),
            Value::Int(_) => {}
            other => return Err(format!("{other:?} is no truth value: {condition}")),
        }
    }
    Ok(true)
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Number(String),
    Word(String),
    Sign(&'static str),
}

const SIGNS: [&str; 32] = [
    ".NOT.", "**", "->", "!=", "/=", "<<", ">>", "<=", ">=", "==", "&&", "||", "=", "<", ">", "+", "-", "*",
    "/", "%", "(", ")", ",", "&", "|", "^", "~", "!", "?", ":", "[", "]",
];

/// The types that a cast of C names.
const TYPES: [(&str, usize, bool); 8] = [
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("short", 16, true),
    ("unsigned short", 16, false),
    ("int", 32, true),
    ("unsigned", 32, false),
    ("long", 64, true),
    ("unsigned long", 64, false),
];

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            let end = number_length(rest);
            let digits = &rest[..end];
            let plain = digits.starts_with("0x");
            found.push(Token::Number(if plain { digits.to_owned() } else { digits.replace('D', "e") }));
            // What tells that a constant of C is single precision.
            end + usize::from(rest[end..].starts_with('f'))
        } else if first == '\'' {
            let (code, length) = character(rest).ok_or_else(|| format!("a character in {text}"))?;
            found.push(Token::Number(code.to_string()));
            length
        } else if first.is_alphabetic() || first == '_' {
            let inside =
                |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '%' | '\'' | '?');
            let end = rest.find(|letter| !inside(letter)).unwrap_or(rest.len());
            // The remainders of Fortran have the names of others here.
            found.push(Token::Word(match &rest[..end] {
                "MOD" => "rem".to_owned(),
                "MODULO" | "modulo" => "mod".to_owned(),
                word => word.to_lowercase(),
            }));
            end
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| format!("{first:?} in {text}"))?;
            found.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// The code of a character in quotes, and how long both are.
fn character(text: &str) -> Option<(u8, usize)> {
    let bytes = text.as_bytes();
    let escaped = *bytes.get(1)? == b'\\';
    let letter = *bytes.get(1 + usize::from(escaped))?;
    let code = match (escaped, letter) {
        (true, b'n') => b'\n',
        (true, b't') => b'\t',
        (true, b'r') => b'\r',
        (_, letter) => letter,
    };
    (*bytes.get(2 + usize::from(escaped))? == b'\'').then_some((code, 3 + usize::from(escaped)))
}

/// Digits, a point, an exponent; or `0x` and what follows it.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    if text.starts_with("0x") || text.starts_with("0b") {
        return 2 + bytes[2..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    }
    let mut at = 0;
    while at < bytes.len() {
        let sign = matches!(bytes[at], b'+' | b'-') && at > 0 && matches!(bytes[at - 1], b'e' | b'D');
        let exponent = matches!(bytes[at], b'e' | b'D')
            && bytes.get(at + 1).is_some_and(|next| next.is_ascii_digit() || *next == b'-');
        if !bytes[at].is_ascii_digit() && bytes[at] != b'.' && !exponent && !sign {
            break;
        }
        at += 1;
    }
    at
}

/// A value, or a number whose sort its neighbours decide.
#[derive(Clone, Debug)]
enum Operand {
    Known(Value),
    Literal { value: RBig, whole: bool },
}

impl Operand {
    /// As a value of the sort of another one.
    fn settled(self, like: Option<&Value>) -> Value {
        match (self, like) {
            (Operand::Known(value), _) => value,
            (Operand::Literal { value, .. }, Some(Value::Float(kind, _))) => {
                apply_op(&Op::RealToFloat(*kind), &[&Value::Real(value)])
            }
            (Operand::Literal { value, .. }, Some(Value::Bits(width, _))) => {
                apply_op(&Op::IntToBv(*width), &[&Value::Int(value.floor())])
            }
            (Operand::Literal { value, .. }, Some(Value::Real(_))) => Value::Real(value),
            (Operand::Literal { value, whole: true }, _) => Value::Int(value.floor()),
            (Operand::Literal { value, .. }, _) => Value::Real(value),
        }
    }

    fn known(&self) -> Option<&Value> {
        match self {
            Operand::Known(value) => Some(value),
            Operand::Literal { .. } => None,
        }
    }
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    environment: &'t Environment,
}

impl Reader<'_> {
    fn sign(&mut self, among: &[&'static str]) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some(Token::Sign(sign)) if among.contains(sign) => {
                self.at += 1;
                Some(sign)
            }
            _ => None,
        }
    }

    fn word(&mut self, word: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Word(found)) if found == word);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), String> {
        match self.sign(&[sign]) {
            Some(_) => Ok(()),
            None => Err(format!("expected {sign}, found {:?}", self.tokens.get(self.at))),
        }
    }

    fn choice(&mut self) -> Result<Operand, String> {
        if !self.word("if") {
            let condition = self.implication()?;
            if self.sign(&["?"]).is_none() {
                return Ok(condition);
            }
            let truth = as_truth(condition)?;
            let yes = self.implication()?;
            self.expect(":")?;
            let no = self.choice()?;
            return Ok(chosen(truth, yes, no));
        }
        let condition = self.implication()?;
        let truth = as_truth(condition)?;
        let read = |word: &str, found: bool| if found { Ok(()) } else { Err(format!("expected {word}")) };
        read("then", self.word("then"))?;
        let yes = self.implication()?;
        read("else", self.word("else"))?;
        let no = self.choice()?;
        Ok(chosen(truth, yes, no))
    }

    fn implication(&mut self) -> Result<Operand, String> {
        let left = self.disjunction()?;
        match self.sign(&["->"]) {
            Some(_) => {
                let right = self.implication()?;
                Ok(truth(!as_truth(left)? || as_truth(right)?))
            }
            None => Ok(left),
        }
    }

    fn disjunction(&mut self) -> Result<Operand, String> {
        let mut left = self.conjunction()?;
        while let Some(sign) = self.sign(&["|", "||", "^"]) {
            let right = self.conjunction()?;
            left = match integers(&left, &right) {
                Some((left, right)) if sign == "|" => integer(left | right),
                Some((left, right)) if sign == "^" => integer(left ^ right),
                _ => truth(as_truth(left)? | as_truth(right)?),
            };
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Operand, String> {
        let mut left = self.comparison()?;
        while let Some(sign) = self.sign(&["&", "&&"]) {
            let right = self.comparison()?;
            left = match integers(&left, &right) {
                Some((left, right)) if sign == "&" => integer(left & right),
                _ => truth(as_truth(left)? & as_truth(right)?),
            };
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Result<Operand, String> {
        if self.word("not") || self.sign(&["!", ".NOT."]).is_some() {
            let operand = self.atom()?;
            return Ok(truth(!as_truth(operand)?));
        }
        let left = self.shift()?;
        let Some(sign) = self.sign(&["=", "==", "!=", "/=", "<", "<=", ">", ">="]) else { return Ok(left) };
        let right = self.shift()?;
        compare(sign, left, right)
    }

    fn shift(&mut self) -> Result<Operand, String> {
        let left = self.sum()?;
        let Some(sign) = self.sign(&["<<", ">>"]) else { return Ok(left) };
        let right = self.sum()?;
        let Some((value, distance)) = integers(&left, &right) else {
            return Err("a shift of no integer".into());
        };
        let power = IBig::ONE << usize::try_from(&distance).map_err(|_| format!("a shift by {distance}"))?;
        let op = if sign == "<<" { Op::Mul } else { Op::Div(Rounding::Floor) };
        Ok(Operand::Known(applied(op, &[&Value::Int(value), &Value::Int(power)])?))
    }

    fn sum(&mut self) -> Result<Operand, String> {
        let mut left = self.product()?;
        while let Some(sign) = self.sign(&["+", "-"]) {
            let right = self.product()?;
            left = arithmetic(sign, left, right, self.environment.division)?;
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Operand, String> {
        // The sign of a product binds as that of a sum: `-x/y` is written `-(x/y)` where it matters.
        let negative = self.sign(&["-"]).is_some();
        let mut left = self.power()?;
        let mut first = true;
        while let Some(sign) = self.sign(&["*", "/", "%"]) {
            let right = self.power()?;
            if negative && first && sign != "*" {
                left = negated(left)?;
                left = arithmetic(sign, left, right, self.environment.division)?;
                return self.product_rest(left);
            }
            first = false;
            left = arithmetic(sign, left, right, self.environment.division)?;
        }
        if negative { negated(left) } else { Ok(left) }
    }

    fn product_rest(&mut self, mut left: Operand) -> Result<Operand, String> {
        while let Some(sign) = self.sign(&["*", "/", "%"]) {
            let right = self.power()?;
            left = arithmetic(sign, left, right, self.environment.division)?;
        }
        Ok(left)
    }

    fn power(&mut self) -> Result<Operand, String> {
        let base = self.atom()?;
        match self.sign(&["**"]) {
            Some(_) => {
                let exponent = self.atom()?.settled(None);
                let base = base.settled(None);
                Ok(Operand::Known(applied(Op::Pow, &[&base, &exponent])?))
            }
            None => Ok(base),
        }
    }

    fn atom(&mut self) -> Result<Operand, String> {
        if self.sign(&["~"]).is_some() {
            let operand = self.atom()?.settled(None);
            let Value::Int(value) = operand else { return Err(format!("~{operand:?}")) };
            return Ok(integer(-value - IBig::ONE));
        }
        if let Some(ty) = self.type_ahead() {
            let operand = self.atom()?;
            return cast(operand, &ty);
        }
        if self.sign(&["("]).is_some() {
            let inner = self.choice()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.sign(&["-"]).is_some() {
            let operand = self.power()?;
            return negated(operand);
        }
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        match token {
            Some(Token::Number(text)) => number(&text),
            Some(Token::Word(word)) => match self.sign(&["("]) {
                Some(_) => self.call(&word),
                None => self.name(&word),
            },
            other => Err(format!("expected a value, found {other:?}")),
        }
    }

    /// A type in brackets.
    fn type_ahead(&mut self) -> Option<String> {
        let Some(Token::Sign("(")) = self.tokens.get(self.at) else { return None };
        let words = self.tokens[self.at + 1..].iter().map_while(|token| match token {
            Token::Word(word) => Some(word.as_str()),
            _ => None,
        });
        let words: Vec<&str> = words.collect();
        let ty = words.join(" ");
        let known = matches!(ty.as_str(), "float" | "double") || TYPES.iter().any(|(known, ..)| *known == ty);
        let closed = self.tokens.get(self.at + 1 + words.len()) == Some(&Token::Sign(")"));
        if !known || !closed || words.is_empty() {
            return None;
        }
        self.at += words.len() + 2;
        Some(ty)
    }

    fn name(&self, word: &str) -> Result<Operand, String> {
        match word {
            "true" | "t" => return Ok(truth(true)),
            "false" => return Ok(truth(false)),
            "nan" => return Ok(Operand::Known(Value::Float(FloatKind::Double, f64::NAN.to_bits()))),
            "inf" => return Ok(Operand::Known(Value::Float(FloatKind::Double, f64::INFINITY.to_bits()))),
            _ => {}
        }
        let found = self.environment.values.iter().find(|(name, _)| name == word);
        found.map(|(_, value)| Operand::Known(value.clone())).ok_or_else(|| format!("unknown name {word}"))
    }

    fn call(&mut self, function: &str) -> Result<Operand, String> {
        let mut operands = Vec::new();
        loop {
            operands.push(self.choice()?);
            if self.sign(&[","]).is_none() {
                break;
            }
        }
        self.expect(")")?;
        apply(function, operands)
    }
}

/// One of two values.
fn chosen(truth: bool, yes: Operand, no: Operand) -> Operand {
    // Literals on one side are of the sort of the other.
    let (yes, no) = together(yes, no);
    // A choice between whole numbers is an integer: a quotient of it is computed when it is chosen.
    let whole = |side: &Operand| matches!(side, Operand::Literal { whole: true, .. });
    let integers = whole(&yes) && whole(&no);
    let chosen = if truth { yes } else { no };
    if integers { Operand::Known(chosen.settled(None)) } else { chosen }
}

fn integer(value: IBig) -> Operand {
    Operand::Known(Value::Int(value))
}

/// Both as integers, if they are; a mask is one.
fn integers(left: &Operand, right: &Operand) -> Option<(IBig, IBig)> {
    let one = |operand: &Operand| match operand.clone().settled(None) {
        Value::Int(value) => Some(value),
        Value::Bits(_, value) => Some(value.into()),
        _ => None,
    };
    Some((one(left)?, one(right)?))
}

/// A value as C converts it to a type.
fn cast(value: Operand, ty: &str) -> Result<Operand, String> {
    if let "float" | "double" = ty {
        return match value.settled(None) {
            whole @ Value::Int(_) => {
                let real = applied(Op::ToReal, &[&whole])?;
                apply(if ty == "float" { "single" } else { ty }, vec![Operand::Known(real)])
            }
            other => apply(if ty == "float" { "single" } else { ty }, vec![Operand::Known(other)]),
        };
    }
    let (_, width, signed) =
        TYPES.iter().find(|(known, ..)| *known == ty).ok_or_else(|| format!("unknown type {ty}"))?;
    let value = match value.settled(None) {
        Value::Int(value) => value,
        Value::Bits(_, value) => value.into(),
        float @ Value::Float(..) => {
            let real = applied(Op::FloatToReal, &[&float])?;
            return Ok(Operand::Known(applied(Op::ToInt(Rounding::Truncate), &[&real])?));
        }
        real @ Value::Real(_) => {
            return Ok(Operand::Known(applied(Op::ToInt(Rounding::Truncate), &[&real])?));
        }
        other => return Err(format!("({ty}){other:?}")),
    };
    let bits = applied(Op::IntToBv(*width as u16), &[&Value::Int(value)])?;
    Ok(Operand::Known(applied(if *signed { Op::BvToSint } else { Op::BvToUint }, &[&bits])?))
}

fn truth(value: bool) -> Operand {
    Operand::Known(Value::Bool(value))
}

fn as_truth(operand: Operand) -> Result<bool, String> {
    match operand.settled(None) {
        Value::Bool(value) => Ok(value),
        other => Err(format!("{other:?} is no truth value")),
    }
}

/// Both of one sort where one of them is a number of any sort.
fn together(left: Operand, right: Operand) -> (Operand, Operand) {
    match (left.known().cloned(), right.known().cloned()) {
        (None, Some(like)) => (Operand::Known(left.settled(Some(&like))), right),
        (Some(like), None) => (left, Operand::Known(right.settled(Some(&like)))),
        _ => (left, right),
    }
}

fn applied(op: Op, operands: &[&Value]) -> Result<Value, String> {
    let shape = |value: &Value| std::mem::discriminant(value);
    let mixed = operands.iter().any(|operand| shape(operand) != shape(operands[0]));
    if mixed && !matches!(op, Op::Pow | Op::Ite) {
        return Err(format!("{op:?} on {operands:?}"));
    }
    Ok(apply_op(&op, operands))
}

fn compare(sign: &str, left: Operand, right: Operand) -> Result<Operand, String> {
    let (left, right) = together(left, right);
    let (left, right) = (left.settled(None), right.settled(None));
    let float = matches!(left, Value::Float(..));
    let bits = matches!(left, Value::Bits(..));
    let (equal, less, at_most) = match (float, bits) {
        (true, _) => (Op::FloatEq, Op::FloatLt, Op::FloatLe),
        (_, true) => (Op::Eq, Op::BvSlt, Op::BvSle),
        _ => (Op::Eq, Op::Lt, Op::Le),
    };
    let value = match sign {
        "=" | "==" => applied(equal, &[&left, &right])?,
        "!=" | "/=" => return Ok(truth(!as_truth(Operand::Known(applied(equal, &[&left, &right])?))?)),
        "<" => applied(less, &[&left, &right])?,
        "<=" => applied(at_most, &[&left, &right])?,
        ">" => applied(less, &[&right, &left])?,
        _ => applied(at_most, &[&right, &left])?,
    };
    Ok(Operand::Known(value))
}

fn arithmetic(sign: &str, left: Operand, right: Operand, division: Rounding) -> Result<Operand, String> {
    if sign == "%" {
        let Some((left, right)) = integers(&left, &right) else {
            return Err("a remainder of no integer".into());
        };
        let op = Op::Rem(Rounding::Truncate);
        return Ok(Operand::Known(applied(op, &[&Value::Int(left), &Value::Int(right)])?));
    }
    if let (Operand::Literal { value: a, whole: wa }, Operand::Literal { value: b, whole: wb }) =
        (&left, &right)
    {
        let (value, whole) = match sign {
            "+" => (a + b, *wa && *wb),
            "-" => (a - b, *wa && *wb),
            "*" => (a * b, *wa && *wb),
            // A quotient of numbers is a rational number: quotients of integers are computed before they are shown.
            _ if *b == RBig::ZERO => return Err("a number divided by zero".to_owned()),
            _ => (a / b, false),
        };
        return Ok(Operand::Literal { value, whole });
    }
    let (left, right) = together(left, right);
    let (left, right) = (left.settled(None), right.settled(None));
    let op = match (&left, sign) {
        (Value::Float(..), "+") => Op::FloatAdd,
        (Value::Float(..), "-") => Op::FloatSub,
        (Value::Float(..), "*") => Op::FloatMul,
        (Value::Float(..), _) => Op::FloatDiv,
        (Value::Bits(..), "+") => Op::BvAdd,
        (Value::Bits(..), "-") => Op::BvSub,
        (Value::Bits(..), "*") => Op::BvMul,
        (_, "+") => Op::Add,
        (_, "-") => Op::Sub,
        (_, "*") => Op::Mul,
        (Value::Real(_), _) => Op::Quotient,
        _ => Op::Div(division),
    };
    Ok(Operand::Known(applied(op, &[&left, &right])?))
}

fn negated(operand: Operand) -> Result<Operand, String> {
    Ok(match operand {
        Operand::Literal { value, whole } => Operand::Literal { value: -value, whole },
        Operand::Known(value) => {
            let op = match value {
                Value::Float(..) => Op::FloatNeg,
                Value::Bits(..) => Op::BvNeg,
                Value::Int(_) | Value::Real(_) => Op::Neg,
                other => return Err(format!("-{other:?}")),
            };
            Operand::Known(applied(op, &[&value])?)
        }
    })
}

/// Calls of operations that have no sign.
fn apply(function: &str, operands: Vec<Operand>) -> Result<Operand, String> {
    let like = operands.iter().find_map(|operand| operand.known().cloned());
    let parameter = |at: usize| -> Result<u16, String> {
        match operands.get(at).cloned().map(|operand| operand.settled(None)) {
            Some(Value::Int(number)) => u16::try_from(&number).map_err(|_| format!("{function} by {number}")),
            other => Err(format!("{function} with {other:?}")),
        }
    };
    let first = operands[0].clone().settled(None);
    let one = |op: Op| applied(op, &[&first]).map(Operand::Known);
    let float = matches!(first, Value::Float(..));
    let op = match function {
        "mod" => Op::Rem(Rounding::Floor),
        "rem" => Op::Rem(Rounding::Truncate),
        "floordiv" => Op::Div(Rounding::Floor),
        "pow" => Op::Pow,
        "int" => Op::ToInt(Rounding::Truncate),
        "merge" => {
            let [yes, no, condition] =
                <[Operand; 3]>::try_from(operands).map_err(|_| "merge of three".to_owned())?;
            return Ok(chosen(as_truth(condition)?, yes, no));
        }
        "fabs" => Op::FloatAbs,
        "abs" if float => Op::FloatAbs,
        "abs" => Op::Abs,
        "min" => Op::Min,
        "max" => Op::Max,
        "same" => Op::Eq,
        "real" if float => Op::FloatToReal,
        "real" => Op::ToReal,
        "floor" => Op::ToInt(Rounding::Floor),
        "trunc" => Op::ToInt(Rounding::Truncate),
        "isnan" => Op::FloatIsNan,
        "single" if float => Op::FloatToFloat(FloatKind::Single),
        "double" if float => Op::FloatToFloat(FloatKind::Double),
        "single" | "double" => {
            let kind = if function == "single" { FloatKind::Single } else { FloatKind::Double };
            let real = operands[0].clone().settled(Some(&Value::Real(RBig::ZERO)));
            return Ok(Operand::Known(applied(Op::RealToFloat(kind), &[&real])?));
        }
        "bits" => return one(Op::IntToBv(parameter(1)?)),
        "zext" => return one(Op::BvZeroExtend(parameter(1)?)),
        "sext" => return one(Op::BvSignExtend(parameter(1)?)),
        "extract" => return one(Op::BvExtract(parameter(1)?, parameter(2)?)),
        "unsigned" => Op::BvToUint,
        "signed" => Op::BvToSint,
        "bitnot" => Op::BvNot,
        "bitand" => Op::BvAnd,
        "bitor" => Op::BvOr,
        "bitxor" => Op::BvXor,
        "shl" => Op::BvShl,
        "lshr" => Op::BvLshr,
        "ashr" => Op::BvAshr,
        "udiv" => Op::BvUdiv,
        "urem" => Op::BvUrem,
        "sdiv" => Op::BvSdiv,
        "srem" => Op::BvSrem,
        "ult" => Op::BvUlt,
        "ule" => Op::BvUle,
        "concat" => Op::BvConcat,
        "sqrt" => Op::Function(Function::Sqrt),
        _ => return Err(format!("unknown function {function}")),
    };
    let values: Vec<Value> = operands.into_iter().map(|operand| operand.settled(like.as_ref())).collect();
    applied(op, &values.iter().collect::<Vec<_>>()).map(Operand::Known)
}

fn number(text: &str) -> Result<Operand, String> {
    let bits = |digits: &str, base: u32, each: usize| {
        let value = UBig::from_str_radix(digits, base).map_err(|_| format!("{text} is no number"))?;
        let width = u16::try_from(digits.len() * each).map_err(|_| format!("{text} is too long"))?;
        Ok(Operand::Known(Value::Bits(width, value)))
    };
    if let Some(digits) = text.strip_prefix("0x") {
        return bits(digits, 16, 4);
    }
    if let Some(digits) = text.strip_prefix("0b") {
        return bits(digits, 2, 1);
    }
    let value = decimal(text).ok_or_else(|| format!("{text} is no number"))?;
    Ok(Operand::Literal { value, whole: !text.contains(['.', 'e']) })
}

/// The exact value of decimals with an exponent.
pub(crate) fn decimal(text: &str) -> Option<RBig> {
    // What tells that a constant of C is single precision.
    let text = text.strip_suffix('f').unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E', 'D']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: IBig = format!("{whole}{fraction}").parse().ok()?;
    let scale = exponent - fraction.len() as i64;
    let power = RBig::from(IBig::from(10).pow(usize::try_from(scale.unsigned_abs()).ok()?));
    let value = RBig::from(digits);
    Some(if scale < 0 { value / power } else { value * power })
}

/// Whether two shown values are the same number or word: `0.5` and `1/2` are.
pub fn same_value(left: &str, right: &str) -> bool {
    // What is no number is spelled in several ways.
    if left.eq_ignore_ascii_case(right) {
        return true;
    }
    match (plain_number(left), plain_number(right)) {
        (Some(left), Some(right)) => left == right,
        _ => left.trim() == right.trim(),
    }
}

/// The number, quotient or truth value that a text is.
pub(crate) fn plain_number(text: &str) -> Option<RBig> {
    let text = text.trim();
    match text {
        "true" => return Some(RBig::ONE),
        "false" => return Some(RBig::ZERO),
        _ => {}
    }
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (RBig::from(-1), rest),
        None => (RBig::ONE, text),
    };
    let value = match text.split_once('/') {
        Some((above, below)) => {
            decimal(above)? / Some(decimal(below)?).filter(|below| *below != RBig::ZERO)?
        }
        None => decimal(text)?,
    };
    Some(sign * value)
}

/// A value as reports show it.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Real(value) => value.to_string(),
        Value::Float(FloatKind::Single, bits) => format!("{:?}", f32::from_bits(*bits as u32)),
        Value::Float(FloatKind::Double, bits) => format!("{:?}", f64::from_bits(*bits)),
        other => format!("{other:?}"),
    }
}
