//! Statements, one after the other.

use sextant_base::Span;
use sextant_syntax::{DEEPEST_NESTING, Expr, ExprKind, LabelId, Stmt, StmtKind, Type};

use super::Resolver;
use super::build::{self, INT, convert, element_type, rank};
use super::decide::convertible;
use super::operators::describe;
use super::scope::{Designator, Role};
use crate::raw::{self, StmtKind as Raw};

impl<'a> Resolver<'a, '_> {
    /// The statements of a block.
    pub(crate) fn block(&mut self, raw: &'a [raw::Stmt]) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for stmt in raw {
            self.statement(stmt, &mut statements);
        }
        statements
    }

    /// The statements of a block, as one.
    pub(crate) fn grouped(&mut self, raw: &'a [raw::Stmt], span: Span) -> Stmt {
        let block = self.block(raw);
        self.as_one(block, span)
    }

    fn statement(&mut self, raw: &'a raw::Stmt, statements: &mut Vec<Stmt>) {
        match &raw.kind {
            Raw::Declare(_) | Raw::Format { .. } | Raw::Broken => return,
            Raw::Assign { target, .. } if self.is_statement_function(target) => return,
            Raw::Entry(_) => {
                let position = statements_before(raw, &self.units[self.unit].raw.body);
                if let Some(&label) = self.body.entry_labels.get(position) {
                    let kind = StmtKind::Null;
                    statements.push(Stmt { number: None, labels: vec![label], kind, span: raw.head });
                }
                return;
            }
            _ => {}
        }
        if self.body.level >= DEEPEST_NESTING {
            self.too_deep::<()>(raw.head);
            return;
        }
        let number = self.number(raw.head);
        let outer = (self.body.number.replace(number), self.body.span.replace(raw.head));
        self.body.level += 1;
        let (kind, before, after) = self.apart(|resolver| resolver.kind(raw));
        self.body.level -= 1;
        (self.body.number, self.body.span) = outer;
        let labels: Vec<LabelId> =
            raw.label.iter().filter_map(|label| self.body.by_label.get(&label.value).copied()).collect();
        let kind = kind.unwrap_or(StmtKind::Null);
        let span = raw.head;
        statements.push(wrapped(kind, before, after, number, labels, span));
        // The label of an END IF, END SELECT, … stands behind the block.
        if let Raw::Construct { end, .. } = raw.kind {
            self.labelled_end(end, statements);
        }
    }

    /// Something for a GO TO to lead to where a block with a label ends.
    pub(crate) fn labelled_end(&mut self, end: raw::BlockEnd, statements: &mut Vec<Stmt>) {
        if let Some(label) = end.label
            && let Some(&id) = self.body.by_label.get(&label.value)
        {
            statements.push(Stmt { number: None, labels: vec![id], kind: StmtKind::Null, span: end.span });
        }
    }

    fn is_statement_function(&self, target: &'a raw::Expr) -> bool {
        let raw::ExprKind::Apply(base, _) = &target.kind else { return false };
        let raw::ExprKind::Name(name) = &base.kind else { return false };
        let found = self.scopes[self.unit].by_name.get(&name.upper);
        found.is_some_and(|&found| matches!(self.entity(found).role, Role::StatementFunction(_)))
    }

    fn kind(&mut self, raw: &'a raw::Stmt) -> Option<StmtKind> {
        let span = raw.head;
        match &raw.kind {
            Raw::Declare(_) | Raw::Format { .. } | Raw::Broken | Raw::Entry(_) | Raw::Continue => {
                Some(StmtKind::Null)
            }
            Raw::Assign { target, value } => self.assign(target, value, span),
            Raw::PointerAssign { target, value } => self.pointer_assign(target, value),
            Raw::AssignLabel { target, variable } => self.assign_label(*target, variable, span),
            Raw::Goto(label) => Some(StmtKind::Goto(self.label(*label)?)),
            Raw::ComputedGoto { targets, selector } => self.computed_goto(targets, selector, span),
            Raw::AssignedGoto { variable, targets } => self.assigned_goto(variable, targets, span),
            Raw::ArithmeticIf { value, targets } => self.arithmetic_if(value, targets, span),
            Raw::If { condition, then } => self.if_statement(condition, then, span),
            Raw::Construct { name, kind, .. } => self.construct(name.as_ref(), kind, span),
            Raw::Do { name, control, body, end, .. } => {
                self.do_loop(name.as_ref(), control.as_ref(), body, *end, span)
            }
            Raw::Where { mask, then } => self.where_statement(mask, then, span),
            Raw::Forall { space, then } => self.forall(space, std::slice::from_ref(then), span),
            Raw::Exit(name) => self.exit(name.as_ref(), span),
            Raw::Cycle(name) => self.cycle(name.as_ref(), span),
            Raw::Stop { code, error } => self.stop(code.as_ref(), *error, span),
            Raw::Pause(code) => self.pause(code.as_ref(), span),
            Raw::Return(value) => self.return_statement(value.as_ref(), span),
            Raw::Call { procedure, arguments } => self.call_statement(procedure, arguments, span),
            Raw::InputOutput(statement) => self.input_output(statement, span),
            Raw::Allocate { ty, objects, options } => self.allocate(ty.as_ref(), objects, options, span),
            Raw::Deallocate { objects, options } => self.deallocate(objects, options, span),
            Raw::Nullify(objects) => self.nullify(objects, span),
            Raw::Assertion { kind, condition } => self.assertion(*kind, condition),
            Raw::Unsupported { what, .. } => Some(StmtKind::Unsupported(what.clone())),
        }
    }

    fn assign(&mut self, target: &'a raw::Expr, value: &'a raw::Expr, span: Span) -> Option<StmtKind> {
        let (designator, value) = (self.designator(target), self.value(value));
        let (designator, value) = (designator?, value?);
        self.check_depth(&value, self.body.level)?;
        if let Some(call) = self.defined_assignment(&designator, &value, span) {
            return call;
        }
        self.assign_value(Designator { span, ..designator }, value)
    }

    /// `designator = value` with the conversion that it needs.
    pub(crate) fn assign_value(&mut self, target: Designator, value: Expr) -> Option<StmtKind> {
        let from_text = matches!(value.kind, ExprKind::Text(_))
            && matches!(element_type(&target.ty), Type::Int(_) | Type::Real(_) | Type::Logical);
        let from_truth = matches!(
            (element_type(&value.ty), element_type(&target.ty)),
            (Type::Logical, Type::Int(_)) | (Type::Int(_), Type::Logical)
        );
        if from_truth {
            let message = format!("{} is converted to {}", describe(&value.ty), describe(&target.ty));
            self.warning(value.span, message);
        }
        if !convertible(&value.ty, &target.ty) && !from_text && !from_truth {
            let message = format!("{} cannot be assigned to {}", describe(&value.ty), describe(&target.ty));
            return self.fail(value.span, message);
        }
        if rank(&target.ty) > 0 {
            let value = if from_text { convert(value, element_type(&target.ty)) } else { value };
            let span = target.span;
            let statements = self.assign_array(target, value, None)?;
            return Some(self.as_one(statements, span).kind);
        }
        if rank(&value.ty) > 0 {
            return self.fail(value.span, "an array cannot be assigned to a scalar");
        }
        let (mut statements, value) = self.ready_scalar(&target, value);
        let span = target.span;
        statements.push(self.assignment(target, value));
        Some(self.as_one(statements, span).kind)
    }

    fn assign_label(&mut self, label: raw::Label, variable: &raw::Name, span: Span) -> Option<StmtKind> {
        let is_format = self.scope().formats.contains_key(&label.value);
        if !is_format {
            self.label(label)?;
        }
        let entity = self.find_or_make(variable);
        let id = self.variable_of(entity, variable.span)?;
        let ty = self.scope().variables[id].ty.clone();
        if !matches!(ty, Type::Int(_)) {
            return self.fail(variable.span, "a label is assigned to an integer variable");
        }
        Some(build::set(id, convert(build::int(label.value, span), &ty)))
    }

    fn return_statement(&mut self, value: Option<&raw::Expr>, span: Span) -> Option<StmtKind> {
        let alternate = self.returns_label();
        match value {
            Some(value) if alternate => {
                let value = convert(self.integer(value)?, &INT);
                Some(StmtKind::Return(Some(value)))
            }
            Some(value) => {
                let why = match self.scope().result {
                    Some(_) => "a function has no alternate returns",
                    None => "there is no `*` among the dummy arguments",
                };
                self.warning(value.span, format!("{why}: this number is not looked at"));
                Some(self.plain_return(span))
            }
            None => Some(self.plain_return(span)),
        }
    }

    /// Whether callers are told which label to go to.
    fn returns_label(&self) -> bool {
        let procedures = &self.units[self.unit].procedures;
        procedures.iter().any(|id| self.signatures[id.0 as usize].has_alternate_returns())
    }

    /// RETURN, or what END does.
    pub(crate) fn plain_return(&mut self, span: Span) -> StmtKind {
        if self.returns_label() {
            return StmtKind::Return(Some(build::int(0, span)));
        }
        let unit = self.unit;
        let Some(index) = self.scope().result else { return StmtKind::Return(None) };
        let entity = super::scope::EntityRef { unit, index };
        match self.variable_of(entity, span) {
            Some(variable) if !self.is_stored_result(entity) => {
                StmtKind::Return(Some(self.load_variable(variable, span)))
            }
            _ => StmtKind::Return(None),
        }
    }
}

/// How many ENTRYs stand before this one.
fn statements_before(entry: &raw::Stmt, body: &[raw::Stmt]) -> usize {
    body.iter()
        .take_while(|stmt| stmt.head != entry.head)
        .filter(|stmt| matches!(stmt.kind, Raw::Entry(_)))
        .count()
}

/// A statement with what goes before and after it. A loop keeps the number itself as well: each of its turns passes it.
fn wrapped(
    kind: StmtKind,
    before: Vec<Stmt>,
    after: Vec<Stmt>,
    number: sextant_syntax::StatementNumber,
    labels: Vec<LabelId>,
    span: Span,
) -> Stmt {
    let number = Some(number);
    if before.is_empty() && after.is_empty() {
        return Stmt { number, labels, kind, span };
    }
    let own = matches!(kind, StmtKind::Iterate { .. } | StmtKind::While { .. });
    let mut group = before;
    group.push(Stmt { number: number.filter(|_| own), labels: Vec::new(), kind, span });
    group.extend(after);
    Stmt { number, labels, kind: StmtKind::Group(group), span }
}
