//! Tokens and the names in them.
//!
//! PL/I has no reserved words: a keyword is a [`TokenKind::Name`] like any other, and the parser decides by the
//! shape of the statement.

use rustc_hash::FxHashMap;
use sextant_base::{IdVec, typed_id};
use sextant_syntax::BinaryOp;

typed_id!(
    /// A name, whatever the case of its letters.
    NameId,
    "name"
);

/// The names of all sources of a program.
#[derive(Default)]
pub(crate) struct Names {
    by_text: FxHashMap<String, NameId>,
    texts: IdVec<NameId, String>,
    upper: String,
}

impl Names {
    /// The id of a name.
    pub(crate) fn intern(&mut self, text: &str) -> NameId {
        self.upper.clear();
        self.upper.extend(text.chars().map(|letter| letter.to_ascii_uppercase()));
        if let Some(&id) = self.by_text.get(&self.upper) {
            return id;
        }
        let id = self.texts.push(self.upper.clone());
        self.by_text.insert(self.upper.clone(), id);
        id
    }

    /// The name in capital letters.
    pub(crate) fn upper(&self, id: NameId) -> &str {
        &self.texts[id]
    }

    /// The id of a name in capital letters, if it occurs anywhere.
    pub(crate) fn find(&self, upper: &str) -> Option<NameId> {
        self.by_text.get(upper).copied()
    }
}

/// A token with the range of bytes it stands in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    Name(NameId),
    Integer,
    /// `'text'`
    Text,
    /// `'0'B` or `'1'B`
    Bit(bool),
    /// `"N"`
    Symbol,
    Semicolon,
    Colon,
    Comma,
    Open,
    Close,
    Plus,
    Minus,
    Star,
    Slash,
    Power,
    Relation(BinaryOp),
    And,
    Or,
    Not,
    Implies,
    Percent,
    /// Something that has been reported already; the parser says nothing more about it.
    Bad,
    /// The end of the source; always the last token.
    End,
}

impl TokenKind {
    /// The sign of an assignment, which is also a relation.
    pub(crate) const EQUAL: TokenKind = TokenKind::Relation(BinaryOp::Equal);

    /// Whether an operand may end with this token.
    pub(crate) fn ends_operand(self) -> bool {
        use TokenKind::*;
        matches!(self, Name(_) | Integer | Text | Bit(_) | Symbol | Close | Bad)
    }
}
