//! What a statement is, told by its shape: PL/I has no reserved words.
//!
//! The classical test: a statement that begins with a list of references followed by `=` is an assignment,
//! whatever its first word is. `IF (A) = B THEN …` is the one exception; it is told by its THEN.

use super::Parser;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Whether the current token is this word used as a keyword at the beginning of a statement.
    pub(crate) fn keyword(&self, word: &str) -> bool {
        self.word() == Some(word) && self.next_kind() != TokenKind::Colon && !self.assignment_ahead()
    }

    /// Whether one of the words stands here and is used as a keyword.
    pub(crate) fn keyword_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.keyword(word))
    }

    /// Takes a word inside a statement, where no assignment can begin.
    pub(crate) fn accept_word(&mut self, words: &[&str]) -> bool {
        let found = self.word().is_some_and(|word| words.contains(&word));
        if found {
            self.advance();
        }
        found
    }

    /// Whether this word stands here with a parenthesis behind it.
    pub(crate) fn word_with_list(&self, word: &str) -> bool {
        self.word() == Some(word) && self.next_kind() == TokenKind::Open
    }

    /// Whether an assignment begins here.
    pub(crate) fn assignment_ahead(&self) -> bool {
        let mut index = self.at;
        loop {
            if !matches!(self.token_at(index), TokenKind::Name(_)) {
                return false;
            }
            index += 1;
            if self.token_at(index) == TokenKind::Open {
                match self.behind_parentheses(index) {
                    Some(behind) => index = behind,
                    None => return false,
                }
            }
            match self.token_at(index) {
                TokenKind::EQUAL => return self.word() != Some("IF") || !self.then_ahead(index),
                TokenKind::Comma => index += 1,
                _ => return false,
            }
        }
    }

    /// The index behind the parenthesis that closes the one at `open`, if it is closed in its statement.
    pub(crate) fn behind_parentheses(&self, open: usize) -> Option<usize> {
        let mut level = 0usize;
        for index in open.. {
            match self.token_at(index) {
                TokenKind::Open => level += 1,
                TokenKind::Close if level == 1 => return Some(index + 1),
                TokenKind::Close => level -= 1,
                TokenKind::Semicolon | TokenKind::End => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether a name with bounds stands here: `A(low:high)`.
    pub(crate) fn bounds_ahead(&self) -> bool {
        let open = self.at + 1;
        self.token_at(open) == TokenKind::Open
            && self
                .behind_parentheses(open)
                .is_some_and(|behind| (open..behind).any(|index| self.token_at(index) == TokenKind::Colon))
    }

    /// Whether the statement has a THEN right behind an operand, which no expression has.
    fn then_ahead(&self, from: usize) -> bool {
        (from..)
            .take_while(|&index| !matches!(self.token_at(index), TokenKind::Semicolon | TokenKind::End))
            .any(|index| self.token_at(index).ends_operand() && self.word_at(index + 1) == Some("THEN"))
    }

    /// Whether the END of a group or procedure stands here; used while recovering, so it must look like one.
    pub(crate) fn end_ahead(&self) -> bool {
        self.word() == Some("END")
            && match self.next_kind() {
                TokenKind::Semicolon => true,
                TokenKind::Name(_) => self.token_at(self.at + 2) == TokenKind::Semicolon,
                _ => false,
            }
    }

    /// Whether `NAME: PROCEDURE` stands here.
    pub(crate) fn procedure_ahead(&self) -> bool {
        matches!(self.kind(), TokenKind::Name(_))
            && self.next_kind() == TokenKind::Colon
            && matches!(self.word_at(self.at + 2), Some("PROC" | "PROCEDURE"))
            && !matches!(self.token_at(self.at + 3), TokenKind::Colon | TokenKind::EQUAL)
    }
}
