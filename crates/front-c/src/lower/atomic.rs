//! Atomic operations: there is one thread, so that they are ordinary ones.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, Stmt, Type};

use super::assign::conditional;
use super::body::Body;
use super::expr::as_int;
use super::make;
use crate::tree::{self, ArithmeticOp};
use crate::types::TypeId;

impl Body<'_, '_> {
    /// `__sync_…` and `__atomic_…`; clang has taken the orders of memory away.
    pub(super) fn atomic(&mut self, name: &str, arguments: &[tree::Expr], ty: TypeId, span: Span) -> Expr {
        let name = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
        let name = name.strip_suffix('_').unwrap_or(name);
        let short = name.trim_start_matches("__sync_").trim_start_matches("__atomic_");
        if matches!(short, "synchronize" | "thread_fence" | "signal_fence") {
            return make::int(0, make::INT, span);
        }
        arguments
            .split_first()
            .and_then(|(pointer, rest)| self.atomic_at(short, pointer, rest, ty, span))
            .unwrap_or_else(|| self.no_builtin(name, ty, span))
    }

    fn atomic_at(
        &mut self,
        short: &str,
        pointer: &tree::Expr,
        rest: &[tree::Expr],
        ty: TypeId,
        span: Span,
    ) -> Option<Expr> {
        let to = self.types().pointee(pointer.ty).filter(|&to| self.types().is_scalar(to))?;
        let content = self.content(to);
        let mut statements = Vec::new();
        let address = self.value(pointer);
        let address = self.repeatable(address, &mut statements);
        let here = make::fetch(address.clone(), None, content.clone());
        let value = match (short, rest) {
            ("load_n", []) => here,
            ("load", [result]) => {
                let result = self.value(result);
                statements.push(make::store(result, None, here, span));
                make::int(0, make::INT, span)
            }
            ("store_n" | "store", [value]) => {
                let value = self.operand(short == "store", value, &content);
                statements.push(make::store(address, None, value, span));
                make::int(0, make::INT, span)
            }
            ("clear" | "lock_release", _) => {
                statements.push(make::store(address, None, make::zero(content, span), span));
                make::int(0, make::INT, span)
            }
            ("exchange" | "exchange_n" | "lock_test_and_set", [value, rest @ ..]) => {
                let old = self.keep(here, &mut statements);
                let value = self.operand(short == "exchange", value, &content);
                statements.push(make::store(address, None, value, span));
                if let ("exchange", [result]) = (short, rest) {
                    let result = self.value(result);
                    statements.push(make::store(result, None, old, span));
                    make::int(0, make::INT, span)
                } else {
                    old
                }
            }
            ("test_and_set", _) => {
                let old = self.keep(here, &mut statements);
                statements.push(make::store(address, None, make::int(1, content, span), span));
                old
            }
            ("compare_exchange_n" | "compare_exchange", [expected, desired, ..]) => {
                let desired = self.operand(short == "compare_exchange", desired, &content);
                self.exchanged_if(address, expected, desired, &content, span, &mut statements)
            }
            ("bool_compare_and_swap" | "val_compare_and_swap", [expected, desired, ..]) => {
                let old = self.keep(here, &mut statements);
                let (expected, desired) =
                    (self.operand(false, expected, &content), self.operand(false, desired, &content));
                let same = make::binary(BinaryOp::Equal, old.clone(), expected);
                let same = self.keep(same, &mut statements);
                let store = make::store(address, None, desired, span);
                statements.push(conditional(same.clone(), vec![store], Vec::new(), span));
                if short.starts_with("bool") { as_int(same) } else { old }
            }
            (_, [value, ..]) => {
                self.fetched_and_changed(short, address, value, &content, span, &mut statements)?
            }
            _ => return None,
        };
        Some(make::sequence(statements, make::as_type(value, &self.result_type(ty))))
    }

    /// An operand, which may be behind a pointer.
    fn operand(&mut self, behind: bool, operand: &tree::Expr, ty: &Type) -> Expr {
        let value = self.value(operand);
        if behind { make::fetch(value, None, ty.clone()) } else { make::as_type(value, ty) }
    }

    fn exchanged_if(
        &mut self,
        address: Expr,
        expected: &tree::Expr,
        desired: Expr,
        ty: &Type,
        span: Span,
        statements: &mut Vec<Stmt>,
    ) -> Expr {
        let expected = self.value(expected);
        let expected = self.repeatable(expected, statements);
        let old = self.keep(make::fetch(address.clone(), None, ty.clone()), statements);
        let wanted = make::fetch(expected.clone(), None, ty.clone());
        let same = self.keep(make::binary(BinaryOp::Equal, old.clone(), wanted), statements);
        let replace = make::store(address, None, desired, span);
        let tell = make::store(expected, None, old, span);
        statements.push(conditional(same.clone(), vec![replace], vec![tell], span));
        as_int(same)
    }

    /// `fetch_and_add`, `add_and_fetch`, `fetch_add`, `add_fetch` and the like.
    fn fetched_and_changed(
        &mut self,
        short: &str,
        address: Expr,
        value: &tree::Expr,
        ty: &Type,
        span: Span,
        statements: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let before = short.starts_with("fetch_");
        let word = short.trim_start_matches("fetch_").trim_end_matches("_fetch");
        let word = word.trim_start_matches("and_").trim_end_matches("_and");
        let (word, inverted) = match word {
            "nand" => ("and", true),
            other => (other, false),
        };
        let op = match word {
            "add" => ArithmeticOp::Add,
            "sub" => ArithmeticOp::Subtract,
            "and" => ArithmeticOp::And,
            "or" => ArithmeticOp::Or,
            "xor" => ArithmeticOp::Xor,
            _ => return None,
        };
        // Atomic arithmetic takes its results modulo the width.
        let Type::Int(int) = ty else { return None };
        let unsigned = Type::Int(sextant_syntax::IntType { signed: false, ..*int });
        let value = self.value(value);
        let old = self.keep(make::fetch(address.clone(), None, ty.clone()), statements);
        let mut new = super::expr::arithmetic(
            op,
            make::wrap(old.clone(), unsigned.clone()),
            make::as_type(value, &unsigned),
        );
        if inverted {
            new = make::expr(ExprKind::Intrinsic(Intrinsic::BitNot, vec![new]), unsigned, span);
        }
        let new = self.keep(make::wrap(new, ty.clone()), statements);
        statements.push(make::store(address, None, new.clone(), span));
        Some(if before { old } else { new })
    }
}
