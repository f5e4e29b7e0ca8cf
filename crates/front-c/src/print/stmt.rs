//! Statements as text.

use std::fmt::Write;
use std::slice::from_ref;

use super::Printer;
use crate::tree::{Stmt, StmtKind};

impl Printer<'_> {
    pub(super) fn statements(&self, statements: &[Stmt], depth: usize, text: &mut String) {
        for statement in statements {
            self.statement(statement, depth, text);
        }
    }

    fn statement(&self, statement: &Stmt, depth: usize, text: &mut String) {
        if let StmtKind::For { start, .. } = &statement.kind {
            self.statements(start, depth, text);
        }
        let (line, inside): (String, &[Stmt]) = match &statement.kind {
            StmtKind::Block(statements) => ("block".to_owned(), statements),
            StmtKind::If(condition, then, _) => (format!("if {}", self.expr(condition)), from_ref(then)),
            StmtKind::While(condition, body) => (format!("while {}", self.expr(condition)), from_ref(body)),
            StmtKind::Do(body, condition) => (format!("do while {}", self.expr(condition)), from_ref(body)),
            StmtKind::For { condition, step, body, .. } => {
                let part = |part: &Option<_>| part.as_ref().map_or(String::new(), |part| self.expr(part));
                (format!("for {}; {}", part(condition), part(step)), from_ref(body))
            }
            StmtKind::Switch(value, body) => (format!("switch {}", self.expr(value)), from_ref(body)),
            StmtKind::Case(low, high, body) if low == high => (format!("case {low}"), from_ref(body)),
            StmtKind::Case(low, high, body) => (format!("case {low} ... {high}"), from_ref(body)),
            StmtKind::Default(body) => ("default".to_owned(), from_ref(body)),
            StmtKind::Label(label, body) => {
                (format!("label {}", self.body.labels[*label].name), from_ref(body))
            }
            simple => (self.simple(simple), &[]),
        };
        self.nested(&line, inside, depth, text);
        if let StmtKind::If(_, _, Some(otherwise)) = &statement.kind {
            self.nested("else", from_ref(otherwise), depth, text);
        }
    }

    /// A statement without others in it.
    fn simple(&self, kind: &StmtKind) -> String {
        match kind {
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
            StmtKind::Goto(label) => format!("goto {}", self.body.labels[*label].name),
            StmtKind::GotoAddress(address) => format!("goto *{}", self.expr(address)),
            StmtKind::Break => "break".to_owned(),
            StmtKind::Continue => "continue".to_owned(),
            StmtKind::Return(None) => "return".to_owned(),
            StmtKind::Return(Some(value)) => format!("return {}", self.expr(value)),
            StmtKind::Unsupported(what) => format!("unsupported({what})"),
            // An empty statement is its `;`; the others are printed by the caller.
            _ => ";".to_owned(),
        }
    }

    /// A head with what stands under it.
    fn nested(&self, head: &str, inside: &[Stmt], depth: usize, text: &mut String) {
        let _ = writeln!(text, "{}{head}", "    ".repeat(depth));
        match inside {
            [Stmt { kind: StmtKind::Block(inner), .. }] => self.statements(inner, depth + 1, text),
            _ => self.statements(inside, depth + 1, text),
        }
    }
}
