//! Calls: what is written, and its meaning. No program is known here, so that nothing has a type of its own: whoever
//! looks at the arguments makes of a number or symbol what the parameter wants.

use std::str::FromStr;

use dashu_int::IBig;
use sextant_base::{Diagnostic, Diagnostics, Span};
use sextant_syntax::{BinaryOp, CallArgument, CallText, Expr, ExprKind, Intrinsic, RealType, Type, UnaryOp};

use super::text::Written;
use crate::cursor::{Line, Parsed};
use crate::raw::{self, ArgumentValue};
use crate::resolve::{INT, REAL, TEXT, boz, decimal};

/// A call as written.
pub(super) struct RawCall {
    name: raw::Name,
    arguments: Vec<RawArgument>,
}

enum RawArgument {
    Value(raw::Expr),
    Variable {
        name: raw::Name,
        bounds: Vec<(raw::Expr, raw::Expr)>,
        length: Option<raw::Expr>,
        values: Vec<raw::Expr>,
        span: Span,
    },
    /// Nothing between two commas.
    Absent(Span),
}

impl Line<'_> {
    pub(super) fn typed_call(&mut self) -> Parsed<RawCall> {
        let start = self.position();
        if self.keyword("CALL") && self.name_length() == 0 {
            // A procedure may have that name.
            self.go_to(start);
        }
        let name = self.name("the name of a procedure")?;
        let mut arguments = Vec::new();
        if self.accept("(") && !self.accept(")") {
            arguments = self.list(Self::typed_argument)?;
            self.expect_close()?;
        }
        self.typed_end()?;
        Ok(RawCall { name, arguments })
    }

    /// `NAME`, `NAME(low:high, …)` and `NAME*length` are variables, also with `= value` behind; nothing at all is an
    /// absent argument; anything else is a value.
    fn typed_argument(&mut self) -> Parsed<RawArgument> {
        if matches!(self.peek(), ',' | ')') {
            return Ok(RawArgument::Absent(self.span_at(self.position())));
        }
        if !self.variable_ahead() {
            return Ok(RawArgument::Value(self.expression()?));
        }
        let start = self.position();
        let name = self.name("a variable")?;
        let mut bounds = Vec::new();
        if self.is_next("(") {
            bounds = self.in_parentheses(|line| {
                line.list(|line| {
                    let low = line.expression()?;
                    line.expect(":")?;
                    Ok((low, line.expression()?))
                })
            })?;
        }
        let length = if self.accept("*") { Some(self.primary()?) } else { None };
        let values = if self.equals_next() { self.given_values()? } else { Vec::new() };
        Ok(RawArgument::Variable { name, bounds, length, values, span: self.span_from(start) })
    }

    /// Whether a variable comes next, and not a value that begins with a name.
    fn variable_ahead(&mut self) -> bool {
        let letters = self.name_length();
        if letters == 0 || self.peek() == '_' {
            return false;
        }
        let (mut next, mut at) = self.character_at(self.position() + letters);
        if next == '(' {
            let Some(end) = self.group_end(at) else { return false };
            if !self.outside_brackets(at + 1, end - 1).any(|(_, sign)| sign == ':') {
                return false;
            }
            (next, at) = self.character_at(end);
        }
        match next {
            '*' => self.character_at(at + 1).0 != '*',
            '=' => self.character_at(at + 1).0 != '=',
            ',' | ')' | ';' | '\0' => true,
            _ => false,
        }
    }

    /// One value, or several in parentheses.
    fn given_values(&mut self) -> Parsed<Vec<raw::Expr>> {
        self.expect("=")?;
        let close = if self.accept("(/") {
            "/)"
        } else if self.accept("[") {
            "]"
        } else if self.peek() == '(' && self.list_ahead() {
            self.expect("(")?;
            ")"
        } else {
            return Ok(vec![self.expression()?]);
        };
        let values = self.list(Self::expression)?;
        self.expect(close)?;
        Ok(values)
    }

    /// Whether the parentheses that open here hold all that is given.
    fn list_ahead(&mut self) -> bool {
        self.peek();
        match self.group_end(self.position()) {
            Some(end) => matches!(self.character_at(end).0, ',' | ')' | ';' | '\0'),
            None => false,
        }
    }
}

/// What the call means.
pub(super) fn meaning(raw: RawCall, written: &Written, diagnostics: &mut Diagnostics) -> Option<CallText> {
    let mut reader = Reader { written, diagnostics };
    let arguments: Vec<_> = raw.arguments.iter().map(|argument| reader.argument(argument)).collect();
    Some(CallText {
        procedure: raw.name.written.to_string(),
        procedure_span: raw.name.span,
        arguments: arguments.into_iter().collect::<Option<_>>()?,
    })
}

struct Reader<'r> {
    written: &'r Written,
    diagnostics: &'r mut Diagnostics,
}

impl Reader<'_> {
    fn argument(&mut self, raw: &RawArgument) -> Option<CallArgument> {
        match raw {
            RawArgument::Value(value) => self.value(value).map(CallArgument::Value),
            RawArgument::Absent(span) => Some(CallArgument::Absent(*span)),
            RawArgument::Variable { name, bounds, length, values, span } => {
                let bounds: Option<Vec<_>> =
                    bounds.iter().map(|(low, high)| Some((self.value(low)?, self.value(high)?))).collect();
                let length = match length {
                    Some(length) => Some(self.value(length)?),
                    None => None,
                };
                let values: Option<Vec<_>> = values.iter().map(|value| self.value(value)).collect();
                Some(CallArgument::Variable {
                    name: name.written.to_string(),
                    bounds: bounds?,
                    length,
                    values: values?,
                    span: *span,
                })
            }
        }
    }

    fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Option<T> {
        self.diagnostics.push(Diagnostic::error(span, message));
        None
    }

    fn value(&mut self, raw: &raw::Expr) -> Option<Expr> {
        let span = raw.span;
        let (kind, ty) = match &raw.kind {
            raw::ExprKind::Int { digits, .. } => {
                (ExprKind::Int(IBig::from_str(digits).unwrap_or(IBig::ZERO)), INT)
            }
            raw::ExprKind::Real { text, .. } => match decimal(text) {
                Some(value) => (ExprKind::Real(value), REAL),
                None => return self.fail(span, "this number cannot be read"),
            },
            raw::ExprKind::Complex(re, im) => {
                let (re, im) = (self.value(re)?, self.value(im)?);
                (ExprKind::Complex(Box::new(re), Box::new(im)), Type::Complex(RealType::Single))
            }
            raw::ExprKind::Logical { value, .. } => (ExprKind::Bool(*value), Type::Logical),
            raw::ExprKind::Char { value, .. } | raw::ExprKind::Hollerith(value) => {
                (ExprKind::Text(value.as_bytes().to_vec()), TEXT)
            }
            raw::ExprKind::Boz { radix, digits } => match boz(*radix, digits) {
                Some(value) => (ExprKind::Int(value.into()), INT),
                None => return self.fail(span, "unsupported: more than 64 bits"),
            },
            raw::ExprKind::Name(name) => match self.written.symbol(name) {
                Some(symbol) => (ExprKind::Symbol(symbol.to_owned()), REAL),
                None => return self.fail(span, no_variable(&name.written)),
            },
            raw::ExprKind::Paren(inner) => return self.value(inner),
            raw::ExprKind::Unary(op, operand) => return self.unary(op, operand, span),
            raw::ExprKind::Binary(op, left, right) => return self.binary(op, left, right, span),
            raw::ExprKind::Apply(function, operands) => return self.function(function, operands, span),
            raw::ExprKind::Component(..) | raw::ExprKind::ArrayConstructor { .. } => {
                return self
                    .fail(span, "an argument is a name or an expression over constants and \"symbols\"");
            }
        };
        Some(Expr { kind, ty, span })
    }

    fn unary(&mut self, op: &raw::UnaryOp, operand: &raw::Expr, span: Span) -> Option<Expr> {
        let operand = self.value(operand)?;
        let op = match op {
            raw::UnaryOp::Plus => return Some(operand),
            raw::UnaryOp::Minus => UnaryOp::Negate,
            raw::UnaryOp::Not => UnaryOp::Not,
            raw::UnaryOp::Defined(name) => {
                return self.fail(name.span, format!("there is no operator .{}. here", name.written));
            }
        };
        let ty = operand.ty.clone();
        Some(Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, span })
    }

    fn binary(
        &mut self,
        op: &raw::BinaryOp,
        left: &raw::Expr,
        right: &raw::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = (self.value(left)?, self.value(right)?);
        let op = match op {
            raw::BinaryOp::Intrinsic(operator) => operator.meaning,
            raw::BinaryOp::Defined(name) => {
                return self.fail(name.span, format!("there is no operator .{}. here", name.written));
            }
        };
        if op == BinaryOp::Concatenate {
            return self.joined(&left, &right, span);
        }
        let is_int = matches!((&left.ty, &right.ty), (Type::Int(_), Type::Int(_)));
        let ty = match op.is_logical() {
            true => Type::Logical,
            false if is_int => INT,
            false => REAL,
        };
        Some(Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span })
    }

    /// Constant texts one behind the other.
    fn joined(&mut self, left: &Expr, right: &Expr, span: Span) -> Option<Expr> {
        match (&left.kind, &right.kind) {
            (ExprKind::Text(left), ExprKind::Text(right)) => {
                let text = [left.as_slice(), right.as_slice()].concat();
                Some(Expr { kind: ExprKind::Text(text), ty: TEXT, span })
            }
            _ => self.fail(span, "only constant texts can be joined here"),
        }
    }

    fn function(&mut self, function: &raw::Expr, operands: &[raw::Argument], span: Span) -> Option<Expr> {
        let raw::ExprKind::Name(name) = &function.kind else {
            return self.fail(span, "an argument is a name or an expression over constants and \"symbols\"");
        };
        match operands {
            [raw::Argument { value: ArgumentValue::Expr(operand), keyword: None, .. }]
                if &*name.upper == "ABS" =>
            {
                let operand = self.value(operand)?;
                let ty = operand.ty.clone();
                Some(Expr { kind: ExprKind::Intrinsic(Intrinsic::Abs, vec![operand]), ty, span })
            }
            _ => self.fail(span, no_variable(&name.written)),
        }
    }
}

fn no_variable(name: &str) -> String {
    format!("`{name}` has no value here: an expression is over constants and \"symbols\"")
}
