//! WHERE and FORALL.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Place, Stmt, StmtKind, Type, VarId};

use super::Resolver;
use super::build::{self, INT, add, convert, divide, int, rank, subtract};
use super::measure;
use super::scope::{Designator, Substitution};
use crate::raw::{self, Construct, StmtKind as Raw};

/// One index of a FORALL or DO CONCURRENT.
#[derive(Clone)]
pub(crate) struct Index {
    variable: VarId,
    low: Expr,
    high: Expr,
    stride: Expr,
}

impl<'a> Resolver<'a, '_> {
    pub(crate) fn where_statement(
        &mut self,
        mask: &'a raw::Expr,
        then: &'a raw::Stmt,
        span: Span,
    ) -> Option<StmtKind> {
        let mask = self.mask(mask, None)?;
        let statements = self.masked_assignment(then, &mask)?;
        Some(self.group(statements, span).kind)
    }

    /// The mask in an array of its own: the assignments must not change it.
    fn mask(&mut self, raw: &'a raw::Expr, outer: Option<&Expr>) -> Option<Expr> {
        let mask = self.value(raw)?;
        if *mask.ty.scalar() != Type::Logical || rank(&mask.ty) == 0 {
            return self.fail(raw.span, "a mask is an array of LOGICAL");
        }
        let mask = match outer {
            Some(outer) => build::binary(BinaryOp::And, outer.clone(), mask),
            None => mask,
        };
        Some(self.array_temporary(mask))
    }

    pub(crate) fn where_block(
        &mut self,
        branches: &'a [raw::Branch],
        outer: Option<&Expr>,
        span: Span,
    ) -> Option<StmtKind> {
        let mut statements = Vec::new();
        let mut pending: Option<Expr> = outer.cloned();
        for (position, branch) in branches.iter().enumerate() {
            let active = match &branch.condition {
                Some(mask) => {
                    let (active, before) =
                        self.apart_keeping(|resolver| resolver.mask(mask, pending.as_ref()));
                    statements.extend(before);
                    active?
                }
                None => match pending.clone() {
                    Some(pending) => pending,
                    None => return self.fail(branch.head, "ELSEWHERE without a mask before it"),
                },
            };
            if position + 1 < branches.len() {
                let inverse = build::not(active.clone());
                let rest = match pending.take() {
                    Some(before) => build::binary(BinaryOp::And, before, inverse),
                    None => inverse,
                };
                let (rest, before) = self.apart_keeping(|resolver| resolver.array_temporary(rest));
                statements.extend(before);
                pending = Some(rest);
            }
            for stmt in &branch.body {
                statements.push(self.masked_statement(stmt, &active)?);
            }
        }
        Some(self.group(statements, span).kind)
    }

    /// Like [`Self::apart`], but what is to be done after stays with the whole statement.
    fn apart_keeping<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> (T, Vec<Stmt>) {
        let (result, before, after) = self.apart(look);
        self.body.after.extend(after);
        (result, before)
    }

    fn masked_statement(&mut self, stmt: &'a raw::Stmt, mask: &Expr) -> Option<Stmt> {
        let number = self.number(stmt.head);
        let outer = self.body.number.replace(number);
        let (kind, mut before, after) = self.apart(|resolver| match &stmt.kind {
            Raw::Where { mask: inner, then } => {
                let mask = resolver.mask(inner, Some(mask))?;
                resolver.masked_assignment(then, &mask)
            }
            Raw::Construct { kind: Construct::Where(branches), .. } => {
                let kind = resolver.where_block(branches, Some(mask), stmt.head)?;
                Some(vec![resolver.made(kind, stmt.head)])
            }
            _ => resolver.masked_assignment(stmt, mask),
        });
        self.body.number = outer;
        before.extend(kind?);
        before.extend(after);
        Some(Stmt {
            number: Some(number),
            labels: Vec::new(),
            kind: StmtKind::Group(before),
            span: stmt.head,
        })
    }

    fn masked_assignment(&mut self, stmt: &'a raw::Stmt, mask: &Expr) -> Option<Vec<Stmt>> {
        let Raw::Assign { target, value } = &stmt.kind else {
            return self.fail(stmt.head, "only assignments can stand in a WHERE");
        };
        let (target, value) = (self.designator(target), self.value(value));
        let (target, value) = (target?, value?);
        if rank(&target.ty) != rank(&mask.ty) {
            return self.fail(target.span, "the mask has another rank");
        }
        if !super::decide::convertible(&value.ty, &target.ty) {
            return self.fail(value.span, "the two sides have different types");
        }
        self.assign_array(target, value, Some(mask))
    }

    /// The indices of a FORALL; from now on their names stand for them.
    pub(crate) fn index_space(&mut self, space: &'a raw::IndexSpace) -> Option<Vec<Index>> {
        let mut indices = Vec::new();
        let mut substitutions = Vec::new();
        for index in &space.indices {
            let (low, high) = (self.integer(&index.low), self.integer(&index.high));
            let stride =
                self.integer_if_any(index.stride.as_ref())?.unwrap_or_else(|| int(1, index.name.span));
            let [low, high, stride] = [low?, high?, stride].map(|limit| convert(limit, &INT));
            let variable = self.temporary("i", INT, index.name.span);
            let value = build::variable(variable, INT, index.name.span);
            substitutions.push(Substitution { name: index.name.upper.clone(), value });
            indices.push(Index { variable, low, high, stride });
        }
        self.substitutions.extend(substitutions);
        Some(indices)
    }

    /// Loops over all values of the indices.
    pub(crate) fn space_loops(&mut self, indices: Vec<Index>, body: Vec<Stmt>, span: Span) -> Stmt {
        let mut body = body;
        for Index { variable, low, high, stride } in indices {
            let by = Some(stride).filter(|stride| !build::is_one(stride));
            let kind = build::count(Place::Variable(variable), low, high, by, body);
            body = vec![self.made(kind, span)];
        }
        self.group(body, span)
    }

    /// Each assignment of a FORALL is done for all indices before the next one begins.
    pub(crate) fn forall(
        &mut self,
        space: &'a raw::IndexSpace,
        body: &'a [raw::Stmt],
        span: Span,
    ) -> Option<StmtKind> {
        let mut statements = Vec::new();
        for stmt in body {
            let outer = self.substitutions.len();
            let result = self.forall_one(space, stmt, span);
            self.substitutions.truncate(outer);
            statements.push(result?);
        }
        Some(self.group(statements, span).kind)
    }

    fn forall_one(&mut self, space: &'a raw::IndexSpace, stmt: &'a raw::Stmt, span: Span) -> Option<Stmt> {
        let indices = self.index_space(space)?;
        let (mask, before_mask, _) = self.apart(|resolver| match &space.mask {
            Some(mask) => resolver.condition(mask).map(Some),
            None => Some(None),
        });
        let mask = mask?;
        let (inner, before, after) = self.apart(|resolver| resolver.forall_body(stmt, &indices));
        let (first, second) = inner?;
        let mut whole = Vec::new();
        // What the indices do not matter for would be done too often here, but never wrongly.
        let mut turn = |resolver: &mut Self, statements: Vec<Stmt>, indices: Vec<Index>| {
            let mut body: Vec<Stmt> = before_mask.clone();
            let inside: Vec<Stmt> =
                before.iter().cloned().chain(statements).chain(after.iter().cloned()).collect();
            match &mask {
                Some(mask) => {
                    let then = resolver.group(inside, span);
                    body.push(resolver.made(build::branch(mask.clone(), then, None), span));
                }
                None => body.extend(inside),
            }
            let all = resolver.space_loops(indices, body, span);
            whole.push(all);
        };
        turn(self, first, indices.clone());
        if !second.is_empty() {
            turn(self, second, indices);
        }
        Some(self.group(whole, span))
    }

    /// What is done for each index; if a value could depend on what is assigned, first all values, then all assignments.
    fn forall_body(&mut self, stmt: &'a raw::Stmt, indices: &[Index]) -> Option<(Vec<Stmt>, Vec<Stmt>)> {
        let (target, value) = match &stmt.kind {
            Raw::Assign { target, value } => (target, value),
            Raw::Forall { space, then } => {
                let kind = self.forall(space, std::slice::from_ref(then), stmt.head)?;
                return self.at_once(kind, stmt.head);
            }
            Raw::Construct { kind: Construct::Forall(space, body), .. } => {
                let kind = self.forall(space, body, stmt.head)?;
                return self.at_once(kind, stmt.head);
            }
            _ => {
                let what = StmtKind::Unsupported("this statement in a FORALL".to_owned());
                return self.at_once(what, stmt.head);
            }
        };
        let (target, value) = (self.designator(target), self.value(value));
        let (target, value) = (target?, value?);
        if !super::decide::convertible(&value.ty, &target.ty) {
            return self.fail(value.span, "the two sides have different types");
        }
        let place = self.place(target.clone());
        let base = target.base;
        let depends = measure::any(&value, &|part| match &part.kind {
            ExprKind::Load(read) => read.variable() == base && *read != place,
            ExprKind::Call(..) | ExprKind::CallParameter(..) => true,
            _ => false,
        });
        if !depends || rank(&target.ty) > 0 {
            if depends {
                let what =
                    StmtKind::Unsupported("a FORALL of whole sections that depend on each other".to_owned());
                return self.at_once(what, stmt.head);
            }
            let kind = self.assign_value(Designator { span: stmt.head, ..target }, value)?;
            return self.at_once(kind, stmt.head);
        }
        self.forall_in_two(target, value, indices, stmt.head)
    }

    /// What is done in one go for each index.
    fn at_once(&self, kind: StmtKind, span: Span) -> Option<(Vec<Stmt>, Vec<Stmt>)> {
        Some((vec![self.made(kind, span)], Vec::new()))
    }

    fn forall_in_two(
        &mut self,
        target: Designator,
        value: Expr,
        indices: &[Index],
        span: Span,
    ) -> Option<(Vec<Stmt>, Vec<Stmt>)> {
        let extents: Vec<Expr> = indices
            .iter()
            .map(|index| {
                let distance = add(subtract(index.high.clone(), index.low.clone()), index.stride.clone());
                divide(distance, index.stride.clone())
            })
            .collect();
        let position: Vec<Expr> = indices
            .iter()
            .map(|index| {
                let own = build::variable(index.variable, INT, span);
                add(divide(subtract(own, index.low.clone()), index.stride.clone()), int(1, span))
            })
            .collect();
        let element = self.storable(&value);
        let (array, allocation, release) =
            self.apart(|resolver| resolver.temporary_array(element, &extents, span));
        // The array outlives the loops, so that it is made before all of them.
        self.body.outside_before.extend(allocation);
        self.body.outside_after.extend(release);
        let whole = self.whole(array, span);
        let kept = self.element_of(whole, &position);
        let first = self.assignment(kept.clone(), value);
        let read = self.load(kept);
        let second = self.assignment(Designator { span, ..target }, read);
        Some((vec![first], vec![second]))
    }
}
