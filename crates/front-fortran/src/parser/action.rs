//! Statements that do something, blocks apart.

use super::{Flat, simple};
use crate::cursor::{Line, Parsed};
use crate::raw::{Assertion, Expr, ExprKind, Name, StmtKind};
use crate::source::Char;

/// What ALLOCATE and DEALLOCATE name: objects and options.
type Allocation = (Vec<Expr>, Vec<(Name, Expr)>);

impl Line<'_> {
    /// `target = value` or `target => value`; [`Line::assignment_ahead`] has seen the sign.
    pub(super) fn assignment(&mut self) -> Parsed<Flat> {
        let target = self.designator()?;
        if self.accept("=>") {
            return simple(StmtKind::PointerAssign { target, value: self.expression()? });
        }
        self.expect("=")?;
        simple(StmtKind::Assign { target, value: self.expression()? })
    }

    pub(super) fn assign_label(&mut self) -> Parsed<Flat> {
        let target = self.label()?;
        self.expect_keyword("TO")?;
        simple(StmtKind::AssignLabel { target, variable: self.name("a variable")? })
    }

    pub(super) fn go_to_statement(&mut self) -> Parsed<Flat> {
        let next = self.peek();
        simple(if next.is_ascii_digit() {
            StmtKind::Goto(self.label()?)
        } else if next == '(' {
            let targets = self.labels()?;
            self.accept(",");
            StmtKind::ComputedGoto { targets, selector: self.expression()? }
        } else {
            let variable = self.name("a label or a variable")?;
            self.accept(",");
            let targets = if self.at_end() { Vec::new() } else { self.labels()? };
            StmtKind::AssignedGoto { variable, targets }
        })
    }

    pub(super) fn call(&mut self) -> Parsed<Flat> {
        let (procedure, arguments) = match self.called()? {
            Expr { kind: ExprKind::Apply(base, arguments), .. } => (*base, arguments),
            other => (other, Vec::new()),
        };
        simple(StmtKind::Call { procedure, arguments })
    }

    /// An expression, or nothing.
    pub(super) fn optional_expression(&mut self) -> Parsed<Option<Expr>> {
        if self.at_end() { Ok(None) } else { Ok(Some(self.expression()?)) }
    }

    pub(super) fn stop(&mut self, error: bool) -> Parsed<Flat> {
        simple(StmtKind::Stop { code: self.optional_expression()?, error })
    }

    /// A name, or nothing.
    pub(super) fn optional_name(&mut self) -> Parsed<Option<Name>> {
        if self.at_end() { Ok(None) } else { Ok(Some(self.name("the name of a construct")?)) }
    }

    pub(super) fn allocate(&mut self) -> Parsed<Flat> {
        let ty = self.open_typed("(")?;
        let (objects, options) = self.allocation()?;
        simple(StmtKind::Allocate { ty, objects, options })
    }

    pub(super) fn deallocate(&mut self) -> Parsed<Flat> {
        self.expect("(")?;
        let (objects, options) = self.allocation()?;
        simple(StmtKind::Deallocate { objects, options })
    }

    fn allocation(&mut self) -> Parsed<Allocation> {
        let (mut objects, mut options) = (Vec::new(), Vec::new());
        self.list(|line| {
            match line.argument_keyword() {
                Some(keyword) => options.push((keyword, line.expression()?)),
                None => objects.push(line.designator()?),
            }
            Ok(())
        })?;
        self.expect(")")?;
        Ok((objects, options))
    }

    pub(super) fn nullify(&mut self) -> Parsed<Flat> {
        simple(StmtKind::Nullify(self.in_parentheses(|line| line.list(Self::designator))?))
    }

    /// What stands behind FORMAT; its own language is read by whoever executes it.
    pub(super) fn format(&mut self) -> Parsed<Flat> {
        let start = self.start();
        let Some(end) = self.group_end(start) else { return Err(self.expected("a format in parentheses")) };
        let inside = &self.rest()[..end - start];
        let strange = |c: &Char| {
            !c.literal && !c.value.is_ascii_alphanumeric() && !" ()',/:.+-*$<>\"".contains(c.value)
        };
        if let Some(index) = inside.iter().position(strange) {
            self.go_to(start + index);
            return Err(self.expected("an edit descriptor"));
        }
        let text: String = inside.iter().map(|c| c.value).collect();
        self.go_to(end);
        simple(StmtKind::Format { text, span: self.span_from(start) })
    }

    /// A directive of ours, up to the end of its line. One that is unsupported is refused: it would not be checked.
    pub(super) fn whole_directive(&mut self) -> Parsed<Flat> {
        let read = self.directive().and_then(|flat| self.expect_end().map(|()| flat));
        if let (Err(_), Some((span, what))) = (&read, self.refused.take()) {
            self.error(span, format!("unsupported: {what}"));
        }
        read
    }

    /// A directive of ours, behind its introducing word.
    fn directive(&mut self) -> Parsed<Flat> {
        let mut words = Assertion::WORDS.iter();
        let Some(&(_, kind)) = words.find(|(word, _)| self.keyword(&word.to_ascii_uppercase())) else {
            return Err(self.expected("assert, assume, prove, invariant, requires, ensures or measure"));
        };
        // Parentheses around the whole belong to the directive.
        let condition = match self.expression()? {
            Expr { kind: ExprKind::Paren(inner), .. } => *inner,
            other => other,
        };
        simple(StmtKind::Assertion { kind, condition })
    }
}
