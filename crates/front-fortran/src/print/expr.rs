//! Prints expressions.

use super::join;
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
            let kind = kind.as_ref().map_or(String::new(), |kind| kind_text(kind) + "_");
            format!("{kind}{}", quoted(value))
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
            let ty = ty.as_ref().map_or(String::new(), |ty| super::declare::type_spec(ty) + " :: ");
            format!("[{ty}{}]", items(list))
        }
    }
}

fn binary_operator(operator: &BinaryOp) -> String {
    let sign = match operator {
        BinaryOp::Power => return "**".to_owned(),
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Concat => "//",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "/=",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::And => ".AND.",
        BinaryOp::Or => ".OR.",
        BinaryOp::Equivalent => ".EQV.",
        BinaryOp::NotEquivalent => ".NEQV.",
        BinaryOp::Defined(name) => return format!(" .{}. ", name.written),
    };
    format!(" {sign} ")
}

fn kind_text(kind: &KindSuffix) -> String {
    match kind {
        KindSuffix::Digits(digits) => digits.to_string(),
        KindSuffix::Name(name) => name.written.to_string(),
    }
}

fn suffix(kind: &Option<KindSuffix>) -> String {
    kind.as_ref().map_or(String::new(), |kind| format!("_{}", kind_text(kind)))
}

/// A text between quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

pub(super) fn arguments(arguments: &[Argument]) -> String {
    join(arguments.iter().map(|argument| {
        let keyword =
            argument.keyword.as_ref().map_or(String::new(), |keyword| format!("{}=", keyword.written));
        let value = match &argument.value {
            ArgumentValue::Expr(value) => expr(value),
            ArgumentValue::Range { low, high, stride } => {
                let stride = stride.as_ref().map_or(String::new(), |stride| format!(":{}", expr(stride)));
                format!("{}:{}{stride}", optional(low), optional(high))
            }
            ArgumentValue::AlternateReturn(label) => format!("*{}", label.value),
        };
        keyword + &value
    }))
}

/// An expression that may be absent.
pub(super) fn optional(value: &Option<Expr>) -> String {
    value.as_ref().map_or(String::new(), expr)
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
    let step = control.step.as_ref().map_or(String::new(), |step| format!(", {}", expr(step)));
    format!("{} = {}, {}{step}", control.variable.written, expr(&control.from), expr(&control.to))
}

pub(super) fn names(names: &[Name]) -> String {
    join(names.iter().map(|name| name.written.to_string()))
}
