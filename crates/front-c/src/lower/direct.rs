//! Library functions that the machine knows, and those of our own library's reserved names.

use sextant_base::Span;
use sextant_syntax::{
    Analytic, BinaryOp, Clock, Expr, ExprKind, Failure, Intrinsic, Primitive, RealType, Stmt, Type,
};

use super::body::Body;
use super::make;
use crate::tree::{self, ExprKind as C};
use crate::types::TypeId;

/// Functions that are primitives, with the number of their operands.
const PRIMITIVES: &[(&str, usize, Primitive)] = &[
    ("malloc", 1, Primitive::Allocate { zeroed: false }),
    ("__sextant_allocate", 1, Primitive::Allocate { zeroed: false }),
    ("__sextant_allocate_zeroed", 1, Primitive::Allocate { zeroed: true }),
    ("alloca", 1, Primitive::AllocateLocal),
    ("free", 1, Primitive::Release),
    ("__sextant_release", 1, Primitive::Release),
    ("__sextant_size", 1, Primitive::SizeOfObject),
    ("__sextant_copy", 3, Primitive::CopyBytes { overlap: false }),
    ("__sextant_move", 3, Primitive::CopyBytes { overlap: true }),
    ("__sextant_fill", 3, Primitive::FillBytes),
    ("__sextant_write", 3, Primitive::WriteBytes),
    ("__sextant_print", 3, Primitive::Print),
    ("__sextant_print_text", 4, Primitive::PrintText),
    ("__sextant_read_byte", 0, Primitive::ReadByte),
    ("__sextant_seconds", 0, Primitive::Clock(Clock::Seconds)),
    ("__sextant_nanoseconds", 0, Primitive::Clock(Clock::Nanoseconds)),
    ("clock", 0, Primitive::Clock(Clock::Processor)),
    ("setjmp", 1, Primitive::MarkLanding),
    ("_setjmp", 1, Primitive::MarkLanding),
    ("sigsetjmp", 2, Primitive::MarkLanding),
    ("__sigsetjmp", 2, Primitive::MarkLanding),
    ("longjmp", 2, Primitive::LongJump),
    ("_longjmp", 2, Primitive::LongJump),
    ("siglongjmp", 2, Primitive::LongJump),
    ("__sextant_scan", 3, Primitive::Scan),
    ("__sextant_file", 1, Primitive::FileContents),
    ("__sextant_keep_file", 3, Primitive::KeepFile),
    ("__sextant_no_environment", 0, Primitive::NoEnvironment),
    ("exit", 1, Primitive::Exit),
    ("_exit", 1, Primitive::Exit),
    ("_Exit", 1, Primitive::Exit),
    ("__sextant_exit", 1, Primitive::Exit),
    ("abort", 0, Primitive::Fail(Failure::Abort)),
    ("__sextant_abort", 0, Primitive::Fail(Failure::Abort)),
];

/// Primitives that work on the bytes at their first operand, which is the value of the function.
const FILLING: &[(&str, Primitive)] = &[
    ("memcpy", Primitive::CopyBytes { overlap: false }),
    ("memmove", Primitive::CopyBytes { overlap: true }),
    ("memset", Primitive::FillBytes),
];

/// Other functions that need no definition.
const KNOWN: &[&str] = &["printf", "vprintf", "puts", "putchar", "__assert_fail", "__assert", "pow"];

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
    PRIMITIVES.iter().any(|(known, ..)| *known == name)
        || FILLING.iter().any(|(known, _)| *known == name)
        || KNOWN.contains(&name)
        || analytic(name).is_some()
        || super::markers::is_marker(name)
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
        let result = self.result_type(ty);
        if let Some(value) = self.mathematical(name, arguments, span) {
            return Some(make::as_type(value, &result));
        }
        let count = arguments.len();
        if let ("__assert_fail", 4) | ("__assert", 3) = (name, count) {
            let text = self.literal_text(&arguments[0]).unwrap_or_default();
            let failure = Primitive::Fail(Failure::Assertion(text));
            return Some(make::primitive(failure, Vec::new(), result, span));
        }
        let filling = FILLING.iter().find(|(known, _)| *known == name && count == 3);
        if let Some((_, primitive)) = filling {
            return Some(self.filling(primitive.clone(), arguments, span));
        }
        let Some((.., primitive)) =
            PRIMITIVES.iter().find(|(known, operands, _)| (*known, *operands) == (name, count))
        else {
            return self.printing(name, arguments, span);
        };
        let operands = arguments.iter().map(|argument| self.value(argument)).collect();
        Some(make::primitive(primitive.clone(), operands, result, span))
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
        let Some(function) = function else {
            let exponent = values.pop()?;
            return Some(make::binary(BinaryOp::Power, values.pop()?, exponent));
        };
        Some(make::expr(ExprKind::Intrinsic(Intrinsic::Analytic(function), values), double, span))
    }

    /// A primitive that works on the bytes at its first operand and whose value is that operand.
    fn filling(&mut self, primitive: Primitive, arguments: &[tree::Expr], span: Span) -> Expr {
        let mut operands: Vec<Expr> = arguments.iter().map(|argument| self.value(argument)).collect();
        let mut statements = Vec::new();
        operands[0] = self.repeatable(operands[0].clone(), &mut statements);
        let to = operands[0].clone();
        statements.push(make::perform(primitive, operands, span));
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
                let character = make::wrap(self.value(character), make::INT);
                let character = self.repeatable(character, &mut statements);
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
        make::sequence(statements, make::int(0, make::INT, span))
    }
}
