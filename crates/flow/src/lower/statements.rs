//! Statements other than the iterative DO.

use sextant_base::Span;
use sextant_syntax::{Expr, ExprKind, OutputItem, Place, StatementNumber, Stmt, StmtKind, Storage, Type};

use super::blocks::{Builder, LoopTargets, edge};
use crate::typing::{as_integer, coerce, has_call, is_constant};
use crate::{Action, BlockId, Condition, Terminator};

impl Builder<'_> {
    /// The whole procedure.
    pub fn procedure(&mut self) {
        let entry = self.new_block();
        self.enter(entry);
        self.emit_statement(Some(StatementNumber(1)));
        self.declarations();
        self.statements(&self.source.body);
        self.emit_end();
    }

    fn emit_end(&mut self) {
        if self.is_reachable() {
            self.emit_statement(Some(self.source.end_number()));
            self.end(Terminator::Return(None));
        }
    }

    /// Bounds and initial values with explicit conversions.
    fn declarations(&mut self) {
        for id in self.source.variables.ids() {
            let declared = &self.source.variables[id];
            let ty = self.declared_type(&declared.ty);
            let initial = match declared.storage {
                Storage::External(_) => Vec::new(),
                _ => declared.initial.iter().map(|value| coerce(self.value(value), ty.scalar())).collect(),
            };
            self.variables[id].ty = ty;
            self.variables[id].initial = initial;
        }
    }

    fn declared_type(&mut self, ty: &Type) -> Type {
        use sextant_syntax::ArrayBounds::Given;
        match ty {
            Type::Array(element, Given { low, high }) => {
                let low = Box::new(as_integer(self.value(low)));
                let high = Box::new(as_integer(self.value(high)));
                Type::Array(element.clone(), Given { low, high })
            }
            _ => ty.clone(),
        }
    }

    pub fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        for &label in &stmt.labels {
            let block = self.label_block(label);
            self.fall_into(block);
        }
        if !self.is_reachable() {
            if !holds_label(stmt) {
                return;
            }
            let unreachable = self.new_block();
            self.enter(unreachable);
        }
        match &stmt.kind {
            StmtKind::While { while_condition, until_condition, body } => {
                self.while_loop(stmt.number, while_condition.as_ref(), until_condition.as_ref(), body);
            }
            kind => {
                self.emit_statement(stmt.number);
                self.begun_statement(stmt, kind);
            }
        }
    }

    fn begun_statement(&mut self, stmt: &Stmt, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { targets, value } => self.assignment(targets, value, stmt.span),
            StmtKind::If { condition, then_branch, else_branch } => {
                self.conditional(condition, then_branch, else_branch.as_deref());
            }
            StmtKind::Select { cases, otherwise } => self.select(cases, otherwise.as_deref(), stmt.span),
            StmtKind::Group(body) => self.statements(body),
            StmtKind::Iterate { variable, specs, body } => self.iterate(stmt, variable, specs, body),
            StmtKind::Leave(outwards) => self.leave_loop(*outwards, |targets| targets.exit),
            StmtKind::NextIteration(outwards) => self.leave_loop(*outwards, |targets| targets.again),
            StmtKind::Goto(label) => {
                let block = self.label_block(*label);
                self.drafts[block].goto_target = true;
                self.jump(block);
            }
            StmtKind::Call { procedure, arguments } => {
                let arguments = self.arguments(*procedure, arguments);
                self.emit(Action::Call { procedure: *procedure, arguments, result: None }, stmt.span);
            }
            StmtKind::Return(value) => self.return_with(value.as_ref()),
            StmtKind::Stop => self.end(Terminator::Stop),
            StmtKind::Read(places) => self.read(places, stmt.span),
            StmtKind::Write(items) => self.write(items, stmt.span),
            StmtKind::Assume(condition) => self.claim(condition, stmt.span, Action::Assume),
            StmtKind::Prove(condition) => self.claim(condition, stmt.span, Action::Prove),
            StmtKind::Assert(condition) => self.claim(condition, stmt.span, Action::Assert),
            StmtKind::While { .. } | StmtKind::Null => {}
        }
    }

    fn claim(&mut self, condition: &Expr, span: Span, action: fn(Expr) -> Action) {
        let condition = self.condition(condition);
        self.emit(action(condition), span);
    }

    /// The value goes to a temporary if there are several targets; so do subscripts that an earlier target
    /// could change.
    fn assignment(&mut self, targets: &[Place], value: &Expr, span: Span) {
        let mut places = Vec::with_capacity(targets.len());
        for (position, target) in targets.iter().enumerate() {
            let place = self.place(target);
            places.push(match place {
                Place::Element(variable, subscript) if position > 0 && !is_constant(&subscript) => {
                    Place::Element(variable, Box::new(self.keep("subscript", *subscript)))
                }
                place => place,
            });
        }
        let mut value = self.value(value);
        if places.len() > 1 && !is_constant(&value) {
            value = self.keep("value", value);
        }
        for place in places {
            let ty = self.variables[place.variable()].ty.scalar().clone();
            self.emit(Action::Assign(place, coerce(value.clone(), &ty)), span);
        }
    }

    fn conditional(&mut self, condition: &Expr, then_branch: &Stmt, else_branch: Option<&Stmt>) {
        let condition = self.condition(condition);
        let (holds, join) = (self.new_block(), self.new_block());
        let fails = if else_branch.is_some() { self.new_block() } else { join };
        self.branch(condition, holds, fails);
        self.enter(holds);
        self.statement(then_branch);
        if let Some(else_branch) = else_branch {
            self.jump(join);
            self.enter(fails);
            self.statement(else_branch);
        }
        self.join(join);
    }

    /// One block tests all cases, unless a later condition calls a procedure: that must not happen when an
    /// earlier case is taken.
    fn select(&mut self, cases: &[(Expr, Stmt)], otherwise: Option<&Stmt>, span: Span) {
        let join = self.new_block();
        let mut edges = Vec::new();
        let mut branches = Vec::new();
        for (condition, branch) in cases {
            if !edges.is_empty() && has_call(condition) {
                let rest = self.new_block();
                edges.push(edge(Condition::Otherwise, rest));
                self.end(Terminator::Edges(std::mem::take(&mut edges)));
                self.enter(rest);
            }
            let condition = self.condition(condition);
            let block = self.new_block();
            edges.push(edge(Condition::When(condition), block));
            branches.push((block, branch));
        }
        match otherwise {
            Some(branch) => {
                let block = self.new_block();
                let condition = if edges.is_empty() { Condition::Always } else { Condition::Otherwise };
                edges.push(edge(condition, block));
                branches.push((block, branch));
            }
            // Without any case none can hold, which is an error whenever it is executed.
            None if edges.is_empty() => {
                let never = Expr { kind: ExprKind::Bool(false), ty: Type::Logical, span };
                edges.push(edge(Condition::When(never), join));
            }
            None => {}
        }
        self.end(Terminator::Edges(edges));
        for (block, branch) in branches {
            self.enter(block);
            self.statement(branch);
            self.jump(join);
        }
        self.enter_if_referenced(join);
    }

    fn while_loop(
        &mut self,
        number: Option<StatementNumber>,
        while_condition: Option<&Expr>,
        until_condition: Option<&Expr>,
        body: &[Stmt],
    ) {
        let (header, exit) = (self.new_block(), self.new_block());
        self.fall_into(header);
        self.emit_statement(number);
        if let Some(condition) = while_condition {
            let condition = self.condition(condition);
            let inside = self.new_block();
            self.branch(condition, inside, exit);
            self.enter(inside);
        }
        let again = if until_condition.is_some() { self.new_block() } else { header };
        self.loop_body(body, exit, again);
        match until_condition {
            None => self.jump(header),
            Some(condition) => {
                self.join(again);
                if self.is_reachable() {
                    let condition = self.condition(condition);
                    self.branch(condition, exit, header);
                }
            }
        }
        self.enter_if_referenced(exit);
    }

    pub fn loop_body(&mut self, body: &[Stmt], exit: BlockId, again: BlockId) {
        self.loops.push(LoopTargets { exit, again });
        self.statements(body);
        self.loops.pop();
    }

    fn leave_loop(&mut self, outwards: usize, target: fn(&LoopTargets) -> BlockId) {
        if let Some(targets) = self.loops.iter().rev().nth(outwards) {
            let block = target(targets);
            self.jump(block);
        }
    }

    fn return_with(&mut self, value: Option<&Expr>) {
        let value = value.map(|value| {
            let value = self.value(value);
            match &self.source.returns {
                Some(ty) => coerce(value, ty),
                None => value,
            }
        });
        self.end(Terminator::Return(value));
    }

    fn read(&mut self, places: &[Place], span: Span) {
        for place in places {
            let place = self.place(place);
            self.emit(Action::Read(place), span);
        }
    }

    fn write(&mut self, items: &[OutputItem], span: Span) {
        for item in items {
            let item = match item {
                OutputItem::Value(value) => OutputItem::Value(self.value(value)),
                other => other.clone(),
            };
            self.emit(Action::Write(item), span);
        }
    }
}

/// Whether a GO TO can lead into the statement.
fn holds_label(stmt: &Stmt) -> bool {
    let any = |statements: &[Stmt]| statements.iter().any(holds_label);
    !stmt.labels.is_empty()
        || match &stmt.kind {
            StmtKind::If { then_branch, else_branch, .. } => {
                holds_label(then_branch) || else_branch.as_deref().is_some_and(holds_label)
            }
            StmtKind::Select { cases, otherwise } => {
                cases.iter().any(|(_, branch)| holds_label(branch))
                    || otherwise.as_deref().is_some_and(holds_label)
            }
            StmtKind::Group(body) | StmtKind::While { body, .. } | StmtKind::Iterate { body, .. } => {
                any(body)
            }
            _ => false,
        }
}
