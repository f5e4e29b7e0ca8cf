//! The tokens of one line of the Flow form. `#` begins a comment. Lines end with `\n`; `\r` is blank.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_base::{Diagnostic, Diagnostics, SourceId, Span};
use sextant_syntax::RealType;

use super::words::{begins_name, continues_name};

/// A token with its range in the source.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum TokenKind {
    /// A bare word: a name, or a word of the form.
    Word(String),
    /// A name in backquotes.
    Name(String),
    Number(IBig),
    /// A number with a point or an exponent.
    Real(RBig, RealType),
    /// A text constant in single quotes.
    Letters(Vec<u8>),
    /// A text in double quotes.
    Text(String),
    /// An operator or mark, in its first spelling.
    Mark(&'static str),
    /// Something that has been reported.
    Broken,
}

impl TokenKind {
    /// The token as a message calls it.
    pub fn describe(&self) -> String {
        match self {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Name(name) => format!("the name `{name}`"),
            TokenKind::Number(_) | TokenKind::Real(..) => "a number".to_owned(),
            TokenKind::Text(_) | TokenKind::Letters(_) => "a text".to_owned(),
            TokenKind::Mark(mark) => format!("`{mark}`"),
            TokenKind::Broken => "something unreadable".to_owned(),
        }
    }
}

/// Marks, a longer one before what it begins with.
const MARKS: &[&str] = &[
    ":=", "=>", "->", "**", "<>", "<=", ">=", "//", "&", "+", "-", "*", "/", "=", "<", ">", "(", ")", ",",
    ":", ";", "@", "%", "~",
];

/// Other spellings of marks and operators, with the one that the parser knows.
const OTHER_SPELLINGS: &[(&str, &str)] = &[
    ("→", "->"),
    ("!=", "<>"),
    ("≠", "<>"),
    ("≤", "<="),
    ("≥", ">="),
    ("||", "//"),
    ("∧", "and"),
    ("|", "or"),
    ("∨", "or"),
    ("¬", "not"),
    ("−", "-"),
];

/// No program means a longer number, and writing one out again takes more than linear time.
const MOST_DIGITS: usize = 10_000;

/// Words that stand for operators wherever they stand.
const OPERATOR_WORDS: &[&str] = &["and", "or", "not", "implies"];

/// The tokens of the line `text[start..end]`.
pub(super) fn tokens(
    text: &str,
    source: SourceId,
    start: usize,
    end: usize,
    diagnostics: &mut Diagnostics,
) -> Vec<Token> {
    let mut lexer = Lexer { text: &text[..end], source, at: start, diagnostics };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.token() {
        tokens.push(token);
    }
    tokens
}

struct Lexer<'a> {
    /// Up to the end of the line.
    text: &'a str,
    source: SourceId,
    at: usize,
    diagnostics: &'a mut Diagnostics,
}

impl Lexer<'_> {
    fn token(&mut self) -> Option<Token> {
        self.skip_while(char::is_whitespace);
        let start = self.at;
        let first = self.text[start..].chars().next()?;
        let kind = match first {
            '#' => return None,
            '"' => self.quoted('"').map_or(TokenKind::Broken, TokenKind::Text),
            '\'' => self.letters(),
            '`' => self.quoted('`').map_or(TokenKind::Broken, TokenKind::Name),
            _ if begins_name(first) => self.word(),
            _ if first.is_ascii_digit() => self.number(),
            _ => self.mark(first),
        };
        Some(Token { kind, span: Span::new(self.source, start, self.at) })
    }

    fn skip_while(&mut self, keep: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|letter| !keep(letter)).unwrap_or(rest.len());
    }

    fn error(&mut self, start: usize, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(Span::new(self.source, start, self.at), message));
    }

    fn word(&mut self) -> TokenKind {
        let start = self.at;
        self.skip_while(continues_name);
        let word = &self.text[start..self.at];
        match OPERATOR_WORDS.iter().find(|&&operator| operator == word) {
            Some(operator) => TokenKind::Mark(operator),
            None => TokenKind::Word(word.to_owned()),
        }
    }

    fn number(&mut self) -> TokenKind {
        let start = self.at;
        self.skip_while(|letter| letter.is_ascii_digit());
        let fraction = self.fraction();
        let exponent = self.exponent();
        let end = self.at;
        self.skip_while(continues_name);
        if self.at > end {
            self.error(start, format!("`{}` is neither a number nor a name", &self.text[start..self.at]));
            return TokenKind::Broken;
        }
        if end - start > MOST_DIGITS {
            self.error(start, format!("a number has at most {MOST_DIGITS} digits"));
            return TokenKind::Broken;
        }
        let digits = &self.text[start..end];
        if fraction == 0 && exponent.is_none() {
            return digits.parse().map_or(TokenKind::Broken, TokenKind::Number);
        }
        let mantissa = digits.split(['e', 'E', 'd', 'D']).next().unwrap_or("").replace('.', "");
        let (power, ty) = exponent.unwrap_or((0, RealType::Single));
        if power.unsigned_abs() as usize > MOST_DIGITS {
            self.error(start, format!("an exponent is at most {MOST_DIGITS}"));
            return TokenKind::Broken;
        }
        let Ok(mantissa) = mantissa.parse::<IBig>() else { return TokenKind::Broken };
        let power = power - fraction as i64;
        let ten = UBig::from(10_u8).pow(power.unsigned_abs() as usize);
        let value =
            if power < 0 { RBig::from_parts(mantissa, ten) } else { RBig::from(mantissa * IBig::from(ten)) };
        TokenKind::Real(value, ty)
    }

    /// Goes past a point with digits behind it; how many there are.
    fn fraction(&mut self) -> usize {
        let rest = &self.text[self.at..];
        if !rest
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
        {
            return 0;
        }
        self.at += 1;
        let start = self.at;
        self.skip_while(|letter| letter.is_ascii_digit());
        self.at - start
    }

    /// Goes past an exponent; `d` makes a double.
    fn exponent(&mut self) -> Option<(i64, RealType)> {
        let rest = &self.text[self.at..];
        let ty = match rest.chars().next()? {
            'e' | 'E' => RealType::Single,
            'd' | 'D' => RealType::Double,
            _ => return None,
        };
        let digits = rest[1..].trim_start_matches(['+', '-']);
        let sign = rest.len() - 1 - digits.len();
        let count = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        if sign > 1 || count == 0 {
            return None;
        }
        let text = &rest[1..1 + sign + count];
        self.at += 1 + sign + count;
        // What is too large for a number is too large anyway.
        Some((text.parse().unwrap_or(i64::MAX), ty))
    }

    /// A text constant; its letters are bytes.
    fn letters(&mut self) -> TokenKind {
        let start = self.at;
        let Some(text) = self.quoted('\'') else { return TokenKind::Broken };
        match text.chars().map(|letter| u8::try_from(u32::from(letter))).collect() {
            Ok(bytes) => TokenKind::Letters(bytes),
            Err(_) => {
                self.error(start, "a letter of a text constant has a code up to 255");
                TokenKind::Broken
            }
        }
    }

    fn mark(&mut self, first: char) -> TokenKind {
        let rest = &self.text[self.at..];
        let mut spellings =
            MARKS.iter().map(|mark| (mark, mark)).chain(OTHER_SPELLINGS.iter().map(|(a, b)| (a, b)));
        if let Some((spelling, mark)) = spellings.find(|(spelling, _)| rest.starts_with(**spelling)) {
            self.at += spelling.len();
            return TokenKind::Mark(mark);
        }
        let start = self.at;
        self.at += first.len_utf8();
        self.error(start, format!("the character `{}` has no meaning here", first.escape_debug()));
        TokenKind::Broken
    }

    /// A text between quotes; if it is not closed on its line, the rest of the line is given up.
    fn quoted(&mut self, quote: char) -> Option<String> {
        let start = self.at;
        let mut letters = self.text[start..].char_indices().skip(1);
        let mut content = String::new();
        while let Some((at, letter)) = letters.next() {
            if letter == quote {
                self.at = start + at + letter.len_utf8();
                return Some(content);
            }
            if letter != '\\' {
                content.push(letter);
                continue;
            }
            match escaped(&mut letters) {
                Some(letter) => content.push(letter),
                None => {
                    self.at = start + at + 1;
                    self.error(start + at, "after `\\` stands one of `\\`, `n`, `t`, `u{…}` or a quote");
                }
            }
        }
        self.at = self.text.len();
        self.error(start, format!("the closing {quote} is missing on this line"));
        None
    }
}

/// The letter an escape stands for.
fn escaped(letters: &mut impl Iterator<Item = (usize, char)>) -> Option<char> {
    match letters.next()?.1 {
        'n' => Some('\n'),
        't' => Some('\t'),
        letter @ ('\\' | '"' | '`' | '\'') => Some(letter),
        'u' => {
            letters.next().filter(|&(_, letter)| letter == '{')?;
            let digits: String =
                letters.map(|(_, letter)| letter).take_while(|&letter| letter != '}').collect();
            u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
        }
        _ => None,
    }
}
