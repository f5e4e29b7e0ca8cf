//! Actions: what instructions do.

use sextant_syntax::{
    Argument, Claim, Expr, ExprKind, Memory, OutputItem, Place, ProcId, Storage, Type, VarId,
};

use super::{Expect, Level, Renderer, Style};
use crate::text::words::quoted;
use crate::typing::INT;
use crate::{Action, TransferItem};

impl Renderer<'_> {
    pub fn action(&mut self, action: &Action) {
        match action {
            Action::Statement(number) => {
                self.out.push_str(if self.style == Style::Exact { "@" } else { "statement " });
                self.out.push_str(&number.0.to_string());
            }
            Action::Assign(place, value) => {
                self.place(place);
                self.becomes();
                let ty = self.place_type(place);
                let expect = ty.as_ref().map_or(Expect::Anything, Expect::Exactly);
                self.expr(value, Level::Implication, expect);
            }
            Action::Call { procedure, arguments, result } => self.call_action(*procedure, arguments, *result),
            Action::CallParameter { variable, arguments, result } => {
                self.call_result(*result);
                self.call_parameter(*variable, arguments);
            }
            Action::Allocate(place, bounds) => {
                self.word("allocate");
                self.operand(|renderer| {
                    renderer.place(place);
                    renderer.allocated(bounds);
                });
            }
            Action::Release(place) => {
                self.word(if self.is_fortran() { "deallocate" } else { "release" });
                self.operand(|renderer| renderer.place(place));
            }
            Action::PointTo(handle, target) => self.point_to(handle, target.as_ref()),
            Action::TransferBegin(head) if self.style == Style::Exact => {
                self.out.push_str("transfer ");
                self.exact_transfer(head);
            }
            Action::TransferBegin(head) => {
                self.out.push_str(if self.is_fortran() { "" } else { "transfer " });
                self.transfer(head);
            }
            Action::TransferItem(item) => {
                self.word(match (self.style, item) {
                    (Style::Exact, TransferItem::Value(_)) => "transfer value ",
                    (Style::Exact, TransferItem::Place(_)) => "transfer place ",
                    _ if self.is_fortran() => "item ",
                    _ => "transfer item ",
                });
                match item {
                    TransferItem::Value(value) => {
                        self.expr(value, Level::Implication, Expect::Anything);
                    }
                    TransferItem::Place(place) => self.place(place),
                }
            }
            Action::TransferEnd(status) => {
                self.variable(*status);
                self.becomes();
                self.word("transfer end");
            }
            Action::Store(address, bits, value) => {
                let memory = Memory::Fetch { address: address.clone(), bits: *bits };
                self.memory(&memory);
                self.becomes();
                self.expr(value, Level::Implication, Expect::Anything);
            }
            Action::CallPointer { callee, arguments, result } => {
                self.call_result(*result);
                if self.style == Style::Exact {
                    self.out.push('*');
                    self.bracketed(callee, Expect::Anything);
                } else {
                    self.out.push_str("(*");
                    self.expr(callee, Level::Primary, Expect::Anything);
                    self.out.push(')');
                }
                self.list(arguments, |renderer, argument| {
                    renderer.argument(argument, None, Some(Storage::Value));
                });
            }
            Action::Primitive(primitive, operands, result) if self.style == Style::Exact => {
                self.result(*result);
                self.exact_primitive(primitive, operands);
            }
            Action::Primitive(primitive, operands, result) => {
                self.call_result(*result);
                self.primitive(primitive, operands);
            }
            Action::Fresh(variable) => {
                self.word("fresh ");
                self.variable(*variable);
            }
            Action::Gone(variable) => {
                self.word("gone ");
                self.variable(*variable);
            }
            Action::Unsupported(what) => {
                self.word("unsupported ");
                self.out.push_str(&quoted(what, '"'));
            }
            Action::Read(place) => {
                self.word("read");
                self.operand(|renderer| renderer.place(place));
            }
            Action::Write(item) => self.write(item),
            Action::Assume(condition) => self.claim("assume", condition),
            Action::Prove(condition) => self.claim("prove", condition),
            Action::Assert(condition) => self.claim("assert", condition),
            Action::Claim(claim, expr) => self.contract(*claim, expr),
        }
    }

    fn contract(&mut self, claim: Claim, expr: &Expr) {
        let word = match claim {
            Claim::Entry => "entry",
            Claim::Exit => "exit",
            Claim::Measure => {
                self.word("measure");
                return self.operand(|renderer| renderer.expr(expr, Level::Implication, Expect::Number));
            }
        };
        if self.is_pli() {
            self.out.push_str("ASSERT ");
        }
        self.claim(word, expr);
    }

    fn call_action(&mut self, procedure: ProcId, arguments: &[Argument], result: Option<VarId>) {
        self.call_result(result);
        self.call(procedure, arguments);
    }

    fn result(&mut self, result: Option<VarId>) {
        if let Some(result) = result {
            self.variable(result);
            self.becomes();
        }
    }

    fn call_result(&mut self, result: Option<VarId>) {
        self.result(result);
        if result.is_none() || !(self.is_pli() || self.is_fortran()) {
            self.word("call ");
        }
    }

    /// The sign of assignment.
    fn becomes(&mut self) {
        self.out.push_str(if self.is_pli() || self.is_fortran() { " = " } else { " := " });
    }

    /// The bounds of new storage: in brackets as Fortran has it, or behind a word.
    fn allocated(&mut self, bounds: &[(Expr, Expr)]) {
        if bounds.is_empty() {
            return;
        }
        let brackets = self.is_fortran();
        self.out.push_str(if brackets { "(" } else { " with " });
        for (position, (low, high)) in bounds.iter().enumerate() {
            self.out.push_str(if position > 0 { ", " } else { "" });
            self.expr(low, Level::Implication, Expect::Number);
            self.out.push(':');
            self.expr(high, Level::Implication, Expect::Number);
        }
        self.out.push_str(if brackets { ")" } else { "" });
    }

    fn point_to(&mut self, handle: &Place, target: Option<&Place>) {
        if !self.is_fortran() {
            self.word("point ");
        }
        self.place(handle);
        self.out.push_str(if self.is_fortran() { " => " } else { " to " });
        match target {
            Some(target) => self.place(target),
            None if self.is_fortran() => self.out.push_str("NULL()"),
            None => self.word("none"),
        }
    }

    fn claim(&mut self, word: &str, condition: &Expr) {
        self.word(word);
        self.operand(|renderer| {
            renderer.expr(condition, Level::Implication, Expect::Exactly(&Type::Logical));
        });
    }

    fn write(&mut self, item: &OutputItem) {
        self.word("write");
        let pli = self.is_pli() || self.is_fortran();
        self.operand(|renderer| match item {
            OutputItem::Text(text) => renderer.out.push_str(&quoted(text, if pli { '\'' } else { '"' })),
            OutputItem::NewLine => renderer.word("newline"),
            // A symbol alone would be read as a text.
            OutputItem::Value(value) if matches!(value.kind, ExprKind::Symbol(_)) && value.ty == INT => {
                renderer.bracketed(value, Expect::Anything);
            }
            OutputItem::Value(value) => renderer.expr(value, Level::Implication, Expect::Anything),
        });
    }

    /// What a word speaks of: after a blank, or in brackets as PL/I and Fortran have it.
    fn operand(&mut self, write: impl FnOnce(&mut Self)) {
        let brackets = self.is_pli() || self.is_fortran();
        self.out.push(if brackets { '(' } else { ' ' });
        write(self);
        if brackets {
            self.out.push(')');
        }
    }
}
