//! Calls put in line in the syntax tree: procedures of the program become part of their caller.
//!
//! What a parameter stands for takes its place: the argument's own variable, an element whose subscripts are computed
//! before the call, an address, or a variable of its own with a copy. A RETURN is an assignment to a variable for the result
//! and a jump behind the call; a call inside an expression is the value after such a sequence of statements.
//!
//! Invariants
//! - Variables, labels and statement numbers of the outermost procedure stay as they are.
//! - What cannot be put in line is an unsupported statement at its place; nothing is left out.

mod arguments;
mod rename;

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_syntax::{
    Argument, Expr, ExprKind, LabelId, Place, ProcId, Procedure, Program, Stmt, StmtKind, Storage, Type,
    VarId, Variable, name_in_line,
};

/// Statements of the whole.
const MOST_STATEMENTS: usize = 20_000;

/// The procedure with all calls in line.
pub fn in_line(program: &Program, procedure: ProcId) -> Procedure {
    let whole = program.procedures[procedure].clone();
    let mut inliner =
        Inliner { program, whole, lasting: FxHashMap::default(), under_way: vec![procedure], statements: 0 };
    let body = inliner.list(&program.procedures[procedure].body, &mut Scope::default());
    inliner.whole.body = body;
    inliner.whole
}

/// Why a statement cannot be put in line.
type Refused = String;

/// What stands for a variable of a called procedure.
#[derive(Clone)]
enum Meaning {
    Place(Place),
    /// An address that does not change during the call, or a procedure.
    Value(Expr),
}

/// How a procedure is seen by the whole: the outermost one as it is.
#[derive(Default)]
struct Scope {
    /// What its variables stand for; none for the outermost one.
    meanings: Option<FxHashMap<VarId, Meaning>>,
    labels: FxHashMap<LabelId, LabelId>,
    /// Where the returned value goes.
    result: Option<VarId>,
    /// The label behind the call.
    end: Option<LabelId>,
}

impl Scope {
    fn is_called(&self) -> bool {
        self.meanings.is_some()
    }
}

struct Inliner<'p> {
    program: &'p Program,
    whole: Procedure,
    /// Static and shared variables of called procedures.
    lasting: FxHashMap<(ProcId, VarId), VarId>,
    under_way: Vec<ProcId>,
    statements: usize,
}

impl Inliner<'_> {
    fn list(&mut self, statements: &[Stmt], scope: &mut Scope) -> Vec<Stmt> {
        statements.iter().map(|stmt| self.statement(stmt, scope)).collect()
    }

    fn statement(&mut self, stmt: &Stmt, scope: &mut Scope) -> Stmt {
        self.statements += 1;
        let kind = if self.statements > MOST_STATEMENTS {
            StmtKind::Unsupported("so many calls of calls".to_owned())
        } else {
            self.kind(stmt, scope).unwrap_or_else(StmtKind::Unsupported)
        };
        let number = if scope.is_called() { None } else { stmt.number };
        let labels = stmt.labels.iter().map(|&label| self.label(label, scope)).collect();
        Stmt { number, labels, kind, span: stmt.span }
    }

    /// The label of the whole for one of the procedure.
    fn label(&mut self, label: LabelId, scope: &mut Scope) -> LabelId {
        if !scope.is_called() {
            return label;
        }
        let labels = &mut self.whole.labels;
        *scope.labels.entry(label).or_insert_with(|| labels.push(String::new()))
    }

    fn kind(&mut self, stmt: &Stmt, scope: &mut Scope) -> Result<StmtKind, Refused> {
        let span = stmt.span;
        Ok(match &stmt.kind {
            StmtKind::If { condition, then_branch, else_branch } => StmtKind::If {
                condition: self.expr(condition, scope)?,
                then_branch: Box::new(self.statement(then_branch, scope)),
                else_branch: else_branch.as_ref().map(|branch| Box::new(self.statement(branch, scope))),
            },
            StmtKind::Select { cases, otherwise } => StmtKind::Select {
                cases: cases
                    .iter()
                    .map(|(condition, branch)| {
                        Ok((self.expr(condition, scope)?, self.statement(branch, scope)))
                    })
                    .collect::<Result<_, Refused>>()?,
                otherwise: otherwise.as_ref().map(|branch| Box::new(self.statement(branch, scope))),
            },
            StmtKind::Group(body) => StmtKind::Group(self.list(body, scope)),
            StmtKind::While { while_condition, until_condition, body, step } => StmtKind::While {
                while_condition: self.optional(while_condition.as_ref(), scope)?,
                until_condition: self.optional(until_condition.as_ref(), scope)?,
                body: self.list(body, scope),
                step: self.list(step, scope),
            },
            StmtKind::Iterate { variable, specs, body } => StmtKind::Iterate {
                variable: self.place(variable, scope)?,
                specs: specs.iter().map(|spec| self.specification(spec, scope)).collect::<Result<_, _>>()?,
                body: self.list(body, scope),
            },
            StmtKind::Goto(label) => StmtKind::Goto(self.label(*label, scope)),
            StmtKind::Call { procedure, arguments } => {
                StmtKind::Group(self.call(*procedure, arguments, scope, span)?.0)
            }
            StmtKind::CallParameter { variable, arguments } => {
                let procedure = called_by(*variable, scope)?;
                StmtKind::Group(self.call(procedure, arguments, scope, span)?.0)
            }
            StmtKind::Return(value) if scope.is_called() => {
                self.behind_the_call(value.as_ref(), scope, span)?
            }
            // The contract of a called procedure is not part of the caller's.
            StmtKind::Claim(..) if scope.is_called() => StmtKind::Null,
            other => self.simple(other, scope)?,
        })
    }

    /// RETURN in a called procedure.
    fn behind_the_call(
        &mut self,
        value: Option<&Expr>,
        scope: &mut Scope,
        span: Span,
    ) -> Result<StmtKind, Refused> {
        let mut statements = Vec::new();
        if let (Some(value), Some(result)) = (value, scope.result) {
            let value = self.expr(value, scope)?;
            statements.push(assign(result, value, span));
        }
        let labels = &mut self.whole.labels;
        let end = *scope.end.get_or_insert_with(|| labels.push(String::new()));
        statements.push(plain_stmt(StmtKind::Goto(end), span));
        Ok(StmtKind::Group(statements))
    }

    /// The statements of a call, and the variable with its result.
    fn call(
        &mut self,
        procedure: ProcId,
        arguments: &[Argument],
        caller: &mut Scope,
        span: Span,
    ) -> Result<(Vec<Stmt>, Option<VarId>), Refused> {
        let program = self.program;
        let callee = &program.procedures[procedure];
        if self.under_way.contains(&procedure) {
            return Err(format!("a recursive call of {}", callee.name));
        }
        let mut statements = Vec::new();
        let meanings = self.meanings(procedure, arguments, caller, &mut statements, span)?;
        let result = callee.returns.as_ref().map(|ty| {
            let name = self.free_name(&callee.name, "value");
            self.variable(name, ty.clone(), span)
        });
        if let Some(result) = result {
            statements.push(plain_stmt(StmtKind::Fresh(result), span));
        }
        let mut scope = Scope { meanings: Some(meanings), result, ..Scope::default() };
        self.under_way.push(procedure);
        let mut body = self.list(&callee.body, &mut scope);
        self.under_way.pop();
        drop_last_jump(&mut body, scope.end);
        statements.extend(body);
        if let Some(end) = scope.end {
            statements.push(Stmt { labels: vec![end], ..plain_stmt(StmtKind::Null, span) });
        }
        Ok((statements, result))
    }

    fn variable(&mut self, name: String, ty: Type, span: Span) -> VarId {
        let storage = Storage::Automatic;
        self.whole.variables.push(Variable { name, ty, storage, initial: Vec::new(), span })
    }

    fn free_name(&self, procedure: &str, name: &str) -> String {
        name_in_line(&self.whole.variables, procedure, name)
    }
}

/// The procedure that a parameter stands for.
fn called_by(variable: VarId, scope: &Scope) -> Result<ProcId, Refused> {
    match scope.meanings.as_ref().and_then(|meanings| meanings.get(&variable)) {
        Some(Meaning::Value(Expr { kind: ExprKind::Procedure(procedure), .. })) => Ok(*procedure),
        _ => Err("a call of a procedure that is a parameter".to_owned()),
    }
}

/// Takes a jump behind the call away where it would only lead to the next statement.
fn drop_last_jump(body: &mut Vec<Stmt>, end: Option<LabelId>) {
    match body.last_mut().map(|last| &mut last.kind) {
        Some(StmtKind::Goto(label)) if Some(*label) == end => {
            if let Some(last) = body.pop()
                && !last.labels.is_empty()
            {
                body.push(Stmt { kind: StmtKind::Null, ..last });
            }
        }
        Some(StmtKind::Group(inner)) => drop_last_jump(inner, end),
        _ => {}
    }
}

fn plain_stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { number: None, labels: Vec::new(), kind, span }
}

fn assign(variable: VarId, value: Expr, span: Span) -> Stmt {
    plain_stmt(StmtKind::Assign { targets: vec![Place::Variable(variable)], value }, span)
}

fn load(variable: VarId, ty: &Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Load(Place::Variable(variable)), ty: ty.clone(), span }
}
