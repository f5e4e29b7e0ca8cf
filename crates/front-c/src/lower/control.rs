//! Loops, switches and jumps.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};

use super::body::{Body, Breakable, CaseLabel};
use super::make;
use super::place::is_simple;
use crate::tree;

impl Body<'_, '_> {
    pub(super) fn while_loop(
        &mut self,
        condition: &tree::Expr,
        body: &tree::Stmt,
        span: Span,
        lowered: &mut Vec<Stmt>,
    ) {
        let number = self.number(self.head(span, body.span));
        let while_condition = unless_true(self.truth(condition));
        let body = self.loop_body(body);
        let kind = StmtKind::While { while_condition, until_condition: None, body, step: Vec::new() };
        lowered.push(Stmt { number: Some(number), ..make::stmt(kind, span) });
    }

    pub(super) fn do_loop(
        &mut self,
        body: &tree::Stmt,
        condition: &tree::Expr,
        span: Span,
        lowered: &mut Vec<Stmt>,
    ) {
        let number = self.number(self.head(span, body.span));
        let body = self.loop_body(body);
        let until_condition = Some(make::not(self.truth(condition)));
        let kind = StmtKind::While { while_condition: None, until_condition, body, step: Vec::new() };
        lowered.push(Stmt { number: Some(number), ..make::stmt(kind, span) });
    }

    pub(super) fn for_loop(
        &mut self,
        condition: Option<&tree::Expr>,
        step: Option<&tree::Expr>,
        body: &tree::Stmt,
        span: Span,
        lowered: &mut Vec<Stmt>,
    ) {
        let number = self.number(self.head(span, body.span));
        let while_condition = condition.and_then(|condition| unless_true(self.truth(condition)));
        let body = self.loop_body(body);
        let step = step.map(|step| self.effects(step)).unwrap_or_default();
        let kind = StmtKind::While { while_condition, until_condition: None, body, step };
        lowered.push(Stmt { number: Some(number), ..make::stmt(kind, span) });
    }

    fn loop_body(&mut self, body: &tree::Stmt) -> Vec<Stmt> {
        self.breakables.push(Breakable::Loop);
        let body = self.block(std::slice::from_ref(body));
        self.breakables.pop();
        body
    }

    /// `break`
    pub(super) fn leave(&mut self, span: Span, lowered: &mut Vec<Stmt>) {
        let kind = match self.breakables.last() {
            Some(Breakable::Switch(label)) => StmtKind::Goto(*label),
            _ => StmtKind::Leave(0),
        };
        let ends = self.ends_of_break(span);
        self.jump(ends, kind, span, lowered);
    }

    /// A switch is a choice between jumps into its body.
    pub(super) fn switch(
        &mut self,
        value: &tree::Expr,
        body: &tree::Stmt,
        span: Span,
        lowered: &mut Vec<Stmt>,
    ) {
        let number = self.number(self.head(span, body.span));
        let end = self.label("switch");
        let mut statements = Vec::new();
        let mut value = self.value(value);
        if !is_simple(&value) {
            value = self.keep(value, &mut statements);
        }
        self.breakables.push(Breakable::Switch(end));
        self.switches.push(Vec::new());
        let body = self.block(std::slice::from_ref(body));
        self.breakables.pop();
        let labels = self.switches.pop().unwrap_or_default();
        statements.push(choice_of_case(&value, &labels, end, span));
        lowered.push(self.numbered(number, statements, span));
        lowered.extend(body);
        lowered.push(Stmt { labels: vec![end], ..make::stmt(StmtKind::Null, span) });
    }

    /// `case` or `default`
    pub(super) fn case(&mut self, range: Option<(IBig, IBig)>, span: Span, lowered: &mut Vec<Stmt>) {
        let label = self.label(if range.is_some() { "case" } else { "default" });
        if let Some(labels) = self.switches.last_mut() {
            labels.push(CaseLabel { label, range });
        }
        lowered.push(Stmt { labels: vec![label], ..make::stmt(StmtKind::Null, span) });
    }

    /// `goto *address`: a choice between the labels whose addresses are taken.
    pub(super) fn computed_goto(&mut self, address: &tree::Expr, span: Span, lowered: &mut Vec<Stmt>) {
        let number = self.number(span);
        let mut statements = Vec::new();
        let mut address = self.value(address);
        if !is_simple(&address) {
            address = self.keep(address, &mut statements);
        }
        let labels = self.tree.labels.iter_enumerated().filter(|(_, label)| label.addressed);
        let cases = labels
            .map(|(id, _)| {
                let here = make::int(id.address(), address.ty.clone(), span);
                let condition = make::binary(BinaryOp::Equal, address.clone(), here);
                (condition, make::stmt(StmtKind::Goto(self.source_label(id)), span))
            })
            .collect();
        statements.push(make::stmt(StmtKind::Select { cases, otherwise: None }, span));
        lowered.push(self.numbered(number, statements, span));
    }
}

/// A condition, if it says anything.
fn unless_true(condition: Expr) -> Option<Expr> {
    Some(condition).filter(|condition| condition.kind != ExprKind::Bool(true))
}

fn choice_of_case(value: &Expr, labels: &[CaseLabel], end: sextant_syntax::LabelId, span: Span) -> Stmt {
    let constant = |number: &IBig| make::int(number.clone(), value.ty.clone(), span);
    let mut cases = Vec::new();
    let mut otherwise = end;
    for case in labels {
        let Some((low, high)) = &case.range else {
            otherwise = case.label;
            continue;
        };
        let condition = if low == high {
            make::binary(BinaryOp::Equal, value.clone(), constant(low))
        } else {
            let above = make::binary(BinaryOp::GreaterEqual, value.clone(), constant(low));
            let below = make::binary(BinaryOp::LessEqual, value.clone(), constant(high));
            make::binary(BinaryOp::And, above, below)
        };
        cases.push((condition, make::stmt(StmtKind::Goto(case.label), span)));
    }
    let otherwise = make::stmt(StmtKind::Goto(otherwise), span);
    if cases.is_empty() {
        return otherwise;
    }
    make::stmt(StmtKind::Select { cases, otherwise: Some(Box::new(otherwise)) }, span)
}
