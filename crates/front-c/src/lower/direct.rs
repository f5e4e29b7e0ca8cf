//! Library functions that the machine knows, and those of our own library's reserved names.

use sextant_base::Span;
use sextant_syntax::{
    Analytic, BinaryOp, Expr, ExprKind, Failure, Intrinsic, Primitive, RealType, Stmt, Type,
};

use super::body::Body;
use super::make;
use super::place::is_simple;
use crate::tree::{self, ExprKind as C};
use crate::types::TypeId;

/// Functions that need no definition.
const KNOWN: &[&str] = &[
    "malloc",
    "free",
    "memcpy",
    "memmove",
    "memset",
    "printf",
    "vprintf",
    "puts",
    "putchar",
    "abort",
    "exit",
    "_Exit",
    "_exit",
    "__assert_fail",
    "__assert",
    "__sextant_allocate",
    "__sextant_allocate_zeroed",
    "__sextant_release",
    "__sextant_size",
    "__sextant_copy",
    "__sextant_move",
    "__sextant_fill",
    "__sextant_write",
    "__sextant_print",
    "__sextant_print_text",
    "__sextant_read_byte",
    "__sextant_scan",
    "__sextant_file",
    "__sextant_keep_file",
    "__sextant_exit",
    "__sextant_abort",
    "alloca",
    "pow",
    "time",
    "clock",
];

/// Functions of analysis on `double`.
const ANALYTIC: &[(&str, Analytic)] = &[
    ("sqrt", Analytic::Sqrt),
    ("exp", Analytic::Exp),
    ("log", Analytic::Log),
    ("log10", Analytic::Log10),
    ("sin", Analytic::Sin),
    ("cos", Analytic::Cos),
    ("tan", Analytic::Tan),
    ("asin", Analytic::Asin),
    ("acos", Analytic::Acos),
    ("atan", Analytic::Atan),
    ("atan2", Analytic::Atan2),
    ("sinh", Analytic::Sinh),
    ("cosh", Analytic::Cosh),
    ("tanh", Analytic::Tanh),
    ("erf", Analytic::Erf),
    ("erfc", Analytic::Erfc),
    ("tgamma", Analytic::Gamma),
    ("lgamma", Analytic::LogGamma),
];

fn analytic(name: &str) -> Option<Analytic> {
    ANALYTIC.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

/// Whether calls of a function need no definition of it.
pub(crate) fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || analytic(name).is_some() || super::markers::is_marker(name)
}

impl Body<'_, '_> {
    /// A call of a function that the machine knows.
    pub(super) fn known_function(
        &mut self,
        name: &str,
        arguments: &[tree::Expr],
        ty: TypeId,
        span: Span,
    ) -> Option<Expr> {
        if !is_known(name) || name == "exit" && self.lowering.has_exit_handlers {
            return None;
        }
        if super::markers::is_marker(name) {
            return self.marker(name, arguments, ty, span);
        }
        let result = if self.types().is_scalar(ty) { self.content(ty) } else { make::INT };
        if let Some(value) =
            self.mathematical(name, arguments, span).or_else(|| self.now(name, arguments, span))
        {
            return Some(make::as_type(value, &result));
        }
        let primitive = match (name, arguments.len()) {
            ("malloc" | "__sextant_allocate", 1) => Primitive::Allocate { zeroed: false },
            ("__sextant_allocate_zeroed", 1) => Primitive::Allocate { zeroed: true },
            ("alloca", 1) => Primitive::AllocateLocal,
            ("free" | "__sextant_release", 1) => Primitive::Release,
            ("__sextant_size", 1) => Primitive::SizeOfObject,
            ("__sextant_copy", 3) => Primitive::CopyBytes { overlap: false },
            ("__sextant_move", 3) => Primitive::CopyBytes { overlap: true },
            ("__sextant_fill", 3) => Primitive::FillBytes,
            ("__sextant_write", 3) => Primitive::WriteBytes,
            ("__sextant_print", 3) => Primitive::Print,
            ("__sextant_print_text", 4) => Primitive::PrintText,
            ("__sextant_read_byte", 0) => Primitive::ReadByte,
            ("__sextant_scan", 2) => Primitive::Scan,
            ("__sextant_file", 1) => Primitive::FileContents,
            ("__sextant_keep_file", 3) => Primitive::KeepFile,
            ("exit" | "_exit" | "_Exit" | "__sextant_exit", 1) => Primitive::Exit,
            ("abort" | "__sextant_abort", 0) => Primitive::Fail(Failure::Abort),
            ("__assert_fail", 4) | ("__assert", 3) => {
                let text = self.literal_text(&arguments[0]).unwrap_or_default();
                return Some(make::primitive(
                    Primitive::Fail(Failure::Assertion(text)),
                    Vec::new(),
                    result,
                    span,
                ));
            }
            ("memcpy", 3) => {
                return Some(self.filling(Primitive::CopyBytes { overlap: false }, arguments, span));
            }
            ("memmove", 3) => {
                return Some(self.filling(Primitive::CopyBytes { overlap: true }, arguments, span));
            }
            ("memset", 3) => return Some(self.filling(Primitive::FillBytes, arguments, span)),
            _ => return self.printing(name, arguments, span),
        };
        let operands = arguments.iter().map(|argument| self.value(argument)).collect();
        Some(make::primitive(primitive, operands, result, span))
    }

    /// Functions of analysis, which the shared tree knows.
    fn mathematical(&mut self, name: &str, arguments: &[tree::Expr], span: Span) -> Option<Expr> {
        let function = analytic(name);
        let operands = match (function, arguments.len()) {
            (Some(Analytic::Atan2), 2) => 2,
            (Some(function), 1) if function != Analytic::Atan2 => 1,
            (None, 2) if name == "pow" => 2,
            _ => return None,
        };
        let double = Type::Real(RealType::Double);
        let mut values: Vec<Expr> =
            arguments[..operands].iter().map(|argument| self.value(argument)).collect();
        values = values.into_iter().map(|value| make::as_type(value, &double)).collect();
        match (function, values.pop()) {
            (None, Some(exponent)) => values.pop().map(|base| make::binary(BinaryOp::Power, base, exponent)),
            (Some(function), Some(last)) => {
                values.push(last);
                Some(make::expr(ExprKind::Intrinsic(Intrinsic::Analytic(function), values), double, span))
            }
            _ => None,
        }
    }

    /// What the clock says is an input.
    fn now(&mut self, name: &str, arguments: &[tree::Expr], span: Span) -> Option<Expr> {
        let input =
            |name: &str| make::primitive(Primitive::Input(name.to_owned()), Vec::new(), make::LONG, span);
        match (name, arguments) {
            ("clock", []) => Some(input("clock")),
            ("time", [place]) => {
                let mut statements = Vec::new();
                let value = self.keep(input("time"), &mut statements);
                let place = self.value(place);
                let place = if is_simple(&place) { place } else { self.keep(place, &mut statements) };
                let store = make::store(place.clone(), None, value.clone(), span);
                let given = super::expr::is_not_zero(place);
                statements.push(super::assign::conditional(given, vec![store], Vec::new(), span));
                Some(make::sequence(statements, value))
            }
            _ => None,
        }
    }

    /// A primitive that works on the bytes at its first operand and whose value is that operand.
    fn filling(&mut self, primitive: Primitive, arguments: &[tree::Expr], span: Span) -> Expr {
        let mut operands: Vec<Expr> = arguments.iter().map(|argument| self.value(argument)).collect();
        let mut statements = Vec::new();
        if !is_simple(&operands[0]) {
            operands[0] = self.keep(operands[0].clone(), &mut statements);
        }
        let to = operands[0].clone();
        statements.push(make::evaluate(make::primitive(primitive, operands, make::INT, span)));
        make::sequence(statements, make::wrap(to, make::ADDRESS))
    }

    /// Functions that write to standard output.
    fn printing(&mut self, name: &str, arguments: &[tree::Expr], span: Span) -> Option<Expr> {
        let mut statements = Vec::new();
        let (format, values) = match (name, arguments) {
            ("printf", [format, rest @ ..]) => {
                let format = self.value(format);
                (format, self.further(rest, span, &mut statements))
            }
            ("vprintf", [format, list]) => {
                let (format, list) = (self.value(format), self.value(list));
                (format, make::fetch(make::wrap(list, make::ADDRESS), None, make::ADDRESS))
            }
            ("puts", [text]) => {
                let text = self.value(text);
                let values = self.laid_out(vec![make::wrap(text, make::ADDRESS)], span, &mut statements);
                (self.text_constant("%s\n", span), values)
            }
            ("putchar", [character]) => {
                let character = self.value(character);
                let character = make::wrap(character, make::INT);
                let character =
                    if is_simple(&character) { character } else { self.keep(character, &mut statements) };
                let stored = vec![make::wrap(character.clone(), make::LONG)];
                let values = self.laid_out(stored, span, &mut statements);
                let format = self.text_constant("%c", span);
                let print = self.print(format, values, span);
                statements.push(make::evaluate(print));
                let byte = make::wrap(make::wrap(character, make::BYTE), make::INT);
                return Some(make::sequence(statements, byte));
            }
            _ => return None,
        };
        let print = self.print(format, values, span);
        Some(make::sequence(statements, print))
    }

    fn print(&mut self, format: Expr, values: Expr, span: Span) -> Expr {
        let stream = make::int(1, make::INT, span);
        make::primitive(Primitive::Print, vec![stream, format, values], make::INT, span)
    }

    /// The text of a literal that an expression leads to.
    pub(super) fn literal_text(&self, expr: &tree::Expr) -> Option<String> {
        let mut expr = expr;
        loop {
            match &expr.kind {
                C::Cast(_, inner) | C::Address(inner) => expr = inner,
                C::Global(id) => {
                    let items = self.lowering.tree.globals[*id].initial.as_ref()?;
                    let bytes = items.iter().map_while(|item| match &item.value {
                        tree::Constant::Int(value) => u8::try_from(value).ok().filter(|&byte| byte != 0),
                        _ => None,
                    });
                    return Some(String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned());
                }
                _ => return None,
            }
        }
    }

    /// A statement as an expression that has no value.
    pub(super) fn as_value(&self, statements: Vec<Stmt>, span: Span) -> Expr {
        make::sequence(statements, make::expr(ExprKind::Int(0.into()), make::INT, span))
    }
}
