//! Clarke's path descriptions: `SUB1,1,2,5,SUB2,1,7,8,SUB1,(6,7)$2,EOP,END`.
//!
//! A name enters or re-enters a program unit, a number is one of its blocks, `( … )$k` repeats; `$*` repeats as often
//! as the code says. `EOP` ends a path, `END` the list; at the very end both may be left out.

use sextant_base::{Diagnostic, SourceId, Span};

/// Repeated parts may be nested this deep.
const DEEPEST: usize = 100;

/// A piece of a description.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Item {
    Name(String, Span),
    Block(u32, Span),
    Repeat(Vec<Item>, Option<u64>, Span),
}

/// One path of a description.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Described {
    pub items: Vec<Item>,
    pub span: Span,
}

/// Reads a list of paths.
pub(super) fn read(id: SourceId, text: &str) -> Result<Vec<Described>, Diagnostic> {
    let mut reader = Reader { id, text, at: 0, depth: 0 };
    let mut paths = Vec::new();
    loop {
        reader.blanks();
        let from = reader.at;
        if reader.over() || reader.word_is("END") {
            break;
        }
        let items = reader.items()?;
        let span = reader.span(from);
        if items.is_empty() {
            return Err(Diagnostic::error(span, "a path begins with the name of a program unit"));
        }
        paths.push(Described { items, span });
        reader.blanks();
        if reader.word_is("EOP") {
            reader.at += 3;
            reader.comma();
        } else if !reader.over() && !reader.word_is("END") {
            return Err(Diagnostic::error(reader.span(reader.at), "a path ends with EOP"));
        }
    }
    match paths.is_empty() {
        true => Err(Diagnostic::error(Span::new(id, 0, text.len()), "there is no path here")),
        false => Ok(paths),
    }
}

struct Reader<'t> {
    id: SourceId,
    text: &'t str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn over(&self) -> bool {
        self.at >= self.text.len()
    }

    fn span(&self, from: usize) -> Span {
        Span::new(self.id, from, self.at.max(from + 1).min(self.text.len().max(from)))
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn comma(&mut self) -> bool {
        self.blanks();
        let found = self.rest().starts_with(',');
        self.at += usize::from(found);
        found
    }

    fn word(&self) -> &str {
        let rest = self.rest();
        let part = |letter: char| letter.is_alphanumeric() || "_.%#@".contains(letter);
        &rest[..rest.find(|letter| !part(letter)).unwrap_or(rest.len())]
    }

    fn word_is(&self, word: &str) -> bool {
        self.word().eq_ignore_ascii_case(word)
    }

    /// Items up to the end of the path or the closing parenthesis.
    fn items(&mut self) -> Result<Vec<Item>, Diagnostic> {
        let mut items = Vec::new();
        loop {
            self.blanks();
            let end =
                self.over() || self.rest().starts_with(')') || self.word_is("EOP") || self.word_is("END");
            if end {
                return Ok(items);
            }
            items.push(self.item()?);
            if !self.comma() {
                self.blanks();
                if !self.over() && !self.rest().starts_with(')') {
                    return Err(Diagnostic::error(self.span(self.at), "a comma is missing here"));
                }
                return Ok(items);
            }
        }
    }

    fn item(&mut self) -> Result<Item, Diagnostic> {
        let from = self.at;
        if self.rest().starts_with('(') {
            return self.repeat();
        }
        let word = self.word().to_owned();
        self.at += word.len();
        let span = self.span(from);
        match word.chars().next() {
            None => Err(Diagnostic::error(span, "a name, a block's number or ( is wanted here")),
            Some(first) if first.is_ascii_digit() => match word.parse() {
                Ok(number) => Ok(Item::Block(number, span)),
                Err(_) => Err(Diagnostic::error(span, format!("{word} is no number of a block"))),
            },
            Some(_) => Ok(Item::Name(word, span)),
        }
    }

    fn repeat(&mut self) -> Result<Item, Diagnostic> {
        let from = self.at;
        self.at += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Diagnostic::error(self.span(from), "repeated parts are nested too deeply"));
        }
        let items = self.items()?;
        self.depth -= 1;
        if !self.rest().starts_with(')') {
            return Err(Diagnostic::error(self.span(from), "this parenthesis is not closed"));
        }
        self.at += 1;
        if items.is_empty() {
            return Err(Diagnostic::error(self.span(from), "there is nothing to repeat"));
        }
        if !self.rest().starts_with('$') {
            return Err(Diagnostic::error(
                self.span(from),
                "say how often: (…)$2, or (…)$* for as often as the code says",
            ));
        }
        self.at += 1;
        if self.rest().starts_with('*') {
            self.at += 1;
            return Ok(Item::Repeat(items, None, self.span(from)));
        }
        let word = self.word().to_owned();
        self.at += word.len();
        match word.parse() {
            Ok(times) if times >= 1 => Ok(Item::Repeat(items, Some(times), self.span(from))),
            _ => Err(Diagnostic::error(self.span(from), "a loop is repeated once or more often")),
        }
    }
}
