//! Statements that stand alone, and lists of statements.

use sextant_base::Span;
use sextant_syntax::Claim;

use super::{Parsed, Parser, Reported};
use crate::raw::{Name, RawStmt, RawStmtKind};
use crate::token::TokenKind;

/// Statements of the full language that are recognised only to be refused.
const UNSUPPORTED: &[&str] = &[
    "ALLOC", "ALLOCATE", "CLOSE", "DEFAULT", "DEFINE", "DELAY", "DELETE", "DFT", "DISPLAY", "ENTRY", "FETCH",
    "FLUSH", "FORMAT", "FREE", "HALT", "LOCATE", "ON", "OPEN", "PACKAGE", "RELEASE", "RESIGNAL", "REVERT",
    "REWRITE", "SIGNAL", "UNLOCK", "WAIT",
];

impl Parser<'_> {
    /// Statements up to an END, which is left standing, or to the end of the source.
    pub(crate) fn statements(&mut self) -> Vec<RawStmt> {
        let mut list = Vec::new();
        while self.kind() != TokenKind::End {
            let names = self.label_names();
            if self.keyword_of(&["PROC", "PROCEDURE"]) {
                self.internal_procedure(names);
                continue;
            }
            let labelled = self.at;
            let labels = self.define_labels(names);
            if self.keyword("END") {
                // A label on an END: an empty group takes it, because the END itself is no statement.
                if !labels.is_empty() {
                    let span = self.span();
                    list.push(RawStmt { labels, number: None, kind: RawStmtKind::Group(Vec::new()), span });
                }
                break;
            }
            if self.keyword_of(&["DCL", "DECLARE"]) {
                self.declare(&labels);
                continue;
            }
            match self.nested_statement(labels) {
                Ok(statement) => list.push(statement),
                Err(Reported) => self.recover_from(labelled),
            }
        }
        list
    }

    /// Goes on behind a statement that could not be read.
    pub(crate) fn recover_from(&mut self, start: usize) {
        self.recover();
        if self.at == start {
            self.advance();
        }
    }

    /// `NAME:` any number of times.
    pub(crate) fn label_names(&mut self) -> Vec<Name> {
        let mut names = Vec::new();
        while let (TokenKind::Name(id), TokenKind::Colon) = (self.kind(), self.next_kind()) {
            names.push(Name { id, span: self.span() });
            self.advance();
            self.advance();
        }
        names
    }

    pub(crate) fn define_labels(&mut self, names: Vec<Name>) -> Vec<usize> {
        let first = self.parts.labels.len();
        self.parts.labels.extend(names);
        (first..self.parts.labels.len()).collect()
    }

    /// Gives the next statement number; its text is known when the head has been read.
    pub(crate) fn number(&mut self) -> usize {
        self.parts.statements.push(self.span());
        self.parts.statements.len()
    }

    /// States the own text of a numbered statement: from `start` to the token before the current one.
    pub(crate) fn set_text(&mut self, number: usize, start: Span) {
        self.parts.statements[number - 1] = self.span_from(start);
    }

    /// The statement of a THEN, ELSE, WHEN or OTHERWISE. One that cannot be read becomes a null statement, so
    /// that what follows is understood.
    pub(crate) fn unit(&mut self) -> RawStmt {
        let span = self.span();
        match self.unit_statement() {
            Ok(statement) => statement,
            Err(Reported) => {
                self.recover();
                RawStmt { labels: Vec::new(), number: None, kind: RawStmtKind::Null, span }
            }
        }
    }

    fn unit_statement(&mut self) -> Parsed<RawStmt> {
        let names = self.label_names();
        if self.keyword_of(&["END", "DCL", "DECLARE", "PROC", "PROCEDURE", "ELSE"]) {
            return Err(self.expected("a statement"));
        }
        let labels = self.define_labels(names);
        self.nested_statement(labels)
    }

    /// A statement one level deeper than what it stands in.
    fn nested_statement(&mut self, labels: Vec<usize>) -> Parsed<RawStmt> {
        self.deeper(|parser| parser.statement(labels))
    }

    /// One executable statement.
    fn statement(&mut self, labels: Vec<usize>) -> Parsed<RawStmt> {
        let word = match (self.kind(), self.word()) {
            (TokenKind::Semicolon, _) => return self.simple(labels, |_| Ok(RawStmtKind::Null)),
            (TokenKind::Percent, _) => {
                return Err(self.unsupported(self.span(), "statements of the preprocessor"));
            }
            (_, Some(_)) if self.assignment_ahead() => return self.simple(labels, Self::assignment),
            (_, Some(word)) => word,
            _ => return Err(self.expected("a statement")),
        };
        match word {
            "IF" => self.if_statement(labels),
            "DO" => self.do_group(labels),
            "SELECT" => self.select(labels),
            "BEGIN" => self.begin_block(labels),
            "CALL" => self.keyword_statement(labels, Self::call),
            "GO" | "GOTO" => self.simple(labels, Self::go_to),
            "RETURN" => self.keyword_statement(labels, Self::return_statement),
            "LEAVE" => {
                self.keyword_statement(labels, |parser| Ok(RawStmtKind::Leave(parser.optional_label())))
            }
            "ITERATE" => self
                .keyword_statement(labels, |parser| Ok(RawStmtKind::NextIteration(parser.optional_label()))),
            "STOP" | "EXIT" => self.keyword_statement(labels, |_| Ok(RawStmtKind::Stop)),
            "READ" => self.keyword_statement(labels, Self::read),
            "GET" => self.keyword_statement(labels, Self::get),
            "WRITE" => self.keyword_statement(labels, Self::write),
            "PUT" => self.keyword_statement(labels, Self::put),
            "ASSUME" => self.keyword_statement(labels, |parser| Ok(RawStmtKind::Assume(parser.condition()?))),
            "PROVE" => self.keyword_statement(labels, |parser| Ok(RawStmtKind::Prove(parser.condition()?))),
            "ASSERT" => self.keyword_statement(labels, Self::assert_statement),
            "MEASURE" => self.keyword_statement(labels, |parser| {
                Ok(RawStmtKind::Claim(Claim::Measure, parser.condition()?))
            }),
            "END" => Err(self.expected("a statement")),
            _ if UNSUPPORTED.contains(&word) => Err(self.unsupported_statement(word)),
            _ if self.next_kind() == TokenKind::Bad => Err(Reported),
            _ => {
                let text = self.snippet(self.span());
                Err(self.error(self.span(), format!("`{text}` begins no statement")))
            }
        }
    }

    /// A numbered statement without parts; `read` leaves its `;` standing.
    fn simple(
        &mut self,
        labels: Vec<usize>,
        read: impl FnOnce(&mut Self) -> Parsed<RawStmtKind>,
    ) -> Parsed<RawStmt> {
        let start = self.span();
        let number = self.number();
        let kind = read(self)?;
        let span = self.span_from(start);
        self.set_text(number, start);
        self.expect_semicolon()?;
        Ok(RawStmt { labels, number: Some(number), kind, span })
    }

    /// A simple statement whose first word has been looked at.
    fn keyword_statement(
        &mut self,
        labels: Vec<usize>,
        read: impl FnOnce(&mut Self) -> Parsed<RawStmtKind>,
    ) -> Parsed<RawStmt> {
        self.simple(labels, |parser| {
            parser.advance();
            read(parser)
        })
    }

    fn assignment(&mut self) -> Parsed<RawStmtKind> {
        let targets = self.list(Self::place)?;
        self.expect(TokenKind::EQUAL, "`=`")?;
        let value = self.expression()?;
        Ok(RawStmtKind::Assign { targets, value })
    }

    fn call(&mut self) -> Parsed<RawStmtKind> {
        let name = self.name("the name of a procedure")?;
        let arguments = if self.kind() == TokenKind::Open { self.arguments()? } else { Vec::new() };
        Ok(RawStmtKind::Call(name, arguments))
    }

    fn go_to(&mut self) -> Parsed<RawStmtKind> {
        let go = self.word() == Some("GO");
        self.advance();
        if go && !self.accept_word(&["TO"]) {
            return Err(self.expected("TO"));
        }
        let label = self.name("a label")?;
        if self.kind() == TokenKind::Open {
            return Err(self.unsupported(label.span, "label variables"));
        }
        Ok(RawStmtKind::Goto(label))
    }

    fn return_statement(&mut self) -> Parsed<RawStmtKind> {
        if self.kind() != TokenKind::Open {
            return Ok(RawStmtKind::Return(None));
        }
        self.parts.returns_value = true;
        Ok(RawStmtKind::Return(Some(self.condition()?)))
    }

    /// What follows ASSERT: a condition, or a part of the contract.
    fn assert_statement(&mut self) -> Parsed<RawStmtKind> {
        for (word, claim) in [("ENTRY", Claim::Entry), ("EXIT", Claim::Exit)] {
            if self.accept_word(&[word]) {
                return Ok(RawStmtKind::Claim(claim, self.condition()?));
            }
        }
        Ok(RawStmtKind::Assert(self.condition()?))
    }

    fn optional_label(&mut self) -> Option<Name> {
        let is_label = self.word().is_some() && !(self.else_may_follow && self.keyword("ELSE"));
        if is_label { self.name("a label").ok() } else { None }
    }

    /// An ON unit may be a block: it is read and dropped, so that its END closes nothing else.
    fn unsupported_statement(&mut self, word: &str) -> Reported {
        let reported = self.unsupported(self.span(), &format!("the {word} statement"));
        while !matches!(self.kind(), TokenKind::Semicolon | TokenKind::End) {
            if self.word() == Some("BEGIN") && self.next_kind() == TokenKind::Semicolon {
                // A failure is reported, and nothing is kept anyway.
                let _ = self.begin_block(Vec::new());
                self.at -= 1;
                break;
            }
            self.advance();
        }
        reported
    }
}
