//! The marker functions of the field: inputs, assumptions, places that must not be reached.

use sextant_base::Span;
use sextant_syntax::{Expr, Failure, IntType, Primitive, RealType, StmtKind, Type};

use super::body::Body;
use super::builtin::failure;
use super::make;
use crate::tree;
use crate::types::TypeId;

const ASSUME: [&str; 4] = ["klee_assume", "__VERIFIER_assume", "__CPROVER_assume", "__sextant_assume"];
const NEVER: [&str; 2] = ["reach_error", "__VERIFIER_error"];
const WORLD: [&str; 2] = ["klee_make_symbolic", "klee_silent_exit"];
const CHECKS: [&str; 2] = ["__VERIFIER_assert", "__CPROVER_assert"];
/// What makes more than one thread, or changes how numbers are rounded.
const STRANGE: [&str; 8] =
    ["fork", "vfork", "pthread_create", "thrd_create", "clone", "fesetround", "fesetenv", "feupdateenv"];
const RANGES: [&str; 2] = ["klee_range", "klee_int"];

/// Whether a function is one of the markers, wherever it is declared.
pub(super) fn is_marker(name: &str) -> bool {
    let exact =
        [&ASSUME[..], &NEVER, &WORLD, &CHECKS, &RANGES, &STRANGE].iter().any(|names| names.contains(&name));
    exact || nondet(name).is_some()
}

/// Whether calls of a function mean a place that must not be reached, whatever its body does.
pub(super) fn is_never(name: &str) -> bool {
    NEVER.contains(&name)
}

/// The name behind the prefix of functions that give unknown values.
fn nondet(name: &str) -> Option<&str> {
    name.strip_prefix("__VERIFIER_nondet_").or_else(|| name.strip_prefix("nondet_"))
}

impl Body<'_, '_> {
    pub(super) fn marker(
        &mut self,
        name: &str,
        arguments: &[tree::Expr],
        ty: TypeId,
        span: Span,
    ) -> Option<Expr> {
        if let Some(kind) = nondet(name) {
            return arguments.is_empty().then(|| self.unknown_value(kind, ty, span));
        }
        if STRANGE.contains(&name) {
            return Some(self.unsupported(name, ty, span));
        }
        let statement = match (name, arguments) {
            (name, [condition, ..]) if ASSUME.contains(&name) => StmtKind::Assume(self.truth(condition)),
            (name, _) if NEVER.contains(&name) => StmtKind::Evaluate(failure(Failure::Unreachable, span)),
            (name, [condition, ..]) if CHECKS.contains(&name) => StmtKind::Assert(self.truth(condition)),
            ("klee_silent_exit", [status]) => {
                let status = self.value(status);
                StmtKind::Evaluate(make::primitive(Primitive::Exit, vec![status], make::INT, span))
            }
            ("klee_make_symbolic", [address, bytes, rest @ ..]) => {
                let name = self.input_name(rest);
                let name = if name.is_empty() { "input".to_owned() } else { name };
                let operands = vec![self.value(address), self.value(bytes)];
                StmtKind::Evaluate(make::primitive(Primitive::MakeInput(name), operands, make::INT, span))
            }
            ("klee_int", name @ [_]) => {
                let input = Primitive::Input(self.input_name(name));
                return Some(make::primitive(input, Vec::new(), make::INT, span));
            }
            ("klee_range", [low, high, rest @ ..]) => return Some(self.within(low, high, rest, span)),
            _ => return None,
        };
        Some(self.as_value(vec![make::stmt(statement, span)], span))
    }

    /// What an input is called in the text that an argument leads to.
    fn input_name(&self, argument: &[tree::Expr]) -> String {
        let name = argument.first().and_then(|name| self.literal_text(name));
        name.unwrap_or_else(|| "input".to_owned())
    }

    /// An unknown value of the type that the function returns.
    fn unknown_value(&mut self, kind: &str, ty: TypeId, span: Span) -> Expr {
        let is_bool = *self.types().get(ty) == crate::types::Type::Bool || matches!(kind, "bool" | "_Bool");
        let result = self.result_type(ty);
        let input =
            |ty: Type| make::primitive(Primitive::Input(format!("nondet_{kind}")), Vec::new(), ty, span);
        match result {
            // A truth value is 0 or 1.
            Type::Int(int) if is_bool => {
                let bit = Type::Int(IntType { bits: 1, signed: false });
                make::wrap(input(bit), Type::Int(int))
            }
            // An unknown address leads nowhere that is known.
            Type::Pointer(_) => make::wrap(input(make::SIZE), result),
            Type::Real(RealType::Single | RealType::Double) | Type::Int(_) => input(result),
            _ => input(make::INT),
        }
    }

    /// `klee_range(low, high, name)`: from the lowest to one below the highest.
    fn within(&mut self, low: &tree::Expr, high: &tree::Expr, name: &[tree::Expr], span: Span) -> Expr {
        use sextant_syntax::BinaryOp::{And, GreaterEqual, Less};
        let mut statements = Vec::new();
        let input = Primitive::Input(self.input_name(name));
        let input = make::primitive(input, Vec::new(), make::INT, span);
        let value = self.keep(input, &mut statements);
        let (low, high) = (self.value(low), self.value(high));
        let above = make::binary(GreaterEqual, value.clone(), make::wrap(low, make::INT));
        let below = make::binary(Less, value.clone(), make::wrap(high, make::INT));
        let within = make::binary(And, above, below);
        statements.push(make::stmt(StmtKind::Assume(within), span));
        make::sequence(statements, value)
    }
}
