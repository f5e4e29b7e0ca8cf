//! Which statement a text is.
//!
//! Fortran has no reserved words. A text is an assignment if it has the shape of one; only then keywords are looked
//! for. In fixed form `DO10I=1.5` is an assignment and `DO10I=1,5` is not: a comma outside of parentheses decides.

use super::types::INTRINSIC_TYPES;
use super::{EndKind, Flat, simple};
use crate::Form;
use crate::cursor::{Line, Parsed, Reported, is_name_character};
use crate::raw::{Access, AttributeKind, Construct, Name, StmtKind, UnitKind, Verb};

type Rule = fn(&mut Line<'_>) -> Parsed<Flat>;

/// Keywords with what reads the rest of the statement. Of two where one begins with the other the longer stands
/// first, because in fixed form nothing else tells them apart.
#[rustfmt::skip]
const RULES: &[(&str, Rule)] = &[
    ("ABSTRACT INTERFACE", |line| line.interface(true)),
    ("ACCEPT", |line| line.short_transfer(Verb::Accept)),
    ("ALLOCATE", |line| line.allocate()),
    ("ASSIGN", |line| line.assign_label()),
    ("BACKSPACE", |line| line.positioning(Verb::Backspace)),
    ("BLOCK DATA", |line| line.named_unit(UnitKind::BlockData)),
    ("CALL", |line| line.call()),
    ("CASE", |line| line.case()),
    ("CLASS DEFAULT", |_| Ok(Flat::UnsupportedBranch)),
    ("CLASS IS", |line| line.unsupported_branch()),
    ("CLOSE", |line| line.connection(Verb::Close)),
    ("COMMON", |line| line.common()),
    ("CONTAINS", |_| Ok(Flat::Contains)),
    ("CONTINUE", |_| simple(StmtKind::Continue)),
    ("CRITICAL", |line| line.unsupported_block("CRITICAL", EndKind::Critical)),
    ("CYCLE", |line| simple(StmtKind::Cycle(line.optional_name()?))),
    ("DATA", |line| line.data()),
    ("DEALLOCATE", |line| line.deallocate()),
    ("ELSE IF", |line| line.else_if()),
    ("ELSE WHERE", |line| line.elsewhere()),
    ("ELSE", |line| line.optional_name().map(|_| Flat::Else(None))),
    ("END FILE", |line| line.positioning(Verb::EndFile)),
    ("ENTRY", |line| line.entry()),
    ("ENUMERATOR", |line| line.enumerator()),
    ("ENUM", |line| line.enumeration()),
    ("EQUIVALENCE", |line| line.equivalence()),
    ("ERROR STOP", |line| line.stop(true)),
    ("EXIT", |line| simple(StmtKind::Exit(line.optional_name()?))),
    ("FINAL", |line| line.type_bound()),
    ("FLUSH", |line| line.positioning(Verb::Flush)),
    ("FORMAT", |line| line.format()),
    ("GENERIC", |line| line.type_bound()),
    ("GO TO", |line| line.go_to_statement()),
    ("IMPLICIT", |line| line.implicit()),
    ("IMPORT", |line| line.import()),
    ("INQUIRE", |line| line.transfer(Verb::Inquire)),
    ("INTERFACE", |line| line.interface(false)),
    ("MODULE PROCEDURE", |line| line.module_procedure()),
    ("MODULE", |line| line.named_unit(UnitKind::Module)),
    ("NAMELIST", |line| line.namelist()),
    ("NULLIFY", |line| line.nullify()),
    ("OPEN", |line| line.connection(Verb::Open)),
    ("PARAMETER", |line| line.parameter()),
    ("PAUSE", |line| simple(StmtKind::Pause(line.optional_expression()?))),
    ("PRINT", |line| line.short_transfer(Verb::Print)),
    ("PRIVATE", |line| line.access(Access::Private)),
    ("PROCEDURE", |line| line.procedure()),
    ("PROGRAM", |line| line.named_unit(UnitKind::Program)),
    ("PUBLIC", |line| line.access(Access::Public)),
    ("PUNCH", |line| line.short_transfer(Verb::Punch)),
    ("READ", |line| line.read_statement()),
    ("RETURN", |line| simple(StmtKind::Return(line.optional_expression()?))),
    ("REWIND", |line| line.positioning(Verb::Rewind)),
    ("SAVE", |line| line.save()),
    ("SELECT RANK", |line| line.unsupported_block("SELECT RANK", EndKind::Select)),
    ("SEQUENCE", |_| Ok(Flat::Sequence)),
    ("STOP", |line| line.stop(false)),
    ("SUBMODULE", |line| line.submodule()),
    ("TYPE IS", |line| line.unsupported_branch()),
    ("USE", |line| line.use_statement()),
    ("WAIT", |line| line.connection(Verb::Wait)),
    ("WRITE", |line| line.transfer(Verb::Write)),
];

type BlockRule = fn(&mut Line<'_>, Option<Name>) -> Parsed<Flat>;

/// The same for blocks, which may have a name in front. No other keyword begins like one of these but BLOCK DATA.
#[rustfmt::skip]
const BLOCKS: &[(&str, BlockRule)] = &[
    ("SELECT CASE", |line, name| line.select(name)),
    ("WHERE", |line, name| line.where_statement(name)),
    ("FORALL", |line, name| line.forall(name)),
    ("ASSOCIATE", |line, name| line.associate(name)),
    ("BLOCK", |line, name| Ok(line.head(name, Construct::Block(Vec::new()), EndKind::Block))),
    ("SELECT TYPE", |line, _| line.unsupported_block("SELECT TYPE", EndKind::Select)),
    ("DO", |line, name| line.do_statement(name)),
    ("IF", |line, name| line.if_statement(name)),
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
                simple(StmtKind::Unsupported { what, body: Vec::new() })
            }
            (None, opening) => opening.ok_or(Reported),
        }
    }

    fn statement(&mut self, unit_start: bool) -> Parsed<Flat> {
        if self.assignment_ahead() {
            return self.assignment();
        }
        if let Some(name) = self.construct_name() {
            let Some((_, rule)) = BLOCKS.iter().find(|(word, _)| self.keyword(word)) else {
                return Err(self.expected("a block"));
            };
            return rule(self, Some(name));
        }
        match self.procedure_head(unit_start)? {
            Some(head) => Ok(head),
            None => self.keyword_statement(),
        }
    }

    pub(super) fn keyword_statement(&mut self) -> Parsed<Flat> {
        if INTRINSIC_TYPES.iter().any(|word| self.keyword_next(word)) {
            return self.type_declaration();
        }
        let at = self.position();
        for (word, rule) in RULES {
            if self.keyword(word) {
                if let ("TYPE IS", true) = (*word, self.peek() != '(') {
                    self.go_to(at);
                    continue;
                }
                return rule(self);
            }
        }
        if let Some((_, rule)) = BLOCKS.iter().find(|(word, _)| self.keyword(word)) {
            return rule(self, None);
        }
        let plain =
            AttributeKind::WORDS.iter().filter(|word| word.1 != AttributeKind::NoPass).map(|word| word.0);
        if plain.chain(["BIND", "DIMENSION", "INTENT"]).any(|word| self.keyword_next(word)) {
            return self.attribute_statement();
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
        self.error_from(at, message)
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
            return Some(head);
        }
        if self.keyword("IF") {
            let thens = self.ends_with("THEN");
            return thens.then(|| self.if_head(name, nothing));
        }
        if self.keyword("ELSE IF") {
            return Some(Flat::Else(Some(nothing)));
        }
        if self.keyword("SELECT CASE") {
            return Some(self.select_head(name, nothing));
        }
        if self.keyword("WHERE") || self.keyword_next("FORALL") {
            let closed = self.group_end(self.position()) == Some(self.length());
            return closed.then(|| self.where_head(name, nothing));
        }
        if self.keyword("CASE") {
            return Some(Flat::Case(Some(Vec::new())));
        }
        if self.form() == Form::Free && self.keyword("DO") {
            let terminator = self.attempt(Self::label);
            return Some(self.do_head(name, terminator, None));
        }
        None
    }

    fn ends_with(&mut self, word: &str) -> bool {
        let text = self.rest();
        let end = text.iter().rev().take(word.len()).map(|c| c.value.to_ascii_uppercase());
        end.eq(word.chars().rev())
    }
}
