//! WHERE, and the indices of FORALL and DO CONCURRENT.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, Place, Stmt, StmtKind, Type, VarId};

use super::Resolver;
use super::build::{self, INT, convert, int, rank};
use super::scope::Substitution;
use crate::raw::{self, Construct, StmtKind as Raw};

/// One index of a FORALL or DO CONCURRENT.
#[derive(Clone)]
pub(crate) struct Index {
    variable: VarId,
    pub(crate) low: Expr,
    pub(crate) high: Expr,
    pub(crate) stride: Expr,
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
}
