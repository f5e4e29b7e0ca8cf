//! One statement, read character by character.
//!
//! There are no tokens: in fixed form `DO10I` is a keyword, a label and a name, and only the grammar knows where one
//! ends. Both forms are read by the same functions; only [`Line::keyword`] asks for the form, because in free form a
//! word ends where its letters end.

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, SourceId, Span};
use sextant_syntax::DEEPEST_NESTING;
use std::rc::Rc;

use crate::Form;
use crate::raw::{Expr, ExprKind, Label, Name};
use crate::source::{Char, Statement};

/// A message has been given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reported;

pub(crate) type Parsed<T> = Result<T, Reported>;

/// The texts of names, each kept once.
#[derive(Default)]
pub(crate) struct Names(FxHashMap<String, Rc<str>>);

impl Names {
    fn intern(&mut self, text: String) -> Rc<str> {
        if let Some(known) = self.0.get(&text) {
            return known.clone();
        }
        let shared: Rc<str> = text.as_str().into();
        self.0.insert(text, shared.clone());
        shared
    }
}

/// A statement and how far it has been read.
pub(crate) struct Line<'a> {
    text: &'a [Char],
    at: usize,
    source: SourceId,
    form: Form,
    /// The whole statement.
    pub(crate) whole: Span,
    diagnostics: &'a mut Diagnostics,
    names: &'a mut Names,
    /// Levels of the tree around what is being read.
    depth: usize,
    /// How many attempts are under way; nothing is reported while there are any.
    attempts: usize,
    /// Set when the nesting is too deep: the source is given up.
    pub(crate) too_deep: bool,
    /// Whether what is read is the statement behind a condition: those do not nest.
    pub(crate) controlled: bool,
    /// Something that is understood but not supported; the statement cannot be read because of it.
    pub(crate) refused: Option<(Span, String)>,
}

impl<'a> Line<'a> {
    /// The beginning of a statement that stands `depth` levels deep.
    pub(crate) fn new(
        statement: &'a Statement,
        diagnostics: &'a mut Diagnostics,
        names: &'a mut Names,
        depth: usize,
    ) -> Self {
        let whole = statement.span;
        Self {
            text: &statement.text,
            at: 0,
            source: whole.source,
            form: statement.form,
            whole,
            diagnostics,
            names,
            depth,
            attempts: 0,
            too_deep: false,
            controlled: false,
            refused: None,
        }
    }

    pub(crate) fn form(&self) -> Form {
        self.form
    }

    // Characters.

    /// The character `ahead` of the next one that is not blank; 0 behind the end.
    pub(crate) fn peek_ahead(&mut self, ahead: usize) -> char {
        self.skip_blanks();
        self.text.get(self.at + ahead).map_or('\0', |c| c.value)
    }

    /// The next character that is not blank; 0 at the end.
    pub(crate) fn peek(&mut self) -> char {
        self.peek_ahead(0)
    }

    fn skip_blanks(&mut self) {
        while self.text.get(self.at).is_some_and(|c| c.value == ' ' && !c.literal) {
            self.at += 1;
        }
    }

    pub(crate) fn at_end(&mut self) -> bool {
        self.skip_blanks();
        self.at >= self.text.len()
    }

    /// The position of the next character that is not blank.
    pub(crate) fn start(&mut self) -> usize {
        self.skip_blanks();
        self.at
    }

    /// How far the statement has been read, for [`Line::go_to`].
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn go_to(&mut self, position: usize) {
        self.at = position;
    }

    /// The characters from the next one that is not blank.
    pub(crate) fn rest(&mut self) -> &'a [Char] {
        self.skip_blanks();
        &self.text[self.at.min(self.text.len())..]
    }

    /// Takes these signs if they come next, without blanks between them.
    pub(crate) fn accept(&mut self, signs: &str) -> bool {
        let found = self.is_next(signs);
        if found {
            self.at += signs.len();
        }
        found
    }

    /// Whether these signs come next.
    pub(crate) fn is_next(&mut self, signs: &str) -> bool {
        self.skip_blanks();
        let at = self.at;
        signs.chars().enumerate().all(|(index, sign)| {
            self.text.get(at + index).is_some_and(|c| c.value.to_ascii_uppercase() == sign && !c.literal)
        })
    }

    pub(crate) fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.accept(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    /// The parenthesis behind a list.
    pub(crate) fn expect_close(&mut self) -> Parsed<()> {
        if self.accept(")") { Ok(()) } else { Err(self.expected("`,` or `)`")) }
    }

    /// Something between parentheses.
    pub(crate) fn in_parentheses<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.expect("(")?;
        let inside = read(self)?;
        self.expect(")")?;
        Ok(inside)
    }

    /// One or more things with commas between them.
    pub(crate) fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut list = vec![read(self)?];
        while self.accept(",") {
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// Things with commas between them up to the end of the statement; there may be none.
    pub(crate) fn list_to_end<T>(&mut self, mut read: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut list = Vec::new();
        while !self.at_end() {
            list.push(read(self)?);
            if !self.accept(",") {
                break;
            }
        }
        Ok(list)
    }

    /// Whether a single `=` comes next, neither `==` nor `=>`.
    pub(crate) fn equals_next(&mut self) -> bool {
        self.peek() == '=' && !matches!(self.peek_ahead(1), '=' | '>')
    }

    // Words.

    /// Takes a keyword. Blanks in `word` stand for blanks that may be there or not.
    pub(crate) fn keyword(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let mut at = self.at;
        for letter in word.chars() {
            let next = self.text.get(at).filter(|c| !c.literal);
            if letter == ' ' {
                at += usize::from(next.is_some_and(|c| c.value == ' '));
                continue;
            }
            if next.is_none_or(|c| c.value.to_ascii_uppercase() != letter) {
                return false;
            }
            at += 1;
        }
        if self.form == Form::Free && self.text.get(at).is_some_and(|c| is_name_character(c.value)) {
            return false;
        }
        self.at = at;
        true
    }

    pub(crate) fn expect_keyword(&mut self, word: &str) -> Parsed<()> {
        if self.keyword(word) { Ok(()) } else { Err(self.expected(word)) }
    }

    /// Whether a keyword comes next.
    pub(crate) fn keyword_next(&mut self, word: &str) -> bool {
        let at = self.at;
        let found = self.keyword(word);
        self.at = at;
        found
    }

    /// How many characters of a name come next; 0 if there is none.
    pub(crate) fn name_length(&mut self) -> usize {
        if !self.peek().is_ascii_alphabetic() && self.peek() != '_' {
            return 0;
        }
        self.text[self.at..].iter().take_while(|c| is_name_character(c.value) && !c.literal).count()
    }

    pub(crate) fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.name_length() {
            0 => Err(self.expected(what)),
            length => Ok(self.take_name(length)),
        }
    }

    /// The next so many characters as a name.
    pub(crate) fn take_name(&mut self, length: usize) -> Name {
        let start = self.at;
        let written: String = self.text[start..start + length].iter().map(|c| c.value).collect();
        self.at += length;
        let span = self.span_from(start);
        let upper = self.names.intern(written.to_ascii_uppercase());
        Name { upper, written: self.names.intern(written), span }
    }

    /// The digits that come next.
    pub(crate) fn digits(&mut self) -> String {
        self.skip_blanks();
        let digits: String =
            self.text[self.at..].iter().map(|c| c.value).take_while(char::is_ascii_digit).collect();
        self.at += digits.len();
        digits
    }

    pub(crate) fn label(&mut self) -> Parsed<Label> {
        self.skip_blanks();
        let start = self.at;
        let digits = self.digits();
        if digits.is_empty() {
            return Err(self.expected("a label"));
        }
        let span = self.span_from(start);
        let significant = digits.trim_start_matches('0');
        match significant.parse() {
            Ok(value) if significant.len() <= 5 => Ok(Label { value, span }),
            _ => Err(self.error(span, "a label is a number from 1 to 99999")),
        }
    }

    // Looking ahead.

    /// The position behind the bracket that closes the one at `position`.
    pub(crate) fn group_end(&self, position: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (index, c) in self.text.iter().enumerate().skip(position).filter(|(_, c)| !c.literal) {
            match c.value {
                '(' | '[' => depth += 1,
                ')' | ']' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(index + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The character at a position, behind blanks, with its position.
    pub(crate) fn character_at(&self, position: usize) -> (char, usize) {
        let blanks = self.text.iter().skip(position).take_while(|c| c.value == ' ' && !c.literal).count();
        let position = position + blanks;
        (self.text.get(position).map_or('\0', |c| c.value), position)
    }

    /// Positions from `from` to `to` that are outside of brackets and constants, with their characters.
    pub(crate) fn outside_brackets(
        &self,
        from: usize,
        to: usize,
    ) -> impl Iterator<Item = (usize, char)> + '_ {
        let mut depth = 0usize;
        let to = to.min(self.text.len());
        self.text[from.min(to)..to].iter().enumerate().filter_map(move |(index, c)| {
            if c.literal {
                return None;
            }
            match c.value {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            (depth == 0).then_some((from + index, c.value))
        })
    }

    /// Whether `::` stands outside of brackets in the rest of the statement, or before a position.
    pub(crate) fn double_colon_ahead(&self, to: usize) -> bool {
        let mut before = None;
        self.outside_brackets(self.at, to).any(|(at, sign)| {
            let found = sign == ':' && before.is_some_and(|before| before + 1 == at);
            before = (sign == ':').then_some(at);
            found
        })
    }

    /// The position behind the last character.
    pub(crate) fn length(&self) -> usize {
        self.text.len()
    }

    /// Reads something without reporting; goes back if that fails.
    pub(crate) fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Option<T> {
        let at = self.at;
        self.attempts += 1;
        let result = read(self);
        self.attempts -= 1;
        if result.is_err() {
            self.at = at;
        }
        result.ok()
    }

    // Places and messages.

    fn span_between(&self, start: usize, end: usize) -> Span {
        let place = |index: usize| self.text.get(index).or(self.text.last());
        let (from, to) = (place(start), place(end.saturating_sub(1).max(start)));
        let (start, end) = (from.map_or(0, |c| c.start), to.map_or(0, |c| c.end));
        Span { source: self.source, start, end: end.max(start) }
    }

    /// From a position to the last character read.
    pub(crate) fn span_from(&self, start: usize) -> Span {
        let start = self.character_at(start).1;
        self.span_between(start, self.at)
    }

    /// The place of one character.
    pub(crate) fn span_at(&self, position: usize) -> Span {
        self.span_between(position, position + 1)
    }

    /// From a place to the last character read.
    pub(crate) fn span_since(&self, start: Span) -> Span {
        let last = self.span_between(self.at.saturating_sub(1), self.at);
        Span { end: last.end.max(start.end), ..start }
    }

    /// Reports an error.
    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) -> Reported {
        if self.attempts == 0 {
            self.diagnostics.push(Diagnostic::error(span, message));
        }
        Reported
    }

    /// Reports an error in what has been read since a position.
    pub(crate) fn error_from(&mut self, start: usize, message: impl Into<String>) -> Reported {
        let span = self.span_from(start);
        self.error(span, message)
    }

    /// Reports that something is not supported, while the rest stays usable.
    pub(crate) fn unsupported(&mut self, span: Span, what: &str) {
        if self.attempts == 0 {
            self.diagnostics.push(Diagnostic::warning(span, format!("unsupported: {what}")));
        }
    }

    /// Gives the statement up because of something that is not supported.
    pub(crate) fn refuse(&mut self, span: Span, what: &str) -> Reported {
        if self.attempts == 0 {
            self.refused = Some((span, what.to_owned()));
        }
        Reported
    }

    /// Reports what should stand here.
    pub(crate) fn expected(&mut self, what: &str) -> Reported {
        if self.at_end() {
            let last = self.span_between(self.text.len().saturating_sub(1), self.text.len());
            return self.error(last, format!("{what} expected behind this, but the statement ends"));
        }
        let word = self.text[self.at..].iter().take_while(|c| is_name_character(c.value)).count();
        let end = self.at + word.clamp(1, 40);
        let found: String = self.text[self.at..end].iter().map(|c| c.value).collect();
        let span = self.span_between(self.at, end);
        self.error(span, format!("{what} expected, not `{}`", found.escape_debug()))
    }

    /// The end of the statement.
    pub(crate) fn expect_end(&mut self) -> Parsed<()> {
        if self.at_end() { Ok(()) } else { Err(self.expected("the end of the statement")) }
    }

    // Depth.

    /// Reads something one level deeper.
    pub(crate) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST_NESTING {
            let span = self.span_between(self.at, self.at + 1);
            return Err(self.give_up(span));
        }
        self.depth += 1;
        // A level of `a(a(a(…` takes ten calls: the levels that are allowed would not fit a small stack.
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || read(self));
        self.depth -= 1;
        result
    }

    fn give_up(&mut self, span: Span) -> Reported {
        if !self.too_deep {
            self.error(span, format!("nested more than {DEEPEST_NESTING} levels deep"));
            // An attempt says nothing; the same text is read again, and then it is said.
            self.too_deep = self.attempts == 0;
        }
        Reported
    }

    /// An expression that begins at a position, above others of this depth.
    pub(crate) fn node_from(&mut self, start: usize, kind: ExprKind, below: usize) -> Parsed<Expr> {
        let span = self.span_from(start);
        self.node(kind, span, below)
    }

    /// An expression above others of this depth, if that is allowed here.
    pub(crate) fn node(&mut self, kind: ExprKind, span: Span, below: usize) -> Parsed<Expr> {
        let depth = below + 1;
        if self.depth + depth > DEEPEST_NESTING {
            Err(self.give_up(span))
        } else {
            Ok(Expr { kind, span, depth })
        }
    }
}

pub(crate) fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}
