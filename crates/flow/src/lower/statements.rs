//! Statements other than the iterative DO.

use sextant_base::Span;
use sextant_syntax::{
    ArrayBounds, Claim, Expr, ExprKind, OutputItem, Place, StatementNumber, Stmt, StmtKind, Storage,
    TextLength, Type,
};

use super::blocks::{Builder, LoopTargets};
use crate::typing::{as_number, coerce, has_call, is_constant, place_type};
use crate::{Action, BlockId, Condition, Edge, Terminator};

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
        match ty {
            Type::Array(element, bounds) => {
                let bounds = bounds.iter().map(|bounds| self.declared_bounds(bounds)).collect();
                Type::Array(Box::new(self.declared_type(element)), bounds)
            }
            Type::Handle(target) => Type::Handle(Box::new(self.declared_type(target))),
            Type::Text(TextLength::Given(length)) => {
                Type::Text(TextLength::Given(Box::new(self.subscript(length))))
            }
            _ => ty.clone(),
        }
    }

    fn declared_bounds(&mut self, bounds: &ArrayBounds) -> ArrayBounds {
        let mut lowered = |bound: &Expr| Box::new(self.subscript(bound));
        match bounds {
            ArrayBounds::Given { low, high } => ArrayBounds::Given { low: lowered(low), high: lowered(high) },
            ArrayBounds::Sequence { low, high } => {
                ArrayBounds::Sequence { low: lowered(low), high: high.as_deref().map(lowered) }
            }
            ArrayBounds::Shape { low } => ArrayBounds::Shape { low: lowered(low) },
            ArrayBounds::OfArgument | ArrayBounds::Deferred => bounds.clone(),
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
            StmtKind::While { while_condition, until_condition, body, step } => {
                let conditions = (while_condition.as_ref(), until_condition.as_ref());
                self.while_loop(stmt.number, conditions, body, step);
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
            StmtKind::Iterate { variable, specs, body } => {
                self.iterate(stmt, variable, specs, |builder, exit, again| {
                    builder.loop_body(body, exit, again);
                });
            }
            StmtKind::Leave(outwards) => self.leave_loop(*outwards, |targets| targets.exit),
            StmtKind::NextIteration(outwards) => self.leave_loop(*outwards, |targets| targets.again),
            StmtKind::Goto(label) => {
                let block = self.label_block(*label);
                self.drafts[block].goto_target = true;
                self.jump(block);
            }
            StmtKind::Call { procedure, arguments } => {
                let arguments = self.arguments(*procedure, arguments);
                self.emit_call(*procedure, arguments, None, stmt.span);
            }
            StmtKind::CallParameter { variable, arguments } => {
                let arguments = self.plain_arguments(arguments);
                let action = Action::CallParameter { variable: *variable, arguments, result: None };
                self.emit(action, stmt.span);
            }
            StmtKind::Allocate { place, bounds } => self.allocate(place, bounds, stmt.span),
            StmtKind::Release(place) => {
                let place = self.handle(place);
                self.emit(Action::Release(place), stmt.span);
            }
            StmtKind::PointTo { handle, target } => {
                let handle = self.handle(handle);
                let target = target.as_ref().map(|target| self.place(target));
                self.emit(Action::PointTo(handle, target), stmt.span);
            }
            StmtKind::Transfer(transfer) => self.transfer(stmt, transfer),
            StmtKind::Unsupported(what) => self.emit(Action::Unsupported(what.clone()), stmt.span),
            StmtKind::Store { address, bits, value } => {
                let address = self.value(address);
                let value = self.value(value);
                self.emit(Action::Store(address, *bits, value), stmt.span);
            }
            StmtKind::Evaluate(expr) => self.evaluate(expr),
            StmtKind::Fresh(variable) => self.fresh(*variable, stmt.span),
            StmtKind::Gone(variable) => self.emit(Action::Gone(*variable), stmt.span),
            StmtKind::Return(value) => self.return_with(value.as_ref()),
            StmtKind::Stop => self.end(Terminator::Stop),
            StmtKind::Read(places) => self.read(places, stmt.span),
            StmtKind::Write(items) => self.write(items, stmt.span),
            StmtKind::Assume(condition) => self.claim(condition, stmt.span, Action::Assume),
            StmtKind::Prove(condition) => self.claim(condition, stmt.span, Action::Prove),
            StmtKind::Assert(condition) => self.claim(condition, stmt.span, Action::Assert),
            StmtKind::Claim(claim, expr) => {
                let expr = match claim {
                    Claim::Measure => as_number(self.value(expr)),
                    Claim::Entry | Claim::Exit => self.condition(expr),
                };
                self.emit(Action::Claim(*claim, expr), stmt.span);
            }
            StmtKind::While { .. } | StmtKind::Null => {}
        }
    }

    /// The place of a handle itself, where other places stand for what theirs refer to.
    fn handle(&mut self, place: &Place) -> Place {
        let mut place = self.place(place);
        if let Place::Part(part) = &mut place
            && !matches!(part.ty, Type::Handle(_))
        {
            part.ty = Type::Handle(Box::new(part.ty.clone()));
        }
        place
    }

    fn allocate(&mut self, place: &Place, bounds: &[(Expr, Expr)], span: Span) {
        let place = self.handle(place);
        let bounds = bounds.iter().map(|(low, high)| (self.subscript(low), self.subscript(high))).collect();
        self.emit(Action::Allocate(place, bounds), span);
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
            places.push(if position > 0 { self.kept_place(place) } else { place });
        }
        let mut value = self.value(value);
        if places.len() > 1 && !is_constant(&value) {
            value = self.keep("value", value);
        }
        for place in places {
            let ty = place_type(&self.variables[place.variable()].ty, &place);
            self.emit(Action::Assign(place, coerce(value.clone(), &ty)), span);
        }
    }

    fn conditional(&mut self, condition: &Expr, then_branch: &Stmt, else_branch: Option<&Stmt>) {
        let (holds, join) = (self.new_block(), self.new_block());
        let fails = if else_branch.is_some() { self.new_block() } else { join };
        self.branch_on(condition, holds, fails);
        self.enter_if_referenced(holds);
        self.statement(then_branch);
        if let Some(else_branch) = else_branch {
            self.jump(join);
            self.enter_if_referenced(fails);
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
                edges.push(Edge::new(Condition::Otherwise, rest));
                self.end(Terminator::Edges(std::mem::take(&mut edges)));
                self.enter(rest);
            }
            let condition = self.condition(condition);
            let block = self.new_block();
            edges.push(Edge::new(Condition::When(condition), block));
            branches.push((block, branch));
        }
        match otherwise {
            Some(branch) => {
                let block = self.new_block();
                let condition = if edges.is_empty() { Condition::Always } else { Condition::Otherwise };
                edges.push(Edge::new(condition, block));
                branches.push((block, branch));
            }
            // Without any case none can hold, which is an error whenever it is executed.
            None if edges.is_empty() => {
                let never = Expr { kind: ExprKind::Bool(false), ty: Type::Logical, span };
                edges.push(Edge::new(Condition::When(never), join));
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
        (while_condition, until_condition): (Option<&Expr>, Option<&Expr>),
        body: &[Stmt],
        step: &[Stmt],
    ) {
        let (header, exit) = (self.new_block(), self.new_block());
        self.fall_into(header);
        self.emit_pass(number);
        if let Some(condition) = while_condition {
            let inside = self.new_block();
            self.branch_on(condition, inside, exit);
            self.enter_if_referenced(inside);
        }
        let direct = until_condition.is_none() && step.is_empty();
        let again = if direct { header } else { self.new_block() };
        self.loop_body(body, exit, again);
        if !direct {
            self.join(again);
            self.statements(step);
        }
        match until_condition {
            Some(condition) if self.is_reachable() => self.branch_on(condition, exit, header),
            _ => self.jump(header),
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
    !stmt.labels.is_empty() || stmt.inner().into_iter().any(holds_label)
}
