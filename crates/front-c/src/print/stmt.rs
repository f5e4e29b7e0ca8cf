//! Statements as text.

use std::fmt::Write;

use super::Printer;
use crate::tree::{Stmt, StmtKind};

impl Printer<'_> {
    pub(super) fn statements(&self, statements: &[Stmt], depth: usize, text: &mut String) {
        for statement in statements {
            self.statement(statement, depth, text);
        }
    }

    fn statement(&self, statement: &Stmt, depth: usize, text: &mut String) {
        let line = match &statement.kind {
            StmtKind::Empty => ";".to_owned(),
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Declare(id, initial) => {
                let local = &self.body.locals[*id];
                let mark = if local.addressed { "& " } else { "" };
                let declaration = self.program.types.declaration(local.ty, &self.local(*id));
                let initial =
                    initial.as_ref().map_or(String::new(), |initial| format!(" = {}", self.initial(initial)));
                format!("{mark}{declaration}{initial}")
            }
            StmtKind::Bound(id, value) => format!("length {} = {}", self.local(*id), self.expr(value)),
            StmtKind::Block(statements) => return self.nested("block", &[], statements, depth, text),
            StmtKind::If(condition, then, otherwise) => {
                let head = format!("if {}", self.expr(condition));
                self.nested(&head, &[], std::slice::from_ref(&**then), depth, text);
                if let Some(otherwise) = otherwise {
                    self.nested("else", &[], std::slice::from_ref(&**otherwise), depth, text);
                }
                return;
            }
            StmtKind::While(condition, body) => {
                let head = format!("while {}", self.expr(condition));
                return self.nested(&head, &[], std::slice::from_ref(&**body), depth, text);
            }
            StmtKind::Do(body, condition) => {
                let head = format!("do while {}", self.expr(condition));
                return self.nested(&head, &[], std::slice::from_ref(&**body), depth, text);
            }
            StmtKind::For { start, condition, step, body } => {
                let part = |part: &Option<_>| part.as_ref().map_or(String::new(), |part| self.expr(part));
                let head = format!("for {}; {}", part(condition), part(step));
                return self.nested(&head, start, std::slice::from_ref(&**body), depth, text);
            }
            StmtKind::Switch(value, body) => {
                let head = format!("switch {}", self.expr(value));
                return self.nested(&head, &[], std::slice::from_ref(&**body), depth, text);
            }
            StmtKind::Case(low, high, body) => {
                let head = if low == high { format!("case {low}") } else { format!("case {low} ... {high}") };
                return self.nested(&head, &[], std::slice::from_ref(&**body), depth, text);
            }
            StmtKind::Default(body) => {
                return self.nested("default", &[], std::slice::from_ref(&**body), depth, text);
            }
            StmtKind::Label(label, body) => {
                let head = format!("label {}", self.body.labels[*label].name);
                return self.nested(&head, &[], std::slice::from_ref(&**body), depth, text);
            }
            StmtKind::Goto(label) => format!("goto {}", self.body.labels[*label].name),
            StmtKind::GotoAddress(address) => format!("goto *{}", self.expr(address)),
            StmtKind::Break => "break".to_owned(),
            StmtKind::Continue => "continue".to_owned(),
            StmtKind::Return(None) => "return".to_owned(),
            StmtKind::Return(Some(value)) => format!("return {}", self.expr(value)),
            StmtKind::Unsupported(what) => format!("unsupported({what})"),
        };
        let _ = writeln!(text, "{}{line}", "    ".repeat(depth));
    }

    /// A head with what stands under it; `start` is what a `for` does first.
    fn nested(&self, head: &str, start: &[Stmt], body: &[Stmt], depth: usize, text: &mut String) {
        self.statements(start, depth, text);
        let _ = writeln!(text, "{}{head}", "    ".repeat(depth));
        match body {
            [Stmt { kind: StmtKind::Block(inner), .. }] => self.statements(inner, depth + 1, text),
            _ => self.statements(body, depth + 1, text),
        }
    }
}
