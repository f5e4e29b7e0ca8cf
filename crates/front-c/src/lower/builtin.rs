//! Functions of the compiler.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, Failure, IntType, Primitive, RealType, Type};

use super::body::Body;
use super::expr::as_int;
use super::make;
use crate::tree;
use crate::types::TypeId;

impl Body<'_, '_> {
    pub(super) fn builtin(&mut self, name: &str, arguments: &[tree::Expr], ty: TypeId, span: Span) -> Expr {
        if name.starts_with("__sync_") || name.starts_with("__atomic_") {
            return self.atomic(name, arguments, ty, span);
        }
        let short = name.strip_prefix("__builtin_").unwrap_or(name);
        match (short, arguments) {
            ("va_start", [list, ..]) => self.begin_arguments(list, span),
            ("va_end" | "prefetch" | "__clear_cache", _) => {
                let statements = arguments.iter().flat_map(|argument| self.effects(argument)).collect();
                self.as_value(statements, span)
            }
            ("assume" | "clear_padding", _) => make::int(0, make::INT, span),
            ("va_copy", [to, from]) => {
                let (to, from) = (self.value(to), self.value(from));
                let copy = make::copy(make::wrap(to, make::ADDRESS), from, 24, span);
                self.as_value(vec![copy], span)
            }
            ("unreachable", []) => failure(Failure::Unreachable, span),
            ("trap" | "debugtrap", []) => failure(Failure::Abort, span),
            ("alloca" | "alloca_with_align", [bytes, ..]) => {
                let bytes = self.value(bytes);
                make::primitive(Primitive::AllocateLocal, vec![bytes], make::ADDRESS, span)
            }
            (_, [left, right, to]) if short.ends_with("_overflow") => self
                .with_overflow(short, left, right, to, span)
                .unwrap_or_else(|| self.no_builtin(name, ty, span)),
            (_, [value]) if self.types().float(value.ty).is_some() => {
                self.classified(short, value, span).unwrap_or_else(|| self.no_builtin(name, ty, span))
            }
            (_, [left, right]) if self.types().float(left.ty).is_some() => {
                self.compared(short, left, right).unwrap_or_else(|| self.no_builtin(name, ty, span))
            }
            ("return_address" | "frame_address", [_]) => make::int(0, make::ADDRESS, span),
            _ => self.no_builtin(name, ty, span),
        }
    }

    pub(super) fn no_builtin(&mut self, name: &str, ty: TypeId, span: Span) -> Expr {
        self.unsupported(&format!("the builtin {name}"), ty, span)
    }

    fn begin_arguments(&mut self, list: &tree::Expr, span: Span) -> Expr {
        let Some(more) = self.more else {
            return self.unsupported("va_start in a function without more arguments", list.ty, span);
        };
        let list = self.value(list);
        let more = make::load(more, make::ADDRESS, span);
        let store = make::store(make::wrap(list, make::ADDRESS), None, more, span);
        self.as_value(vec![store], span)
    }

    /// `__builtin_add_overflow(left, right, &result)`: computed without limits, and whether it fits.
    fn with_overflow(
        &mut self,
        short: &str,
        left: &tree::Expr,
        right: &tree::Expr,
        to: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let op = match short.trim_start_matches(['s', 'u']).chars().next() {
            _ if short.contains("add") => BinaryOp::Add,
            _ if short.contains("sub") => BinaryOp::Subtract,
            _ if short.contains("mul") => BinaryOp::Multiply,
            _ => return None,
        };
        let result = self.types().pointee(to.ty)?;
        let (first, second) = (self.types().integer(left.ty)?, self.types().integer(right.ty)?);
        let target = Type::Int(self.types().integer(result)?);
        // Products of numbers without a sign need all bits.
        let signed = first.signed || second.signed || op == BinaryOp::Subtract;
        let wide = Type::Int(IntType { bits: 128, signed });
        let mut statements = Vec::new();
        let (left, right) = (self.value(left), self.value(right));
        let exact = make::binary(op, make::wrap(left, wide.clone()), make::wrap(right, wide.clone()));
        let exact = self.keep(exact, &mut statements);
        let cut = make::wrap(exact.clone(), target);
        let to = self.value(to);
        statements.push(make::store(make::wrap(to, make::ADDRESS), None, cut.clone(), span));
        let differs = make::binary(BinaryOp::NotEqual, make::wrap(cut, wide), exact);
        Some(make::sequence(statements, make::convert(differs, make::BYTE)))
    }

    /// What kind of floating-point number a value is.
    fn classified(&mut self, short: &str, value: &tree::Expr, span: Span) -> Option<Expr> {
        use BinaryOp::{And, Equal, GreaterEqual, LessEqual, NotEqual, Or};
        let mut statements = Vec::new();
        let value = self.value(value);
        let value = self.repeatable(value, &mut statements);
        let Type::Real(float) = value.ty else { return None };
        let constant = |number: f64| make::real(number, float, span);
        let is = |op: BinaryOp, number: f64| make::binary(op, value.clone(), constant(number));
        let (greatest, least) = match float {
            RealType::Single => (f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)),
            RealType::Double => (f64::MAX, f64::MIN_POSITIVE),
        };
        let finite = make::binary(And, is(GreaterEqual, -greatest), is(LessEqual, greatest));
        let truth = match short {
            "isnan" | "isnanf" | "isnanl" => make::binary(NotEqual, value.clone(), value.clone()),
            "isinf" | "isinff" | "isinfl" => {
                make::binary(Or, is(Equal, f64::INFINITY), is(Equal, f64::NEG_INFINITY))
            }
            "isinf_sign" => {
                let number = |number: i32| make::int(number, make::INT, span);
                let negative = make::choice(is(Equal, f64::NEG_INFINITY), number(-1), number(0));
                return Some(make::sequence(
                    statements,
                    make::choice(is(Equal, f64::INFINITY), number(1), negative),
                ));
            }
            "isfinite" | "finite" | "finitef" | "finitel" => finite,
            "isnormal" => {
                let large = make::binary(Or, is(GreaterEqual, least), is(LessEqual, -least));
                make::binary(And, finite, large)
            }
            "signbit" | "signbitf" | "signbitl" => {
                let wide = make::convert(value, Type::Real(RealType::Double));
                let address = self.laid_out(vec![wide], span, &mut statements);
                make::binary(
                    BinaryOp::Less,
                    make::fetch(address, None, make::LONG),
                    make::int(0, make::LONG, span),
                )
            }
            _ => return None,
        };
        Some(make::sequence(statements, as_int(truth)))
    }

    /// Comparisons that say nothing about what is no number.
    fn compared(&mut self, short: &str, left: &tree::Expr, right: &tree::Expr) -> Option<Expr> {
        use BinaryOp::{Greater, GreaterEqual, Less, LessEqual, NotEqual, Or};
        let mut statements = Vec::new();
        let sides = (self.value(left), self.value(right));
        let left = self.repeatable(sides.0, &mut statements);
        let right = self.repeatable(sides.1, &mut statements);
        let is = |op: BinaryOp| make::binary(op, left.clone(), right.clone());
        let truth = match short {
            "isgreater" => is(Greater),
            "isgreaterequal" => is(GreaterEqual),
            "isless" => is(Less),
            "islessequal" => is(LessEqual),
            "islessgreater" => make::binary(Or, is(Less), is(Greater)),
            "isunordered" => {
                let unlike = |side: &Expr| make::binary(NotEqual, side.clone(), side.clone());
                make::binary(Or, unlike(&left), unlike(&right))
            }
            _ => return None,
        };
        Some(make::sequence(statements, as_int(truth)))
    }
}

pub(super) fn failure(failure: Failure, span: Span) -> Expr {
    make::primitive(Primitive::Fail(failure), Vec::new(), make::INT, span)
}
