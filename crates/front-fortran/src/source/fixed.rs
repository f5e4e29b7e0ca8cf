//! Fixed form: columns 1 to 5 for a label, 6 for a continuation, 7 to 72 for the statement.
//!
//! A column is a character. A tab among the first six columns leads to column 7, or to column 6 if a digit other
//! than 0 follows it, as compilers have it.

use sextant_base::Span;

use super::{Char, Pending, Reader};

/// The parts of a line that is no comment.
struct Fields<'c> {
    label: Vec<Char>,
    continuation: bool,
    body: &'c [Char],
}

impl Reader<'_, '_> {
    pub(super) fn fixed_line(&mut self, pending: &mut Pending, line: &[Char], line_end: u32) {
        let Some(first) = line.iter().position(|c| !matches!(c.value, ' ' | '\t' | '\u{c}')) else { return };
        let bang = line[first].value == '!' && first != 5;
        if bang || matches!(line[0].value, 'C' | 'c' | '*' | 'D' | 'd') {
            let sign = if bang { first } else { 0 };
            return self.directive(pending, &line[sign + 1..]);
        }
        let fields = self.fields(line);
        if fields.continuation {
            self.continue_fixed(pending, &fields, &line[first]);
        } else {
            self.finish(pending);
            self.begin_fixed(pending, &fields.label);
        }
        self.body(pending, fields.body, line_end);
    }

    fn fields<'c>(&self, line: &'c [Char]) -> Fields<'c> {
        let line = &line[..line.len().min(self.columns.max(6))];
        let end = line.iter().take(5).position(|c| c.value == '\t').unwrap_or(line.len().min(5));
        let label: Vec<Char> = line[..end].iter().filter(|c| c.value != ' ').copied().collect();
        let rest = &line[end..];
        let (continuation, skipped) = match rest {
            [tab, digit, ..] if tab.value == '\t' && end < 5 => {
                let continued = ('1'..='9').contains(&digit.value);
                (continued, 1 + usize::from(continued))
            }
            [mark, ..] => (!matches!(mark.value, ' ' | '0' | '\t'), 1),
            [] => (false, 0),
        };
        Fields { label, continuation, body: &rest[skipped..] }
    }

    fn begin_fixed(&mut self, pending: &mut Pending, label: &[Char]) {
        pending.begun = true;
        if label.is_empty() {
            return;
        }
        if let Some(bad) = label.iter().find(|c| !c.value.is_ascii_digit()) {
            let span = Span { source: pending.source, start: bad.start, end: bad.end };
            self.error(span, "only a label may stand in columns 1 to 5");
            pending.broken = true;
            return;
        }
        pending.label = self.label(pending.source, label);
        pending.broken |= pending.label.is_none();
    }

    fn continue_fixed(&mut self, pending: &mut Pending, fields: &Fields<'_>, first: &Char) {
        let span = Span { source: pending.source, start: first.start, end: first.end };
        if !pending.begun {
            self.error(span, "there is no statement that this line could continue");
            pending.begun = true;
            pending.broken = true;
        } else if !fields.label.is_empty() && !pending.broken {
            self.error(span, "columns 1 to 5 of a line that continues another must be blank");
            pending.broken = true;
        }
        // A constant goes on in column 7, and what the line before leaves of its columns belongs to it.
        if pending.builder.in_literal() {
            for _ in pending.column..=self.columns.min(132) {
                pending.builder.push(' ', pending.line_end, pending.line_end);
            }
        }
    }

    fn body(&mut self, pending: &mut Pending, body: &[Char], line_end: u32) {
        for c in body {
            match c.value {
                '!' if !pending.builder.in_literal() => break,
                ';' if !pending.builder.in_literal() => {
                    self.finish(pending);
                    pending.begun = true;
                }
                _ => pending.builder.push(c.value, c.start, c.end),
            }
        }
        pending.column = 7 + body.len();
        pending.line_end = line_end;
    }
}
