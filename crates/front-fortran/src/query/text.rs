//! Typed text as a statement. A name in double quotes becomes a name that nobody can write, so that the grammar of
//! programs reads it; signs of PL/I become those of Fortran. All characters keep the places of what the user wrote.

use std::rc::Rc;

use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources, Span};

use super::is_name;
use crate::Form;
use crate::source::{Char, Statement};

/// Which signs are understood.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// `=` gives a variable its value.
    Call,
    /// `=` compares, and the signs of PL/I are understood.
    Value,
}

/// A symbol in what is written.
pub(super) struct Symbol {
    /// As the user knows it.
    pub(super) name: String,
    /// The name that stands for it in the statement.
    pub(super) stands_as: Rc<str>,
}

/// What the user has written.
pub(super) struct Written {
    pub(super) statement: Statement,
    pub(super) symbols: Vec<Symbol>,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    spelling: Spelling,
    characters: Vec<Char>,
    symbols: Vec<Symbol>,
}

impl Written {
    pub(super) fn new(
        sources: &Sources,
        id: SourceId,
        spelling: Spelling,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let text = sources.text(id);
        let mut reader = Reader { text, at: 0, spelling, characters: Vec::new(), symbols: Vec::new() };
        if let Err((from, message)) = reader.all() {
            diagnostics.push(Diagnostic::error(Span::new(id, from, text.len()), message));
        }
        let statement = Statement {
            label: None,
            text: reader.characters,
            span: Span::new(id, 0, text.len()),
            directive: false,
            broken: false,
            form: Form::Free,
        };
        Written { statement, symbols: reader.symbols }
    }
}

impl Reader<'_> {
    fn all(&mut self) -> Result<(), (usize, String)> {
        while let Some(next) = self.text[self.at..].chars().next() {
            match next {
                '\'' => self.constant()?,
                '"' => self.symbol()?,
                _ if self.spelling == Spelling::Value && self.respelled() => {}
                blank if blank.is_whitespace() => self.put(" ", blank.len_utf8()),
                other => self.put(other.encode_utf8(&mut [0; 4]), other.len_utf8()),
            }
        }
        while self.characters.last().is_some_and(|last| last.value == ' ') {
            self.characters.pop();
        }
        Ok(())
    }

    /// Puts characters in the place of so many bytes of the text.
    fn put(&mut self, characters: &str, bytes: usize) {
        let (start, end) = (self.at as u32, (self.at + bytes) as u32);
        let made = characters.chars().map(|value| Char { value, start, end, literal: false });
        self.characters.extend(made);
        self.at += bytes;
    }

    /// A text constant; quotes inside are doubled.
    fn constant(&mut self) -> Result<(), (usize, String)> {
        let from = self.at;
        self.put("'", 1);
        while let Some(next) = self.text[self.at..].chars().next() {
            let doubled = self.text[self.at..].starts_with("''");
            if next == '\'' && !doubled {
                self.put("'", 1);
                return Ok(());
            }
            for _ in 0..=usize::from(doubled) {
                self.put(next.encode_utf8(&mut [0; 4]), next.len_utf8());
                if let Some(last) = self.characters.last_mut() {
                    last.literal = true;
                }
            }
        }
        Err((from, "this text has no end".into()))
    }

    fn symbol(&mut self) -> Result<(), (usize, String)> {
        let from = self.at;
        let inside = &self.text[from + 1..];
        let Some(length) = inside.find('"') else {
            return Err((from, "this symbol has no end: a name between double quotes".into()));
        };
        let name = &inside[..length];
        if !is_name(name) {
            return Err((
                from,
                format!("\"{name}\" is no name of a symbol; texts are written in single quotes"),
            ));
        }
        let known = self.symbols.iter().position(|symbol| symbol.name == name);
        let number = known.unwrap_or(self.symbols.len());
        let stands_as = format!("_{number}");
        if known.is_none() {
            self.symbols.push(Symbol { name: name.to_owned(), stands_as: stands_as.as_str().into() });
        }
        self.put(&stands_as, length + 2);
        Ok(())
    }

    /// Signs of PL/I, and Fortran's longer ones that begin like them.
    fn respelled(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let signs = [
            ("==", "=="),
            ("/=", "/="),
            ("<=", "<="),
            (">=", ">="),
            ("<>", "/="),
            ("^=", "/="),
            ("¬=", "/="),
            ("!=", "/="),
            ("=", "=="),
            ("&", ".AND."),
            ("|", ".OR."),
            ("^", ".NOT."),
            ("¬", ".NOT."),
        ];
        // Two bars join texts in PL/I; `//` does so here.
        let signs = signs.iter().filter(|(sign, _)| *sign != "|" || !rest.starts_with("||"));
        match signs.into_iter().find(|(sign, _)| rest.starts_with(sign)) {
            Some((sign, stands_for)) => {
                self.put(stands_for, sign.len());
                true
            }
            None => false,
        }
    }
}
