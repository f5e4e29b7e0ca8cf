//! The iterative DO.
//!
//! ```text
//! start k:  to.n := TO; by.n := BY; v := FROM          (constants need no temporary)
//! test k:   v in range? else start k+1; WHILE? else start k+1
//! body
//! latch:    UNTIL? then start k+1; Statement; v := v + BY; test k
//! ```
//! With several specifications the body stands once; a temporary `spec.n` tells the latch which one is active.
//! WHILE failing and UNTIL holding go on with the next specification, as PL/I has it; after a single value that
//! happens anyway, so there UNTIL is not looked at. If the control variable is an array element, its
//! subscript is evaluated anew at each use.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, DoSpec, Expr, ExprKind, Place, Stmt, Type, UnaryOp, VarId};

use super::blocks::Builder;
use crate::typing::{INT, binary_operands, binary_type, coerce, has_call, is_constant, place_type};
use crate::{Action, BlockId, Condition, Edge, Terminator};

/// What does not change while one specification is active.
struct Active<'a> {
    spec: &'a DoSpec,
    /// The last value and the step of a specification with a range.
    range: Option<Range>,
    /// Where an iteration is decided on; the body itself if there is nothing to decide.
    test: BlockId,
    /// Where the specification ends.
    next: BlockId,
    /// Whether the loop ends with it.
    is_last: bool,
}

struct Range {
    to: Option<Expr>,
    by: Expr,
}

impl Builder<'_> {
    /// The body is told where LEAVE and ITERATE lead.
    pub fn iterate(
        &mut self,
        stmt: &Stmt,
        variable: &Place,
        specs: &[DoSpec],
        body: impl FnOnce(&mut Self, BlockId, BlockId),
    ) {
        let (inside, latch, exit) = (self.new_block(), self.new_block(), self.new_block());
        let selector = (specs.len() > 1).then(|| self.temporary("spec", INT, stmt.span));
        let mut starts: Vec<BlockId> = specs.iter().skip(1).map(|_| self.new_block()).collect();
        starts.push(exit);
        let mut actives = Vec::with_capacity(specs.len());
        for (position, (spec, &next)) in specs.iter().zip(&starts).enumerate() {
            if position > 0 {
                self.enter(starts[position - 1]);
            }
            if let Some(selector) = selector {
                let number = integer(position as i64 + 1, stmt.span);
                self.emit(Action::Assign(Place::Variable(selector), number), stmt.span);
            }
            let (range, test) = self.start(variable, spec, inside, next);
            actives.push(Active { spec, range, test, next, is_last: next == exit });
        }
        if specs.is_empty() {
            self.jump(exit);
        }
        self.enter_if_referenced(inside);
        body(self, exit, latch);
        self.join(latch);
        if self.is_reachable() {
            self.latches(stmt, variable, selector, &actives);
        }
        self.enter_if_referenced(exit);
    }

    /// Begins one specification and decides on its first iteration.
    fn start(
        &mut self,
        variable: &Place,
        spec: &DoSpec,
        inside: BlockId,
        next: BlockId,
    ) -> (Option<Range>, BlockId) {
        let mut from = self.value(&spec.from);
        let bounds = spec.range.iter().flat_map(|range| [&range.to, &range.by]).flatten();
        if bounds.clone().any(has_call) && !is_constant(&from) {
            from = self.keep("from", from);
        }
        let range = spec.range.as_ref().map(|range| Range {
            to: range.to.as_ref().map(|to| self.kept_unless_constant("to", to)),
            by: match &range.by {
                Some(by) => self.kept_unless_constant("by", by),
                None => self.unit_step(variable, spec.from.span),
            },
        });
        let place = self.place(variable);
        let ty = self.control_type(variable);
        self.emit(Action::Assign(place, coerce(from, &ty)), spec.from.span);
        let test = self.test(variable, spec, range.as_ref(), inside, next);
        (range, test)
    }

    fn unit_step(&self, variable: &Place, span: Span) -> Expr {
        match self.control_type(variable) {
            ty @ Type::Int(_) => Expr { ty, ..integer(1, span) },
            ty => coerce(integer(1, span), &ty),
        }
    }

    fn kept_unless_constant(&mut self, stem: &'static str, expr: &Expr) -> Expr {
        let value = self.subscript(expr);
        if is_constant(&value) { value } else { self.keep(stem, value) }
    }

    fn control_type(&self, variable: &Place) -> Type {
        place_type(&self.variables[variable.variable()].ty, variable)
    }

    fn control_value(&mut self, variable: &Place, span: Span) -> Expr {
        let place = self.place(variable);
        Expr { kind: ExprKind::Load(place), ty: self.control_type(variable), span }
    }

    /// The TO and WHILE tests, each in a block of its own; they lead inside or to the next specification.
    fn test(
        &mut self,
        variable: &Place,
        spec: &DoSpec,
        range: Option<&Range>,
        inside: BlockId,
        next: BlockId,
    ) -> BlockId {
        let mut test = None;
        if let Some(Range { to: Some(to), by }) = range {
            let header = self.new_block();
            self.fall_into(header);
            let value = self.control_value(variable, spec.from.span);
            let holds = if spec.while_condition.is_some() { self.new_block() } else { inside };
            self.branch(in_range(value, to, by), holds, next);
            if spec.while_condition.is_some() {
                self.enter(holds);
            }
            test = Some(header);
        }
        if let Some(condition) = &spec.while_condition {
            if test.is_none() {
                let header = self.new_block();
                self.fall_into(header);
                test = Some(header);
            }
            let condition = self.condition(condition);
            self.branch(condition, inside, next);
        }
        self.jump(inside);
        test.unwrap_or(inside)
    }

    fn latches(&mut self, stmt: &Stmt, variable: &Place, selector: Option<VarId>, actives: &[Active]) {
        let Some(selector) = selector else {
            return actives.iter().for_each(|active| self.latch(stmt, variable, active));
        };
        let blocks: Vec<BlockId> = actives.iter().map(|_| self.new_block()).collect();
        let mut edges = Vec::with_capacity(blocks.len());
        for (position, &block) in blocks.iter().enumerate() {
            let kind = ExprKind::Load(Place::Variable(selector));
            let active = Expr { kind, ty: INT, span: stmt.span };
            let chosen = binary(BinaryOp::Equal, active, integer(position as i64 + 1, stmt.span));
            let last = position + 1 == blocks.len();
            edges.push(Edge::new(if last { Condition::Otherwise } else { Condition::When(chosen) }, block));
        }
        self.end(Terminator::Edges(edges));
        for (active, block) in actives.iter().zip(blocks) {
            self.enter(block);
            self.latch(stmt, variable, active);
        }
    }

    /// From the end of an iteration to the next test.
    fn latch(&mut self, stmt: &Stmt, variable: &Place, active: &Active) {
        let Some(range) = &active.range else {
            // The value of the next specification begins an iteration of the same statement.
            if !active.is_last {
                self.emit_pass(stmt.number);
            }
            return self.jump(active.next);
        };
        if let Some(condition) = &active.spec.until_condition {
            let condition = self.condition(condition);
            let onwards = self.new_block();
            self.branch(condition, active.next, onwards);
            self.enter(onwards);
        }
        self.emit_pass(stmt.number);
        let span = active.spec.from.span;
        let value = self.control_value(variable, span);
        let sum = binary(BinaryOp::Add, value, range.by.clone());
        let place = self.place(variable);
        let ty = self.control_type(variable);
        self.emit(Action::Assign(place, coerce(sum, &ty)), span);
        self.jump(active.test);
    }
}

/// Whether the control variable has not passed its last value.
fn in_range(value: Expr, to: &Expr, by: &Expr) -> Expr {
    use BinaryOp::{And, GreaterEqual, Less, LessEqual, Or};
    match is_negative(by) {
        Some(false) => binary(LessEqual, value, to.clone()),
        Some(true) => binary(GreaterEqual, value, to.clone()),
        None => {
            let zero = || integer(0, by.span);
            let upwards = binary(GreaterEqual, by.clone(), zero());
            let downwards = binary(Less, by.clone(), zero());
            let below = binary(LessEqual, value.clone(), to.clone());
            let above = binary(GreaterEqual, value, to.clone());
            binary(Or, binary(And, upwards, below), binary(And, downwards, above))
        }
    }
}

/// The sign of a step that is written as a number.
fn is_negative(by: &Expr) -> Option<bool> {
    match &by.kind {
        ExprKind::Int(step) => Some(*step < dashu_int::IBig::ZERO),
        ExprKind::Unary(UnaryOp::Negate, operand) => match &operand.kind {
            ExprKind::Int(step) => Some(*step > dashu_int::IBig::ZERO),
            _ => None,
        },
        ExprKind::Real(step) => Some(*step < dashu_ratio::RBig::ZERO),
        ExprKind::Convert(step) => is_negative(step),
        _ => None,
    }
}

pub(super) fn integer(value: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(value.into()), ty: INT, span }
}

pub(super) fn binary(operator: BinaryOp, left: Expr, right: Expr) -> Expr {
    let (left, right) = binary_operands(operator, left, right);
    let ty = binary_type(operator, &left.ty, &right.ty);
    let span = left.span;
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty, span }
}
