//! Jumps, branches and the ends of programs.

use sextant_base::Span;
use sextant_syntax::{
    BinaryOp, Effect, Expr, ExprKind, Layout, Operation, Primitive, Stmt, StmtKind, Transfer, TransferItem,
    Type, Unit,
};

use super::Resolver;
use super::body::{Frame, FrameKind};
use super::build::{self, INT, TEXT, convert, int, text};
use super::measure;
use super::operators::combine;
use crate::raw::{self, CaseValue, Construct};

impl<'a> Resolver<'a, '_> {
    /// A condition whose temporaries are done with when it is known.
    fn settled_condition(&mut self, raw: &raw::Expr) -> Option<Expr> {
        let condition = self.condition(raw)?;
        self.check_depth(&condition, self.body.level)?;
        if self.body.after.is_empty() {
            return Some(condition);
        }
        let kept = self.keep("condition", condition);
        let after = std::mem::take(&mut self.body.after);
        self.body.before.extend(after);
        Some(kept)
    }

    pub(crate) fn if_statement(
        &mut self,
        condition: &raw::Expr,
        then: &'a raw::Stmt,
        span: Span,
    ) -> Option<StmtKind> {
        let condition = self.settled_condition(condition);
        let then = self.grouped(std::slice::from_ref(then), span);
        Some(build::branch(condition?, then, None))
    }

    pub(crate) fn if_block(&mut self, branches: &'a [raw::Branch]) -> Option<StmtKind> {
        let (first, rest) = branches.split_first()?;
        let condition = match &first.condition {
            Some(condition) => self.settled_condition(condition),
            None => Some(build::logical(true, first.head)),
        };
        let then = self.grouped(&first.body, first.head);
        let otherwise = match rest.split_first() {
            None => None,
            Some((last, [])) if last.condition.is_none() => {
                let mut branch = self.grouped(&last.body, last.head);
                self.label_branch(last, &mut branch);
                Some(branch)
            }
            Some((next, _)) => Some(self.else_if(next, rest)?),
        };
        Some(build::branch(condition?, then, otherwise))
    }

    fn else_if(&mut self, head: &'a raw::Branch, branches: &'a [raw::Branch]) -> Option<Stmt> {
        if self.body.level >= sextant_syntax::DEEPEST_NESTING {
            return self.too_deep(head.head);
        }
        let number = self.number(head.head);
        let outer = self.body.number.replace(number);
        self.body.level += 1;
        let (kind, mut before, _) = self.apart(|resolver| resolver.if_block(branches));
        self.body.level -= 1;
        self.body.number = outer;
        let mut kind = kind?;
        if !before.is_empty() {
            before.push(Stmt { number: None, labels: Vec::new(), kind, span: head.head });
            kind = StmtKind::Group(before);
        }
        let mut stmt = Stmt { number: Some(number), labels: Vec::new(), kind, span: head.head };
        self.label_branch(head, &mut stmt);
        Some(stmt)
    }

    fn label_branch(&mut self, branch: &raw::Branch, stmt: &mut Stmt) {
        stmt.labels.extend(branch.label.and_then(|label| self.body.by_label.get(&label.value)));
    }

    pub(crate) fn select(
        &mut self,
        subject: &raw::Expr,
        cases: &'a [raw::Case],
        span: Span,
    ) -> Option<StmtKind> {
        let subject = self.scalar(subject).map(|subject| match subject.kind {
            ExprKind::Load(sextant_syntax::Place::Variable(_)) => subject,
            // No variable can keep a text whose length only the execution knows.
            _ if !measure::has_call(&subject) && self.storable(&subject) == build::TEXT => subject,
            _ => self.keep("subject", subject),
        });
        let mut resolved = Vec::new();
        let mut otherwise = None;
        for case in cases {
            let Some(values) = &case.values else {
                otherwise = Some(Box::new(self.grouped(&case.body, case.head)));
                continue;
            };
            let condition = subject.as_ref().and_then(|subject| self.case(subject, values, case.head));
            let body = self.grouped(&case.body, case.head);
            if let Some(condition) = condition {
                resolved.push((condition, body));
            }
        }
        subject?;
        let otherwise = otherwise.unwrap_or_else(|| Box::new(self.made(StmtKind::Null, span)));
        Some(StmtKind::Select { cases: resolved, otherwise: Some(otherwise) })
    }

    fn case(&mut self, subject: &Expr, values: &[CaseValue], span: Span) -> Option<Expr> {
        let mut conditions = Vec::new();
        for value in values {
            conditions.push(match value {
                CaseValue::Value(value) => self.case_limit(subject, value, BinaryOp::Equal)?,
                CaseValue::Range { low, high } => {
                    let low = low.as_ref().map(|low| self.case_limit(subject, low, BinaryOp::GreaterEqual));
                    let high = high.as_ref().map(|high| self.case_limit(subject, high, BinaryOp::LessEqual));
                    let limits = low.into_iter().chain(high).collect::<Option<Vec<_>>>()?;
                    let both = limits.into_iter().reduce(|low, high| build::binary(BinaryOp::And, low, high));
                    both.unwrap_or_else(|| build::logical(true, span))
                }
            });
        }
        // A balanced tree: a list of many values must not become a deep one.
        while conditions.len() > 1 {
            let mut halved = Vec::with_capacity(conditions.len().div_ceil(2));
            let mut pairs = conditions.into_iter();
            while let Some(left) = pairs.next() {
                halved.push(match pairs.next() {
                    Some(right) => build::binary(BinaryOp::Or, left, right),
                    None => left,
                });
            }
            conditions = halved;
        }
        conditions.pop()
    }

    fn case_limit(&mut self, subject: &Expr, value: &raw::Expr, op: BinaryOp) -> Option<Expr> {
        let value = self.scalar(value)?;
        let span = value.span;
        let condition = combine(op, subject.clone(), value).map(|condition| Expr { span, ..condition });
        condition.or_else(|| self.fail(span, "this value is not of the type of the SELECT"))
    }

    pub(crate) fn computed_goto(
        &mut self,
        targets: &[raw::Label],
        selector: &raw::Expr,
        span: Span,
    ) -> Option<StmtKind> {
        let selector = self.integer(selector)?;
        let selector = if measure::has_call(&selector) { self.keep("selector", selector) } else { selector };
        let values = (1..=targets.len() as u32).collect::<Vec<_>>();
        self.jumps(&selector, &values, targets, true, span)
    }

    /// `SELECT` on the selector with a jump for each value.
    fn jumps(
        &mut self,
        selector: &Expr,
        values: &[u32],
        targets: &[raw::Label],
        may_fall: bool,
        span: Span,
    ) -> Option<StmtKind> {
        let mut cases = Vec::new();
        for (&value, &target) in values.iter().zip(targets) {
            let value = convert(int(value, span), &selector.ty);
            let condition = build::binary(BinaryOp::Equal, selector.clone(), value);
            let jump = StmtKind::Goto(self.label(target)?);
            cases.push((condition, self.made(jump, span)));
        }
        let otherwise = may_fall.then(|| Box::new(self.made(StmtKind::Null, span)));
        Some(StmtKind::Select { cases, otherwise })
    }

    pub(crate) fn assigned_goto(
        &mut self,
        variable: &raw::Name,
        targets: &[raw::Label],
        span: Span,
    ) -> Option<StmtKind> {
        let entity = self.find_or_make(variable);
        let id = self.variable_of(entity, variable.span)?;
        let selector = self.load_variable(id, variable.span);
        let targets: Vec<raw::Label> = if targets.is_empty() {
            let labels = self.scope().assigned_labels.clone();
            let executable = labels.into_iter().filter(|label| self.body.by_label.contains_key(label));
            executable.map(|value| raw::Label { value, span }).collect()
        } else {
            targets.to_vec()
        };
        let values: Vec<u32> = targets.iter().map(|target| target.value).collect();
        self.jumps(&selector, &values, &targets, false, span)
    }

    pub(crate) fn arithmetic_if(
        &mut self,
        value: &raw::Expr,
        targets: &[raw::Label; 3],
        span: Span,
    ) -> Option<StmtKind> {
        let value = self.scalar(value)?;
        if !matches!(value.ty, Type::Int(_) | Type::Real(_)) {
            return self.fail(value.span, "an arithmetic IF needs a number");
        }
        let value = if measure::has_call(&value) { self.keep("value", value) } else { value };
        let zero = build::zero(&value.ty, span);
        let mut cases = Vec::new();
        for (op, &target) in [BinaryOp::Less, BinaryOp::Equal, BinaryOp::Greater].into_iter().zip(targets) {
            let jump = StmtKind::Goto(self.label(target)?);
            cases.push((build::binary(op, value.clone(), zero.clone()), self.made(jump, span)));
        }
        Some(StmtKind::Select { cases, otherwise: None })
    }

    /// A construct that is no loop; a name makes it one that EXIT can leave.
    pub(crate) fn construct(
        &mut self,
        name: Option<&raw::Name>,
        construct: &'a Construct,
        span: Span,
    ) -> Option<StmtKind> {
        let look = |resolver: &mut Self| match construct {
            Construct::If(branches) => resolver.if_block(branches),
            Construct::Select(subject, cases) => resolver.select(subject, cases, span),
            Construct::Where(branches) => resolver.where_block(branches, None, span),
            Construct::Forall(space, body) => resolver.forall(space, body, span),
            Construct::Block(body) => resolver.block_construct(body, span),
            Construct::Associate(bindings, body) => resolver.associate(bindings, body, span),
        };
        let name = name.filter(|_| !matches!(construct, Construct::Where(_) | Construct::Forall(..)));
        let Some(name) = name else { return look(self) };
        let label = self.new_label("end");
        self.body.frames.push(Frame { name: Some(name.upper.clone()), kind: FrameKind::Block(label) });
        let kind = look(self);
        self.body.frames.pop();
        let construct = self.made(kind?, span);
        let end = Stmt { labels: vec![label], ..self.made(StmtKind::Null, span) };
        Some(StmtKind::Group(vec![construct, end]))
    }

    fn frame(&mut self, word: &str, name: Option<&raw::Name>, span: Span) -> Option<usize> {
        let found = self.body.frames.iter().rposition(|frame| match name {
            Some(name) => frame.name.as_deref() == Some(&*name.upper),
            None => matches!(frame.kind, FrameKind::Loop(_)),
        });
        match (found, name) {
            (Some(found), _) => Some(found),
            (None, Some(name)) => {
                self.fail(name.span, format!("no construct around this is called `{}`", name.written))
            }
            (None, None) => self.fail(span, format!("{word} stands in no loop")),
        }
    }

    fn loops_inside(&self, frame: usize) -> usize {
        self.body.frames[frame + 1..].iter().filter(|frame| matches!(frame.kind, FrameKind::Loop(_))).count()
    }

    pub(crate) fn exit(&mut self, name: Option<&raw::Name>, span: Span) -> Option<StmtKind> {
        let frame = self.frame("EXIT", name, span)?;
        Some(match self.body.frames[frame].kind {
            FrameKind::Loop(_) => StmtKind::Leave(self.loops_inside(frame)),
            FrameKind::Block(label) => StmtKind::Goto(label),
        })
    }

    pub(crate) fn cycle(&mut self, name: Option<&raw::Name>, span: Span) -> Option<StmtKind> {
        let frame = self.frame("CYCLE", name, span)?;
        match self.body.frames[frame].kind {
            FrameKind::Loop(None) => Some(StmtKind::NextIteration(self.loops_inside(frame))),
            FrameKind::Loop(Some(label)) => Some(StmtKind::Goto(label)),
            FrameKind::Block(_) => self.fail(span, "only a loop has a next iteration"),
        }
    }

    /// `STOP` shows its text on the standard error output, as compilers do.
    pub(crate) fn stop(&mut self, code: Option<&raw::Expr>, error: bool, span: Span) -> Option<StmtKind> {
        let word = if error { "ERROR STOP" } else { "STOP" };
        let shown = self.scalar_if_any(code)?;
        let status = match &shown {
            Some(code) if matches!(code.ty, Type::Int(_)) => Some(code.clone()),
            _ => error.then(|| int(1, span)),
        };
        if shown.is_some() || error {
            let message = self.message(word, shown, span);
            self.body.before.push(message);
        }
        Some(match status {
            Some(status) => Self::exit_with(status),
            None => StmtKind::Stop,
        })
    }

    /// Ends the program with a status that its surroundings see.
    pub(crate) fn exit_with(status: Expr) -> StmtKind {
        if build::int_value(&status).is_some_and(dashu_int::IBig::is_zero) {
            return StmtKind::Stop;
        }
        let span = status.span;
        let effect = Effect::Primitive(Primitive::Exit, vec![convert(status, &INT)]);
        StmtKind::Evaluate(Expr { kind: ExprKind::Effect(Box::new(effect)), ty: INT, span })
    }

    pub(crate) fn pause(&mut self, code: Option<&raw::Expr>, span: Span) -> Option<StmtKind> {
        let shown = self.scalar_if_any(code)?;
        Some(self.message("PAUSE", shown, span).kind)
    }

    fn scalar_if_any(&mut self, raw: Option<&raw::Expr>) -> Option<Option<Expr>> {
        raw.map_or(Some(None), |raw| self.scalar(raw).map(Some))
    }

    /// A line on unit 0, the standard error output.
    fn message(&mut self, word: &str, shown: Option<Expr>, span: Span) -> Stmt {
        let (format, items) = match shown {
            None => ("(A)", vec![text(word, span)]),
            Some(Expr { kind: ExprKind::Int(value), .. }) => {
                ("(A)", vec![text(format!("{word} {value}"), span)])
            }
            Some(value) if matches!(value.ty, Type::Text(_)) => {
                let prefix = text(format!("{word} "), span);
                let kind = ExprKind::Binary(BinaryOp::Concatenate, Box::new(prefix), Box::new(value));
                ("(A)", vec![Expr { kind, ty: TEXT, span }])
            }
            Some(value) => ("(A,I0)", vec![text(format!("{word} "), span), value]),
        };
        let (unit, layout) = (Unit::Number(int(0, span)), Layout::Format(format.to_owned()));
        let items = items.into_iter().map(TransferItem::Value).collect();
        let transfer = Transfer { items, ..Transfer::new(Operation::Write, unit, layout) };
        self.made(StmtKind::Transfer(Box::new(transfer)), span)
    }
}

/// What a statement is, with its own number and labels if it has any.
pub(crate) fn kind_or_group(stmt: Stmt) -> StmtKind {
    if stmt.number.is_none() && stmt.labels.is_empty() { stmt.kind } else { StmtKind::Group(vec![stmt]) }
}
