//! DO loops.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, Place, Stmt, StmtKind, Type};

use super::Resolver;
use super::body::{Frame, FrameKind};
use super::build::{self, INT, convert, int};
use crate::raw::{self, DoEnd, LoopControl};

impl<'a> Resolver<'a, '_> {
    pub(crate) fn do_loop(
        &mut self,
        name: Option<&raw::Name>,
        control: Option<&'a LoopControl>,
        body: &'a [raw::Stmt],
        end: DoEnd,
        span: Span,
    ) -> Option<StmtKind> {
        match control {
            None => Some(while_true(None, self.loop_body(name, body, end, None))),
            Some(LoopControl::While(condition)) => self.while_loop(name, condition, body, end),
            Some(LoopControl::Count(control)) => self.count_loop(name, control, body, end, span),
            Some(LoopControl::Concurrent(space)) => self.concurrent(space, name, body, end, span),
        }
    }

    /// The statements of a loop, its labelled end included.
    pub(crate) fn loop_body(
        &mut self,
        name: Option<&raw::Name>,
        body: &'a [raw::Stmt],
        end: DoEnd,
        again: Option<sextant_syntax::LabelId>,
    ) -> Vec<Stmt> {
        self.body
            .frames
            .push(Frame { name: name.map(|name| name.upper.clone()), kind: FrameKind::Loop(again) });
        let mut statements = self.block(body);
        self.body.frames.pop();
        if let DoEnd::EndDo(end) = end {
            self.labelled_end(end, &mut statements);
        }
        statements
    }

    fn while_loop(
        &mut self,
        name: Option<&raw::Name>,
        condition: &raw::Expr,
        body: &'a [raw::Stmt],
        end: DoEnd,
    ) -> Option<StmtKind> {
        let span = condition.span;
        let (condition, mut before, after) = self.apart(|resolver| resolver.condition(condition));
        let body = self.loop_body(name, body, end, None);
        let condition = condition?;
        if before.is_empty() && after.is_empty() {
            return Some(while_true(Some(condition), body));
        }
        // What the condition needs is computed anew in each turn.
        let kept = self.temporary("condition", Type::Logical, span);
        before.push(self.made(build::set(kept, condition), span));
        before.extend(after);
        let ends = build::not(build::variable(kept, Type::Logical, span));
        before.push(self.made(build::branch(ends, self.made(StmtKind::Leave(0), span), None), span));
        before.extend(body);
        Some(while_true(None, before))
    }

    fn count_loop(
        &mut self,
        name: Option<&raw::Name>,
        control: &'a raw::DoControl,
        body: &'a [raw::Stmt],
        end: DoEnd,
        span: Span,
    ) -> Option<StmtKind> {
        let variable = &control.variable;
        let raw = raw::Expr { kind: raw::ExprKind::Name(variable.clone()), span: variable.span, depth: 1 };
        let designator = self.designator(&raw);
        let (from, to) = (self.loop_limit(&control.from), self.loop_limit(&control.to));
        let by = control.step.as_ref().map_or(Some(None), |step| self.loop_limit(step).map(Some));
        let ty = designator.as_ref().map(|designator| designator.ty.clone());
        let again = matches!(ty, Some(Type::Real(_))).then(|| self.new_label("next"));
        let place = designator.map(|designator| self.place(designator));
        let body = self.loop_body(name, body, end, again);
        match (ty?, again) {
            (ty @ Type::Real(_), Some(again)) => {
                self.real_loop(place?, ty, (from?, to?, by?), (body, again), span)
            }
            (ty @ Type::Int(_), _) => {
                let (from, to) = (convert(from?, &ty), convert(to?, &ty));
                Some(build::count(place?, from, to, by?.map(|by| convert(by, &ty)), body))
            }
            _ => self.fail(variable.span, "the variable of a DO is a scalar number"),
        }
    }

    fn loop_limit(&mut self, raw: &raw::Expr) -> Option<Expr> {
        let value = self.scalar(raw)?;
        match value.ty {
            Type::Int(_) | Type::Real(_) => Some(value),
            _ => self.fail(raw.span, "the limits of a DO are numbers"),
        }
    }

    /// The number of turns of a DO with a real variable is computed once.
    fn real_loop(
        &mut self,
        variable: Place,
        ty: Type,
        (from, to, by): (Expr, Expr, Option<Expr>),
        (mut body, again): (Vec<Stmt>, sextant_syntax::LabelId),
        span: Span,
    ) -> Option<StmtKind> {
        let mut settled = |stem: &str, limit: Expr| match convert(limit, &ty) {
            literal @ Expr { kind: ExprKind::Real(_), .. } => literal,
            limit => self.keep(stem, limit),
        };
        let (from, to) = (settled("from", from), settled("to", to));
        let by = settled("by", by.unwrap_or_else(|| int(1, span)));
        let distance = build::binary(BinaryOp::Subtract, to, from.clone());
        let distance = build::binary(BinaryOp::Add, distance, by.clone());
        let turns = convert(build::binary(BinaryOp::Divide, distance, by.clone()), &INT);
        let turns = build::intrinsic(Intrinsic::Max, vec![turns, int(0, span)], INT, span);
        self.before(StmtKind::Assign { targets: vec![variable.clone()], value: from }, span);
        let own = Expr { kind: ExprKind::Load(variable.clone()), ty: ty.clone(), span };
        let next = build::binary(BinaryOp::Add, own, by);
        let advance = StmtKind::Assign { targets: vec![variable], value: next };
        body.push(Stmt { labels: vec![again], ..self.made(advance, span) });
        let turn = self.temporary("turn", INT, span);
        Some(build::count(Place::Variable(turn), int(1, span), turns, None, body))
    }

    fn concurrent(
        &mut self,
        space: &'a raw::IndexSpace,
        name: Option<&raw::Name>,
        body: &'a [raw::Stmt],
        end: DoEnd,
        span: Span,
    ) -> Option<StmtKind> {
        let outer = self.substitutions.len();
        let indices = self.index_space(space)?;
        let mask = match &space.mask {
            Some(mask) => Some(self.condition(mask)?),
            None => None,
        };
        let again = self.new_label("next");
        let mut statements = self.loop_body(name, body, end, Some(again));
        self.substitutions.truncate(outer);
        if let Some(condition) = mask {
            let then = self.group(statements, span);
            statements = vec![self.made(build::branch(condition, then, None), span)];
        }
        statements.push(Stmt { labels: vec![again], ..self.made(StmtKind::Null, span) });
        let whole = self.space_loops(indices, statements, span);
        Some(whole.kind)
    }
}

/// A loop that goes on while the condition holds, or for ever.
fn while_true(while_condition: Option<Expr>, body: Vec<Stmt>) -> StmtKind {
    StmtKind::While { while_condition, until_condition: None, body, step: Vec::new() }
}
