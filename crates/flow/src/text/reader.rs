//! One line of the Flow form while it is read: its tokens, and what is known where it stands.
//!
//! An error of shape gives up the line it stands on. What has a shape but no meaning is reported, and something
//! stands in for it until the program is thrown away, so that the rest of the line is looked at as well.

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Diagnostic, Diagnostics, IdVec, Span};
use sextant_syntax::{Storage, Type, VarId, Variable};

use super::file::File;
use super::lexer::{Token, TokenKind};
use super::words::is_reserved;
use crate::typing::INT;

/// The error that has been reported already.
#[derive(Debug)]
pub(super) struct Reported;

pub(super) type Parsed<T> = Result<T, Reported>;

/// A name with its place.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub text: String,
    pub span: Span,
}

/// A name that several things may have, and which of them is meant: `node~2` is the second one.
#[derive(Debug)]
pub(super) struct Numbered {
    pub name: Name,
    /// From 1.
    pub number: u32,
}

impl Numbered {
    /// What tells it from others.
    pub fn key(&self) -> (String, u32) {
        (self.name.text.clone(), self.number)
    }
}

/// The tokens of a line; there is at least one.
pub(super) type Line = Vec<Token>;

/// The word with which a line begins, if it is one.
pub(super) fn first_word(line: &[Token]) -> &str {
    match &line[0].kind {
        TokenKind::Word(word) => word,
        _ => "",
    }
}

/// The variables of one graph.
#[derive(Default)]
pub(super) struct Scope {
    pub variables: IdVec<VarId, Variable>,
    pub names: FxHashMap<String, VarId>,
    /// The type of the returned value.
    pub returns: Option<Type>,
    /// Whether nothing is said about the use of names, because the head could not be read whole.
    pub muted: bool,
    /// Undeclared names that have been reported.
    unknown: FxHashSet<String>,
}

impl Scope {
    /// Adds a variable of a name that no other one has.
    pub fn add(&mut self, variable: Variable) -> VarId {
        let name = variable.name.clone();
        let id = self.variables.push(variable);
        self.names.insert(name, id);
        id
    }
}

/// The reader of one line.
pub(super) struct Reader<'a> {
    tokens: &'a [Token],
    /// How many tokens have been taken.
    taken: usize,
    /// How many expressions are open around the current one.
    pub nesting: usize,
    pub file: &'a mut File,
    pub scope: &'a mut Scope,
    pub diagnostics: &'a mut Diagnostics,
}

impl<'a> Reader<'a> {
    pub fn new(
        line: &'a [Token],
        file: &'a mut File,
        scope: &'a mut Scope,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self { tokens: line, taken: 0, nesting: 0, file, scope, diagnostics }
    }

    /// The next token, if the line has one.
    pub fn peek(&self) -> Option<&'a TokenKind> {
        self.tokens.get(self.taken).map(|token| &token.kind)
    }

    /// Where the next token stands.
    pub fn here(&self) -> Span {
        match self.tokens.get(self.taken) {
            Some(token) => token.span,
            None => {
                let last = self.tokens[self.tokens.len() - 1].span;
                Span { start: last.end, ..last }
            }
        }
    }

    /// From the place to the last token taken.
    pub fn since(&self, start: Span) -> Span {
        start.to(self.tokens[self.taken.saturating_sub(1)].span)
    }

    pub fn next(&mut self) -> Option<&'a TokenKind> {
        let token = self.peek()?;
        self.taken += 1;
        Some(token)
    }

    /// Reports an error of shape.
    pub fn error<T>(&mut self, span: Span, message: impl Into<String>) -> Parsed<T> {
        self.diagnostics.push(Diagnostic::error(span, message));
        Err(Reported)
    }

    /// Reports something that has a shape but no meaning.
    pub fn complain(&mut self, span: Span, message: impl Into<String>) {
        if !self.scope.muted {
            self.diagnostics.push(Diagnostic::error(span, message));
        }
    }

    /// Reports something that has no meaning, where its meaning is wanted.
    pub fn report<T>(&mut self, span: Span, message: impl Into<String>) -> Option<T> {
        self.complain(span, message);
        None
    }

    /// Reports that the next token is not what was expected; nothing more is said of an unreadable one.
    pub fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = match self.peek() {
            Some(TokenKind::Broken) => return Err(Reported),
            Some(kind) => kind.describe(),
            None => "the end of the line".to_owned(),
        };
        self.error(self.here(), format!("expected {what}, found {found}"))
    }

    pub fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), Some(TokenKind::Mark(found)) if *found == mark)
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(TokenKind::Word(found)) if found == word)
    }

    pub fn take_mark(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        self.taken += usize::from(found);
        found
    }

    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.taken += usize::from(found);
        found
    }

    pub fn want_mark(&mut self, mark: &str) -> Parsed<()> {
        if self.take_mark(mark) { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    pub fn want_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// What a word from a list stands for.
    pub fn word_of<T>(&mut self, what: &str, named: impl FnOnce(&str) -> Option<T>) -> Parsed<T> {
        let found = match self.peek() {
            Some(TokenKind::Word(word)) => named(word),
            _ => None,
        };
        let Some(value) = found else { return self.expected(what) };
        self.next();
        Ok(value)
    }

    pub fn at_end(&self) -> bool {
        self.peek().is_none()
    }

    pub fn want_end(&mut self) -> Parsed<()> {
        if self.at_end() { Ok(()) } else { self.expected("the end of the line") }
    }

    /// One or more, with commas between.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take_mark(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// What stands in brackets.
    pub fn in_brackets<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.want_mark("(")?;
        let found = read(self)?;
        self.want_mark(")")?;
        Ok(found)
    }

    /// A list in brackets, which may be empty.
    pub fn list_in_brackets<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.in_brackets(|reader| if reader.is_mark(")") { Ok(Vec::new()) } else { reader.list(item) })
    }

    /// A name that is no word of the form, or stands in backquotes.
    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.here();
        let text = match self.peek() {
            Some(TokenKind::Word(word)) if is_reserved(word) => {
                let message =
                    format!("`{word}` is a word of the Flow form; as a name it stands in backquotes");
                return self.error(span, message);
            }
            Some(TokenKind::Word(name) | TokenKind::Name(name)) => name.clone(),
            _ => return self.expected(what),
        };
        self.next();
        Ok(Name { text, span })
    }

    /// A name, and which of several things that have it.
    pub fn numbered(&mut self, what: &str) -> Parsed<Numbered> {
        let name = self.name(what)?;
        let number = if self.take_mark("~") { self.small_number("a number of the same name")? } else { 1 };
        Ok(Numbered { name, number })
    }

    /// A text in double quotes.
    pub fn text(&mut self, what: &str) -> Parsed<String> {
        let Some(TokenKind::Text(text)) = self.peek() else { return self.expected(what) };
        self.next();
        Ok(text.clone())
    }

    /// A number that counts statements. The limit keeps a wrong one from filling the memory.
    pub fn small_number(&mut self, what: &str) -> Parsed<u32> {
        const MOST: u32 = 10_000_000;
        let Some(TokenKind::Number(number)) = self.peek() else { return self.expected(what) };
        match u32::try_from(number) {
            Ok(number) if number <= MOST => {
                self.next();
                Ok(number)
            }
            _ => self.error(self.here(), format!("{what} is at most {MOST}")),
        }
    }

    /// A number of any size that an object may have.
    pub fn size(&mut self, what: &str) -> Parsed<u64> {
        let Some(TokenKind::Number(number)) = self.peek() else { return self.expected(what) };
        let Ok(number) = u64::try_from(number) else {
            return self.error(self.here(), format!("{what} has at most 64 bits"));
        };
        self.next();
        Ok(number)
    }

    /// A number of bytes after a word.
    pub fn size_after(&mut self, word: &str) -> Parsed<u64> {
        self.want_word(word)?;
        self.size("a number of bytes")
    }

    /// The number of a bit, or of bits.
    pub fn bit_number(&mut self) -> Parsed<u8> {
        let span = self.here();
        let number = self.small_number("a number of bits")?;
        u8::try_from(number).or_else(|_| self.error(span, "a number of bits is at most 255"))
    }

    /// The variable of a name.
    pub fn lookup(&mut self, Name { text, span }: &Name) -> Option<VarId> {
        let found = self.scope.names.get(text).copied();
        if found.is_none() && !self.scope.muted && self.scope.unknown.insert(text.clone()) {
            let message = format!("`{text}` is not declared");
            let help = if self.file.graphs.contains_key(text) {
                "it is a graph; a call is a step of its own: `x := call P(…)`".to_owned()
            } else {
                format!("declare it with `var {text}: int`, or as a parameter")
            };
            self.diagnostics.push(Diagnostic::error(*span, message).with_help(help));
        }
        found
    }

    /// The variable of a quantifier; it need not be declared.
    pub fn bound_variable(&mut self, name: Name) -> Option<VarId> {
        let Some(&known) = self.scope.names.get(&name.text) else {
            return Some(self.scope.add(Variable {
                name: name.text,
                ty: INT,
                storage: Storage::Automatic,
                initial: Vec::new(),
                span: name.span,
            }));
        };
        if matches!(self.scope.variables[known].ty, Type::Int(_)) {
            return Some(known);
        }
        self.report(name.span, format!("`{}` is not an integer", name.text))
    }
}
