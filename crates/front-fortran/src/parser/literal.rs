//! Constants.

use crate::cursor::{Line, Parsed, is_name_character};
use crate::raw::{Expr, ExprKind, KindSuffix, Radix};

impl Line<'_> {
    /// A name with what follows it; `Z'FF'` and `kind_'text'` begin like names.
    pub(super) fn name_or_constant(&mut self) -> Parsed<Expr> {
        let (start, length) = (self.position(), self.name_length());
        let quoted = matches!(self.peek_ahead(length), '\'' | '"');
        if quoted
            && length == 1
            && let Some(radix) = radix(self.peek())
        {
            self.go_to(start + 1);
            let digits = self.quoted();
            return self.boz(radix, digits, start);
        }
        if quoted && length > 1 && self.peek_ahead(length - 1) == '_' {
            let name = self.take_name(length - 1);
            self.accept("_");
            return self.text_constant(Some(KindSuffix::Name(name)));
        }
        self.designator()
    }

    fn boz(&mut self, radix: Radix, digits: String, start: usize) -> Parsed<Expr> {
        let base = radix.base();
        let digits: String = digits.chars().filter(|&c| c != ' ').map(|c| c.to_ascii_uppercase()).collect();
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
            return Err(self.error_from(start, format!("these are no digits to the base {base}")));
        }
        self.node_from(start, ExprKind::Boz { radix, digits }, 0)
    }

    /// A character constant, or a number such as `'FF'X`.
    pub(super) fn text_constant(&mut self, kind: Option<KindSuffix>) -> Parsed<Expr> {
        let start = self.start();
        let value = self.quoted();
        let rest = self.rest();
        let suffix = rest.first().and_then(|c| radix(c.value));
        if let (Some(radix), None) = (suffix, &kind)
            && rest.get(1).is_none_or(|c| !is_name_character(c.value))
            && self.adjacent()
        {
            let at = self.position();
            self.go_to(at + 1);
            return self.boz(radix, value, start);
        }
        self.node_from(start, ExprKind::Char { value, kind }, 0)
    }

    /// Whether no blank stands in front of the next character.
    fn adjacent(&mut self) -> bool {
        let before = self.position();
        before > 0 && self.character_at(before - 1).1 == before - 1
    }

    /// The characters between quotes; the assembler has seen to it that they are closed.
    pub(super) fn quoted(&mut self) -> String {
        let rest = self.rest();
        let quote = rest.first().map_or('\'', |c| c.value);
        let mut value = String::new();
        let mut length = 1;
        while let Some(c) = rest.get(length).filter(|c| c.literal) {
            value.push(c.value);
            // Inside, the quote is always written twice.
            length += if c.value == quote { 2 } else { 1 };
        }
        let at = self.position();
        self.go_to((at + length + 1).min(at + rest.len()));
        value
    }

    pub(super) fn logical_constant(&mut self) -> Parsed<Expr> {
        let start = self.position();
        let value = if self.accept(".TRUE.") {
            true
        } else if self.accept(".FALSE.") {
            false
        } else {
            return Err(self.expected("an expression"));
        };
        let kind = self.kind_suffix()?;
        self.node_from(start, ExprKind::Logical { value, kind }, 0)
    }

    /// `_8` or `_rk` directly behind a constant.
    fn kind_suffix(&mut self) -> Parsed<Option<KindSuffix>> {
        let (next, at) = self.character_at(self.position());
        if next != '_' || at != self.position() {
            return Ok(None);
        }
        self.accept("_");
        let (next, after) = self.character_at(self.position());
        if after != at + 1 || !is_name_character(next) {
            return Err(self.expected("a kind"));
        }
        if !next.is_ascii_digit() {
            return Ok(Some(KindSuffix::Name(self.name("a kind")?)));
        }
        let start = self.position();
        let digits = self.digits();
        match digits.parse() {
            Ok(kind) => Ok(Some(KindSuffix::Digits(kind))),
            Err(_) => Err(self.error_from(start, "there is no such kind")),
        }
    }

    /// A number, or a Hollerith constant.
    pub(super) fn number(&mut self) -> Parsed<Expr> {
        let start = self.position();
        let mut text = self.digits();
        let rest = self.rest_adjacent();
        if rest.first().is_some_and(|c| matches!(c.value, 'h' | 'H'))
            && rest.get(1).is_some_and(|c| c.literal)
        {
            return self.hollerith(start, &text);
        }
        let mut real = false;
        if rest.first().is_some_and(|c| c.value == '.') && !self.operator_follows() {
            real = true;
            self.accept(".");
            text.push('.');
            if self.rest_adjacent().first().is_some_and(|c| c.value.is_ascii_digit()) {
                text.push_str(&self.digits());
            }
        }
        if let Some(exponent) = self.exponent() {
            real = true;
            text.push_str(&exponent);
        }
        if !real && self.kind_before_text() {
            let kind = text.parse().ok().map(KindSuffix::Digits);
            self.accept("_");
            return self.text_constant(kind);
        }
        let kind = self.kind_suffix()?;
        let number = if real { ExprKind::Real { text, kind } } else { ExprKind::Int { digits: text, kind } };
        self.node_from(start, number, 0)
    }

    /// Whether `_'` comes next: `1_'text'`.
    fn kind_before_text(&mut self) -> bool {
        let rest = self.rest_adjacent();
        rest.first().is_some_and(|c| c.value == '_')
            && rest.get(1).is_some_and(|c| matches!(c.value, '\'' | '"'))
    }

    /// The characters that follow, or none if a blank comes first.
    fn rest_adjacent(&mut self) -> &[crate::source::Char] {
        let at = self.position();
        if self.character_at(at).1 == at { self.rest() } else { &[] }
    }

    /// Whether the point that comes next begins an operator: `1.EQ.2`, but not `1.E5`.
    fn operator_follows(&mut self) -> bool {
        let rest = self.rest();
        let letters = rest.iter().skip(1).take_while(|c| c.value.is_ascii_alphabetic()).count();
        letters > 0 && rest.get(letters + 1).is_some_and(|c| c.value == '.')
    }

    /// `E5`, `D-3`, in capital letters.
    fn exponent(&mut self) -> Option<String> {
        let rest = self.rest_adjacent();
        let letter = rest.first().map(|c| c.value.to_ascii_uppercase()).filter(|c| "EDQ".contains(*c))?;
        let sign = rest.get(1).map(|c| c.value).filter(|c| "+-".contains(*c));
        let first = 1 + usize::from(sign.is_some());
        if !rest.get(first).is_some_and(|c| c.value.is_ascii_digit()) {
            return None;
        }
        let at = self.position();
        self.go_to(at + first);
        let mut exponent = String::from(letter);
        exponent.extend(sign);
        exponent.push_str(&self.digits());
        Some(exponent)
    }

    fn hollerith(&mut self, start: usize, count: &str) -> Parsed<Expr> {
        let count = count.parse().unwrap_or(0);
        let value: String = self.rest().iter().skip(1).take(count).map(|c| c.value).collect();
        let at = self.position();
        self.go_to((at + 1 + count).min(self.length()));
        self.node_from(start, ExprKind::Hollerith(value), 0)
    }
}

fn radix(letter: char) -> Option<Radix> {
    match letter.to_ascii_uppercase() {
        'B' => Some(Radix::Binary),
        'O' => Some(Radix::Octal),
        'Z' | 'X' => Some(Radix::Hexadecimal),
        _ => None,
    }
}
