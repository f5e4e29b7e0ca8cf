//! Loops, switches and jumps.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};

use super::body::{Body, Breakable, CaseLabel};
use super::make;
use crate::tree;

/// What comes after the body of a loop.
pub(super) enum After<'e> {
    Nothing,
    /// The condition on which it goes on.
    Condition(&'e tree::Expr),
    Step(&'e tree::Expr),
}

impl Body<'_, '_> {
    /// A loop, with the condition that is tested before its body, and what comes after that: the condition of a
    /// `do`, or the step of a `for`.
    pub(super) fn a_loop(
        &mut self,
        before: Option<&tree::Expr>,
        body: &tree::Stmt,
        after: After<'_>,
        span: Span,
        lowered: &mut Vec<Stmt>,
    ) {
        let number = self.number(self.head(span, body.span));
        let while_condition = before.map(|condition| self.truth(condition));
        // A condition that is always true says nothing.
        let while_condition = while_condition.filter(|condition| condition.kind != ExprKind::Bool(true));
        self.breakables.push(Breakable::Loop);
        let body = self.block(std::slice::from_ref(body));
        self.breakables.pop();
        let (until_condition, step) = match after {
            After::Nothing => (None, Vec::new()),
            After::Condition(condition) => (Some(make::not(self.truth(condition))), Vec::new()),
            After::Step(step) => (None, self.effects(step)),
        };
        let kind = StmtKind::While { while_condition, until_condition, body, step };
        lowered.push(make::numbered(number, kind, span));
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
        let value = self.value(value);
        let value = self.repeatable(value, &mut statements);
        self.breakables.push(Breakable::Switch(end));
        self.switches.push(Vec::new());
        let body = self.block(std::slice::from_ref(body));
        self.breakables.pop();
        let labels = self.switches.pop().unwrap_or_default();
        statements.push(choice_of_case(&value, &labels, end, span));
        lowered.push(Stmt { number: Some(number), ..make::group(statements, span) });
        lowered.extend(body);
        lowered.push(make::label(end, span));
    }

    /// `case` or `default`
    pub(super) fn case(&mut self, range: Option<(IBig, IBig)>, span: Span, lowered: &mut Vec<Stmt>) {
        let label = self.label(if range.is_some() { "case" } else { "default" });
        if let Some(labels) = self.switches.last_mut() {
            labels.push(CaseLabel { label, range });
        }
        lowered.push(make::label(label, span));
    }

    /// `goto *address`: a choice between the labels whose addresses are taken.
    pub(super) fn computed_goto(&mut self, address: &tree::Expr, span: Span, lowered: &mut Vec<Stmt>) {
        let number = self.number(span);
        let mut statements = Vec::new();
        let address = self.value(address);
        let address = self.repeatable(address, &mut statements);
        let labels = self.tree.labels.iter_enumerated().filter(|(_, label)| label.addressed);
        let cases = labels
            .map(|(id, _)| {
                let here = make::int(id.address(), address.ty.clone(), span);
                let condition = make::binary(BinaryOp::Equal, address.clone(), here);
                (condition, make::stmt(StmtKind::Goto(self.source_label(id)), span))
            })
            .collect();
        statements.push(make::stmt(StmtKind::Select { cases, otherwise: None }, span));
        lowered.push(Stmt { number: Some(number), ..make::group(statements, span) });
    }
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
