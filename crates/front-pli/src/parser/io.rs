//! READ, WRITE, GET and PUT.

use super::{Parsed, Parser};
use crate::raw::{RawItem, RawStmtKind};
use crate::token::TokenKind;

/// A PUT SKIP of more lines is refused: each line is an item of the tree.
const MOST_LINES: usize = 1000;

impl Parser<'_> {
    /// `READ X, Y` or `READ (X, Y)` or `READ LIST(X, Y)`.
    pub(crate) fn read(&mut self) -> Parsed<RawStmtKind> {
        self.refuse_options()?;
        if self.word_with_list("LIST") {
            self.advance();
        }
        let places = match self.kind() {
            TokenKind::Open => self.list_in_parentheses(Self::place)?,
            _ => self.list(Self::place)?,
        };
        Ok(RawStmtKind::Read(places))
    }

    /// `GET LIST(X, Y)`, also with SKIP, which means nothing to a stream of values.
    pub(crate) fn get(&mut self) -> Parsed<RawStmtKind> {
        Ok(RawStmtKind::Read(self.stream(Self::place)?.1))
    }

    /// `WRITE e, e` or `WRITE (e, e)` or `WRITE LIST(e, e)`: one line, unlike PUT.
    pub(crate) fn write(&mut self) -> Parsed<RawStmtKind> {
        let mut items = self.written_items()?;
        items.push(RawItem::NewLine);
        Ok(RawStmtKind::Write(items))
    }

    fn written_items(&mut self) -> Parsed<Vec<RawItem>> {
        self.refuse_options()?;
        if self.word_with_list("LIST") {
            self.advance();
            return self.list_in_parentheses(Self::item);
        }
        // `(A) + 1, B` begins with a parenthesis, too, but does not end with its partner.
        let whole = self.kind() == TokenKind::Open
            && self.behind_parentheses(self.at).is_some_and(|behind| {
                self.token_at(behind) == TokenKind::Semicolon || self.word_at(behind) == Some("ELSE")
            });
        if whole { self.list_in_parentheses(Self::item) } else { self.list(Self::item) }
    }

    /// `PUT SKIP(n) LIST(e, e)`; the lines are skipped first, in whatever order the options stand.
    pub(crate) fn put(&mut self) -> Parsed<RawStmtKind> {
        let (lines, mut items) = self.stream(Self::item)?;
        items.splice(0..0, (0..lines).map(|_| RawItem::NewLine));
        Ok(RawStmtKind::Write(items))
    }

    /// One or more of `SKIP(n)` and `LIST(…)`: how many lines are skipped, and what is listed.
    fn stream<T>(&mut self, read: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<(usize, Vec<T>)> {
        let (mut lines, mut listed, mut any) = (0, Vec::new(), false);
        loop {
            self.refuse_options()?;
            if self.word_with_list("LIST") {
                self.advance();
                listed.append(&mut self.list_in_parentheses(&read)?);
            } else if self.word() == Some("SKIP") {
                lines = self.skip_lines()?;
            } else if any {
                return Ok((lines, listed));
            } else {
                return Err(self.expected("LIST or SKIP"));
            }
            any = true;
        }
    }

    /// `SKIP` or `SKIP(n)`.
    fn skip_lines(&mut self) -> Parsed<usize> {
        self.advance();
        if !self.accept(TokenKind::Open) {
            return Ok(1);
        }
        let span = self.span();
        let lines = usize::try_from(self.integer()).ok().filter(|&lines| lines <= MOST_LINES);
        let lines = match (self.kind(), lines) {
            (TokenKind::Integer, Some(lines)) => lines,
            (TokenKind::Bad, _) => return Err(super::Reported),
            _ => {
                let what = format!("SKIP by anything but a constant up to {MOST_LINES}");
                return Err(self.unsupported(span, &what));
            }
        };
        self.advance();
        self.expect(TokenKind::Close, "`)`")?;
        Ok(lines)
    }

    fn item(&mut self) -> Parsed<RawItem> {
        if self.kind() != TokenKind::Text {
            return Ok(RawItem::Value(self.expression()?));
        }
        let quoted = self.snippet(self.span());
        let text = quoted[1..quoted.len() - 1].replace("''", "'");
        self.advance();
        Ok(RawItem::Text(text))
    }

    fn refuse_options(&mut self) -> Parsed<()> {
        for option in ["FILE", "EDIT", "DATA", "STRING", "COPY", "LINE"] {
            if self.word_with_list(option) {
                return Err(self.unsupported(self.span(), &format!("{option} in input or output")));
            }
        }
        if self.word() == Some("PAGE") && self.next_kind() != TokenKind::Comma {
            return Err(self.unsupported(self.span(), "PAGE in output"));
        }
        Ok(())
    }
}
