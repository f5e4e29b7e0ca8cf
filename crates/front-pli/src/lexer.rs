//! Text to tokens. Never fails: what is no token is reported and becomes [`TokenKind::Bad`].

use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources, Span};
use sextant_syntax::BinaryOp;

use crate::token::{Names, Token, TokenKind};

/// The tokens of a source, with [`TokenKind::End`] as the last one.
pub(crate) fn tokens(
    sources: &Sources,
    source: SourceId,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) -> Vec<Token> {
    let text = sources.text(source);
    let mut lexer = Lexer { text, source, at: 0, names, diagnostics };
    let mut tokens = Vec::with_capacity(text.len() / 3 + 1);
    loop {
        let closed = lexer.skip_blanks();
        let start = lexer.at;
        let kind = if closed { lexer.token() } else { TokenKind::Bad };
        tokens.push(Token { kind, start: start as u32, end: lexer.at as u32 });
        if kind == TokenKind::End {
            return tokens;
        }
    }
}

/// Signs that other dialects have, with what to say of them.
const REFUSED: &[(&str, &str)] = &[
    ("||", "unsupported: concatenation"),
    ("=>", "`=>` is no operator; at least is `>=`, implies is `->`"),
    (".", "unsupported: structures and constants with a fraction"),
];

/// Operators of which one may begin another; the longer one stands first.
const SIGNS: &[(&str, TokenKind)] = {
    use BinaryOp::{Greater, GreaterEqual, Less, LessEqual, NotEqual};
    use TokenKind::*;
    &[
        ("==>", Implies),
        ("->", Implies),
        ("⊃", Implies),
        ("**", Power),
        ("<=", Relation(LessEqual)),
        ("=<", Relation(LessEqual)),
        (">=", Relation(GreaterEqual)),
        ("<>", Relation(NotEqual)),
        ("!=", Relation(NotEqual)),
        ("¬=", Relation(NotEqual)),
        ("^=", Relation(NotEqual)),
        ("~=", Relation(NotEqual)),
        ("¬>", Relation(LessEqual)),
        ("^>", Relation(LessEqual)),
        ("~>", Relation(LessEqual)),
        ("¬<", Relation(GreaterEqual)),
        ("^<", Relation(GreaterEqual)),
        ("~<", Relation(GreaterEqual)),
        ("≤", Relation(LessEqual)),
        ("≥", Relation(GreaterEqual)),
        ("≠", Relation(NotEqual)),
        ("<", Relation(Less)),
        (">", Relation(Greater)),
        ("=", TokenKind::EQUAL),
        ("¬", Not),
        ("^", Not),
        ("~", Not),
        ("&", And),
        ("|", Or),
        ("-", Minus),
        ("*", Star),
        ("/", Slash),
    ]
};

struct Lexer<'a> {
    text: &'a str,
    source: SourceId,
    at: usize,
    names: &'a mut Names,
    diagnostics: &'a mut Diagnostics,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn error(&mut self, start: usize, end: usize, message: &str) -> TokenKind {
        self.diagnostics.push(Diagnostic::error(Span::new(self.source, start, end), message));
        TokenKind::Bad
    }

    /// Skips blanks, comments and a byte order mark at the beginning. Says whether all comments were closed.
    fn skip_blanks(&mut self) -> bool {
        loop {
            match self.peek(0) {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'/' if self.peek(1) == b'*' => {
                    if !self.skip_comment() {
                        return false;
                    }
                }
                _ if self.at == 0 && self.text.starts_with('\u{feff}') => self.at = '\u{feff}'.len_utf8(),
                _ => return true,
            }
        }
    }

    fn skip_comment(&mut self) -> bool {
        let start = self.at;
        let length = self.text[start + 2..].find("*/");
        self.at = length.map_or(self.text.len(), |length| start + 2 + length + 2);
        if length.is_none() {
            self.error(start, start + 2, "this comment is not closed");
        }
        length.is_some()
    }

    fn token(&mut self) -> TokenKind {
        match self.peek(0) {
            _ if self.at >= self.text.len() => TokenKind::End,
            first if is_name_byte(first) && !first.is_ascii_digit() => self.name(),
            first if first.is_ascii_digit() => self.number(),
            b'\'' => self.text_constant(),
            b'"' => self.symbol(),
            b'(' => self.single(TokenKind::Open),
            b')' => self.single(TokenKind::Close),
            b',' => self.single(TokenKind::Comma),
            b';' => self.single(TokenKind::Semicolon),
            b':' => self.single(TokenKind::Colon),
            b'+' => self.single(TokenKind::Plus),
            b'%' => self.single(TokenKind::Percent),
            _ => self.sign(),
        }
    }

    fn take_name(&mut self) -> &str {
        let start = self.at;
        let length = self.text.as_bytes()[start..].iter().take_while(|&&byte| is_name_byte(byte)).count();
        self.at += length;
        &self.text[start..self.at]
    }

    fn name(&mut self) -> TokenKind {
        let start = self.at;
        self.take_name();
        TokenKind::Name(self.names.intern(&self.text[start..self.at]))
    }

    fn number(&mut self) -> TokenKind {
        let start = self.at;
        let digits = |lexer: &Self| lexer.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += digits(self);
        if self.peek(0) == b'.' {
            self.at += 1;
            self.at += digits(self);
            self.take_name();
            return self.error(start, self.at, "unsupported: a constant with a fraction");
        }
        if is_name_byte(self.peek(0)) {
            self.take_name();
            return self.error(start, self.at, "unsupported: only whole decimal constants, without letters");
        }
        TokenKind::Integer
    }

    /// `'text'`, in which a doubled quote is one, or a bit constant `'1'B`.
    fn text_constant(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 1;
        loop {
            match self.rest().find(['\'', '\n']) {
                Some(length) if self.peek(length) == b'\'' => self.at += length + 1,
                found => {
                    self.at = found.map_or(self.text.len(), |length| self.at + length);
                    return self.error(start, start + 1, "this character constant is not closed on its line");
                }
            }
            if self.peek(0) != b'\'' {
                break;
            }
            self.at += 1;
        }
        let content = &self.text[start + 1..self.at - 1];
        if !is_name_byte(self.peek(0)) {
            return TokenKind::Text;
        }
        let bit = match content {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        let suffix = self.take_name().eq_ignore_ascii_case("B");
        match bit {
            Some(bit) if suffix => TokenKind::Bit(bit),
            _ => self.error(start, self.at, "unsupported: of bit constants only '0'B and '1'B"),
        }
    }

    fn symbol(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 1;
        match self.rest().find(['"', '\n']) {
            Some(length) if self.peek(length) == b'"' => {
                let symbol = &self.text[start + 1..start + 1 + length];
                let valid = is_symbol(symbol);
                self.at += length + 1;
                if valid {
                    return TokenKind::Symbol;
                }
                self.error(start, self.at, "a symbol is a name in double quotes, such as \"N\" or \"A(3)\"")
            }
            found => {
                self.at = found.map_or(self.text.len(), |length| self.at + length);
                self.error(start, start + 1, "this symbol is not closed on its line")
            }
        }
    }

    fn single(&mut self, kind: TokenKind) -> TokenKind {
        self.at += 1;
        kind
    }

    fn sign(&mut self) -> TokenKind {
        let start = self.at;
        if let Some((sign, message)) = REFUSED.iter().find(|(sign, _)| self.rest().starts_with(sign)) {
            self.at += sign.len();
            return self.error(start, self.at, message);
        }
        if let Some((sign, kind)) = SIGNS.iter().find(|(sign, _)| self.rest().starts_with(sign)) {
            self.at += sign.len();
            return *kind;
        }
        let character = self.rest().chars().next().unwrap_or(' ');
        self.at += character.len_utf8();
        self.error(start, self.at, &format!("the character `{}` has no place here", character.escape_debug()))
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#' | b'@' | b'$')
}

/// A name, or an element such as `A(3)`: EFFIGY calls the elements of a symbolic array that way.
fn is_symbol(text: &str) -> bool {
    let (name, subscript) = match text.split_once('(') {
        Some((name, rest)) => (name, rest.strip_suffix(')')),
        None => (text, Some("0")),
    };
    let digits = subscript.map(|subscript| subscript.strip_prefix('-').unwrap_or(subscript));
    !name.starts_with(|first: char| first.is_ascii_digit())
        && !name.is_empty()
        && name.chars().all(|letter| letter.is_alphanumeric() || "_#@$".contains(letter))
        && digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}
