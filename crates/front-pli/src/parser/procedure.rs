//! Source files and procedures.

use super::{Parsed, Parser};
use crate::raw::{Name, Parts, RawAttribute, RawProcedure};
use crate::token::TokenKind;

/// The head of a procedure, as far as it could be read.
#[derive(Default)]
struct Head {
    parameters: Vec<Name>,
    recursive: bool,
    returns: Option<Vec<RawAttribute>>,
}

impl Parser<'_> {
    /// All procedures of the source.
    pub(crate) fn source_file(&mut self) {
        while self.kind() != TokenKind::End {
            if self.accept(TokenKind::Semicolon) {
                continue;
            }
            if self.kind() == TokenKind::Percent {
                self.unsupported(self.span(), "statements of the preprocessor");
                self.recover();
                continue;
            }
            let start = self.span();
            let names = self.label_names();
            if self.keyword_of(&["PROC", "PROCEDURE"]) {
                self.procedure(names);
            } else {
                if self.kind() != TokenKind::Bad {
                    self.error(start, "this stands outside any procedure");
                }
                self.skip_to_procedure();
            }
        }
    }

    fn skip_to_procedure(&mut self) {
        while self.kind() != TokenKind::End && !self.procedure_ahead() {
            self.advance();
        }
    }

    /// A procedure inside another one: refused, but read as if it stood outside, so that its statements are
    /// checked and calls of it are understood.
    pub(crate) fn internal_procedure(&mut self, names: Vec<Name>) {
        let span = names.first().map_or(self.span(), |name| name.span);
        if self.internal == 0 {
            self.unsupported(span, "a procedure inside another one (or an END is missing before it)");
        }
        if self.depth >= sextant_syntax::DEEPEST_NESTING {
            self.too_deep(span);
            return;
        }
        self.depth += 1;
        self.internal += 1;
        let parts = std::mem::take(&mut self.parts);
        let open = std::mem::take(&mut self.open);
        let begin_blocks = std::mem::take(&mut self.begin_blocks);
        self.procedure(names);
        self.parts = parts;
        self.open = open;
        self.begin_blocks = begin_blocks;
        self.internal -= 1;
        self.depth -= 1;
    }

    /// A procedure whose labels have been read.
    fn procedure(&mut self, names: Vec<Name>) {
        let start = names.first().map_or(self.span(), |name| name.span);
        if let Some(second) = names.get(1) {
            self.unsupported(second.span, "a second name for a procedure");
        }
        let name = names.first().copied();
        if name.is_none() {
            self.error(start, "this procedure has no name");
        }
        self.parts = Parts::default();
        let number = self.number();
        self.advance();
        let mut head = Head::default();
        let read = self.procedure_head(&mut head);
        self.set_text(number, start);
        let span = self.span_from(start);
        if read.is_err() || self.expect(TokenKind::Semicolon, "`;`").is_err() {
            self.recover();
        }
        self.open.push(names.iter().map(|name| name.id).collect());
        let body = self.statements();
        let (end, end_start) = (self.number(), self.span());
        self.close(span, "procedure");
        self.at_end_text(end, end_start);
        let parts = std::mem::take(&mut self.parts);
        let Head { parameters, recursive, returns } = head;
        if let Some(name) = name {
            self.procedures.push(RawProcedure { name, parameters, recursive, returns, body, parts, span });
        }
    }

    /// The text of an END statement: without its `;`.
    fn at_end_text(&mut self, number: usize, start: sextant_base::Span) {
        let closed = self.at > 0 && self.token_at(self.at - 1) == TokenKind::Semicolon;
        if closed {
            self.at -= 1;
        }
        self.set_text(number, start);
        if closed {
            self.at += 1;
        }
    }

    fn procedure_head(&mut self, head: &mut Head) -> Parsed<()> {
        if self.accept(TokenKind::Open) && !self.accept(TokenKind::Close) {
            head.parameters = self.list(|parser| parser.name("the name of a parameter"))?;
            self.expect(TokenKind::Close, "`,` or `)`")?;
        }
        while let Some(word) = self.word() {
            let span = self.span();
            match word {
                "RECURSIVE" | "RETURNS" | "OPTIONS" => self.advance(),
                "ORDER" | "REORDER" | "REDUCIBLE" | "IRREDUCIBLE" => {
                    return Err(self.unsupported(span, &format!("{word} in a PROCEDURE statement")));
                }
                _ => return Err(self.expected("RECURSIVE, RETURNS, OPTIONS or `;`")),
            }
            match word {
                "RECURSIVE" => head.recursive = true,
                "RETURNS" => {
                    head.returns = Some(self.in_parentheses(Self::attributes)?);
                }
                _ => self.options()?,
            }
        }
        Ok(())
    }

    /// `OPTIONS(MAIN)`: any procedure can be started, so it says nothing new.
    fn options(&mut self) -> Parsed<()> {
        self.in_parentheses(|parser| {
            parser.list(|parser| match parser.accept_word(&["MAIN", "REENTRANT"]) {
                true => Ok(()),
                false => Err(parser.expected("MAIN")),
            })
        })?;
        Ok(())
    }
}
