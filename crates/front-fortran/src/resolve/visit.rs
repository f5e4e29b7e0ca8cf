//! A walk over typed statements that may change what it sees.

use sextant_base::Span;
use sextant_syntax::{
    Argument, DoSpec, Effect, Expr, ExprKind, Layout, Place, ProcId, Stmt, StmtKind, Transfer, TransferItem,
    Unit, each_operand_mut, each_place_operand_mut,
};

/// What is to be done with the parts of a body.
pub(crate) trait Visitor {
    /// A statement, before its parts.
    fn statement(&mut self, _: &mut Stmt) {}
    /// A call, in a statement or an expression, after its arguments.
    fn call(&mut self, _: ProcId, _: &mut Vec<Argument>, _: Span) {}
    /// A procedure that is an argument.
    fn procedure(&mut self, _: ProcId, _: Span) {}
}

pub(crate) fn visit_statements(statements: &mut [Stmt], visitor: &mut dyn Visitor) {
    for stmt in statements {
        visit_statement(stmt, visitor);
    }
}

fn visit_statement(stmt: &mut Stmt, visitor: &mut dyn Visitor) {
    visitor.statement(stmt);
    let span = stmt.span;
    match &mut stmt.kind {
        StmtKind::Assign { targets, value } => {
            targets.iter_mut().for_each(|target| place(target, visitor));
            expr(value, visitor);
        }
        StmtKind::If { condition, then_branch, else_branch } => {
            expr(condition, visitor);
            visit_statement(then_branch, visitor);
            else_branch.iter_mut().for_each(|branch| visit_statement(branch, visitor));
        }
        StmtKind::Select { cases, otherwise } => {
            for (condition, body) in cases {
                expr(condition, visitor);
                visit_statement(body, visitor);
            }
            otherwise.iter_mut().for_each(|body| visit_statement(body, visitor));
        }
        StmtKind::Group(body) => visit_statements(body, visitor),
        StmtKind::While { while_condition, until_condition, body, .. } => {
            [while_condition, until_condition]
                .into_iter()
                .flatten()
                .for_each(|condition| expr(condition, visitor));
            visit_statements(body, visitor);
        }
        StmtKind::Iterate { variable, specs, body } => {
            place(variable, visitor);
            specs.iter_mut().for_each(|spec| do_spec(spec, visitor));
            visit_statements(body, visitor);
        }
        StmtKind::Call { procedure, arguments: given } => {
            arguments(given, visitor);
            visitor.call(*procedure, given, span);
        }
        StmtKind::CallParameter { arguments: given, .. } => arguments(given, visitor),
        StmtKind::Allocate { place: handle, bounds } => {
            place(handle, visitor);
            for (low, high) in bounds {
                expr(low, visitor);
                expr(high, visitor);
            }
        }
        StmtKind::Release(handle) => place(handle, visitor),
        StmtKind::PointTo { handle, target } => {
            place(handle, visitor);
            target.iter_mut().for_each(|target| place(target, visitor));
        }
        StmtKind::Return(value) => value.iter_mut().for_each(|value| expr(value, visitor)),
        StmtKind::Read(places) => places.iter_mut().for_each(|target| place(target, visitor)),
        StmtKind::Write(_) => {}
        StmtKind::Transfer(statement) => transfer(statement, visitor),
        StmtKind::Claim(_, condition) => expr(condition, visitor),
        StmtKind::Evaluate(done) => match &mut done.kind {
            ExprKind::Effect(effect) => match &mut **effect {
                Effect::Primitive(_, operands) => operands.iter_mut().for_each(|part| expr(part, visitor)),
                _ => unreachable!("nothing but the end of the program is evaluated for its effect"),
            },
            _ => expr(done, visitor),
        },
        StmtKind::Store { .. } | StmtKind::Fresh(_) | StmtKind::Gone(_) => {
            unreachable!("Fortran has no addresses")
        }
        StmtKind::Assume(condition) | StmtKind::Prove(condition) | StmtKind::Assert(condition) => {
            expr(condition, visitor);
        }
        StmtKind::Leave(_)
        | StmtKind::NextIteration(_)
        | StmtKind::Goto(_)
        | StmtKind::Stop
        | StmtKind::Unsupported(_)
        | StmtKind::Null => {}
    }
}

fn do_spec(spec: &mut DoSpec, visitor: &mut dyn Visitor) {
    expr(&mut spec.from, visitor);
    if let Some(range) = &mut spec.range {
        [&mut range.to, &mut range.by].into_iter().flatten().for_each(|limit| expr(limit, visitor));
    }
    [&mut spec.while_condition, &mut spec.until_condition]
        .into_iter()
        .flatten()
        .for_each(|condition| expr(condition, visitor));
}

fn transfer(statement: &mut Transfer, visitor: &mut dyn Visitor) {
    match &mut statement.unit {
        Unit::Number(number) => expr(number, visitor),
        Unit::Internal(file) => place(file, visitor),
        Unit::Standard | Unit::ByName | Unit::Outside(_) => {}
    }
    match &mut statement.layout {
        Layout::Computed(format) | Layout::Assigned(format, _) => expr(format, visitor),
        Layout::Unformatted | Layout::List | Layout::Format(_) | Layout::Namelist(..) => {}
    }
    statement.record.iter_mut().for_each(|record| expr(record, visitor));
    statement.settings.iter_mut().for_each(|setting| expr(&mut setting.1, visitor));
    statement.answers.iter_mut().for_each(|answer| place(&mut answer.1, visitor));
    statement.outcome.status.iter_mut().for_each(|status| place(status, visitor));
    statement.outcome.message.iter_mut().for_each(|message| place(message, visitor));
    statement.items.iter_mut().for_each(|item| transfer_item(item, visitor));
}

fn transfer_item(item: &mut TransferItem, visitor: &mut dyn Visitor) {
    match item {
        TransferItem::Value(value) => expr(value, visitor),
        TransferItem::Place(target) => place(target, visitor),
        TransferItem::Loop { variable, from, to, by, items } => {
            place(variable, visitor);
            expr(from, visitor);
            expr(to, visitor);
            by.iter_mut().for_each(|by| expr(by, visitor));
            items.iter_mut().for_each(|item| transfer_item(item, visitor));
        }
    }
}

fn place(target: &mut Place, visitor: &mut dyn Visitor) {
    each_place_operand_mut(target, &mut |operand| expr(operand, visitor));
}

fn arguments(arguments: &mut [Argument], visitor: &mut dyn Visitor) {
    arguments.iter_mut().for_each(|argument| expr(&mut argument.expr, visitor));
}

fn expr(value: &mut Expr, visitor: &mut dyn Visitor) {
    let span = value.span;
    match &mut value.kind {
        ExprKind::Call(procedure, given) => {
            arguments(given, visitor);
            visitor.call(*procedure, given, span);
        }
        ExprKind::CallParameter(_, given) => arguments(given, visitor),
        ExprKind::Procedure(procedure) => visitor.procedure(*procedure, span),
        _ => each_operand_mut(value, &mut |operand| expr(operand, visitor)),
    }
}
