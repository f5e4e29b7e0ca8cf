//! What a user types about a C program: calls such as `find(table[8], n, 3, "key")`.
//!
//! A name is a symbolic input, a name with a number of elements is an object with symbolic values, values for them
//! may follow; a text in quotes is an object that holds it.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources, Span};
use sextant_syntax::{BinaryOp, CallArgument, CallText, Expr, ExprKind, IntType, RealType, Type, UnaryOp};

const INT: Type = Type::Int(IntType { bits: 64, signed: true });

/// Reads a call.
pub fn parse_call(sources: &Sources, id: SourceId) -> Result<CallText, Diagnostics> {
    let text = sources.text(id);
    let mut reader = Reader { text, id, at: 0 };
    reader.call().map_err(|(at, message)| {
        let end = (at + 1).min(text.len());
        Diagnostic::error(Span::new(id, at.min(end), end), message).into()
    })
}

type Read<T> = Result<T, (usize, String)>;

struct Reader<'t> {
    text: &'t str,
    id: SourceId,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn accept(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: u8) -> Read<()> {
        if self.accept(wanted) {
            return Ok(());
        }
        Err((self.at, format!("'{}' is expected here", char::from(wanted))))
    }

    fn span(&self, from: usize) -> Span {
        Span::new(self.id, from, self.at)
    }

    fn call(&mut self) -> Read<CallText> {
        self.peek();
        let from = self.at;
        let procedure = self.name().ok_or((self.at, "the name of a function is expected here".to_owned()))?;
        let procedure_span = self.span(from);
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        if !self.accept(b')') {
            arguments.push(self.argument()?);
            while self.accept(b',') {
                arguments.push(self.argument()?);
            }
            self.expect(b')')?;
        }
        self.accept(b';');
        match self.peek() {
            None => Ok(CallText { procedure, procedure_span, arguments }),
            Some(_) => Err((self.at, "nothing may stand behind the call".into())),
        }
    }

    fn name(&mut self) -> Option<String> {
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        if length == 0 || rest[0].is_ascii_digit() {
            return None;
        }
        let name = self.text[self.at..self.at + length].to_owned();
        self.at += length;
        Some(name)
    }

    fn argument(&mut self) -> Read<CallArgument> {
        let first = self.peek();
        let from = self.at;
        if first == Some(b'"') {
            let bytes = self.quoted(b'"')?;
            return Ok(self.text_object(format!("\"{}\"", String::from_utf8_lossy(&bytes)), bytes, from));
        }
        if let Some(name) = self.name() {
            if self.accept(b'[') {
                return self.object(name, from);
            }
            if self.accept(b'=') {
                if self.peek() == Some(b'"') {
                    let bytes = self.quoted(b'"')?;
                    return Ok(self.text_object(name, bytes, from));
                }
                let values = vec![self.sum()?];
                return Ok(self.variable(name, Vec::new(), values, from));
            }
            self.at = from;
        }
        Ok(CallArgument::Value(self.sum()?))
    }

    /// A text is an object of its bytes and a zero.
    fn text_object(&self, name: String, mut bytes: Vec<u8>, from: usize) -> CallArgument {
        bytes.push(0);
        let span = self.span(from);
        let values: Vec<Expr> = bytes.iter().map(|&byte| number(byte.into(), span)).collect();
        let bounds = vec![(number(0.into(), span), number((values.len() - 1).into(), span))];
        self.variable(name, bounds, values, from)
    }

    fn variable(
        &self,
        name: String,
        bounds: Vec<(Expr, Expr)>,
        values: Vec<Expr>,
        from: usize,
    ) -> CallArgument {
        CallArgument::Variable { name, bounds, length: None, values, span: self.span(from) }
    }

    fn object(&mut self, name: String, from: usize) -> Read<CallArgument> {
        let count = if self.peek() == Some(b']') { None } else { Some(self.sum()?) };
        self.expect(b']')?;
        let mut values = Vec::new();
        if self.accept(b'=') {
            self.expect(b'{')?;
            while !self.accept(b'}') {
                values.push(self.sum()?);
                if !self.accept(b',') {
                    self.expect(b'}')?;
                    break;
                }
            }
        }
        let span = self.span(from);
        let high = match count {
            Some(count) => binary(BinaryOp::Subtract, count, number(1.into(), span), span),
            None if values.is_empty() => return Err((from, format!("say how many elements {name} has"))),
            None => number((values.len() - 1).into(), span),
        };
        let bounds = vec![(number(0.into(), span), high)];
        Ok(self.variable(name, bounds, values, from))
    }

    fn sum(&mut self) -> Read<Expr> {
        let from = self.at;
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                Some(b'+') => BinaryOp::Add,
                Some(b'-') => BinaryOp::Subtract,
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.product()?;
            left = binary(operator, left, right, self.span(from));
        }
    }

    fn product(&mut self) -> Read<Expr> {
        let from = self.at;
        let mut left = self.primary()?;
        while self.accept(b'*') {
            let right = self.primary()?;
            left = binary(BinaryOp::Multiply, left, right, self.span(from));
        }
        Ok(left)
    }

    fn primary(&mut self) -> Read<Expr> {
        let first = self.peek();
        let from = self.at;
        match first {
            Some(b'-') => {
                self.at += 1;
                let operand = self.primary()?;
                let (ty, span) = (operand.ty.clone(), self.span(from));
                Ok(Expr { kind: ExprKind::Unary(UnaryOp::Negate, Box::new(operand)), ty, span })
            }
            Some(b'\'') => match self.quoted(b'\'')?.as_slice() {
                [byte] => Ok(number((*byte).into(), self.span(from))),
                _ => Err((from, "one character is expected between the quotes".into())),
            },
            Some(digit) if digit.is_ascii_digit() || digit == b'.' => self.literal(),
            _ => match self.name() {
                Some(name) if name == "NULL" => Ok(number(0.into(), self.span(from))),
                Some(name) if matches!(name.as_str(), "NAN" | "NaN" | "nan") => Ok(self.quotient(0, from)),
                Some(name) if matches!(name.as_str(), "INFINITY" | "inf") => Ok(self.quotient(1, from)),
                Some(name) => Ok(Expr { kind: ExprKind::Symbol(name), ty: INT, span: self.span(from) }),
                None => Err((self.at, "a number, a name or a text is expected here".into())),
            },
        }
    }

    /// `above / 0.0`: floating-point constants are exact, so that what is no number is computed.
    fn quotient(&self, above: i32, from: usize) -> Expr {
        let (ty, span) = (Type::Real(RealType::Double), self.span(from));
        let real = |value: i32| Expr { kind: ExprKind::Real(value.into()), ty: ty.clone(), span };
        binary(BinaryOp::Divide, real(above), real(0), span)
    }

    fn literal(&mut self) -> Read<Expr> {
        let from = self.at;
        let rest = &self.text[from..];
        let hexadecimal = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"));
        if let Some(digits) = hexadecimal {
            let length = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
            self.at += 2 + length;
            let value = IBig::from_str_radix(&digits[..length], 16);
            return value
                .map(|value| number(value, self.span(from)))
                .map_err(|_| (from, "this is no number".into()));
        }
        let mut before = 0;
        let mut belongs = |byte: &u8| {
            let signed = before == b'e' && matches!(byte, b'-' | b'+');
            before = byte.to_ascii_lowercase();
            signed || byte.is_ascii_digit() || matches!(before, b'.' | b'e')
        };
        let length = rest.as_bytes().iter().take_while(|byte| belongs(byte)).count();
        self.at += length;
        let written = &rest[..length];
        let span = self.span(from);
        if let Ok(value) = written.parse::<IBig>() {
            return Ok(number(value, span));
        }
        let value = written.parse::<f64>().ok().and_then(|value| RBig::try_from(value).ok());
        match value {
            Some(value) => Ok(Expr { kind: ExprKind::Real(value), ty: Type::Real(RealType::Double), span }),
            None => Err((from, "this is no number".into())),
        }
    }

    /// The bytes between quotes, with C's escapes.
    fn quoted(&mut self, quote: u8) -> Read<Vec<u8>> {
        let from = self.at;
        self.expect(quote)?;
        let mut bytes = Vec::new();
        let mut rest = self.text[self.at..].bytes();
        while let Some(byte) = rest.next() {
            self.at += 1;
            match byte {
                _ if byte == quote => return Ok(bytes),
                b'\\' => {
                    let escaped = rest.next();
                    self.at += usize::from(escaped.is_some());
                    bytes.push(match escaped {
                        Some(b'n') => b'\n',
                        Some(b't') => b'\t',
                        Some(b'r') => b'\r',
                        Some(b'0') => 0,
                        Some(other) => other,
                        None => break,
                    });
                }
                _ => bytes.push(byte),
            }
        }
        Err((from, "this text has no end".into()))
    }
}

fn number(value: IBig, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(value), ty: INT, span }
}

fn binary(operator: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    let ty = left.ty.clone();
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty, span }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<CallText, String> {
        let mut sources = Sources::new();
        let id = sources.add("call", text);
        parse_call(&sources, id).map_err(|errors| errors.render(&sources, false))
    }

    #[test]
    fn arguments_of_all_kinds_are_read() {
        let call = read("find(table[8], n + 1, -3, \"a\\n\", x[] = {1, 2}, 1.5, 'c', NULL)").unwrap();
        assert_eq!(call.procedure, "find");
        assert_eq!(call.arguments.len(), 8);
        assert!(matches!(&call.arguments[3], CallArgument::Variable { values, .. } if values.len() == 3));
        assert!(matches!(&call.arguments[4], CallArgument::Variable { values, .. } if values.len() == 2));
    }

    #[test]
    fn what_is_shown_of_floats_is_read() {
        for text in ["f(NaN)", "f(nan)", "f(NAN)", "f(inf)", "f(-inf)", "f(-INFINITY)"] {
            let call = read(text).unwrap();
            let [CallArgument::Value(value)] = &call.arguments[..] else { panic!("{text}") };
            assert_eq!(value.ty, Type::Real(RealType::Double), "{text}");
        }
    }

    #[test]
    fn what_is_no_call_is_refused_with_its_place() {
        for text in ["", "f", "f(", "f(1,)", "f(a[)", "f(\"x)", "f(1) g", "f(a[])", "3(x)", "f(\u{e9})"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
