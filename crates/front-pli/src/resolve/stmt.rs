//! Statements: names, conversions, loops that are left, and jumps.

use sextant_base::Span;
use sextant_syntax::{
    BinaryOp, Claim, DoRange, DoSpec, Expr, LabelId, OutputItem, StatementNumber, Stmt, StmtKind, Type,
};

use super::expr::{Resolver, binary, convert, integer, logical};
use super::scope::{Context, Scope};
use super::{all, constant, optional};
use crate::raw::{
    Name, RawCase, RawConditions, RawExpr, RawItem, RawPlace, RawProcedure, RawSpec, RawStmt, RawStmtKind,
};

/// The statements of a procedure. What could not be understood is left out.
pub(crate) fn body(
    context: &mut Context,
    scope: &mut Scope,
    raw: &RawProcedure,
    returns: Option<Type>,
) -> Vec<Stmt> {
    let mut statements = Statements {
        resolver: Resolver { context, scope },
        returns,
        level: 0,
        groups: Vec::new(),
        labelled_groups: vec![None; raw.parts.labels.len()],
        iterative: 0,
        outer_iterative: vec![None],
        homes: vec![0; raw.parts.labels.len()],
        jumps: Vec::new(),
    };
    let body = statements.list(&raw.body);
    statements.check_jumps();
    body
}

struct Statements<'c, 'a> {
    resolver: Resolver<'c, 'a>,
    returns: Option<Type>,
    /// How many statements stand around the current one, itself included.
    level: usize,
    /// The groups around the current statement, innermost last: whether they are loops.
    groups: Vec<bool>,
    /// By label: the position in `groups` of the group it stands in front of, while that group is open.
    labelled_groups: Vec<Option<usize>>,
    /// The innermost iterative DO around the current statement; 0 is the procedure.
    iterative: usize,
    /// By iterative DO: the one around it.
    outer_iterative: Vec<Option<usize>>,
    /// By label: the iterative DO it stands in.
    homes: Vec<usize>,
    /// GO TOs: where they go, where they stand, and in which iterative DO.
    jumps: Vec<(LabelId, Span, usize)>,
}

impl Statements<'_, '_> {
    fn list(&mut self, raw: &[RawStmt]) -> Vec<Stmt> {
        raw.iter().filter_map(|raw| self.statement(raw)).collect()
    }

    fn statement(&mut self, raw: &RawStmt) -> Option<Stmt> {
        self.level += 1;
        for &label in &raw.labels {
            self.homes[label] = self.iterative;
        }
        let kind = self.kind(raw);
        self.level -= 1;
        Some(Stmt {
            number: raw.number.map(|number| StatementNumber(number as u32)),
            labels: raw.labels.iter().map(|&label| LabelId(label as u32)).collect(),
            kind: kind?,
            span: raw.span,
        })
    }

    fn kind(&mut self, raw: &RawStmt) -> Option<StmtKind> {
        Some(match &raw.kind {
            RawStmtKind::Assign { targets, value } => self.assign(targets, value)?,
            RawStmtKind::If { condition, then_branch, else_branch } => {
                let condition = self.condition(condition);
                let then_branch = self.boxed(then_branch);
                let else_branch = optional(else_branch.as_deref(), |branch| self.boxed(branch));
                StmtKind::If { condition: condition?, then_branch: then_branch?, else_branch: else_branch? }
            }
            RawStmtKind::Select { subject, cases, otherwise } => {
                self.select(subject.as_ref(), cases, otherwise.as_deref())?
            }
            RawStmtKind::Group(body) => {
                StmtKind::Group(self.inside(&raw.labels, false, |statements| statements.list(body)))
            }
            RawStmtKind::While { conditions, body } => {
                let conditions = self.conditions(conditions);
                let body = self.inside(&raw.labels, true, |statements| statements.list(body));
                let (while_condition, until_condition) = conditions?;
                StmtKind::While { while_condition, until_condition, body, step: Vec::new() }
            }
            RawStmtKind::Iterate { variable, specs, body } => {
                self.iterate(&raw.labels, variable, specs, body)?
            }
            RawStmtKind::Leave(label) => StmtKind::Leave(self.loops_out("LEAVE", *label, raw.span)?),
            RawStmtKind::NextIteration(label) => {
                StmtKind::NextIteration(self.loops_out("ITERATE", *label, raw.span)?)
            }
            RawStmtKind::Goto(label) => StmtKind::Goto(self.jump(*label)?),
            RawStmtKind::Call(name, arguments) => self.call(*name, arguments)?,
            RawStmtKind::Return(None) => StmtKind::Return(None),
            RawStmtKind::Return(Some(value)) => {
                let value = self.value(value)?;
                let ty = self.returns.clone().unwrap_or(super::DEFAULT_TYPE);
                StmtKind::Return(Some(self.converted(value, &ty)?))
            }
            RawStmtKind::Stop => StmtKind::Stop,
            RawStmtKind::Read(places) => {
                let places = all(places.iter().map(|place| self.place(place)))?;
                StmtKind::Read(places.into_iter().map(|place| place.0).collect())
            }
            RawStmtKind::Write(items) => StmtKind::Write(all(items.iter().map(|item| self.item(item)))?),
            RawStmtKind::Assume(condition) => StmtKind::Assume(self.assertion(condition, None)?),
            RawStmtKind::Prove(condition) => StmtKind::Prove(self.assertion(condition, None)?),
            RawStmtKind::Assert(condition) => StmtKind::Assert(self.assertion(condition, None)?),
            RawStmtKind::Claim(claim, said) => {
                let said = match claim {
                    Claim::Entry => self.assertion(said, None)?,
                    Claim::Exit => self.assertion(said, self.returns.clone())?,
                    Claim::Measure => {
                        let measure = integer(self.value(said)?);
                        self.checked(measure)?
                    }
                };
                StmtKind::Claim(*claim, said)
            }
            RawStmtKind::Null => StmtKind::Null,
        })
    }

    fn boxed(&mut self, raw: &RawStmt) -> Option<Box<Stmt>> {
        Some(Box::new(self.statement(raw)?))
    }

    fn value(&mut self, raw: &RawExpr) -> Option<Expr> {
        self.resolver.value_at(raw, self.level)
    }

    fn condition(&mut self, raw: &RawExpr) -> Option<Expr> {
        let value = self.resolver.value(raw)?;
        self.checked(logical(value))
    }

    /// A condition that may say what only assertions say; the result is that of a type, where there is one.
    fn assertion(&mut self, raw: &RawExpr, result: Option<Type>) -> Option<Expr> {
        self.resolver.scope.assertion = Some(result);
        let condition = self.condition(raw);
        self.resolver.scope.assertion = None;
        condition
    }

    fn converted(&mut self, expr: Expr, ty: &Type) -> Option<Expr> {
        self.checked(convert(expr, ty))
    }

    fn checked(&mut self, expr: Expr) -> Option<Expr> {
        self.resolver.check_depth(&expr, self.level)?;
        Some(expr)
    }

    fn place(&mut self, raw: &RawPlace) -> Option<(sextant_syntax::Place, Type)> {
        self.resolver.place(raw, self.level)
    }

    fn assign(&mut self, targets: &[RawPlace], value: &RawExpr) -> Option<StmtKind> {
        let places = all(targets.iter().map(|target| self.place(target)));
        let value = self.resolver.value(value);
        let places = places?;
        let ty = places.first()?.1.clone();
        if let Some(other) = places.iter().position(|place| place.1 != ty) {
            let message = "unsupported: one value for variables of different types";
            return self.resolver.context.fail(targets[other].span, message);
        }
        let value = self.converted(value?, &ty)?;
        Some(StmtKind::Assign { targets: places.into_iter().map(|place| place.0).collect(), value })
    }

    fn call(&mut self, name: Name, arguments: &[RawExpr]) -> Option<StmtKind> {
        let context = &mut self.resolver.context;
        let Some(&procedure) = context.signatures.by_name.get(&name.id) else {
            let message = format!("the program has no procedure `{}`", context.text(name));
            return context.fail(name.span, message);
        };
        let arguments = self.resolver.arguments(name, procedure, arguments)?;
        for argument in &arguments {
            self.resolver.check_depth(&argument.expr, self.level)?;
        }
        Some(StmtKind::Call { procedure, arguments })
    }

    fn item(&mut self, item: &RawItem) -> Option<OutputItem> {
        Some(match item {
            RawItem::Value(value) => OutputItem::Value(self.value(value)?),
            RawItem::Text(text) => OutputItem::Text(text.clone()),
            RawItem::NewLine => OutputItem::NewLine,
        })
    }

    /// Each WHEN becomes one condition; `SELECT(e)` compares `e` with each value.
    fn select(
        &mut self,
        subject: Option<&RawExpr>,
        cases: &[RawCase],
        otherwise: Option<&RawStmt>,
    ) -> Option<StmtKind> {
        if let Some(subject) = subject.filter(|_| cases.is_empty()) {
            self.resolver.context.report(subject.span, "nothing is selected: there is no WHEN");
        }
        let resolved = subject.map(|subject| self.value(subject));
        let values: usize = cases.iter().map(|case| case.0.len()).sum();
        if let Some(Some(subject)) = &resolved
            && values > 1
            && constant::has_call(subject)
        {
            let message = "unsupported: SELECT on the value of a procedure; assign it to a variable first";
            self.resolver.context.report(subject.span, message);
        }
        let subject = match &resolved {
            None => Some(None),
            Some(subject) => subject.as_ref().map(Some),
        };
        let parts = subject.flatten().map_or(0, constant::parts);
        let cases = all(cases.iter().map(|(values, statement)| {
            let condition = subject.and_then(|subject| self.case(subject, parts, values));
            let statement = self.statement(statement);
            Some((condition?, statement?))
        }));
        let otherwise = optional(otherwise, |otherwise| self.boxed(otherwise));
        Some(StmtKind::Select { cases: cases?, otherwise: otherwise? })
    }

    fn case(&mut self, subject: Option<&Expr>, parts: usize, values: &[RawExpr]) -> Option<Expr> {
        let mut condition: Option<Expr> = None;
        for value in values {
            let value = self.resolver.value(value)?;
            let test = match subject {
                Some(subject) => {
                    self.resolver.context.allow_copy(value.span, parts)?;
                    let span = value.span;
                    Expr { span, ..binary(BinaryOp::Equal, Expr { span, ..subject.clone() }, value) }
                }
                None => logical(value),
            };
            let tests = match condition {
                Some(earlier) => binary(BinaryOp::Or, earlier, test),
                None => test,
            };
            condition = Some(self.checked(tests)?);
        }
        condition
    }

    fn conditions(&mut self, raw: &RawConditions) -> Option<(Option<Expr>, Option<Expr>)> {
        let while_condition = optional(raw.while_condition.as_ref(), |raw| self.condition(raw));
        let until_condition = optional(raw.until_condition.as_ref(), |raw| self.condition(raw));
        Some((while_condition?, until_condition?))
    }

    fn iterate(
        &mut self,
        labels: &[usize],
        variable: &RawPlace,
        specs: &[RawSpec],
        body: &[RawStmt],
    ) -> Option<StmtKind> {
        let place = self.place(variable);
        let specs = all(specs.iter().map(|spec| self.do_spec(spec, place.as_ref())));
        let outer = self.iterative;
        self.iterative = self.outer_iterative.len();
        self.outer_iterative.push(Some(outer));
        let body = self.inside(labels, true, |statements| statements.list(body));
        self.iterative = outer;
        let (place, ty) = place?;
        if ty == Type::Logical {
            let message = "the control variable must be a number";
            return self.resolver.context.fail(variable.span, message);
        }
        Some(StmtKind::Iterate { variable: place, specs: specs?, body })
    }

    fn do_spec(&mut self, raw: &RawSpec, place: Option<&(sextant_syntax::Place, Type)>) -> Option<DoSpec> {
        let from = self.resolver.value(&raw.from);
        let mut limit = |raw: &RawExpr| {
            let value = integer(self.resolver.value(raw)?);
            self.checked(value)
        };
        let (to, by) = (optional(raw.to.as_ref(), &mut limit), optional(raw.by.as_ref(), limit));
        let conditions = self.conditions(&raw.conditions);
        let from = self.converted(from?, &place?.1)?;
        let (to, by) = (to?, by?);
        let range = (to.is_some() || by.is_some()).then_some(DoRange { to, by });
        let (while_condition, until_condition) = conditions?;
        Some(DoSpec { from, range, while_condition, until_condition })
    }

    /// Looks at the statements of a group.
    fn inside<T>(&mut self, labels: &[usize], is_loop: bool, look: impl FnOnce(&mut Self) -> T) -> T {
        let position = self.groups.len();
        self.groups.push(is_loop);
        labels.iter().for_each(|&label| self.labelled_groups[label] = Some(position));
        let result = look(self);
        labels.iter().for_each(|&label| self.labelled_groups[label] = None);
        self.groups.pop();
        result
    }

    /// How many loops out a LEAVE or ITERATE goes.
    fn loops_out(&mut self, what: &str, label: Option<Name>, span: Span) -> Option<usize> {
        let Some(label) = label else {
            let in_loop = self.groups.contains(&true);
            let message = format!("{what} stands in no loop");
            return if in_loop { Some(0) } else { self.resolver.context.fail(span, message) };
        };
        let Some(&id) = self.resolver.scope.labels.get(&label.id) else { return self.no_label(label) };
        let Some(group) = self.labelled_groups[id.0 as usize] else {
            let text = self.resolver.context.text(label);
            let message = format!("no loop around this statement is called `{text}`");
            return self.resolver.context.fail(span, message);
        };
        if !self.groups[group] {
            let message = format!("unsupported: {what} of a group that is no loop");
            return self.resolver.context.fail(span, message);
        }
        Some(self.groups[group + 1..].iter().filter(|&&is_loop| is_loop).count())
    }

    fn no_label<T>(&mut self, label: Name) -> Option<T> {
        let text = self.resolver.context.text(label);
        let message = match self.resolver.scope.by_name.contains_key(&label.id) {
            true => format!("unsupported: `{text}` as a label variable"),
            false => format!("the procedure has no label `{text}`"),
        };
        self.resolver.context.fail(label.span, message)
    }

    fn jump(&mut self, label: Name) -> Option<LabelId> {
        let Some(&id) = self.resolver.scope.labels.get(&label.id) else { return self.no_label(label) };
        self.jumps.push((id, label.span, self.iterative));
        Some(id)
    }

    /// A jump into an iterative DO would find its control variable without a limit.
    fn check_jumps(&mut self) {
        for (label, span, from) in std::mem::take(&mut self.jumps) {
            let home = self.homes[label.0 as usize];
            let mut around = Some(from);
            while around.is_some_and(|iterative| iterative != home) {
                around = around.and_then(|iterative| self.outer_iterative[iterative]);
            }
            if around.is_none() {
                self.resolver.context.report(span, "this GO TO jumps into an iterative DO from outside");
            }
        }
    }
}
