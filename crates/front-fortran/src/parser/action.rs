//! Statements that do something, blocks apart.

use super::Flat;
use crate::cursor::{Line, Parsed};
use crate::raw::{Assertion, Expr, ExprKind, Name, StmtKind, TypeSpec};
use crate::source::Char;

/// What ALLOCATE and DEALLOCATE name: objects and options.
type Allocation = (Vec<Expr>, Vec<(Name, Expr)>);

impl Line<'_> {
    /// `target = value` or `target => value`; [`Line::assignment_ahead`] has seen the sign.
    pub(super) fn assignment(&mut self) -> Parsed<Flat> {
        let target = self.designator()?;
        let pointer = self.accept("=>");
        if !pointer {
            self.expect("=")?;
        }
        let value = self.expression()?;
        Ok(Flat::Simple(if pointer {
            StmtKind::PointerAssign { target, value }
        } else {
            StmtKind::Assign { target, value }
        }))
    }

    pub(super) fn assign_label(&mut self) -> Parsed<Flat> {
        let target = self.label()?;
        if !self.keyword("TO") {
            return Err(self.expected("TO"));
        }
        let variable = self.name("a variable")?;
        Ok(Flat::Simple(StmtKind::AssignLabel { target, variable }))
    }

    pub(super) fn go_to_statement(&mut self) -> Parsed<Flat> {
        let next = self.peek();
        Ok(Flat::Simple(if next.is_ascii_digit() {
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
        }))
    }

    pub(super) fn call(&mut self) -> Parsed<Flat> {
        let called = self.called()?;
        let (procedure, arguments) = match called {
            Expr { kind: ExprKind::Apply(base, arguments), .. } => (*base, arguments),
            other => (other, Vec::new()),
        };
        Ok(Flat::Simple(StmtKind::Call { procedure, arguments }))
    }

    pub(super) fn continue_statement(&mut self) -> Parsed<Flat> {
        Ok(Flat::Simple(StmtKind::Continue))
    }

    /// An expression, or nothing.
    fn optional_expression(&mut self) -> Parsed<Option<Expr>> {
        if self.at_end() { Ok(None) } else { Ok(Some(self.expression()?)) }
    }

    pub(super) fn stop(&mut self) -> Parsed<Flat> {
        Ok(Flat::Simple(StmtKind::Stop { code: self.optional_expression()?, error: false }))
    }

    pub(super) fn error_stop(&mut self) -> Parsed<Flat> {
        Ok(Flat::Simple(StmtKind::Stop { code: self.optional_expression()?, error: true }))
    }

    pub(super) fn pause(&mut self) -> Parsed<Flat> {
        Ok(Flat::Simple(StmtKind::Pause(self.optional_expression()?)))
    }

    pub(super) fn return_statement(&mut self) -> Parsed<Flat> {
        Ok(Flat::Simple(StmtKind::Return(self.optional_expression()?)))
    }

    /// A name, or nothing.
    pub(super) fn optional_name(&mut self) -> Parsed<Option<Name>> {
        if self.at_end() { Ok(None) } else { Ok(Some(self.name("the name of a construct")?)) }
    }

    pub(super) fn exit(&mut self) -> Parsed<Flat> {
        Ok(Flat::Simple(StmtKind::Exit(self.optional_name()?)))
    }

    pub(super) fn cycle(&mut self) -> Parsed<Flat> {
        Ok(Flat::Simple(StmtKind::Cycle(self.optional_name()?)))
    }

    pub(super) fn allocate(&mut self) -> Parsed<Flat> {
        let end = self.group_end(self.position()).unwrap_or(self.length());
        self.expect("(")?;
        let mut ty: Option<TypeSpec> = None;
        if self.double_colon_ahead(end.saturating_sub(1)) {
            ty = Some(self.type_spec(true)?);
            self.expect("::")?;
        }
        let (objects, options) = self.allocation()?;
        Ok(Flat::Simple(StmtKind::Allocate { ty, objects, options }))
    }

    pub(super) fn deallocate(&mut self) -> Parsed<Flat> {
        self.expect("(")?;
        let (objects, options) = self.allocation()?;
        Ok(Flat::Simple(StmtKind::Deallocate { objects, options }))
    }

    fn allocation(&mut self) -> Parsed<Allocation> {
        let (mut objects, mut options) = (Vec::new(), Vec::new());
        loop {
            match self.argument_keyword() {
                Some(keyword) => options.push((keyword, self.expression()?)),
                None => objects.push(self.designator()?),
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok((objects, options))
    }

    pub(super) fn nullify(&mut self) -> Parsed<Flat> {
        self.expect("(")?;
        let mut pointers = vec![self.designator()?];
        while self.accept(",") {
            pointers.push(self.designator()?);
        }
        self.expect(")")?;
        Ok(Flat::Simple(StmtKind::Nullify(pointers)))
    }

    /// What stands behind FORMAT; its own language is read by whoever executes it.
    pub(super) fn format(&mut self) -> Parsed<Flat> {
        self.peek();
        let start = self.position();
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
        let span = self.span_from(start);
        Ok(Flat::Simple(StmtKind::Format { text, span }))
    }

    /// A directive of ours, behind its introducing word.
    pub(super) fn directive(&mut self) -> Parsed<Flat> {
        let words = Assertion::WORDS.map(|(word, kind)| (word.to_ascii_uppercase(), kind));
        let Some((_, kind)) = words.iter().find(|(word, _)| self.keyword(word)) else {
            return Err(self.expected("assert, assume, prove, invariant, requires, ensures or measure"));
        };
        // Parentheses around the whole belong to the directive.
        let condition = match self.expression()? {
            Expr { kind: ExprKind::Paren(inner), .. } => *inner,
            other => other,
        };
        Ok(Flat::Simple(StmtKind::Assertion { kind: *kind, condition }))
    }
}
