//! Tokens to the tree as written.
//!
//! Invariants
//! - A function that fails has reported why; [`Reported`] stands for that message.
//! - After a mistake, reading goes on behind the next `;` or before the next `END`; heads of groups that cannot
//!   be read still open their group, so that one mistake does not unbalance the rest.
//! - No tree gets deeper than [`DEEPEST_NESTING`]: statements and expressions count on one counter.

mod declare;
mod expr;
mod group;
mod io;
mod procedure;
mod shape;
mod stmt;

use rustc_hash::FxHashSet;
use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources, Span};
use sextant_syntax::DEEPEST_NESTING;

use crate::lexer;
use crate::raw::{Name, Parts, RawExpr, RawProcedure};
use crate::token::{NameId, Names, Token, TokenKind};

/// A message has been given.
#[derive(Debug)]
pub(crate) struct Reported;

pub(crate) type Parsed<T> = Result<T, Reported>;

/// Reads one source. `names` is borrowed for as long as the parser lives; all sources share it.
pub(crate) struct Parser<'a> {
    text: &'a str,
    source: SourceId,
    tokens: Vec<Token>,
    pub(crate) at: usize,
    names: &'a Names,
    diagnostics: &'a mut Diagnostics,
    depth: usize,
    /// Set when the nesting is too deep: the rest of the source is not read and nothing more is said about it.
    abandoned: bool,
    /// Whether an ELSE may stand where a `;` is missing.
    else_may_follow: bool,
    /// How many BEGIN blocks are open.
    begin_blocks: usize,
    /// How many procedures are open around the current one; the outermost of them has been reported.
    internal: usize,
    parts: Parts,
    /// Labels of the open groups of the procedure, innermost last; the first one is the procedure itself.
    open: Vec<FxHashSet<NameId>>,
    procedures: Vec<RawProcedure>,
}

/// The procedures of a source; none at all if it had to be given up, because what is missing would only lead to
/// misleading messages.
pub(crate) fn procedures(
    sources: &Sources,
    source: SourceId,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<RawProcedure>> {
    let tokens = lexer::tokens(sources, source, names, diagnostics);
    let mut parser = Parser::new(sources, source, tokens, names, diagnostics);
    parser.source_file();
    (!parser.abandoned).then_some(parser.procedures)
}

impl<'a> Parser<'a> {
    pub(crate) fn new(
        sources: &'a Sources,
        source: SourceId,
        tokens: Vec<Token>,
        names: &'a Names,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            text: sources.text(source),
            source,
            tokens,
            at: 0,
            names,
            diagnostics,
            depth: 0,
            abandoned: false,
            else_may_follow: false,
            begin_blocks: 0,
            internal: 0,
            parts: Parts::default(),
            open: Vec::new(),
            procedures: Vec::new(),
        }
    }

    pub(crate) fn token_at(&self, index: usize) -> TokenKind {
        self.tokens.get(index).map_or(TokenKind::End, |token| token.kind)
    }

    pub(crate) fn kind(&self) -> TokenKind {
        self.token_at(self.at)
    }

    pub(crate) fn next_kind(&self) -> TokenKind {
        self.token_at(self.at + 1)
    }

    fn span_at(&self, index: usize) -> Span {
        let token = self.tokens[index.min(self.tokens.len() - 1)];
        Span { source: self.source, start: token.start, end: token.end }
    }

    /// Where the current token stands.
    pub(crate) fn span(&self) -> Span {
        self.span_at(self.at)
    }

    /// From a place to the end of the token before the current one.
    pub(crate) fn span_from(&self, start: Span) -> Span {
        let last = self.span_at(self.at.saturating_sub(1));
        if last.end <= start.start { start } else { start.to(last) }
    }

    fn snippet(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Goes to the next token; never past the end.
    pub(crate) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// Takes the current token if it is of this kind.
    pub(crate) fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn expect(&mut self, kind: TokenKind, what: &str) -> Parsed<()> {
        if self.accept(kind) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// The end of a statement. EFFIGY's programs leave out the `;` in front of an ELSE.
    fn expect_semicolon(&mut self) -> Parsed<()> {
        if self.else_may_follow && self.keyword("ELSE") {
            return Ok(());
        }
        self.expect(TokenKind::Semicolon, "`;`")
    }

    pub(crate) fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.kind() {
            TokenKind::Name(id) => {
                let name = Name { id, span: self.span() };
                self.advance();
                Ok(name)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// The current token in capital letters if it is a name.
    fn word(&self) -> Option<&'a str> {
        self.word_at(self.at)
    }

    fn word_at(&self, index: usize) -> Option<&'a str> {
        match self.token_at(index) {
            TokenKind::Name(id) => Some(self.names.upper(id)),
            _ => None,
        }
    }

    /// Reports an error.
    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) -> Reported {
        if !self.abandoned {
            self.diagnostics.push(Diagnostic::error(span, message));
        }
        Reported
    }

    fn unsupported(&mut self, span: Span, what: &str) -> Reported {
        self.error(span, format!("unsupported: {what}"))
    }

    /// Reports what should stand here, unless what does stand here has been reported.
    pub(crate) fn expected(&mut self, what: &str) -> Reported {
        match self.kind() {
            _ if self.kind() == TokenKind::Bad || self.behind_bad() => Reported,
            TokenKind::End => self.error(self.span(), format!("{what} expected, but the source ends here")),
            _ => {
                let found = self.snippet(self.span());
                self.error(self.span(), format!("{what} expected, not `{found}`"))
            }
        }
    }

    /// Whether the token before the current one has been reported.
    fn behind_bad(&self) -> bool {
        self.at > 0 && self.token_at(self.at - 1) == TokenKind::Bad
    }

    /// Behind the next `;`, or before the next END.
    fn recover(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Semicolon => return self.advance(),
                TokenKind::End => return,
                _ if self.end_ahead() => return,
                _ => self.advance(),
            }
        }
    }

    /// Reads something one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST_NESTING {
            return Err(self.too_deep(self.span()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reports that the nesting is too deep, and gives up the rest of the source.
    fn too_deep(&mut self, span: Span) -> Reported {
        self.error(span, format!("nested more than {DEEPEST_NESTING} levels deep"));
        self.abandoned = true;
        self.at = self.tokens.len() - 1;
        Reported
    }

    /// The expression with its depth, if that is allowed here.
    fn checked_depth(&mut self, expr: RawExpr, at: Span) -> Parsed<RawExpr> {
        if self.depth + expr.depth > DEEPEST_NESTING { Err(self.too_deep(at)) } else { Ok(expr) }
    }
}
