//! Makes a program smaller as long as something holds of it.

use std::time::{Duration, Instant};

use crate::{Expr, Kind, Place, Procedure, Program, Role, Stmt, Var};

/// The time for the search.
const PATIENCE: Duration = Duration::from_secs(30);

/// The smallest program found of which something holds; it holds of the given one.
pub fn shrink(program: &Program, mut holds: impl FnMut(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    let began = Instant::now();
    loop {
        let smaller = candidates(&smallest)
            .into_iter()
            .find(|candidate| began.elapsed() < PATIENCE && candidate != &smallest && holds(candidate));
        match smaller {
            Some(program) => smallest = program,
            None => return smallest,
        }
    }
}

/// Programs that are a little smaller, those that lack most first.
fn candidates(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    if let Some(shorter) = without_last_procedure(program) {
        found.push(shorter);
    }
    for at in 0..program.procedures.len() {
        let with = |procedure: Procedure| {
            let mut program = program.clone();
            program.procedures[at] = procedure;
            program
        };
        let procedure = &program.procedures[at];
        for body in smaller_bodies(&procedure.body) {
            found.push(with(Procedure { body, ..procedure.clone() }));
        }
        for result in procedure.result.iter().flat_map(smaller) {
            found.push(with(Procedure { result: Some(result), ..procedure.clone() }));
        }
        found.extend(without_unused(procedure).map(with));
    }
    found
}

/// The last procedure is not called by anything.
fn without_last_procedure(program: &Program) -> Option<Program> {
    let last = program.procedures.len().checked_sub(1).filter(|&last| last > 0)?;
    let called = program.has(|expr| matches!(expr.kind, Kind::Call(number, _) if number == last));
    let calls = program.procedures.iter().any(|procedure| {
        any_statement(
            &procedure.body,
            &|statement| matches!(statement, Stmt::Call(number, ..) if *number == last),
        )
    });
    (!called && !calls).then(|| Program { procedures: program.procedures[..last].to_vec() })
}

fn any_statement(body: &[Stmt], wanted: &dyn Fn(&Stmt) -> bool) -> bool {
    body.iter().any(|statement| {
        wanted(statement)
            || match statement {
                Stmt::If(_, yes, no) => any_statement(yes, wanted) || any_statement(no, wanted),
                Stmt::Loop { body, .. } => any_statement(body, wanted),
                _ => false,
            }
    })
}

fn smaller_bodies(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut found = Vec::new();
    for (at, statement) in body.iter().enumerate() {
        let with = |others: Vec<Stmt>| {
            let mut all = body[..at].to_vec();
            all.extend(others);
            all.extend_from_slice(&body[at + 1..]);
            all
        };
        found.push(with(Vec::new()));
        found.extend(smaller_statements(statement).into_iter().map(with));
    }
    found
}

/// What a statement may be replaced by.
fn smaller_statements(statement: &Stmt) -> Vec<Vec<Stmt>> {
    match statement {
        Stmt::Assign(place, value) => {
            let mut found: Vec<Vec<Stmt>> =
                smaller(value).into_iter().map(|value| vec![Stmt::Assign(place.clone(), value)]).collect();
            if let Place::Element(array, subscript) = place {
                found.extend(
                    smaller(subscript).into_iter().map(|subscript| {
                        vec![Stmt::Assign(Place::Element(*array, subscript), value.clone())]
                    }),
                );
            }
            found
        }
        Stmt::If(condition, yes, no) => {
            let mut found = vec![yes.clone(), no.clone()];
            found.extend(
                smaller_bodies(yes).into_iter().map(|yes| vec![Stmt::If(condition.clone(), yes, no.clone())]),
            );
            found.extend(
                smaller_bodies(no).into_iter().map(|no| vec![Stmt::If(condition.clone(), yes.clone(), no)]),
            );
            let conditions = smaller(condition).into_iter();
            found.extend(conditions.map(|condition| vec![Stmt::If(condition, yes.clone(), no.clone())]));
            found
        }
        Stmt::Loop { counter, to, body } => {
            let with = |to: Expr, body: Vec<Stmt>| vec![Stmt::Loop { counter: *counter, to, body }];
            let mut found: Vec<Vec<Stmt>> =
                smaller_bodies(body).into_iter().map(|body| with(to.clone(), body)).collect();
            found.extend(smaller(to).into_iter().map(|to| with(to, body.clone())));
            found
        }
        Stmt::Call(number, first, arguments) => {
            let all = smaller_lists(arguments).into_iter();
            all.map(|arguments| vec![Stmt::Call(*number, *first, arguments)]).collect()
        }
        Stmt::Whole(section, value) => {
            smaller(value).into_iter().map(|value| vec![Stmt::Whole(*section, value)]).collect()
        }
        Stmt::Pass(section, value) => {
            smaller(value).into_iter().map(|value| vec![Stmt::Pass(*section, value)]).collect()
        }
        Stmt::Where(mask, section, value, other) => {
            let with = |mask: Expr, value: Expr, other: Option<Expr>| {
                vec![Stmt::Where(mask, *section, value, other)]
            };
            let mut found = vec![vec![Stmt::Whole(*section, value.clone())]];
            found.extend(other.iter().map(|_| with(mask.clone(), value.clone(), None)));
            found.extend(smaller(mask).into_iter().map(|mask| with(mask, value.clone(), other.clone())));
            found.extend(smaller(value).into_iter().map(|value| with(mask.clone(), value, other.clone())));
            let others = other.iter().flat_map(smaller);
            found.extend(others.map(|other| with(mask.clone(), value.clone(), Some(other))));
            found
        }
        Stmt::Return(value) => smaller(value).into_iter().map(|value| vec![Stmt::Return(value)]).collect(),
    }
}

fn smaller_lists(all: &[Expr]) -> Vec<Vec<Expr>> {
    let mut found = Vec::new();
    for (at, one) in all.iter().enumerate() {
        for smaller in smaller(one) {
            let mut list = all.to_vec();
            list[at] = smaller;
            found.push(list);
        }
    }
    found
}

/// Expressions of the same type with less in them.
fn smaller(expr: &Expr) -> Vec<Expr> {
    let operands = expr.operands();
    if operands.is_empty() {
        let zero = Expr::zero(expr.ty);
        return if matches!(expr.kind, Kind::Variable(_)) || *expr == zero { Vec::new() } else { vec![zero] };
    }
    let mut found = vec![Expr::zero(expr.ty)];
    if !matches!(expr.kind, Kind::Reduced(..)) {
        let alike = operands.iter().filter(|operand| operand.ty == expr.ty);
        found.extend(alike.map(|operand| (*operand).clone()));
    }
    for (at, operand) in operands.iter().enumerate() {
        for smaller in smaller(operand) {
            let mut changed = expr.clone();
            *changed.operands_mut()[at] = smaller;
            found.push(changed);
        }
    }
    found
}

/// The procedure without the last of its variables that nothing uses, or without its array or structure.
fn without_unused(procedure: &Procedure) -> Option<Procedure> {
    let mentions = |wanted: &dyn Fn(&Kind) -> bool, place: &dyn Fn(&Place) -> bool| {
        let program = crate::Program { procedures: vec![procedure.clone()] };
        program.has(|expr| wanted(&expr.kind))
            || any_statement(
                &procedure.body,
                &|statement| matches!(statement, Stmt::Assign(at, _) if place(at)),
            )
    };
    if !procedure.arrays.is_empty()
        && !mentions(&|kind| matches!(kind, Kind::Element(..) | Kind::Part(_)), &|place| {
            matches!(place, Place::Element(..))
        })
        && !any_statement(&procedure.body, &|statement| {
            matches!(statement, Stmt::Whole(..) | Stmt::Where(..) | Stmt::Pass(..))
        })
    {
        return Some(Procedure { arrays: Vec::new(), ..procedure.clone() });
    }
    if !procedure.fields.is_empty()
        && !mentions(&|kind| matches!(kind, Kind::Field(_)), &|place| matches!(place, Place::Field(_)))
    {
        return Some(Procedure { fields: Vec::new(), ..procedure.clone() });
    }
    // Only the last variable: the numbers of the others stay.
    let last = Var(procedure.variables.len().checked_sub(1)?);
    let counts = any_statement(&procedure.body, &|statement| match statement {
        Stmt::Loop { counter, .. } => *counter == last,
        Stmt::Call(_, first, _) => *first == last,
        _ => false,
    });
    let own = matches!(procedure.variables[last.0].role, Role::Local | Role::Counter);
    let used = mentions(
        &|kind| matches!(kind, Kind::Variable(var) if *var == last),
        &|place| matches!(place, Place::Variable(var) if *var == last),
    );
    (own && !counts && !used).then(|| {
        let mut shorter = procedure.clone();
        shorter.variables.pop();
        shorter
    })
}
