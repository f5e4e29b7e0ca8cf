//! Statements.

use dashu_int::IBig;

use super::Unit;
use crate::json::{Flag, Node};
use crate::tree::{Expr, ExprKind, Stmt, StmtKind};

impl Unit<'_> {
    /// The statements of a block, in a scope of its own.
    pub(super) fn block(&mut self, node: &Node<'_>) -> Vec<Stmt> {
        self.scopes.open();
        let mut statements = Vec::new();
        for child in &node.inner {
            self.statement_into(child, &mut statements);
        }
        self.scopes.close();
        statements
    }

    /// A statement; a declaration may become several.
    pub(super) fn statement_into(&mut self, node: &Node<'_>, statements: &mut Vec<Stmt>) {
        if node.kind == "DeclStmt" {
            statements.append(&mut self.declarations(node));
        } else {
            statements.push(self.statement(node));
        }
    }

    /// A statement that stands where there must be one.
    pub(super) fn statement(&mut self, node: &Node<'_>) -> Stmt {
        self.deeper(node, |unit| unit.statement_here(node), |unit| unit.empty(node))
    }

    fn statement_here(&mut self, node: &Node<'_>) -> Stmt {
        let span = self.span(node);
        let kind = match (&*node.kind, node.inner.as_slice()) {
            ("" | "NullStmt", _) => StmtKind::Empty,
            ("CompoundStmt", _) => StmtKind::Block(self.block(node)),
            ("DeclStmt", _) => StmtKind::Block(self.declarations(node)),
            ("IfStmt", [condition, then, rest @ ..]) => {
                let condition = self.expr(condition);
                let then = Box::new(self.inner(then));
                let otherwise = rest.first().filter(|_| node.is(Flag::Else));
                StmtKind::If(condition, then, otherwise.map(|branch| Box::new(self.inner(branch))))
            }
            ("WhileStmt", [condition, body]) => {
                let condition = self.expr(condition);
                StmtKind::While(condition, Box::new(self.inner(body)))
            }
            ("DoStmt", [body, condition]) => {
                let body = Box::new(self.inner(body));
                StmtKind::Do(body, self.expr(condition))
            }
            ("ForStmt", [start, _, condition, step, body]) => self.for_loop([start, condition, step, body]),
            ("SwitchStmt", [value, body]) => {
                let value = self.expr(value);
                StmtKind::Switch(value, Box::new(self.inner(body)))
            }
            ("CaseStmt", [low, high, body]) if node.is(Flag::Range) => {
                let (low, high) = (self.case_value(low), self.case_value(high));
                StmtKind::Case(low, high, Box::new(self.statement(body)))
            }
            ("CaseStmt", [value, body]) => {
                let value = self.case_value(value);
                StmtKind::Case(value.clone(), value, Box::new(self.statement(body)))
            }
            ("DefaultStmt", [body]) => StmtKind::Default(Box::new(self.statement(body))),
            ("LabelStmt", [body]) => {
                let label = self.label(node.target, &node.name);
                StmtKind::Label(label, Box::new(self.statement(body)))
            }
            ("AttributedStmt", [.., body]) => return self.statement(body),
            ("GotoStmt", _) => StmtKind::Goto(self.label(node.target, &node.name)),
            ("IndirectGotoStmt", [target]) => StmtKind::GotoAddress(self.expr(target)),
            ("BreakStmt", _) => StmtKind::Break,
            ("ContinueStmt", _) => StmtKind::Continue,
            ("ReturnStmt", [value, ..]) => StmtKind::Return(Some(self.expr(value))),
            ("ReturnStmt", []) => StmtKind::Return(None),
            ("GCCAsmStmt" | "MSAsmStmt", _) => self.assembly(node),
            (kind, _) if kind.ends_with("Stmt") => {
                StmtKind::Unsupported(format!("a statement of the kind {kind}"))
            }
            _ => StmtKind::Expr(self.expr(node)),
        };
        Stmt { kind, span }
    }

    /// A statement in a scope of its own, as the branches of an `if` and the bodies of loops are.
    fn inner(&mut self, node: &Node<'_>) -> Stmt {
        self.scopes.open();
        let statement = self.statement(node);
        self.scopes.close();
        statement
    }

    fn for_loop(&mut self, [start, condition, step, body]: [&Node<'_>; 4]) -> StmtKind {
        self.scopes.open();
        let mut before = Vec::new();
        if !start.is_missing() {
            self.statement_into(start, &mut before);
        }
        let mut part = |node: &Node<'_>| (!node.is_missing()).then(|| self.expr(node));
        let (condition, step) = (part(condition), part(step));
        let body = Box::new(self.inner(body));
        self.scopes.close();
        StmtKind::For { start: before, condition, step, body }
    }

    fn case_value(&mut self, node: &Node<'_>) -> IBig {
        let expr = self.expr(node);
        self.constant_int(&expr).unwrap_or_else(|| {
            self.error(expr.span, "the label of a case is not a constant");
            IBig::ZERO
        })
    }

    /// Inline assembly; without instructions it is a barrier for the compiler, or an assignment of an operand to one
    /// in the same register.
    fn assembly(&mut self, node: &Node<'_>) -> StmtKind {
        let span = self.span(node);
        let text: String = self.sources.snippet(span).chars().filter(|sign| !sign.is_whitespace()).collect();
        let template = text.split_once('(').map_or("", |(_, rest)| rest);
        let operands = template.strip_prefix("\"\"").filter(|rest| rest.starts_with([':', ')']));
        let Some(operands) = operands else { return StmtKind::Unsupported("inline assembly".to_owned()) };
        if !operands.contains("\"=") {
            // Operands that are read and written stay as they are; what they do is done.
            let effects = node.inner.iter().map(|operand| {
                let operand = self.expr(operand);
                Stmt { span: operand.span, kind: StmtKind::Expr(operand) }
            });
            return StmtKind::Block(effects.filter(has_effect).collect());
        }
        match (node.inner.as_slice(), operands.contains(":\"0\"(")) {
            ([to, from], true) => {
                let (to, from) = (self.expr(to), self.expr(from));
                let ty = to.ty;
                let from = self.convert(from, ty);
                StmtKind::Expr(Expr { kind: ExprKind::Assign(Box::new(to), Box::new(from)), ty, span })
            }
            _ => StmtKind::Unsupported("inline assembly".to_owned()),
        }
    }
}

/// Whether an operand of inline assembly is more than a place or a constant.
fn has_effect(statement: &Stmt) -> bool {
    let StmtKind::Expr(expr) = &statement.kind else { return false };
    let mut expr = expr;
    loop {
        expr = match &expr.kind {
            ExprKind::Load(inner) | ExprKind::Address(inner) | ExprKind::Deref(inner) => inner,
            ExprKind::Member(inner, ..) | ExprKind::Cast(_, inner) => inner,
            kind => return !matches!(kind, ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Int(_)),
        };
    }
}
