//! Lines that begin with `#`, and the macros they define.
//!
//! Macros without parameters are replaced; what they stand for has the place where the macro is used. Macros with
//! parameters are reported as unsupported and left alone.

use sextant_base::{Diagnostic, Span};

use super::condition;
use super::{Char, Pending, Reader};

/// The conditions that are open in a file.
#[derive(Default)]
pub(super) struct Conditions(Vec<Condition>);

struct Condition {
    span: Span,
    /// Whether the lines around it are read.
    outer: bool,
    /// Whether one of its branches has been read.
    taken: bool,
    active: bool,
}

impl Conditions {
    /// Whether lines are read here.
    pub(super) fn active(&self) -> bool {
        self.0.last().is_none_or(|condition| condition.active)
    }

    /// The innermost one that has no end.
    pub(super) fn unclosed(&self) -> Option<Span> {
        self.0.last().map(|condition| condition.span)
    }

    fn open(&mut self, holds: bool, span: Span) {
        let outer = self.active();
        let active = outer && holds;
        self.0.push(Condition { span, outer, taken: active, active });
    }

    /// `#else` or `#elif`; says whether there is a condition.
    fn otherwise(&mut self, holds: bool) -> bool {
        let Some(condition) = self.0.last_mut() else { return false };
        condition.active = condition.outer && !condition.taken && holds;
        condition.taken |= condition.active;
        true
    }
}

/// What a macro may grow to, whatever it is made of.
const LONGEST_EXPANSION: usize = 10_000;
const DEEPEST_EXPANSION: usize = 16;

impl Reader<'_, '_> {
    /// Does what a line that begins with `#` says.
    pub(super) fn preprocessor_line(
        &mut self,
        line: &str,
        start: usize,
        pending: &mut Pending,
        conditions: &mut Conditions,
    ) {
        let span = Span::new(pending.source, start, start + line.len());
        let line = line[1..].trim();
        let (word, rest) = line.split_at(line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len()));
        let rest = rest.trim();
        let inside = match word {
            "ifdef" => return conditions.open(self.macros.contains_key(first_word(rest)), span),
            "ifndef" => return conditions.open(!self.macros.contains_key(first_word(rest)), span),
            "if" => {
                let holds = conditions.active() && self.holds(rest, span);
                return conditions.open(holds, span);
            }
            "elif" => {
                let holds = self.holds(rest, span);
                conditions.otherwise(holds)
            }
            "else" => conditions.otherwise(true),
            "endif" => conditions.0.pop().is_some(),
            _ if !conditions.active() => return,
            "define" => return self.define(rest, span),
            "undef" => return drop(self.macros.remove(first_word(rest))),
            "include" => return self.include_line(rest, span, pending),
            "error" => return self.error(span, format!("#error {rest}")),
            // Line markers of other preprocessors, `#pragma`, `#line` and the like say nothing about the program.
            _ => return,
        };
        if !inside {
            self.error(span, format!("there is no condition to which this #{word} belongs"));
        }
    }

    fn include_line(&mut self, rest: &str, span: Span, pending: &mut Pending) {
        let file = rest
            .strip_prefix('"')
            .and_then(|rest| rest.split_once('"'))
            .or_else(|| rest.strip_prefix('<').and_then(|rest| rest.split_once('>')));
        match file {
            Some((file, _)) => {
                self.finish(pending);
                self.include(file, span);
            }
            None => self.error(span, "the name of a file in quotes expected behind #include"),
        }
    }

    fn define(&mut self, rest: &str, span: Span) {
        let name = first_word(rest);
        if name.is_empty() {
            return self.error(span, "a name expected behind #define");
        }
        let value = &rest[name.len()..];
        if value.starts_with('(') {
            let message = format!("unsupported: the macro `{name}` has parameters and is not replaced");
            return self.diagnostics.push(Diagnostic::warning(span, message));
        }
        self.macros.insert(name.to_owned(), value.trim().chars().take(LONGEST_EXPANSION).collect());
    }

    fn holds(&mut self, text: &str, span: Span) -> bool {
        match condition::holds(text, &self.macros) {
            Ok(holds) => holds,
            Err(message) => {
                self.error(span, message);
                false
            }
        }
    }

    /// The characters of a line, with macros replaced outside of quotes.
    pub(super) fn expanded(&self, line: &str, start: usize) -> Vec<Char> {
        let plain = line.char_indices().map(|(at, value)| {
            let from = (start + at) as u32;
            Char { value, start: from, end: from + value.len_utf8() as u32, literal: false }
        });
        if self.macros.is_empty() {
            return plain.collect();
        }
        let mut expanded = Vec::with_capacity(line.len());
        self.expand(&plain.collect::<Vec<_>>(), 0, &mut expanded);
        expanded
    }

    fn expand(&self, text: &[Char], depth: usize, out: &mut Vec<Char>) {
        let mut at = 0;
        let mut quote = None;
        while let Some(c) = text.get(at) {
            let word = text[at..].iter().take_while(|c| is_word(c.value)).count();
            if word == 0 || quote.is_some() {
                quote = match quote {
                    None if matches!(c.value, '\'' | '"') => Some(c.value),
                    Some(open) if open == c.value => None,
                    other => other,
                };
                out.push(*c);
                at += 1;
                continue;
            }
            let name: String = text[at..at + word].iter().map(|c| c.value).collect();
            let value = self
                .macros
                .get(&name)
                .filter(|value| depth < DEEPEST_EXPANSION && out.len() + value.len() < LONGEST_EXPANSION);
            match value {
                Some(value) => {
                    let (start, end) = (c.start, text[at + word - 1].end);
                    let value: Vec<Char> =
                        value.iter().map(|&value| Char { value, start, end, literal: false }).collect();
                    self.expand(&value, depth + 1, out);
                }
                None => out.extend_from_slice(&text[at..at + word]),
            }
            at += word;
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The name at the beginning of a text.
fn first_word(text: &str) -> &str {
    let word = &text[..text.find(|c| !is_word(c)).unwrap_or(text.len())];
    if word.starts_with(|c: char| c.is_ascii_digit()) { "" } else { word }
}
