//! Adds characters to a statement and knows which of them are inside constants.
//!
//! What a constant is must be known here, because blanks, `!`, `;` and `&` mean something else inside one.

use super::Char;

/// Where a character outside of constants or inside one is added.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Normal,
    /// The sign that ends the constant.
    Quoted(char),
    /// How many characters are still missing.
    Hollerith(usize),
}

/// The text of one statement.
pub(super) struct Builder {
    text: Vec<Char>,
    state: State,
    keep_blanks: bool,
    /// The constant that ended with the last character; the same sign again doubles it.
    just_closed: Option<char>,
    /// Fixed form: a blank was left out behind the last character.
    gap: bool,
    /// The place of the first character of the last constant.
    opened: (u32, u32),
}

/// A constant without an end.
#[derive(Clone, Copy)]
pub(super) struct Unclosed {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) message: &'static str,
}

impl Builder {
    pub(super) fn new(keep_blanks: bool) -> Self {
        let (text, state) = (Vec::new(), State::Normal);
        Self { text, state, keep_blanks, just_closed: None, gap: false, opened: (0, 0) }
    }

    /// Whether the next character is inside a constant.
    pub(super) fn in_literal(&self) -> bool {
        self.state != State::Normal
    }

    /// The characters, without blanks at the end.
    pub(super) fn take(&mut self) -> Vec<Char> {
        while self.text.last().is_some_and(|c| c.value == ' ' && !c.literal) {
            self.text.pop();
        }
        std::mem::take(&mut self.text)
    }

    /// The constant that is open.
    pub(super) fn unclosed(&self) -> Option<Unclosed> {
        let (start, end) = self.opened;
        let message = match self.state {
            State::Normal => return None,
            State::Quoted(_) => "this character constant is not closed",
            State::Hollerith(_) => "this Hollerith constant is longer than the statement",
        };
        Some(Unclosed { start, end, message })
    }

    /// Adds a character that stands at these bytes.
    pub(super) fn push(&mut self, value: char, start: u32, end: u32) {
        let just_closed = self.just_closed.take();
        let put = |builder: &mut Self, literal| builder.text.push(Char { value, start, end, literal });
        match self.state {
            State::Quoted(quote) if value == quote => {
                put(self, false);
                self.state = State::Normal;
                self.just_closed = Some(quote);
                self.gap = false;
            }
            State::Quoted(_) => put(self, true),
            State::Hollerith(left) => {
                put(self, true);
                self.state = if left > 1 { State::Hollerith(left - 1) } else { State::Normal };
                self.gap = false;
            }
            State::Normal => match value {
                ' ' | '\t' | '\u{b}' | '\u{c}' => self.blank(start, end),
                '\'' | '"' if just_closed == Some(value) => {
                    // A doubled quote: the one before was no end after all.
                    if let Some(before) = self.text.last_mut() {
                        before.literal = true;
                    }
                    put(self, true);
                    self.state = State::Quoted(value);
                }
                '\'' | '"' => {
                    if self.gap && self.text.last().is_some_and(|c| matches!(c.value, '\'' | '"')) {
                        self.text.push(Char { value: ' ', start, end: start, literal: false });
                    }
                    put(self, false);
                    self.opened = (start, end);
                    self.state = State::Quoted(value);
                }
                _ => {
                    let count = if matches!(value, 'h' | 'H') { self.hollerith_count() } else { None };
                    put(self, false);
                    self.gap = false;
                    if let Some(count) = count {
                        self.opened = (start, end);
                        self.state = State::Hollerith(count);
                    }
                }
            },
        }
    }

    fn blank(&mut self, start: u32, end: u32) {
        self.gap = true;
        if self.keep_blanks && self.text.last().is_some_and(|c| c.literal || c.value != ' ') {
            self.text.push(Char { value: ' ', start, end, literal: false });
        }
    }

    /// The length of the Hollerith constant that an `H` behind the present text begins.
    fn hollerith_count(&self) -> Option<usize> {
        let text = &self.text;
        let digits = text.iter().rev().take_while(|c| !c.literal && c.value.is_ascii_digit()).count();
        if digits == 0 || digits > 6 {
            return None;
        }
        let count: String = text[text.len() - digits..].iter().map(|c| c.value).collect();
        let count = count.parse().ok().filter(|&count| count > 0);
        let mut before = text[..text.len() - digits].iter().rev().filter(|c| c.literal || c.value != ' ');
        let previous = before.next()?;
        let begins = match previous.value {
            _ if previous.literal => self.is_format(),
            '*' => !self.is_type_size(text.len() - digits),
            // The digits behind the point of a number or of `F5.2`.
            '.' => before.next().is_some_and(|c| !c.value.is_ascii_digit()),
            ')' | '\'' | '"' => self.is_format(),
            'x' | 'X' | 'p' | 'P' => self.is_format(),
            letter => !letter.is_ascii_alphanumeric() && letter != '_' && letter != '$',
        };
        count.filter(|_| begins)
    }

    fn starts_with(&self, word: &str) -> bool {
        // In free form the label is still in front.
        let mut text = self.text.iter().skip_while(|c| c.value.is_ascii_digit() || c.value == ' ');
        word.chars().all(|letter| {
            let next = text.find(|c| c.literal || c.value != ' ');
            next.is_some_and(|c| c.value.to_ascii_uppercase() == letter)
        })
    }

    fn is_format(&self) -> bool {
        self.starts_with("FORMAT(")
    }

    /// Whether the text up to `end` is a type and a star, as in `REAL*8 HELLO`.
    fn is_type_size(&self, end: usize) -> bool {
        let word: String = self.text[..end].iter().map(|c| c.value).filter(|&c| c != ' ').take(20).collect();
        let word = word.to_ascii_uppercase();
        let word = word.strip_prefix("IMPLICIT").unwrap_or(&word);
        matches!(word, "REAL*" | "INTEGER*" | "LOGICAL*" | "COMPLEX*" | "CHARACTER*")
    }
}
