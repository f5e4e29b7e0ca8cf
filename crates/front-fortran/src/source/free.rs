//! Free form: `&` continues a statement, `;` separates statements, `!` begins a comment.

use sextant_base::Span;

use super::{Char, Pending, Reader};

impl Reader<'_, '_> {
    pub(super) fn free_line(&mut self, pending: &mut Pending, line: &[Char]) {
        let Some(first) = line.iter().position(|c| !is_blank(c)) else { return };
        // Comments may stand between a line and the one that continues it.
        if line[first].value == '!' {
            if pending.continued.is_none() {
                self.directive(pending, &line[first + 1..]);
            }
            return;
        }
        let mut from = 0;
        if pending.continued.take().is_some() {
            if line[first].value == '&' {
                from = first + 1;
            } else if let Some(c) = line.first().filter(|_| !pending.builder.in_literal()) {
                pending.builder.push(' ', c.start, c.start);
            }
        } else {
            self.finish(pending);
            pending.begun = true;
        }
        self.free_body(pending, &line[from..]);
        if pending.continued.is_none() {
            self.finish(pending);
        }
    }

    fn free_body(&mut self, pending: &mut Pending, body: &[Char]) {
        for (index, c) in body.iter().enumerate() {
            let literal = pending.builder.in_literal();
            match c.value {
                '!' if !literal => return,
                ';' if !literal => {
                    self.finish(pending);
                    pending.begun = true;
                }
                '&' => {
                    let rest = body[index + 1..].iter().find(|c| !is_blank(c));
                    if rest.is_none_or(|c| c.value == '!' && !literal) {
                        pending.continued = Some(c.start);
                        return;
                    }
                    if literal {
                        pending.builder.push(c.value, c.start, c.end);
                    } else {
                        let span = Span { source: pending.source, start: c.start, end: c.end };
                        self.error(span, "`&` must be the last sign of its line");
                        pending.broken = true;
                    }
                }
                _ => pending.builder.push(c.value, c.start, c.end),
            }
        }
    }
}

fn is_blank(c: &Char) -> bool {
    matches!(c.value, ' ' | '\t' | '\u{b}' | '\u{c}')
}
