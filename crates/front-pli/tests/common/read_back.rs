//! Checks that a program prints as text that reads back as the same tree.
//!
//! Trees are compared after every place in them has been set to the same one.

use sextant_base::{SourceId, Sources, Span};
use sextant_front_pli::{parse, print};
use sextant_syntax::{
    ArrayBounds, Expr, ExprKind, OutputItem, Place, Program, Stmt, StmtKind, Type, Variable,
};

const NOWHERE: Span = Span { source: SourceId(0), start: 0, end: 0 };

/// Prints a program, reads the print and compares; says what is wrong.
pub fn check(program: Program) -> Result<(), String> {
    let printed = print(&program);
    let mut sources = Sources::new();
    let id = sources.add("printed", printed.clone());
    let (reread, diagnostics) = parse(&sources, &[id]);
    if diagnostics.has_errors() {
        return Err(format!("the print is wrong:\n{}\n{printed}", diagnostics.render(&sources, false)));
    }
    if erased(program) != erased(reread) {
        return Err(format!("reads back as another tree:\n{printed}"));
    }
    Ok(())
}

/// The program without its places.
fn erased(mut program: Program) -> Program {
    for external in program.externals.iter_mut() {
        erase_type(&mut external.ty);
        external.initial.iter_mut().for_each(erase_expr);
    }
    for procedure in program.procedures.iter_mut() {
        procedure.span = NOWHERE;
        procedure.statements.iter_mut().for_each(|statement| statement.span = NOWHERE);
        procedure.variables.iter_mut().for_each(erase_variable);
        procedure.returns.iter_mut().for_each(erase_type);
        procedure.body.iter_mut().for_each(erase_stmt);
    }
    program
}

fn erase_variable(variable: &mut Variable) {
    variable.span = NOWHERE;
    erase_type(&mut variable.ty);
    variable.initial.iter_mut().for_each(erase_expr);
}

fn erase_type(ty: &mut Type) {
    if let Type::Array(_, bounds) = ty
        && let [ArrayBounds::Given { low, high }] = bounds.as_mut_slice()
    {
        erase_expr(low);
        erase_expr(high);
    }
}

fn erase_place(place: &mut Place) {
    if let Place::Element(_, subscript) = place {
        erase_expr(subscript);
    }
}

fn erase_expr(expr: &mut Expr) {
    expr.span = NOWHERE;
    erase_type(&mut expr.ty);
    match &mut expr.kind {
        ExprKind::Load(place) => erase_place(place),
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => erase_expr(operand),
        ExprKind::Specification(specification) => {
            **specification = specification.map(|part| {
                let mut part = part.clone();
                erase_expr(&mut part);
                part
            });
        }
        ExprKind::Binary(_, left, right) => {
            erase_expr(left);
            erase_expr(right);
        }
        ExprKind::Intrinsic(_, arguments) => arguments.iter_mut().for_each(erase_expr),
        ExprKind::Call(_, arguments) => {
            arguments.iter_mut().for_each(|argument| erase_expr(&mut argument.expr))
        }
        // No expressions in them, or nothing that PL/I has.
        _ => {}
    }
}

fn erase_stmt(statement: &mut Stmt) {
    statement.span = NOWHERE;
    match &mut statement.kind {
        StmtKind::Assign { targets, value } => {
            targets.iter_mut().for_each(erase_place);
            erase_expr(value);
        }
        StmtKind::If { condition, then_branch, else_branch } => {
            erase_expr(condition);
            erase_stmt(then_branch);
            else_branch.iter_mut().for_each(|branch| erase_stmt(branch));
        }
        StmtKind::Select { cases, otherwise } => {
            for (condition, case) in cases {
                erase_expr(condition);
                erase_stmt(case);
            }
            otherwise.iter_mut().for_each(|otherwise| erase_stmt(otherwise));
        }
        StmtKind::Group(body) => body.iter_mut().for_each(erase_stmt),
        StmtKind::While { while_condition, until_condition, body, .. } => {
            while_condition.iter_mut().chain(until_condition).for_each(erase_expr);
            body.iter_mut().for_each(erase_stmt);
        }
        StmtKind::Iterate { variable, specs, body } => {
            erase_place(variable);
            for spec in specs {
                erase_expr(&mut spec.from);
                if let Some(range) = &mut spec.range {
                    range.to.iter_mut().chain(&mut range.by).for_each(erase_expr);
                }
                spec.while_condition.iter_mut().chain(&mut spec.until_condition).for_each(erase_expr);
            }
            body.iter_mut().for_each(erase_stmt);
        }
        StmtKind::Call { arguments, .. } => {
            arguments.iter_mut().for_each(|argument| erase_expr(&mut argument.expr));
        }
        StmtKind::Return(value) => value.iter_mut().for_each(erase_expr),
        StmtKind::Read(places) => places.iter_mut().for_each(erase_place),
        StmtKind::Write(items) => {
            for item in items {
                if let OutputItem::Value(value) = item {
                    erase_expr(value);
                }
            }
        }
        StmtKind::Assume(condition)
        | StmtKind::Prove(condition)
        | StmtKind::Assert(condition)
        | StmtKind::Claim(_, condition) => {
            erase_expr(condition);
        }
        // Nothing in them, or nothing that PL/I has.
        _ => {}
    }
}
