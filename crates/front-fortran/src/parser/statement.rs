//! Which statement a text is.
//!
//! Fortran has no reserved words. A text is an assignment if it has the shape of one; only then keywords are looked
//! for. In fixed form `DO10I=1.5` is an assignment and `DO10I=1,5` is not: a comma outside of parentheses decides.

use super::{EndKind, Flat};
use crate::Form;
use crate::cursor::{Line, Parsed, Reported, is_name_character};
use crate::raw::{Name, StmtKind, UnitKind};

type Rule = fn(&mut Line<'_>) -> Parsed<Flat>;

/// Keywords with what reads the rest of the statement. Of two where one begins with the other the longer stands
/// first, because in fixed form nothing else tells them apart.
#[rustfmt::skip]
fn rules() -> &'static [(&'static str, Rule)] {
    &[
        ("ABSTRACT INTERFACE", |line| line.interface(true)),
        ("ACCEPT", |line| line.accept_statement()),
        ("ALLOCATE", |line| line.allocate()),
        ("ASSIGN", |line| line.assign_label()),
        ("ASSOCIATE", |line| line.associate(None)),
        ("BACKSPACE", |line| line.backspace()),
        ("BLOCK DATA", |line| line.block_data()),
        ("BLOCK", |_| Ok(Flat::Block(None))),
        ("CALL", |line| line.call()),
        ("CASE", |line| line.case()),
        ("CLASS DEFAULT", |_| Ok(Flat::UnsupportedBranch)),
        ("CLASS IS", |line| line.unsupported_branch()),
        ("CLOSE", |line| line.close_statement()),
        ("COMMON", |line| line.common()),
        ("CONTAINS", |_| Ok(Flat::Contains)),
        ("CONTINUE", |line| line.continue_statement()),
        ("CRITICAL", |line| line.unsupported_block("CRITICAL", EndKind::Critical)),
        ("CYCLE", |line| line.cycle()),
        ("DATA", |line| line.data()),
        ("DEALLOCATE", |line| line.deallocate()),
        ("ELSE IF", |line| line.else_if()),
        ("ELSE WHERE", |line| line.elsewhere()),
        ("ELSE", |line| line.else_statement()),
        ("END FILE", |line| line.end_file()),
        ("ENTRY", |line| line.entry()),
        ("ENUMERATOR", |line| line.enumerator()),
        ("ENUM", |line| line.enumeration()),
        ("EQUIVALENCE", |line| line.equivalence()),
        ("ERROR STOP", |line| line.error_stop()),
        ("EXIT", |line| line.exit()),
        ("FINAL", |line| line.type_bound()),
        ("FLUSH", |line| line.flush()),
        ("FORALL", |line| line.forall(None)),
        ("FORMAT", |line| line.format()),
        ("GENERIC", |line| line.type_bound()),
        ("GO TO", |line| line.go_to_statement()),
        ("IMPLICIT", |line| line.implicit()),
        ("IMPORT", |line| line.import()),
        ("INQUIRE", |line| line.inquire()),
        ("INTERFACE", |line| line.interface(false)),
        ("MODULE PROCEDURE", |line| line.module_procedure()),
        ("MODULE", |line| line.named_unit(UnitKind::Module)),
        ("NAMELIST", |line| line.namelist()),
        ("NULLIFY", |line| line.nullify()),
        ("OPEN", |line| line.open_statement()),
        ("PARAMETER", |line| line.parameter()),
        ("PAUSE", |line| line.pause()),
        ("PRINT", |line| line.print_statement()),
        ("PRIVATE", |line| line.private()),
        ("PROCEDURE", |line| line.procedure()),
        ("PROGRAM", |line| line.named_unit(UnitKind::Program)),
        ("PUBLIC", |line| line.public()),
        ("PUNCH", |line| line.punch_statement()),
        ("READ", |line| line.read_statement()),
        ("RETURN", |line| line.return_statement()),
        ("REWIND", |line| line.rewind()),
        ("SAVE", |line| line.save()),
        ("SELECT CASE", |line| line.select(None)),
        ("SELECT TYPE", |line| line.unsupported_block("SELECT TYPE", EndKind::Select)),
        ("SELECT RANK", |line| line.unsupported_block("SELECT RANK", EndKind::Select)),
        ("SEQUENCE", |_| Ok(Flat::Sequence)),
        ("STOP", |line| line.stop()),
        ("SUBMODULE", |line| line.submodule()),
        ("TYPE IS", |line| line.unsupported_branch()),
        ("USE", |line| line.use_statement()),
        ("WAIT", |line| line.wait_statement()),
        ("WHERE", |line| line.where_statement(None)),
        ("WRITE", |line| line.write_statement()),
        ("DO", |line| line.do_statement(None)),
        ("IF", |line| line.if_statement(None)),
    ]
}

/// Statements that begin with a type or an attribute: the whole statement is read anew.
const TYPES: &[&str] =
    &["INTEGER", "REAL", "DOUBLE PRECISION", "DOUBLE COMPLEX", "COMPLEX", "LOGICAL", "CHARACTER", "BYTE"];
const ATTRIBUTES: &[&str] = &[
    "ALLOCATABLE",
    "ASYNCHRONOUS",
    "BIND",
    "CONTIGUOUS",
    "DIMENSION",
    "EXTERNAL",
    "INTENT",
    "INTRINSIC",
    "OPTIONAL",
    "POINTER",
    "PROTECTED",
    "TARGET",
    "VALUE",
    "VOLATILE",
];

impl Line<'_> {
    /// The whole statement. Where the head of a block is wrong, that has been reported, and the block still opens.
    pub(super) fn flat(&mut self, unit_start: bool) -> Parsed<Flat> {
        let read = self.statement(unit_start).and_then(|flat| self.expect_end().map(|()| flat));
        if read.is_ok() {
            return read;
        }
        let refused = self.refused.take();
        let opening = self.opening_at_least();
        match (refused, opening) {
            // A block with a condition that we do not understand cannot be used, only skipped.
            (Some((span, what)), Some(opening)) => {
                self.error(span, format!("unsupported: {what}"));
                Ok(opening)
            }
            (Some((span, what)), None) => {
                self.unsupported(span, &what);
                self.go_to(self.length());
                Ok(Flat::Simple(StmtKind::Unsupported { what, body: Vec::new() }))
            }
            (None, opening) => opening.ok_or(Reported),
        }
    }

    fn statement(&mut self, unit_start: bool) -> Parsed<Flat> {
        if self.assignment_ahead() {
            return self.assignment();
        }
        if let Some(name) = self.construct_name() {
            return self.named_construct(name);
        }
        if let Some(head) = self.procedure_head(unit_start)? {
            return Ok(Flat::Unit(head));
        }
        self.keyword_statement()
    }

    pub(super) fn keyword_statement(&mut self) -> Parsed<Flat> {
        if TYPES.iter().any(|word| self.keyword_next(word)) {
            return self.type_declaration();
        }
        if ATTRIBUTES.iter().any(|word| self.keyword_next(word)) {
            return self.attribute_statement();
        }
        let at = self.position();
        for (word, rule) in rules() {
            if self.keyword(word) {
                if let ("TYPE IS", true) = (*word, self.peek() != '(') {
                    self.go_to(at);
                    continue;
                }
                return rule(self);
            }
        }
        if self.is_next("END") {
            return self.end();
        }
        if self.keyword("TYPE") || self.keyword_next("CLASS") {
            self.go_to(at);
            return self.type_statement();
        }
        Err(self.error_at_statement("this is no statement of Fortran"))
    }

    fn error_at_statement(&mut self, message: &str) -> Reported {
        let at = self.position();
        let length = self.name_length().max(1);
        self.go_to((at + length).min(self.length()));
        let span = self.span_from(at);
        self.error(span, message)
    }

    /// Whether the rest of the statement has the shape of an assignment.
    pub(super) fn assignment_ahead(&mut self) -> bool {
        let length = self.name_length();
        if length == 0 {
            return false;
        }
        let mut at = self.position() + length;
        loop {
            let (next, here) = self.character_at(at);
            match next {
                '(' | '[' => match self.group_end(here) {
                    Some(end) => at = end,
                    None => return false,
                },
                '%' => {
                    let (letter, name) = self.character_at(here + 1);
                    if !letter.is_ascii_alphabetic() {
                        return false;
                    }
                    at = name + 1;
                    while is_name_character(self.character_at(at).0) && self.character_at(at).1 == at {
                        at += 1;
                    }
                }
                '=' => {
                    let after = self.character_at(here + 1).0;
                    let comma = || self.outside_brackets(here, self.length()).any(|(_, sign)| sign == ',');
                    return after != '=' && (self.form() == Form::Free || !comma());
                }
                _ => return false,
            }
        }
    }

    /// `name:` in front of a block.
    fn construct_name(&mut self) -> Option<Name> {
        self.attempt(|line| {
            let name = line.name("a name")?;
            if line.peek() != ':' || line.peek_ahead(1) == ':' {
                return Err(Reported);
            }
            line.expect(":")?;
            Ok(name)
        })
    }

    fn named_construct(&mut self, name: Name) -> Parsed<Flat> {
        let name = Some(name);
        if self.keyword("SELECT CASE") {
            self.select(name)
        } else if self.keyword("WHERE") {
            self.where_statement(name)
        } else if self.keyword("FORALL") {
            self.forall(name)
        } else if self.keyword("ASSOCIATE") {
            self.associate(name)
        } else if self.keyword("BLOCK") {
            Ok(Flat::Block(name))
        } else if self.keyword("SELECT TYPE") {
            self.unsupported_block("SELECT TYPE", EndKind::Select)
        } else if self.keyword("DO") {
            self.do_statement(name)
        } else if self.keyword("IF") {
            self.if_statement(name)
        } else {
            Err(self.expected("a block"))
        }
    }

    /// The block that a statement opens, although it could not be read.
    fn opening_at_least(&mut self) -> Option<Flat> {
        self.go_to(0);
        if self.assignment_ahead() {
            return None;
        }
        let name = self.construct_name();
        let span = self.span_from(0);
        let nothing = super::expr::placeholder(span);
        if let Some(head) = self.broken_procedure_head() {
            return Some(Flat::Unit(head));
        }
        if self.keyword("IF") {
            let thens = self.ends_with("THEN");
            return thens.then_some(Flat::If(name, nothing));
        }
        if self.keyword("ELSE IF") {
            return Some(Flat::ElseIf(nothing));
        }
        if self.keyword("SELECT CASE") {
            return Some(Flat::Select(name, nothing));
        }
        if self.keyword("WHERE") || self.keyword_next("FORALL") {
            let closed = self.group_end(self.position()) == Some(self.length());
            return closed.then_some(Flat::Where(name, nothing));
        }
        if self.keyword("CASE") {
            return Some(Flat::Case(Some(Vec::new())));
        }
        if self.form() == Form::Free && self.keyword("DO") {
            let terminator = self.attempt(Self::label);
            return Some(Flat::Do(name, super::DoHead { terminator, control: None }));
        }
        None
    }

    fn ends_with(&mut self, word: &str) -> bool {
        let text = self.rest();
        let end = text.iter().rev().take(word.len()).map(|c| c.value.to_ascii_uppercase());
        end.eq(word.chars().rev())
    }
}
