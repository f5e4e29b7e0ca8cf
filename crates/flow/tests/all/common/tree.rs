//! Syntax trees by hand.

use sextant_base::{IdVec, SourceId, Span};
use sextant_syntax::*;

pub fn span() -> Span {
    Span::new(SourceId(0), 0, 0)
}

pub const INT: Type = Type::Int(IntType::FIXED_31);
pub const INT16: Type = Type::Int(IntType::FIXED_15);

pub fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: span() }
}

pub fn int(value: i64) -> Expr {
    expr(ExprKind::Int(value.into()), INT)
}

pub fn truth(value: bool) -> Expr {
    expr(ExprKind::Bool(value), Type::Logical)
}

pub fn binary(operator: BinaryOp, left: Expr, right: Expr) -> Expr {
    let ty = if operator.is_logical() { Type::Logical } else { INT };
    expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty)
}

pub fn call(procedure: u32, arguments: Vec<Expr>) -> Expr {
    expr(ExprKind::Call(ProcId(procedure), arguments.into_iter().map(argument).collect()), INT)
}

/// A place by reference, anything else as a copy.
pub fn argument(expr: Expr) -> Argument {
    let passing = if matches!(expr.kind, ExprKind::Load(_)) { Passing::Reference } else { Passing::Copy };
    Argument { expr, passing }
}

pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt { number: None, labels: Vec::new(), kind, span: span() }
}

pub fn labelled(label: LabelId, mut stmt: Stmt) -> Stmt {
    stmt.labels.push(label);
    stmt
}

pub fn assign(target: Place, value: Expr) -> Stmt {
    stmt(StmtKind::Assign { targets: vec![target], value })
}

pub fn group(body: Vec<Stmt>) -> Stmt {
    stmt(StmtKind::Group(body))
}

pub fn write(value: Expr) -> Stmt {
    stmt(StmtKind::Write(vec![OutputItem::Value(value)]))
}

pub fn branch(condition: Expr, then: Stmt, otherwise: Option<Stmt>) -> Stmt {
    stmt(StmtKind::If { condition, then_branch: Box::new(then), else_branch: otherwise.map(Box::new) })
}

pub fn range(from: Expr, to: Expr, by: Option<Expr>) -> DoSpec {
    let range = Some(DoRange { to: Some(to), by });
    DoSpec { from, range, while_condition: None, until_condition: None }
}

pub fn single(from: Expr) -> DoSpec {
    DoSpec { from, range: None, while_condition: None, until_condition: None }
}

/// A procedure under construction.
pub struct Maker {
    pub procedure: Procedure,
}

impl Maker {
    pub fn new(name: &str) -> Self {
        let procedure = Procedure {
            name: name.to_owned(),
            parameters: Vec::new(),
            variables: IdVec::new(),
            returns: None,
            recursive: true,
            body: Vec::new(),
            labels: IdVec::new(),
            statements: Vec::new(),
            span: span(),
        };
        Self { procedure }
    }

    pub fn variable(&mut self, name: &str, ty: Type, storage: Storage) -> VarId {
        let variable = Variable { name: name.to_owned(), ty, storage, initial: Vec::new(), span: span() };
        let id = self.procedure.variables.push(variable);
        if storage == Storage::Parameter {
            self.procedure.parameters.push(id);
        }
        id
    }

    pub fn parameter(&mut self, name: &str) -> VarId {
        self.variable(name, INT, Storage::Parameter)
    }

    pub fn local(&mut self, name: &str) -> VarId {
        self.variable(name, INT, Storage::Automatic)
    }

    pub fn label(&mut self, name: &str) -> LabelId {
        self.procedure.labels.push(name.to_owned())
    }

    pub fn load(&self, variable: VarId) -> Expr {
        let ty = self.procedure.variables[variable].ty.clone();
        expr(ExprKind::Load(Place::Variable(variable)), ty)
    }

    pub fn element(&self, variable: VarId, subscript: Expr) -> Expr {
        let ty = self.procedure.variables[variable].ty.scalar().clone();
        expr(ExprKind::Load(Place::Element(variable, Box::new(subscript))), ty)
    }

    /// Numbers the statements in source order; groups have no number of their own.
    pub fn finish(mut self, body: Vec<Stmt>) -> Procedure {
        self.procedure.body = body;
        let mut count = 1;
        number(&mut self.procedure.body, &mut count);
        self.procedure.statements = vec![StatementInfo { span: span() }; count as usize + 1];
        self.procedure
    }
}

fn number(body: &mut [Stmt], count: &mut u32) {
    for stmt in body {
        if !matches!(stmt.kind, StmtKind::Group(_)) {
            *count += 1;
            stmt.number = Some(StatementNumber(*count));
        }
        match &mut stmt.kind {
            StmtKind::If { then_branch, else_branch, .. } => {
                number(std::slice::from_mut(then_branch), count);
                if let Some(branch) = else_branch {
                    number(std::slice::from_mut(branch), count);
                }
            }
            StmtKind::Select { cases, otherwise } => {
                for (_, branch) in cases {
                    number(std::slice::from_mut(branch), count);
                }
                if let Some(branch) = otherwise {
                    number(std::slice::from_mut(branch), count);
                }
            }
            StmtKind::Group(body) | StmtKind::While { body, .. } | StmtKind::Iterate { body, .. } => {
                number(body, count);
            }
            _ => {}
        }
    }
}

pub fn program(procedures: Vec<Procedure>) -> Program {
    Program { procedures: procedures.into_iter().collect(), ..Program::new(Language::Pli) }
}
