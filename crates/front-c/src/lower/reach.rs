//! What a program needs of its functions and variables, and how deep trees are.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use sextant_syntax::{Effect, Procedure, each_operand};

use crate::tree::{
    Callee, CastKind, ConstantBase, Expr, ExprKind, FunctionId, GlobalId, Initial, InitialValue, Program,
    Stmt, StmtKind,
};
use crate::types::{TypeId, Types};

/// What can be reached.
#[derive(Default)]
pub(crate) struct Reached {
    /// Functions.
    pub(crate) functions: BTreeSet<FunctionId>,
    /// Variables.
    pub(crate) globals: BTreeSet<GlobalId>,
    /// Functions whose address is taken.
    pub(crate) addressed: FxHashSet<FunctionId>,
    /// Types to which the program's own functions make pointers from pointers to types that may lie anywhere.
    pub(crate) realigned: FxHashSet<TypeId>,
}

/// What the functions, and the variables of the program's own files, lead to.
pub(crate) fn from(program: &Program, roots: &[FunctionId]) -> Reached {
    let mut search = Search {
        types: &program.types,
        reached: Reached::default(),
        in_library: false,
        open: Vec::new(),
        open_globals: Vec::new(),
    };
    roots.iter().for_each(|&id| search.function(id));
    for (id, global) in program.globals.iter_enumerated() {
        if !global.library && global.initial.is_some() && global.kind != crate::tree::GlobalKind::Literal {
            search.global(id);
        }
    }
    loop {
        if let Some(id) = search.open.pop() {
            search.in_library = program.functions[id].library;
            if program.functions[id].name == "atexit" {
                // The end of the program calls what is registered.
                let exit = program.functions.iter_enumerated().find(|(_, function)| function.name == "exit");
                exit.into_iter().for_each(|(id, _)| search.function(id));
            }
            if let Some(body) = &program.functions[id].body {
                search.statements(&body.statements);
            }
        } else if let Some(id) = search.open_globals.pop() {
            search.initial_of(program, id);
        } else {
            break;
        }
    }
    search.reached.realigned.retain(|ty| !program.types.loosened.contains(ty));
    search.reached
}

/// The names of functions and variables that are used and not defined.
pub(crate) fn wanted(program: &Program, roots: &[FunctionId]) -> Vec<String> {
    let reached = from(program, roots);
    let functions =
        reached.functions.iter().map(|&id| (&program.functions[id], reached.addressed.contains(&id)));
    let missing = functions.filter(|(function, addressed)| {
        function.body.is_none() && (*addressed || !super::direct::is_known(&function.name))
    });
    let globals =
        reached.globals.iter().map(|&id| &program.globals[id]).filter(|global| global.initial.is_none());
    missing
        .map(|(function, _)| function.name.clone())
        .chain(globals.map(|global| global.name.clone()))
        .collect()
}

struct Search<'p> {
    types: &'p Types,
    reached: Reached,
    in_library: bool,
    open: Vec<FunctionId>,
    open_globals: Vec<GlobalId>,
}

impl Search<'_> {
    fn function(&mut self, id: FunctionId) {
        if self.reached.functions.insert(id) {
            self.open.push(id);
        }
    }

    fn global(&mut self, id: GlobalId) {
        if self.reached.globals.insert(id) {
            self.open_globals.push(id);
        }
    }

    fn initial_of(&mut self, program: &Program, id: GlobalId) {
        for item in program.globals[id].initial.iter().flatten() {
            match item.value {
                crate::tree::Constant::Address(ConstantBase::Global(id), _) => self.global(id),
                crate::tree::Constant::Address(ConstantBase::Function(id), _) => {
                    self.reached.addressed.insert(id);
                    self.function(id);
                }
                _ => {}
            }
        }
    }

    fn statements(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Stmt) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &statement.kind {
            StmtKind::Expr(expr) | StmtKind::Bound(_, expr) | StmtKind::GotoAddress(expr) => self.expr(expr),
            StmtKind::Declare(_, initial) => initial.iter().for_each(|initial| self.initial(initial)),
            StmtKind::Block(statements) => self.statements(statements),
            StmtKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.statement(then);
                otherwise.iter().for_each(|branch| self.statement(branch));
            }
            StmtKind::While(condition, body)
            | StmtKind::Do(body, condition)
            | StmtKind::Switch(condition, body) => {
                self.expr(condition);
                self.statement(body);
            }
            StmtKind::For { start, condition, step, body } => {
                self.statements(start);
                condition.iter().chain(step).for_each(|part| self.expr(part));
                self.statement(body);
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.statement(body)
            }
            StmtKind::Return(value) => value.iter().for_each(|value| self.expr(value)),
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Unsupported(_) => {}
        });
    }

    fn initial(&mut self, initial: &Initial) {
        for item in &initial.items {
            if let InitialValue::Expr(expr) = &item.value {
                self.expr(expr);
            }
        }
    }

    /// A pointer is made of another one. What it was before it led to `void` counts.
    fn cast(&mut self, to: TypeId, mut from: &Expr) {
        while let ExprKind::Cast(CastKind::Convert, inner) = &from.kind {
            from = inner;
        }
        if let (Some(to), Some(from)) = (self.types.pointee(to), self.types.pointee(from.ty))
            && !self.in_library
            && self.types.size(to).is_some()
            && !self.types.is_void(from)
            && self.types.align(from) < self.types.align(to)
        {
            self.reached.realigned.insert(to);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &expr.kind {
            ExprKind::Global(id) => self.global(*id),
            ExprKind::Function(id) => {
                self.reached.addressed.insert(*id);
                self.function(*id);
            }
            ExprKind::Call(callee, arguments) => {
                match callee {
                    Callee::Function(id) => self.function(*id),
                    Callee::Pointer(pointer) => self.expr(pointer),
                    Callee::Builtin(_) => {}
                }
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ExprKind::Compound(_, initial) => self.initial(initial),
            ExprKind::Statements(statements, value) => {
                self.statements(statements);
                value.iter().for_each(|value| self.expr(value));
            }
            ExprKind::Cast(CastKind::Convert, operand) => {
                self.cast(expr.ty, operand);
                self.expr(operand);
            }
            other => operands(other).into_iter().for_each(|operand| self.expr(operand)),
        });
    }
}

/// The operands of an expression without parts of other kinds.
fn operands(kind: &ExprKind) -> Vec<&Expr> {
    match kind {
        ExprKind::Deref(operand)
        | ExprKind::Member(operand, ..)
        | ExprKind::ComplexPart(operand, _)
        | ExprKind::Load(operand)
        | ExprKind::Address(operand)
        | ExprKind::Cast(_, operand)
        | ExprKind::Unary(_, operand)
        | ExprKind::Step { place: operand, .. }
        | ExprKind::NextArgument(operand) => vec![operand],
        ExprKind::Arithmetic(_, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Distance(left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right)
        | ExprKind::Comma(left, right)
        | ExprKind::Assign(left, right)
        | ExprKind::Displace { pointer: left, index: right, .. }
        | ExprKind::Update { place: left, value: right, .. } => vec![left, right],
        ExprKind::Conditional(condition, then, otherwise) => vec![condition, then, otherwise],
        _ => Vec::new(),
    }
}

/// How deep the tree of a procedure is.
pub(super) fn depth(procedure: &Procedure) -> usize {
    procedure.body.iter().map(statement_depth).max().unwrap_or(0)
}

fn statement_depth(statement: &sextant_syntax::Stmt) -> usize {
    use sextant_syntax::StmtKind as S;
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
        let (mut exprs, mut inner) = (Vec::new(), statement.inner());
        match &statement.kind {
            S::Assign { value, .. } | S::Evaluate(value) | S::Assume(value) | S::Assert(value) => {
                exprs.push(value);
            }
            S::Store { address, value, .. } => exprs.extend([address, value]),
            S::Return(value) => exprs.extend(value),
            S::If { condition, .. } => exprs.push(condition),
            S::Select { cases, .. } => exprs.extend(cases.iter().map(|(condition, _)| condition)),
            S::While { while_condition, until_condition, step, .. } => {
                exprs.extend(while_condition.iter().chain(until_condition));
                inner.extend(step);
            }
            _ => {}
        }
        let depths = exprs.into_iter().map(expr_depth).chain(inner.into_iter().map(statement_depth));
        1 + depths.max().unwrap_or(0)
    })
}

fn expr_depth(expr: &sextant_syntax::Expr) -> usize {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
        let mut deepest = 0;
        each_operand(expr, &mut |operand| deepest = deepest.max(expr_depth(operand)));
        if let sextant_syntax::ExprKind::Effect(effect) = &expr.kind
            && let Effect::Sequence(statements, _) = &**effect
        {
            deepest = deepest.max(statements.iter().map(statement_depth).max().unwrap_or(0));
        }
        1 + deepest
    })
}
