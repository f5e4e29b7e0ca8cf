//! Expressions as text.

use super::Printer;
use crate::tree::{
    ARITHMETIC, COMPARISONS, Callee, CastKind, Expr, ExprKind, Initial, InitialValue, UnaryOp, word,
};

impl Printer<'_> {
    pub(super) fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Int(value) if self.program.types.pointee(expr.ty).is_some() => format!("null{value}"),
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Real(value) => format!("{value:?}"),
            ExprKind::Local(id) => self.local(*id),
            ExprKind::Global(id) => self.program.globals[*id].name.clone(),
            ExprKind::Function(id) => self.program.functions[*id].name.clone(),
            ExprKind::Compound(id, initial) => format!("new {}{}", self.local(*id), self.initial(initial)),
            ExprKind::Deref(pointer) => format!("*{}", self.expr(pointer)),
            ExprKind::Member(base, record, field) => {
                let fields = self.program.types.records[*record].fields.as_ref();
                let name = fields.and_then(|fields| fields.get(*field)).map_or("?", |field| &field.name);
                let name = if name.is_empty() { format!("#{field}") } else { name.to_owned() };
                format!("{}.{name}", self.operand(base))
            }
            ExprKind::ComplexPart(base, imaginary) => {
                format!("{}({})", if *imaginary { "imag" } else { "real" }, self.expr(base))
            }
            ExprKind::Load(place) => format!("[{}]", self.expr(place)),
            ExprKind::Address(place) => format!("&{}", self.operand(place)),
            ExprKind::LabelAddress(label) => format!("&&{}", self.body.labels[*label].name),
            ExprKind::Cast(kind, operand) => {
                let target = match kind {
                    CastKind::Convert => self.program.types.show(expr.ty),
                    CastKind::Truth => "_Bool".to_owned(),
                    CastKind::Discard => "void".to_owned(),
                    CastKind::Union => format!("to {}", self.program.types.show(expr.ty)),
                };
                format!("({target}) {}", self.operand(operand))
            }
            ExprKind::Unary(op, operand) => format!("{}{}", unary_word(*op), self.operand(operand)),
            ExprKind::Arithmetic(op, left, right) => self.infix(left, word(&ARITHMETIC, *op), right),
            ExprKind::Compare(op, left, right) => self.infix(left, word(&COMPARISONS, *op), right),
            ExprKind::Displace { pointer, index, negative } => {
                self.infix(pointer, if *negative { "-@" } else { "+@" }, index)
            }
            ExprKind::Distance(left, right) => self.infix(left, "@-@", right),
            ExprKind::And(left, right) => self.infix(left, "&&", right),
            ExprKind::Or(left, right) => self.infix(left, "||", right),
            ExprKind::Conditional(condition, then, otherwise) => {
                format!("({} ? {} : {})", self.expr(condition), self.expr(then), self.expr(otherwise))
            }
            ExprKind::Comma(left, right) => self.infix(left, ",", right),
            ExprKind::Assign(place, value) => self.infix(place, "=", value),
            ExprKind::Update { place, op, value, .. } if self.program.types.pointee(place.ty).is_some() => {
                self.infix(place, &format!("{}@=", word(&ARITHMETIC, *op)), value)
            }
            ExprKind::Update { place, op, value, compute } => {
                let ty = self.program.types.show(*compute);
                self.infix(place, &format!("{}= in {ty}:", word(&ARITHMETIC, *op)), value)
            }
            ExprKind::Step { place, down, postfix } => {
                let (sign, place) = (if *down { "--" } else { "++" }, self.operand(place));
                if *postfix { format!("{place}{sign}") } else { format!("{sign}{place}") }
            }
            ExprKind::Call(callee, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.expr(argument)).collect();
                format!("{}({})", self.callee(callee), arguments.join(", "))
            }
            ExprKind::Statements(statements, value) => {
                let mut text = String::new();
                self.statements(statements, 0, &mut text);
                let value = value.as_ref().map_or(String::new(), |value| self.expr(value));
                format!("({{ {} {value} }})", text.trim_end().replace('\n', " "))
            }
            ExprKind::NextArgument(list) => {
                format!("va_arg({}, {})", self.expr(list), self.program.types.show(expr.ty))
            }
            ExprKind::Unsupported(what) => format!("unsupported({what})"),
        }
    }

    /// An expression that stands inside another one.
    fn operand(&self, expr: &Expr) -> String {
        let text = self.expr(expr);
        let simple = matches!(
            expr.kind,
            ExprKind::Int(_)
                | ExprKind::Real(_)
                | ExprKind::Local(_)
                | ExprKind::Global(_)
                | ExprKind::Function(_)
                | ExprKind::Load(_)
                | ExprKind::Member(..)
                | ExprKind::Call(..)
                | ExprKind::Conditional(..)
                | ExprKind::Cast(..)
                | ExprKind::Statements(..)
        );
        if simple { text } else { format!("({text})") }
    }

    fn infix(&self, left: &Expr, sign: &str, right: &Expr) -> String {
        format!("{} {sign} {}", self.operand(left), self.operand(right))
    }

    fn callee(&self, callee: &Callee) -> String {
        match callee {
            Callee::Function(id) => self.program.functions[*id].name.clone(),
            Callee::Builtin(name) => name.clone(),
            Callee::Pointer(pointer) => format!("(*{})", self.operand(pointer)),
        }
    }

    pub(super) fn initial(&self, initial: &Initial) -> String {
        let items: Vec<String> = initial
            .items
            .iter()
            .map(|item| {
                let value = match &item.value {
                    InitialValue::Expr(expr) => self.expr(expr),
                    InitialValue::Text(elements, width) => format!("text {elements:?} of {width}"),
                };
                match item.field {
                    Some((_, at)) => format!("{} bit-field #{at}: {value}", item.offset),
                    None => format!("{}: {value}", item.offset),
                }
            })
            .collect();
        let zero = if initial.zero { "0 " } else { "" };
        format!("{{{zero}{}}}", items.join(", "))
    }
}

fn unary_word(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negate => "-",
        UnaryOp::Complement => "~",
        UnaryOp::Not => "!",
    }
}
