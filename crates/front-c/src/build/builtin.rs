//! Functions of the compiler.
//!
//! Those with a meaning of their own stay calls of a [`Callee::Builtin`]; the others stand for the library function
//! of the same name.

use dashu_int::IBig;
use sextant_base::Span;

use super::Unit;
use super::types::Lengths;
use crate::json::Node;
use crate::tree::{Callee, Expr, ExprKind};
use crate::types::Float;

/// Functions without a counterpart in the library.
const OWN: &[&str] = &[
    "va_start",
    "va_end",
    "va_copy",
    "unreachable",
    "trap",
    "debugtrap",
    "alloca",
    "alloca_with_align",
    "isnan",
    "isinf",
    "isinf_sign",
    "isnanf",
    "isnanl",
    "isinff",
    "isinfl",
    "finite",
    "finitef",
    "finitel",
    "isfinite",
    "isnormal",
    "signbit",
    "signbitf",
    "signbitl",
    "isgreater",
    "isgreaterequal",
    "isless",
    "islessequal",
    "islessgreater",
    "isunordered",
    "fpclassify",
    "assume",
    "prefetch",
    "return_address",
    "frame_address",
    "extract_return_addr",
    "setjmp",
    "longjmp",
    "readcyclecounter",
    "clear_padding",
    "__clear_cache",
    "stack_save",
    "stack_restore",
];

/// Functions that our own library has under names that programs cannot have.
const BITS: &[&str] = &["clz", "ctz", "popcount", "parity", "ffs", "clrsb", "bswap", "bitreverse", "rotate"];

impl Unit<'_> {
    pub(super) fn builtin(
        &mut self,
        node: &Node<'_>,
        name: &str,
        arguments: &[Node<'_>],
        span: Span,
    ) -> Expr {
        let short = name.strip_prefix("__builtin_").unwrap_or(name);
        match (short, arguments) {
            ("constant_p", [value, ..]) => {
                let value = self.expr(value);
                let known = self.constant(&value).is_some();
                let ty = self.int_type();
                return Expr { kind: ExprKind::Int(IBig::from(u8::from(known))), ty, span };
            }
            ("expect" | "expect_with_probability" | "assume_aligned" | "launder", [value, rest @ ..]) => {
                return self.first_of(value, rest);
            }
            // Nothing is known of the object, as when nothing is optimised.
            ("object_size" | "dynamic_object_size", [_, kind]) => {
                let kind = self.expr(kind);
                let least = matches!(&kind.kind, ExprKind::Int(kind) if *kind >= IBig::from(2));
                return self.size_constant(if least { 0 } else { u64::MAX }, span);
            }
            ("huge_val" | "huge_valf" | "huge_vall" | "inf" | "inff" | "infl", []) => {
                let ty = self.type_of(node);
                return Expr { kind: ExprKind::Real(f64::INFINITY), ty, span };
            }
            ("nan" | "nanf" | "nanl" | "nans" | "nansf" | "nansl", [_]) => {
                let ty = self.type_of(node);
                return Expr { kind: ExprKind::Real(f64::NAN), ty, span };
            }
            ("classify_type", [value]) => return self.type_class(value, span),
            _ => {}
        }
        let ty = self.type_of(node);
        let is_own = OWN.contains(&short) || short.ends_with("_overflow") || !name.starts_with("__builtin_");
        let callee = if is_own {
            Callee::Builtin(name.to_owned())
        } else {
            let bits = BITS.iter().any(|stem| short.starts_with(stem));
            let function = if bits { format!("__sextant_{short}") } else { short.to_owned() };
            match self.library_function(node, &function, span) {
                Some(callee) => callee,
                None => return self.unsupported(node, &format!("the builtin {name}"), span),
            }
        };
        let arguments = arguments.iter().map(|argument| self.expr(argument)).collect();
        Expr { kind: ExprKind::Call(callee, arguments), ty, span }
    }

    /// The first of several arguments; what the others do is done behind it.
    fn first_of(&mut self, value: &Node<'_>, rest: &[Node<'_>]) -> Expr {
        let mut value = self.expr(value);
        for other in rest {
            let other = self.expr(other);
            if self.constant(&other).is_some() {
                continue;
            }
            let Some(function) = &mut self.function else { continue };
            let (ty, span) = (value.ty, value.span);
            let place = Expr { kind: ExprKind::Local(function.hidden(ty, span)), ty, span };
            let kept = self.load(place.clone());
            let keep = Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, span };
            let both = Expr { kind: ExprKind::Comma(Box::new(keep), Box::new(other)), ty, span };
            value = Expr { kind: ExprKind::Comma(Box::new(both), Box::new(kept)), ty, span };
        }
        value
    }

    /// `__builtin_memcpy` is `memcpy`, and so is `__builtin___memcpy_chk` with an argument more.
    fn library_function(&mut self, node: &Node<'_>, short: &str, span: Span) -> Option<Callee> {
        let mut callee = node.inner.first()?;
        while callee.kind != "DeclRefExpr" {
            callee = callee.inner.first()?;
        }
        let refers = callee.refers.as_ref()?;
        let ty = self.parse_type(&refers.ty.written, Lengths::Forget, span).ok()?.0;
        Some(Callee::Function(self.link_function(short, ty, false, span)))
    }

    /// `__builtin_classify_type`, by the numbers of GCC.
    fn type_class(&mut self, value: &Node<'_>, span: Span) -> Expr {
        use crate::types::Type;
        let value = self.expr(value);
        let class = match self.program.types.get(value.ty) {
            Type::Void => 0,
            Type::Pointer(_) => 5,
            Type::Float(Float::Single | Float::Double | Float::Extended) => 8,
            Type::Complex(_) => 9,
            Type::Record(id) if self.program.types.records[*id].union => 13,
            Type::Record(_) => 12,
            _ => 1,
        };
        let ty = self.int_type();
        Expr { kind: ExprKind::Int(IBig::from(class)), ty, span }
    }

    /// `__atomic_fetch_add` and the like: clang keeps the operands, and the name is in the text.
    pub(super) fn atomic(&mut self, node: &Node<'_>, operands: &[Node<'_>], span: Span) -> Expr {
        let spelled = self.spelled(&node.begin);
        let is_c11 = spelled.starts_with("__c11_atomic_");
        let Some(name) = spelled.strip_prefix("__c11_").or(spelled.strip_prefix("__")) else {
            return self.unsupported(node, "an atomic operation of unknown name", span);
        };
        let name = match name {
            "atomic_init" => "atomic_store_n",
            "atomic_compare_exchange_strong" | "atomic_compare_exchange_weak" => "atomic_compare_exchange_n",
            "atomic_load" | "atomic_store" | "atomic_exchange" if is_c11 => &format!("{name}_n"),
            name => name,
        };
        // The orders of memory stand between the operands; there is one thread.
        let positions: &[usize] = match operands.len() {
            2 if spelled.ends_with("_init") => &[0, 1],
            2 => &[0],
            3 => &[0, 2],
            4 => &[0, 2, 3],
            _ => &[0, 2, 4],
        };
        let arguments =
            positions.iter().filter_map(|&at| operands.get(at)).map(|operand| self.expr(operand)).collect();
        let ty = self.type_of(node);
        Expr { kind: ExprKind::Call(Callee::Builtin(format!("__{name}")), arguments), ty, span }
    }
}
