//! Prints expressions.

use super::declare::leading_type;
use super::{given, join};
use crate::raw::{
    Argument, ArgumentValue, BinaryOp, DoControl, Expr, ExprKind, Item, KindSuffix, Name, Radix, UnaryOp,
};

pub(super) fn expr(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Int { digits, kind } => format!("{digits}{}", suffix(kind)),
        ExprKind::Real { text, kind } => format!("{text}{}", suffix(kind)),
        ExprKind::Complex(real, imaginary) => format!("({}, {})", self::expr(real), self::expr(imaginary)),
        ExprKind::Logical { value, kind } => {
            format!("{}{}", if *value { ".TRUE." } else { ".FALSE." }, suffix(kind))
        }
        ExprKind::Char { value, kind } => {
            format!("{}{}", given(kind, |kind| kind_text(kind) + "_"), quoted(value))
        }
        ExprKind::Hollerith(text) => format!("{}H{text}", text.chars().count()),
        ExprKind::Boz { radix, digits } => {
            let letter = match radix {
                Radix::Binary => 'B',
                Radix::Octal => 'O',
                Radix::Hexadecimal => 'Z',
            };
            format!("{letter}'{digits}'")
        }
        ExprKind::Name(name) => name.written.to_string(),
        ExprKind::Apply(base, list) => format!("{}({})", self::expr(base), arguments(list)),
        ExprKind::Component(base, name) => format!("{}%{}", self::expr(base), name.written),
        ExprKind::Unary(operator, operand) => {
            let operator = match operator {
                UnaryOp::Plus => "+".to_owned(),
                UnaryOp::Minus => "-".to_owned(),
                UnaryOp::Not => ".NOT. ".to_owned(),
                UnaryOp::Defined(name) => format!(".{}. ", name.written),
            };
            format!("{operator}{}", self::expr(operand))
        }
        ExprKind::Binary(operator, left, right) => {
            format!("{}{}{}", self::expr(left), binary_operator(operator), self::expr(right))
        }
        ExprKind::Paren(inner) => format!("({})", self::expr(inner)),
        ExprKind::ArrayConstructor { ty, items: list } => {
            format!("[{}{}]", leading_type(ty.as_deref()), items(list))
        }
    }
}

fn binary_operator(operator: &BinaryOp) -> String {
    match operator {
        BinaryOp::Intrinsic(operator) if operator.meaning == sextant_syntax::BinaryOp::Power => {
            "**".to_owned()
        }
        BinaryOp::Intrinsic(operator) => format!(" {} ", operator.spellings[0]),
        BinaryOp::Defined(name) => format!(" .{}. ", name.written),
    }
}

fn kind_text(kind: &KindSuffix) -> String {
    match kind {
        KindSuffix::Digits(digits) => digits.to_string(),
        KindSuffix::Name(name) => name.written.to_string(),
    }
}

fn suffix(kind: &Option<KindSuffix>) -> String {
    given(kind, |kind| format!("_{}", kind_text(kind)))
}

/// A text between quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

pub(super) fn arguments(arguments: &[Argument]) -> String {
    join(arguments.iter().map(|argument| {
        let value = match &argument.value {
            ArgumentValue::Expr(value) => expr(value),
            ArgumentValue::Range { low, high, stride } => {
                range(low, high) + &given(stride, |stride| format!(":{}", expr(stride)))
            }
            ArgumentValue::AlternateReturn(label) => format!("*{}", label.value),
        };
        keyword(&argument.keyword) + &value
    }))
}

/// `keyword=` in front of something, if there is one.
pub(super) fn keyword(keyword: &Option<Name>) -> String {
    given(keyword, |keyword| format!("{}=", keyword.written))
}

/// `low:high`, each of them optional.
pub(super) fn range(low: &Option<Expr>, high: &Option<Expr>) -> String {
    format!("{}:{}", given(low, expr), given(high, expr))
}

pub(super) fn items(items: &[Item]) -> String {
    join(items.iter().map(|item| match item {
        Item::Value(value) => expr(value),
        Item::Loop(implied) => {
            format!("({}, {})", self::items(&implied.items), do_control(&implied.control))
        }
    }))
}

pub(super) fn do_control(control: &DoControl) -> String {
    let step = given(&control.step, |step| format!(", {}", expr(step)));
    format!("{} = {}, {}{step}", control.variable.written, expr(&control.from), expr(&control.to))
}

pub(super) fn names(names: &[Name]) -> String {
    join(names.iter().map(|name| name.written.to_string()))
}
