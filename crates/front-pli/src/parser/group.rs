//! Statements with statements in them: IF, DO, SELECT, BEGIN, and the END that closes them.

use sextant_base::Span;

use super::{Parsed, Parser, Reported};
use crate::raw::{RawCase, RawConditions, RawExpr, RawExprKind, RawPlace, RawSpec, RawStmt, RawStmtKind};
use crate::token::TokenKind;

/// What the head of a DO says.
enum DoHead {
    Group,
    While(RawConditions),
    Iterate(RawPlace, Vec<RawSpec>),
}

impl Parser<'_> {
    pub(crate) fn if_statement(&mut self, labels: Vec<usize>) -> Parsed<RawStmt> {
        let (start, first) = (self.span(), self.at);
        let number = self.number();
        self.advance();
        let condition = match self.expression() {
            Ok(condition) if self.word() == Some("THEN") => condition,
            other => {
                if other.is_ok() {
                    self.expected("an operator or THEN");
                }
                self.go_to_then(first + 1)?;
                RawExpr { kind: RawExprKind::Bool(true), span: start, depth: 1 }
            }
        };
        self.advance();
        self.set_text(number, start);
        let else_may_follow = std::mem::replace(&mut self.else_may_follow, true);
        let then_branch = Box::new(self.unit());
        self.else_may_follow = else_may_follow;
        let else_branch = self.keyword("ELSE").then(|| {
            self.advance();
            Box::new(self.unit())
        });
        let kind = RawStmtKind::If { condition, then_branch, else_branch };
        Ok(RawStmt { labels, number: Some(number), kind, span: self.span_from(start) })
    }

    /// After a mistake in a condition the branches are still read: they may open groups. The THEN may have been
    /// taken for a variable, so it is looked for from the beginning.
    fn go_to_then(&mut self, first: usize) -> Parsed<()> {
        let then = (first..)
            .take_while(|&index| !matches!(self.token_at(index), TokenKind::Semicolon | TokenKind::End))
            .find(|&index| self.word_at(index) == Some("THEN"));
        self.at = then.ok_or(Reported)?;
        Ok(())
    }

    pub(crate) fn do_group(&mut self, labels: Vec<usize>) -> Parsed<RawStmt> {
        let start = self.span();
        let plain = self.next_kind() == TokenKind::Semicolon;
        let number = (!plain).then(|| self.number());
        self.advance();
        let head = self.do_head().and_then(|head| match self.kind() {
            TokenKind::Semicolon => Ok(head),
            _ => Err(self.expected("`;`")),
        });
        if let Some(number) = number {
            self.set_text(number, start);
        }
        match head {
            Ok(_) => self.advance(),
            Err(Reported) => self.recover(),
        }
        let body = self.group_body(&labels, start, "DO", Self::statements);
        let kind = match head.unwrap_or(DoHead::Group) {
            DoHead::Group => RawStmtKind::Group(body),
            DoHead::While(conditions) => RawStmtKind::While { conditions, body },
            DoHead::Iterate(variable, specs) => RawStmtKind::Iterate { variable, specs, body },
        };
        Ok(RawStmt { labels, number, kind, span: self.span_from(start) })
    }

    pub(crate) fn begin_block(&mut self, labels: Vec<usize>) -> Parsed<RawStmt> {
        let start = self.span();
        self.advance();
        self.expect(TokenKind::Semicolon, "`;`")?;
        self.begin_blocks += 1;
        let body = self.group_body(&labels, start, "BEGIN", Self::statements);
        self.begin_blocks -= 1;
        Ok(RawStmt { labels, number: None, kind: RawStmtKind::Group(body), span: self.span_from(start) })
    }

    fn group_body<T>(
        &mut self,
        labels: &[usize],
        start: Span,
        what: &str,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.open.push(labels.iter().map(|&label| self.parts.labels[label].id).collect());
        let else_may_follow = std::mem::replace(&mut self.else_may_follow, false);
        let body = read(self);
        self.else_may_follow = else_may_follow;
        self.close(start, what);
        body
    }

    /// Takes the END of the innermost open group, or leaves it for an outer group that it names.
    pub(crate) fn close(&mut self, opening: Span, what: &str) {
        let labels = self.open.pop().unwrap_or_default();
        if self.kind() == TokenKind::End {
            // An open comment or constant may have swallowed the END; it has been reported.
            if !self.behind_bad() {
                self.error(opening, format!("this {what} has no END"));
            }
            return;
        }
        let name = self.at + 1;
        if let (TokenKind::Name(id), TokenKind::Semicolon) = (self.token_at(name), self.token_at(name + 1)) {
            if !labels.contains(&id) {
                if self.open.iter().any(|outer| outer.contains(&id)) {
                    return;
                }
                let span = self.span_at(name);
                self.error(span, format!("nothing open here is called `{}`", self.snippet(span)));
            }
            self.advance();
        }
        self.advance();
        // Where only the `;` is missing, the next statement is not lost.
        if self.expect_semicolon().is_err() && !matches!(self.kind(), TokenKind::Name(_)) {
            self.recover();
        }
    }

    fn do_head(&mut self) -> Parsed<DoHead> {
        if self.kind() == TokenKind::Semicolon {
            return Ok(DoHead::Group);
        }
        if self.assignment_ahead() {
            let variable = self.place()?;
            self.expect(TokenKind::EQUAL, "`=`")?;
            return Ok(DoHead::Iterate(variable, self.list(Self::do_spec)?));
        }
        if self.next_kind() == TokenKind::Semicolon && self.accept_word(&["FOREVER", "LOOP"]) {
            return Ok(DoHead::While(RawConditions::default()));
        }
        if !matches!(self.word(), Some("WHILE" | "UNTIL")) {
            return Err(self.expected("`;`, a control variable, WHILE, UNTIL or FOREVER"));
        }
        Ok(DoHead::While(self.conditions()?))
    }

    fn do_spec(&mut self) -> Parsed<RawSpec> {
        let from = self.expression()?;
        let (mut to, mut by) = (None, None);
        loop {
            let span = self.span();
            let (slot, what) = match self.word() {
                Some("TO") => (&mut to, "TO"),
                Some("BY") => (&mut by, "BY"),
                Some(word @ ("REPEAT" | "UPTHRU" | "DOWNTHRU")) => {
                    return Err(self.unsupported(span, &format!("{word} in a DO statement")));
                }
                _ => break,
            };
            if slot.is_some() {
                return Err(self.error(span, format!("there is a {what} already")));
            }
            self.advance();
            *slot = Some(self.expression()?);
        }
        Ok(RawSpec { from, to, by, conditions: self.conditions()? })
    }

    /// `WHILE(…)` and `UNTIL(…)` in any order.
    fn conditions(&mut self) -> Parsed<RawConditions> {
        let mut conditions = RawConditions::default();
        loop {
            let span = self.span();
            let (slot, what) = match self.word() {
                Some("WHILE") => (&mut conditions.while_condition, "WHILE"),
                Some("UNTIL") => (&mut conditions.until_condition, "UNTIL"),
                _ => return Ok(conditions),
            };
            if slot.is_some() {
                return Err(self.error(span, format!("there is a {what} already")));
            }
            self.advance();
            *slot = Some(self.condition()?);
        }
    }

    pub(crate) fn select(&mut self, labels: Vec<usize>) -> Parsed<RawStmt> {
        let start = self.span();
        let number = self.number();
        self.advance();
        let subject = match self.kind() {
            TokenKind::Open => self.condition().map(Some),
            _ => Ok(None),
        };
        self.set_text(number, start);
        if subject.is_err() || self.expect(TokenKind::Semicolon, "`;`").is_err() {
            self.recover();
        }
        let (cases, otherwise) = self.group_body(&labels, start, "SELECT", Self::cases);
        let kind = RawStmtKind::Select { subject: subject.unwrap_or(None), cases, otherwise };
        Ok(RawStmt { labels, number: Some(number), kind, span: self.span_from(start) })
    }

    fn cases(&mut self) -> (Vec<RawCase>, Option<Box<RawStmt>>) {
        let (mut cases, mut otherwise) = (Vec::new(), None);
        while self.kind() != TokenKind::End && !self.keyword("END") {
            let start = self.at;
            let read = if otherwise.is_some() {
                Err(self.expected("END"))
            } else if self.word() == Some("WHEN") {
                self.advance();
                self.when().map(|case| cases.push(case))
            } else if self.keyword_of(&["OTHERWISE", "OTHER"]) {
                self.advance();
                otherwise = Some(Box::new(self.unit()));
                Ok(())
            } else {
                Err(self.expected("WHEN, OTHERWISE or END"))
            };
            if read.is_err() {
                self.recover_from(start);
            }
        }
        (cases, otherwise)
    }

    fn when(&mut self) -> Parsed<RawCase> {
        Ok((self.list_in_parentheses(Self::expression)?, self.unit()))
    }
}
